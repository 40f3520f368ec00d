"""The course of a battle: how phases end and begin, and how the battle itself ends (LoT 10, 14 to 16, 19.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.desk import Desk
from referee.core.ledger import Entry, Ledger
from referee.core.trace import Change

from ..state import SIDES, Result, Summonable
from .fight import ATTACKER, DEFENDER, OFF, Piece

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
        _send_back(work, desk)
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
    fight = work.fight
    while fight.striking_phase and not work.over and not work.duties() and not work.chances():
        who = work.player(fight.striking)
        desk.write(f"{who} has nobody to strike", cites=work.rules.cite("part_passes"), by_referee=True)
        if fight.striking == fight.active:
            fight.striking = 1 - fight.active
        else:
            _close_strikes(work, desk)
            return


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
    if _ends(work, desk, slain):
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
        _time_loss(work, desk)
        return
    if fight.active == ATTACKER and work.summons == "due":
        work.summons = "open"
        if work.may_summon and not work.summoned:
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
    return _ends(work, desk, lost)


def _send_back(work: TitanWork, desk: Desk) -> None:
    """Send back a reinforcement or a summoned character that has not entered (LoT 14.0, REF titan-17)."""
    fight, cite = work.fight, work.rules.cite
    for piece in [p for p in fight.of(fight.active) if p.hex == OFF]:
        fight.remove(piece)
        if fight.active == DEFENDER:
            work.reinforced = False
            desk.write(
                f"{work.named(piece)} has not entered and goes back", cites=cite("reinforcement"), by_referee=True
            )
            continue
        fate = work.rules.options["angel_not_entered"]
        work.summoned = fate != "returns"
        if fate != "slain" and work.summoned_from is not None:
            work.may_summon.append(Summonable(character=piece.profile.name, legion=work.summoned_from))
        if fate == "slain":
            fight.gone.append(piece)
        said = "is eliminated" if fate == "slain" else "goes back to its legion"
        desk.write(f"{work.named(piece)} has not entered and {said}", cites=cite("summons_back"), by_referee=True)


def _ends(work: TitanWork, desk: Desk, lost: list[Piece]) -> bool:
    """End the battle where a Titan is gone or a legion has nobody left; return whether it ended."""
    fight, cite = work.fight, work.rules.cite
    fallen = [side for side in (ATTACKER, DEFENDER) if any(p.profile.vital for p in fight.gone if p.side == side)]
    left = [bool(fight.of(side)) for side in (ATTACKER, DEFENDER)]
    if fallen:
        _titan_slain(work, desk, fallen, left)
    elif not left[ATTACKER] and not left[DEFENDER]:
        desk.write("both legions are eliminated: nobody scores", cites=cite("mutual"), by_referee=True)
        work.finish(Result(how="mutual elimination"))
    elif not all(left):
        loser = ATTACKER if not left[ATTACKER] else DEFENDER
        points = _scored(work, fight.gone, loser)
        _won(work, desk, Result(how="elimination", points=points.total), 1 - loser, [points], cite("battle_over"))
    return work.over


def _titan_slain(work: TitanWork, desk: Desk, fallen: list[int], left: list[bool]) -> None:
    """Score the end of one Titan or of both (LoT 19.3)."""
    fight, cite = work.fight, work.rules.cite
    if len(fallen) == 2:
        if work.rules.options["both_titans_slain"] == "no_points" or not any(left):
            desk.write("both Titans are slain: nobody scores", cites=cite("both_titans"), by_referee=True)
            work.finish(Result(how="titans slain"))
            return
        said = "; ".join(
            f"{work.player(1 - side)} scores {_scored(work, fight.gone, side).total}"
            for side in fallen
            if left[1 - side]
        )
        scored = {SIDES[1 - side]: _scored(work, fight.gone, side) for side in fallen if left[1 - side]}
        ledgers = list(scored.values())
        desk.write(f"both Titans are slain: {said}", reasons=ledgers, cites=cite("both_titans"), by_referee=True)
        work.finish(Result(how="titans slain", each={side: ledger.total for side, ledger in scored.items()}))
        return
    loser = fallen[0]
    titan = next(p for p in fight.gone if p.side == loser and p.profile.vital)
    unstruck = titan.hex == OFF or titan.id in fight.by_hazard
    cites = [*cite("titan_slain"), *(cite("titan_unstruck") if unstruck else ())]
    points = _scored(work, fight.gone, loser)
    if not left[1 - loser]:
        points = points.plus(
            Entry("set", 0, "the legion that slew the Titan is eliminated too", cite("titan_and_slayer"))
        )
    rest = _half(work, fight.of(loser))
    if rest.entries and not left[1 - loser] and work.rules.options["half_without_legion"] == "nothing":
        rest = rest.plus(Entry("set", 0, "the slayer's legion is eliminated too", cite("half_without_legion")))
    elif rest.entries and not left[1 - loser]:
        cites += cite("half_without_legion")
    work.set_aside = fight.of(loser)
    if unstruck and work.rules.options["unstruck_titan"] == "nobody":
        nobody = Entry("set", 0, "nobody has slain the Titan", cite("titan_unstruck"))
        points, rest = points.plus(nobody), rest.plus(nobody)
    for piece in fight.of(loser):
        fight.remove(piece)
        fight.gone.append(piece)
    ledgers = [points, rest] if rest.entries else [points]
    result = Result(how="titan slain", points=points.total, half_points=rest.total)
    _won(work, desk, result, 1 - loser, ledgers, tuple(cites))


def _time_loss(work: TitanWork, desk: Desk) -> None:
    """Eliminate the attacker before the defender's eighth Maneuver Phase; nobody scores (LoT 10.5)."""
    fight = work.fight
    lost = fight.of(ATTACKER)
    for piece in lost:
        fight.remove(piece)
        fight.gone.append(piece)
    points = _scored(work, lost, ATTACKER).plus(
        Entry("set", 0, "no points for a time-loss", work.rules.cite("time_loss"))
    )
    _won(work, desk, Result(how="time loss"), DEFENDER, [points], work.rules.cite("time_loss"))


