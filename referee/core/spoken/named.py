"""What players may name in a question on a state."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from .vocabulary import Pattern, Vocabulary


class Thing(NamedTuple):
    """A piece, legion, element or unit: its id, what it is (of a legion the terrain it stands in), and where.

    `player` and `side` say whose it is. `facts` are numbers that a text may give for it, such as its hits, and `holds`
    what a legion contains. `about` is the part of the state that it belongs to, as questions name it. `sort` is the
    kind of names that it belongs to, where a game has several, `within` the thing that holds it, and `also` further
    kinds that it is, such as `general`.
    """

    id: str
    kind: str = ""
    place: str = ""
    player: str = ""
    side: str = ""
    facts: Mapping[str, int] = {}
    holds: tuple[str, ...] = ()
    about: str = ""
    sort: str = ""
    within: str = ""
    also: tuple[str, ...] = ()


class Told(NamedTuple):
    """What a text says that a game makes a question of: the kind of a term and its value, or a thing and its id."""

    kind: str
    value: Any
    text: str


class Maker(NamedTuple):
    """Makes fields of a question that are no single names or numbers, of all that a text says in order.

    It is given the terms of its `kinds` and the things of its `sorts`, and the player who asks, and returns the
    fields; it raises NotUnderstood for what is wanting. A player alone stands for their one thing where `by_player`.
    """

    make: Callable[[list[Told], str | None], Mapping[str, Any]]
    kinds: Collection[str] = ()
    sorts: Collection[str] = ("",)
    by_player: bool = False


class Named(msgspec.Struct, frozen=True):
    """What a state holds that players name: its things, and what it says of itself by the kind of a term.

    `fields` are the kinds of names in fields of questions that mean a thing, and `nouns` the sort of things that a kind
    of term says. By the verb of a question, `likely` holds the things that it is about where no id is said, `able`
    those that can do it, and `makers` what makes further fields of it. `patterns_here` are terms in figures that only a
    state knows.
    """

    vocabulary: Vocabulary
    things: Sequence[Thing]
    values: Mapping[str, str] = {}
    fields: tuple[str, ...] = ()
    nouns: Mapping[str, str] = {}
    likely: Mapping[str, Collection[str]] = {}
    makers: Mapping[str, Maker] = {}
    able: Mapping[str, Collection[str]] = {}
    patterns_here: Sequence[Pattern] = ()

    def patterns(self) -> list[Pattern]:
        """Return a pattern for each id and each player that is no word of the vocabulary, and those of the state."""
        ids = {thing.id.lower(): thing.id for thing in self.things}
        players = {thing.player.lower(): thing.player for thing in self.things if thing.player}
        return [*self._patterns("thing", ids), *self._patterns("player", players), *self.patterns_here]

    def _patterns(self, kind: str, names: Mapping[str, str]) -> list[Pattern]:
        said = sorted((name for name in names if not self.vocabulary.beginning(name)), key=len, reverse=True)
        if not said:
            return []
        source = rf"(?i)(?:{'|'.join(map(re.escape, said))})(?![\w])(?!-\w)"
        return [Pattern(kind, source, _meant(names), said)]


def _meant(names: Mapping[str, str]) -> Callable[[re.Match[str]], Any]:
    return lambda match: names[match[0].lower()]
