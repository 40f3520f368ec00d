"""What a text tells about legions: Lands, rolls, rounds, points and sizes, each by what stands beside it."""

from __future__ import annotations

from typing import Any

from referee.core.spoken.terms import Terms

from ..masterboard.graph import graph_of
from ..rules import TitanRules
from .items import Group, Items, Number

# as many characters may be counted
MOST = 12
_HAVE = frozenset(("have", "has", "having", "got"))
_PEOPLE = frozenset(("characters", "creatures", "pieces", "character", "creature", "men", "figures", "counters"))
_ENDED = frozenset(("end", "ends", "ended", "over", "finished", "completed", "complete", "passed", "up", "has ended"))
_LEADING = ("in", "at", "from", "on", "to", "into", "onto", "landword", "land", "hexes")
# what follows no number of a Land
_NO_LAND = ("points", "more", "round", "land", "theirs", "mine", "who", "it")
_REACH = ("reach", "get to", "gets to", "land on", "lands on")
_TO = ("to", "into", "onto")


class Place:
    """A Land or a terrain in a text; `to` says that somebody goes there."""

    def __init__(self, place: int, land: str | None, terrain: str | None, led: str, to: bool) -> None:
        self.place, self.land, self.terrain, self.led, self.to = place, land, terrain, led, to


