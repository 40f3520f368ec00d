"""What a battle takes over of what lies on its Land, on its legions and on the game, and what it gives back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ..battle.position import BattlePosition
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


def bring_back(
    board: MasterboardPosition,
    battle: BattlePosition,
    land: str,
    sides: Iterable[Legion],
    left: Iterable[EffectState],
) -> None:
    """Take back from a battle what lies there still of what a Land, a legion or the game can carry."""
    legions = list(sides)
    side_of: dict[str, Side] = {legion.id: side for legion, side in zip(legions, SIDES, strict=True)}
    marker = {side: ident for ident, side in side_of.items()}
    there = [
        replace(
            _laid_in_battle(board, battle, effect, legions),
            land=land_name(land) if board.rules.effects[effect.effect].lies == "land" else None,
            legion=marker.get(effect.side) if effect.side is not None else None,
        )
        for effect in left
        if board.rules.effects[effect.effect].lies in PLACES
    ]
    places = [_place(laid) for laid in there]
    kept = [laid for laid in board.effects if not _reaches(laid, land, side_of) or _place(laid) in places]
    known = [_place(laid) for laid in kept]
    board.effects = [*kept, *(laid for laid in there if _place(laid) not in known)]


def _laid_in_battle(
    board: MasterboardPosition, battle: BattlePosition, effect: EffectState, sides: Sequence[Legion]
) -> LaidState:
    """Return an effect with the player who laid it in a battle, and with its source where it lasts no longer."""
    side, piece = battle.laid_by(effect.by), battle.fight.pieces.get(effect.by or "")
    if side is None:
        return LaidState(effect=effect.effect)
    legion = sides[SIDES.index(side)]
    if board.rules.effects[effect.effect].lasts.while_ is None or piece is None:
        return LaidState(effect=effect.effect, by=legion.player)
    return LaidState(effect=effect.effect, by=legion.player, source=legion.id, character=piece.profile.name)


def _place(laid: LaidState) -> tuple[str, str, str]:
    """Return an effect with what it lies on, no matter who laid it."""
    return laid.effect, str(laid.land), str(laid.legion)


def _reaches(laid: LaidState, land: str, side_of: dict[str, Side]) -> bool:
    """Return whether what is laid lies in a battle on a Land between legions."""
    if laid.legion is not None:
        return laid.legion in side_of
    return laid.land is None or str(laid.land) == land
