"""The stacks of Spells of Magi: who has one, and how it comes, goes and follows its Mage (MM 5.5, 6.0, REF magi-34)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from referee.core.documents.problems import listed
from referee.core.game.recorder import Recorder

from ..masterboard.legion import Legion
from ..masterboard.position import MasterboardPosition
from ..masterboard.rulings.stacks import stacks_of
from ..masterboard.state import MageState, number_of, type_of
from ..rules import TitanRules
from .cup import in_order, intrinsic, put_back


def enroll(position: MasterboardPosition) -> None:
    """Give every Mage in play that has no stack one with its intrinsic Spells, in a game that knows its Cup."""
    if position.cup is None:
        return
    for legion in position.legions.values():
        if legion.contents is None:
            continue
        known = {row.id for row in legion.magi}
        for stack in stacks_of(position, legion):
            if stack.id not in known:
                legion.magi.append(fresh_stack(position.rules, stack.id))


def fresh_stack(rules: TitanRules, mage: str) -> MageState:
    """Return the stack of a Mage that has just come into play: its intrinsic Spells (MM 5.5)."""
    return MageState(id=mage, held=in_order(rules, intrinsic(rules, mage)))


def everywhere(position: MasterboardPosition) -> Iterator[tuple[Legion | None, MageState]]:
    """Yield every stack with its legion, None for those of Magi slain in the Engagement."""
    for legion in position.legions.values():
        yield from ((legion, row) for row in legion.magi)
    if position.engagement is not None:
        yield from ((None, row) for row in position.engagement.stacks)


def row_of(position: MasterboardPosition, mage: str) -> tuple[Legion, MageState] | None:
    """Return the legion and the stack of a Mage in play, None if there is no such Mage."""
    found = ((legion, row) for legion, row in everywhere(position) if legion is not None and row.id == mage)
    return next(found, None)


def put(legion: Legion, row: MageState) -> None:
    """Put a stack in the place of the one of the same Mage, or add it."""
    if any(one.id == row.id for one in legion.magi):
        legion.magi = [row if one.id == row.id else one for one in legion.magi]
    else:
        legion.magi = [*legion.magi, row]


def add(position: MasterboardPosition, legion: Legion, mage: str, counters: Iterable[str]) -> MageState:
    """Add counters to the stack of a Mage of a legion, and return it."""
    row = next(row for row in legion.magi if row.id == mage)
    if row.held is None:
        new = replace(row, spells=None if row.spells is None else row.spells + len(list(counters)))
    else:
        new = replace(row, held=in_order(position.rules, [*row.held, *counters]))
    put(legion, new)
    return new


def lose(position: MasterboardPosition, legion: Legion, mage: str, counter: str) -> None:
    """Take a counter out of the stack of a Mage of a legion; it goes nowhere."""
    row = next(row for row in legion.magi if row.id == mage)
    if row.held is None:
        put(legion, replace(row, spells=None if row.spells is None else row.spells - 1))
    else:
        put(legion, replace(row, held=[one for one in row.held if one != counter]))


def end_gifts(position: MasterboardPosition, player: str | None) -> None:
    """End the gifts to new Magi of a player who has ordered something else, of everybody without one (MM 8.1)."""
    open_to, position.gifted = position.gifted, None
    for legion in position.legions.values():
        if player in (None, legion.player):
            legion.magi = [row if row.id == open_to or not row.gifts else replace(row, gifts=[]) for row in legion.magi]


def numbers_taken(position: MasterboardPosition, name: str) -> set[int]:
    """Return the numbers of Magi of a type that are in play, as far as they are known."""
    ids = (row.id for _, row in everywhere(position))
    return {number for ident in ids if type_of(ident) == name and (number := number_of(ident)) is not None}


def lowest_free(position: MasterboardPosition, name: str) -> int:
    """Return the lowest number of a Mage of a type that is not in play (REF magi-34)."""
    taken = numbers_taken(position, name)
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def follow(giver: Legion, taker: Legion, magi: Iterable[str]) -> None:
    """Move the stacks of Magi that have gone from one legion to another."""
    moving = set(magi)
    taker.magi = [*taker.magi, *(row for row in giver.magi if row.id in moving)]
    giver.magi = [row for row in giver.magi if row.id not in moving]


def give_back(position: MasterboardPosition, recorder: Recorder) -> None:
    """Put the Spells of Magi that have gone back to the caretaker into the Cup (MM 6.0, 20.8).

    Their intrinsic Spells go to the caretaker with them.
    """
    magi = [row.id for row in position.returned]
    put_back(position, (counter for row in position.returned for counter in row.held or ()))
    position.returned = []
    recorder.write(
        f"the Spells of {listed(magi, 'and')} go back: the intrinsic ones to the caretaker, the others into the Cup",
        cites=position.rules.cite("spells_return"),
        by_referee=True,
    )
