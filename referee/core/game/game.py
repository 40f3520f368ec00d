"""What a game offers: every command goes through this object and knows nothing else of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from ..documents import Path, Problem
from ..notation.situations import SituationForm
from ..picture import Picture
from ..rules.compiled import CompiledRules
from ..rules.moments import Moment
from ..rules.rulesets import OptionValue, Ruleset
from .lazy_verbs import AllVerbs
from .orders import Objection, Order
from .position import Position
from .questions import Question
from .state import State
from .submissions import Header

Faults = list[tuple[Path, str]]

if TYPE_CHECKING:
    # defaults of type parameters are in the standard library from Python 3.13
    from typing_extensions import TypeVar

    OfState = TypeVar("OfState", bound=State, default=State)
    OfRules = TypeVar("OfRules", bound=CompiledRules, default=CompiledRules)
else:
    from typing import TypeVar

    OfState = TypeVar("OfState")
    OfRules = TypeVar("OfRules")


class Game(msgspec.Struct, Generic[OfState, OfRules], frozen=True):
    """One game: its types, its tables and its entrances.

    A game says which state and which rules are its own, `GAME: Game[State, TitanRules] = Game(...)`, and its functions
    are checked against them. A bare `Game` is any game, as core handles it.

    `orders` are found by scope and verb: a game whose boards have orders of their own has a scope for each, which
    `where` gives in words.
    `unknown` lists every word of a state that is in no table, and `validate_state` every other problem. `offences`
    lists what breaks a rule in a state, such as an army list, and what prevents a complete state from being played.
    `moments` are what the rows of each section of its tables may name and change.
    `draw` returns the boards of a state by name, the main one first. `assume` fills in what a situation leaves out and
    a question needs, and `suppose` applies what the question supposes, both with remarks; `oddities` lists what is
    impossible in a situation by the rules. `printed_names` replaces printed words of a one-line situation by the
    names of the tables.
    """

    name: str
    title: str
    state: type[OfState]
    orders: Mapping[str, Mapping[str, type[Order]]]
    questions: Mapping[str, type[Question]]
    tables: Mapping[str, type[Any]]
    moments: Callable[[Ruleset], Mapping[str, Moment]]
    parameters: type[Any]
    compile: Callable[[Ruleset, Mapping[str, OptionValue | None]], OfRules]
    validate_state: Callable[[OfState, OfRules, bool], Faults]
    unknown: Callable[[OfState, OfRules], Faults]
    open: Callable[[OfState, OfRules], Position]
    new: Callable[[Any, Ruleset], OfState]
    draw: Callable[[OfState, OfRules], Mapping[str, Picture]]
    view: Callable[[OfState, str], OfState]
    lint: Callable[[Ruleset], Sequence[Problem | str]]
    assume: Callable[[OfState, Question, OfRules], tuple[OfState, dict[str, Any]]]
    header: type[Header] = Header
    situation_forms: tuple[SituationForm, ...] = ()
    printed_names: Callable[[dict[str, Any], Ruleset], dict[str, Any]] | None = None
    offences: Callable[[OfState, OfRules], list[tuple[Path, Objection]]] | None = None
    suppose: Callable[[OfState, Question, OfRules], tuple[OfState, dict[str, Any]]] | None = None
    oddities: Callable[[OfState, Question, OfRules], list[str]] | None = None
    where: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def verbs(self) -> Mapping[str, type[Order]]:
        """Return an order of each verb, in the first scope that has it."""
        return AllVerbs(self.orders)

    def order_of(self, row: Mapping[str, Any], scope: str | None = None) -> type[Order] | None:
        """Return the type of an order given as a mapping, in a scope or in the first that has its verb."""
        verbs = self.orders[scope] if scope is not None else self.verbs
        return next((verbs[key] for key in row if key in verbs), None)

    @property
    def order_types(self) -> list[type[Order]]:
        """Return every type of order of every scope."""
        return [kind for verbs in self.orders.values() for kind in verbs.values()]
