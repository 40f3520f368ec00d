"""What the readers of a combat share."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from referee.core.spoken.steps import StepReader
from referee.core.spoken.terms import Terms

from ..rules import HordesRules
from .names import vocabulary

# what says whose an element or a die is
PARTIES = ("mine", "theirs", "red", "blue", "attackerside", "defenderside", "enemy")
# those who speak of themselves and of others
PERSONS = ("first_person", "other_person", "third_person", "they")
# the two sides of a combat: of the one who speaks, red or the attacker, and of the other
_SIDE = {
    "mine": "mine",
    "red": "mine",
    "attackerside": "mine",
    "theirs": "theirs",
    "blue": "theirs",
    "defenderside": "theirs",
    "enemy": "theirs",
}


class Element(msgspec.Struct):
    """An element in a text, with the facts said about it as a strict line writes them. `count` is how many."""

    type: str
    party: str | None = None
    die: int | None = None
    going: str | None = None
    facts: dict[str, Any] = {}
    count: int = 1
    # whether it stands in two ranks, and whether its die was said apart from it
    ranks: bool = False
    apart: bool = False


# one who acts: an element, a party, or somebody
Actor = Element | str


class CombatReader(StepReader):
    """What the readers of a combat share: both elements, and the one that was named last."""

    skipped: ClassVar[tuple[str, ...]] = (
        *("noise", "asks", "clause", "stop", "open", "close"),
        *("them", "tie", "front", "allowedas", "mutual"),
    )

    def __init__(self, terms: Terms, rules: HordesRules) -> None:
        super().__init__(terms)
        self.rules = rules
        words = vocabulary(rules)
        self.classes, self.pronouns = words.classes, words.pronouns
        self.found: list[Element] = []
        self.last: Element | None = None
        self.kind = "close"
        self.of_both: dict[str, Any] = {}
        self.passive = False
        # whose the next element is, who rolls the next die, and who did the last thing in the text
        self.party: str | None = None
        self.roller: str | None = None
        self.doer: str | None = None
        self.result = self.odds = False
        self.faults: list[str] = []
        # readings of a going that may be said about either or of both
        self.loose: list[str] = []
        # who moved into contact, and who attacks, as far as that is said; what the next element did
        self.aggressors: list[Actor] = []
        self.attackers: list[Actor] = []
        self.pending: list[Actor] | None = None
        # facts of the element that is named next
        self.given: dict[str, Any] = {}
        # whether both are Generals
        self.both_lead = False
        # two dice in the order of the names, the die of each, and those of the parties
        self.scored: tuple[int, int] | None = None
        self.each: int | None = None
        self.rolled: list[tuple[str, int]] = []
        # whether the two are joined by `and`, so that what follows may be about both
        self.joined = False
        # a die said before the element that it is for
        self.waiting: int | None = None
        # who is said to shoot or to bespell, and who attacks or kills, which `from afar` may follow
        self.afar: list[Actor] = []
        self.striker: Element | None = None
        # the subject of the last verb, and whether the second element is the one that acts, so that its die is first
        self.agent: Element | None = None
        self.instrument = self.leaderless = False
        # whose the first die of a score is, where that is said
        self.score_of: Element | None = None
        # one that the other one is above
        self.under: Element | None = None
        self.kills = self.fights = self.beats = self.course = self.loses = False

    def _on_course(self, place: int) -> int:
        self.terms.use(place)
        self.course = True
        return place + 1

    def _roll(self, element: Element, number: int) -> None:
        if element.die not in (None, number):
            self.faults.append(f"{element.type}: it rolled {element.die} and {number}")
        else:
            element.die = number

    def own_said(self) -> bool:
        """Return whether somebody speaks of their own elements: I, my."""
        return any(term.kind in ("first_person", "mine") for term in self.terms.all)

    def _side(self, place: int) -> str:
        """Return the side that a term names."""
        kind = self.terms.kind(place)
        if kind in (*PERSONS, "them"):
            return "mine" if kind == "first_person" else "theirs"
        return _SIDE[kind]

    def one_of(self, actor: Actor) -> Element | None:
        """Return the element that an actor means: itself, or the one of a party; None if that is not sure."""
        if isinstance(actor, Element):
            return actor
        own = [one for one in self.found if one.party == actor]
        others = [one for one in self.found if one.party is not None and one.party != actor]
        left = [one for one in self.found if one not in others]
        if len(own) == 1:
            return own[0]
        if others and len(left) == 1:
            return left[0]
        if len(self.found) == 2 and not any(one.party for one in self.found):
            return self.found[0 if actor == "mine" else 1]
        return None
