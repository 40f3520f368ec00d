"""Read a question about an over-world move: where a battalion ends, and which combat it begins or joins."""

from __future__ import annotations

from typing import Any, ClassVar

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Spoken, Terms

Place = tuple[int, int]
_SIDES = {"theirs": "b", "blue": "b", "other_person": "b", "friend": "f", "mine": "f"}
# as many steps in one direction as a text counts
_MOST = 9


class March(StepReader):
    """Read the terms of a text about a move over the board."""

    skipped: ClassVar[tuple[str, ...]] = (
        *("noise", "clause", "stop", "open", "close", "and", "on", "field", "go", "battalion", "command"),
        *("become", "slowest", "relative", "both", "adjacent", "reachof", "leader", "when"),
    )

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms)
        self.side = "r"
        self.whose = "r"
        self.start: Place | None = None
        self.facing: Place | None = None
        self.others: list[tuple[str, Place]] = []
        self.combat: list[Place] = []
        self.path: list[str] = []
        self.dexterity: int | None = None
        self.joins = self.fought = False
        # the Field that it moves into
        self.goal: Place | None = None
        self.times = 1
        self.faults: list[str] = []

    def otherwise(self, place: int) -> int:
        if self.terms.kind(place) in self.skipped:
            self.terms.use(place)
        return place + 1

    def _whose(self, letter: str, place: int) -> int:
        self.terms.use(place)
        self.whose = letter
        return place + 1

    def _on_red(self, place: int) -> int:
        return self._whose("r", place)

    _on_mine = _on_first_person = _on_red

    def _on_blue(self, place: int) -> int:
        return self._whose("b", place)

    _on_theirs = _on_other_person = _on_blue

    def _on_battalion(self, place: int) -> int:
        # after `my battalion` comes its own Field, not one that is fought over
        self.terms.use(place)
        before = self.terms.kind(self.terms.before(place, "noise"))
        self.fought = self.fought and (before not in ("mine", "red") or self.start is not None)
        return place + 1

    def _on_stop(self, place: int) -> int:
        self.terms.use(place)
        if self.combat:
            self.fought = False
        return place + 1

    def _on_into(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_twice(self, place: int) -> int:
        """Read `east twice`."""
        before = self.terms.before(place, "noise")
        if self.terms.kind(before).startswith("direction") and self.path:
            self.terms.use(place)
            self.path.append(self.path[-1])
        return place + 1

    def _on_friend(self, place: int) -> int:
        return self._whose("f", place)

    def _on_fought(self, place: int) -> int:
        self.terms.use(place)
        self.fought = True
        return place + 1

    def _on_join(self, place: int) -> int:
        self.terms.use(place)
        self.joins = True
        return place + 1

    _on_strike = _on_join

    def _on_place(self, place: int) -> int:
        self.terms.use(place)
        where = self.terms.value(place)
        into = any(self.terms.kind(n) == "into" for n in range(self._mark_before(place), place))
        if self.fought:
            self.combat.append(where)
        elif into and self.start is not None:
            self.goal = where
            whose = self._stands_there(place) or (self.whose if self.whose != "r" else None)
            if whose is not None:
                self.others.append((whose, where))
            self.whose = "r"
        elif self.start is None and self.whose == "r":
            self.start = where
        else:
            self.others.append((self.whose, where))
            self.whose = "r"
        return place + 1

    def _mark_before(self, place: int) -> int:
        return next((n for n in range(place - 1, -1, -1) if self.terms.kind(n) in ("place", "stop", "clause")), 0)

    def _stands_there(self, place: int) -> str | None:
        """Return whose battalion is said to stand in the Field that was just named."""
        for step in range(place + 1, len(self.terms)):
            kind = self.terms.kind(step)
            if kind in _SIDES:
                self.terms.use(step)
                return _SIDES[kind]
            if kind in ("stop", "place"):
                return None
        return None

    def _on_unit(self, place: int) -> int:
        self.terms.use(place)
        self.whose = "r" if self.start is None else self.terms.value(place)[0]
        return place + 1

    def _on_stat_d(self, place: int) -> int:
        terms = self.terms
        after, numbers = terms.next(place, "noise", "on"), []
        before = terms.before(place, "noise", "on")
        while terms.kind(after) == "num":
            numbers.append(terms.value(after))
            terms.use(after)
            following = terms.next(after, "noise", "and", "clause")
            # the Dexterities of several units: the lowest counts
            after = following if terms.all[place].text.lower().endswith("ies") else len(terms)
        if not numbers and terms.kind(before) == "num":
            return place + 1
        if numbers:
            terms.use(place)
            self.dexterity = min(numbers)
            return max(n for n in range(len(terms)) if terms.used[n] and terms.kind(n) == "num" and n > place) + 1
        return place + 1

    def _on_num(self, place: int) -> int:
        after = self.terms.next(place, "noise", "field")
        if self.terms.kind(after).startswith("direction") and 0 < self.terms.value(place) <= _MOST:
            self.terms.use(place)
            self.times = self.terms.value(place)
        return place + 1

    def _way(self, letter: str, place: int) -> int:
        self.terms.use(place)
        after = self.terms.next(place, "noise")
        if self.times == 1 and self.terms.kind(after) == "num" and 0 < self.terms.value(after) <= _MOST:
            following = self.terms.next(after, "noise", "field")
            if not self.terms.kind(following).startswith("direction") or after == place + 1:
                self.terms.use(after)
                self.path += [letter] * self.terms.value(after)
                return after + 1
        self.path += [letter] * self.times
        self.times = 1
        return place + 1

    def _on_direction_N(self, place: int) -> int:
        return self._way("N", place)

    def _on_direction_E(self, place: int) -> int:
        return self._way("E", place)

    def _on_direction_S(self, place: int) -> int:
        return self._way("S", place)

    def _on_stat_s(self, place: int) -> int:
        return self._way("S", place)

    def _on_direction_W(self, place: int) -> int:
        return self._way("W", place)


def read(terms: Terms, faults: list[str]) -> tuple[str | None, Spoken | None]:
    """Return the line of a question about a move, and what it means where nothing is wanting."""
    march = March(terms)
    march.read_all()
    faults += [*march.faults_left(), *march.faults]
    if march.start is None:
        faults.append("in which Field the battalion stands is not said, as in 1,0")
    if march.goal is not None and march.start is not None:
        way = _straight(march.start, march.goal)
        if march.path and way != march.path:
            faults.append("the Field it moves into is not where its directions lead")
        march.path = march.path or way
    if not march.path and not march.joins:
        faults.append("where it goes is not said: write directions, as E, N")
    if march.dexterity is None:
        faults.append("the lowest Dexterity of its units is not said, and how far it goes hangs on it")
    line = _line(march)
    return line, None if faults else Spoken(line, {"board": "large enough for the move"})


def _straight(start: Place, goal: Place) -> list[str]:
    """Return the steps from a Field to another in one row or column, none to any other."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    if dx and dy:
        return []
    return ["E" if dx > 0 else "W"] * abs(dx) + ["N" if dy > 0 else "S"] * abs(dy)


def _line(march: March) -> str:
    start, dexterity = march.start or (1, 1), march.dexterity or 2
    every = [start, *(place for _, place in march.others), *march.combat]
    reach = max(dexterity, 1)
    board = [max(place[axis] for place in every) + reach + 1 for axis in (0, 1)]
    clauses: list[Any] = [f"mode overworld players red blue board {{fields: {board}, field_size: [5, 5]}}"]
    clauses.append(f"battalion R1 red field {list(start)} facing E leader r1")
    units = [f"r1 R1 s 2 d {dexterity} i 2 c 2"]
    members = []
    # a combat is between the two sides, blue in the Field named first
    places = [*march.others, *(("b" if n % 2 == 0 else "f", place) for n, place in enumerate(march.combat))]
    for number, (whose, place) in enumerate(places, 2):
        colour, letter = ("red", "R") if whose in ("r", "f") else ("blue", "B")
        clauses.append(f"battalion {letter}{number} {colour} field {list(place)} leader {letter.lower()}{number}")
        space = f" at [{place[0] * 5 + 2}, {place[1] * 5 + 2}]"
        units.append(f"{letter.lower()}{number} {letter}{number} s 2 d 2 i 2 c 2{space}")
        if place in march.combat:
            members.append(f"{{id: {letter}{number}, from: {list(place)}}}")
    if march.combat:
        used = [list(place) for place in march.combat]
        clauses.append(f"combat k1 used {used} turn 5 battalions [{', '.join(members)}]")
    asked = f"move R1 path {' '.join(march.path)}" if march.path else "join R1"
    return "; ".join([*clauses, *units, asked])
