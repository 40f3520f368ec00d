"""Who controls whom: while an effect of control lies on a piece, it fights for the side of the one who laid it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..carriers import Effect
from .fight import Fight
from .state import EffectState


def controls(effects: Iterable[EffectState], tables: Mapping[str, Effect]) -> dict[str, EffectState]:
    """Return the effect that controls each piece by its id; of several the one laid last counts."""
    return {
        effect.piece: effect
        for effect in effects
        if effect.piece is not None and effect.by is not None and tables[effect.effect].control is not None
    }


def sides_under(fight: Fight, controlling: Mapping[str, EffectState], released: Iterable[str]) -> dict[str, int]:
    """Return the side for which each piece fights, by its id.

    One that nothing controls fights on for the side for which it fights, and one that is `released` for its owner. Of
    pieces that control each other in a ring, each fights on for its side.
    """
    free, known = set(released), {piece.id: piece for piece in (*fight.gone, *fight.pieces.values())}

    def side(ident: str, asked: frozenset[str]) -> int:
        piece, effect = known[ident], controlling.get(ident) if ident in fight.pieces else None
        source = effect.by if effect is not None else None
        if source is not None and source in known:
            return known[source].side if source in asked else side(source, asked | {source})
        return piece.owner if ident in free else piece.side

    return {ident: side(ident, frozenset({ident})) for ident in fight.pieces}
