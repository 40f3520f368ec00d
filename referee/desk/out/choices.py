"""What the fields of an order can hold instead, as the order form offers it, and which of it excludes what else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from referee.core import documents
from referee.core.adjudication.adjudicate import check
from referee.core.documents import Document, Unreadable
from referee.core.game.dice_sources import make_dice
from referee.core.game.game import Game
from referee.core.game.orders import Candidate, Order
from referee.core.game.reading import read_orders
from referee.core.game.state import State
from referee.core.notation import line_writer
from referee.core.notation.field_specs import field_specs
from referee.core.rules.compiled import CompiledRules


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field that can hold something else: each of its values as it is written, alone and as one of several.

    `given` is what the line itself has, empty if it leaves the field out, and `most` how many may be chosen. Where the
    field holds a `value` with numbers in it, any of them may be written instead. One that `needs` another field goes
    with one value of it; one that stands `apart` from another field has another value than it.
    """

    field: str
    given: str
    texts: list[str]
    words: list[str]
    most: int
    value: Any = None
    needs: str = ""
    apart: str = ""


def order_line(row: Mapping[str, Any], kind: type[Order[Any]]) -> str:
    """Return the line of a row of `legal`, without its remarks."""
    return line_writer.line({key: value for key, value in row.items() if key != "told"}, kind)


class Choices:
    """The choices of the orders of a player, on the player's own view."""

    def __init__(self, game: Game, rules: CompiledRules, view: State, player: str) -> None:
        self.game = game
        self.rules = rules
        self.view = view
        self.player = player
        self._ties: dict[tuple[type[Any], tuple[str, ...]], dict[str, dict[str, str]]] = {}

    def of(self, candidate: Candidate, row: Mapping[str, Any]) -> list[Choice]:
        """Return what the fields of a candidate can hold instead."""
        kind, told = type(candidate.order), candidate.remarks
        values, most = told.get("values", {}), told.get("at_most", {})
        ties = self._tied(kind, row, values) if len(values) > 1 else {}
        out = [self._choice(kind, row, field, some, most.get(field, 1), ties) for field, some in values.items()]
        specs = field_specs(kind)
        free = [field for field in row if field in specs and specs[field].kind == "nested" and _has_number(row[field])]
        # a number of which the remark says how far it may go
        free += [field for field in row if isinstance(row[field], int) and isinstance(told.get(field), str)]
        return out + [Choice(field, order_line({field: row[field]}, kind), [], [], 1, row[field]) for field in free]

    def _choice(
        self,
        kind: type[Order[Any]],
        row: Mapping[str, Any],
        field: str,
        values: Sequence[Any],
        most: int,
        ties: Mapping[str, Mapping[str, str]],
    ) -> Choice:
        texts = [order_line({field: _held(kind, field, value)}, kind) for value in values]
        words = [line_writer.word(value, field_specs(kind)) for value in values]
        given = order_line({field: row[field]}, kind) if field in row else ""
        return Choice(field, given, texts, words, most, **ties.get(field, {}))

    def _tied(
        self, kind: type[Order[Any]], row: Mapping[str, Any], values: Mapping[str, Sequence[Any]]
    ) -> dict[str, dict[str, str]]:
        """Return which fields need or exclude each other, as `check` judges it; orders of a kind are alike in that."""
        key = kind, tuple(values)
        if key not in self._ties:
            order = {name: value for name, value in row.items() if name != "told"}

            def stands(**put: Any) -> bool:
                return self._legal({**order, **{field: _held(kind, field, value) for field, value in put.items()}})

            ties: dict[str, dict[str, str]] = {field: {} for field in values}
            good = {field: stands(**{field: some[0]}) for field, some in values.items() if some}
            for field in (field for field, alone in good.items() if not alone):
                others = (one for one in good if one != field)
                found = (one for one in others if stands(**{field: values[field][0], one: values[one][0]}))
                ties[field]["needs"] = next(found, "")
            for one, field in combinations([field for field, alone in good.items() if alone], 2):
                shared = next((value for value in values[one] if value in values[field]), None)
                if shared is not None and not stands(**{one: shared, field: shared}):
                    ties[field]["apart"] = one
            self._ties[key] = ties
        return self._ties[key]

    def _legal(self, order: dict[str, Any]) -> bool:
        value = {"format": 1, "ruleset": self.view.ruleset, "player": self.player, "orders": [order]}
        try:
            given = read_orders(self.game, Document(documents.dump(value), "orders", value))
            found = check(self.game, self.rules, self.view, [given], make_dice(self.view.game or ""))
        except Unreadable:
            return False
        return [verdict.status for verdict in found.verdicts] == ["done"]


def _held(kind: type[Order[Any]], field: str, value: Any) -> Any:
    """Return one value as its field holds it: a field for several has a list of one."""
    return [value] if field_specs(kind)[field].many else value


def _has_number(value: Any) -> bool:
    if isinstance(value, (dict, list)):
        return any(map(_has_number, value.values() if isinstance(value, dict) else value))
    return isinstance(value, (int, float)) and not isinstance(value, bool)
