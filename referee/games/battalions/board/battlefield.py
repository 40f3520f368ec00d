"""The pieces: units, battalions and combats on the board, and the queries that every ruling uses."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..rules import BattalionsRules
from ..state import BoardState, Direction, Place, State, Status, players_of
from .grid import field_of, within


@dataclass(slots=True, eq=False)
class Unit:
    """A unit; `con` is its Constitution as worn, `at` its Space while it has one."""

    id: str
    battalion: str
    player: str
    stats: dict[str, int]
    con: int
    at: Place | None
    status: Status
    field: Place | None
    theatre: Theatre
    cost: int = 0

    @property
    def alive(self) -> bool:
        """Whether it is alive, on the grid or retreated."""
        return self.status != "destroyed"


@dataclass(slots=True, eq=False)
class Battalion:
    """A battalion with its units in the order of their ids."""

    id: str
    player: str
    field: Place | None
    facing: Direction | None
    leader: str | None
    arranged: bool
    units: list[Unit] = dataclasses.field(default_factory=list)

    @property
    def living(self) -> list[Unit]:
        """Its living units, retreated ones included."""
        return [unit for unit in self.units if unit.alive]

    @property
    def present(self) -> list[Unit]:
        """Its units on the grid."""
        return [unit for unit in self.units if unit.status == "alive"]

    @property
    def worth(self) -> int:
        """What its living units cost; wear does not count (BN-G-39)."""
        return sum(unit.cost for unit in self.living)

    @property
    def refuge(self) -> Place | None:
        """The one Field that all of it has retreated into, None while a unit fights or they have fled apart."""
        fled = {unit.field if unit.status == "retreated" else None for unit in self.living}
        return fled.pop() if len(fled) == 1 else None

    @property
    def station(self) -> Place | None:
        """The Field it moves from: its refuge, else its own."""
        return self.refuge or self.field

    def leads(self) -> Unit | None:
        """Return its leader, None if it is destroyed."""
        return next((unit for unit in self.living if unit.id == self.leader), None)


@dataclass(slots=True, eq=False)
class Member:
    """A battalion's part in a combat: turns fought when it joined, its starting Field, the Field chosen after it."""

    battalion: Battalion
    joined_at: int
    origin: Place
    chose: Place | None = None


@dataclass(slots=True, eq=False)
class Combat:
    """A combat on its used Fields; members by the id of their battalion.

    `blows` are those of the turn just fought: who struck from which Space, and whom on which.
    """

    id: str
    turn: int
    hold_banned: bool
    used: list[Place]
    members: dict[str, Member]
    ended: bool = False
    blows: list[tuple[Unit, Place, Unit, Place]] = dataclasses.field(default_factory=list)

    @property
    def battalions(self) -> list[Battalion]:
        """Its battalions in the order of their ids."""
        return [self.members[ident].battalion for ident in sorted(self.members)]

    @property
    def fighting(self) -> list[Battalion]:
        """Its battalions with a unit on the grid, in the order of their ids."""
        return [battalion for battalion in self.battalions if battalion.present]

    @property
    def sides(self) -> list[str]:
        """The players with a unit on its grid."""
        return list(dict.fromkeys(battalion.player for battalion in self.fighting))

    def enemies(self, battalion: Battalion) -> list[Battalion]:
        """Return the battalions that another may designate: those of others with a unit on the grid (BN-CMB-7)."""
        return [other for other in self.fighting if other.player != battalion.player]


