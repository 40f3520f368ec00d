"""Read a question about one combat: two elements, what is said about each, and their dice."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms

from ..rules import HordesRules
from .combat_open import alike, left_open
from .combat_reader import Element
from .combat_text import Reader
from .names import stand_in


def read(terms: Terms, rules: HordesRules, judge: Judge) -> Spoken:
    """Return the strict line of a question about one combat; raises NotUnderstood."""
    reader = Reader(terms, rules)
    reader.read_all()
    reader.settle()
    left = reader.faults_left()
    known = sum(terms.used) - 3 * len(left)
    faults = [*left, *reader.faults, *left_open(reader)]
    if len(reader.found) < 2:
        faults.append("a combat is between two elements: name both" if reader.found else "no element is named")
    dice = [one.die is not None for one in reader.found]
    if any(dice) and not all(dice) and len(dice) == 2:
        faults.append(f"what the {reader.found[dice.index(False)].type} rolled is not said")
    if reader.result and not reader.odds and not any(dice):
        faults.append("a result needs both dice; without them, ask for the odds")
    if reader.odds and all(dice) and dice:
        faults.append("the odds are asked for before the dice, and both dice are said: leave out one or the other")
    if reader.kills and not reader.fights and reader.kind == "close" and _shoots(reader, rules):
        faults.append(f"whether the {reader.found[0].type} does so in close combat or from afar is not said")
    lines = _lines(reader)
    if not lines and not faults:
        faults.append(f"which of the two is in {' and which in '.join(reader.loose)} is not said")
    if faults or not lines:
        raise NotUnderstood(faults, _nearest(reader, judge), known)
    if _may(reader) and not any(
        (answer := judge(line)) is None or answer.get("legal", True) is False for line in lines
    ):
        wanting = (
            "how far away the other stands is not said"
            if reader.kind == "close"
            else "how far off the target is is not said"
        )
        raise NotUnderstood([wanting], _asked_on_table(reader), known)
    answers = {repr(judge(line)): line for line in reversed(lines)} if len(lines) > 1 else {}
    if len(answers) > 1:
        raise NotUnderstood([_open(reader)], lines[0], known)
    if reader.course:
        return _course(reader, lines[0], known)
    return Spoken(lines[0], {})


def _course(reader: Reader, line: str, known: int) -> Spoken:
    """Return the line that asks for the whole course of the combat, on a table where the two are in contact."""
    one, other = reader.found
    told = [fact for element in reader.found for fact in element.facts if fact != "aggressor"]
    goings = [element.going for element in reader.found if element.going not in (None, "good")]
    if told or goings or reader.kind != "close" or reader.of_both:
        raise NotUnderstood(
            ["the course of a fight hangs on where all stand: write the table, or ask for the result"], line, known
        )
    clauses = [f"red {one.type} id r1 x 1000 y 1000 facing 0", f"blue {other.type} id b1 x 1000 y 1000 facing 180"]
    if "aggressor" in one.facts or "aggressor" in other.facts:
        pair = ["r1", "b1"] if "aggressor" in one.facts else ["b1", "r1"]
        clauses.insert(0, f"memory attacks {json.dumps([pair])}")
    dice = f" dice r1 {one.die} b1 {other.die}" if one.die is not None else ""
    assumed = {"place": "front to front on open ground, and nobody else near"}
    return Spoken("; ".join([*clauses, f"course r1 against b1{dice}"]), assumed)


def _may(reader: Reader) -> bool:
    """Return whether it is asked if one may attack another, and not what comes of it."""
    modal = any(
        term.kind in ("noise", "asks") and term.text.lower() in reader.classes["permissions"]
        for term in reader.terms.all
    )
    rolled = any(one.die is not None for one in reader.found)
    wins = any(term.text.lower() in reader.classes["wins"] for term in reader.terms.all)
    asked = rolled or reader.odds or reader.result or reader.kills or reader.beats or wins
    return modal and reader.fights and not asked


def _asked_on_table(reader: Reader) -> str:
    """Return a strict line that asks whether the first may attack the second, at a distance to be changed."""
    one, other = (element.type for element in reader.found)
    pieces = f"red {one} id r1 x 1000 y 500 facing 0; blue {other} id b1 x 1000 y 700 facing 180"
    return f"{pieces}; {'charge r1 target b1' if reader.kind == 'close' else 'range r1 at b1'}"


def _shoots(reader: Reader, rules: HordesRules) -> bool:
    """Return whether the first of two might as well shoot at, or bespell, the other."""
    row = rules.kinds[reader.found[0].type].row if reader.found else None
    return row is not None and (row.shoots is not None or row.bespells is not None)


def _open(reader: Reader) -> str:
    if reader.loose:
        return f"which of the two is in {reader.loose[0]} is not said, and the answer hangs on it"
    return "whether the first moved into contact in this turn is not said, and the answer hangs on it: say it charges"


def _lines(reader: Reader) -> list[str]:
    """Return every line that may be meant: a going may be said about either element or of both."""
    if len(reader.found) != 2:
        return []
    both = [one.removeprefix("both ") for one in reader.loose if one.startswith("both ")]
    loose = [one for one in reader.loose if not one.startswith("both ")]
    for going in both:
        for one in reader.found:
            one.going = going
    if len(loose) > 1 or (loose and both):
        return []
    places: list[tuple[int, ...]] = [(0,), (1,), (0, 1)] if loose else [()]
    out = []
    for at in places:
        row = [
            msgspec.structs.replace(one, going=loose[0] if n in at else one.going) for n, one in enumerate(reader.found)
        ]
        out.append(_line(reader, row))
        if reader.attackers and not any("aggressor" in one.facts for one in row) and reader.kind == "close":
            sure = [reader.found.index(one) for one in map(reader.one_of, reader.attackers) if one is not None]
            for n in dict.fromkeys(sure or (0, 1)):
                on = [*row]
                on[n] = msgspec.structs.replace(row[n], facts={**row[n].facts, "aggressor": True})
                out.append(_line(reader, on))
    return out


def _line(reader: Reader, row: list[Element]) -> str:
    clauses = [reader.kind] if reader.kind != "close" else []
    extra = reader.of_both.get("extra", 0)
    if reader.of_both.get("can_shoot_back"):
        clauses = [f"{reader.kind} can_shoot_back"]
    for name, one in zip("ab", row, strict=True):
        parts = [name, one.type, *([one.going] if one.going not in (None, "good") else [])]
        parts += [f"die {one.die}"] if one.die is not None else []
        parts += [_fact(fact, value) for fact, value in one.facts.items()]
        parts += [f"extra_attackers {extra}"] if extra and name == "b" else []
        clauses.append(" ".join(parts))
    return "; ".join([*clauses, "result" if row[0].die is not None else "odds"])


def _fact(name: str, value: Any) -> str:
    if value is True:
        return name
    if isinstance(value, dict):
        inner = ", ".join(f"{key}: {str(one).lower()}" for key, one in value.items())
        return f"{name} {{{inner}}}"
    return f"{name} {value}"


def _dice_left(reader: Reader, row: list[Element]) -> list[int]:
    """Return the numbers of a die that a text gives and that are nobody's, in order."""
    said = [term.value for term in reader.terms.all if term.kind in ("num", "score")]
    left = [number for one in said for number in (one if isinstance(one, tuple) else (one,))]
    for one in row:
        if one.die in left:
            left.remove(one.die)
    return [number for number in left if 1 <= number <= reader.rules.combat.die.faces]


def _nearest(reader: Reader, judge: Judge) -> str | None:
    """Return a strict line close to what was said, with what is wanting filled in."""
    if not reader.found:
        return None
    types = [one.type for one in reader.found[:2]]
    row = reader.found[:2] if len(types) == 2 else [reader.found[0], Element(stand_in(reader.rules, "enemy"), facts={})]
    same = alike(reader)
    left = _dice_left(reader, row)
    if any(one.die is not None for one in row) or left or reader.result or same:
        dice = [one.die or (left.pop(0) if left else 2 if same else 2 + n) for n, one in enumerate(row)]
        row = [msgspec.structs.replace(one, die=die) for one, die in zip(row, dice, strict=True)]
    text = _line(reader, row)
    return text if judge(text) is not None else None
