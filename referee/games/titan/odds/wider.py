"""Exact odds of orders that do more than strike: abilities, Spells, and strikes whose hits have further effects.

Every roll is supposed in turn and carried out by the judge, which is slower than what `strikes` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core.adjudication.every_roll import every_outcome
from referee.core.game.chances import hits_answer
from referee.core.game.game import Game
from referee.core.game.submissions import Submission

from ..battle.alone import BattleAlone
from ..battle.orders.strike import Attack
from ..state import State


def wider_odds(
    game: Game[Any, Any], position: BattleAlone, submissions: Sequence[Submission], named: Sequence[Attack]
) -> dict[str, Any]:
    """Return the hits of those named in attacks and of all others that change; raises Refused and NoOdds.

    One that has left has the hits of its Power.
    """
    found = every_outcome(game, position.rules, position.source, submissions)
    powers = {piece.id: piece.profile.power for piece in position.fight.pieces.values()}
    before = {piece.id: piece.hits for piece in position.fight.pieces.values()}
    rows: list[tuple[dict[str, int], int]] = []
    for state, weight in found.states:
        assert isinstance(state, State)
        assert state.battle is not None
        hits = dict(powers)
        hits |= {piece.id: piece.hits for piece in state.battle.pieces if piece.id in powers}
        rows.append((hits, weight))
    staked = [ident for order in named for ident in order.at_stake()]
    changed = [ident for ident, was in before.items() if any(row[ident] != was for row, _ in rows)]
    ids = [ident for ident in dict.fromkeys([*staked, *changed]) if ident in powers]
    weights: dict[tuple[int, ...], int] = {}
    for row, weight in rows:
        key = tuple(row[ident] for ident in ids)
        weights[key] = weights.get(key, 0) + weight
    return hits_answer({ident: powers[ident] for ident in ids}, weights, found.total)
