"""Battalions, Fields and Spaces: simultaneous commands on a square grid, without dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from referee.core.game.game import Game
from referee.core.game.lazy_types import lazily
from referee.core.notation.situation_forms import SituationForm
from referee.core.rules.rulesets import Ruleset

from .check_state import army_offences, impossible, validate_state
from .lint import lint
from .moments import moments_of
from .new import Parameters, blanks, new
from .orders import ORDERS
from .orders.header import BattalionsHeader
from .pictures import draw
from .position import facts_of
from .questions import QUESTIONS, asked_of, assume, suppose
from .rules import BattalionsRules, compile_rules
from .state import State
from .tables import TABLES
from .turns import SimultaneousTurns


def names(ruleset: Ruleset) -> Mapping[str, Sequence[str | int]]:
    """Return the names that fields may have, which only schemas need."""
    commands = list(ruleset.raw("commands").get("commands", {}))
    terrains = list(ruleset.raw("modifiers").get("terrains", {}))
    fields = ("Command.command", "AskAttack.command", "Substitute.usual", "Substitute.banned", "Substitute.routed")
    return {**dict.fromkeys(fields, commands), "BoardState.terrain:keys": terrains}


# what few commands need is imported when it is called
_later = partial(lazily, __package__)

GAME: Game[State, BattalionsRules] = Game(
    name="battalions",
    title="Battalions, Fields and Spaces",
    state=State,
    orders={"board": ORDERS},
    answers=_later("answers:ANSWERS"),
    questions=QUESTIONS,
    tables=TABLES,
    names=names,
    reference=_later("sheets:sheets"),
    moments=moments_of,
    parameters=Parameters,
    compile=compile_rules,
    validate_state=validate_state,
    open=SimultaneousTurns,
    new=new,
    draw=draw,
    blanks=blanks,
    lint=lint,
    assume=assume,
    suppose=suppose,
    impossible=impossible,
    asked_of=asked_of,
    header=BattalionsHeader,
    offences=army_offences,
    facts=facts_of,
    lines=_later("said.lines:LINES"),
    situation_forms=(
        SituationForm(
            "board",
            items="units",
            item=("id", "battalion"),
            lists={"battalion": ("battalions", ("id", "player")), "combat": ("combats", ("id",))},
            whole=True,
            board="spaces",
        ),
    ),
)
