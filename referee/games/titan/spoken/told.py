"""Read questions that are asked with facts as tables know them: summons, reinforcements, flight, time and Titans."""

from __future__ import annotations

from typing import Any, ClassVar

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms

from ..rules import TitanRules

_MOST = 12


class Told(StepReader):
    """What a text tells: characters with what is said about them, numbers, and words that are facts."""

    skipped: ClassVar[tuple[str, ...]] = (
        *("noise", "topic", "clause", "open", "close", "stop", "legion", "with", "get", "person", "me", "and", "it"),
        *("mine", "theirs", "by", "of", "phase", "battleword", "in", "at", "on", "from", "to", "points", "where", "or"),
        *("taken", "after", "colour", "cantake", "another"),
    )

    def __init__(self, terms: Terms, rules: TitanRules) -> None:
        super().__init__(terms)
        self.rules = rules
        # characters not yet told anything about, and those told about, by what is said
        self.people: list[str] = []
        self.groups: dict[str, list[str]] = {}
        self.group: str | None = None
        # who is to be summoned
        self.called: str | None = None
        self.round: int | None = None
        self.alive: int | None = None
        self.score: int | None = None
        self.terrain: str | None = None
        self.when: str | None = None
        self.side: str | None = None
        self.marks: list[str] = []
        self.faults: list[str] = []
        self.places: dict[str, int] = {}

    def has(self, kind: str) -> bool:
        """Return whether a text has a term of a kind."""
        return any(term.kind == kind for term in self.terms.all)

    def _mark(self, kind: str, place: int) -> int:
        self.terms.use(place)
        self.marks.append(kind)
        self.places.setdefault(kind, place)
        return place + 1

    def _on_summon(self, place: int) -> int:
        self._mark("summon", place)
        after = self.terms.next(place, "noise", "another")
        if self.terms.kind(after) == "who" and not self.terms.all[after].many:
            self.terms.use(*range(place, after + 1))
            self.called = str(self.terms.value(after))
            return after + 1
        return place + 1

    def _on_reinforce(self, place: int) -> int:
        return self._mark("reinforce", place)

    def _on_flee(self, place: int) -> int:
        return self._mark("flee", place)

    def _on_concede(self, place: int) -> int:
        return self._mark("concede", place)

    def _on_timeloss(self, place: int) -> int:
        return self._mark("timeloss", place)

    def _on_whoscores(self, place: int) -> int:
        vital = [name for name in self.rules.characters if self.rules.profile(name).vital]
        if any(name in self.terms.text(place) for name in vital):
            self.groups.setdefault("slain", []).extend(vital)
        return self._mark("whoscores", place)

    def _on_agree(self, place: int) -> int:
        return self._mark("agree", place)

    def _on_answered(self, place: int) -> int:
        return self._mark("answered", place)

    def _on_engaged(self, place: int) -> int:
        return self._tag("engaged", place)

    def _on_elsewhere(self, place: int) -> int:
        return self._tag("others", place)

    def _on_alive(self, place: int) -> int:
        if self.people or self.terms.kind(self.terms.before(place, "noise")) != "num":
            return self._tag("alive", place)
        return self._mark("alive", place)

    def _on_kill(self, place: int) -> int:
        return self._tag("slain", place)

    def _on_lost(self, place: int) -> int:
        self._mark("lost", place)
        after = self.terms.next(place, "noise", "num", "another")
        numbers = [int(self.terms.value(step)) for step in range(place, after) if self.terms.kind(step) == "num"]
        if self.terms.kind(after) == "who" and all(number < _MOST for number in numbers):
            # whom the other side has lost makes no difference
            self.terms.use(*range(place + 1, after + 1))
            return after + 1
        return place + 1

    def _on_nobody(self, place: int) -> int:
        return self._mark("nobody", place)

    def _on_attacker(self, place: int) -> int:
        return self._party("attacker", place)

    def _on_defender(self, place: int) -> int:
        return self._party("defender", place)

    def _party(self, side: str, place: int) -> int:
        self.terms.use(place)
        self.marks.append(side)
        self.places.setdefault(side, place)
        return place + 1

    def _on_last(self, place: int) -> int:
        return self._timed("last", place)

    def _on_earlier(self, place: int) -> int:
        return self._timed("earlier", place)

    def _timed(self, when: str, place: int) -> int:
        self.terms.use(place)
        if self.when not in (None, when):
            self.faults.append("in the last Strike Phase, or earlier: which is it?")
        self.when = when
        return place + 1

    def _on_land(self, place: int) -> int:
        self.terms.use(place)
        terrain = str(self.terms.value(place))
        if self.terrain not in (None, terrain):
            self.faults.append(f"{self.terrain} and {terrain}: a legion stands in one Land")
        self.terrain = terrain
        return place + 1

    def _on_score(self, place: int) -> int:
        self.terms.use(place)
        self.marks.append("score")
        return place + 1

    def _on_had(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_tail(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _tag(self, tag: str, place: int) -> int:
        self.terms.use(place)
        self.marks.append(tag)
        self.places.setdefault(tag, place)
        if self.people:
            self.groups.setdefault(tag, []).extend(self.people)
            self.people = []
            self.group = None
        else:
            self.group = tag
        return place + 1

    def _on_num(self, place: int) -> int:
        terms, number = self.terms, int(self.terms.value(place))
        after, before = terms.next(place, "noise", "times"), terms.before(place, "noise", "number")
        unit, lead = terms.kind(after), terms.kind(before)
        if unit == "who":
            terms.use(*range(place, after + 1))
            self._add(str(terms.value(after)), number)
            return after + 1
        if unit == "round" or lead == "round":
            other = after if unit == "round" else before
            terms.use(place, other)
            later = terms.kind(terms.before(min(place, other), "noise")) == "after"
            if self.round not in (None, number + later):
                self.faults.append(f"round {self.round} and round {number + later}: which is it?")
            self.round = number + later
            return max(place, other) + 1
        if unit == "points" or lead in ("score", "points") or (lead in ("noise", "had") and number > _MOST):
            terms.use(place)
            self.score = number
            return place + 1
        if number > _MOST:
            return place + 1
        if unit in ("alive", "legion", "left") or lead in ("me", "had", "mine", "with", "legion", "only", "theirs"):
            terms.use(place)
            if unit in ("alive", "left"):
                terms.use(after)
            if self.alive not in (None, number):
                self.faults.append(f"{self.alive} and {number}: how many of the legion are alive?")
            self.alive = number
            return place + 1
        return place + 1

    def _on_round(self, place: int) -> int:
        after = self.terms.next(place, "noise", "number")
        if self.terms.kind(after) == "num":
            self.terms.use(place)
            return self._on_num(after)
        return place + 1

    def _on_who(self, place: int) -> int:
        term = self.terms.all[place]
        self.terms.use(place)
        times = place + 1
        number = 1
        if self.terms.kind(times) == "times" and self.terms.kind(times + 1) == "num":
            number = int(self.terms.value(times + 1))
            self.terms.use(times, times + 1)
        elif term.many and term.text.lower() != term.value:
            self.faults.append(f"how many {term.text} is not said")
        self._add(str(term.value), number)
        return place + 1 if number == 1 else times + 2

    def _add(self, name: str, number: int) -> None:
        if number > _MOST:
            self.faults.append(f"{number} of a kind: no legion holds so many")
        names = [name] * min(number, _MOST)
        if self.group is not None:
            self.groups.setdefault(self.group, []).extend(names)
        else:
            self.people.extend(names)


def read(terms: Terms, rules: TitanRules, judge: Judge) -> Spoken:
    """Return the strict line of a question with facts; raises NotUnderstood."""
    told = Told(terms, rules)
    told.read_all()
    left = terms.left(*Told.skipped)
    known = sum(terms.used) - 3 * len(left)
    faults = [f"'{term.text}' is not understood here" for term in left] + told.faults
    assumed: dict[str, Any] = {}
    line = _line(told, faults, assumed)
    if faults:
        raise NotUnderstood(faults, line if line is not None and judge(line) is not None else None, known)
    assert line is not None
    if judge(line) is None:
        raise NotUnderstood(["this cannot be asked so; `referee ask -r titan help` lists the questions"], None, known)
    return Spoken(line, assumed)


def _line(told: Told, faults: list[str], assumed: dict[str, Any]) -> str | None:
    """Return the line of the one question that a text asks; add what is wanting to the faults."""
    marks = told.marks
    if "whoscores" in marks:
        return _titan(told, faults)
    if "timeloss" in marks:
        return _time(told, faults)
    if "summon" in marks:
        return _summon(told, faults, assumed)
    if "reinforce" in marks:
        return _reinforce(told, faults, assumed)
    if "flee" in marks and "concede" in marks:
        faults.append("flee and concede: ask one question at a time")
    return _give_way(told, "flee" if "flee" in marks else "concede", faults)


def _idle(told: Told, faults: list[str], *used: str) -> None:
    """Report facts that a question makes nothing of."""
    given = {
        "round": told.round,
        "alive": told.alive,
        "score": told.score,
        "terrain": told.terrain,
        "when": told.when,
    }
    for name, value in given.items():
        if value is not None and name not in used:
            faults.append(f"{value}: what is this said about?")
    groups = {tag: names for tag, names in told.groups.items() if tag not in used}
    for tag, names in groups.items():
        faults.append(f"{', '.join(names)}: {tag} makes no difference here")
    harmless = {"summon", "reinforce", "flee", "concede", "timeloss", "whoscores", "score", "attacker", "defender"}
    for mark in dict.fromkeys(told.marks):
        if mark not in harmless and mark not in used and mark not in told.groups:
            faults.append(f"'{mark}' makes no difference here")


def _side_before(told: Told, verb: str) -> str | None:
    """Return the side that is named as the one who acts: the side in the same clause before or after the verb."""
    place = told.places.get(verb, -1)
    step = place - 1
    between = ("noise", "topic", "legion", "who", "num", "mine", "theirs", "cantake", "get", "with", "another")
    while step >= 0 and told.terms.kind(step) in between:
        step -= 1
    kind = told.terms.kind(step)
    return kind if kind in ("attacker", "defender") else None


def _sided(told: Told, verb: str, idle: str, faults: list[str]) -> str | None:
    """Return the side that acts; report the side that has no part in the question where it is named otherwise."""
    side = _side_before(told, verb)
    if idle in told.marks and side != idle:
        after = told.terms.next(told.places[idle], "noise")
        if told.terms.kind(after) not in ("score", "lost", "flee", "concede", "agree"):
            faults.append(f"{idle}: what is this said about?")
    return side


def _summon(told: Told, faults: list[str], assumed: dict[str, Any]) -> str:
    rules = told.rules
    able = next(name for name in rules.characters if rules.profile(name).summonable)
    who = told.called or able
    if told.called is None:
        assumed["summon"] = f"{rules.counted(who, 1)} is meant"
    if told.has("another") and told.marks.count("summon") < 2:
        faults.append("another one: whether somebody has been summoned in this Engagement Phase is not said")
    parts = ["summon", who]
    loses = "lost" in told.marks or "slain" in told.groups or "slain" in told.marks or "nobody" in told.marks
    side = _side_before(told, "summon") if loses else _sided(told, "summon", "defender", faults)
    fact = "lost" in told.marks or "slain" in told.marks
    if "nobody" in told.marks:
        if not {"lost", "slain"} & {*told.marks, *told.groups} or {"flee", "concede", "agree"} & set(told.marks):
            faults.append("nobody: of what is this said?")
        parts.append("lost none")
    elif "flee" in told.marks or "concede" in told.marks or "agree" in told.marks:
        won = "flight" if "flee" in told.marks else "concession" if "concede" in told.marks else "agreement"
        parts.append(f"won {won}")
    elif "score" in told.marks:
        parts.append("won battle")
    elif fact:
        if told.people:
            faults.append(f"{', '.join(told.people)}: what is this said about?")
        if told.when is None:
            faults.append("when the defender lost somebody is not said: in the last Strike Phase, or earlier")
        parts.append(f"lost {told.when or 'last'}")
    elif side != "defender" and told.marks.count("summon") < 2:
        faults.append("whether a defender was slain is not said: in the last Strike Phase, earlier, or none")
        parts.append("lost last")
    else:
        parts.append("lost last")
        assumed["lost"] = "the answer does not hang on whether a defender was slain"
    if told.alive is not None:
        parts.append(f"alive {told.alive}")
    if told.marks.count("summon") > 1:
        parts.append("summoned")
    if "engaged" in told.marks:
        parts.append("engaged")
    if side == "defender":
        parts.append("side defender")
    if told.score is not None:
        faults.append(f"{told.score}: what is this said about?")
    _idle(told, faults, "alive", "when", "slain", "lost", "nobody", "agree", "engaged", "score")
    return " ".join(parts)


def _reinforce(told: Told, faults: list[str], assumed: dict[str, Any]) -> str:
    terms, place = told.terms, told.places["reinforce"]
    near = [terms.before(place, "noise"), terms.next(place, "noise", "with", "by")]
    asked = next((str(terms.value(p)) for p in near if terms.kind(p) == "who" and not terms.all[p].many), None)
    held = [*told.people, *told.groups.get("alive", [])]
    if asked in held:
        held.remove(asked)
    parts = ["reinforce", asked or "anybody"]
    if told.round is None and not held and told.alive is None:
        faults.append("which round it is, and what the legion holds, is not said")
    if held:
        parts += ["holds", *held]
    if told.terrain is not None and held:
        parts += ["in", told.terrain]
    elif held and told.terrain is None:
        faults.append("in which terrain is not said")
    if told.alive is not None:
        parts.append(f"alive {told.alive}")
    if told.round is not None:
        parts.append(f"round {told.round}")
    if told.marks.count("reinforce") > 1:
        parts.append("reinforced")
    if _sided(told, "reinforce", "attacker", faults) == "attacker":
        parts.append("side attacker")
    _idle(told, faults, "alive", "round", *(("terrain",) if held else ()))
    return " ".join(parts)


def _give_way(told: Told, verb: str, faults: list[str]) -> str:
    held = told.people
    attacks = _sided(told, verb, "attacker", faults) == "attacker"
    if not held:
        faults.append("what the legion holds is not said")
        held = [next(name for name in told.rules.characters if not told.rules.profile(name).traits)]
    parts = [verb, *held]
    if "answered" in told.marks:
        parts.append("answered")
    if attacks:
        parts.append("side attacker")
    if told.score is not None:
        parts.append(f"score {told.score}")
    grown = any(told.rules.characters[name].grows is not None for name in held)
    _idle(told, faults, *(("score",) if grown else ()), "answered")
    return " ".join(parts)


def _time(told: Told, faults: list[str]) -> str:
    vital = [name for name in told.people if told.rules.profile(name).vital]
    others = [name for name in told.people if name not in vital]
    if others:
        faults.append(f"{', '.join(others)}: who else is left makes no difference")
    if told.round is None and told.when is None:
        faults.append("which round it is is not said")
    parts = ["time_loss now", f"round {told.round or told.rules.combat.rounds}"]
    parts += ["titan"] if vital else []
    _idle(told, faults, "round", "nobody", "slain" if not told.groups.get("slain") else "")
    return " ".join(parts)


def _titan(told: Told, faults: list[str]) -> str:
    rules = told.rules
    slain = [*told.groups.get("slain", []), *(told.people if "slain" not in told.groups else [])]
    loose = told.people if "slain" in told.groups else []
    if loose:
        faults.append(f"{', '.join(loose)}: slain, alive or elsewhere is not said")
    vital = next(name for name in rules.characters if rules.profile(name).vital)
    if vital not in slain:
        faults.append("whose Titan is slain is not said")
        slain = [vital, *slain]
    parts = ["titan_slain", *slain]
    for tag, field in (("alive", "alive"), ("others", "others"), ("engaged", "engaged")):
        if told.groups.get(tag):
            parts += [field, *told.groups[tag]]
    if told.score is not None:
        parts.append(f"score {told.score}")
    if "nobody" in told.marks:
        parts.append("survivor no")
    _idle(told, faults, "score", "slain", "alive", "others", "engaged", "nobody")
    return " ".join(parts)
