"""The Spells of a Titan ruleset under its options: their types, their limits, and what they lay."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from referee.core.documents import nearest
from referee.core.documents.problems import listed
from referee.core.rules.index import Citations
from referee.core.rules.ledger import cites_of

from .rules_tables import TableRules

if TYPE_CHECKING:
    from .magic.spell_tables import Over, Spells, SpellType

# the group of effects of which one may lie over the Land of a battle
STORM = "storm"


class SpellRules(TableRules):
    """The tables of a Titan ruleset with its Spells; there are none where the ruleset or an option has none."""

    @cached_property
    def spell_table(self) -> Spells:
        # few rulesets have Spells, and their types take time to load
        from .magic.spell_tables import Spells

        return self.ruleset.typed("spells", Spells) if "spells" in self.ruleset.tables else Spells()

    @cached_property
    def spells(self) -> dict[str, SpellType]:
        """Every type of Spell with what its kind says; none where options leave Spells out (MM 1.1)."""
        if "spells" not in self.ruleset.tables or self.without_spells:
            return {}
        from .magic.spell_tables import SpellType

        table = self.spell_table
        out = {}
        for name, spell in table.spells.items():
            kind = table.kinds[spell.kind]
            roll = spell.roll if spell.roll is not None else kind.roll
            out[name] = SpellType(name, spell, kind, table.rolls[roll] if roll is not None else None, table.windows)
        return out

    @cached_property
    def without_spells(self) -> bool:
        """Whether the options of a game leave out the Spells of its ruleset (MM 1.1)."""
        return "spells" in self.ruleset.tables and not self.under(self.magic.when)

    @cached_property
    def emptied(self) -> str:
        """That the options leave nothing of a supplement, and what to play instead; empty where they do not."""
        row = self.magic.emptied
        if row is None or not self.under(row.when):
            return ""
        options = listed([f"{name}: {str(value).lower()}" for name, value in row.when.items()], "and")
        cites = ", ".join(cites_of(row.cite))
        return f"{options} leave nothing of {self.ruleset.name}: play {row.instead}, or change one of them ({cites})"

    @cached_property
    def considers_engagements(self) -> bool:
        """Whether Spells are cast as an Engagement is considered, before the legions are shown (MM 9.4.1, 9.4.11)."""
        return any(window.engaged for spell in self.spells.values() for window in spell.windows)

    def cast_over(self, spell: SpellType, beneath: str) -> Over:
        """Return what becomes of a magical Hazard of a type as a Spell is cast on it (MM 18.1.3, 18.8)."""
        from .magic.spell_tables import ANY

        known = spell.spell.over
        for option, more in spell.spell.over_if.items():
            if self.chosen(option, True):
                known = known | more
        return known.get(beneath, known.get(ANY, "bars"))

    def spell_limit(self, mage: str) -> int:
        """Return how many Spells a character may hold; by an option, as many as there are (MM 7.5, 22.3).

        Where the limit decides, `limits_spells` records that the option does.
        """
        return self.printed_limit(mage) if self._limited else sum(one.spell.count for one in self.spells.values())

    @cached_property
    def _limited(self) -> bool:
        return bool(self.options.get("spell_limits", True))

    def printed_limit(self, mage: str) -> int:
        """Return how many Spells a Mage of a type holds at most by its chart or its counters (MM 7.5)."""
        return self.spell_table.limits.get(mage, self.characters[mage].spell_limit)

    def limits_spells(self, *magi: str) -> tuple[str, ...]:
        """Record that the option decides whether there is a limit, and return the rules of the limits of Magi."""
        self.chosen("spell_limits", True)
        own = (cite for mage in magi for cite in cites_of(self.characters[mage].cite))
        return tuple(dict.fromkeys((*self.cite("spell_limit"), *own)))

    def _cited(self, key: str) -> tuple[str, ...]:
        # an order of a supplement may be given where there is none, and is refused there
        if key not in self._cites and key not in self.ruleset.typed("citations", Citations).citations:
            from .steps import further_steps

            if key in further_steps():
                self._cites[key] = ()
        return super()._cited(key)

    def words_called(self, what: str, words: list[str]) -> list[str]:
        """Return the names of characters or Spells for printed words; other words are returned unchanged."""
        if what == "spell":
            return [self._printed_spells.get(" ".join(word.casefold().split()), word) for word in words]
        return self.characters_called(words) if what in ("character", "any_character") else words

    def near_spells(self, word: str) -> str:
        """Return which Spells a word may have meant that names none: those on which it is printed, or one like it."""
        alike = [name for name, one in self.spells.items() if one.title.casefold() == word.casefold()]
        return f"; it is printed on {listed(alike, 'and')}: name one" if alike else nearest(word, self.spells)

    @cached_property
    def _printed_spells(self) -> dict[str, str]:
        """The type of each Spell by its printed name, and each counter by that and its number; none that two share."""
        titles = Counter(one.title.casefold() for one in self.spells.values())
        printed = {kind: one.title.casefold() for kind, one in self.spells.items() if titles[one.title.casefold()] == 1}
        named = {title: kind for kind, title in printed.items()}
        counters = ((kind, number) for kind in printed for number in range(1, self.spells[kind].spell.count + 1))
        return named | {f"{printed[kind]} {number}": f"{kind}-{number}" for kind, number in counters}

    @cached_property
    def spell_types(self) -> dict[str, str]:
        """The type of every Spell, by its type and by each of its counters."""
        numbers = {kind: range(1, one.spell.count + 1) for kind, one in self.spells.items()}
        counters = {f"{kind}-{number}": kind for kind, there in numbers.items() for number in there}
        return counters | {kind: kind for kind in self.spells}

    @cached_property
    def laid_by_spells(self) -> dict[str, str]:
        """The effect that each Spell lays that lays one, by its type, each of its counters and the effect itself."""
        if self.without_spells:
            return {}
        lays = {name: self.spells[kind].lays for name, kind in self.spell_types.items()}
        found = {name: effect for name, effect in lays.items() if effect is not None and effect in self.effects}
        return found | {name: name for name in self.effects}

    @cached_property
    def switched_off(self) -> frozenset[str]:
        """The hazards that something laid on their hex may switch off for a while (MM 18.1.3)."""
        off = set[str]()
        for name, effect in () if self.without_spells else self.effects.items():
            if effect.lies == "hex" and effect.instead:
                grounds = [spell.spell.ground for spell in self.spells.values() if spell.lays == name]
                off |= {*(chain(*grounds) if grounds else self.hazards.hazards)} - {*effect.keeps}
        return frozenset(off)

    @cached_property
    def storms(self) -> list[str]:
        """The effects that are Storms; none where options leave Spells out."""
        return [] if self.without_spells else [name for name, effect in self.effects.items() if effect.group == STORM]
