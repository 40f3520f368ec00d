"""What players may name in a question on a state."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from .vocabulary import Pattern, Vocabulary


class Thing(NamedTuple):
    """A piece, legion, element or unit: its id, what it is (of a legion the terrain it stands in), and where.

    `player` and `side` say whose it is. `facts` are numbers that a text may give for it, such as its hits, and `holds`
    what a legion contains. `about` is the part of the state that it belongs to, as questions name it.
    """

    id: str
    kind: str = ""
    place: str = ""
    player: str = ""
    side: str = ""
    facts: Mapping[str, int] = {}
    holds: tuple[str, ...] = ()
    about: str = ""


class Named(msgspec.Struct, frozen=True):
    """What a state holds that players name: its things, and what it says of itself by the kind of a term.

    `fields` are the kinds of names in fields of questions that mean a thing.
    """

    vocabulary: Vocabulary
    things: Sequence[Thing]
    values: Mapping[str, str] = {}
    fields: tuple[str, ...] = ()

    def patterns(self) -> list[Pattern]:
        """Return a pattern for each id and each player that is no word of the vocabulary."""
        ids = {thing.id.lower(): thing.id for thing in self.things}
        players = {thing.player.lower(): thing.player for thing in self.things if thing.player}
        return [*self._patterns("thing", ids), *self._patterns("player", players)]

    def _patterns(self, kind: str, names: Mapping[str, str]) -> list[Pattern]:
        said = sorted((name for name in names if not self.vocabulary.beginning(name)), key=len, reverse=True)
        if not said:
            return []
        source = rf"(?i)(?:{'|'.join(map(re.escape, said))})(?![\w])(?!-\w)"
        return [Pattern(kind, source, _meant(names), said)]


def _meant(names: Mapping[str, str]) -> Callable[[re.Match[str]], Any]:
    return lambda match: names[match[0].lower()]
