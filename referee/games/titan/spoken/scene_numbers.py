"""Reads the numbers of a scene: hits, Power, Strike-numbers and ranges."""

from __future__ import annotations

from .scene import PARTIES
from .scene_reader import SceneReader

# what may stand before a number of dice that somebody supposes
_BEFORE_DICE = ("topic", "get", "claim", "or", "me", "person", "against", "threw", "", "stop", "clause", "num")

# what a number counts, and what it may belong to
_UNITS = ("hit", "wound", "hexes", "power", "num", "who", "left", "dice", "round")

# and no more than this
_MOST_DICE = 14


class Numbers(SceneReader):
    """Reads the numbers of a scene: hits, Power, Strike-numbers and ranges."""

    def _on_num(self, place: int) -> int:
        terms, number = self.terms, self.terms.value(place)
        after = terms.next(place, "noise")
        before = terms.before(place, "noise", "clause", "only")
        unit, lead = terms.kind(after), terms.kind(before)
        if terms.kind(place + 1) == "who" and lead in ("number", "wound", "need", "range"):
            # so many of them
            lead = ""
        if lead in ("need", "surplus"):
            # what is needed is what the question asks; hits that are needed are none that were taken
            return place + 1 if unit in ("hit", "wound") or number > 6 else self._expected(place)
        if unit in ("hit", "wound") and not self._verb_next(after):
            return self._hits(place, after, number)
        if unit == "points":
            terms.use(place, after)
            self.scene.scores.append((self._player_before(place), number))
            return after + 1
        if lead == "wound":
            terms.use(place, before)
            self._tell("hits", number, place)
            return place + 1
        if lead == "it" and unit != "num" and self._begins(before) and number < 7:
            # `is it a 5 …`
            terms.use(before)
            self._forget(before)
            return self._expected(place)
        if unit == "power" or lead == "power":
            where = after if unit == "power" else before
            terms.use(place, where)
            leading = terms.before(min(place, where), "noise")
            if terms.kind(leading) in ("with", "at"):
                terms.use(leading)
                self._forget(leading)
            self._tell("power", number, max(place, where))
            return max(place, where) + 1
        if lead == "taken" and unit != "dice":
            terms.use(place, before)
            self._tell("hits", number, place)
            return place + 1
        other = terms.next(after, "noise", "on")
        if unit == "denial" and terms.text(after) in self.classes["instead"] and terms.kind(other) == "num":
            # on a 6 instead of a 5
            terms.use(*(step for step in range(place, other + 1) if terms.kind(step) != "noise"))
            if lead == "on":
                self._forget(before)
            self._declared(place, before, number)
            return other + 1
        if lead == "declare" or (lead == "number" and not self._asked_number(before)):
            return self._declared(place, before, number)
        if lead == "range" or unit == "hexes":
            return self._far(place, before, after)
        if terms.kind(place + 1) == "who":
            self.waiting.count = number
            terms.use(place)
            return place + 1
        if number < 7 and unit == "or" and terms.kind(terms.next(after, "noise", "on", "only")) == "num":
            return self._expected(place)
        if self._supposed(place, before, after):
            return self._expected(place)
        if number < 7 and lead in ("on", "with", "at") and self._claim_before(place) and unit not in _UNITS:
            # `he says his hydra hits my angel on a 4`
            terms.use(before)
            self._forget(before)
            return self._expected(place)
        if lead in ("on", "or", "to"):
            self._guess(place)
        return place + 1

    def _player_before(self, place: int) -> str | None:
        """Return the player that the words of a sentence before a place tell of, `mine` or `theirs`."""
        step = place - 1
        while step >= 0 and self.terms.kind(step) != "stop":
            kind = self.terms.kind(step)
            if kind in ("me", "mine"):
                return "mine"
            if kind in ("person", "theirs"):
                return "theirs"
            step -= 1
        return None

    def _verb_next(self, place: int) -> bool:
        """Return whether `hits` after a number is a verb, as in `on a 4 hits the lion`: somebody follows it."""
        ahead = self.terms.next(place, "noise", *PARTIES)
        return ahead == place + 1 and self.terms.kind(ahead) == "who" and self.last is None

    def _supposed(self, place: int, before: int, after: int) -> bool:
        """Return whether a number is one that a player supposes, of dice or to hit, which is what the question asks."""
        terms = self.terms
        if terms.value(place) > _MOST_DICE:
            return False
        unit, lead = terms.kind(after), terms.kind(terms.before(place, "noise", "only"))
        if terms.text(after) in self.classes["suffices"]:
            return True
        if unit == "dice":
            counted = terms.text(before).startswith(tuple(self.classes["counting"]))
            if counted or terms.value(place) > _MOST_DICE or not (lead in _BEFORE_DICE or self._claimed(place)):
                return False
            terms.use(after)
            return True
        if self._claimed(place) and self.disputed:
            # `he says that it has 3 hits, I say 2`
            return False
        if self._claimed(place) and unit not in _UNITS[:7]:
            return True
        if unit not in ("", "stop", "clause", "or", "and", "against", "close", "person", "me", "on", "topic", "claim"):
            return False
        if lead == "threw" or self._claimed(place):
            if lead == "threw":
                terms.use(before)
            return True
        return lead == "or" and self._after_number(before)

    def _claim_before(self, place: int) -> bool:
        """Return whether something is claimed in the sentence before a place."""
        step = place
        while step >= 0 and self.terms.kind(step) != "stop":
            if self.terms.kind(step) == "noise" and self.terms.text(step) in self.classes["claims"]:
                return True
            step -= 1
        return False

    def _claimed(self, place: int) -> bool:
        """Return whether only words that carry nothing, the last a claim, stand before a number."""
        step = place - 1
        while self.terms.kind(step) in ("noise", "only", "clause", "it"):
            if self.terms.text(step) in self.classes["claims"]:
                for between in range(step, place):
                    if self.terms.kind(between) == "it":
                        self.terms.use(between)
                        self._forget(between)
                return True
            step -= 1
        return False

    def _after_number(self, place: int) -> bool:
        """Return whether `or` at a place follows a number that was supposed."""
        before = self.terms.before(place, "noise", "dice", "hit")
        if self.terms.kind(before) == "num" and self.terms.used[before]:
            self.terms.use(place)
            return True
        return False

    def _far(self, place: int, before: int, after: int) -> int:
        """Read `at range 3`, `3 hexes away`, `two hexes from the lion`."""
        terms, number = self.terms, self.terms.value(place)
        if terms.kind(before) == "range":
            terms.use(place, before)
            end = after if terms.kind(after) == "hexes" else place
        elif terms.kind(terms.next(after, "noise")) in ("away", "from"):
            end = terms.next(after, "noise")
            terms.use(place)
        else:
            return place + 1
        self.scene.range = number
        terms.use(*(step for step in range(place, end + 1) if terms.kind(step) in ("hexes", "away", "from")))
        joint = terms.next(end, "noise") if terms.kind(end) != "from" else end
        if terms.kind(joint) == "from":
            terms.use(joint)
            end = joint
            ahead = terms.next(end, "noise", *PARTIES, "attacker", "defender", "another")
            if terms.kind(ahead) == "who" and self.last is not None:
                self.compared = 0
            elif terms.kind(ahead) in ("it", "them"):
                terms.use(ahead)
                end = ahead
        leading = terms.before(min(before, place) if terms.kind(before) == "range" else place, "noise")
        if terms.kind(leading) in ("at", "from", "with") and not terms.used[leading]:
            terms.use(leading)
            self._forget(leading)
        return end + 1

    def _on_rating(self, place: int) -> int:
        """Read `a 9-4 Titan`: its Power-factor, and its Skill-factor, which is printed."""
        self.terms.use(place)
        power, skill = self.terms.value(place)
        self._tell("power", power, place)
        self.scene.ratings.append((power, skill))
        return place + 1

    def _on_only(self, place: int) -> int:
        """Read `only` before a number that is supposed."""
        if self.terms.kind(self.terms.next(place, "noise", "on")) == "num":
            self.terms.use(place)
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
            self._forget(before)
        return place + 1

    def _asked_number(self, place: int) -> bool:
        return self.terms.kind(self.terms.before(place, "noise")) == "topic"

    def _declared(self, place: int, lead: int, number: int) -> int:
        if self.scene.number not in (None, number):
            self.scene.faults.append(f"number {self.scene.number} and {number}: one Strike-number is declared")
        self.scene.number = number
        self.terms.use(place, lead)
        before = self.terms.before(lead, "noise")
        if self.terms.kind(before) in ("with", "at", "declare", "and"):
            self.terms.use(before)
            self._forget(before)
        return place + 1

    def _guess(self, place: int) -> bool:
        """Read `on 4 or on 5`, which is what the question asks."""
        terms = self.terms
        before = terms.before(place, "noise")
        others = [p for p in range(len(terms)) if terms.kind(p) == "num" and p != place]
        paired = any(
            abs(p - place) <= 3 and terms.kind(terms.before(max(p, place), "noise", "on")) == "or" for p in others
        )
        if (
            terms.value(place) < 7
            and terms.kind(before) in ("on", "or")
            and (paired or terms.kind(terms.next(place, "noise", "clause")) in ("stop", ""))
        ):
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
        field = "hits"
        if terms.kind(before) in ("with", "taken", "at", "cantake"):
            field = "left" if terms.kind(before) == "cantake" else "hits"
            terms.use(before)
            self._forget(before)
        if terms.kind(terms.next(noun, "noise")) == "left":
            field, noun = "left", terms.next(noun, "noise")
            terms.use(noun)
        if terms.text(place - 1) in self.classes["deals"] or terms.text(noun + 1) in self.classes["wanting"]:
            # hits that are dealt or wanted are none that were taken
            terms.used[place] = terms.used[noun] = False
            return noun + 1
        self._whose_hits(before, field)
        end = noun
        after = terms.next(noun, "noise")
        if terms.kind(after) in ("on", "in") and terms.kind(terms.next(after, "noise")) in ("it", "them"):
            end = terms.next(after, "noise")
            terms.use(after, end)
            if terms.kind(end + 1) == "taken":
                end += 1
                terms.use(end)
        elif terms.kind(after) == "taken":
            terms.use(after)
            end = after
        elif terms.kind(after) == "on":
            who = terms.next(after, "noise", *PARTIES)
            found = [one for one in self.scene.mentions if one.who == terms.value(who)]
            if terms.kind(who) == "who" and len(found) == 1:
                terms.use(*range(after, who + 1))
                self.last = found[0]
                end = who
            elif terms.kind(who) == "who" and not found and field == "hits" and self._begins_clause(place):
                # two hits on my unicorn already
                terms.use(after)
                self.waiting.hits = number
                return after + 1
        self._tell(field, number, noun)
        return end + 1

    def _begins_clause(self, place: int) -> bool:
        return self.terms.kind(self.terms.before(place, "noise")) in ("", "stop", "clause")

    def _whose_hits(self, lead: int, field: str) -> None:
        """Report hits that may be those of either: the lion is struck by an ogre with 3 hits, … with 3 hits left."""
        events = self.scene.events
        if self.terms.kind(lead) != "with" or self.last is None or len(events) < 2:
            return
        step = len(events) - 1
        while step and events[step].kind != "who":
            step -= 1
        joint = events[step - 1] if step else None
        if joint is None or any(event.kind == "stop" for event in events[step:]):
            return
        others = [one for one in self.scene.mentions if one is not self.last]
        open_ = any(one.hits is None and one.left is None for one in others)
        open_ = open_ or (joint.kind == "by" and not others)
        struck = joint.kind == "by" or (field == "left" and joint.kind in ("strike", "shoot", "kill"))
        if struck and open_:
            self.scene.faults.append(f"hits of the {self.last.who} or of another? say whose they are")

    def _on_wound(self, place: int) -> int:
        """Read `how much damage`, and `is wounded` where a number follows."""
        terms = self.terms
        before, after = terms.before(place, "noise"), terms.next(place, "noise", *PARTIES, "attacker", "defender")
        if terms.kind(before) == "to" and terms.kind(after) == "who":
            # what must I throw to wound it
            terms.use(place, before)
            self._forget(before)
            return self._event("strike", place, "infinitive")
        dealt = terms.kind(terms.next(place, "noise")) in ("strike", "taken")
        if dealt or (terms.kind(before) == "topic" and terms.kind(terms.next(place, "noise")) != "num"):
            terms.use(place)
        elif terms.kind(terms.next(place, "noise")) == "who":
            # a hurt ogre, whose hits are said as well
            self.hurt = place
        return place + 1

    def _of_it(self, place: int) -> bool:
        """Return whether a number belongs to a pronoun that may be one of several: it has 3 hits."""
        step = place
        while self.terms.kind(step) in ("noise", "num", "hit", "wound", "taken", "power", "left"):
            step -= 1
        if self.terms.kind(step) not in ("it", "person") or len(self.scene.mentions) < 2:
            return False
        events = [event for event in self.scene.events if event.place < step]
        stop = next((n for n in range(len(events) - 1, -1, -1) if events[n].kind == "stop"), -1)
        near = {event.mention for event in events[stop + 1 :] if event.kind in ("who", "beside")}
        if not near:
            begin = next((n for n in range(stop - 1, -1, -1) if events[n].kind == "stop"), -1)
            near = {event.mention for event in events[begin + 1 : stop] if event.kind in ("who", "beside")}
        return len(near) != 1

    def _begins(self, place: int) -> bool:
        """Return whether a term begins a sentence."""
        return self.terms.kind(self.terms.before(place, "noise", "topic")) in ("", "stop")

    def _tell(self, field: str, number: int, place: int) -> None:
        """Set a number said about the next character, where that follows at once, or of the last one mentioned."""
        if self._claim_before(place):
            self.disputed = True
        if self._of_it(place):
            self.scene.faults.append("'it' may be several; name the one that is meant")
        follows = self.terms.kind(place + 1) == "who"
        again = follows and any(one.who == self.terms.value(place + 1) for one in self.scene.mentions)
        if follows and self.last is not None and not self.parted and getattr(self.last, field) is None:
            if not again:
                self.scene.faults.append(f"{number}: of whom is this said, of the one before or of the one after?")
            self._set(self.last, field, number)
        elif follows or (self.terms.kind(place + 1) == "noise" and self.last is None):
            setattr(self.waiting, field, number)
        elif self.last is not None:
            self._set(self.last, field, number)
        else:
            self.scene.faults.append(f"{number}: of whom is this said?")
