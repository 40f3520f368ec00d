"""The card of an answer as one self-contained SVG, as large as the screen of a phone."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from .board_svg import FAMILY
from .card_board import CardBoard
from .cards import Card, card_of
from .escape import markup, one_line
from .reports import CardReport
from .svg_style import INK, NIGHT, PAPER

_WIDE, _EDGE, _BOARD = 390.0, 14.0, 280.0
# how wide a letter is of its height, in the widest of the fonts that may stand for the first one
_LETTER, _EVEN, _BOLD = 0.555, 0.605, 1.12
_GREY = "#777"
# in the dark, the sheet changes with its letters, and the board stays as it is printed
_STYLE = (
    "<style>@media (prefers-color-scheme: dark) { "
    f":root > rect {{ fill: {NIGHT} }} :root > text, :root > text * {{ fill: {PAPER} }} }}</style>"
)


def write(report: CardReport) -> str:
    """Return the card as SVG."""
    return "\n".join(_Sheet(card_of(report.answer)).lines()) + "\n"


class _Sheet:
    """A card on a sheet: text is put below text from the top to the bottom."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.y = _EDGE

    def lines(self) -> Iterator[str]:
        """Yield the SVG."""
        body = list(self.body())
        size = f'width="{_WIDE:.0f}" height="{self.y + _EDGE:.0f}" viewBox="0 0 {_WIDE:.0f} {self.y + _EDGE:.0f}"'
        yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FAMILY}" fill="{INK}">'
        yield _STYLE
        yield f'<rect width="100%" height="100%" fill="{PAPER}"/>'
        yield from body
        yield "</svg>"

    def body(self) -> Iterator[str]:
        """Yield the parts of the card in order."""
        card = self.card
        yield from self.text(card.title, 10.5, fill=_GREY)
        for number, (text, cites) in enumerate(card.verdict):
            yield from self.text(text, 15 if number == 0 else 12, bold=number == 0)
            if cites:
                yield from self.text(cites, 10.5, fill=_GREY)
        if card.board is not None:
            yield from self.board(card.board)
        for name, value, why in card.numbers:
            yield from self.row(name, value, why)
        for told in card.told:
            yield from self.text(told, 12)
        for head, parts in (("The rule, in our words", card.rules), ("The other reading", card.others)):
            if parts:
                self.y += 5
                yield from self.text(head, 10.5, fill=_GREY)
            for cite, told in parts:
                yield from self.text(f"{told} ({cite})", 12)
        if card.assumed:
            yield from self.text(f"Assumed: {card.assumed}", 10.5, fill=_GREY)
        if card.more:
            yield from self.text(card.more, 10.5, fill=_GREY)
        self.y += 6
        yield f'<path d="M{_EDGE} {self.y:.0f} H{_WIDE - _EDGE}" stroke="#cbbf9f"/>'
        yield from self.text(card.line, 10, family="monospace")

    def text(self, words: str, size: float, bold: bool = False, fill: str = INK, family: str = "") -> Iterator[str]:
        """Yield words over the width of the card, folded."""
        letter = _EVEN if family else _LETTER * (_BOLD if bold else 1)
        room = int((_WIDE - 2 * _EDGE) / (size * letter))
        style = (' font-weight="bold"' if bold else "") + (f' font-family="{family}"' if family else "")
        for line in textwrap.wrap(one_line(words), room):
            self.y += size * 1.32
            yield f'<text x="{_EDGE}" y="{self.y:.1f}" font-size="{size}" fill="{fill}"{style}>{markup(line)}</text>'
        self.y += 3

    def row(self, name: str, value: str, why: str) -> Iterator[str]:
        """Yield a row of the numbers: what it is, its value, and why."""
        lines = textwrap.wrap(one_line(why), 35) or [""]
        for number, line in enumerate(lines):
            self.y += 15.5
            if number == 0:
                yield f'<text x="{_EDGE}" y="{self.y:.1f}" font-size="12">{markup(one_line(name))}</text>'
                yield (
                    f'<text x="{_EDGE + 118}" y="{self.y:.1f}" font-size="12" font-weight="bold" text-anchor="end">'
                    f"{markup(one_line(value))}</text>"
                )
            yield f'<text x="{_EDGE + 128}" y="{self.y:.1f}" font-size="12">{markup(line)}</text>'
        self.y += 1

    def board(self, board: CardBoard) -> Iterator[str]:
        """Yield the board, as large as there is room."""
        left, top, wide, high = board.view
        scale = min((_WIDE - 2 * _EDGE) / wide, _BOARD / high)
        self.y += 6
        x = (_WIDE - wide * scale) / 2
        yield (
            f'<svg x="{x:.1f}" y="{self.y:.1f}" width="{wide * scale:.1f}" height="{high * scale:.1f}" '
            f'viewBox="{left:.0f} {top:.0f} {wide:.0f} {high:.0f}">'
        )
        yield from board.shown()
        yield "</svg>"
        self.y += high * scale + 4
