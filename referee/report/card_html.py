"""The card of an answer as a page: one screen on a phone, one column in print."""

from __future__ import annotations

from collections.abc import Iterator

from .board_svg import FAMILY
from .card_board import CardBoard
from .cards import Card, card_of
from .escape import markup
from .page import page
from .reports import CardReport
from .svg_style import INK

_STYLE = """
body { max-width: 26em; margin: 0 auto; padding: .6em .8em; font-size: 13px; line-height: 1.36 }
h1 { font-size: 11px; margin: 0; color: #777; font-weight: normal; letter-spacing: .06em; text-transform: uppercase }
.verdict { font-size: 16px; line-height: 1.28; font-weight: bold; margin: .2em 0 .4em }
.why { margin: .15em 0 .15em 1em; text-indent: -.7em } .cite { color: #777; font-weight: normal; font-size: 11px }
svg { display: block; width: 100%; max-height: 34vh; margin: .4em auto; border: 1px solid #cbbf9f }
table { border-collapse: collapse; width: 100%; margin: .3em 0 } td { padding: 0 .5em 0 0; vertical-align: top }
td:nth-child(2) { text-align: right; font-weight: bold } p { margin: .3em 0 } h2 { font-size: 11px; color: #777;
margin: .6em 0 0; font-weight: normal; letter-spacing: .06em; text-transform: uppercase }
.line { font: 11px/1.35 monospace; border-top: 1px solid #cbbf9f; margin-top: .6em; padding-top: .4em;
overflow-wrap: anywhere } p, td { overflow-wrap: anywhere }
@media print { body { max-width: 11cm; font-size: 10pt } .verdict { font-size: 12pt } svg { max-height: 9cm } }
""".strip()


def write(report: CardReport) -> str:
    """Return the card as a self-contained page."""
    card = card_of(report.answer)
    return page(card.verdict[0][0], _STYLE, _body(card))


def _body(card: Card) -> Iterator[str]:
    yield f"<h1>{markup(card.title)}</h1>"
    for number, (text, cites) in enumerate(card.verdict):
        cited = f' <span class="cite">({markup(cites)})</span>' if cites else ""
        yield f'<p class="{"verdict" if number == 0 else "why"}">{markup(text)}{cited}</p>'
    if card.board is not None:
        yield from board(card.board)
    if card.numbers:
        rows = ("".join(f"<td>{markup(cell)}</td>" for cell in row) for row in card.numbers)
        yield f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
    yield from (f"<p>{markup(text)}</p>" for text in card.told)
    if card.rules:
        yield "<h2>The rule, in our words</h2>"
        for cite, summary in card.rules:
            yield f'<p>{markup(summary)} <span class="cite">{markup(cite)}</span></p>'
    if card.others:
        yield "<h2>The other reading</h2>"
        for choice, told in card.others:
            yield f'<p>{markup(told)} <span class="cite">{markup(choice)}</span></p>'
    if card.assumed:
        yield f'<p class="cite">Assumed: {markup(card.assumed)}</p>'
    if card.more:
        yield f'<p class="cite">{markup(card.more)}</p>'
    yield f'<p class="line">{markup(card.line)}</p>'


def board(drawing: CardBoard) -> Iterator[str]:
    """Yield the board of a card as an SVG inside a page."""
    left, top, wide, high = drawing.view
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {wide:.0f} {high:.0f}" '
        f'font-family="{FAMILY}" fill="{INK}" role="img"><title>{markup(drawing.picture.title)}</title>'
    )
    yield from drawing.shown()
    yield "</svg>"
