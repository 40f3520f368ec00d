"""Read the scene of a battle: everybody who is named in it, and whose they are."""

from __future__ import annotations

from referee.core.spoken.terms import Term, Terms
from referee.core.spoken.vocabulary import plural

from .scene import PARTIES, SIDES, SKIPPED, Event, Mention, Relation, Scene, Waiting
from .scene_deeds import Deeds
from .scene_numbers import Numbers


class Reader(Numbers, Deeds):
    """Read the terms of a text one after another; what cannot be used stays unused, and is a fault in the end."""

    def read(self) -> Scene:
        """Return the scene."""
        self.read_all()
        self._twice()
        self.terms.use(*(place for place, one in self.called_hurt if one.hits or one.left is not None))
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
        if waiting.party == "theirs" and self.owner is not None and mention.side is None:
            # `may the defender set up his ranger`
            mention.side = self.owner
        for field in ("hex", "hits", "left", "power", "side", "party"):
            said = getattr(waiting, field)
            if said is not None:
                self._set(mention, field, said)
        self.waiting = Waiting()
        number = self.scene.mentions.index(mention)
        if self._asked_about(place):
            self.scene.needer = self.scene.roller = number
        kind = "who"
        kinds = [event.kind for event in self.scene.events[-2:]]
        if self.compared is None and kinds == ["beside", "and"] and not self._does(place):
            # next to a lion and a ranger
            kind = "beside"
        elif self.compared is not None and self.last is not None:
            kind = "beside"
            if self.touching:
                self.scene.contacts.append(number)
            if self.compared:
                mention.beside = True
                self.scene.relations.append(Relation(self.scene.mentions.index(self.last), number, self.compared))
        if self.hurt is not None:
            self.called_hurt.append((self.hurt, mention))
            self.hurt = None
        self._list(place, mention)
        self.last = mention
        self.parted, self.compared, self.touching = False, None, False
        self.scene.events.append(Event(kind, place, number, relative=self._relative(place)))
        return place + 1

    def _does(self, place: int) -> bool:
        """Return whether a verb follows somebody who is named at a place."""
        after = self.terms.next(place, "noise", "at", "on", "in", "hexes", "hex", "open", "close", "num", "wound")
        return self.terms.kind(after) in ("strike", "shoot", "kill", "hit", "move", "must", "carry", "against")

    def _list(self, place: int, mention: Mention) -> None:
        """Note one who is named again with its hex in a list, and of whom the text tells nothing more."""
        after = self.terms.next(place, "noise", "at", "on", "in", "hexes", "open")
        before = self.scene.events[-1] if self.scene.events else None
        again = mention.place != place and self.terms.kind(after) == "hex"
        if again and before and before.kind in ("who", "and") and before.mention in (-1, self._number(mention)):
            end = self.terms.kind(self.terms.next(after, "noise", "close"))
            if end in ("clause", "stop", "and", ""):
                self.listed.append((place, self.terms.value(after)))

    def _number(self, mention: Mention) -> int:
        return self.scene.mentions.index(mention)

    def _relative(self, place: int) -> bool:
        """Return whether `that` or `which` stands before a name and the words that belong to it."""
        step = place - 1
        while self.terms.kind(step) in ("noise", "topic", *SIDES, *PARTIES):
            if self.terms.text(step) in self.classes["relative"]:
                # `which lion` asks for one, and is no clause about somebody
                return self.terms.kind(step) == "noise" or (step < place - 1 and self._named_before(step) >= 0)
            step -= 1
        return False

    def _twice(self) -> None:
        """Report two in one hex, and one who is listed twice."""
        mentions = self.scene.mentions
        for n, one in enumerate(mentions):
            if one.hex is not None and any(other.hex == one.hex for other in mentions[:n]):
                self.scene.faults.append(f"{one.hex}: two stand there, and a hex holds one")
        for place, label in self.listed:
            self.scene.faults.append(f"'{self.terms.all[place].text} {label}' is named twice; are they one or two?")

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
        before = next((e for e in reversed(events) if e.kind in ("who", "stop", "me", "person", "it")), None)
        return before is not None and before.kind == "who" and self.scene.mentions[before.mention] is found[0]

    def _on_mine(self, place: int) -> int:
        return self._party(place, "mine")

    def _on_theirs(self, place: int) -> int:
        return self._party(place, "theirs")

    def _on_colour(self, place: int) -> int:
        return self._party(place, str(self.terms.value(place)))

    def _party(self, place: int, party: str) -> int:
        terms, said = self.terms, self.terms.text(place)
        after = terms.next(place, "noise")
        owned = said in self.classes["possessives"] and terms.text(place - 1) in self.classes["of"]
        if owned and self.last is not None and terms.kind(after) != "who":
            # an ogre of mine
            self._set(self.last, "party", party)
            terms.use(place)
            return place + 1
        if terms.kind(place + 1) in ("topic", "dice", "number"):
            # my chances
            terms.use(place)
            return place + 1
        ends = terms.kind(place + 1) in ("stop", "clause", "")
        aside = terms.kind(place - 1) == "open" and terms.kind(place + 1) == "close"
        told = aside or (ends and terms.word(place - 1) in self.classes["be"])
        if said in self.classes["possessives"] and told and self.last is not None:
            # the ogre is mine
            self._set(self.last, "party", party)
            terms.use(place)
            return place + 1
        if said in self.classes["foes"] and terms.kind(after) in ("stop", "clause", "") and self.last is not None:
            # … are enemies
            self._set(self.last, "party", party)
            terms.use(place)
            return place + 1
        if terms.kind(after) in ("strike", "shoot") and terms.text(after) in self.classes["nouns"]:
            # my strike
            terms.use(place)
            self.scene.events.append(Event("me" if party == "mine" else "person", place))
            return place + 1
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
        if self.terms.kind(after) == "with" and self.terms.text(place) in self.classes["defends"]:
            # `he defends with a lion`
            self.terms.use(after)
            after = self.terms.next(after, "noise", "num", "hit", "wound", "power", "another")
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
        elif self.terms.kind(self.terms.next(place, "noise")) in ("enter", "move"):
            self.owner = side
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
