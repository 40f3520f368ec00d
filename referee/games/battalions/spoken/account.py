"""What a text says of units: their sides, Spaces, stats and commands, and what is asked of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

import msgspec

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Terms

Place = tuple[int, int]
STATS = "sdic"
SIDES = {"r": "red", "b": "blue"}
_PARTIES = ("red", "blue", "mine", "theirs", "first_person", "other_person")
# as many units as one text counts
_MOST = 100


class Unit(msgspec.Struct):
    """A unit in a text: its Space, its stats as far as they are said, and its command."""

    id: str
    at: Place | None = None
    stats: dict[str, int] = {}
    con: int | None = None
    leader: bool = False

    @property
    def side(self) -> str:
        """The letter of its side."""
        return self.id[0]


class Told(msgspec.Struct):
    """A command in a text, with its number and a direction as far as they are said."""

    command: str
    number: int | None = None
    direction: str | None = None


class Account(StepReader):
    """Read the terms of a text about units."""

    skipped: ClassVar[tuple[str, ...]] = ("noise", "clause", "stop", "open", "close")

    def __init__(self, terms: Terms, holding: Collection[str]) -> None:
        super().__init__(terms)
        # the commands that carry no number
        self.holding = holding
        kinds = {term.kind for term in terms.all}
        self.army = "army" in kinds
        self.units: dict[str, Unit] = {}
        self.listed: list[Unit] = []
        # the unit that was named last, and the side of which commands are said
        self.last: Unit | None = None
        self.subject: str | None = None
        self.side: str | None = None
        self.commands: dict[str, Told] = {}
        self.asked: str | None = None
        self.struck = self.become = self.closing = self.retreats = False
        self.opposed = False
        self.limit: int | None = None
        self.size: Place | None = None
        self.fields: list[Place] = []
        self.leading = False
        self.count = 1
        # a command said before the unit that it is for, and the direction of a retreat
        self.pending: str | None = None
        self.towards: str | None = None
        self.faults: list[str] = []

    # sides and units

    def _on_red(self, place: int) -> int:
        return self._named("r", place)

    def _on_blue(self, place: int) -> int:
        return self._named("b", place)

    def _on_mine(self, place: int) -> int:
        return self._named("r", place)

    def _on_theirs(self, place: int) -> int:
        return self._named("b", place)

    _on_first_person = _on_mine
    _on_other_person = _on_theirs

    def _on_first(self, place: int) -> int:
        return self._named("r", place)

    def _on_second(self, place: int) -> int:
        if self.army:
            self.terms.use(place)
            return place + 1
        return self._named("b", place)

    def _named(self, letter: str, place: int) -> int:
        """Read the name of a side: of the unit that follows, of one that was named, or of the battalion."""
        self.terms.use(place)
        if self.terms.kind(self.terms.next(place, "noise", "leader")) == "unit":
            return place + 1
        self.side = letter
        self.last = self._own(letter)
        self._mention(letter, place)
        return place + 1

    def _own(self, letter: str) -> Unit | None:
        """Return the last unit of a side that was named."""
        return next((unit for unit in reversed(self.units.values()) if unit.side == letter), None)

    def _mention(self, letter: str, place: int) -> None:
        """Take a side for the subject of what follows, unless it is whom another strikes."""
        before = self.terms.kind(self.terms.before(place, "noise", *_PARTIES))
        if before in ("strike", "into", "against", "and_against") and self.subject not in (None, letter):
            self.opposed = True
            return
        self.subject = letter
        self.opposed = False

    def _on_unit(self, place: int) -> int:
        name = self.terms.value(place)
        self.terms.use(place)
        self.last = self.units.setdefault(name, Unit(name, stats={}))
        self.side = name[0]
        self._mention(name[0], place)
        return place + 1

    def _new(self, letter: str) -> Unit:
        number = 1 + sum(unit.side == letter for unit in self.units.values())
        name = f"{letter}{number}"
        return self.units.setdefault(name, Unit(name, stats={}))

    def _on_place(self, place: int) -> int:
        self.terms.use(place)
        if self._after_field(place):
            self.fields.append(self.terms.value(place))
            return place + 1
        if self.last is None and self.side is not None:
            self.last = self._new(self.side)
        if self.last is None:
            self.faults.append(f"{self.terms.all[place].text}: who stands there is not said")
            return place + 1
        if self.last.at is not None and self.terms.kind(self.terms.before(place, "noise", "on")) == "and":
            self.last = self._new(self.last.side)
        if self.last.at not in (None, self.terms.value(place)):
            self.faults.append(f"{self.last.id} stands on one Space")
        self.last.at = self.terms.value(place)
        return place + 1

    def _after_field(self, place: int) -> bool:
        before = self.terms.before(place, "noise", "on")
        return self.terms.kind(before) == "field"

    def _on_stats(self, place: int) -> int:
        values = dict(zip(STATS, self.terms.value(place), strict=True))
        self.terms.use(place)
        if self.army:
            for _ in range(self.count):
                self.listed.append(Unit(f"r{len(self.listed) + 1}", stats=values, leader=self.leading))
            if self.leading and self.count > 1:
                self.faults.append("a battalion has one leader")
            self.leading, self.count = False, 1
            return place + 1
        before = self.terms.kind(self.terms.before(place, "noise", "open", "clause"))
        if self.last is not None and not self.last.stats and before in ("unit", "place", "red", "blue", "on", "leader"):
            self.last.stats = values
            return place + 1
        named = self.terms.kind(self.terms.before(place, "noise", "leader")) in _PARTIES
        against = self.terms.kind(self.terms.before(place, "noise")) in ("strike", "into", "against")
        letter = self.side or "r"
        if not named and self.units and (against or self.terms.kind(self.terms.before(place, "noise")) != "and"):
            # each further unit whose side is not said is of the other side
            letter = "b" if against and self.subject in (None, "r") else "r" if against else self._other_side(letter)
        for _ in range(self.count):
            self.last = self._new(letter)
            self.last.stats = dict(values)
        self.count = 1
        self.side = letter
        if self.pending is not None:
            self._told(letter, self.pending)
            self.pending = None
        if not named:
            self._mention(letter, place)
        return place + 1

    def _other_side(self, letter: str) -> str:
        """Return the side of a unit whose side is not said: that of the clause, or the side without any unit."""
        known = {unit.side for unit in self.units.values()}
        return letter if len(known) == 2 or self._sides_said() else "b" if known == {"r"} else "r"

    def _sides_said(self) -> bool:
        return any(term.kind in _PARTIES for term in self.terms.all)

    # stats

    def _stat(self, stat: str, place: int) -> int:
        after = self.terms.next(place, "noise")
        if self.last is None and self.side is not None and not self.army:
            self.last = self._new(self.side)
        if self.terms.kind(after) == "num" and self.last is not None:
            if self.terms.kind(self.terms.next(after, "noise")) == "remaining":
                self.terms.use(self.terms.next(after, "noise"))
            if self.last.stats.get(stat, self.terms.value(after)) != self.terms.value(after):
                self.last.con = self.terms.value(after) if stat == "c" else self.last.con
                if stat != "c":
                    self.faults.append(f"{self.last.id}: two numbers for one stat")
            else:
                self.last.stats[stat] = self.terms.value(after)
            self.terms.use(place, after)
            return after + 1
        return place + 1

    def _on_stat_s(self, place: int) -> int:
        return self._stat("s", place)

    def _on_stat_d(self, place: int) -> int:
        return self._stat("d", place)

    def _on_stat_i(self, place: int) -> int:
        # without a number it is the speaker
        number = self.terms.kind(self.terms.next(place, "noise")) == "num"
        return self._stat("i", place) if number else self._named("r", place)

    def _on_stat_c(self, place: int) -> int:
        return self._stat("c", place)

    def _on_worn(self, place: int) -> int:
        after = self.terms.next(place, "noise", "stat_c")
        if self.terms.kind(after) == "num" and self.last is not None:
            self.last.con = self.terms.value(after)
            self.terms.use(*range(place, after + 1))
            return after + 1
        return place + 1

    # commands

    def _on_relative(self, place: int) -> int:
        """Read `that holds`, `which advances`: the unit named last does so."""
        self.terms.use(place)
        if self.opposed and self.last is not None:
            self.subject = self.last.side
            self.opposed = False
        return place + 1

    def _on_command(self, place: int) -> int:
        terms = self.terms
        terms.use(place)
        lead = terms.kind(terms.before(place, "noise"))
        if terms.kind(terms.next(place, "noise")) == "stats" and lead in ("into", "against", "strike", ""):
            self.pending = terms.value(place)
            return place + 1
        who = self.subject
        after_name = terms.kind(terms.before(place, "noise")) in ("stats", "unit", "red", "blue", "place", "close")
        if self.opposed and self.last is not None and after_name:
            who, self.opposed = self.last.side, False
        if self.both_said(place):
            for letter in SIDES:
                self._told(letter, terms.value(place))
            return self._number(place, list(SIDES))
        if who is None:
            self.faults.append("who has the command is not said")
            return place + 1
        self._told(who, terms.value(place))
        if self.last is not None and self.last.side == who and self.asked is None:
            self.asked = self.last.id
        return self._number(place, [who])

    def both_said(self, place: int) -> bool:
        """Return whether `both` is said just before a command."""
        return self.terms.kind(self.terms.before(place, "noise")) == "both"

    def _told(self, letter: str, command: str) -> None:
        known = self.commands.get(letter)
        if known is not None and known.command != command:
            self.faults.append(f"{SIDES[letter]} has one command")
        self.commands.setdefault(letter, Told(command))

    def _number(self, place: int, letters: list[str]) -> int:
        """Read the number of a command."""
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) != "num" or self.terms.kind(self.terms.next(after, "noise")) in ("points", "stats"):
            return place + 1
        if any(self.commands[letter].command in self.holding for letter in letters):
            return place + 1
        for letter in letters:
            self.commands[letter].number = self.terms.value(after)
        self.terms.use(after)
        return after + 1

    def _on_both(self, place: int) -> int:
        if self.terms.kind(self.terms.next(place, "noise")) == "command":
            self.terms.use(place)
        return place + 1

    def _direction(self, way: str, place: int) -> int:
        told = self.commands.get(self.subject or "")
        if self.retreats and told is None and self.towards in (None, way):
            self.towards = way
            self.terms.use(place)
            return place + 1
        if told is not None:
            told.direction = way
            self.terms.use(place)
            return self._number(place, [self.subject or ""]) if told.number is None else place + 1
        return place + 1

    def _on_direction_N(self, place: int) -> int:
        return self._direction("N", place)

    def _on_direction_E(self, place: int) -> int:
        return self._direction("E", place)

    def _on_direction_S(self, place: int) -> int:
        return self._direction("S", place)

    def _on_direction_W(self, place: int) -> int:
        return self._direction("W", place)

    # what is asked

    def _on_when(self, place: int) -> int:
        """Read `when it`: what follows is about the subject."""
        self.terms.use(place)
        self.opposed = False
        return place + 1

    def _on_strike(self, place: int) -> int:
        if self.army:
            return place + 1
        self.terms.use(place)
        self.struck = True
        return place + 1

    def _on_into(self, place: int) -> int:
        """Read `moving into`: an advance that ends in contact."""
        self.terms.use(place)
        self.closing = True
        if self.subject is not None and self.subject not in self.commands:
            self.commands[self.subject] = Told("advance")
        return place + 1

    def _on_against(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_become(self, place: int) -> int:
        if self.army:
            return place + 1
        self.terms.use(place)
        self.become = True
        return place + 1

    def _on_retreat(self, place: int) -> int:
        self.terms.use(place)
        self.retreats = True
        self.asked = self.last.id if self.last is not None and self.asked is None else self.asked
        return place + 1

    def _on_field(self, place: int) -> int:
        after = self.terms.next(place, "noise", "on")
        if self.terms.kind(after) in ("place", "size"):
            self.terms.use(place)
        return place + 1

    def _on_size(self, place: int) -> int:
        self.terms.use(place)
        self.size = self.terms.value(place)
        return place + 1

    # armies

    def _on_army(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_leader(self, place: int) -> int:
        self.terms.use(place)
        if self.terms.kind(self.terms.before(place, "noise", "open")) == "stats" and self.listed:
            self.listed[-1].leader = True
        else:
            self.leading = True
        return place + 1

    def otherwise(self, place: int) -> int:
        if self.terms.kind(place) in (*self.skipped, "other", "on", "limit", "and", "battalion", "go", "slowest"):
            self.terms.use(place)
        return place + 1

    def _on_num(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "points" and self.limit is None:
            self.limit = self.terms.value(place)
            self.terms.use(place, after)
            return after + 1
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) == "limit" and self.limit is None and self.army:
            self.limit = self.terms.value(place)
            self.terms.use(place, before)
            return place + 1
        # a figure just before stats may be a slip, a word or `units` shows that it counts
        counts = after > place + 1 or not self.terms.all[place].text.isdecimal()
        ahead = self.terms.kind(after) == "stats" and counts
        if ahead and 0 < self.terms.value(place) <= _MOST:
            self.count = self.terms.value(place)
            self.terms.use(place)
        return place + 1
