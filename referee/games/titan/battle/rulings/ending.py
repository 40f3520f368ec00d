"""How a battle ends: the winner, the points, and which side slew a Titan (LoT 9.4, 10.5, 14 to 16, 19.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact

from ...points import Worth, points_of, rows_for_slain, share
from ...rows import BoardRow
from ...sides import SIDES
from ..effects import reckon
from ..pieces import ATTACKER, DEFENDER, OFF, Decision, Piece
from ..position import BattlePosition
from ..reverting import go_home, release, release_in_time, settle_control
from ..state import Result
from .arrivals import concede_late, send_back


def scored(position: BattlePosition, pieces: Iterable[Piece], side: int) -> Ledger:
    """Return the points for those of some pieces that fought for a side (LoT 16.0)."""
    return points_of(
        _worths(position, (p for p in pieces if p.side == side)),
        position.rules.cite("scoring"),
        rows=_rows(position, side),
    )


def set_aside(position: BattlePosition, pieces: list[Piece]) -> Ledger:
    """Return the points for the living of a legion whose Titan is slain, of which the slayer gets half (LoT 19.3)."""
    rows = _rows(position, pieces[0].side) if pieces else None
    return points_of(_worths(position, pieces), position.rules.cite("titan_rest"), "half points", rows)


def half_of(position: BattlePosition, pieces: list[Piece]) -> Ledger:
    """Return half of the points for the living of a legion whose Titan is slain (LoT 19.3)."""
    ledger = set_aside(position, pieces)
    row = position.rules.masterplay.shares.fallen
    return ledger.plus(*share(position.rules, row, " for those still alive")) if pieces else ledger


def _worths(position: BattlePosition, pieces: Iterable[Piece]) -> list[Worth]:
    return [position.upkeep.worth(position, piece) for piece in pieces]


def _rows(position: BattlePosition, side: int) -> Callable[[Worth], list[BoardRow]] | None:
    """Return what gives the rows that change the points for one slain of a side, None where there are none."""
    if position.rules.sections["score"].empty:
        return None
    facts: dict[str, Fact] = {"how": "battle", "owner": position.players[side], "terrain": position.battleland}
    facts |= {"land": position.land} if position.land is not None else {}
    return lambda worth: rows_for_slain(position.rules, worth, position.fight.board.around, facts)


def end_if_decided(position: BattlePosition, recorder: Recorder) -> bool:
    """End the battle if a Titan or all of a legion is gone; return whether the battle is over."""
    fight, cite = position.fight, position.rules.cite
    position.turned = False
    _lose_titans(position, recorder)
    fallen = fallen_sides(position)
    if position.rules.controlling:
        _settle_controlled(position, recorder, fallen)
        # a Titan under control may have been slain with its legion
        fallen = fallen_sides(position)
    fighting = {piece.side for piece in fight.pieces.values()}
    left = [ATTACKER in fighting, DEFENDER in fighting]
    if fallen or not all(left):
        position.upkeep.battle_ends(position, recorder)
    if len(fallen) == 2:
        _both_titans_slain(position, recorder, left)
    elif fallen:
        _titan_slain(position, recorder, fallen[0])
    elif not any(left):
        _decide(
            position,
            recorder,
            Decision("mutual elimination", summary="both legions are eliminated", cites=[*cite("mutual")]),
        )
    elif not all(left):
        loser = ATTACKER if not left[ATTACKER] else DEFENDER
        points = {1 - loser: scored(position, fight.gone, loser)}
        _decide(position, recorder, Decision("elimination", 1 - loser, points, cites=[*cite("battle_over")]))
    return position.over


def _settle_controlled(position: BattlePosition, recorder: Recorder, fallen: list[int]) -> None:
    """Settle whose the controlled are, if a Titan or all who fight for a side are gone."""
    fight = position.fight
    if not fallen and fight.of(ATTACKER) and fight.of(DEFENDER):
        return
    reckon(position, position.held)
    go_home(position, recorder)
    for side in fallen:
        release(position, recorder, side)
    lost = fallen or [side for side in (ATTACKER, DEFENDER) if not fight.of(side)]
    if len(lost) == 1:
        settle_control(position, recorder, 1 - lost[0])


def fallen_sides(position: BattlePosition) -> list[int]:
    """Return the sides whose Titans are gone, with those that would play on without one (LoT 19.3, MM 4.1.1)."""
    out: list[int] = []
    if not position.titan_lost and not [piece for piece in position.fight.gone if piece.profile.vital]:
        return out
    for side in (ATTACKER, DEFENDER):
        gone = [p.profile for p in position.fight.gone if p.owner == side]
        if side in position.titan_lost:
            fallen = side not in position.playing_on and any("plays_on" in profile.traits for profile in gone)
        else:
            fallen = any(profile.vital for profile in gone)
        if fallen and not _play_on(position, side):
            out.append(side)
    return out


def _play_on(position: BattlePosition, side: int) -> bool:
    """Return whether a side has somebody in the battle who plays on without a Titan (MM 4.1.1)."""
    if not position.rules.playing_on:
        return False
    return any("plays_on" in p.profile.traits for p in position.fight.pieces.values() if p.owner == side)


def _lose_titans(position: BattlePosition, recorder: Recorder) -> None:
    """Note whose Titan is gone while somebody beside it plays on: the battle continues (MM 19.5, REF magi-16)."""
    for side in (ATTACKER, DEFENDER) if position.rules.playing_on else ():
        if side in position.titan_lost or not _play_on(position, side):
            continue
        lost = next((p for p in position.fight.gone if p.owner == side and p.profile.vital), None)
        if lost is not None:
            position.titan_lost |= {side}
            who = position.rules.having("plays_on")
            text = f"{position.player(side)} has lost the {lost.profile.title}, and plays on with a {who}"
            recorder.write(text, cites=position.rules.cite("plays_on"), by_referee=True)


def _both_titans_slain(position: BattlePosition, recorder: Recorder, left: list[bool]) -> None:
    """Score two slain Titans and remove the living of both legions (LoT 19.3, REF titan-22)."""
    points = {}
    if position.rules.options["both_titans_slain"] == "each_scores":
        points = {
            1 - side: scored(position, position.fight.gone, side) for side in (ATTACKER, DEFENDER) if left[1 - side]
        }
    cites = [*position.rules.cite("both_titans")]
    position.fight.take_out([*position.fight.of(ATTACKER), *position.fight.of(DEFENDER)])
    decision = Decision(
        "titans slain", None, points, fallen_sides(position), summary="both Titans are slain", cites=cites
    )
    _decide(position, recorder, decision)


def _titan_slain(position: BattlePosition, recorder: Recorder, loser: int) -> None:
    """Score a slain Titan and those slain before it; remove the living of its legion (LoT 19.3)."""
    fight, cite, options = position.fight, position.rules.cite, position.rules.options
    # who fell last decided it: of those who play on without a Titan, the last one
    last = [p for p in fight.gone if p.owner == loser and (p.profile.vital or "plays_on" in p.profile.traits)]
    titan = last[-1] if loser in position.titan_lost else next(p for p in last if p.profile.vital)
    unstruck = titan.hex == OFF or titan.id in fight.by_hazard
    cites = [*cite("titan_slain"), *(cite("titan_unstruck") if unstruck else ())]
    points = scored(position, fight.gone, loser)
    aside = list(fight.of(loser))
    slayer: int | None = 1 - loser
    if not fight.of(1 - loser):
        why = "the legion that slew the Titan is eliminated too"
        points = points.plus(Entry("set", 0, why, cite("titan_and_slayer")))
        cites += cite("slayer_eliminated")
        slayer = slayer if options["slayer_eliminated"] == "half_and_markers" else None
    if unstruck and options["unstruck_titan"] == "nobody":
        points = points.plus(Entry("set", 0, "nobody has slain the Titan", cite("titan_unstruck")))
        slayer = None
    fight.take_out(aside)
    decision = Decision("titan slain", 1 - loser, {1 - loser: points}, [loser], slayer, aside, cites=cites)
    _decide(position, recorder, decision)


def time_loss_points(position: BattlePosition, lost: Iterable[Piece]) -> Ledger:
    """Return what the defender scores for those that a time-loss eliminates (LoT 10.5)."""
    return scored(position, lost, ATTACKER).plus(*share(position.rules, position.rules.masterplay.shares.time_loss))


def time_loss(position: BattlePosition, recorder: Recorder) -> None:
    """Eliminate the attacker before the defender's eighth Maneuver Phase (LoT 10.5)."""
    fight, cite = position.fight, position.rules.cite
    position.upkeep.battle_ends(position, recorder)
    release_in_time(position, recorder, ATTACKER)
    settle_control(position, recorder, DEFENDER)
    lost = fight.of(ATTACKER)
    fight.take_out(lost)
    cites, fallen, slayer = [*cite("time_loss")], fallen_sides(position), None
    points = time_loss_points(position, lost)
    if fallen:
        cites += cite("time_loss_titan")
        slayer = DEFENDER if position.rules.options["time_loss_titan"] == "opponent" else None
    _decide(position, recorder, Decision("time loss", DEFENDER, {DEFENDER: points}, fallen, slayer, cites=cites))


