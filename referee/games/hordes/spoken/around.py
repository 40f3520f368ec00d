"""Read a question about elements that stand about each other: support, turning to face, a charge, command, a course."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from referee.core.spoken.terms import Judge, Spoken

from ..rules import HordesRules
from .element_reader import Reader, clause, ground
from .names import stand_in

# where the one that is asked about stands, in paces
_X, _Y = 1000, 1000
# the General where the text has none: beside the one that moves
_ASIDE = 400


def support(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    """Return the line that asks whether the one behind supports the one in front."""
    names = [name for name, _ in reader.who]
    if not names or len(names) > 2:
        return ["who stands in front, and who directly behind, is not said"]
    # the first that is named supports the second, or the front rank is named with those behind it
    front, behind = (names[0], names[-1])
    if reader.behind is not None:
        behind = reader.behind
        front = next((name for name in names if name != behind), names[0])
    elif len(names) == 2:
        front, behind = (names[0], names[1]) if reader.passive else (names[1], names[0])
    if reader.behind_going is not None and reader.going is not None:
        return ["which of the two ranks stands in that going is not said"]
    depth = rules.depth(rules.kinds[front])
    rear = _Y - depth
    clauses = [clause("red", "r1", front, _X, _Y), clause("red", "r2", behind, _X, rear)]
    if reader.behind_going is not None:
        low = rear - rules.depth(rules.kinds[behind])
        clauses += ground(rules, reader.behind_going, _X, low - 100, rear - 1)
    if reader.going is not None:
        clauses += ground(rules, reader.going, _X, _Y - 1, _Y + 300) if reader.split else []
        clauses += [] if reader.split else ground(rules, reader.going, _X, _Y - depth + 1, _Y + 300)
    if reader.attacked:
        clauses.append(clause("blue", "b1", stand_in(rules, "enemy"), _X + 80, rear, 270))
    return Spoken("; ".join([*clauses, "support r1"]), {"place": "the second rank is squarely behind the first"})


def turn_to_face(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    """Return the line that asks whether one hit on the flank or rear turns to face."""
    names = [name for name, _ in reader.who]
    if len(names) not in (2, 3) or (len(names) == 3 and reader.holder is None):
        return ["who turns, and whom it is to face, is not said"]
    if reader.edge is None:
        return ["whether it is hit on the flank or in the rear is not said"]
    found = _turner(reader, names)
    if found is None:
        return ["who turns, and whom it is to face, is not said"]
    victim, attacker = found
    width, depth = 160, rules.depth(rules.kinds[victim])
    clauses = [clause("red", "r1", victim, _X, _Y)]
    if reader.edge == "rear":
        clauses.append(clause("blue", "b1", attacker, _X, _Y - depth))
    else:
        clauses.append(clause("blue", "b1", attacker, _X - width // 2, _Y - width // 2, 90))
    if reader.engaged:
        other = next((name for name in names if name not in (victim, attacker)), stand_in(rules, "enemy"))
        clauses.append(clause("blue", "b2", other, _X, _Y, 180))
    return Spoken("; ".join([*clauses, "turn_to_face r1"]), {"place": f"squarely on its {reader.edge}, on open ground"})


def _turner(reader: Reader, names: list[str]) -> tuple[str, str] | None:
    """Return who is hit on its flank or rear, and by whom."""
    others = [name for name in names if name != reader.holder] if len(names) == 3 else names
    if len(others) != 2:
        return None
    victim = reader.turner if reader.turner in others else others[0]
    if reader.turner is None and reader.flanker in others:
        victim = others[1] if reader.flanker == others[0] else others[0]
    elif reader.turner is None and not reader.passive and _hits(reader, others):
        # the first hits the second, and `it` turns
        victim = others[1]
    return victim, others[1] if victim == others[0] else others[0]


def _hits(reader: Reader, names: list[str]) -> bool:
    """Return whether the first of two is said to hit, charge or attack the second before a text asks who turns."""
    one, other = (reader.named[[name for name, _ in reader.who].index(name)] for name in names)
    kinds = [term.kind for term in reader.terms.all]
    begins = tuple(reader.classes["attacks"])
    attacks = any(
        kinds[n] in ("kill", "charge", "contacts") or (kinds[n] == "fight" and reader.terms.text(n).startswith(begins))
        for n in range(one, other)
    )
    return attacks and kinds.index("turnface") > other


def _sees(reader: Reader, names: list[str]) -> bool:
    """Return whether the second is the one that asks: spears 300 paces in front of my knights, may they charge."""
    verbs = [n for n, term in enumerate(reader.terms.all) if term.kind in ("charge", "reaches", "fight", "contacts")]
    return reader.viewer == names[1] and bool(verbs) and verbs[0] > reader.named[1]


def charge(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    """Return the line that asks whether one may reach another straight ahead."""
    names = [name for name, _ in reader.who]
    if len(names) != 2:
        return ["who charges, and whom, is not said"]
    if reader.paces is None:
        return ["how far off the enemy is is not said"]
    one, other = reversed(names) if reader.passive or _sees(reader, names) else names
    row = rules.kinds[one].row
    if (row.shoots is not None or row.bespells is not None) and not reader.charges:
        return [f"whether the {one} moves into contact or acts from afar is not said: it charges, shoots or bespells"]
    y = 500
    clauses = [f"armies {json.dumps({'red': {'general': 'r2'}})}", clause("red", "r1", one, _X, y)]
    clauses.append(clause("red", "r2", stand_in(rules, "general"), _X + _ASIDE, y))
    clauses.append(clause("blue", "b1", other, _X, y + reader.paces, 180))
    if reader.going is not None:
        clauses += ground(rules, reader.going, _X, y - 300, y + reader.paces + 300)
    general = rules.kinds[stand_in(rules, "general")].named
    assumed = {
        "place": "straight ahead, front to front, and nothing between them",
        "general": f"{general} beside it",
    }
    return Spoken("; ".join([*clauses, "charge r1 target b1"]), assumed)


def in_command(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    """Return the line that asks whether one is in its General's command."""
    if len(reader.who) != 1:
        return ["which element is asked about is not said"]
    return of_general(reader, rules, judge, "in_command r2", _verdict)


