"""The value of characters (LoT 16.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, entries

from .carriers import BoardRow, Carrying
from .masterboard.tables import ShareRow
from .profiles import Profile
from .rules import TitanRules


def points_of(
    named: Iterable[tuple[str, Profile]],
    cite: tuple[str, ...],
    quantity: str = "points",
    rows: Callable[[Profile], Sequence[BoardRow]] | None = None,
) -> Ledger:
    """Return the value of characters, each with its printed name: Power times Skill (LoT 16.0).

    `rows` gives those that change the value of one, never below none.
    """
    out: list[Entry] = []
    for name, profile in named:
        printed = Entry("add", profile.value, f"{name}: {profile.own_power} x {profile.skill}", cite)
        out += [printed] if rows is None else _changed(printed, rows(profile))
    return Ledger(quantity, out)


def _changed(printed: Entry, rows: Sequence[BoardRow]) -> list[Entry]:
    """Return the value of one character and what each row adds to it or takes from it."""
    now, out = Ledger("points", [printed]), [printed]
    for entry in [*entries(rows, {}, "points"), Entry("at_least", 0, "no fewer than none", printed.cite)]:
        then = now.plus(entry)
        if entry.op != "at_least" or then.total != now.total:
            out.append(Entry("add", then.total - now.total, entry.why, entry.cite))
        now = then
    return out


def rows_for_slain(
    rules: TitanRules, profile: Profile, carriers: Iterable[Carrying], facts: Mapping[str, Fact]
) -> list[BoardRow]:
    """Return the rows that hold for the points of one who is slain; `facts` are those of the place and the way."""
    known = {**facts, "slain": profile.name, "slain_class": profile.chart.cls}
    held = (*profile.carriers, *carriers)
    return [row for carrier in held for row in rules.ruled(carrier.table.score.values(), known)]


def share(rules: TitanRules, row: ShareRow, what: str = "") -> list[Entry]:
    """Return what a row makes of points, half of them as printed; `what` says of what (LoT 16.1, 19.4)."""
    found = entries(rules.ruled((row,), {}), {}, "points")
    return [msgspec.structs.replace(entry, why=f"{entry.why}{what}") for entry in found]