def concede(position: BattlePosition, recorder: Recorder, loser: int) -> None:
    """End the battle by concession: remove all of the loser's legion and score it (LoT 9.4, REF titan-20)."""
    fight, cite = position.fight, position.rules.cite
    winner = 1 - loser
    cites = list(cite("concession"))
    concede_late(position, recorder, loser)
    position.attacker_entered |= bool(fight.on[ATTACKER])
    doomed = [p for p in fight.of(winner) if p.slain]
    if doomed:
        cites += cite("concession_in_strikes")
        if position.rules.options["concession_in_strikes"] == "slain_stay_slain":
            fight.take_out(doomed)
    position.upkeep.battle_ends(position, recorder)
    release(position, recorder, loser)
    settle_control(position, recorder, winner)
    living = [p for p in fight.of(loser) if not p.slain]
    fight.take_out(fight.of(loser))
    reckon(position, position.held)
    _lose_titans(position, recorder)
    fallen = fallen_sides(position)
    if winner in fallen:
        # the slain Titan decides who scores, as if the conceding legion had been slain in the same phase
        text = f"{position.player(loser)} concedes in the phase in which {position.player(winner)}'s Titan is slain"
        recorder.write(text, cites=cites, by_referee=True)
        end_if_decided(position, recorder)
        return
    slayer = winner if fallen else None
    if not fight.of(winner):
        summary = "the winner's legion is eliminated too"
        if fallen and position.rules.options["slayer_eliminated"] == "nothing":
            slayer = None
        cites += cite("mutual")
        _decide(
            position, recorder, Decision("mutual elimination", None, {}, fallen, slayer, summary=summary, cites=cites)
        )
        return
    points, aside = scored(position, fight.gone, loser), []
    if fallen:
        cites += cite("titan_concession")
        if position.rules.options["titan_concession"] == "as_slain":
            aside = [p for p in living if not p.profile.vital]
            points = scored(position, [p for p in fight.gone if p not in aside], loser)
    _decide(position, recorder, Decision("concession", winner, {winner: points}, fallen, slayer, aside, cites=cites))


