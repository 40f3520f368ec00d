"""Read a question about one combat: two elements, what is said about each, and their dice."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms

from ..rules import HordesRules
from .combat_reader import Element
from .combat_text import Reader


def read(terms: Terms, rules: HordesRules, judge: Judge) -> Spoken:
    """Return the strict line of a question about one combat; raises NotUnderstood."""
    reader = Reader(terms, rules)
    reader.read_all()
    reader.settle()
    left = reader.faults_left()
    known = sum(terms.used) - 3 * len(left)
    faults = [*left, *reader.faults]
    if len(reader.found) < 2:
        faults.append("a combat is between two elements: name both" if reader.found else "no element is named")
    dice = [one.die is not None for one in reader.found]
    if any(dice) and not all(dice) and len(dice) == 2:
        faults.append(f"what the {reader.found[dice.index(False)].type} rolled is not said")
    if reader.result and not any(dice):
        faults.append("a result needs both dice; without them, ask for the odds")
    if reader.odds and all(dice) and dice:
        faults.append("the odds are asked for before the dice, and both dice are said: leave out one or the other")
    lines = _lines(reader)
    if faults or not lines:
        raise NotUnderstood(faults, _nearest(reader, judge), known)
    answers = {repr(judge(line)): line for line in reversed(lines)}
    if len(answers) > 1:
        raise NotUnderstood([_open(reader)], lines[0], known)
    return Spoken(lines[0], {})


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
    places = [(), (0,), (1,), (0, 1)] if loose else [()]
    out = []
    for at in places[1:] if loose else places:
        row = [
            msgspec.structs.replace(one, going=loose[0] if n in at else one.going) for n, one in enumerate(reader.found)
        ]
        out.append(_line(reader, row))
        if reader.attacked and not any("aggressor" in one.facts for one in row) and reader.kind == "close":
            row[0] = msgspec.structs.replace(row[0], facts={**row[0].facts, "aggressor": True})
            out.append(_line(reader, row))
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


def _nearest(reader: Reader, judge: Judge) -> str | None:
    """Return a strict line close to what was said, with what is wanting filled in."""
    if not reader.found:
        return None
    types = [one.type for one in reader.found[:2]]
    row = reader.found[:2] if len(types) == 2 else [reader.found[0], Element("blade", facts={})]
    if any(one.die is not None for one in row) or reader.result:
        row = [msgspec.structs.replace(one, die=one.die or 2 + n) for n, one in enumerate(row)]
    text = _line(reader, row)
    return text if judge(text) is not None else None
