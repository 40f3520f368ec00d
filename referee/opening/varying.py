"""`--vary PATH=VALUES`: the same question with other values, in every combination."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import product
from typing import Any, NamedTuple

from referee.core.documents import Document, Unreadable, nearest
from referee.core.documents.plain import has_id, walked
from referee.core.documents.problems import Argument
from referee.core.game.game import Game
from referee.core.notation.field_specs import field_specs
from referee.core.rules.index import read_value

from .given import with_value


class _Place(NamedTuple):
    """An order: its document, its place in it, its number among all orders, and its verb."""

    document: int
    place: int
    number: int
    verb: str


class VariedOrders:
    """Documents of orders whose fields are varied; those written on a line are read into mappings."""

    def __init__(self, game: Game, documents: Sequence[Document]) -> None:
        self.documents = documents
        self.values = [deepcopy(document.value) for document in documents]
        self.fields: dict[str, set[str]] = {}
        for verbs in game.orders.values():
            for verb, kind in verbs.items():
                self.fields.setdefault(verb, set()).update(field_specs(kind))
        for value in self.values:
            given = value.get("orders") if isinstance(value, dict) else None
            if isinstance(given, list):
                value["orders"] = [self._as_mapping(one, game) for one in given]
        self.places = list(self._each())

    def _as_mapping(self, order: Any, game: Game) -> Any:
        """Return an order on a line as a mapping, and any other as it is."""
        if not isinstance(order, str):
            return order
        from referee.core.notation import one_line
        from referee.core.notation.tokens import Misread

        for verbs in game.orders.values():
            try:
                return one_line.read(order, verbs, "an order").value
            except Misread:
                continue
        return order

    def _each(self) -> Iterator[_Place]:
        number = 0
        for n, value in enumerate(self.values):
            given = value.get("orders") if isinstance(value, dict) else None
            for place, order in enumerate(given if isinstance(given, list) else ()):
                number += 1
                verb = next((key for key in order if key in self.fields), "") if isinstance(order, dict) else ""
                yield _Place(n, place, number, verb)

    def named(self, path: str) -> list[tuple[int, int]]:
        """Return the orders that a path names, by document and place, as far as they know its field.

        `strike.number` names every strike, `strike.ogre-1.number` that of one piece, `order.number` every order, and
        `order.2.number` the second of all.
        """
        word, _, rest = path.partition(".")
        *middle, field = rest.split(".")
        if len(middle) > 1 or field in ("", word):
            return []
        out = []
        for one in self.places:
            if field not in self.fields.get(one.verb, ()) or word not in ("order", "orders", one.verb):
                continue
            if not middle or middle[0] == (str(one.number) if word in ("order", "orders") else self._subject(one)):
                out.append((one.document, one.place))
        return out

    def _subject(self, one: _Place) -> str:
        """Return what the verb of an order names."""
        return str(self.values[one.document]["orders"][one.place][one.verb])

    def words(self) -> list[str]:
        """Return how paths may name the orders."""
        return [f"{one.verb}.{self._subject(one)}" for one in self.places if one.verb]

    def with_values(self, puts: Sequence[tuple[str, Any]]) -> list[Document]:
        """Return the documents with values put in at paths that name orders."""
        values = deepcopy(self.values)
        for path, put in puts:
            for document, place in self.named(path):
                values[document]["orders"][place][path.rpartition(".")[2]] = put
        return [with_value(document, value) for document, value in zip(self.documents, values, strict=True)]


# more combinations than these are not asked
MOST = 100_000
_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})\Z")


class Varied(NamedTuple):
    """A quantity to vary: its path as given, and its values."""

    path: str
    values: tuple[Any, ...]


def read_vary(text: str) -> Varied:
    """Return what `PATH=VALUES` says: values separated by commas, or ranges such as `0..5`; raises Unreadable."""
    path, equals, given = text.partition("=")
    if not equals or not path.strip() or not given.strip():
        raise _wrong(f"'{text}' is not PATH=VALUES, as in defender.lion-1.hits=0..4 or strike.number=4,5,6")
    values: list[Any] = []
    for part in given.split(","):
        word = part.strip()
        if (found := _RANGE.match(word)) is not None:
            low, high = int(found[1]), int(found[2])
            if not 0 <= high - low < MOST:
                raise _wrong(f"'{word}' is no range; write the lower number first, as in 0..5")
            values += range(low, high + 1)
        else:
            values.append(_value(word))
    return Varied(path.strip(), tuple(values))


def _value(word: str) -> Any:
    return None if word == "null" else read_value(word)


def _wrong(message: str) -> Unreadable:
    return Unreadable.of(Argument("vary"), message)


def variants(
    value: dict[str, Any], varied: Sequence[Varied], further: Sequence[str] = (), orders: Sequence[str] = ()
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each combination of values with the document in which they are put; raises Unreadable for a wrong path.

    The values of `further` paths are put into orders; `orders` are what paths may call these.
    """
    count, paths = 1, set[str]()
    for one in varied:
        if one.path in paths:
            raise _wrong(f"'{one.path}' is varied twice; give all of its values at once, as in {one.path}=0,1,2")
        paths.add(one.path)
        count *= len(one.values)
    if count > MOST:
        raise _wrong(f"{count} combinations are more than {MOST}")
    for values in product(*(one.values for one in varied)):
        changed = deepcopy(value)
        for one, put in zip(varied, values, strict=True):
            if one.path not in further:
                put_at(changed, one.path, put, orders)
        yield {one.path: put for one, put in zip(varied, values, strict=True)}, changed