def withdraw(position: BattlePosition, recorder: Recorder) -> None:
    """End the battle by the attacker's retreat: who is in contact is lost, and all the lost are scored (MM 22.4)."""
    fight, cites = position.fight, position.rules.cite("retreat")
    position.upkeep.battle_ends(position, recorder)
    own = [piece for piece in fight.of(ATTACKER) if not piece.controlled]
    lost = [piece for piece in own if fight.in_contact(piece)]
    release(position, recorder, ATTACKER)
    settle_control(position, recorder, DEFENDER)
    fight.take_out(lost)
    if lost:
        names = ", ".join(f"{piece.profile.title} {piece.id}" for piece in lost)
        changes = [Change(piece.id, "hex", fight.board.labels[piece.hex], None) for piece in lost]
        recorder.write(f"in contact, and lost: {names}", cites=cites, changes=changes, by_referee=True)
    if not fight.of(ATTACKER) or fallen_sides(position):
        end_if_decided(position, recorder)
        return
    points = {DEFENDER: scored(position, fight.gone, ATTACKER)}
    summary = f"{position.player(ATTACKER)} retreats"
    _decide(position, recorder, Decision("retreat", None, points, summary=summary, cites=[*cites]))


def forfeit(position: BattlePosition, recorder: Recorder, side: int) -> None:
    """Count a side's Titan as slain because its owner concedes the game in this battle (LoT 20.4)."""
    fight, position.forfeited = position.fight, True
    concede_late(position, recorder, side)
    fight.clear()
    kept = {"keeps_player_alive", "plays_on"}
    fight.take_out([p for p in fight.pieces.values() if p.owner == side and kept & p.profile.traits])
    end_if_decided(position, recorder)


