"""What a player knows of a game for the conditions of orders that react, and whether a condition holds by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import msgspec

from ..documents.problems import known_name, listed
from ..notation.condition_lines import condition_line
from ..notation.conditions import Any_, Condition, Not, Test, tests_of
from .forecast import Unknown

T = TypeVar("T")


class Offer(msgspec.Struct, frozen=True):
    """An offer to a player: who made it, the places or pieces it is `about`, and the order that takes it."""

    by: str
    about: tuple[str, ...]
    takes: Mapping[str, object]


class Facts(msgspec.Struct, frozen=True):
    """What a player's view of a game holds; None for what this game does not have.

    `roll` is the last roll of a single die that still counts, 0 before it is made. `places` and `hits` hold the pieces
    that live. `asked` holds what the game asks of the player, `showed` what an enemy's piece has shown.
    """

    round: int | None = None
    phase: str | None = None
    roll: int | None = None
    score: Mapping[str, int] | None = None
    places: Mapping[str, str] | None = None
    hits: Mapping[str, int] | None = None
    offers: tuple[Offer, ...] | None = None
    asked: tuple[str, ...] | None = None
    showed: Mapping[str, tuple[str, ...]] | None = None


class Finding(msgspec.Struct, frozen=True):
    """Whether a condition holds, None where dice decide, and what was found, in words."""

    holds: bool | None
    found: str


# the fact that each test looks at
_FACT = {"in": "places", "lives": "places", "offered": "offers"}


def finding(condition: Condition, facts: Facts, unknown: Unknown | None = None) -> Finding:
    """Return whether a condition holds by what a player knows.

    `unknown` is what depends on dice while looking ahead.
    """
    found = dict.fromkeys(_found(test, facts) for test in tests_of(condition))
    return Finding(_holds(condition, facts, unknown or Unknown()), "; ".join(found))


def lacking(condition: Condition, facts: Facts) -> str:
    """Return why a condition means nothing in a game, an empty text if it does."""
    missing = [test.what for test in tests_of(condition) if getattr(facts, _FACT.get(test.what, test.what)) is None]
    return f"this game has nothing that '{listed(missing, 'and')}' could mean" if missing else ""


def _holds(condition: Condition, facts: Facts, unknown: Unknown) -> bool | None:
    if isinstance(condition, Test):
        return None if _open(condition, facts, unknown) else _TESTS[condition.what](condition, facts)
    if isinstance(condition, Not):
        held = _holds(condition.part, facts, unknown)
        return None if held is None else not held
    found = [_holds(part, facts, unknown) for part in condition.parts]
    decisive = isinstance(condition, Any_)
    if decisive in found:
        return decisive
    return None if None in found else not decisive


def _open(test: Test, facts: Facts, unknown: Unknown) -> bool:
    """Return whether dice that are still to be rolled may decide a test."""
    if unknown.beyond:
        return True
    if test.of is None or test.what in ("score", "offered"):
        return bool(unknown.uncertain | unknown.position_unknown)
    open_pieces = unknown.uncertain | unknown.position_unknown | unknown.pending_pieces
    return known_name(test.of, open_pieces) in open_pieces


def _in(test: Test, facts: Facts) -> bool:
    place = _of(test, facts.places)
    return place is not None and place.casefold() in {word.casefold().replace(" ", "") for word in test.words}


def _asked(test: Test, facts: Facts) -> bool:
    asked = {word.casefold() for said in facts.asked or () for word in (said, *said.split())}
    return all(word.casefold() in asked for word in test.words)


def _showed(test: Test, facts: Facts) -> bool:
    left = [word.casefold() for word in _of(test, facts.showed) or ()]
    for word in test.words:
        if word.casefold() not in left:
            return False
        left.remove(word.casefold())
    return True


def offer_of(test: Test, facts: Facts) -> Offer | None:
    """Return the offer that a test asks for, None if there is none; terms that it leaves out may be any."""

    def same(offer: Offer, field: str, words: Iterable[str]) -> bool:
        given = offer.takes.get(field, [])
        return isinstance(given, list) and sorted(map(str, given)) == sorted(words)

    for offer in facts.offers or ():
        about = {word.casefold() for word in offer.about}
        if (test.of or "").casefold() in about and all(same(offer, field, words) for field, words in test.fields):
            return offer
    return None


_TESTS: dict[str, Callable[[Test, Facts], bool]] = {
    "in": _in,
    "lives": lambda test, facts: _of(test, facts.places) is not None,
    "hits": lambda test, facts: _allows(test, _of(test, facts.hits)),
    "roll": lambda test, facts: _allows(test, facts.roll or None),
    "round": lambda test, facts: _allows(test, facts.round),
    "score": lambda test, facts: _allows(test, _of(test, facts.score)),
    "phase": lambda test, facts: _bare(facts.phase or "") == _bare(test.words[0]),
    "asked": _asked,
    "showed": _showed,
    "offered": lambda test, facts: offer_of(test, facts) is not None,
}


def _found(test: Test, facts: Facts) -> str:
    """Return in words what a player knows about what a test looks at."""
    match test.what:
        case "roll":
            return f"the roll is {facts.roll}" if facts.roll else "nothing is rolled yet"
        case "round":
            return f"it is round {facts.round}"
        case "phase":
            return f"the phase is {facts.phase}" if facts.phase else "no phase is left"
        case "score":
            return f"the score of {test.of} is {_of(test, facts.score)}"
        case "in" | "lives":
            place = _of(test, facts.places)
            return f"{test.of} is not there" if place is None else f"{test.of} is in {place}"
        case "hits":
            hits = _of(test, facts.hits)
            return f"{test.of} is not there" if hits is None else f"{test.of} has {hits} hits"
        case "showed":
            shown = _of(test, facts.showed)
            return f"{test.of} has shown {', '.join(shown) if shown else 'nothing'}"
        case "asked":
            return f"asked is {', '.join(facts.asked or ()) or 'nothing'}"
        case _:
            taken = offer_of(test, facts)
            what = condition_line(test)
            return f"{taken.by} has {what}" if taken is not None else f"nobody has {what}"


def _allows(test: Test, number: int | None) -> bool:
    return number is not None and test.numbers is not None and test.numbers.allows(number)


def _of(test: Test, values: Mapping[str, T] | None) -> T | None:
    """Return the value of what a test names, in any letters."""
    known = values or {}
    return known.get(known_name(test.of or "", known))


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
