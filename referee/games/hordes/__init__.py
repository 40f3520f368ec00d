"""The fantasy miniatures sheet: armies of elements on an open table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from referee.core.game.game import Game
from referee.core.game.lazy_types import lazily
from referee.core.game.picture import Picture
from referee.core.notation.situation_forms import SituationForm

from .check_state import impossible, unknown, validate_state
from .lint import lint, names, warnings
from .new import Parameters, new, trial
from .orders import ORDERS
from .position import HordesPosition
from .questions import QUESTIONS, assume, suppose
from .rules import HordesRules, compile_rules
from .state import State
from .tables import TABLES

if TYPE_CHECKING:
    from referee.core.game.odds import GameOdds


def draw(state: State, rules: HordesRules) -> dict[str, Picture]:
    """Return the table as a picture, none for a combat alone; the geometry is loaded only now."""
    if state.board is None and not (state.elements or state.terrain or state.strongholds):
        return {}
    from .pictures import draw as drawn

    return {"table": drawn(state, rules)}


def odds() -> GameOdds:
    """Return the odds of combats and battles."""
    from .odds.offer import HordesOdds

    return HordesOdds(GAME)


# what few commands need is imported when it is called
_later = partial(lazily, __package__)

GAME: Game[State, HordesRules] = Game(
    name="hordes",
    title="Paces and Hordes",
    state=State,
    orders={"table": ORDERS},
    answers=_later("answers:ANSWERS"),
    questions=QUESTIONS,
    tables=TABLES,
    moments=_later("moments:moments_of"),
    names=names,
    reference=_later("sheets:sheets"),
    odds=odds,
    parameters=Parameters,
    compile=compile_rules,
    validate_state=validate_state,
    unknown=unknown,
    open=HordesPosition,
    new=new,
    trial=trial,
    draw=draw,
    lint=lint,
    warnings=warnings,
    assume=assume,
    suppose=suppose,
    impossible=impossible,
    facts=_later("phases:facts_of"),
    lines=_later("said.lines:LINES"),
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
