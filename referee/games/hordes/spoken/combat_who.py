"""Reads which two elements fight, and how: in contact, by shooting or by a spell."""

from __future__ import annotations

from typing import Any

from .combat_reader import ATTACKS, PARTIES, PERSONS, Actor, CombatReader, Element
from .names import vocabulary

# what parts two elements, so that a second one of the same type is another
_JOINTS = ("fight", "beat", "charge", "shoot", "bespell", "at", "on", "clause", "by", "into")
# what may stand between one who acts and the verb
_BETWEEN = ("noise", "num", "die", "open", "close", "asks", "general", "and", "going", "in", "on")
# the kinds that say where those stand who support, and whether they are attacked
_OF_RANK = ("behind", "rear", "support", "in", "going", "notattacked", "underattack", "noise", "clause")
# words before a verb of those who are named last
_RELATIVE = ("that", "that are", "which", "which are", "who", "who are", "themselves")
# words after which a further verb has the subject of the one before it
_WHEN = {"when", "while", "if", "as"}
# verbs of one that is beaten
_BEATEN = ("beaten", "defeated", "was beaten", "were beaten")


class Who(CombatReader):
    """Reads which two elements fight, and how: in contact, by shooting or by a spell."""

    def _on_who(self, place: int) -> int:
        term = self.terms.all[place]
        ahead = self.terms.before(place, "noise")
        lead = self.terms.kind(ahead)
        if lead == "further" and self.terms.kind(self.terms.before(ahead, "noise")) == "supported":
            self.terms.use(ahead)
            lead = "supported"
        self.terms.use(place)
        behind = self.terms.kind(place + 1) in ("behind", "rear", "support") and self.terms.text(place + 1) != "rear"
        told = "spear_behind" in self.given
        if (lead in ("supported", "supportrank") and not told) or (behind and self._alike(term.value)):
            return self._support(place)
        if self._flanks(place):
            return self._on_flanker(place)
        known = [one for one in self.found if one.type == term.value]
        opposed = known and self._joined(place) and self.last is known[0] and self._alone(term.value)
        if self.party is not None and known and known[0].party not in (None, self.party):
            opposed = True
        if known and known[0].die is not None and known[0] is self.last:
            # a second one of the type, with a die of its own
            opposed = opposed or (
                self._alone(term.value) and self.terms.kind(self.terms.next(place, "noise", "die", "open")) == "num"
            )
        if known and not (opposed and len(known) == 1 and len(self.found) == 1):
            own = [one for one in known if self.party is not None and one.party == self.party]
            element = own[0] if len(own) == 1 else known[0]
            if len(known) > 1 and len(own) != 1:
                self.faults.append(f"two are {term.text}: say which is yours")
        else:
            element = Element(term.value, facts={})
            self.found.append(element)
            if len(self.found) == 3:
                self.faults.append(f"{term.text} is a third one: a combat is between two")
        if self.party is not None:
            element.party = self.party
        self.party = self.roller = None
        self.last = element
        if lead == "with" and self.terms.kind(self.terms.before(ahead, "noise")) == "general":
            element.facts["general"] = True
            self.terms.use(ahead)
        if self.pending is not None:
            self.pending.append(element)
            self.pending = None
        if self.waiting is not None:
            self._roll(element, self.waiting)
            self.waiting = None
        element.facts |= self.given
        self.given = {}
        return place + 1

    def _flanks(self, place: int) -> bool:
        """Return whether an element is named as one on the flank of the last: with a horde on its flank."""
        after = self.terms.next(place, "noise", "on", "in", "theirs")
        before = self.terms.kind(self.terms.before(place, "noise", "num", "theirs", "enemy"))
        return (
            self.last is not None
            and self.terms.kind(after) in ("flank", "bothflanks", "rear")
            and before in ("with", "and", "flanked")
            and self.terms.kind(place + 1) != "rear"
        )

    def _on_flanker(self, place: int) -> int:
        raise NotImplementedError

    def _alone(self, name: str) -> bool:
        """Return whether a text names no other type, so that a second mention is another element."""
        return not any(
            term.kind == "who" and term.value != name and not self._flanks(n) for n, term in enumerate(self.terms.all)
        )

    def _alike(self, name: str) -> bool:
        """Return whether an element is of the type of the one named last, which it may support."""
        return self.last is not None and self.last.type == name and self.rules.kinds[name].supports

    def _joined(self, place: int) -> bool:
        before = self.terms.before(place, "noise", *PARTIES)
        return self.terms.kind(before) in _JOINTS

    def _support(self, place: int) -> int:
        """Read `supported by spears directly behind in good going, not attacked`."""
        terms, end = self.terms, place + 1
        lead = terms.before(place, "noise", "further")
        if terms.kind(lead) in ("supported", "supportrank", "with"):
            terms.use(lead)
        if terms.kind(terms.before(lead, "noise")) == "with":
            terms.use(terms.before(lead, "noise"))
        behind: dict[str, Any] = {"going": "good", "attacked": False}
        while terms.kind(end) in _OF_RANK or self._too(end):
            after = terms.next(end, "noise")
            if terms.kind(end) == "clause" and not (terms.kind(after) in ("notattacked", "in") or self._too(after)):
                break
            if terms.kind(end) == "going":
                behind["going"] = terms.value(end)
            behind["attacked"] = behind["attacked"] or self._too(end)
            terms.use(end)
            end += 1
        if self.last is None:
            self.faults.append("who is supported is not said")
        else:
            if self.last.type != terms.value(place):
                self.faults.append(f"{self.last.type} is not supported by {terms.value(place)}: both are alike")
            self.last.facts["spear_behind"] = behind
        return end

    def _too(self, place: int) -> bool:
        """Return whether those behind are said to be attacked: `that are under attack`, `which fight too`."""
        terms = self.terms
        if terms.kind(place) == "underattack":
            return True
        relative = any(terms.text(n) in _RELATIVE for n in range(terms.before(place, "noise") + 1, place))
        alone = terms.kind(terms.next(place, "noise", *PARTIES)) not in ("who", "by", "with")
        return terms.kind(place) in ("fight", "engaged") and relative and alone

    def _on_mine(self, place: int) -> int:
        return self._whose(place)

    _on_theirs = _on_red = _on_blue = _on_attackerside = _on_defenderside = _on_mine

    def _whose(self, place: int) -> int:
        """Read whose an element or a die is: `my knights`, `red rolls 4`, `your 2`, `attacker: knights`."""
        terms, party = self.terms, self._side(place)
        after = terms.next(place, "noise", "general", "clause", "uphill", "charge", *PARTIES)
        if terms.kind(after) == "who" or self._whose_element(place):
            terms.use(place)
            self.party = party
            if terms.kind(place) == "attackerside":
                self.attackers.append(party)
            return place + 1
        named = terms.kind(terms.before(place, "noise")) == "open" and terms.kind(terms.next(place, "noise")) == "close"
        if named and self.last is not None:
            self.last.party = party
        else:
            self.roller = self.doer = party
            own = [one for one in self.found if one.party == party]
            if len(own) == 1 and terms.kind(terms.next(place, "noise")) not in ("die", "num"):
                # `mine uphill`
                self.last = own[0]
        terms.use(place)
        return place + 1

    def _whose_element(self, place: int) -> bool:
        """Return whether an element follows the word that says whose it is."""
        return self.terms.kind(self.terms.next(place, "noise", "general", *PARTIES)) == "who"

    def _on_fight(self, place: int) -> int:
        if self.terms.text(place).startswith(ATTACKS):
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
        return any(term.text.lower() in ("we", "us", "our", "ours") for term in self.terms.all)

    def _on_beat(self, place: int) -> int:
        self.beats = True
        self.loses = self.loses or self.terms.text(place).startswith(("lose", "losing", "lost"))
        if self.terms.text(place) in _BEATEN and self.terms.kind(self.terms.next(place, "noise")) == "by":
            self.terms.use(self.terms.next(place, "noise"))
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

    def _on_tworanks(self, place: int) -> int:
        """Read `in two ranks`: supported by its like, in good going and not attacked."""
        if self.last is not None and self.rules.kinds[self.last.type].supports:
            self.terms.use(place)
            self.last.facts["spear_behind"] = {"going": "good", "attacked": False}
            self.last.ranks = True
        return place + 1

    def _on_supported(self, place: int) -> int:
        """Read `supported` without those who do it: by its like, in good going and not attacked."""
        next_one = self.terms.value(place + 1) if self.terms.kind(place + 1) == "who" else None
        own = self.last.type if self.last is not None else None
        bare = self.terms.text(place) == "supported"
        if bare and next_one is not None and own != next_one and self.rules.kinds[next_one].supports:
            # an adjective of the element that follows: against supported spears
            self.terms.use(place)
            self.given["spear_behind"] = {"going": "good", "attacked": False}
            return place + 1
        if self.last is not None and self.rules.kinds[self.last.type].supports:
            after = self.terms.kind(self.terms.next(place, "noise", "mine", "theirs"))
            if bare and after != "who":
                self.terms.use(place)
                self.last.facts["spear_behind"] = {"going": "good", "attacked": False}
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

    def _on_further(self, place: int) -> int:
        """Read `with more spears behind`."""
        after = self.terms.next(place, "noise")
        if self.terms.kind(after) == "who" and self.terms.kind(after + 1) in ("behind", "rear", "in"):
            self.terms.use(place)
        elif self.fights and len(self.found) == 1 and self.terms.value(after) == self.found[0].type:
            # a magician bespells another magician
            self.terms.use(place)
            self.found[0].party = self.found[0].party or "mine"
            self.party = "theirs" if self.found[0].party == "mine" else "mine"
        return place + 1

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
        words = {word for step in range(before + 1, place) for word in self.terms.text(step).split()}
        return (self.fights or self.kills) and bool(words & _WHEN)

    def _done(self, kind: str, place: int) -> int:
        stays = self._subject_stays(self.terms.before(place, "noise"), place)
        self.terms.use(place)
        self._first_verb()
        self.fights = True
        adverb = self.terms.text(place).startswith(("from ", "at ", "by ", "with "))
        self.agent = self.agent if adverb else self.last
        before = self.terms.before(place, "noise")
        lead = self.terms.kind(before)
        if lead == "to":
            self.terms.use(before)
        if kind != "close":
            if self.kind not in ("close", kind):
                self.faults.append(f"{self.kind} and {kind}: ask of one at a time")
            self.kind = kind
        after = self.terms.next(place, "noise")
        target = self.terms.kind(self.terms.next(place, "noise", "at", "on", *PARTIES))
        if lead in PERSONS:
            self.doer = self._side(before)
        # in `the horde it shoots` the one before the verb is the target
        relative = self.terms.text(place - 1) in vocabulary(self.rules).pronouns
        if (
            kind != "close"
            and lead == "who"
            and not (relative or adverb or stays)
            and len(self.found) == 2
            and target not in ("who", "by", "going")
        ):
            # the second of two that were named acts on the first
            self.passive = self.instrument = self.last is self.found[1]
        if self.terms.kind(after) == "by":
            self.terms.use(after)
            # in `a spell by a magician on a knight` the one that acts is named first
            self.passive = kind == "close" or bool(self.found)
        elif (
            self.terms.kind(after) in ("at", "on")
            and self.terms.kind(self.terms.next(after, "noise", *PARTIES)) == "who"
        ):
            self.terms.use(after)
        return place + 1
