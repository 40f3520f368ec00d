"""Reads what is done in a scene, and the words that join those who do it."""

from __future__ import annotations

from .scene import PARTIES, SIDES, Event, Mention
from .scene_moves import Going

_GENITIVE = ("'s", "’s", "s'", "s’")


class Deeds(Going):
    """Reads what is done in a scene, and the words that join those who do it."""

    def _on_hit(self, place: int) -> int:
        if self.terms.kind(self.terms.next(place, "noise")) == "move" and self._goes_over(place) is not None:
            return self._on_surplus(place)
        return self._blow("strike", place)

    def _on_strike(self, place: int) -> int:
        return self._blow("strike", place)

    def _blow(self, kind: str, place: int) -> int:
        """Read a verb, unless it only names what is asked: the number to hit, which number hits."""
        terms = self.terms
        kind = self._thrown(kind, place)
        self.scene.shot = self.scene.shot or kind == "shoot"
        told = self._hit_so_often(place)
        if told is None and self._only_asked(place):
            told = place + 1
        if told is not None:
            return told
        back = self._back(place)
        if terms.kind(place) == "hit" and self._counted(place):
            # the number of hits
            terms.use(place)
            return place + 1
        form, owned = self._form(place)
        if form == "passive" and terms.kind(terms.next(place, "noise")) == "num" and self.last is not None:
            return self._hit_for(place, self.last)
        self._event(kind, place, "fronted" if self._fronted(place) else form, owned)
        if kind == "shoot" and terms.text(place).endswith(" over") and self.last is not None:
            self.compared = 0
        if back:
            self.scene.backs.append(len(self.scene.events) - 1)
        if self._at_me(place):
            self.scene.events.append(Event("me", place + 1))
        return place + 1

    def _thrown(self, kind: str, place: int) -> str:
        """Return the kind of a verb: who throws dice at another strikes it, and shoots else."""
        thrown = any(self.terms.kind(step) == "dice" for step in range(place))
        return "strike" if thrown and kind == "shoot" and self.terms.text(place) in self.classes["throws"] else kind

    def _hit_so_often(self, place: int) -> int | None:
        """Read `already hit 3 times`, and return the next place; None if it is not that."""
        terms = self.terms
        lead, number = terms.before(place, "noise"), terms.next(place, "noise")
        times = terms.next(number, "noise")
        kinds = terms.kind(lead), terms.kind(number), terms.kind(times)
        if kinds != ("taken", "num", "times") or self.last is None:
            return None
        terms.use(*range(lead, times + 1))
        self._set(self.last, "hits", terms.value(number))
        return times + 1

    def _only_asked(self, place: int) -> bool:
        """Read a verb that ends a clause and only names what is asked; return whether it is one."""
        terms = self.terms
        before = terms.before(place, "noise")
        after = terms.next(place, "noise", "dice", "number", "clause", "topic", "open", "close", "where")
        done = any(event.kind in ("strike", "shoot", "kill", "against") for event in self.scene.events)
        duty = any(event.kind == "must" for event in self.scene.events) or (terms.kind(before) == "it" and not done)
        ends = terms.kind(after) in ("", "stop") or self._clause_between(place, after) or self._asked_on(place)
        if not ends or duty or self._at_me(place) or terms.kind(after) == "by":
            return False
        if terms.kind(before) not in ("to", "number", "topic", "dice", "it", "and", "or", "clause"):
            return False
        terms.use(place)
        if terms.kind(before) in ("to", "it", "and", "or"):
            terms.use(before)
            self._forget(before)
        return True

    def _back(self, place: int) -> bool:
        """Read the word that makes a strike one back: strikes back, strikes it back; return whether it is one."""
        terms = self.terms
        back = terms.text(place) in self.classes["backs"]
        for step in (place + 1, place + 2):
            if terms.kind(step) == "back" and (step == place + 1 or terms.kind(place + 1) == "it"):
                terms.use(step)
                back = True
        return back

    def _hit_for(self, place: int, mention: Mention) -> int:
        """Read `got hit for 4`, and return the next place."""
        terms = self.terms
        before, number = terms.before(place, "noise"), terms.next(place, "noise")
        after = terms.next(number, "noise", "times", "hit", "wound")
        terms.use(*(step for step in range(place, after) if terms.kind(step) != "noise"))
        for step in (before, after):
            if terms.kind(step) == "taken":
                terms.use(step)
        self._set(mention, "hits", terms.value(number))
        return after

    def _fronted(self, place: int) -> bool:
        """Read the `to` of a verb; return whether it begins the text: `to hit a unicorn my behemoth needs`."""
        terms = self.terms
        before = terms.before(place, "noise")
        if terms.kind(before) != "to":
            return False
        terms.use(before)
        self._forget(before)
        return terms.kind(terms.before(before, "noise")) in ("", "stop", "clause") and not self.scene.mentions

    def _at_me(self, place: int) -> bool:
        """Return whether something is done to the one who speaks: what does it need to hit `me`?"""
        return self.terms.word(place + 1) in self.classes["speakers"]

    def _asked_on(self, place: int) -> bool:
        """Return whether nobody is hit by a verb, which only asks for a number: hits on what, hits when it strikes."""
        terms = self.terms
        if terms.kind(place + 1) == "noise" and terms.text(place + 1) in self.classes["subordinators"]:
            return True
        joint = terms.next(place, "noise")
        after = terms.next(joint, "noise", "topic", "number", "threw")
        return terms.kind(joint) in ("on", "with", "at") and after > joint + 1 and terms.kind(after) in ("", "stop")

    def _counted(self, place: int) -> bool:
        """Return whether hits are a noun: how many hits, hits of the ogre's strike, hits carry over."""
        terms = self.terms
        carried = terms.kind(terms.next(place, "noise", "to")) == "carry"
        of = terms.kind(place + 1) == "noise" and terms.text(place + 1) in self.classes["of"]
        return carried or of or terms.text(place - 1) in self.classes["counting"]

    def _form(self, place: int) -> tuple[str, bool]:
        """Return the form of a verb, and whether it is a noun that belongs to the one named before it."""
        terms, classes = self.terms, self.classes
        said = terms.text(place)
        if said in classes["dying"]:
            return "dying", False
        step = place - 1
        while terms.kind(step) == "noise" and terms.word(step) in classes["adverbs"]:
            step -= 1
        lead, text = terms.kind(step), terms.word(step)
        if said in classes["nouns"]:
            if lead in ("who", "hex") and text.endswith(_GENITIVE):
                return "nominal", True
            if lead in ("noise", "another") and text in classes["articles"]:
                return "nominal", False
        if said in classes["participles"] and (text in classes["be"] or terms.kind(terms.next(place, "noise")) == "by"):
            return "passive", False
        if said.endswith("ing"):
            return "gerund", False
        if said in classes["participles"] and said not in classes["nouns"]:
            return "past", False
        if said.endswith("s") or (said.endswith("ed") and said not in classes["nouns"]):
            return "finite", False
        return ("infinitive" if lead == "to" or self._may_be_done(place) else "bare"), False

    def _may_be_done(self, place: int) -> bool:
        """Return whether the verb at a place follows `can`, `may` or the like in its sentence, and is no passive."""
        step, found = place - 1, False
        while step >= 0 and self.terms.kind(step) != "stop":
            text = self.terms.word(step)
            if text in self.classes["be"]:
                return False
            found = found or text in self.classes["modals"]
            step -= 1
        return found

    def _on_me(self, place: int) -> int:
        return self._speaks(place, "me", "mine")

    def _on_person(self, place: int) -> int:
        if self.terms.word(place - 1) in self.classes["of"] and self.last is not None:
            # a troll of the enemy
            self._set(self.last, "party", "theirs")
            self.terms.use(place)
            return place + 1
        return self._speaks(place, "person", "theirs")

    def _speaks(self, place: int, kind: str, party: str) -> int:
        terms = self.terms
        terms.use(place)
        self.scene.events.append(Event(kind, place))
        step = place + 1
        while terms.word(step) in self.classes["haves"]:
            step += 1
        if step > place + 1 and self._named_next(step):
            # I have an ogre
            self.waiting.party = party
            terms.use(*range(place, step))
            return step
        return place + 1

    def _on_survive(self, place: int) -> int:
        self.scene.survive = True
        self.terms.use(place)
        return place + 1

    def _on_where(self, place: int) -> int:
        self.scene.where = True
        self.terms.use(place)
        return place + 1

    def _clause_between(self, place: int, after: int) -> bool:
        return any(self.terms.kind(step) == "clause" for step in range(place + 1, after))

    def _on_shoot(self, place: int) -> int:
        return self._blow("shoot", place)

    def _on_kill(self, place: int) -> int:
        return self._blow("kill", place)

    def _on_protect(self, place: int) -> int:
        passive = self.terms.word(place - 1) in self.classes["be"]
        return self._event("strike", place, "guarded" if not passive else "guarded of")

    def _on_contact(self, place: int) -> int:
        verbs = ("strike", "hit", "shoot", "kill", "move", "enter", "locked", "must", "need", "carry", "against")
        if any(term.kind in verbs for term in self.terms.all) and self.last is not None:
            # only where they stand: enemies beside each other
            self.touching = True
            return self._on_beside(place)
        return self._event("strike", place, "mutual")

    def _on_sees(self, place: int) -> int:
        """Read `is the shot blocked?`, which a question about a shot asks."""
        if any(term.kind == "shoot" for term in self.terms.all):
            self.terms.use(place)
        return place + 1

    def _on_cantake(self, place: int) -> int:
        return self._suffers(place)

    def _suffers(self, place: int) -> int:
        """Read hits that somebody takes from the one named next."""
        terms = self.terms
        joint = terms.next(place, "noise")
        if terms.kind(joint) == "by":
            # hits taken by a lion from an ogre
            joint = next((step for step in range(joint, len(terms)) if terms.kind(step) == "from"), joint)
        if terms.kind(joint) == "from" and self._named_next(terms.next(joint, "noise")):
            return self._event("strike", place, "suffered")
        return place + 1

    def _on_taken(self, place: int) -> int:
        if self._suffers(place) and self.terms.used[place]:
            return place + 1
        if self.terms.text(place) in self.classes["adverbs"] and self.terms.kind(place + 1) != "num":
            self.terms.use(place)
        return place + 1

    def _on_against(self, place: int) -> int:
        return self._event("against", place, "defended" if self._defends(place) else "")

    def _defends(self, place: int) -> bool:
        """Return whether somebody defends against the one named next: the lion defends against an ogre."""
        step = place - 1
        while step >= 0 and self.terms.kind(step) not in ("stop", "strike", "hit", "shoot", "kill"):
            if self.terms.text(step) in self.classes["defends"] and self.terms.kind(step + 1) != "who":
                return True
            step -= 1
        return False

    def _on_it(self, place: int) -> int:
        return self._event("it", place)

    _on_them = _on_it

    def _on_declare(self, place: int) -> int:
        """Read `which number must I call?`, which the answer tells."""
        terms = self.terms
        after = terms.kind(terms.next(place, "noise"))
        asked = [step for step, term in enumerate(terms.all) if term.kind == "number"]
        if (after in ("", "stop", "clause", "topic") and asked) or (after != "num" and asked and asked[0] < place):
            terms.use(place)
        return place + 1

    def _on_threw(self, place: int) -> int:
        """Read `how many dice are rolled`."""
        if any(term.kind in ("dice", "number", "topic") for term in self.terms.all):
            self.terms.use(place)
        return place + 1

    def _on_or(self, place: int) -> int:
        """Read `or may it go on`, which begins another clause of the same question."""
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) in ("it", "person") and self.terms.kind(self.terms.next(after, "noise")) != "who":
            self.terms.use(place)
        elif self.terms.kind(after) == "hazard" and self.terms.word(place + 1) in self.classes["be"]:
            # … or is the cliff in the way
            self.terms.use(place)
        return place + 1

    def _on_from(self, place: int) -> int:
        after = self.terms.next(place, "noise", *PARTIES, *SIDES)
        if self.terms.kind(after) == "who" and self.moving and self.last is not None:
            # away from an ogre
            self.terms.use(place)
            self.compared = 0
        elif self.terms.kind(after) == "who" and not self.moving:
            # hits, or damage, from somebody
            self.terms.use(place)
            self.scene.events.append(Event("from", place))
        elif self.terms.kind(after) in ("strike", "hit", "shoot", "kill"):
            # does a Cliff stop it from striking
            self.terms.use(place)
        return place + 1

    def _on_by(self, place: int) -> int:
        return self._event("by", place)

    def _on_with(self, place: int) -> int:
        if self.terms.kind(place + 1) in ("clause", "stop"):
            # what comes next is no tool
            return place + 1
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
        after = self.terms.next(place, "noise", *PARTIES, *SIDES, "another")
        follows = self.terms.kind(after)
        entered = self.moving and follows in ("stop", "", "clause") and self.terms.kind(place - 1) in ("enter", "move")
        killing = kind == "on" and follows in ("kill", "strike") and self.terms.text(after).endswith("ing")
        asked = kind == "on" and follows in ("stop", "") and self.terms.kind(place - 1) in ("strike", "hit")
        if (
            follows in ("who", "it", "by", "topic", "threw", "where", "dice", "carry")
            or entered
            or asked
            or killing
            or (follows == "hex" and self.last is not None)
        ):
            self.terms.use(place)
        return place + 1

    def _on_over(self, place: int) -> int:
        after = self.terms.next(place, "noise")
        before = self.terms.before(place, "noise")
        if self._named_next(after) and self.last is not None and self.terms.kind(before) != "carry":
            # the one that is shot over, or gone past
            self.compared = 0
            self.terms.use(place)
        elif self.terms.kind(after) == "it" and self.moving:
            self.terms.use(place, after)
            return after + 1
        elif self.terms.kind(before) == "carry" or self.terms.kind(after) in ("on", "to", "onto"):
            self.terms.use(place)
        return place + 1

    def _on_and(self, place: int) -> int:
        named = self.terms.next(place, "noise", *PARTIES, *SIDES)
        first, *_ = [*self.terms.word(named + 1).split(), ""]
        if self.terms.kind(named) == "who" and first in self.classes["stands"]:
            # … and the centaur stands at D3
            return self._event("break", place)
        return self._event("and", place)

    def _on_after(self, place: int) -> int:
        if self._deed_follows(place):
            self.terms.use(place)
        self.scene.events.append(Event("after", place))
        return place + 1

    def _deed_follows(self, place: int) -> bool:
        """Return whether a blow is named after a place in its sentence."""
        for step in range(place + 1, len(self.terms)):
            kind = self.terms.kind(step)
            if kind in ("kill", "strike", "hit", "shoot"):
                return True
            if kind == "stop":
                return False
        return False

    def _on_forgo(self, place: int) -> int:
        self.scene.forgo = True
        self.terms.use(place)
        return place + 1
