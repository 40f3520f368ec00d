"""What `check` accepts of orders by several, of break-offs and of attacks on Strongholds is listed, on small tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hordes_play import GAME, RULESET
from hordes_tables import crowded

from referee.core.adjudication.legal import legal
from referee.core.game.orders import Candidate
from referee.games.hordes.field.battlefield import Field
from referee.games.hordes.field.geometry import Base
from referee.games.hordes.field.ground import outline
from referee.games.hordes.field.groups import GroupStep
from referee.games.hordes.orders.arrive import Activate
from referee.games.hordes.orders.group import Group
from referee.games.hordes.orders.move import Attack, BreakOff, Move
from referee.games.hordes.orders.ranged import Bespell, Shoot
from referee.games.hordes.position import HordesPosition
from referee.games.hordes.rulings.move_plan import Plan
from referee.games.hordes.state import Pose, State
from referee.games.hordes.tables import EDGES

Listed = list[Candidate]
OPTIONS: list[dict[str, Any]] = [
    {},
    {},
    {},
    {"aid_max": 1, "shoot_strongholds": True, "shoot_into_melee": True, "move_and_bespell": True},
    {"break_off": "free", "command": "all"},
]


def opened(state: State) -> tuple[HordesPosition, str, Listed]:
    """Return a position, who is awaited, and what is listed."""
    position = GAME.open(state, GAME.compile(RULESET, state.options))
    phase = position.phase()
    assert phase is not None
    assert isinstance(position, HordesPosition)
    listed = legal(GAME, position)
    for option in listed:
        assert not option.order.check(position, phase.players[0]), option.order
    return position, phase.players[0], listed


def tables(phase: str, count: int, wooded: bool = False) -> Iterator[tuple[HordesPosition, str, Listed]]:
    """Yield crowded tables: with a Stronghold among the elements, and elements that wait off the board."""
    for seed in range(count):
        chance = Random(seed)
        state = crowded(seed, phase, chance.choice(OPTIONS))
        state.pips = chance.choice([3, 6] if wooded else [1, 3, 6])
        value = msgspec.to_builtins(state)
        army = value["active"]
        if wooded:
            square = [[0, 0], [2400, 0], [2400, 2400], [0, 2400]]
            value["terrain"] = [{"id": "wood", "kind": "wood", "polygon": square}]
        value["armies"].setdefault(army, {})
        for number, name in enumerate(["dragon", "dragon", "dragon", "horde", "lurker", "lurker"]):
            width = {"width": 80} if chance.random() < 0.4 else {}
            waiting = {"id": f"w{number}", "army": army, "type": name, "status": "off_board", **width}
            value["elements"].append(waiting)
        yield opened(_with_keep(value, chance))


def _with_keep(value: dict[str, Any], chance: Random) -> State:
    """Return a state with an enemy's Stronghold somewhere near an element, where there is room for one."""
    plain: State = msgspec.convert(value, State)
    field = Field(plain, GAME.compile(RULESET, plain.options))
    enemy = "blue" if value["active"] == "red" else "red"
    for _ in range(10):
        one = chance.choice(field.standing()).base
        x, y = one.front[0] + chance.randint(-500, 500), one.front[1] + chance.randint(-500, 500)
        base = Base(x, y, chance.choice([0, 0, 90, 20]), chance.choice([100, 250, 400]), chance.choice([120, 240]))
        if field.ground.inside_board(outline(base)) and not field.overlaps_any(base, set()):
            corners = [list(corner) for corner in base.rounded().corners]
            return msgspec.convert({**value, "strongholds": [{"id": "fort", "army": enemy, "polygon": corners}]}, State)
    return plain


def lines(phase: str, kinds: list[str], count: int) -> Iterator[tuple[HordesPosition, str, Listed]]:
    """Yield tables on which red stands in a block of one or two ranks with gaps, and blue before it."""
    for seed in range(count):
        chance = Random(seed)
        pips = chance.choice([1, 3, 6])
        files = chance.randint(2, 5)
        elements = [
            {"id": f"r{rank}{file}", "type": chance.choice(kinds), "x": 400 + 160 * file, "y": 700 - 80 * rank}
            for rank in range(chance.choice([1, 1, 2]))
            for file in range(files)
            if chance.random() < 0.8
        ]
        red = [{**e, "army": "red", "facing": 0, "depth": 80, "moved": int(chance.random() < 0.1)} for e in elements]
        gap = chance.choice([100, 200, 300, 450])
        blue: list[dict[str, Any]] = [
            {"id": f"b{n}", "army": "blue", "type": "blade", "x": 480 + 400 * n, "y": 700 + gap, "facing": 180}
            for n in range(2)
        ]
        if phase == "long_range":
            red = [{**element, "moved": 0} for element in red]
        value = {
            "format": 1,
            "ruleset": "hordes",
            "game": "lines",
            "turn": 2,
            "active": "red",
            "phase": phase,
            "pips": pips,
            "options": chance.choice(OPTIONS),
            "armies": {"red": {"general": red[0]["id"]} if red else {}, "blue": {}},
            "elements": red + blue,
        }
        if red:
            yield opened(msgspec.convert(value, State))


