"""Players who lose the game, how the game ends, and who leads when it is stopped (LoT 1.1, 19.4, 20.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Entry, Ledger

from ...points import share
from ..legion import Legion
from ..position import MasterboardPosition
from ..state import Fallen, GameResult, Owed
from .scoring import add_score, value_of
from .splitting import kept, reduce

# why points are due for the living of the legion in which a Titan fell
ASIDE = "those alive in the Titan's legion"


def total_of(position: MasterboardPosition, player: str) -> Ledger:
    """Return a player's score plus the value of all their legions (LoT 20.5)."""
    cite = position.rules.cite("stopped")
    entries = [Entry("add", position.score_of(player), "score", cite)]
    for legion in position.own(player):
        held = kept(position.rules, legion.contents or [])
        worth = value_of(position, legion, held).total
        entries.append(Entry("add", worth, f"{legion.id}: {position.title(held)}", cite))
    return Ledger(f"total of {player}", entries)


def leaders(totals: Mapping[str, int]) -> list[str]:
    """Return the players with the highest total."""
    most = max(totals.values(), default=0)
    return [player for player, total in totals.items() if total == most]


def stop(position: MasterboardPosition, recorder: Recorder, why: str) -> None:
    """End the game before it is decided: the highest total wins (LoT 20.5, 21.1)."""
    for legion in position.legions.values():
        reduce(position, recorder, legion, by_referee=True)
    ledgers = {player: total_of(position, player) for player in position.living}
    totals = {player: ledger.total for player, ledger in ledgers.items()}
    winners = leaders(totals)
    for legion in position.legions.values():
        position.reveal(legion.id, "counted", list(legion.contents or []))
    recorder.write(
        f"{why}: {' and '.join(winners)} win{'s' if len(winners) == 1 else ''} with {max(totals.values())}",
        reasons=list(ledgers.values()),
        cites=position.rules.cite("stopped"),
        by_referee=True,
    )
    position.outcome = GameResult(how="stopped", winners=winners, totals=totals)


def fall(
    position: MasterboardPosition,
    recorder: Recorder,
    players: list[str],
    slayer: str | None,
    set_aside: int = 0,
    resigned: Collection[str] = (),
    unslain: Collection[str] = (),
) -> None:
    """Remove players from the game: half points for their legions, their markers to the slayer (LoT 19.4).

    One who has somebody to play on with, and has not `resigned`, stays in the game and keeps the markers (MM 4.1.1).
    `set_aside` is the value of the living in the legion that lost its Titan. The `unslain` have no slayer.
    """
    cite = position.rules.cite
    slayers = {player: None if player in unslain else slayer for player in players}
    out = [player for player in players if player in resigned or not playing_on(position, player)]
    for player in players:
        if player not in out:
            _plays_on(position, recorder, player)
            continue
        by = slayers[player]
        position.fallen.append(Fallen(player=player, turn=position.turn, by=by))
        position.titan_lost = [other for other in position.titan_lost if other != player]
        position.trading.pop(player, None)
        passing = cite("markers_pass") if by is None else ()
        recorder.write(
            f"{player} has no {position.rules.having('keeps_player_alive')} any more and is out of the game",
            cites=[*cite("titan_lost"), *(cite("both_fallen") if len(players) > 1 else ()), *passing],
            changes=[Change(player, "fallen", None, by)],
            by_referee=True,
        )
    parts = [Owed(player=slayer, why=ASIDE, points=set_aside)] if slayer is not None and set_aside else []
    for player in players:
        heir = slayers[player]
        parts += clear(position, player, players, heir, spared=player not in out)
        if player in out and heir is not None and position.markers.get(player):
            passed = position.markers.pop(player)
            position.markers[heir] = sorted([*position.markers.get(heir, []), *passed])
            said = f"{heir} takes over {player}'s {len(passed)} Legion Markers"
            recorder.write(said, cites=cite("markers_pass"), by_referee=True)
    pay(position, recorder, parts)
    _last(position, recorder)
    if position.outcome is None and position.stopping and set(position.living) <= set(position.stopping):
        # the only player who had not agreed to stop is out
        stop(position, recorder, "all have agreed to stop")


def playing_on(position: MasterboardPosition, player: str) -> list[Legion]:
    """Return a player's legions with somebody by whom they play on without a Titan (MM 4.1.1)."""
    names = position.rules.playing_on
    return [legion for legion in position.own(player) if names.intersection(legion.contents or ())] if names else []


