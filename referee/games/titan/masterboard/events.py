"""What rows of events do at a moment of the Masterboard: points, effects that end, effects that are laid.

Of one moment the legions are taken in turn order, each player's in the order in which they stand in the state; for each
legion the rows on what it holds come first, then those on what it carries, on its Land, and those that hold everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Entry
from referee.core.rules.rows import Fact, ledger

from ..carriers import Carrying
from ..rows import BoardEventRow
from .effects import end_named, expire, lay, placed
from .legion import Legion
from .position import MasterboardPosition
from .rulings.rows import NOBODY, Bearing, Roles, legion_facts
from .rulings.scoring import add_score

_WHEN = {
    "turn_begins": "as Game-Turn {turn} of {mover} begins",
    "turn_ends": "as Game-Turn {turn} of {mover} ends",
    "enters": "on entering {land}",
    "engagement_won": "for the Engagement won",
    "mustered": "for the muster",
}


def moment(position: MasterboardPosition, recorder: Recorder, event: str) -> None:
    """Do what rows do to every legion at a moment, and end what lasts until then."""
    if position.rules.board_eventful:
        order = {player: number for number, player in enumerate(position.players)}
        for legion in sorted(position.legions.values(), key=lambda one: order.get(one.player, len(order))):
            happens(position, recorder, event, legion)
    if position.effects:
        expire(position, recorder, event)


def happens(
    position: MasterboardPosition,
    recorder: Recorder,
    event: str,
    legion: Legion,
    facts: Mapping[str, Fact] | None = None,
    roles: Roles = NOBODY,
) -> None:
    """Do what the rows of an event do to one legion."""
    if not position.rules.board_eventful:
        return
    known = {"event": event, "active": legion.player == position.mover, **(facts or {})}
    rows = Bearing(position, "board_events", legion, known, {"here": legion.land}).carried({}, roles)
    land = position.graph.titled(legion.land)
    said = _WHEN[event].format(turn=position.turn, mover=position.mover, land=land)
    found = [(row, character) for carrier, row, character in rows if _counts(position, legion, carrier, row)]
    _score(position, recorder, legion, (row for row, _ in found), said)
    for row, _ in found:
        if row.ends and (changes := end_named(position, row.ends, legion.land, legion)):
            _write(position, recorder, legion, row, said, all(_hidden(position, name) for name in row.ends), changes)
    for row, character in found:
        effect = placed(position, row.lays, legion.land, legion, legion, character) if row.lays is not None else None
        if effect is not None and row.lays is not None:
            changes, notes = lay(position, effect)
            _write(position, recorder, legion, row, said, _hidden(position, row.lays), changes, notes)


def _counts(position: MasterboardPosition, legion: Legion, carrier: Carrying, row: BoardEventRow) -> bool:
    """Return whether a row still holds for a legion; one with `uses` is counted, and holds so often and no more."""
    if row.uses is None:
        return True
    name = next(name for name, one in carrier.table.board_events.items() if one is row)
    if not position.may_use(legion, name, row.uses):
        return False
    position.note_use(legion, name, row.uses.per)
    return True


def _score(
    position: MasterboardPosition, recorder: Recorder, legion: Legion, rows: Iterable[BoardEventRow], said: str
) -> None:
    """Give the points of rows to the owner of a legion; a score is never below none."""
    giving = [row for row in rows if row.points is not None]
    if not giving:
        return
    points = ledger("points", (), giving, legion_facts(position, legion))
    has = position.score_of(legion.player)
    if has + points.total < 0:
        cite = position.rules.cite("running_score")
        points = points.plus(Entry("at_least", -has, "no score is below none", cite))
    if points.total:
        change = add_score(position, legion.player, points)
        text = f"{legion.player} {'scores' if points.total > 0 else 'loses'} {abs(points.total)} {said}"
        recorder.write(f"{text} ({legion.id})", reasons=[points], changes=[change], by_referee=True)


def _write(
    position: MasterboardPosition,
    recorder: Recorder,
    legion: Legion,
    row: BoardEventRow,
    said: str,
    hidden: bool,
    changes: list[Change],
    notes: list[str] | None = None,
) -> None:
    """Write what a row has laid or ended; the player of the legion sees alone what is hidden on it."""
    recorder.write(
        f"{legion.id}: {row.why} {said}",
        changes=changes,
        notes=notes,
        cites=row.cites,
        seen_by=[legion.player] if hidden else None,
        by_referee=True,
    )


def _hidden(position: MasterboardPosition, name: str) -> bool:
    """Return whether an effect lies on a legion, where its player alone sees it."""
    return position.rules.effects[name].lies == "legion"
