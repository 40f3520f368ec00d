"""How a battle ends, and what that decides: points, and who has slain whose Titan (LoT 9.4, 10.5, 14 to 16, 19.3)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Entry, Ledger

from ...points import points_of
from ...rules import Profile
from ...sides import SIDES
from ..decision import Decision
from ..fight import ATTACKER, DEFENDER, OFF, Piece
from ..position import BattlePosition
from ..state import Result
from .arrivals import concede_late, send_back


def ends(position: BattlePosition, recorder: Recorder) -> bool:
    """End the battle where a Titan is gone or a legion has nobody left; return whether it ended."""
    fight, cite = position.fight, position.rules.cite
    fallen = fallen_sides(position)
    left = [bool(fight.of(side)) for side in (ATTACKER, DEFENDER)]
    if len(fallen) == 2:
        _both_titans_slain(position, recorder, left)
    elif fallen:
        _titan_slain(position, recorder, fallen[0])
    elif not any(left):
        _decide(
            position,
            recorder,
            Decision("mutual elimination", said="both legions are eliminated", cites=[*cite("mutual")]),
        )
    elif not all(left):
        loser = ATTACKER if not left[ATTACKER] else DEFENDER
        points = {1 - loser: _scored(position, fight.gone, loser)}
        _decide(position, recorder, Decision("elimination", 1 - loser, points, cites=[*cite("battle_over")]))
    return position.over


def fallen_sides(position: BattlePosition) -> list[int]:
    """Return the sides whose Titans are gone."""
    return [
        side for side in (ATTACKER, DEFENDER) if any(p.profile.vital for p in position.fight.gone if p.side == side)
    ]


def _both_titans_slain(position: BattlePosition, recorder: Recorder, left: list[bool]) -> None:
    """Score the end of both Titans; the living of either legion are set aside (LoT 19.3, REF titan-22)."""
    points = {}
    if position.rules.options["both_titans_slain"] == "each_scores":
        points = {
            1 - side: _scored(position, position.fight.gone, side) for side in (ATTACKER, DEFENDER) if left[1 - side]
        }
    cites = [*position.rules.cite("both_titans")]
    for piece in [*position.fight.of(ATTACKER), *position.fight.of(DEFENDER)]:
        position.fight.remove(piece)
        position.fight.gone.append(piece)
    decision = Decision("titans slain", None, points, fallen_sides(position), said="both Titans are slain", cites=cites)
    _decide(position, recorder, decision)


def _titan_slain(position: BattlePosition, recorder: Recorder, loser: int) -> None:
    """Score the end of a Titan with those slain before it; the living of its legion are set aside (LoT 19.3)."""
    fight, cite, options = position.fight, position.rules.cite, position.rules.options
    titan = next(p for p in fight.gone if p.side == loser and p.profile.vital)
    unstruck = titan.hex == OFF or titan.id in fight.by_hazard
    cites = [*cite("titan_slain"), *(cite("titan_unstruck") if unstruck else ())]
    points = _scored(position, fight.gone, loser)
    aside = fight.of(loser)
    slayer: int | None = 1 - loser
    if not fight.of(1 - loser):
        why = "the legion that slew the Titan is eliminated too"
        points = points.plus(Entry("set", 0, why, cite("titan_and_slayer")))
        cites += cite("slayer_eliminated")
        slayer = slayer if options["slayer_eliminated"] == "half_and_markers" else None
    if unstruck and options["unstruck_titan"] == "nobody":
        points = points.plus(Entry("set", 0, "nobody has slain the Titan", cite("titan_unstruck")))
        slayer = None
    for piece in aside:
        fight.remove(piece)
        fight.gone.append(piece)
    decision = Decision("titan slain", 1 - loser, {1 - loser: points}, [loser], slayer, aside, cites=cites)
    _decide(position, recorder, decision)


def time_loss(position: BattlePosition, recorder: Recorder) -> None:
    """Eliminate the attacker before the defender's eighth Maneuver Phase; nobody scores (LoT 10.5)."""
    fight, cite = position.fight, position.rules.cite
    lost = fight.of(ATTACKER)
    for piece in lost:
        fight.remove(piece)
        fight.gone.append(piece)
    cites, fallen, slayer = [*cite("time_loss")], fallen_sides(position), None
    points = _scored(position, lost, ATTACKER).plus(Entry("set", 0, "no points for a time-loss", cite("time_loss")))
    if fallen:
        cites += cite("time_loss_titan")
        slayer = DEFENDER if position.rules.options["time_loss_titan"] == "opponent" else None
    _decide(position, recorder, Decision("time loss", DEFENDER, {DEFENDER: points}, fallen, slayer, cites=cites))


