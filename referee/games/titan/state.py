"""The Titan part of a document: a Masterboard, a battle, or both."""

from referee.core.game.state import State as BaseState

from .battle.state import BattleState
from .masterboard.state import MasterboardState


class State(BaseState, kw_only=True):
    """The state of a Titan game between two submissions; `view` is the player whose view it is."""

    masterboard: MasterboardState | None = None
    battle: BattleState | None = None
