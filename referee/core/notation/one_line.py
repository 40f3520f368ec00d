"""Read orders and questions from one line: a mapping without its punctuation.

The verb comes first. Each field begins with its name, and a list runs to the next name. In a dice field, each digit is
a die. Supposed facts come last, each after its name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..documents.problems import listed, nearest
from .field_specs import FALSE, NUMBER, TRUE, FieldSpec, field_specs, ways_of
from .hints import hint, how
from .tokens import Misread, Token, strip_stops, tokens

# what a field of a kind needs
_NEEDED: dict[str, str] = {
    "dice": ", digits, one for each die, as in dice 6651",
    "number": ", a number",
    "numbers": ", numbers",
    "words": ", one word or several",
    "map": ", pairs of a name and a value",
    "nested": ", a list or mapping in brackets",
}


def value_of(name: str, shape: FieldSpec, given: list[Token], at: Token) -> Any:
    """Return the value of a field, by its kind, from the words after its name; raises Misread.

    `at` is the name, which is the place of the problem if no words follow.
    """
    if shape.kind == "flag":
        return not given or given[0].text.lower() in TRUE
    if not given:
        meant = f": {' or '.join(shape.choices)}" if shape.choices else _NEEDED.get(shape.kind, "")
        if shape.inner is not None:
            raise Misread(f"'{name}' needs facts: {', '.join(field_specs(shape.inner))}", at.offset)
        raise Misread(f"'{name}' needs a value{meant}", at.offset)
    nested = [_json(t) for t in given if not t.quoted and t.text[0] in "[{"]
    if nested or shape.kind in ("nested", "facts"):
        if len(given) != 1:
            raise Misread(f"'{name}' takes one list or mapping in brackets", given[0].offset)
        return nested[0] if nested else _scalar(given[0])
    if len(given) > 1 and (shape.phrase or (shape.titled and (not shape.many or given[-1].text.isdecimal()))):
        return " ".join(token.text for token in given)
    match shape.kind:
        case "number":
            return _number(name, given[0])
        case "numbers":
            return [_number(name, token) for token in given]
        case "dice":
            return [die for token in given for die in _dice(name, token)]
        case "map":
            if len(given) % 2:
                raise Misread(f"'{name}' takes pairs of a name and a value", given[-1].offset)
            pairs: dict[str, Any] = {}
            for key, token in zip(given[::2], given[1::2], strict=True):
                if key.text in pairs:
                    raise Misread(f"'{key.text}' is given a second time", key.offset)
                pairs[key.text] = _scalar(token)
            return pairs
        case "either" if len(given) == 1:
            return given[0].text
        case "words" | "either":
            return [token.text for token in given]
        case "scalar":
            return _scalar(given[0])
        case _:
            return given[0].text


def _json(token: Token) -> Any:
    try:
        return json.loads(token.text)
    except (ValueError, RecursionError):
        raise Misread("the brackets here do not hold a list or mapping", token.offset) from None


def _scalar(token: Token) -> Any:
    if not token.quoted and NUMBER.match(token.text):
        return float(token.text) if "." in token.text else int(token.text)
    return token.text


def _number(name: str, token: Token) -> Any:
    if token.quoted or not NUMBER.match(token.text):
        raise Misread(f"'{name}' is a number, not '{token.text[:60]}'", token.offset)
    return _scalar(token)


def _dice(name: str, token: Token) -> list[int]:
    if token.quoted or not (token.text.isascii() and token.text.isdigit()):
        raise Misread(f"'{name}' needs digits, one for each die, not '{token.text[:60]}'", token.offset)
    return [int(digit) for digit in token.text]


# a word of a title, without digits and signs
_TITLE = re.compile(r"[^\W\d_]+(-[^\W\d_]+)*\Z")
_ARTICLES = ("a", "an", "the")
# what readers of questions call them
_QUESTION = "a question"
# names are listed up to this many
_FEW = 40


class Reading(NamedTuple):
    """The mapping of a line, and the offset at which each of its fields begins."""

    value: dict[str, Any]
    offsets: dict[str, int]


def read(text: str, verbs: Mapping[str, type[Any]], noun: str) -> Reading:
    """Return the order or question on a line; raises Misread. A full stop at the end is ignored."""
    return read_words(strip_stops(tokens(text)), verbs, noun)


def verb_of(text: str, verbs: Mapping[str, type[Any]], noun: str) -> str:
    """Return the verb of a line; raises Misread."""
    return _first_verb(strip_stops(tokens(text)), verbs, noun)


def read_words(words: list[Token], verbs: Mapping[str, type[Any]], noun: str) -> Reading:
    """Return the order or question of a list of words; raises Misread."""
    verb = _first_verb(words, verbs, noun)
    known = field_specs(verbs[verb])
    if known[verb].kind != "flag" and _lacks_value(words, known, known[verb]):
        before = f" before '{words[1].text}'" if len(words) > 1 else ""
        raise Misread(f"'{verb}' needs a value{before}{hint(verbs[verb], verb)}", words[0].offset)
    return read_fields(words, known, verb)


def _first_verb(words: list[Token], verbs: Mapping[str, type[Any]], noun: str) -> str:
    """Return the verb of a list of words; raises Misread."""
    if not words:
        raise Misread(f"{noun} is empty")
    if words[0].text.startswith(">") and not words[0].quoted:
        raise Misread("this line is quoted from another message; remove the '>' if it is yours", words[0].offset)
    return _verb(words, verbs, noun)


def _verb(words: list[Token], verbs: Mapping[str, type[Any]], noun: str) -> str:
    """Return the verb that the first word means; raises Misread, naming a verb later in the line, if any."""
    first = words[0]
    known = first.text.lower()
    if noun == _QUESTION and not first.quoted and known not in verbs and any(verb.startswith(known) for verb in verbs):
        # a part of a verb may be the start of another sentence: `must ogre strike` is not `muster`
        meant = listed([verb for verb in sorted(verbs) if verb.startswith(known)])
        raise Misread(f"'{first.text[:60]}' is no question; write {meant} if that is what you mean", first.offset)
    if first.quoted or known in verbs or nearest(known, verbs) or any(verb.startswith(known) for verb in verbs):
        return _name(first, verbs, noun)
    further = next((w.text.lower() for w in words[1:] if not w.quoted and w.text.lower() in verbs), None)
    raise Misread(f"'{first.text[:60]}' begins no {noun.split()[-1]}; {how(verbs, noun, further)}", first.offset)


def _lacks_value(words: list[Token], known: Mapping[str, FieldSpec], verb: FieldSpec) -> bool:
    """Return whether no value follows the verb, only the end or the name of a field."""
    if len(words) == 1:
        return True
    one = not verb.many and verb.kind != "number"
    return field_of(words[1], known) is not None and not (one and len(words) > 2 and field_of(words[2], known))


def field_of(token: Token, known: Mapping[str, FieldSpec]) -> str | None:
    """Return the field that a word names, in upper or lower case."""
    if token.quoted:
        return None
    return next((said for said in (token.text, token.text.lower()) if said in known), None)


def read_fields(words: list[Token], known: Mapping[str, FieldSpec], first: str | None = None) -> Reading:
    """Return the fields of a list of words; if `first` is given, it is the name of the first field."""
    value: dict[str, Any] = {}
    offsets: dict[str, int] = {}
    begin = place = 0
    name: str | None = None
    while place < len(words):
        token = words[place]
        if name is not None and field_of(token, known) is None:
            left = [other for other in known if other not in value]
            _rest(name, known[name], words[begin:place], token, left)
        name = first if place == 0 and first is not None else _name(token, known, "a field")
        if name in value:
            raise Misread(f"'{name}' is given a second time; give it once, with all its values", token.offset)
        shape = known[name]
        if shape.inner is not None and place + 1 < len(words) and words[place + 1].text[0] not in "[{":
            value[name], offsets[name] = read_fields(words[place + 1 :], field_specs(shape.inner)).value, token.offset
            break
        if shape.parts is not None and place + 1 < len(words) and words[place + 1].text[0] not in "[{":
            inner = field_specs(shape.parts)
            begin = place = place + 1
            while place < len(words) and (field_of(words[place], known) is None or field_of(words[place], inner)):
                place += 1
            value[name], offsets[name] = _structs(name, shape, words[begin:place], token), token.offset
            continue
        place = begin = _past_article(words, place + 1, known, shape)
        while (
            place < len(words)
            and (shape.many or shape.phrase or place == begin)
            and not _starts(words[place], known, place == begin, shape)
        ):
            place += 1
        if shape.choices and place == begin + 1:
            place = _past_choice(words, begin, shape)
        if shape.titled and not shape.many and place > begin:
            place = past_title(words, begin, known)
        given = words[begin:place]
        if shape.choices and given:
            joined = "_".join(token.text.lower() for token in given).replace("-", "_")
            given = [given[0]._replace(text=joined)] if joined in shape.choices else given
        value[name] = value_of(name, shape, given, token)
        offsets[name] = given[0].offset if given else token.offset
    return Reading(value, offsets)


def _structs(name: str, shape: FieldSpec, words: list[Token], at: Token) -> Any:
    """Return structs whose fields follow each other, each begun by the name of its first field; raises Misread."""
    assert shape.parts is not None
    ways, specs = {way[0]: way for way in ways_of(shape.parts)}, field_specs(shape.parts)
    out: list[dict[str, Any]] = []
    place = 0
    while place < len(words):
        way = ways.get(field_of(words[place], specs) or "")
        if way is None:
            raise Misread(
                f"'{words[place].text[:60]}' is not expected in '{name}'; {_as(name, ways)}", words[place].offset
            )
        out.append({})
        for field in way:
            if place < len(words) and field_of(words[place], specs) == field:
                place += 1
            if place >= len(words) or (specs[field].kind == "number" and field_of(words[place], specs) is not None):
                raise Misread(f"'{name} {way[0]}' needs {field}; {_as(name, ways)}", words[place - 1].offset)
            out[-1][field] = value_of(field, specs[field], [words[place]], at)
            place += 1
    if not out:
        raise Misread(f"'{name}' needs a value; {_as(name, ways)}", at.offset)
    return out if shape.many or len(out) > 1 else out[0]


def _as(name: str, ways: Mapping[str, tuple[str, ...]]) -> str:
    return "it is written as " + " or ".join(f"'{name} {' … '.join(way)} …'" for way in ways.values())


def _past_article(words: list[Token], begin: int, known: Mapping[str, FieldSpec], shape: FieldSpec) -> int:
    """Return where the single value of a field begins: after an article, if another word follows it."""
    alone = begin + 1 >= len(words) or field_of(words[begin + 1], known) is not None
    article = begin < len(words) and not words[begin].quoted and words[begin].text.lower() in _ARTICLES
    return begin + 1 if article and not alone and shape.kind in ("word", "scalar") else begin


def _past_choice(words: list[Token], begin: int, shape: FieldSpec) -> int:
    """Return the place after a choice, whose words may be written apart: `long range` for `long_range`."""
    ends = range(begin + 2, min(len(words), begin + 4) + 1)
    said = {end: "_".join(token.text.lower() for token in words[begin:end] if not token.quoted) for end in ends}
    return next((end for end in ends if said[end] in shape.choices), begin + 1)


def past_title(words: list[Token], begin: int, known: Mapping[str, FieldSpec]) -> int:
    """Return the place after a value that may be printed with a title before its number."""
    place = begin
    while place < len(words) and _TITLE.match(words[place].text) and not field_of(words[place], known):
        place += 1
    numbered = place < len(words) and words[place].text.isdecimal()
    return place + 1 if numbered and not any(word.quoted for word in words[begin:place]) else begin + 1


def _rest(name: str, shape: FieldSpec, given: list[Token], token: Token, left: list[str]) -> None:
    """Raise Misread for a word that neither continues a field nor begins another."""
    said, more = " ".join(word.text for word in given), token.text[:60]
    if shape.kind == "nested" and not any(word.text[0] in "[{" for word in given if not word.quoted):
        raise Misread(f"'{name}' takes a list or mapping in brackets, as in [{{x: 1}}]", token.offset)
    if shape.kind in ("word", "scalar", "number") and not shape.choices:
        before = f"'{name} {said[:60]}'"
        after = f"{before} can be followed by {listed(left)}" if left else f"nothing can follow {before}"
        raise Misread(f"'{more}' is not a field here{nearest(token.text, left)}; {after}", token.offset)
    near = nearest(f"{said}_{token.text}", shape.choices) if shape.choices and said not in shape.choices else ""
    if near:
        raise Misread(f"'{said} {more}' is not known here{near}", token.offset)


def _starts(token: Token, known: Mapping[str, FieldSpec], first: bool, shape: FieldSpec) -> bool:
    """Return whether a word begins the next field; the one value of a field may look like a name."""
    if token.quoted:
        return False
    if shape.kind == "flag":
        return token.text.lower() not in (*TRUE, *FALSE)
    return field_of(token, known) is not None and not (first and not shape.many and shape.kind != "number")


def _name(token: Token, known: Iterable[str], noun: str) -> str:
    """Return the name that a word means: itself, or the only name that it begins; raises Misread."""
    names = list(known)
    if token.quoted:
        raise Misread(f'"{token.text}" is quoted where {noun} must begin; remove the quotation marks', token.offset)
    said = token.text if token.text in names else token.text.lower()
    if said in names:
        return said
    begun = [name for name in names if name.startswith(said)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise Misread(f"'{token.text}' begins {' and '.join(begun)}; write one of them", token.offset)
    raise Misread(f"'{token.text[:60]}' {_unknown(token.text, names, noun)}", token.offset)


def _unknown(text: str, names: list[str], noun: str) -> str:
    """Return a hint for an unknown word: the nearest name, or all names if they are few."""
    near = nearest(text, names)
    if near:
        return f"is not known here{near}"
    listed = f": {', '.join(names)}" if len(names) <= _FEW else f", as {', '.join(names[:_FEW])}"
    return f"is not known here; {noun} begins with its name{listed}"
