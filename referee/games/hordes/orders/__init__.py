"""The orders of a Hordes turn, one class each."""

from referee.core.game.lazy_types import LazyTypes

ORDERS = LazyTypes(
    __name__,
    {
        "pips": "pips:Pips",
        "activate": "arrive:Activate",
        "desorcell": "arrive:Desorcell",
        "move": "move:Move",
        "attack": "move:Attack",
        "group": "group:Group",
        "break_off": "move:BreakOff",
        "shoot": "ranged:Shoot",
        "bespell": "ranged:Bespell",
        "call": "ranged:Call",
        "pass": "ranged:Pass",
        "fight": "close:Fight",
        "end": "close:End",
    },
)
