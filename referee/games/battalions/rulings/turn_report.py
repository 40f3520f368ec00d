"""The trace of a combat turn: where each unit wanted to go, what stopped it, and contested Spaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.core.documents.problems import listed
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change, Source
from referee.core.rules.ledger import Entry, Ledger

from ..board.battlefield import Battalion, Combat, Theatre
from ..board.grid import field_said, space_said
from ..rules import BattalionsRules
from ..state import Direction, Place
from ..tables import CommandKind
from .march import March, Mover
from .retreat import flanked
from .unit_rows import allowance


class CommandGiven(NamedTuple):
    """The command of one unit; a unit that holds has no direction."""

    command: CommandKind
    number: int
    direction: Direction | None
    source: Source | None


Commands = dict[str, CommandGiven]


class CombatTurn(NamedTuple):
    """A turn of a combat: the command of each unit on its grid, and the Space where each began it."""

    theatre: Theatre
    combat: Combat
    commands: Commands
    starts: Mapping[str, Place]
    recorder: Recorder

    @property
    def rules(self) -> BattalionsRules:
        """The rules of the game."""
        return self.theatre.rules


def tell_march(turn: CombatTurn, movers: list[Mover], made: March) -> None:
    """Write a step for every moving unit: how far it could go, how far it went, and why no farther."""
    theatre = turn.theatre
    for mover in movers:
        ident = mover.unit.id
        start = turn.starts[ident]
        assert start is not None
        told = turn.commands[ident]
        spaces = way(theatre, mover, made, told)
        stop = made.stops.get(ident)
        asked = f"{ident} goes {mover.heading} {spaces.total}"
        if spaces.total < told.number and ident not in made.left:
            more = allowance(theatre.rules, mover.unit, told.command).entries[1:]
            by = f"allows {mover.steps}: {listed([one.why for one in more], 'and')}" if more else f"is {mover.steps}"
            why = stop.why if stop is not None else f"its Dexterity {by}"
            asked += f" of {told.number}, since {why}"
        changes = []
        cites: list[str] = []
        notes = []
        if ident in made.left:
            beyond = made.left[ident]
            says = f"crosses from {space_said(start)} into {field_said(beyond)} and is safe"
            changes.append(Change(ident, "field", None, beyond, says))
            cites += theatre.rules.cite("leaves", *(["wall"] if theatre.skirmish else []))
            home = mover.unit.battalion
            sharing = {b.id for b in theatre.friends_in(theatre.battalions[home], beyond)}
            stepped = [theatre.units[other] for other, place in made.left.items() if place == beyond]
            sharing |= {unit.battalion for unit in stepped} - {home}
            if sharing:
                notes.append(f"it shares {field_said(beyond)} with {' and '.join(sorted(sharing))}")
                cites += theatre.rules.cite("stacking")
            if flanked(theatre, mover.unit, beyond) is not None:
                notes.append(f"an enemy stands beside {field_said(beyond)}, which does not close it")
                cites += theatre.rules.cite("beside")
        elif made.at[ident] != start:
            changes.append(
                Change(ident, "at", start, made.at[ident], f"{space_said(start)} to {space_said(made.at[ident])}")
            )
        else:
            notes.append(f"it stays on {space_said(start)}")
        if ident in made.followed:
            notes.append("it enters a Space that another leaves in the same step")
            cites += theatre.rules.cite("vacated")
        text = f"{turn.combat.id}, march: {asked}"
        turn.recorder.write(text, reasons=[spaces], changes=changes, notes=notes, cites=cites, by_referee=True)


def way(theatre: Theatre, mover: Mover, made: March, told: CommandGiven) -> Ledger:
    """Return the Spaces a unit went: the least of its Dexterity, the number, and the way that was free (BN-CMD-2)."""
    rules, number = theatre.rules, told.number
    ident = mover.unit.id
    entries = [*allowance(rules, mover.unit, told.command).entries]
    entries.append(
        Entry("at_most", number, "the number of the command", rules.cite("number" if number else "number_zero"))
    )
    if ident in made.stops:
        stop = made.stops[ident]
        entries.append(Entry("at_most", made.moved[ident], stop.why, rules.cite(*stop.keys)))
    elif ident in made.left:
        entries.append(Entry("at_most", made.moved[ident], "it has left the grid", rules.cite("leaves")))
    return Ledger("Spaces", entries)


def tell_contests(turn: CombatTurn, made: March) -> None:
    """Write a step for every contested Space: its contestants, and the side of each (BN-COL-1)."""
    for contest in made.contests:
        names = " and ".join(f"{unit.id} (from {space_said(made.at[unit.id])})" for unit in contest.units)
        place = space_said(contest.space)
        text = f"{turn.combat.id}, march: {place} is contested by {names}; each is in both Spaces this turn"
        keys = ["contest", "filled"] + (["many_sides"] if len(contest.units) > 2 else [])
        turn.recorder.write(text, cites=turn.rules.cite(*keys), by_referee=True)


def tell_rout(turn: CombatTurn, battalion: Battalion) -> None:
    """Report what the loss of a leader in this turn means (BN-G-30)."""
    if battalion.leader is None or battalion.leader not in turn.commands:
        return
    if turn.theatre.units[battalion.leader].alive or not battalion.present:
        return
    routed = turn.rules.chosen("leader_loss", "rout")
    says = f"it is routed and may only {turn.rules.still_open}" if routed else "it fights on without a leader"
    text = f"{turn.combat.id}: {battalion.id} has lost its leader {battalion.leader}; {says}"
    turn.recorder.write(text, cites=turn.rules.cite("leader_lost"), by_referee=True)
