"""Orders as plain text: header lines, an empty line, then one order on each line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .document import _NAMES, Document
from .limits import MAX_ORDERS, check_size, decoded
from .locations import Path, Spot
from .parsing import is_sheet, parse, parse_all
from .problems import Problem, Unreadable

_HEADER = re.compile(r"([A-Za-z_]+)\s*:(.*)\Z")


# words before a colon that begin an order
_NO_HEADERS = ("else", "always", "try")
_BULLET = re.compile(r"\A([-*•·–—]|[0-9]{1,3}[.)])\s+")


class OrderSheet(Document):
    """Orders as plain text: header lines, an empty line, then one order on each line; `#` begins a comment.

    A dash, a bullet or a number may precede an order, as in a list.
    """

    def __init__(self, text: str, file: str, defaults: Mapping[str, Any]) -> None:
        value: dict[str, Any] = dict(defaults)
        super().__init__(text, file, value)
        self._places: dict[Path, tuple[int, int]] = {}
        orders: list[str] = []
        problems: list[Problem] = []
        heading = True
        for number, row in enumerate(text.splitlines(), 1):
            bare = _without_comment(row)
            said = bare.strip()
            column = len(bare) - len(bare.lstrip()) + 1
            if not said:
                heading = heading and not value.keys() - defaults.keys()
            elif heading and (match := _HEADER.match(said)) and match[1].lower() not in _NO_HEADERS:
                key, word = match[1].lower(), match[2].strip()
                if key == "orders":
                    said_so = "orders follow the header after an empty line, one on each line"
                    problems.append(Problem(file, number, column, key, said_so))
                elif key in value and key not in defaults:
                    problems.append(Problem(file, number, column, key, f"the key '{key}' is given a second time"))
                number_like = word.isascii() and word.isdigit() and len(word) < 18 and key not in _NAMES
                value[key] = int(word) if number_like else word
                self._places[(key,)] = (number, column)
            else:
                heading = False
                order = _BULLET.sub("", said)
                self._places[("orders", len(orders))] = (number, column + len(said) - len(order))
                orders.append(order)
        value["orders"] = orders
        if "player" not in value:
            said = "the header comes first: a line 'player: NAME', then an empty line, then one order on each line"
            problems.append(Problem(file, 1, 1, "", said))
        if problems:
            raise Unreadable(problems)

    def _spot(self, path: Path, of_key: bool = False) -> Spot:
        """Return the place of an order or a header line; a place in a line counts from the beginning of the line."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._places:
                return Spot(*self._places[path[:length]])
        return Spot(1, 1)


def _without_comment(row: str) -> str:
    """Return a line without its comment, which a # outside quoted words begins."""
    quoted = False
    for place, letter in enumerate(row):
        if letter == '"' and (place == 0 or row[place - 1] != "\\"):
            quoted = not quoted
        elif letter == "#" and not quoted and (place == 0 or row[place - 1].isspace()):
            return row[:place]
    return row


def parse_sheet(text: bytes, file: str, defaults: Mapping[str, Any]) -> OrderSheet:
    """Parse orders written as plain text; raises Unreadable."""
    check_size(text, file, MAX_ORDERS)
    sheet = OrderSheet(decoded(text, file), file, defaults)
    sheet.raw = text
    return sheet


def parse_orders(text: bytes, file: str, ruleset: str) -> list[Document]:
    """Parse orders: YAML, or a sheet of plain text in a `.txt` or as its first lines say; raises Unreadable."""
    check_size(text, file, MAX_ORDERS)
    if file.endswith(".txt") or is_sheet(text):
        return [parse_sheet(text, file, {"format": 1, "ruleset": ruleset})]
    return parse_all(text, file) or [parse(text, file)]
