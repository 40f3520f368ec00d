"""The interface of a game: commands use only this object."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import msgspec

from ..documents import Path, Problem
from ..notation.situation_forms import SituationForm
from ..rules.compiled import CompiledRules
from ..rules.index import OptionValue
from ..rules.rulesets import Ruleset
from .lazy_types import AllVerbs
from .orders import Objection, Order
from .picture import Picture
from .position import Position
from .questions import Question
from .state import State
from .submissions import Header

# what is wrong with a state, each with its path
StateProblems = list[tuple[Path, str]]


class Fault(NamedTuple):
    """What the rules make impossible in a state: its path, and a sentence with the rules.

    One that is `odd` cannot come about in play either, but the rest of the game follows the rules.
    """

    path: Path
    message: str
    odd: bool = False


# raised when a game written for the interface before would no longer work
API = 1

if TYPE_CHECKING:
    # defaults of type parameters are in the standard library from Python 3.13
    from typing_extensions import TypeVar

    from ..line.reader import Lines
    from ..rules.moments import Moment
    from .facts import Facts
    from .odds import GameOdds
    from .sheets import Chart, Sheet

    OfState = TypeVar("OfState", bound=State, default=State)
    OfRules = TypeVar("OfRules", bound=CompiledRules, default=CompiledRules)
else:
    from typing import TypeVar

    OfState = TypeVar("OfState")
    OfRules = TypeVar("OfRules")


class Game(msgspec.Struct, Generic[OfState, OfRules], frozen=True, dict=True):
    """One game: its types, tables and functions.

    A game says which state and which rules are its own, `GAME: Game[State, TitanRules] = Game(...)`, and its functions
    are checked against them. A bare `Game` is any game, as core handles it.

    `api` is the version of this interface that the game is written for.
    `orders` holds order types by scope and verb. A game with several boards has a scope for each; `where` gives the
    scopes in words. `unknown` lists the words of a state that are in no table, and `validate_state` the other problems.
    `view` returns a state as a player sees it, with what is hidden left out. `tables` has the type of each file of a
    ruleset beside the manifest, rules and rulings; one called `policies`, of `Policies`, holds standing orders and
    defaults. `situation_forms` say which parts of a state are written on one line, and in which order.
    `offences` lists the rules that the armies of a state break. `lint` lists what makes a ruleset unsound, `warnings`
    what may not be meant in a sound one. `moments` are the facts and quantities that the rows of each section of its
    tables may use.
    `answers` are the types of the answers by the verb of their question, and `names` the names that fields of documents
    and tables may have, by `Type.field`; both are for the schemas that editors use. `charts` are made from the tables
    and printed by name, `reference` a sheet about each thing of the tables that players ask for.
    `draw` returns the boards of a state by name, the main one first. `assume` fills in what a situation leaves out and
    a question needs; `suppose` applies what the question supposes; both return remarks. `impossible` lists what the
    rules make impossible in a state or situation, and `asked_of` returns the part of one that a question is about.
    `odds` gives what the game offers for `referee odds`. `printed_names` replaces printed words of a one-line situation
    with the names of the tables. `facts` returns what the conditions of orders may ask for, by the position of a
    player's view; `terms` are the fields of an order that offers something. `lines` returns what the reader of
    lines as people write them needs of this game. `blanks` returns the smallest situations by the name of their
    board, to be drawn. `trial` returns a state from which a game at random soon meets what rows are about; without it
    that is a new one.
    """

    name: str
    title: str
    state: type[OfState]
    orders: Mapping[str, Mapping[str, type[Order]]]
    parameters: type[Any]
    compile: Callable[[Ruleset, Mapping[str, OptionValue | None]], OfRules]
    open: Callable[[OfState, OfRules], Position]
    new: Callable[[Any, Ruleset], OfState]
    draw: Callable[[OfState, OfRules], Mapping[str, Picture]]
    api: int = 1
    questions: Mapping[str, type[Question]] = msgspec.field(default_factory=dict)
    tables: Mapping[str, type[Any]] = msgspec.field(default_factory=dict)
    moments: Callable[[Ruleset], Mapping[str, Moment]] = lambda ruleset: {}
    validate_state: Callable[[OfState, OfRules, bool], StateProblems] = lambda state, rules, playing: []
    unknown: Callable[[OfState, OfRules], StateProblems] = lambda state, rules: []
    view: Callable[[OfState, str], OfState] = lambda state, player: state
    lint: Callable[[Ruleset], Sequence[Problem | str]] = lambda ruleset: []
    warnings: Callable[[Ruleset], Sequence[Problem]] = lambda ruleset: []
    assume: Callable[[OfState, Question, OfRules], tuple[OfState, dict[str, Any]]] = lambda state, asked, rules: (
        state,
        {},
    )
    answers: Callable[[], Mapping[str, type[Any]]] = dict
    names: Callable[[Ruleset], Mapping[str, Sequence[str | int]]] = lambda ruleset: {}
    charts: Callable[[Ruleset], Mapping[str, Chart]] = lambda ruleset: {}
    reference: Callable[[Ruleset], Iterable[Sheet]] = lambda ruleset: ()
    header: type[Header] = Header
    situation_forms: tuple[SituationForm, ...] = ()
    printed_names: Callable[[dict[str, Any], Ruleset], dict[str, Any]] | None = None
    blanks: Callable[[Ruleset], Mapping[str, dict[str, Any]]] | None = None
    lines: Callable[[], Lines] | None = None
    offences: Callable[[OfState, OfRules], list[tuple[Path, Objection]]] | None = None
    suppose: Callable[[OfState, Question, OfRules], tuple[OfState, dict[str, Any]]] | None = None
    impossible: Callable[[OfState, OfRules], Sequence[Fault]] = lambda state, rules: []
    asked_of: Callable[[OfState, Question, OfRules], OfState] = lambda state, asked, rules: state
    facts: Callable[[Any, str], Facts] | None = None
    trial: Callable[[Ruleset, Random], OfState] | None = None
    terms: tuple[str, ...] = ()
    where: Mapping[str, str] = msgspec.field(default_factory=dict)
    odds: Callable[[], GameOdds | None] = lambda: None
    # files to be filled in, by the name of the option with which `referee new` writes them
    sheets: Mapping[str, Callable[[Ruleset], str]] = msgspec.field(default_factory=dict)
    # the verbs that rules do not use: their orders are not imported to list what is legal, their questions not offered
    unused: Callable[[OfRules], Collection[str]] = lambda rules: ()
    # the fields of a state that rules do not use, by their paths without numbers: they are not offered to be filled in
    unused_fields: Callable[[OfRules], Collection[tuple[str, ...]]] = lambda rules: ()
    # steps that only some rulesets cite, by their keys in `citations`
    further_steps: Callable[[], Collection[str]] = lambda: ()
    # fields of a state that versions without digests did not write, by their paths
    newer_fields: tuple[tuple[str, ...], ...] = ()

    @property
    def verbs(self) -> Mapping[str, type[Order]]:
        """The order type of each verb, from the first scope that has it."""
        return AllVerbs(self.orders)

    def order_of(self, row: Mapping[str, Any], scope: str | None = None) -> type[Order] | None:
        """Return the type of an order given as a mapping, in a scope or in the first one that has its verb."""
        verbs = self.orders[scope] if scope is not None else self.verbs
        return next((verbs[key] for key in row if key in verbs), None)

    def kinds(self, scope: str, rules: OfRules) -> list[type[Order]]:
        """Return the types of order of a scope that rules use, in the order of its verbs."""
        unused = self.unused(rules)
        return [verbs[verb] for verbs in (self.orders[scope],) for verb in verbs if verb not in unused]

    def asked(self, rules: OfRules) -> dict[str, type[Question]]:
        """Return the questions that rules can answer, by their verbs."""
        unused = self.unused(rules)
        return {verb: kind for verb, kind in self.questions.items() if verb not in unused}

    @property
    def order_types(self) -> list[type[Order]]:
        """Every order type of every scope."""
        return [kind for verbs in self.orders.values() for kind in verbs.values()]
