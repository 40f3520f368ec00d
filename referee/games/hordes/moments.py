"""What the rows of each section of a Hordes ruleset may name and change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from referee.core.rules.moments import OPERATIONS, YES, FactKind, Moment, QuantityKind, Settled
from referee.core.rules.rows import Fact
from referee.core.rules.rulesets import Ruleset

from .tables import Elements, ElementType, Pips, TableRules

ROLES = ("close", "shooting", "shot_at", "bespelling", "bespelled")
# what does not occur in a combat: some facts are of close combat or of a spell alone, and one that is hampered stands
# in bad going. On a road through rough ground an element is in bad and in good going at once, and options may let cover
# count where bad going does not.
Never = tuple[Mapping[str, Fact | list[Fact]], ...]
NEVER: Never = (
    {"aggressor": True, "contact": False},
    {"opponent_aggressor": True, "contact": False},
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
NEVER_TYPED: Never = (
    *NEVER,
    {"hampered": True, "sure_footed": True},
    {"hampered": False, "bad": True, "sure_footed": False},
)
COST = {"cost": QuantityKind("PIPs", ("add",), "is what it costs", most=20, why="as nobody has more")}
SURCHARGE = {"cost": QuantityKind("PIPs", ("add",), most=20, why="as nobody has more")}
MARGIN = FactKind("by how much the total is less than that of the winner", least=1)
TURN = FactKind("which turn it is, of both armies together", least=1)
# as many elements as rows of prices may count
_MOST_MOVERS = 300


def moments_of(ruleset: Ruleset) -> dict[str, Moment]:
    """Return every moment of a battle with the facts and quantities of its rows."""
    shared = _Shared(ruleset)
    return {
        **_of_combat(shared),
        **_of_moves(shared),
        "move_price": _move_price(shared, "the price of a move", COST),
        "surcharge": _move_price(shared, "what is added to the price of a move", SURCHARGE, "the move"),
        "price": Moment(
            "the price of an action", {}, {**COST, "paces": QuantityKind("paces", ("add",), "is what it buys")}
        ),
    }


class _Shared:
    """The facts that several moments share: of an element, its target and its opponent, and what its type settles."""

    def __init__(self, ruleset: Ruleset) -> None:
        table = ruleset.typed("elements", Elements)
        self.types, self.cats = types, cats = tuple(table.elements), tuple(table.categories)
        self.of_cat: dict[Fact, tuple[Fact, ...]] = {
            cat: tuple(name for name, row in table.elements.items() if row.cat == cat) for cat in cats
        }
        sure = tuple(name for name, row in table.elements.items() if "sure_footed" in row.traits)
        unsure = tuple(name for name in types if name not in sure)
        contact: Settled = {
            "contact": ("role", {True: ("close",), False: tuple(role for role in ROLES if role != "close")})
        }
        self.mine: Settled = {"cat": ("type", self.of_cat), "sure_footed": ("type", {True: sure, False: unsure})}
        self.theirs: Settled = {"opponent_cat": ("opponent", self.of_cat), **contact}
        fixed = tuple(name for name, row in table.elements.items() if _fixed(table, row))
        others = tuple(name for name in types if name not in fixed)
        self.aimed: Settled = {
            "target_cat": ("target", self.of_cat),
            "target_fixed": ("target", {True: fixed, False: others}),
        }
        self.never = (*never_fought(table), *never_covered(ruleset.typed("table", TableRules)))
        self.never_moved = never_moved(table, list(ruleset.typed("pips", Pips).races))
        self.me = {"type": FactKind("the type of the element", types), "cat": FactKind("its combat type", cats)}
        self.target = {
            "target": FactKind("the type of the target", types),
            "target_cat": FactKind("the combat type of the target", cats),
            "target_fixed": FactKind("whether the target is a Stronghold", YES),
        }
        # the rows of a type speak of that type alone, so they name neither it nor what it settles
        tables = ruleset.typed("table", TableRules)
        self.own = _fight(types, cats, [name for name in tables.terrains if name in tables.goings])
        self.fight = {**self.me, "sure_footed": FactKind("whether it is sure-footed", YES), **self.own}
        self.races = {
            race: FactKind(f"whether a mover is of the race '{race}'", YES)
            for race in ruleset.typed("pips", Pips).races
        }


def never_fought(table: Elements) -> Never:
    """Return what does not occur in a combat by the types of the two: who shoots, who bespells, who never moves."""
    fixed: list[Fact] = [name for name, row in table.elements.items() if _fixed(table, row)]
    out: list[Mapping[str, Fact | list[Fact]]] = [
        {"type": fixed, "opponent": fixed, "role": "close"},
        {"type": fixed, "uphill": True},
        {"type": fixed, "holds_bank": True},
    ]
    for deed, does, suffers in (("shoots", "shooting", "shot_at"), ("bespells", "bespelling", "bespelled")):
        others: list[Fact] = [name for name, row in table.elements.items() if getattr(row, deed) is None]
        out += [{"type": others, "role": does}, {"opponent": others, "role": suffers}]
    return tuple(out)


def never_covered(table: TableRules) -> Never:
    """Return what does not occur in a combat by the terrain: one that is covered stands in none that covers."""
    covering = [name for name, going in table.goings.items() if going.cover]
    if not all(name in table.terrains for name in covering):
        return ()
    return tuple(
        {f"{role}cover": True, **{f"{role}in_{name}": False for name in covering}} for role in ("", "opponent_")
    )


def never_moved(table: Elements, races: Sequence[str]) -> Never:
    """Return what does not occur in a move: types of another combat type, one that is several, one of two races."""
    out: list[Mapping[str, Fact | list[Fact]]] = [
        {"single": True, "movers": list(range(2, _MOST_MOVERS + 1))},
        {"single": False, "movers": 1},
    ]
    out += [{"single": True, one: True, other: True} for one, other in combinations(races, 2)]
    for cat, category in table.categories.items():
        out += [{"cat": cat, "type": [name for name, row in table.elements.items() if row.cat != cat]}]
        out += [{"cat": cat, "flies": not category.flies}]
    for name, row in table.elements.items():
        if row.cat in table.categories:
            out += [{"type": name, "flies": not table.categories[row.cat].flies}]
        out += [{"type": name, "casts": "casts" not in row.traits}]
    return tuple(out)


def _fixed(table: Elements, row: ElementType) -> bool:
    """Return whether a type never moves; lint asks before it reports a category that there is not."""
    return row.cat in table.categories and table.categories[row.cat].fixed


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
        "moved": "whether it has moved in this turn",
        "opponent_bad": "whether its opponent is in bad going",
        "opponent_cover": "whether wood or town covers its opponent",
        "opponent_general": "whether its opponent is a General",
        "opponent_guarded": "whether its opponent casts spells and an element that guards is near",
        "opponent_near_stronghold": "whether its opponent is near its own Stronghold",
        "opponent_moved": "whether its opponent has moved in this turn",
        "opponent_aggressor": "whether its opponent attacked it in this turn",
    }
    return {
        "role": FactKind("its part in the combat; one that can be shot back at is shot at", ROLES),
        "opponent": FactKind("the type of its opponent", tuple(types)),
        "opponent_cat": FactKind("the combat type of its opponent", tuple(cats)),
        "flank_enemies": FactKind("how many enemies are on its flank or rear, or overlap it", least=0),
        "extra_attackers": FactKind("how many more attack, shoot at or bespell it", least=0),
        "friends_touching": FactKind("how many friends touch it", least=0),
        "opponent_friends_touching": FactKind("how many of its own friends touch its opponent", least=0),
        "distance": FactKind("the whole paces between the two, 0 in close combat", least=0),
        **{name: FactKind(says, YES) for name, says in flags.items()},
        **{f"in_{name}": FactKind(f"whether it is in {name}", YES, family="in") for name in terrains},
        **{
            f"opponent_in_{name}": FactKind(f"whether its opponent is in {name}", YES, family="opponent_in")
            for name in terrains
        },
    }


def _of_combat(shared: _Shared) -> dict[str, Moment]:
    """Return the moments of a combat: its totals, and who is defeated how."""
    of_all: dict[str, Any] = {
        "never": (*NEVER_TYPED, *shared.never),
        "settled": {**shared.mine, **shared.theirs},
    }
    of_type: dict[str, Any] = {"never": (*NEVER, *shared.never), "settled": shared.theirs}
    high = "as no total is higher"
    return {
        "total": Moment(
            "a combat total",
            shared.fight,
            {
                "value": QuantityKind("the total", ("add",), most=20, why=high),
                "factor": QuantityKind("its factor of the element table", OPERATIONS, most=20, why=high),
            },
            **of_all,
        ),
        "spared": Moment(
            "a defeat of any type, before the rows of the type",
            {**shared.fight, "margin": MARGIN},
            {},
            grants="lets the loser's own rows decide",
            first_match=True,
            **of_all,
        ),
        "minor": Moment(
            "a minor defeat of the type",
            {**shared.own, "margin": MARGIN},
            {},
            first_match=True,
            complete=True,
            **of_type,
        ),
        "major": Moment(
            "a major defeat of the type",
            {**shared.own, "margin": MARGIN},
            {},
            first_match=True,
            **of_type,
        ),
        "any_major": Moment(
            "a major defeat of any type, after the rows of the type",
            {**shared.fight, "margin": MARGIN},
            {},
            first_match=True,
            complete=True,
            **of_all,
        ),
        "draw": Moment(
            "an equal total, for each of the two",
            {**shared.fight, "odd": FactKind("whether the equal total is odd", YES)},
            {},
            first_match=True,
            complete=True,
            **of_all,
        ),
        "remark": Moment("when a given fact counts", {}, {}, grants="explains a fact that changes nothing"),
    }


def _of_moves(shared: _Shared) -> dict[str, Moment]:
    """Return the moments of shots, and of what a move may do to others."""
    aimed: dict[str, Any] = {"settled": {**shared.mine, **shared.aimed}}
    return {
        "shot": Moment(
            "a shot or spell",
            {
                **shared.me,
                **shared.target,
                "own_turn": FactKind("whether it is the turn of its army", YES),
                "moved": FactKind("whether it has moved in this turn", YES),
                "engaged": FactKind("whether it is in contact with an enemy", YES),
                "target_engaged": FactKind("whether the target is in contact with an enemy of its own", YES),
                "distance": FactKind("the whole paces to the target", least=0),
                "turn": TURN,
            },
            {},
            forbids="the shot or spell",
            **aimed,
        ),
        "passing": Moment(
            "a right to pass through another element",
            {
                **shared.me,
                "bulky": FactKind("whether it is too bulky to pass", YES),
                "crossed": FactKind("whom it passes through", ("friend", "enemy")),
                "crossed_type": FactKind("the type of that element", shared.types),
                "crossed_cat": FactKind("the combat type of that element", shared.cats),
                "aligned": FactKind("whether both face the same way or opposite ways", YES),
            },
            {},
            grants="lets it pass",
            first_match=True,
            settled={**shared.mine, "crossed_cat": ("crossed_type", shared.of_cat)},
        ),
        "slipping": Moment(
            "a path past enemies",
            shared.me,
            {},
            grants="lets it heed enemies only where it ends",
            first_match=True,
            settled=shared.mine,
        ),
        "attack": Moment(
            "a move into contact", {**shared.me, **shared.target, "turn": TURN}, {}, forbids="the attack", **aimed
        ),
    }


def _move_price(shared: _Shared, says: str, quantities: Mapping[str, QuantityKind], forbids: str = "") -> Moment:
    """Return the price of a move, or what is added to it, which may forbid it."""
    return Moment(
        says,
        {
            "type": FactKind("the type of the movers, where they are all of one", shared.types),
            "cat": FactKind("the combat type of the movers, where they are all of one", shared.cats),
            "movers": FactKind("how many elements move", least=1),
            "flies": FactKind("whether one of them flies", YES),
            "casts": FactKind("whether one of them casts spells", YES),
            "single": FactKind("whether one element moves by itself", YES),
            "in_command": FactKind("whether they are in their General's command", YES),
            "turn": TURN,
            **shared.races,
        },
        quantities,
        forbids=forbids,
        never=shared.never_moved,
    )
