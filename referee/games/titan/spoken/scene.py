"""The scene of a battle in a text: who is mentioned, where they stand, and what is done, in order."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Term, Terms
from referee.core.spoken.vocabulary import plural

# kinds that carry nothing wherever they stand
SKIPPED = ("noise", "topic", "dice", "number", "clause", "open", "close", "where", "get", "need")
# forms of a verb that also say whose somebody is
ADJECTIVES = ("attacking",)
_VERBS = ("strike", "shoot", "kill", "contact", "against", "carry", "move", "enter")
# words for a side, and marks that end what is said about somebody
_PARTIES = ("mine", "theirs", "colour")
_SIDES = ("attacker", "defender")


class Mention(msgspec.Struct):
    """A character in a scene, with what is said about it; `level` is 1 above the hazard of a hexside, -1 below it."""

    who: str
    place: int
    hex: str | None = None
    hits: int | None = None
    power: int | None = None
    side: str | None = None
    party: str | None = None
    ground: str | None = None
    level: int = 0
    beside: bool = False


class Event(NamedTuple):
    """Something said: a mention by its number, a verb, or a word that joins them, at a place among the terms."""

    kind: str
    place: int
    mention: int = -1


class Scene(msgspec.Struct):
    """What a text says of a battle, before it is settled who does what."""

    mentions: list[Mention] = []
    events: list[Event] = []
    land: str | None = None
    attacker_side: str | None = None
    hazard: str | None = None
    target: str | None = None
    toward: str | None = None
    via: list[str] = []
    number: int | None = None
    forgo: bool = False
    range: int | None = None
    faults: list[str] = []


class _Waiting(msgspec.Struct):
    """What is said before the name of the character it belongs to."""

    hex: str | None = None
    hits: int | None = None
    power: int | None = None
    side: str | None = None
    party: str | None = None
    another: bool = False
    count: int | None = None


class Reader(StepReader):
    """Read the terms of a text one after another; what cannot be used stays unused, and is a fault in the end."""

    skipped = SKIPPED

    def __init__(self, terms: Terms, hexside_hazards: set[str]) -> None:
        super().__init__(terms)
        for place, term in enumerate(terms.all):
            if term.kind == "strike" and self._adjective(place):
                terms.all[place] = term._replace(kind="attacker")
        self.hexside_hazards = hexside_hazards
        self.scene = Scene(mentions=[], events=[], via=[], faults=[])
        self.waiting = _Waiting()
        self.last: Mention | None = None
        # whether a verb or the end of a sentence came after the last mention
        self.parted = True
        self.moving = any(term.kind in ("move", "enter") for term in terms.all)

    def _adjective(self, place: int) -> bool:
        """Return whether a form of the verb that ends a side's name stands before a character: the attacking ogre."""
        said = self.terms.all[place].text.lower()
        before = self.terms.kind(place - 1)
        return (
            said in ADJECTIVES
            and self.terms.kind(place + 1) == "who"
            and before not in ("who", "hex", "close", "topic")
        )

    def read(self) -> Scene:
        """Return the scene."""
        self.read_all()
        said = self.waiting
        if said.hex is not None or said.hits is not None or said.power is not None:
            self.scene.faults.append("somebody is described and not named")
        return self.scene

    def otherwise(self, place: int) -> int:
        kind = self.terms.kind(place)
        if kind in SKIPPED:
            self.terms.use(place)
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

    def _event(self, kind: str, place: int) -> int:
        self.terms.use(place)
        self.scene.events.append(Event(kind, place))
        self.parted = True
        return place + 1

    # who

    def _on_who(self, place: int) -> int:
        term, waiting = self.terms.all[place], self.waiting
        self.terms.use(place)
        if waiting.count is not None and waiting.count != 1:
            self.scene.faults.append(f"{waiting.count} {term.text}: name one, with its hex")
        mention = self._same(term.value, waiting)
        if mention is None:
            mention = Mention(term.value, place)
            self.scene.mentions.append(mention)
        for field in ("hex", "hits", "power", "side", "party"):
            said = getattr(waiting, field)
            if said is not None:
                self._set(mention, field, said)
        self.waiting = _Waiting()
        self.last, self.parted = mention, False
        self.scene.events.append(Event("who", place, self.scene.mentions.index(mention)))
        return place + 1

    def _same(self, who: str, waiting: _Waiting) -> Mention | None:
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

    def _set(self, mention: Mention, field: str, value: Any) -> None:
        known = getattr(mention, field)
        if known not in (None, value):
            self.scene.faults.append(f"{mention.who}: {field} {known} and {value} cannot both be")
        setattr(mention, field, value)

    # where

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
        if lead in ("down", "up"):
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
        scene.hazard = hazard
        terms.use(place)
        if lead not in ("clause", ""):
            terms.use(before)
        if scene.events and scene.events[-1].place == before:
            scene.events.pop()
        return place + 1

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

    # how many

    def _on_num(self, place: int) -> int:
        terms, scene, number = self.terms, self.scene, self.terms.value(place)
        after = terms.next(place, "noise")
        before = terms.before(place, "noise", "clause")
        unit, lead = terms.kind(after), terms.kind(before)
        if lead in ("need", "surplus"):
            # what is needed is what the question asks; hits that are needed are none that were taken
            return place + 1 if unit in ("hit", "wound") else self._expected(place)
        if unit in ("hit", "wound"):
            return self._hits(place, after, number)
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
            return max(place, end) + 1
        if terms.kind(place + 1) == "who":
            self.waiting.count = number
            terms.use(place)
            return place + 1
        if terms.kind(after) == "or" and terms.kind(terms.next(after, "noise", "on")) == "num":
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
        if terms.kind(before) in ("with", "taken"):
            terms.use(before)
            if self.scene.events and self.scene.events[-1].place == before:
                self.scene.events.pop()
        end = noun
        after = terms.next(noun, "noise")
        if terms.kind(after) in ("on", "in") and terms.kind(terms.next(after, "noise")) in ("it", "them"):
            end = terms.next(after, "noise")
            terms.use(after, end)
        elif terms.kind(after) == "taken":
            terms.use(after)
            end = after
        elif terms.kind(after) == "on":
            who = terms.next(after, "noise", *_PARTIES)
            found = [one for one in self.scene.mentions if one.who == terms.value(who)]
            if terms.kind(who) == "who" and len(found) == 1:
                terms.use(*range(after, who + 1))
                self.last = found[0]
                end = who
        self._tell("hits", number, noun)
        return end + 1

    def _tell(self, field: str, number: int, place: int) -> None:
        """Set a number said about the next character, where that follows at once, or of the last one mentioned."""
        if self.terms.kind(place + 1) == "who" or (self.terms.kind(place + 1) == "noise" and self.last is None):
            setattr(self.waiting, field, number)
        elif self.last is not None:
            self._set(self.last, field, number)
        else:
            self.scene.faults.append(f"{number}: of whom is this said?")

    # what is done

    def _on_hit(self, place: int) -> int:
        return self._blow("strike", place)

    def _on_strike(self, place: int) -> int:
        return self._blow("strike", place)

    def _blow(self, kind: str, place: int) -> int:
        """Read a verb, unless it only names what is asked: the number to hit, which number hits."""
        terms = self.terms
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
        return self._event(kind, place)

    def _clause_between(self, place: int, after: int) -> bool:
        return any(self.terms.kind(step) == "clause" for step in range(place + 1, after))

    def _on_shoot(self, place: int) -> int:
        return self._blow("shoot", place)

    def _on_kill(self, place: int) -> int:
        return self._blow("kill", place)

    def _on_contact(self, place: int) -> int:
        return self._event("strike", place)

    def _on_against(self, place: int) -> int:
        return self._event("against", place)

    def _on_carry(self, place: int) -> int:
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) in ("to", "it", "and", "or"):
            self.terms.use(before)
            if self.scene.events and self.scene.events[-1].place == before:
                self.scene.events.pop()
        return self._event("carry", place)

    def _on_surplus(self, place: int) -> int:
        after = self.terms.next(place, "noise", "over")
        if self.terms.kind(after) in ("to", "onto", "on"):
            return self._event("carry", place)
        self.terms.use(place)
        return place + 1

    def _on_move(self, place: int) -> int:
        if any(e.kind == "carry" and e.place == place - 1 for e in self.scene.events):
            self.terms.use(place)
            return place + 1
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
            if self.terms.kind(before) in (*_SIDES, *_PARTIES):
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
        if self.terms.kind(self.terms.next(place, "noise")) == "mapside" or self.terms.kind(place - 1) in _SIDES:
            self.terms.use(place)
        return place + 1

    def _on_it(self, place: int) -> int:
        return self._event("it", place)

    _on_them = _on_it

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
        after = self.terms.next(place, "noise", *_PARTIES, *_SIDES, "another")
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
        if self.terms.kind(self.terms.next(place, "noise", "it", "who", *_PARTIES)) == "kill":
            self.terms.use(place)
        self.scene.events.append(Event("after", place))
        return place + 1

    def _on_forgo(self, place: int) -> int:
        self.scene.forgo = True
        self.terms.use(place)
        return place + 1

    # whose

    def _on_mine(self, place: int) -> int:
        return self._party(place, "mine")

    def _on_theirs(self, place: int) -> int:
        return self._party(place, "theirs")

    def _on_colour(self, place: int) -> int:
        return self._party(place, str(self.terms.value(place)))

    def _party(self, place: int, party: str) -> int:
        if (
            self.terms.kind(
                self.terms.next(place, "noise", "num", "hit", "wound", "power", *_SIDES, "another", "hazard")
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
        elif self.terms.kind(self.terms.next(place, "noise")) in ("comes", "enter", "move"):
            self.terms.use(place)
        return place + 1

    def _on_another(self, place: int) -> int:
        self.waiting.another = True
        self.terms.use(place)
        return place + 1


def unused(terms: Terms) -> list[Term]:
    """Return the terms that nothing was made of."""
    return terms.left(*SKIPPED, "stop")
