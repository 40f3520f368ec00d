"""Read a question about an army, a General, or one or two elements on an empty table."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms

from ..rules import HordesRules

# where the one that is asked about stands, in paces, and how far it goes where that is not said
_AT = (1000, 500)
_STEP = 150
# the terrain that stands for a going, and how far it reaches to each side
_TERRAIN = {"bad": "wood", "water": "lake"}
_WIDE = 600


class Reader(StepReader):
    """Read the terms of a text about elements on a table: who, how many, how far, in what going."""

    skipped: ClassVar[tuple[str, ...]] = (
        *("noise", "asks", "clause", "stop", "open", "close"),
        *("mine", "theirs", "first_person", "other_person"),
    )

    def __init__(self, terms: Terms, words: tuple[str, ...]) -> None:
        super().__init__(terms)
        self.words = words
        self.who: list[tuple[str, int | None]] = []
        self.paces: int | None = None
        self.going: str | None = None
        self.unseen: bool | None = None
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
            self.terms.use(place, after)
            return after + 1
        if self.terms.kind(after) == "who":
            self.who.append((self.terms.value(after), self.terms.value(place)))
            self.terms.use(place, after)
            return after + 1
        return place + 1

    def _on_who(self, place: int) -> int:
        term = self.terms.all[place]
        self.terms.use(place)
        self.who.append((term.value, None if term.many else 1))
        return place + 1

    def _on_going(self, place: int) -> int:
        if self.going not in (None, self.terms.value(place)):
            self.faults.append(f"{self.going} and {self.terms.value(place)}: ask of one going at a time")
        self.going = self.terms.value(place)
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) in ("in", "on"):
            self.terms.use(before)
        self.terms.use(place)
        return place + 1

    def _on_cannot(self, place: int) -> int:
        after = self.terms.next(place, "noise")
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


def read(terms: Terms, rules: HordesRules, judge: Judge) -> Spoken | None:
    """Return the strict line of a question about elements; None if a text is about no such thing, or NotUnderstood."""
    kinds = {term.kind for term in terms.all}
    for marks, words, make in _QUESTIONS:
        if all(kinds & set(one) for one in marks):
            reader = Reader(terms, words)
            reader.read_all()
            faults = [*reader.faults_left(), *reader.faults]
            if make is not _army and any((number or 1) > 1 for _, number in reader.who):
                faults.append("this is asked of single elements: leave out how many there are")
            found: Any = faults if faults else make(reader, rules, judge)
            if isinstance(found, list):
                raise NotUnderstood(faults or found)
            return found if isinstance(found, Spoken) else Spoken(str(found))
    return None


def _army(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    counts: dict[str, int] = {}
    for name, number in reader.who:
        if number is None:
            return [f"how many of {name} is not said"]
        counts[name] = counts.get(name, 0) + number
    return Spoken("army " + " ".join(f"{name} {number}" for name, number in counts.items()))


def _general(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    if len(reader.who) != 1:
        return ["ask of one type at a time who may be the General"]
    return Spoken(f"general {reader.who[0][0]}")


def _range(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    if len(reader.who) != 2:
        return ["who shoots, and at whom, is not said"]
    if reader.paces is None:
        return ["how far off the target is is not said"]
    x, y = _AT
    one, other = (name for name, _ in reader.who)
    shooter, target = _element("red", "r1", one, x, y, 0), _element("blue", "b1", other, x, y + reader.paces, 180)
    return Spoken(f"{shooter}; {target}; range r1 at b1", {"place": "straight ahead, and nothing between them"})


def _pips(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    if len(reader.who) != 1:
        return ["which element moves is not said"]
    if reader.paces is None:
        return ["how far it is from the General is not said"]
    lines = [_pips_line(reader, unseen) for unseen in ([reader.unseen] if reader.unseen is not None else [False, True])]
    if len({repr(judge(line)) for line in lines}) > 1:
        return ["whether the General can see it is not said, and the price hangs on it"]
    return Spoken(lines[0], {"general": "a Hero that is the General"})


def _pips_line(reader: Reader, unseen: bool | None) -> str:
    x, y, far = 1000, 300, reader.paces or 0
    clauses = [f"armies {json.dumps({'red': {'general': 'r1'}})}", _element("red", "r1", "hero", x, y, 0)]
    clauses.append(_element("red", "r2", reader.who[0][0], x, y + far, 0))
    if unseen:
        low, high = y + far * 4 // 9, y + far * 5 // 9
        clauses.append(f"ground w wood polygon {[[700, low], [1300, low], [1300, high], [700, high]]}")
    return "; ".join([*clauses, f"pips {json.dumps([{'move': 'r2', 'path': []}])}"])


def _move(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    if len(reader.who) != 1:
        return ["which element moves is not said"]
    name, going = reader.who[0][0], reader.going or "good"
    facts = rules.table.goings[going]
    if going not in ("good", "water", *_TERRAIN) and not facts.bad:
        return [f"a move on a {going} depends on where it leads: write it as a file"]
    x, y = 1200, 600
    move = rules.kinds[name].row.move
    most = move.bad if facts.bad else move.water if going == "water" else move.good
    paces = reader.paces if reader.paces is not None else min(_STEP, most or _STEP)
    clauses = [_element("red", "r1", name, x, y, 0)]
    if facts.bad or going == "water":
        kind = _TERRAIN.get(going, going)
        low, high = y - 500, y + 1700
        clauses.append(
            f"ground t {kind} polygon {[[x - _WIDE, low], [x + _WIDE, low], [x + _WIDE, high], [x - _WIDE, high]]}"
        )
    clauses.append(f"move r1 path {json.dumps([{'x': x, 'y': y + paces, 'facing': 0}])}")
    return Spoken("; ".join(clauses), {} if reader.paces is not None else {"path": f"{paces} paces straight ahead"})


def _break_off(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    if len(reader.who) != 2:
        return ["who breaks off, and from whom, is not said"]
    one, other = (name for name, _ in reader.who)
    least = rules.movement.break_off
    clauses = [_element("red", "r1", other, 1000, 1000, 0), _element("blue", "b1", one, 1000, 1000, 180)]
    paces = reader.paces if reader.paces is not None else least
    assumed = {} if reader.paces is not None else {"paces": f"{paces} paces, the least there is"}
    return Spoken(
        "; ".join([*clauses, f"break_off b1 paces {paces}"]), {**assumed, "contact": "front to front, on open ground"}
    )


def _element(army: str, ident: str, name: str, x: int, y: int, facing: int) -> str:
    return f"{army} {name} id {ident} x {x} y {y} facing {facing}"


# what a text must mention, which further kinds carry nothing in it, and what makes its line
_QUESTIONS: tuple[tuple[tuple[tuple[str, ...], ...], tuple[str, ...], Any], ...] = (
    ((("army",), ("legal",)), ("army", "legal", "and", "with", "in"), _army),
    (
        (("allowedas", "lead", "general"), ("allowedas", "lead", "legal")),
        ("allowedas", "lead", "general", "legal", "to"),
        _general,
    ),
    (
        (("pips",),),
        ("pips", "cost", "to", "move", "off", "front", "general", "from", "them", "in", "not", "at", "with"),
        _pips,
    ),
    ((("breakoff",),), ("breakoff", "from", "off", "to", "legal"), _break_off),
    (
        (("paces", "range"), ("shoot", "bespell", "range")),
        (
            "shoot",
            "bespell",
            "range",
            "front",
            "off",
            "at",
            "on",
            "legal",
            "with",
            "to",
            "them",
            "in",
            "from",
            "general_",
        ),
        _range,
    ),
    ((("move",),), ("move", "to", "legal", "allowed", "off"), _move),
)
