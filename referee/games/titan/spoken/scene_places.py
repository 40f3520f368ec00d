"""Reads where the characters of a scene stand and go, and the hazards around them."""

from __future__ import annotations

from .scene import PARTIES, SIDES, Event, Mention
from .scene_reader import SceneReader


class Places(SceneReader):
    """Reads where the characters of a scene stand and go, and the hazards around them."""

    def _on_hex(self, place: int) -> int:
        label, scene, terms = self.terms.value(place), self.scene, self.terms
        before = terms.before(place, "noise", "hexes", "open")
        lead = terms.kind(before)
        follows = terms.kind(place + 1) == "who"
        named = next((i for i, one in enumerate(scene.mentions) if one.hex == label), None)
        if lead == "via" or (
            lead in ("hex", "clause") and scene.via and terms.kind(terms.before(before, "noise")) == "via"
        ):
            scene.via.append(label)
        elif not follows and scene.target is None and (self._goes_there(lead) or self._enters_at(lead)):
            scene.target = label
        elif follows and (self.last is None or self.last.hex is not None or self.parted):
            self.waiting.hex = label
        elif self.last is not None and (self.last.hex in (None, label) and not (self.parted and named is not None)):
            self.last.hex = label
            if lead == "from":
                terms.use(before)
        elif lead == "to" and self.last is not None and len(scene.mentions) == 1 and not self._blown():
            # `troll C5 to C4`
            scene.target = label
            scene.events.append(Event("move", place))
        elif lead == "from" and self._from(label):
            terms.use(before)
        elif named is not None:
            scene.events.append(Event("who", place, named))
            self.last, self.parted = scene.mentions[named], False
        else:
            scene.faults.append(f"{label}: nobody is said to stand there")
        terms.use(place)
        for step in (*range(max(before, 0), place), before - 1):
            if terms.kind(step) in ("at", "on", "in", "to", "into", "onto", "from", "via", "hexes"):
                terms.use(step)
                if scene.events and scene.events[-1].place == step:
                    scene.events.pop()
        return place + 1

    def _blown(self) -> bool:
        """Return whether anything but a move is asked about."""
        return any(
            e.kind in ("strike", "shoot", "kill", "against", "carry", "move", "enter") for e in self.scene.events
        )

    def _goes_there(self, lead: str) -> bool:
        """Return whether a hex after a word is where somebody goes."""
        return lead == "move" or (lead in ("to", "into", "onto") and self.moving)

    def _enters_at(self, lead: str) -> bool:
        """Return whether a hex is where somebody who is not on the map comes on."""
        entering = bool(self.scene.events) and any(e.kind == "enter" for e in self.scene.events[-2:])
        return entering and lead in ("at", "on", "in") and self.last is not None and self.last.hex is None

    def _from(self, label: str) -> bool:
        """Read `from C1` of the one character that stands nowhere yet; return whether there is one."""
        unplaced = [one for one in self.scene.mentions if one.hex is None]
        if len(unplaced) == 1:
            unplaced[0].hex = label
        return len(unplaced) == 1

    def _on_land(self, place: int) -> int:
        land, scene = self.terms.value(place), self.scene
        if scene.land not in (None, land):
            scene.faults.append(f"{scene.land} and {land}: a battle is on one Battleland")
        scene.land = land
        self.terms.use(place)
        before = self.terms.before(place, "noise", "topic")
        if self.terms.kind(before) in ("in", "on", "at"):
            self.terms.use(before)
            if scene.events and scene.events[-1].place == before:
                scene.events.pop()
        return place + 1

    def _on_hazard(self, place: int) -> int:
        hazard, scene, terms = self.terms.value(place), self.scene, self.terms
        before = terms.before(place, "noise")
        lead = terms.kind(before)
        after = terms.next(place, "noise", "hexes")
        if hazard in self.hexside_hazards:
            return self._hexside(place, hazard, before, after)
        if self.moving and lead in ("into", "onto", "enter", "to", "move", "in", "on") and self._verb_before(before):
            scene.toward = hazard
        elif lead in ("in", "on", "at", "into") and self.last is not None:
            self._ground(self.last, hazard)
        elif lead == "over" and self.moving:
            # a remark on the way that is asked about
            scene.via.append(f"?{hazard}")
        elif self.terms.kind(place + 1) == "who":
            return place + 1
        else:
            return place + 1
        terms.use(place, before)
        if scene.events and scene.events[-1].place == before and scene.events[-1].kind not in ("enter", "move"):
            scene.events.pop()
        return place + 1

    def _verb_before(self, place: int) -> bool:
        """Return whether the last thing said before a place is a move, and not where somebody stands."""
        if self.terms.kind(place) in ("enter", "move"):
            return True
        return any(e.kind in ("move", "enter") for e in self.scene.events) and self.parted

    def _ground(self, mention: Mention, hazard: str) -> None:
        self._set(mention, "ground", hazard)

    def _hexside(self, place: int, hazard: str, before: int, after: int) -> int:
        """Read a hazard of a hexside: who is above and who below, as far as that is said."""
        scene, terms = self.scene, self.terms
        lead = terms.kind(before)
        if scene.hazard not in (None, hazard):
            scene.faults.append(f"{scene.hazard} and {hazard}: which of them is between the two?")
        if lead in ("down", "up") and not self._struck() and self.last is not None and not self.parted:
            # said before any blow: the one that was named stands there
            self._level(self.last, 1 if lead == "up" else -1)
        elif lead in ("down", "up"):
            # said about a blow or a shot: the one who gives it is above, or below
            scene.events.append(Event(lead, place))
        elif lead in ("above", "below") and self.last is not None:
            self._level(self.last, 1 if lead == "above" else -1)
        elif lead in ("over", "on", "at", "with", "by", "clause", "and", "") or terms.kind(after) in (
            "between",
            "clause",
        ):
            if lead in ("on", "at"):
                return place + 1
        else:
            return place + 1
        if lead in ("above", "below") and terms.all[before].text.lower().endswith((" of", " from")):
            self.compared = terms.kind(terms.next(place, "noise", *PARTIES, *SIDES)) in ("who", "it")
            if terms.kind(terms.next(place, "noise")) == "it":
                # the other one, of whom nothing more is said
                self.compared = False
                terms.use(place)
                scene.hazard = hazard
                terms.use(before, terms.next(place, "noise"))
                return terms.next(place, "noise") + 1
        scene.hazard = hazard
        terms.use(place)
        if lead not in ("clause", ""):
            terms.use(before)
        if scene.events and scene.events[-1].place == before:
            scene.events.pop()
        return place + 1

    def _struck(self) -> bool:
        """Return whether a blow or a shot has been named in this sentence."""
        for event in reversed(self.scene.events):
            if event.kind in ("strike", "shoot", "kill", "against"):
                return True
            if event.kind == "stop":
                return False
        return False

    def _level(self, mention: Mention, level: int) -> None:
        if mention.level not in (0, level):
            self.scene.faults.append(f"{mention.who} cannot be above and below")
        mention.level = level

    def _on_above(self, place: int) -> int:
        return self._alone(place, 1)

    def _on_below(self, place: int) -> int:
        return self._alone(place, -1)

    def _alone(self, place: int, level: int) -> int:
        """Read `above` and `below` without their hazard: said about the last one mentioned, or of it and the next."""
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "hazard":
            return place + 1
        if self.last is not None and not self.parted:
            self._level(self.last, level)
            self.terms.use(place)
        return place + 1

    def _on_up(self, place: int) -> int:
        """Read a direction without its hazard: of a blow, or of a move that a hex ends."""
        after = self.terms.next(place, "noise")
        follows = self.terms.kind(after)
        if follows == "hazard":
            return place + 1
        if self.moving and follows in ("to", "into", "onto", "from"):
            self.terms.use(place)
        elif self._struck() and (follows in ("at", "on", "onto", "stop", "clause", "who", "", *PARTIES, *SIDES)):
            self.terms.use(place)
            self.scene.events.append(Event(self.terms.kind(place), place))
        return place + 1

    _on_down = _on_up

    def _on_between(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "them":
            self.terms.use(place, after)
            return after + 1
        if self.scene.hazard is not None:
            self.terms.use(place)
        return place + 1

    def _on_beside(self, place: int) -> int:
        if self.last is not None:
            self.last.beside = True
            self.terms.use(place)
            after = self.terms.next(place, "noise", "to")
            if self.terms.kind(after) in ("it", "them"):
                self.terms.use(after)
                return after + 1
        return place + 1
