"""Reads the facts about the elements of a combat: the General, going, flanks, support."""

from __future__ import annotations

from typing import Any

from .combat_deeds import Deeds
from .combat_reader import PARTIES

# as many enemies as a text counts on the flanks and the rear of one element
_MOST_FLANKING = 6
# facts that stand before their element: a flanked spear
_ADJECTIVES = ("flank_enemies", "guarded")
_VERBS = ("kill", "beat", "fight", "charge", "shoot", "bespell", "by", "at")


class Facts(Deeds):
    """Reads the facts about the elements of a combat: the General, going, flanks, support."""

    def _fact(self, place: int, name: str, value: Any = True) -> int:
        self.terms.use(place)
        adjective = name in _ADJECTIVES and self.terms.kind(place + 1) == "who"
        if self.last is None or adjective:
            self.given[name] = value
        else:
            self.last.facts[name] = value
        return place + 1

    def _on_general(self, place: int) -> int:
        after = self.terms.next(place, "noise", "in")
        if self.terms.kind(after) == "with":
            self.terms.use(place)
            return after
        if self.terms.kind(after) == "behind":
            self.terms.use(place, after)
            self._fact(place, "general_behind")
            return after + 1
        if self.terms.kind(after) == "who" and after != place + 1 and self._leads(place, after):
            self.terms.use(*range(place, after))
            self.given["general"] = True
            return after
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) == "with":
            self.terms.use(before)
        if self.terms.kind(place + 1) == "who":
            self.terms.use(place)
            following = self._on_who(place + 1)
            if self.last is not None:
                self.last.facts["general"] = True
            return following
        if self.terms.kind(self.terms.before(place, "noise")) == "both":
            self.terms.use(place, self.terms.before(place, "noise"))
            self.both_lead = True
            return place + 1
        if self.given.get("general"):
            # a General against a General
            self.terms.use(place)
            self.both_lead = True
            return place + 1
        following = self.terms.next(place, "noise")
        if self.terms.kind(following) == "who" and self.terms.text(place + 1) in self.classes["be"]:
            # my general is a hero
            self.terms.use(place)
            self.given["general"] = True
            return place + 1
        following = self.terms.next(place, "noise", "clause", "asks", "open")
        ahead = self.last is None or self.party is not None
        if not ahead and self.terms.kind(self.terms.before(place, "noise", *PARTIES)) in _VERBS:
            # the one that is acted on is named later: kill the general, a blade
            self.terms.use(place)
            self.given["general"] = True
            return place + 1
        if ahead and self.terms.kind(following) == "who":
            self.terms.use(place)
            self.given["general"] = True
            return place + 1
        return self._fact(place, "general")

    def _on_nogeneral(self, place: int) -> int:
        """Read `without a general`, `neither is a general`; refused where a later clause is only `his blade is`."""
        told = self.given.get("general") or (self.last is not None and self.last.facts.get("general"))
        beside = self.terms.next(place, "noise"), self.terms.before(place)
        adjective = any(self.terms.kind(n) in ("who", *PARTIES) for n in beside[: 2 if self.last is None else 1])
        if not told and not adjective and not any(self._ends_in_is(n) for n in range(place, len(self.terms))):
            self.terms.use(place)
        return place + 1

    def _on_not(self, place: int) -> int:
        """Read `his blade is not`, after the facts of the other one."""
        others = [one for one in self.found if one is not self.last]
        ends = self.terms.kind(self.terms.next(place)) in ("clause", "stop", "and", "asks", "")
        named = self.terms.kind(self.terms.before(place, "noise")) == "who"
        bare = self.last is not None and not self.last.facts and self.last.going is None
        if ends and named and bare and any(one.facts or one.going for one in others) and not self.given:
            self.terms.use(place)
        return place + 1

    def _ends_in_is(self, place: int) -> bool:
        """Return whether a clause ends in `is` after an element."""
        ends = self.terms.kind(place + 1) in ("clause", "stop", "")
        named = self.terms.kind(self.terms.before(place, "noise")) == "who"
        return ends and named and self.terms.text(place) in self.classes["be"]

    def _leads(self, place: int, who: int) -> bool:
        """Return whether the General is said to be in an element: the general is in the blades."""
        return any(self.terms.kind(step) == "in" for step in range(place, who))

    def _on_generalbehind(self, place: int) -> int:
        if self.terms.kind(self.terms.next(place, "noise", *PARTIES)) == "who":
            # the general behind the blades
            self.terms.use(place)
            self.given["general_behind"] = True
            return place + 1
        before = self.terms.before(place, "noise")
        if self.terms.kind(before) == "with":
            self.terms.use(before)
        return self._fact(place, "general_behind")

    def _on_uphill(self, place: int) -> int:
        others = [one for one in self.found if one is not self.last and one.facts.get("uphill")]
        if others:
            lead = self.terms.before(place, "noise", "who", *PARTIES)
            if self.terms.kind(lead) == "above":
                # above the knights on the hill
                self.terms.use(place)
            else:
                self.faults.append("both are said to be uphill of the other")
            return place + 1
        if self.terms.kind(place + 1) == "who":
            self.terms.use(place)
            following = self._on_who(place + 1)
            if self.last is not None:
                self.last.facts["uphill"] = True
            return following
        return self._fact(place, "uphill")

    def _on_above(self, place: int) -> int:
        return self._fact(place, "uphill")

    def _on_climbing(self, place: int) -> int:
        """Read `attacking uphill`: the other one is uphill of it."""
        self._slope_act(place)
        return self._on_below(place)

    def _on_below(self, place: int) -> int:
        """Read `at the bottom of the hill`: the other one is uphill of it."""
        self.terms.use(place)
        if self.last is None:
            self.faults.append(f"'{self.terms.all[place].text}': of whom is this said?")
        elif self.under not in (None, self.last):
            self.faults.append("both are said to be below the other")
        else:
            self.under = self.last
        return place + 1

    def _on_descending(self, place: int) -> int:
        """Read `charging downhill`: it is uphill of the other one."""
        self._slope_act(place)
        return self._fact(place, "uphill")

    def _slope_act(self, place: int) -> None:
        text = self.terms.text(place)
        if text.startswith("charg"):
            self._acts(place, self.aggressors)
        elif text.startswith("attack"):
            self._acts(place, self.attackers)
        self.fights = True

    def _on_bankby(self, place: int) -> int:
        self.terms.use(place)
        self.given["holds_bank"] = True
        return place + 1

    def _on_bank(self, place: int) -> int:
        return self._fact(place, "holds_bank")

    def _on_aggressor(self, place: int) -> int:
        self.terms.use(place)
        if self.terms.kind(place + 1) == "who":
            # the aggressor knights
            self.pending = self.aggressors
        else:
            self._acts(place, self.aggressors)
        return place + 1

    def _on_guarded(self, place: int) -> int:
        return self._fact(place, "guarded")

    def _on_acrosswater(self, place: int) -> int:
        return self._fact(place, "across_water")

    def _on_move(self, place: int) -> int:
        """Read `my flyer went into a blade`."""
        if any(term.kind == "course" for term in self.terms.all):
            self.terms.use(place)
        into = self.terms.next(place, "noise")
        if self.kind == "bespell" and self.terms.kind(into) == "acrosswater":
            # the spell goes across water
            self.terms.use(place)
        if self.kind == "bespell" and self.terms.kind(into) == "going" and self.terms.value(into) == "water":
            # it crosses a river
            self.terms.use(place, into)
            return self._fact(into, "across_water")
        if self.terms.kind(into) == "into" and self.terms.kind(self.terms.next(into, "noise", *PARTIES)) == "who":
            self.terms.use(place)
        return place + 1

    def _on_nearkeep(self, place: int) -> int:
        return self._fact(place, "near_own_stronghold")

    def _on_shootback(self, place: int) -> int:
        self.of_both["can_shoot_back"] = True
        self.terms.use(place)
        return place + 1

    def _on_flanked(self, place: int) -> int:
        """Read `overlapped`, perhaps `by two enemies`."""
        terms = self.terms
        by = terms.next(place, "noise")
        number = terms.next(by, "noise")
        enemy = terms.next(number, "noise") if terms.kind(number) == "num" else number
        if terms.kind(by) == "by" and terms.kind(enemy) in ("enemy", "who"):
            terms.use(*range(by, enemy + 1))
            count = terms.value(number) if terms.kind(number) == "num" else 1
            self._fact(place, "flank_enemies", count)
            return enemy + 1
        return self._fact(place, "flank_enemies", 1)

    def _on_flankedboth(self, place: int) -> int:
        return self._fact(place, "flank_enemies", 2)

    def _on_enemy(self, place: int) -> int:
        if self.terms.kind(self.terms.next(place, "noise")) == "general":
            # the enemy general, a blade
            self.terms.use(place)
            self.party = "theirs"
            return place + 1
        after = self.terms.next(place, "noise", "general", *PARTIES)
        if self.terms.kind(after) == "who" and not (self._flanks(after) or self._at_its_flank(after)):
            return self._whose(place)
        if self.terms.kind(self.terms.next(place, "noise")) in ("die", "num"):
            return self._whose(place)
        return self._flank_enemies(place, 1)

    def _at_its_flank(self, who: int) -> bool:
        after = self.terms.next(who, "noise", "on", "in", "theirs")
        return self.last is not None and self.terms.kind(after) in ("flank", "bothflanks")

    def _on_flanker(self, place: int) -> int:
        """Read `with two hordes on its flanks`."""
        before = self.terms.before(place, "noise", "theirs", "enemy")
        number = self.terms.value(before) if self.terms.kind(before) == "num" else 1
        if self.terms.kind(before) == "num":
            self.terms.use(before)
        return self._flank_enemies(place, number)

    def _flank_enemies(self, place: int, number: int) -> int:
        """Read `an enemy on one flank`, `two enemies on the flank and rear`."""
        terms = self.terms
        enemy = place if terms.kind(place) in ("enemy", "who") else terms.next(place, "noise")
        after = terms.next(enemy, "noise", "on", "in", "who", "mine", "theirs")
        if terms.kind(after) not in ("flank", "rear", "bothflanks", "flanked") or number > _MOST_FLANKING:
            return place + 1
        terms.use(*range(place, after + 1))
        before = terms.before(place, "noise", "num", "theirs", "enemy")
        if terms.kind(before) in ("with", "and"):
            terms.use(before)
        if terms.kind(after) == "bothflanks":
            number = max(number, 2)
        following = terms.next(after, "noise", "on", "in")
        if terms.kind(following) == "and" and terms.kind(terms.next(following, "noise", "on", "in")) in (
            "rear",
            "flank",
        ):
            end = terms.next(following, "noise", "on", "in")
            terms.use(*range(after, end + 1))
            number, after = max(number, 2), end
        named = [step for step in range(enemy + 1, after) if terms.kind(step) == "who"]
        owner = next((one for one in self.found for step in named if one.type == terms.value(step)), None)
        if owner is not None:
            # two enemies on the flanks of the blade
            terms.use(after)
            owner.facts["flank_enemies"] = number
        else:
            self._fact(after, "flank_enemies", number)
        return after + 1

    def _on_going(self, place: int) -> int:
        terms = self.terms
        going = terms.value(place)
        before = terms.before(place, "noise")
        lead = terms.kind(before)
        earlier = terms.before(before, "noise")
        if lead in ("in", "on", "at"):
            terms.use(before)
        terms.use(place)
        if terms.kind(place + 1) == "who" and lead not in ("in", "on", "at"):
            following = self._on_who(place + 1)
            if self.last is not None:
                self.last.going = going
            return following
        if terms.kind(earlier) == "both" or lead == "both":
            terms.use(earlier if terms.kind(earlier) == "both" else before)
            self.loose.append(f"both {going}")
            return place + 1
        aside = terms.kind(earlier) == "clause" and terms.kind(terms.before(earlier, "noise")) == "who"
        apart = aside and lead in ("in", "on", "at") and terms.kind(terms.next(place, "noise")) in ("clause", "die")
        if apart:
            terms.use(earlier)
            earlier = before
        parted = bool({"clause", "stop"} & {terms.kind(step) for step in range(max(earlier, 0), place)})
        parted = parted and lead != "who" and not self._within_brackets(place)
        shared = (
            self.joined
            and len(self.found) == 2
            and self.last is self.found[1]
            and not (apart or self._within_brackets(place))
        )
        if self._within_brackets(place) and self.last is not None and lead in ("open", "clause"):
            lead, parted = "in", False
        if not self.found and terms.kind(terms.next(place, "noise")) in ("clause", "stop"):
            # in rough going: beasts against hordes
            self.loose.append(f"both {going}")
            return place + 1
        both = any(terms.kind(step) == "both" for step in self._clause(place))
        if shared and (both or terms.kind(terms.before(before, "noise")) == "fight"):
            # a horde and a sneaker meet in a town
            self.loose.append(f"both {going}")
            return place + 1
        if self._of_the_fight(place):
            self.loose.append(f"both {going}")
        elif self.last is None or parted or shared or lead not in ("in", "on", "at", "who"):
            self.loose.append(going)
        elif self.last.going not in (None, going):
            self.faults.append(f"{self.last.type}: {self.last.going} and {going} cannot both be")
        else:
            self.last.going = going
        return place + 1

    def _of_the_fight(self, place: int) -> bool:
        """Return whether a going is said apart from both elements: spears 1, riders 2, bad going."""
        terms, marks = self.terms, ("clause", "stop")
        lead = terms.kind(terms.before(place, "noise"))
        ends = terms.kind(terms.next(place, "noise")) in (*marks, "asks", "result", "odds", "")
        alone = sum(term.kind == "going" for term in terms.all) == 1
        # after `spears 1. riders 2, bad going` it is that of the riders
        divided = lead == "clause" and any(terms.kind(n) == "stop" for n in range(place))
        both = len(self.found) == len(("a", "b")) and self.last is self.found[1]
        return lead in marks and ends and alone and both and not divided and terms.text(place).endswith("going")

    def _on_in(self, place: int) -> int:
        """Read `the warband inside`, where a terrain is named before."""
        if self.terms.kind(self.terms.next(place, "noise")) not in ("num", "die", "clause", "stop", "asks", "open", ""):
            return place + 1
        if self.last is not None and self.last.going is None and self.terms.text(place) == "inside":
            named = self._grounds_named()
            if len(named) == 1:
                self.terms.use(place)
                self.last.going = named.pop()
        return place + 1

    def _grounds_named(self) -> set[str]:
        """Return the terrains that a text names, those in `outside the wood` among them."""
        goings = [term for term in self.terms.all if term.kind == "going"]
        known = {name for name in self.rules.table.goings if name != "good"}
        return {name for term in goings for name in known if name == term.value or name in term.text.lower().split()}

    def _clause(self, place: int) -> range:
        """Return the places from the last mark to a place."""
        marks = ("clause", "stop")
        return range(next((n for n in range(place, -1, -1) if self.terms.kind(n) in marks), -1) + 1, place)

    def _within_brackets(self, place: int) -> bool:
        """Return whether a term is within brackets that follow an element."""
        for step in range(place - 1, -1, -1):
            if self.terms.kind(step) in ("open", "close", "who"):
                return self.terms.kind(step) == "open"
        return False

    def _on_notattacked(self, place: int) -> int:
        """Read that those behind are not attacked, after they are named."""
        if any("spear_behind" in one.facts for one in self.found):
            self.terms.use(place)
        return place + 1

    def _on_both(self, place: int) -> int:
        terms = self.terms
        going = terms.before(place, "noise", "clause")
        if terms.kind(going) == "going" and len(self.found) == len(("a", "b")):
            terms.use(place)
            self.loose = [one for one in self.loose if one != terms.value(going)]
            self.loose.append(f"both {terms.value(going)}")
            return place + 1
        following = terms.kind(terms.next(place, "noise", *PARTIES))
        if (following == "who" and not self.found) or following == "die":
            terms.use(place)
        if terms.kind(terms.next(place, "noise", "in", "on")) == "going":
            terms.use(place)
        return place + 1
