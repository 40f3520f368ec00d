"""The orders of the game, one class each."""

from .after import Arrange, ChooseField
from .command import Command
from .header import BattalionsHeader
from .path import Path

ORDERS = {kind.verb: kind for kind in (Command, Path, ChooseField, Arrange)}

__all__ = ["ORDERS", "BattalionsHeader"]
