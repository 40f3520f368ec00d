"""Every order of a Titan game by its verb, each imported when it is first given.

A battle's order goes to the battle, alone or inside a game. Where the Masterboard has the same verb what stands on
the table decides which is meant.
"""

from referee.core.game.lazy_verbs import LazyVerbs

ORDERS = LazyVerbs(
    __package__.rpartition(".")[0],
    {
        "move": "orders.shared:MOVE",
        "enter": "orders.in_battle:Enter",
        "strike": "orders.in_battle:Strike",
        "rangestrike": "orders.in_battle:Rangestrike",
        "muster": "orders.shared:MUSTER",
        "summon": "orders.shared:SUMMON",
        "end": "orders.shared:END",
        "concede": "orders.shared:CONCEDE",
        "roll": "masterboard.orders.setup:RollTower",
        "start": "masterboard.orders.setup:Start",
        "split": "masterboard.orders.splits:Split",
        "teleport": "masterboard.orders.movement:Teleport",
        "mulligan": "masterboard.orders.movement:Mulligan",
        "engage": "masterboard.orders.engagements:Engage",
        "flee": "masterboard.orders.engagements:Flee",
        "stand": "masterboard.orders.engagements:Stand",
        "agree": "masterboard.orders.engagements:Agree",
        "fight": "masterboard.orders.engagements:Fight",
        "acquire": "masterboard.orders.gains:Acquire",
        "reduce": "masterboard.orders.table:Reduce",
        "disturb": "masterboard.orders.table:Disturb",
        "look": "masterboard.orders.table:Look",
        "clock": "orders.shared:CLOCK",
        "stop": "masterboard.orders.table:Stop",
    },
)
