"""Reads where the characters of a scene stand and go, and the hazards around them."""

from __future__ import annotations

from .scene import PARTIES, SIDES, Event, Mention, Relation
from .scene_reader import SceneReader

# what may follow a direction that has no hazard
_AFTER_WAY = ("at", "on", "onto", "by", "stop", "clause", "who", "", *PARTIES, *SIDES)
_STANDS = ("in", "on", "at", "into")


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
        elif not follows and scene.target in (None, label) and self._goes_to(place, lead):
            scene.target = label
        elif self.moving and lead in ("to", "into", "onto") and scene.target not in (None, label):
            scene.faults.append(f"{scene.target} and {label}: a move ends in one hex")
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
                self._forget(step)
        return place + 1

    def _blown(self) -> bool:
        """Return whether anything but a move is asked about."""
        return any(
            e.kind in ("strike", "shoot", "kill", "against", "carry", "move", "enter") for e in self.scene.events
        )

    def _goes_to(self, place: int, lead: str) -> bool:
        """Return whether a hex is where somebody goes, or comes on."""
        return self._goes_there(lead) or self._enters_at(lead) or self._entered(place)

    def _entered(self, place: int) -> bool:
        """Return whether a hex is what a passive verb tells of: may C4 be entered by my troll?"""
        verb = self.terms.next(place, "noise")
        passive = self.terms.word(verb - 1) in self.classes["be"] and self.terms.text(verb).endswith("ed")
        return passive and self.terms.kind(verb) in ("move", "enter")

    def _goes_there(self, lead: str) -> bool:
        """Return whether a hex after a word is where somebody goes."""
        placed = self.last is not None and self.last.hex is not None
        return lead == "move" or (lead == "enter" and placed) or (lead in ("to", "into", "onto") and self.moving)

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
        if self.terms.kind(before) in ("in", "on", "at", "over"):
            self.terms.use(before)
            self._forget(before)
        return place + 1

    def _on_hazard(self, place: int) -> int:
        hazard, scene, terms = self.terms.value(place), self.scene, self.terms
        before = terms.before(place, "noise")
        lead = terms.kind(before)
        if lead == "move" and terms.text(before) in self.classes["crossing"]:
            lead = "over"
        after = terms.next(place, "noise", "hexes")
        if hazard in self.hexside_hazards:
            return self._hexside(place, hazard, before, after)
        where = terms.next(place, "noise", "hexes", "at", "on", "in", "open")
        label = terms.value(where) if terms.kind(where) == "hex" and terms.kind(where + 1) != "who" else None
        going = (
            self.moving and lead in ("into", "onto", "enter", "to", "move", "in", "on") and self._verb_before(before)
        )
        if going and (label is None or scene.target in (None, label)):
            scene.toward = hazard
            scene.target = label or scene.target
        elif self.last is not None and terms.text(place) in self.classes["standing"]:
            self._ground(self.last, hazard)
            lead = ""
            ahead = terms.next(place, "noise")
            if terms.kind(ahead) == "it" and terms.text(place + 1) not in self.classes["be"]:
                terms.use(place, ahead)
                return ahead + 1
        elif label is not None and self.last is not None and self.last.hex in (None, label) and lead in _STANDS:
            self._ground(self.last, hazard)
            self.last.hex = label
        elif label is not None:
            scene.printed.append((label, hazard))
            lead = lead if lead in ("over", *_STANDS) else ""
        elif lead in _STANDS and self.last is not None and self.both is None:
            self._ground(self.last, hazard)
        elif (
            terms.kind(place - 1) in ("open", "clause")
            and self.last is not None
            and self.last.hex is not None
            and not self.parted
        ):
            self._ground(self.last, hazard)
            lead = ""
        elif lead == "over" and self.moving:
            scene.over = hazard
        elif lead in _STANDS and self.both is not None:
            scene.both, self.both = hazard, None
        elif terms.kind(place + 1) == "who":
            return place + 1
        else:
            # a remark, which is checked on the board
            scene.printed.append(("", hazard))
            lead = ""
        terms.use(place)
        if lead:
            terms.use(before)
            if scene.events and scene.events[-1].kind not in ("enter", "move"):
                self._forget(before)
        if label is not None:
            terms.use(*(step for step in range(place + 1, where + 1) if terms.kind(step) != "noise"))
            return where + 1
        if terms.kind(place + 1) == "hexes":
            terms.use(place + 1)
        return place + 1

    def _on_both(self, place: int) -> int:
        """Read `both stand in brambles`."""
        terms = self.terms
        ahead = terms.next(place, "noise", "at", "on", "in", "them")
        if terms.kind(ahead) == "hazard" and terms.value(ahead) not in self.hexside_hazards:
            self.both = place
            terms.use(place)
            if terms.kind(place + 1) == "them":
                terms.use(place + 1)
        elif terms.kind(ahead) in ("beside", "contact", "land"):
            terms.use(place)
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
        if lead in ("up", "down") and self._carrying():
            # the way to the one to whom hits carry, which is checked on the board
            scene.printed.append(("", hazard))
            terms.use(place, before)
            return place + 1
        if scene.hazard not in (None, hazard):
            scene.faults.append(f"{scene.hazard} and {hazard}: which of them is between the two?")
        onto = terms.next(place, "noise")
        if lead in ("down", "up") and terms.kind(onto) in ("on", "at", "onto") and self._named_next(onto + 1):
            self._way(lead)
        elif lead in ("down", "up") and not self._struck() and self.last is not None and not self.parted:
            # said before any blow: the one that was named stands there
            self._level(self.last, 1 if lead == "up" else -1)
        elif lead in ("down", "up"):
            # said about a blow or a shot: the one who gives it is above, or below
            self._way(lead)
        elif lead in ("above", "below") and self.last is not None:
            self._level(self.last, 1 if lead == "above" else -1)
        elif lead in ("over", "on", "at", "with", "by", "clause", "and", "") or terms.kind(after) in (
            "between",
            "clause",
        ):
            if lead in ("on", "at") and terms.text(place) in self.classes["crests"] and self.last is not None:
                self._level(self.last, 1)
                if terms.kind(before - 1) == "up":
                    terms.use(before - 1)
            elif lead in ("on", "at") and not any(one.level for one in scene.mentions):
                return place + 1
        elif terms.kind(place + 1) != "who":
            # a remark, which is checked on the board
            scene.printed.append(("", hazard))
            terms.use(place)
            return place + 1
        else:
            return place + 1
        if lead in ("above", "below") and terms.text(before).endswith((" of", " from", " than")):
            ahead = terms.kind(terms.next(place, "noise", *PARTIES, *SIDES))
            self.compared = 0 if ahead in ("who", "it") else None
            if terms.kind(terms.next(place, "noise")) == "it":
                # the other one, of whom nothing more is said
                self.compared = None
                terms.use(place)
                scene.hazard = hazard
                terms.use(before, terms.next(place, "noise"))
                return terms.next(place, "noise") + 1
        scene.hazard = hazard
        terms.use(place)
        if lead not in ("clause", ""):
            terms.use(before)
        self._forget(before)
        return place + 1

    def _carrying(self) -> bool:
        """Return whether the last thing done in a text is that hits carry over."""
        deeds = ("carry", "strike", "shoot", "kill", "against", "stop")
        return next((e.kind for e in reversed(self.scene.events) if e.kind in deeds), "") == "carry"

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

    def _on_in(self, place: int) -> int:
        """Read `inside` on its own, beside a wall: the one named last stands above it."""
        alone = self.terms.kind(self.terms.next(place, "noise")) in ("", "stop", "clause", "topic", "number")
        if alone and self.scene.hazard in self.classes["crests"] and self.last is not None and not self.parted:
            self._level(self.last, 1)
            self.terms.use(place)
        return place + 1

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
            if self._named_next(after):
                self.compared = 0
            elif self.terms.kind(after) in ("it", "them"):
                self.terms.use(after)
                return after + 1
        return place + 1

    def _on_up(self, place: int) -> int:
        """Read a direction without its hazard: of a blow, or of a move that a hex ends."""
        after = self.terms.next(place, "noise")
        follows = self.terms.kind(after)
        if follows == "hazard":
            return place + 1
        if self.moving and follows in ("to", "into", "onto", "from"):
            self.terms.use(place)
        elif self._struck() and (follows in _AFTER_WAY):
            self.terms.use(place)
            self._way(self.terms.kind(place))
        elif follows in ("at", "on", "onto") and self.last is not None and self._named_next(after + 1):
            # the minotaur down on the ogre
            self.terms.use(place)
            self._way(self.terms.kind(place))
        return place + 1

    _on_down = _on_up

    def _way(self, way: str) -> None:
        """Set which way a blow goes, and report two."""
        down = 1 if way == "down" else -1
        if self.scene.down not in (0, down):
            self.scene.faults.append("up and down: which way does the blow go?")
        self.scene.down = down

    def _on_between(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "them":
            self.terms.use(place, after)
            return after + 1
        ahead = self.terms.next(place, "noise", "at", "on", "in", "open")
        placed = self.last is not None and self.last.hex is not None and not self.parted
        moved = self.moving and bool(self.scene.printed)
        if placed or moved or self.scene.hazard is not None or self.terms.kind(ahead) == "hex":
            self.terms.use(place)
        return place + 1

    def _on_beside(self, place: int) -> int:
        """Read `next to the lion`, `beside it`: where somebody stands, and to whom it is compared."""
        terms = self.terms
        if self.last is None:
            return place + 1
        terms.use(place)
        self.last.beside = True
        after = terms.next(place, "noise", "to", "with")
        if terms.kind(after) in ("it", "them"):
            terms.use(*range(place + 1, after + 1))
            number = self.scene.mentions.index(self.last)
            if len(self.scene.mentions) == 2:
                self.scene.relations.append(Relation(number, 1 - number, 1))
            self._only_beside()
            return after + 1
        if self._named_next(after):
            terms.use(*(step for step in range(place + 1, after) if terms.kind(step) in ("to", "with")))
            self.compared = 1
        return place + 1

    def _only_beside(self) -> None:
        """Make the one named last a mere neighbour of the one the sentence is about, where nobody does anything yet."""
        events = self.scene.events
        begin = max((n for n, event in enumerate(events) if event.kind == "stop"), default=-1) + 1
        named = [n for n in range(begin, len(events)) if events[n].kind == "who"]
        done = any(event.kind in ("strike", "shoot", "kill", "against", "move", "carry") for event in events[begin:])
        if len(named) > 1 and not done:
            events[named[-1]] = events[named[-1]]._replace(kind="beside")

    def _named_next(self, place: int) -> bool:
        """Return whether somebody is named at a place, or after the words that belong to a name."""
        terms = self.terms
        if terms.kind(place) in ("noise", "num", "hit", "wound", *PARTIES, *SIDES, "another"):
            place = terms.next(place, "noise", "num", "hit", "wound", *PARTIES, *SIDES, "another")
        return terms.kind(place) == "who"
