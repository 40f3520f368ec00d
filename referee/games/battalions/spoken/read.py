"""Read a question in the words of players: whom a unit strikes, or whether an army is legal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

import msgspec

from referee.core.documents.problems import nearest
from referee.core.rules.rulesets import Ruleset
from referee.core.spoken.hearing import hear
from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms
from referee.core.spoken.vocabulary import Name, Pattern, Vocabulary, vocabulary_of

from ..rules import BattalionsRules, compile_rules

# units of two sides on a board of two Fields, each with one battalion
_SIDES = {"r": ("R", "red", (0, 0), "E"), "b": ("B", "blue", (1, 0), "W")}
_FIELD = (10, 10)
# what each stat is where nothing is said: nothing that is asked hangs on more than Initiative
_USUAL = 2
_STATS = "sdic"
# as many units as one text counts
_MOST = 100

_PATTERNS = (
    Pattern(
        "stats",
        re.compile(r"(\d+)\s*[-/]\s*(\d+)\s*[-/]\s*(\d+)\s*[-/]\s*(\d+)(?!\d)"),
        lambda m: tuple(map(int, m.groups())),
    ),
    Pattern("place", re.compile(r"(\d+)\s*,\s*(\d+)(?!\d)"), lambda m: (int(m[1]), int(m[2]))),
    Pattern("unit", re.compile(r"([rbRB])(\d+)(?!\w)"), lambda m: m[0].lower()),
)


class Unit(msgspec.Struct):
    """A unit in a text: its Space, its stats as far as they are said, and its command with a direction."""

    id: str
    at: tuple[int, int] | None = None
    stats: dict[str, int] = {}
    command: str | None = None
    direction: str | None = None
    leader: bool = False


class Reader(StepReader):
    """Read the terms of a text about units."""

    skipped: ClassVar[tuple[str, ...]] = ("noise", "clause", "stop", "open", "close")

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms)
        self.units: dict[str, Unit] = {}
        self.listed: list[Unit] = []
        self.last: Unit | None = None
        self.struck = False
        self.army = False
        self.limit: int | None = None
        self.leading = False
        self.count = 1
        self.faults: list[str] = []

    def _on_unit(self, place: int) -> int:
        name = self.terms.value(place)
        self.terms.use(place)
        self.last = self.units.setdefault(name, Unit(name, stats={}))
        return place + 1

    def _on_place(self, place: int) -> int:
        if self.last is None:
            return place + 1
        if self.last.at not in (None, self.terms.value(place)):
            self.faults.append(f"{self.last.id} stands on one Space")
        self.last.at = self.terms.value(place)
        self.terms.use(place)
        return place + 1

    def _on_stats(self, place: int) -> int:
        values = dict(zip(_STATS, self.terms.value(place), strict=True))
        self.terms.use(place)
        if self.last is not None and not self.army and not self.last.stats:
            self.last.stats = values
            return place + 1
        for _ in range(self.count):
            self.listed.append(Unit(f"r{len(self.listed) + 1}", stats=values, leader=self.leading))
        if self.leading and self.count > 1:
            self.faults.append("a battalion has one leader")
        self.leading, self.count = False, 1
        return place + 1

    def _stat(self, stat: str, place: int) -> int:
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "num" and self.last is not None:
            self.last.stats[stat] = self.terms.value(after)
            self.terms.use(place, after)
            return after + 1
        return place + 1

    def _on_stat_s(self, place: int) -> int:
        return self._stat("s", place)

    def _on_stat_d(self, place: int) -> int:
        return self._stat("d", place)

    def _on_stat_i(self, place: int) -> int:
        return self._stat("i", place)

    def _on_stat_c(self, place: int) -> int:
        return self._stat("c", place)

    def _on_command(self, place: int) -> int:
        self.terms.use(place)
        if self.last is None:
            self.faults.append("who has the command is not said")
            return place + 1
        if self.last.command not in (None, self.terms.value(place)):
            self.faults.append(f"{self.last.id} has one command")
        self.last.command = self.terms.value(place)
        return place + 1

    def _direction(self, way: str, place: int) -> int:
        if self.last is not None and self.last.command is not None:
            self.last.direction = way
            self.terms.use(place)
        return place + 1

    def _on_direction_N(self, place: int) -> int:
        return self._direction("N", place)

    def _on_direction_E(self, place: int) -> int:
        return self._direction("E", place)

    def _on_direction_S(self, place: int) -> int:
        return self._direction("S", place)

    def _on_direction_W(self, place: int) -> int:
        return self._direction("W", place)

    def _on_strike(self, place: int) -> int:
        self.terms.use(place)
        self.struck = True
        return place + 1

    def _on_army(self, place: int) -> int:
        self.terms.use(place)
        self.army = True
        return place + 1

    def _on_leader(self, place: int) -> int:
        self.terms.use(place)
        self.leading = True
        return place + 1

    def otherwise(self, place: int) -> int:
        if self.terms.kind(place) in (*self.skipped, "other", "on", "limit"):
            self.terms.use(place)
        if self.terms.kind(place) == "and":
            self.terms.use(place)
        return place + 1

    def _on_num(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "points" and self.limit is None:
            self.limit = self.terms.value(place)
            self.terms.use(place, after)
            return after + 1
        if (
            self.terms.kind(after) == "stats"
            and after > place + 1
            and self.army
            and 0 < self.terms.value(place) <= _MOST
        ):
            self.count = self.terms.value(place)
            self.terms.use(place)
        return place + 1


def read(text: str, ruleset: Ruleset, judge: Judge) -> Spoken:
    """Return the strict line that a text means; raises NotUnderstood with every fault."""
    rules = compile_rules(ruleset, {})
    words = vocabulary(rules)
    heard = hear(text, words)
    faults = [f"'{term.text}' is not known{nearest(term.text, words.names)}" for term in heard.unknown]
    reader = Reader(Terms([term for term in heard.terms if term.kind != "unknown"]))
    reader.army = any(term.kind == "army" for term in heard.terms)
    reader.read_all()
    faults += [*reader.faults_left(), *reader.faults]
    line = _army_line(reader, faults) if reader.army else _attack_line(reader, rules, faults)
    if faults or line is None:
        raise NotUnderstood(faults or ["what is asked is not said"], line if line and judge(line) is not None else None)
    return Spoken(line, {}, list(heard.corrected))


def vocabulary(rules: BattalionsRules) -> Vocabulary:
    """Return the vocabulary of a ruleset."""
    return vocabulary_of(rules.ruleset, lambda: _names(rules), _PATTERNS)


def _names(rules: BattalionsRules) -> Iterator[Name]:
    for name, row in rules.commands.items():
        yield Name("command", name, row.title)


def _army_line(reader: Reader, faults: list[str]) -> str | None:
    units = reader.listed
    leaders = [unit for unit in units if unit.leader]
    if not units:
        faults.append("what the units are is not said: write each as 4-2-2-4")
        return None
    if len(leaders) != 1:
        faults.append("which unit is the leader is not said" if not leaders else "an army here has one leader")
    lead = leaders[0] if leaders else units[0]
    head = (f"points {reader.limit} " if reader.limit is not None else "") + "players red"
    clauses = [f"battalion R red leader {lead.id}", *(_unit(unit, "R") for unit in units)]
    return "; ".join([head, *clauses, "army"])


def _attack_line(reader: Reader, rules: BattalionsRules, faults: list[str]) -> str | None:
    units = list(reader.units.values())
    if reader.listed:
        faults.append("name each unit, as in r1 4-2-2-4 at 5,2")
    if not units:
        faults.append("no unit is named: write r1, r2 for red units and b1, b2 for blue ones")
        return None
    faults += [f"the Space of {unit.id} is not said" for unit in units if unit.at is None]
    ordered = [unit for unit in units if unit.command is not None]
    if not ordered:
        faults.append("which command is not said: advance, hold, fall back, flank left or flank right")
    elif len(ordered) > 1:
        faults.append("several commands: ask of one unit at a time")
    elif not reader.struck:
        faults.append("what is asked is not said: whom does it strike?")
    asked = ordered[0] if ordered else units[0]
    command = asked.command or "advance"
    if "i" not in asked.stats and rules.commands[command].strikes != "around":
        faults.append(f"the Initiative of {asked.id} is not said, and how far it strikes hangs on it")
    sides = {unit.id[0] for unit in units} | {asked.id[0]}
    if len(sides) == 1:
        sides = set(_SIDES)
        if len(units) > 1:
            faults.append("units of one side do not strike each other")
    clauses = [f"mode skirmish players red blue board {{fields: [2, 1], field_size: [{_FIELD[0]}, {_FIELD[1]}]}}"]
    for letter in sorted(sides, reverse=True):
        name, player, field, facing = _SIDES[letter]
        own = [unit.id for unit in units if unit.id[0] == letter]
        turned = _facing(rules, command, asked.direction) if asked.id[0] == letter else None
        clauses.append(
            f"battalion {name} {player} field {list(field)} facing {turned or facing}"
            + (f" leader {own[0]}" if own else "")
        )
    return "; ".join(
        [*clauses, *(_unit(unit, _SIDES[unit.id[0]][0]) for unit in units), f"attack {asked.id} command {command}"]
    )


def _facing(rules: BattalionsRules, command: str, direction: str | None) -> str | None:
    """Return the front with which a command goes in a direction."""
    way = rules.commands[command].moves
    if direction is None or way is None:
        return None
    return next((front for front, ways in rules.relative.items() if getattr(ways, way) == direction), None)


def _unit(unit: Unit, battalion: str) -> str:
    stats = " ".join(f"{stat} {unit.stats.get(stat, _USUAL)}" for stat in _STATS)
    place = f" at {list(unit.at)}" if unit.at is not None else ""
    return f"{unit.id} {battalion} {stats}{place}"
