"""Who controls whom: while what gives control lies on a piece, it fights for the side of the one who laid it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from ..carriers import Effect
from ..rules import TitanRules
from ..sides import SIDES
from .fight import Fight
from .pieces import Piece
from .state import EffectState, SpellState


class Grip(msgspec.Struct, frozen=True):
    """What gives control of a piece: the row of the effect, and the piece that laid it, or else the side that did.

    One that comes back from the control of a `spell` may move at once (MM 15.1).
    """

    table: Effect
    by: str | None
    side: int | None = None
    spell: bool = False


def grips(rules: TitanRules, effects: Iterable[EffectState], spells: Iterable[SpellState] = ()) -> dict[str, Grip]:
    """Return what controls each piece, by its id; of several the one laid last counts, Spells after other effects."""
    if not rules.controlling:
        return {}
    out: dict[str, Grip] = {}
    for effect in effects:
        table = rules.effects[effect.effect]
        if table.control is not None and effect.piece is not None and effect.by is not None:
            out[effect.piece] = Grip(table, effect.by)
    laid, controlling = rules.laid_by_spells, rules.controlling
    for spell in spells:
        name = laid.get(spell.spell)
        if spell.on is not None and name in controlling:
            side = None if spell.side is None else SIDES.index(spell.side)
            out[spell.on] = Grip(rules.effects[name], spell.by, side, spell=True)
    return out


def follow(fight: Fight, before: Mapping[str, Grip], now: Mapping[str, Grip], released: Iterable[str]) -> list[Piece]:
    """Make every piece fight for the side that controls it now; return those who have changed sides.

    Where what controlled it `before` has ended, the piece fights for its owner, at once or when it is `released`.
    """
    turned = list[Piece]()
    ended = [ident for ident, grip in before.items() if grip.table.reverts == "at_once"]
    for ident, side in _sides(fight, now, {*ended, *released}).items():
        piece = fight.pieces[ident]
        grip_on(piece, now.get(ident))
        if side != piece.side:
            fight.turn(piece, side, moves=ident not in now and ident in before and before[ident].spell)
            turned.append(piece)
    return turned


def grip_on(piece: Piece, grip: Grip | None) -> None:
    """Note on a piece who controls it: "" where that is nobody in this battle, None where nothing does."""
    piece.controller = None if grip is None else grip.by or ""
    piece.leaves_place = None if grip is None else grip.table.leaves_place


def _sides(fight: Fight, held: Mapping[str, Grip], released: Collection[str]) -> dict[str, int]:
    """Return the side for which each piece fights, by its id.

    One that nothing controls fights on for the side for which it fights, and one that is `released` for its owner. Of
    pieces that control each other in a ring, each fights on for its side.
    """
    known = {piece.id: piece for piece in (*fight.gone, *fight.pieces.values())}

    def side(ident: str, asked: frozenset[str]) -> int:
        piece, grip = known[ident], held.get(ident) if ident in fight.pieces else None
        if grip is not None and grip.side is not None:
            return grip.side
        source = grip.by if grip is not None else None
        if source is not None and source in known:
            return known[source].side if source in asked else side(source, asked | {source})
        return piece.owner if ident in released else piece.side

    return {ident: side(ident, frozenset({ident})) for ident in fight.pieces}
