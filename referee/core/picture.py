"""A picture as a value: shapes, labels and links, which report/ renders as text, SVG or HTML."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """A closed outline with words in it; `fill` is the name of a kind of ground, not a colour."""

    outline: tuple[Point, ...]
    centre: Point
    fill: str
    label: str = ""
    lines: tuple[str, ...] = ()
    owner: int | None = None
    title: str = ""


@dataclass(frozen=True)
class Edge:
    """A line between two points with a kind, as a wall or a slope lies between two hexes."""

    ends: tuple[Point, Point]
    kind: str


@dataclass(frozen=True)
class Picture:
    """Shapes and edges in one plane, y downward; `cell` is the room of one shape's words.

    `marks` holds what stands before the words of each owner, in the order of their numbers; `grounds` the kinds of
    ground that keep their place in the palette whether or not they appear.
    """

    title: str
    shapes: tuple[Shape, ...]
    edges: tuple[Edge, ...] = ()
    legend: tuple[str, ...] = ()
    cell: Point = (1.5, 0.87)
    marks: tuple[str, ...] = ()
    grounds: tuple[str, ...] = ()
