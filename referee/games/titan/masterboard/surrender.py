"""How a player gives up the game, and what his Titan's enemy has of it (LoT 20.4, 19.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.desk import Desk
from referee.core.trace import Change

from ..battle.ending import fallen_sides, forfeit
from .battles import break_off, settle
from .course import clear_away, go_on, next_turn
from .engagements import open_at, set_aside, sides, won
from .victory import fall

if TYPE_CHECKING:
    from .legion import Legion
    from .work import MasterWork


def titan_engaged(work: MasterWork, player: str) -> Legion | None:
    """Return the player's legion whose Engagement is an Engagement of his Titan, one that fell in its battle too."""
    if work.battle is not None:
        for side in fallen_sides(work.battle):
            if work.battle.player(side) == player:
                return sides(work)[side]
    early = player == work.mover and work.stage == "movement"
    lands = work.engaged() if early or work.stage == "engagement" else []
    return next((x for x in work.own(player) if x.land in lands and work.vital(x)), None)


def give_up(work: MasterWork, desk: Desk, player: str) -> None:
    """Put a player out of the game at his own word: an engaged Titan counts as slain, else nobody scores."""
    legion = titan_engaged(work, player)
    cites = work.rules.cite("giving_up" if legion is None else "game_conceded")
    desk.write(f"{player} gives up the game", cites=cites, changes=[Change(player, "fallen", None, True)])
    if legion is None:
        _leave(work, desk, player)
        return
    work.stage = "engagement"
    if work.engagement is None:
        open_at(work, desk, legion.land)
    if work.battle is not None:
        gone = len(work.battle.fight.gone)
        forfeit(work.battle, desk, work.battle.players.index(player))
        settle(work, desk, gone)
    else:
        _titan_given_up(work, desk, legion)


def _leave(work: MasterWork, desk: Desk, player: str) -> None:
    """Take the legions of the Mover off, whose Titan nobody has beaten (REF titan-54)."""
    fallen = [player]
    if work.battle is not None:
        fallen += break_off(work, desk, player)
    if work.engagement is not None:
        clear_away(work, desk)
    if work.rules.options["giving_up"] == "nothing":
        for legion in work.own(player):
            work.bury(legion.contents or [])
            work.remove(legion)
    fall(work, desk, fallen, None)
    if work.outcome is None:
        next_turn(work, desk)


def _titan_given_up(work: MasterWork, desk: Desk, legion: Legion) -> None:
    """Count a Titan as slain where its owner gives up the game before the battle of its Engagement (LoT 20.4)."""
    attacker, defender = sides(work)
    winner = defender if legion is attacker else attacker
    points = set_aside(work, legion)
    said = f"{legion.player} has given up the game, and the Titan counts as slain"
    cites = work.rules.cite("game_conceded")
    won(work, desk, winner, legion, points, said, muster=False, summon=winner is attacker, cites=cites)
    go_on(work, desk)
