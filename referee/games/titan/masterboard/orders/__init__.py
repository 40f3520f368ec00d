"""The orders of Masterplay, one class each; giving up the game is an order of the campaign."""

from referee.core.game.lazy_types import LazyTypes

ORDERS = LazyTypes(
    __name__,
    {
        "roll": "setup:RollTower",
        "start": "setup:Start",
        "split": "splits:Split",
        "move": "movement:Move",
        "teleport": "teleport:Teleport",
        "use": "use:UseBoardAbility",
        "mulligan": "movement:Mulligan",
        "engage": "engagements:Engage",
        "flee": "engagements:Flee",
        "stand": "engagements:Stand",
        "fight": "engagements:Fight",
        "agree": "agreement:Agree",
        "concede": "engagements:Concede",
        "acquire": "gains:Acquire",
        "summon": "gains:Summon",
        "muster": "muster:Muster",
        "end": "end:End",
        "reduce": "table:Reduce",
        "disturb": "table:Disturb",
        "look": "table:Look",
        "clock": "clock:Clock",
        "stop": "table:Stop",
    },
)
