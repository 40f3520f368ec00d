"""A table as a picture: terrain and Strongholds below, bases with their facing above, contacts marked."""

from __future__ import annotations

from referee.core.picture import Edge, Picture, Point, Shape

from .field import Element, Field
from .geometry import along
from .rules import HordesRules
from .state import State

_PACES = 100.0


def draw(state: State, rules: HordesRules) -> Picture:
    """Return the table as a picture, north up, one unit for 100 paces; the legend lists every element."""
    field = Field(state, rules)
    height = field.board.height
    shapes = [_board(field)]
    for patch in field.ground.patches:
        parts = getattr(patch.area, "geoms", [patch.area])
        for part in parts:
            if not part.is_empty:
                outline = tuple(_point((float(x), float(y)), height) for x, y in part.exterior.coords[:-1])
                middle = part.representative_point()
                level = f" {patch.level}" if patch.level else ""
                title = f"{patch.kind.title}{level} {patch.id}"
                shapes.append(Shape(outline, _point((middle.x, middle.y), height), patch.name, "", (), None, title))
    for keep in field.keeps.values():
        outline = tuple(_point(p, height) for p in keep.polygon)
        middle = keep.area.centroid
        status = "" if keep.held else " captured"
        shapes.append(
            Shape(
                outline,
                _point((middle.x, middle.y), height),
                "stronghold",
                keep.id + status,
                (),
                _owner(field, keep.army),
                keep.named,
            )
        )
    standing = field.standing()
    shapes += [_base(field, element, height) for element in standing]
    edges = [_facing(element, height) for element in standing]
    contacts = field.contacts()
    for one, other in (*contacts.front, *contacts.on_flank):
        middles = _point(one.base.centre, height), _point(other.base.centre, height)
        edges.append(Edge(middles, "contact"))
    return Picture(_title(state), tuple(shapes), tuple(edges), tuple(_legend(field)), (1.6, 0.8))


def _title(state: State) -> str:
    where = f"turn {state.turn}, {state.active}" if state.turn is not None else "the table"
    return f"{where}: {state.phase.replace('_', ' ')}" if state.phase else where


def _point(point: Point, height: float) -> Point:
    return round(point[0] / _PACES, 4), round((height - point[1]) / _PACES, 4)


def _board(field: Field) -> Shape:
    width, height = field.board.width, field.board.height
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    outline = tuple(_point(c, height) for c in corners)
    return Shape(
        outline, _point((width / 2, height / 2), height), "plain", "", (), None, f"{width:g} x {height:g} paces"
    )


def _owner(field: Field, army: str) -> int:
    return field.armies.index(army) if army in field.armies else 0


def _base(field: Field, element: Element, height: float) -> Shape:
    outline = tuple(_point(c, height) for c in element.base.corners)
    general = "*" if field.is_general(element) else ""
    title = f"{element.named} at {_at(element)}"
    return Shape(
        outline,
        _point(element.base.centre, height),
        "base",
        element.kind.row.mark + general,
        (element.id,),
        _owner(field, element.army),
        title,
    )


def _facing(element: Element, height: float) -> Edge:
    """Return a short stroke from the centre through the front edge."""
    base = element.base
    return Edge((_point(base.centre, height), _point(along(base.front, base.ahead, 25), height)), "facing")


def _at(element: Element) -> str:
    (x, y), facing = element.base.front, element.base.facing
    return f"({x:g},{y:g}) facing {facing:g}"


def _legend(field: Field) -> list[str]:
    out = []
    contacts = field.contacts()
    for army in field.armies:
        for element in field.elements.values():
            if element.army != army:
                continue
            general = ", General" if field.is_general(element) else ""
            where = _at(element) if element.stands else element.status.replace("_", " ")
            against = (
                f", in contact with {', '.join(e.id for e in contacts.against(element))}"
                if element.stands and contacts.against(element)
                else ""
            )
            out.append(f"{army} {element.id} {element.kind.title}{general}: {where}{against}")
    for keep in field.keeps.values():
        out.append(f"{keep.army} {keep.id} {keep.kind.title}: {'held' if keep.held else 'captured'}")
    for patch in field.ground.patches:
        left, low, right, high = patch.area.bounds
        level = f" level {patch.level}" if patch.level else ""
        out.append(f"{patch.id} {patch.kind.title}{level}: {left:g} to {right:g} east, {low:g} to {high:g} north")
    return out
