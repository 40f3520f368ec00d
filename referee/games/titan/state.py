"""What a Titan document says: a Masterboard, a battle, or both, as a situation or as the state of a game."""

from __future__ import annotations

from referee.core.game.state import State as BaseState

from .battle.state import BattleState
from .masterboard.state import MasterboardState


class State(BaseState, kw_only=True):
    """A Titan game as it stands between two submissions; `view` names the player whose view of it this is."""

    masterboard: MasterboardState | None = None
    battle: BattleState | None = None
