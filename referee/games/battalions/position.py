"""The position of a Battalions game: whose orders it waits for, and which documents answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from referee.core.documents.problems import counted, known_name, nearest
from referee.core.game.orders import Objection
from referee.core.game.position import Phase, Position
from referee.core.game.trace import Awaiting

from .board.battlefield import Battalion, Combat, Theatre, Unit
from .board.grid import field_said
from .rules import BattalionsRules
from .rulings.placement import undecided
from .state import BattalionState, CombatState, MemberState, Place, State, UnitState

if TYPE_CHECKING:
    from referee.core.game.facts import Facts


class BattalionsPosition(Position):
    """A game being adjudicated: combat turns for all players at once, over-world turns one player at a time."""

    source: State
    rules: BattalionsRules

    def __init__(self, state: State, rules: BattalionsRules) -> None:
        self.source = state
        self.rules = rules
        self.theatre = theatre = Theatre(state, rules)
        self.players = list(state.players)
        self.step = state.step or 0
        self.round = state.round or 1
        self.result = state.result
        # a state that gives neither a player to move nor a phase is in the combats it has
        combat = state.phase == "combat" or (state.phase is None and state.to_move is None)
        self.in_combat = theatre.skirmish or (combat and bool(theatre.combats))
        first = next(iter(theatre.survivors() or self.players), None)
        self.to_move = None if self.in_combat else state.to_move or first

    # what stands

    @property
    def choosing(self) -> dict[str, list[Place]]:
        """The battalions for which a Field is to be chosen, with the Fields."""
        out: dict[str, list[Place]] = {}
        for combat in self.theatre.combats:
            if not self.theatre.skirmish:
                out |= undecided(self.theatre, combat)
        return out

    @property
    def fighting(self) -> bool:
        """Whether a combat turn is awaited."""
        return self.result is None and not self.choosing and self.in_combat and bool(self.theatre.running)

    @property
    def moving(self) -> bool:
        """Whether a player's over-world turn is awaited."""
        return self.result is None and not self.choosing and not self.in_combat

    def phase(self) -> Phase | None:
        """Return the current phase, None when the game is over."""
        choosing = self.choosing
        if self.result is not None:
            return None
        if choosing:
            owners = {self.theatre.battalions[ident].player for ident in choosing}
            players = tuple(player for player in self.players if player in owners)
            return Phase("choice of Fields", players, together=True, title="choice of Fields after a combat")
        if self.fighting:
            ready = {side for combat in self.theatre.running for side in combat.sides}
            turns = ", ".join(f"{combat.id} combat turn {combat.turn + 1}" for combat in self.theatre.running)
            players = tuple(player for player in self.players if player in ready)
            return Phase("combat turn", players, together=True, title=turns)
        if self.in_combat or self.to_move is None:
            return None
        title = f"round {self.round}, {self.to_move} moves on the over-world"
        return Phase("over-world turn", (self.to_move,), together=True, title=title)

    def routed(self, battalion: Battalion) -> bool:
        """Return whether a battalion has lost its leader and is routed for it (BN-G-30)."""
        led = battalion.leader is not None and battalion.leads() is not None
        return not led and battalion.leader is not None and self.rules.chosen("leader_loss", "rout")

    def unarranged(self, combat: Combat) -> list[Battalion]:
        """Return the battalions of a combat that must be set out before its next turn (BN-G-40)."""
        return [b for b in combat.fighting if any(unit.at is None for unit in b.present)]

    def lasts(self) -> str:
        """Return how many turns each combat has left (BN-CMB-1, BN-CMB-8)."""
        if self.theatre.skirmish:
            return ""
        period = self.rules.number("combat_period")
        ends = {
            one.id: max(m.joined_at for m in one.members.values()) + period - one.turn for one in self.theatre.running
        }
        return " ".join(f"{ident} has {counted(left, 'turn')} left." for ident, left in ends.items())

    def winners(self) -> list[str] | None:
        if self.result is None:
            return None
        return [self.result.winner] if self.result.winner is not None else []

    def awaiting(self) -> list[Awaiting]:
        """Return the players the game waits for, and for which battalions."""
        phase = self.phase()
        if phase is None:
            return []
        out = []
        for player in phase.players:
            must: list[str] = []
            may: list[str] = []
            if self.fighting:
                for combat in self.theatre.running:
                    mine = [b for b in combat.fighting if b.player == player]
                    must += [f"arrange {b.id}" for b in self.unarranged(combat) if b.player == player]
                    must += [f"{combat.id} turn {combat.turn + 1}: {b.id}" for b in mine]
            elif self.moving:
                free = self.free(player)
                may += [b.id for b in free]
                may += [f"arrange {b.id}" for b in free if not b.arranged]
            else:
                for ident, fields in self.choosing.items():
                    if self.theatre.battalions[ident].player == player:
                        must.append(f"choose_field {ident}: {' or '.join(map(field_said, fields))}")
            out.append(Awaiting(player, phase.name, must, may))
        return out

    def free(self, player: str | None) -> list[Battalion]:
        """Return a player's battalions that no combat keeps from moving on the over-world (BN-CMB-5, BN-G-28)."""
        own = [b for b in self.theatre.battalions.values() if b.player == player and b.living]
        return [b for b in own if self.theatre.binding(b) is None]

    def owned(self, player: str, ident: str, field: str = "battalion") -> Battalion | Objection:
        """Return a battalion of the player who orders it, or the objection that it is not theirs."""
        known = self.theatre.battalions
        battalion = known.get(ident)
        if battalion is None:
            return Objection(f"'{ident}' is no battalion of this game{nearest(ident, known)}", (), field)
        if battalion.player != player:
            return Objection(f"{ident} belongs to {battalion.player}", self.rules.cite("own"), field)
        return battalion

    def ordered_by(self, player: str, piece: str | None) -> list[Battalion]:
        """Return a player's battalions with living units, or the one that is named."""
        every = self.theatre.battalions.values()
        return [b for b in every if b.player == player and b.living and piece in (None, b.id)]

    def pieces_called(self, word: str, whose: str, player: str | None, subject: str | None) -> list[tuple[str, str]]:
        """Return the battalion a player may mean by a word: its own id, or that of one of its units."""
        ident = known_name(word, [*self.theatre.battalions, *self.theatre.units])
        unit = self.theatre.units.get(ident)
        ident = unit.battalion if unit is not None else ident
        return [(ident, "")] if ident in self.theatre.battalions else []

    def words_called(self, what: str, words: list[str]) -> list[str]:
        """Return battalions, units, or combats by their ids for words in any letters; the unknown as they are."""
        combats = [combat.id for combat in self.theatre.combats]
        every = {"battalion": [*self.theatre.battalions], "unit": [*self.theatre.units], "combat": combats}
        known = every[what]
        return [known_name(word, known) for word in words]

    # writing it down

    def state(self) -> State:
        """Return the present state; every turn resolved is a step."""
        theatre = self.theatre
        overworld = not theatre.skirmish
        return msgspec.structs.replace(
            self.source,
            step=self.step,
            mode="overworld" if overworld else "skirmish",
            round=self.round if overworld else None,
            phase=("combat" if self.in_combat else "move") if overworld else None,
            to_move=self.to_move if overworld and self.result is None else None,
            battalions=[self._battalion(theatre.battalions[b.id], b) for b in self.source.battalions],
            units=[self._unit(theatre.units[u.id], u) for u in self.source.units],
            combats=[_combat(combat) for combat in theatre.combats],
            result=self.result,
        )

    def _battalion(self, battalion: Battalion, given: BattalionState) -> BattalionState:
        return msgspec.structs.replace(
            given, field=battalion.field, facing=battalion.facing, arranged=battalion.arranged
        )

    def _unit(self, unit: Unit, given: UnitState) -> UnitState:
        return msgspec.structs.replace(given, con=unit.con, at=unit.at, status=unit.status, field=unit.field)


