"""Whose a thing is: red or blue, mine or theirs, and whom a pronoun means."""

from __future__ import annotations

from typing import ClassVar

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Term, Terms

Place = tuple[int, int]
SIDES = {"r": "red", "b": "blue"}
OTHER = {"r": "b", "b": "r"}
PARTIES = ("red", "blue", "mine", "theirs", "enemy", "first_person", "other_person")
# words that carry nothing between two terms
FILL = ("noise", "the", "be", "it", "piece", "pieces", "to", "from", "there", "me", "other_one", "battalion")
MARKS = ("clause", "stop", "open", "close")
_COLOURS = {"red": "r", "blue": "b"}
_STATS = ("stat_s", "stat_d", "stat_i", "stat_c")


def gathered(terms: list[Term]) -> list[Term]:
    """Return terms with four stats told one by one, such as `S4 D2 I2 C4`, as one term."""
    out: list[Term] = []
    place = 0
    while place < len(terms):
        end, found = _four(terms, place)
        if found is None:
            out.append(terms[place])
            place += 1
            continue
        text = " ".join(term.text for term in terms[place:end])
        out.append(Term("stats", found, text, terms[place].begin, terms[end - 1].end))
        place = end
    return out


def _four(terms: list[Term], place: int) -> tuple[int, tuple[int, ...] | None]:
    """Return where four different stats with their numbers end, and these in their order."""
    found: dict[str, int] = {}
    while place < len(terms) and len(found) < len(_STATS):
        kind, end = terms[place].kind, place + 1
        while kind in _STATS and end < len(terms) and terms[end].kind in ("noise", "be", "open"):
            end += 1
        number = terms[end] if end < len(terms) else None
        if kind == "num" and number is not None and number.kind in _STATS:
            kind, number = number.kind, terms[place]
        if kind not in _STATS or kind in found or number is None or number.kind != "num":
            return place, None
        found[kind] = number.value
        place = end + 1
        while len(found) < len(_STATS) and place < len(terms) and terms[place].kind in ("clause", "and", "noise"):
            place += 1
    return place, tuple(found[kind] for kind in _STATS) if len(found) == len(_STATS) else None


class PartyReader(StepReader):
    """Reads the words for sides; `me` is the side of the one who asks, as far as a text says it."""

    skipped: ClassVar[tuple[str, ...]] = (*FILL, *MARKS)

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms)
        self.me = "r"
        # whether the one who asks speaks of themselves, so that `he` is the other player
        self.personal = False
        self.faults: list[str] = []
        self._find_speaker()

    def _find_speaker(self) -> None:
        for place, term in enumerate(self.terms.all):
            if term.kind == "stat_i" and not self.numbered(place):
                self.personal = self.personal or term.text.lower() == "i"
            if term.kind not in ("mine", "theirs", "first_person"):
                continue
            self.personal = self.personal or term.kind != "theirs"
            after = self.after(place, "leader", "play")
            kind = self.terms.kind(after)
            letter = self.terms.value(after)[0] if kind == "unit" else _COLOURS.get(kind)
            if letter is not None:
                self.me = OTHER[letter] if term.kind == "theirs" else letter

    def letter(self, kind: str) -> str | None:
        """Return the side that the word for one names: red, blue, mine, theirs; None for another kind of term."""
        return {**_COLOURS, "mine": self.me, "theirs": OTHER[self.me]}.get(kind)

    def numbered(self, place: int) -> bool:
        """Return whether a number belongs to the stat at a place."""
        return self.terms.kind(self.after(place)) == "num" or self.terms.kind(place - 1) == "num"

    def after(self, place: int, *more: str) -> int:
        """Return the next place whose term carries something and is of none of some kinds."""
        return self.terms.next(place, *FILL, *more)

    def lead(self, place: int, *more: str) -> str:
        """Return the kind of the last term before a place that carries something and is of none of some kinds."""
        return self.terms.kind(self.terms.before(place, *FILL, *more))

    def otherwise(self, place: int) -> int:
        if self.terms.kind(place) in self.skipped:
            self.terms.use(place)
        return place + 1

    def whose(self, letter: str, place: int) -> int:
        """Read the name of a side, and return the next place."""
        raise NotImplementedError

    def pronoun(self, place: int) -> int:
        """Read a pronoun for what was named before, and return the next place."""
        self.terms.use(place)
        return place + 1

    def direction(self, way: str, place: int) -> int:
        """Read a direction, and return the next place."""
        return place + 1

    def _on_direction_N(self, place: int) -> int:
        return self.direction("N", place)

    def _on_direction_E(self, place: int) -> int:
        return self.direction("E", place)

    def _on_direction_S(self, place: int) -> int:
        return self.direction("S", place)

    def _on_direction_W(self, place: int) -> int:
        return self.direction("W", place)

    def _on_red(self, place: int) -> int:
        return self.whose("r", place)

    def _on_blue(self, place: int) -> int:
        return self.whose("b", place)

    def _on_mine(self, place: int) -> int:
        return self.whose(self.me, place)

    _on_first_person = _on_mine

    def _on_theirs(self, place: int) -> int:
        return self.whose(OTHER[self.me], place)

    _on_enemy = _on_theirs

    def _on_me(self, place: int) -> int:
        """Read `me 3-2-2-3 at 4,4`; elsewhere it carries nothing."""
        if self.terms.kind(place + 1) in ("stats", "place"):
            return self.whose(self.me, place)
        self.terms.use(place)
        return place + 1

    def _on_other_one(self, place: int) -> int:
        if self.terms.kind(place + 1) in ("stats", "place"):
            return self.whose(OTHER[self.me], place)
        return self.pronoun(place)

    def _on_other_person(self, place: int) -> int:
        return self.whose(OTHER[self.me], place) if self.personal else self.pronoun(place)
