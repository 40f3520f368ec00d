"""The clock of a combat: how long it lasts, how it ends, and what is restored (BN-CMB-1, -8, BN-HIT-3, BN-GLO-1)."""

from __future__ import annotations

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Entry, Ledger

from ..board.battlefield import Combat, Member, Theatre, by_id
from ..state import Result
from .placement import place_all, regroup, undecided


def turns_left(theatre: Theatre, combat: Combat) -> Ledger:
    """Return the combat turns still to fight: a whole Combat Period after the last battalion joined (BN-CMB-8).

    Whether one that has no unit left on the grid still counts is an option (REF battalions-8).
    """
    rules = theatre.rules

    def joined(member: Member) -> tuple[int, str]:
        return member.joined_at, member.battalion.id

    every = list(combat.members.values())
    fighting = [member for member in every if member.battalion.present]
    last, still = max(every, key=joined), max(fighting or every, key=joined)
    lost = ("newcomer_lost",) if still.joined_at != last.joined_at else ()
    if lost and rules.chosen("newcomer_lost", "leaves"):
        last = still
    return Ledger(
        "combat turns left",
        [
            Entry("add", rules.number("combat_period"), "the Combat Period", rules.cite("period")),
            Entry(
                "add",
                -(combat.turn - last.joined_at),
                f"fought by {last.battalion.id}, the last to join" if last.joined_at else "fought so far",
                rules.cite("last_joined", *lost),
            ),
        ],
    )


def conclude(theatre: Theatre, combat: Combat, recorder: Recorder) -> None:
    """End a combat if its time is up or one side is left; else report how long it goes on."""
    rules = theatre.rules
    sides = combat.sides
    fought = f"{combat.turn} combat turn{'s' if combat.turn > 1 else ''} fought"
    left = None if theatre.skirmish else turns_left(theatre, combat)
    if len(sides) > 1 and (left is None or left.total > 0):
        cites = rules.cite("skirmish_ends") if left is None else ()
        said = f"{combat.id}: {fought}, and it goes on"
        recorder.write(said, reasons=[left] if left is not None else [], cites=cites, by_referee=True)
        return
    if len(sides) > 1:
        why = "the Combat Period is over, without a winner"
        cites = rules.cite("ends", "period_over")
    else:
        why = f"only {sides[0]} has units on the grid" if sides else "no side has a unit on the grid"
        cites = rules.cite("skirmish_ends" if theatre.skirmish else "ends")
    reasons = [left] if left is not None and len(sides) > 1 else []
    recorder.write(f"{combat.id} ends after {fought}: {why}", reasons=reasons, cites=cites, by_referee=True)
    combat.ended = True
    _restore(theatre, combat, recorder)


def _restore(theatre: Theatre, combat: Combat, recorder: Recorder) -> None:
    """Restore the Constitution of every living unit, retreated ones included (BN-HIT-3)."""
    changes = []
    for unit in by_id(u for b in combat.battalions for u in b.living):
        if unit.con != unit.stats["c"]:
            changes.append(
                Change(unit.id, "con", unit.con, unit.stats["c"], f"Constitution {unit.con} to {unit.stats['c']}")
            )
            unit.con = unit.stats["c"]
    if changes:
        cites = theatre.rules.cite("restored")
        recorder.write(f"{combat.id}: Constitution is restored", changes=changes, cites=cites, by_referee=True)


def place_ended(theatre: Theatre, recorder: Recorder) -> None:
    """Place the battalions of every combat that has ended and waits for no choice, and regroup those that have left.

    A skirmish stays as it is.
    """
    if theatre.skirmish:
        return
    for combat in [*theatre.combats]:
        if not combat.ended:
            regroup(theatre, combat, recorder)
        elif not undecided(theatre, combat):
            place_all(theatre, combat, recorder)


def outcome(theatre: Theatre, recorder: Recorder) -> Result | None:
    """Return how the game ended, None while it goes on (BN-GLO-1, BN-G-35, BN-G-36)."""
    rules = theatre.rules
    if theatre.skirmish:
        if theatre.running:
            return None
        left = [player for combat in theatre.combats for player in combat.sides]
        key = "skirmish_ends"
    else:
        left = theatre.survivors()
        key = "victory"
    if len(left) > 1:
        return None
    if not left:
        recorder.write("both sides are lost in the same turn: a draw", cites=rules.cite(key, "draw"), by_referee=True)
        return Result(draw=True)
    recorder.write(f"{left[0]} wins", cites=rules.cite(key), by_referee=True)
    return Result(winner=left[0])
