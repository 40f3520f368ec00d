"""Reads what is done in a scene, and the words that join those who do it."""

from __future__ import annotations

from .scene import PARTIES, SIDES, Event
from .scene_reader import SceneReader


class Deeds(SceneReader):
    """Reads what is done in a scene, and the words that join those who do it."""

    def _on_hit(self, place: int) -> int:
        return self._blow("strike", place)

    def _on_strike(self, place: int) -> int:
        return self._blow("strike", place)

    def _blow(self, kind: str, place: int) -> int:
        """Read a verb, unless it only names what is asked: the number to hit, which number hits."""
        terms = self.terms
        number = terms.next(place, "noise")
        if (
            terms.kind(terms.before(place, "noise")) == "taken"
            and terms.kind(number) == "num"
            and self.last is not None
        ):
            # `already hit 3 times`
            times = terms.next(number, "noise")
            if terms.kind(times) == "times":
                terms.use(*range(terms.before(place, "noise"), times + 1))
                self._set(self.last, "hits", terms.value(number))
                return times + 1
        after = terms.next(place, "noise", "dice", "number", "clause", "topic", "open", "close", "where")
        ends = terms.kind(after) in ("", "stop") or self._clause_between(place, after)
        before = terms.before(place, "noise")
        if (
            ends
            and terms.kind(before) in ("to", "number", "topic", "dice", "it", "and", "or", "clause")
            and terms.kind(after) != "by"
        ):
            terms.use(place)
            if terms.kind(before) in ("to", "it", "and", "or"):
                terms.use(before)
                if self.scene.events and self.scene.events[-1].place == before:
                    self.scene.events.pop()
            return place + 1
        if terms.kind(place + 1) == "back":
            terms.use(place + 1)
        if terms.kind(before) == "to":
            terms.use(before)
            if terms.kind(terms.before(before, "noise")) in ("", "stop", "clause") and not self.scene.mentions:
                # `to hit a unicorn my behemoth needs`
                self.scene.events.append(Event("fronted", before))
        said = terms.all[place].text.lower()
        asks = terms.kind(before)
        if asks == "who" and terms.all[before].text.lower().endswith(("'s", "’s", "s'", "s’")):
            self.scene.owned.append(len(self.scene.events))
        if said in ("strike", "attack", "shoot", "fire", "fight", "rangestrike") and self._may_be_done(place):
            self.scene.active.append(len(self.scene.events))
        got = any(terms.kind(step) == "get" for step in range(max(before, 0), place))
        if said.endswith("s"):
            self.scene.active.append(len(self.scene.events))
        if said.endswith(("s", "ing", "ed")):
            self.scene.finite.append(len(self.scene.events))
        if asks in ("me", "person") and not got and not said.endswith("ed"):
            self.scene.speaker = "mine" if asks == "me" else "theirs"
        return self._event(kind, place)

    def _may_be_done(self, place: int) -> bool:
        """Return whether the verb at a place follows `can`, `may` or the like in its sentence, and is no passive."""
        step, found = place - 1, False
        while step >= 0 and self.terms.kind(step) != "stop":
            text = self.terms.all[step].text.lower()
            if text in ("be", "been", "being", "get", "gets"):
                return False
            found = found or text in ("can", "may", "could", "might", "will", "does", "do", "would", "able to")
            step -= 1
        return found

    def _on_survive(self, place: int) -> int:
        self.scene.survive = True
        self.terms.use(place)
        return place + 1

    def _on_where(self, place: int) -> int:
        self.scene.where = True
        self.terms.use(place)
        return place + 1

    def _clause_between(self, place: int, after: int) -> bool:
        return any(self.terms.kind(step) == "clause" for step in range(place + 1, after))

    def _on_shoot(self, place: int) -> int:
        return self._blow("shoot", place)

    def _on_kill(self, place: int) -> int:
        return self._blow("kill", place)

    def _on_contact(self, place: int) -> int:
        return self._event("strike", place)

    def _on_locked(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) in ("by", "with"):
            self.terms.use(after)
        return self._event("locked", place)

    def _on_must(self, place: int) -> int:
        """Read a duty to strike; one to do anything else, or a question of numbers beside it, is not understood."""
        terms = self.terms
        asked = any(term.kind in ("dice", "number", "need", "carry", "contact") for term in terms.all)
        numbers = [step for step, term in enumerate(terms.all) if term.kind == "num"]
        asked = asked or any(terms.kind(terms.next(step, "noise")) not in ("hit", "wound") for step in numbers)
        asked = asked or any(term.text.lower() in ("can", "may", "could", "might", "would") for term in self.terms.all)
        verbs = [step for step in range(place, len(terms)) if terms.kind(step) in ("strike", "hit")]
        verb = next((step for step in verbs if terms.kind(terms.before(step, "noise")) != "num"), place)
        between = {terms.all[step].text.lower() for step in range(place, verb + 1)}
        if asked or between & {"is", "are", "was", "were", "be", "been", "being"}:
            return place + 1
        return self._event("must", place)

    def _on_against(self, place: int) -> int:
        events = self.scene.events
        if events and events[-1].kind in ("strike", "shoot") and self._follows(place, events[-1].place):
            # an attack against somebody is one blow
            self.terms.use(place)
            return place + 1
        return self._event("against", place)

    def _follows(self, place: int, blow: int) -> bool:
        """Return whether only what is asked stands between a blow and a preposition: a strike number against."""
        return blow == self.terms.before(place, "noise", "number", "dice", "topic")

    def _on_carry(self, place: int) -> int:
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) in ("to", "it", "and", "or"):
            self.terms.use(before)
            if self.scene.events and self.scene.events[-1].place == before:
                self.scene.events.pop()
        return self._event("carry", place)

    def _on_surplus(self, place: int) -> int:
        after = self.terms.next(place, "noise", "over")
        if self.terms.kind(after) == "move" and self.terms.kind(after + 1) in ("to", "onto", "on"):
            # `do extra hits go to the centaur`
            self.terms.use(after)
            self._event("carry", place)
            return after + 1
        if self.terms.kind(after) in ("to", "onto", "on"):
            return self._event("carry", place)
        self.terms.use(place)
        return place + 1

    def _on_move(self, place: int) -> int:
        if any(e.kind == "carry" and e.place == place - 1 for e in self.scene.events):
            self.terms.use(place)
            return place + 1
        if self.terms.kind(place - 1) == "to":
            self.terms.use(place - 1)
            if self.scene.events and self.scene.events[-1].place == place - 1:
                self.scene.events.pop()
        return self._event("move", place)

    def _on_enter(self, place: int) -> int:
        if self.scene.events and self.scene.events[-1].kind == "move" and not self.parted:
            self.terms.use(place)
            return place + 1
        return self._event("enter", place)

    def _on_comes(self, place: int) -> int:
        after = self.terms.next(place, "noise", "side")
        if self.terms.kind(after) in ("from", "by", "on", "at", "in"):
            after = self.terms.next(after, "noise", "side")
        if self.terms.kind(after) == "mapside":
            before = self.terms.before(place, "noise")
            self.terms.use(*range(place, after))
            if self.terms.kind(before) in (*SIDES, *PARTIES):
                self.terms.use(before)
                self.waiting.side = self.waiting.party = None
            return after
        return place + 1

    def _on_mapside(self, place: int) -> int:
        self.terms.use(place)
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) in ("from", "by", "on", "at", "side"):
            self.terms.use(before)
            if self.scene.events and self.scene.events[-1].place == before:
                self.scene.events.pop()
        self.scene.attacker_side = self.terms.value(place)
        if self.terms.kind(place + 1) == "side":
            self.terms.use(place + 1)
        return place + 1

    def _on_side(self, place: int) -> int:
        if self.terms.kind(self.terms.next(place, "noise")) == "mapside" or self.terms.kind(place - 1) in SIDES:
            self.terms.use(place)
        return place + 1

    def _on_it(self, place: int) -> int:
        return self._event("it", place)

    _on_them = _on_it

    def _on_from(self, place: int) -> int:
        after = self.terms.next(place, "noise", *PARTIES, *SIDES)
        if self.terms.kind(after) == "who" and not self.moving:
            # hits, or damage, from somebody
            self.terms.use(place)
            self.scene.events.append(Event("from", place))
        elif self.terms.kind(after) in ("strike", "hit", "shoot", "kill"):
            # does a Cliff stop it from striking
            self.terms.use(place)
        return place + 1

    def _on_by(self, place: int) -> int:
        return self._event("by", place)

    def _on_with(self, place: int) -> int:
        return self._event("with", place)

    def _on_at(self, place: int) -> int:
        return self._event_softly("at", place)

    def _on_on(self, place: int) -> int:
        return self._event_softly("on", place)

    def _on_onto(self, place: int) -> int:
        return self._event_softly("to", place)

    def _on_to(self, place: int) -> int:
        return self._event_softly("to", place)

    def _event_softly(self, kind: str, place: int) -> int:
        """Record a preposition that only counts before a character, which uses it."""
        self.scene.events.append(Event(kind, place))
        after = self.terms.next(place, "noise", *PARTIES, *SIDES, "another")
        follows = self.terms.kind(after)
        entered = (
            self.moving and kind == "to" and follows in ("stop", "") and self.terms.kind(place - 1) in ("enter", "move")
        )
        if follows in ("who", "it") or entered or (follows == "hex" and self.last is not None):
            self.terms.use(place)
        return place + 1

    def _on_over(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) == "carry" or self.terms.kind(after) in ("on", "to", "onto"):
            self.terms.use(place)
        return place + 1

    def _on_and(self, place: int) -> int:
        return self._event("and", place)

    def _on_after(self, place: int) -> int:
        if self.terms.kind(self.terms.next(place, "noise", "it", "who", *PARTIES)) == "kill":
            self.terms.use(place)
        self.scene.events.append(Event("after", place))
        return place + 1

    def _on_forgo(self, place: int) -> int:
        self.scene.forgo = True
        self.terms.use(place)
        return place + 1
