"""What the readers of a scene share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Terms

from .scene import SKIPPED, Event, Mention, Scene, Waiting

_VERBS = ("strike", "hit", "shoot", "kill", "carry")
_ASKING = ("topic", "dice", "number", "need", "where")


class SceneReader(StepReader):
    """What all that is read of a scene shares: the scene, who was mentioned last, and what waits for a name."""

    skipped = SKIPPED

    def __init__(self, terms: Terms, hexside_hazards: set[str], classes: Mapping[str, frozenset[str]]) -> None:
        super().__init__(terms)
        self.classes = classes
        for place, term in enumerate(terms.all):
            if term.kind == "strike" and self._adjective(place):
                terms.all[place] = term._replace(kind="attacker")
            elif term.kind == "move" and term.text.lower().endswith(" to") and terms.kind(place + 1) in _VERBS:
                # may it get to strike
                terms.all[place] = term._replace(kind="noise")
            elif term.kind == "left" and terms.kind(terms.before(place, "noise")) not in ("hit", "wound", "num"):
                # a side of the map, and not what somebody has left
                terms.all[place] = term._replace(kind="mapside")
        self.hexside_hazards = hexside_hazards
        self.scene = Scene(
            mentions=[],
            events=[],
            via=[],
            asking=[],
            relations=[],
            printed=[],
            ratings=[],
            scores=[],
            backs=[],
            contacts=[],
            carried=[],
            faults=[],
        )
        self.scene.asking = [place for place, term in enumerate(terms.all) if term.kind in _ASKING]
        self.waiting = Waiting()
        self.last: Mention | None = None
        # where the next one, and others, are called hurt
        self.hurt: int | None = None
        self.called_hurt: list[tuple[int, Mention]] = []
        # whether a fact was only claimed
        self.disputed = False
        # whether the next one is compared as an enemy in contact
        self.touching = False
        # the side of the one who sets somebody up
        self.owner: str | None = None
        # where both are placed in one clause
        self.both: int | None = None
        # those who are named again in a list
        self.listed: list[tuple[int, str]] = []
        # how far the next one named is from the last one, where it is only somebody to compare that with
        self.compared: int | None = None
        # whether a verb or the end of a sentence came after the last mention
        self.parted = True
        self.moving = any(term.kind in ("move", "enter") for term in terms.all)

    def _adjective(self, place: int) -> bool:
        """Return whether a form of the verb that ends a side's name stands before a character: the attacking ogre."""
        said = self.terms.text(place)
        before = self.terms.kind(place - 1)
        named = self.terms.kind(place + 1) == "who"
        named = named or (before == "open" and [self.terms.kind(place + step) for step in (1, 2)] == ["close", "who"])
        return said in self.classes["adjectives"] and named and before not in ("who", "hex", "close", "topic")

    def otherwise(self, place: int) -> int:
        kind = self.terms.kind(place)
        if kind in SKIPPED:
            self.terms.use(place)
            if kind == "noise" and self.terms.text(place) in self.classes["subordinators"]:
                self.scene.events.append(Event("break", place))
            if kind == "noise" and self.terms.text(place) in self.classes["thither"]:
                self.scene.thither = self.scene.thither or self.terms.kind(place - 1) == "move"
            if kind == "clause" and not self._listing(place):
                self.parted = self.parted or self.last is None
        return place + 1

    def _listing(self, place: int) -> bool:
        return self.terms.kind(place + 1) in ("num", "hex", "power")

    def _on_stop(self, place: int) -> int:
        self.terms.use(place)
        self.parted = True
        self.scene.events.append(Event("stop", place))
        return place + 1

    def _event(self, kind: str, place: int, form: str = "", owned: bool = False) -> int:
        self.terms.use(place)
        self.scene.events.append(Event(kind, place, form=form, owned=owned, relative=self._after_relative(place)))
        self.parted = True
        return place + 1

    def _after_relative(self, place: int) -> bool:
        """Return whether a verb is one of a clause about somebody named before: my ogre, which strikes the lion."""
        step = place - 1
        while self.terms.kind(step) == "noise" and self.terms.word(step) in self.classes["adverbs"]:
            step -= 1
        return self.terms.text(step) in self.classes["relative"]

    def _forget(self, place: int) -> None:
        """Forget the event of a term that has been understood otherwise."""
        if self.scene.events and self.scene.events[-1].place == place:
            self.scene.events.pop()

    def _set(self, mention: Mention, field: str, value: Any) -> None:
        known = getattr(mention, field)
        if known not in (None, value):
            self.scene.faults.append(f"{mention.who}: {field} {known} and {value} cannot both be")
        setattr(mention, field, value)
