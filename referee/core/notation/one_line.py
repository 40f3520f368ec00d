"""The one-line form of orders and questions: the mapping without its punctuation, read and written.

The verb comes first. A field's name starts the field, a list runs to the next name, digits in a
dice field are one die each. Facts that are supposed come last, each by its name. Words that would
be misread are in double quotes; nested values are in brackets, as JSON or YAML writes them on one
line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import yaml

from ..documents import strict_json, strict_yaml
from ..documents.problems import listed, nearest
from .field_specs import FieldSpec, field_specs

_TOKEN = re.compile(r'\s*,?\s*("(?:[^"\\]|\\.)*"|[^\s,;"]+)')
_PLAIN = re.compile(r"[^\s,;\"\[\]{}#]+\Z")
_NUMBER = re.compile(r"[-+]?[0-9]{1,18}(\.[0-9]+)?\Z")
# a word of a title, which has neither digits nor signs
_TITLE = re.compile(r"[^\W\d_]+(-[^\W\d_]+)*\Z")
# a remark to the end of the line, as `legal` prints what is worth knowing beside an order
_COMMENT = re.compile(r"#(?=\s|\Z)")
_FEW = 40
# verbs are listed up to this many
_FEW_VERBS = 8
# brackets, and the quoted words in which they do not count
_BRACKET = re.compile(r'[\[\]{}]|(?<=[\s,:\[{])"(?:[^"\\]|\\.)*"|(?<=[\s,:\[{])\'(?:[^\']|\'\')*\'')
# the first example in a docstring
_EXAMPLE = re.compile(r"`(\{[^`]*\})`")
# what a field of a kind needs
_NEEDED: dict[str, str] = {
    "dice": ", digits, one for each die, as in dice 6651",
    "number": ", a number",
    "numbers": ", numbers",
    "words": ", one word or several",
    "map": ", pairs of a name and a value",
    "nested": ", a list or mapping in brackets",
}
_TRUE, _FALSE = ("true", "yes"), ("false", "no")
_NO_PLACE = {
    '"': "the quotation mark that opens here is never closed",
    ";": "write what follows the semicolon on a line of its own",
}
_ARTICLES = ("a", "an", "the")
_STOP = re.compile(r"[.?!]+\Z")


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
    """The mapping that a line gives, and where each of its fields begins."""

    value: dict[str, Any]
    offsets: dict[str, int]


def tokens(text: str, separators: str = "") -> list[Token]:
    """Cut a line into words, quoted words, bracketed values and the given separators; raise Misread.

    `#` with a space behind it begins a comment, which is left out.
    """
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
        if _COMMENT.match(text, place):
            break
        if text[place] in "[{":
            said, end = _bracketed(text, place)
            out.append(Token(said, place))
            place = end
            continue
        match = _TOKEN.match(text, place)
        if match is None:
            raise Misread(_NO_PLACE.get(text[place], f"{text[place]!r} is not allowed here"), place)
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
    """Return the value in the brackets that open at a place, as JSON, and where they end; raise Misread."""
    try:
        nested, end = strict_json.DECODER.raw_decode(text, place)
        strict_json.whole(nested)
        return text[place:end], end
    except strict_json.UnwantedJson as error:
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
    raise Misread("the bracket that opens here is never closed", place)


def read(text: str, verbs: Mapping[str, type[Any]], noun: str) -> Reading:
    """Return the order or question on a line, which may end with a full stop; raise Misread."""
    return read_words(unstopped(tokens(text)), verbs, noun)


def verb_of(text: str, verbs: Mapping[str, type[Any]], noun: str) -> str:
    """Return the verb with which a line begins; raises Misread."""
    return _first_verb(unstopped(tokens(text)), verbs, noun)


def unstopped(words: list[Token]) -> list[Token]:
    """Return words without a full stop, question mark or exclamation mark at the end."""
    if not words or words[-1].quoted or not (bare := _STOP.sub("", words[-1].text)):
        return words
    return [*words[:-1], words[-1]._replace(text=bare)]


def read_words(words: list[Token], verbs: Mapping[str, type[Any]], noun: str) -> Reading:
    """Return the order or question that words give; raise Misread."""
    verb = _first_verb(words, verbs, noun)
    known = field_specs(verbs[verb])
    if known[verb].kind != "flag" and _lacks_value(words, known, known[verb]):
        before = f" before '{words[1].text}'" if len(words) > 1 else ""
        raise Misread(f"'{verb}' needs a value{before}{wanted(verbs[verb], verb)}", words[0].offset)
    return read_fields(words, known, verb)


def _first_verb(words: list[Token], verbs: Mapping[str, type[Any]], noun: str) -> str:
    """Return the verb of the order or question that words give; raise Misread."""
    if not words:
        raise Misread(f"{noun} is empty")
    if words[0].text.startswith(">") and not words[0].quoted:
        raise Misread("this line is quoted from another message; remove the '>' if it is yours", words[0].offset)
    return _verb(words, verbs, noun)


def _verb(words: list[Token], verbs: Mapping[str, type[Any]], noun: str) -> str:
    """Return the verb that the first word means; raise Misread, naming a verb later in the line, if any."""
    first = words[0]
    known = first.text.lower()
    if first.quoted or known in verbs or nearest(known, verbs) or any(verb.startswith(known) for verb in verbs):
        return _name(first, verbs, noun)
    further = next((w.text.lower() for w in words[1:] if not w.quoted and w.text.lower() in verbs), None)
    raise Misread(f"'{first.text[:60]}' begins no {noun.split()[-1]}; {how(verbs, noun, further)}", first.offset)


def how(verbs: Mapping[str, type[Any]], noun: str, meant: str | None = None) -> str:
    """Return how an order or a question begins: with the verb that may be meant, else with one of all."""
    if meant is not None:
        return f"if '{meant}' is what you mean, begin with it: {example(verbs[meant])}"
    if len(verbs) <= _FEW_VERBS or noun != "an order":
        return f"{noun} begins with its verb: {listed(sorted(verbs))}"
    return "an order begins with its verb and is one line; `referee legal STATE` lists those that may be given now"


def wanted(kind: type[Any], verb: str, as_line: bool = True) -> str:
    """Return what may follow a verb: its choices, or the example of its type."""
    choices, shown = field_specs(kind)[verb].choices, example(kind, as_line)
    # a verb that takes a number too is shown by its example
    if choices and (field_specs(kind)[verb].kind == "word" or not shown):
        return f": {listed(choices)}"
    return f", as in {shown}" if shown else ""


def example(kind: type[Any], as_line: bool = True) -> str:
    """Return the example in the docstring of a type, or nothing."""
    shown = _EXAMPLE.search(kind.__doc__ or "")
    if shown is None:
        return ""
    return line(strict_yaml.Builder(shown[1], "").documents()[0], kind) if as_line else shown[1]


def _lacks_value(words: list[Token], known: Mapping[str, FieldSpec], verb: FieldSpec) -> bool:
    """Return whether no value follows the verb: nothing, or a field's name that is not the value itself."""
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
    """Return the fields of a run of words; the first word is the name `first` where one is given."""
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
        place = begin = _past_article(words, place + 1, known, shape)
        while (
            place < len(words)
            and (shape.many or place == begin)
            and not _starts(words[place], known, place == begin, shape)
        ):
            place += 1
        if shape.titled and place > begin:
            place = past_title(words, begin, known)
        given = words[begin:place]
        value[name] = _value(name, shape, given, token)
        offsets[name] = given[0].offset if given else token.offset
    return Reading(value, offsets)


