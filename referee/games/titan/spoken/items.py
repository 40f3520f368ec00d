"""What a text about legions names, in order: lists of characters, numbers, words and marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.core.spoken.terms import Terms

MARKS = ("stop", "clause", "open", "close")
_ARTICLES = frozenset(("a", "an", "the", "of", "of the", "single", "lone", "fresh", "whole", "entire"))
# what may stand between two characters of one list
_OFFERED = ("noise", "topic", "num", "cantake", "need", "it", "stop", "clause", "only", "person", "me")
_JOINTS = ("and", "clause", "noise", "mine", "theirs", "with")


class Group(msgspec.Struct):
    """Characters that are listed together: their names, and what is said about them.

    `first` and `last` are the places of its first and last term. `lone` says that it is one character with an article,
    `vague` holds plurals whose number is not said. `owner` is a player, `mine` or `theirs`; `tag` is their fate.
    """

    first: int
    last: int
    names: list[str] = []
    lone: bool = False
    vague: list[str] = []
    owner: str | None = None
    tag: str | None = None
    asked: bool = False
    asides: set[int] = set()

    def __contains__(self, place: int) -> bool:
        return self.first <= place <= self.last and place not in self.asides


class Number(msgspec.Struct):
    """A number in a text: its place, and what it counts once that is known."""

    place: int
    value: int
    role: str | None = None
    owner: str | None = None


class Items:
    """The terms of a text with its lists of characters; places are those of the terms."""

    def __init__(self, terms: Terms, most: int, terrains: Mapping[str, str]) -> None:
        self.terms = terms
        self.most = most
        # the terrain of each Land
        self.terrains = terrains
        self.faults: list[str] = []
        self.groups: list[Group] = []
        self.numbers: list[Number] = []
        self._find()
        self._alternatives()

    def kind(self, place: int) -> str:
        """Return the kind of the term at a place, `group` within a list of characters, an empty text outside."""
        return "group" if self.group_at(place) is not None else self.terms.kind(place)

    def text(self, place: int) -> str:
        """Return the words at a place in lower case."""
        return self.terms.all[place].text.lower() if 0 <= place < len(self.terms) else ""

    def value(self, place: int) -> Any:
        """Return what the term at a place names."""
        return self.terms.value(place)

    def group_at(self, place: int) -> Group | None:
        """Return the list of characters at a place."""
        return next((group for group in self.groups if place in group), None)

    def after(self, place: int, *skipped: str) -> int:
        """Return the place after one, past noise and kinds that are skipped."""
        group = self.group_at(place)
        place = group.last if group is not None else place
        return self.terms.next(place, "noise", *skipped)

    def before(self, place: int, *skipped: str) -> int:
        """Return the place before one, past noise and kinds that are skipped."""
        group = self.group_at(place)
        place = group.first if group is not None else place
        return self.terms.before(place, "noise", *skipped)

    def clause(self, place: int) -> range:
        """Return the places of the sentence that a place is in."""
        first = last = place
        while first > 0 and self.terms.kind(first - 1) != "stop":
            first -= 1
        while last + 1 < len(self.terms) and self.terms.kind(last + 1) != "stop":
            last += 1
        return range(first, last + 1)

    def has(self, *kinds: str) -> bool:
        """Return whether a text has a term of one of several kinds."""
        return any(term.kind in kinds for term in self.terms.all)

    def groups_between(self, first: int, last: int) -> bool:
        """Return whether a list of characters stands between two places."""
        return any(first < group.first < last for group in self.groups)

    def places(self, *kinds: str) -> list[int]:
        """Return the places of the terms of some kinds."""
        return [place for place, term in enumerate(self.terms.all) if term.kind in kinds]

    def _alternatives(self) -> None:
        """Pass over what a text offers as other answers at its end: `or does it take three`."""
        for place in self.places("or"):
            rest = [*range(place + 1, self.clause(place).stop)]
            kinds = [self.terms.kind(step) for step in rest]
            ends = self.terms.kind(self.before(place)), self.terms.kind(self.after(place))
            if [kind for kind in kinds if kind not in ("stop", "noise")] == ["denial"] and self.text(rest[0]) == "not":
                # or not?
                self.terms.use(place, *rest)
            chosen = ends[0] in ("num", "land") and ends[1] == "num"
            if rest and not chosen and all(kind in _OFFERED for kind in kinds):
                self.terms.use(place, *rest)
                self.numbers = [one for one in self.numbers if one.place not in rest]

    def _find(self) -> None:
        terms, place = self.terms, 0
        while place < len(terms):
            counted = self._character(place)
            if counted is not None:
                first, last, name, number, vague = counted
                self._add(first, last, name, number, vague)
                place = last + 1
                continue
            if terms.kind(place) == "num":
                self.numbers.append(Number(place, int(terms.value(place))))
            place += 1

    def _character(self, place: int) -> tuple[int, int, str, int, bool] | None:
        """Return a character with its number at a place: `2 ogres`, `an ogre`, `ogre x2`, `ogres (2)`."""
        terms = self.terms
        who, number = place, 1
        counted = terms.kind(place) == "num" and not self._names_something(place)
        if counted:
            number = int(terms.value(place))
            who = place + 1
            while terms.kind(who) == "times" or self.text(who) in ("of the", "fresh"):
                who += 1
        if terms.kind(who) != "who":
            return None
        term, last = terms.all[who], who
        if not counted and terms.kind(who + 1) == "times" and terms.kind(who + 2) == "num":
            number, last, counted = int(terms.value(who + 2)), who + 2, True
        elif not counted and terms.kind(who + 1) == "num" and terms.kind(who + 2) == "times":
            number, last, counted = int(terms.value(who + 1)), who + 2, True
        listed = not counted and term.many and self.text(who + 1) == ":" and terms.kind(who + 2) == "num"
        if listed and terms.kind(who + 3) in ("stop", "clause", ""):
            number, last, counted = int(terms.value(who + 2)), who + 2, True
        close = terms.next(who + 2, "noise", "them")
        aside = [terms.kind(step) for step in (who + 1, who + 2, close)] == ["open", "num", "close"]
        if not counted and term.many and aside:
            # trolls (two of them)
            number, last, counted = int(terms.value(who + 2)), close, True
        vague = not counted and term.many and term.text.lower() != str(term.value)
        return place, last, str(term.value), number, vague

    def _names_something(self, place: int) -> bool:
        """Return whether a number names a Land or a round, or is a roll, and counts nothing."""
        before = self.terms.before(place, "noise", "number")
        kind = self.terms.kind(before)
        if kind == "land":
            return self.terrains.get(str(self.terms.value(place))) == str(self.terms.value(before))
        return kind in ("landword", "round", "threw") or (kind == "topic" and self.text(before).startswith("roll"))

    def _add(self, first: int, last: int, name: str, number: int, vague: bool) -> None:
        if number > self.most:
            self.faults.append(f"{number} {self.terms.all[last].text}: no legion holds so many")
        self.terms.use(*range(first, last + 1))
        names = [name] * min(number, self.most)
        group = self.groups[-1] if self.groups else None
        if group is not None and self._joined(group.last, first):
            between = range(group.last + 1, first)
            outside = self._outside(between)
            self.terms.use(*outside)
            group.asides |= {*between} - {*outside}
            group.names += names
            group.last, group.lone = last, False
        else:
            article = self.text(first - 1) in ("a", "an", "another", "any")
            group = Group(first, last, names, lone=number == 1 and not vague and (article or first == last))
            self.groups.append(group)
        if vague:
            group.vague.append(self.terms.all[last].text)

    def _joined(self, last: int, first: int) -> bool:
        """Return whether only words stand between two places that continue a list."""
        between = self._outside(range(last + 1, first))
        kinds = [self.terms.kind(place) for place in between]
        if any(kind not in _JOINTS for kind in kinds) or kinds.count("clause") > 1:
            return False
        if any(kind == "noise" and self.text(p) not in _ARTICLES for p, kind in zip(between, kinds, strict=True)):
            return False
        if any(self.text(place) in (":", "|") or self.text(place) in "-–—" for place in between):
            return False
        if {"mine", "theirs"} & set(kinds):
            return "and" in kinds and self._party(last) == next(k for k in kinds if k in ("mine", "theirs"))
        return "with" not in kinds

    def _outside(self, places: range) -> list[int]:
        """Return the places that are in no aside in brackets."""
        out: list[int] = []
        inside = False
        for place in places:
            kind = self.terms.kind(place)
            inside = kind == "open" or (inside and kind != "close")
            if not inside and kind != "close":
                out.append(place)
        return out

    def _party(self, place: int) -> str | None:
        """Return the party said right before the list that ends at a place."""
        group = self.groups[-1]
        before = self.terms.before(group.first, "noise")
        return self.terms.kind(before) if self.terms.kind(before) in ("mine", "theirs") else None
