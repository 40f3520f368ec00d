"""Elements and Strongholds as they are worked on: where they stand, on what base, in which state."""

from __future__ import annotations

import shapely
from msgspec.structs import replace
from shapely.geometry.base import BaseGeometry

from ..rules import HordesRules, Kind
from ..state import ElementState, Pose, Status, StrongholdState
from .geometry import Base
from .ground import outline

# a stored place is up to a hundredth of a pace off, and turned by up to a hundredth of a degree
_SHAVE = 0.05
# what changes of an element beside its place
_CHANGING = ("status", "activations", "spell_ones", "pose", "moved", "shot", "shot_at", "bespelled", "fought")


def shaved(area: BaseGeometry) -> BaseGeometry:
    """Return an area without the hair's breadth that rounding may push into a neighbour (HS-G-88)."""
    return area.buffer(-_SHAVE, join_style="mitre")


class Element:
    """One element of the working copy; without a base it is not on the board."""

    def __init__(self, told: ElementState, rules: HordesRules) -> None:
        self.id = told.id
        self.army = told.army
        self.kind: Kind = rules.kinds[told.type]
        self.told = told
        self.width = told.width or rules.number("base.width")
        self.depth = told.depth or rules.depth(self.kind)
        self.race = told.race
        self.status: Status = told.status
        # one that waits off the board is on it by an activation
        called = self.kind.row.activation is not None and "off_board" in self.kind.row.activation.from_
        self.activations = max(told.activations, int(called and told.status == "on_board"))
        self.spell_ones = told.spell_ones
        self.pose = told.pose
        self.moved = told.moved
        self.shot = told.shot
        self.shot_at = told.shot_at
        self.bespelled = told.bespelled
        self.fought = told.fought
        self._base: Base | None = None
        self._area: BaseGeometry | None = None
        self._core: BaseGeometry | None = None
        if told.status == "on_board" and told.x is not None and told.y is not None and told.facing is not None:
            self._base = Base(told.x, told.y, told.facing, self.width, self.depth)
        self._told_base = self._base

    @property
    def base(self) -> Base:
        """Where it stands; only elements on the board have one."""
        assert self._base is not None
        return self._base

    @property
    def stands(self) -> bool:
        """Whether it is on the board."""
        return self._base is not None

    @property
    def area(self) -> BaseGeometry:
        """Its base as a polygon."""
        if self._area is None:
            self._area = outline(self.base)
            shapely.prepare(self._area)
        return self._area

    @property
    def core(self) -> BaseGeometry:
        """Its base without the hair's breadth that rounding may push into a neighbour (HS-G-88)."""
        if self._core is None:
            self._core = shaved(self.area)
        return self._core

    def place(self, base: Base) -> None:
        """Put it on the board, to a hundredth of a pace."""
        self._base = base.rounded()
        self._area = self._core = None
        self.status = "on_board"
        self.pose = None

    def remove(self, status: Status) -> None:
        """Take it off the board; an ensorcelled one remembers its place (HS-G-72)."""
        if status == "ensorcelled" and self._base is not None:
            x, y = self._base.front
            self.pose = Pose(x=x, y=y, facing=self._base.facing)
        self._base = self._area = self._core = None
        self.status = status

    def sized(self, pose: Pose) -> Base:
        """Return its base at a pose."""
        return Base(pose.x, pose.y, pose.facing, self.width, self.depth)

    @property
    def spent(self) -> bool:
        """Whether it has been activated as often as its kind may be (HS-PIP-6)."""
        row = self.kind.row.activation
        return row is not None and not row.again and self.activations >= len(row.costs)

    @property
    def named(self) -> str:
        """The element as a trace names it."""
        return f"{self.kind.title} {self.id}"

    def written(self) -> ElementState:
        """Return the element as a document holds it."""
        base, told = self._base, self.told
        here = base is self._told_base
        return replace(
            told,
            x=told.x if here else base.front[0] if base else None,
            y=told.y if here else base.front[1] if base else None,
            facing=told.facing if here else base.facing if base else None,
            **{name: getattr(self, name) for name in _CHANGING},
        )


class Stronghold:
    """A Stronghold of the working copy."""

    def __init__(self, told: StrongholdState, area: BaseGeometry, kind: Kind) -> None:
        self.told = told
        self.id = told.id
        self.army = told.army
        self.polygon = told.polygon
        self.area = area
        self.core = shaved(area)
        self.kind = kind
        self.held = told.status == "held"
        self.fought = told.fought

    @property
    def named(self) -> str:
        """The Stronghold as a trace names it."""
        return f"{self.kind.title} {self.id}"

    def written(self) -> StrongholdState:
        """Return the Stronghold as a document holds it."""
        return replace(self.told, status="held" if self.held else "captured", fought=self.fought)
