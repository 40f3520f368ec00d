"""Where elements may appear: own edge, own ground, a remembered place (HS-G-29 to HS-G-32)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from referee.core.game.orders import Objection
from referee.core.rules.ledger import cites_of

from ..field.battlefield import Field
from ..field.contacts import contact_edge
from ..field.elements import Element
from ..field.geometry import Base, Point, apart
from ..field.ground import outline, shared
from ..field.placing import CornerName, attack_base, corner_choices
from ..state import Edge, Pose
from ..tables import EDGES
from .pip_costs import activation_cost

_STEP = 10
_HAIR = 1e-6
_INWARD = {"south": 0.0, "north": 180.0, "west": 90.0, "east": 270.0}


def activation_objections(field: Field, elements: list[Element]) -> list[Objection]:
    """Return why elements cannot be activated, all by one payment."""
    rules = field.rules
    first = elements[0]
    row = first.kind.row.activation
    ids = tuple(e.id for e in elements)
    if row is None:
        return [Objection(f"{first.kind.named} is not activated", rules.cite("activation"), "activate", always=True)]
    cites = cites_of(row.cite)
    out = []
    if len(elements) > 1 and (not row.together or len({e.kind.name for e in elements}) > 1):
        out.append(Objection("elements of these types are not activated together", cites, "activate", always=True))
    if len(set(ids)) < len(ids):
        out.append(Objection("an element is named twice", cites, "activate", always=True))
    for element in elements:
        if element.status not in row.from_:
            message = (
                f"{element.named} is {element.status.replace('_', ' ')}; it is activated from {' or '.join(row.from_)}"
            )
            out.append(Objection(message.replace("off_board", "off board"), cites, "activate", (element.id,)))
        elif activation_cost(element) is None:
            out.append(Objection(f"{element.named} has used its {len(row.costs)} activations", cites, "activate"))
    if "destroyed" in row.from_ and rules.chosen("horde_return", "off"):
        out.append(Objection("destroyed elements do not return", cites, "activate", always=True))
    return out


def place_objections(
    field: Field, element: Element, base: Base, others: list[Base], target: str | None
) -> list[Objection]:
    """Return why an element cannot appear at a place."""
    rules, row = field.rules, element.kind.row.activation
    assert row is not None
    cites = cites_of(row.cite)
    out = []
    if not field.ground.inside_board(outline(base)):
        out.append(
            Objection(
                f"{element.named} would not stand on the table", (*rules.cite("off_board"), *field.edge_cites), "at"
            )
        )
    met = field.overlaps_any(base, {element.id})
    if met or any(field.ground.covers(outline(base), outline(other)) for other in others):
        what = met[0] if met else "another that appears"
        out.append(Objection(f"{element.named} would stand on {what}", rules.cite("ends_on"), "at", (element.id, *met)))
    if row.place == "own_edge":
        out += _edge_objections(field, element, base)
    else:
        touching = rules.chosen("lurker_place", "touching")
        if not wholly_inside(field, base, row.place, touching):
            where = "touch" if touching else "stand wholly inside one piece of"
            out.append(Objection(f"{element.named} must {where} {rules.going(row.place)}", cites, "at"))
        if target is None:
            out += _touching_objections(field, element, base)
        else:
            foe = field.elements[target]
            if not field.can_fight(element, foe):
                out.append(
                    Objection(f"{element.named} may not attack {foe.named}", rules.cite("aerials"), "target", (foe.id,))
                )
    if row.clear or (row.place == "own_edge" and field.rules.chosen("appear_near_enemy", False)):
        out += _near_objections(field, element, base)
    return out


def _edge_objections(field: Field, element: Element, base: Base) -> list[Objection]:
    row = element.kind.row.activation
    assert row is not None
    if (row.leaves_on is not None or row.together) and field.rules.chosen("arrival", "anywhere"):
        return []
    edge = field.edge_of(element.army)
    if not _rear_off_edge(field, base, edge):
        return []
    message = f"{element.named} appears with its rear edge on the {edge} edge of the table"
    return [Objection(message, (*cites_of(row.cite), *field.owner_cites(element.army)), "at")]


def _near_objections(field: Field, element: Element, base: Base) -> list[Objection]:
    limit = field.rules.number("base.width")
    area = outline(base)
    near = [f for f in field.enemies(element.army) if area.distance(f.area) < limit - _HAIR]
    row = element.kind.row.activation
    cites = dict.fromkeys([*field.rules.cite("one_base"), *(cites_of(row.cite) if row is not None else ())])
    return [Objection(f"{f.named} is within one base", tuple(cites), "at", (element.id, f.id)) for f in near]


def _touching_objections(field: Field, element: Element, base: Base) -> list[Objection]:
    """Return the objection to touching an enemy without being square to it (HS-G-05)."""
    area = outline(base)
    out = []
    for foe in field.enemies(element.army):
        if area.distance(foe.area) > _HAIR:
            continue
        if contact_edge(field.slack, base, foe.base) is None:
            message = f"{element.named} would touch {foe.named} but not squarely"
            out.append(Objection(message, field.rules.cite("square"), "at", (element.id, foe.id)))
    return out


def desorcell_place(field: Field, element: Element, at: Pose | None) -> Base | None:
    """Return the place of a freed element, None where nothing is free (HS-G-32)."""
    remembered = field.rules.chosen("desorcell_place", "remembered")
    pose = element.pose
    if pose is not None and at is None and remembered:
        base = element.sized(pose).rounded()
        if free_base(field, element, base):
            return base
        near = _nearest_free(field, element, base)
        if near is not None:
            return near
    edge = field.edge_of(element.army)
    if at is not None:
        base = element.sized(at).rounded()
        on_edge = not _rear_off_edge(field, base, edge)
        return base if on_edge and free_base(field, element, base) else None
    return _on_edge(field, element, edge, (pose.x, pose.y) if pose is not None else None)


def _rear_off_edge(field: Field, base: Base, edge: str) -> bool:
    value = {"south": 0.0, "north": field.board.height, "west": 0.0, "east": field.board.width}[edge]
    axis = 1 if edge in ("south", "north") else 0
    return any(abs(c[axis] - value) > field.slack.paces for c in (base.rear_left, base.rear_right))


def _nearest_free(field: Field, element: Element, base: Base) -> Base | None:
    """Return the nearest free place within one base width, on a grid of 10 paces, facing kept."""
    reach = int(field.rules.number("base.width"))
    steps = range(-reach, reach + 1, _STEP)
    offsets = sorted((hypot(dx, dy), dy, dx) for dx in steps for dy in steps if hypot(dx, dy) <= reach)
    x, y = base.front
    for _, dy, dx in offsets:
        place = base.at((x + dx, y + dy), base.facing).rounded()
        if free_base(field, element, place):
            return place
    return None


def _on_edge(field: Field, element: Element, edge: str, near: Point | None) -> Base | None:
    """Return the free place on the own edge nearest to where the element stood."""
    along = field.board.width if edge in ("south", "north") else field.board.height
    half = element.width / 2
    wanted = along / 2 if near is None else near[0] if edge in ("south", "north") else near[1]
    places = [half + n * _STEP for n in range(int((along - element.width) // _STEP) + 1)]
    for at in sorted(places, key=lambda p: (abs(p - wanted), p)):
        place = _edge_base(field, element, edge, at)
        if free_base(field, element, place):
            return place
    return None


def _edge_base(field: Field, element: Element, edge: str, at: float) -> Base:
    """Return a base with its rear on an edge of the table, so far along it."""
    far = field.board.height if edge == "north" else field.board.width
    out_of_edge = far - element.depth if edge in ("north", "east") else element.depth
    x, y = (at, out_of_edge) if edge in ("south", "north") else (out_of_edge, at)
    return Base(x, y, _INWARD[edge], element.width, element.depth).rounded()


def free_base(field: Field, element: Element, base: Base) -> bool:
    """Return whether a base would stand free on the table."""
    return field.ground.inside_board(outline(base)) and not field.overlaps_any(base, {element.id})


def wholly_inside(field: Field, base: Base, kind: str, touching: bool) -> bool:
    """Return whether a base lies in one piece of a going, or only touches one (HS-G-30)."""
    area = outline(base)
    for patch in field.ground.patches:
        if patch.going == kind:
            common = shared(area, patch.area)
            if common > 1 if touching else area.area - common <= field.rules.number("tolerance.area"):
                return True
    return False


def free_place(field: Field, element: Element, others: Sequence[Base] = ()) -> Base | None:
    """Return a place where an element may appear, None where none is found: on its edge, or in its own ground."""
    row = element.kind.row.activation
    assert row is not None
    places = _edge_places(field, element) if row.place == "own_edge" else _ground_places(field, element, row.place)
    with field.rules.unnoted():
        for base in places:
            if not place_objections(field, element, base, list(others), None):
                return base
    return None


def ambushes(field: Field, element: Element) -> Iterator[tuple[Element, Edge, CornerName | None]]:
    """Yield the enemies, their edges and corners, against which an element that waits in its ground may appear.

    Where the widths differ, it may appear at either corner of an edge (HS-G-06): None is the nearer.
    """
    row = element.kind.row.activation
    if row is None or row.place == "own_edge":
        return
    with field.rules.unnoted():
        for foe in field.enemies(element.army):
            start = _before(element, foe)
            for edge in EDGES:
                for corner in corner_choices(start, foe.base, edge):
                    base = attack_base(start, foe.base, edge, corner).rounded()
                    if not place_objections(field, element, base, [], foe.id):
                        yield foe, edge, corner


def ambush_base(element: Element, foe: Element, edge: Edge, corner: CornerName | None = None) -> Base:
    """Return where an element appears against an edge of an enemy."""
    return attack_base(_before(element, foe), foe.base, edge, corner).rounded()


def _before(element: Element, foe: Element) -> Base:
    """Return an element's base at an enemy's front edge, from which its place is reckoned."""
    return element.sized(Pose(x=foe.base.front[0], y=foe.base.front[1], facing=foe.base.facing))


def _edge_places(field: Field, element: Element) -> Iterator[Base]:
    """Yield places with the rear edge on the own edge of the table, from its middle outwards."""
    edge = field.edge_of(element.army)
    along = field.board.width if edge in ("south", "north") else field.board.height
    half = element.width / 2
    for at in sorted(range(int(half), int(along - half) + 1, _STEP), key=lambda p: abs(p - along / 2)):
        yield _edge_base(field, element, edge, at)


def _ground_places(field: Field, element: Element, kind: str) -> Iterator[Base]:
    """Yield places over the pieces of a going, each facing in four directions."""
    for patch in field.ground.patches:
        if patch.going != kind:
            continue
        left, low, right, high = patch.area.bounds
        middle = (left + right) / 2, (low + high) / 2
        spots = [(x, y) for x in _spread(left, right) for y in _spread(low, high)]
        for x, y in sorted(spots, key=lambda spot: apart(spot, middle)):
            for facing in _INWARD.values():
                base = Base(x, y, facing, element.width, element.depth)
                yield base.moved(element.depth / 2).rounded()


def _spread(low: float, high: float) -> list[float]:
    """Return places between two, the middle among them, at most so many that all can be tried."""
    middle, step = (low + high) / 2, max((high - low) / 20, 2 * _STEP)
    count = int((high - low) / 2 / step)
    return [middle + n * step for n in range(-count, count + 1)]
