"""Law of Titan: legions on the Masterboard and their battles on the Battlelands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from referee.core.documents import Problem
from referee.core.game.game import Game
from referee.core.game.picture import Picture
from referee.core.game.position import Position
from referee.core.notation.situation_forms import SituationForm
from referee.core.rules.rulesets import Ruleset

from .battle.alone import BattleAlone
from .check_state import impossible, unknown, validate_state
from .orders import OF_MAGIC, ORDERS
from .parameters import Parameters
from .questions import QUESTIONS, asked_of, assume, suppose
from .rules import TitanRules, compile_rules
from .scopes import WHERE
from .state import State
from .steps import FURTHER_STEPS
from .tables import TABLES

if TYPE_CHECKING:
    from referee.core.game.facts import Facts
    from referee.core.game.odds import GameOdds
    from referee.core.game.sheets import Chart, Sheet
    from referee.core.line.reader import Lines
    from referee.core.rules.moments import Moment

    from .battle.upkeep import Upkeep


def open_state(state: State, rules: TitanRules) -> Position:
    """Return the position of a game on the Masterboard, or of a single battle."""
    if state.masterboard is None and state.battle is None:
        from .no_board import NoBoard

        return NoBoard(state, rules)
    if state.masterboard is None:
        battle = BattleAlone(state, rules)
        if rules.spells:
            battle.upkeep = _spell_upkeep()
            if state.battle is not None and state.battle.players is not None:
                battle.upkeep.opened(battle)
        return battle
    from .campaign.position import Campaign

    return Campaign(state, rules)


@cache
def _spell_upkeep() -> Upkeep[Any]:
    # the games of few rulesets have Spells
    from .magic.upkeep import SpellUpkeep

    return SpellUpkeep()


def new(chosen: Parameters, ruleset: Ruleset) -> State:
    """Return the state of a new battle, or of a new game; raises Unreadable if the tables do not allow it."""
    from .new import new as new_state

    return new_state(chosen, ruleset)


def view(state: State, player: str) -> State:
    """Return what a player may see; in a single battle, that is everything but stacks of Spells (LoT 9.1, MM 20.1)."""
    if state.battle is not None:
        from .battle.view import has_secrets, view_battle

        if has_secrets(state.battle):
            state = msgspec.structs.replace(state, view=player, battle=view_battle(state.battle, player))
    if state.masterboard is None:
        return state
    from .masterboard.view import view as view_masterboard

    return view_masterboard(state, player)


def draw(state: State, rules: TitanRules) -> dict[str, Picture]:
    """Return the boards of a state as pictures."""
    from .pictures import draw as draw_boards

    return draw_boards(state, rules)


def lint(ruleset: Ruleset) -> list[Problem]:
    """Return every problem of the tables that their types do not find."""
    from .lint import lint as lint_tables

    return lint_tables(ruleset)


def warnings(ruleset: Ruleset) -> list[Problem]:
    """Return what may not be meant in sound tables."""
    from .lint import warnings as warnings_of

    return warnings_of(ruleset)


def moments(ruleset: Ruleset) -> dict[str, Moment]:
    """Return what the rows of each section may name and change."""
    from .moments.catalog import moments_of

    return moments_of(ruleset)


def printed_names(said: dict[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """Return a one-line situation with printed names replaced; raises Unreadable for an unknown Land."""
    from .printed_names import printed_names as names_of

    return names_of(said, ruleset)


def facts(position: Position, player: str) -> Facts:
    """Return what a player knows, for the conditions of orders."""
    from .facts import facts_of

    return facts_of(position, player)


def lines() -> Lines:
    """Return what the reader of lines needs of this game."""
    from .said.lines import LINES

    return LINES


# functions that few commands need import their modules when called
def blanks(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    """Return a situation without pieces for each Battleland, and for the Masterboard."""
    lands = compile_rules(ruleset, {}).battlelands.battlelands
    out: dict[str, dict[str, Any]] = {land: {"battle": {"battleland": land, "pieces": []}} for land in lands}
    return {**out, "masterboard": {"masterboard": {"legions": []}}}


def answers() -> Mapping[str, type[Any]]:
    """Return the types of the answers, which only schemas need."""
    from .answers import ANSWERS

    return ANSWERS


def names(ruleset: Ruleset) -> Mapping[str, Sequence[str | int]]:
    """Return the names that fields may have, which only schemas need."""
    from . import schema_names

    return schema_names.names(ruleset)


def odds() -> GameOdds:
    """Return the odds of strikes and battles."""
    from .odds.offer import TitanOdds

    return TitanOdds(GAME)


def charts(ruleset: Ruleset) -> Mapping[str, Chart]:
    """Return the chart of Spells of a ruleset that has them, and those that belong to a rule."""
    from .magic.spell_chart import spell_chart
    from .printed_charts import printed_charts

    return spell_chart(ruleset) | printed_charts(ruleset)


def reference(ruleset: Ruleset) -> Iterable[Sheet]:
    """Return a sheet for each character, terrain, hazard, Spell and chart."""
    from .sheets import sheets

    return sheets(ruleset)


def counters(ruleset: Ruleset) -> str:
    """Return a table to be filled in with what the counters of Spells show; raises Unreadable without Spells."""
    from .magic.spell_chart import counter_sheet

    return counter_sheet(ruleset)


GAME: Game[State, TitanRules] = Game(
    name="titan",
    title="Law of Titan",
    state=State,
    orders=ORDERS,
    answers=answers,
    questions=QUESTIONS,
    tables=TABLES,
    moments=moments,
    names=names,
    charts=charts,
    reference=reference,
    odds=odds,
    parameters=Parameters,
    compile=compile_rules,
    validate_state=validate_state,
    unknown=unknown,
    open=open_state,
    new=new,
    draw=draw,
    view=view,
    lint=lint,
    warnings=warnings,
    assume=assume,
    suppose=suppose,
    impossible=impossible,
    asked_of=asked_of,
    where=WHERE,
    further_steps=FURTHER_STEPS,
    newer_fields=(("masterboard", "shut"),),
    sheets={"counters": counters},
    unused=lambda rules: () if rules.spells else OF_MAGIC,
    printed_names=printed_names,
    facts=facts,
    terms=("eliminate", "losses"),
    lines=lines,
    blanks=blanks,
    situation_forms=(
        SituationForm(
            "battle",
            ("battleland",),
            items="pieces",
            item=("side", "character", "hex"),
            named_by="character",
            lists={"effect": ("effects", ("effect", "hex")), "spell": ("spells", ("spell", "hex"))},
            between={"hex": "hexside"},
        ),
        SituationForm(
            "masterboard",
            (),
            items="legions",
            item=("player", "land", "contents"),
            named_by="player",
            lists={"effect": ("effects", ("effect", "land")), "storm": ("storms", ("spell", "land"))},
        ),
    ),
)
