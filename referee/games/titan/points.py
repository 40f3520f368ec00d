"""The value of characters (LoT 16.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from referee.core.documents.problems import counted, listed
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, entries

from .carriers import Carrying
from .profiles import Profile
from .rows import BoardRow
from .rules import TitanRules

if TYPE_CHECKING:
    from .masterboard.tables import ShareRow


class Worth(msgspec.Struct, frozen=True):
    """A character that is scored, with its printed name: Power and the Spells that count, times Skill (MM 19.1)."""

    name: str
    profile: Profile
    spells: int | None = None
    # the rules behind the value, in addition to those of scoring
    cites: tuple[str, ...] = ()
    # whether a Spell was drawn for it in the battle (MM 4.2.6)
    drew: bool = False

    def entry(self, cite: tuple[str, ...]) -> Entry:
        """Return the line of a ledger for its value as printed."""
        power, skill = self.profile.own_power, self.profile.skill
        if self.spells is None:
            return Entry("add", self.profile.value, f"{self.name}: {power} x {skill}", (*cite, *self.cites))
        why = f"{self.name}: ({power} + {counted(self.spells, 'Spell')}) x {skill}"
        return Entry("add", (power + self.spells) * skill, why, (*cite, *self.cites))


def points_of(
    scored: Iterable[Worth],
    cite: tuple[str, ...],
    quantity: str = "points",
    rows: Callable[[Worth], Sequence[BoardRow]] | None = None,
) -> Ledger:
    """Return the value of characters: Power times Skill (LoT 16.0).

    `rows` gives those that change the value of one, never below none.
    """
    out: list[Entry] = []
    for worth in scored:
        printed = worth.entry(cite)
        out += [printed] if rows is None else _changed(printed, rows(worth))
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
    rules: TitanRules, worth: Worth, carriers: Iterable[Carrying], facts: Mapping[str, Fact]
) -> list[BoardRow]:
    """Return the rows that hold for the points of one who is slain; `facts` are those of the place and the way."""
    profile = worth.profile
    known = {**facts, "slain": profile.name, "slain_class": profile.chart.cls, "drew": worth.drew}
    held = (*profile.carriers, *carriers)
    return [row for carrier in held for row in rules.ruled(carrier.table.score.values(), known)]


def share(rules: TitanRules, row: ShareRow, what: str = "") -> list[Entry]:
    """Return what a row makes of points, half of them as printed; `what` says of what (LoT 16.1, 19.4)."""
    found = entries(rules.ruled((row,), {}), {}, "points")
    found = found or [Entry("add", 0, row.why, row.cites)]
    return [msgspec.structs.replace(entry, why=f"{entry.why}{what}") for entry in found]


def hidden_stacks(magi: list[str]) -> dict[str, Any]:
    """Return what is assumed of the Spells of Magi whose stacks the player of a view does not see (MM 20.1)."""
    if not magi:
        return {}
    return {"stacks": f"{listed(magi, 'and')}: no Spells but the intrinsic ones; the others are secret"}
