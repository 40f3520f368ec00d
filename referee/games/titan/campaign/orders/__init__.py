"""The orders of a whole game that concern both boards, one class each."""

from referee.core.game.lazy_types import LazyTypes

ORDERS = LazyTypes(
    __name__,
    {
        "concede": "give_up:GiveUp",
    },
)
