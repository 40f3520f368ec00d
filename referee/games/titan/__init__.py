"""Law of Titan: legions on the Masterboard and their battles on the Battlelands."""

from typing import Any

from referee.core.game.game import Game
from referee.core.notation.situations import SituationForm
from referee.core.picture import Picture

from .battle.alone import BattleAlone
from .check_state import faults
from .check_words import unknown
from .lint import lint
from .new import new
from .orders import ORDERS, WHERE
from .parameters import Parameters
from .printed_names import printed_names
from .questions import QUESTIONS, assume, oddities, suppose
from .rules import TitanRules, compile_rules
from .state import State
from .tables import TABLES, facts_of


def open_state(state: State, rules: TitanRules) -> Any:
    """Return the working copy of a game on the Masterboard, or of a battle that stands alone."""
    if state.masterboard is None:
        return BattleAlone(state, rules)
    from .campaign.position import Campaign

    return Campaign(state, rules)


def view(state: State, player: str) -> State:
    """Return what a player may see; a battle that stands alone is fought in the open (LoT 9.1), so all of it."""
    if state.masterboard is None:
        return state
    from .masterboard.view import view as view_masterboard

    return view_masterboard(state, player)


def draw(state: State, rules: TitanRules) -> dict[str, Picture]:
    """Return the boards of a state as pictures."""
    from .pictures import draw as draw_boards

    return draw_boards(state, rules)


GAME = Game(
    name="titan",
    title="Law of Titan",
    state=State,
    orders=ORDERS,
    questions=QUESTIONS,
    tables=TABLES,
    facts=facts_of,
    parameters=Parameters,
    compile=compile_rules,
    faults=faults,
    unknown=unknown,
    open=open_state,
    new=new,
    draw=draw,
    view=view,
    lint=lint,
    assume=assume,
    suppose=suppose,
    oddities=oddities,
    where=WHERE,
    printed_names=printed_names,
    situation_forms=(
        SituationForm(
            "battle", ("battleland",), items="pieces", item=("side", "character", "hex"), named_by="character"
        ),
        SituationForm("masterboard", (), items="legions", item=("player", "land", "contents"), named_by="player"),
    ),
)
