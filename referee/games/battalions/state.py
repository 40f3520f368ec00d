"""The documents of Battalions: an army list, a skirmish, or the state of an over-world game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from referee.core.game.state import State as BaseState
from referee.core.notation.field_specs import FEW, Name, names

Direction = Literal["N", "E", "S", "W"]
Mode = Literal["skirmish", "overworld"]
Status = Literal["alive", "destroyed", "retreated"]
Size = Annotated[int, Meta(ge=1, le=1000)]
Stat = Annotated[int, Meta(ge=-1000, le=1000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Place = tuple[int, int]
# the words that orders and questions name
BattalionWord = Annotated[Name, names("battalion")]
UnitWord = Annotated[Name, names("unit")]
CombatWord = Annotated[str, names("combat")]


class _Struct(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    pass


class UnitState(_Struct, kw_only=True):
    """A unit: its four stats as bought, its present Constitution, and its Space on the whole board.

    A retreated unit has the Field it fled to and no Space.
    """

    id: Name
    battalion: Name
    s: Annotated[Stat, Meta(title="Strength")]
    d: Annotated[Stat, Meta(title="Dexterity")]
    i: Annotated[Stat, Meta(title="Intelligence")]
    c: Annotated[Stat, Meta(title="Constitution")]
    con: Annotated[Annotated[int, Meta(ge=-1_000_000, le=1000)] | None, Meta(title="Constitution left")] = None
    at: Annotated[Place | None, Meta(title="Space")] = None
    status: Status | None = None
    field: Annotated[Place | None, Meta(title="Field of a retreat")] = None


class BattalionState(_Struct, kw_only=True):
    """A battalion; its owner must set it out again if it is not `arranged` (BN-G-40)."""

    id: Name
    player: Name
    field: Place | None = None
    facing: Direction | None = None
    leader: Name | None = None
    arranged: bool | None = None


class MemberState(_Struct, kw_only=True, rename={"from_": "from"}):
    """A battalion in a combat: the turns fought when it joined, and its starting Field."""

    id: Name
    joined_at: Count | None = None
    from_: Place
    chose: Place | None = None


class CombatState(_Struct, kw_only=True):
    """A combat; one that has `ended` is kept only until its owners have chosen their Fields (BN-RET-4)."""

    id: Name
    turn: Count | None = None
    hold_banned: bool | None = None
    used: Annotated[list[Place], FEW, Meta(min_length=1)]
    battalions: Annotated[list[MemberState], FEW]
    ended: bool | None = None


class BoardState(_Struct, kw_only=True):
    """The board: how many Fields, and how many Spaces each has, as width and height; and the Spaces of each terrain."""

    fields: tuple[Size, Size]
    field_size: tuple[Size, Size]
    terrain: Annotated[dict[Name, Annotated[list[Place], FEW]], Meta(max_length=100)] = {}


class Result(_Struct, kw_only=True):
    """How the game ended; without a winner it is a draw."""

    winner: Name | None = None
    draw: bool = False


class State(BaseState, kw_only=True):
    """A game of Battalions as it is between two submissions."""

    mode: Mode | None = None
    points: Count | None = None
    board: BoardState | None = None
    players: Annotated[list[Name], Meta(max_length=20)] = []
    round: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    phase: Literal["move", "combat"] | None = None
    to_move: Name | None = None
    battalions: Annotated[list[BattalionState], Meta(max_length=1000)] = []
    units: Annotated[list[UnitState], Meta(max_length=10_000)] = []
    combats: Annotated[list[CombatState], Meta(max_length=200)] = []
    result: Result | None = None

    @property
    def lists_armies(self) -> bool:
        """Whether the state places no battalion and no unit."""
        on_board = self.mode == "overworld" and any(battalion.field is not None for battalion in self.battalions)
        return not (self.combats or on_board or any(u.at is not None or u.field is not None for u in self.units))


def players_of(state: State) -> list[str]:
    """Return the players of a state, including those named only by their battalions."""
    return list(dict.fromkeys([*state.players, *(battalion.player for battalion in state.battalions)]))
