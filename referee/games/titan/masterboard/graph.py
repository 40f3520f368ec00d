"""The Masterboard compiled once: where Signs lead, which Lands are near, and where a move may end (LoT 7)."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

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


class Manner(NamedTuple):
    """How a move follows the Signs, where the Spell by which it is made bends them.

    It leads so many `lands`, whatever was rolled, if it gives them. `reads` takes one Sign for another, as pairs; Signs
    in `reverses` lead from where they point to where they stand. One that `ignores` the Signs crosses any border, and
    one that `passes` goes by enemies on its way.
    """

    spell: str = ""
    lands: int | None = None
    reads: tuple[tuple[str, str], ...] = ()
    reverses: tuple[str, ...] = ()
    ignores: bool = False
    passes: bool = False


ORDINARY = Manner()


class _Steps(NamedTuple):
    """The Lands to which a move may step from each Land, first and later."""

    begin: dict[str, list[str]]
    on: dict[str, list[str]]


class Graph:
    """The Lands and their Signs; immutable."""

    def __init__(self, table: MasterboardTable) -> None:
        self.table = table
        self.lands = table.lands
        self.towers = [name for name, land in table.lands.items() if table.terrains[land.terrain].tower]
        self.order = {side: number for number, side in enumerate(table.sides)}
        self._near: dict[tuple[str, int], list[str]] = {}
        self._reaches: dict[tuple[str, int], frozenset[str]] = {}
        self._steps = {ORDINARY: self._stepping(ORDINARY)}
        self._travels: Memory[tuple[str, int, Manner, *tuple[frozenset[str], ...]], Travel] = Memory(_MOST_TRAVELS)

    def _stepping(self, manner: Manner) -> _Steps:
        """Return the steps of a move in a manner."""
        if manner.ignores:
            every = {name: list(land.sides) for name, land in self.lands.items()}
            return _Steps(every, every)
        leading = {name: self._leading(name, manner) for name in self.lands}
        return _Steps(
            {name: self._begin(name, signs) for name, signs in leading.items()},
            {name: self._on(signs) for name, signs in leading.items()},
        )

    def _leading(self, name: str, manner: Manner) -> list[tuple[str, str]]:
        """Return the Signs that lead out of a Land as a move reads them, each as (Land, Sign)."""
        reads = dict(manner.reads)
        own = [(to, sign) for to, sign in self.lands[name].exits.items() if sign not in manner.reverses]
        turned = [
            (land, self.lands[land].exits[name])
            for land in self.lands[name].sides
            if self.lands[land].exits.get(name) in manner.reverses
        ]
        return [(to, reads.get(sign, sign)) for to, sign in (*own, *turned)]

    def _begin(self, name: str, leading: list[tuple[str, str]]) -> list[str]:
        """Return the Lands a move may begin to; a Sign that forces the first step leaves one (LoT 7.4, 7.5)."""
        signs = self.table.signs
        forced = [to for to, sign in leading if signs[sign].begin == "only"]
        allowed = ("may", "tower") if self.is_tower(name) else ("may",)
        return forced or [to for to, sign in leading if signs[sign].begin in allowed]

    def _on(self, leading: list[tuple[str, str]]) -> list[str]:
        """Return the Lands to which a move passing through may continue (LoT 7.4, 7.5)."""
        signs = self.table.signs
        forced = [to for to, sign in leading if signs[sign].on == "must"]
        return forced or [to for to, sign in leading if signs[sign].on == "may"]

    def onward(self, here: str, before: str | None) -> list[str]:
        """Return the Lands to which a move may go on from one that it reached from another, or begin in (LoT 7.4)."""
        steps = self._steps[ORDINARY]
        return steps.begin[here] if before is None else [to for to in steps.on[here] if to != before]

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
        exact: frozenset[str] = _NONE,
        manner: Manner = ORDINARY,
    ) -> Travel:
        """Return where a move of `roll` Lands may end, with the sides of entry and a path for each (LoT 7.1).

        `friends` and `enemies` are the Lands held by other legions of the mover and by the opponents.
        A move ends at the first enemy; a Land that holds both has an Engagement and is closed. No move passes `through`
        some Lands, none comes to an `end` in others, and a move that comes to one of `halt` ends there. Enemies in
        `exact` are met at the full count alone.
        """
        # legions out of reach make no difference
        reach = self._reach(start, roll)
        near = reach.intersection(friends), reach.intersection(enemies)
        key = (start, roll, manner, *near, through, end, halt, exact)
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
        manner: Manner,
        friends: Set[str],
        enemies: Set[str],
        through: Set[str],
        end: Set[str],
        halt: Set[str],
        exact: Set[str],
    ) -> Travel:
        out: Travel = {}
        steps = self._steps.get(manner)
        if steps is None:
            steps = self._steps[manner] = self._stepping(manner)
        ways: list[_Way] = [(start, None, None)]
        for step in range(1, roll + 1):
            further: dict[tuple[str, str], _Way] = {}
            for way in ways:
                here, _, before = way
                for to in steps.begin[here] if before is None else steps.on[here]:
                    if (before is not None and to == before[0]) or (to in enemies and to in friends):
                        continue
                    side = self.lands[to].sides[here]
                    arrived: _Way = (to, side, way)
                    ends = step == roll or to in halt
                    unmet = to in enemies and ((to in exact and step < roll) or (manner.passes and not ends))
                    if (to in enemies and not unmet) or (ends and to not in friends and to not in enemies):
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
