"""The board of a card: the part of it that a question is about, with the lines of the blows, the shot or the move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from referee.core.game.picture import Picture, Point, Shape

from .board_svg import SCALE, BoardDrawing

_LINE = "#9a2424"
# the pieces around the points are shown too, as far as the part of the board with all of them is no larger than this;
# there is so much room around them
_MOST, _AROUND = 300.0, 70.0
_MARGIN = 24.0
# how far the ends of the line stay away from the middle of a shape
_SHORT = 17.0


class CardBoard(BoardDrawing):
    """A board, seen around the points of some lines, each of which ends in an arrow."""

    def __init__(self, picture: Picture, lines: Sequence[Sequence[Point]]) -> None:
        super().__init__(picture, "card-")
        self.lines = [[self.at(point) for point in line] for line in lines]
        self.way = [point for line in self.lines for point in line]

    @property
    def view(self) -> tuple[float, float, float, float]:
        """The part that is shown: its left and upper edge, its width and height."""
        left, top = self.shift[0] - _MARGIN, self.shift[1] - _MARGIN
        wide, high = self.wide + 2 * _MARGIN, self.high + 2 * _MARGIN
        if not self.way:
            return left, top, wide, high
        seen, around = self._with_pieces(), max(_AROUND, self._size())
        begin = [max(low, min(p[n] for p in seen) - around) for n, low in enumerate((left, top))]
        ends = [
            min(low + room, max(p[n] for p in seen) + around)
            for n, (low, room) in enumerate(((left, wide), (top, high)))
        ]
        return begin[0], begin[1], ends[0] - begin[0], ends[1] - begin[1]

    def _size(self) -> float:
        """Return how large the shape at the first point is."""
        shape = next(shape for shape in self.picture.shapes if self.at(shape.centre) == self.way[0])
        return max(max(p[n] for p in shape.outline) - min(p[n] for p in shape.outline) for n in (0, 1)) * SCALE

    def _with_pieces(self) -> list[Point]:
        """Return the points with the places of pieces near them, the nearest first."""
        seen = [*self.way]
        middle = self.way[0]
        held = [self.at(s.centre) for s in self.picture.shapes if s.tokens or (s.owner is not None and s.lines)]
        for place in sorted(held, key=lambda place: hypot(place[0] - middle[0], place[1] - middle[1])):
            more = [*seen, place]
            if all(max(p[n] for p in more) - min(p[n] for p in more) <= _MOST for n in (0, 1)):
                seen = more
        return seen

    def shown(self) -> Iterator[str]:
        """Yield what is drawn: definitions, the board and the line."""
        yield from self.definitions()
        yield from self.drawn()
        for line in self.lines:
            yield from self.line(line)

    def line(self, points: Sequence[Point]) -> Iterator[str]:
        """Yield the line through points, with an arrow at its end; nothing for less than two."""
        if len(points) < 2:
            return
        way = [*points]
        way[0], way[-1] = _towards(way[0], way[1]), _towards(way[-1], way[-2])
        (xa, ya), (xb, yb) = way[-2], way[-1]
        length = hypot(xb - xa, yb - ya) or 1.0
        ux, uy = (xb - xa) / length, (yb - ya) / length
        path = " L".join(f"{x:.1f} {y:.1f}" for x, y in way)
        head = f"M{xb:.1f} {yb:.1f} L{xb - 11 * ux - 5 * uy:.1f} {yb - 11 * uy + 5 * ux:.1f} "
        head += f"L{xb - 11 * ux + 5 * uy:.1f} {yb - 11 * uy - 5 * ux:.1f} Z"
        yield f'<path d="M{path}" fill="none" stroke="#fff" stroke-width="6" stroke-linejoin="round" opacity=".8"/>'
        yield f'<path d="M{path}" fill="none" stroke="{_LINE}" stroke-width="3" stroke-linejoin="round"/>'
        yield f'<path d="{head}" fill="{_LINE}" stroke="#fff" stroke-width="1"/>'


def _towards(point: Point, other: Point) -> Point:
    """Return a point moved a little towards another."""
    length = hypot(other[0] - point[0], other[1] - point[1])
    share = min(_SHORT, length / 4) / length if length else 0.0
    return point[0] + (other[0] - point[0]) * share, point[1] + (other[1] - point[1]) * share


def board_with(boards: Mapping[str, Picture], lines: Sequence[Sequence[str]]) -> CardBoard | None:
    """Return the board on which most of some pieces and places are found, with lines through them; None without."""
    found = [(picture, [_points(picture, line) for line in lines]) for picture in boards.values() if picture.shapes]
    if not found:
        return None
    picture, ways = max(found, key=lambda one: sum(map(len, one[1])))
    pieces = any(shape.tokens or shape.owner is not None for shape in picture.shapes)
    return CardBoard(picture, ways) if any(ways) or pieces else None


def _points(picture: Picture, words: Sequence[str]) -> list[Point]:
    points = [_place(picture, word) for word in words]
    return list(dict.fromkeys(point for point in points if point is not None))


def _place(picture: Picture, word: str) -> Point | None:
    """Return where a piece or a place is, by its name; None where it is not on a board."""
    for means in (_holds, _is_called):
        for shape in picture.shapes:
            if means(shape, word):
                return shape.centre
    return None


def _holds(shape: Shape, word: str) -> bool:
    names = {token.name for token in shape.tokens} | {part for line in shape.lines for part in line.split()}
    return word in names


def _is_called(shape: Shape, word: str) -> bool:
    return shape.label.split(" ")[0] == word