def concede(work: TitanWork, desk: Desk, loser: int) -> None:
    """End the battle by concession (LoT 9.4): the loser's whole legion goes, the winner loses nobody more."""
    fight, cite = work.fight, work.rules.cite
    winner = 1 - loser
    cites = list(cite("concession"))
    work.attacker_entered |= bool(fight.on[ATTACKER])
    doomed = [p for p in fight.of(winner) if p.slain]
    if doomed:
        cites += cite("concession_in_strikes")
        if work.rules.options["concession_in_strikes"] == "slain_stay_slain":
            for piece in doomed:
                fight.remove(piece)
                fight.gone.append(piece)
    living = [p for p in fight.of(loser) if not p.slain]
    for piece in fight.of(loser):
        fight.remove(piece)
        fight.gone.append(piece)
    if any(p.profile.vital for p in fight.gone if p.side == winner):
        # then it is the Titan's fall that decides who scores, as if the conceding legion had died in that phase
        said = f"{work.player(loser)} concedes in the phase in which {work.player(winner)}'s Titan is slain"
        desk.write(said, cites=cites, by_referee=True)
        _ends(work, desk, [])
        return
    points = _scored(work, fight.gone, loser)
    rest = Ledger("half points", [])
    if any(p.profile.vital for p in fight.gone if p.side == loser):
        cites += cite("titan_concession")
        if work.rules.options["titan_concession"] == "as_slain":
            set_aside = [p for p in living if not p.profile.vital]
            points = _scored(work, [p for p in fight.gone if p not in set_aside], loser)
            rest = _half(work, set_aside)
            work.set_aside = set_aside
    if not fight.of(winner):
        desk.write(
            "nobody of the winner's legion is left: nobody scores", cites=[*cites, *cite("mutual")], by_referee=True
        )
        work.finish(Result(how="mutual elimination"))
        return
    result = Result(how="concession", points=points.total, half_points=rest.total)
    _won(work, desk, result, winner, [points, rest] if rest.entries else [points], tuple(cites))


def forfeit(work: TitanWork, desk: Desk, side: int) -> None:
    """Count a side's Titan as slain, because its owner gives up the game in this battle (LoT 20.4)."""
    fight = work.fight
    fight.clear()
    for piece in [p for p in fight.of(side) if p.profile.vital]:
        fight.remove(piece)
        fight.gone.append(piece)
    _ends(work, desk, [])


def _won(
    work: TitanWork, desk: Desk, result: Result, winner: int, ledgers: list[Ledger], cites: tuple[str, ...]
) -> None:
    """Write the end of the battle, and what the winner may still add to his legion (LoT 14, 15, 16)."""
    fight, cite = work.fight, work.rules.cite
    further: list[str] = []
    result.winner = SIDES[winner]
    room = 0 < len(fight.of(winner)) < work.rules.combat.legion_most
    # the slayer of a Titan may muster by 14.0 all the same: 19.4 bars it for half points only (REF titan-28)
    if winner == DEFENDER and room and not work.reinforced and work.may_muster:
        result.may_muster = result.how != "concession" or work.attacker_entered
        further += cite("reinforcement_after_concession" if result.how == "concession" else "reinforcement")
        further += cite("muster_after_titan") if result.how == "titan slain" else ()
    if winner == ATTACKER and room and not work.summoned and work.may_summon:
        result.may_summon = True
        further += cite("summons_once")
    hurt = any(p.hits for p in fight.of(winner))
    work.finish(result)
    later = [word for word, may in (("muster", result.may_muster), ("summon", result.may_summon)) if may]
    desk.write(
        f"the battle is over by {result.how}: {work.player(winner)} wins and scores {result.points}"
        + (f", and {result.half_points} in half points" if result.half_points else ""),
        reasons=ledgers,
        cites=[*cites, *(cite("healed") if hurt else ()), *cite("scoring")],
        changes=[Change("battle", "result", None, result.how, f"survivors: {', '.join(result.survivors) or 'none'}")],
        by_referee=True,
    )
    if further:
        # whether he has somebody to muster or to summon is his secret
        who = work.player(winner)
        what = f"may now {' and '.join(later)}" if later else "may not muster: nobody of the attacker's was on the map"
        desk.write(f"{who} {what}", cites=further, seen_by=[who], by_referee=True)


def _scored(work: TitanWork, pieces: list[Piece], side: int) -> Ledger:
    from ..work import value_of

    return value_of([p for p in pieces if p.side == side], work.rules.cite("scoring"))


def _half(work: TitanWork, pieces: list[Piece]) -> Ledger:
    from ..work import value_of

    cite = work.rules.cite("titan_rest")
    ledger = value_of(pieces, cite, "half points")
    return ledger.plus(Entry("halve_down", 2, "half for those still alive", cite)) if pieces else ledger


def hits_change(work: TitanWork, piece: Piece, taken: int) -> Change:
    """Return the change of a piece's hits as a trace prints it."""
    was = piece.hits - taken
    fate = "slain" if piece.slain else f"slain at {piece.profile.power} hits"
    says = f"{_hits(piece.hits)} (was {was}), {fate}"
    return Change(piece.id, "hits", was, piece.hits, says)


def _hits(number: int) -> str:
    return f"{number} hit{'' if number == 1 else 's'}"
