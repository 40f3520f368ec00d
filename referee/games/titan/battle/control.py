"""Who controls whom: while an effect of control lies on a piece, it fights for the side of the one who laid it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ..carriers import Effect
from .fight import Fight, Piece
from .state import EffectState


def controls(effects: Iterable[EffectState], tables: Mapping[str, Effect]) -> dict[str, EffectState]:
    """Return the effect that controls each piece by its id; of several the one laid last counts."""
    return {
        effect.piece: effect
        for effect in effects
        if effect.piece is not None and effect.by is not None and tables[effect.effect].control is not None
    }


def follow(
    fight: Fight,
    tables: Mapping[str, Effect],
    before: Iterable[EffectState],
    effects: Iterable[EffectState],
    released: Iterable[str],
) -> list[Piece]:
    """Make every piece fight for the side whose effect controls it now; return those who have changed sides.

    Where an effect of those `before` has ended, the piece fights for its owner, at once or when it is `released`.
    """
    now, turned = controls(effects, tables), list[Piece]()
    ended = [ident for ident, e in controls(before, tables).items() if tables[e.effect].reverts == "at_once"]
    for ident, side in _sides(fight, now, {*ended, *released}).items():
        piece = fight.pieces[ident]
        piece.controller = now[ident].by if ident in now else None
        if side != piece.side:
            fight.turn(piece, side)
            turned.append(piece)
    return turned


def _sides(fight: Fight, controlling: Mapping[str, EffectState], released: Collection[str]) -> dict[str, int]:
    """Return the side for which each piece fights, by its id.

    One that nothing controls fights on for the side for which it fights, and one that is `released` for its owner. Of
    pieces that control each other in a ring, each fights on for its side.
    """
    known = {piece.id: piece for piece in (*fight.gone, *fight.pieces.values())}

    def side(ident: str, asked: frozenset[str]) -> int:
        piece, effect = known[ident], controlling.get(ident) if ident in fight.pieces else None
        source = effect.by if effect is not None else None
        if source is not None and source in known:
            return known[source].side if source in asked else side(source, asked | {source})
        return piece.owner if ident in released else piece.side

    return {ident: side(ident, frozenset({ident})) for ident in fight.pieces}
