"""The battlefield during adjudication: elements, Strongholds, ground, and which are near each other."""

from __future__ import annotations

from copy import copy
from typing import Any

from referee.core.rules.rows import Fact

from ..rules import HordesRules
from ..state import BoardState, State, armies_of
from .contacts import Contacts, Slack
from .elements import Element, Stronghold, shaved
from .geometry import Base, near_bases
from .ground import Ground, ground_of, outline

EDGE_NAMES = ("south", "north", "west", "east")


class Field:
    """Everything on and beside the table."""

    def __init__(self, state: State, rules: HordesRules) -> None:
        self.rules = rules
        self.turn = state.turn
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

    @property
    def timed(self) -> dict[str, Fact]:
        """The fact of which turn it is, where that is known."""
        return {} if self.turn is None else {"turn": self.turn}

    def side(self, ident: str) -> Element | Stronghold:
        """Return an element or a Stronghold by id."""
        return self.elements.get(ident) or self.keeps[ident]

    def contacts(self) -> Contacts:
        """Return every contact at present; it is cached until an element moves."""
        key = tuple((e.id, e._base) for e in self.elements.values()), tuple(k.held for k in self.keeps.values())
        if self._contacts is None or self._contacts[0] != key:
            self._contacts = key, Contacts(self.slack, self.standing(), self.keeps.values())
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
            if self.ground.covers(shaved(area), other.area):
                out.append(other.id)
        return out + [keep.id for keep in self.keeps.values() if self.ground.covers(area, keep.core)]

    def can_fight(self, element: Element, foe: Element) -> bool:
        """Return whether an element may fight a foe; not every type may fight Aerials (HS-MIS-4)."""
        return not foe.kind.flies or element.kind.fights_aerials or foe.id in self.met

    def forbidden(self, element: Element, goings: list[str]) -> list[str]:
        """Return the goings that an element may not enter."""
        return [going for going in goings if getattr(element.kind.row.move, going) == 0]


def board_of(state: State, rules: HordesRules) -> BoardState:
    """Return the table, as the ruleset has it where the state says nothing (HS-G-03)."""
    if state.board is not None:
        return state.board
    size = rules.table.board
    return BoardState(width=size.width, height=size.height)
