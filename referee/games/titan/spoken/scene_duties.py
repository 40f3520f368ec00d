"""Reads what somebody needs or must do in a scene, and whether somebody is held."""

from __future__ import annotations

from .scene import PARTIES, SIDES
from .scene_surplus import Surplus


class Duties(Surplus):
    """Reads what somebody needs or must do in a scene, and whether somebody is held."""

    def _on_locked(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) in ("by", "with"):
            self.terms.use(after)
        return self._event("locked", place)

    def _on_need(self, place: int) -> int:
        """Read `do I need to strike`, where no number is asked for, as a duty."""
        terms = self.terms
        joint = terms.next(place, "noise")
        verb = terms.next(joint, "noise")
        counted = any(term.kind in ("topic", "dice", "number", "num") for term in terms.all)
        if terms.kind(joint) == "to" and terms.kind(verb) == "strike" and not counted:
            terms.use(joint)
            return self._event("must", place)
        terms.use(place)
        kinds = ("who", "me", "person", "stop")
        named = next((event for event in reversed(self.scene.events) if event.kind in kinds), None)
        if named is not None and named.kind == "who":
            self.scene.needer = named.mention
        return place + 1

    def _on_must(self, place: int) -> int:
        """Read a duty to strike; one to do anything else, or a question of numbers beside it, is not understood."""
        terms = self.terms
        asked = any(term.kind in ("dice", "number", "need", "carry") for term in terms.all)
        asked = asked or any(term.kind == "contact" for term in terms.all[place:])
        numbers = [step for step, term in enumerate(terms.all) if term.kind == "num"]
        asked = asked or any(terms.kind(terms.next(step, "noise")) not in ("hit", "wound") for step in numbers)
        asked = asked or any(term.text.lower() in ("can", "may", "could", "might", "would") for term in self.terms.all)
        asker = terms.before(place, "number", "dice")
        named = terms.kind(place + 1) in ("me", "person", "it", "who", *PARTIES)
        named = named or terms.word(place + 1) in self.classes["articles"]
        if terms.text(asker) in self.classes["interrogatives"] and named:
            # what must I throw to hit it?
            terms.use(place)
            return place + 1
        if terms.kind(asker) == "topic" and terms.word(place + 1) in self.classes["be"]:
            thrown = terms.kind(terms.next(place, "noise"))
            if thrown in ("topic", "threw", "need", "declare"):
                # what must be thrown
                terms.use(place)
                return place + 1
        rolled = terms.next(place, "noise")
        words = {terms.text(step) for step in range(place)}
        asker_named = terms.kind(terms.before(place, "noise")) in ("me", "person", "it", "who")
        telling = terms.kind(rolled) in ("topic", "threw", "score") and asker_named
        if telling and words & self.classes["interrogatives"]:
            # which roll must I make?
            terms.use(place, rolled)
            return place + 1
        verbs = [step for step in range(place, len(terms)) if terms.kind(step) in ("strike", "hit")]
        verb = next((step for step in verbs if terms.kind(terms.before(step, "noise")) != "num"), place)
        between = {terms.text(step) for step in range(place, verb + 1)}
        if self.moving and self.terms.text(self.terms.next(place, "noise", "it", "who", *PARTIES)) == "stop":
            # must it stop there, or may it go on?
            self.terms.use(place)
            return place + 1
        helpers = {terms.word(step) for step in range(place + 1, verb)} & (self.classes["modals"] | self.classes["be"])
        if asked or helpers or between & {"is", "are", "was", "were", "be", "been", "being"}:
            return place + 1
        return self._event("must", place)

    def _asked_about(self, place: int) -> bool:
        """Return whether it is asked what the one named at a place needs or rolls: how many dice does the lion roll?"""
        terms = self.terms
        lead = place - 1
        while terms.kind(lead) in (*PARTIES, *SIDES) or terms.word(lead) in self.classes["articles"]:
            lead -= 1
        helped = terms.word(lead) in self.classes["modals"] or terms.word(lead) in self.classes["haves"]
        after = terms.next(place, "noise")
        asked = terms.kind(terms.before(lead, "noise")) in ("topic", "dice", "number")
        had = terms.word(lead) in self.classes["haves"] and terms.kind(after) in ("", "stop")
        return helped and asked and (terms.kind(after) in ("need", "topic") or had)
