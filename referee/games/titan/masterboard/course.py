"""The course of a game: the setting up, and the phases of a Game-Turn one after another (LoT 5, 6)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from referee.core.desk import Desk
from referee.core.dice import Roll, Throw
from referee.core.trace import Change

from .duties import crowded
from .engagements import open_at, open_gains
from .victory import fall, stop
from .work import ROLL

if TYPE_CHECKING:
    from .legion import Legion
    from .state import EngagementState
    from .work import MasterWork


def settle_towers(work: MasterWork, desk: Desk) -> None:
    """Give the Towers of a round of rolls to those who rolled alone for a free one; the others roll again (LoT 5.1)."""
    rolling = [player for player in work.players if player not in work.towers]
    if any(player not in work.rolled for player in rolling):
        return
    cite, table = work.rules.cite, work.graph.table.starting_towers
    count = Counter(work.rolled[player] for player in rolling)
    free = {number: land for number, land in table.items() if land not in work.towers.values()}
    for player in rolling:
        number = work.rolled[player]
        if count[number] == 1 and str(number) in free:
            work.towers[player] = free[str(number)]
            desk.write(
                f"{player} begins in {work.graph.titled(free[str(number)])}",
                cites=cite("tower_roll"),
                changes=[Change(player, "tower", None, free[str(number)])],
                by_referee=True,
            )
    work.rolled = {}
    work.rolls += 1
    again = [player for player in work.players if player not in work.towers]
    if again:
        desk.write(f"{', '.join(again)} must roll again", cites=cite("tower_roll"), by_referee=True)
    else:
        seat(work, desk)


def seat(work: MasterWork, desk: Desk) -> None:
    """Settle the order of play when every Tower is given: the highest first, then round the table (LoT 5.1, 6.0)."""
    ranks = {land: int(number) for number, land in work.graph.table.starting_towers.items()}
    by_tower = sorted(work.players, key=lambda player: -ranks[work.towers[player]])
    order = by_tower
    if work.rules.options["play_order"] == "seating":
        first = work.players.index(by_tower[0])
        order = [*work.players[first:], *work.players[:first]]
    work.players = tuple(order)
    work.mover = order[0]
    cites = work.rules.cite("play_order")
    desk.write(f"the order of play is {', '.join(order)}", cites=cites, by_referee=True)


def start(work: MasterWork, desk: Desk) -> None:
    """Begin the first Game-Turn when every player has his legions on his Tower."""
    if work.starters():
        return
    work.mover = work.players[0]
    work.turn = 1
    work.stage = "commencement"
    desk.write(f"Game-Turn 1 of {work.mover} begins", cites=work.rules.cite("game_turn"), by_referee=True)


def movement_roll(work: MasterWork, occasion: str) -> Throw:
    """Return the throw of the Mover's die for movement, on either occasion of his Game-Turn (LoT 6.2, 7.6)."""
    return Throw(work.event(occasion), work.mover, 1, work.rules.masterplay.movement_die)


def march(work: MasterWork, desk: Desk, roll: Roll | None) -> None:
    """Begin the Movement Phase with its roll, None where it has not been made yet (LoT 6.2)."""
    work.stage = "movement"
    if roll is None:
        work.roll = None
        desk.uncertain.add(ROLL)
        return
    work.roll = roll.dice[0]
    desk.write(
        f"the Movement Roll of {work.mover} is {work.roll}",
        rolled=[roll],
        cites=work.rules.cite("movement_roll"),
        by_referee=True,
    )


def halt(work: MasterWork, desk: Desk, late: bool) -> None:
    """End the Movement Phase, `late` where time was called on it (LoT 6.3).

    Parts of a split that share a Land are one legion again; the Engagements begin.
    """
    for legions in crowded(work):
        recombine(work, desk, legions, late)
    work.stage = "engagement"
    work.clock = None
    next_engagement(work, desk)


