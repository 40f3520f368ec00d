"""The orders that a player may give now, as the order form offers them: rows of `legal`, each with its line.

What a form needs to know beside a row is found here once, from the types of the orders and the drawn boards, so that
`form.js` decides nothing and knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from referee.core import documents
from referee.core.adjudication.legal import rows_of
from referee.core.documents import Document, Unreadable
from referee.core.game.dice import Throw
from referee.core.game.game import Game
from referee.core.game.odds import NoOdds, Refused
from referee.core.game.orders import Candidate, Order
from referee.core.game.picture import Picture
from referee.core.game.position import Position
from referee.core.game.reading import mapping_of, read_orders
from referee.core.notation.field_specs import FieldSpec, field_specs
from referee.opening.states import Opened
from referee.report.board_svg import words_on
from referee.report.legal_text import row_text
from referee.report.odds_text import fates_of, percent

from ..offered import kinds_now, later, offered
from .choices import Choice, Choices, order_line

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
    if len(throws) > 1 or number is None:
        return ""
    short = min(max(number - 1, 0), throws[0].faces) / throws[0].faces
    return f"a die of {number} or more: {percent(1 - short ** throws[0].count)}"
