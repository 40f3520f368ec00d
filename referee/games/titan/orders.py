"""The orders of a Titan game by scope."""

from .battle.orders import ORDERS as IN_BATTLE
from .campaign.orders import ORDERS as IN_GAME
from .magic.orders import IN_BATTLE as MAGIC_IN_BATTLE
from .magic.orders import ON_MASTERBOARD as MAGIC_ON_MASTERBOARD
from .masterboard.orders import ORDERS as ON_MASTERBOARD
from .scopes import BATTLE, CAMPAIGN, MASTERBOARD

# the verbs that only Spells, and what comes with them, bring
OF_MAGIC = frozenset({*MAGIC_IN_BATTLE, *MAGIC_ON_MASTERBOARD} - {*IN_BATTLE, *ON_MASTERBOARD, *IN_GAME})

ORDERS = {
    BATTLE: IN_BATTLE | MAGIC_IN_BATTLE,
    MASTERBOARD: ON_MASTERBOARD | MAGIC_ON_MASTERBOARD,
    CAMPAIGN: IN_GAME,
}
