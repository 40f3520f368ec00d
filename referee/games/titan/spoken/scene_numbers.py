"""Reads the numbers of a scene: hits, Power, Strike-numbers and ranges."""

from __future__ import annotations

from .scene import PARTIES
from .scene_reader import SceneReader


class Numbers(SceneReader):
    """Reads the numbers of a scene: hits, Power, Strike-numbers and ranges."""

    def _on_num(self, place: int) -> int:
        terms, scene, number = self.terms, self.scene, self.terms.value(place)
        after = terms.next(place, "noise")
        before = terms.before(place, "noise", "clause")
        unit, lead = terms.kind(after), terms.kind(before)
        if lead in ("need", "surplus"):
            # what is needed is what the question asks; hits that are needed are none that were taken
            return place + 1 if unit in ("hit", "wound") or number > 6 else self._expected(place)
        if unit in ("hit", "wound"):
            return self._hits(place, after, number)
        if lead == "wound":
            terms.use(place, before)
            self._tell("hits", number, place)
            return place + 1
        if lead == "it" and unit != "num" and self._begins(before) and number < 7:
            # `is it a 5 …`
            terms.use(before)
            self._drop(before)
            return self._expected(place)
        if unit == "power" or lead == "power":
            where = after if unit == "power" else before
            terms.use(place, where)
            self._tell("power", number, max(place, where))
            return max(place, where) + 1
        if lead == "taken":
            terms.use(place, before)
            self._tell("hits", number, place)
            return place + 1
        if lead == "declare" or (lead == "number" and not self._asked_number(before)):
            return self._declared(place, before, number)
        if lead == "range" or (unit == "hexes" and terms.kind(terms.next(after, "noise")) == "away"):
            scene.range = number
            end = terms.next(after, "noise") if unit == "hexes" else place
            terms.use(place, *([before] if lead == "range" else []), *([after, end] if unit == "hexes" else []))
            leading = terms.before(before, "noise") if lead == "range" else -1
            if terms.kind(leading) in ("at", "from", "with") and not terms.used[leading]:
                terms.use(leading)
                self._drop(leading)
            return max(place, end) + 1
        if terms.kind(place + 1) == "who":
            self.waiting.count = number
            terms.use(place)
            return place + 1
        if number < 7 and unit == "or" and terms.kind(terms.next(after, "noise", "on")) == "num":
            return self._expected(place)
        if lead in ("on", "or", "to"):
            self._guess(place)
        return place + 1

    def _expected(self, place: int) -> int:
        """Read a number that the question supposes: a 4, or a 4 or 5."""
        terms = self.terms
        terms.use(place)
        before, joint = terms.before(place, "noise"), terms.next(place, "noise")
        other = terms.next(joint, "noise", "on")
        if terms.kind(joint) == "or" and terms.kind(other) == "num":
            terms.use(*range(joint, other + 1))
            place = other
        if terms.kind(before) == "on" and not terms.used[before]:
            terms.use(before)
            if self.scene.events and self.scene.events[-1].place == before:
                self.scene.events.pop()
        return place + 1

    def _asked_number(self, place: int) -> bool:
        return self.terms.kind(self.terms.before(place, "noise")) == "topic"

    def _declared(self, place: int, lead: int, number: int) -> int:
        if self.scene.number not in (None, number):
            self.scene.faults.append(f"number {self.scene.number} and {number}: one Strike-number is declared")
        self.scene.number = number
        self.terms.use(place, lead)
        before = self.terms.before(lead, "noise")
        if self.terms.kind(before) in ("with", "at", "declare"):
            self.terms.use(before)
            if self.scene.events and self.scene.events[-1].place == before:
                self.scene.events.pop()
        return place + 1

    def _guess(self, place: int) -> bool:
        """Read `on 4 or on 5`, which is what the question asks."""
        terms = self.terms
        before = terms.before(place, "noise")
        others = [p for p in range(len(terms)) if terms.kind(p) == "num" and p != place]
        paired = any(
            abs(p - place) <= 3 and terms.kind(terms.before(max(p, place), "noise", "on")) == "or" for p in others
        )
        if terms.kind(before) in ("on", "or") and (paired or terms.kind(terms.next(place, "noise")) in ("stop", "")):
            terms.use(place, before)
            for step in range(max(before - 1, 0), place):
                if terms.kind(step) in ("on", "or"):
                    terms.use(step)
            self.scene.events[:] = [
                e for e in self.scene.events if e.kind != "on" or e.place < before - 1 or e.place > place
            ]
            return True
        return False

    def _hits(self, place: int, noun: int, number: int) -> int:
        terms = self.terms
        terms.use(place, noun)
        before = terms.before(place, "noise")
        field = "hits"
        if terms.kind(before) in ("with", "taken", "at", "cantake"):
            field = "left" if terms.kind(before) == "cantake" else "hits"
            terms.use(before)
            self._drop(before)
        if terms.kind(terms.next(noun, "noise")) == "left":
            field, noun = "left", terms.next(noun, "noise")
            terms.use(noun)
        end = noun
        after = terms.next(noun, "noise")
        if terms.kind(after) in ("on", "in") and terms.kind(terms.next(after, "noise")) in ("it", "them"):
            end = terms.next(after, "noise")
            terms.use(after, end)
            if terms.kind(end + 1) == "taken":
                end += 1
                terms.use(end)
        elif terms.kind(after) == "taken":
            terms.use(after)
            end = after
        elif terms.kind(after) == "on":
            who = terms.next(after, "noise", *PARTIES)
            found = [one for one in self.scene.mentions if one.who == terms.value(who)]
            if terms.kind(who) == "who" and len(found) == 1:
                terms.use(*range(after, who + 1))
                self.last = found[0]
                end = who
        self._tell(field, number, noun)
        return end + 1

    def _on_wound(self, place: int) -> int:
        """Read `how much damage`, and `is wounded` where a number follows."""
        terms = self.terms
        if terms.kind(terms.before(place, "noise")) == "topic" and terms.kind(terms.next(place, "noise")) != "num":
            terms.use(place)
        return place + 1

    def _begins(self, place: int) -> bool:
        """Return whether a term begins a sentence."""
        return self.terms.kind(self.terms.before(place, "noise", "topic")) in ("", "stop")

    def _drop(self, place: int) -> None:
        """Forget the event of a term that has been understood otherwise."""
        if self.scene.events and self.scene.events[-1].place == place:
            self.scene.events.pop()

    def _tell(self, field: str, number: int, place: int) -> None:
        """Set a number said about the next character, where that follows at once, or of the last one mentioned."""
        follows = self.terms.kind(place + 1) == "who"
        again = follows and any(one.who == self.terms.value(place + 1) for one in self.scene.mentions)
        if follows and self.last is not None and not self.parted and getattr(self.last, field) is None:
            if not again:
                self.scene.faults.append(f"{number}: of whom is this said, of the one before or of the one after?")
            self._set(self.last, field, number)
        elif follows or (self.terms.kind(place + 1) == "noise" and self.last is None):
            setattr(self.waiting, field, number)
        elif self.last is not None:
            self._set(self.last, field, number)
        else:
            self.scene.faults.append(f"{number}: of whom is this said?")
