"""What a battle takes over of what lies on its Land, on its legions and on the game, and what it gives back."""

from __future__ import annotations

from collections.abc import Iterable

from ..battle.state import EffectState
from ..masterboard.laid import PLACES
from ..masterboard.legion import Legion
from ..masterboard.position import MasterboardPosition
from ..masterboard.state import LaidState
from ..sides import SIDES, Side
from ..words import land_name


def in_battle(board: MasterboardPosition, land: str, sides: Iterable[Legion]) -> list[EffectState]:
    """Return what lies in a battle as it begins: all that lies on its Land, on both legions and on the game.

    Of what may lie so many times in a battle only, no more are taken over.
    """
    side_of: dict[str, Side] = {legion.id: side for legion, side in zip(sides, SIDES, strict=True)}
    out: list[EffectState] = []
    for laid in board.effects:
        effect = EffectState(effect=laid.effect, side=side_of.get(laid.legion or ""))
        most = board.rules.effects[laid.effect].most
        full = most is not None and sum(other.effect == laid.effect for other in out) >= most
        if _reaches(laid, land, side_of) and not full:
            out.append(effect)
    return out


def bring_back(board: MasterboardPosition, land: str, sides: Iterable[Legion], left: Iterable[EffectState]) -> None:
    """Take back from a battle what lies there still of what a Land, a legion or the game can carry."""
    legions = list(sides)
    side_of: dict[str, Side] = {legion.id: side for legion, side in zip(legions, SIDES, strict=True)}
    marker = {side: ident for ident, side in side_of.items()}
    lent = [laid for laid in board.effects if _reaches(laid, land, side_of)]
    kept = [laid for laid in board.effects if laid not in lent]
    for effect in left:
        lies = board.rules.effects[effect.effect].lies
        if lies not in PLACES:
            continue
        legion = marker.get(effect.side) if effect.side is not None else None
        where = land_name(land) if lies == "land" else None
        same = [x for x in lent if (x.effect, x.legion) == (effect.effect, legion)]
        kept.append(same[0] if same else LaidState(effect=effect.effect, land=where, legion=legion))
        lent = [x for x in lent if not same or x is not same[0]]
    board.effects = kept


def _reaches(laid: LaidState, land: str, side_of: dict[str, Side]) -> bool:
    """Return whether what is laid lies in a battle on a Land between legions."""
    if laid.legion is not None:
        return laid.legion in side_of
    return laid.land is None or str(laid.land) == land
