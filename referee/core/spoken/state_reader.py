"""Read a text as one question on a state: what it names, the values of fields, and who does what to whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..notation.field_specs import FieldSpec
from .fitting import Reference
from .named import Named, Thing
from .steps import StepReader
from .terms import Terms
from .words import Words

PARTIES = ("mine", "theirs", "attacker", "defender", "colour", "player")
PLACES = ("hex", "place")
# words that join references, and lead to places
_JOINTS = ("by", "with", "at", "on", "and", "against", "after", "to", "into", "onto", "from", "in", "it", "them", "via")
_TOWARDS = ("to", "into", "onto")
# what a question names that is about a character and no piece
_CHARACTERS = ("character", "any_character")
_WOUNDS = ("hit", "wound")


class _Event(NamedTuple):
    """A reference by its number, a joint, or the verb, at a place among the terms."""

    kind: str
    place: int
    reference: int = -1


class StateReader(StepReader):
    """Reads the terms of a text for one question; a term that it has no use for is a fault."""

    def __init__(
        self, terms: Terms, verb: str, specs: Mapping[str, FieldSpec], words: Words, named: Named, things: list[Thing]
    ) -> None:
        super().__init__(terms)
        self.verb, self.specs, self.words, self.named, self.things = verb, specs, words, named, things
        self.said = [kind for one in words.asks.get(verb, [verb]) for kind in one.split("+")]
        self.harmless = words.harmless
        self.deeds = (*self.said, *words.deeds.get(verb, ()))
        self.references: list[Reference] = []
        self.events: list[_Event] = []
        self.fields: dict[str, Any] = {}
        self.faults: list[str] = []
        self.parties: list[str] = []
        self.facts: dict[str, int] = {}
        self.another = False
        self.waiting_place: str | None = None
        # the reference that the text goes on about, until a verb or the end of a sentence
        self.open: Reference | None = None
        self.legions = any(thing.holds for thing in things)
        self.places = {thing.place for thing in things if thing.place}

    def otherwise(self, place: int) -> int:
        terms, kind = self.terms, self.terms.kind(place)
        if kind in self.deeds or terms.all[place].text.lower() == self.verb.replace("_", " "):
            terms.use(place)
            self.events.append(_Event("verb", place))
            self.open = None
            return place + 1
        if kind in self.named.values and not self.legions:
            if terms.value(place) == self.named.values[kind]:
                terms.use(place)
            else:
                self.faults.append(f"{terms.value(place)}: this is {self.named.values[kind]}")
                terms.use(place)
        elif kind in _JOINTS or (kind == "carry" and "carry" in self.specs):
            terms.use(place)
            self.events.append(_Event(kind, place))
        elif kind in self.specs and kind != self.verb:
            self._valued(kind, place)
        elif kind == "another":
            terms.use(place)
            self.another = True
        elif kind in self.harmless:
            terms.use(place)
        elif terms.all[place].text.lower() in self.specs:
            # the name of a field, beside its number
            terms.use(place)
        return place + 1

    def _valued(self, field: str, place: int) -> None:
        spec, value = self.specs[field], self.terms.value(place)
        if spec.kind == "flag":
            self.fields[field] = True
        elif spec.kind in ("word", "scalar") and field not in self.fields and value in (spec.choices or (value,)):
            self.fields[field] = value
        elif field not in self.harmless:
            return
        self.terms.use(place)

    def _on_stop(self, place: int) -> int:
        self.terms.use(place)
        self.open = None
        self.events.append(_Event("stop", place))
        return place + 1

    # who

    def _on_thing(self, place: int) -> int:
        ident = self.terms.value(place)
        thing = next((one for one in self.things if one.id == ident), None)
        if thing is None:
            # one of another part of the state
            lead = self.terms.before(place, "noise")
            if self.terms.kind(lead) == "from" and "from" in self.specs:
                self.fields["from"] = ident
                self.terms.use(lead, place)
            return place + 1
        last = self.open
        if last is not None and last.id is None and last.kind == thing.kind and self._adjacent(last, place):
            last.id = ident
            self.terms.use(place)
            return place + 1
        return self._refer(place, ident=ident)

    def _adjacent(self, last: Reference, place: int) -> bool:
        return all(
            self.terms.kind(n) in ("noise", "open", "clause", "with") for n in range(last.place_in_text + 1, place)
        )

    def _on_who(self, place: int) -> int:
        if self.specs[self.verb].names in _CHARACTERS and self.verb not in self.fields:
            self.fields[self.verb] = self.terms.value(place)
            self.terms.use(place)
            return place + 1
        if self.legions:
            return self._held(place, 1, place)
        return self._refer(place, kind=self.terms.value(place))

    def _on_legion(self, place: int) -> int:
        if not self.legions:
            return self.otherwise(place)
        self.terms.use(place)
        if not self.references or self.parties:
            self._refer(place)
        return place + 1

    def _held(self, place: int, number: int, who: int) -> int:
        """Read what a legion holds."""
        self.terms.use(place, who)
        if not self.references or self.parties:
            self._refer(place)
        self.references[-1].holds += [self.terms.value(who)] * min(number, 12)
        return max(place, who) + 1

    def _refer(self, place: int, ident: str | None = None, kind: str | None = None, at: str | None = None) -> int:
        """Record that something is named: the same as before, where it is called alike, or another."""
        self.terms.use(place)
        reference = self._same(place, ident, kind, at)
        if reference is None:
            reference = Reference(self.terms.all[place].text, place, ident, kind, at, [], {}, [])
            self.references.append(reference)
        reference.parties += [party for party in self.parties if party not in reference.parties]
        reference.facts |= self.facts
        reference.place = reference.place or self.waiting_place
        self.parties, self.facts, self.another, self.waiting_place = [], {}, False, None
        self.open = reference
        self.events.append(_Event("who", place, self.references.index(reference)))
        return place + 1

    def _same(self, place: int, ident: str | None, kind: str | None, at: str | None) -> Reference | None:
        if self.another:
            return None
        said = at or self.waiting_place or self._place_after(place)
        found = [
            one
            for one in self.references
            if (one.id == ident and ident is not None)
            or (kind is not None and one.kind == kind and (said is None or one.place in (None, said)))
            or (at is not None and one.place == at)
        ]
        whose = set(self.parties) & set(PARTIES)
        found = [one for one in found if not whose or not one.parties or whose & set(one.parties)]
        if len(found) == 1 and self._across(found[0]):
            return None
        if len(found) > 1:
            self.faults.append(f"'{self.terms.all[place].text}': several of them are named; say which one")
        return found[0] if found else None

    def _across(self, one: Reference) -> bool:
        """Return whether the verb, or `against`, stands between a reference and a second one that is called alike."""
        kinds = [event.kind for event in self.events]
        last = next((event for event in reversed(self.events) if event.kind in ("who", "stop")), None)
        joined = kinds[-1:] in (["verb"], ["against"], ["at"], ["on"])
        return joined and last is not None and last.kind == "who" and self.references[last.reference] is one

    def _place_after(self, place: int) -> str | None:
        after = self.terms.next(place, "noise", "at", "on", "in", "open", "clause")
        return self._label(after) if self.terms.kind(after) in PLACES else None

    def _label(self, place: int) -> str:
        value = self.terms.value(place)
        return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def _on_land(self, place: int) -> int:
        """Read the terrain that a legion stands in."""
        if not self.legions:
            return self.otherwise(place)
        terrain = str(self.terms.value(place))
        if self.references and self.references[-1].kind is None and not self.parties:
            self.terms.use(place)
            self.references[-1].kind = terrain
            return place + 1
        return self._refer(place, kind=terrain)

    # whose

    def _on_mine(self, place: int) -> int:
        return self._party(place, self.terms.kind(place))

    # a player may be called by a colour
    _on_theirs = _on_attacker = _on_defender = _on_red = _on_blue = _on_mine

    def _on_colour(self, place: int) -> int:
        return self._party(place, str(self.terms.value(place)))

    _on_player = _on_colour

    def _party(self, place: int, party: str) -> int:
        after = self.terms.next(place, "noise", "num", "clause", "another", *_WOUNDS, *PARTIES)
        kind = self.terms.kind(after)
        if self._loser(party):
            self.terms.use(place)
            return place + 1
        if "side" in self.specs and self.specs[self.verb].piece is None and self._side(party):
            self.terms.use(place)
            return place + 1
        if self.legions and party == "theirs" and self.references:
            # `his legion` is that of the player named before
            self.terms.use(place)
            return place + 1
        named = kind in ("who", "thing", "legion") or (kind in PLACES and self._label(after) in self.places)
        if named:
            self.parties.append(party)
        elif self.legions:
            self.parties.append(party)
            self._refer(place)
        elif self.open is not None:
            self.open.parties.append(party)
        else:
            return place + 1
        self.terms.use(place)
        return place + 1

    def _loser(self, party: str) -> bool:
        """Read the player whom a question is about, where it names no piece."""
        spec = self.specs[self.verb]
        about = spec.names is None and spec.kind == "either" and (spec.piece is None or not self.things)
        known = {name for thing in self.named.things for name in (thing.player, thing.side)} - {""}
        if not about or party not in known or self.verb in self.fields:
            return False
        self.fields[self.verb] = party
        return True

    def _side(self, party: str) -> bool:
        """Read the side that a question is about: attacker, or the player on it."""
        sides = {thing.side for thing in self.named.things if party in (thing.player, thing.side)} - {""}
        if len(sides) != 1 or party in ("mine", "theirs"):
            return party == "mine"
        self.fields.setdefault("side", sides.pop())
        return True

    # where

    def _on_hex(self, place: int) -> int:
        label, terms = self._label(place), self.terms
        lead = terms.kind(terms.before(place, "noise", "hexes", "open"))
        moving = lead in _TOWARDS or terms.kind(terms.before(place, "noise", "at", "on")) in self.said
        terms.use(place)
        unplaced = [one for one in self.references if one.place is None and one.id is None]
        if lead == "from" and len(unplaced) == 1:
            unplaced[0].place = label
        elif lead == "via" and "via" in self.specs:
            self.fields.setdefault("via", []).append(label)
        elif moving and "to" in self.specs and "to" not in self.fields:
            self.fields["to"] = label
        elif terms.kind(place + 1) in ("who", "thing") and (self.open is None or self.open.place is not None):
            self.waiting_place = label
        elif self.open is not None and self.open.place in (None, label):
            self.open.place = label
        elif label in self.places:
            return self._refer(place, at=label)
        else:
            self.faults.append(f"{terms.all[place].text}: nobody stands there")
        return place + 1

    _on_place = _on_hex

    # how many

    def _on_num(self, place: int) -> int:
        terms, number = self.terms, self.terms.value(place)
        before, after = terms.before(place, "noise"), terms.next(place, "noise", "times")
        field = self._number_field(before, after)
        if terms.kind(after) in _WOUNDS or terms.kind(after) == "power":
            fact = "power" if terms.kind(after) == "power" else "hits"
            return self._fact(place, after, fact, number)
        if terms.kind(before) == "power":
            return self._fact(place, place, "power", number)
        lead = terms.before(place, "noise", "landword", "land", "hexes")
        if terms.kind(lead) in _TOWARDS and "to" in self.specs and "to" not in self.fields and self.legions:
            terms.use(*range(lead, place + 1))
            self.fields["to"] = number
            return place + 1
        if field is not None and not (field != "number" and terms.kind(after) == "who"):
            terms.use(place, *(n for n in (before, after) if terms.kind(n) in self.words.fields.get(field, ())))
            self.fields[field] = number
        elif terms.kind(after) == "who" and self.legions:
            return self._held(place, number, after)
        elif terms.kind(after) == "who":
            if number == 1:
                terms.use(place)
        elif str(number) in self.places:
            return self._in_land(place, before)
        return place + 1

    def _number_field(self, *beside: int) -> str | None:
        """Return the field whose number stands beside a term of its kind, or beside its name."""
        for step in beside:
            if not 0 <= step < len(self.terms):
                continue
            if step == max(beside) and self.terms.kind(self.terms.next(step, "noise")) == "num":
                # it belongs to the number after it
                continue
            kind, text = self.terms.kind(step), self.terms.all[step].text.lower()
            for field, spec in self.specs.items():
                known = spec.kind in ("number", "scalar") and field not in self.fields and field != self.verb
                if known and (kind in self.words.fields.get(field, ()) or text in (field, f"{field}s")):
                    return field
        return None

    def _in_land(self, place: int, before: int) -> int:
        """Read a number that is the place of a legion."""
        self.terms.use(place)
        for step in range(max(before, 0), place):
            if self.terms.kind(step) in ("landword", "land", "hexes"):
                self.terms.use(step)
        if self.references and self.references[-1].place is None and not self.parties:
            self.references[-1].place = str(self.terms.value(place))
            return place + 1
        return self._refer(place, at=str(self.terms.value(place)))

    def _fact(self, place: int, noun: int, fact: str, number: int) -> int:
        """Read a number that belongs to somebody: to the next one named, where that follows at once, or the last."""
        self.terms.use(place, noun)
        after = self.terms.next(noun, "noise")
        if self.terms.kind(after) == "taken":
            self.terms.use(after)
        if self.terms.kind(noun + 1) in ("who", "thing") or self.open is None:
            self.facts[fact] = number
        else:
            self.open.facts[fact] = number
        return noun + 1

    # who does what to whom

    def roles(self) -> tuple[int | None, int | None, list[int]]:
        """Return the numbers of the one that acts, of the one that it is done to, and of the others."""
        carried = self.carried()
        verbs = [n for n, event in enumerate(self.events) if event.kind in ("verb", "against")]
        # what is carried is left over of a blow, which has a verb of its own
        verbs = [n for n in verbs if self.terms.kind(self.events[n].place) != "carry"]
        every = range(len(self.references))
        pairs = [self._pair(verb, carried) for verb in verbs]
        left: list[int | None] = [n for n in every if n not in carried]
        pairs += [(left[0] if left else None, left[1] if len(left) > 1 else None)] if not verbs else []
        subject, target = next((pair for pair in pairs if None not in pair), pairs[0])
        return subject, target, [n for n in every if n not in (subject, target)]

    def carried(self) -> list[int]:
        """Return the numbers of those to whom something is carried: after `to`, else the one named next."""
        out = []
        for k, event in enumerate(self.events):
            if self.terms.kind(event.place) == "carry":
                toward = [n for n in range(k, len(self.events)) if self.events[n].kind in _TOWARDS]
                out += self._after(toward[0] if toward else k)[:1]
        return out

    def _pair(self, verb: int, carried: list[int]) -> tuple[int | None, int | None]:
        before = [n for n in self._before(verb) if n not in carried]
        after = [n for n in self._after(verb) if n not in carried]
        joints = {event.kind for event in self.events[verb + 1 :]}
        agent = next((n for n, event in enumerate(self.events) if event.kind == "by" and n > verb), None)
        if agent is not None and self._after(agent):
            subject = self._after(agent)[0]
            target = next((n for n in [*before[::-1], *after] if n != subject), None)
            return subject, target
        if before and after:
            one = before[-1]
            return one, next((n for n in after if n != one), None)
        if len(after) > 1 and not before:
            if "with" in joints and not joints & {"at", "against"}:
                return after[1], after[0]
            return (after[0], after[1]) if joints & {"at", "on", "against"} else (None, after[0])
        if len(before) > 1:
            return before[0], before[1]
        return next(iter(before or after), None), None

    def _before(self, place: int) -> list[int]:
        return self._named(self.events[:place])

    def _after(self, place: int) -> list[int]:
        return self._named(self.events[place + 1 :])

    def _named(self, events: list[_Event]) -> list[int]:
        out: list[int] = []
        for event in events:
            if event.kind == "who":
                out.append(event.reference)
            elif event.kind == "it" and out:
                # the one that was named before the last
                out.append(out[-1])
        return list(dict.fromkeys(out))