def lose_titan(position: MasterboardPosition, recorder: Recorder, player: str, slayer: str) -> None:
    """Remove at once the legions of a player whose Titan is slain while the battle goes on (MM 19.5, REF magi-16).

    Half of their points are written down until the battle ends.
    """
    now = position.resolving
    _plays_on(position, recorder, player)
    now.owed = [*now.owed, *clear(position, player, [player], slayer, spared=True)]


def _plays_on(position: MasterboardPosition, recorder: Recorder, player: str) -> None:
    """Note that a player has lost the Titan and plays on; legions without those by whom they do are removed."""
    if player in position.titan_lost:
        return
    position.titan_lost = [*position.titan_lost, player]
    kept = playing_on(position, player)
    gone = [legion.id for legion in position.own(player) if legion not in kept]
    said = f"; {' and '.join(gone)} {'is' if len(gone) == 1 else 'are'} removed" if gone else ""
    recorder.write(
        f"{player} has no {position.rules.having('keeps_player_alive')} any more and plays on with "
        f"{' and '.join(legion.id for legion in kept)}{said}",
        cites=position.rules.cite("plays_on"),
        changes=[Change(player, "titan", True, False)],
        by_referee=True,
    )


def clear(
    position: MasterboardPosition, player: str, players: list[str], slayer: str | None, spared: bool
) -> list[Owed]:
    """Take the legions of a player off the board, and return whose points for them are due (LoT 19.4).

    Those by whom the player plays on are `spared`.
    """
    parts, kept = [], playing_on(position, player) if spared else []
    for legion in position.own(player):
        if legion in kept:
            continue
        gets = _receiver(position, legion, players, slayer)
        if gets is not None:
            value = value_of(position, legion, legion.contents or []).total
            parts.append(Owed(player=gets, why=f"{legion.id}: {position.title(legion.contents or [])}", points=value))
        position.bury(legion.contents or [])
        position.remove(legion)
    return parts


def pay(position: MasterboardPosition, recorder: Recorder, parts: Iterable[Owed]) -> None:
    """Score half of the points that are due to each player (LoT 19.4)."""
    worth: dict[str, list[Owed]] = {}
    for part in parts:
        worth.setdefault(part.player, []).append(part)
    for player, due in worth.items():
        _half(position, recorder, player, due)


def _receiver(position: MasterboardPosition, legion: Legion, players: list[str], slayer: str | None) -> str | None:
    """Return the player who scores half of a fallen player's legion: the player engaged with it, or the slayer."""
    beside = [other.player for other in position.at(legion.land) if other.player not in players]
    return beside[0] if beside else slayer


def half_of(position: MasterboardPosition, parts: list[Owed]) -> Ledger:
    """Return half of what is due to one player for the legions of a fallen one (LoT 19.4, REF titan-50)."""
    cite, row = position.rules.cite("titan_rest"), position.rules.masterplay.shares.fallen
    if position.rules.options["half_points"] == "each_legion":
        entries = []
        for part in parts:
            half = Ledger("half", [Entry("add", part.points, part.why, cite), *share(position.rules, row)])
            entries.append(Entry("add", half.total, f"{row.why} of {part.points} for {part.why}", cite))
    else:
        entries = [Entry("add", part.points, part.why, cite) for part in parts]
        entries += share(position.rules, row, ", once for all of them")
    return Ledger("half points", entries)


def _half(position: MasterboardPosition, recorder: Recorder, player: str, parts: list[Owed]) -> None:
    """Score half of the value of a fallen player's legions (LoT 19.4, REF titan-50)."""
    ledger = half_of(position, parts)
    recorder.write(
        f"{player} scores {ledger.total} in half points; they give no Angel and no muster",
        reasons=[ledger],
        cites=position.rules.cite("half_points"),
        changes=[add_score(position, player, ledger)],
        by_referee=True,
    )


def _last(position: MasterboardPosition, recorder: Recorder) -> None:
    """End the game if at most one player is left with a Titan, or with somebody to play on with (LoT 1.1, 19.3)."""
    left, cites = position.living, position.rules.cite("victory")
    if position.rules.playing_on and position.titan_lost and position.rules.chosen("titan_needed_to_win", True):
        left = [player for player in left if player not in position.titan_lost]
        cites += position.rules.cite("titan_needed")
    if len(left) > 1:
        return
    if left:
        position.outcome = GameResult(how="last Titan", winners=left)
        what = "is the only player left" if left[0] in position.titan_lost else "has the only Titan left"
        recorder.write(f"{left[0]} {what} and wins the game", cites=cites, by_referee=True)
    else:
        position.outcome = GameResult(how="draw", winners=[])
        cites = position.rules.cite("both_titans")
        recorder.write("no Titan is left: the game is a draw", cites=cites, by_referee=True)
