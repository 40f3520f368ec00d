"""What a card says of an answer: the verdict, the numbers, the rules in our words, the other reading, the line."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from referee.core.asking import said_otherwise, sentences
from referee.core.game.questions import Answer, Question, Sentence
from referee.core.game.reading import mapping_of
from referee.core.notation.field_specs import field_specs

from .answer_text import (
    assumption,
    cited,
    differences,
    echo_of,
    faults_of,
    line_with_situation,
    other_reading,
    told_sentences,
    values_of,
)
from .card_board import CardBoard, board_with
from .reports import AnswerReport
from .trace_lines import ledger_lines

# a card fits on the screen of a phone: so many rows of numbers, and letters of each kind of text
_ROWS, _TOLD, _RULES, _OTHER, _ASSUMED = 7, 300, 210, 300, 150


class Card(NamedTuple):
    """A card: its parts as plain text. `more` says what is only in the whole answer."""

    title: str
    verdict: list[tuple[str, str]]
    board: CardBoard | None
    numbers: list[tuple[str, str, str]]
    told: list[str]
    rules: list[tuple[str, str]]
    others: list[tuple[str, str]]
    assumed: str
    more: str
    line: str


def card_of(report: AnswerReport, whole: bool = False) -> Card:
    """Return the card of an answer: what a phone shows at once, or the `whole` of it."""
    # nothing that a person reads is a thousand times as long
    times = 1000 if whole else 1
    asked, ruleset, answer = report.asked, report.ruleset, report.answer
    lines = asked.question.lines(asked.position, answer)
    way = [list(_way(asked.question, answer.answer))] if lines is None else lines
    board = board_with(asked.game.draw(asked.filled, asked.position.rules), way)
    spoken = told_sentences(report)
    told = [(one.text, cited(one.cites, ruleset.rulings)) for one in spoken] or list(_values(answer))
    # what makes the situation impossible comes before the verdict, a refusal lists its reasons below its first sentence
    faults = [(f"{head}{fault}", "") for head, fault in faults_of(answer)]
    reasons_told = list(takewhile(lambda one: one[0].startswith("- "), told[1:]))
    verdict = [*faults, told[0], *reasons_told]
    decisive = {cite for one in spoken[:1] for cite in one.cites}
    near = [one.text for one in spoken[1:] if not decisive.isdisjoint(one.cites)]
    further = [(text, "") for text, _ in told[1 + len(reasons_told) :]]
    if _fitting(further, times * _TOLD) != further:
        # of more than fit, those by the rules of the verdict come first
        further.sort(key=lambda one: one[0] not in near)
    reasons = answer.reasons
    if len(reasons) > times * _ROWS:
        reasons = sorted(reasons, key=lambda one: decisive.isdisjoint(c for row in one["entries"] for c in row["cite"]))
    differ = differences(answer, sentences(asked, answer), said_otherwise(asked, answer))
    readings = [other_reading(*pair, ruleset.rulings) for pair in zip(answer.otherwise, differ, strict=True)]
    others = [(choice, f"{said[:1].upper()}{said[1:]}") for choice, said in readings]
    laws = [(cite, ruleset.rules[name].summary) for cite in _laws(report, spoken) if (name := ruleset.rule_of(cite))]
    shown, kept = _fitting(laws, times * _RULES), _fitting(others, times * _OTHER)
    left = [cite for cite, _ in laws[len(shown) :]]
    more = [*([f"Also {', '.join(left)}"] if left else [])]
    more += [f"{len(others) - len(kept)} more readings"] if len(others) > len(kept) else []
    by = ", ".join((ruleset.title, *(f"{name} {value}" for name, value in asked.state.options.items())))
    return Card(
        f"{by}: {board.picture.title}" if board is not None else by,
        _fitting(verdict, times * _TOLD),
        board,
        [_row(ledger) for ledger in reasons[: times * _ROWS]],
        [text for text, _ in _fitting(further, times * _TOLD)],
        shown,
        kept,
        _short("; ".join(assumption(key, value) for key, value in answer.assumed.items()), times * _ASSUMED),
        "; ".join(more),
        _line(report),
    )


def _values(answer: Answer) -> Iterator[tuple[str, str]]:
    """Yield an answer that is not told in sentences: yes or no with its reasons, then its values."""
    allowed = next((answer.answer[key] for key in ("allowed", "legal") if key in answer.answer), None)
    because = answer.answer.get("because") or []
    if isinstance(allowed, bool):
        yield ("Yes." if allowed else "No:" if because else "No."), ""
        for one in because:
            yield f"- {one['message']}", ", ".join(one["cite"])
    for line in values_of(answer):
        if isinstance(allowed, bool) and line.split()[:1] in (["allowed"], ["legal"], ["because"], ["-"]):
            continue
        yield " ".join(line.split()), ""


def _row(ledger: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return a quantity, its total, and how it comes about."""
    lines = [line for line in ledger_lines(ledger) if line.text]
    how = [
        line.text if number == 0 and len(lines) == 1 else f"{line.value} {line.text}"
        for number, line in enumerate(lines)
    ]
    return ledger["quantity"], str(ledger["total"]), "; ".join(how)


