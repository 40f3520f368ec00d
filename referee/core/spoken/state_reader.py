"""Read a text as one question on a state: what it names, the values of fields, and who does what to whom."""

from __future__ import annotations

from collections.abc import Mapping

from ..notation.field_specs import FieldSpec
from .dice_said import DiceSaid
from .named import Named, Thing
from .naming import PARTIES, PLACES, TOWARDS, WOUNDS, Event, NamingReader, Saying
from .terms import Terms
from .words import Words

# words that join references, and lead to places
_JOINTS = ("by", "with", "at", "on", "and", "against", "after", "to", "into", "onto", "from", "in", "it", "them", "via")


class StateReader(NamingReader):
    """Reads the terms of a text for one question; a term that it has no use for is a fault."""

    def __init__(
        self, terms: Terms, verb: str, specs: Mapping[str, FieldSpec], words: Words, named: Named, things: list[Thing]
    ) -> None:
        super().__init__(terms, verb, specs, words, named, things)
        self.harmless = (*words.harmless, *words.asides.get(verb, ()))
        self.deeds = (*self.said, *words.deeds.get(verb, ()))
        # the values of fields that terms say, by the kind of the term
        self.values = {
            kind: (field, value)
            for field, said in words.values.items()
            if field in specs and specs[field].kind in ("word", "scalar")
            for value, kinds in said.items()
            for kind in kinds
        }
        mapped = next((name for name, spec in specs.items() if spec.kind == "map" and name in words.fields), None)
        self.persons = {kind for kinds in words.persons.values() for kind in kinds}
        self.dice = DiceSaid(self, mapped, words.fields[mapped]) if mapped is not None and self.maker is None else None

    def step(self, place: int) -> int:
        kind, terms = self.terms.kind(place), self.terms
        if kind in self.values and kind not in self.deeds:
            return self._say(place)
        if kind in self.values:
            self._say(place)
        made = self.maker.kinds if self.maker is not None else ()
        if kind in made and kind not in PLACES and kind not in PARTIES:
            terms.use(place)
            self.told.append(Saying(kind, terms.value(place), terms.all[place].text))
            return place + 1
        if kind in self.named.nouns and kind not in self.deeds:
            return self.noun(place)
        if kind in self.also and kind not in self.words.asides.get(self.verb, ()):
            return self._refer(place, kind=kind)
        if self.dice is not None and self.dice.heard(place):
            return place + 1
        if kind in self.persons:
            return self.person(place)
        return super().step(place)

    def _say(self, place: int) -> int:
        """Read a term that says the value of a field."""
        field, value = self.values[self.terms.kind(place)]
        if self.fields.setdefault(field, value) == value:
            self.terms.use(place)
        return place + 1

    def otherwise(self, place: int) -> int:
        terms, kind = self.terms, self.terms.kind(place)
        if kind in self.deeds or terms.all[place].text.lower() == self.verb.replace("_", " "):
            terms.use(place)
            self.events.append(Event("verb", place))
            self.told.append(Saying("verb", None, terms.all[place].text))
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
            self.events.append(Event(kind, place))
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
        self.events.append(Event("stop", place))
        return place + 1

    # how many

    def _on_num(self, place: int) -> int:
        terms, number = self.terms, self.terms.value(place)
        before, after = terms.before(place, "noise"), terms.next(place, "noise", "times")
        field = self._number_field(before, after)
        if terms.kind(after) in WOUNDS or terms.kind(after) == "power":
            fact = "power" if terms.kind(after) == "power" else "hits"
            return self._fact(place, after, fact, number)
        if terms.kind(before) == "power":
            return self._fact(place, place, "power", number)
        lead = terms.before(place, "noise", "landword", "land", "hexes")
        if terms.kind(lead) in TOWARDS and "to" in self.specs and "to" not in self.fields and self.legions:
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
        aside = [*self.carried(), *self._of_another_sort()]
        verbs = [n for n, event in enumerate(self.events) if event.kind in ("verb", "against")]
        # what is carried is left over of a blow, which has a verb of its own
        verbs = [n for n in verbs if self.terms.kind(self.events[n].place) != "carry"]
        every = range(len(self.references))
        pairs = [self._pair(verb, aside) for verb in verbs]
        left: list[int | None] = [n for n in every if n not in aside]
        pairs += [(left[0] if left else None, left[1] if len(left) > 1 else None)] if not verbs else []
        subject, target = next((pair for pair in pairs if None not in pair), pairs[0])
        return subject, target, [n for n in every if n not in (subject, target)]

    def of_list(self) -> list[int]:
        """Return the numbers of those whom a question about several is about: of two sides of its verb, the second."""
        every = list(range(len(self.references)))
        if self.verb not in self.words.others:
            return every
        for n, event in enumerate(self.events):
            if event.kind in ("verb", "by") and self._before(n) and self._after(n):
                agent = any(later.kind in ("by", "from") for later in self.events[n:]) or self._passive(event)
                return self._before(n) if agent else self._after(n)
        return every

    def _passive(self, event: Event) -> bool:
        """Return whether the one that acts is named after a verb."""
        return self.terms.kind(event.place) in self.words.passive

    def together(self) -> bool:
        """Return whether more than one is named before the verb, so that both would act."""
        verb = next((n for n, event in enumerate(self.events) if event.kind == "verb"), None)
        return verb is not None and any(e.kind == "and" for e in self.events[:verb]) and len(self._before(verb)) > 1

    def mutual(self) -> bool:
        """Return whether the verb does not say which of the two acts."""
        return any(e.kind == "verb" and self.terms.kind(e.place) in self.words.mutual for e in self.events)

    def _of_another_sort(self) -> list[int]:
        """Return the numbers of those that are no names of the kind which the question is about."""
        about = self.specs[self.verb].names
        return [n for n, one in enumerate(self.references) if about in self.sorts and one.sort not in ("", about)]

    def carried(self) -> list[int]:
        """Return the numbers of those to whom something is carried: after `to`, else the one named next."""
        out = []
        for k, event in enumerate(self.events):
            if self.terms.kind(event.place) == "carry":
                toward = [n for n in range(k, len(self.events)) if self.events[n].kind in TOWARDS]
                out += self._after(toward[0] if toward else k)[:1]
        return out

    def _pair(self, verb: int, aside: list[int]) -> tuple[int | None, int | None]:
        before = [n for n in self._before(verb) if n not in aside]
        after = [n for n in self._after(verb) if n not in aside]
        joints = {event.kind for event in self.events[verb + 1 :]}
        agent = next((n for n, event in enumerate(self.events) if event.kind == "by" and n > verb), None)
        if agent is not None and self._after(agent):
            subject = self._after(agent)[0]
            target = next((n for n in [*before[::-1], *after] if n != subject), None)
            return subject, target
        if before and after and self._passive(self.events[verb]):
            return after[0], before[-1]
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

    def _named(self, events: list[Event]) -> list[int]:
        out: list[int] = []
        for event in events:
            if event.kind == "who":
                out.append(event.reference)
            elif event.kind == "it" and out:
                # the one that was named before the last
                out.append(out[-1])
        return list(dict.fromkeys(out))