class Theatre:
    """Everything on the board during one adjudication."""

    def __init__(self, state: State, rules: BattalionsRules) -> None:
        board = state.board or board_around(state)
        self.rules = rules
        self.skirmish = state.mode != "overworld"
        self.terrain: dict[Place, frozenset[str]] = {}
        for kind, spaces in board.terrain.items():
            for space in spaces:
                self.terrain[space] = self.terrain.get(space, frozenset()) | {kind}
        self.fields = board.fields
        self.size = board.field_size
        self.players = players_of(state)
        self.battalions = {
            b.id: Battalion(b.id, b.player, b.field, b.facing, b.leader, b.arranged is not False)
            for b in state.battalions
        }
        self.units: dict[str, Unit] = {}
        for u in state.units:
            battalion = self.battalions[u.battalion]
            stats = {"s": u.s, "d": u.d, "i": u.i, "c": u.c}
            con = u.c if u.con is None else u.con
            unit = Unit(u.id, u.battalion, battalion.player, stats, con, u.at, u.status or "alive", u.field, self)
            unit.cost = rules.cost(u)
            self.units[u.id] = unit
            battalion.units.append(unit)
            # a unit without a Space, and so its battalion, is still to be set out (BN-G-40)
            battalion.arranged = battalion.arranged and (unit.at is not None or unit.status != "alive")
        for battalion in self.battalions.values():
            battalion.units.sort(key=lambda unit: unit.id)
        self.combats = [
            Combat(
                c.id,
                c.turn or 0,
                bool(c.hold_banned),
                list(c.used),
                {m.id: Member(self.battalions[m.id], m.joined_at or 0, m.from_, m.chose) for m in c.battalions},
                bool(c.ended),
            )
            for c in state.combats
        ]

    @property
    def running(self) -> list[Combat]:
        """The combats that are still running."""
        return [combat for combat in self.combats if not combat.ended]

    def combat_of(self, battalion: Battalion) -> Combat | None:
        """Return the combat a battalion is in, if any (BN-CMB-5)."""
        return next((combat for combat in self.combats if battalion.id in combat.members), None)

    def binding(self, battalion: Battalion) -> Combat | None:
        """Return the combat for which a battalion makes no moves: one that has retreated as a whole may (BN-G-28)."""
        return self.combat_of(battalion) if battalion.refuge is None else None

    def combat_using(self, place: Place) -> Combat | None:
        """Return the combat that uses a Field (BN-G-07)."""
        return next((combat for combat in self.combats if place in combat.used), None)

    def resting(self, place: Place) -> list[Battalion]:
        """Return the living battalions outside any combat that stand in a Field."""
        return [
            battalion
            for battalion in self.battalions.values()
            if battalion.field == place and battalion.living and self.combat_of(battalion) is None
        ]

    def refugees(self, place: Place) -> list[Unit]:
        """Return the units that have retreated into a Field from a combat still running (BN-G-38)."""
        return [unit for unit in self.units.values() if unit.status == "retreated" and unit.field == place]

    def friends_in(self, battalion: Battalion, place: Place) -> list[Battalion]:
        """Return the other battalions of its army that rest in a Field, or have units that fled there."""
        there = {b.id for b in self.resting(place)} | {unit.battalion for unit in self.refugees(place)}
        others = (self.battalions[ident] for ident in sorted(there - {battalion.id}))
        return [other for other in others if other.player == battalion.player]

    def may_share(self, battalions: Iterable[Battalion]) -> bool:
        """Return whether battalions of one army may share a Field: if it has a Space for every unit (BN-G-05)."""
        units = sum(len(battalion.living) for battalion in battalions)
        return self.rules.chosen("stacking", True) and units <= self.size[0] * self.size[1]

    def free(self, place: Place) -> bool:
        """Return whether a Field is on the board with no battalion, no combat and no retreated unit in it."""
        empty = not self.resting(place) and not self.refugees(place)
        return within(place, self.fields) and empty and self.combat_using(place) is None

    def survivors(self) -> list[str]:
        """Return the players with a living unit, in the order of play."""
        living = {unit.player for unit in self.units.values() if unit.alive}
        return [player for player in self.players if player in living]

    def field_at(self, unit: Unit) -> Place | None:
        """Return the Field a unit stands in or has fled to."""
        return field_of(unit.at, self.size) if unit.at is not None else unit.field


def board_around(state: State) -> BoardState:
    """Return a board that holds everything a situation places, where the situation gives no board."""
    spaces = [unit.at for unit in state.units if unit.at is not None]
    size = max([1, *(value + 1 for space in spaces for value in space)])
    fields = [b.field for b in state.battalions if b.field is not None]
    count = max([1, *(value + 1 for place in fields for value in place)])
    return BoardState(fields=(min(count, 1000), min(count, 1000)), field_size=(min(size, 1000), min(size, 1000)))


def by_id(units: Iterable[Unit]) -> list[Unit]:
    """Return units in the order of their ids, so that the order in a file decides nothing."""
    return sorted(units, key=lambda unit: unit.id)


def on_grid(combat: Combat) -> Iterator[Unit]:
    """Yield every unit on the grid of a combat, battalions and units by id."""
    for battalion in combat.fighting:
        yield from battalion.present
