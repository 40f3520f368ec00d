"""An answer to a disputed ruling as text to read aloud."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from referee.core.asking import said_otherwise, sentences
from referee.core.documents.problems import percent
from referee.core.game.game import Game
from referee.core.game.questions import Answer, Sentence
from referee.core.game.reading import mapping_of
from referee.core.notation import line_writer, situations
from referee.core.rules.index import Ruling

from .escape import join_lines, plain
from .ledgers import ledger_text, wrap
from .reports import AnswerReport
from .width import width

if TYPE_CHECKING:
    from referee.core.line.reader import Heard

# long parts of an alternative answer are only in the JSON
_LONG = ("options", "other_paths")
_LONGEST_ECHO = 600
# an answer without its reasons has so many lines at most, and its echo and what ends it so many
MOST_LINES, _MOST_ECHO, _MOST_END = 15, 2, 4


def write(report: AnswerReport) -> str:
    """Return an answer: what was understood, what is impossible, the ruling, its odds and reasons, what was assumed.

    The other readings come last.
    """
    asked, answer, rulings = report.asked, report.answer, report.ruleset.rulings
    own = settled(report)
    differ = differences(answer, own, said_otherwise(asked, answer))
    if not report.reasons:
        return _short(report, own, differ)
    lines = [*wrap("asked: ", echo_of(report)), ""]
    if faults := _faults(answer):
        lines += [*faults, ""]
    lines += _verdict(report, own)
    if odds := asked.question.odds_told(asked.position, answer):
        lines += ["", "Odds"]
        lines += [line for one in odds for line in wrap("  ", one.text, cited(one.cites, rulings))]
    if answer.reasons:
        lines += ["", "Reasons", *ledger_text(answer.reasons)]
    if notes := _set_aside(report):
        lines += ["", *(line for note in notes for line in wrap("Note: ", note))]
    if answer.cites:
        lines += ["", *wrap("Rules: ", ", ".join(dict.fromkeys(answer.cites)))]
    if answer.assumed:
        lines += wrap("Assumed: ", "; ".join(assumption(k, v) for k, v in answer.assumed.items()))
    for other, said in zip(answer.otherwise, differ, strict=True):
        lines += _otherwise(other, said, rulings)
    return join_lines(lines) + "\n"


def _short(report: AnswerReport, own: list[Sentence], differ: Sequence[str]) -> str:
    """Return an answer in a few lines: what was understood, the verdict, and what it rests on."""
    answer, rulings = report.answer, report.ruleset.rulings
    echo = cut(wrap("asked: ", echo_of(report)), _MOST_ECHO)
    # a ruling without a choice decides nothing between players, and is named where a sentence rests on it
    named = {cite for sentence in own for cite in sentence.cites}
    idle = {cite for cite, ruling in rulings.items() if ruling.option is None} - named
    cites = [cite for cite in dict.fromkeys(answer.cites) if cite not in idle]
    assumed = "; ".join(assumption(key, value) for key, value in answer.assumed.items())
    told = cut(wrap("Assumed: ", assumed), _MOST_END - 1) if assumed else []
    # what was assumed decides more than the last of many rules
    end = [*(cut(wrap("Rules: ", ", ".join(cites)), _MOST_END - len(told)) if cites else []), *told]
    end += [line for note in _set_aside(report) for line in wrap("Note: ", note)]
    others = zip(answer.otherwise, differ, strict=True)
    readings = [line for other, said in others for line in _otherwise(other, said, rulings)]
    body = [*_faults(answer), *_verdict(report, own)]
    room = MOST_LINES - len(echo) - len(end) - 2
    body = cut(body, room)
    readings = cut(readings, max(room - len(body), 0))
    return join_lines([*echo, "", *body, *([""] if end else []), *end, *readings]) + "\n"


def cut(lines: list[str], most: int, where: str = "with --reasons") -> list[str]:
    """Return lines, so many at most; the last one says how many are left out, and where they are."""
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], f"… {len(lines) - most + 1} lines more {where}"] if most else []


def _set_aside(report: AnswerReport) -> list[str]:
    """Return what was corrected and whether the rules have changed; if wanted, all notes and the words passed over."""
    heard = _heard(report)
    if not report.verbose:
        stale = report.ruleset.stale(report.asked.state.rules)
        return [*(heard.notes if heard is not None else ()), *([stale] if stale else ())]
    fillers = dict.fromkeys(heard.fillers) if heard is not None else ()
    known = [note for note in report.answer.notes if note.split(":")[0] not in report.ruleset.rulings]
    return [*known, *([f"passed over: {', '.join(fillers)}"] if fillers else [])]


def _verdict(report: AnswerReport, own: list[Sentence]) -> list[str]:
    """Return the lines of the sentences of an answer, or of its values."""
    answer, rulings = report.answer, report.ruleset.rulings
    lines = [line for one in _told(report, own) for line in wrap("", one.text, cited(one.cites, rulings))]
    if not own:
        lines += _mapping(answer.answer, "")
        decided = [cite for cite in dict.fromkeys(answer.cites) if cite in rulings]
        lines += wrap(f"{'by ruling':<17} ", ", ".join(decided)) if decided else []
    return lines


# how the docstring of a question begins that is answered by yes or no
_YES_OR_NO = ("May ", "Whether ", "Does ", "Must ", "Is ")
# what an answer to a question by yes or no holds, and what one to another question holds beside it
_SETTLES, _LISTS = ("allowed", "legal", "locked", "sees"), ("hexes", "recruits", "lands")


def settled(report: AnswerReport) -> list[Sentence]:
    """Return the sentences of an answer; that to a question by yes or no begins so, one that asks how many does not."""
    answer, question, heard = report.answer, report.asked.question, _heard(report)
    own = sentences(report.asked, answer, heard.further if heard is not None else None)
    said = next((answer.answer[name] for name in _SETTLES if isinstance(answer.answer.get(name), bool)), None)
    counts = heard is not None and bool(heard.wants) and "legal" not in heard.wants
    asks = (type(question).__doc__ or "").startswith(_YES_OR_NO) or getattr(question, "to", None) is not None
    if said is None or not own or not asks or counts or answer.answer.keys() & {*_LISTS}:
        return own
    if own[0].text.startswith(("Yes", "No", "Perhaps")):
        return own
    return [msgspec.structs.replace(own[0], text=f"{'Yes' if said else 'No'}. {own[0].text}"), *own[1:]]


def _heard(report: AnswerReport) -> Heard | None:
    """Return the question as it was read where it was no strict line."""
    heard: Heard | None = getattr(report.document, "heard", None)
    return heard


def echo_of(report: AnswerReport) -> str:
    """Return the question as a line, with its situation where that was given on a line too."""
    game, document = report.game, report.document
    # a reader who asks about a state in a file knows the state
    short = document.file == "the question" and (len(document.value) < 6 or not document.text)
    situation = situations.write(document.value, game.state, game.situation_forms) if short else None
    line = line_writer.line(mapping_of(report.asked.question), type(report.asked.question))
    # what was spoken is known only by its echo
    spoken = _heard(report) is not None
    shown = situation is not None and (spoken or len(situation) < _LONGEST_ECHO)
    return f"{situation}; {line}" if shown else line


def line_with_situation(report: AnswerReport) -> str:
    """Return the question as a line that can be asked again, with its situation wherever that was given."""
    line, document = echo_of(report), report.document
    held = situation_line(report.game, document.value) if document.file != "the question" else ""
    return f"{held}; {line}" if held else line


def situation_line(game: Game, value: Mapping[str, Any]) -> str:
    """Return a situation as a line, with the key of its form where it needs one; an empty one if it has none."""
    line = situations.write(value, game.state, game.situation_forms) or ""
    key = next((form.key for form in game.situation_forms[1:] if not form.whole and form.key in value), "")
    return f"{key} {line}".strip()


def faults_of(answer: Answer) -> list[tuple[str, str]]:
    """Return what of the situation cannot be, and what cannot come about in play, each after its head."""
    told = (("This cannot be: ", answer.cannot_be), ("Warning: ", answer.warnings))
    return [(head, f"{fault}.") for head, faults in told for fault in faults]


def _faults(answer: Answer) -> list[str]:
    return [line for head, fault in faults_of(answer) for line in wrap(head, fault)]


def write_brief(report: AnswerReport) -> str:
    """Return the verdict alone: the first sentence of the answer and those that complete it, or its values."""
    lines = _faults(report.answer)
    own = told_sentences(report)
    if own:
        rulings = report.ruleset.rulings
        lines += [
            line
            for one in own
            if one is own[0] or one.verdict
            for line in wrap("", one.text, cited(one.cites, rulings))
        ]
        # a refusal lists its reasons below
        lines += [line for one in own[1:] if one.text.startswith("- ") for line in wrap("", one.text)]
    else:
        lines += values_of(report.answer)
    return join_lines(lines) + "\n"


def told_sentences(report: AnswerReport) -> list[Sentence]:
    """Return the sentences of an answer, the verdict first, each with the rules that decide it."""
    return _told(report, settled(report))


def _told(report: AnswerReport, own: list[Sentence]) -> list[Sentence]:
    """Return sentences with the rules that decide them; the first has every ruling that no other names."""
    answer, rulings = report.answer, report.ruleset.rulings
    idle = _idle(answer, rulings)
    named = {cite for one in own for cite in one.cites}
    deciding = (cite for cite in dict.fromkeys(answer.cites) if cite in rulings and rulings[cite].option is not None)
    left = tuple(cite for cite in deciding if cite not in named)
    whole = [msgspec.structs.replace(one, cites=(*one.cites, *left)) for one in own[:1]] + own[1:]
    return [msgspec.structs.replace(one, cites=tuple(cite for cite in one.cites if cite not in idle)) for one in whole]


def values_of(answer: Answer) -> list[str]:
    """Return the values of an answer that is not told in sentences, one on each line."""
    return _mapping({k: v for k, v in answer.answer.items() if k not in _LONG}, "")


def _idle(answer: Answer, rulings: Mapping[str, Ruling]) -> set[str]:
    """Return the rulings that decide nothing: the answer is the same under each of their choices."""
    shown = {other["ruling"] for other in answer.otherwise}
    switched = {cite for cite, ruling in rulings.items() if ruling.option is not None and cite not in shown}
    return switched | {cite for cite, ruling in rulings.items() if ruling.procedure}


def cited(cites: Sequence[str], rulings: Mapping[str, Ruling]) -> str:
    """Return the rules behind a sentence, followed by the referee's own rulings, marked as such."""
    rules = ", ".join(cite for cite in cites if cite not in rulings)
    own = ", ".join(cite for cite in cites if cite in rulings)
    return "; ".join([*([rules] if rules else []), *([f"by ruling {own}"] if own else [])])