def concede(position: BattlePosition, recorder: Recorder, loser: int) -> None:
    """End the battle by concession (LoT 9.4): the loser's whole legion goes, the winner loses nobody more."""
    fight, cite = position.fight, position.rules.cite
    winner = 1 - loser
    cites = list(cite("concession"))
    concede_late(position, recorder, loser)
    position.attacker_entered |= bool(fight.on[ATTACKER])
    doomed = [p for p in fight.of(winner) if p.slain]
    if doomed:
        cites += cite("concession_in_strikes")
        if position.rules.options["concession_in_strikes"] == "slain_stay_slain":
            for piece in doomed:
                fight.remove(piece)
                fight.gone.append(piece)
    living = [p for p in fight.of(loser) if not p.slain]
    for piece in fight.of(loser):
        fight.remove(piece)
        fight.gone.append(piece)
    fallen = fallen_sides(position)
    if winner in fallen:
        # then it is the Titan's fall that decides who scores, as if the conceding legion had died in that phase
        said = f"{position.player(loser)} concedes in the phase in which {position.player(winner)}'s Titan is slain"
        recorder.write(said, cites=cites, by_referee=True)
        ends(position, recorder)
        return
    slayer = winner if fallen else None
    if not fight.of(winner):
        said = "nobody of the winner's legion is left"
        if fallen and position.rules.options["slayer_eliminated"] == "nothing":
            slayer = None
        cites += cite("mutual")
        _decide(position, recorder, Decision("mutual elimination", None, {}, fallen, slayer, said=said, cites=cites))
        return
    points, aside = _scored(position, fight.gone, loser), []
    if fallen:
        cites += cite("titan_concession")
        if position.rules.options["titan_concession"] == "as_slain":
            aside = [p for p in living if not p.profile.vital]
            points = _scored(position, [p for p in fight.gone if p not in aside], loser)
    _decide(position, recorder, Decision("concession", winner, {winner: points}, fallen, slayer, aside, cites=cites))


def forfeit(position: BattlePosition, recorder: Recorder, side: int) -> None:
    """Count a side's Titan as slain, because its owner gives up the game in this battle (LoT 20.4)."""
    fight, position.forfeited = position.fight, True
    concede_late(position, recorder, side)
    fight.clear()
    for piece in [p for p in fight.of(side) if p.profile.vital]:
        fight.remove(piece)
        fight.gone.append(piece)
    ends(position, recorder)


def break_off(position: BattlePosition, recorder: Recorder, side: int) -> None:
    """Stop a battle without a winner, because a side's owner gives up the game with the Titan elsewhere (LoT 20.4)."""
    concede_late(position, recorder, side)
    if position.fight.active != side:
        send_back(position, recorder)
    position.fight.clear()


