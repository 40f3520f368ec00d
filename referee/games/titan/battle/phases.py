"""How the phases of a battle end and begin (LoT 10, 14, 15)."""

from __future__ import annotations

from referee.core.documents.problems import counted
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Awaiting, Change

from ..sides import SIDES
from .effects import drop
from .events import done_of, hits_change, moment, remove_slain
from .orders.arrive import Muster, Summon
from .pieces import ATTACKER, DEFENDER
from .position import BattlePosition
from .reverting import go_home
from .rulings.arrivals import turn_back
from .rulings.ending import concede, end_if_decided, time_loss
from .rulings.harm import prevented


def awaiting(position: BattlePosition) -> list[Awaiting]:
    """Return whom a battle waits for, the pieces that must act, and those that may; empty after the end."""
    phase = position.phase()
    if phase is None:
        return []
    if position.spirits:
        first = position.caster_side(position.spirits[0])
        own = [f"spirit {ident}" for ident in position.spirits if position.caster_side(ident) == first]
        return [Awaiting(phase.players[0], phase.name, own, [])]
    player, striking = phase.players[0], position.fight.striking_phase
    may = [p.id for p in (position.may_rangestrike() if striking else position.may_move())]
    if position.rules.abilities:
        from .rulings.abilities import able_pieces

        may += [piece.id for piece in able_pieces(position) if piece.id not in may]
    may += [ident for ident in position.upkeep.able(position) if ident not in may]
    if not striking:
        may += [
            f"{kind.verb} {order.character()}" for kind in (Muster, Summon) for order in kind.open(position, player)
        ]
        may += [said for said in position.upkeep.open(position, player) if said not in may]
    must = [p.id for p in position.must_strike()]
    out = [Awaiting(player, phase.name, must, may)]
    if position.retreat:
        # the defender may consent while the attacker's Maneuver Phase goes on
        out.append(Awaiting(position.player(DEFENDER), phase.name, [], ["consent battle"]))
    return out


def end_maneuver(position: BattlePosition, recorder: Recorder) -> None:
    """End a Maneuver Phase: characters off the map are lost or go back, and the Strike Phase begins."""
    fight = position.fight
    position.retreat = False
    first = fight.round == 1
    if first:
        if _lose_outside(position, recorder):
            return
    else:
        turn_back(position, recorder)
    drop(position, recorder)
    if moment(position, recorder, "maneuver_ends"):
        return
    position.upkeep.maneuver_ends(position, recorder)
    if position.over or _sent_home(position, recorder):
        return
    if fight.active == ATTACKER and position.summons == "open":
        position.summons = "past"
    position.forget_uses("phase")
    for piece in fight.pieces.values():
        piece.moved = piece.cast = piece.came = piece.turned = False
        piece.farther = 0
    if position.setting_up:
        _next_maneuver(position, recorder)
        return
    fight.striking_phase = True
    fight.striking = fight.active
    before = {piece.id: piece.hits for piece in fight.pieces.values()} if fight.board.harmful else {}
    for piece, harmed in fight.damage():
        was = before[piece.id]
        healed = min(harmed.healed.total, was)
        taken = piece.hits - was + healed
        told = (done_of(position, harmed.healed, healed), done_of(position, harmed.ledger, taken))
        done = [f"heals {counted(healed, 'hit')}"] if healed else []
        done += [f"takes {counted(taken, 'hit')}"] if taken else []
        spared = prevented(harmed.ledger)
        done += ["takes no hits"] if spared else []
        if done:
            recorder.write(
                f"{position.named(piece)} {' and '.join(done)} at the start of the Strike Phase",
                reasons=[ledger for ledger in told if ledger.total or (spared and ledger is told[1])],
                changes=[hits_change(position, piece, piece.hits - was)] if healed or taken else [],
                by_referee=True,
            )
    moment(position, recorder, "strike_begins", removing=False)
    position.upkeep.strike_begins(position, recorder)
    if position.spells:
        from .rulings.spirits import to_choose

        position.spirits = to_choose(position)
    skip_empty_parts(position, recorder)


def end_strike(position: BattlePosition, recorder: Recorder) -> None:
    """End one player's part of a Strike Phase: the other player strikes, or the phase ends (LoT 12.0)."""
    fight = position.fight
    if fight.striking == fight.active:
        fight.striking = 1 - fight.active
        skip_empty_parts(position, recorder)
    else:
        _close_strikes(position, recorder)


