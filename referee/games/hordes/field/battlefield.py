"""The battlefield during adjudication: elements, Strongholds, ground, and which are near each other."""

from __future__ import annotations

from copy import copy
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from ..rules import HordesRules, Kind
from ..state import BoardState, ElementState, Pose, State, Status, StrongholdState, armies_of
from .contacts import Contacts, Slack
from .geometry import Base, near_bases
from .ground import Ground, ground_of, outline

# a stored place is up to a hundredth of a pace off, and turned by up to a hundredth of a degree
_SHAVE = 0.05

EDGE_NAMES = ("south", "north", "west", "east")


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
        self.activations = told.activations
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
            self._core = _shaved(self.area)
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
    def named(self) -> str:
        """The element as a trace names it."""
        return f"{self.kind.title} {self.id}"

    def written(self) -> ElementState:
        """Return the element as a document holds it."""
        base, told = self._base, self.told
        here = base is self._told_base
        return ElementState(
            id=self.id,
            army=self.army,
            type=self.kind.name,
            x=told.x if here else base.front[0] if base else None,
            y=told.y if here else base.front[1] if base else None,
            facing=told.facing if here else base.facing if base else None,
            width=self.told.width,
            depth=self.told.depth,
            race=self.race,
            status=self.status,
            activations=self.activations,
            spell_ones=self.spell_ones,
            pose=self.pose,
            moved=self.moved,
            shot=self.shot,
            shot_at=self.shot_at,
            bespelled=self.bespelled,
            fought=self.fought,
        )


class Stronghold:
    """A Stronghold of the working copy."""

    def __init__(self, told: StrongholdState, area: BaseGeometry, kind: Kind) -> None:
        self.id = told.id
        self.army = told.army
        self.polygon = told.polygon
        self.area = area
        self.core = _shaved(area)
        self.kind = kind
        self.held = told.status == "held"
        self.fought = told.fought

    @property
    def named(self) -> str:
        return f"{self.kind.title} {self.id}"

    def written(self) -> StrongholdState:
        """Return the Stronghold as a document holds it."""
        return StrongholdState(
            id=self.id,
            army=self.army,
            polygon=self.polygon,
            status="held" if self.held else "captured",
            fought=self.fought,
        )


class Field:
    """Everything on and beside the table."""

    def __init__(self, state: State, rules: HordesRules) -> None:
        self.rules = rules
        self.board = board_of(state, rules)
        self._told_board = state.board is not None
        self.ground: Ground = ground_of(state.terrain, state.strongholds, self.board, rules)
        self.elements = {e.id: Element(e, rules) for e in state.elements}
        self.keeps = {s.id: Stronghold(s, self.ground.keeps[s.id], rules.fixed) for s in state.strongholds}
        self.armies = armies_of(state)
        self.generals = {name: army.general for name, army in state.armies.items()}
        memory = state.memory
        self.met = {e for pair in memory.front_contact_at_turn_start for e in pair} if memory else set()
        self.met_pairs = list(memory.front_contact_at_turn_start) if memory else []
        self.attacks: list[tuple[str, str]] = list(memory.attacks) if memory else []
        self.slack = Slack(rules.number("tolerance.position"), rules.number("tolerance.angle"))
        self._contacts: tuple[Any, Contacts] | None = None

    def copy(self) -> Field:
        """Return a copy of the table with its own elements and Strongholds, for trials."""
        other = copy(self)
        other.elements = {ident: copy(element) for ident, element in self.elements.items()}
        other.keeps = {ident: copy(keep) for ident, keep in self.keeps.items()}
        other.attacks = list(self.attacks)
        other._contacts = None
        return other

    def standing(self) -> list[Element]:
        """Return the elements on the board."""
        return [e for e in self.elements.values() if e.stands]

    def friends(self, army: str) -> list[Element]:
        """Return an army's elements on the board."""
        return [e for e in self.standing() if e.army == army]

    def enemies(self, army: str) -> list[Element]:
        """Return the elements of all other armies on the board."""
        return [e for e in self.standing() if e.army != army]

    def contacts(self) -> Contacts:
        """Return every contact at present; it is cached until an element moves."""
        key = tuple((e.id, e._base) for e in self.elements.values()), tuple(k.held for k in self.keeps.values())
        if self._contacts is None or self._contacts[0] != key:
            self._contacts = key, Contacts(self)
        return self._contacts[1]

    def general(self, army: str) -> Element | None:
        """Return an army's General if it is on the board (HS-G-25)."""
        found = self.elements.get(self.generals.get(army) or "")
        return found if found is not None and found.stands else None

    def is_general(self, element: Element) -> bool:
        """Return whether an element is its army's General."""
        return self.generals.get(element.army) == element.id

    @property
    def edge_cites(self) -> tuple[str, ...]:
        """The ruling by which the table ends where it does, unless the state says where (HS-G-03)."""
        return () if self._told_board else self.rules.cite("board")

    def owner_cites(self, army: str) -> tuple[str, ...]:
        """Return the ruling by which an army owns its edge, unless the state says which (HS-G-03)."""
        return () if army in self.board.edges else self.rules.cite("board")

    def edge_of(self, army: str) -> str:
        """Return which edge of the table an army owns."""
        return self.board.edges.get(army, EDGE_NAMES[self.armies.index(army) % 4] if army in self.armies else "south")

    def distance(self, one: Element, other: Element) -> float:
        """Return the distance between two bases in paces (HS-G-04)."""
        return float(one.area.distance(other.area))

    def overlaps_any(self, base: Base, but: set[str]) -> list[str]:
        """Return the elements and Strongholds that a base would overlap; the relation is symmetric."""
        area = outline(base)
        out = []
        for other in self.standing():
            if other.id in but or not near_bases(base, other.base, 0) or not self.ground.covers(area, other.core):
                continue
            # shaving takes more off a corner than off an edge, so both directions are tested
            if self.ground.covers(_shaved(area), other.area):
                out.append(other.id)
        return out + [keep.id for keep in self.keeps.values() if self.ground.covers(area, keep.core)]

    def can_fight(self, element: Element, foe: Element) -> bool:
        """Return whether an element may fight a foe; not every type may fight Aerials (HS-MIS-4)."""
        return not foe.kind.flies or element.kind.fights_aerials or foe.id in self.met

    def forbidden(self, element: Element, goings: list[str]) -> list[str]:
        """Return the goings that an element may not enter."""
        return [going for going in goings if getattr(element.kind.row.move, going) == 0]


def _shaved(area: BaseGeometry) -> BaseGeometry:
    """Return an area without the hair's breadth that rounding may push into a neighbour (HS-G-88)."""
    return area.buffer(-_SHAVE, join_style="mitre")


def board_of(state: State, rules: HordesRules) -> BoardState:
    """Return the table, as the ruleset has it where the state says nothing (HS-G-03)."""
    if state.board is not None:
        return state.board
    size = rules.table.board
    return BoardState(width=size.width, height=size.height)
