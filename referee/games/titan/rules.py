"""A Titan ruleset compiled with its options: the profiles of its characters, and the rows on all that carries them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from typing import TypeVar, cast, get_args

from referee.core.rules.compiled import Recalled
from referee.core.rules.index import OptionValue
from referee.core.rules.memory import Made, compiler
from referee.core.rules.rows import Fact, Facts, holds
from referee.core.rules.rulesets import Ruleset

from .carriers import Carrier, Carrying
from .kin import kin_of
from .profiles import Profile
from .rows import Ability, BoardAbility, Occasion, Per, ProfileRow, TitanRow, Uses
from .rules_tables import TableRules
from .sections import PROFILE_ATTRIBUTES, Section, Standing
from .tables import Character

T = TypeVar("T")

# what a row of a profile does not know of a character, since it changes them
_NUMBERS = ("power", "skill")


class TitanRules(TableRules):
    """A Titan ruleset under the options chosen: its tables, the profiles of its characters, and what carries rows."""

    def __init__(self, ruleset: Ruleset, chosen: Mapping[str, OptionValue | None]) -> None:
        super().__init__(ruleset, chosen)
        self.kin = kin_of(ruleset)
        # the rows of a carrier that hold, by the facts that decide about them
        self._holdings: Recalled[Hashable, tuple[TitanRow, ...]] = self.recalled["holding"]

    @cached_property
    def opening_options(self) -> frozenset[str]:
        """The options that decide how a battle is opened without being recorded.

        They say who is in the game, who begins, and what characters are under what is laid.
        """
        when = [self.magic.when, *(one.when for one in self.all_characters.values())]
        profiles = self.sections["profile"].named & self.options.keys()
        return frozenset(["tower_rounds", *profiles, *(name for options in when for name in options)])

    def least_value(self, name: str) -> int:
        """Return the value of a character that holds no Spells but its own (LoT 16.0, MM 19.1)."""
        profile = self.profile(name)
        own = len(self.characters[name].intrinsic) if name in self.keeping_spells else 0
        return profile.value + own * profile.skill

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
    def _carriers(self) -> list[Carrier]:
        return [carrier for table in self._tables.values() for carrier in table.values()]

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
    def sections(self) -> Made[str, Section]:
        """The rows of every section over everything that can carry them."""
        ranged = list(self.combat.rangestrikes.modifiers.values())
        rolls = self.spell_table.rolls.values() if "spells" in self.ruleset.tables else ()
        cast = [row for roll in rolls for row in roll.modifiers.values()]
        further = {"modifiers": [*ranged, *cast], "sight": ranged}
        return Made(lambda name: Section(name, self._carriers, further.get(name, ())))

    @cached_property
    def hexsides_hinder_flight(self) -> bool:
        """Whether any row on a hexside may bear on the steps of those who fly."""
        between = [carrier for carrier in self._carriers if carrier.carrier == "hexsides"]
        return any(row.when.get("flying") is not False for carrier in between for row in carrier.move.values())

    @cached_property
    def powers_change(self) -> bool:
        """Whether any row of a profile that may hold under the options changes a Power."""
        return any(
            row.power is not None and holds(self._split(row)[1], self.options)
            for carrier in self._carriers
            for row in carrier.profile.values()
        )

    @cached_property
    def eventful(self) -> bool:
        """Whether any row says what happens at a moment."""
        return not self.sections["events"].empty

    @cached_property
    def occasions(self) -> frozenset[str]:
        """The occasions of a battle at which some row says what happens."""
        rows = [row for carrier in self._carriers for row in carrier.events.values()]
        return frozenset(
            event
            for event in get_args(Occasion)
            if any(holds((("event", row.when.get("event", event)),), {"event": event}) for row in rows)
        )

    @cached_property
    def abilities(self) -> list[tuple[str, Ability]]:
        """Every ability with its name, of everything that carries one."""
        return [named for carrier in self._carriers for named in carrier.abilities.items()]

    @cached_property
    def profiles_change(self) -> frozenset[str]:
        """What rows of a profile name that changes in a battle: the hits of a character, the round."""
        return self.sections["profile"].named & {"hits", "round"}

    @cached_property
    def board_eventful(self) -> bool:
        """Whether any row says what happens at a moment of the Masterboard."""
        return not self.sections["board_events"].empty

    @cached_property
    def limits(self) -> list[tuple[str, Uses]]:
        """How often each ability may be used, and each row of an event that says so holds in battles."""
        found = [(name, ability.uses) for name, ability in self.abilities]
        rows = (named for carrier in self._carriers for named in carrier.events.items())
        return [*found, *((name, row.uses) for name, row in rows if row.uses is not None)]

    @cached_property
    def board_abilities(self) -> dict[str, BoardAbility]:
        """Every ability of the Masterboard by its name, of everything that carries one."""
        return {name: one for carrier in self._carriers for name, one in carrier.board_abilities.items()}

    @cached_property
    def board_limits(self) -> dict[str, Uses]:
        """How often each ability of the Masterboard may be used, and each row of an event that says so holds there."""
        rows = [named for carrier in self._carriers for named in carrier.board_events.items()]
        found = {name: row.uses for name, row in rows if row.uses is not None}
        return found | {name: ability.uses for name, ability in self.board_abilities.items()}

    @cached_property
    def counted_per(self) -> dict[str, Per]:
        """For how long the uses of each ability are counted that the Masterboard holds."""
        beyond: dict[str, Per] = {n: one.per for n, one in self.limits if n in self.used_beyond_battles}
        return {**beyond, **{name: uses.per for name, uses in self.board_limits.items()}}

    @cached_property
    def used_beyond_battles(self) -> frozenset[str]:
        """What is counted for a Game-Turn or for the whole game, of what is done in battles."""
        return frozenset(name for name, uses in self.limits if uses.per in ("turn", "game"))

    @cached_property
    def asks_of_moves(self) -> bool:
        """Whether rows of battles ask who has moved, or how far."""
        asked = (fact for section in self.sections.values() for fact in section.varying)
        return any(fact.endswith(("_moved", "_gone")) for fact in asked)

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


compile_rules = compiler(TitanRules)