def break_off(position: BattlePosition, recorder: Recorder, side: int) -> None:
    """Stop a battle without a winner: a side's owner concedes the game, and the Titan is elsewhere (LoT 20.4)."""
    concede_late(position, recorder, side)
    if position.fight.active != side:
        send_back(position, recorder)
    position.fight.clear()
    _lose_titans(position, recorder)
    position.upkeep.battle_ends(position, recorder)
    release(position, recorder, side)
    settle_control(position, recorder, 1 - side)


def _decide(position: BattlePosition, recorder: Recorder, decision: Decision) -> None:
    """End the battle. A game carries the decision out; the end of a single battle is written here."""
    winner = decision.winner
    if winner is not None:
        # the slayer of a Titan may still muster by 14.0; 19.4 forbids it for half points only (REF titan-28)
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
    half_points = half_of(position, decision.aside) if decision.slayer is not None else Ledger("half points", [])
    totals = {SIDES[side]: ledger.total for side, ledger in decision.points.items()}
    result = Result(how=decision.how, half_points=half_points.total)
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
        _write_end(position, recorder, decision, half_points)


def _write_end(position: BattlePosition, recorder: Recorder, decision: Decision, half_points: Ledger) -> None:
    """Write how a single battle ended, and what the winner may still add to the legion (LoT 14, 15)."""
    result, cite = position.result, position.rules.cite
    assert result is not None
    if decision.winner is None:
        scores = [f"{position.player(side)} scores {ledger.total}" for side, ledger in decision.points.items()]
        text = f"{decision.summary}: {'; '.join(scores) or 'nobody scores'}"
        recorder.write(text, reasons=list(decision.points.values()), cites=decision.cites, by_referee=True)
        return
    player = position.player(decision.winner)
    # a slayer whose legion is gone has not won; as in a game, only half points are possible
    verb = "wins and scores" if result.survivors else "has no character left and scores"
    recorder.write(
        f"the battle is over ({result.how}): {player} {verb} {result.points}"
        + (f", and {result.half_points} in half points" if result.half_points else ""),
        reasons=[*decision.points.values(), *([half_points] if half_points.entries else [])],
        cites=[*decision.cites, *cite("scoring")],
        changes=[Change("battle", "result", None, result.how, f"survivors: {', '.join(result.survivors) or 'none'}")],
        by_referee=True,
    )
    room = 0 < len(result.survivors) < position.rules.combat.legion_most
    if room and decision.winner == DEFENDER and not position.reinforced and position.may_muster:
        further = list(cite("reinforcement_after_concession" if result.how == "concession" else "reinforcement"))
        further += cite("muster_after_titan") if result.how == "titan slain" else ()
        # whether the player has a character to muster is secret
        barred = "the reinforcement was declined" if position.forgone else "no character of the attacker was on the map"
        what = "may now muster" if result.may_muster else f"may not muster: {barred}"
        recorder.write(f"{player} {what}", cites=further, seen_by=[player], by_referee=True)
    if result.may_summon:
        recorder.write(f"{player} may now summon", cites=cite("summons_once"), seen_by=[player], by_referee=True)
