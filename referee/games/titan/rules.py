"""A ruleset compiled with its options: tables, characters and citations."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar, cast

from msgspec.structs import replace

from referee.core.documents.problems import listed, nearest
from referee.core.rules.compiled import CompiledRules, Recalled
from referee.core.rules.index import OptionValue
from referee.core.rules.ledger import cites_of
from referee.core.rules.memory import compiler
from referee.core.rules.rows import Fact, Facts, holds
from referee.core.rules.rulesets import Ruleset

from .carriers import Always, Carrier, Carrying, Effect
from .kin import kin_of
from .numbers import Options
from .profiles import Profile
from .rows import Ability, BoardAbility, Per, ProfileRow, TitanRow
from .sections import PROFILE_ATTRIBUTES, Section, Sections, Standing
from .steps import FURTHER_STEPS
from .tables import Battlelands, Character, Characters, CombatNumbers, Effects, Hazards

if TYPE_CHECKING:
    from .magic.spell_tables import Spells, SpellType
    from .magic.tables import Magic, Retreats
    from .masterboard.tables import Acquired, Chart, MasterboardTable, Masterchart, Masterplay, StartingMore

T = TypeVar("T")

# what a row of a profile does not know of a character, since it changes them
_NUMBERS = ("power", "skill")
# the group of effects of which one may lie over the Land of a battle
STORM = "storm"
_NUMBER = re.compile(r"an?|[1-9]|1[0-9]|20", re.I)


class TitanRules(CompiledRules):
    """The tables of a Titan ruleset under the options chosen."""

    def __init__(self, ruleset: Ruleset, chosen: Mapping[str, OptionValue | None]) -> None:
        super().__init__(ruleset, chosen)
        tables = ruleset.typed("characters", Characters)
        self.classes = tables.classes
        # every character of the table, and those that are in the game under the options
        self.all_characters = tables.characters
        self.characters = {name: one for name, one in tables.characters.items() if self.under(one.when)}
        self.kin = kin_of(ruleset)
        # the rows of a carrier that hold, by the facts that decide about them
        self._holdings: Recalled[Hashable, tuple[TitanRow, ...]] = self.recalled("holding")

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
        from .magic.tables import Magic

        return self.ruleset.typed("magic", Magic) if "magic" in self.ruleset.tables else Magic()

    @cached_property
    def holding_nobody(self) -> Mapping[str, int]:
        """The facts of a legion that holds no character, by the names that rows give them."""
        return {f"holds_{name}": 0 for name in self.characters}

    @cached_property
    def opening_options(self) -> frozenset[str]:
        """The options that decide how a battle is opened without being recorded.

        They say who is in the game, who begins, and what characters are under what is laid.
        """
        when = [self.magic.when, *(one.when for one in self.all_characters.values())]
        profiles = self.sections["profile"].named & self.options.keys()
        return frozenset(["tower_rounds", *profiles, *(name for options in when for name in options)])

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

    def least_value(self, name: str) -> int:
        """Return the value of a character that holds no Spells but its own (LoT 16.0, MM 19.1)."""
        profile = self.profile(name)
        own = len(self.characters[name].intrinsic) if name in self.keeping_spells else 0
        return profile.value + own * profile.skill

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """The rulings, with the rules they concern, by which characters of the table are not in the game."""
        when = [one.when for one in self.all_characters.values()]
        off = dict.fromkeys(name for one in when for name, value in one.items() if not self.under({name: value}))
        numbers = [self.rulings_by_option[name] for name in off]
        found = (cite for number in numbers for cite in (*self.ruleset.rulings[number].concerns, number))
        return tuple(dict.fromkeys(found))

    @cached_property
    def stacked(self) -> dict[str, Character]:
        """The characters that the caretaker keeps in stacks, or legions hold: all but those evoked in a battle."""
        return {name: one for name, one in self.characters.items() if "evoked" not in self.profile(name).traits}

    @cached_property
    def keeping_spells(self) -> frozenset[str]:
        """The characters that hold a stack of Spells (MM 7.0); none where there are no Spells."""
        if not self.under(self.magic.when):
            return frozenset()
        return frozenset(name for name in self.characters if "keeps_spells" in self.profile(name).traits)

    @cached_property
    def playing_on(self) -> frozenset[str]:
        """The characters while a player has one of which the loss of the Titan does not end their game (MM 4.1.1)."""
        return frozenset(name for name in self.characters if "plays_on" in self.profile(name).traits)

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
    def standing_in(self) -> list[str]:
        """The characters one of which may stand in for another in a muster (MM 4.2.3)."""
        return [name for name in self.characters if "stands_in_for_muster" in self.profile(name).traits]

    def profile(self, character: str, power: int | None = None) -> Profile:
        """Return the profile of a character at its printed Power, or at a given Power."""
        found = self.kin.profiles.get((character, power))
        if found is None:
            chart = self.characters[character]
            if power is None:
                found = self.profile(character, chart.power)
            else:
                traits = frozenset([*self.classes[chart.cls].traits, *chart.traits])
                own = (self.carrying("class", chart.cls), self.carrying("character", character))
                carriers = tuple(carrier for carrier in own if carrier.table.has_rows)
                found = Profile(character, chart, power, traits, next(self.kin.numbers), carriers)
            self.kin.profiles[character, power] = found
        return found

    def derived(
        self, profile: Profile, laid: tuple[Carrying, ...], around: tuple[Carrying, ...], facts: Facts
    ) -> Profile:
        """Return a profile with what is laid on the character, and with the changes of every row that holds for it.

        `facts` are those of the moment that a profile does not settle itself.
        """
        known = self._profile_facts
        named = tuple([(name, fact) for name, fact in facts.items() if name in known])
        key = ("profile", profile.number, laid, around, named)
        return self.share(key, lambda: self._derive(profile, laid, around, facts))

    @cached_property
    def _profile_facts(self) -> frozenset[str]:
        """The facts that rows of profiles name or count."""
        return self.sections["profile"].named

    @cached_property
    def _profile_attributes(self) -> tuple[str, ...]:
        """What rows of profiles name or count of what a character is, without what they change."""
        return tuple(name for name in PROFILE_ATTRIBUTES if name in self._profile_facts and name not in _NUMBERS)

    def _derive(
        self, profile: Profile, laid: tuple[Carrying, ...], around: tuple[Carrying, ...], facts: Facts
    ) -> Profile:
        carriers = (*profile.carriers, *laid)
        changing = [carrier for carrier in (*carriers, *around) if carrier.table.profile]
        rows: list[ProfileRow] = []
        known: dict[str, Fact] = {}
        if changing:
            known = {**facts, **{name: profile.fact(name) for name in self._profile_attributes}}
        section = self.sections["profile"]
        for carrier in changing:
            standing = section.standing(carrier)
            if standing is not None:
                holding = self._holding(section, standing, carrier, {**known, "fresh": carrier.fresh}, {})
                rows += cast(tuple[ProfileRow, ...], holding)
        if not laid and not rows:
            return profile
        counted = {row.per: known[row.per] for row in rows if row.per is not None}

        def make() -> Profile:
            number, traits = next(self.kin.numbers), profile.traits
            return Profile(profile.name, profile.chart, profile.own_power, traits, number, carriers, rows, counted)

        return self.kin.derived.remember((profile, laid, tuple(rows), tuple(counted.items())), make)

    def number_of(self, what: Hashable) -> int:
        """Return a number that stands for something in the keys of caches, where its hash takes time."""
        found = self.kin.numbered.get(what)
        if found is None:
            found = self.kin.numbered[what] = next(self.kin.numbers)
        return found

    def mover_key(self, profile: Profile) -> int:
        """Return a number for what the costs of its steps depend on: flight, natives and named facts, or all it is."""
        found = self.kin.mover_keys.get(profile)
        if found is None:
            own = bool(profile.granted or profile.changes["flies"])
            own = own or any(carrier.rows("move") for carrier in profile.carriers)
            named = tuple(profile.fact(attribute) for _, _, attribute in self.sections["move"].profile_facts)
            found = profile.number if own else self.number_of(("mover", profile.key, named))
            self.kin.mover_keys[profile] = found
        return found

    # Spells

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

    def limits_spells(self) -> tuple[str, ...]:
        """Record that the option decides whether there is a limit, and return the rules of the limit."""
        self.chosen("spell_limits", True)
        return self.cite("spell_limit")

    def _cited(self, key: str) -> tuple[str, ...]:
        # an order of a supplement may be given where there is none, and is refused there
        if key not in self._cites and key in FURTHER_STEPS and key not in self.ruleset.raw("citations")["citations"]:
            self._cites[key] = ()
        return super()._cited(key)

    # what carries rows

    def share(self, key: Hashable, make: Callable[[], T], adopt: Callable[[T], T] | None = None) -> T:
        """Return the cached value for a key as `remember` does; what rules with other options have made serves, too.

        The value holds nothing of these rules, unless `adopt` gives one like it that holds nothing of others.
        """
        if adopt is None:
            value, consulted = self.kin.share(self, key, make)
        else:
            found = self._remembered.get(key)
            if found is None:
                value, consulted = self.kin.share(self, key, make)
                found = self._remembered[key] = adopt(value), consulted
            value, consulted = found
        if consulted:
            self.note(consulted)
        shared: T = value
        return shared

    @cached_property
    def always(self) -> Always:
        return self.ruleset.typed("always", Always) if "always" in self.ruleset.tables else Always()

    @cached_property
    def effects(self) -> dict[str, Effect]:
        return self.ruleset.typed("effects", Effects).effects if "effects" in self.ruleset.tables else {}

    @cached_property
    def _tables(self) -> dict[str, Mapping[str, Carrier]]:
        """Every carrier by its kind and name."""
        return {
            "hazard": self.hazards.hazards,
            "effect": self.effects,
            "character": self.characters,
            "class": self.classes,
            "battleland": self.battlelands.battlelands,
            "always": {"always": self.always},
            "terrain": self.masterboard.terrains if self.lands_carry else {},
            "land": self.masterboard.lands if self.lands_carry else {},
        }

    @cached_property
    def uncrossed(self) -> dict[str, int]:
        """The facts that count the hexsides of each hazard on a line, all 0."""
        hexsides = [name for name, chart in self.hazards.hazards.items() if chart.lies == "hexside"]
        return dict.fromkeys((f"{name}{where}" for name in hexsides for where in ("", "_atop", "_foot", "_between")), 0)

    @cached_property
    def lands_carry(self) -> bool:
        """Whether a Land or a terrain may carry rows."""
        return self.ruleset.may_hold_rows("masterboard")

    @cached_property
    def sections(self) -> Sections:
        """The rows of every section over everything that can carry them."""
        carriers = [carrier for table in self._tables.values() for carrier in table.values()]
        ranged = list(self.combat.rangestrikes.modifiers.values())
        rolls = self.spell_table.rolls.values() if "spells" in self.ruleset.tables else ()
        cast = [row for roll in rolls for row in roll.modifiers.values()]
        further = {"modifiers": [*ranged, *cast], "sight": ranged}
        return Sections(lambda name: Section(name, carriers, further.get(name, ())))

    @cached_property
    def hexsides_hinder_flight(self) -> bool:
        """Whether any row on a hexside may bear on the steps of those who fly."""
        tables = [carrier for table in self._tables.values() for carrier in table.values()]
        between = [carrier for carrier in tables if carrier.carrier == "hexsides"]
        return any(row.when.get("flying") is not False for carrier in between for row in carrier.move.values())

    @cached_property
    def powers_change(self) -> bool:
        """Whether any row of a profile that may hold under the options changes a Power."""
        tables = (carrier for table in self._tables.values() for carrier in table.values())
        return any(
            row.power is not None and holds(self._split(row)[1], self.options)
            for carrier in tables
            for row in carrier.profile.values()
        )

    @cached_property
    def eventful(self) -> bool:
        """Whether any row says what happens at a moment."""
        return not self.sections["events"].empty

    @cached_property
    def hits_have_events(self) -> bool:
        """Whether any row says what happens when somebody is hit."""
        tables = (carrier for table in self._tables.values() for carrier in table.values())
        rows = (row for carrier in tables for row in carrier.events.values())
        return any(
            holds((("event", wanted),), {"event": "hit"}) for row in rows if (wanted := row.when.get("event", "hit"))
        )

    @cached_property
    def abilities(self) -> list[tuple[str, Ability]]:
        """Every ability with its name, of everything that carries one."""
        return [
            named
            for table in self._tables.values()
            for carrier in table.values()
            for named in carrier.abilities.items()
        ]

    @cached_property
    def profiles_change(self) -> frozenset[str]:
        """What rows of a profile name that changes in a battle: the hits of a character, the round."""
        return self.sections["profile"].named & {"hits", "round"}

    @cached_property
    def board_eventful(self) -> bool:
        """Whether any row says what happens at a moment of the Masterboard."""
        return not self.sections["board_events"].empty

    @cached_property
    def board_abilities(self) -> dict[str, BoardAbility]:
        """Every ability of the Masterboard by its name, of everything that carries one."""
        tables = self._tables.values()
        return {name: one for table in tables for held in table.values() for name, one in held.board_abilities.items()}

    @cached_property
    def counted_per(self) -> dict[str, Per]:
        """For how long the uses of each ability are counted that the Masterboard holds."""
        beyond: dict[str, Per] = {n: one.uses.per for n, one in self.abilities if n in self.used_beyond_battles}
        return {**beyond, **{name: one.uses.per for name, one in self.board_abilities.items()}}

    @cached_property
    def used_beyond_battles(self) -> frozenset[str]:
        """The abilities whose uses are counted for a Game-Turn or for the whole game."""
        return frozenset(name for name, ability in self.abilities if ability.uses.per in ("turn", "game"))

    @cached_property
    def gives_control(self) -> bool:
        """Whether any effect makes a piece fight for the side of the one who laid it."""
        return bool(self.controlling)

    @cached_property
    def controlling(self) -> frozenset[str]:
        """The effects that make a piece fight for the side of the one who laid them."""
        return frozenset(name for name, effect in self.effects.items() if effect.control is not None)

    def on_land(self, kind: str, name: str | None) -> tuple[Carrying, ...]:
        """Return what carries the rows of a `land` or a `terrain`; nothing where it has none."""
        if name is None:
            return ()
        table = self._tables[kind].get(name)
        return (self.carrying(kind, name),) if table is not None and table.has_rows else ()

    def lands_with(self, section: str) -> frozenset[str]:
        """Return the Lands and terrains that carry rows of a section themselves."""
        return self.remember(("lands with", section), lambda: self._lands_with(section))

    def _lands_with(self, section: str) -> frozenset[str]:
        tables = (self._tables["terrain"], self._tables["land"])
        return frozenset(name for table in tables for name, one in table.items() if getattr(one, section))

    def carrying(
        self, kind: str, name: str, source: str | None = None, side: str | None = None, fresh: bool = False
    ) -> Carrying:
        """Return a carrier where it lies: the same object for the same one who laid it."""
        key = (kind, name, source, side, fresh)
        known = self.kin.printed if source is None and side is None else self.kin.laid
        found = known.get(key)
        if found is None:
            table = self._tables[kind][name]
            found = known[key] = Carrying(name, getattr(table, "title", ""), table, source, side, fresh)
        return found

    def laid(self, effect: str, source: str | None, side: str | None, fresh: bool = False) -> Carrying:
        """Return an effect that is laid in a battle; who laid it is left out where none of its rows asks for that.

        So what is laid alike by two is one object, and what is cached for the one serves the other.
        """
        if effect not in self.sourced_effects:
            source = side = None
        return self.carrying("effect", effect, source, side, fresh)

    @cached_property
    def sourced_effects(self) -> frozenset[str]:
        """The effects of which it matters in a battle who laid them: by a row's condition, or at events and uses."""
        return frozenset(
            name
            for name, effect in self.effects.items()
            if effect.events
            or effect.abilities
            or any(
                fact.endswith("_source")
                for section in effect.MOMENTS
                for row in getattr(effect, section).values()
                for fact in row.when
            )
        )

    def spell_type(self, name: str) -> str | None:
        """Return the type of a Spell named by its type or by its counter, None for no Spell."""
        return self._spell_names.get(name)

    @cached_property
    def _spell_names(self) -> dict[str, str]:
        """The type of every Spell, by its type and by each of its counters."""
        numbers = {kind: range(1, one.spell.count + 1) for kind, one in self.spells.items()}
        counters = {f"{kind}-{number}": kind for kind, there in numbers.items() for number in there}
        return counters | {kind: kind for kind in self.spells}

    def laid_by_spell(self, spell: str) -> str | None:
        """Return the effect that a Spell lays, named by its type or its counter; None where it lays none."""
        return self.laid_by_spells.get(spell)

    @cached_property
    def laid_by_spells(self) -> dict[str, str]:
        """The effect that each Spell lays that lays one, by its type, each of its counters and the effect itself."""
        if self.without_spells:
            return {}
        lays = {name: self.spells[kind].lays for name, kind in self._spell_names.items()}
        found = {name: effect for name, effect in lays.items() if effect is not None and effect in self.effects}
        return found | {name: name for name in self.effects}

    @cached_property
    def hex_numbers(self) -> dict[str, int]:
        """The number of each hex by its name."""
        return {label: number for number, label in enumerate(self.battlelands.coordinates)}

    @cached_property
    def storms(self) -> list[str]:
        """The effects that are Storms; none where options leave Spells out."""
        return [] if self.without_spells else [name for name, effect in self.effects.items() if effect.group == STORM]

    def rows_on(
        self, section: Section, carriers: Iterable[Carrying], facts: Facts, people: Mapping[str, Profile]
    ) -> list[TitanRow]:
        """Return the rows of carriers that hold, and note the options they turned on.

        `people` are those who take part by their roles.
        """
        out: list[TitanRow] = []
        for carrier in carriers:
            standing = section.standing(carrier)
            if standing is not None:
                out += self._holding(section, standing, carrier, facts, people)
        return out

    def _holding(
        self, section: Section, standing: Standing, carrier: Carrying, facts: Facts, people: Mapping[str, Profile]
    ) -> tuple[TitanRow, ...]:
        """Return the rows on a carrier that hold, made once for all facts that decide about them."""
        key = (standing, standing.deciding(carrier, facts, people))
        return self._holdings.recall(key, self._rows_that_hold, section, standing, carrier, facts, people)

    def _rows_that_hold(
        self, section: Section, standing: Standing, carrier: Carrying, facts: Facts, people: Mapping[str, Profile]
    ) -> tuple[TitanRow, ...]:
        return tuple(self.ruled(standing.rows, section.facts_on(carrier, facts, people)))

    def counted(self, character: str, number: int) -> str:
        """Return a number of a character in words, such as "2 Ogres" or "an Angel"."""
        chart = self.characters[character]
        if number == 1:
            return chart.one
        return f"{number} {chart.many}"

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


compile_rules = compiler(TitanRules)
