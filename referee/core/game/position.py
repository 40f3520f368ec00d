"""Positions: the working copy of a state, which every game implements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from ..rules.compiled import CompiledRules
from .boards import ScopeBoard
from .orders import Objection
from .recorder import Recorder
from .state import State
from .submissions import Submission, SubmittedOrder
from .trace import Awaiting


class Phase(msgspec.Struct, frozen=True):
    """The players who may order now, and whether one after another or all at once from the same state.

    `sequence` is the order in which documents are read, if it is not the order of the players.
    """

    name: str
    players: tuple[str, ...]
    together: bool = False
    title: str = ""
    sequence: tuple[str, ...] = ()

    @property
    def in_order(self) -> tuple[str, ...]:
        """The players who may order now, in the order in which their documents are read."""
        return self.sequence or self.players


class Position(ABC):
    """The working copy of a state: it is created from a state, orders change it, and `state` returns the next one.

    `source` is the state it was created from, `rules` the compiled rules, `viewer` the player whose view it is, or
    None. `players` are in turn order; it is empty if the state names none.
    """

    source: State
    rules: CompiledRules
    players: Sequence[str] = ()
    viewer: str | None = None
    # whether the current scope may change while the orders of a submission are carried out
    changes_scope: ClassVar[bool] = False

    @abstractmethod
    def phase(self) -> Phase | None:
        """Return the current phase, None when the game is over."""

    @abstractmethod
    def awaiting(self) -> list[Awaiting]:
        """Return the players that the game awaits, with what each must do and may do."""

    def winners(self) -> Sequence[str] | None:
        """Return the players who have won, none of a draw; None while the game goes on."""
        return None

    def lasts(self) -> str:
        """Return in a sentence how long what goes on may last, an empty text where the rules set no end."""
        return ""

    @abstractmethod
    def state(self) -> State:
        """Return the current state, of the game's own type; what it awaits is written into it by the core."""

    def under(self, state: State, rules: CompiledRules, option: str) -> Position | None:
        """Return this position, of which nothing has changed since it was opened, under another value of an option.

        `state` is its state with that value. None where it must be opened from the state instead.
        """
        return None

    def prospects(self, player: str) -> dict[str, dict[int, list[str]]]:
        """Return where each piece of a player could go for each result of their next roll; empty by default."""
        return {}

    # scopes

    def scope(self) -> str | None:
        """Return the scope whose orders may be given now, a key of the game's `orders`; None if there is only one."""
        return None

    def scope_of(self, given: SubmittedOrder) -> str:
        """Return the scope of an order: the current one if it has the verb, else the first that has it."""
        standing = self.scope()
        return standing if standing is not None and standing in given.scopes else next(iter(given.scopes))

    def board(self, scope: str) -> ScopeBoard | None:
        """Return the board for the orders of a scope, None if there is none now; by default this position."""
        return self

    def no_board(self, scope: str, verb: str) -> list[Objection]:
        """Return the objections to an order of a scope that has no board now."""
        return []

    def settle(self, scope: str, recorder: Recorder) -> None:
        """Update the rest of the game after an order was carried out, or supposed, on the board of a scope."""
        return

    # names of pieces and other things

    def pieces_called(self, word: str, whose: str, player: str | None, subject: str | None) -> list[tuple[str, str]]:
        """Return the pieces a player may mean by a word, each `(id, place in words)`.

        They are the player's `own`, an `enemy`'s or `any`; `subject` is the id of the piece that acts.
        """
        return []

    def words_called(self, what: str, words: list[str]) -> list[Any]:
        """Return the names of the tables for words of a kind as they are printed; unknown ones as they are."""
        return words

    def nobody_called(self, word: str) -> str:
        """Return the message for a word that fits no piece."""
        phase = self.phase()
        whose = phase.players[0] if phase is not None else "nobody"
        return f"{whose} has no piece '{word}'; `referee show STATE --list` lists the pieces"


class SimultaneousPosition(Position):
    """A position with phases in which every player orders before anything is resolved."""

    @property
    def forgiving(self) -> bool:
        """Whether an illegal order is ignored instead of stopping the phase."""
        return False

    @abstractmethod
    def answering(self, submission: Submission) -> list[SubmittedOrder] | Objection:
        """Return the orders of a document that are for the current phase, or an objection if none can be.

        An objection with `hangs_on` may be lifted by what is resolved before it.
        """

    @abstractmethod
    def conflicts(self, submissions: list[Submission]) -> list[tuple[SubmittedOrder, Objection]]:
        """Return the objections to orders that follow from their header or from other orders."""

    @abstractmethod
    def lacking(self, submissions: list[Submission]) -> list[tuple[str, Objection]]:
        """Return the missing orders, each with its player and an objection."""

    def unordered(self, submissions: list[Submission]) -> list[tuple[str, Objection]]:
        """Return what has no order yet, each with its owner, including what needs none for the phase to continue."""
        return self.lacking(submissions)

    @abstractmethod
    def resolve(self, submissions: list[Submission], recorder: Recorder) -> None:
        """Resolve the documents of every player at once."""
