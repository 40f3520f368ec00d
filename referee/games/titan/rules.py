"""A ruleset compiled with its options: characters, boards and citations, ready to rule by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from referee.core.documents.problems import nearest
from referee.core.rules.compiled import CompiledRules
from referee.core.rules.memory import compiler
from referee.core.rules.rulesets import OptionValue, Ruleset

from .masterboard.tables import Masterchart, Masterplay
from .tables import Battlelands, Character, Characters, CombatNumbers, Hazards

_NUMBER = re.compile(r"an?|[1-9]|1[0-9]|20", re.I)


class Profile:
    """A character as the rulings see it: one object for each kind and Power."""

    __slots__ = (
        "chart",
        "flies",
        "grows",
        "immune",
        "key",
        "name",
        "natives",
        "number",
        "power",
        "rangestrikes",
        "skill",
        "summonable",
        "title",
        "traits",
        "unhindered",
        "value",
        "vital",
    )

    def __init__(self, name: str, chart: Character, power: int, traits: frozenset[str], number: int) -> None:
        self.name = name
        self.chart = chart
        self.title = chart.title
        self.power = power
        self.skill = chart.skill
        self.grows = chart.grows
        self.value = power * chart.skill
        self.flies = chart.flies
        self.rangestrikes = chart.rangestrikes
        self.natives = frozenset(chart.native_to)
        self.traits = traits
        self.number = number
        self.key = (chart.flies, self.natives)
        self.vital = "keeps_player_alive" in traits
        self.immune = "immune_to_rangestrikes" in traits
        self.unhindered = "unhindered_rangestrike" in traits
        self.summonable = "summonable" in traits

    def native(self, hazard: str) -> str:
        """Return 'native' or 'other': what the character is to a hazard."""
        return "native" if hazard in self.natives else "other"

    @property
    def named(self) -> str:
        """The character with its article."""
        return self.chart.one


class TitanRules(CompiledRules):
    """The tables of a Titan ruleset under the options chosen."""

    def __init__(self, ruleset: Ruleset, chosen: Mapping[str, OptionValue | None]) -> None:
        super().__init__(ruleset, chosen)
        tables = ruleset.typed("characters", Characters)
        self.classes = tables.classes
        self.characters = tables.characters
        self._profiles: dict[tuple[str, int | None], Profile] = {}

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
    def masterplay(self) -> Masterplay:
        return self.ruleset.typed("masterplay", Masterplay)

    @cached_property
    def masterchart(self) -> Masterchart:
        return self.ruleset.typed("masterchart", Masterchart)

    @cached_property
    def ladders(self) -> dict[str, list[str]]:
        """The Creatures of every terrain from the least to the greatest."""
        return {terrain: chart.rungs for terrain, chart in self.masterchart.masterchart.items()}

    def profile(self, character: str, power: int | None = None) -> Profile:
        """Return a character at its printed Power, or at a given one where its Power grows."""
        found = self._profiles.get((character, power))
        if found is None:
            chart = self.characters[character]
            if power is None:
                found = self.profile(character, chart.power)
            else:
                traits = frozenset([*self.classes[chart.cls].traits, *chart.traits])
                found = Profile(character, chart, power, traits, len(self._profiles))
            self._profiles[character, power] = found
        return found

    def counted(self, character: str, number: int) -> str:
        """Return so many of a character in words: 2 Ogres, an Angel."""
        chart = self.characters[character]
        if number == 1:
            return chart.one
        return f"{number} {chart.many}"

    @cached_property
    def _by_printed_name(self) -> dict[str, str]:
        """Every character by what it may be called, in capitals or not: its name, or its title for one or many."""
        many = {chart.many.casefold(): name for name, chart in self.characters.items()}
        one = {chart.title.casefold(): name for name, chart in self.characters.items()}
        return {**many, **one, **{name.casefold(): name for name in self.characters}}

    def characters_called(self, words: Sequence[str]) -> list[str]:
        """Return characters by name for words as they are printed, 2 Ogres, an Angel; what is unknown stays."""
        out: list[str] = []
        rest = iter([word for word in words if word.casefold() != "and"])
        for word in rest:
            counted = _NUMBER.fullmatch(word) and word not in self.characters
            said = f"{word} {next(rest, '')}".strip() if counted else word
            number, _, title = said.partition(" ")
            found = self._by_printed_name.get(title.casefold()) if _NUMBER.fullmatch(number) else None
            if found is not None:
                out += [found] * (int(number) if number.isdecimal() else 1)
            else:
                out.append(self._by_printed_name.get(said.casefold(), said))
        return out

    def charted(self, names: Iterable[str]) -> list[str]:
        """Return characters in the order of the chart: any other could tell what was kept hidden."""
        return sorted(names, key=self._places.__getitem__)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.characters)}

    def having(self, trait: str) -> str:
        """Return in words who has a trait: a class that has it as a whole, else the characters."""
        classes = [cls.title for cls in self.classes.values() if trait in cls.traits]
        return " or ".join(classes or [chart.title for chart in self.characters.values() if trait in chart.traits])

    def unknown(self, name: str) -> str:
        """Return what is said of a name that is no character's."""
        return f"'{name}' is no character{nearest(name, self.characters)}"


compile_rules = compiler(TitanRules)
