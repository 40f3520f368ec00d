"""The one-line form of orders and questions: the mapping without its punctuation, read and written.

The verb comes first. A field's name starts the field, a list runs to the next name, digits in a
dice field are one die each. Words that would be misread stand in double quotes; what is nested
stands in brackets, as JSON or as YAML writes it on one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import yaml

from . import strict_json, strict_yaml
from .problems import listed, nearest
from .shapes import Shape, shapes

_TOKEN = re.compile(r'\s*,?\s*("(?:[^"\\]|\\.)*"|[^\s,;"]+)')
_PLAIN = re.compile(r"[^\s,;\"\[\]{}#]+\Z")
_NUMBER = re.compile(r"[-+]?[0-9]{1,18}(\.[0-9]+)?\Z")
_FEW = 40
# brackets, and the quoted words in which they do not count
_BRACKET = re.compile(r'[\[\]{}]|(?<=[\s,:\[{])"(?:[^"\\]|\\.)*"|(?<=[\s,:\[{])\'(?:[^\']|\'\')*\'')
# the first example in a docstring
_EXAMPLE = re.compile(r"`(\{[^`]*\})`")
_TRUE, _FALSE = ("true", "yes"), ("false", "no")


class Misread(Exception):
    """A line cannot be read; `offset` counts characters from its start."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


class Token(NamedTuple):
    """One word of a line: quoted words are never names."""

    text: str
    offset: int
    quoted: bool = False


class Reading(NamedTuple):
    """What a line says, and where each of its fields begins."""

    value: dict[str, Any]
    offsets: dict[str, int]


def tokens(text: str, separators: str = "") -> list[Token]:
    """Cut a line into words, quoted words, what stands in brackets and the separators asked for; raises Misread."""
    out = []
    place = 0
    while place < len(text):
        if text[place].isspace() or text[place] == ",":
            place += 1
            continue
        if text[place] in separators:
            out.append(Token(text[place], place))
            place += 1
            continue
        if text[place] in "[{":
            said, end = _bracketed(text, place)
            out.append(Token(said, place))
            place = end
            continue
        match = _TOKEN.match(text, place)
        if match is None:
            raise Misread(f"{text[place]!r} has no place here", place)
        word = match[1]
        if word.startswith('"'):
            try:
                said = json.loads(word)
                strict_json.whole(said)
                out.append(Token(said, match.start(1), quoted=True))
            except ValueError:
                raise Misread("the quoted word is not written as it must be", match.start(1)) from None
        else:
            out.append(Token(word, match.start(1)))
        place = match.end()
    return out


def _bracketed(text: str, place: int) -> tuple[str, int]:
    """Return what stands in the brackets that open at a place, as JSON, and where they end; raises Misread."""
    try:
        nested, end = strict_json.DECODER.raw_decode(text, place)
        strict_json.whole(nested)
        return text[place:end], end
    except strict_json.Refused as error:
        raise Misread(str(error), place) from None
    except (ValueError, RecursionError):
        end = _closing(text, place)
    try:
        builder = strict_yaml.Builder(text[place:end], "")
        found = builder.documents()
    except (yaml.YAMLError, UnicodeEncodeError):
        raise Misread("the brackets here do not hold a list or mapping", place) from None
    if builder.problems:
        raise Misread(builder.problems[0].message, place)
    return json.dumps(found[0], ensure_ascii=False), end


def _closing(text: str, place: int) -> int:
    """Return the place after the bracket that closes the one at a place; raises Misread."""
    depth = 0
    for found in _BRACKET.finditer(text, place):
        if found[0] in ("[", "{"):
            depth += 1
        elif found[0] in ("]", "}"):
            depth -= 1
            if depth == 0:
                return found.end()
    raise Misread("the brackets here do not close", place)


def read(text: str, verbs: Mapping[str, type[Any]], noun: str) -> Reading:
    """Return the order or question a line says; raises Misread."""
    return read_words(tokens(text), verbs, noun)


def read_words(words: list[Token], verbs: Mapping[str, type[Any]], noun: str) -> Reading:
    """Return the order or question that words say; raises Misread."""
    if not words:
        raise Misread(f"{noun} is empty")
    verb = _name(words[0], verbs, noun)
    if len(words) == 1 and shapes(verbs[verb])[verb].kind != "flag":
        choices = shapes(verbs[verb])[verb].choices
        shown = _EXAMPLE.search(verbs[verb].__doc__ or "")
        meant = f": {listed(choices)}" if choices else f", as in {shown[1]}" if shown is not None else ""
        raise Misread(f"'{verb}' needs a value{meant}", words[0].offset)
    return read_fields(words, shapes(verbs[verb]), verb)


def read_fields(words: list[Token], known: Mapping[str, Shape], first: str | None = None) -> Reading:
    """Return the fields of a run of words; the first word is the name `first` where one is given."""
    value: dict[str, Any] = {}
    offsets: dict[str, int] = {}
    place = 0
    name: str | None = None
    while place < len(words):
        token = words[place]
        if name is not None and token.text not in known:
            _rest(name, known[name], value[name], token)
        name = first if place == 0 and first is not None else _name(token, known, "a field")
        if name in value:
            raise Misread(f"'{name}' stands here a second time", token.offset)
        shape = known[name]
        place += 1
        begin = place
        while (
            place < len(words)
            and (shape.many or place == begin)
            and not _starts(words[place], known, place == begin, shape)
        ):
            place += 1
        given = words[begin:place]
        value[name] = _value(name, shape, given, token)
        offsets[name] = given[0].offset if given else token.offset
    return Reading(value, offsets)


