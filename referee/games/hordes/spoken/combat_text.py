"""Read the terms of a text about one combat, and settle whose die is whose."""

from __future__ import annotations

from .combat_facts import Facts

# as many further attackers as a text counts
_MOST_MORE = 9


class Reader(Facts):
    """Read the terms of a text about one combat, the dice last."""

    def _on_die(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_num(self, place: int) -> int:
        terms, number = self.terms, self.terms.value(place)
        after = terms.next(place, "noise")
        if terms.kind(after) == "enemy":
            return self._flank_enemies(place, number)
        if terms.kind(after) == "who" and not self._meant_for(place, after) and not self._ends_a_roll(place, after):
            # a number of elements, which one combat does not have
            if number == 1:
                terms.use(place)
            return place + 1
        if terms.kind(after) in ("further", "helping") and number <= _MOST_MORE:
            return self._more(place, number)
        if not 1 <= number <= self.rules.combat.die.faces:
            self.faults.append(f"{number} is on no die")
        pair = self._pair(place)
        if pair is not None:
            return pair
        whose = terms.next(place, "noise", "mine", "theirs")
        if terms.kind(after) in ("mine", "theirs") and terms.kind(whose) == "who" and self._meant_for(place, after):
            terms.use(place)
            self.waiting = number
            return place + 1
        terms.use(place)
        self._before_die(place)
        if terms.kind(after) == "who" and not self._ends_a_roll(place, after):
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

    def _ends_a_roll(self, place: int, who: int) -> bool:
        """Return whether a number is the die of the element before it, not of that after it: knights 5 spears 3."""
        terms = self.terms
        lead = terms.kind(terms.before(place, "noise", "die", "open", "going", "in", "on"))
        after = terms.next(who, "noise", "die", "open", "going", "in", "on", "general")
        fresh = self.last is not None and self.last.die is None
        return (
            fresh and lead == "who" and terms.kind(after) == "num" and terms.kind(terms.next(after, "noise")) != "who"
        )

    def _on_score(self, place: int) -> int:
        """Read `4-2`: the dice of both in the order of their names."""
        self.terms.use(place)
        before = self.terms.before(place, "noise", "die")
        if self.terms.kind(before) == "with":
            self.terms.use(before)
        if len(self.found) == 1 and self.terms.kind(self.terms.next(place, "noise")) == "who":
            self.scored = self.terms.value(place)
            return place + 1
        if len(self.found) != 2 or any(one.die is not None for one in self.found):
            self.faults.append("who rolled which die is not said")
            return place + 1
        if max(self.terms.value(place)) > self.rules.combat.die.faces:
            self.faults.append(f"{max(self.terms.value(place))} is on no die")
        for element, number in zip(self.found, self.terms.value(place), strict=True):
            self._roll(element, number)
        self.second = [-1]
        return place + 1

    def _rolled_for(self, place: int, who: int, number: int) -> int:
        following = self._on_who(who)
        if self.last is not None:
            self._roll(self.last, number)
        return following

    def _before_die(self, place: int) -> None:
        terms = self.terms
        before = terms.before(place, "noise", "die")
        if terms.kind(before) in ("with", "and", "at", "on"):
            terms.use(before)

    def _more(self, place: int, number: int) -> int:
        terms = self.terms
        end = terms.next(place, "noise")
        helped = False
        while terms.kind(end) in ("further", "who", "helping", "noise", "shoot", "fight"):
            if terms.kind(end) == "who":
                if helped or (self.last is not None and terms.value(end) != self.last.type):
                    break
                helped = True
            if terms.kind(end) == "shoot":
                self._done("shoot", end)
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
        by_both = terms.kind(joint) == "fight" and terms.kind(terms.before(place, "noise", "die")) == "with"
        sure = sure or (by_both and len(self.found) == 2)
        if not sure and not led and not self._pair_marked(place, joint):
            return None
        if len(self.found) != 2 or any(one.die is not None for one in self.found):
            if terms.kind(joint) != "to":
                return None
            self.faults.append("who rolled which die is not said")
            return other + 1
        terms.use(place, joint, other)
        lead = terms.before(place, "noise", "die")
        if terms.kind(lead) in ("with", "on"):
            terms.use(lead)
        for element, number in zip(self.found, (terms.value(place), terms.value(other)), strict=True):
            self._roll(element, number)
        self.second = [-1]
        return other + 1

    def _pair_marked(self, place: int, joint: int) -> bool:
        """Return whether two numbers with a colon between them are said after both elements, apart from the second."""
        ends = self.terms.kind(self.terms.next(self.terms.next(joint, "noise"), "noise")) in (
            "",
            "stop",
            "asks",
            "result",
        )
        comma = self.terms.all[joint].text == "," and ends
        return (self.terms.all[joint].text == ":" or comma) and self.terms.kind(place - 1) in ("clause", "stop")

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
        if self.scored is not None:
            for one, number in zip(self.found, self.scored, strict=True):
                self._roll(one, number)
        if self.climber is not None:
            above = self.found[1] if self.climber is self.found[0] else self.found[0]
            above.facts["uphill"] = True
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
