"""The fantasy miniatures sheet: armies of elements on an open table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.core.game.game import Game
from referee.core.game.picture import Picture
from referee.core.notation.situation_forms import SituationForm
from referee.core.rules.rulesets import Ruleset

from .check_state import impossible, unknown, validate_state
from .lint import lint, warnings
from .new import Parameters, new
from .orders import ORDERS
from .position import HordesPosition
from .questions import QUESTIONS, assume, suppose
from .rules import HordesRules, compile_rules
from .state import State
from .tables import TABLES

if TYPE_CHECKING:
    from referee.core.game.facts import Facts
    from referee.core.game.odds import GameOdds
    from referee.core.game.sheets import Sheet
    from referee.core.line.reader import Lines
    from referee.core.rules.moments import Moment


def view(state: State, player: str) -> State:
    """Return what a player may see: everything stands on the table."""
    return state


def moments(ruleset: Ruleset) -> dict[str, Moment]:
    """Return what rows may name and change; only lint and lists of facts load it."""
    from .moments import moments_of

    return moments_of(ruleset)


def draw(state: State, rules: HordesRules) -> dict[str, Picture]:
    """Return the table as a picture; the geometry is loaded only now."""
    from .pictures import draw as drawn

    return {"table": drawn(state, rules)}


def facts(position: HordesPosition, player: str) -> Facts:
    """Return what a player knows, for the conditions of orders."""
    from .facts import facts_of

    return facts_of(position)


def lines() -> Lines:
    """Return what the reader of lines needs of this game."""
    from .said.lines import LINES

    return LINES


def answers() -> Mapping[str, type[Any]]:
    """Return the types of the answers, which only schemas need."""
    from .answers import ANSWERS

    return ANSWERS


def names(ruleset: Ruleset) -> Mapping[str, Sequence[str | int]]:
    """Return the names that fields may have, which only schemas need."""
    from . import schema_names

    return schema_names.names(ruleset)


def odds() -> GameOdds:
    """Return the odds of combats and battles."""
    from .odds.offer import HordesOdds

    return HordesOdds(GAME)


def reference(ruleset: Ruleset) -> Iterable[Sheet]:
    """Return a sheet for each thing of the tables that players ask for."""
    from .sheets import sheets

    return sheets(ruleset)


GAME: Game[State, HordesRules] = Game(
    name="hordes",
    title="Paces and Hordes",
    state=State,
    orders={"table": ORDERS},
    answers=answers,
    questions=QUESTIONS,
    tables=TABLES,
    moments=moments,
    names=names,
    reference=reference,
    odds=odds,
    parameters=Parameters,
    compile=compile_rules,
    validate_state=validate_state,
    unknown=unknown,
    open=HordesPosition,
    new=new,
    draw=draw,
    view=view,
    lint=lint,
    warnings=warnings,
    assume=assume,
    suppose=suppose,
    impossible=impossible,
    facts=facts,
    lines=lines,
    situation_forms=(
        SituationForm("combat", ("kind",), parts={"a": ("type", "going"), "b": ("type", "going")}),
        SituationForm(
            "table",
            items="elements",
            item=("army", "type"),
            named_by="type",
            lists={"ground": ("terrain", ("id", "kind")), "keep": ("strongholds", ("id", "army"))},
            whole=True,
        ),
    ),
)
