"""Read a question about one combat: two elements, what is said about each, and their dice."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Judge, NotUnderstood, Spoken, Terms

from ..rules import HordesRules


class Element(msgspec.Struct):
    """An element in a text, with the facts said about it as a strict line writes them."""

    type: str
    party: str | None = None
    die: int | None = None
    going: str | None = None
    facts: dict[str, Any] = {}


class Reader(StepReader):
    """Read the terms of a text about one combat."""

    skipped: ClassVar[tuple[str, ...]] = ("noise", "asks", "clause", "stop", "open", "close")

    def __init__(self, terms: Terms, rules: HordesRules) -> None:
        super().__init__(terms)
        self.rules = rules
        self.found: list[Element] = []
        self.last: Element | None = None
        self.kind = "close"
        self.of_both: dict[str, Any] = {}
        self.passive = False
        self.party: str | None = None
        self.roller: str | None = None
        self.result = self.odds = False
        self.faults: list[str] = []
        self.second: list[int] = []
        # readings of a going that may be said about either or of both
        self.loose: list[str] = []
        self.charged: str | None = None
        self.attacked = False

    # who

    def _on_who(self, place: int) -> int:
        term = self.terms.all[place]
        lead = self.terms.kind(self.terms.before(place, "noise"))
        self.terms.use(place)
        if lead in ("supported", "supportrank"):
            return self._support(place)
        known = [one for one in self.found if one.type == term.value]
        opposed = known and self._joined(place) and self.last is known[0]
        if self.party is not None and known and known[0].party not in (None, self.party):
            opposed = True
        if known and not (opposed and len(known) == 1 and len(self.found) == 1):
            element = known[0]
            if len(known) > 1:
                self.faults.append(f"two are {term.text}: say which is yours")
        else:
            element = Element(term.value, facts={})
            self.found.append(element)
            if len(self.found) == 3:
                self.faults.append(f"{term.text} is a third one: a combat is between two")
        if self.party is not None:
            element.party = self.party
        self.party = self.roller = None
        self.last = element
        if (
            lead == "with"
            and self.terms.kind(self.terms.before(self.terms.before(place, "noise"), "noise")) == "general"
        ):
            element.facts["general"] = True
            self.terms.use(self.terms.before(place, "noise"))
        if self.charged == "next":
            self.charged = element.type
        return place + 1

    def _joined(self, place: int) -> bool:
        before = self.terms.before(place, "noise", "mine", "theirs")
        return self.terms.kind(before) in ("fight", "beat", "charge", "shoot", "bespell", "at", "on", "clause", "by")

    def _support(self, place: int) -> int:
        """Read `supported by spears directly behind in good going, not attacked`."""
        terms, end = self.terms, place + 1
        lead = terms.before(place, "noise")
        terms.use(lead)
        if terms.kind(terms.before(lead, "noise")) == "with":
            terms.use(terms.before(lead, "noise"))
        behind: dict[str, Any] = {"going": "good", "attacked": False}
        while terms.kind(end) in ("behind", "in", "going", "notattacked", "noise", "clause"):
            if terms.kind(end) == "clause" and terms.kind(terms.next(end, "noise")) not in ("notattacked", "in"):
                break
            if terms.kind(end) == "going":
                behind["going"] = terms.value(end)
            terms.use(end)
            end += 1
        if self.last is None:
            self.faults.append("who is supported is not said")
        else:
            if self.last.type != terms.value(place):
                self.faults.append(f"{self.last.type} is not supported by {terms.value(place)}: both are alike")
            self.last.facts["spear_behind"] = behind
        return end

    def _on_mine(self, place: int) -> int:
        return self._whose("mine", place)

    def _on_theirs(self, place: int) -> int:
        return self._whose("theirs", place)

    def _whose(self, party: str, place: int) -> int:
        self.terms.use(place)
        if self.terms.kind(self.terms.next(place, "noise", "general")) == "who":
            self.party = party
        elif self.terms.kind(self.terms.next(place, "noise")) == "die":
            self.roller = party
        return place + 1

    def _on_first_person(self, place: int) -> int:
        return self._person("mine", place)

    def _on_other_person(self, place: int) -> int:
        return self._person("theirs", place)

    def _person(self, party: str, place: int) -> int:
        self.terms.use(place)
        self.roller = party
        return place + 1

    # what is done

    def _on_fight(self, place: int) -> int:
        self.attacked = self.attacked or self.terms.all[place].text.lower().startswith("attack")
        return self._done("close", place)

    def _on_beat(self, place: int) -> int:
        return self._done("close", place)

    def _on_kill(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_melee(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_and(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        kind = self.terms.kind(after)
        again = kind == "who" and any(one.type == self.terms.value(after) for one in self.found)
        if (
            again
            or kind in ("first_person", "other_person")
            or (kind in ("mine", "theirs", "num") and len(self.found) == 2)
        ):
            self.terms.use(place)
        return place + 1

    def _on_with(self, place: int) -> int:
        after = self.terms.next(place, "noise", "mine", "theirs")
        again = any(one.type == self.terms.value(after) for one in self.found)
        if self.terms.kind(after) == "who" and (again or self.terms.kind(self.terms.before(place, "noise")) == "num"):
            self.terms.use(place)
        return place + 1

    def _on_shoot(self, place: int) -> int:
        return self._done("shoot", place)

    def _on_bespell(self, place: int) -> int:
        return self._done("bespell", place)

    def _on_charge(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "by":
            self.charged = "next"
        elif self.last is not None:
            self.charged = self.last.type
        else:
            self.charged = "next"
        return self._done("close", place)

    def _done(self, kind: str, place: int) -> int:
        self.terms.use(place)
        if kind != "close":
            if self.kind not in ("close", kind):
                self.faults.append(f"{self.kind} and {kind}: ask of one at a time")
            self.kind = kind
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "by":
            self.terms.use(after)
            self.passive = True
        elif (
            self.terms.kind(after) in ("at", "on")
            and self.terms.kind(self.terms.next(after, "noise", "mine", "theirs")) == "who"
        ):
            self.terms.use(after)
        return place + 1

    # facts

    def _fact(self, place: int, name: str, value: Any = True) -> int:
        self.terms.use(place)
        if self.last is None:
            self.faults.append(f"'{self.terms.all[place].text}': of whom is this said?")
        else:
            self.last.facts[name] = value
        return place + 1

    def _on_general(self, place: int) -> int:
        after = self.terms.next(place, "noise", "in")
        if self.terms.kind(after) == "with":
            self.terms.use(place)
            return after
        if self.terms.kind(after) == "behind":
            self.terms.use(place, after)
            self._fact(place, "general_behind")
            return after + 1
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) == "with":
            self.terms.use(before)
        if self.terms.kind(place + 1) == "who":
            self.terms.use(place)
            following = self._on_who(place + 1)
            if self.last is not None:
                self.last.facts["general"] = True
            return following
        return self._fact(place, "general")

    def _on_generalbehind(self, place: int) -> int:
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) == "with":
            self.terms.use(before)
        return self._fact(place, "general_behind")

    def _on_uphill(self, place: int) -> int:
        if self.terms.kind(place + 1) == "who":
            self.terms.use(place)
            following = self._on_who(place + 1)
            if self.last is not None:
                self.last.facts["uphill"] = True
            return following
        return self._fact(place, "uphill")

    def _on_bank(self, place: int) -> int:
        return self._fact(place, "holds_bank")

    def _on_aggressor(self, place: int) -> int:
        return self._fact(place, "aggressor")

    def _on_guarded(self, place: int) -> int:
        return self._fact(place, "guarded")

    def _on_acrosswater(self, place: int) -> int:
        return self._fact(place, "across_water")

    def _on_nearkeep(self, place: int) -> int:
        return self._fact(place, "near_own_stronghold")

    def _on_shootback(self, place: int) -> int:
        self.of_both["can_shoot_back"] = True
        self.terms.use(place)
        return place + 1

    def _on_flanked(self, place: int) -> int:
        return self._fact(place, "flank_enemies", 1)

    def _on_enemy(self, place: int) -> int:
        return self._flank_enemies(place, 1)

    def _flank_enemies(self, place: int, number: int) -> int:
        """Read `an enemy on one flank`, `two enemies on the flank and rear`."""
        terms = self.terms
        enemy = place if terms.kind(place) == "enemy" else terms.next(place, "noise")
        after = terms.next(enemy, "noise", "on", "in")
        if terms.kind(after) not in ("flank", "rear", "bothflanks"):
            return place + 1
        terms.use(*range(place, after + 1))
        before = terms.before(place, "noise")
        if terms.kind(before) == "with":
            terms.use(before)
        if terms.kind(after) == "bothflanks":
            number = max(number, 2)
        following = terms.next(after, "noise", "on", "in")
        if terms.kind(following) == "and" and terms.kind(terms.next(following, "noise", "on", "in")) in (
            "rear",
            "flank",
        ):
            end = terms.next(following, "noise", "on", "in")
            terms.use(*range(after, end + 1))
            number, after = max(number, 2), end
        self._fact(after, "flank_enemies", number)
        return after + 1

    def _on_going(self, place: int) -> int:
        terms = self.terms
        going = terms.value(place)
        before = terms.before(place, "noise")
        lead = terms.kind(before)
        earlier = terms.before(before, "noise")
        if lead in ("in", "on", "at"):
            terms.use(before)
        terms.use(place)
        if terms.kind(place + 1) == "who" and lead not in ("in", "on", "at"):
            following = self._on_who(place + 1)
            if self.last is not None:
                self.last.going = going
            return following
        if terms.kind(earlier) == "both" or lead == "both":
            terms.use(earlier if terms.kind(earlier) == "both" else before)
            self.loose.append(f"both {going}")
            return place + 1
        parted = "clause" in {terms.kind(step) for step in range(max(earlier, 0), place)} or "stop" in {
            terms.kind(step) for step in range(max(earlier, 0), place)
        }
        if self.last is None or parted or lead not in ("in", "on", "at", "who"):
            self.loose.append(going)
        elif self.last.going not in (None, going):
            self.faults.append(f"{self.last.type}: {self.last.going} and {going} cannot both be")
        else:
            self.last.going = going
        return place + 1

    def _on_both(self, place: int) -> int:
        terms = self.terms
        if terms.kind(terms.next(place, "noise", "in", "on")) == "going":
            terms.use(place)
        number = terms.next(place, "noise", "die")
        if terms.kind(number) == "num" and number > place + 1 and len(self.found) == 2:
            terms.use(*range(place, number + 1))
            for element in self.found:
                self._roll(element, terms.value(number))
            return number + 1
        return place + 1

    # dice

    def _on_die(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_num(self, place: int) -> int:
        terms, number = self.terms, self.terms.value(place)
        after = terms.next(place, "noise")
        if terms.kind(after) == "enemy":
            return self._flank_enemies(place, number)
        if terms.kind(after) == "who" and not self._meant_for(place, after):
            # a number of elements, which one combat does not have
            if number == 1:
                terms.use(place)
            return place + 1
        if terms.kind(after) in ("further", "helping"):
            return self._more(place, number)
        if not 1 <= number <= self.rules.combat.die.faces:
            self.faults.append(f"{number} is on no die")
        pair = self._pair(place)
        if pair is not None:
            return pair
        terms.use(place)
        self._before_die(place)
        if terms.kind(after) == "who":
            return self._rolled_for(place, after, number)
        if self.roller is not None:
            self._roll_of(self.roller, number, place)
            self.roller = None
        elif self.last is not None:
            self._roll(self.last, number)
            if self.second and len(self.found) == 2:
                self.second.append(self.found.index(self.last))
        else:
            self.faults.append(f"{number}: who rolled it is not said")
        return place + 1

    def _meant_for(self, place: int, who: int) -> bool:
        """Return whether a die is said before the element it is for: four for the blades."""
        return any(self.terms.all[step].text.lower() == "for" for step in range(place, who))

    def _rolled_for(self, place: int, who: int, number: int) -> int:
        following = self._on_who(who)
        if self.last is not None:
            self._roll(self.last, number)
        return following

    def _before_die(self, place: int) -> None:
        terms = self.terms
        before = terms.before(place, "noise", "die")
        if terms.kind(before) in ("with", "and"):
            terms.use(before)

    def _more(self, place: int, number: int) -> int:
        terms = self.terms
        end = terms.next(place, "noise")
        while terms.kind(end) in ("further", "who", "helping", "noise", "shoot", "fight"):
            terms.use(end)
            end += 1
        terms.use(place)
        before = terms.before(place, "noise")
        if terms.kind(before) in ("with", "and"):
            terms.use(before)
        self.of_both["extra"] = number
        return end

    def _pair(self, place: int) -> int | None:
        """Read `3 to 2`, `3-2` and `dice 4 and 2`: of the two in the order of their names."""
        terms = self.terms
        joint = terms.next(place, "noise")
        led = terms.kind(terms.before(place, "noise")) == "die"
        apart = terms.kind(place - 1) in ("clause", "stop") and len(self.found) == 2
        if joint == place + 1 and terms.kind(joint) == "num" and (led or apart):
            other = joint
        else:
            other = terms.next(joint, "noise")
        if terms.kind(other) != "num" or self.roller is not None:
            return None
        sure = terms.kind(joint) == "to" or other == joint or (terms.kind(joint) in ("and", "fight") and apart)
        if terms.kind(joint) not in ("to", "and", "clause", "fight", "num"):
            return None
        if not sure and not led and not self._pair_marked(place, joint):
            return None
        if len(self.found) != 2 or any(one.die is not None for one in self.found):
            if terms.kind(joint) != "to":
                return None
            self.faults.append("who rolled which die is not said")
            return other + 1
        terms.use(place, joint, other)
        for element, number in zip(self.found, (terms.value(place), terms.value(other)), strict=True):
            self._roll(element, number)
        self.second = [-1]
        return other + 1

    def _pair_marked(self, place: int, joint: int) -> bool:
        """Return whether two numbers with a colon between them are said after both elements, apart from the second."""
        return self.terms.all[joint].text == ":" and self.terms.kind(place - 1) in ("clause", "stop")

    def _roll(self, element: Element, number: int) -> None:
        if element.die not in (None, number):
            self.faults.append(f"{element.type}: it rolled {element.die} and {number}")
        element.die = number

    def _roll_of(self, party: str, number: int, place: int) -> None:
        """Set the die of one party: mine is the first element unless another is said to be mine."""
        self.of_both.setdefault("rolled", []).append((party, number))

    def _on_result(self, place: int) -> int:
        self.result = True
        self.terms.use(place)
        return place + 1

    def _on_odds(self, place: int) -> int:
        self.odds = True
        self.terms.use(place)
        return place + 1

    def settle(self) -> None:
        """Give the dice that each party rolled to its element, and put the two in order."""
        for party, number in self.of_both.pop("rolled", []):
            own = [one for one in self.found if one.party == party]
            others = [one for one in self.found if one.party is not None and one.party != party]
            left = [one for one in self.found if one not in others]
            if len(own) == 1:
                self._roll(own[0], number)
            elif others and len(left) == 1:
                self._roll(left[0], number)
            elif len(self.found) == 2:
                self._roll(self.found[0 if party == "mine" else 1], number)
        if len(self.found) != 2:
            return
        if self.passive:
            self.found.reverse()
        order = [n for n in self.second if n >= 0]
        if len(order) == 2 and order == [1, 0]:
            self.found.reverse()
        held = [one for one in self.found if one.facts.get("holds_bank")]
        if len(held) == 1 and self.found[0] is held[0]:
            self.found.reverse()
        if self.charged is not None:
            for one in self.found:
                if one.type == self.charged:
                    one.facts["aggressor"] = True
                    break


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