def differences(
    answer: Answer, answer_sentences: list[Sentence], others: Sequence[tuple[list[str], list[str]]]
) -> list[str]:
    """Return how each other reading of an answer differs, in sentences or key by key."""
    return [
        _in_sentences(*others[number]) if answer_sentences and others else _in_words(answer, other)
        for number, other in enumerate(answer.otherwise)
    ]


def assumption(key: str, value: Any) -> str:
    """Return something that was assumed, in words."""
    return _said(value) if isinstance(value, (list, str)) and " " in _said(value) else f"{key} {_said(value)}"


def _otherwise(other: dict[str, Any], said: str, rulings: Mapping[str, Ruling]) -> list[str]:
    """Return what a ruling decided, and the answer under the other value of its option."""
    choice, told = other_reading(other, said, rulings)
    return wrap(f"Otherwise ({choice}): ", told)


def other_reading(other: dict[str, Any], said: str, rulings: Mapping[str, Ruling]) -> tuple[str, str]:
    """Return the choice of another reading, `REF titan-7, slopes_three: both`, and what it means and `said`."""
    ruling = rulings.get(other["ruling"])
    value = str(other["value"]).lower() if isinstance(other["value"], bool) else str(other["value"])
    meaning = ruling.choices.get(value, "") if ruling is not None else ""
    told = f"{meaning}. {said}".rstrip() if meaning else said
    return f"{other['ruling']}, {other['option']}: {value}", told


