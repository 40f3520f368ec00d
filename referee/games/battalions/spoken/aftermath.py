"""Read a question about the end of a combat: whose Field it is where several leaders come out (BN-END)."""

from __future__ import annotations

from typing import ClassVar

from referee.core.spoken.terms import Spoken, Terms

from .parties import OTHER, PARTIES, SIDES, PartyReader, Place

_NAMES = {"r": "R1", "b": "B1", "g": "G1"}
# Spaces of a Field to each side, and what a leader is worth where nothing hangs on it
_SIZE = 5
_WORTH = 12
_LEAST, _MOST = 4, 20


class Aftermath(PartyReader):
    """Read the terms of a text about where leaders come out of a combat, and who was defending."""

    skipped: ClassVar[tuple[str, ...]] = (
        *PartyReader.skipped,
        *("and", "on", "field", "leader", "relative", "fought", "ends", "go", "army", "into", "become", "other"),
        *("with", "where", "whom", "do", "get", "when", "but", "by", "points", "remaining", "play"),
    )

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms)
        self.side: str | None = None
        self.both = False
        self.fields: dict[str, Place] = {}
        self.origins: dict[str, Place] = {}
        self.defender: str | None = None
        self.nobody = False
        self.worth: dict[str, int] = {}
        self.last: Place | None = None
        kinds = {term.kind for term in terms.all}
        self.valued = bool(kinds & {"worth", "points"})

    def whose(self, letter: str, place: int) -> int:
        self.terms.use(place)
        self.side = letter
        return place + 1

    def _on_both(self, place: int) -> int:
        self.terms.use(place)
        self.both = True
        return place + 1

    def _on_place(self, place: int) -> int:
        self.terms.use(place)
        where = self.terms.value(place)
        if self.terms.kind(self.terms.before(place, "noise", "the", "on", "field")) == "from" and self.side is not None:
            self.origins[self.side] = where
            return place + 1
        self.last = where
        named = {term.kind for term in self.terms.all[:place]} & set(PARTIES)
        letters = "rb" if self.both or (self.side and len(named) > 1 and not self.fields) else self.side
        for letter in letters or "":
            if self.fields.setdefault(letter, where) != where and not self._told_of_defence(place):
                self.faults.append(f"the leader of {SIDES[letter]} comes out in one Field")
        if not letters:
            self.faults.append(f"{self.terms.all[place].text}: whose leader is there is not said")
        return place + 1

    def _told_of_defence(self, place: int) -> bool:
        """Return whether a Field is named as the one that a side was defending."""
        return self.lead(place, "on", "field") in ("defended", "from")

    def _on_defended(self, place: int) -> int:
        self.terms.use(place)
        after = self.after(place, "by", "leader")
        by = self.lead(after) == "by" or self.terms.text(place).endswith("by")
        if by and self.terms.kind(after) in PARTIES:
            getattr(self, f"_on_{self.terms.kind(after)}")(after)
        if self.defender not in (None, self.side):
            self.faults.append("two sides were defending by these words: a Field has one defender")
        self.defender = self.side
        return place + 1

    def _on_undefended(self, place: int) -> int:
        self.terms.use(place)
        self.nobody = True
        return place + 1

    def _on_worth(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_num(self, place: int) -> int:
        if self.valued and self.side is not None and self.side not in self.worth:
            self.terms.use(place)
            self.worth[self.side] = self.terms.value(place)
        return place + 1


def read(terms: Terms, faults: list[str]) -> tuple[str | None, Spoken | None]:
    """Return the line of a question about the end of a combat, and what it means where nothing is wanting."""
    told = Aftermath(terms)
    told.read_all()
    faults += [*told.faults_left(), *told.faults]
    faults += [
        f"in which Field the leader of {colour} comes out is not said, as in Field 2,0"
        for letter, colour in SIDES.items()
        if letter not in told.fields
    ]
    one = told.fields.get("r") == told.fields.get("b")
    if told.nobody and told.defender is not None:
        faults.append("by these words a side was defending the Field, and nobody was")
    if one and told.defender is None and not told.nobody:
        faults.append("who was defending the Field is not said: red, blue or nobody")
    if one and told.nobody and set(told.worth) != set(SIDES):
        faults.append("what the survivors of each side are worth is not said, and the Field hangs on it")
    if any(not _LEAST <= worth <= _MOST for worth in told.worth.values()):
        faults.append(f"a leader alone is worth {_LEAST} to {_MOST} points")
    line = _line(told)
    assumed = {"start": "a side came from a Field beside that of its leader, where not told: there it goes back"}
    return line, None if faults else Spoken(line, assumed)


def _line(told: Aftermath) -> str:
    place = told.last or (2, 0)
    fields = {letter: told.fields.get(letter, place) for letter in SIDES}
    origins = {"r": (max(fields["r"][0] - 1, 0), fields["r"][1]), "b": (fields["b"][0] + 1, fields["b"][1])}
    if told.defender is not None:
        x, y = origins[told.defender] = fields[told.defender]
        # the other side came from a Field beside it, away from the edge of the board
        origins[OTHER[told.defender]] = (x - 1 if x > 1 else x + 1, y)
    origins |= told.origins
    nobody = fields["r"] == fields["b"] and told.nobody
    if nobody:
        origins["g"] = fields["r"]
    used = sorted({*origins.values(), *fields.values()})
    board = [max(one[axis] for one in used) + 2 for axis in (0, 1)]
    players = "red blue green" if nobody else "red blue"
    clauses = [f"mode overworld players {players} board {{fields: {board}, field_size: [{_SIZE}, {_SIZE}]}}"]
    units = []
    for number, (letter, origin) in enumerate(origins.items()):
        name, colour = _NAMES[letter], SIDES.get(letter, "green")
        clauses.append(f"battalion {name} {colour} field {list(origin)} leader {letter}1")
        if letter == "g":
            units.append(f"g1 {name} s 2 d 2 i 2 c 2 status destroyed")
            continue
        x, y = (part * _SIZE for part in fields[letter])
        units.append(f"{letter}1 {name} {_stats(told.worth.get(letter, _WORTH))} at {[x + 1 + number, y + 2]}")
    members = ", ".join(f"{{id: {_NAMES[letter]}, from: {list(origin)}}}" for letter, origin in origins.items())
    clauses.append(f"combat k1 used {[list(one) for one in used]} turn 10 battalions [{members}]")
    return "; ".join([*clauses, *units, "placement k1"])


def _stats(worth: int) -> str:
    """Return stats that cost so many points."""
    low, more = divmod(max(_LEAST, worth), 4)
    return " ".join(f"{stat} {low + (number < more)}" for number, stat in enumerate("sdic"))
