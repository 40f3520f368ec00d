"""Reads which two elements fight, and how: in contact, by shooting or by a spell."""

from __future__ import annotations

from typing import Any

from .combat_reader import CombatReader, Element
from .names import vocabulary


class Who(CombatReader):
    """Reads which two elements fight, and how: in contact, by shooting or by a spell."""

    def _on_who(self, place: int) -> int:
        term = self.terms.all[place]
        lead = self.terms.kind(self.terms.before(place, "noise"))
        self.terms.use(place)
        behind = self.terms.kind(place + 1) in ("behind", "rear") and self.terms.all[place + 1].text.lower() != "rear"
        if lead in ("supported", "supportrank") or (behind and self._alike(term.value)):
            return self._support(place)
        known = [one for one in self.found if one.type == term.value]
        opposed = known and self._joined(place) and self.last is known[0]
        if self.party is not None and known and known[0].party not in (None, self.party):
            opposed = True
        if known and known[0].die is not None and known[0] is self.last:
            # a second one of the type, with a die of its own
            opposed = opposed or self.terms.kind(self.terms.next(place, "noise", "die", "open")) == "num"
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
        if self.waiting is not None:
            self._roll(element, self.waiting)
            self.waiting = None
        if self.leads:
            element.facts["general"] = True
            self.leads = False
        return place + 1

    def _alike(self, name: str) -> bool:
        """Return whether an element is of the type of the one named last, which it may support."""
        return self.last is not None and self.last.type == name and self.rules.kinds[name].supports

    def _joined(self, place: int) -> bool:
        before = self.terms.before(place, "noise", "mine", "theirs")
        return self.terms.kind(before) in ("fight", "beat", "charge", "shoot", "bespell", "at", "on", "clause", "by")

    def _support(self, place: int) -> int:
        """Read `supported by spears directly behind in good going, not attacked`."""
        terms, end = self.terms, place + 1
        lead = terms.before(place, "noise")
        if terms.kind(lead) in ("supported", "supportrank", "with"):
            terms.use(lead)
        if terms.kind(terms.before(lead, "noise")) == "with":
            terms.use(terms.before(lead, "noise"))
        behind: dict[str, Any] = {"going": "good", "attacked": False}
        while terms.kind(end) in ("behind", "rear", "in", "going", "notattacked", "noise", "clause"):
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

    def _on_fight(self, place: int) -> int:
        self.attacked = self.attacked or self.terms.all[place].text.lower().startswith("attack")
        return self._done("close", place)

    def _on_beat(self, place: int) -> int:
        self.beats = True
        return self._done("close", place)

    def _on_kill(self, place: int) -> int:
        self.terms.use(place)
        self.kills = True
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) == "to":
            self.terms.use(before)
        return place + 1

    def _on_melee(self, place: int) -> int:
        self.terms.use(place)
        self.fights = True
        return place + 1

    def _on_and(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        kind = self.terms.kind(after)
        again = kind == "who" and any(one.type == self.terms.value(after) for one in self.found)
        second = kind in ("who", "mine", "theirs", "going") and len(self.found) == 1
        if (
            again
            or second
            or (kind == "die" and len(self.found) == 2)
            or (kind == "num" and self.terms.all[after + 1 : after + 2] and self.terms.all[after + 1].text == "for")
            or kind in ("first_person", "other_person")
            or (kind in ("mine", "theirs", "num") and len(self.found) == 2)
        ):
            self.terms.use(place)
            self.joined = self.joined or second
        return place + 1

    def _on_supported(self, place: int) -> int:
        """Read `supported` without those who do it: by its like, in good going and not attacked."""
        if self.last is not None and self.rules.kinds[self.last.type].supports:
            after = self.terms.kind(self.terms.next(place, "noise", "mine", "theirs"))
            if after != "who" and self.terms.all[place].text.lower() == "supported":
                self.terms.use(place)
                self.last.facts["spear_behind"] = {"going": "good", "attacked": False}
        return place + 1

    def _on_with(self, place: int) -> int:
        after = self.terms.next(place, "noise", "mine", "theirs")
        again = any(one.type == self.terms.value(after) for one in self.found)
        if self.terms.kind(after) == "who" and (
            again or not self.found or self.terms.kind(self.terms.before(place, "noise")) == "num"
        ):
            self.terms.use(place)
        return place + 1

    def _on_shoot(self, place: int) -> int:
        return self._done("shoot", place)

    def _on_bespell(self, place: int) -> int:
        return self._done("bespell", place)

    def _on_charge(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        lead = self.terms.kind(self.terms.before(place, "noise", "mine", "theirs"))
        if (
            self.terms.kind(after) == "who"
            and lead not in ("who", "close")
            and self.terms.all[place].text.lower() == "charging"
        ):
            # an adjective of the element that follows
            self.terms.use(place)
            self.charged = "next"
            return place + 1
        if self.terms.kind(after) == "by":
            self.charged = "next"
        elif self.last is not None:
            self.charged = self.last.type
        else:
            self.charged = "next"
        return self._done("close", place)

    def _done(self, kind: str, place: int) -> int:
        self.terms.use(place)
        self.fights = True
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) == "to":
            self.terms.use(before)
        if kind != "close":
            if self.kind not in ("close", kind):
                self.faults.append(f"{self.kind} and {kind}: ask of one at a time")
            self.kind = kind
        after = self.terms.next(place, "noise")
        lead = self.terms.kind(self.terms.before(place, "noise"))
        target = self.terms.kind(self.terms.next(place, "noise", "at", "on", "mine", "theirs"))
        # in `the horde it shoots` the one before the verb is the target
        relative = self.terms.all[place - 1].text.lower() in vocabulary(self.rules).pronouns
        if (
            kind != "close"
            and lead == "who"
            and not relative
            and len(self.found) == 2
            and target not in ("who", "by", "going")
        ):
            # the second of two that were named acts on the first
            self.passive = self.last is self.found[1]
        if self.terms.kind(after) == "by":
            self.terms.use(after)
            self.passive = True
        elif (
            self.terms.kind(after) in ("at", "on")
            and self.terms.kind(self.terms.next(after, "noise", "mine", "theirs")) == "who"
        ):
            self.terms.use(after)
        return place + 1
