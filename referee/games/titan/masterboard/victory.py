"""The fall of a player, the end of the game, and who leads when it is stopped (LoT 1.1, 19.4, 20.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.core.desk import Desk
from referee.core.ledger import Entry, Ledger
from referee.core.trace import Change

from .overfull import kept, reduce
from .scoring import add_score, value_of
from .state import Fallen, Outcome

if TYPE_CHECKING:
    from .legion import Legion
    from .work import MasterWork


def total_of(work: MasterWork, player: str) -> Ledger:
    """Return a player's score with the value of all his legions (LoT 20.5)."""
    cite = work.rules.cite("stopped")
    entries = [Entry("add", work.score_of(player), "score", cite)]
    for legion in work.own(player):
        held = kept(work.rules, legion.contents or [])
        worth = value_of(work, held, player).total
        entries.append(Entry("add", worth, f"{legion.id}: {work.title(held)}", cite))
    return Ledger(f"total of {player}", entries)


def leaders(totals: Mapping[str, int]) -> list[str]:
    """Return who has the highest total; several share it."""
    most = max(totals.values(), default=0)
    return [player for player, total in totals.items() if total == most]


def stop(work: MasterWork, desk: Desk, why: str) -> None:
    """End the game before it is decided: the highest total wins (LoT 20.5, 21.1)."""
    for legion in work.legions.values():
        reduce(work, desk, legion, by_referee=True)
    ledgers = {player: total_of(work, player) for player in work.living}
    totals = {player: ledger.total for player, ledger in ledgers.items()}
    winners = leaders(totals)
    for legion in work.legions.values():
        work.reveal(legion.id, "counted", list(legion.contents or []))
    desk.write(
        f"{why}: {' and '.join(winners)} win{'s' if len(winners) == 1 else ''} with {max(totals.values())}",
        reasons=list(ledgers.values()),
        cites=work.rules.cite("stopped"),
        by_referee=True,
    )
    work.outcome = Outcome(how="stopped", winners=winners, totals=totals)


def fall(work: MasterWork, desk: Desk, players: list[str], slayer: str | None, set_aside: int = 0) -> None:
    """Put players out of the game: their legions go for half points, their markers to the slayer (LoT 19.4).

    `set_aside` is the value of those alive in the legion that lost its Titan.
    """
    cite = work.rules.cite
    for player in players:
        work.fallen.append(Fallen(player=player, turn=work.turn, by=slayer))
        unslain = cite("markers_pass") if slayer is None else ()
        desk.write(
            f"{player} has no {work.rules.having('keeps_player_alive')} any more and is out of the game",
            cites=[*cite("titan_lost"), *(cite("both_fallen") if len(players) > 1 else ()), *unslain],
            changes=[Change(player, "fallen", None, slayer)],
            by_referee=True,
        )
    worth: dict[str, list[tuple[str, int]]] = {}
    if slayer is not None and set_aside:
        worth[slayer] = [("those alive in the Titan's legion", set_aside)]
    for player in players:
        for legion in work.own(player):
            gets = _receiver(work, legion, players, slayer)
            if gets is not None:
                value = value_of(work, legion.contents or [], player).total
                worth.setdefault(gets, []).append((f"{legion.id}: {work.title(legion.contents or [])}", value))
            work.bury(legion.contents or [])
            work.remove(legion)
        if slayer is not None and work.markers.get(player):
            passed = work.markers.pop(player)
            work.markers[slayer] = sorted([*work.markers.get(slayer, []), *passed])
            said = f"{slayer} takes over {player}'s {len(passed)} Legion Markers"
            desk.write(said, cites=cite("markers_pass"), by_referee=True)
    for player, parts in worth.items():
        _half(work, desk, player, parts)
    _last(work, desk)
    if work.outcome is None and work.stopping and set(work.living) <= set(work.stopping):
        # the one who would have gone on is out
        stop(work, desk, "all have agreed to stop")


def _receiver(work: MasterWork, legion: Legion, players: list[str], slayer: str | None) -> str | None:
    """Return who scores half for a fallen player's legion: whoever it is engaged with, else the slayer."""
    beside = [other.player for other in work.at(legion.land) if other.player not in players]
    return beside[0] if beside else slayer


def _half(work: MasterWork, desk: Desk, player: str, parts: list[tuple[str, int]]) -> None:
    """Score half of what a player receives for a fallen player's legions (LoT 19.4, REF titan-50)."""
    cite = work.rules.cite("titan_rest")
    if work.rules.options["half_points"] == "each_legion":
        entries = []
        for why, value in parts:
            half = Ledger("half", [Entry("add", value, why, cite), Entry("halve_down", 2, "half", cite)])
            entries.append(Entry("add", half.total, f"half of {value} for {why}", cite))
    else:
        entries = [Entry("add", value, why, cite) for why, value in parts]
        entries.append(Entry("halve_down", 2, "half, once for all of them", cite))
    ledger = Ledger("half points", entries)
    desk.write(
        f"{player} scores {ledger.total} in half points; they give no Angel and no muster",
        reasons=[ledger],
        cites=work.rules.cite("half_points"),
        changes=[add_score(work, player, ledger)],
        by_referee=True,
    )


def _last(work: MasterWork, desk: Desk) -> None:
    """End the game where one Titan is left, or none."""
    if len(work.living) > 1:
        return
    cite = work.rules.cite
    if work.living:
        winner = work.living[0]
        work.outcome = Outcome(how="last Titan", winners=[winner])
        desk.write(f"{winner} has the only Titan left and wins the game", cites=cite("victory"), by_referee=True)
    else:
        work.outcome = Outcome(how="draw", winners=[])
        desk.write("no Titan is left: the game is a draw", cites=cite("both_titans"), by_referee=True)
