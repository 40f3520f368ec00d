"""What a character is at one moment: its printed row, its Power, and the changes of rows that hold for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from referee.core.rules.ledger import Entry, Ledger, cites_of
from referee.core.rules.rows import Fact, Facts, entries

from .carriers import Carrying
from .rows import ProfileRow
from .tables import Character

NOTHING: Facts = MappingProxyType({})
_QUANTITIES = ("power", "strike_skill", "target_skill", "allowance", "range")
# those that begin at nothing, which few characters have
FURTHER = ("flight", "extra", "frees")
ABILITIES = ("flies", "rangestrikes")
# the changes of a character that no row changes
_UNCHANGED: Mapping[str, tuple[Entry, ...]] = MappingProxyType(dict.fromkeys((*_QUANTITIES, *ABILITIES), ()))
_UNCHANGED_FURTHER: Mapping[str, tuple[Entry, ...]] = MappingProxyType(dict.fromkeys(FURTHER, ()))
_MOST_ROWS = 10_000

# the traits of those who cast Spells
CASTERS = frozenset(("keeps_spells", "draws_battle_spell"))


class Profile:
    """A character as rulings use it: one object for each kind, Power and set of changes.

    `power`, `strike_skill`, `target_skill`, `allowance` and `range` are what it has now, and `changes` the cited
    operations that lead to each, and the rows that decide whether it flies and rangestrikes. `flight` is its allowance
    when it flies, `extra` the hexes that it may move farther after it has moved, and `frees` how often in a phase it
    may fly or leave contact by what lies on it; one that is `grounded` does not fly by that either. One that goes
    `one_way` goes as far in flight as on foot, and nothing frees it. `skill` is the
    printed Skill-factor, and `own_power` the Power before any change. `carriers` are what carries rows for it: its
    class, itself, and what is laid on it; one that `varies` has rows there that may change what it is. `cites` are the
    rules behind its row of the chart, where these are not those of the chart.
    """

    __slots__ = (
        "adapts",
        "allowance",
        "carriers",
        "changes",
        "chart",
        "cites",
        "extra",
        "flies",
        "flight",
        "frees",
        "granted",
        "grounded",
        "grows",
        "immune",
        "key",
        "name",
        "named",
        "natives",
        "number",
        "one_way",
        "own_power",
        "power",
        "range",
        "rangestrikes",
        "skill",
        "strike_skill",
        "summonable",
        "target_skill",
        "title",
        "traits",
        "unhindered",
        "value",
        "varies",
        "vital",
    )

    def __init__(
        self,
        name: str,
        chart: Character,
        power: int,
        traits: frozenset[str],
        number: int,
        carriers: tuple[Carrying, ...] = (),
        rows: Sequence[ProfileRow] = (),
        counted: Facts = NOTHING,
    ) -> None:
        """Create it; `counted` are the facts that the rows count."""
        self.name = name
        self.chart = chart
        self.cites = cites_of(chart.cite)
        self.title = chart.title
        # the character with its article
        self.named = chart.one
        self.own_power = power
        self.skill = chart.skill
        self.grows = chart.grows
        self.value = power * chart.skill
        self.flies = chart.flies
        self.rangestrikes = chart.rangestrikes
        # the rows by which it is native to what is not printed
        self.granted: dict[str, ProfileRow] = {}
        for row in rows:
            self.flies = self.flies if row.flies is None else row.flies
            self.rangestrikes = self.rangestrikes if row.rangestrikes is None else row.rangestrikes
            self.granted |= {hazard: row for hazard in row.native_to if hazard not in chart.native_to}
        self.natives = frozenset([*chart.native_to, *self.granted])
        self.traits = traits
        self.number = number
        self.carriers = carriers
        self.varies = any(carrier.table.profile for carrier in carriers)
        self.grounded = any(row.flies is not None for row in rows) and not self.flies
        self.changes: Mapping[str, tuple[Entry, ...]] = _changed(rows, counted) if rows else _UNCHANGED
        self.power = max(self._now("power", power), 1)
        self.strike_skill = self._now("strike_skill", chart.skill)
        self.target_skill = self._now("target_skill", chart.skill)
        self.allowance = max(self._now("allowance", chart.skill), 0)
        self.range = max(self._now("range", chart.skill), 0)
        self.flight, self.extra, self.frees = self.allowance, 0, 0
        if rows:
            self.extra, self.frees = max(self._now("extra", 0), 0), max(self._now("frees", 0), 0)
            if self.changes["flight"]:
                flown = (*self.changes["flight"], *self.changes["allowance"])
                self.flight = max(Ledger("flight", [Entry("add", chart.skill, ""), *flown]).total, 0)
        self.one_way = self.flight == self.allowance and not self.frees
        self.key = (self.flies, self.natives)
        self.adapts = "adapts_power" in traits
        self.vital = "keeps_player_alive" in traits
        self.immune = "immune_to_rangestrikes" in traits
        self.unhindered = "unhindered_rangestrike" in traits
        self.summonable = "summonable" in traits

    def printed(self, factor: Literal["Power", "Skill"], cite: tuple[str, ...], sign: int = 1) -> Entry:
        """Return a factor before any change as a line of a ledger."""
        value = self.own_power if factor == "Power" else self.skill
        return Entry("add", sign * value, f"{factor}-factor of {self.named}", (*cite, *self.cites))

    @property
    def power_cites(self) -> tuple[str, ...]:
        """The rules by which more or fewer hits than the printed ones slay it."""
        return (*self.cites, *(cite for entry in self.changes["power"] for cite in entry.cite))

    def _now(self, quantity: str, printed: int) -> int:
        changes = self.changes[quantity]
        return Ledger(quantity, [Entry("add", printed, ""), *changes]).total if changes else printed

    def native(self, hazard: str) -> str:
        """Return 'native' if the character is native to a hazard, else 'other'."""
        return "native" if hazard in self.natives else "other"

    def fact(self, attribute: str) -> Fact:
        """Return a fact of what the character is: its name, its class, a number, or whether it has a trait."""
        match attribute:
            case "character":
                return self.name
            case "class":
                return self.chart.cls
            case "power":
                return self.power
            case "skill":
                return self.skill
            case "flies":
                return self.flies
            case "rangestrikes":
                return self.rangestrikes
        return attribute in self.traits


def _changed(rows: Sequence[ProfileRow], counted: Facts) -> dict[str, tuple[Entry, ...]]:
    """Return the changes of every quantity and ability by rows."""
    touched = {quantity for row in rows for quantity in _touched(row)}
    out = {**_UNCHANGED, **_UNCHANGED_FURTHER}
    for quantity in _QUANTITIES:
        if quantity in touched or ("skill" in touched and quantity != "power"):
            out[quantity] = _changes(rows, quantity, counted)
    for quantity in FURTHER:
        if quantity in touched:
            out[quantity] = tuple(entries(rows, counted, quantity))
    for ability in ABILITIES:
        if ability in touched:
            out[ability] = _last_said(rows, ability)
    return out


@lru_cache(_MOST_ROWS)
def _touched(row: ProfileRow) -> tuple[str, ...]:
    """Return the quantities and abilities that a row changes."""
    return tuple(name for name in (*_QUANTITIES, *FURTHER, *ABILITIES, "skill") if getattr(row, name) is not None)


def _last_said(rows: Sequence[ProfileRow], ability: str) -> tuple[Entry, ...]:
    """Return a line for the row that decides whether a character has an ability; none where the chart does."""
    said = [row for row in rows if getattr(row, ability) is not None]
    return (Entry("add", 0, said[-1].why, said[-1].cites),) if said else ()


def _changes(rows: Iterable[ProfileRow], quantity: str, counted: Facts) -> tuple[Entry, ...]:
    """Return the changes of a quantity; a change of Skill changes all that follows from it."""
    found = list(rows)
    skill = () if quantity == "power" else entries([row for row in found if row.skill is not None], counted, "skill")
    return (*skill, *entries(found, counted, quantity))
