"""A question on a state in the words of players, as a strict question: every question that may be meant is tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..documents.problems import listed, nearest
from ..notation import line_writer
from ..notation.field_specs import FieldSpec, field_specs
from ..notation.hints import example_value
from .fitting import faults_of, fitting
from .hearing import Heard, hear
from .named import Named
from .state_reader import StateReader
from .terms import NotUnderstood, Terms
from .words import Words


class SpokenQuestion(msgspec.Struct):
    """A question on a state as it was understood: as a mapping and as a line, and what was corrected."""

    question: dict[str, Any]
    line: str
    notes: list[str] = []


class _Reading(msgspec.Struct):
    """What a text says if it is one question: the question as far as it goes, its faults, how much was understood."""

    verb: str
    question: dict[str, Any]
    faults: list[str]
    known: int
    named: int = 0


def read(
    text: str, questions: Mapping[str, type[Any]], words: Words, named: Named, player: str | None = None
) -> SpokenQuestion:
    """Return the question that a text asks of a state; raises NotUnderstood with every fault.

    `player` is the one who asks, if that is known.
    """
    heard = _with_verbs(hear(text, named.vocabulary, named.patterns()), questions)
    unknown = [f"'{term.text}' is not known{nearest(term.text, named.vocabulary.names)}" for term in heard.unknown]
    readings = [_read(verb, questions[verb], heard, words, named, player) for verb in _verbs(questions, heard, words)]
    whole = [one for one in readings if not one.faults]
    # the one that makes something of most of those named
    most = max((one.named for one in whole), default=0)
    lines = {_line(one, questions): one for one in whole if one.named == most}
    if unknown or not lines:
        best = max(readings, key=lambda one: (one.known, -len(one.faults)), default=None)
        paste = _line(best, questions) if best is not None and best.question else None
        told = best.faults if best is not None else [_nothing(questions, words)]
        raise NotUnderstood([*unknown, *told], paste, best.known if best is not None else 0)
    if len(lines) > 1:
        raise NotUnderstood([f"several questions are like this: {listed(list(lines), 'or')}; write one of them"])
    line, found = next(iter(lines.items()))
    return SpokenQuestion(found.question, line, list(heard.corrected))


def _with_verbs(heard: Heard, questions: Mapping[str, type[Any]]) -> Heard:
    """Return what was heard with the words that begin questions in their strict form known."""
    lost = [term for term in heard.unknown if term.text.lower() not in questions]
    terms = [
        term._replace(kind=term.text.lower()) if term.kind == "unknown" and term not in lost else term
        for term in heard.terms
    ]
    return Heard(terms, lost, heard.corrected)


def _verbs(questions: Mapping[str, type[Any]], heard: Heard, words: Words) -> list[str]:
    """Return the questions that a text has a word for."""
    kinds = {term.kind for term in heard.terms}
    texts = {term.text.lower() for term in heard.terms}
    said = [
        verb
        for verb in questions
        if any(kinds >= set(one.split("+")) for one in words.asks.get(verb, [verb])) or verb.replace("_", " ") in texts
    ]
    # `bk01 rolls a 4` has no word for its question, and a field that only one has
    return said or [
        verb for verb in words.asks if verb in questions and _has_field(verb, questions[verb], kinds, texts, words)
    ]


def _has_field(verb: str, kind: type[Any], kinds: set[str], texts: set[str], words: Words) -> bool:
    """Return whether a text has a word for a number that says a question as well."""
    numbers = [name for name, spec in field_specs(kind).items() if spec.kind == "number"]
    telling = [name for name in numbers if set(words.fields.get(name, ())) & set(words.asks[verb])]
    return any({name, f"{name}s"} & texts or kinds & set(words.fields[name]) for name in telling)


def _nothing(questions: Mapping[str, type[Any]], words: Words) -> str:
    return f"what is asked is not said; one may ask {listed([verb for verb in questions if verb in words.asks], 'or')}"


def _line(reading: _Reading, questions: Mapping[str, type[Any]]) -> str:
    return line_writer.line(reading.question, questions[reading.verb])


def _read(verb: str, kind: type[Any], heard: Heard, words: Words, named: Named, player: str | None) -> _Reading:
    specs = field_specs(kind)
    about = getattr(kind, "about", "")
    things = [thing for thing in named.things if thing.about == about]
    terms = Terms([term for term in heard.terms if term.kind != "unknown"])
    reader = StateReader(terms, verb, specs, words, named, things)
    reader.read_all()
    faults = [f"'{term.text}' is not understood here" for term in terms.left()] + reader.faults
    question, wrong = _question(verb, specs, reader, named, player, example_value(kind))
    known = sum(terms.used) - 3 * len(terms.left())
    pieces = [name for name in question if name in specs and specs[name].piece is not None]
    return _Reading(verb, question, [*faults, *wrong], known, len(pieces))


def _question(
    verb: str,
    specs: Mapping[str, FieldSpec],
    reader: StateReader,
    named: Named,
    player: str | None,
    example: Mapping[str, Any],
) -> tuple[dict[str, Any], list[str]]:
    """Return the question that a reader has found, as far as it goes, and what it lacks."""
    things, words = reader.things, reader.words
    pieces = [
        name
        for name in dict.fromkeys([verb, *specs])
        if (specs[name].piece is not None or specs[name].names in named.fields) and name not in reader.fields
    ]
    single = [name for name in pieces if specs[name].default is msgspec.NODEFAULT]
    subject, target, rest = reader.roles()
    roles: dict[str, int | None] = dict(zip(single, (subject, target), strict=False))
    if _carried_to(pieces, reader):
        # of three: the one who acts, the one it is done to, and the one that is reached then
        other = next(name for name in pieces if name not in (verb, "to"))
        roles = {verb: subject, "to": reader.carried()[0], other: target}
        rest = [n for n in rest if n not in reader.carried()]
    if len(single) < 2:
        rest = [n for n in range(len(reader.references)) if n != subject]
    faults = _too_few(reader, verb, specs, single, roles)
    enemies = [
        (subject, number)
        for name, number in roles.items()
        if specs[name].piece == "enemy" and subject is not None and number is not None
    ]
    if subject is not None and "carry" in specs:
        enemies += [(subject, number) for number in rest if number != target]
    ways = fitting(reader.references, things, enemies, player)
    faults += faults_of(reader.references, things, enemies, ways)
    if rest and verb not in words.others and not (set(rest) <= {n for _, n in enemies}):
        unused = [f"'{reader.references[n].text}'" for n in rest]
        faults.append(f"{listed(unused, 'and')}: a question like this is not about so many")
    way = ways[0] if ways else None
    question: dict[str, Any] = {}
    for name, number in roles.items():
        if way is not None and number is not None:
            question[name] = way[number].id
    faults += _fill(verb, specs, reader, question, example)
    complete = all(name in question for name, spec in specs.items() if spec.default is msgspec.NODEFAULT)
    return ({name: question[name] for name in specs if name in question} if complete else {}), faults


def _carried_to(pieces: Sequence[str], reader: StateReader) -> bool:
    return len(pieces) == 3 and "to" in pieces and bool(reader.carried())


def _too_few(
    reader: StateReader, verb: str, specs: Mapping[str, FieldSpec], single: list[str], roles: Mapping[str, int | None]
) -> list[str]:
    """Return what a question needs and the text does not name."""
    out = []
    for name in single:
        if roles.get(name) is None:
            enemies = specs[name].piece == "enemy"
            subject = roles.get(single[0])
            own = [t for t in reader.things if subject is not None and reader.references[subject].fits(t)]
            near = [t for t in reader.things if not enemies or not own or t.player != own[0].player]
            shown = f": {listed([t.id for t in near[:8]], 'or')}" if near else ""
            out.append(f"whom it is done to is not said{shown}" if enemies else f"who is meant is not said{shown}")
    return out


def _fill(
    verb: str, specs: Mapping[str, FieldSpec], reader: StateReader, question: dict[str, Any], example: Mapping[str, Any]
) -> list[str]:
    """Put the values of other fields into a question; return what is missing."""
    question |= reader.fields
    spec = specs[verb]
    if (
        verb not in question
        and spec.piece is None
        and spec.names is None
        and isinstance(example.get(verb), (bool, str))
    ):
        # a question without pieces has a value of its own, such as `now`
        question[verb] = example[verb]
    return [
        f"{name}: is not said{_choices(reader.named, name)}"
        for name, spec in specs.items()
        if spec.default is msgspec.NODEFAULT and name not in question and spec.piece is None and name != verb
    ]


def _choices(named: Named, kind: str) -> str:
    """Return the values that a field may have, if the vocabulary knows them."""
    values = {str(phrase.value) for phrase in named.vocabulary.all() if phrase.kind == kind}
    return f"; {listed(sorted(values), 'or')}" if values else ""