def _in_sentences(added: list[str], dropped: list[str]) -> str:
    """Return how the sentences of another answer differ: those added, then those missing."""
    gone = [one for one in dropped if one.startswith("- ") or not added]
    parts = (("Then", added), ("Then not", gone))
    return " ".join(f"{head}: {' '.join(map(_sentence, said))}" for head, said in parts if said)


def _sentence(said: str) -> str:
    return f"{said.removeprefix('- ').rstrip('.')}."


def _in_words(answer: Answer, other: dict[str, Any]) -> str:
    """Return how another answer differs, key by key."""
    differs = {k: v for k, v in other["answer"].items() if answer.answer.get(k) != v and k not in _LONG}
    known = answer.answer.get("options", [])
    new = [one for one in other["answer"].get("options", []) if one not in known]
    return f"Then: {_flat(differs) or ('; '.join(map(_flat, new)) if new else 'fewer strikes may be declared')}"


def _mapping(value: dict[str, Any], indent: str) -> list[str]:
    lines: list[str] = []
    for key, inner in value.items():
        head = f"{indent}{key.replace('_', ' '):<17} "
        if isinstance(inner, list) and inner and all(isinstance(one, dict) for one in inner):
            lines.append(head.rstrip())
            for one in inner:
                cite = ", ".join(one["cite"]) if "cite" in one else ""
                text = one["message"] if "message" in one else _flat(one)
                lines += wrap(f"{indent}  - ", text, cite)
        elif isinstance(inner, dict) and inner:
            lines.append(head.rstrip())
            for name, one in inner.items():
                lines += wrap(f"{indent}  {name}: ", _flat(one) if isinstance(one, dict) else _said(one))
        else:
            lines += wrap(head, _said(inner))
    return lines


def _flat(value: dict[str, Any]) -> str:
    parts = []
    for key, inner in value.items():
        name = key.replace("_", " ")
        if key == "because":
            parts.append("; ".join(f"{b['message']} ({', '.join(b['cite'])})" for b in inner))
        elif isinstance(inner, dict):
            parts.append(f"{name}: {_flat(inner)}" if inner else f"{name}: none")
        elif isinstance(inner, list) and inner and isinstance(inner[0], dict):
            parts.append(f"{name}: " + " / ".join(_flat(one) for one in inner))
        elif isinstance(inner, float) and key.endswith("probability"):
            parts.append(f"{name} {percent(inner)}")
        else:
            parts.append(f"{name} {_said(inner)}")
    return ", ".join(parts)


def _said(value: Any) -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    if value is None:
        return "nothing"
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".") if value else "0"
    if isinstance(value, list):
        return ", ".join(_said(v) for v in value) if value else "none"
    if isinstance(value, dict):
        return _flat(value)
    return str(value)


def paragraph(text: str, indent: str = "") -> str:
    """Return prose wrapped to the width of the output."""
    return plain(textwrap.fill(text, width(), initial_indent=indent, subsequent_indent=indent))
