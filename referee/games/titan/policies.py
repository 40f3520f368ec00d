"""The table of policies, whose type is that of every game."""

from referee.core.game.policies import Policies

__all__ = ["Policies"]
