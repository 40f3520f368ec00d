"""Reads the terms of a text about elements on a table: who, how many, how far, in what going."""

from __future__ import annotations

from typing import ClassVar

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Terms

from ..rules import HordesRules

# the terrain that stands for a going, and how far it reaches to each side
_TERRAIN = {"bad": "wood", "water": "lake"}
_WIDE = 600


class Reader(StepReader):
    """Read the terms of a text about elements on a table: who, how many, how far, in what going."""

    skipped: ClassVar[tuple[str, ...]] = (
        *("noise", "asks", "clause", "stop", "open", "close"),
        *("mine", "theirs", "first_person", "other_person", "them"),
    )

    def __init__(self, terms: Terms, words: tuple[str, ...]) -> None:
        super().__init__(terms)
        self.words = words
        self.who: list[tuple[str, int | None]] = []
        self.paces: int | None = None
        self.going: str | None = None
        self.unseen: bool | None = None
        # the points that an army is said to have
        self.ap: int | None = None
        # up to which element a number is said
        self.counted = 0
        # whether the second acts on the first, and whether an element that is not named is the target
        self.passive = self.target = self.mutual = False
        # whether a text says that one moves into contact
        self.charges = False
        # of a second rank: its type, its going, and whether it is attacked
        self.behind: str | None = None
        self.behind_going: str | None = None
        self.attacked = self.split = False
        # of one that is hit: on which edge, and whether it is engaged in front
        self.edge: str | None = None
        self.engaged = self.flanker_first = False
        self.faults: list[str] = []

    def otherwise(self, place: int) -> int:
        if self.terms.kind(place) in (*self.skipped, *self.words):
            self.terms.use(place)
        return place + 1

    def _on_num(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "paces":
            if self.paces is not None:
                self.faults.append(f"{self.paces} and {self.terms.value(place)} paces: which of them counts?")
            self.paces = self.terms.value(place)
            before = self.terms.before(place, "noise")
            if self.terms.kind(before) in ("by", "at"):
                self.terms.use(before)
            self.terms.use(place, after)
            return after + 1
        if self.terms.kind(after) == "ap" and "army" in self.words:
            self.ap = self.terms.value(place)
            self.terms.use(place, after)
            return after + 1
        if self.terms.kind(after) == "who":
            self.who.append((self.terms.value(after), self.terms.value(place)))
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

    def _on_charge(self, place: int) -> int:
        self.charges = True
        return self.otherwise(place)

    def _on_reaches(self, place: int) -> int:
        self.charges = self.charges or "contact" in self.terms.all[place].text.lower()
        return self.otherwise(place)

    def _on_paces(self, place: int) -> int:
        if "move" in self.words and "pips" not in self.words:
            # how many paces
            self.terms.use(place)
        return place + 1

    def _on_who(self, place: int) -> int:
        term = self.terms.all[place]
        self.terms.use(place)
        after = self.terms.kind(self.terms.next(place, "noise"))
        before = self.terms.kind(self.terms.before(place, "noise"))
        if "behind" in self.words and (after in ("behind", "rear") or before in ("supportrank", "supported")):
            self.behind = term.value
        if "behind" in self.words and any(name == term.value for name, _ in self.who):
            return place + 1
        if "charge" in self.words and before == "with" and len(self.who) == 1:
            self.passive = True
        self.who.append((term.value, None if term.many else 1))
        return place + 1

    def _on_going(self, place: int) -> int:
        terms, going = self.terms, self.terms.value(place)
        before = terms.before(place, "noise")
        lead = terms.kind(before)
        if lead in ("in", "on"):
            terms.use(before)
        terms.use(place)
        if "behind" in self.words and self._of_second_rank(before):
            self.behind_going = going
            return place + 1
        if self.going not in (None, going):
            self.faults.append(f"{self.going} and {going}: ask of one going at a time")
        self.going = going
        return place + 1

    def _of_second_rank(self, place: int) -> bool:
        """Return whether a going just said is that of those who support: `spears in a wood support`."""
        kinds = [term.kind for term in self.terms.all]
        here = next((n for n in range(place, -1, -1) if kinds[n] in ("who", "behind", "rear", "supportrank")), None)
        if here is None:
            return False
        if kinds[here] != "who":
            return True
        supports = next((n for n, kind in enumerate(kinds) if kind == "support"), len(kinds))
        # `in front of` leads to the first rank, `supported by` to the second
        backed = any(term.kind == "supported" and "front" not in term.text.lower() for term in self.terms.all)
        return here < supports and not backed and not self._told_behind(here)

    def _told_behind(self, who: int) -> bool:
        return any(self.terms.kind(n) in ("behind", "rear") for n in range(who + 1, len(self.terms)))

    def _on_cannot(self, place: int) -> int:
        after = self.terms.next(place, "noise", "them", "other_person")
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
        if self.terms.kind(self.terms.before(place, "noise")) in ("shoot", "bespell", "charge", "fight", "reaches"):
            self.terms.use(place)
            self.passive = True
            return place + 1
        return self.otherwise(place)

    def _on_notattacked(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_fight(self, place: int) -> int:
        if "attacked" in self.words and self.terms.all[place].text.lower() in ("attacked", "fighting", "fought"):
            self.terms.use(place)
            self.attacked = True
            return place + 1
        if "range" in self.words and self.terms.all[place].text.lower() in ("against", "vs", "versus"):
            self.terms.use(place)
            return place + 1
        return self.otherwise(place)

    def _on_flank(self, place: int) -> int:
        return self._edge("flank", place)

    def _on_flanked(self, place: int) -> int:
        return self._edge("flank", place)

    def _on_rear(self, place: int) -> int:
        return self._edge("rear", place)

    def _edge(self, edge: str, place: int) -> int:
        if "edge" not in self.words:
            return self.otherwise(place)
        if self.edge not in (None, edge):
            self.faults.append("on its flank or in its rear: ask of one at a time")
        self.edge = edge
        self.terms.use(place)
        before = self.terms.before(place, "noise", "mine", "theirs")
        if self.terms.kind(before) in ("on", "in", "with", "at"):
            self.terms.use(before)
        self.flanker_first = not self.engaged
        return place + 1

    def _on_engaged(self, place: int) -> int:
        if "engaged" in self.words:
            self.terms.use(place)
            self.engaged = True
        return place + 1


def clause(army: str, ident: str, name: str, x: float, y: float, facing: int = 0) -> str:
    """Return the clause of an element that stands on a table."""
    return f"{army} {name} id {ident} x {x:g} y {y:g} facing {facing}"


def ground(rules: HordesRules, going: str, x: float, low: float, high: float) -> list[str]:
    """Return the clause of a patch of terrain around some places, none for good going."""
    facts = rules.table.goings[going]
    if not facts.bad and going != "water":
        return []
    corners = [[x - _WIDE, low], [x + _WIDE, low], [x + _WIDE, high], [x - _WIDE, high]]
    return [f"ground t {_TERRAIN.get(going, going)} polygon {[[round(a), round(b)] for a, b in corners]}"]
