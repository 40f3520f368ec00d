"""Read the scene of a battle: everybody who is named in it, and whose they are."""

from __future__ import annotations

from referee.core.spoken.terms import Term, Terms
from referee.core.spoken.vocabulary import plural

from .scene import SIDES, SKIPPED, Event, Mention, Scene, Waiting
from .scene_deeds import Deeds
from .scene_numbers import Numbers
from .scene_places import Places


class Reader(Places, Numbers, Deeds):
    """Read the terms of a text one after another; what cannot be used stays unused, and is a fault in the end."""

    def read(self) -> Scene:
        """Return the scene."""
        self.read_all()
        said = self.waiting
        if any(value is not None for value in (said.hex, said.hits, said.left, said.power)):
            self.scene.faults.append("somebody is described and not named")
        return self.scene

    def _on_who(self, place: int) -> int:
        term, waiting = self.terms.all[place], self.waiting
        self.terms.use(place)
        if waiting.count is not None and waiting.count != 1:
            self.scene.faults.append(f"{waiting.count} {term.text}: name one, with its hex")
        mention = self._same(term.value, waiting)
        if mention is None:
            mention = Mention(term.value, place)
            self.scene.mentions.append(mention)
        for field in ("hex", "hits", "left", "power", "side", "party"):
            said = getattr(waiting, field)
            if said is not None:
                self._set(mention, field, said)
        self.waiting = Waiting()
        kind = "beside" if self.compared else "who"
        if not self.compared:
            self.last = mention
        self.parted, self.compared = False, False
        self.scene.events.append(Event(kind, place, self.scene.mentions.index(mention)))
        return place + 1

    def _same(self, who: str, waiting: Waiting) -> Mention | None:
        """Return the character mentioned before that is meant again, None for another one."""
        if waiting.another:
            return None
        found = [
            one
            for one in self.scene.mentions
            if one.who == who
            and (waiting.hex is None or one.hex in (None, waiting.hex))
            and (waiting.party is None or one.party in (None, waiting.party))
            and (waiting.side is None or one.side in (None, waiting.side))
        ]
        following = self._hex_after(self.terms.next(self._here(), *SKIPPED, "at", "on", "in"))
        if following is not None:
            found = [one for one in found if one.hex in (None, following)]
        if self._opposes(who, found):
            return None
        if len(found) > 1:
            placed = " and ".join(one.hex or "one without a hex" for one in found)
            self.scene.faults.append(f"{len(found)} {plural(who)} fit, {placed}; name one by its hex")
        return found[0] if found else None

    def _here(self) -> int:
        return max(place for place, used in enumerate(self.terms.used) if used)

    def _hex_after(self, place: int) -> str | None:
        return self.terms.value(place) if self.terms.kind(place) == "hex" else None

    def _opposes(self, who: str, found: list[Mention]) -> bool:
        """Return whether a character is named on both sides of one verb, as in an ogre against an ogre."""
        events = self.scene.events
        if (
            len(found) != 1
            or len(events) < 2
            or events[-1].kind not in ("strike", "hit", "shoot", "kill", "against", "at", "on")
        ):
            return False
        before = next((e for e in reversed(events) if e.kind in ("who", "stop")), None)
        return before is not None and before.kind == "who" and self.scene.mentions[before.mention] is found[0]

    def _on_mine(self, place: int) -> int:
        return self._party(place, "mine")

    def _on_theirs(self, place: int) -> int:
        return self._party(place, "theirs")

    def _on_colour(self, place: int) -> int:
        return self._party(place, str(self.terms.value(place)))

    def _party(self, place: int, party: str) -> int:
        if (
            self.terms.kind(
                self.terms.next(place, "noise", "num", "hit", "wound", "power", *SIDES, "another", "hazard")
            )
            == "who"
            or self.waiting.party is None
        ):
            self.waiting.party = party
            self.terms.use(place)
        return place + 1

    def _on_attacker(self, place: int) -> int:
        return self._sided(place, "attacker")

    def _on_defender(self, place: int) -> int:
        return self._sided(place, "defender")

    def _sided(self, place: int, side: str) -> int:
        after = self.terms.next(place, "noise", "num", "hit", "wound", "power", "another")
        if self.terms.kind(after) == "clause" and self.terms.all[after].text == ":":
            after = self.terms.next(after, "noise")
        if self.terms.kind(after) in ("who", "hex"):
            self.waiting.side = side
            self.terms.use(place)
        elif self.terms.kind(place + 1) == "side" and self.terms.kind(place + 2) == "mapside":
            self.terms.use(place)
        elif (
            self.last is not None
            and not self.parted
            and self.terms.kind(self.terms.before(place, "noise")) in ("who", "hex", "open", "clause")
        ):
            self._set(self.last, "side", side)
            self.terms.use(place)
        elif self._by_side(place) or self.terms.kind(self.terms.next(place, "noise")) in ("comes", "enter", "move"):
            self.terms.use(place)
        return place + 1

    def _by_side(self, place: int) -> bool:
        """Return whether a side of the map follows: the attacker on the right side."""
        after = self.terms.next(place, "noise", "side")
        joint = self.terms.kind(after) in ("on", "from", "at", "by")
        return joint and self.terms.kind(self.terms.next(after, "noise", "side")) == "mapside"

    def _on_another(self, place: int) -> int:
        self.waiting.another = True
        self.terms.use(place)
        return place + 1


def unused(terms: Terms) -> list[Term]:
    """Return the terms that nothing was made of."""
    return terms.left(*SKIPPED, "stop")
