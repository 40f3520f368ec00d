"""The Masterboard compiled once: where Signs lead, which Lands are near, and where a move may end (LoT 7)."""

from __future__ import annotations

from collections.abc import Set

from referee.core.documents.problems import nearest
from referee.core.rules.memory import Memory

from ..rules import TitanRules
from ..sides import MapSide
from .tables import MasterboardTable

# where a move may end: a path of Lands by Land and by side of entry
Travel = dict[str, dict[MapSide, list[str]]]
_MOST_TRAVELS = 50_000
_NONE: frozenset[str] = frozenset()
_Way = tuple[str, MapSide | None, "_Way | None"]


class Graph:
    """The Lands and their Signs; immutable."""

    def __init__(self, table: MasterboardTable) -> None:
        self.table = table
        self.lands = table.lands
        self.towers = [name for name, land in table.lands.items() if table.terrains[land.terrain].tower]
        self.order = {side: number for number, side in enumerate(table.sides)}
        self.begin = {name: self._begin(name) for name in table.lands}
        self.on = {name: self._on(name) for name in table.lands}
        self._near: dict[tuple[str, int], list[str]] = {}
        self._reaches: dict[tuple[str, int], frozenset[str]] = {}
        self._travels: Memory[tuple[str, int, *tuple[frozenset[str], ...]], Travel] = Memory(_MOST_TRAVELS)

    def _begin(self, name: str) -> list[str]:
        """Return the Lands a move may begin to; a Sign that forces the first step leaves one (LoT 7.4, 7.5)."""
        signs, exits = self.table.signs, self.lands[name].exits
        forced = [to for to, sign in exits.items() if signs[sign].begin == "only"]
        allowed = ("may", "tower") if self.is_tower(name) else ("may",)
        return forced or [to for to, sign in exits.items() if signs[sign].begin in allowed]

    def _on(self, name: str) -> list[str]:
        """Return the Lands to which a move passing through here may continue (LoT 7.4, 7.5)."""
        signs, exits = self.table.signs, self.lands[name].exits
        forced = [to for to, sign in exits.items() if signs[sign].on == "must"]
        return forced or [to for to, sign in exits.items() if signs[sign].on == "may"]

    def is_tower(self, name: str) -> bool:
        """Return whether a Land is a Tower."""
        return self.table.terrains[self.lands[name].terrain].tower

    def titled(self, name: str) -> str:
        """Return a Land as messages name it: terrain and number."""
        return f"{self.table.terrains[self.lands[name].terrain].title} {name}"

    def called(self, word: str) -> str | None:
        """Return the Land that a word names, with or without its terrain, in any case; None if there is none."""
        said = _single_spaced(word)
        name = said.rpartition(" ")[2]
        known = name in self.lands and (said == name or said.casefold() == self.titled(name).casefold())
        return name if known else None

    def unknown(self, word: str) -> str:
        """Return the message for a word that names no Land."""
        name = _single_spaced(word).rpartition(" ")[2]
        if name in self.lands:
            return f"'{word}' is no Land: {name} is {self.table.terrains[self.lands[name].terrain].title}"
        return f"'{word}' is no Land{nearest(name, self.lands)}"

    def by_side(self, sides: Set[MapSide]) -> list[MapSide]:
        """Return sides in the order of the table."""
        return sorted(sides, key=self.order.__getitem__)

    def all_sides(self, name: str) -> list[MapSide]:
        """Return every side from which a Land can be attacked; a Tower has one (LoT 10.2, 10.4)."""
        return self.by_side(set(self.lands[name].sides.values())) if self.is_tower(name) else list(self.table.sides)

    def travel(
        self,
        start: str,
        roll: int,
        friends: Set[str],
        enemies: Set[str],
        through: frozenset[str] = _NONE,
        end: frozenset[str] = _NONE,
        halt: frozenset[str] = _NONE,
    ) -> Travel:
        """Return where a move of `roll` Lands may end, with the sides of entry and a path for each (LoT 7.1).

        `friends` and `enemies` are the Lands held by other legions of the mover and by the opponents.
        A move ends at the first enemy; a Land that holds both has an Engagement and is closed. No move passes `through`
        some Lands, none comes to an `end` in others, and a move that comes to one of `halt` ends there.
        """
        # legions out of reach make no difference
        reach = self._reach(start, roll)
        key = (start, roll, reach.intersection(friends), reach.intersection(enemies), through, end, halt)
        return self._travels.remember(key, lambda: self._travel(*key))

    def _reach(self, start: str, roll: int) -> frozenset[str]:
        found = self._reaches.get((start, roll))
        if found is None:
            found = self._reaches[start, roll] = frozenset(self.within(start, roll))
        return found

    def _travel(
        self,
        start: str,
        roll: int,
        friends: Set[str],
        enemies: Set[str],
        through: Set[str],
        end: Set[str],
        halt: Set[str],
    ) -> Travel:
        out: Travel = {}
        ways: list[_Way] = [(start, None, None)]
        for step in range(1, roll + 1):
            further: dict[tuple[str, str], _Way] = {}
            for way in ways:
                here, _, before = way
                for to in self.begin[here] if before is None else self.on[here]:
                    if (before is not None and to == before[0]) or (to in enemies and to in friends):
                        continue
                    side = self.lands[to].sides[here]
                    arrived: _Way = (to, side, way)
                    if to in enemies or ((step == roll or to in halt) and to not in friends):
                        if to in end:
                            continue
                        out.setdefault(to, {}).setdefault(side, _path(arrived))
                    elif step < roll and to not in through and to not in halt:
                        # only the Land and the Land before it matter for the rest of the move
                        further.setdefault((to, here), arrived)
            ways = list(further.values())
        return out

    def within(self, start: str, steps: int) -> list[str]:
        """Return the Lands at most `steps` borders away, whatever the Signs (LoT 8.1)."""
        found = self._near.get((start, steps))
        if found is None:
            seen, edge = {start}, [start]
            for _ in range(steps):
                edge = [
                    to for to in dict.fromkeys(n for here in edge for n in self.lands[here].sides) if to not in seen
                ]
                seen.update(edge)
            found = self._near[(start, steps)] = [name for name in self.lands if name in seen]
        return found


def graph_of(rules: TitanRules) -> Graph:
    """Return the Masterboard of a ruleset, compiled once."""
    return rules.remember("graph", lambda: Graph(rules.ruleset.typed("masterboard", MasterboardTable)))


def _single_spaced(word: str) -> str:
    """Return a word with single spaces and without a leading article."""
    said = " ".join(word.split())
    return said[4:] if said.casefold().startswith("the ") else said


def _path(way: _Way) -> list[str]:
    """Return the Lands of a path in order, without the start."""
    out = []
    at: _Way | None = way
    while at is not None and at[2] is not None:
        out.append(at[0])
        at = at[2]
    return out[::-1]
