"""What a text says of units: their sides, Spaces and stats, and how they stand to each other."""

from __future__ import annotations

import msgspec

from referee.core.spoken.terms import Terms

from .parties import FILL, OTHER, PARTIES, PartyReader, Place

STATS = "sdic"
# as many units as one text counts
_MOST = 100
# after these a unit is the one that something is done to
_RELATIONS = (
    *("apart", "beside"),
    *(f"rel_{way}" for way in ("N", "E", "S", "W", "ahead", "behind", "left", "right", "line", "diagonal")),
    *(f"near_{way}" for way in ("N", "E", "S", "W", "ahead", "behind")),
)
_OBJECT = ("strike", "hit", "into", "against", "on", "towards", *_RELATIONS)


class Unit(msgspec.Struct):
    """A unit in a text: its Space, its stats as far as they are said, and whether it leads."""

    id: str
    at: Place | None = None
    stats: dict[str, int] = {}
    con: int | None = None
    leader: bool = False

    @property
    def side(self) -> str:
        """The letter of its side."""
        return self.id[0]


class Relation(msgspec.Struct):
    """How one unit stands to another: which way from it, and how far; None where that is not said.

    A way is a direction, `ahead` or `behind` or `left` or `right` of the other, `line` or `diagonal`.
    """

    one: Unit
    other: Unit | None
    way: str | None = None
    far: int | None = None


