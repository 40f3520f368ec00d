"""Characters mustered or summoned that have not entered: sent back, declined or conceded (LoT 14.0, 15.0)."""

from __future__ import annotations

from referee.core.game.recorder import Recorder

from ..pieces import DEFENDER, OFF, Piece
from ..position import BattlePosition
from ..state import Summonable


def waiting(position: BattlePosition) -> list[Piece]:
    """Return the active side's mustered or summoned characters that have not entered; none in the first round."""
    fight = position.fight
    return [p for p in fight.of(fight.active) if p.hex == OFF] if fight.round > 1 else []


def turn_back(position: BattlePosition, recorder: Recorder) -> None:
    """End the time to enter: send characters back that have not entered; note a reinforcement that is declined."""
    if _declines_reinforcement(position):
        position.declined = True
        if position.forgone:
            player, cites = position.player(DEFENDER), position.rules.cite("declined_reinforcement")
            text = f"{player} declines the reinforcement, and may not muster after the battle either"
            recorder.write(text, cites=cites, by_referee=True)
    send_back(position, recorder)


def _declines_reinforcement(position: BattlePosition) -> bool:
    """Return whether the defender ends the fourth Maneuver Phase without a reinforcement that could have entered."""
    fight = position.fight
    if fight.active != DEFENDER or fight.round != position.rules.combat.reinforcement_round:
        return False
    candidates = waiting(position)
    if not position.reinforced and len(fight.holding(DEFENDER)) < position.rules.combat.legion_most:
        candidates = [Piece("", position.rules.profile(name), DEFENDER) for name in position.may_muster]
    return any(fight.destinations(piece) for piece in candidates)


def send_back(position: BattlePosition, recorder: Recorder, cites: tuple[str, ...] = ()) -> None:
    """Send back a reinforcement or a summoned character that has not entered (LoT 14.0, REF titan-17)."""
    fight, cite = position.fight, position.rules.cite
    for piece in waiting(position):
        fight.remove(piece)
        text = f"{position.named(piece)} has not entered and"
        if fight.active == DEFENDER:
            position.reinforced = False
            recorder.write(f"{text} goes back", cites=[*cites, *cite("reinforcement")], by_referee=True)
            continue
        fate = position.rules.options["angel_not_entered"]
        position.summoned = fate != "returns"
        if fate != "slain" and position.summoned_from is not None:
            position.may_summon.append(Summonable(character=piece.profile.name, legion=position.summoned_from))
        if fate == "slain":
            fight.gone.append(piece)
        text += " is eliminated" if fate == "slain" else " goes back to its legion"
        recorder.write(text, cites=[*cites, *cite("summons_back")], by_referee=True)


def concede_late(position: BattlePosition, recorder: Recorder, side: int) -> None:
    """Remove or score a character that has not entered when its owner concedes (REF titan-66)."""
    if position.fight.active != side:
        return
    cites = position.rules.cite("unentered_at_concession")
    if position.rules.options["unentered_at_concession"] == "returned":
        send_back(position, recorder, cites)
    for piece in waiting(position):
        recorder.write(
            f"{position.named(piece)} has not entered, and counts with its legion", cites=cites, by_referee=True
        )
