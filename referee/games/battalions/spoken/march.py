"""What a text says of an over-world move: who moves, from where, which way, and who stands there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from referee.core.spoken.terms import Terms

from .parties import FILL, OTHER, PARTIES, PartyReader, Place

# as many steps in one direction as a text counts, and as many Fields as a board of one has to each side
_MOST = 9
_LARGEST = 40
# words that part a number from the direction after it
_PARTS = ("then", "and then", "path")
OWN, FRIEND, ENEMY, COMBAT = "own", "friend", "enemy", "combat"


class Standing(msgspec.Struct):
    """A battalion that is not asked about: whose it is, and its Field."""

    kind: str
    place: Place
    # the side that a text gives to a battalion of a combat
    side: str | None = None


class March(PartyReader):
    """Read the terms of a text about a move over the board."""

    skipped: ClassVar[tuple[str, ...]] = (
        *PartyReader.skipped,
        *("and", "on", "field", "go", "become", "slowest", "relative", "whom", "do", "get", "when", "but", "by"),
        *("with", "both", "play", "leader", "faces", "legal", "first", "second"),
    )

    def __init__(self, terms: Terms, vectors: Mapping[str, Place]) -> None:
        super().__init__(terms)
        self.vectors = vectors
        self.own: str | None = None
        # the unit by which its battalion is named
        self.asked: str | None = None
        self.current = OWN
        self.side: str | None = None
        self.start: Place | None = None
        self.goal: Place | None = None
        self.others: list[Standing] = []
        self.path: list[str] = []
        self.dexterity: int | None = None
        self.board: Place | None = None
        self.joins = False
        self.moves = False
        self.unplaced: str | None = None
        # whether the Field of an enemy is the one to enter
        self.entering = False
        # the Field named last
        self.latest: Place | None = None

    # who

    def whose(self, letter: str, place: int) -> int:
        self.terms.use(place)
        if self._fights(place):
            self.side = letter
            return place + 1
        if self.own is None:
            self.own = letter
        if letter == self.own:
            friend = self.start is not None and self._stands(place)
            self.current = FRIEND if friend else OWN
        else:
            self.current = ENEMY
        if self.current != OWN:
            self.unplaced = self.current
        return place + 1

    def _fights(self, place: int) -> bool:
        """Return whether a side is named as one of a combat: between red in 2,0 and the enemy in 3,0."""
        before = self.terms.before(place, *FILL, "open", *PARTIES)
        apart = self.terms.kind(before - 1) in ("clause", "stop")
        return self.current == COMBAT and self.terms.kind(before) in ("fought", "and") and not apart

    def _stands(self, place: int) -> bool:
        """Return whether a battalion is named with its Field and no move: another one of the same side."""
        after = self.after(place, "on", "field", "unit", "leader")
        return self.terms.kind(after) == "place" and self.terms.kind(self.after(after)) != "go"

    def _on_enemy(self, place: int) -> int:
        self.terms.use(place)
        if self._fights(place):
            self.side = OTHER[self.own or self.me]
        else:
            self.current = self.unplaced = ENEMY
        return place + 1

    def _on_theirs(self, place: int) -> int:
        """Read `his battalion`: the one that moves where a text names no other, or else an enemy."""
        alone = sum(term.kind == "battalion" for term in self.terms.all) == 1
        if self.own is not None or self.personal or not alone or self.terms.kind(place + 1) != "battalion":
            return self._on_enemy(place)
        self.terms.use(place)
        self.own, self.current = self.me, OWN
        return place + 1

    def _on_friend(self, place: int) -> int:
        self.terms.use(place)
        if self.terms.kind(self.after(place)) in ("enemy", "blue", "theirs"):
            return place + 1
        self.current = self.unplaced = FRIEND
        return place + 1

    def _on_other(self, place: int) -> int:
        """Read `my other battalion`."""
        self.terms.use(place)
        if self.terms.kind(place + 1) == "battalion" and self.current == OWN and self.start is not None:
            self.current = self.unplaced = FRIEND
        return place + 1

    def _on_unit(self, place: int) -> int:
        self.terms.use(place)
        name = self.terms.value(place)
        if self.own is None:
            self.own, self.asked = name[0], name
        self.current = OWN if name == self.asked else FRIEND if name[0] == self.own else ENEMY
        if self.current != OWN:
            self.unplaced = self.current
        return place + 1

    def _on_battalion(self, place: int) -> int:
        self.terms.use(place)
        if self.current == COMBAT and self.lead(place) not in ("fought", "and", *PARTIES):
            self.current = OWN
        return place + 1

    def _on_stop(self, place: int) -> int:
        self.terms.use(place)
        self.current = OWN
        return place + 1

    # where

    def _on_fought(self, place: int) -> int:
        self.terms.use(place)
        if self.terms.kind(self.after(place, "on", "field", "and", *PARTIES)) == "place" or self._leads_to_places(
            place
        ):
            self.current = COMBAT
            self.side = self.unplaced = None
        return place + 1

    def _leads_to_places(self, place: int) -> bool:
        """Return whether Fields are named in what is left of a clause."""
        after = self.after(place, "on", "field", "and", "relative", *PARTIES, "leader", "go")
        return self.terms.kind(after) == "place"

    def _on_join(self, place: int) -> int:
        self.terms.use(place)
        self.joins = True
        return place + 1

    _on_strike = _on_join

    def _on_place(self, place: int) -> int:
        self.terms.use(place)
        where = self.latest = self.terms.value(place)
        lead = self.terms.before(place, "noise", "the", "on", "field", "be")
        if self.terms.kind(lead) in ("to", "towards", "into") and self.current == OWN:
            self._goal(where)
        elif self.current == COMBAT and self.terms.kind(lead) != "from":
            several = any(term.text.lower() == "fields" for term in self.terms.all[max(0, place - 2) : place])
            self.others.append(Standing(COMBAT, where, None if several else self.side))
            self.side = None
        elif self.current in (FRIEND, ENEMY):
            self.others.append(Standing(self.current, where))
            self.current, self.unplaced = OWN, None
            if self.entering:
                self._goal(where)
        elif self._held(place):
            return place + 1
        elif self.start is None:
            self.start = where
        elif self.start != where:
            self._goal(where)
        return place + 1

    def _on_where(self, place: int) -> int:
        """Read `into 2,1, where an enemy stands`: the one who stands in the Field named last."""
        self.terms.use(place)
        if self.terms.kind(self.terms.before(place, *FILL, "clause")) == "place":
            self._settle(self.after(place))
        return place + 1

    _on_held = _on_where

    def _on_there(self, place: int) -> int:
        """Read `with an enemy in it`, `an enemy stands there`."""
        self.terms.use(place)
        if self.unplaced is not None and self.latest is not None:
            self.others.append(Standing(self.unplaced, self.latest))
            self.current, self.unplaced = OWN, None
        return place + 1

    def _settle(self, who: int) -> None:
        """Put the battalion that is named at a place of the text into the Field named last."""
        kind = self.terms.kind(who)
        if self.latest is None or kind not in ("enemy", "friend", "theirs", "blue", "red", "mine"):
            return
        sided = kind in ("red", "blue", "mine")
        enemy = kind in ("enemy", "theirs") or (sided and self.letter(kind) != (self.own or self.me))
        self.terms.use(who)
        self.others.append(Standing(ENEMY if enemy else FRIEND, self.latest))
        # that word names no other battalion
        self.terms.all[who] = self.terms.all[who]._replace(kind="noise")

    def _held(self, place: int) -> bool:
        """Read `Field 2,0 is held by blue`, `in 2,0 stands an enemy`: the one who stands there follows."""
        after = self.terms.next(place, "noise", "the", "be", "by", "held", "get", "there")
        if self.terms.kind(after) not in ("enemy", "friend", "theirs", "blue", "red"):
            return False
        self._settle(after)
        return True

    def _goal(self, where: Place) -> None:
        if self.goal not in (None, where):
            self.faults.append("two Fields to go to: write directions, as E, N")
        self.goal = where

    def _on_into(self, place: int) -> int:
        self.terms.use(place)
        self.current = OWN
        self.entering = self.terms.kind(self.after(place)) in ("enemy", "theirs", "blue", "red")
        return place + 1

    _on_towards = _on_into

    def _on_go(self, place: int) -> int:
        self.terms.use(place)
        if self.current in (FRIEND, ENEMY) and self.unplaced is None:
            self.current = OWN
        return place + 1

    def _on_size(self, place: int) -> int:
        self.terms.use(place)
        self.board = self.terms.value(place)
        return place + 1

    # how far

    def _on_stat_d(self, place: int) -> int:
        begin = place
        numbers, end = self._numbers(place)
        if not numbers and self.terms.kind(place - 1) == "num" and not self.terms.used[place - 1]:
            numbers, begin, end = [self.terms.value(place - 1)], place - 1, place
        if not numbers:
            return place + 1
        if self.dexterity not in (None, min(numbers)):
            self.faults.append("two Dexterities: the lowest of the battalion counts")
        self.dexterity = min(numbers)
        self.terms.use(*range(begin, end + 1))
        return end + 1

    def _numbers(self, place: int) -> tuple[list[int], int]:
        """Return the number after a term, or a list of them that ends with `and`, and where it ends."""
        first = self.after(place, "open")
        row: list[int] = []
        last, listed = place, False
        at = first
        while self.terms.kind(at) in ("num", "place"):
            value = self.terms.value(at)
            row += list(value) if self.terms.kind(at) == "place" else [value]
            last = at
            follow = self.terms.next(at, "clause")
            listed = listed or self.terms.kind(follow) == "and"
            at = self.terms.next(follow, "noise") if self.terms.kind(follow) == "and" else follow
            if listed and self.terms.kind(at) == "num":
                return [*row, self.terms.value(at)], at
        if self.terms.kind(first) == "num":
            return [self.terms.value(first)], first
        return [], last

    def _on_num(self, place: int) -> int:
        """Read `two Fields east`."""
        after = self.after(place, "field", "on", "go", "times")
        number = self.terms.value(place)
        parted = any(self.terms.text(step) in _PARTS for step in range(place, after))
        if self.terms.kind(after).startswith("direction") and 0 < number <= _MOST and not parted:
            self.terms.use(*range(place, after + 1))
            self._walk(self.terms.kind(after)[-1], number)
            return after + 1
        return place + 1

    def _on_twice(self, place: int) -> int:
        after = self.terms.next(place, "the", "to", "field", "on")
        if self.terms.kind(after).startswith("direction"):
            self.terms.use(*range(place, after + 1))
            self._walk(self.terms.kind(after)[-1], 2)
            return after + 1
        return place + 1

    def direction(self, letter: str, place: int) -> int:
        self.terms.use(place)
        if self.lead(place, "on") == "faces":
            return place + 1
        if self.current in (FRIEND, ENEMY) and self.unplaced is not None and self.start is not None:
            return self._beside(letter, place)
        after = self.after(place, "by")
        if self.terms.kind(after) == "twice" and after == place + 1:
            self.terms.use(after)
            self._walk(letter, 2)
            return after + 1
        if self.terms.kind(after) == "num" and 0 < self.terms.value(after) <= _MOST and self._steps(after):
            end = self.after(after) if self.terms.kind(self.after(after)) == "times" else after
            self.terms.use(*range(after, end + 1))
            self._walk(letter, self.terms.value(after))
            return end + 1
        self._walk(letter, 1)
        return place + 1

    def _steps(self, number: int) -> bool:
        """Return whether a number belongs to the direction before it."""
        following = self.terms.kind(self.after(number, "field"))
        return not following.startswith(("direction", "stat_")) or number == self.terms.next(number - 2)

    def _beside(self, letter: str, place: int) -> int:
        """Read `an enemy to the east of it`: the Field beside that of the battalion."""
        assert self.start is not None
        x, y = self.vectors[letter]
        self.others.append(Standing(self.current, (self.start[0] + x, self.start[1] + y)))
        self.current, self.unplaced = OWN, None
        return place + 1

    def otherwise(self, place: int) -> int:
        way = self.terms.kind(place).removeprefix("rel_")
        if way in self.vectors and way != self.terms.kind(place) and self.unplaced is not None and self.start:
            self.terms.use(place)
            return self._beside(way, place)
        return super().otherwise(place)

    def _walk(self, letter: str, times: int) -> None:
        self.path += [letter] * times

    def _on_stat_s(self, place: int) -> int:
        return self.direction("S", place)

    def _on_stat_i(self, place: int) -> int:
        """Read `I march`."""
        return self.whose(self.me, place) if self.terms.text(place) == "i" else place + 1

    # the whole

    def finish(self) -> None:
        """Find the steps to a Field that is named, and what is wanting."""
        if self.start is None:
            self.faults.append("in which Field the battalion stands is not said, as in 1,0")
        elif self.goal is not None and not self.path:
            x, y = self.goal[0] - self.start[0], self.goal[1] - self.start[1]
            if (x == 0) == (y == 0):
                self.faults.append("which way it goes is not said, and it faces as its last step: write E, N")
            ways = ("E" if x > 0 else "W", abs(x)), ("N" if y > 0 else "S", abs(y))
            self.path = [way for way, far in ways for _ in range(min(far, _MOST))]
        elif self.goal is not None:
            ends = tuple(self.start[axis] + sum(self.vectors[way][axis] for way in self.path) for axis in (0, 1))
            if ends != self.goal:
                self.faults.append(f"these steps do not lead to Field {self.goal[0]},{self.goal[1]}")
        if self.unplaced is not None:
            self.faults.append("in which Field the other battalion stands is not said")
        if not self.path and not self.joins:
            self.faults.append("where it goes is not said: write directions, as E, N")
        if self.joins and not self.others:
            self.faults.append("in which Fields the combat is fought is not said, as in Fields 2,0 and 3,0")
        if self.dexterity is None:
            self.faults.append("the lowest Dexterity of its units is not said, and how far it goes hangs on it")
        fields = [*([self.start] if self.start else []), *(one.place for one in self.others)]
        if len(set(fields)) < len(fields):
            self.faults.append("two battalions stand in one Field")
        if any(max(place) > _LARGEST for place in fields) or (self.board and max(self.board) > _LARGEST):
            self.faults.append(f"a board here has at most {_LARGEST} Fields to each side")
        if self.board is not None and any(place[axis] >= self.board[axis] for place in fields for axis in (0, 1)):
            self.faults.append("a battalion stands outside the board")
