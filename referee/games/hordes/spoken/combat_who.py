"""Reads which two elements fight, whose they are, and who supports them."""

from __future__ import annotations

from typing import Any

from .combat_reader import PARTIES, CombatReader, Element

# what parts two elements, so that a second one of the same type is another
_JOINTS = ("fight", "beat", "charge", "shoot", "bespell", "at", "on", "clause", "by", "into")
# the kinds that say where those stand who support, and whether they are attacked
_OF_RANK = ("behind", "rear", "support", "in", "going", "notattacked", "underattack", "noise", "clause")


class Who(CombatReader):
    """Reads which two elements fight, whose they are, and who supports them."""

    def _on_who(self, place: int) -> int:
        term = self.terms.all[place]
        ahead = self.terms.before(place, "noise")
        lead = self.terms.kind(ahead)
        if lead == "further" and self.terms.kind(self.terms.before(ahead, "noise")) == "supported":
            self.terms.use(ahead)
            lead = "supported"
        self.terms.use(place)
        behind = self.terms.kind(place + 1) in ("behind", "rear", "support") and self.terms.text(place + 1) != "rear"
        told = "spear_behind" in self.given
        if (lead in ("supported", "supportrank") and not told) or (behind and self._alike(term.value)):
            return self._support(place)
        if self._flanks(place):
            return self._on_flanker(place)
        known = [one for one in self.found if one.type == term.value]
        opposed = known and self._joined(place) and self.last is known[0] and self._alone(term.value)
        if self.party is not None and known and known[0].party not in (None, self.party):
            opposed = True
        if known and known[0].die is not None and known[0] is self.last:
            # a second one of the type, with a die of its own
            opposed = opposed or (
                self._alone(term.value) and self.terms.kind(self.terms.next(place, "noise", "die", "open")) == "num"
            )
        if known and not (opposed and len(known) == 1 and len(self.found) == 1):
            own = [one for one in known if self.party is not None and one.party == self.party]
            element = own[0] if len(own) == 1 else known[0]
            if len(known) > 1 and len(own) != 1:
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
        if lead == "with" and self.terms.kind(self.terms.before(ahead, "noise")) == "general":
            element.facts["general"] = True
            self.terms.use(ahead)
        if self.pending is not None:
            self.pending.append(element)
            self.pending = None
        if self.waiting is not None:
            self._roll(element, self.waiting)
            self.waiting = None
        element.facts |= self.given
        self.given = {}
        return place + 1

    def _flanks(self, place: int) -> bool:
        """Return whether an element is named as one on the flank of the last: with a horde on its flank."""
        after = self.terms.next(place, "noise", "on", "in", "theirs")
        before = self.terms.kind(self.terms.before(place, "noise", "num", "theirs", "enemy"))
        return (
            self.last is not None
            and self.terms.kind(after) in ("flank", "bothflanks", "rear")
            and before in ("with", "and", "flanked")
            and self.terms.kind(place + 1) != "rear"
        )

    def _on_flanker(self, place: int) -> int:
        raise NotImplementedError

    def _alone(self, name: str) -> bool:
        """Return whether a text names no other type, so that a second mention is another element."""
        return not any(
            term.kind == "who" and term.value != name and not self._flanks(n) for n, term in enumerate(self.terms.all)
        )

    def _alike(self, name: str) -> bool:
        """Return whether an element is of the type of the one named last, which it may support."""
        return self.last is not None and self.last.type == name and self.rules.kinds[name].supports

    def _joined(self, place: int) -> bool:
        before = self.terms.before(place, "noise", *PARTIES)
        return self.terms.kind(before) in _JOINTS

    def _support(self, place: int) -> int:
        """Read `supported by spears directly behind in good going, not attacked`."""
        terms, end = self.terms, place + 1
        lead = terms.before(place, "noise", "further")
        if terms.kind(lead) in ("supported", "supportrank", "with"):
            terms.use(lead)
        if terms.kind(terms.before(lead, "noise")) == "with":
            terms.use(terms.before(lead, "noise"))
        behind: dict[str, Any] = {"going": "good", "attacked": False}
        while terms.kind(end) in _OF_RANK or self._too(end):
            after = terms.next(end, "noise")
            if terms.kind(end) == "clause" and not (terms.kind(after) in ("notattacked", "in") or self._too(after)):
                break
            if terms.kind(end) == "going":
                behind["going"] = terms.value(end)
            behind["attacked"] = behind["attacked"] or self._too(end)
            terms.use(end)
            end += 1
        if self.last is None:
            self.faults.append("who is supported is not said")
        else:
            if self.last.type != terms.value(place):
                self.faults.append(f"{self.last.type} is not supported by {terms.value(place)}: both are alike")
            self.last.facts["spear_behind"] = behind
        return end

    def _too(self, place: int) -> bool:
        """Return whether those behind are said to be attacked: `that are under attack`, `which fight too`."""
        terms = self.terms
        if terms.kind(place) == "underattack":
            return True
        between = {terms.text(n) for n in range(terms.before(place, "noise") + 1, place)}
        relative = bool(between & self.classes["relative"])
        alone = terms.kind(terms.next(place, "noise", *PARTIES)) not in ("who", "by", "with")
        return terms.kind(place) in ("fight", "engaged") and relative and alone

    def _on_mine(self, place: int) -> int:
        return self._whose(place)

    _on_theirs = _on_red = _on_blue = _on_attackerside = _on_defenderside = _on_mine

    def _whose(self, place: int) -> int:
        """Read whose an element or a die is: `my knights`, `red rolls 4`, `your 2`, `attacker: knights`."""
        terms, party = self.terms, self._side(place)
        after = terms.next(place, "noise", "general", "clause", "uphill", "charge", *PARTIES)
        if terms.kind(after) == "who" or self._whose_element(place):
            terms.use(place)
            self.party = party
            if terms.kind(place) == "attackerside":
                self.attackers.append(party)
            return place + 1
        named = terms.kind(terms.before(place, "noise")) == "open" and terms.kind(terms.next(place, "noise")) == "close"
        if named and self.last is not None:
            self.last.party = party
        else:
            self.roller = self.doer = party
            own = [one for one in self.found if one.party == party]
            if len(own) == 1 and terms.kind(terms.next(place, "noise")) not in ("die", "num"):
                # `mine uphill`
                self.last = own[0]
        terms.use(place)
        return place + 1

    def _whose_element(self, place: int) -> bool:
        """Return whether an element follows the word that says whose it is."""
        return self.terms.kind(self.terms.next(place, "noise", "general", *PARTIES)) == "who"

    def _on_tworanks(self, place: int) -> int:
        """Read `in two ranks`: supported by its like, in good going and not attacked."""
        if self.last is not None and self.rules.kinds[self.last.type].supports:
            self.terms.use(place)
            self.last.facts["spear_behind"] = {"going": "good", "attacked": False}
            self.last.ranks = True
        return place + 1

    def _on_supported(self, place: int) -> int:
        """Read `supported` without those who do it: by its like, in good going and not attacked."""
        next_one = self.terms.value(place + 1) if self.terms.kind(place + 1) == "who" else None
        own = self.last.type if self.last is not None else None
        bare = self.terms.text(place) == "supported"
        if bare and next_one is not None and own != next_one and self.rules.kinds[next_one].supports:
            # an adjective of the element that follows: against supported spears
            self.terms.use(place)
            self.given["spear_behind"] = {"going": "good", "attacked": False}
            return place + 1
        if self.last is not None and self.rules.kinds[self.last.type].supports:
            after = self.terms.kind(self.terms.next(place, "noise", "mine", "theirs"))
            if bare and after != "who":
                self.terms.use(place)
                self.last.facts["spear_behind"] = {"going": "good", "attacked": False}
        return place + 1

    def _on_further(self, place: int) -> int:
        """Read `with more spears behind`."""
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "who" and self.terms.kind(after + 1) in ("behind", "rear", "in"):
            self.terms.use(place)
        elif self.fights and len(self.found) == 1 and self.terms.value(after) == self.found[0].type:
            # a magician bespells another magician
            self.terms.use(place)
            self.found[0].party = self.found[0].party or "mine"
            self.party = "theirs" if self.found[0].party == "mine" else "mine"
        return place + 1
