"""Who was mustered or summoned into a battle and has not entered: sent back, let pass, conceded (LoT 14.0, 15.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.desk import Desk

from ..state import Summonable
from .fight import DEFENDER, OFF, Piece

if TYPE_CHECKING:
    from ..work import TitanWork


def waiting(work: TitanWork) -> list[Piece]:
    """Return who has been mustered or summoned and has not entered; in the first round nobody can have been."""
    fight = work.fight
    return [p for p in fight.of(fight.active) if p.hex == OFF] if fight.round > 1 else []


def turn_back(work: TitanWork, desk: Desk) -> None:
    """End the time to enter: who has not goes back, and the defender may have let his reinforcement pass."""
    if _lets_pass(work):
        work.declined = True
        if work.forgone:
            who, cites = work.player(DEFENDER), work.rules.cite("declined_reinforcement")
            said = f"{who} lets his reinforcement pass, and may not muster after the battle either"
            desk.write(said, cites=cites, by_referee=True)
    send_back(work, desk)


def _lets_pass(work: TitanWork) -> bool:
    """Return whether the defender ends his fourth Maneuver Phase without one who could have entered (REF titan-65)."""
    fight = work.fight
    if fight.active != DEFENDER or fight.round != work.rules.combat.reinforcement_round:
        return False
    could = waiting(work)
    if not work.reinforced and len(fight.living(DEFENDER)) < work.rules.combat.legion_most:
        could = [Piece("", work.rules.profile(name), DEFENDER) for name in work.may_muster]
    return any(fight.destinations(piece) for piece in could)


def send_back(work: TitanWork, desk: Desk, cites: tuple[str, ...] = ()) -> None:
    """Send back a reinforcement or a summoned character that has not entered (LoT 14.0, REF titan-17)."""
    fight, cite = work.fight, work.rules.cite
    for piece in waiting(work):
        fight.remove(piece)
        said = f"{work.named(piece)} has not entered and"
        if fight.active == DEFENDER:
            work.reinforced = False
            desk.write(f"{said} goes back", cites=[*cites, *cite("reinforcement")], by_referee=True)
            continue
        fate = work.rules.options["angel_not_entered"]
        work.summoned = fate != "returns"
        if fate != "slain" and work.summoned_from is not None:
            work.may_summon.append(Summonable(character=piece.profile.name, legion=work.summoned_from))
        if fate == "slain":
            fight.gone.append(piece)
        said += " is eliminated" if fate == "slain" else " goes back to its legion"
        desk.write(said, cites=[*cites, *cite("summons_back")], by_referee=True)


def concede_late(work: TitanWork, desk: Desk, side: int) -> None:
    """Settle what becomes of one who has not entered when his owner concedes (REF titan-66)."""
    if work.fight.active != side:
        return
    cites = work.rules.cite("unentered_at_concession")
    if work.rules.options["unentered_at_concession"] == "returned":
        send_back(work, desk, cites)
    for piece in waiting(work):
        desk.write(f"{work.named(piece)} has not entered, and counts with its legion", cites=cites, by_referee=True)
