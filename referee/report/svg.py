"""A picture as one self-contained SVG: the board in a frame, with its legend and its pieces below."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from referee.core.documents import Unreadable
from referee.core.game.picture import Picture
from referee.version import install

from .board_svg import FAMILY, KEY, BoardDrawing
from .escape import markup
from .pictures import table_lines
from .reports import BoardReport
from .svg_style import INK, PAPER


def png_of(svg: str) -> bytes:
    """Return an SVG as PNG, twice as large; raises Unreadable if the package is missing."""
    try:
        import resvg_py
    except ImportError:
        raise Unreadable.of("", f"PNG is drawn by resvg-py: {install('mail')}, or write an SVG") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", zoom=2))


_MARGIN, _HEAD, _LINE, _LEAST = 34.0, 64.0, 17.0, 520.0
# how wide a letter of the legend is, and of the table; the room of a key, for a ground and for a mark
_LETTER, _EVEN, _KEY, _MARK = 7.4, 7.0, 110.0, 330.0


def write(report: BoardReport) -> str:
    """Write the first board of a report as a picture."""
    return picture_svg(next(iter(report.boards.values())), report.below)


def picture_svg(picture: Picture, below: Sequence[str] = ()) -> str:
    """Return a picture as SVG: the board in a frame, its legend, its pieces, and further lines."""
    return "\n".join(_Sheet(picture, below).lines()) + "\n"


class _Sheet:
    """One picture on one sheet."""

    def __init__(self, picture: Picture, below: Sequence[str]) -> None:
        self.picture = picture
        self.board = BoardDrawing(picture, "")
        self.table = [*table_lines(picture), *below]
        widest = max(map(len, self.table), default=0) * _EVEN + 60
        self.width = max(self.board.wide + 2 * _MARGIN, _LEAST, widest)
        self.subtitle = textwrap.wrap(picture.subtitle, int((self.width - 60) / _LETTER))
        self.head = _HEAD + _LINE * len(self.subtitle)
        self.board.shift = ((self.width - self.board.wide) / 2, self.head)

    def lines(self) -> Iterator[str]:
        """Yield the SVG."""
        picture, board = self.picture, self.board
        keys, marks = list(board.keys()), list(board.marks())
        foot = self.head + board.high + 28
        below = foot + 22 * (self.rows(len(keys), _KEY, 6) + self.rows(len(marks), _MARK, 3))
        legend = [line for told in picture.legend for line in self.folded(told)]
        height = below + _LINE * (len(legend) + len(self.table)) + 30
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {self.width:.0f} {height:.0f}" font-family="{FAMILY}" fill="{INK}">'
        )
        yield from board.definitions()
        yield f'<rect width="100%" height="100%" fill="{PAPER}"/>'
        for inset, width in ((8, 2.2), (13, 0.7)):
            yield (
                f'<rect x="{inset}" y="{inset}" width="{self.width - 2 * inset:.0f}" height="{height - 2 * inset:.0f}" '
                f'fill="none" stroke="{INK}" stroke-width="{width}"/>'
            )
        yield (
            f'<text x="{self.width / 2:.0f}" y="44" font-size="24" text-anchor="middle" letter-spacing="2" '
            f'font-variant="small-caps">{markup(picture.title)}</text>'
        )
        for number, line in enumerate(self.subtitle):
            yield board.text(self.width / 2, 64 + _LINE * number, line, 12.5)
        yield from board.drawn()
        yield from self.explained(keys, foot, _KEY, 6)
        yield from self.explained(marks, foot + 22 * self.rows(len(keys), _KEY, 6), _MARK, 3)
        for number, line in enumerate(legend):
            indent = 30 + 10 * (len(line) - len(line.lstrip()))
            y = below + 6 + _LINE * (number + 0.5)
            yield f'<text x="{indent}" y="{y:.0f}" font-size="12.5">{markup(line.strip())}</text>'
        for number, line in enumerate(self.table, len(legend)):
            y = below + 6 + _LINE * (number + 0.5)
            yield (
                f'<text x="30" y="{y:.0f}" font-size="11.5" font-family="monospace" xml:space="preserve">'
                f"{markup(line)}</text>"
            )
        yield "</svg>"

    def folded(self, told: str) -> list[str]:
        """Return a line of the legend as the lines that fit on the sheet."""
        indent = told[: len(told) - len(told.lstrip())]
        room = int((self.width - 60) / _LETTER)
        return textwrap.wrap(told, room, initial_indent="", subsequent_indent=indent + "  ") or [""]

    def explained(self, keys: list[tuple[str, str]], foot: float, room: float, most: int) -> Iterator[str]:
        """Yield drawings with their meanings, in rows of a given length, each with a given width."""
        many = self.columns(room, most)
        step = (self.width - 60) / many
        for number, (drawing, told) in enumerate(keys):
            x, y = 30 + step * (number % many), foot + 22 * (number // many) - 12
            yield f'<g transform="translate({x:.0f} {y:.0f})">{drawing}</g>'
            yield f'<text x="{x + KEY[0] + 6:.0f}" y="{y + 12.5:.0f}" font-size="12.5">{markup(told)}</text>'

    def columns(self, room: float, most: int) -> int:
        """Return how many keys are in a row."""
        return max(1, min(most, int((self.width - 60) / room)))

    def rows(self, number: int, room: float, most: int) -> int:
        """Return how many rows so many keys take."""
        return -(-number // self.columns(room, most))
