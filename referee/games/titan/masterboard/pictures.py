"""The Masterboard with its legions as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.picture import Picture

from ..state import State

if TYPE_CHECKING:
    from ..rules import TitanRules


def draw(state: State, rules: TitanRules) -> Picture:
    raise NotImplementedError
