"""Battles set up from facts as tables know them, for questions that need no board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core.documents import nearest
from referee.core.game.questions import Unanswerable

from ..rules import TitanRules
from ..sides import SIDES, Side
from .state import BattleState, PieceState


def someone(rules: TitanRules) -> str:
    """Return a character that no rule on joining a battle singles out."""
    return next(name for name in rules.characters if not (profile := rules.profile(name)).vital and not profile.traits)


def side_pieces(rules: TitanRules, side: Side, number: int, named: Sequence[str] = ()) -> list[PieceState]:
    """Return so many characters of a side off the map, those named first; raises Unanswerable for unknown names."""
    for name in named:
        if name not in rules.characters:
            raise Unanswerable(f"'{name}' is no character{nearest(name, rules.characters)}", ("ask", "holds"))
    names = [*named, *[someone(rules)] * max(number - len(named), 0)]
    return [PieceState(id=f"{side}-{place}", character=name, side=side) for place, name in enumerate(names, 1)]


def battle_of(
    given: BattleState | None, rules: TitanRules, attackers: int, defenders: int
) -> tuple[BattleState, dict[str, Any]]:
    """Return the battle of a question, one on any Battleland where none is given, and what was assumed."""
    if given is not None:
        return given, {}
    pieces = [
        one
        for side, number in zip(SIDES, (attackers, defenders), strict=True)
        for one in side_pieces(rules, side, number)
    ]
    return BattleState(battleland=next(iter(rules.battlelands.battlelands)), pieces=pieces), {}
