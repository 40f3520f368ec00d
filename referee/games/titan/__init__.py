"""Law of Titan: legions on the Masterboard and their battles on the Battlelands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import msgspec

from referee.core.game.game import Game
from referee.core.game.lazy_types import lazily
from referee.core.game.position import Position
from referee.core.notation.situation_forms import SituationForm
from referee.core.rules.rulesets import Ruleset

from .battle.alone import BattleAlone, NoBoard
from .battle.orders import ORDERS as IN_BATTLE
from .campaign.orders import ORDERS as IN_GAME
from .check_state import impossible, unknown, unused_fields, validate_state
from .magic.orders import IN_BATTLE as MAGIC_IN_BATTLE
from .magic.orders import ON_MASTERBOARD as MAGIC_ON_MASTERBOARD
from .masterboard.orders import ORDERS as ON_MASTERBOARD
from .parameters import Parameters
from .questions import QUESTIONS, asked_of, assume, suppose
from .rules import TitanRules, compile_rules
from .state import State
from .tables import TABLES
from .words import BATTLE, CAMPAIGN, MASTERBOARD, WHERE

if TYPE_CHECKING:
    from referee.core.game.odds import GameOdds
    from referee.core.game.sheets import Chart

    from .battle.upkeep import Upkeep

# the verbs that only Spells, and what comes with them, bring
OF_MAGIC = frozenset({*MAGIC_IN_BATTLE, *MAGIC_ON_MASTERBOARD} - {*IN_BATTLE, *ON_MASTERBOARD, *IN_GAME})

ORDERS = {
    BATTLE: IN_BATTLE | MAGIC_IN_BATTLE,
    MASTERBOARD: ON_MASTERBOARD | MAGIC_ON_MASTERBOARD,
    CAMPAIGN: IN_GAME,
}


def open_state(state: State, rules: TitanRules) -> Position:
    """Return the position of a game on the Masterboard, or of a single battle."""
    if state.masterboard is None and state.battle is None:
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


def blanks(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    """Return a situation without pieces for each Battleland, and for the Masterboard."""
    lands = compile_rules(ruleset, {}).battlelands.battlelands
    out: dict[str, dict[str, Any]] = {land: {"battle": {"battleland": land, "pieces": []}} for land in lands}
    return {**out, "masterboard": {"masterboard": {"legions": []}}}


def odds() -> GameOdds:
    """Return the odds of strikes and battles."""
    from .odds.offer import TitanOdds

    return TitanOdds(GAME)


def charts(ruleset: Ruleset) -> Mapping[str, Chart]:
    """Return the chart of Spells of a ruleset that has them, and those that belong to a rule."""
    from .magic.spell_chart import spell_chart
    from .printed_charts import printed_charts

    return spell_chart(ruleset) | printed_charts(ruleset)


def counters(ruleset: Ruleset) -> str:
    """Return a table to be filled in with what the counters of Spells show; raises Unreadable without Spells."""
    from .magic.spell_chart import counter_sheet

    return counter_sheet(ruleset)


# what few commands need is imported when it is called
_later = partial(lazily, __package__)

GAME: Game[State, TitanRules] = Game(
    name="titan",
    title="Law of Titan",
    state=State,
    orders=ORDERS,
    answers=_later("answers:ANSWERS"),
    questions=QUESTIONS,
    tables=TABLES,
    moments=_later("moments.catalog:moments_of"),
    names=_later("schema_names:names"),
    charts=charts,
    reference=_later("sheets:sheets"),
    odds=odds,
    parameters=Parameters,
    compile=compile_rules,
    validate_state=validate_state,
    unknown=unknown,
    open=open_state,
    new=_later("new:new"),
    trial=_later("new:trial"),
    draw=_later("pictures:draw"),
    view=view,
    lint=_later("lint:lint"),
    warnings=_later("lint:warnings"),
    assume=assume,
    suppose=suppose,
    impossible=impossible,
    asked_of=asked_of,
    where=WHERE,
    further_steps=_later("steps:further_steps"),
    newer_fields=(("masterboard", "shut"),),
    sheets={"counters": counters},
    unused=lambda rules: () if rules.spells else OF_MAGIC,
    unused_fields=unused_fields,
    printed_names=_later("printed_names:printed_names"),
    facts=_later("facts:facts_of"),
    terms=("eliminate", "losses"),
    lines=_later("said.lines:LINES"),
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
