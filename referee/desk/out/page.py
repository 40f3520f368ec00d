"""The page that goes with a mail: what happened, the board, and the order form.

It is one file that needs no network, for a wide screen, a phone, a keyboard and a screen reader. Without JavaScript it
is the report, with the lines that may be mailed. `page.html.j2` arranges it; what it shows is found here.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.core.game.picture import Picture
from referee.core.game.trace import Step, Trace
from referee.core.rules.rulesets import Ruleset
from referee.report.board_svg import BoardDrawing
from referee.report.escape import one_line
from referee.report.trace_lines import chosen_steps, commitment_line, heading, lines_of, silence, summary

from ..result import Result
from .content import awaited, prospects
from .form import Offers, offers_of, own_words
from .templates import Templates

# bytes of a page, which leaves out orders before it is larger
LARGEST = 150_000
# an address that nobody has agreed on
_NOWHERE = "@localhost"


def page_of(
    result: Result,
    player: str,
    subject: str,
    boards: Mapping[str, Picture],
    traces: Sequence[Trace],
    proof: Mapping[str, str],
    templates: Templates,
) -> str:
    """Return the page of a player; traces and boards are what they may see. Raises Unreadable for a broken template."""
    opened, settings = result.opened, result.archive.settings
    offers = offers_of(opened, player, boards.values())
    rules = Cited(opened.ruleset)
    stories = [story(trace, rules) for trace in traces]
    own = dict.fromkeys(word for board in boards.values() for word in own_words(board, player))
    words = {*own, *(word for offer in offers.rows for word in (*offer.names, *offer.pieces))}
    values: dict[str, Any] = {
        "subject": subject,
        "game": settings.game,
        "step": opened.state.step or 0,
        "player": player,
        "awaiting": awaited(result.awaiting, result.due, player, settings.language),
        "stories": stories,
        "boards": [board_values(name, picture) for name, picture in boards.items()],
        "rules": rules.rows,
        "prospects": prospects(opened, player),
        "together": offers.together,
        "verbs": offers.verbs,
        "tag": f"[{settings.game} {opened.state.step or 0}]",
        "to": settings.sender if not settings.sender.endswith(_NOWHERE) else "",
        "own": list(own),
        "word": settings.players[player].word is not None,
        "proof": dict(proof),
    }
    values["yours"] = any(one["own"] for one in values["awaiting"])
    drawn = {name: _Drawn(picture, name, words) for name, picture in boards.items()}
    script = file_of("board.js") + file_of("form.js")
    values["colour"] = next(filter(None, (one.colour(player) for one in drawn.values())), "")
    drawings = {
        "drawings": {name: one.svg() for name, one in drawn.items()},
        "keys": {name: one.drawing.samples() for name, one in drawn.items()},
        "style": file_of("page.css"),
        "script": script,
        "script_digest": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    }

    def rendered(held: Offers) -> str:
        lines = [f"{one.line}  # {one.note}" if one.note else one.line for one in held.rows]
        told = _clean({**values, "lines": lines, "more": held.more})
        return templates.render("page.html.j2", **told, **drawings, data=_data(values, held, boards))

    page = rendered(offers)
    over = len(page.encode()) - LARGEST
    return rendered(_without(offers, over)) if over > 0 and offers.rows else page


def _without(offers: Offers, size: int) -> Offers:
    """Return offers without the last of them, by so many bytes of a page, and how many are left out."""
    rows = list(offers.rows)
    # how many are left out is said in words
    size += 200
    while rows and size > 0:
        one = rows.pop()
        size -= len(msgspec.json.encode(one)) + len(one.line) + len(one.note)
    return replace(offers, rows=rows, more=offers.more + len(offers.rows) - len(rows))


@cache
def file_of(name: str) -> str:
    """Return a file of the page without its comments and the space that indents it."""
    lines = map(str.strip, (Path(__file__).parent / name).read_text(encoding="utf-8").split("\n"))
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"


def _data(values: Mapping[str, Any], offers: Offers, boards: Mapping[str, Picture]) -> str:
    """Return what the form needs as JSON that cannot end the element in which it stands."""
    data = {
        **{key: values[key] for key in ("game", "step", "player", "tag", "to", "together", "own", "colour")},
        "places": {piece: place for board in boards.values() for piece, place in _places(board)},
        "rows": msgspec.to_builtins(offers.rows),
        "later": offers.later,
    }
    text = json.dumps(_clean(data), ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _places(board: Picture) -> Iterator[tuple[str, str]]:
    """Yield each counter with the label of the place where it lies."""
    for shape in board.shapes:
        place = shape.caption or shape.label
        yield from ((token.name, place) for token in shape.tokens if not token.laid and place)


def _clean(value: Any) -> Any:
    """Return plain data with the control characters of its texts written out."""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, dict):
        return {_clean(key): _clean(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_clean(inner) for inner in value]
    return value


class Cited:
    """The rules and rulings that a page cites, numbered as they come."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.rows: list[dict[str, Any]] = []
        self._numbers: dict[str, int] = {}

    def cites(self, cites: Sequence[str], chosen: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
        """Return citations with the numbers of their rules, and the values of the options that rulings have."""
        return [{"cite": cite, "value": (chosen or {}).get(cite, ""), "number": self._number(cite)} for cite in cites]

    def _number(self, cite: str) -> int:
        if cite not in self._numbers:
            self._numbers[cite] = len(self.rows)
            self.rows.append({"cite": cite, **self._said(cite)})
        return self._numbers[cite]

    def _said(self, cite: str) -> dict[str, str]:
        ruling = self.ruleset.rulings.get(cite)
        if ruling is not None:
            return {"title": ruling.question, "text": ruling.answer}
        rule = self.ruleset.rules.get(self.ruleset.rule_of(cite))
        return {"title": rule.title, "text": rule.summary} if rule is not None else {"title": "", "text": ""}


def story(trace: Trace, rules: Cited) -> dict[str, Any]:
    """Return what a page tells of a trace: its title, and each step with its dice and its reasons."""
    title, below = heading(trace)
    # the commitment of the dice is said once, with the chain
    committed = commitment_line(trace.dice)
    steps = chosen_steps(trace, None, None)
    return {
        "title": title,
        "below": [line for line in below if line not in committed],
        "steps": [_step(number, step, trace, rules) for number, step in steps],
        "silence": silence(steps, None),
    }


def _step(number: int, step: Step, trace: Trace, rules: Cited) -> dict[str, Any]:
    rows = [line for line in lines_of(step, trace) if not (line.name == "rules" and step.cites)]
    return {
        "number": number,
        "status": step.status,
        "said": summary(step),
        "rolls": [{"by": one.by, "dice": one.dice, "reroll": one.reroll or []} for one in step.rolled],
        "reasons": [
            {"name": line.name, "value": line.value, "text": line.text, "cites": rules.cites(line.cites)}
            for line in rows
        ],
        "cites": rules.cites(step.cites, trace.rulings),
    }


def board_values(name: str, picture: Picture) -> dict[str, Any]:
    """Return what a page tells of a board beside its drawing."""
    return {
        "name": name,
        "title": picture.title,
        "subtitle": picture.subtitle,
        "legend": [{"under": line.startswith(" "), "text": line.strip()} for line in picture.legend],
        "table": [list(row) for row in picture.table],
    }


class _Drawn:
    """A board and its keys as markup."""

    def __init__(self, picture: Picture, name: str, words: set[str]) -> None:
        self.drawing = BoardDrawing(picture, f"{name}-", words=words)

    def colour(self, player: str) -> str:
        owners = self.drawing.picture.owners
        return self.drawing.owner(owners.index(player)) if player in owners else ""

    def svg(self) -> str:
        return "\n".join(self.drawing.svg()) if self.drawing.picture.shapes else ""
