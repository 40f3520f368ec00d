"""How a battle ends, and what that decides: points, and who has slain whose Titan (LoT 9.4, 10.5, 14 to 16, 19.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.core.desk import Desk
from referee.core.ledger import Entry, Ledger
from referee.core.trace import Change

from ..state import SIDES, How, Result
from ..worth import worth
from .arrivals import concede_late, send_back
from .fight import ATTACKER, DEFENDER, OFF, Piece

if TYPE_CHECKING:
    from ..rules import Profile
    from ..work import TitanWork


@dataclass
class Decision:
    """What the end of a battle decides, for a game to carry out or for a battle that stands alone to tell.

    `points` holds what each side scores that scores at all. A Titan that fell has `slayer` on its side's opponent,
    if anybody counts as one; `aside` are the living of its legion, whose half points are his.
    """

    how: How
    winner: int | None = None
    points: dict[int, Ledger] = field(default_factory=dict)
    fallen: list[int] = field(default_factory=list)
    slayer: int | None = None
    aside: list[Piece] = field(default_factory=list)
    may_muster: bool = False
    may_summon: bool = False
    said: str = ""
    cites: list[str] = field(default_factory=list)


def ends(work: TitanWork, desk: Desk) -> bool:
    """End the battle where a Titan is gone or a legion has nobody left; return whether it ended."""
    fight, cite = work.fight, work.rules.cite
    fallen = fallen_sides(work)
    left = [bool(fight.of(side)) for side in (ATTACKER, DEFENDER)]
    if len(fallen) == 2:
        _both_titans_slain(work, desk, left)
    elif fallen:
        _titan_slain(work, desk, fallen[0])
    elif not any(left):
        _decide(work, desk, Decision("mutual elimination", said="both legions are eliminated", cites=[*cite("mutual")]))
    elif not all(left):
        loser = ATTACKER if not left[ATTACKER] else DEFENDER
        points = {1 - loser: _scored(work, fight.gone, loser)}
        _decide(work, desk, Decision("elimination", 1 - loser, points, cites=[*cite("battle_over")]))
    return work.over


def fallen_sides(work: TitanWork) -> list[int]:
    """Return the sides whose Titans are gone."""
    return [side for side in (ATTACKER, DEFENDER) if any(p.profile.vital for p in work.fight.gone if p.side == side)]


def _both_titans_slain(work: TitanWork, desk: Desk, left: list[bool]) -> None:
    """Score the end of both Titans; the living of either legion are set aside (LoT 19.3, REF titan-22)."""
    points = {}
    if work.rules.options["both_titans_slain"] == "each_scores":
        points = {1 - side: _scored(work, work.fight.gone, side) for side in (ATTACKER, DEFENDER) if left[1 - side]}
    cites = [*work.rules.cite("both_titans")]
    for piece in [*work.fight.of(ATTACKER), *work.fight.of(DEFENDER)]:
        work.fight.remove(piece)
        work.fight.gone.append(piece)
    decision = Decision("titans slain", None, points, fallen_sides(work), said="both Titans are slain", cites=cites)
    _decide(work, desk, decision)


def _titan_slain(work: TitanWork, desk: Desk, loser: int) -> None:
    """Score the end of a Titan with those slain before it; the living of its legion are set aside (LoT 19.3)."""
    fight, cite, options = work.fight, work.rules.cite, work.rules.options
    titan = next(p for p in fight.gone if p.side == loser and p.profile.vital)
    unstruck = titan.hex == OFF or titan.id in fight.by_hazard
    cites = [*cite("titan_slain"), *(cite("titan_unstruck") if unstruck else ())]
    points = _scored(work, fight.gone, loser)
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
    _decide(work, desk, decision)


def time_loss(work: TitanWork, desk: Desk) -> None:
    """Eliminate the attacker before the defender's eighth Maneuver Phase; nobody scores (LoT 10.5)."""
    fight, cite = work.fight, work.rules.cite
    lost = fight.of(ATTACKER)
    for piece in lost:
        fight.remove(piece)
        fight.gone.append(piece)
    cites, fallen, slayer = [*cite("time_loss")], fallen_sides(work), None
    points = _scored(work, lost, ATTACKER).plus(Entry("set", 0, "no points for a time-loss", cite("time_loss")))
    if fallen:
        cites += cite("time_loss_titan")
        slayer = DEFENDER if work.rules.options["time_loss_titan"] == "opponent" else None
    _decide(work, desk, Decision("time loss", DEFENDER, {DEFENDER: points}, fallen, slayer, cites=cites))


def concede(work: TitanWork, desk: Desk, loser: int) -> None:
    """End the battle by concession (LoT 9.4): the loser's whole legion goes, the winner loses nobody more."""
    fight, cite = work.fight, work.rules.cite
    winner = 1 - loser
    cites = list(cite("concession"))
    concede_late(work, desk, loser)
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
    fallen = fallen_sides(work)
    if winner in fallen:
        # then it is the Titan's fall that decides who scores, as if the conceding legion had died in that phase
        said = f"{work.player(loser)} concedes in the phase in which {work.player(winner)}'s Titan is slain"
        desk.write(said, cites=cites, by_referee=True)
        ends(work, desk)
        return
    slayer = winner if fallen else None
    if not fight.of(winner):
        said = "nobody of the winner's legion is left"
        if fallen and work.rules.options["slayer_eliminated"] == "nothing":
            slayer = None
        cites += cite("mutual")
        _decide(work, desk, Decision("mutual elimination", None, {}, fallen, slayer, said=said, cites=cites))
        return
    points, aside = _scored(work, fight.gone, loser), []
    if fallen:
        cites += cite("titan_concession")
        if work.rules.options["titan_concession"] == "as_slain":
            aside = [p for p in living if not p.profile.vital]
            points = _scored(work, [p for p in fight.gone if p not in aside], loser)
    _decide(work, desk, Decision("concession", winner, {winner: points}, fallen, slayer, aside, cites=cites))


