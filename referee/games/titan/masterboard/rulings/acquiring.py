"""The characters that a growing score may add (LoT 17), by the table and the rows that bear on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, ledger

from ...rows import BoardRow
from ..legion import Legion
from ..position import MasterboardPosition
from ..tables import Acquired
from .rows import has_rows, land_facts, legion_facts, rows_for

Summoning = Literal["battle", "victory"]


def summons_bars(
    position: MasterboardPosition,
    legion: Legion,
    donor: Legion,
    name: str,
    during: Summoning = "victory",
    publicly: bool = False,
) -> list[Objection]:
    """Return why rows keep a character from being summoned out of one legion into another.

    `publicly` leaves out the rows on what the legion holds and carries, which not all players can see.
    """
    if not has_rows(position.rules, "summons"):
        return []
    facts = {
        "during": during,
        "legion": legion.id,
        "from_legion": donor.id,
        **land_facts(position, donor.land, "from_"),
    }
    lands = {"to": legion.land, "from": donor.land}
    asked = legion
    if publicly:
        asked = Legion("", legion.player, legion.land, None)
        asked.count = legion.height
    rows = rows_for(position, "summons", asked, facts, lands, {"summoned": name})
    title, where = position.title([name]), position.named(donor)
    found = {row.why: row for row in rows if row.forbid}
    return [Objection(f"{title} cannot be summoned from {where}: {why}", row.cites) for why, row in found.items()]


def multiples(position: MasterboardPosition, legion: Legion, before: int, after: int) -> list[int]:
    """Return the multiples that a score has reached or passed; each may add an Angel (LoT 17.0, 17.2)."""
    steps = {every for row in position.rules.acquired for every in _steps(position, legion, row)}
    return _passed(steps, before, after)


def _passed(steps: Iterable[int], before: int, after: int) -> list[int]:
    """Return the multiples of some numbers that a score has reached or passed."""
    return sorted({m for every in steps for m in range(every * (before // every + 1), after + 1, every)})


def withheld(position: MasterboardPosition, legion: Legion, before: int, after: int) -> list[Objection]:
    """Return why rows let nobody be added for a multiple that a score has reached or passed as printed."""
    printed = [row for row in position.rules.acquired if _passed([row.every], before, after)]
    return barred(position, legion, [name for row in printed for name in row.names])


def row_at(position: MasterboardPosition, legion: Legion, multiple: int) -> Acquired:
    """Return the first row of the table that a multiple belongs to, its last where it belongs to none any more."""
    rows = position.rules.acquired
    fitting = (row for row in rows if any(multiple % every == 0 for every in _steps(position, legion, row)))
    return next(fitting, rows[-1])


def choices_at(position: MasterboardPosition, legion: Legion, multiple: int, taken: Sequence[str] = ()) -> list[str]:
    """Return the characters that may be added for a multiple and that the caretaker has (LoT 17.1, 17.3).

    `taken` are those that the same order adds before.
    """
    row = row_at(position, legion, multiple)
    names = row.names
    if has_rows(position.rules, "acquire"):
        names = [name for name in names if _given(position, legion, row, name, multiple, taken)]
    there = [name for name in names if position.stock(name) > 0]
    also, left = [name for name in there if name in row.also], [name for name in there if name in row.takes]
    return also + (left[:1] if len(left) > 1 and position.rules.chosen("angel_for_archangel", "none_left") else left)


def assign(position: MasterboardPosition, legion: Legion, names: list[str], found: list[int]) -> list[int] | None:
    """Return a multiple for each character to add, or None if these multiples do not allow them all.

    What a character needs may depend on how many of it there are, so that each is asked for with those before it.
    """

    def choices(multiple: int) -> list[str]:
        return choices_at(position, legion, multiple)

    # the character with the fewest multiples goes first, and takes the multiple that allows the fewest characters
    order = sorted(names, key=lambda name: sum(name in choices(m) for m in found))
    left = sorted(found, key=lambda m: len(choices(m)))
    fitting = [
        [m for m in left if name in choices_at(position, legion, m, order[:number])]
        for number, name in enumerate(order)
    ]
    taken: dict[int, int] = {}
    for number in range(len(order)):
        if not _takes(number, fitting, taken, set()):
            return None
    return sorted(taken, key=lambda m: taken[m])


def _takes(number: int, fitting: Sequence[Sequence[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Give a character a multiple, one that is free or one for whose character there is another."""
    for multiple in fitting[number]:
        if multiple not in taken:
            taken[multiple] = number
            return True
    for multiple in fitting[number]:
        if multiple not in tried:
            tried.add(multiple)
            if _takes(taken[multiple], fitting, taken, tried):
                taken[multiple] = number
                return True
    return False


