"""A question on a state in the words of players, as a strict question: every question that may be meant is tried."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..documents.problems import listed, nearest
from ..notation import line_writer
from ..notation.field_specs import FieldSpec, field_specs
from ..notation.hints import example_value
from .fitting import faults_of, fitting
from .hearing import Heard, hear
from .named import Maker, Named, Thing, Told
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
    telling: int = 0
    # whether the question has all that are named and all dice, so that it may be offered
    whole: bool = True


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
    # the one that makes something of most of those named, and that most words say
    most = max(((one.named, one.telling) for one in whole), default=(0, 0))
    lines = {_line(one, questions): one for one in whole if (one.named, one.telling) == most}
    if unknown or not lines:
        best = max(readings, key=lambda one: (one.known, -len(one.faults)), default=None)
        paste = _line(best, questions) if best is not None and best.question and best.whole else None
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
    things = _things(verb, kind, named)
    terms = Terms([term for term in heard.terms if term.kind != "unknown"])
    reader = StateReader(terms, verb, specs, words, named, things)
    reader.read_all()
    faults = [f"'{term.text}' is not understood here" for term in terms.left()] + reader.faults
    question, wrong = _question(verb, specs, reader, named, player, example_value(kind))
    known = sum(terms.used) - 3 * len(terms.left())
    kinds = {term.kind for term in heard.terms}
    telling = max((len(both) for one in words.asks.get(verb, ()) if (both := set(one.split("+"))) <= kinds), default=0)
    used = len(_things_in(question, specs, named))
    free = verb in named.makers or verb in words.others
    diced = reader.dice is None or not reader.dice.given or reader.dice.field in question
    lost = {"num", "score", "thing", *named.vocabulary.named} & {term.kind for term in terms.left()}
    whole = diced and not lost and (free or used >= len(reader.references))
    return _Reading(verb, question, [*faults, *wrong], known, used, telling, whole)


def _things(verb: str, kind: type[Any], named: Named) -> list[Thing]:
    """Return the things that a question may name."""
    if verb in named.makers:
        return [thing for thing in named.things if thing.sort in named.makers[verb].sorts]
    sorts = {spec.names for spec in field_specs(kind).values()} & set(named.fields)
    about = getattr(kind, "about", "")
    return [one for one in named.things if one.about == about and (not sorts or one.sort in sorts)]


def _things_in(question: Mapping[str, Any], specs: Mapping[str, FieldSpec], named: Named) -> list[str]:
    """Return the things that a question names."""
    ids = {thing.id for thing in named.things}
    values = [value for name, value in question.items() if specs[name].piece is not None or name in named.makers]
    return [word for value in values for word in _words_in(value) if word in ids]


def _words_in(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for one in value:
            yield from _words_in(one)
    elif isinstance(value, str):
        yield value


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
    several = _of_several(verb, specs)
    single = [name for name in pieces if specs[name].default is msgspec.NODEFAULT and not several]
    roles, subject, target, rest = _roles(verb, specs, reader, pieces, single)
    faults = [] if several else _too_few(reader, verb, specs, single, roles)
    enemies = [
        (subject, number)
        for name, number in roles.items()
        if specs[name].piece == "enemy" and subject is not None and number is not None
    ]
    if subject is not None and "carry" in specs:
        enemies += [(subject, number) for number in rest if number != target]
    ways = fitting(reader.references, things, enemies, player, named.likely.get(verb, ()))
    faults += faults_of(reader.references, things, enemies, ways)
    free = several or verb in named.makers or (verb in words.others and not reader.together())
    if rest and not free and not (set(rest) <= {n for _, n in enemies}):
        unused = [f"'{reader.references[n].text}'" for n in rest]
        faults.append(f"{listed(unused, 'and')}: a question like this is not about so many")
    way = ways[0] if ways else None
    if way is not None and reader.mutual():
        faults += _which_acts(roles, single, way, named.able.get(verb, ()))
    question: dict[str, Any] = {}
    for name, number in roles.items():
        if way is not None and number is not None:
            question[name] = way[number].id
    ids = [thing.id for thing in way] if way is not None else []
    if several and verb in pieces:
        faults += _list_in(question, verb, specs[verb], reader, way or [], player)
    if reader.dice is not None and ids:
        dice, wrong = reader.dice.assigned(ids, subject)
        question |= {reader.dice.field: dice} if dice else {}
        faults += wrong
    if verb in named.makers and not faults:
        faults += _made(question, named.makers[verb], reader, ids, player)
    faults += _fill(verb, specs, reader, question, example)
    complete = all(name in question for name, spec in specs.items() if spec.default is msgspec.NODEFAULT)
    return ({name: question[name] for name in specs if name in question} if complete else {}), faults


def _roles(
    verb: str, specs: Mapping[str, FieldSpec], reader: StateReader, pieces: list[str], single: list[str]
) -> tuple[dict[str, int | None], int | None, int | None, list[int]]:
    """Return the references of the fields of a question, the one that acts, the one it is done to, and the others."""
    subject, target, rest = reader.roles() if reader.references else (None, None, [])
    roles: dict[str, int | None] = dict(zip(single, (subject, target), strict=False))
    if _carried_to(pieces, reader):
        # of three: the one who acts, the one it is done to, and the one that is reached then
        other = next(name for name in pieces if name not in (verb, "to"))
        roles = {verb: subject, "to": reader.carried()[0], other: target}
        rest = [n for n in rest if n not in reader.carried()]
    if len(single) < 2:
        rest = [n for n in range(len(reader.references)) if n != subject or not single]
    further = _of_another_sort(pieces, specs, reader, rest)
    roles |= further
    rest = [n for n in rest if n not in further.values()]
    return roles, subject, target, rest


def _which_acts(roles: dict[str, int | None], single: list[str], way: list[Thing], able: Collection[str]) -> list[str]:
    """Exchange the two of a question where only the other can act; return what is wrong where both can."""
    both = [number for name in single if (number := roles.get(name)) is not None]
    can = [number for number in both if way[number].id in able]
    if len(both) == 2 and len(can) == 2:
        return [f"which of {listed([way[number].id for number in both], 'and')} acts is not said"]
    if len(both) == 2 and can == both[1:]:
        roles |= dict(zip(single, reversed(both), strict=True))
    return []


def _of_several(verb: str, specs: Mapping[str, FieldSpec]) -> bool:
    """Return whether a question is about a list of pieces, and about no other."""
    pieces = [name for name, spec in specs.items() if spec.piece is not None and spec.default is msgspec.NODEFAULT]
    return pieces == [verb] and specs[verb].kind in ("either", "words")


def _of_another_sort(
    pieces: Sequence[str], specs: Mapping[str, FieldSpec], reader: StateReader, rest: Sequence[int]
) -> dict[str, int | None]:
    """Return the fields that name things of another sort than the question is about, with their references."""
    found: dict[str, int | None] = {}
    for number in rest:
        sort = reader.references[number].sort
        name = next((one for one in pieces if one != reader.verb and sort and specs[one].names == sort), None)
        if name is not None and name not in found:
            found[name] = number
    return found


def _list_in(
    question: dict[str, Any], verb: str, spec: FieldSpec, reader: StateReader, way: Sequence[Thing], player: str | None
) -> list[str]:
    """Put those whom a question about several names into it; return what is wrong."""
    meant = [way[n].id for n in reader.of_list() if n < len(way)]
    if reader.whose and reader.references:
        return [f"'{reader.whose[0]}': whose they are is said by those you name"]
    if len({thing.player for thing in way}) > 1:
        return ["those you name are of two sides; the question is about one"]
    if len(meant) == 1 and spec.kind == "either":
        question[verb] = meant[0]
    elif meant:
        question[verb] = meant
    elif reader.whose and not reader.references:
        known = list(dict.fromkeys(thing.player for thing in reader.things))
        found = [player if one == "mine" else one for one in dict.fromkeys(reader.whose)]
        if len(found) != 1 or found[0] not in known:
            return [f"whose is meant is not said: {listed(known, 'or')}"]
        question[verb] = found[0]
    elif not reader.references:
        return [f"who is meant is not said: {listed([one.id for one in reader.things[:8]], 'or')}"]
    return []


def _made(
    question: dict[str, Any], maker: Maker, reader: StateReader, ids: Sequence[str], player: str | None
) -> list[str]:
    """Put the fields that a game makes of a text into a question; return what is wrong."""
    told = [
        Told("thing", ids[one.reference], one.text) if one.reference >= 0 else Told(one.kind, one.value, one.text)
        for one in reader.told
    ]
    try:
        question |= maker.make(told, player)
    except NotUnderstood as error:
        return error.faults
    return []


def _carried_to(pieces: Sequence[str], reader: StateReader) -> bool:
    return len(pieces) == 3 and "to" in pieces and bool(reader.carried())


def _too_few(
    reader: StateReader, verb: str, specs: Mapping[str, FieldSpec], single: list[str], roles: Mapping[str, int | None]
) -> list[str]:
    """Return what a question needs and the text does not name."""
    out = []
    for name in single:
        only = [thing.id for thing in reader.things if thing.sort == specs[name].names]
        if roles.get(name) is None and specs[name].piece is None and len(only) == 1:
            reader.fields[name] = only[0]
        elif roles.get(name) is None and not reader.things:
            out.append(f"there is no {specs[name].names or 'piece'} here that is meant")
        elif roles.get(name) is None:
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
