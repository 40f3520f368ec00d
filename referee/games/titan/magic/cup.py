"""The counters of Spells: which there are, what the Cup holds, and blind draws from it (MM 2.2, 6.0, 20.3).

A counter is a type of Spell and a serial number, as in `bolt-5`. The Cup is kept in canonical order: the types as the
table of Spells lists them, then the serials. So it does not depend on what was put back before (REF magi-35).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from referee.core.game.dice import Roll, Throw
from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder

from ..masterboard.state import number_of, type_of
from ..rules import TitanRules

# the most counters that there may be: a die with as many faces can be drawn
MOST_COUNTERS = 256


class HoldsCup(Protocol):
    """A position of the Masterboard or of a battle; `cup` is in canonical order, None where it is not known."""

    rules: TitanRules
    cup: list[str] | None


class BlindThrow(Throw, frozen=True, kw_only=True):
    """The throw of one blind draw: its face is a place among `counters`; `place` counts the draws of its order.

    Where the Cup is not `known`, the counters are those that it may hold at most.
    """

    counters: tuple[str, ...]
    place: int
    known: bool = True


class Lot(NamedTuple):
    """Blind draws: so many counters for an `event` by a player; `got` names them where they are supplied.

    Only those counters are drawn that `only` accepts; without it, any.
    """

    event: str
    by: str
    number: int
    got: Sequence[str] | None = None
    only: Callable[[str], bool] | None = None


# the counters of a game


def all_counters(rules: TitanRules) -> Mapping[str, int]:
    """Return every counter of the game with its place in canonical order; none where there are no Spells."""
    return rules.remember(("counters",), lambda: _all_counters(rules))


def _all_counters(rules: TitanRules) -> Mapping[str, int]:
    if not rules.keeping_spells:
        return {}
    counters = (f"{name}-{n}" for name, one in rules.spells.items() for n in range(1, one.spell.count + 1))
    return {counter: place for place, counter in enumerate(counters)}


def intrinsic(rules: TitanRules, mage: str) -> list[str]:
    """Return the intrinsic counters of a Mage by its id: those with its own number (MM 6.0, REF magi-3).

    One more than there can be, in a situation, has none.
    """
    own = (f"{name}-{number_of(mage)}" for name in rules.characters[type_of(mage)].intrinsic)
    return [counter for counter in own if counter in all_counters(rules)]


def all_intrinsic(rules: TitanRules) -> frozenset[str]:
    """Return the counters that belong to one Mage each, and are never in the Cup."""
    return rules.remember(("intrinsic",), lambda: _all_intrinsic(rules))


def _all_intrinsic(rules: TitanRules) -> frozenset[str]:
    magi = (f"{name}-{n}" for name in rules.keeping_spells for n in range(1, rules.characters[name].number + 1))
    return frozenset(counter for mage in magi for counter in intrinsic(rules, mage))


def first_cup(rules: TitanRules) -> list[str]:
    """Return the Cup as a game begins: every counter that is not intrinsic (MM 2.2)."""
    own = all_intrinsic(rules)
    return [counter for counter in all_counters(rules) if counter not in own]


def in_order(rules: TitanRules, counters: Iterable[str]) -> list[str]:
    """Return counters in canonical order."""
    return sorted(counters, key=all_counters(rules).__getitem__)


# what goes in and comes out


def take(position: HoldsCup, counter: str) -> None:
    """Take a counter out of the Cup by its name."""
    if position.cup is not None:
        position.cup.remove(counter)


def put_back(position: HoldsCup, counters: Iterable[str]) -> list[str]:
    """Put counters back into the Cup, each in its place, and return them; intrinsic ones never go there (MM 6.0)."""
    own = all_intrinsic(position.rules)
    back = in_order(position.rules, (counter for counter in counters if counter not in own))
    if position.cup is not None:
        places = all_counters(position.rules)
        for counter in back:
            insort(position.cup, counter, key=places.__getitem__)
    return back


# drawing


def left_to_draw(position: HoldsCup, only: Callable[[str], bool] | None = None) -> list[str]:
    """Return the counters among which a draw is made, all that the Cup may hold at most where it is not known."""
    cup = first_cup(position.rules) if position.cup is None else position.cup
    return cup if only is None else [counter for counter in cup if only(counter)]


def throws_of(position: HoldsCup, lot: Lot) -> list[Throw]:
    """Return the throws of blind draws: each among what those before it leave; the last counter needs none."""
    left, out = list(left_to_draw(position, lot.only)), list[Throw]()
    for place in range(lot.number):
        size = len(left) - max(place - len(lot.got or ()), 0)
        if size < 2:
            break
        out.append(_throw(lot, place, left, position.cup is not None, size))
        if lot.got is not None and place < len(lot.got) and lot.got[place] in left:
            left.remove(lot.got[place])
    return out


def _throw(lot: Lot, place: int, left: Sequence[str], known: bool, faces: int) -> BlindThrow:
    event = f"{lot.event}/{place + 1}"
    return BlindThrow(event, lot.by, 1, faces, counters=tuple(left), place=place, known=known)


def dice_of(throw: Throw, got: Sequence[str] | None) -> list[int] | None:
    """Return the face that stands for what is supplied for a draw; None where nothing is."""
    if got is None or not isinstance(throw, BlindThrow) or throw.place >= len(got):
        return None
    counter = got[throw.place]
    return [throw.counters.index(counter) + 1] if counter in throw.counters else None


class NamesCounters:
    """What orders that draw Spells share: the counters that they name are supplied, as dice are."""

    __slots__ = ()

    def named(self) -> list[str] | None:
        """Return the counters that are supplied, None if they are drawn."""
        found: list[str] | None = getattr(self, "got", None)
        return found

    def given_dice(self) -> list[int] | None:
        """Return an empty list where counters are named: each stands for the dice of its own draw."""
        return None if self.named() is None else []

    def dice_for(self, throw: Throw) -> list[int] | None:
        """Return the face that stands for the counter that is named for a draw."""
        return dice_of(throw, self.named())


def drawn(position: HoldsCup, recorder: Recorder, lot: Lot) -> tuple[list[str], list[Roll]]:
    """Draw counters out of the Cup and return them with the rolls; fewer where the Cup is empty (MM 7.2, 20.3).

    Where the Cup is not known, only what is supplied is.
    """
    known, out = position.cup is not None, list[str]()
    rolls: list[Roll] = []
    left = list(left_to_draw(position, lot.only))
    for place in range(lot.number):
        if not left:
            break
        if not known:
            out += (lot.got or ())[place : place + 1]
            continue
        face = 1
        if len(left) > 1:
            throw = _throw(lot, place, left, known, len(left))
            roll = recorder.roll(throw, dice_of(throw, lot.got))
            rolls.append(roll)
            face = roll.dice[0]
        counter = left.pop(face - 1)
        take(position, counter)
        out.append(counter)
    return out, rolls


def got_objections(position: HoldsCup, lot: Lot, cite: tuple[str, ...], where: str = "in the Cup") -> list[Objection]:
    """Return why counters cannot be what a draw brought: they are none, not `where` it is made, or not so many."""
    if lot.got is None:
        return []
    rules, out = position.rules, []
    there, known = left_to_draw(position, lot.only), all_counters(rules)
    due = min(lot.number, len(there))
    if len(lot.got) != due:
        out.append(Objection(f"{due} are drawn, and 'got' names {len(lot.got)}", cite, "got"))
    for number, name in enumerate(lot.got):
        if name not in known:
            like = f"; name a counter, as {name}-1" if name in rules.spells else ""
            out.append(Objection(f"'{name}' is no Spell counter{like}", cite, "got"))
        elif name in lot.got[:number]:
            out.append(Objection(f"{name} is drawn once only", cite, "got"))
        elif name not in there and name in (position.cup or ()):
            out.append(Objection(f"{name} is no Spell of a battle; it is put back, and another is drawn", cite, "got"))
        elif name not in there:
            out.append(Objection(f"{name} is not {where}", cite, "got"))
    return out
