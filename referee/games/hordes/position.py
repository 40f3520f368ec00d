"""The position of a Hordes battle: the field, whose turn it is, and what the game waits for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from referee.core import documents
from referee.core.documents.problems import alike
from referee.core.game.orders import Objection
from referee.core.game.position import Phase, Position
from referee.core.game.trace import Awaiting

from .rules import HordesRules
from .state import PhaseName, State, TurnMemory, armies_of

if TYPE_CHECKING:
    from .field.battlefield import Field
    from .field.elements import Element, Stronghold

PHASE_TITLES: dict[PhaseName, str] = {
    "pips": "PIP roll",
    "movement": "movement",
    "long_range": "long-range combat",
    "close_combat": "close combat",
}


class HordesPosition(Position):
    """A battle being adjudicated; a lone combat has no field."""

    source: State
    rules: HordesRules

    def __init__(self, state: State, rules: HordesRules) -> None:
        self.source = state
        self.rules = rules
        self.turn = state.turn or 1
        self.phase_name: PhaseName = state.phase or "pips"
        self.pips = state.pips
        self.shooting = state.shooting
        self.called = state.called
        self.result = state.result
        self._fights = _told_fights(state)
        told = state.memory.in_contact if state.memory else None
        self.in_contact = {frozenset(pair) for pair in told} if told is not None else None
        self.players = armies_of(state)
        self.active = state.active or (self.players[0] if self.players else "")
        if self.phase_name == "long_range" and self.shooting is None:
            self.shooting = self.active

    @cached_property
    def field(self) -> Field:
        """The battlefield; geometry is loaded only when it is asked for."""
        from .field.battlefield import Field

        return Field(self.source, self.rules)

    @property
    def fights(self) -> list[tuple[str, str]]:
        """The pairs that fight in this close combat; where the state does not say, all in contact do (P-11)."""
        if self._fights is None:
            self._fights = self._in_contact()
        return self._fights

    @fights.setter
    def fights(self, pairs: list[tuple[str, str]]) -> None:
        self._fights = pairs

    def _in_contact(self) -> list[tuple[str, str]]:
        from .rulings.combat_facts import pairs

        return [(a.id, b.id) for a, b in pairs(self.field)]

    @property
    def over(self) -> bool:
        """Whether the battle is decided."""
        return self.result is not None

    def other(self, army: str) -> str:
        """Return the enemy of an army."""
        return next((p for p in self.players if p != army), army)

    def side(self, ident: str) -> Element | Stronghold:
        """Return an element or a Stronghold by id."""
        return self.field.side(ident)

    def find(self, ident: str, field: str) -> Element | Objection:
        """Return an element by its id, or the objection that there is none."""
        found = self.field.elements.get(ident)
        if found is not None:
            return found
        return Objection(
            f"'{ident}' is no element here{documents.nearest(ident, self.field.elements)}", (), field, always=True
        )

    def find_side(self, ident: str, field: str) -> Element | Stronghold | Objection:
        """Return an element or a Stronghold by its id, or the objection that there is none."""
        keep = self.field.keeps.get(ident)
        return keep if keep is not None else self.find(ident, field)

    def pieces_called(self, word: str, whose: str, player: str | None, subject: str | None) -> list[tuple[str, str]]:
        """Return the elements a player may mean by a word: an id, or a type of which one fits; with their places."""
        field = self.field
        same = alike(word, [*field.elements, *field.keeps])
        if same == [word] or (same and all(e.kind.name != word for e in field.elements.values())):
            return [(ident, "") for ident in same]
        army = player
        if whose == "enemy":
            acting = self.field.elements[subject].army if subject in field.elements else player
            army = self.other(acting) if acting is not None else None
        found = [e for e in field.elements.values() if e.kind.name == word.lower() and army in (None, e.army)]
        return [(e.id, place_of(e)) for e in found]

    def orderer(self) -> str:
        """Return whose orders are awaited now."""
        if self.phase_name == "long_range":
            if self.called is not None:
                return self.other(self.active)
            return self.shooting or self.active
        return self.active

    def phase(self) -> Phase | None:
        """Return the phase that stands, None after the end or without a table."""
        if self.over or not self.source.elements:
            return None
        title = f"turn {self.turn}, {self.active}: {PHASE_TITLES[self.phase_name]}"
        return Phase(self.phase_name, (self.orderer(),), title=title)

    def winners(self) -> list[str] | None:
        if self.result is None:
            return None
        return [self.result.winner] if self.result.winner is not None else []

    def awaiting(self) -> list[Awaiting]:
        """Return the player the battle waits for, what they must do and what they may do."""
        phase = self.phase()
        if phase is None:
            return []
        must, may = self._due()
        return [Awaiting(phase.players[0], phase.name, must, may)]

    def _due(self) -> tuple[list[str], list[str]]:
        """Return what the player who is awaited must do, and what they may do."""
        from .rulings.due import arrivals, can_pay, leavers, movers

        pips = self.pips or 0
        if self.phase_name == "pips":
            return ["roll for PIPs"], []
        if self.phase_name == "movement":
            moving = [e.id for e in movers(self.field, self.active, pips)]
            leaving = [f"break_off {e.id}" for e, _ in leavers(self.field, self.active, pips)]
            return [], moving + leaving + [f"{verb} {e.id}" for verb, e in arrivals(self.field, self.active, pips)]
        if self.phase_name == "close_combat":
            return [f"{a.id} against {b.id}" for a, b in self.duties()], []
        army = self.orderer()
        able = [e.id for e in self.may_shoot(army) if can_pay(self.field, e, pips)]
        if self.called is not None:
            return [f"{'shoot or ' if self.called in able else ''}pass with {self.called}"], []
        calls = self.may_shoot(self.other(army)) if army == self.active else []
        return [], able + [f"call {e.id}" for e in calls]

    def duties(self) -> list[tuple[Element | Stronghold, Element | Stronghold]]:
        """Return the pairs that still have to fight in this close combat (P-11)."""
        from .rulings.due import duties

        return duties(self.field, self.fights) if self.phase_name == "close_combat" else []

    def may_shoot(self, army: str) -> list[Element]:
        """Return an army's elements that have somebody to shoot at, or to bespell, now."""
        from .rulings.due import may_shoot

        return may_shoot(self.field, army, army == self.active)

    def state(self) -> State:
        """Return the state after the orders, one step later."""
        field = self.field
        memory = TurnMemory(front_contact_at_turn_start=field.met_pairs, attacks=list(field.attacks))
        # an empty list says that those in contact do not fight; where nobody is there is nothing to say
        if self.fights or (self.phase_name == "close_combat" and not self.over and self._in_contact()):
            memory.fights = list(self.fights)
        if self.in_contact is not None:
            memory.in_contact = sorted((min(pair), max(pair)) for pair in self.in_contact)
        return msgspec.structs.replace(
            self.source,
            step=(self.source.step or 0) + 1,
            turn=self.turn,
            active=self.active,
            phase=None if self.over else self.phase_name,
            pips=self.pips,
            shooting=self.shooting if self.shooting != self.active else None,
            called=self.called,
            strongholds=[keep.written() for keep in field.keeps.values()],
            elements=[element.written() for element in field.elements.values()],
            memory=memory,
            result=self.result,
        )


def _told_fights(state: State) -> list[tuple[str, str]] | None:
    """Return the fights that a state says are due, None where it leaves them to the table.

    A state that the referee wrote before it said so of every close combat has none where it lists none.
    """
    told = state.memory.fights if state.memory else None
    if told is not None or state.phase != "close_combat" or (state.memory and state.chain):
        return list(told or ())
    return None


def place_of(element: Element) -> str:
    """Return where an element is, in words."""
    if not element.stands:
        return element.status.replace("_", " ")
    x, y = element.base.front
    return f"{x:g},{y:g}"