def _combat(combat: Combat) -> CombatState:
    members = [
        MemberState(id=ident, joined_at=m.joined_at, from_=m.origin, chose=m.chose)
        for ident, m in combat.members.items()
    ]
    return CombatState(
        id=combat.id,
        turn=combat.turn,
        hold_banned=combat.hold_banned,
        used=combat.used,
        battalions=members,
        ended=combat.ended or None,
    )


def facts_of(position: BattalionsPosition, player: str) -> Facts:
    """Return what a player knows for the conditions of orders that react: all but orders that are not carried out.

    They are the Spaces of units and Fields of battalions; `hits` is the Constitution lost. `round` is the combat turn
    that is awaited, or the round of the over-world.
    """
    from referee.core.game.facts import Facts

    theatre = position.theatre
    turns = [combat.turn + 1 for combat in theatre.running]
    units = [unit for unit in theatre.units.values() if unit.alive]
    living = [battalion for battalion in theatre.battalions.values() if battalion.living]
    battalions = {b.id: field_said(b.station) for b in living if b.station is not None}
    return Facts(
        round=max(turns) if position.fighting else position.round,
        places={
            **battalions,
            **{unit.id: field_said(unit.at) if unit.at is not None else "off-board" for unit in units},
        },
        hits={unit.id: unit.stats["c"] - unit.con for unit in units},
    )
