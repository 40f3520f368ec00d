"""Read in a text on a state what it names: which things, whose they are, and where they stand."""

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
TOWARDS = ("to", "into", "onto")
# what a question names that is about a character and no piece
_CHARACTERS = ("character", "any_character")
WOUNDS = ("hit", "wound")


class Event(NamedTuple):
    """A reference by its number, a joint, or the verb, at a place among the terms."""

    kind: str
    place: int
    reference: int = -1


class Saying(NamedTuple):
    """A term that a game makes something of, or a reference by its number, in the order of the text."""

    kind: str
    value: Any
    text: str
    reference: int = -1


class NamingReader(StepReader):
    """Reads who is named in a question on a state; the rest is read by its subclass."""

    def __init__(
        self, terms: Terms, verb: str, specs: Mapping[str, FieldSpec], words: Words, named: Named, things: list[Thing]
    ) -> None:
        super().__init__(terms)
        self.verb, self.specs, self.words, self.named, self.things = verb, specs, words, named, things
        self.said = [
            kind
            for one in words.asks.get(verb, [verb])
            for kind in one.split("+")
            if kind == one or kind not in words.harmless
        ]
        self.maker = named.makers.get(verb)
        self.references: list[Reference] = []
        self.events: list[Event] = []
        self.told: list[Saying] = []
        self.fields: dict[str, Any] = {}
        self.faults: list[str] = []
        self.parties: list[str] = []
        self.facts: dict[str, int] = {}
        self.another = False
        self.waiting_place: str | None = None
        self.waiting_within: str | None = None
        # the reference that the text goes on about, until a verb or the end of a sentence
        self.open: Reference | None = None
        self.legions = any(thing.holds for thing in things)
        # a player alone says what is meant
        self.by_player = self.legions or (self.maker is not None and self.maker.by_player)
        self.places = {thing.place for thing in things if thing.place}
        self.sorts = {thing.sort for thing in things}
        self.also = {one for thing in things for one in thing.also}
        # the players of whom all that they have is meant
        self.whose: list[str] = []

    # who

    def _on_thing(self, place: int) -> int:
        ident = self.terms.value(place)
        thing = next((one for one in self.things if one.id == ident), None)
        about = self.specs[self.verb].names
        aside = thing is None or (about in self.sorts and thing.sort != about)
        if aside and self._belonging(place, ident):
            return place + 1
        if thing is None and self.verb in self.words.others:
            # the answer tells of it
            self.terms.use(place)
            return place + 1
        if thing is None:
            # one of another part of the state
            lead = self.terms.before(place, "noise")
            if self.terms.kind(lead) == "from" and "from" in self.specs:
                self.fields["from"] = ident
                self.terms.use(lead, place)
            return place + 1
        last = self.open
        called = last is not None and last.id is None and last.kind in (None, thing.kind, *thing.also)
        if last is not None and called and last.sort in ("", thing.sort) and self._adjacent(last, place):
            last.id = ident
            self.terms.use(place)
            return place + 1
        return self._refer(place, ident=ident, sort=thing.sort)

    def _belonging(self, place: int, ident: str) -> bool:
        """Read a thing of another sort by which one of those asked about is named: its holder, or one that it holds."""
        whole = next((one for one in self.named.things if one.id == ident), None)
        if whole is None:
            return False
        after = self.terms.kind(self.terms.next(place, "noise"))
        noun = self.named.nouns.get(after)
        if whole.within and noun in self.sorts and any(one.id == whole.within for one in self.things):
            self._refer(place, ident=whole.within, sort=noun or "")
            return True
        if not any(one.within == ident for one in self.things):
            return False
        if after in self.also or noun in self.sorts or after in PLACES:
            self.waiting_within = ident
        elif self.open is not None and self.open.id is None and self._of(self.open, place):
            self.open.within = ident
        else:
            return False
        self.terms.use(place)
        return True

    def _of(self, last: Reference, place: int) -> bool:
        """Return whether a name follows a reference as `of oak` does."""
        return all(self.terms.kind(n) == "noise" for n in range(last.place_in_text + 1, place))

    def noun(self, place: int) -> int:
        """Read a word for any thing of a sort: with whose it is or where it stands, or beside an id."""
        terms, sort = self.terms, self.named.nouns[self.terms.kind(place)]
        terms.use(place)
        after = terms.next(place, "noise", "at", "on", "in", "open", "clause", "field")
        last = self.open
        if last is not None and last.sort == sort and self._adjacent(last, place):
            return place + 1
        told = self.parties or self.waiting_within or terms.kind(terms.before(place, "noise")) == "the"
        if sort in self.sorts and (told or terms.kind(after) in PLACES) and terms.kind(after) != "thing":
            return self._refer(place, sort=sort)
        return place + 1

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

    def _refer(
        self, place: int, ident: str | None = None, kind: str | None = None, at: str | None = None, sort: str = ""
    ) -> int:
        """Record that something is named: the same as before, where it is called alike, or another."""
        self.terms.use(place)
        reference = self._same(place, ident, kind, at)
        if reference is None:
            reference = Reference(self.terms.all[place].text, place, ident, kind, at, [], {}, [], sort)
            self.references.append(reference)
        reference.within = reference.within or self.waiting_within
        reference.parties += [party for party in self.parties if party not in reference.parties]
        reference.facts |= self.facts
        reference.place = reference.place or self.waiting_place
        self.parties, self.facts, self.another = [], {}, False
        self.waiting_place = self.waiting_within = None
        self.open = reference
        number = next(n for n, one in enumerate(self.references) if one is reference)
        self.events.append(Event("who", place, number))
        self.told.append(Saying("thing", None, reference.text, number))
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
        after = self.terms.next(place, "noise", "num", "clause", "another", *WOUNDS, *PARTIES)
        kind = self.terms.kind(after)
        if self._again(place, party, kind):
            return place + 1
        if self.maker is not None and "player" in self.maker.kinds:
            self.terms.use(place)
            self.told.append(Saying("player", party, self.terms.all[place].text))
            return place + 1
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
        named = kind in ("who", "thing", "legion", *self.also) or self.named.nouns.get(kind) in self.sorts
        if named or (kind in PLACES and self._label(after) in self.places):
            self.parties.append(party)
        elif self.by_player:
            self.parties.append(party)
            self._refer(place)
        elif self._of_all():
            self.whose.append(party)
        elif self.open is not None:
            self.open.parties.append(party)
        else:
            return place + 1
        self.terms.use(place)
        return place + 1

    def _again(self, place: int, party: str, after: str) -> bool:
        """Read a player who stands for the same one as before, where a player alone names what is meant."""
        same = [one for one in self.references if one.parties == [party] and one.id is None and one.kind is None]
        if self.maker is None or not self.by_player or after in ("thing", *self.named.nouns) or not same:
            return False
        self.terms.use(place)
        self.told.append(Saying("thing", None, same[0].text, self.references.index(same[0])))
        return True

    def person(self, place: int) -> int:
        """Read a person that stands for their one thing, where a word of what they do follows."""
        after = self.terms.kind(self.terms.next(place, "noise", "get", "do", "be"))
        whose = next((whose for whose, kinds in self.words.persons.items() if self.terms.kind(place) in kinds), None)
        if whose is None or self.maker is None or not self.by_player or after not in self.maker.kinds:
            return self.otherwise(place)
        return self._party(place, whose)

    def _of_all(self) -> bool:
        """Return whether a question may be about all that a player has."""
        spec = self.specs[self.verb]
        return spec.piece is not None and spec.kind in ("either", "words") and not self.references

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
        if lead in TOWARDS and self.maker is not None and terms.kind(place) in self.maker.kinds:
            terms.use(place)
            self.told.append(Saying("place", terms.value(place), terms.all[place].text))
            return place + 1
        moving = lead in TOWARDS or terms.kind(terms.before(place, "noise", "at", "on")) in self.said
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
