"""How a game is set up, and how the phases of a Game-Turn follow one another (LoT 5, 6)."""

from __future__ import annotations

from collections import Counter

from referee.core.game.dice import Roll, Throw
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from .events import moment
from .laid import follow_union
from .legion import Legion
from .position import MasterboardPosition
from .rulings.duties import legions_sharing_lands
from .rulings.engagements import open_at, open_gains
from .rulings.splitting import reduce
from .rulings.victory import fall, stop
from .state import EngagementState, MageState


def settle_towers(position: MasterboardPosition, recorder: Recorder) -> None:
    """Give a free Tower to each player who alone rolled its number; the others roll again (LoT 5.1)."""
    rolling = [player for player in position.players if player not in position.towers]
    if any(player not in position.rolled for player in rolling):
        return
    cite, table = position.rules.cite, position.graph.table.starting_towers
    count = Counter(position.rolled[player] for player in rolling)
    free = {number: land for number, land in table.items() if land not in position.towers.values()}
    for player in rolling:
        number = position.rolled[player]
        if count[number] == 1 and str(number) in free:
            position.towers[player] = free[str(number)]
            recorder.write(
                f"{player} begins in {position.graph.titled(free[str(number)])}",
                cites=cite("tower_roll"),
                changes=[Change(player, "tower", None, free[str(number)])],
                by_referee=True,
            )
    position.rolled = {}
    position.rolls += 1
    again = [player for player in position.players if player not in position.towers]
    if again:
        recorder.write(f"{', '.join(again)} must roll again", cites=cite("tower_roll"), by_referee=True)
    else:
        set_play_order(position, recorder)


def set_play_order(position: MasterboardPosition, recorder: Recorder) -> None:
    """Set the order of play when every player has a Tower: the highest Tower first (LoT 5.1, 6.0)."""
    ranks = {land: int(number) for number, land in position.graph.table.starting_towers.items()}
    by_tower = sorted(position.players, key=lambda player: -ranks[position.towers[player]])
    order = by_tower
    if position.rules.options["play_order"] == "seating":
        first = position.players.index(by_tower[0])
        order = [*position.players[first:], *position.players[:first]]
    position.players = tuple(order)
    position.mover = order[0]
    cites = position.rules.cite("play_order")
    recorder.write(f"the order of play is {', '.join(order)}", cites=cites, by_referee=True)


def start(position: MasterboardPosition, recorder: Recorder) -> None:
    """Begin the first Game-Turn when every player has placed their legions on their Tower."""
    if position.starters():
        return
    position.mover = position.players[0]
    position.turn = 1
    position.go_to("commencement")
    recorder.write(f"Game-Turn 1 of {position.mover} begins", cites=position.rules.cite("game_turn"), by_referee=True)
    moment(position, recorder, "turn_begins")


def movement_roll(position: MasterboardPosition, occasion: str) -> Throw:
    """Return the throw of the Mover's movement die: the first, or the repeated one (LoT 6.2, 7.6)."""
    # a roll that a Spell has undone is another roll
    again = f"-{position.rerolls + 1}" if position.rerolls else ""
    return Throw(position.event(f"{occasion}{again}"), position.mover, 1, position.rules.masterplay.movement_die)


def begin_movement(position: MasterboardPosition, recorder: Recorder, roll: Roll | None) -> None:
    """Begin the Movement Phase with its roll, None if it has not been made yet (LoT 6.2)."""
    position.go_to("movement")
    position.roll = None if roll is None else roll.dice[0]
    position.shut = None
    if roll is None:
        return
    recorder.write(
        f"the Movement Roll of {position.mover} is {position.roll}",
        rolled=[roll],
        cites=position.rules.cite("movement_roll"),
        by_referee=True,
    )


def end_movement(position: MasterboardPosition, recorder: Recorder, late: bool) -> None:
    """End the Movement Phase; `late` says that time was called on it (LoT 6.3).

    Parts of a split that still share a Land become one legion again. The Engagement Phase begins.
    """
    for legions in legions_sharing_lands(position):
        recombine(position, recorder, legions, late)
    for land in position.engaged() if position.rules.keeping_spells else ():
        for legion in position.at(land):
            legion.draw_deferred = legion.player == position.mover and legion.moved
    position.go_to("engagement")
    position.clock = position.passage = None
    next_engagement(position, recorder)


def recombine(position: MasterboardPosition, recorder: Recorder, legions: list[Legion], late: bool) -> None:
    """Undo the splits of legions that still share a Land (LoT 4.3)."""
    stem = next((legion for legion in legions if legion.split_from is None), legions[0])
    # do not report whether they could have parted in time: it may reveal what they hold (REF titan-57)
    cites = [*position.rules.cite("recombined"), *(position.rules.cite("clock") if late else ())]
    said = "has not parted in time" if late else "cannot part"
    for legion in legions:
        if legion is stem or legion.split_from is None:
            continue
        reunite(position, recorder, stem, legion, f"{said} from {stem.id} and is one legion with it again", cites)


def join(position: MasterboardPosition, recorder: Recorder, legions: list[Legion]) -> None:
    """Make the legions of an Engagement that a Titan joined one, when no enemy is left there (REF titan-39)."""
    stem = max(legions, key=position.vital)
    for legion in legions:
        if legion is not stem:
            cites = [*position.rules.cite("titan_joined"), *position.rules.cite("one_legion")]
            reunite(position, recorder, stem, legion, f"has no enemy left and joins {stem.id}", cites)
    reduce(position, recorder, stem, by_referee=True)