def _past_article(words: list[Token], begin: int, known: Mapping[str, FieldSpec], shape: FieldSpec) -> int:
    """Return where the one value of a field begins: after an article that goes before another word."""
    alone = begin + 1 >= len(words) or field_of(words[begin + 1], known) is not None
    article = begin < len(words) and not words[begin].quoted and words[begin].text.lower() in _ARTICLES
    return begin + 1 if article and not alone and shape.kind in ("word", "scalar") else begin


def past_title(words: list[Token], begin: int, known: Mapping[str, FieldSpec]) -> int:
    """Return the place after a value that may be written as printed, with a title before its number."""
    place = begin
    while place < len(words) and _TITLE.match(words[place].text) and not field_of(words[place], known):
        place += 1
    numbered = place < len(words) and words[place].text.isdecimal()
    return place + 1 if numbered and not any(word.quoted for word in words[begin:place]) else begin + 1


def _rest(name: str, shape: FieldSpec, given: list[Token], token: Token, left: list[str]) -> None:
    """Raise Misread for a word that neither continues a field nor begins one of the fields left."""
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
        return token.text.lower() not in (*_TRUE, *_FALSE)
    return field_of(token, known) is not None and not (first and not shape.many and shape.kind != "number")


def _name(token: Token, known: Iterable[str], noun: str) -> str:
    """Return the name that a word means: itself, or the one name it begins; raise Misread."""
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
    """Return what could replace an unknown word: the nearest name, or all names if they are few."""
    near = nearest(text, names)
    if near:
        return f"is not known here{near}"
    listed = f": {', '.join(names)}" if len(names) <= _FEW else f", as {', '.join(names[:_FEW])}"
    return f"is not known here; {noun} begins with its name{listed}"