def _verdict(answer: Any) -> Any:
    return [row["in_command"] for row in answer["elements"]] if answer is not None else None


def of_general(
    reader: Reader, rules: HordesRules, judge: Judge, question: str, verdict: Callable[[Any], Any]
) -> Spoken | list[str]:
    """Return the line with a question about `r2`, which stands some paces from its General.

    Where the text does not say whether the General can see it, the verdict must not hang on it.
    """
    if reader.paces is None:
        return ["how far it is from the General is not said"]
    seen = [bool(reader.unseen)] if reader.unseen is not None else [False, True]
    lines = ["; ".join([*_beside_general(reader, rules, reader.paces, unseen), question]) for unseen in seen]
    if len({json.dumps(verdict(judge(line))) for line in lines}) > 1:
        return ["whether the General can see it is not said, and the answer hangs on it"]
    general = rules.kinds[stand_in(rules, "general")].named
    return Spoken(lines[0], {"general": f"{general} that is the General"})


def _beside_general(reader: Reader, rules: HordesRules, far: int, unseen: bool) -> list[str]:
    # distances are between bases (HS-G-04): its rear edge is so far from the General
    y, (name, _) = 300, reader.who[0]
    clauses = [
        f"armies {json.dumps({'red': {'general': 'r1'}})}",
        clause("red", "r1", stand_in(rules, "general"), _X, y),
        clause("red", "r2", name, _X, y + far + rules.depth(rules.kinds[name])),
    ]
    if unseen:
        low, high = y + far * 4 // 9, y + far * 5 // 9
        screen = [[_X - 300, low], [_X + 300, low], [_X + 300, high], [_X - 300, high]]
        clauses.append(f"ground w {stand_in(rules, 'bad')} polygon {screen}")
    return clauses