def subsets(ids: Iterable[str], least: int) -> Iterator[tuple[str, ...]]:
    found = list(ids)
    for size in range(least, len(found) + 1):
        yield from combinations(found, size)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Shoot, Bespell])
def test_every_set_that_may_shoot_or_bespell_together_is_listed_or_counted(kind: type[Shoot] | type[Bespell]) -> None:
    several = 0
    ranged = ["shooter", "shooter", "artillery"] if kind is Shoot else ["magician"]
    for position, player, listed in (*tables("long_range", 7), *lines("long_range", ranged, 5)):
        mine = [e.id for e in position.field.friends(player) if getattr(e.kind.row, f"{kind.verb}s") is not None]
        foes = [e.id for e in position.field.enemies(player)] + list(position.field.keeps)
        for leader in mine:
            for foe in foes:
                may = set()
                for aid in subsets([ident for ident in mine if ident != leader], 0):
                    order = (
                        Shoot(shoot=[leader, *aid], target=foe)
                        if kind is Shoot
                        else Bespell(bespell=leader, target=foe, aided_by=list(aid))
                    )
                    if not order.check(position, player):
                        may.add(frozenset(aid))
                rows = [
                    o
                    for o in listed
                    if isinstance(o.order, kind) and o.order.acting()[0] == leader and o.order.target == foe
                ]
                found = {frozenset(o.order.acting()[1:]) for o in rows if isinstance(o.order, kind)}
                more = max([o.remarks.get("more", 0) for o in rows], default=0)
                assert len(found) == len(rows)
                assert found <= may
                assert len(may) == len(found) + more, (kind.verb, leader, foe, may - found)
                assert not more or len(found) > 7
                several += len(may) > 1
    assert several > 3


@pytest.mark.slow
def test_every_group_that_may_move_is_listed_or_counted() -> None:
    found = 0
    steps = [GroupStep(advance=0), GroupStep(advance=60), GroupStep(advance=200), GroupStep(wheel="left", degrees=15)]
    for position, player, listed in (*lines("movement", ["blade", "knight", "blade"], 10), *tables("movement", 2)):
        rows = [o for o in listed if isinstance(o.order, Group)]
        groups = {frozenset(o.order.group): o.remarks for o in rows if isinstance(o.order, Group)}
        counted: set[frozenset[str]] = set()
        for ids in subsets([e.id for e in position.field.friends(player)][:8], 2):
            if any(not Group(group=list(ids), steps=[step]).check(position, player) for step in steps):
                found += 1
                if frozenset(ids) not in groups:
                    counted.add(frozenset(ids))
        for ids in counted:
            assert any("more" in told and ids < formation for formation, told in groups.items()), (ids, groups)
    assert found > 20


@pytest.mark.slow
def test_every_element_that_may_break_off_is_listed_with_the_fewest_paces() -> None:
    found = 0
    for position, player, listed in tables("movement", 20):
        paces = {o.order.break_off: o.order.paces for o in listed if isinstance(o.order, BreakOff)}
        free = position.rules.chosen("break_off", "free")
        for ident in [e.id for e in position.field.friends(player)]:
            able = [n for n in range(10, 901, 35) if not BreakOff(break_off=ident, paces=n).check(position, player)]
            assert (ident in paces) >= bool(able), ident
            if able:
                found += 1
                assert paces[ident] <= able[0]
                assert free or paces[ident] >= 200
    assert found > 2


@pytest.mark.slow
def test_every_side_of_a_stronghold_that_may_be_attacked_is_listed() -> None:
    found = 0
    for position, player, listed in tables("movement", 20):
        attacks = [o.order for o in listed if isinstance(o.order, Attack) and o.order.at is not None]
        facings = {(o.attack, o.target, _end(o, position).facing) for o in attacks}
        for keep in position.field.keeps.values():
            points = [*keep.polygon, keep.polygon[0]]
            for number, ((x, y), (to_x, to_y)) in enumerate(pairwise(points), 1):
                for part in range(11):
                    at = round(x + (to_x - x) * part / 10, 2), round(y + (to_y - y) * part / 10, 2)
                    for element in position.field.friends(player):
                        order = Attack(attack=element.id, target=keep.id, at=at, side=number)
                        if not order.check(position, player):
                            found += 1
                            assert (element.id, keep.id, _end(order, position).facing) in facings, order
    assert found > 20


@pytest.mark.slow
def test_every_straight_attack_at_an_edge_and_a_corner_is_listed() -> None:
    found = 0
    for position, player, listed in tables("movement", 8):
        attacks = [o.order for o in listed if isinstance(o.order, Attack)]
        ends = {(o.attack, o.target, _end(o, position).front, _end(o, position).facing) for o in attacks}
        for element in position.field.friends(player):
            for foe in position.field.enemies(player):
                for edge in EDGES:
                    for corner in (None, "left", "right"):
                        order = Attack(attack=element.id, target=foe.id, edge=edge, corner=corner)  # type: ignore[arg-type]
                        if not order.check(position, player):
                            end = _end(order, position)
                            assert (element.id, foe.id, end.front, end.facing) in ends, order
                            found += corner is not None and edge in ("front", "rear") and element.width != foe.width
    assert found


