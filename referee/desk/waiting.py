"""Orders that wait: early ones, and what is left of a document whose first part was carried out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from referee.core import documents
from referee.core.documents import Document, Path, Unreadable
from referee.core.documents.locations import Spot
from referee.core.game.game import Game
from referee.core.game.reading import read_orders
from referee.core.game.submissions import Submission
from referee.core.notation import line_writer

from .mail.letter import Letter

_CONDITIONAL, _ELSE = re.compile(r"\s*(?:if|else)\b", re.IGNORECASE), re.compile(r"\s*else\b", re.IGNORECASE)
_STANDING = re.compile(r"\s*always\b", re.IGNORECASE)


class Waiting(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The orders of one mail that wait: whose they are, for which step, and from which lines of which mail.

    `mails` are the digests of the mails that they came in. `standing` ones (`always`) act until their player clears
    them. Of those that have `begun`, some are carried out.
    """

    player: str
    mails: list[str]
    file: str
    orders: list[Any]
    places: list[int]
    step: int | None = None
    heading: dict[str, Any] = {}
    standing: bool = False
    begun: bool = False


class MailOrders(Document):
    """The orders of a mail as a document, whose places are the lines of the mail."""

    def __init__(self, waiting: Waiting, value: Mapping[str, Any]) -> None:
        super().__init__("", waiting.file, dict(value))
        self.waiting = waiting
        self.raw = documents.dump(dict(value)).encode()

    def _spot(self, path: Path, of_key: bool = False) -> Spot:
        """Return the line of the mail in which an order stands; a place in a line counts from its beginning."""
        if len(path) > 1 and path[0] == "orders" and isinstance(path[1], int) and path[1] < len(self.waiting.places):
            return Spot(self.waiting.places[path[1]], 1)
        return Spot(1, 1)


def of_letter(letter: Letter) -> tuple[Waiting, Waiting]:
    """Return the orders of a mail, and its standing orders."""
    assert letter.player is not None
    found = []
    for standing in (False, True):
        pairs = [pair for pair in zip(letter.orders, letter.places, strict=True) if stands(pair[0]) == standing]
        found.append(
            Waiting(
                player=letter.player,
                mails=[letter.digest],
                file=letter.mail,
                orders=[order for order, _ in pairs],
                places=[place for _, place in pairs],
                step=None if standing else letter.step,
                heading={} if standing else dict(letter.heading),
                standing=standing,
            )
        )
    return found[0], found[1]


def stands(order: Any) -> bool:
    """Return whether an order as given is a standing one."""
    if isinstance(order, str):
        return _STANDING.match(order) is not None
    return isinstance(order, dict) and any(isinstance(key, str) and key.casefold() == "always" for key in order)


def with_standing(one: Waiting, standing: Sequence[Waiting]) -> Waiting:
    """Return orders with the standing orders of their player after them."""
    mails = dict.fromkeys(mail for each in (one, *standing) for mail in each.mails)
    return msgspec.structs.replace(
        one,
        mails=list(mails),
        orders=[*one.orders, *(order for each in standing for order in each.orders)],
        places=[*one.places, *(place for each in standing for place in each.places)],
    )


def read(game: Game, ruleset: str, name: str, waiting: Waiting, count: int | None = None) -> Submission:
    """Read the first so many orders that wait, all by default; raises Unreadable."""
    value = {
        "format": 1,
        "ruleset": ruleset,
        "game": name,
        "player": waiting.player,
        **waiting.heading,
        "orders": waiting.orders[:count],
    }
    return read_orders(game, MailOrders(waiting, value))


def lines(game: Game, ruleset: str, name: str, waiting: Waiting) -> list[str]:
    """Return orders that wait as canonical lines, or as they were given where they can no longer be read."""
    try:
        submission = read(game, ruleset, name, waiting)
    except Unreadable:
        return [str(order) for order in waiting.orders]
    said = [(one.number, one.says or line_writer.line(one.source, type(one.order))) for one in submission.orders]
    said += [(one.number, one.says) for one in submission.standing]
    return [line for _, line in sorted(said)]


def before_block(orders: Sequence[Any], count: int) -> int:
    """Return how many of the first so many orders end before a block of `if` and `else`, which is not divided."""
    if not (0 < count < len(orders) and _is_else(orders[count])):
        return count
    while count and _is_conditional(orders[count - 1]):
        count -= 1
    return count


def _is_else(order: Any) -> bool:
    return isinstance(order, str) and _ELSE.match(order) is not None


def _is_conditional(order: Any) -> bool:
    return isinstance(order, str) and _CONDITIONAL.match(order) is not None


def rest(waiting: Waiting, count: int) -> Waiting | None:
    """Return what is left after the first so many orders, None if nothing is."""
    if count >= len(waiting.orders):
        return None
    left = {"orders": waiting.orders[count:], "places": waiting.places[count:], "step": None, "begun": True}
    return msgspec.structs.replace(waiting, **left)


def merged(before: Sequence[Waiting], letter: Letter) -> tuple[list[Waiting], list[Waiting]]:
    """Return what waits after a mail, and what it replaces: the newest mail for a step replaces the earlier one whole.

    A mail that `adds` is put after the others; one that `clears` withdraws what its player has sent before. Standing
    orders are replaced by nothing else.
    """
    mine = [one for one in before if one.player == letter.player]
    others = [one for one in before if one.player != letter.player]
    fresh: list[Waiting] = []
    if not letter.problems:
        given, standing = of_letter(letter)
        fresh = [given] if given.orders or letter.nothing else []
        # the newest standing order comes first
        others = [standing, *others] if standing.orders else others
    if letter.clears:
        return [*others, *fresh], mine
    others = [*others, *(one for one in mine if one.standing)]
    mine = [one for one in mine if not one.standing]
    if letter.adds or not fresh:
        return [*others, *mine, *fresh], []
    same = [one for one in mine if one.step in (None, letter.step) or letter.step is None]
    return [*others, *(one for one in mine if one not in same), *fresh], same
