"""Read a question about the line between two hexes."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms

from ..battle.board import board_of
from ..rules import TitanRules

# no hexes of a Battleland are farther apart
_MOST = 12


class Standing(msgspec.Struct):
    """A hex of a text, and who stands there."""

    hex: str
    who: str | None = None


class Line(StepReader):
    """What a text tells about a line: the Battleland, and the hexes in the order in which they are named."""

    skipped: ClassVar[tuple[str, ...]] = (
        *(
            "noise",
            "topic",
            "clause",
            "open",
            "close",
            "stop",
            "sees",
            "to",
            "at",
            "on",
            "in",
            "and",
            "between",
            "hexes",
        ),
        *("mine", "theirs", "where", "over", "attacker", "defender", "by", "onto", "into", "it", "me", "with"),
        *("person", "and", "away", "range", "shoot", "need", "or", "hit", "another", "both"),
    )

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms)
        self.land: str | None = None
        self.places: list[Standing] = []
        self.who: str | None = None
        self.faults: list[str] = []
        # hazards that are said to be in a hex, or on the way
        self.printed: list[tuple[str, str]] = []

    def _on_land(self, place: int) -> int:
        self.terms.use(place)
        land = str(self.terms.value(place))
        if self.land not in (None, land):
            self.faults.append(f"{self.land} and {land}: a battle is on one Battleland")
        self.land = land
        return place + 1

    def _on_who(self, place: int) -> int:
        term = self.terms.all[place]
        self.terms.use(place)
        before = self.terms.before(place, "noise", "open", "clause", "mine", "theirs")
        after = self.terms.next(place, "noise", "at", "on", "in", "hexes", "open")
        if self.terms.kind(after) == "hex":
            self.who = str(term.value)
        elif self.terms.kind(before) == "hex" and self.places and self.places[-1].who is None:
            self.places[-1].who = str(term.value)
        else:
            self.faults.append(f"where the {term.text} stands is not said")
        return place + 1

    def _on_hex(self, place: int) -> int:
        self.terms.use(place)
        label = str(self.terms.value(place))
        known = next((one for one in self.places if one.hex == label), None)
        if known is None:
            known = Standing(label)
            self.places.append(known)
        if self.who is not None:
            known.who, self.who = self.who, None
        return place + 1

    def _on_hazard(self, place: int) -> int:
        """Read `the tree at C3`, and `across two walls`: what lies on the way is checked on the board."""
        terms = self.terms
        terms.use(place)
        after = terms.next(place, "noise", "hexes", "at", "on", "in", "open")
        label = ""
        lead = terms.kind(terms.before(place, "noise"))
        if terms.kind(after) == "hex" and lead not in ("from", "to", "and", "between"):
            label = str(terms.value(after))
            terms.use(after)
        self.printed.append((label, str(terms.value(place))))
        return after + 1 if label else place + 1

    def _on_num(self, place: int) -> int:
        """Read a number that somebody supposes: range 4, three hexes, two walls, can one see."""
        terms = self.terms
        beside, number = (terms.kind(place - 1), terms.kind(place + 1)), terms.value(place)
        seen = number == 1 and beside[1] == "sees"
        if seen or (number <= _MOST and ("range" in beside or beside[1] in ("hexes", "hazard"))):
            terms.use(place)
        return place + 1

    def _on_from(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    _on_range = _on_from


def read(terms: Terms, rules: TitanRules, judge: Judge) -> Spoken:
    """Return the strict line of a question about a line; raises NotUnderstood."""
    told = Line(terms)
    told.read_all()
    left = terms.left(*Line.skipped)
    known = sum(terms.used) - 3 * len(left)
    faults = [f"'{term.text}' is not understood here" for term in left] + told.faults
    ends = told.places[:2]
    if len(ends) < 2:
        faults.append("from which hex to which is not said")
        ends = [*ends, *(Standing(label) for label in ("C3", "C5") if all(one.hex != label for one in ends))][:2]
    further = [one.hex for one in told.places[2:] if one.who is None]
    if further:
        faults.append(f"{', '.join(further)}: a line has two ends, and nobody is said to stand there")
    land = told.land or next(iter(rules.battlelands.battlelands))
    board = board_of(rules, land)
    around = {name for names in board.hazards for name in names}
    around |= {name for found in board.crossings.values() for name, _ in found}
    for label, hazard in told.printed:
        here = set(board.hazards[board.index[label]]) if label in board.index else around if not label else set()
        if hazard not in (*here, rules.battlelands.ground):
            faults.append(f"there is no {hazard} {f'on {label} ' if label else ''}of {land}")
    clauses = [f"attacker {one.who} {one.hex}" for one in told.places if one.who is not None]
    line = "; ".join([land, *clauses, f"sees {ends[0].hex} at {ends[1].hex}"])
    if faults or judge(line) is None:
        raise NotUnderstood(
            faults or ["this line cannot be ruled on"], line if judge(line) is not None else None, known
        )
    return Spoken(line, {} if told.land is not None else {"battleland": land})
