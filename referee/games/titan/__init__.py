"""Law of Titan: battles on the Battlelands; the Masterboard stands beside them."""

from referee.core.game import Game
from referee.core.situations import Spoken

from .battle.orders import ORDERS
from .battle.questions import QUESTIONS, assume
from .check_state import faults
from .lint import lint
from .new import Parameters, new
from .pictures import draw
from .rules import compile_rules
from .state import State
from .tables import TABLES, facts_of
from .work import TitanWork


def view(state: State, player: str) -> State:
    """Return what a player may see: a battle is fought in the open (LoT 9.1), so all of it."""
    return state


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
    open=TitanWork,
    new=new,
    draw=draw,
    view=view,
    lint=lint,
    assume=assume,
    spoken=(
        Spoken("battle", ("battleland",), items="pieces", item=("side", "character", "hex"), named_by="character"),
    ),
)
