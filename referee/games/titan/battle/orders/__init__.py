"""The orders of a battle, one class each."""

from referee.core.game.lazy_types import LazyTypes

ORDERS = LazyTypes(
    __name__,
    {
        "move": "move:Move",
        "enter": "move:Enter",
        "strike": "strike:Strike",
        "rangestrike": "rangestrike:Rangestrike",
        "use": "use:UseAbility",
        "muster": "arrive:Muster",
        "summon": "arrive:Summon",
        "end": "end:End",
        "concede": "end:Concede",
        "clock": "end:Clock",
    },
)