def _decide(position: BattlePosition, recorder: Recorder, decision: Decision) -> None:
    """End the battle; what is decided is carried out by the game it is part of, or told here where it stands alone."""
    winner = decision.winner
    if winner is not None:
        # the slayer of a Titan may muster by 14.0 all the same: 19.4 bars it for half points only (REF titan-28)
        entered = position.attacker_entered or not (decision.how == "concession" or position.forfeited)
        decision.may_muster = winner == DEFENDER and entered and not (position.reinforced or position.forgone)
        if winner == DEFENDER and not entered:
            decision.cites += position.rules.cite("reinforcement_after_concession")
        if winner == DEFENDER and position.declined:
            decision.cites += position.rules.cite("declined_reinforcement")
        decision.may_summon = winner == ATTACKER and not position.summoned
        if any(p.hits for p in position.fight.of(winner)):
            decision.cites += position.rules.cite("healed")
    position.decision = decision
    rest = _half(position, decision.aside) if decision.slayer is not None else Ledger("half points", [])
    totals = {SIDES[side]: ledger.total for side, ledger in decision.points.items()}
    result = Result(how=decision.how, half_points=rest.total)
    if winner is None:
        result.each = totals
    else:
        result.winner = SIDES[winner]
        result.points = totals[SIDES[winner]]
        room = 0 < len(position.fight.of(winner)) < position.rules.combat.legion_most
        result.may_muster = decision.may_muster and room and bool(position.may_muster)
        result.may_summon = decision.may_summon and room and bool(position.may_summon)
    position.finish(result)
    if position.alone:
        _tell(position, recorder, decision, rest)


def _tell(position: BattlePosition, recorder: Recorder, decision: Decision, rest: Ledger) -> None:
    """Write the end of a single battle, and what its winner may still add to the legion (LoT 14, 15)."""
    result, cite = position.result, position.rules.cite
    assert result is not None
    if decision.winner is None:
        scores = [f"{position.player(side)} scores {ledger.total}" for side, ledger in decision.points.items()]
        said = f"{decision.said}: {'; '.join(scores) or 'nobody scores'}"
        recorder.write(said, reasons=list(decision.points.values()), cites=decision.cites, by_referee=True)
        return
    who = position.player(decision.winner)
    # a slayer without a legion left has not won: as in a game, only half points are possible
    verb = "wins and scores" if result.survivors else "has nobody left either and scores"
    recorder.write(
        f"the battle is over ({result.how}): {who} {verb} {result.points}"
        + (f", and {result.half_points} in half points" if result.half_points else ""),
        reasons=[*decision.points.values(), *([rest] if rest.entries else [])],
        cites=[*decision.cites, *cite("scoring")],
        changes=[Change("battle", "result", None, result.how, f"survivors: {', '.join(result.survivors) or 'none'}")],
        by_referee=True,
    )
    room = 0 < len(result.survivors) < position.rules.combat.legion_most
    if room and decision.winner == DEFENDER and not position.reinforced and position.may_muster:
        further = list(cite("reinforcement_after_concession" if result.how == "concession" else "reinforcement"))
        further += cite("muster_after_titan") if result.how == "titan slain" else ()
        # whether the player has a character to muster is secret
        barred = "the reinforcement was declined" if position.forgone else "nobody of the attacker's was on the map"
        what = "may now muster" if result.may_muster else f"may not muster: {barred}"
        recorder.write(f"{who} {what}", cites=further, seen_by=[who], by_referee=True)
    if result.may_summon:
        recorder.write(f"{who} may now summon", cites=cite("summons_once"), seen_by=[who], by_referee=True)


def _scored(position: BattlePosition, pieces: list[Piece], side: int) -> Ledger:
    return points_of(_named(p for p in pieces if p.side == side), position.rules.cite("scoring"))


def _named(pieces: Iterable[Piece]) -> list[tuple[str, Profile]]:
    return [(f"{p.profile.title} {p.id}", p.profile) for p in pieces]


def _half(position: BattlePosition, pieces: list[Piece]) -> Ledger:
    cite = position.rules.cite("titan_rest")
    ledger = points_of(_named(pieces), cite, "half points")
    return ledger.plus(Entry("halve_down", 2, "half for those still alive", cite)) if pieces else ledger
