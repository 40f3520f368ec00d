"""The boards of a state as one self-contained HTML page, to be read on a wide screen and on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.core.game.picture import Picture

from .board_svg import BoardDrawing
from .escape import markup
from .page import page
from .reports import BoardReport

# a board keeps a size that can be read, and moves inside its own frame where the screen is narrower
STYLE = """
body { max-width: 80em } section { margin-bottom: 3em } h2 { font-size: 1.1em; margin: 1.2em 0 .4em }
.moment { color: #555; margin-top: -.6em } .board, .table { overflow-x: auto } .board { border: 1px solid #cbbf9f }
.board svg { display: block; margin: 0 auto; width: 100%; max-width: var(--wide); min-width: calc(.7 * var(--wide)) }
.whole:checked ~ .board svg { min-width: 0 } .whole, .whole + label { display: none }
.keys { display: flex; flex-wrap: wrap; gap: .3em 1.4em; font-size: .9em; margin: .8em 0 }
.keys span { white-space: nowrap } .keys i { font-style: normal; white-space: normal }
.keys svg { vertical-align: -.2em; margin-right: .4em } .list p { margin: .15em 0; overflow-wrap: anywhere }
.list .under { margin-left: 1.4em } table { border-collapse: collapse; font-size: .92em; margin-top: .8em }
th { text-align: left } th, td { padding: .1em .9em .1em 0; white-space: nowrap }
.below { overflow-wrap: anywhere }
@media (max-width: 60em) { .whole, .whole + label { display: inline } }
@media print {
  body { margin: 0; max-width: none } section { break-after: page; break-inside: avoid; margin: 0 }
  section:last-of-type { break-after: auto } .whole, .whole + label { display: none !important }
  .board { overflow: visible; border: 0 } .board svg { min-width: 0; max-height: 17cm } .list { font-size: .8em }
}
""".strip()


def write(report: BoardReport) -> str:
    """Return every board of a report as a page, one below another, each with its legend and its pieces.

    Lines of text that belong to all of them follow.
    """
    title = "; ".join(picture.title for picture in report.boards.values())
    below = [f'<p class="below">{markup(line)}</p>' for line in report.below]
    return page(title, STYLE, [*sections(report.boards), *below])


def sections(boards: Mapping[str, Picture]) -> list[str]:
    """Return pictures as parts of a page, each with its legend and its pieces."""
    return [line for name, picture in boards.items() for line in _section(name, picture)]


def _section(name: str, picture: Picture) -> Iterator[str]:
    board, name = BoardDrawing(picture, f"{name}-"), markup(name)
    yield f"<section><h1>{markup(picture.title)}</h1>"
    if picture.subtitle:
        yield f'<p class="moment">{markup(picture.subtitle)}</p>'
    yield f'<input type="checkbox" class="whole" id="{name}-whole">'
    yield f'<label for="{name}-whole"> show the whole board</label>'
    yield f'<div class="board" role="region" tabindex="0" aria-label="{markup(picture.title)}">'
    yield from board.svg()
    yield "</div>"
    if samples := board.samples():
        yield '<div class="keys">'
        yield from (f"<span>{sample}<i>{markup(told)}</i></span>" for sample, told in samples)
        yield "</div>"
    if picture.legend or picture.table:
        yield '<h2>Pieces and places</h2><div class="list">'
        for line in picture.legend:
            under = ' class="under"' if line.startswith(" ") else ""
            yield f"<p{under}>{markup(line.strip())}</p>"
        yield from _table(picture)
        yield "</div>"
    yield "</section>"


def _table(picture: Picture) -> Iterator[str]:
    if not picture.table:
        return
    yield '<div class="table"><table>'
    for number, row in enumerate(picture.table):
        cell = "th" if number == 0 else "td"
        yield f"<tr>{''.join(f'<{cell}>{markup(value)}</{cell}>' for value in row)}</tr>"
    yield "</table></div>"
