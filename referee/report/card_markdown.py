"""The card of an answer as Markdown, for a forum or a mail."""

from __future__ import annotations

from collections.abc import Iterator

from .cards import Card, card_of
from .escape import one_line, safe
from .pictures import picture_text
from .reports import CardReport


def write(report: CardReport) -> str:
    """Return the card as Markdown, with the board in characters."""
    return "\n".join(_lines(card_of(report.answer))) + "\n"


def _lines(card: Card) -> Iterator[str]:
    for number, (text, cites) in enumerate(card.verdict):
        cited = f" ({safe(cites)})" if cites else ""
        yield f"**{safe(text)}**{cited}" if number == 0 else f"- {safe(text.removeprefix('- '))}{cited}"
        if number == 0:
            yield ""
    if len(card.verdict) > 1:
        yield ""
    if card.board is not None:
        yield "```text"
        yield from (one_line(line) for line in picture_text(card.board.picture).rstrip("\n").split("\n"))
        yield from ("```", "")
    if card.numbers:
        yield from ("| | | |", "|---|---:|---|")
        yield from (f"| {' | '.join(map(safe, row))} |" for row in card.numbers)
        yield ""
    yield from (line for text in card.told for line in (safe(text), ""))
    for head, parts in (("The rule, in our words", card.rules), ("The other reading", card.others)):
        if parts:
            yield from (f"*{head}*", "")
            yield from (f"- {safe(told)} ({safe(cite)})" for cite, told in parts)
            yield ""
    if card.assumed:
        yield from (f"Assumed: {safe(card.assumed)}", "")
    if card.more:
        yield from (safe(card.more), "")
    yield from ("```sh", one_line(card.line), "```")
