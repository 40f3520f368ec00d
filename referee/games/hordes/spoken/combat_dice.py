"""Reads the dice of a combat: each beside its element, or by who rolled it."""

from __future__ import annotations

from .combat_reader import PARTIES, PERSONS, Element
from .combat_scores import Scores

# as many further attackers as a text counts
_MOST_MORE = 9
_WHOSE = (*PERSONS, "them", *PARTIES)
# the kinds of the words that stand for an element
_IT = ("noise", "they")
# as many words stand between a person and what they have
_FAR = 4
# the kinds of the words that say who helps
_HELPERS = {"who", "helping", "shoot", "fight", "attackerside"}
# as many of one type fight each other
_TWO = 2


class Dice(Scores):
    """Reads the dice of a combat: each beside its element, or by who rolled it."""

    def _on_die(self, place: int) -> int:
        self.terms.use(place)
        return place + 1

    def _on_maindie(self, place: int) -> int:
        """Read the die of the one that shoots or bespells, perhaps with others: the first one, the caster."""
        keep = any(term.kind == "who" and term.value == self.rules.fixed.name for term in self.terms.all)
        if self.kind == "close" and self.found and self.found[0].count > 1 and self._shoots(self.found[0]):
            # several that act together shoot
            self.kind = "shoot"
        self.default_caster()
        if (self.kind != "close" or keep) and self.found:
            self.terms.use(place)
            self.last, self.roller = self.found[-1 if self.passive else 0], None
        return place + 1

    def _on_target(self, place: int) -> int:
        """Read the die of the one that is shot at or bespelled."""
        if self.kind != "close" and len(self.found) == len(("a", "b")):
            self.terms.use(place)
            self.last, self.roller = self.found[0 if self.passive else -1], None
        return place + 1

    def default_caster(self) -> None:
        """Add the one type that bespells, where only the target of a spell is named."""
        able = [name for name, kind in self.rules.kinds.items() if kind.row.bespells is not None]
        if self.kind == "bespell" and len(self.found) == 1 and len(able) == 1 and self.found[0].type not in able:
            self.found.insert(0, Element(able[0], facts={}))

    def _shoots(self, element: Element) -> bool:
        return self.rules.kinds[element.type].row.shoots is not None

    def _on_num(self, place: int) -> int:
        terms, number = self.terms, self.terms.value(place)
        after = terms.next(place, "noise")
        if terms.kind(after) == "enemy" and not self._whose_element(after):
            return self._flank_enemies(place, number)
        if terms.kind(after) in ("bothflanks", "flank") and number == 2:
            return place + 1
        if number <= _MOST_MORE and (terms.kind(after) in ("further", "helping") or self._helps(after)):
            return self._more(place, number)
        if terms.kind(after) == "who" and not self._beside(place, after):
            after = place + 1
        if self._leads_its_element(place, after):
            terms.use(place)
            self.waiting = number
            return place + 1
        if terms.kind(after) == "who" and not self._meant_for(place, after) and not self._ends_a_roll(place, after):
            # a number of elements, which only those that shoot may have
            if number == 1:
                terms.use(place)
            elif number <= _MOST_MORE and self._may_be_many(after, number):
                terms.use(place)
                following = self._on_who(after)
                if self.last is not None:
                    self.last.count = number
                return following
            return place + 1
        if not 1 <= number <= self.rules.combat.die.faces:
            self.faults.append(f"{number} is on no die")
        if self._of_each(place, after):
            return place + 1
        pair = self._pair(place)
        if pair is not None:
            return pair
        return self._single(place, after, number)

    def _single(self, place: int, after: int, number: int) -> int:
        """Read one die: of the element named after it, of who rolls, or of the element named last."""
        terms = self.terms
        lead = after
        first = terms.kind(terms.before(place, "noise", "die")) in ("", "stop", "clause")
        leads = ("from", "with") if first else ("from",)
        if terms.kind(after) in (*leads, "by", "to"):
            lead = terms.next(after, "noise")
        whose = terms.next(lead, "noise", *PARTIES) if terms.kind(lead) in PARTIES else lead
        ahead = terms.kind(whose) == "who" and (self._meant_for(place, after) or terms.kind(after) in leads)
        if ahead and (terms.kind(lead) in PARTIES or terms.kind(after) in leads):
            terms.use(place)
            if terms.kind(after) in leads:
                terms.use(after)
            self.waiting = number
            return place + 1
        terms.use(place)
        self._before_die(place)
        person = terms.next(after, "noise")
        closed = terms.kind(terms.next(person, "noise")) == "close"
        if terms.kind(after) == "open" and terms.kind(person) == "who" and closed:
            # 5 (knight)
            self.waiting = number
            return place + 1
        if terms.kind(after) == "open" and terms.kind(person) in _WHOSE and terms.kind(person + 1) == "close":
            # 4 (me)
            terms.use(person)
            self.rolled.append((self._side(person), number))
            return person + 1
        if terms.kind(after) in _WHOSE and self._meant_for(place, after):
            # six for me
            terms.use(after)
            self.rolled.append((self._side(after), number))
            return after + 1
        if terms.kind(after) == "who" and not self._ends_a_roll(place, after):
            return self._rolled_for(after, number)
        if self.roller is not None:
            self.rolled.append((self.roller, number))
            self.doer, self.roller = self.roller, None
        elif self.last is not None:
            one = self._subject(place) or self._meant_by_it(place) or self.last
            self._clear_apart(one, number)
            one.apart = terms.kind(terms.before(place, "noise", "die")) in ("clause", "stop") and one.die is None
            self._roll(one, number)
        else:
            self.faults.append(f"{number}: who rolled it is not said")
        return place + 1

    def _leads_its_element(self, place: int, after: int) -> bool:
        """Return whether a die opens a clause before its element: die 4 spear, die 1 knight."""
        terms = self.terms
        opens = terms.text(place - 1) == "die" and terms.kind(place - 2) in ("", "clause", "stop")
        beside = terms.kind(after) == "who" and terms.kind(terms.next(after, "noise", "die")) != "num"
        return opens and beside and 1 <= terms.value(place) <= self.rules.combat.die.faces and self._all_rolled()

    def _all_rolled(self) -> bool:
        return all(one.die is not None for one in self.found)

    def _beside(self, place: int, who: int) -> bool:
        """Return whether nothing but an article, or what ends in `for`, stands between a number and an element."""
        words = [self.terms.text(step) for step in range(place + 1, who)]
        ahead = max((n for n, word in enumerate(words) if word in self.classes["for"]), default=-1)
        return set(words[ahead + 1 :]) <= {"a", "an", "the"}

    def _subject(self, place: int) -> Element | None:
        """Return who rolls in `he storms the town with a 6`, `it shoots at knights and rolls 4`."""
        lead = self.terms.kind(self.terms.before(place, "noise", "die"))
        told = self.agent is None or self.agent.die is not None or self.agent is self.last
        return self.agent if lead in ("with", "and") and not told else None

    def _meant_by_it(self, place: int) -> Element | None:
        """Return the other element where `it` rolls after the one named last has rolled."""
        others = [one for one in self.found if one is not self.last]
        names = {self.terms.text(step) for step in range(max(place - 3, 0), place) if self.terms.kind(step) in _IT}
        told = self.last is not None and self.last.die is not None
        return others[0] if told and len(others) == 1 and names & self.pronouns else None

    def _clear_apart(self, one: Element, number: int) -> None:
        """Give a die that was said apart to the other element, where this one has a die of its own: 5, knight 1."""
        others = [other for other in self.found if other is not one and other.die is None]
        if one.apart and one.die not in (None, number) and len(others) == 1:
            others[0].die, one.die, one.apart = one.die, None, False

    def _may_be_many(self, who: int, number: int) -> bool:
        """Return whether several shoot together, or two of one type fight each other."""
        row = self.rules.kinds[self.terms.value(who)].row
        kinds = {term.kind for term in self.terms.all}
        names = [term.value for term in self.terms.all if term.kind == "who"]
        alone = len(set(names)) == 1 and number == _TWO
        meet = bool(kinds & {"fight", "contacts", "engaged", "melee"})
        keep = self.rules.fixed.name in names and self.terms.value(who) != self.rules.fixed.name
        return (row.shoots is not None and bool(kinds & {"shoot", "maindie"})) or (alone and meet) or keep

    def _meant_for(self, place: int, who: int) -> bool:
        """Return whether a die is said before the element it is for: four for the blades."""
        return any(self.terms.text(step) in self.classes["for"] for step in range(place, who))

    def _ends_a_roll(self, place: int, who: int) -> bool:
        """Return whether a number is the die of the element before it, not of that after it: knights 5 spears 3."""
        terms = self.terms
        lead = terms.kind(terms.before(place, "noise", "die", "open", "going", "in", "on"))
        after = terms.next(who, "noise", "die", "open", "going", "in", "on", "general")
        fresh = self.last is not None and self.last.die is None
        return (
            fresh and lead == "who" and terms.kind(after) == "num" and terms.kind(terms.next(after, "noise")) != "who"
        )

    def _rolled_for(self, who: int, number: int) -> int:
        following = self._on_who(who)
        if self.last is not None:
            self._roll(self.last, number)
        return following

    def _helps(self, who: int) -> bool:
        """Return whether an element is named as one that helps to shoot or to bespell: with one mage helping."""
        terms = self.terms
        row = self.rules.kinds[terms.value(who)].row if terms.kind(who) == "who" else None
        able = row is not None and (row.bespells if self.kind == "bespell" else row.shoots) is not None
        return able and self.kind != "close" and terms.kind(terms.next(who, "noise")) == "helping"

    def _more(self, place: int, number: int) -> int:
        terms = self.terms
        end = terms.next(place, "noise")
        helped = False
        while terms.kind(end) in ("further", "noise", *_HELPERS):
            if terms.kind(end) == "who":
                if helped or not (self._helps(end) or self.last is None or terms.value(end) == self.last.type):
                    break
                helped = True
            if terms.kind(end) == "shoot":
                self._done("shoot", end)
            terms.use(end)
            end += 1
        if not {terms.kind(step) for step in range(place + 1, end)} & _HELPERS:
            # nobody who helps is named
            return place + 1
        terms.use(place)
        before = terms.before(place, "noise")
        if terms.kind(before) in ("with", "and"):
            terms.use(before)
        self.of_both["extra"] = number
        return end

    def _on_to(self, place: int) -> int:
        """Read `5 to his 3`, and `what happens to the blades`."""
        before = self.terms.kind(self.terms.before(place, "noise"))
        if before in ("num", "asks", "result", "odds"):
            self.terms.use(place)
        after = self.terms.next(place, "noise", *PARTIES)
        if before == "score" and self.terms.kind(after) == "who":
            # 6-1 to the horde
            self.terms.use(place)
            following = self._on_who(after)
            self.score_of = None if self.loses else self.last
            return following
        return place + 1

    def _on_first_person(self, place: int) -> int:
        return self._person(place)

    _on_other_person = _on_third_person = _on_they = _on_them = _on_first_person

    def _person(self, place: int) -> int:
        terms = self.terms
        terms.use(place)
        named = terms.kind(terms.before(place, "noise")) == "open" and terms.kind(terms.next(place, "noise")) == "close"
        if named and self.last is not None:
            self.last.party = self._side(place)
        elif terms.kind(place) in ("third_person", "they") and self.last is not None and not self.own_said():
            # the one that was named
            self.roller = None
        elif self._has(place):
            self.party = self._side(place)
        elif terms.kind(place) != "them" or terms.kind(terms.next(place, "noise", "die")) == "num":
            self.roller = self.doer = self._side(place)
        return place + 1

    def _has(self, place: int) -> bool:
        """Return whether a person is said to have the element that follows: `I have riders, he a hero`."""
        after = self.terms.next(place, "noise", "both")
        return self.terms.kind(after) == "who" and after - place <= _FAR

    def settle_dice(self) -> None:
        """Give every die to the element that it is of."""
        for party, number in self.rolled:
            one = self.one_of(party)
            if one is not None and one.die is not None and one.die != number and len(self.found) == 2:
                # `he` may be the element that was named
                one = self.found[1] if one is self.found[0] else self.found[0]
            if one is not None:
                self._roll(one, number)
            elif len(self.found) == 2:
                self.faults.append(f"whose the {number} is is not said")
        if len(self.found) != 2:
            return
        if self.scored is not None:
            mixed = self.loses and self.scored[0] > self.scored[1]
            if mixed:
                self.faults.append("the one that loses rolled more: whose die is which is not said")
            order = self.found[::-1] if self.instrument or self.score_of is self.found[1] else self.found
            for one, number in zip(order, self.scored, strict=True):
                self._roll(one, number)
        if self.each is not None:
            for one in self.found:
                self._roll(one, self.each)
