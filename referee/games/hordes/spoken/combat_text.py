"""Read the terms of a text about one combat, and settle who does what."""

from __future__ import annotations

from .combat_dice import Dice
from .combat_reader import PERSONS, Element


class Reader(Dice):
    """Read the terms of a text about one combat, and settle who does what."""

    def _on_result(self, place: int) -> int:
        self.result = True
        self.terms.use(place)
        return place + 1

    _on_victory = _on_result

    def _on_odds(self, place: int) -> int:
        self.odds = True
        self.terms.use(place)
        return place + 1

    def _on_dead(self, place: int) -> int:
        """Read `are my blades dead?`: the end of a question."""
        terms = self.terms
        after = terms.next(place, "noise")
        before = terms.kind(terms.before(place, "noise", "mine", "theirs"))
        asked = (
            self.terms.text(after) == "?"
            and after == place + 1
            and before in ("who", "clause", "stop", "or", "asks", "")
        )
        if (asked or (before == "who" and self._begins_with_is(place))) and terms.kind(after) in ("stop", "", "or"):
            terms.use(place)
            self.result = True
        return place + 1

    def _begins_with_is(self, place: int) -> bool:
        words = []
        for step in range(place - 1, -1, -1):
            if self.terms.kind(step) in ("stop", "clause"):
                break
            words.append(self.terms.text(step))
        return bool(words) and words[-1] in self.classes["be"]

    def _on_ornot(self, place: int) -> int:
        if self.terms.kind(self.terms.next(place, "noise")) in ("stop", "clause", ""):
            self.terms.use(place)
        return place + 1

    def _on_or(self, place: int) -> int:
        """Read `recoil or die`, and `who is favoured, knights or spears`."""
        terms = self.terms
        skipped = ("noise", *PERSONS, "them")
        kinds = {terms.kind(terms.before(place, *skipped)), terms.kind(terms.next(place, *skipped))}
        odds = any(term.kind in ("odds", "both", "tie") for term in terms.all)
        asked = kinds <= {"asks", "result", "die", "kill", "dead", "beat", "tie"}
        rolled = kinds <= {"num", "close", "who"} and len(kinds) > 1
        if asked or rolled or (odds and kinds <= {"who", "asks", "uphill", "general", "close", "going"}):
            terms.use(place)
        return place + 1

    def settle(self) -> None:
        """Give the dice to the elements, and put the two in order."""
        named = [term for term in self.terms.all if term.kind in ("who", "both")]
        both = len({party for party, _ in self.rolled}) > 1 and any(one.many or one.kind == "both" for one in named)
        if len(self.found) == 1 and (self.found[0].count > 1 or both) and self.kind == "close":
            # two of a type that fight each other
            self.found[0].count, self.found[0].party = 1, None
            self.found.append(Element(self.found[0].type, facts={}))
        self.default_caster()
        self.settle_dice()
        for one in self.found:
            if one.ranks and one.going is not None:
                one.facts["spear_behind"] = {"going": one.going, "attacked": False}
        self.faults += [f"{one.count} of {one.type} do not act together" for one in self._many_that_do_not_shoot()]
        if self.both_lead:
            self.given = {}
            for one in self.found:
                one.facts["general"] = True
        self.faults += ["of whom the General, the ground or the flank is said is not clear"] if self.given else []
        if len(self.found) != 2:
            return
        if self.under is not None:
            above = self.found[1] if self.under is self.found[0] else self.found[0]
            above.facts["uphill"] = True
        if self._second_acts():
            self.found.reverse()
        held = [one for one in self.found if one.facts.get("holds_bank")]
        if len(held) == 1 and self.found[0] is held[0]:
            self.found.reverse()
        if self.kind == "bespell" and self.found[0].facts.pop("across_water", False):
            # the water is between the two
            self.found[1].facts["across_water"] = True
        for actor in self.aggressors:
            mover = self.one_of(actor)
            if mover is None:
                self.faults.append("who moved into contact is not said")
            else:
                mover.facts["aggressor"] = True

    def _second_acts(self) -> bool:
        """Return whether the second acts: as it is said, or as nobody is said to act and only the second can."""
        own = any(one.party is not None for one in self.found)
        told = [self.one_of(actor) for actor in self.afar if own or isinstance(actor, Element)]
        agent = next((one for one in told if one is not None), None)
        if agent is not None:
            return agent is self.found[1]
        return self.passive or self._only_second_can()

    def _only_second_can(self) -> bool:
        """Return whether only the second can do what is said: shoot, bespell, or attack a Stronghold."""
        rows = [self.rules.kinds[one.type].row for one in self.found]
        if self.kind == "shoot":
            return rows[0].shoots is None and rows[1].shoots is not None
        if self.kind == "bespell":
            return rows[0].bespells is None and rows[1].bespells is not None
        fixed = self.rules.fixed.name
        taken = self.found[1] in self.attackers or any(
            term.text.lower() in self.classes["captured"] for term in self.terms.all
        )
        return taken and self.found[0].type == fixed and self.found[1].type != fixed

    def _many_that_do_not_shoot(self) -> list[Element]:
        names = [one.type for one in self.found]
        shooter = self.found[-1 if self.passive else 0] if self.found and self.kind == "shoot" else None
        if self.rules.fixed.name in names:
            shooter = next((one for one in self.found if one.type != self.rules.fixed.name), None)
        if shooter is not None and shooter.count > 1:
            self.of_both["extra"] = self.of_both.get("extra", 0) + shooter.count - 1
        return [one for one in self.found if one.count > 1 and one is not shooter]
