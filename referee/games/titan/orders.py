"""Every order of a Titan game by scope and verb, each imported when it is first given."""

from referee.core.game.lazy_verbs import LazyVerbs

BATTLE, MASTERBOARD, CAMPAIGN = "battle", "masterboard", "campaign"

ORDERS = {
    BATTLE: LazyVerbs(
        f"{__package__}.battle.orders",
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
    ),
    MASTERBOARD: LazyVerbs(
        f"{__package__}.masterboard.orders",
        {
            "roll": "setup:RollTower",
            "start": "setup:Start",
            "split": "splits:Split",
            "move": "movement:Move",
            "teleport": "teleport:Teleport",
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
    ),
    CAMPAIGN: LazyVerbs(f"{__package__}.campaign", {"concede": "orders:GiveUp"}),
}

# where the orders of a scope are given, in words
WHERE = {BATTLE: "in a battle", MASTERBOARD: "on the Masterboard", CAMPAIGN: "in a game"}