def needed_for(position: MasterboardPosition, legion: Legion, names: Sequence[str]) -> list[Objection]:
    """Return of how many points each of several characters needs a multiple, where rows change that from one on."""
    if not has_rows(position.rules, "acquire"):
        return []
    out = []
    for number, name in enumerate(names):
        rows = [one for one in position.rules.acquired if name in one.names]
        if rows:
            found = [step(position, legion, row, name, names[:number])[0] for row in rows]
            every = min(found, key=lambda one: one.total)
            title = position.rules.characters[name].title
            out.append(Objection(f"{title} {number + 1} needs a multiple of {every.total}", tuple(every.cites)))
    return out


def step(
    position: MasterboardPosition, legion: Legion, row: Acquired, name: str, taken: Sequence[str] = ()
) -> tuple[Ledger, list[BoardRow]]:
    """Return of how many points each multiple gives a character, and the rows that forbid adding it."""
    cite = position.rules.cite("acquired")
    printed = Entry("add", row.every, f"for each {position.rules.characters[name].title}", cite)
    if not has_rows(position.rules, "acquire"):
        return Ledger("points", [printed]), []
    owned = sum((other.contents or []).count(name) for other in position.own(legion.player)) + taken.count(name)
    facts: dict[str, Fact] = {"owned": owned, "titan_lost": legion.player in position.titan_lost}
    rows = rows_for(position, "acquire", legion, facts, {"here": legion.land}, {"acquired": name})
    counted = {**legion_facts(position, legion), **facts}
    least = Entry("at_least", 1, "one at least", cite)
    return ledger("points", [printed], rows, counted, least=least), [found for found in rows if found.forbid]


def changed_steps(position: MasterboardPosition, legion: Legion) -> Iterator[tuple[str, Ledger, list[BoardRow]]]:
    """Yield what rows change or forbid: each character with its points and the rows that forbid it."""
    if not has_rows(position.rules, "acquire"):
        return
    for row in position.rules.acquired:
        for name in row.names:
            every, bars = step(position, legion, row, name)
            if bars or len(every.entries) > 1:
                yield name, every, bars


def barred(position: MasterboardPosition, legion: Legion, names: Sequence[str]) -> list[Objection]:
    """Return why rows keep characters from being added."""
    found = {
        row.why: Objection(f"{position.title([name])} cannot be added: {row.why}", row.cites, "acquire")
        for name, _, bars in changed_steps(position, legion)
        if name in names
        for row in bars
    }
    return list(found.values())


def _steps(position: MasterboardPosition, legion: Legion, row: Acquired) -> list[int]:
    """Return the points of which each multiple belongs to a row of the table."""
    if not has_rows(position.rules, "acquire"):
        return [row.every]
    found = [step(position, legion, row, name) for name in row.names]
    return list(dict.fromkeys(every.total for every, bars in found if not bars))


def _given(
    position: MasterboardPosition, legion: Legion, row: Acquired, name: str, multiple: int, taken: Sequence[str]
) -> bool:
    every, bars = step(position, legion, row, name, taken)
    return not bars and multiple % every.total == 0
