"""What may be ordered now: the same rulings that judge the orders, asked for every piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.core.game.orders import Order
from referee.core.game.reading import mapping_of

from .fight import DEFENDER, OFF, Piece

if TYPE_CHECKING:
    from .position import BattlePosition


def legal(position: BattlePosition, ident: str | None = None) -> list[dict[str, Any]]:
    """Return every order open to the player whose turn it is; a row each, with what may be chosen."""
    if position.over:
        return []
    fight = position.fight
    rows: list[dict[str, Any]] = []
    for piece in fight.of(position.ordering):
        if ident is None or piece.id == ident:
            rows += _strikes(position, piece) if fight.striking_phase else _moves(position, piece)
    if not fight.striking_phase:
        rows += [row for row in arrivals(position) if ident in (None, row.get("muster"), row.get("summon"))]
    if ident is None:
        if not position.duties():
            rows.append({"end": "strike" if fight.striking_phase else "maneuver"})
        if position.conceded is None:
            rows.append({"concede": "battle"})
    return rows


def _moves(position: BattlePosition, piece: Piece) -> list[dict[str, Any]]:
    if piece.moved or piece.slain:
        return []
    mask = position.fight.destinations(piece)
    verb = "enter" if piece.hex == OFF else "move"
    return [{verb: piece.id, "to": position.fight.board.names(mask)}] if mask else []


def _strikes(position: BattlePosition, piece: Piece) -> list[dict[str, Any]]:
    fight = position.fight
    if piece.struck:
        return []
    rows: list[dict[str, Any]] = []
    for target in fight.targets(piece):
        ruling = fight.strike(piece, target)
        rows.append({"strike": piece.id, "at": target.id, "dice": ruling.dice, "number": ruling.number, "must": True})
    if fight.striking == fight.active:
        for target in fight.shots(piece):
            line = fight.shot(piece, target).best(fight.occupied)
            assert line is not None
            rows.append({"rangestrike": piece.id, "at": target.id, "dice": line.aim.dice, "number": line.aim.number})
    return rows


def arrivals(position: BattlePosition) -> list[dict[str, Any]]:
    """Return the musters and summonses that would be accepted, each with its hexes; with none while all are taken."""
    from .orders.arrive import Muster, Summon

    if position.fight.striking_phase or position.over:
        return []

    side = position.fight.active
    player = position.player(side)
    orders: list[Order] = []
    if side == DEFENDER:
        orders = [Muster(muster=character) for character in dict.fromkeys(position.may_muster)]
    else:
        orders = [Summon(summon=able.character, from_=able.legion) for able in position.may_summon]
    out = []
    for order in orders:
        if not order.check(position, player):
            row = mapping_of(order)
            hexes = _entries(position, row[order.verb], side)
            out.append({**row, "to": hexes} if hexes else row)
    return out


def _entries(position: BattlePosition, character: str, side: int) -> list[str]:
    fight = position.fight
    return fight.board.names(fight.destinations(Piece("", position.rules.profile(character), side)))
