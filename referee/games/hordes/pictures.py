"""A table as a picture: terrain and Strongholds below, bases with their facing above, contacts marked."""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry import box

from referee.core.game.picture import Edge, GroundStyle, Picture, Point, Shape

from .field.battlefield import Field
from .field.elements import Element
from .field.geometry import along
from .rules import HordesRules
from .state import State

_PACES = 100.0
_STROKE = 20


def draw(state: State, rules: HordesRules) -> Picture:
    """Return the table as a picture, north up, one unit for 100 paces; the legend is a table of coordinates."""
    field = Field(state, rules)
    height = field.board.height
    board = box(0, 0, field.board.width, height)
    shapes = [_shape(list(board.exterior.coords), height, "", "", None, "the table")]
    for patch in field.ground.patches:
        area = patch.area.intersection(board)
        for part in getattr(area, "geoms", [area]):
            if part.geom_type == "Polygon" and not part.is_empty:
                level = f" {patch.level}" if patch.level else ""
                title = f"{patch.kind.title}{level} {patch.id}"
                shapes.append(_shape(list(part.exterior.coords), height, patch.name, "", None, title))
    for keep in field.keeps.values():
        words = keep.id if keep.held else f"{keep.id} captured"
        shapes.append(_shape(keep.polygon, height, "", words, _owner(field, keep.army), keep.named))
    standing = field.standing()
    for element in standing:
        general = "*" if field.is_general(element) else ""
        words = f"{element.kind.row.mark}{general} {element.id}"
        owner = _owner(field, element.army)
        title = f"{element.named} {_at(element)}"
        shapes.append(_shape(list(element.base.corners), height, "", words, owner, title))
    edges = [_facing(element, height) for element in standing]
    contacts = field.contacts()
    for one, _ in (*contacts.front, *contacts.on_flank):
        ends = _point(one.base.front_left, height), _point(one.base.front_right, height)
        edges.append(Edge(ends, "contact", title="front in contact with an enemy"))
    marks = tuple(army[:1].upper() for army in field.armies)
    if len(set(marks)) < len(marks):
        marks = tuple(field.armies)
    grounds = {name: GroundStyle(kind.tint, kind.pattern, kind.title) for name, kind in rules.table.terrains.items()}
    return Picture(
        "The table",
        tuple(shapes),
        tuple(edges),
        cell=(1.6, 0.8),
        owners=tuple(field.armies),
        marks=marks,
        colours=tuple(field.armies),
        styles=grounds,
        subtitle=_moment(state),
        table=tuple(_table(field)),
        paces=(_PACES, height),
    )


def _moment(state: State) -> str:
    """Return the game with its step, and the turn with its phase, as far as they are known."""
    about = [f"{state.game}, step {state.step or 0}"] if state.game is not None else []
    turn = [f"turn {state.turn}, {state.active}"] if state.turn is not None else []
    about += [": ".join([*turn, *([state.phase.replace("_", " ")] if state.phase else [])])]
    return "; ".join(filter(None, about))


def _point(point: Point, height: float) -> Point:
    return round(point[0] / _PACES, 4), round((height - point[1]) / _PACES, 4)


def _shape(
    corners: Sequence[Sequence[float]], height: float, fill: str, words: str, owner: int | None, title: str
) -> Shape:
    outline = [_point((corner[0], corner[1]), height) for corner in corners]
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return Shape(tuple(outline), middle, fill, "", (words,) if words else (), owner, title)


def _owner(field: Field, army: str) -> int:
    return field.armies.index(army)


def _facing(element: Element, height: float) -> Edge:
    """Return a short stroke ahead of the front edge."""
    base = element.base
    ends = _point(base.front, height), _point(along(base.front, base.ahead, _STROKE), height)
    return Edge(ends, "facing", title="points where an element faces")


def _at(element: Element) -> str:
    (x, y), facing = element.base.front, element.base.facing
    return f"({x:g},{y:g}) facing {facing:g}"


def _table(field: Field) -> list[tuple[str, ...]]:
    """Return every element, Stronghold and piece of terrain with its coordinates, below their headings."""
    contacts = field.contacts()
    rows: list[tuple[str, ...]] = [("army", "id", "what", "x", "y", "facing", "")]
    for element in sorted(field.elements.values(), key=lambda e: field.armies.index(e.army)):
        title = element.kind.title + (", General" if field.is_general(element) else "")
        if element.stands:
            (x, y), facing = element.base.front, element.base.facing
            against = ", ".join(e.id for e in contacts.against(element))
            row = [f"{x:g}", f"{y:g}", f"{facing:g}", f"against {against}" if against else ""]
        else:
            row = ["", "", "", element.status.replace("_", " ")]
        rows.append((element.army, element.id, title, *row))
    for keep in field.keeps.values():
        rows.append((keep.army, keep.id, keep.kind.title, *_extent(keep.polygon), "" if keep.held else "captured"))
    for patch in field.ground.patches:
        area = patch.area.intersection(box(0, 0, field.board.width, field.board.height))
        if not area.is_empty:
            left, low, right, high = area.bounds
            level = f", level {patch.level}" if patch.level else ""
            rows.append(("", patch.id, patch.kind.title + level, *_extent([(left, low), (right, high)]), ""))
    return rows


def _extent(points: list[Point]) -> list[str]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return [f"{min(xs):.0f}-{max(xs):.0f}", f"{min(ys):.0f}-{max(ys):.0f}", ""]
