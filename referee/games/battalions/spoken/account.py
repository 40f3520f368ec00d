"""What a text says of units: their sides, Spaces, stats and commands, and what is asked of them."""

from __future__ import annotations

from collections.abc import Sequence
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
# words of the passive, and nouns that look like verbs
_PASSIVE = {"is", "are", "was", "be", "gets", "get", "been", "being"}
# words of one who speaks of their own units
_OWN = ("we", "my", "mine", "our", "ours", "you", "your")
_NOUNS = ("target", "targets", "blow", "blows", "damage", "in reach", "within reach", "in range", "within range")


_WAYS = {"direction_N": (0, 1), "direction_E": (1, 0), "direction_S": (0, -1), "direction_W": (-1, 0)}


def _of_army(kinds: set[str]) -> bool:
    """Return whether a text lists an army: no unit has a Space or a command."""
    listed = "stats" in kinds and not kinds & {"place", "command", "into", "bothhold", "against", "retreat"}
    if kinds & {"place", "bothhold"}:
        return False
    return "army" in kinds or (listed and "points" in kinds)


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

    skipped: ClassVar[tuple[str, ...]] = ("noise", "clause", "stop", "open", "close", "friend")

    def __init__(self, terms: Terms, holding: Sequence[str], backward: Sequence[str]) -> None:
        super().__init__(terms)
        # the commands that carry no number, and those that lead back
        self.holding = holding
        self.backward = backward
        kinds = {term.kind for term in terms.all}
        self.army = _of_army(kinds)
        self.units: dict[str, Unit] = {}
        self.listed: list[Unit] = []
        # the unit that was named last, and the side of which commands are said
        self.last: Unit | None = None
        self.subject: str | None = None
        self.side: str | None = None
        self.commands: dict[str, Told] = {}
        self.asked: str | None = None
        self.struck = self.become = self.closing = self.retreats = self.adjacent = False
        # sides that are said to strike, and the unit that another is in reach of
        self.strikers: list[str] = []
        self.striker: str | None = None
        self.next_strikes = False
        # numbers of units of a side, and a number said before its command
        self.counted: list[tuple[str, int]] = []
        self.ahead: int | None = None
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

    def _on_other_person(self, place: int) -> int:
        """Read `he` and `they`: the other side, or the unit that is spoken of where nobody says `I`."""
        if self._own_said() or self.subject is None:
            return self._named("b", place)
        self.terms.use(place)
        self.opposed = False
        return place + 1

    def _own_said(self) -> bool:
        """Return whether somebody speaks of their own units: I, my, your."""
        return any(
            term.text.lower() in _OWN or (term.text.lower() == "i" and self.terms.kind(n + 1) != "num")
            for n, term in enumerate(self.terms.all)
        )

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
        if self.terms.kind(self.terms.next(place, "noise", "leader", "friend", *_PARTIES)) == "unit":
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
        if self.next_strikes:
            self.striker, self.next_strikes = name, False
            self.subject, self.opposed = name[0], False
        else:
            self._mention(name[0], place)
        self._given_command(name[0])
        return place + 1

    def _given_command(self, letter: str) -> None:
        """Give a command that was said before its unit to the side of the one that is named."""
        if self.pending is None:
            return
        command, self.pending = self.pending, None
        self._told(letter, command)
        if command not in self.holding and self.ahead is not None:
            self.commands[letter].number, self.ahead = self.ahead, None
        if self.last is not None and self.asked is None:
            self.asked = self.last.id

    def _new(self, letter: str) -> Unit:
        number = 1 + sum(unit.side == letter for unit in self.units.values())
        name = f"{letter}{number}"
        return self.units.setdefault(name, Unit(name, stats={}))

    def _on_place(self, place: int) -> int:
        self.terms.use(place)
        if self._after_field(place):
            self.fields.append(self.terms.value(place))
            return place + 1
        spaceless = [unit for unit in self.units.values() if unit.at is None]
        if len(spaceless) > 1 and self._listed(place) >= len(spaceless):
            # the Spaces of all, in the order of the units
            spaceless[0].at = self.terms.value(place)
            return place + 1
        if self.last is not None and self.last.at is not None and len(spaceless) == 1 and self._after_and(place):
            spaceless[0].at = self.terms.value(place)
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

    def _after_and(self, place: int) -> bool:
        before = self.terms.before(place, "noise", "on")
        return self.terms.kind(before) == "and" and self.terms.kind(self.terms.before(before, "noise")) == "place"

    def _listed(self, place: int) -> int:
        """Return how many Spaces are listed from a place on, one after another."""
        count = 0
        while self.terms.kind(place) == "place":
            count += 1
            place = self.terms.next(place, "noise", "on", "and", "clause")
        return count

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
        after_and = self.terms.kind(self.terms.before(place, "noise")) == "and"
        if not named and self.units and (against or not after_and or letter in self.commands):
            # each further unit whose side is not said is of the other side
            letter = self._facing_side(letter, against)
        for _ in range(self.count):
            self.last = self._new(letter)
            self.last.stats = dict(values)
        self.count = 1
        self.side = letter
        self._given_command(letter)
        if not named:
            self._mention(letter, place)
        return place + 1

    def _facing_side(self, letter: str, against: bool) -> str:
        if against:
            return "b" if self.subject in (None, "r") else "r"
        if letter in self.commands and not self._sides_said():
            return "b" if letter == "r" else "r"
        return self._other_side(letter)

    def _other_side(self, letter: str) -> str:
        """Return the side of a unit whose side is not said: that of the clause, or the side without any unit."""
        known = {unit.side for unit in self.units.values()}
        return letter if len(known) == 2 or self._sides_said() else "b" if known == {"r"} else "r"

    def _sides_said(self) -> bool:
        return any(term.kind in _PARTIES for term in self.terms.all)

    # stats

    def _stat(self, stat: str, place: int) -> int:
        after = self.terms.next(place, "noise", "on", "and")
        apart = self.terms.kind(self.terms.before(place, "noise")) == "stop"
        if stat == "i" and apart and self.subject is not None and self.asked in self.units:
            # in a sentence of its own it belongs to the unit that the text is about
            self.last = self.units[self.asked] if self.asked is not None else self.last
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
        number = self.terms.kind(self.terms.next(place, "noise", "on", "and")) == "num"
        if self.terms.all[place].text.lower() == "i":
            number = self.terms.kind(place + 1) == "num" and self.terms.kind(place + 2) != "points"
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
        following = terms.next(place, "noise")
        if terms.kind(following) == "stats" and lead in ("into", "against", "strike", "and", ""):
            self.pending = terms.value(place)
            return place + 1
        if self._before_unit(place, following):
            self.pending = terms.value(place)
            if terms.kind(following) == "num":
                self.ahead = terms.value(following)
                terms.use(following)
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

    def _before_unit(self, place: int, following: int) -> bool:
        """Return whether a command is said before the unit that it is for: `hold: r1 at 5,2`, `a holding r1`."""
        adjective = self.terms.kind(following) == "unit" and self.terms.all[place].text.lower().endswith("ing")
        unheard = self.subject is None and self.terms.kind(self.terms.before(place, "noise")) != "both"
        return adjective or (unheard and any(term.kind in ("unit", "stats") for term in self.terms.all[place:]))

    def _on_bothhold(self, place: int) -> int:
        self.terms.use(place)
        for letter in SIDES:
            self._told(letter, self.holding[0])
        return place + 1

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
        if self.ahead is not None and not any(self.commands[letter].command in self.holding for letter in letters):
            for letter in letters:
                self.commands[letter].number = self.ahead
            self.ahead = None
            return place + 1
        if self.terms.kind(after) != "num" or self.terms.kind(self.terms.next(after, "noise")) in ("points", "stats"):
            return place + 1
        if any(self.commands[letter].command in self.holding for letter in letters):
            return place + 1
        for letter in letters:
            self.commands[letter].number = self.terms.value(after)
        self.terms.use(after)
        return after + 1

    def _on_both(self, place: int) -> int:
        if self.terms.kind(self.terms.next(place, "noise")) in ("command", "strike", "become", "adjacent"):
            self.terms.use(place)
        return place + 1

    def _on_dead(self, place: int) -> int:
        """Read `is it dead?`: the end of a question."""
        after = self.terms.next(place, "noise")
        if after == place + 1 and self.terms.kind(after) == "stop" and self.terms.all[after].text == "?":
            self.terms.use(place)
            self.become = True
        return place + 1

    def _on_or(self, place: int) -> int:
        """Read `whom does it hit, r1 at 4,2 or r2 at 6,4`."""
        before = self.terms.kind(self.terms.before(place, "noise"))
        if before in ("unit", "place", "close", "num") and self.terms.kind(self.terms.next(place, "noise")) == "unit":
            self.terms.use(place)
        return place + 1

    def _on_adjacent(self, place: int) -> int:
        if not self.army:
            self.adjacent = True
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
        first = next(iter(self.units.values()), None)
        if first is not None and self.subject in self.commands and len(self.commands) == 1:
            # the one that has no command yet
            self.subject = first.side if first.side not in self.commands else "b" if first.side == "r" else "r"
        return place + 1

    def _on_strike(self, place: int) -> int:
        if self.army:
            return place + 1
        terms = self.terms
        terms.use(place)
        self.struck = True
        lead = terms.kind(terms.before(place, "noise", "on"))
        passive = {terms.all[step].text.lower() for step in range(max(place - 4, 0), place)} & _PASSIVE
        named = lead in ("unit", "stats", "place", "close", *_PARTIES)
        text = terms.all[place].text.lower()
        if text in ("hit", "struck") and terms.kind(terms.next(place, "noise")) in ("stop", ""):
            named = False
        if named and not passive and self.subject is not None and text not in _NOUNS and not text.startswith("get"):
            self.strikers.append(self.subject)
            if self.last is not None and self.last.side == self.subject and lead != "other_person":
                self.asked = self.asked or self.last.id
        return place + 1

    def _on_reachof(self, place: int) -> int:
        """Read `b1 is in reach of r1`, `hit by r1`: the one named next strikes."""
        if self.army:
            return place + 1
        self.terms.use(place)
        self.struck = self.next_strikes = True
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
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "num" and any(term.kind == "command" for term in self.terms.all):
            # so many Spaces back, in a turn
            back = next(name for name in self.backward)
            self._told(self.subject or "r", back)
            return self._number(place, [self.subject or "r"])
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
        if self.army:
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
        kinds = ("other", "on", "limit", "and", "battalion", "go", "slowest", "points" if self.army else "other")
        if self.terms.kind(place) in (*self.skipped, *kinds):
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
        listed = self.terms.next(place, "noise", "other", "and")
        ahead = self.terms.kind(listed) == "stats" and counts
        if ahead and 0 < self.terms.value(place) <= _MOST:
            self.count = self.terms.value(place)
            self.terms.use(place)
            return place + 1
        return self._army_number(place, before) if self.army else self._turn_number(place, after)

    def _army_number(self, place: int, before: int) -> int:
        """Read `2-2-2-2 x3`, `one other unit`, and the number of a stat that is asked about."""
        terms, number = self.terms, self.terms.value(place)
        times = terms.all[before].text.lower() in ("x", "times") if before >= 0 else False
        if times and self.listed and 0 < number <= _MOST:
            terms.use(place)
            last = self.listed[-1]
            self.listed += [Unit(f"r{len(self.listed) + n}", stats=last.stats) for n in range(1, number)]
        elif (number == 1 and not terms.all[place].text.isdecimal()) or (
            terms.kind(terms.next(place, "noise")) == "army"
            and any(number in one.stats.values() for one in self.listed)
        ):
            terms.use(place)
        return place + 1

    def _has(self, number: int) -> bool:
        return any(number in unit.stats.values() for unit in self.listed)

    def _turn_number(self, place: int, after: int) -> int:
        """Read the number of a command that follows, of units of a side, and `two spaces north (3,6)`."""
        terms, number = self.terms, self.terms.value(place)
        if terms.kind(after) == "command" and terms.value(after) not in self.holding:
            terms.use(place)
            self.ahead = number
        elif terms.kind(after) in _PARTIES and not terms.all[place].text.isdecimal():
            terms.use(place)
            letter = "r" if terms.kind(after) in ("red", "mine", "first_person") else "b"
            self.counted.append((letter, number))
        elif terms.kind(after).startswith("direction") and terms.kind(terms.next(after, "noise", "open")) == "place":
            self._relative_place(place, after, terms.value(terms.next(after, "noise", "open")))
        return place + 1

    def _relative_place(self, place: int, way: int, there: Place) -> None:
        """Check `two spaces east (5,5)`: so far from the unit that is spoken of."""
        dx, dy = _WAYS[self.terms.kind(way)]
        far, here = self.terms.value(place), self.units[self.asked].at if self.asked in self.units else None
        if here is not None and (here[0] + dx * far, here[1] + dy * far) == there:
            self.terms.use(place, way)