def _value(name: str, shape: FieldSpec, given: list[Token], at: Token) -> Any:
    if shape.kind == "flag":
        return not given or given[0].text.lower() in _TRUE
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
    if shape.titled and len(given) > 1:
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
        raise Misread(f"'{name}' needs digits, one for each die, not '{token.text[:60]}'", token.offset)
    return [int(digit) for digit in token.text]


def line(order: Mapping[str, Any], kind: type[Any] | None = None) -> str:
    """Write a mapping as one line that reads back as the same; its verb comes first.

    Without its type everything that a reader needs is written, with the same care in quoting.
    """
    known = field_specs(kind) if kind is not None else {}
    verb = getattr(kind, "verb", None)
    # facts run to the end of the line
    names = sorted(order, key=lambda name: (name != verb, name in known and known[name].inner is not None))
    return " ".join(part for name in names if (part := _field(name, order[name], known)))


def _field(name: str, value: Any, known: Mapping[str, FieldSpec]) -> str:
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
        if shape is not None and shape.inner is not None and _plain_facts(value, field_specs(shape.inner)):
            return f"{name} {line(value, shape.inner)}"
        if flat and value:
            return f"{name} " + " ".join(f"{word(k, known)} {word(v, known)}" for k, v in value.items())
        return f"{name} {json.dumps(value, ensure_ascii=False)}"
    if isinstance(value, str) and shape is not None and shape.kind == "scalar" and _NUMBER.match(value):
        return f"{name} {json.dumps(value)}"
    return f"{name} {word(value, known)}"


def _plain_facts(value: Mapping[str, Any], known: Mapping[str, FieldSpec]) -> bool:
    """Return whether facts can be written by their names: each is known and not null."""
    return bool(value) and all(name in known and fact is not None for name, fact in value.items())


def _listed(name: str, value: list[Any], shape: FieldSpec | None, known: Mapping[str, FieldSpec]) -> str:
    if shape is not None and shape.kind == "nested":
        return json.dumps(value, ensure_ascii=False)
    dice = shape.kind == "dice" if shape is not None else name in ("dice", "reroll")
    if dice and value and all(isinstance(v, int) and 0 <= v <= 9 for v in value):
        return "".join(map(str, value))
    alone = not value or (shape is not None and shape.kind == "either" and len(value) < 2)
    if alone or any(isinstance(v, (list, Mapping, bool)) or v is None for v in value):
        return json.dumps(value, ensure_ascii=False)
    return " ".join(word(v, known) for v in value)


def word(value: Any, known: Mapping[str, FieldSpec]) -> str:
    """Write one word or number, quoted where it would be read as something else."""
    if not isinstance(value, str):
        return json.dumps(value)
    if (
        _PLAIN.match(value)
        and not _STOP.search(value)
        and value.lower() not in (*known, *_TRUE, *_FALSE)
        and value not in known
    ):
        return value
    return json.dumps(value, ensure_ascii=False)
