"""Long range: distance, arc and lane, and who may shoot or bespell whom (P-10)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from shapely.geometry import LineString, MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

from referee.core.game.orders import Objection
from referee.core.rules.ledger import cites_of
from referee.core.rules.rows import Fact

from .battlefield import Field
from .elements import Element, Stronghold
from .geometry import Base, Point, along, segment_distance
from .ground import crossed

_HAIR = 1e-6
Ranged = Literal["shoot", "bespell"]


class Sight(NamedTuple):
    """What decides a shot: the distance in paces, whether it is in range and in arc, and what is in the way."""

    distance: float
    in_range: bool
    in_arc: bool
    blocked: list[Objection]


def kind_of(element: Element) -> Ranged | None:
    """Return whether an element shoots or bespells."""
    if element.kind.row.shoots is not None:
        return "shoot"
    return "bespell" if element.kind.row.bespells is not None else None


def sight(field: Field, element: Element, target: Element | Stronghold) -> Sight:
    """Return distance, arc and lane from a shooter or Magician to a target (HS-G-37 to HS-G-39)."""
    row = element.kind.row.shoots or element.kind.row.bespells
    base = element.base
    bespells = element.kind.row.shoots is None
    source: BaseGeometry = element.area if bespells else LineString([base.front_left, base.front_right])
    distance = float(source.distance(target.area))
    reach = row.range if row is not None else 0
    in_range = distance <= reach + _HAIR
    if bespells:
        return Sight(distance, in_range, True, [])
    ahead = in_arc(field, base, target.area)
    if not ahead:
        field.rules.note(("arc",))
    arc = ahead or field.rules.options["arc"] == "all_round"
    return Sight(distance, in_range, arc, _blocked(field, element, target) if arc else [])


def in_arc(field: Field, base: Base, area: BaseGeometry) -> bool:
    """Return whether any part of a target is straight ahead, or one base width to either side of that (HS-G-37)."""
    side = field.rules.number("base.width") * field.rules.shooting.arc_widths
    left, right = along(base.front_left, base.right, -side), along(base.front_right, base.right, side)
    far = field.board.width + field.board.height + 1000
    box = Polygon([left, right, along(right, base.ahead, far), along(left, base.ahead, far)])
    return field.ground.covers(box, area)


def _nearest_edge(base: Base, target: Element | Stronghold) -> tuple[Point, Point]:
    """Return the edge of a target whose midpoint is nearest to a shooter's front edge."""
    points = list(target.base.corners) if isinstance(target, Element) else list(target.polygon)
    edges = [(points[i - 1], points[i]) for i in range(len(points))]
    front = base.front_left, base.front_right
    return min(edges, key=lambda e: segment_distance(_middle(*e), *front))


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _blocked(field: Field, element: Element, target: Element | Stronghold) -> list[Objection]:
    """Return what stands in the lane of a shot (HS-G-39)."""
    base, rules = element.base, field.rules
    one, other = _nearest_edge(base, target)
    centre = LineString([base.front, _middle(one, other)])
    lane = MultiPoint([base.front_left, base.front_right, one, other]).convex_hull
    cites = rules.cite("lane")
    hangs = (element.id, target.id)
    out = []
    things: list[Element | Stronghold] = [*field.standing(), *field.keeps.values()]
    for thing in things:
        if thing is element or thing is target:
            continue
        hull, line = field.ground.covers(lane, thing.core), crossed(centre, thing.core)
        if hull != line:
            rules.note(("lane",))
        if hull if rules.options["lane"] == "hull" else line:
            message = f"{thing.named} stands in the lane to {target.id}"
            out.append(Objection(message, cites, None, (*hangs, thing.id), alone=True))
    for hill in field.ground.hills_between(centre):
        out.append(Objection(f"the hill {hill} stands between", cites, None, hangs, alone=True))
    depth = rules.number("wood_depth")
    for patch in field.ground.blockers:
        inside = centre.intersection(patch.area).length if centre.intersects(patch.area) else 0.0
        if inside <= 0.01:
            continue
        at_an_end = any(
            patch.area.distance(end) <= 0.01 for end in MultiPoint([centre.coords[0], centre.coords[-1]]).geoms
        )
        if at_an_end:
            rules.note(("wood_depth",))
        if not at_an_end or inside > depth + _HAIR:
            why = f"{inside:.0f} P of {patch.id} around an end" if at_an_end else f"{patch.id} stands between"
            message = f"the lane to {target.id} is blocked: {why}"
            out.append(Objection(message, rules.cite("lane_wood"), None, hangs, alone=True))
    return out


def ranged_objections(field: Field, element: Element, target: Element | Stronghold, own_turn: bool) -> list[Objection]:
    """Return every reason why an element cannot shoot at, or bespell, a target now."""
    rules = field.rules
    kind = kind_of(element)
    if kind is None:
        message = f"{element.kind.named} neither shoots nor bespells"
        return [Objection(message, rules.cite("long_range"), always=True)]
    hangs = (element.id, target.id)
    if element.army == target.army:
        message = f"{target.id} is of the same army as {element.id}"
        return [Objection(message, rules.cite("long_range"), always=True)]
    out = []
    engaged = field.contacts().engaged
    facts: dict[str, Fact] = {
        "type": element.kind.name,
        "cat": element.kind.cat,
        "target": target.kind.name,
        "target_cat": target.kind.cat,
        "own_turn": own_turn,
        "moved": element.moved > 0,
        "engaged": element.id in engaged,
        "target_engaged": target.id in engaged,
        "target_fixed": target.kind.fixed,
        "distance": int(element.area.distance(target.area)),
        **field.timed,
    }
    rows = rules.shooting.shoot if kind == "shoot" else rules.shooting.bespell
    for row in rules.rows(rows, facts):
        if row.forbid:
            # no die of the turn changes whose turn it is or what a type may do in it
            never = not {"engaged", "target_engaged"} & set(row.when)
            message = f"{row.why} ({element.id} at {target.id})"
            out.append(Objection(message, row.cites, None, hangs, always=never, alone=True))
    found = sight(field, element, target)
    reach = element.kind.row.shoots or element.kind.row.bespells
    if not found.in_range and reach is not None:
        message = f"{target.named} is {found.distance:.2f} P away; {element.named} reaches {reach.range} P"
        out.append(Objection(message, cites_of(reach.cite), None, hangs, alone=True))
    if not found.in_arc:
        message = f"{target.named} is not in the arc of {element.named}"
        out.append(Objection(message, rules.cite("arc"), None, hangs, alone=True))
    return out + found.blocked


def ranged_cites(field: Field, element: Element, target: Element | Stronghold, own_turn: bool) -> list[str]:
    """Return the rules by which an element may shoot at, or bespell, a target: range, arc, lane and whom (P-10)."""
    rules = field.rules
    reach = element.kind.row.shoots or element.kind.row.bespells
    out = [*(cites_of(reach.cite) if reach is not None else ()), *rules.cite("range"), *rules.cite("arc")]
    if element.kind.row.shoots is not None:
        out += [*rules.cite("lane"), *(() if own_turn else rules.cite("shooters"))]
    elif target.id in field.contacts().engaged:
        out += rules.cite("engaged")
    if target.kind.flies:
        out += [*rules.cite("any_target"), *rules.cite("aerials")]
    return list(dict.fromkeys(out))
