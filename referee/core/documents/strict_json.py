"""JSON read strictly: no duplicate keys, no numbers out of bounds, no lone surrogates."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import msgspec

from .problems import shown

MAX_DIGITS = 18
# maps every digit to 0, and everything else to a blank
_DIGITS = bytes(48 if 48 <= byte < 58 else 32 for byte in range(256))
_LONG_NUMBER = b"0" * (MAX_DIGITS + 1)
# an escape that YAML reads otherwise, or not at all
_OTHER_ESCAPE = re.compile(r'(?<!\\)(?:\\\\)*\\(?!["\\nt]|u(?![dD][89a-fA-F])[0-9a-fA-F]{4})')


class UnwantedJson(ValueError):
    """JSON that is valid but not accepted."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise UnwantedJson(f"the key {shown(twice)} is given a second time")
    return out


def _no_constant(word: str) -> Any:
    raise UnwantedJson(f"{word} is not a number")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise UnwantedJson("a number this large is not read")
    return number


def _short_int(word: str) -> int:
    digits = len(word.lstrip("-"))
    if digits > MAX_DIGITS:
        raise UnwantedJson(f"a number of {digits} digits is too large")
    return int(word)


DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_short_int, parse_float=_finite
)


def decode_plain(line: bytes, most: int) -> Any:
    """Return the value of simple JSON, as `decode` does but faster.

    Raises ValueError if only `decode` can decide: for escapes, long numbers, a key that may be given twice, and more
    than `most` levels.
    """
    if b"\\" in line or _LONG_NUMBER in line.translate(_DIGITS):
        raise ValueError
    value = msgspec.json.decode(line)
    # without escapes the value has as many colons as the text, unless the first of two equal keys was lost
    if msgspec.json.encode(value).count(b":") != line.count(b":"):
        raise ValueError
    if line.count(b"[") + line.count(b"{") > most and deeper(value, most):
        raise ValueError
    return value


def decode_documents(text: str, depth: int, values: int) -> tuple[list[Any], list[tuple[int, int]]]:
    """Return the documents of a text of which each is simple JSON, and the line and the column of each, from 1.

    Their values are those that YAML gives. Raises ValueError if only YAML can decide: for what `decode_plain` leaves to
    `decode`, for characters and blanks that the two treat differently, and for more than `values` values.
    """
    if text[:1] not in "{-" or not text.isascii() or any(map(text.__contains__, "\t\r\x7f")):
        raise ValueError
    if sum(map(text.count, ",:[{")) >= values:
        raise ValueError
    line, parts = 1, text.split("\n---\n")
    if text.startswith("---\n"):
        line, parts[0] = 2, parts[0][4:]
    found: list[Any] = []
    starts: list[tuple[int, int]] = []
    for part in parts:
        if part[:1] != "{":
            raise ValueError
        found.append(_decode_ascii(part, depth))
        starts.append((line, 1))
        line += part.count("\n") + 2
    return found, starts


def _decode_ascii(text: str, most: int) -> Any:
    """Return the value of JSON in ASCII, whose escapes mean in YAML what they mean here; raises ValueError."""
    try:
        return decode_plain(text.encode(), most)
    except ValueError:
        if "\\" not in text or _OTHER_ESCAPE.search(text) is not None:
            raise
        try:
            return decode(text, most)
        except RecursionError:
            raise ValueError from None


def decode(text: str, most: int) -> Any:
    """Return the value of a text; raises UnwantedJson, ValueError, and RecursionError beyond `most` levels."""
    value = DECODER.decode(text)
    if text.count("[") + text.count("{") > most and deeper(value, most):
        raise RecursionError
    if "\\u" in text:
        whole(value)
    return value


def whole(value: Any) -> None:
    """Raise UnwantedJson for text that contains half of a surrogate pair, which cannot be written."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise UnwantedJson("half of a surrogate pair is not a character") from None


def deeper(value: Any, most: int) -> bool:
    """Return whether lists and mappings are nested deeper than `most` levels."""
    level = [value]
    for _ in range(most):
        inside = [one for one in level if isinstance(one, (list, dict))]
        level = [inner for one in inside for inner in (one.values() if isinstance(one, dict) else one)]
    return any(isinstance(one, (list, dict)) for one in level)