class Mentions(PartyReader):
    """Reads units with their Spaces and stats."""

    def __init__(self, terms: Terms, army: bool) -> None:
        super().__init__(terms)
        self.army = army
        self.units: dict[str, Unit] = {}
        # the unit that was named last, the side of which commands are said, and whom a sentence has named last
        self.last: Unit | None = None
        self.subject: str | None = None
        self.side: str | None = None
        self.opposed = False
        self.named: Unit | None = None
        self.named_side: str | None = None
        self.relations: list[Relation] = []
        self.open_relation: Relation | None = None
        self.waiting_place: Place | None = None
        # stats that a sentence of their own tells
        self.loose: dict[str, int] = {}
        self.count = 1
        self.announced: dict[str, int] = {}
        self.size: Place | None = None
        self.fields: list[Place] = []

    # sides and units

    def whose(self, letter: str, place: int) -> int:
        """Read the name of a side: of the unit that follows, of one that was named, or of the battalion."""
        self.terms.use(place)
        after = self.after(place, "leader", *PARTIES)
        if self.terms.kind(after) == "unit":
            return place + 1
        if self.terms.kind(after) == "stats" and not self.army:
            self.side = letter
            self._mention(letter, place)
            return place + 1
        self.side = letter
        self.last = self._own(letter)
        self._mention(letter, place)
        self._take_place()
        return place + 1

    def pronoun(self, place: int) -> int:
        self.terms.use(place)
        self.named = self.named_side = None
        return place + 1

    _on_it = pronoun
    _on_whom = pronoun

    def _on_piece(self, place: int) -> int:
        """Read `the unit`, which names none."""
        named = self.terms.kind(self.after(place)) in ("unit", "stats") or self.terms.kind(place - 1) != "the"
        self.terms.use(place)
        if self._is_mine(place):
            return self.whose(self.me, place)
        return place + 1 if named else self.pronoun(place)

    def _is_mine(self, place: int) -> bool:
        """Return whether a unit of no side is the one that is asked about: does a unit at 4,4 hit an enemy."""
        kinds = {term.kind for term in self.terms.all}
        nobody = self.side is None and not self.units and self.lead(place) not in PARTIES
        return nobody and not self.army and "enemy" in kinds and not kinds & {"unit", "stats", "red", "blue", "mine"}

    def _on_stop(self, place: int) -> int:
        self.terms.use(place)
        self.named = self.named_side = None
        self.opposed = False
        self.open_relation = None
        return place + 1

    def _own(self, letter: str) -> Unit | None:
        """Return the last unit of a side that was named."""
        return next((unit for unit in reversed(self.units.values()) if unit.side == letter), None)

    def _mention(self, letter: str, place: int) -> None:
        """Take a side for the subject of what follows, unless something is done to it."""
        self.named_side = letter
        self.named = self.last if self.last is not None and self.last.side == letter else None
        object_ = self.lead(place, "leader", "num", *PARTIES) in _OBJECT
        if object_ and self.subject not in (None, letter):
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
        self._take_place()
        self._close_relation(place)
        return place + 1

    def new(self, letter: str) -> Unit:
        """Return a further unit of a side."""
        number = 1 + sum(unit.side == letter for unit in self.units.values())
        name = f"{letter}{number}"
        return self.units.setdefault(name, Unit(name, stats={}))

    # Spaces

    def _on_place(self, place: int) -> int:
        where = self.terms.value(place)
        self.terms.use(place)
        if self.lead(place, "on") == "field":
            self.fields.append(where)
            return place + 1
        row = self._row_of_places(place)
        bare = [unit for unit in self.units.values() if unit.at is None]
        if len(row) > 1 and len(row) == len(bare):
            for unit, one in zip(bare, row, strict=True):
                unit.at = self.terms.value(one)
            self.terms.use(*range(place, row[-1] + 1))
            return row[-1] + 1
        if self._before_its_unit(place) or (self.last is None and self.side is None and self._more_units(place)):
            self.waiting_place = where
            return place + 1
        if self.last is None and self.side is not None:
            self.last = self.new(self.side)
        if self.last is None:
            self.faults.append(f"{self.terms.all[place].text}: who stands there is not said")
            return place + 1
        if self.last.at is not None and self.lead(place, "on") == "and" and self.last.at != where:
            self.last = self.new(self.last.side)
        if self.last.at not in (None, where):
            self.faults.append(f"{self.last.id} stands on one Space")
        self.last.at = where
        return place + 1

    def _more_units(self, place: int) -> bool:
        """Return whether a unit or a side is named after a place of the text."""
        return any(term.kind in ("unit", "stats", *PARTIES) for term in self.terms.all[place:])

    def _row_of_places(self, place: int) -> list[int]:
        """Return the places of the Spaces that are listed one after another."""
        out = [place]
        while self.terms.kind(after := self.after(out[-1], "and", "on", "clause", "open", "close")) == "place":
            out.append(after)
        return out

    def _before_its_unit(self, place: int) -> bool:
        """Return whether a Space begins a clause that names who stands there."""
        if self.last is not None and self.last.at is None:
            return False
        if self.lead(place, "on") not in ("", "clause", "stop", "and", "when"):
            return False
        return self.terms.kind(self.after(place)) in ("unit", "stats", *PARTIES)

    def _take_place(self) -> None:
        """Give a Space that was named before its unit to the unit."""
        if self.waiting_place is None:
            return
        if self.last is None and self.side is not None:
            self.last = self.new(self.side)
        if self.last is not None and self.last.at is None:
            self.last.at = self.waiting_place
            self.waiting_place = None

    # stats

    def _on_stats(self, place: int) -> int:
        values = dict(zip(STATS, self.terms.value(place), strict=True))
        self.terms.use(place)
        if self.terms.kind(self.after(place)) == "times":
            number = self.after(self.after(place))
            if self.terms.kind(number) == "num" and 0 < self.terms.value(number) <= _MOST:
                self.count = self.terms.value(number)
                self.terms.use(*range(place, number + 1))
        self.stats_said(values, place)
        self.count = 1
        return place + 1

    def stats_said(self, values: dict[str, int], place: int) -> None:
        """Give four stats to the unit that they describe, which may be a new one."""
        before = self.lead(place, "open", "clause", "leader")
        if self.last is not None and not self.last.stats and before in ("unit", "place", "on", "leader", *PARTIES):
            self.last.stats = values
            return
        if self.terms.kind(self.terms.before(place, "noise")) == "both" and self.units:
            for unit in self.units.values():
                unit.stats = unit.stats or dict(values)
            return
        named = self.lead(place, "leader", "num") in PARTIES
        known = [
            unit for unit in self.units.values() if unit.stats == values and not (named and unit.side != self.side)
        ]
        definite = self.terms.kind(place - 1) == "the" or self.terms.kind(place - 1) in ("mine", "theirs")
        spaced = self.terms.kind(self.after(place, "on", "open")) == "place"
        if len(known) == 1 and definite and not spaced and self.count == 1:
            self.last, self.side = known[0], known[0].side
            self._mention(self.side, place)
            return
        object_ = self.lead(place, "num") in (*_OBJECT, "by")
        letter = self.side or "r"
        if not named and self.units:
            letter = self._unnamed_side(letter, object_, self.lead(place) in ("and", "with"))
        for _ in range(self.count):
            self.last = self.new(letter)
            self.last.stats = dict(values)
        self.side = letter
        if named:
            self.named = self.last
        else:
            self._mention(letter, place)
        self._close_relation(place)
        self._take_place()

    def _close_relation(self, place: int) -> None:
        """Take a unit for the one from which another stands so, if it follows at once."""
        if self.open_relation is not None and self.lead(place, "leader", *PARTIES) in _RELATIONS:
            self.open_relation.other = self.last if self.last is not self.open_relation.one else None
        self.open_relation = None

    def _unnamed_side(self, letter: str, object_: bool, listed: bool) -> str:
        """Return the side of a further unit whose side is not said."""
        known = {unit.side for unit in self.units.values()}
        said = any(term.kind in PARTIES for term in self.terms.all)
        if object_:
            return OTHER[self.subject or "r"]
        if not said and len(known) == 1 and sum(term.kind == "stats" for term in self.terms.all) == 2:
            return OTHER[next(iter(known))]
        if listed or said or len(known) == 2:
            return letter
        return "b" if known == {"r"} else "r"

    def stat(self, stat: str, place: int) -> int:
        """Read a stat with its number, which may come before it."""
        terms = self.terms
        after = self.after(place, "open")
        number = after if terms.kind(after) == "num" else -1
        if number < 0 and terms.kind(place - 1) == "num" and not terms.used[place - 1]:
            number = place - 1
        nobody = self.last is None and self.side is None
        if number >= 0 and not self.army and (nobody or self.lead(min(place, number)) in ("", "stop")):
            # whose it is shows from what is asked
            self.loose[stat] = terms.value(number)
            terms.use(place, number)
            return max(place, number) + 1
        if self.last is None and self.side is not None and not self.army:
            self.last = self.new(self.side)
        if number < 0 or self.last is None:
            return place + 1
        left = self.terms.next(number, "noise")
        if terms.kind(left) == "remaining":
            terms.use(left)
            self.last.con = terms.value(number)
        elif self.last.stats.get(stat, terms.value(number)) == terms.value(number):
            self.last.stats[stat] = terms.value(number)
        elif stat == "c":
            self.last.con = terms.value(number)
        else:
            self.faults.append(f"{self.last.id}: two numbers for one stat")
        terms.use(place, number)
        return max(place, number) + 1

    def _on_stat_s(self, place: int) -> int:
        return self.stat("s", place)

    def _on_stat_d(self, place: int) -> int:
        return self.stat("d", place)

    def _on_stat_i(self, place: int) -> int:
        # without a number it is the one who asks
        if self.army and self.terms.kind(place + 1) != "num":
            self.terms.use(place)
            return place + 1
        if self.numbered(place):
            return self.stat("i", place)
        return self.whose(self.me, place) if self.terms.text(place) == "i" else place + 1

    def _on_stat_c(self, place: int) -> int:
        return self.stat("c", place)

    def _on_worn(self, place: int) -> int:
        after = self.after(place, "stat_c")
        if self.terms.kind(after) == "num" and self.last is not None:
            self.last.con = self.terms.value(after)
            self.terms.use(*range(place, after + 1))
            return after + 1
        return place + 1

    def _on_all_stats(self, place: int) -> int:
        """Read `all stats 3`, `3 in every stat`."""
        after = self.after(place)
        number = after if self.terms.kind(after) == "num" else self.terms.before(place, *FILL, "on")
        if self.terms.kind(number) != "num" or (number < place and self.terms.used[number]):
            return place + 1
        self.terms.use(place, number)
        values = dict.fromkeys(STATS, self.terms.value(number))
        self.stats_said(values, min(place, number))
        return max(place, number) + 1

    # how units stand to each other

    def relate(self, place: int, way: str | None, far: int | None) -> None:
        """Note how the unit that was named last stands to another, which may follow."""
        if self.last is None:
            self.faults.append(f"'{self.terms.all[place].text}': of whom is not said")
            return
        self.open_relation = Relation(self.last, None, way, far)
        self.relations.append(self.open_relation)

    def _on_beside(self, place: int) -> int:
        self.terms.use(place)
        self.relate(place, None, 1)
        return place + 1

    def otherwise(self, place: int) -> int:
        """Read `in front of`, `two Spaces east of`."""
        near, _, way = self.terms.kind(place).partition("_")
        if near not in ("rel", "near"):
            return super().otherwise(place)
        self.terms.use(place)
        far = self.far_before(place) or (1 if near == "near" else None)
        if far is None and self.open_relation is not None and self.open_relation.way is None:
            self.open_relation.way = way
        else:
            self.relate(place, way, far)
        return place + 1

    def _on_apart(self, place: int) -> int:
        far = self.far_before(place)
        if far is not None:
            self.terms.use(place)
            self.relate(place, None, far)
        return place + 1

    def _on_distance(self, place: int) -> int:
        after = self.after(place)
        if self.terms.kind(after) == "num":
            self.terms.use(place, after)
            self.relate(place, None, self.terms.value(after))
            return after + 1
        return place + 1

    def far_before(self, place: int) -> int | None:
        """Use the number that stands just before a term, and return it."""
        number = self.terms.before(place, "noise", "the", "to")
        if self.terms.kind(number) != "num" or self.terms.used[number]:
            return None
        self.terms.use(number)
        return int(self.terms.value(number))

    def _on_num(self, place: int) -> int:
        after = self.after(place, "other", "times", "with", *PARTIES)
        # a figure just before stats may be a slip, a word or `units` shows that it counts
        counts = after > place + 1 or not self.terms.all[place].text.isdecimal()
        number = self.terms.value(place)
        if self.terms.kind(after) == "stats" and counts and 0 < number <= _MOST:
            self.count = number
            self.terms.use(place, *(n for n in range(place, after) if self.terms.kind(n) == "times"))
        return place + 1
