"""Reads what becomes of hits that are left over: who carries them, and to whom."""

from __future__ import annotations

from .scene_places import Places

# what leads to somebody to whom something is done
_DONE_TO = ("strike", "kill", "shoot", "against", "at", "on", "to", "and")


class Surplus(Places):
    """Reads what becomes of hits that are left over."""

    def _on_carry(self, place: int) -> int:
        counted = self.terms.next(place, "noise")
        if self.terms.kind(counted) == "num" and self.terms.kind(self.terms.next(counted, "noise")) in ("hit", "wound"):
            # a cyclops that carries 6 hits
            self.terms.all[place] = self.terms.all[place]._replace(kind="taken")
            return place
        if self._received(place):
            return self._event("carry", place, "received")
        before = self.terms.before(place, "noise")
        passive = self.terms.word(place - 1) in self.classes["be"]
        if self.terms.kind(before) in ("to", "it", "and", "or"):
            self.terms.use(before)
            self._forget(before)
        subject, lead = self._carrier(place)
        if passive and lead not in ("from", "by") and subject is not None:
            # may the centaur be carried over to
            return self._event("carry", place, "received")
        self.scene.carrier = subject if subject is not None else self.scene.carrier
        return self._event("carry", place)

    def _carrier(self, place: int) -> tuple[int | None, str]:
        """Return who is named right before a verb, and what stands before them; nobody to whom something is done."""
        lead = self._named_before(place)
        events = [event for event in self.scene.events if event.place <= lead][-2:]
        joint = events[0].kind if len(events) > 1 else ""
        if lead < 0 or not events or events[-1].kind != "who" or joint in _DONE_TO:
            return None, joint
        return events[-1].mention, joint

    def _named_before(self, place: int) -> int:
        """Return where the one is named who stands right before a verb, past its hex and an aside; -1 for nobody."""
        terms, skipped = self.terms, ("noise", "hex", "at", "on", "in", "hexes", "to")
        step = terms.before(place, *skipped)
        while terms.kind(step) == "close":
            while step > 0 and terms.kind(step) != "open":
                step -= 1
            step = terms.before(step, *skipped)
        return step if terms.kind(step) == "who" else -1

    def _received(self, place: int) -> bool:
        """Read `does the centaur take the rest`: whether the one named before a verb gets what is left over."""
        verb = self.terms.before(place, "noise", "more")
        gets = self.terms.kind(verb) in ("taken", "cantake", "get")
        if not gets or self.terms.text(verb) in self.classes["adverbs"] or self._named_before(verb) < 0:
            return False
        self.terms.use(*range(verb, place))
        return True

    def _goes_over(self, place: int) -> int | None:
        """Return where the word is that leads to the one to whom hits at a place go on, None if they do not."""
        terms = self.terms
        after = terms.next(place, "noise", "over", "clause", "person")
        toward = terms.next(after, "noise", "up", "down", "over", "hazard")
        return toward if terms.kind(after) == "move" and terms.kind(toward) in ("to", "onto", "on") else None

    def _on_surplus(self, place: int) -> int:
        terms = self.terms
        if self._received(place):
            return self._event("carry", place, "received")
        after = terms.next(place, "noise", "over", "clause", "person")
        toward = self._goes_over(place)
        if toward is not None:
            # `do extra hits go up the dune to the centaur`
            terms.use(*(step for step in range(place, toward) if terms.kind(step) != "noise"))
            self.scene.printed += [("", terms.value(n)) for n in range(after, toward) if terms.kind(n) == "hazard"]
            self._event("carry", place)
            return toward
        if terms.kind(after) == "move" and terms.kind(terms.next(after, "noise")) in ("", "stop", "clause"):
            # where can the rest go?
            terms.use(*(step for step in range(place, after + 1) if terms.kind(step) != "noise"))
            self._event("carry", place)
            return after + 1
        if self.terms.kind(after) in ("to", "onto", "on"):
            return self._event("carry", place)
        self.terms.use(place)
        return place + 1
