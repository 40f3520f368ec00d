"""A picture as a value: shapes, labels and links, which report/ renders as text, SVG or HTML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

Point = tuple[float, float]
Tint = Literal["paper", "straw", "grass", "leaf", "moss", "water", "mud", "earth", "stone", "snow", "dusk", "brick"]
Stroke = Literal["", "hachure", "teeth", "dunes", "wall"]
Pattern = Literal[
    "none", "blades", "trees", "tufts", "reeds", "waves", "dots", "hatch", "hills", "peaks", "cross", "bricks"
]


class GroundStyle(msgspec.Struct, frozen=True):
    """How a kind of ground is drawn, and its name."""

    tint: Tint = "paper"
    pattern: Pattern = "none"
    title: str = ""


class Token(msgspec.Struct, frozen=True):
    """A counter on a shape: its name, a number or a few words, its owner, and whether it is done.

    It may be part `of` a thing that orders name. One that is `laid` is no piece: it lies on the place, and a board of
    characters has its mark there instead.
    """

    name: str
    words: str = ""
    owner: int | None = None
    done: bool = False
    wounds: int = 0
    laid: bool = False
    of: str = ""


class Pointer(msgspec.Struct, frozen=True):
    """A sign at a place that points to another place, in the colour of its owner if it has one."""

    at: Point
    towards: Point
    kind: str
    owner: int | None = None


class Shape(msgspec.Struct, frozen=True):
    """A closed outline with words in it.

    `fill` is the name of a kind of ground, or empty if it has the colour of its owner. `tokens` are in the middle; a
    picture in letters has `lines` instead, and `mark` after the label. A `caption` is printed large at its own place.
    `level` is its height.
    """

    outline: tuple[Point, ...]
    centre: Point
    fill: str
    label: str = ""
    lines: tuple[str, ...] = ()
    owner: int | None = None
    title: str = ""
    tokens: tuple[Token, ...] = ()
    caption: str = ""
    caption_at: Point | None = None
    level: int = 0
    mark: str = ""


class Edge(msgspec.Struct, frozen=True):
    """A line of some kind between two points, such as a wall or a slope between two hexes.

    If its style has a high and a low side, the low side is on the right, seen from the first end to the second. A line
    with a title is explained in the legend.
    """

    ends: tuple[Point, Point]
    kind: str
    style: Stroke = ""
    title: str = ""


class Picture(msgspec.Struct, frozen=True):
    """Shapes and edges in one plane, y downward; `cell` is the room of one shape's words.

    `subtitle` is the moment it shows. `owners` are the players, in the order of their numbers; `marks` holds the prefix
    of each player's words, and `colours` the colours that are known. `styles` says how grounds are drawn. `room` is the
    size of a shape drawn with letters: letters in a line, and lines. `signs` says what each kind of pointer means, and
    `done`, `wounds` and `laid` what a pale counter, the number beside one and a laid one mean. `letters` are lines of
    the legend that only a board drawn with letters needs. `table` has rows of cells, headings first: owner, id, what it
    is, and more. `paces` are those of one unit, and those at `y` 0, where orders name points by x and y, y upward.
    """

    title: str
    shapes: tuple[Shape, ...]
    edges: tuple[Edge, ...] = ()
    legend: tuple[str, ...] = ()
    cell: Point = (1.5, 0.87)
    owners: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    styles: Mapping[str, GroundStyle] = msgspec.field(default_factory=dict)
    pointers: tuple[Pointer, ...] = ()
    room: tuple[int, int] | None = None
    subtitle: str = ""
    signs: Mapping[str, str] = msgspec.field(default_factory=dict)
    done: str = ""
    wounds: str = ""
    laid: str = ""
    letters: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    paces: tuple[float, float] | None = None