def put_at(value: dict[str, Any], path: str, put: Any, orders: Sequence[str] = ()) -> None:
    """Put a value into a document at a path.

    A path begins with the verb of the question (`strike.number`), with a word of an entry and its id
    (`attacker.ogre-1.hits`), with a word that one entry alone has (`defender.hits`), or with a key of the document or
    of its situation (`a.type`, `battle.round`). `orders` are what else paths may name.
    """
    steps = path.split(".")
    asked = value.get("ask")
    if isinstance(asked, dict) and len(steps) == 2 and steps[0] in asked:
        asked[steps[1]] = put
        return
    if len(steps) == 3 and (entry := _entry(value, steps[0], steps[1])) is not None:
        entry[steps[2]] = put
        return
    roots = [value, *(inner for key, inner in value.items() if isinstance(inner, dict) and key != "ask")]
    for root in roots:
        found = _below(root, steps[:-1])
        if isinstance(found, dict) and (len(steps) > 1 or steps[0] in found):
            found[steps[-1]] = put
            return
    entries = list(_entries(value)) if len(steps) == 2 else []
    # an id may be a word of another entry too, as that of a leader is
    alone = [one for one in entries if steps[0] == one["id"]] or [one for one in entries if steps[0] in one.values()]
    if len(alone) == 1:
        alone[0][steps[1]] = put
        return
    names = [f"{word}.{ident}" for word, ident in _named(value)] or [one["id"] for one in _entries(value)]
    few = f"; pieces are {', '.join(names[:8])}" if names else ""
    few += f"; orders are {', '.join(orders[:8])}" if orders else ""
    raise _wrong(f"there is nothing at '{path}' to vary{nearest('.'.join(steps[:2]), [*names, *orders]) or few}")


def _below(value: Any, steps: Sequence[str]) -> Any:
    for step in steps:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list):
            value = next((one for one in value if isinstance(one, dict) and one.get("id") == step), None)
    return value


def _entries(value: Any) -> Iterator[dict[str, Any]]:
    return (one for path, one in walked(value) if has_id(one) and "ask" not in path)


def _entry(value: dict[str, Any], word: str, ident: str) -> dict[str, Any] | None:
    """Return the entry of any list with an id, one of whose values is a word such as its side."""
    return next((one for one in _entries(value) if one["id"] == ident and word in one.values()), None)


def _named(value: dict[str, Any]) -> list[tuple[str, str]]:
    return [(str(one["side"]), one["id"]) for one in _entries(value) if "side" in one]
