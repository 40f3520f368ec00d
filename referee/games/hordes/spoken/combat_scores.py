"""Reads two dice that are said together: as a score in the order of the names, or as a die of both."""

from __future__ import annotations

from .combat_facts import Facts
from .combat_reader import PERSONS


class Scores(Facts):
    """Reads two dice that are said together: as a score in the order of the names, or as a die of both."""

    def _of_each(self, place: int, after: int) -> bool:
        """Read `3 each`, `both roll a 3` and `tied on 3`: the die of both."""
        terms = self.terms
        before = terms.before(place, "noise", "die", "at", "on", "with", "result", *PERSONS)
        both = terms.next(after, "noise") if terms.kind(after) == "on" else -1
        if terms.kind(after) == "each":
            terms.use(after)
        elif terms.kind(both) == "both":
            terms.use(after, both)
        elif terms.kind(before) not in ("both", "tie", "each") or terms.kind(after) in ("num", "to", "who"):
            return False
        terms.use(place)
        for step in range(max(before, 0), place):
            if terms.kind(step) in ("both", "tie", "each", "at", "on", "with"):
                terms.use(step)
        self.each = terms.value(place)
        self.roller = None
        return True

    def _on_each(self, place: int) -> int:
        terms = self.terms
        if terms.kind(terms.next(place, "noise", "die", "at", "on")) in ("num", "asks", "kill", "beat", "result"):
            terms.use(place)
        return place + 1

    def _on_score(self, place: int) -> int:
        """Read `4-2`: the dice of both in the order of their names."""
        self.terms.use(place)
        self._before_die(place)
        self._loses_by(place)
        self._score(*self.terms.value(place))
        return place + 1

    def _score(self, one: int, other: int) -> None:
        if self.scored is not None or self.rolled or any(element.die is not None for element in self.found):
            self.faults.append("who rolled which die is not said")
        for number in (one, other):
            if not 1 <= number <= self.rules.combat.die.faces:
                self.faults.append(f"{number} is on no die")
        self.scored = one, other
        self.roller = None

    def _before_die(self, place: int) -> None:
        terms = self.terms
        before = terms.before(place, "noise", "die")
        if terms.kind(before) in ("with", "and", "at", "on", "by"):
            terms.use(before)

    def _pair(self, place: int) -> int | None:
        """Read `3 to 2`, `3 against 2` and `dice 4 and 2`: of the two in the order of their names."""
        terms = self.terms
        joint = terms.next(place, "noise")
        other = joint if terms.kind(joint) == "num" and joint == place + 1 else terms.next(joint, "noise")
        if terms.kind(other) != "num" or self._counts(other):
            return None
        if self.roller is not None and not (terms.kind(joint) == "and" and self._both_roll(place)):
            return None
        if not self._joins(place, joint, other):
            return None
        terms.use(place, joint, other)
        lead = terms.before(place, "noise", "die")
        if terms.kind(lead) in ("with", "on", "by", "at"):
            terms.use(lead)
        self._loses_by(place)
        self._score(terms.value(place), terms.value(other))
        return other + 1

    def _loses_by(self, place: int) -> None:
        """Note that the one just before a score loses: knights lose 3-5 to blades."""
        verb = self.terms.before(place, "noise")
        if self.terms.kind(self.terms.before(verb, "noise", "going", "in")) == "who":
            self.loses = self.loses or self.terms.text(verb).startswith(tuple(self.classes["loses"]))

    def _both_roll(self, place: int) -> bool:
        """Return whether `we` or `they` roll two dice."""
        before = self.terms.before(place, "noise", "die")
        return self.terms.text(before) in ("we", "they")

    def _counts(self, place: int) -> bool:
        """Return whether a number is one of elements, or of enemies."""
        return self.terms.kind(self.terms.next(place, "noise")) in ("enemy", "further", "helping", "bothflanks")

    def _joins(self, place: int, joint: int, other: int) -> bool:
        """Return whether two numbers are a score: by the word between them, or as nobody is named beside them."""
        terms = self.terms
        kind = terms.kind(joint)
        before = terms.before(place, "noise", "die", "with", "on")
        led = terms.kind(terms.before(place, "noise")) == "die" or self.terms.text(before) in (
            "dice",
            "rolls",
            "the dice",
        )
        marks = ("clause", "stop", "open", "close")
        apart = terms.kind(before) in marks or (terms.kind(before) != "who" and terms.kind(place - 1) in marks)
        both = len(self.found) == 2 and all(one.die is None for one in self.found)
        if kind == "to":
            return True
        if joint == other:
            return both and (led or apart or terms.kind(before) != "who" or self._last_word(other))
        if kind == "fight":
            return both or (
                self.terms.text(joint) in self.classes["against"] and (led or self.beats) and not self._dice_told()
            )
        if kind == "and":
            return led or (both and apart)
        if kind == "clause":
            if both and terms.kind(terms.before(place, "noise", "die")) == "with":
                return True
            text = terms.all[joint].text
            ends = terms.kind(terms.next(other, "noise")) in ("", "stop", "asks", "result", "clause", "dead")
            return led or (text in ":/" and (apart or both)) or (text == "," and apart and ends)
        return False

    def _last_word(self, place: int) -> bool:
        return self.terms.kind(self.terms.next(place, "noise")) in ("", "stop", "asks", "result")

    def _dice_told(self) -> bool:
        return any(one.die is not None for one in self.found)