def _end(order: Attack, position: HordesPosition) -> Base:
    plan = order.planned(position, None)
    assert isinstance(plan, Plan)
    return plan.poses[order.attack]


@pytest.mark.slow
def test_all_who_may_appear_together_or_against_an_enemy_are_listed_or_counted() -> None:
    together = corners = 0
    for position, player, listed in tables("movement", 5, wooded=True):
        orders = [o for o in listed if isinstance(o.order, Activate)]
        sets = {frozenset(o.order.acting()): o.remarks for o in orders if isinstance(o.order, Activate)}
        waiting = [e.id for e in position.field.elements.values() if e.army == player and not e.stands]
        # a row along the own edge, a base apart from each other
        row = [Pose(x=x, y=y, facing=f) for x, y, f in _places(position, player)]
        for ids in subsets(waiting, 2):
            for first in range(0, len(row) - len(ids), 3):
                order = Activate(activate=list(ids), at=row[first : first + len(ids)])
                if not order.check(position, player):
                    together += 1
                    assert frozenset(ids) in sets or any("more" in told for told in sets.values()), ids
                    break
        against = {
            (o.order.activate, o.order.target, o.order.edge, o.order.corner)
            for o in orders
            if isinstance(o.order, Activate) and o.order.target is not None
        }
        for ident in waiting:
            for foe in position.field.enemies(player):
                for edge in EDGES:
                    if not Activate(activate=ident, target=foe.id, edge=edge).check(position, player):
                        assert (ident, foe.id, edge, None) in against
                    # an element waits at the middle of the front, as near to the left as to the right
                    named = Activate(activate=ident, target=foe.id, edge=edge, corner="right")
                    wide = position.field.elements[ident].width != foe.width and edge in ("front", "rear")
                    if wide and not named.check(position, player):
                        assert (ident, foe.id, edge, "right") in against
                        corners += 1
    assert together
    assert corners


def _places(position: HordesPosition, player: str) -> list[tuple[float, float, float]]:
    field = position.field
    edge, far = field.edge_of(player), field.board.height
    depths = {80, 120, 160}
    return [
        (x, depth if edge == "south" else far - depth, 0 if edge == "south" else 180)
        for depth in depths
        for x in range(80, int(field.board.width) - 79, 160)
    ]


def test_a_general_on_a_road_is_listed_with_the_largest_road_bonus() -> None:
    value = {
        "format": 1,
        "ruleset": "hordes",
        "game": "road",
        "turn": 1,
        "active": "red",
        "phase": "movement",
        "pips": 4,
        "armies": {"red": {"general": "r1"}, "blue": {}},
        "terrain": [{"id": "road", "kind": "road", "centreline": [[1000, 0], [1000, 2400]], "width": 100}],
        "elements": [
            {"id": "r1", "army": "red", "type": "hero", "x": 1000, "y": 400, "facing": 0},
            {"id": "r2", "army": "red", "type": "blade", "x": 1000, "y": 240, "facing": 0},
            {"id": "b1", "army": "blue", "type": "blade", "x": 2000, "y": 2000, "facing": 180},
        ],
    }
    _, _, listed = opened(msgspec.convert(value, State))
    assert [o.order.road_bonus for o in listed if isinstance(o.order, Move)] == [0, 3, 0]
    assert [o.order.road_bonus for o in listed if isinstance(o.order, Group)] == [0, 3]
    largest = [o for o in listed if isinstance(o.order, Move) and o.order.road_bonus]
    assert largest[0].remarks["pips"] == 4
    assert largest[0].remarks["or"] == "a smaller road bonus"


def test_of_a_large_formation_three_groups_are_listed_and_the_rest_is_counted_up_to_a_bound() -> None:
    block = [
        {"id": f"r{rank}{file}", "type": "blade", "x": 400 + 160 * file, "y": 700 - 80 * rank, "depth": 80}
        for rank in range(3)
        for file in range(5)
    ]
    value = {
        "format": 1,
        "ruleset": "hordes",
        "game": "block",
        "turn": 1,
        "active": "red",
        "phase": "movement",
        "pips": 2,
        "armies": {"red": {"general": "r00"}, "blue": {}},
        "elements": [
            *({**e, "army": "red", "facing": 0} for e in block),
            {"id": "b1", "army": "blue", "type": "blade", "x": 2000, "y": 2000, "facing": 180},
        ],
    }
    _, _, listed = opened(msgspec.convert(value, State))
    groups = [o for o in listed if isinstance(o.order, Group)]
    assert [len(o.order.group) for o in groups if isinstance(o.order, Group)] == [15, 14, 14]
    assert {o.remarks["more"] for o in groups} == {"over 197"}
