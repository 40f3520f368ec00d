"""What a game offers: every command goes through this object and knows nothing else of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ..documents import Path
from ..notation.situations import SituationForm
from ..picture import Picture
from ..rules.modifiers import Fact
from ..rules.rulesets import OptionValue, Ruleset
from .orders import Objection, Order
from .questions import Question
from .submissions import Given, Header, Submission
from .trace import Awaiting

Faults = list[tuple[Path, str]]


@dataclass(frozen=True)
class Phase:
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


class Position(Protocol):
    """A game's working copy of a state."""

    def phase(self) -> Phase | None:
        """Return the phase that stands, None when all is over."""

    def awaiting(self) -> list[Awaiting]:
        """Return whom the game waits for."""

    def state(self) -> Any:
        """Return the state as it now stands, of the game's own type."""

    def legal(self, piece: str | None = None) -> list[dict[str, Any]]:
        """Return what may be ordered now, for one piece or for all: rows of orders, the verb first.

        What is worth knowing beside an order, and no part of it, may stand in its row as the mapping `told`.
        """


class SimultaneousPosition(Position, Protocol):
    """A working copy with phases together: every party orders before anything is resolved."""

    @property
    def forgiving(self) -> bool:
        """Whether an illegal order is passed over here instead of stopping the phase."""

    def answering(self, submission: Submission) -> list[Given] | Objection:
        """Return the orders of a document that answer the phase that stands, or why none can.

        An objection that hangs on something may be lifted by what is resolved before it.
        """

    def clashes(self, submissions: list[Submission]) -> list[tuple[Given, Objection]]:
        """Return what is wrong with orders only under their heading or beside each other."""

    def lacking(self, submissions: list[Submission]) -> list[tuple[str, Objection]]:
        """Return whose orders are missing, and which."""

    def resolve(self, submissions: list[Submission], recorder: Any) -> None:
        """Resolve the documents of every party at once."""


@dataclass(frozen=True)
class Game:
    """One game: its types, its tables and its entrances.

    `unknown` names every word of a state that stands in no table, and `faults` whatever else is wrong besides.
    `draw` gives the boards of a state by name, the one to look at first before the others. `offences` names what
    in a state, an army list say, breaks a rule, and what keeps it from being played where it is more than a list.
    `assume` fills in what a situation leaves out and a question needs, and `suppose` puts what the question itself
    supposes in the place of what is said; `oddities` are what of a situation cannot have come about by the rules.
    `printed_names` gives a situation said on one line with the names of the tables for words as they are printed.
    """

    name: str
    title: str
    state: type[Any]
    orders: Mapping[str, type[Order]]
    questions: Mapping[str, type[Question]]
    tables: Mapping[str, type[Any]]
    facts: Callable[[Ruleset], Mapping[str, Iterable[Fact] | None]]
    parameters: type[Any]
    compile: Callable[[Ruleset, Mapping[str, OptionValue]], Any]
    faults: Callable[[Any, Any, bool], Faults]
    unknown: Callable[[Any, Any], Faults]
    open: Callable[[Any, Any], Position]
    new: Callable[[Any, Ruleset], Any]
    draw: Callable[[Any, Any], Mapping[str, Picture]]
    view: Callable[[Any, str], Any]
    lint: Callable[[Ruleset], list[str]]
    assume: Callable[[Any, Question, Any], tuple[Any, dict[str, Any]]]
    header: type[Header] = Header
    situation_forms: tuple[SituationForm, ...] = ()
    printed_names: Callable[[dict[str, Any], Ruleset], dict[str, Any]] | None = None
    offences: Callable[[Any, Any], list[tuple[Path, Objection]]] | None = None
    suppose: Callable[[Any, Question, Any], Any] | None = None
    oddities: Callable[[Any, Question, Any], list[str]] | None = None
