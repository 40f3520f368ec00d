"""A legion of the working copy, read from a state and written back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from msgspec.structs import replace

from ..sides import MapSide
from ..words import land_name
from .state import LegionState, MageState, Won, type_of


class Legion:
    """A legion on the board; `contents` is None if not known."""

    __slots__ = (
        "contents",
        "count",
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

    def __init__(self, ident: str, player: str, land: str, contents: list[str] | None) -> None:
        self.id = ident
        self.player = player
        self.land = land
        self.contents = contents
        self.count = 0
        self.moved = False
        self.origin: str | None = None
        self.side: MapSide | None = None
        self.split_from: str | None = None
        self.mustered = False
        self.magi: list[MageState] = []
        self.drew: dict[str, int] = {}
        self.drew_for_terrain = False
        self.fought: dict[str, int] = {}
        self.won: Won | None = None
        self.stays = False

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
        out = cls(given.id, given.player, str(given.land), None if given.contents is None else list(given.contents))
        out.count = given.height or 0
        out.moved, out.side, out.mustered, out.split_from = given.moved, given.side, given.mustered, given.split_from
        out.magi, out.drew, out.drew_for_terrain = list(given.magi), dict(given.drew), given.drew_for_terrain
        out.won, out.stays = given.won, given.stays
        out.fought = dict(given.fought)
        out.origin = None if given.origin is None else str(given.origin)
        return out

    def begin_turn(self) -> None:
        """Forget what is counted within one Game-Turn."""
        self.moved = self.mustered = self.stays = self.drew_for_terrain = False
        self.origin = self.side = self.split_from = self.won = None
        self.fought = {}
        if self.magi:
            self.magi = [replace(row, cast=False, drew=False, barred=[]) for row in self.magi]

    def written(self) -> LegionState:
        """Return the legion as the state holds it."""
        return LegionState(
            id=self.id,
            player=self.player,
            land=land_name(self.land),
            contents=self.contents,
            height=self.count if self.contents is None else None,
            moved=self.moved,
            origin=None if self.origin is None else land_name(self.origin),
            side=self.side,
            split_from=self.split_from,
            mustered=self.mustered,
            magi=self.magi,
            drew=self.drew,
            drew_for_terrain=self.drew_for_terrain,
            won=self.won,
            stays=self.stays,
            fought=self.fought,
        )
