"""The working copy of a state: what every game's position says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from ..rules.compiled import CompiledRules
from .boards import Board
from .orders import Objection
from .recorder import Recorder
from .state import State
from .submissions import Given, Submission
from .trace import Awaiting


class Phase(msgspec.Struct, frozen=True):
    """Who may order now, and how: in sequence, or all together from the same state.

    Documents that come together are read in the order `sequence`, where that is not the order of the players.
    """

    name: str
    players: tuple[str, ...]
    together: bool = False
    title: str = ""
    sequence: tuple[str, ...] = ()

    @property
    def in_order(self) -> tuple[str, ...]:
        """Those who may order now, in the order in which they are read."""
        return self.sequence or self.players


class Position(ABC):
    """A game's working copy of a state: it is read from one, orders change it, and it is written as the next.

    `source` is the state it was read from, `rules` the compiled rules, `viewer` the player whose view it is. `players`
    are in turn order, none where the state names none.
    """

    source: State
    rules: CompiledRules
    players: Sequence[str] = ()
    viewer: str | None = None
    # whether the scope that stands may change while the orders of one submission are carried out
    changes_scope: ClassVar[bool] = False

    @abstractmethod
    def phase(self) -> Phase | None:
        """Return the phase that stands, None when the game is over."""

    @abstractmethod
    def awaiting(self) -> list[Awaiting]:
        """Return the players the game waits for, with what each must do and may do."""

    @abstractmethod
    def state(self) -> State:
        """Return the state as it now stands, of the game's own type."""

    # in which scope an order is meant

    def scope(self) -> str | None:
        """Return the scope whose orders may be given now, a key of the game's `orders`; None where it has one only."""
        return None

    def scope_of(self, given: Given) -> str:
        """Return the scope in which an order is meant: the one that stands, else the first that has its verb."""
        standing = self.scope()
        return standing if standing is not None and standing in given.scopes else next(iter(given.scopes))

    def board(self, scope: str) -> Board | None:
        """Return the position that the orders of a scope are given on, None where there is none; by default this."""
        return self

    def no_board(self, scope: str, verb: str) -> list[Objection]:
        """Return why there is no position for the orders of a scope."""
        return []

    def settle(self, scope: str, recorder: Recorder) -> None:
        """Do what follows for the rest of the game from an order done, or supposed, on the board of a scope."""
        return

    # names

    def pieces_called(self, word: str, whose: str, player: str | None, subject: str | None) -> list[tuple[str, str]]:
        """Return the pieces a player may mean by a word, each `(id, place in words)`.

        They are the player's `own`, an `enemy`'s or `any`; `subject` is the id of the piece that acts.
        """
        return []

    def words_called(self, what: str, words: list[str]) -> list[Any]:
        """Return the names of the tables for words of a kind as they are printed; unknown ones as they are."""
        return words

    def nobody_called(self, word: str) -> str:
        """Return the message for a word that calls no piece."""
        phase = self.phase()
        whose = phase.players[0] if phase is not None else "nobody"
        return f"{whose} has no piece '{word}'; `referee show STATE --list` lists the pieces"


class SimultaneousPosition(Position):
    """A working copy with phases together: every player orders before anything is resolved."""

    @property
    def forgiving(self) -> bool:
        """Whether an illegal order is passed over here instead of stopping the phase."""
        return False

    @abstractmethod
    def answering(self, submission: Submission) -> list[Given] | Objection:
        """Return the orders of a document that answer the phase that stands, or why none can.

        An objection that hangs on something may be lifted by what is resolved before it.
        """

    @abstractmethod
    def clashes(self, submissions: list[Submission]) -> list[tuple[Given, Objection]]:
        """Return what is wrong with orders only under their heading or beside each other."""

    @abstractmethod
    def lacking(self, submissions: list[Submission]) -> list[tuple[str, Objection]]:
        """Return whose orders are missing, and which."""

    def unordered(self, submissions: list[Submission]) -> list[tuple[str, Objection]]:
        """Return what has no order yet, with its owner, also where the phase goes on without one."""
        return self.lacking(submissions)

    @abstractmethod
    def resolve(self, submissions: list[Submission], recorder: Recorder) -> None:
        """Resolve the documents of every player at once."""
