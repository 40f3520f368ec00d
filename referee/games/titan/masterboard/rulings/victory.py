"""Players who lose the game, how the game ends, and who leads when it is stopped (LoT 1.1, 19.4, 20.5)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Entry, Ledger

from ...points import share
from ..legion import Legion
from ..position import MasterboardPosition
from ..state import Fallen, GameResult
from .overfull import kept, reduce
from .scoring import add_score, value_of


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
    position: MasterboardPosition, recorder: Recorder, players: list[str], slayer: str | None, set_aside: int = 0
) -> None:
    """Remove players from the game: half points for their legions, their markers to the slayer (LoT 19.4).

    `set_aside` is the value of the living in the legion that lost its Titan.
    """
    cite = position.rules.cite
    for player in players:
        position.fallen.append(Fallen(player=player, turn=position.turn, by=slayer))
        unslain = cite("markers_pass") if slayer is None else ()
        recorder.write(
            f"{player} has no {position.rules.having('keeps_player_alive')} any more and is out of the game",
            cites=[*cite("titan_lost"), *(cite("both_fallen") if len(players) > 1 else ()), *unslain],
            changes=[Change(player, "fallen", None, slayer)],
            by_referee=True,
        )
    worth: dict[str, list[tuple[str, int]]] = {}
    if slayer is not None and set_aside:
        worth[slayer] = [("those alive in the Titan's legion", set_aside)]
    for player in players:
        for legion in position.own(player):
            gets = _receiver(position, legion, players, slayer)
            if gets is not None:
                value = value_of(position, legion, legion.contents or []).total
                worth.setdefault(gets, []).append((f"{legion.id}: {position.title(legion.contents or [])}", value))
            position.bury(legion.contents or [])
            position.remove(legion)
        if slayer is not None and position.markers.get(player):
            passed = position.markers.pop(player)
            position.markers[slayer] = sorted([*position.markers.get(slayer, []), *passed])
            said = f"{slayer} takes over {player}'s {len(passed)} Legion Markers"
            recorder.write(said, cites=cite("markers_pass"), by_referee=True)
    for player, parts in worth.items():
        _half(position, recorder, player, parts)
    _last(position, recorder)
    if position.outcome is None and position.stopping and set(position.living) <= set(position.stopping):
        # the only player who had not agreed to stop is out
        stop(position, recorder, "all have agreed to stop")


def _receiver(position: MasterboardPosition, legion: Legion, players: list[str], slayer: str | None) -> str | None:
    """Return the player who scores half of a fallen player's legion: the player engaged with it, or the slayer."""
    beside = [other.player for other in position.at(legion.land) if other.player not in players]
    return beside[0] if beside else slayer


def _half(position: MasterboardPosition, recorder: Recorder, player: str, parts: list[tuple[str, int]]) -> None:
    """Score half of the value of a fallen player's legions (LoT 19.4, REF titan-50)."""
    cite, row = position.rules.cite("titan_rest"), position.rules.masterplay.shares.fallen
    if position.rules.options["half_points"] == "each_legion":
        entries = []
        for why, value in parts:
            half = Ledger("half", [Entry("add", value, why, cite), *share(position.rules, row)])
            entries.append(Entry("add", half.total, f"{row.why} of {value} for {why}", cite))
    else:
        entries = [Entry("add", value, why, cite) for why, value in parts]
        entries += share(position.rules, row, ", once for all of them")
    ledger = Ledger("half points", entries)
    recorder.write(
        f"{player} scores {ledger.total} in half points; they give no Angel and no muster",
        reasons=[ledger],
        cites=position.rules.cite("half_points"),
        changes=[add_score(position, player, ledger)],
        by_referee=True,
    )


def _last(position: MasterboardPosition, recorder: Recorder) -> None:
    """End the game if at most one Titan is left (LoT 1.1, 19.3)."""
    if len(position.living) > 1:
        return
    cite = position.rules.cite
    if position.living:
        winner = position.living[0]
        position.outcome = GameResult(how="last Titan", winners=[winner])
        recorder.write(f"{winner} has the only Titan left and wins the game", cites=cite("victory"), by_referee=True)
    else:
        position.outcome = GameResult(how="draw", winners=[])
        recorder.write("no Titan is left: the game is a draw", cites=cite("both_titans"), by_referee=True)
