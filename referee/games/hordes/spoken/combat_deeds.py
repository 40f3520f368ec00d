"""Reads what the elements of a combat do: fight, charge, shoot or bespell, and which of them does it."""

from __future__ import annotations

from .combat_reader import PARTIES, PERSONS, Actor
from .combat_who import Who

# what may stand between one who acts and the verb
_BETWEEN = ("noise", "num", "die", "open", "close", "asks", "general", "and", "going", "in", "on")


class Deeds(Who):
    """Reads what the elements of a combat do: fight, charge, shoot or bespell, and which of them does it."""

    def _on_fight(self, place: int) -> int:
        if self.terms.text(place).startswith(tuple(self.classes["attacks"])):
            self._acts(place, self.attackers)
        return self._done("close", place)

    def _on_into(self, place: int) -> int:
        """Read `knights into blades`, `his knights ran into my blades`."""
        if self.terms.kind(self.terms.next(place, "noise", *PARTIES)) == "who" and self.last is not None:
            self._acts(place, self.attackers)
            return self._done("close", place)
        return place + 1

    def _acts(self, place: int, actors: list[Actor]) -> None:
        """Note who does what a verb says: the one before it, or the one that is named next."""
        terms = self.terms
        after = terms.next(place, "noise")
        if terms.kind(after) == "by" or self.terms.text(place).endswith(" by"):
            self.pending = actors
            return
        lead = terms.before(place, *_BETWEEN)
        if terms.kind(lead) == "they" and self.last is not None and not self._spoken_as_we():
            actors.append(self.last)
        elif terms.kind(lead) in PERSONS:
            self.doer = self._side(lead)
            actors.append(self.doer)
        elif terms.kind(lead) in PARTIES and self.party is None:
            actors.append(self._side(lead))
        elif self.last is not None and terms.kind(lead) not in ("", "stop"):
            actors.append(self.last)
        else:
            self.pending = actors

    def _spoken_as_we(self) -> bool:
        """Return whether `they` are the other side: we charge, they hold."""
        return any(term.text.lower() in self.classes["we"] for term in self.terms.all)

    def _on_beat(self, place: int) -> int:
        self.beats = True
        self.loses = self.loses or self.terms.text(place).startswith(tuple(self.classes["loses"]))
        after = self.terms.next(place, "noise")
        if self.terms.text(place) in self.classes["beaten"] and self.terms.kind(after) == "by":
            self.terms.use(after)
        self._done("close", place)
        return place + 1

    def _on_by(self, place: int) -> int:
        """Read `beaten 2-5 by spears`: the order of the names is that of the dice."""
        if self.terms.kind(self.terms.next(place, "noise", *PARTIES)) != "who":
            return place + 1
        if self.beats:
            self.terms.use(place)
        elif self.kind != "close" and len(self.found) == 1:
            # a spell on a knight by a magician
            self.terms.use(place)
            self.passive = True
        return place + 1

    def _on_from(self, place: int) -> int:
        """Read `shoots from a wood`: where the one that acts stands."""
        going = self.terms.next(place, "noise")
        if self.terms.kind(going) == "going" and self.agent is not None:
            self.terms.use(place, going)
            self.agent.going = self.terms.value(going)
            return going + 1
        return place + 1

    def _on_kill(self, place: int) -> int:
        self.terms.use(place)
        self._first_verb()
        self.kills = True
        self.agent = self.agent or self.last
        if self._acts_on(place):
            self.striker = self.last
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) in PERSONS:
            self.doer = self._side(before)
        if self.terms.kind(before) == "to":
            self.terms.use(before)
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "by":
            self.terms.use(after)
            self.passive = True
        return place + 1

    def _first_verb(self) -> None:
        """Note whether the first verb has no subject, as in `to kill`."""
        subject = self.found or self.doer is not None or self.party is not None
        self.leaderless = self.leaderless or not (self.fights or self.kills or subject)

    def _on_melee(self, place: int) -> int:
        self.terms.use(place)
        self.fights = True
        return place + 1

    def _on_contacts(self, place: int) -> int:
        """Read `in contact with a paladin`."""
        after = self.terms.next(place, "noise", "with")
        if self.terms.kind(self.terms.next(place, "noise")) == "with" and self.terms.kind(after) == "who":
            self.terms.use(self.terms.next(place, "noise"))
        return self._done("close", place)

    _on_engaged = _on_contacts

    def _on_at(self, place: int) -> int:
        """Read `cast over a river at blades`, `a hero at the stronghold`."""
        if not self.fights and (self._opposes(place) or self._throws_at(place)):
            return self._done("close", place)
        if self.fights and self.terms.kind(self.terms.next(place, "noise", *PARTIES)) == "who":
            self.terms.use(place)
        return place + 1

    def _on_and(self, place: int) -> int:
        kind = self.terms.kind(self.terms.next(place, "noise"))
        self.terms.use(place)
        self.joined = self.joined or (kind in ("who", "going", *PARTIES) and len(self.found) == 1)
        return place + 1

    def _on_with(self, place: int) -> int:
        """Read `five with my blades` and `I charge his blades with my knights`: with whom somebody acts."""
        terms = self.terms
        after = terms.next(place, "noise", "general", *PARTIES)
        if terms.kind(after) == "num" and not self.found and terms.kind(terms.next(after, "noise")) == "who":
            terms.use(place)
        if terms.kind(after) in ("bespell", "flanked", "flankedboth", "course", "shoot"):
            terms.use(place)
        if terms.kind(after) != "who":
            return place + 1
        again = any(one.type == terms.value(after) for one in self.found)
        if self.leaderless and len(self.found) == 1 and not again and self.fights | self.kills:
            # to kill a dragon with artillery
            terms.use(place)
            self.passive = self.instrument = True
        elif again or not self.found or terms.kind(terms.before(place, "noise")) in ("num", "score"):
            terms.use(place)
            self.party = self.doer
        elif self.doer is not None and (self.fights or self.kills) and len(self.found) == 1 and not self._flanks(after):
            terms.use(place)
            self.party = self.doer
            self.passive = self.instrument = True
        return place + 1

    def _on_on(self, place: int) -> int:
        """Read `a dragon on a paladin`."""
        return self._done("close", place) if self._opposes(place) else place + 1

    def _throws_at(self, place: int) -> bool:
        """Return whether one that cannot act from afar rolls at another: knights throw 5 at my blades."""
        row = self.rules.kinds[self.found[0].type].row if len(self.found) == 1 else None
        near = row is not None and row.shoots is None and row.bespells is None
        ahead = self.terms.kind(self.terms.next(place, "noise", *PARTIES)) == "who"
        return near and ahead and self.terms.kind(self.terms.before(place, "noise")) == "num"

    def _opposes(self, place: int) -> bool:
        before = self.terms.kind(self.terms.before(place, "noise"))
        after = self.terms.kind(self.terms.next(place, "noise", *PARTIES))
        return len(self.found) == 1 and before in ("who", "close") and after == "who"

    def _on_shoot(self, place: int) -> int:
        return self._done("shoot", place)

    def _on_bespell(self, place: int) -> int:
        return self._done("bespell", place)

    def _on_charge(self, place: int) -> int:
        terms = self.terms
        after = terms.next(place, "noise")
        lead = terms.kind(terms.before(place, "noise", *PARTIES))
        if terms.kind(after) == "who" and lead not in ("who", "close") and self.terms.text(place) == "charging":
            # an adjective of the element that follows
            terms.use(place)
            self.pending = self.aggressors
            return place + 1
        if self._past(place):
            return self._done("close", place)
        self._acts(place, self.aggressors)
        return self._done("close", place)

    def _past(self, place: int) -> bool:
        """Return whether somebody charged in an earlier turn, and so is no aggressor now; that is used then."""
        ends = ("clause", "stop", "num", "score", "charge")
        said = next((n for n in range(place + 1, len(self.terms)) if self.terms.kind(n) in (*ends, "lastturn")), -1)
        past = self.terms.kind(said) == "lastturn"
        if past:
            self.terms.use(said)
        return past

    def _subject_stays(self, before: int, place: int) -> bool:
        """Return whether a verb has the subject of the verb before it: kills a knight when shooting."""
        return (self.fights or self.kills) and bool(self._words(before, place) & self.classes["subordinators"])

    def _done(self, kind: str, place: int) -> int:
        """Read a verb: what is done, and by whom as far as that is said."""
        terms = self.terms
        before, after = terms.before(place, "noise"), terms.next(place, "noise")
        aside = terms.text(place).startswith(tuple(f"{word} " for word in self.classes["prepositions"]))
        stays = self._subject_stays(before, place)
        terms.use(place)
        self._first_verb()
        self.fights = True
        self.agent = self.agent if aside else self.last
        if terms.kind(before) == "to":
            terms.use(before)
        if terms.kind(before) in PERSONS:
            self.doer = self._side(before)
        if kind != "close":
            if self.kind not in ("close", kind):
                self.faults.append(f"{self.kind} and {kind}: ask of one at a time")
            self.kind = kind
            if aside and self.striker is not None:
                # hits a knight from afar
                self.afar.append(self.striker)
            elif not (aside or stays):
                self._done_afar(place)
        elif terms.text(place) not in self.classes["against"] and self._acts_on(place):
            self.striker = self.last
        if terms.kind(after) == "by":
            terms.use(after)
            # in `a spell by a magician on a knight` the one that acts is named first
            self.passive = kind == "close" or bool(self.found)
        elif terms.kind(after) in ("at", "on") and terms.kind(terms.next(after, "noise", *PARTIES)) == "who":
            terms.use(after)
        return place + 1

    def _done_afar(self, place: int) -> None:
        """Note who shoots or bespells, where a verb says so: `knights shoot at blades`, `I shoot`, `shot by blades`."""
        terms = self.terms
        before, after = terms.before(place, "noise"), terms.next(place, "noise")
        target = self._target(place)
        # in `the horde it shoots` the one before the verb is the target
        by_it = terms.text(place - 1) in self.pronouns - self.classes["relative"]
        if terms.kind(after) == "by" or self._of_agent(place, target):
            self.pending = self.afar
        elif terms.kind(before) in PERSONS and terms.kind(before) != "they":
            self.afar.append(self._side(before))
        elif self.last is not None and not by_it and (self._acts_on(place) or self._acts_alone(place)):
            self.afar.append(self.last)
            # the second of two that were named acts on the first
            if terms.kind(before) == "who" and terms.kind(target) not in ("who", "going") and len(self.found) == 2:
                self.passive = self.instrument = self.last is self.found[1]

    def _target(self, place: int) -> int:
        return self.terms.next(place, "noise", "at", "on", "general", *PARTIES)

    def _acts_on(self, place: int) -> bool:
        """Return whether the element named last does what a verb says to the one named after it."""
        terms, target = self.terms, self._target(place)
        named = next((n for n in range(place - 1, -1, -1) if terms.kind(n) in ("who", "stop")), -1)
        other = terms.kind(target) == "who" and terms.value(target) != terms.value(named)
        return terms.kind(named) == "who" and other and not self._suffered(place, place)

    def _acts_alone(self, place: int) -> bool:
        """Return whether the element before a verb does what it says, where nobody is named after it."""
        terms = self.terms
        named = terms.before(place, *_BETWEEN)
        helped = bool(self._words(named, place) & self.classes["be"])
        acts = helped or terms.text(place) in self.classes["finite"]
        return terms.kind(named) == "who" and acts and not self._suffered(place, named)

    def _suffered(self, place: int, before: int) -> bool:
        """Return whether a verb says what is done to somebody: is shot at; is, before a place, a hero cast at."""
        words = self._words(self.terms.before(before, "noise", *PARTIES), place)
        return self.terms.text(place) in self.classes["participles"] and bool(words & self.classes["be"])

    def _words(self, begin: int, end: int) -> set[str]:
        """Return the single words between two places."""
        return {word for n in range(begin + 1, end) for word in self.terms.text(n).split()}

    def _of_agent(self, place: int, who: int) -> bool:
        """Return whether the one that acts is named after the verb: the shooting of knights at blades."""
        terms = self.terms
        of = any(terms.text(n).endswith(tuple(self.classes["of"])) for n in range(place, who))
        return of and terms.kind(who) == "who" and terms.kind(terms.next(who, "noise")) in ("at", "on")