class Account:
    """The facts of a text about legions. What nothing is made of stays unused among the terms."""

    def __init__(self, terms: Terms, rules: TitanRules) -> None:
        self.rules, self.terms, self.graph = rules, terms, graph_of(rules)
        terrains = {name: land.terrain for name, land in self.graph.lands.items()}
        self.items = Items(terms, MOST, terrains)
        self.faults = list(self.items.faults)
        self.where: list[Place] = []
        self.roll: int | None = None
        self.round: int | None = None
        # points there were, points that are won, and the sum of both
        self.had: int | None = None
        self.won: int | None = None
        self.total: int | None = None
        self.points: list[Number] = []
        self.size: int | None = None
        for read in (self._rounds, self._rolls, self._lands, self._points, self._sizes, self._lone_lands):
            read()

    @property
    def groups(self) -> list[Group]:
        """The lists of characters, in order."""
        return self.items.groups

    def has(self, *kinds: str) -> bool:
        """Return whether a text has a term of one of several kinds."""
        return self.items.has(*kinds)

    def take(self, *kinds: str) -> bool:
        """Mark the terms of some kinds as understood; return whether there are any."""
        found = self.items.places(*kinds)
        self.terms.use(*found)
        return bool(found)

    def _open(self) -> list[Number]:
        return [number for number in self.items.numbers if number.role is None]

    def _is(self, number: Number, role: str, *used: int) -> None:
        number.role = role
        self.terms.use(number.place, *used)

    def _once(self, field: str, value: int, what: str) -> None:
        """Record a value that a text may give once."""
        known = getattr(self, field)
        if known not in (None, value):
            self.faults.append(f"{known} and {value}: {what}")
        setattr(self, field, value)

    def _rounds(self) -> None:
        items = self.items
        for number in self._open():
            after, before = items.after(number.place), items.before(number.place, "number")
            other = after if items.kind(after) == "round" else before if items.kind(before) == "round" else None
            if other is None:
                continue
            first = min(number.place, other)
            lead = items.before(first)
            counted = items.text(other).endswith("s") and other > number.place
            ended = any(items.text(first - step).split()[-1:] == ["end"] for step in (1, 2))
            ended = ended or any(items.text(max(number.place, other) + step) in _ENDED for step in (1, 2))
            later = (
                counted
                or ended
                or items.kind(lead) == "after"
                or items.kind(items.after(max(number.place, other))) in ("up", "over")
            )
            self._is(number, "round", other, *([lead] if items.kind(lead) == "after" else []))
            if items.kind(items.after(max(number.place, other))) in ("up", "over"):
                self.terms.use(items.after(max(number.place, other)))
            self._once("round", number.value + later, "which round is it?")

    def _rolls(self) -> None:
        items = self.items
        moving = items.has("move", "where", "teleport", "threw", "reach", "locked")
        for number in self._open():
            before = items.before(number.place, "number", "open", "clause" if items.has("threw") else "number")
            kind, text = items.kind(before), items.text(before)
            thrown = kind in ("threw", "dice") or (kind == "topic" and text.startswith(("roll", "throw")))
            if kind in ("move", "with", "on", "by") and moving and number.value <= self.rules.masterplay.movement_die:
                following = items.kind(items.after(number.place))
                thrown = self.roll is None and following not in ("points", "group", "who", "more")
                article = items.text(number.place - 1) in ("a", "an")
                thrown = thrown and not (
                    not article and kind == "on" and str(number.value) in self.graph.lands and not self._rolled()
                )
            taking = items.text(number.place - 1) == "a" and items.kind(items.after(number.place)) in ("cantake", "get")
            follows = items.after(number.place)
            passive = items.kind(follows) == "threw" and follows > number.place + 1 and before < number.place
            if passive and number.value <= self.rules.masterplay.movement_die and kind != "threw":
                # a 5 is rolled
                self._is(number, "roll", follows)
                self._once("roll", number.value, "which roll is it?")
                continue
            if thrown or (taking and moving and self.roll is None):
                self._is(number, "roll", *([before] if thrown else []))
                self._once("roll", number.value, "which roll is it?")

    def _rolled(self) -> bool:
        return any(self.items.text(place).startswith("roll") for place in range(len(self.terms)))

    # Lands

    def _lands(self) -> None:
        """Read Lands that are named as such: Land 8, Marsh 8, in 41, black 8."""
        items = self.items
        for place in items.places("landword", "hexes"):
            after = items.after(place, "number")
            number = self._number(after)
            if items.kind(items.after(place, "clause")) == "land":
                # Land: Plains 29
                self.terms.use(place)
            elif number is not None:
                self._land(number, None, place)
            elif items.kind(items.before(place)) in ("topic", "", "land") or items.text(place).endswith("s"):
                self.terms.use(place)
        for place in items.places("land"):
            if items.kind(place) == "group":
                continue
            after = items.after(place, "landword", "number", "open", "hexes")
            number = self._number(after)
            following = items.kind(items.after(after)) if number is not None else ""
            if number is not None and str(number.value) in self.graph.lands and following not in ("points", "round"):
                self._land(number, str(items.value(place)), place)
            else:
                self._terrain(place)
        for number in self._open():
            lead = items.before(number.place)
            known = str(number.value) in self.graph.lands
            if known and self._led_in(number, lead) and not self._of_scores(lead):
                self._land(number, None, lead)

    def _led_in(self, number: Number, lead: int) -> bool:
        """Return whether a number stands after a word that leads to a Land, and counts nothing."""
        items, follows = self.items, self.items.kind(self.items.after(number.place))
        if items.kind(lead) not in ("in", "from", "on", "at", *_TO) or follows in _NO_LAND:
            return False
        if items.kind(items.before(lead)) == "down" or items.text(number.place + 1) == "the":
            return False
        return items.kind(lead) != "at" or not self._told_of_points(number)

    def _number(self, place: int) -> Number | None:
        return next((one for one in self._open() if one.place == place), None)

    def _told_of_points(self, number: Number) -> bool:
        """Return whether `at 100` is a score: somebody scores, and is no legion that goes anywhere."""
        lead = self.items.before(self.items.before(number.place))
        return self.items.kind(lead) == "me" and self.items.has("score", "more", "another")

    def _of_scores(self, lead: int) -> bool:
        """Return whether a number after `to` is what a score comes to: from 390 to 500."""
        if not self.items.has("score", "points", "acquire") or self.roll is not None or self.items.has("teleport"):
            return False
        return self.items.kind(lead) in _TO and self.items.kind(self.items.before(lead)) == "num"

    def _land(self, number: Number, terrain: str | None, *used: int) -> None:
        name = str(number.value)
        lead = self.items.before(min(number.place, *used) if used else number.place, "landword", "land", "hexes")
        lead = used[0] if used and self.items.kind(used[0]) in _LEADING[:7] else lead
        reaches = self.items.kind(lead) == "move" and self.items.text(lead).startswith(_REACH)
        led = self.items.kind(lead)
        self._is(number, "land", *used, *([lead] if led in _LEADING[:7] else []))
        self.terms.use(*(p for p in range(min(used, default=number.place), number.place)))
        if name not in self.graph.lands:
            self.faults.append(self.graph.unknown(name))
        elif terrain is not None and self.graph.lands[name].terrain != terrain:
            self.faults.append(self.graph.unknown(f"{terrain} {name}"))
        else:
            self.where.append(Place(number.place, name, None, led, led in _TO or reaches))

    def _terrain(self, place: int) -> None:
        lead = self.items.before(place)
        led = self.items.kind(lead)
        self.terms.use(place, *([lead] if led in _LEADING[:7] else []))
        self.where.append(Place(place, None, str(self.items.value(place)), led, led in _TO))

    def _lone_lands(self) -> None:
        """Read the number of a Land after its player: black 8."""
        for number in self._open():
            if self.items.kind(self.items.before(number.place)) == "colour" and str(number.value) in self.graph.lands:
                self._land(number, None)

    # points

    def _points(self) -> None:
        for number in self._open():
            if not self._is_points(number):
                continue
            role = self._said_of(number)
            self._is(number, role)
            self.points.append(number)
            if role == "won":
                self._once("won", number.value, "points: which are won now?")
            elif role == "total":
                self._once("total", number.value, "points: which are there in the end?")
            else:
                self._once("had", number.value, "points: which were there before?") if not self._several() else None
        if (
            self.had is not None
            and self.won is not None
            and any("now" in self._around(one.place) for one in self.points if one.role == "had")
        ):
            self.faults.append(f"{self.had} points now: are the {self.won} among them?")
        if self.total is not None and self.had is not None and self.won is None:
            self.won = self.total - self.had
        elif self.total is not None and self.won is not None and self.had is None:
            self.had = self.total - self.won
        elif None not in (self.total, self.had, self.won) and self.total != (self.had or 0) + (self.won or 0):
            self.faults.append(f"{self.had} and {self.won} points: they do not come to {self.total}")

    def _around(self, place: int) -> list[str]:
        """Return the words right beside a number."""
        return [self.items.text(place + step) for step in (-1, 1)]

    def _several(self) -> bool:
        """Return whether several players are named, each with a score of their own."""
        return len({term.value for term in self.terms.all if term.kind == "colour"}) > 1 or self.has("ahead")

    def _is_points(self, number: Number) -> bool:
        items, place = self.items, number.place
        after = items.after(place, "more", "another")
        if items.kind(after) == "points":
            self.terms.use(after)
            return True
        lead, follows = items.before(place), items.after(place)
        if items.kind(follows) in ("alive", "left", "legion", "high", "group") or items.text(place + 1) in _PEOPLE:
            return False
        if items.text(place - 1) == "plus" or (items.kind(follows) == "score" and self._ends(follows)):
            return items.text(follows) not in ("score", "scores") or items.text(place - 1) == "plus"
        if items.kind(lead) in ("score", "points", "having", "more", "another") or items.kind(follows) == "more":
            return True
        if number.value <= MOST and not (self.has("had", "score") and self._said_of(number) in ("won", "total")):
            return self._several() and items.kind(lead) in ("at", "with", "open", "colour")
        if items.kind(follows) in ("mine", "theirs", "who"):
            return False
        return items.kind(lead) in (
            "above",
            "had",
            "at",
            "with",
            "from",
            "to",
            "on",
            "me",
            "get",
            "colour",
            "open",
            "taken",
        ) or (items.text(place - 1) in _HAVE)

    def _said_of(self, number: Number) -> str:
        """Return whether points are those that there were, those that are won, or the sum of both."""
        items, place = self.items, number.place
        follow = items.after(place, "points")
        if items.kind(follow) in ("more",) or items.kind(items.before(place)) in ("more", "another"):
            self.terms.use(follow if items.kind(follow) == "more" else items.before(place))
            return "won"
        if items.text(place - 1) == "plus":
            return "won"
        if items.kind(follow) == "having" or items.text(follow) in ("already",):
            self.terms.use(follow)
            return "had"
        if items.kind(items.before(place)) in _TO and self._some_before(place):
            self.terms.use(items.before(place))
            return "total"
        if items.kind(follow) == "score" and items.text(follow) not in ("score",) and self._ends(follow):
            return "won"
        step = place - 1
        while step >= 0 and items.kind(step) not in ("stop", "group") and not self._is_number(step):
            kind, text = items.kind(step), items.text(step)
            if kind == "having":
                return "had"
            if self._some_before(place, "won") and (text in ("have", "has", "is") or items.text(step - 1) == "am"):
                # I scored 50 and have 420 now
                return "total"
            if kind == "score":
                return "had" if self._noun(step) else "won"
            if kind in ("get", "kill", "worth", "taken"):
                return "won"
            if kind == "above":
                self.terms.use(step)
            if kind in ("above", "had", "from", "at", "with", "on", "colour") or (kind == "noise" and text in _HAVE):
                self.terms.use(step) if kind in ("had", "from", "at", "with", "on") else None
                return "had"
            step -= 1
        return "had"

    def _ends(self, place: int) -> bool:
        return self.items.kind(self.items.after(place)) not in ("num", "another")

    def _is_number(self, place: int) -> bool:
        return any(one.place == place for one in self.items.numbers)

    def _some_before(self, place: int, *roles: str) -> bool:
        return any(one.place < place and one.role in (roles or ("had", "won")) for one in self.items.numbers)

    def _noun(self, place: int) -> bool:
        """Return whether a score is one that somebody has: my score is 80, a score of 30, score: 95."""
        items = self.items
        if items.text(place) not in ("score", "scores"):
            return False
        before, after = items.kind(items.before(place)), items.text(place + 1)
        stated = (
            before not in ("me", "person", "and", "group", "legion") and self._number(items.after(place)) is not None
        )
        owned = before in ("mine", "theirs", "colour", "with")
        return owned or stated or after in ("is", "of", "was", ":", "at", "=") or items.text(place - 1) in ("the", "a")

    # characters

    def _sizes(self) -> None:
        """Read how many characters a legion has."""
        items = self.items
        for number in self._open():
            after, before = items.after(number.place, "mine"), items.before(number.place)
            unit, lead = items.kind(after), items.kind(before)
            if lead in _TO and items.kind(items.before(before)) == "down":
                self._is(number, "size")
                self._once("size", number.value, "how many are in the legion?")
                continue
            people = items.text(number.place + 1) in _PEOPLE
            held = lead in ("me", "had", "mine", "with", "legion", "only", "theirs", "person") or (
                items.text(number.place - 1) in _HAVE
            )
            if number.value <= MOST and (people or unit in ("alive", "left", "legion", "high") or held):
                self._is(number, "size", *([after] if unit in ("alive", "left", "high") else []))
                self._once("size", number.value, "how many are in the legion?")
        for place in items.places("full"):
            self.terms.use(place)
            self._once("size", self.rules.combat.legion_most, "how many are in the legion?")

    def left(self, *harmless: str) -> list[Any]:
        """Return the terms that nothing was made of."""
        return self.terms.left(*harmless)