def skip_empty_parts(position: BattlePosition, recorder: Recorder) -> None:
    """Skip each part of a Strike Phase in which a player can neither strike nor rangestrike (REF titan-26)."""
    fight, cites = position.fight, position.rules.cite("part_passes")
    if not fight.striking_phase or position.over or position.spirits or _may_act(position):
        return
    who, first = position.player(fight.striking), fight.striking == fight.active
    if first:
        fight.striking = 1 - fight.active
        if _may_act(position):
            recorder.write(f"{who} has nobody to strike", cites=cites, by_referee=True)
            return
    text = "neither player has anybody to strike" if first else f"{who} has nobody to strike"
    recorder.write(text, cites=cites, by_referee=True)
    _close_strikes(position, recorder)


def _may_act(position: BattlePosition) -> bool:
    """Return whether the striking side can strike, rangestrike or use an ability."""
    fight = position.fight
    if fight.owes_strikes(fight.striking) or next(position.rangestrikers(), None) is not None:
        return True
    if position.upkeep.able(position):
        return True
    if not position.rules.abilities:
        return False
    from .rulings.abilities import able_pieces

    return bool(able_pieces(position))


def _close_strikes(position: BattlePosition, recorder: Recorder) -> None:
    """End a Strike Phase: the slain leave, and the battle ends or the next Maneuver Phase begins."""
    fight = position.fight
    position.upkeep.strikes_over(position, recorder)
    remove_slain(position, recorder)
    position.upkeep.strike_ends(position, recorder)
    drop(position, recorder)
    go_home(position, recorder)
    for piece in fight.pieces.values():
        piece.struck = piece.cast = False
    if position.conceded is not None:
        concede(position, recorder, SIDES.index(position.conceded))
        return
    if end_if_decided(position, recorder):
        return
    if position.rules.eventful or position.effects:
        moment(position, recorder, "strike_ends", removing=False)
        removed = remove_slain(position, recorder)
        drop(position, recorder)
        go_home(position, recorder)
        if (removed or position.turned) and end_if_decided(position, recorder):
            return
    position.forget_uses("phase")
    _next_maneuver(position, recorder)


def _next_maneuver(position: BattlePosition, recorder: Recorder) -> None:
    """Begin the next Maneuver Phase; the defender has the first of every round (LoT 10.3)."""
    fight, cite = position.fight, position.rules.cite
    fight.striking_phase = False
    new_round = fight.active != position.first and not position.setting_up
    if new_round:
        fight.round_ending = True
        over = moment(position, recorder, "round_ends") or _sent_home(position, recorder)
        fight.round_ending = False
        if over:
            return
        position.upkeep.round_ends(position, recorder)
        position.forget_uses("round")
        position.set_round(fight.round + 1)
    for piece in fight.pieces.values():
        piece.gone = 0
    fight.active = 1 - fight.active
    position.set_deploying()
    if fight.round > position.rounds:
        time_loss(position, recorder)
        return
    if new_round and (moment(position, recorder, "round_begins") or _sent_home(position, recorder)):
        return
    if fight.active == ATTACKER and position.summons == "due":
        position.summons = "open"
        room = len(fight.holding(ATTACKER)) < position.rules.combat.legion_most
        if position.may_summon and not position.summoned and room:
            # whether the player has an Angel to summon is secret
            who = position.player(ATTACKER)
            recorder.write(
                f"{who} may summon in this Maneuver Phase", cites=cite("summons"), seen_by=[who], by_referee=True
            )
    position.upkeep.maneuver_begins(position, recorder)
    moment(position, recorder, "maneuver_begins")
    for piece in fight.pieces.values():
        # who has changed sides before the phase moves in it
        piece.moved, piece.farther = False, 0


def _sent_home(position: BattlePosition, recorder: Recorder) -> bool:
    """Send those home whose control has ended, as the phase ends; return whether the battle is over by it."""
    go_home(position, recorder)
    return position.turned and end_if_decided(position, recorder)


def _lose_outside(position: BattlePosition, recorder: Recorder) -> bool:
    """Remove the characters that did not enter in the first Maneuver Phase; return whether the battle ends."""
    fight, cite = position.fight, position.rules.cite
    lost = fight.leave_outside()
    if fight.active == ATTACKER and any(p.side == ATTACKER for p in fight.pieces.values()):
        position.attacker_entered = True
    if not lost:
        return False
    recorder.write(
        f"not on the map, and lost: {', '.join(f'{p.profile.title} {p.id}' for p in lost)}",
        cites=cite("lost_outside"),
        changes=[Change(p.id, "hex", None, None) for p in lost],
        by_referee=True,
    )
    options = position.rules.options
    if fight.active == DEFENDER and options["unentered_open_summons"] == "open":
        position.summons = "due"
        recorder.steps[-1].cites += cite("unentered_summons")
    if any(p.profile.vital for p in lost):
        recorder.steps[-1].cites += cite("titan_unentered")
        if options["unentered_titan"] == "after_strikes" and fight.living(fight.active):
            return False
    return end_if_decided(position, recorder)
