"""Read a question about an army, a General, or one or two elements on an empty table."""

from __future__ import annotations

import json
from typing import Any

from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms

from ..rules import HordesRules
from . import around
from .element_reader import Reader, clause, distance, ground
from .names import stand_in, vocabulary

# where the one that is asked about stands, in paces, and how far it goes where that is not said
_AT = (1000, 500)
_STEP = 150
# how far off the other stands in a line to paste, where that is not said
_NEAR = 200
# half the length of a side of a Stronghold
_WALL = 100


def read(terms: Terms, rules: HordesRules, judge: Judge) -> Spoken | None:
    """Return the strict line of a question about elements; None if a text is about no such thing, or NotUnderstood."""
    kinds, classes = _kinds(terms, rules), vocabulary(rules).classes
    for marks, words, make in _QUESTIONS:
        if all(kinds & set(one) for one in marks) and not kinds & set(_UNLESS.get(make, ())):
            reader = Reader(terms, tuple(words.split()), classes)
            reader.read_all()
            faults = [*reader.faults_left(), *reader.faults]
            if make is not _army and any((number or 1) > 1 for _, number in reader.who):
                faults.append("this is asked of single elements: leave out how many there are")
            faults += _ignored(reader, make)
            found: Any = faults if faults else make(reader, rules, judge)
            if isinstance(found, list):
                raise NotUnderstood(faults or found, _nearest(reader, make, rules, judge))
            return found if isinstance(found, Spoken) else Spoken(str(found))
    return None


def _ignored(reader: Reader, make: Any) -> list[str]:
    """Return a fault for each fact that a text gives and its question has no place for."""
    out = []
    hidden = reader.unseen and make in (_pips, around.in_command)
    if reader.going not in (None, "good") and make not in (_move, around.charge, around.support) and not hidden:
        out.append(f"where the {reader.going} lies is not said, and the answer may hang on it: write the table")
    if reader.unseen and make not in (_pips, around.in_command):
        out.append("what hides one from the other is not said: write the table")
    if reader.paces is not None and make in (_army, _general, around.support, around.turn_to_face):
        out.append(f"{reader.paces} paces have no place in this question")
    return out


def _nearest(reader: Reader, make: Any, rules: HordesRules, judge: Judge) -> str | None:
    """Return a strict line close to what was said, with what is wanting filled in; None if there is none."""
    wanted = 1 if make in (_general, _pips, _move, around.in_command) else 2
    if make is _army:
        reader.who = [(name, number or 1) for name, number in reader.who]
        reader.ap = None
    else:
        names = [name for name, _ in reader.who[:wanted]]
        missing = wanted - len(names)
        reader.who = [(name, 1) for name in [*names, *([stand_in(rules, "enemy")] * missing)]]
        reader.named += [len(reader.terms)] * missing
        reader.paces = reader.paces if reader.paces is not None else _NEAR
        reader.unseen = bool(reader.unseen)
        reader.edge = reader.edge or "flank"
    found = make(reader, rules, judge)
    line = found.line if isinstance(found, Spoken) else None
    return line if line is not None and judge(line) is not None else None


