"""What may be ordered now: the same rulings that judge the orders, asked for every piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.core.orders import Order, mapping_of

from .fight import DEFENDER, OFF, Piece

if TYPE_CHECKING:
    from ..work import TitanWork


def legal(work: TitanWork, ident: str | None = None) -> list[dict[str, Any]]:
    """Return every order open to the player whose turn it is; a row each, with what may be chosen."""
    if work.over:
        return []
    fight = work.fight
    rows: list[dict[str, Any]] = []
    for piece in fight.of(work.ordering):
        if ident is None or piece.id == ident:
            rows += _strikes(work, piece) if fight.striking_phase else _moves(work, piece)
    if not fight.striking_phase:
        rows += [row for row in arrivals(work) if ident in (None, row.get("muster"), row.get("summon"))]
    if ident is None:
        if not work.duties():
            rows.append({"end": "strike" if fight.striking_phase else "maneuver"})
        if work.conceded is None:
            rows.append({"concede": "battle"})
    return rows


def _moves(work: TitanWork, piece: Piece) -> list[dict[str, Any]]:
    if piece.moved or piece.slain:
        return []
    mask = work.fight.destinations(piece)
    verb = "enter" if piece.hex == OFF else "move"
    return [{verb: piece.id, "to": work.fight.board.names(mask)}] if mask else []


def _strikes(work: TitanWork, piece: Piece) -> list[dict[str, Any]]:
    fight = work.fight
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


def arrivals(work: TitanWork) -> list[dict[str, Any]]:
    """Return the musters and summonses that would be accepted, each with its hexes; with none while all are taken."""
    from .orders.arrive import Muster, Summon

    if work.fight.striking_phase or work.over:
        return []

    side = work.fight.active
    player = work.player(side)
    orders: list[Order] = []
    if side == DEFENDER:
        orders = [Muster(muster=character) for character in dict.fromkeys(work.may_muster)]
    else:
        orders = [Summon(summon=able.character, from_=able.legion) for able in work.may_summon]
    out = []
    for order in orders:
        if not order.check(work, player):
            row = mapping_of(order)
            hexes = _entries(work, row[order.verb], side)
            out.append({**row, "to": hexes} if hexes else row)
    return out


def _entries(work: TitanWork, character: str, side: int) -> list[str]:
    fight = work.fight
    return fight.board.names(fight.destinations(Piece("", work.rules.profile(character), side)))
