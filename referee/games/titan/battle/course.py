"""The course of a battle: how its phases end and begin (LoT 10, 14, 15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.desk import Desk
from referee.core.trace import Change

from ..state import SIDES
from .arrivals import turn_back
from .ending import concede, ends, time_loss
from .fight import ATTACKER, DEFENDER, Piece

if TYPE_CHECKING:
    from ..work import TitanWork


def end_maneuver(work: TitanWork, desk: Desk) -> None:
    """End a Maneuver Phase: who is not on the map is lost or goes back, and the Strike Phase begins."""
    fight = work.fight
    first = fight.round == 1
    if first:
        if _lose_outside(work, desk):
            return
    else:
        turn_back(work, desk)
    if fight.active == ATTACKER and work.summons == "open":
        work.summons = "past"
    for piece in fight.pieces.values():
        piece.moved = False
    if work.setting_up:
        _next_maneuver(work, desk)
        return
    fight.striking_phase = True
    fight.striking = fight.active
    for piece, ledger in fight.damage():
        desk.write(
            f"{work.named(piece)} takes {_hits(ledger.total)} at the start of the Strike Phase",
            reasons=[ledger],
            changes=[hits_change(work, piece, ledger.total)],
            by_referee=True,
        )
    _pass_empty_parts(work, desk)


def end_strike(work: TitanWork, desk: Desk) -> None:
    """End one player's part of a Strike Phase: the other strikes, or the phase is over."""
    fight = work.fight
    if fight.striking == fight.active:
        fight.striking = 1 - fight.active
        _pass_empty_parts(work, desk)
    else:
        _close_strikes(work, desk)


def _pass_empty_parts(work: TitanWork, desk: Desk) -> None:
    """Pass over a part of a Strike Phase in which a player can do nothing (REF titan-26)."""
    fight, cites = work.fight, work.rules.cite("part_passes")
    if not fight.striking_phase or work.over or work.duties() or work.chances():
        return
    who, first = work.player(fight.striking), fight.striking == fight.active
    if first:
        fight.striking = 1 - fight.active
        if work.duties() or work.chances():
            desk.write(f"{who} has nobody to strike", cites=cites, by_referee=True)
            return
    said = "neither player has anybody to strike" if first else f"{who} has nobody to strike"
    desk.write(said, cites=cites, by_referee=True)
    _close_strikes(work, desk)


def _close_strikes(work: TitanWork, desk: Desk) -> None:
    """End a Strike Phase: the slain leave, and the battle ends or the next Maneuver Phase begins."""
    fight, cite = work.fight, work.rules.cite
    slain = fight.clear()
    if slain:
        desk.write(
            f"removed: {', '.join(f'{p.profile.title} {p.id}' for p in slain)}",
            cites=cite("removed"),
            changes=[Change(p.id, "hex", fight.board.labels[p.hex], None) for p in slain],
            by_referee=True,
        )
    if work.summons == "closed" and any(p.side == DEFENDER for p in slain):
        work.summons = "due"
    if work.conceded is not None:
        concede(work, desk, SIDES.index(work.conceded))
        return
    if ends(work, desk):
        return
    _next_maneuver(work, desk)


def _next_maneuver(work: TitanWork, desk: Desk) -> None:
    """Begin the next Maneuver Phase; the defender has the first of every round (LoT 10.3)."""
    fight, cite = work.fight, work.rules.cite
    fight.striking_phase = False
    if fight.active != work.first and not work.setting_up:
        fight.round += 1
    fight.active = 1 - fight.active
    work.set_deploying()
    if fight.round > work.rules.combat.rounds:
        time_loss(work, desk)
        return
    if fight.active == ATTACKER and work.summons == "due":
        work.summons = "open"
        room = len(fight.living(ATTACKER)) < work.rules.combat.legion_most
        if work.may_summon and not work.summoned and room:
            # whether he has somebody to summon is his secret
            who = work.player(ATTACKER)
            desk.write(
                f"{who} may summon in this Maneuver Phase", cites=cite("summons"), seen_by=[who], by_referee=True
            )


def _lose_outside(work: TitanWork, desk: Desk) -> bool:
    """Lose those not brought on in the first Maneuver Phase; return whether the battle ends."""
    fight, cite = work.fight, work.rules.cite
    lost = fight.leave_outside()
    if fight.active == ATTACKER and any(p.side == ATTACKER for p in fight.pieces.values()):
        work.attacker_entered = True
    if not lost:
        return False
    desk.write(
        f"not on the map, and lost: {', '.join(f'{p.profile.title} {p.id}' for p in lost)}",
        cites=cite("lost_outside"),
        changes=[Change(p.id, "hex", None, None) for p in lost],
        by_referee=True,
    )
    options = work.rules.options
    if fight.active == DEFENDER and options["unentered_open_summons"] == "open":
        work.summons = "due"
        desk.steps[-1].cites += cite("unentered_summons")
    if any(p.profile.vital for p in lost):
        desk.steps[-1].cites += cite("titan_unentered")
        if options["unentered_titan"] == "after_strikes" and fight.living(fight.active):
            return False
    return ends(work, desk)


def hits_change(work: TitanWork, piece: Piece, taken: int) -> Change:
    """Return the change of a piece's hits as a trace prints it."""
    was = piece.hits - taken
    fate = "slain" if piece.slain else f"slain at {piece.profile.power} hits"
    says = f"{_hits(piece.hits)} (was {was}), {fate}"
    return Change(piece.id, "hits", was, piece.hits, says)


def _hits(number: int) -> str:
    return f"{number} hit{'' if number == 1 else 's'}"
