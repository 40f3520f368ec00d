"""Check who controls whom in the battle of a state: each piece fights for the side that its effects say."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents import Path
from referee.core.game.game import StateProblems

from ..rules import TitanRules
from ..sides import SIDES
from .control import grips
from .state import BattleState, PieceState


def control_faults(battle: BattleState, rules: TitanRules) -> StateProblems:
    """Return every piece that fights for another side than its owner's or that of the one who controls it."""
    return [*_on_the_map(battle, rules), *_sides(battle, rules)]


def _on_the_map(battle: BattleState, rules: TitanRules) -> Iterator[tuple[Path, str]]:
    off = [piece.id for piece in battle.pieces if piece.hex is None] if battle.effects else []
    for number, effect in enumerate(battle.effects):
        table, path = rules.effects.get(effect.effect), ("battle", "effects", number)
        if table is None or table.control is None:
            continue
        if effect.by is None:
            yield path, f"'by' is missing: {table.title} makes a piece fight for the side of the one who laid it"
        if effect.piece in off:
            yield (*path, "piece"), f"'{effect.piece}' is not on the map, where nobody is controlled"


def _sides(battle: BattleState, rules: TitanRules) -> Iterator[tuple[Path, str]]:
    known = [effect for effect in battle.effects if effect.effect in rules.effects]
    held = grips(rules, known, battle.spells)
    if not held and all(piece.owner is None for piece in battle.pieces):
        return
    pieces = {piece.id: piece for piece in battle.pieces}
    for number, piece in enumerate(battle.pieces):
        grip, path = held.get(piece.id), ("battle", "pieces", number)
        if grip is None:
            if _away(piece) and not _lingers(rules):
                yield (*path, "owner"), f"nothing that lies on {piece.id} makes it fight for the {piece.side}"
            continue
        source = pieces.get(grip.by or "")
        side = source.side if source is not None else SIDES[grip.side] if grip.side is not None else piece.side
        if side != piece.side:
            whose = f"the side of {source.id}" if source is not None else f"the {side}"
            message = f"{grip.table.title} makes {piece.id} fight for {whose}"
            yield (*path, "side"), f"{message}; write side: {side}, owner: {piece.owner or piece.side}"


def _lingers(rules: TitanRules) -> bool:
    """Return whether control may last beyond the effect that gave it."""
    return any(effect.control and effect.reverts == "phase_ends" for effect in rules.effects.values())


def _away(piece: PieceState) -> bool:
    return piece.owner not in (None, piece.side)
