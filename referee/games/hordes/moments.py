"""What the rows of each section of a Hordes ruleset may name and change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.core.rules.moments import OPERATIONS, YES, FactKind, Moment, QuantityKind, Settled
from referee.core.rules.rows import Fact
from referee.core.rules.rulesets import Ruleset

from .tables import Elements, Pips, TableRules

ROLES = ("close", "shooting", "shot_at", "bespelling", "bespelled")
# what does not occur in a combat: some facts are of close combat or of a spell alone, and one that is hampered stands
# in bad going. On a road through rough ground an element is in bad and in good going at once, and options may let cover
# count where bad going does not.
NEVER: tuple[Mapping[str, Fact], ...] = (
    {"aggressor": True, "contact": False},
    {"opponent_aggressor": True, "contact": False},
    {"uphill": True, "contact": False},
    {"holds_bank": True, "contact": False},
    {"spear_behind": True, "contact": False},
    {"behind_bad": True, "spear_behind": False},
    {"behind_attacked": True, "spear_behind": False},
    {"across_water": True, "contact": True},
    {"across_water": True, "role": "shooting"},
    {"across_water": True, "role": "shot_at"},
    {"across_water": True, "role": "bespelling"},
    {"hampered": True, "bad": False},
    {"general": True, "led": False},
)
NEVER_TYPED = (*NEVER, {"hampered": True, "sure_footed": True}, {"hampered": False, "bad": True, "sure_footed": False})


def moments_of(ruleset: Ruleset) -> dict[str, Moment]:
    """Return every moment of a battle with the facts and quantities of its rows."""
    table = ruleset.typed("elements", Elements)
    types, cats = tuple(table.elements), tuple(table.categories)
    of_cat: dict[Fact, tuple[Fact, ...]] = {
        cat: tuple(name for name, row in table.elements.items() if row.cat == cat) for cat in cats
    }
    sure = tuple(name for name, row in table.elements.items() if "sure_footed" in row.traits)
    unsure = tuple(name for name in types if name not in sure)
    contact: Settled = {
        "contact": ("role", {True: ("close",), False: tuple(role for role in ROLES if role != "close")})
    }
    mine: Settled = {"cat": ("type", of_cat), "sure_footed": ("type", {True: sure, False: unsure})}
    theirs: Settled = {"opponent_cat": ("opponent", of_cat), **contact}
    # lint asks for the moments before it reports a category that there is not
    kinds = {name: table.categories.get(row.cat) for name, row in table.elements.items()}
    fixed = tuple(name for name, kind in kinds.items() if kind is not None and kind.fixed)
    others = tuple(name for name in types if name not in fixed)
    aimed: Settled = {"target_cat": ("target", of_cat), "target_fixed": ("target", {True: fixed, False: others})}
    me = {"type": FactKind("the type of the element", types), "cat": FactKind("its combat type", cats)}
    target = {
        "target": FactKind("the type of the target", types),
        "target_cat": FactKind("the combat type of the target", cats),
        "target_fixed": FactKind("whether the target is a Stronghold", YES),
    }
    # the rows of a type speak of that type alone, so they name neither it nor what it settles
    tables = ruleset.typed("table", TableRules)
    own = _fight(types, cats, [name for name in tables.terrains if name in tables.goings])
    fight = {**me, "sure_footed": FactKind("whether it is sure-footed", YES), **own}
    races = {
        race: FactKind(f"whether a mover is of the race '{race}'", YES) for race in ruleset.typed("pips", Pips).races
    }
    buys = QuantityKind("paces", ("add",), "is what it buys")
    cost = {"cost": QuantityKind("PIPs", ("add",), "is what it costs")}
    return {
        "total": Moment(
            "a combat total",
            fight,
            {
                "value": QuantityKind("the total", ("add",)),
                "factor": QuantityKind("its factor of the element table", OPERATIONS),
            },
            never=NEVER_TYPED,
            settled={**mine, **theirs},
        ),
        "spared": Moment(
            "a defeat of any type, before the rows of the type",
            fight,
            {},
            grants="lets the loser's own rows decide",
            first_match=True,
            never=NEVER_TYPED,
            settled={**mine, **theirs},
        ),
        "minor": Moment(
            "a minor defeat of the type", own, {}, first_match=True, complete=True, never=NEVER, settled=theirs
        ),
        "major": Moment("a major defeat of the type", own, {}, first_match=True, never=NEVER, settled=theirs),
        "any_major": Moment(
            "a major defeat of any type, after the rows of the type",
            fight,
            {},
            first_match=True,
            complete=True,
            never=NEVER_TYPED,
            settled={**mine, **theirs},
        ),
        "draw": Moment(
            "an equal total, for each of the two",
            {**fight, "odd": FactKind("whether the equal total is odd", YES)},
            {},
            first_match=True,
            complete=True,
            never=NEVER_TYPED,
            settled={**mine, **theirs},
        ),
        "remark": Moment("when a given fact counts", {}, {}, grants="explains a fact that changes nothing"),
        "shot": Moment(
            "a shot or spell",
            {
                **me,
                **target,
                "own_turn": FactKind("whether it is the turn of its army", YES),
                "moved": FactKind("whether it has moved in this turn", YES),
                "engaged": FactKind("whether it is in contact with an enemy", YES),
                "target_engaged": FactKind("whether the target is in contact with an enemy of its own", YES),
            },
            {},
            forbids="the shot or spell",
            settled={**mine, **aimed},
        ),
        "passing": Moment(
            "a right to pass through another element",
            {
                **me,
                "bulky": FactKind("whether it is too bulky to pass", YES),
                "crossed": FactKind("whom it passes through", ("friend", "enemy")),
                "crossed_type": FactKind("the type of that element", types),
                "crossed_cat": FactKind("the combat type of that element", cats),
                "aligned": FactKind("whether both face the same way or opposite ways", YES),
            },
            {},
            grants="lets it pass",
            first_match=True,
            settled={**mine, "crossed_cat": ("crossed_type", of_cat)},
        ),
        "slipping": Moment(
            "a path past enemies",
            me,
            {},
            grants="lets it heed enemies only where it ends",
            first_match=True,
            settled=mine,
        ),
        "attack": Moment("a move into contact", {**me, **target}, {}, forbids="the attack", settled={**mine, **aimed}),
        "move_price": Moment(
            "the price of a move",
            {
                "type": FactKind("the type of the movers, where they are all of one", types),
                "cat": FactKind("the combat type of the movers, where they are all of one", cats),
                "movers": FactKind("how many elements move", least=1),
                "flies": FactKind("whether one of them flies", YES),
                "casts": FactKind("whether one of them casts spells", YES),
                "single": FactKind("whether one element moves by itself", YES),
                "in_command": FactKind("whether they are in their General's command", YES),
                **races,
            },
            cost,
        ),
        "price": Moment("the price of an action", {}, {**cost, "paces": buys}),
    }


def _fight(types: Iterable[str], cats: Iterable[str], terrains: Iterable[str]) -> dict[str, FactKind]:
    """Return the facts of a combat that every row of it may name: of the element, and of its opponent."""
    flags = {
        "contact": "whether it is close combat",
        "bad": "whether it is in bad going",
        "cover": "whether wood or town covers it",
        "good": "whether it is in good going or on a road",
        "general": "whether it is its army's General",
        "led": "whether it is the General or has it directly behind",
        "uphill": "whether it is uphill of its opponent",
        "holds_bank": "whether it defends a river bank",
        "across_water": "whether it is bespelled across water",
        "aggressor": "whether it attacked its opponent in this turn",
        "spear_behind": "whether an element that supports it is directly behind",
        "behind_bad": "whether that one is in bad going",
        "behind_attacked": "whether an enemy's front edge touches that one",
        "ground_aid": "whether another enemy on the ground attacks it too",
        "hampered": "whether it is in bad going and not sure-footed",
        "guarded": "whether it casts spells and an element that guards is near",
        "near_stronghold": "whether it is near its own Stronghold",
        "opponent_bad": "whether its opponent is in bad going",
        "opponent_cover": "whether wood or town covers its opponent",
        "opponent_general": "whether its opponent is a General",
        "opponent_guarded": "whether its opponent casts spells and an element that guards is near",
        "opponent_near_stronghold": "whether its opponent is near its own Stronghold",
        "opponent_aggressor": "whether its opponent attacked it in this turn",
    }
    return {
        "role": FactKind("its part in the combat; one that can be shot back at is shot at", ROLES),
        "opponent": FactKind("the type of its opponent", tuple(types)),
        "opponent_cat": FactKind("the combat type of its opponent", tuple(cats)),
        "flank_enemies": FactKind("how many enemies are on its flank or rear, or overlap it", least=0),
        "extra_attackers": FactKind("how many more attack, shoot at or bespell it", least=0),
        **{name: FactKind(says, YES) for name, says in flags.items()},
        **{f"in_{name}": FactKind(f"whether it is in {name}", YES) for name in terrains},
        **{f"opponent_in_{name}": FactKind(f"whether its opponent is in {name}", YES) for name in terrains},
    }
