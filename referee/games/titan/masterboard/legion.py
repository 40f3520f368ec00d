"""A legion of the working copy, read from a state and written back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from ..rules import TitanRules
from ..words import land_name
from .state import LegionState, MageState, type_of

# a legion that has done nothing yet
FRESH = LegionState(id="", player="", land="")


def marker_prefixes(players: Sequence[str], rules: TitanRules) -> dict[str, str]:
    """Return the prefix of each player's markers in a new game: by the colour they are named after, or the next one."""
    colours = dict(rules.masterplay.colours)
    out = {player: colours.pop(player) for player in players if player in colours}
    left = iter(colours.values())
    return {player: prefix for player in players if (prefix := out.get(player) or next(left, None)) is not None}


def markers_of(players: Sequence[str], rules: TitanRules) -> dict[str, list[str]]:
    """Return the markers of each player in a new game (LoT 4.2)."""
    numbers = range(1, rules.masterplay.markers + 1)
    return {
        player: [f"{prefix}{number:02}" for number in numbers]
        for player, prefix in marker_prefixes(players, rules).items()
    }


class Legion:
    """A legion on the board; `contents` is None if not known."""

    __slots__ = (
        "came_from",
        "contents",
        "count",
        "draw_deferred",
        "drew",
        "drew_for_terrain",
        "fought",
        "id",
        "land",
        "magi",
        "moved",
        "mustered",
        "origin",
        "player",
        "side",
        "split_from",
        "stays",
        "won",
    )

    def __init__(
        self, ident: str, player: str, land: str, contents: list[str] | None, was: LegionState = FRESH
    ) -> None:
        """Create it; all else is as it `was`."""
        self.id = ident
        self.player = player
        self.land = land
        self.contents = contents
        self.count = was.height or 0
        self.moved = was.moved
        self.origin = None if was.origin is None else str(was.origin)
        self.side = was.side
        self.split_from = was.split_from
        self.mustered = was.mustered
        self.magi = list(was.magi)
        self.drew: dict[str, int] = dict(was.drew)
        self.drew_for_terrain = was.drew_for_terrain or any(row.drew for row in was.magi)
        self.draw_deferred = was.draw_deferred
        # the Land next to its own from which it came there, where it may retreat to it
        self.came_from = None if was.came_from is None else str(was.came_from)
        self.fought: dict[str, int] = dict(was.fought)
        self.won = was.won
        self.stays = was.stays

    @property
    def height(self) -> int:
        """The number of its characters, which all players can see."""
        return self.count if self.contents is None else len(self.contents)

    def release(self, names: Iterable[str], magi: Collection[str] = ()) -> list[MageState]:
        """Take out characters, and return the stacks of Spells that go with them: of some Magi by id, else the last."""
        if self.contents is None:
            return []
        for name in names:
            self.contents.remove(name)
        if not self.magi:
            return []
        going = [row for row in self.magi if row.id in magi]
        left = Counter(self.contents)
        for row in self.magi:
            if row.id not in magi:
                left[type_of(row.id)] -= 1
                if left[type_of(row.id)] < 0:
                    going.append(row)
        self.magi = [row for row in self.magi if row not in going]
        return going

    @classmethod
    def read(cls, given: LegionState) -> Legion:
        """Return the legion that a state describes."""
        contents = None if given.contents is None else list(given.contents)
        return cls(given.id, given.player, str(given.land), contents, given)

    def begin_turn(self) -> None:
        """Forget what is counted within one Game-Turn."""
        self.moved = self.mustered = self.stays = False
        self.drew_for_terrain = self.draw_deferred = False
        self.origin = self.side = self.split_from = self.won = self.came_from = None
        self.fought = {}
        if self.magi:
            self.magi = [replace(row, cast=False, drew=False, barred=[], gifts=[]) for row in self.magi]

    def written(self) -> LegionState:
        """Return the legion as the state holds it."""
        written: dict[str, Any] = {
            "land": land_name(self.land),
            "height": self.count if self.contents is None else None,
            "origin": None if self.origin is None else land_name(self.origin),
            "came_from": None if self.came_from is None else land_name(self.came_from),
        }
        as_it_is = {name: getattr(self, name) for name in LegionState.__struct_fields__ if name not in written}
        return LegionState(**as_it_is, **written)