def recombine(work: MasterWork, desk: Desk, legions: list[Legion], late: bool) -> None:
    """Abort the splits of legions that were left in one Land (LoT 4.3)."""
    stem = next((legion for legion in legions if legion.split_from is None), legions[0])
    # whether they could have parted in time is not told: it may hang on what they hold (REF titan-57)
    cites = [*work.rules.cite("recombined"), *(work.rules.cite("clock") if late else ())]
    said = "has not parted in time" if late else "cannot part"
    for legion in legions:
        if legion is stem or legion.split_from is None:
            continue
        # nothing has left the stem after all
        split = (legion.id, "split", stem.id)
        work.revealed = [seen for seen in work.revealed if (seen.legion, seen.how, seen.of) != split]
        if stem.contents is None or legion.contents is None:
            stem.count = stem.height + legion.height
            stem.contents = None
        else:
            stem.contents.extend(legion.contents)
        work.remove(legion)
        desk.write(
            f"{legion.id} {said} from {stem.id} and is one legion with it again",
            cites=cites,
            changes=[Change(legion.id, "land", legion.land, None, f"back in {stem.id}, now {stem.height} high")],
            by_referee=True,
        )


def next_engagement(work: MasterWork, desk: Desk) -> None:
    """Go on in the Engagement Phase: the only Engagement left opens by itself, none ends the phase (LoT 9.1)."""
    left = work.engaged()
    if len(left) == 1:
        open_at(work, desk, left[0])
    elif not left:
        enlist(work, desk)


def go_on(work: MasterWork, desk: Desk) -> None:
    """Close an Engagement that is decided, unless its winner could still gain something (REF titan-49)."""
    now = work.engagement
    if now is not None and now.stage == "gains" and not open_gains(work):
        close(work, desk)
        work.shut = now.gains.player if now.gains is not None else None


def close(work: MasterWork, desk: Desk) -> None:
    """Close an Engagement: the slain go where they belong, a fallen player leaves, and the phase goes on (LoT 9.5)."""
    closed = clear_away(work, desk)
    if closed.fallen:
        fall(work, desk, closed.fallen, closed.slayer, closed.set_aside)
    if work.outcome is not None:
        return
    if work.mover not in work.living:
        next_turn(work, desk)
    else:
        next_engagement(work, desk)


def clear_away(work: MasterWork, desk: Desk) -> EngagementState:
    """Lay the slain of the Engagement where they belong, and take legions with nobody left off the board (LoT 9.5)."""
    closed = work.engagement
    assert closed is not None
    work.engagement = None
    back = work.bury(name for name, number in closed.slain.items() for _ in range(number))
    if back:
        cites = work.rules.cite("lords_return")
        desk.write(f"back to the caretaker: {work.title(back)}", cites=cites, by_referee=True)
    for legion in [x for x in work.legions.values() if not x.height]:
        desk.write(f"{legion.id} has nobody left and is eliminated", cites=work.rules.cite("emptied"), by_referee=True)
        work.remove(legion)
    return closed


def enlist(work: MasterWork, desk: Desk) -> None:
    """Begin the Enlistment Phase, when every Engagement is resolved (LoT 6.3, 6.4)."""
    work.stage = "enlistment"
    desk.write(f"the Enlistment Phase of {work.mover} begins", cites=work.rules.cite("enlistment"), by_referee=True)


def next_turn(work: MasterWork, desk: Desk) -> None:
    """End a Game-Turn and begin the next player's (LoT 6.0)."""
    number = work.players.index(work.mover)
    after = [*work.players[number + 1 :], *work.players[: number + 1]]
    coming = next(player for player in after if player in work.living)
    ended = work.players.index(coming) <= number
    for legion in work.legions.values():
        legion.moved = legion.mustered = False
        legion.origin = legion.side = legion.split_from = None
    work.roll = None
    work.mulligan = work.teleport_used = work.summoned = False
    work.engagement = None
    # whoever would stop the game says so anew in every Game-Turn (REF titan-56)
    work.stopping = []
    limit = work.rules.options["turn_limit"]
    if ended and isinstance(limit, int) and work.turn >= limit:
        stop(work, desk, f"the limit of {limit} Game-Turns is reached")
        return
    work.turn += ended
    work.mover = coming
    work.stage = "commencement"
    desk.write(f"Game-Turn {work.turn} of {coming} begins", cites=work.rules.cite("game_turn"), by_referee=True)
