"""The orders of a Titan game by scope."""

from .battle.orders import ORDERS as IN_BATTLE
from .campaign.orders import ORDERS as IN_GAME
from .masterboard.orders import ORDERS as ON_MASTERBOARD
from .scopes import BATTLE, CAMPAIGN, MASTERBOARD

ORDERS = {BATTLE: IN_BATTLE, MASTERBOARD: ON_MASTERBOARD, CAMPAIGN: IN_GAME}
