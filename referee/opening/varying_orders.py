"""`--vary` of the fields of orders: `strike.number=4,5,6`, `strike.ogre-1.number=5,6` or `order.2.number=5,6`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from referee.core.documents import Document
from referee.core.game.game import Game
from referee.core.notation.field_specs import field_specs

from .strict import OneLineDocument


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
        return [
            OneLineDocument(document.text, document.file, value)
            for document, value in zip(self.documents, values, strict=True)
        ]
