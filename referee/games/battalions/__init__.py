"""Battalions, Fields and Spaces: simultaneous commands on a square grid, without dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.core.game.game import Game
from referee.core.notation.situation_forms import SituationForm
from referee.core.rules.rulesets import Ruleset

from .check_state import found_offences, impossible, unknown, validate_state
from .lint import lint
from .new import Parameters, new
from .orders import ORDERS
from .orders.header import BattalionsHeader
from .pictures import draw
from .questions import QUESTIONS, asked_of, assume, suppose
from .rules import BattalionsRules, compile_rules
from .state import State
from .tables import TABLES, moments_of
from .turns import SimultaneousTurns

if TYPE_CHECKING:
    from referee.core.game.facts import Facts
    from referee.core.game.sheets import Sheet
    from referee.core.line.reader import Lines


def view(state: State, player: str) -> State:
    """Return what a player may see: all of it, since only unresolved orders are hidden."""
    return state


def facts(position: SimultaneousTurns, player: str) -> Facts:
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
    commands = list(ruleset.raw("commands").get("commands", {}))
    fields = ("Command.command", "AskAttack.command", "Substitute.usual", "Substitute.banned", "Substitute.routed")
    return dict.fromkeys(fields, commands)


def reference(ruleset: Ruleset) -> Iterable[Sheet]:
    """Return a sheet for each thing of the tables that players ask for."""
    from .sheets import sheets

    return sheets(ruleset)


GAME: Game[State, BattalionsRules] = Game(
    name="battalions",
    title="Battalions, Fields and Spaces",
    state=State,
    orders={"board": ORDERS},
    answers=answers,
    questions=QUESTIONS,
    tables=TABLES,
    names=names,
    reference=reference,
    moments=moments_of,
    parameters=Parameters,
    compile=compile_rules,
    validate_state=validate_state,
    unknown=unknown,
    open=SimultaneousTurns,
    new=new,
    draw=draw,
    view=view,
    lint=lint,
    assume=assume,
    suppose=suppose,
    impossible=impossible,
    asked_of=asked_of,
    header=BattalionsHeader,
    offences=found_offences,
    facts=facts,
    lines=lines,
    situation_forms=(
        SituationForm(
            "board",
            items="units",
            item=("id", "battalion"),
            lists={"battalion": ("battalions", ("id", "player")), "combat": ("combats", ("id",))},
            whole=True,
        ),
    ),
)
