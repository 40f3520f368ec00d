"""Cut a line into words, each with its place.

A word in double quotes is taken as it is. Brackets hold a nested value, written as JSON or YAML on one line.
"""

import json
import re
from typing import NamedTuple

import yaml

from ..documents import strict_json, strict_yaml
from .field_specs import STOP

_TOKEN = re.compile(r'\s*,?\s*("(?:[^"\\]|\\.)*"|[^\s,;"]+)')
# a remark to the end of the line, such as those of `legal`
_COMMENT = re.compile(r"#(?=\s|\Z)")
# brackets, and quoted words, inside which brackets do not count
_BRACKET = re.compile(r'[\[\]{}]|(?<=[\s,:\[{])"(?:[^"\\]|\\.)*"|(?<=[\s,:\[{])\'(?:[^\']|\'\')*\'')
_NO_PLACE = {
    '"': "the quotation mark that opens here is never closed",
    ";": "write what follows the semicolon on a line of its own",
}


class Misread(Exception):
    """A line cannot be read; `offset` counts characters from its start."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


class Token(NamedTuple):
    """One word of a line: quoted words are never names, and a comma may stand before one."""

    text: str
    offset: int
    quoted: bool = False
    after_comma: bool = False


def tokens(text: str, separators: str = "") -> list[Token]:
    """Cut a line into words, quoted words, bracketed values and the given separators; raises Misread.

    `#` followed by a space begins a comment, which is left out.
    """
    out: list[Token] = []
    place = 0
    after = False
    while place < len(text):
        if text[place].isspace() or text[place] == ",":
            after |= text[place] == ","
            place += 1
            continue
        comma, after = after, False
        if text[place] in separators:
            out.append(Token(text[place], place))
            place += 1
            continue
        if _COMMENT.match(text, place):
            break
        if text[place] in "[{":
            said, end = _bracketed(text, place)
            out.append(Token(said, place, after_comma=comma))
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
                out.append(Token(said, match.start(1), quoted=True, after_comma=comma))
            except ValueError:
                raise Misread("this quoted word has a wrong escape", match.start(1)) from None
        else:
            out.append(Token(word, match.start(1), after_comma=comma))
        place = match.end()
    return out


def _bracketed(text: str, place: int) -> tuple[str, int]:
    """Return the bracketed value that begins at a place, as JSON, and its end; raises Misread."""
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


def strip_stops(words: list[Token]) -> list[Token]:
    """Return words without a full stop, question mark or exclamation mark at the end."""
    if not words or words[-1].quoted or not (bare := STOP.sub("", words[-1].text)):
        return words
    return [*words[:-1], words[-1]._replace(text=bare)]
