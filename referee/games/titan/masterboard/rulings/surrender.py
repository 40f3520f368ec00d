"""How a player gives up the game, and what his Titan's enemy has of it (LoT 20.4, 19.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...battle.rulings.ending import fallen_sides, forfeit
from ..battles import break_off, settle
from ..phases import clear_away, go_on, next_turn
from .engagements import open_at, set_aside, sides, won
from .victory import fall

if TYPE_CHECKING:
    from ..legion import Legion
    from ..position import MasterboardPosition


def titan_engaged(position: MasterboardPosition, player: str) -> Legion | None:
    """Return the player's legion whose Engagement is an Engagement of his Titan, one that fell in its battle too."""
    if position.battle is not None:
        for side in fallen_sides(position.battle):
            if position.battle.player(side) == player:
                return sides(position)[side]
    early = player == position.mover and position.stage == "movement"
    lands = position.engaged() if early or position.stage == "engagement" else []
    return next((x for x in position.own(player) if x.land in lands and position.vital(x)), None)


def give_up(position: MasterboardPosition, recorder: Recorder, player: str) -> None:
    """Put a player out of the game at his own word: an engaged Titan counts as slain, else nobody scores."""
    legion = titan_engaged(position, player)
    cites = position.rules.cite("giving_up" if legion is None else "game_conceded")
    recorder.write(f"{player} gives up the game", cites=cites, changes=[Change(player, "fallen", None, True)])
    if legion is None:
        _leave(position, recorder, player)
        return
    position.stage = "engagement"
    if position.engagement is None:
        open_at(position, recorder, legion.land)
    if position.battle is not None:
        gone = len(position.battle.fight.gone)
        forfeit(position.battle, recorder, position.battle.players.index(player))
        settle(position, recorder, gone)
    else:
        _titan_given_up(position, recorder, legion)


def _leave(position: MasterboardPosition, recorder: Recorder, player: str) -> None:
    """Take the legions of the Mover off, whose Titan nobody has beaten (REF titan-54)."""
    fallen = [player]
    if position.battle is not None:
        fallen += break_off(position, recorder, player)
    if position.engagement is not None:
        clear_away(position, recorder)
    if position.rules.options["giving_up"] == "nothing":
        for legion in position.own(player):
            position.bury(legion.contents or [])
            position.remove(legion)
    fall(position, recorder, fallen, None)
    if position.outcome is None:
        next_turn(position, recorder)


def _titan_given_up(position: MasterboardPosition, recorder: Recorder, legion: Legion) -> None:
    """Count a Titan as slain where its owner gives up the game before the battle of its Engagement (LoT 20.4)."""
    attacker, defender = sides(position)
    winner = defender if legion is attacker else attacker
    points = set_aside(position, legion)
    said = f"{legion.player} has given up the game, and the Titan counts as slain"
    cites = position.rules.cite("game_conceded")
    won(position, recorder, winner, legion, points, said, muster=False, summon=winner is attacker, cites=cites)
    go_on(position, recorder)