def _laws(report: AnswerReport, spoken: list[Sentence]) -> dict[str, None]:
    """Return the rules behind an answer, those of the verdict first, then those of each further sentence.

    Rulings are left out, since what they decide is the other reading; the rules that they concern stand for them,
    before those that nobody disputes.
    """
    ruleset, out = report.ruleset, dict[str, None]()
    every = [c for c in report.answer.cites if c not in ruleset.rulings and ruleset.knows(c)]
    laws = dict.fromkeys(cite for cite in every if ruleset.rule_of(cite) in ruleset.rules)
    for sentence in spoken:
        rulings = [ruleset.rulings[cite] for cite in sentence.cites if cite in ruleset.rulings]
        open_to = {ruleset.rule_of(rule) for ruling in rulings for rule in ruling.concerns}
        out |= dict.fromkeys(law for law in laws if ruleset.rule_of(law) in open_to)
        out |= dict.fromkeys(cite for cite in sentence.cites if cite in laws)
    return out | laws


def _way(asked: Question, answer: dict[str, Any]) -> Iterator[str]:
    """Yield the pieces and places of a question in the order of a line through them."""
    given, specs = mapping_of(asked), field_specs(type(asked))
    pieces = [name for name in dict.fromkeys([asked.verb, *specs]) if specs[name].piece or specs[name].names]
    named = [one for name in pieces if name in given for one in _words(given[name])]
    path = answer.get("path")
    inner = [str(one) for one in path if isinstance(one, (str, int))] if isinstance(path, list) else []
    ends = [str(given["to"])] if isinstance(given.get("to"), (str, int)) else []
    yield from named[:1]
    yield from inner
    yield from (one for one in [*named[1:2], *ends] if one not in inner)


def _words(value: Any) -> list[str]:
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]


def _fitting(parts: list[tuple[str, str]], room: int) -> list[tuple[str, str]]:
    """Return the parts that a card has room for, and at least the first one, shortened where it is very long."""
    out: list[tuple[str, str]] = []
    for one, other in parts:
        length = len(one) + len(other)
        if out and length > room:
            break
        out.append((one, other) if length <= 2 * room else (_short(one, 2 * room), _short(other, room)))
        room -= length
    return out


def _short(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1].rstrip()}…"


def _line(report: AnswerReport) -> str:
    """Return the command that asks the question again; of a file it gives the name, not where it lies."""
    document, ruleset = report.document, report.ruleset.name
    line = echo_of(report)
    if not Path(document.file).suffix:
        # what was given as a value has no name by which to ask again
        options = "".join(f" --option {name}={value}" for name, value in report.asked.state.options.items())
        return f"referee ask -r {ruleset}{options} {shlex.quote(line_with_situation(report))}"
    return f"referee ask {shlex.quote(Path(document.file).name)} {shlex.quote(line)}"
