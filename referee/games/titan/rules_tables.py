"""The tables of a Titan ruleset under its options: its characters by the words that name them, its Spells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.core.documents.problems import listed, nearest
from referee.core.rules.compiled import CompiledRules
from referee.core.rules.index import Citations, OptionValue
from referee.core.rules.ledger import cites_of
from referee.core.rules.rulesets import Ruleset

from .carriers import Always, Effect
from .tables import Battlelands, Characters, CombatNumbers, Effects, Hazards
from .words import Options

if TYPE_CHECKING:
    from .magic.spell_tables import Magic, Over, Retreats, Spells, SpellType
    from .masterboard.tables import Acquired, Chart, MasterboardTable, Masterchart, Masterplay, StartingMore

_NUMBER = re.compile(r"an?|[1-9]|1[0-9]|20", re.I)
# the group of effects of which one may lie over the Land of a battle
STORM = "storm"


class TableRules(CompiledRules):
    """The tables of a Titan ruleset under the options chosen, without what their rows do."""

    def __init__(self, ruleset: Ruleset, chosen: Mapping[str, OptionValue | None]) -> None:
        super().__init__(ruleset, chosen)
        tables = ruleset.typed("characters", Characters)
        self.classes = tables.classes
        # every character of the table, and those that are in the game under the options
        self.all_characters = tables.characters
        self.characters = {name: one for name, one in tables.characters.items() if self.under(one.when)}

    @cached_property
    def combat(self) -> CombatNumbers:
        return self.ruleset.typed("combat", CombatNumbers)

    @cached_property
    def hazards(self) -> Hazards:
        return self.ruleset.typed("hazards", Hazards)

    @cached_property
    def battlelands(self) -> Battlelands:
        return self.ruleset.typed("battlelands", Battlelands)

    @cached_property
    def masterboard(self) -> MasterboardTable:
        from .masterboard.tables import MasterboardTable

        return self.ruleset.typed("masterboard", MasterboardTable)

    @cached_property
    def masterplay(self) -> Masterplay:
        from .masterboard.tables import Masterplay

        return self.ruleset.typed("masterplay", Masterplay)

    @cached_property
    def masterchart(self) -> Masterchart:
        from .masterboard.tables import Masterchart

        return self.ruleset.typed("masterchart", Masterchart)

    @cached_property
    def magic(self) -> Magic:
        from .magic.spell_tables import Magic

        return self.ruleset.typed("magic", Magic) if "magic" in self.ruleset.tables else Magic()

    @cached_property
    def always(self) -> Always:
        return self.ruleset.typed("always", Always) if "always" in self.ruleset.tables else Always()

    @cached_property
    def effects(self) -> dict[str, Effect]:
        return self.ruleset.typed("effects", Effects).effects if "effects" in self.ruleset.tables else {}

    def under(self, options: Options) -> bool:
        """Return whether options have given values; what depends on them is part of the game or not."""
        return all(self.options.get(name) == value for name, value in options.items())

    @cached_property
    def charts(self) -> dict[str, Chart]:
        """What the Lands of every terrain muster, of what is in the game."""
        charts = self.masterchart.masterchart.items()
        return {terrain: chart.limited(self.characters.__contains__, self.under) for terrain, chart in charts}

    @property
    def starting_more(self) -> StartingMore | None:
        """The characters that each player begins with in addition, None where the options give none (MM 22.2)."""
        more = self.masterplay.start.more
        return more if more is not None and self.under(more.when) else None

    @property
    def titan_teleport_score(self) -> int:
        """The points that a teleport to an enemy needs (LoT 8.2, MM 22.6)."""
        numbers = self.masterplay.teleports.titan
        return numbers.score if numbers.option is None else int(self.option(numbers.option))

    @cached_property
    def acquired(self) -> list[Acquired]:
        """What multiples of points may add, of what is in the game."""
        rows = self.masterplay.acquired
        there = [[[name for name in names if name in self.characters] for names in (x.takes, x.also)] for x in rows]
        named = zip(rows, there, strict=True)
        return [replace(row, takes=takes, also=also) for row, (takes, also) in named if takes or also]

    @cached_property
    def holding_nobody(self) -> Mapping[str, int]:
        """The facts of a legion that holds no character and none of a class, by the names that rows give them."""
        return {f"holds_{name}": 0 for name in (*self.characters, *self.classes)}

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """The rulings, with the rules they concern, by which characters of the table are not in the game."""
        when = [one.when for one in self.all_characters.values()]
        off = dict.fromkeys(name for one in when for name, value in one.items() if not self.under({name: value}))
        numbers = [self.rulings_by_option[name] for name in off]
        found = (cite for number in numbers for cite in (*self.ruleset.rulings[number].concerns, number))
        return tuple(dict.fromkeys(found))

    @cached_property
    def reserve(self) -> list[str]:
        """The characters that each player keeps aside until they are summoned into a battle (MM 22.1)."""
        row = self.masterplay.start.reserve
        return list(row.characters) if row is not None and self.under(row.when) else []

    @cached_property
    def retreats(self) -> Retreats | None:
        """How an attacker may retreat, None where that is not allowed (MM 22.4)."""
        row = self.magic.retreat
        return row if row is not None and self.under(row.when) else None

    @cached_property
    def hex_numbers(self) -> dict[str, int]:
        """The number of each hex by its name."""
        return {label: number for number, label in enumerate(self.battlelands.coordinates)}

    def counted(self, character: str, number: int) -> str:
        """Return a number of a character in words, such as "2 Ogres" or "an Angel"."""
        chart = self.characters[character]
        if number == 1:
            return chart.one
        return f"{number} {chart.many}"

    def too_many(self, name: str, number: int) -> str:
        """Return that a character is held more often than the game has it, or an empty string."""
        most = self.characters[name].number
        if number <= most:
            return ""
        return f"the game has {self.counted(name, most)}, not {number}"

    @cached_property
    def _by_printed_name(self) -> dict[str, str]:
        """Every character by its name, its title and its plural, in lower case."""
        many = {chart.many.casefold(): name for name, chart in self.characters.items()}
        one = {chart.title.casefold(): name for name, chart in self.characters.items()}
        return {**many, **one, **{name.casefold(): name for name in self.characters}}

    def characters_called(self, words: Sequence[str]) -> list[str]:
        """Return the names of characters for printed words, such as "2 Ogres"; unknown words are returned unchanged."""
        out: list[str] = []
        rest = iter([word for word in words if word.casefold() != "and"])
        for word in rest:
            counted = _NUMBER.fullmatch(word) and word not in self.characters
            text = f"{word} {next(rest, '')}".strip() if counted else word
            number, _, title = text.partition(" ")
            found = self._by_printed_name.get(title.casefold()) if _NUMBER.fullmatch(number) else None
            if found is not None:
                out += [found] * (int(number) if number.isdecimal() else 1)
            else:
                out.append(self._by_printed_name.get(text.casefold(), text))
        return out

    def in_chart_order(self, names: Iterable[str]) -> list[str]:
        """Return characters in the order of the chart, which reveals nothing about how a legion was formed."""
        return sorted(names, key=self._places.__getitem__)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.characters)}

    def having(self, trait: str) -> str:
        """Return in words what has a trait: the classes that have it, or else the characters."""
        classes = [cls.title for cls in self.classes.values() if trait in cls.traits]
        return " or ".join(classes or [chart.title for chart in self.characters.values() if trait in chart.traits])

    def unknown(self, name: str) -> str:
        """Return the message for a name that is no character."""
        return f"'{name}' is no character{nearest(name, self.characters)}"

    # Spells; there are none where the ruleset or an option has none

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
