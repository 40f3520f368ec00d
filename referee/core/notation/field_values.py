"""The value of one field on a line: a word, numbers, dice, pairs, or a nested value in brackets."""

from __future__ import annotations

import json
from typing import Any

from .field_specs import NUMBER, TRUE, FieldSpec, field_specs
from .tokens import Misread, Token

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