def _rest(name: str, shape: Shape, value: Any, token: Token) -> None:
    """Refuse a word that goes on with the field before it, which is said in another way; raises Misread."""
    if shape.kind == "nested" and not isinstance(value, (list, dict)):
        raise Misread(f"'{name}' takes a list or mapping in brackets, as in [{{x: 1}}]", token.offset)
    if shape.kind in ("word", "scalar", "number") and not shape.choices:
        raise Misread(f"'{name}' takes one word or number, not two: '{value} {token.text[:60]}'", token.offset)
    near = nearest(f"{value}_{token.text}", shape.choices) if shape.choices and value not in shape.choices else ""
    if near:
        raise Misread(f"'{value} {token.text[:60]}' is not known here{near}", token.offset)


def _starts(token: Token, known: Mapping[str, Shape], first: bool, shape: Shape) -> bool:
    """Return whether a word begins the next field; the one value of a field may look like a name."""
    if token.quoted:
        return False
    if shape.kind == "flag":
        return token.text not in (*_TRUE, *_FALSE)
    return token.text in known and not (first and not shape.many and shape.kind != "number")


def _name(token: Token, known: Iterable[str], noun: str) -> str:
    """Return the name a word stands for: itself, or the one name it begins; raises Misread."""
    names = list(known)
    if token.quoted:
        raise Misread(f'"{token.text}" is quoted where {noun} must begin', token.offset)
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
    """Say what could stand where a word is not known: the nearest name, or all of them where they are few."""
    near = nearest(text, names)
    if near:
        return f"is not known here{near}"
    listed = f": {', '.join(names)}" if len(names) <= _FEW else f", as {', '.join(names[:_FEW])}"
    return f"is not known here; {noun} begins with its name{listed}"


def _value(name: str, shape: Shape, given: list[Token], at: Token) -> Any:
    if shape.kind == "flag":
        return not given or given[0].text in _TRUE
    if not given:
        meant = f": {' or '.join(shape.choices)}" if shape.choices else ""
        raise Misread(f"'{name}' needs a value{meant}", at.offset)
    nested = [_json(t) for t in given if not t.quoted and t.text[0] in "[{"]
    if nested or shape.kind == "nested":
        if len(given) != 1:
            raise Misread(f"'{name}' takes one list or mapping in brackets", given[0].offset)
        return nested[0] if nested else _scalar(given[0])
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
            return {given[n].text: _scalar(given[n + 1]) for n in range(0, len(given), 2)}
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
    if not token.quoted and _NUMBER.match(token.text):
        return float(token.text) if "." in token.text else int(token.text)
    return token.text


def _number(name: str, token: Token) -> Any:
    if token.quoted or not _NUMBER.match(token.text):
        raise Misread(f"'{name}' is a number, not '{token.text[:60]}'", token.offset)
    return _scalar(token)


def _dice(name: str, token: Token) -> list[int]:
    if token.quoted or not (token.text.isascii() and token.text.isdigit()):
        raise Misread(f"'{name}' are digits, one for each die, not '{token.text[:60]}'", token.offset)
    return [int(digit) for digit in token.text]


def line(order: Mapping[str, Any], kind: type[Any] | None = None) -> str:
    """Write a mapping as one line that reads back as the same; its verb comes first.

    Without its type everything is written that a reader needs, and quoting is as careful.
    """
    known = shapes(kind) if kind is not None else {}
    verb = getattr(kind, "verb", None)
    names = [verb, *(key for key in order if key != verb)] if verb in order else list(order)
    return " ".join(part for name in names if name is not None and (part := _field(name, order[name], known)))


def _field(name: str, value: Any, known: Mapping[str, Shape]) -> str:
    shape = known.get(name)
    if value is None:
        return ""
    if isinstance(value, bool):
        if shape is not None and shape.kind != "flag":
            return f"{name} {json.dumps(value)}"
        return name if value else f"{name} no" if shape is None or shape.default is not False else ""
    if shape is not None and not shape.many and value == "":
        return f'{name} ""'
    if isinstance(value, list):
        return f"{name} {_listed(name, value, shape, known)}".rstrip()
    if isinstance(value, Mapping):
        flat = shape is not None and shape.kind == "map"
        if flat and value:
            return f"{name} " + " ".join(f"{word(k, known)} {word(v, known)}" for k, v in value.items())
        return f"{name} {json.dumps(value, ensure_ascii=False)}"
    if isinstance(value, str) and shape is not None and shape.kind == "scalar" and _NUMBER.match(value):
        return f"{name} {json.dumps(value)}"
    return f"{name} {word(value, known)}"


def _listed(name: str, value: list[Any], shape: Shape | None, known: Mapping[str, Shape]) -> str:
    if shape is not None and shape.kind == "nested":
        return json.dumps(value, ensure_ascii=False)
    dice = shape.kind == "dice" if shape is not None else name in ("dice", "reroll")
    if dice and value and all(isinstance(v, int) and 0 <= v <= 9 for v in value):
        return "".join(map(str, value))
    alone = not value or (shape is not None and shape.kind == "either" and len(value) < 2)
    if alone or any(isinstance(v, (list, Mapping, bool)) or v is None for v in value):
        return json.dumps(value, ensure_ascii=False)
    return " ".join(word(v, known) for v in value)


def word(value: Any, known: Mapping[str, Shape]) -> str:
    """Write one word or number, quoted where it would be read as something else."""
    if not isinstance(value, str):
        return json.dumps(value)
    if _PLAIN.match(value) and value not in known and value not in (*_TRUE, *_FALSE):
        return value
    return json.dumps(value, ensure_ascii=False)
