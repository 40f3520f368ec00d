"""The orders that a player may give now, as the order form offers them: rows of `legal`, each with its line.

What a form needs to know beside a row is found here once, from the types of the orders and the drawn boards, so that
`form.js` decides nothing and knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from referee.core import documents
from referee.core.adjudication.adjudicate import check
from referee.core.adjudication.legal import rows_of
from referee.core.documents import Document, Unreadable
from referee.core.documents.plain import walked
from referee.core.game.dice import Throw
from referee.core.game.dice_sources import make_dice
from referee.core.game.game import Game
from referee.core.game.odds import NoOdds, Refused
from referee.core.game.orders import Candidate, Order
from referee.core.game.picture import Picture
from referee.core.game.position import Position
from referee.core.game.reading import mapping_of, read_orders
from referee.core.game.state import State
from referee.core.notation import line_writer
from referee.core.notation.field_specs import FieldSpec, field_specs
from referee.core.rules.compiled import CompiledRules
from referee.opening.states import Opened
from referee.report.board_svg import words_on
from referee.report.legal_text import row_text
from referee.report.odds_text import fates_of, percent

from ..offered import kinds_now, later, offered


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
    return any(isinstance(one, (int, float)) and not isinstance(one, bool) for _, one in walked(value))


# a page holds so many orders, and the odds of so many that roll dice
MOST = 5000
_MOST_ODDS = 40
# remarks that the form shows in another way than in words
_SHOWN = ("by", "must", "values", "at_most")
_AMOUNTS = ("number", "numbers", "dice", "flag")


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that may be given: its row as `legal --json` prints it, and its line.

    `pieces` act, `names` are what it names of that a board may show, `note` holds its remarks
    and its odds, in words. `stands` is the place where the piece stands after it, alone of its side.
    A form lists it `under` a heading.
    """

    row: dict[str, Any]
    line: str
    pieces: list[str]
    names: list[str]
    note: str = ""
    choices: list[Choice] = []
    stands: str = ""
    under: str = ""


class Offers(msgspec.Struct, frozen=True):
    """What a player may order now, how many orders are left out, and whether all players order at the same time.

    A line `later` is not legal yet, but once what must be done before it is done. Orders of the phase begin with one of
    the `verbs`.
    """

    rows: list[Offer]
    more: int = 0
    together: bool = False
    later: list[str] = []
    verbs: list[str] = []


def offers_of(opened: Opened, player: str, boards: Iterable[Picture]) -> Offers:
    """Return what a player may order now, found on the player's own view; the boards are those of that view."""
    game = opened.game
    view = game.view(opened.state, player)
    position = game.open(view, opened.rules)
    phase = position.phase()
    if phase is None:
        return Offers([])
    found = offered(game, position, player)
    own = {word for board in boards for word in own_words(board, player)}
    own |= {word for one in position.awaiting() if one.player == player for word in (*one.must, *one.may)}
    odds, choices = _Odds(game, position, player), Choices(game, opened.rules, view, player)
    rows = zip(found[:MOST], rows_of(found[:MOST]), strict=True)
    offers = [_offer(candidate, row, own, odds, choices) for candidate, row in rows]
    more = max(len(found) - MOST, 0)
    return Offers(
        offers,
        more,
        phase.together and player in phase.players,
        later(game, position, player, [one.line for one in offers]),
        [kind.verb for kind in kinds_now(game, position)],
    )


def own_words(board: Picture, player: str) -> Iterator[str]:
    """Yield the words on what belongs to a player on a board."""
    for shape in board.shapes:
        owned = [(token.owner, [token.name]) for token in shape.tokens] or [(shape.owner, words_on(shape))]
        for owner, texts in owned:
            if owner is not None and board.owners[owner : owner + 1] == (player,):
                yield from (part for text in texts for part in text.split())


def _offer(candidate: Candidate, row: dict[str, Any], own: set[str], odds: _Odds, choices: Choices) -> Offer:
    kind, told = type(candidate.order), candidate.remarks
    line = order_line(row, kind)
    rest = {**row, "told": {key: value for key, value in told.items() if key not in _SHOWN}}
    notes = [row_text(rest, kind)[len(line) :].removeprefix("  # "), odds.of(candidate.order)]
    specs = field_specs(kind)
    named = {field: list(_words(row[field])) for field in _in_order(kind, specs, row)}
    names = [word for field, words in named.items() if specs[field].kind not in _AMOUNTS for word in words]
    names += [word for key in ("to", "attacks") for word in _words(told.get(key))]
    return Offer(
        row,
        line,
        _acting(specs, named, own),
        list(dict.fromkeys(names)),
        "; ".join(filter(None, notes)),
        choices.of(candidate, row),
        str(row.get(kind.stands, "")),
        candidate.order.listed_under(odds.board) if odds.board is not None else "",
    )


def _in_order(kind: type[Order[Any]], specs: Mapping[str, FieldSpec], row: Mapping[str, Any]) -> list[str]:
    """Return the fields of a row, the verb first and the others as the type has them."""
    return [field for field in dict.fromkeys([kind.verb, *specs]) if field in row]


def _acting(specs: Mapping[str, FieldSpec], named: Mapping[str, list[str]], own: set[str]) -> list[str]:
    """Return the pieces that act: the player's own that the order names first, else another piece, else nothing."""
    for whose in ("own", "any", "enemy"):
        for field, words in named.items():
            if specs[field].piece == whose and words:
                return words
    return next(([word] for words in named.values() for word in words if word in own), [])


def _words(value: Any) -> Iterator[str]:
    """Yield what a value may name: words, numbers, and pairs of numbers as a board labels them."""
    if isinstance(value, (list, tuple)) and value and all(isinstance(one, (int, float)) for one in value):
        yield ",".join(f"{one:g}" for one in value)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _words(one)
    elif isinstance(value, dict):
        # a key beside a number is the name of a measure
        yield from (str(key) for key, inner in value.items() if not isinstance(inner, (int, float)))
    elif value is not None and not isinstance(value, bool):
        yield str(value)


class _Odds:
    """What comes of the orders that roll dice, each by itself, as far as it can be enumerated and a player may know."""

    def __init__(self, game: Game, position: Position, player: str) -> None:
        self.game = game
        self.position = position
        self.player = player
        self.board = position.board(position.scope() or next(iter(game.orders)))
        self.found = game.odds()
        self.left = _MOST_ODDS

    def of(self, order: Order[Any]) -> str:
        """Return the chance of each piece to be lost, in words, empty if it is not known."""
        throws = order.throws(self.board, self.player) if self.board is not None else []
        if not throws:
            return ""
        return self._lost(order) or _one_at_least(throws)

    def _lost(self, order: Order[Any]) -> str:
        if self.found is None or not self.left:
            return ""
        self.left -= 1
        value = {
            "format": 1,
            "ruleset": self.position.source.ruleset,
            "player": self.player,
            "orders": [mapping_of(order)],
        }
        document = Document(documents.dump(value), "orders", value)
        try:
            return "; ".join(fates_of(self.found.ordered(self.position, [read_orders(self.game, document)])))
        except (NoOdds, Refused, Unreadable):
            return ""


def _one_at_least(throws: Sequence[Throw]) -> str:
    """Return the chance that a die shows the number of its roll at least, empty if there is no number."""
    number = throws[0].number
    if len(throws) > 1 or number is None or throws[0].special:
        return ""
    short = min(max(number - 1, 0), throws[0].faces) / throws[0].faces
    return f"a die of {number} or more: {percent(1 - short ** throws[0].count)}"