def forfeit(work: TitanWork, desk: Desk, side: int) -> None:
    """Count a side's Titan as slain, because its owner gives up the game in this battle (LoT 20.4)."""
    fight, work.forfeited = work.fight, True
    concede_late(work, desk, side)
    fight.clear()
    for piece in [p for p in fight.of(side) if p.profile.vital]:
        fight.remove(piece)
        fight.gone.append(piece)
    ends(work, desk)


def break_off(work: TitanWork, desk: Desk, side: int) -> None:
    """Stop a battle that nobody wins, because a side's owner gives up the game, his Titan elsewhere (LoT 20.4)."""
    concede_late(work, desk, side)
    if work.fight.active != side:
        send_back(work, desk)
    work.fight.clear()


def _decide(work: TitanWork, desk: Desk, decision: Decision) -> None:
    """End the battle; what is decided is carried out by the game it is part of, or told here where it stands alone."""
    winner = decision.winner
    if winner is not None:
        # the slayer of a Titan may muster by 14.0 all the same: 19.4 bars it for half points only (REF titan-28)
        entered = work.attacker_entered or not (decision.how == "concession" or work.forfeited)
        decision.may_muster = winner == DEFENDER and entered and not (work.reinforced or work.forgone)
        if winner == DEFENDER and not entered:
            decision.cites += work.rules.cite("reinforcement_after_concession")
        if winner == DEFENDER and work.declined:
            decision.cites += work.rules.cite("declined_reinforcement")
        decision.may_summon = winner == ATTACKER and not work.summoned
        if any(p.hits for p in work.fight.of(winner)):
            decision.cites += work.rules.cite("healed")
    work.decision = decision
    rest = _half(work, decision.aside) if decision.slayer is not None else Ledger("half points", [])
    totals = {SIDES[side]: ledger.total for side, ledger in decision.points.items()}
    result = Result(how=decision.how, half_points=rest.total)
    if winner is None:
        result.each = totals
    else:
        result.winner = SIDES[winner]
        result.points = totals[SIDES[winner]]
        room = 0 < len(work.fight.of(winner)) < work.rules.combat.legion_most
        result.may_muster = decision.may_muster and room and bool(work.may_muster)
        result.may_summon = decision.may_summon and room and bool(work.may_summon)
    work.finish(result)
    if work.alone:
        _tell(work, desk, decision, rest)


def _tell(work: TitanWork, desk: Desk, decision: Decision, rest: Ledger) -> None:
    """Write the end of a battle that stands alone, and what its winner may still add to his legion (LoT 14, 15)."""
    result, cite = work.result, work.rules.cite
    assert result is not None
    if decision.winner is None:
        scores = [f"{work.player(side)} scores {ledger.total}" for side, ledger in decision.points.items()]
        said = f"{decision.said}: {'; '.join(scores) or 'nobody scores'}"
        desk.write(said, reasons=list(decision.points.values()), cites=decision.cites, by_referee=True)
        return
    who = work.player(decision.winner)
    # a slayer whose own legion is gone has not won: as in a game, half points are all he can have
    verb = "wins and scores" if result.survivors else "has nobody left either and scores"
    desk.write(
        f"the battle is over ({result.how}): {who} {verb} {result.points}"
        + (f", and {result.half_points} in half points" if result.half_points else ""),
        reasons=[*decision.points.values(), *([rest] if rest.entries else [])],
        cites=[*decision.cites, *cite("scoring")],
        changes=[Change("battle", "result", None, result.how, f"survivors: {', '.join(result.survivors) or 'none'}")],
        by_referee=True,
    )
    room = 0 < len(result.survivors) < work.rules.combat.legion_most
    if room and decision.winner == DEFENDER and not work.reinforced and work.may_muster:
        further = list(cite("reinforcement_after_concession" if result.how == "concession" else "reinforcement"))
        further += cite("muster_after_titan") if result.how == "titan slain" else ()
        # whether he has somebody to muster is his secret
        barred = "he let his reinforcement pass" if work.forgone else "nobody of the attacker's was on the map"
        what = "may now muster" if result.may_muster else f"may not muster: {barred}"
        desk.write(f"{who} {what}", cites=further, seen_by=[who], by_referee=True)
    if result.may_summon:
        desk.write(f"{who} may now summon", cites=cite("summons_once"), seen_by=[who], by_referee=True)


def _scored(work: TitanWork, pieces: list[Piece], side: int) -> Ledger:
    return worth(_named(p for p in pieces if p.side == side), work.rules.cite("scoring"))


def _named(pieces: Iterable[Piece]) -> list[tuple[str, Profile]]:
    return [(f"{p.profile.title} {p.id}", p.profile) for p in pieces]


def _half(work: TitanWork, pieces: list[Piece]) -> Ledger:
    cite = work.rules.cite("titan_rest")
    ledger = worth(_named(pieces), cite, "half points")
    return ledger.plus(Entry("halve_down", 2, "half for those still alive", cite)) if pieces else ledger
