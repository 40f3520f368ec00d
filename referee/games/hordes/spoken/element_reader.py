"""Reads the terms of a text about elements on a table: who, how many, how far, in what going."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Terms

from ..rules import HordesRules
from .combat_reader import PARTIES, PERSONS
from .names import stand_in, vocabulary

# as many elements or points as a text counts
_COUNTED = 30
# how far a terrain reaches to each side
_WIDE = 600
# the kinds that say where what follows belongs: to the first rank or to the second
_RANKS = ("who", "behind", "rear", "supportrank", "frontrank")
_VERBS = ("shoot", "bespell", "charge", "fight", "reaches", "kill", "target")


class Reader(StepReader):
    """Read the terms of a text about elements on a table: who, how many, how far, in what going."""

    skipped: ClassVar[tuple[str, ...]] = (
        *("noise", "asks", "clause", "stop", "open", "close", "result", "and", "in", "on", "at", "to", "into"),
        *("them", "legal", *PERSONS, *PARTIES),
    )

    def __init__(self, terms: Terms, words: tuple[str, ...], classes: Mapping[str, frozenset[str]]) -> None:
        super().__init__(terms)
        self.words, self.classes = words, classes
        self.who: list[tuple[str, int | None]] = []
        # where each of them is named first
        self.named: list[int] = []
        self.paces: int | None = None
        self.going: str | None = None
        self.unseen: bool | None = None
        # the points that an army is said to have
        self.ap: int | None = None
        # up to which element a number is said
        self.counted = 0
        # whether the second acts on the first, and whether an element that is not named is the target
        self.passive = self.target = self.mutual = False
        # one that is said to shoot, and whether a text says that one moves into contact
        self.shooter: str | None = None
        # before whom another stands: a horde 200 paces in front of my shooter
        self.viewer: str | None = None
        self.charges = False
        # of a second rank: its type, its going, and whether it is attacked
        self.behind: str | None = None
        self.behind_going: str | None = None
        self.attacked = self.split = False
        # of one that is hit: on which edge, whether it is engaged in front, and by whom
        self.edge: str | None = None
        self.engaged = False
        self.holder: str | None = None
        self.turner: str | None = None
        self.breaker: str | None = None
        # one that stands on the flank or rear of another
        self.flanker: str | None = None
        self.faults: list[str] = []

    def otherwise(self, place: int) -> int:
        if self.terms.kind(place) in (*self.skipped, *self.words):
            self.terms.use(place)
        return place + 1

    def _on_num(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "paces" or distance(self.terms, place):
            if self.paces is not None:
                self.faults.append(f"{self.paces} and {self.terms.value(place)} paces: which of them counts?")
            self.paces = self.terms.value(place)
            before = self.terms.before(place, "noise")
            if self.terms.kind(before) in ("by", "at", "from"):
                self.terms.use(before)
            end = after if self.terms.kind(after) == "paces" else place
            self.terms.use(place, end)
            return end + 1
        if self.terms.kind(after) == "ap" and "army" in self.words:
            self.ap = self.terms.value(place)
            self.terms.use(place, after)
            return after + 1
        if self.terms.kind(after) == "who" and not any(self.terms.text(n) in ("a", "an") for n in range(place, after)):
            self._name(after, self.terms.value(place))
            self.counted = len(self.who)
            self.terms.use(place, after)
            return after + 1
        if (
            "army" in self.words
            and len(self.who) > self.counted
            and self.terms.kind(self.terms.before(place, "noise")) == "who"
        ):
            # the number after its element: blades 10
            self.who[-1] = (self.who[-1][0], self.terms.value(place))
            self.counted = len(self.who)
            self.terms.use(place)
        return place + 1

    def _on_general(self, place: int) -> int:
        """Read `with the general`, `next to my general`: no paces lie between them."""
        before = self.terms.before(place, "noise", *PARTIES)
        if "of_general" in self.words and self.terms.kind(before) in ("with", "beside") and not self._far_said():
            self.terms.use(before)
            self.paces, self.unseen = 0, False
        return self.otherwise(place)

    def _on_incommand(self, place: int) -> int:
        if "pips" in self.words and not self._far_said():
            # an element within command is as near as one beside the General
            self.paces, self.unseen = 0, False
        return self.otherwise(place)

    def _far_said(self) -> bool:
        return any(term.kind in ("paces", "see", "hidden") for term in self.terms.all)

    def _on_breakoff(self, place: int) -> int:
        """Read who breaks off: the one just before the verb, or mine where `they` or `I` stand there."""
        self.otherwise(place)
        before = self.terms.before(place, "noise", *PARTIES, *PERSONS)
        mine = [n for n in self.named if self.terms.kind(self.terms.before(n, "noise")) == "mine"]
        if self.terms.kind(before) == "who":
            self.breaker = self.terms.value(before)
        elif len(mine) == 1 and len(self.named) > 1:
            self.breaker = self.terms.value(mine[0])
        elif len(self.named) > 1 and any(self.terms.text(n).startswith("hold") for n in range(*self.named[:2])):
            # spears hold knights: may they break off
            self.breaker = self.terms.value(self.named[1])
        return place + 1

    def _name(self, place: int, number: int | None) -> None:
        self.who.append((self.terms.value(place), number))
        self.named.append(place)

    def _on_charge(self, place: int) -> int:
        self.charges = True
        return self.otherwise(place)

    def _on_reaches(self, place: int) -> int:
        self.charges = self.charges or "contact" in self.terms.text(place)
        return self.otherwise(place)

    def _on_paces(self, place: int) -> int:
        if "move" in self.words and "pips" not in self.words:
            # how many paces
            self.terms.use(place)
        return place + 1

    def _on_who(self, place: int) -> int:
        terms, term = self.terms, self.terms.all[place]
        terms.use(place)
        after = terms.kind(terms.next(place, "noise"))
        before = terms.kind(terms.before(place, "noise", *PARTIES))
        if "behind" in self.words and (after in ("behind", "rear") or before in ("supportrank", "supported")):
            self.behind = term.value
        if after == "range" or (before == "from" and terms.kind(self._before_from(place)) in ("range", "shoot")):
            self.shooter = term.value
        ahead = terms.before(place, "noise", *PARTIES)
        if before in ("supported", "paces") and "front" in self.terms.text(ahead) and self.who:
            self.viewer = term.value
        again = any(name == term.value for name, _ in self.who)
        if again and ("behind" in self.words or ("army" not in self.words and self._same(place))):
            return place + 1
        if before == "with" and len(self.who) == 1 and self._acted():
            # with whom somebody acts: can I charge blades with my knights
            terms.use(terms.before(place, "noise", *PARTIES))
            self.passive = True
        self._name(place, None if term.many else 1)
        return place + 1

    def _before_from(self, place: int) -> int:
        return self.terms.before(self.terms.before(place, "noise", *PARTIES), "noise")

    def _same(self, place: int) -> bool:
        """Return whether a second mention means the same: the blade ... the blade."""
        parties = {self.terms.kind(self.terms.before(one, "noise")) for one in self.named}
        party = self.terms.kind(self.terms.before(place, "noise"))
        verbs = sum(self.terms.kind(step) in _VERBS for step in range(self.named[0], place))
        return len(self.who) > 1 or not verbs or (party in PARTIES and party in parties)

    def _acted(self) -> bool:
        """Return whether a verb is said before the first element: it has no subject but `I` or `he`."""
        return any(self.terms.kind(step) in _VERBS for step in range(self.named[0]))

    def _on_going(self, place: int) -> int:
        terms, going = self.terms, self.terms.value(place)
        before = terms.before(place, "noise")
        if terms.kind(before) in ("in", "on"):
            terms.use(before)
        terms.use(place)
        return self._goes(place, going)

    def _on_acrosswater(self, place: int) -> int:
        if "move" not in self.words or "pips" in self.words:
            return place + 1
        self.terms.use(place)
        return self._goes(place, "water")

    def _goes(self, place: int, going: str) -> int:
        if "behind" in self.words and self._of_second_rank(place):
            self.behind_going = going
            return place + 1
        if self.going not in (None, going):
            self.faults.append(f"{self.going} and {going}: ask of one going at a time")
        self.going = going
        return place + 1

    def _of_second_rank(self, place: int) -> bool:
        """Return whether what is just said is about those who support: `spears in a wood support`."""
        kinds = [term.kind for term in self.terms.all]
        here = next((n for n in range(place, -1, -1) if kinds[n] in _RANKS), None)
        if here is None:
            return False
        if kinds[here] != "who":
            return kinds[here] != "frontrank"
        if kinds[self.terms.before(here, "noise", *PARTIES)] == "frontrank":
            return False
        if kinds[self.terms.before(here, "noise", *PARTIES)] == "supportrank":
            return True
        supports = next((n for n, kind in enumerate(kinds) if kind == "support"), len(kinds))
        # `in front of` leads to the first rank, `supported by` to the second
        backed = any(term.kind == "supported" and "front" not in term.text.lower() for term in self.terms.all)
        return here < supports and not backed and not self._told_behind(here)

    def _told_behind(self, who: int) -> bool:
        return any(self.terms.kind(n) in ("behind", "rear") for n in range(who + 1, len(self.terms)))

    def _on_cannot(self, place: int) -> int:
        skipped = ("noise", "them", *PERSONS) if self.terms.kind(place) == "cannot" else ("noise",)
        after = self.terms.next(place, *skipped)
        if self.terms.kind(after) == "see":
            self.terms.use(place, after)
            self.unseen = True
            return after + 1
        return place + 1

    _on_not = _on_cannot

    def _on_see(self, place: int) -> int:
        self.terms.use(place)
        self.unseen = False
        return place + 1

    def _on_hidden(self, place: int) -> int:
        self.terms.use(place)
        self.unseen = True
        return place + 1

    def _on_target(self, place: int) -> int:
        if "target" in self.words:
            self.terms.use(place)
            self.target = True
        return place + 1

    def _on_rangeof(self, place: int) -> int:
        if "rangeof" in self.words:
            self.terms.use(place)
            self.mutual = True
        return place + 1

    def _on_by(self, place: int) -> int:
        if self.terms.kind(self.terms.before(place, "noise", "in", "on", "flank", "rear", *PARTIES)) in _VERBS:
            self.terms.use(place)
            self.passive = True
            return place + 1
        return self.otherwise(place)

    def _on_notattacked(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_fight(self, place: int) -> int:
        if "attacked" in self.words and self.terms.text(place) in ("attacked", "fighting", "fought"):
            return self._on_attacked(place)
        if "engaged" in self.words:
            return self._on_engaged(place)
        if "range" in self.words and self.terms.text(place) in ("against", "vs", "versus"):
            self.terms.use(place)
            return place + 1
        return self.otherwise(place)

    def _on_contacts(self, place: int) -> int:
        return self._on_attacked(place) if "attacked" in self.words else self.otherwise(place)

    def _on_attacked(self, place: int) -> int:
        """Read that a rank is attacked, which matters of the second alone."""
        self.terms.use(place)
        kinds = [term.kind for term in self.terms.all]
        here = next((n for n in range(place, -1, -1) if kinds[n] in _RANKS), -1)
        self.attacked = self.attacked or (here >= 0 and kinds[here] != "frontrank" and self._of_second_rank(place))
        return place + 1

    def _on_turnface(self, place: int) -> int:
        """Read who turns: the one just before the verb, or just after it."""
        if "turnface" in self.words:
            self.terms.use(place)
            before = self.terms.before(place, "noise", *PARTIES)
            if self.terms.kind(before) == "who":
                self.turner = self.terms.value(before)
        return place + 1

    def _on_flank(self, place: int) -> int:
        return self._edge("flank", place)

    _on_flanked = _on_flank

    def _on_rear(self, place: int) -> int:
        return self._edge("rear", place)

    def _edge(self, edge: str, place: int) -> int:
        if "edge" not in self.words:
            return self.otherwise(place)
        if self.edge not in (None, edge):
            self.faults.append("on its flank or in its rear: ask of one at a time")
        self.edge = edge
        self.terms.use(place)
        before = self.terms.before(place, "noise", *PARTIES)
        if self.terms.kind(before) in ("on", "in", "with", "at"):
            self.terms.use(before)
        elif self.terms.kind(before) == "who" and self.terms.text(place).startswith(("on", "in")):
            # a knight on the flank
            self.flanker = self.terms.value(before)
        return place + 1

    def _on_front(self, place: int) -> int:
        if "engaged" not in self.words:
            return self.otherwise(place)
        # the one named last before it is in front
        self.terms.use(place)
        before = self.terms.before(place, "noise", *PARTIES)
        if self.terms.kind(before) == "who":
            self.engaged, self.holder = True, self.terms.value(before)
        return place + 1

    def _on_engaged(self, place: int) -> int:
        """Read that the one that is hit fights somebody in front, and whom."""
        if "attacked" in self.words:
            return self._on_attacked(place)
        if "engaged" not in self.words:
            return self.otherwise(place)
        terms = self.terms
        terms.use(place)
        before = terms.kind(terms.before(place, "noise", *PARTIES))
        after = terms.next(place, "noise", "with", "by", *PARTIES)
        edged = any(terms.kind(n) in ("flank", "flanked", "rear") for n in self._clause(place))
        fights = terms.kind(place) != "fight" or self.terms.text(place) in ("fighting", "fights", "facing", "faces")
        if not fights or (edged and terms.kind(place) == "fight" and before != "noise" and self._third() is None):
            return place + 1
        if terms.kind(after) == "who":
            self.engaged, self.holder = True, terms.value(after)
        elif terms.kind(place) == "engaged":
            self.engaged = True
        return place + 1

    def _third(self) -> str | None:
        names = list(dict.fromkeys(term.value for term in self.terms.all if term.kind == "who"))
        return names[2] if len(names) > 2 else None

    def _clause(self, place: int) -> range:
        """Return the places of the terms between two marks."""
        marks = ("clause", "stop")
        low = next((n for n in range(place, -1, -1) if self.terms.kind(n) in marks), -1)
        high = next((n for n in range(place, len(self.terms)) if self.terms.kind(n) in marks), len(self.terms))
        return range(low + 1, high)


def distance(terms: Terms, place: int) -> bool:
    """Return whether a number is one of paces, as there are not so many elements or points: 300, break off by 250."""
    following = terms.kind(terms.next(place, "noise"))
    return terms.kind(place) == "num" and terms.value(place) > _COUNTED and following not in ("paces", "ap", "who")


def clause(army: str, ident: str, name: str, x: float, y: float, facing: int = 0) -> str:
    """Return the clause of an element that stands on a table."""
    return f"{army} {name} id {ident} x {x:g} y {y:g} facing {facing}"


def ground(rules: HordesRules, going: str, x: float, low: float, high: float) -> list[str]:
    """Return the clause of a patch of terrain around some places, none for good going."""
    facts = rules.table.goings[going]
    if not facts.bad and going != "water":
        return []
    corners = [[x - _WIDE, low], [x + _WIDE, low], [x + _WIDE, high], [x - _WIDE, high]]
    terrain = stand_in(rules, going) if going in vocabulary(rules).stand_ins else going
    return [f"ground t {terrain} polygon {[[round(a), round(b)] for a, b in corners]}"]
