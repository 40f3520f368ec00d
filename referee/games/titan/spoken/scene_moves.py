"""Reads who goes or enters in a scene, and by which side of the map."""

from __future__ import annotations

from .scene import PARTIES, SIDES
from .scene_duties import Duties


class Going(Duties):
    """Reads who goes or enters in a scene, and by which side of the map."""

    def _on_move(self, place: int) -> int:
        if any(e.kind == "carry" and e.place == place - 1 for e in self.scene.events):
            self.terms.use(place)
            return place + 1
        if self.terms.kind(place - 1) == "to":
            self.terms.use(place - 1)
            self._forget(place - 1)
        return self._event("move", place)

    def _on_enter(self, place: int) -> int:
        if self.terms.kind(place - 1) == "to":
            self.terms.use(place - 1)
            self._forget(place - 1)
        if self.scene.events and self.scene.events[-1].kind == "move" and not self.parted:
            self.terms.use(place)
            return place + 1
        return self._event("enter", place)

    def _on_comes(self, place: int) -> int:
        after = self.terms.next(place, "noise", "side")
        if self.moving and self.terms.kind(after) == "from" and self.terms.kind(after + 1) == "hex":
            self.terms.use(place)
            return place + 1
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
            self._forget(before)
        self.scene.attacker_side = self.terms.value(place)
        if self.terms.kind(place + 1) == "side":
            self.terms.use(place + 1)
        return place + 1

    def _on_side(self, place: int) -> int:
        if self.terms.kind(self.terms.next(place, "noise")) == "mapside" or self.terms.kind(place - 1) in SIDES:
            self.terms.use(place)
        return place + 1

    def _on_away(self, place: int) -> int:
        if self.moving:
            self.terms.use(place)
        return place + 1