def _army(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    whole = rules.table.army.total_ap
    if reader.ap not in (None, whole):
        return [f"an army has {whole} AP, not {reader.ap}"]
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
    names = [name for name, _ in reader.who]
    if len(names) == 1 and reader.target and reader.paces is not None:
        lines = [_range_line(rules, names[0], other, reader.paces) for other in vocabulary(rules).stand_ins["target"]]
        if len({repr(judge(line)) for line in lines}) > 1:
            return ["at whom it shoots is not said, and the answer hangs on it"]
        return Spoken(lines[0], {"target": "any", "place": "straight ahead, and nothing between them"})
    if len(names) != 2:
        return ["who shoots, and at whom, is not said"]
    if reader.paces is None:
        return ["how far off the target is is not said"]
    acts = any(term.kind in ("shoot", "bespell", "kill") for term in reader.terms.all)
    if reader.mutual or (not acts and reader.shooter is None):
        return _within_range(reader, names, rules, judge)
    shooter = _subject(reader) or reader.shooter
    if shooter in names:
        names.sort(key=lambda name: name != shooter)
    elif reader.passive or _suffered(reader) or _shot_by_second(reader, names, rules):
        names.reverse()
    line = _range_line(rules, names[0], names[1], reader.paces)
    return Spoken(line, {"place": "straight ahead, and nothing between them"})


def _within_range(reader: Reader, names: list[str], rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    """Return the line of `is one in range of another`: of the one that shoots, or of both where that is no matter."""
    if reader.viewer in names:
        names = sorted(names, key=lambda name: name != reader.viewer)
    able = [name for name in names if rules.kinds[name].row.shoots or rules.kinds[name].row.bespells]
    ways = [(name, names[1] if name is names[0] else names[0]) for name in able or names]
    lines = [_range_line(rules, one, other, reader.paces or 0) for one, other in ways]
    if len({repr(judge(line)) for line in lines}) > 1:
        return [f"both shoot: whether the {names[0]} or the {names[1]} is to do so is not said"]
    return Spoken(lines[0], {"place": "straight ahead, and nothing between them"})


def _subject(reader: Reader) -> str | None:
    """Return who is named just before the verb, as in `blades 200 paces off: may the shooter shoot`."""
    terms, classes = reader.terms, reader.classes
    for n, term in enumerate(terms.all):
        if term.kind in ("shoot", "bespell") and terms.text(n) in classes["finite"] and not _suffered(reader):
            lead = terms.before(n, "noise")
            return terms.value(lead) if terms.kind(lead) == "who" else None
    return None


def _suffered(reader: Reader) -> bool:
    """Return whether the first is said to be shot at: `can blades be shot at`."""
    for n, term in enumerate(reader.terms.all):
        if term.kind in ("shoot", "bespell") and term.text.lower() in reader.classes["participles"]:
            return n > 0 and reader.terms.text(n - 1) in reader.classes["be"]
    return False


def _shot_by_second(reader: Reader, names: list[str], rules: HordesRules) -> bool:
    """Return whether `it` is the second, which alone shoots: a hero 450 paces off, artillery: may it shoot."""
    terms = reader.terms
    verb = next((n for n, term in enumerate(terms.all) if term.kind in ("shoot", "bespell")), 0)
    able = [rules.kinds[name].row.shoots is not None or rules.kinds[name].row.bespells is not None for name in names]
    return able == [False, True] and verb > reader.named[1] and terms.kind(terms.before(verb, "noise")) != "who"


def _range_line(rules: HordesRules, one: str, other: str, paces: int) -> str:
    x, y = _AT
    shooter, near = clause("red", "r1", one, x, y, 0), y + paces
    if other == rules.fixed.name:
        walls = [[x - _WALL, near], [x + _WALL, near], [x + _WALL, near + _WALL], [x - _WALL, near + _WALL]]
        return f"{shooter}; keep b1 blue polygon {walls}; range r1 at b1"
    return f"{shooter}; {clause('blue', 'b1', other, x, near, 180)}; range r1 at b1"


def _pips(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    if len(reader.who) != 1:
        return ["which element moves is not said"]
    question = f"pips {json.dumps([{'move': 'r2', 'path': []}])}"
    return around.of_general(reader, rules, judge, question, lambda answer: answer)


def _activate(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    """Return the line that asks what it costs to bring one onto the table."""
    if len(reader.who) != 1:
        return ["which element comes onto the table is not said"]
    return Spoken(f"red {reader.who[0][0]} id r1 status off_board; pips {json.dumps([{'activate': 'r1'}])}")


def _desorcell(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    """Return the line that asks what it costs to desorcell one."""
    if len(reader.who) != 1:
        return ["which element is ensorcelled is not said"]
    x, y = _AT
    pose = f"{{x: {x}, y: {y}, facing: 0}}"
    return Spoken(
        f"red {reader.who[0][0]} id r1 status ensorcelled pose {pose}; pips {json.dumps([{'desorcell': 'r1'}])}"
    )


def _move(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    if len(reader.who) != 1:
        return ["which element moves is not said"]
    name, going = reader.who[0][0], reader.going or "good"
    facts = rules.table.goings[going]
    if going not in ("good", "water") and not facts.bad:
        return [f"a move on a {going} depends on where it leads: write it as a file"]
    x, y = 1200, 600
    move = rules.kinds[name].row.move
    most = move.bad if facts.bad else move.water if going == "water" else move.good
    paces = reader.paces if reader.paces is not None else min(_STEP, most or _STEP)
    clauses = [clause("red", "r1", name, x, y, 0)]
    clauses += ground(rules, going, x, y - 500, y + 1700)
    clauses.append(f"move r1 path {json.dumps([{'x': x, 'y': y + paces, 'facing': 0}])}")
    return Spoken("; ".join(clauses), {} if reader.paces is not None else {"path": f"{paces} paces straight ahead"})


def _break_off(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    if len(reader.who) != 2:
        return ["who breaks off, and from whom, is not said"]
    one, other = sorted((name for name, _ in reader.who), key=lambda name: name != (reader.breaker or name))
    least = rules.movement.break_off
    clauses = [clause("red", "r1", other, 1000, 1000, 0), clause("blue", "b1", one, 1000, 1000, 180)]
    paces = reader.paces if reader.paces is not None else least
    assumed = {} if reader.paces is not None else {"paces": f"{paces} paces, the least there is"}
    return Spoken(
        "; ".join([*clauses, f"break_off b1 paces {paces}"]), {**assumed, "contact": "front to front, on open ground"}
    )


def _hit(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    """Return the line of `can artillery hit a knight at 450 paces`: it shoots if it can, or else it charges."""
    names = [name for name, _ in reader.who]
    agent = names[-1 if reader.passive else 0] if names else None
    row = rules.kinds[agent].row if agent is not None else None
    afar = row is not None and (row.shoots is not None or row.bespells is not None)
    return _range(reader, rules, judge) if afar else around.charge(reader, rules, judge)


def _within(reader: Reader, rules: HordesRules, judge: Judge) -> Spoken | list[str]:
    """Return the line of `is a hero at 450 paces too far for my artillery`: whether one that shoots reaches it."""
    names = [name for name, _ in reader.who]
    if len(names) != 2 or reader.paces is None:
        return ["who is too far from whom is not said"]
    able = [name for name in names if rules.kinds[name].row.shoots or rules.kinds[name].row.bespells]
    if not able:
        return ["neither shoots nor bespells: ask whether one may charge"]
    return _within_range(reader, names, rules, judge)


# what a text must mention, which further kinds carry nothing in it, and what makes its line
_QUESTIONS: tuple[tuple[tuple[tuple[str, ...], ...], str, Any], ...] = (
    ((("army", "ap", "list"), ("legal", "num", "who")), "army legal with lead allowedas off list", _army),
    (
        (("incommand", "outcommand"), ("who",)),
        "incommand outcommand general of_general off from front with them by",
        around.in_command,
    ),
    (
        (("support", "supported"), ("who",)),
        "mutual support supported supportrank frontrank behind rear front from both attacked with by further enemy",
        around.support,
    ),
    (
        (("turnface",), ("who",)),
        "turnface edge engaged with by enemy charge front kill contacts also",
        around.turn_to_face,
    ),
    (
        (("charge", "reaches", "fight", "contacts"), ("paces",)),
        "charge far reaches fight front supported off from with by move cost contacts",
        around.charge,
    ),
    ((("allowedas", "lead", "general"), ("allowedas", "lead", "legal")), "allowedas lead general army", _general),
    ((("pips", "cost"), ("activate",), ("who",)), "pips cost activate move", _activate),
    ((("pips", "cost"), ("desorcell",), ("who",)), "pips cost desorcell from", _desorcell),
    (
        (("pips", "cost"), ("pips", "general")),
        "pips cost move off front general of_general from them not with incommand",
        _pips,
    ),
    ((("breakoff",),), "breakoff from off by move contacts engaged with fight melee", _break_off),
    (
        (("paces", "range", "rangeof"), ("shoot", "bespell", "range", "rangeof", "target")),
        "far shoot bespell range rangeof target front supported off with them from reaches kill move",
        _range,
    ),
    ((("paces",), ("far",)), "far front supported off with them from reaches kill fight move shoot bespell", _within),
    ((("paces",), ("kill",)), "kill front off with them from reaches move", _hit),
    ((("paces",), ("into",), ("going",)), "move front allowedas allowed off from", _move),
    ((("move",), ("who",)), "move front allowed off from", _move),
    ((("paces",), ("alone",)), "front off", _move),
    ((("general",), ("alone",)), "general army", _general),
)
# the kinds that show that a text is about something else
_UNLESS: dict[Any, tuple[str, ...]] = {
    _army: ("fight", "shoot", "charge", "bespell", "lead", "allowedas", "paces"),
    around.support: ("die", "odds", "num", "score", "general"),
    around.turn_to_face: ("die", "odds", "num", "score"),
    around.charge: ("shoot", "bespell", "range", "rangeof", "die", "odds", "pips", "general", "incommand", "breakoff"),
    around.in_command: ("die", "odds", "score", "pips"),
    _general: ("paces", "die", "odds", "num"),
    _hit: ("die", "odds", "score"),
    _within: ("shoot", "bespell", "kill", "charge", "die"),
    _move: ("course", "die", "shoot", "bespell", "beat", "score", "odds", "charge", "fight", "kill"),
}
# what stands before a number of paces that an element does not go
_LEADS = ("at", "on", "from", "by")
# as many kinds of elements with their numbers are an army
_LISTED = 2


def _kinds(terms: Terms, rules: HordesRules) -> set[str]:
    """Return the kinds of the terms of a text; `list` for elements that are counted, `alone` for one that is named."""
    counted = sum(
        terms.kind(n) == "num" and "who" in (terms.kind(terms.next(n, "noise")), terms.kind(n - 1))
        for n in range(len(terms))
    )
    kinds = {term.kind for term in terms.all}
    listed = counted >= _LISTED and "legal" in kinds and not kinds & {"fight", "beat", "die", "kill", "result"}
    told = {"list"} if listed else set()
    if any(distance(terms, n) for n in range(len(terms))):
        told.add("paces")
    able = vocabulary(rules).classes["modals"]
    alone = len({term.value for term in terms.all if term.kind == "who"}) == 1
    led = any(term.kind == "num" and terms.kind(terms.before(n, "noise")) in _LEADS for n, term in enumerate(terms.all))
    if alone and not led and any(terms.text(n) in able for n in range(len(terms))):
        told.add("alone")
    return kinds | told