def reunite(
    position: MasterboardPosition, recorder: Recorder, stem: Legion, legion: Legion, said: str, cites: list[str]
) -> None:
    """Make two legions one, as when a split is undone."""
    # the split is undone, so its record goes too
    split = (legion.id, "split", stem.id)
    position.revealed = [seen for seen in position.revealed if (seen.legion, seen.how, seen.of) != split]
    if stem.contents is None or legion.contents is None:
        stem.count = stem.height + legion.height
        stem.contents = None
    else:
        stem.contents.extend(legion.contents)
        stem.magi, legion.magi = [*stem.magi, *legion.magi], []
    recorder.write(
        f"{legion.id} {said}",
        cites=cites,
        changes=[Change(legion.id, "land", legion.land, None, f"back in {stem.id}, now {stem.height} high")],
        by_referee=True,
    )
    follow_union(position, recorder, stem, legion)
    position.remove(legion)


def next_engagement(position: MasterboardPosition, recorder: Recorder) -> None:
    """Continue the Engagement Phase: open the only Engagement left, or end the phase if none is left (LoT 9.1)."""
    left = position.engaged()
    for legions in legions_sharing_lands(position):
        if legions[0].land not in left and all(legion.moved for legion in legions):
            join(position, recorder, legions)
    if len(left) == 1:
        open_at(position, recorder, left[0])
    elif not left:
        begin_enlistment(position, recorder)


def close_if_no_gains(position: MasterboardPosition, recorder: Recorder) -> None:
    """Close a decided Engagement if its winner can gain nothing more (REF titan-49)."""
    now = position.engagement
    if now is not None and now.stage == "gains" and not open_gains(position):
        close(position, recorder)
        over = position.outcome is not None
        position.shut = None if over or now.gains is None else now.gains.player
        position.closed = now.gains


def close(position: MasterboardPosition, recorder: Recorder) -> None:
    """Close an Engagement: return the slain, remove fallen players, and continue the phase (LoT 9.5)."""
    closed = clear_away(position, recorder)
    if closed.fallen:
        fall(position, recorder, closed.fallen, closed.slayer, closed.set_aside, closed.resigned)
    if position.outcome is not None:
        return
    if position.mover not in position.living:
        next_turn(position, recorder)
    else:
        next_engagement(position, recorder)


def clear_away(position: MasterboardPosition, recorder: Recorder) -> EngagementState:
    """Return the slain of the Engagement to their places, and remove empty legions from the board (LoT 9.5)."""
    closed = position.engagement
    assert closed is not None
    position.engagement = None
    _remember(position, closed)
    back = position.bury(name for name, number in closed.slain.items() for _ in range(number))
    position.returned += closed.stacks
    if closed.gains is not None and closed.gains.drawn:
        # what a victory has brought and nobody has got, as its player gives up the game
        position.returned.append(MageState(id=closed.gains.legion, held=closed.gains.drawn))
    if back:
        cites = position.rules.cite("lords_return")
        recorder.write(f"back to the caretaker: {position.title(back)}", cites=cites, by_referee=True)
    for legion in [x for x in position.legions.values() if not x.height]:
        recorder.write(
            f"{legion.id} has nobody left and is eliminated", cites=position.rules.cite("emptied"), by_referee=True
        )
        position.remove(legion)
    return closed


def _remember(position: MasterboardPosition, closed: EngagementState) -> None:
    """Keep with the Mover's legion who was slain as it won: one of them may be raised there (MM 9.4.10)."""
    winner = position.legions.get(closed.gains.legion) if closed.gains is not None else None
    if winner is not None and winner.player == position.mover and position.rules.spells:
        winner.fought = dict(closed.slain)


def begin_enlistment(position: MasterboardPosition, recorder: Recorder) -> None:
    """Begin the Enlistment Phase after the last Engagement (LoT 6.3, 6.4)."""
    position.go_to("enlistment")
    recorder.write(
        f"the Enlistment Phase of {position.mover} begins", cites=position.rules.cite("enlistment"), by_referee=True
    )


def next_turn(position: MasterboardPosition, recorder: Recorder) -> None:
    """End a Game-Turn and begin the next player's (LoT 6.0)."""
    moment(position, recorder, "turn_ends")
    position.forget_uses("turn")
    number = position.players.index(position.mover)
    after = [*position.players[number + 1 :], *position.players[: number + 1]]
    coming = next(player for player in after if player in position.living)
    ended = position.players.index(coming) <= number
    for legion in position.legions.values():
        legion.begin_turn()
    position.roll = None
    position.rerolls = 0
    position.no_muster_lands = []
    position.mulligan = position.teleport_used = position.summoned = False
    position.engagement = position.shut = None
    # a request to stop the game lapses with the Game-Turn (REF titan-56)
    position.stopping = []
    limit = position.rules.options["turn_limit"]
    if ended and isinstance(limit, int) and position.turn >= limit:
        stop(position, recorder, f"the limit of {limit} Game-Turns is reached")
        return
    position.turn += ended
    position.mover = coming
    position.trading.pop(coming, None)
    position.go_to("commencement")
    recorder.write(
        f"Game-Turn {position.turn} of {coming} begins", cites=position.rules.cite("game_turn"), by_referee=True
    )
    moment(position, recorder, "turn_begins")
