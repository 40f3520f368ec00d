"""The rows of one section over everything that can carry them, and the facts they name.

A ruling is cached by what it depends on. Most rows depend on the characters and the ground alone; only where a row of
the ruleset names more (a round, hits, a hex) is that computed for each question and made part of the key.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from referee.core.rules.ledger import Entry
from referee.core.rules.memory import Memory
from referee.core.rules.rows import Fact, Facts, Row

from .carriers import BOARD_SECTIONS, EVERYWHERE, Carrier, Carrying
from .profiles import Profile
from .rows import TitanRow
from .tables import TRAITS

# what a character is, as the rows name it for each role
PROFILE_ATTRIBUTES: tuple[str, ...] = ("character", "class", "flies", "rangestrikes", "power", "skill", *sorted(TRAITS))

ROLES: Mapping[str, tuple[str, ...]] = {
    "move": ("mover",),
    "modifiers": ("striker", "target"),
    "sight": ("striker", "target"),
    "contact": ("subject", "other"),
    "hold": ("holder", "held"),
    "casting": ("caster", "target"),
    "carry": ("striker", "target", "other"),
    "damage": ("occupant",),
    "events": ("subject", "striker"),
    "abilities": ("user", "target"),
    "heights": (),
    "profile": (),
    **dict.fromkeys(BOARD_SECTIONS, ()),
}

# facts that differ between two questions about the same characters on the same ground, as pairs in a fixed order
GivenFacts = tuple[tuple[str, Fact], ...]
# who is beside whom, which rows on contact decide themselves
_OF_CONTACT = ("in_contact", "enemies_beside")
_GIVEN_BY_PIECE = (
    *("side", "owner", "controlled", "controls", "hits", "hits_left", "moved", "gone", "hex", "ground"),
    *("friends_beside", "alike_beside"),
    *_OF_CONTACT,
)
_GIVEN_BY_BATTLE = ("battleland", "terrain", "land", "round", "phase", "active_side")

_MOST_FACTS = 10_000


class Standing:
    """The rows of a section on one carrier, and the facts that decide which of them hold.

    `named` are facts of the situation; `natives` are the roles of whom it matters whether they are native to the
    carrier, and `sources` those of whom it matters what they are to the one who laid it.
    """

    __slots__ = ("named", "natives", "rows", "sources")

    def __init__(self, rows: tuple[TitanRow, ...], on_ground: bool, roles: Iterable[str]) -> None:
        self.rows = rows
        named = {fact for row in rows for fact in row.when}
        self.natives = tuple(role for role in roles if role in named and on_ground)
        self.sources = tuple(role for role in roles if f"{role}_source" in named)
        self.named = tuple(sorted(named - {*self.natives} - {f"{role}_source" for role in self.sources}))

    def deciding(self, carrier: Carrying, facts: Facts, people: Mapping[str, Profile]) -> tuple[Fact | None, ...]:
        """Return the values of all facts that decide which rows hold; None for one that is not known."""
        if not self.natives and not self.sources:
            return tuple(map(facts.get, self.named))
        out = list(map(facts.get, self.named))
        for role in self.natives:
            out.append(people[role].native(carrier.native) if role in people else None)
        for role in self.sources:
            known = carrier.side is not None and role in people and f"{role}_id" in facts
            out.append(_relation(carrier, facts, role) if known else None)
        return tuple(out)


class Section:
    """The rows of one section over all carriers of a ruleset; immutable.

    `named` are the facts that rows name, `varying` those that the characters and the ground do not settle, and `plain`
    those of them that do not only say who laid what carries a row. `sourced` are the ids of tables whose rows ask that.
    `sourced_on_characters` says whether any of them lies on a character.
    `on_characters`, `everywhere` and `on_hexsides_alone` say where rows stand: any on a character or its class, any on
    what holds everywhere, and none but on hexsides.
    """

    def __init__(self, name: str, carriers: Collection[Carrier], further: Iterable[Row] = ()) -> None:
        self.name = name
        # the rows of each carrier by the id of its table, and the tables, which live as long as their ids are used
        self._standing: dict[int, Standing | None] = {}
        self._kept: list[Carrier] = []
        held = [(carrier.carrier, row) for carrier in carriers for row in getattr(carrier, name).values()]
        rows: list[Row] = [*(row for _, row in held), *further]
        named = {fact for row in rows for fact in (*row.when, *([row.per] if row.per else []))}
        self.named = frozenset(named)
        self.empty = not rows
        self.on_characters = any(kind == "characters" for kind, _ in held)
        self.on_hexsides_alone = all(kind == "hexsides" for kind, _ in held)
        self.everywhere = any(kind in EVERYWHERE for kind, _ in held)
        # of moves: whether any row bears on leaving a hex, and whether any ends the move
        self.leaves = any("leave" in _values(row.when.get("manner")) for row in rows)
        self.stops = any(getattr(row, "stops", False) for row in rows)
        self.once = any(getattr(row, "once", False) for row in rows)
        # of rolls: whether any changes how many hits there are
        self.hits = any(getattr(row, name, None) is not None for row in rows for name in ("hits", "faces"))
        roles = ROLES[name]
        self.profile_facts = tuple(
            (f"{role}_{attribute}", role, attribute)
            for role in roles
            for attribute in PROFILE_ATTRIBUTES
            if f"{role}_{attribute}" in named
        )
        self._known_facts: Memory[tuple[str, int], dict[str, Fact]] = Memory(_MOST_FACTS)
        self.by_source = any(f"{role}_source" in named for role in roles)
        varying = [f"{role}_{attribute}" for role in roles for attribute in _GIVEN_BY_PIECE]
        if name == "contact":
            varying = [fact for fact in varying if not fact.endswith(_OF_CONTACT)]
        wanted = named | {f"{role}_side" for role in roles if self.by_source}
        known = (*varying, *_GIVEN_BY_BATTLE)
        self.plain = tuple(fact for fact in known if fact in named)
        self.varying = tuple(
            [fact for fact in known if fact in wanted] + [f"{role}_id" for role in roles if self.by_source]
        )
        sources = {f"{role}_source" for role in roles}
        self.sourced = frozenset(
            id(carrier)
            for carrier in carriers
            if any(not sources.isdisjoint(row.when) for row in getattr(carrier, name).values())
        )
        self.sourced_on_characters = any(
            carrier.carrier == "characters" for carrier in carriers if id(carrier) in self.sourced
        )

    def standing(self, carrier: Carrying) -> Standing | None:
        """Return the rows on a carrier, None where it has none."""
        table = carrier.table
        try:
            return self._standing[id(table)]
        except KeyError:
            rows = tuple(getattr(table, self.name).values())
            found = Standing(rows, carrier.on_ground, ROLES[self.name]) if rows else None
            self._kept.append(table)
            self._standing[id(table)] = found
            return found

    def granted(self, carriers: Iterable[Carrying], people: Mapping[str, Profile]) -> list[Entry]:
        """Return a line for each character that a row makes native to one of the carriers, where that matters to it."""
        return [
            Entry("add", 0, f"{row.why}: native to {carrier.title}", row.cites)
            for role, profile in people.items()
            for carrier in carriers
            if (row := profile.granted.get(carrier.native)) is not None
            and any(role in rule.when for rule in carrier.rows(self.name).values())
        ]

    def facts(self, people: Mapping[str, Profile]) -> dict[str, Fact]:
        """Return the facts that rows name of what those who take part are, by their roles."""
        out: dict[str, Fact] = {}
        for role, profile in people.items() if self.profile_facts else ():
            found = self._known_facts.get((role, profile.number))
            if found is None:
                asked = [(fact, attribute) for fact, one, attribute in self.profile_facts if one == role]
                found = {fact: profile.fact(attribute) for fact, attribute in asked}
                self._known_facts[role, profile.number] = found
            out |= found
        return out

    def facts_on(self, carrier: Carrying, facts: Facts, people: Mapping[str, Profile]) -> Facts:
        """Return facts with those that hang on what carries the rows: who is native to it, and who laid it."""
        if carrier.on_ground:
            natives = {role: one.native(carrier.native) for role, one in people.items() if role in self.named}
            facts = {**facts, **natives} if natives else facts
        if self.by_source and carrier.side is not None:
            by = {f"{role}_source": _relation(carrier, facts, role) for role in people if f"{role}_id" in facts}
            facts = {**facts, **by}
        return facts


def _values(wanted: Fact | list[Fact] | None) -> list[Fact]:
    return wanted if isinstance(wanted, list) else [] if wanted is None else [wanted]


def _relation(carrier: Carrying, facts: Mapping[str, Fact], role: str) -> str:
    if facts[f"{role}_id"] == carrier.source:
        return "self"
    return "friend" if facts[f"{role}_side"] == carrier.side else "enemy"
