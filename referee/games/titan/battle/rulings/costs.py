"""What one step of a move costs, from the rows that bear on it (LoT 11.4, 11.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from referee.core.rules.ledger import Entry, Op
from referee.core.rules.rows import Facts, Operation, entries

from ...rows import TitanRow
from ..board import Board

BARRED = 99
# what a step costs, and the least that it can cost
LEAST = 1
# what a line says of an operation on one step: the ledger of a move adds the steps up, so its lines only add
_DONE: Mapping[Op, str] = {
    "add": "",
    "set": ", set to {}",
    "times": ", times {}",
    "halve_down": ", halved",
    "halve_up": ", halved and rounded up",
    "at_least": ", at least {}",
    "at_most": ", at most {}",
}


class StepChange(msgspec.Struct, frozen=True, gc=False):
    """What one row adds to the cost of a step, in hexes; negative where the step costs less."""

    more: int
    why: str
    cites: tuple[str, ...]


class StepRuling(msgspec.Struct, frozen=True, gc=False):
    """The ruling on one step: its cost in hexes of movement (BARRED where it is forbidden), and what leads to it.

    `stops` are the rows by which it ends the move.
    """

    cost: int
    bars: tuple[TitanRow, ...]
    changes: tuple[StepChange, ...]
    granted: tuple[Entry, ...] = ()
    stops: tuple[TitanRow, ...] = ()

    def entries(self, board: Board, label: str) -> list[Entry]:
        """Return a line for each row that bears on the cost of the step, or makes the mover native to it."""
        cite = board.rules.cite("slowed")
        changed = [Entry("add", one.more, f"{one.why} ({label})", (*one.cites, *cite)) for one in self.changes]
        return [*changed, *(Entry("add", 0, f"{entry.why} ({label})", entry.cite) for entry in self.granted)]


def _costs(board: Board) -> str:
    """Return how several costs of one step go together, by the table or by the option of a ruling."""
    rules = board.rules
    return str(rules.option("slowings")) if "slowings" in rules.options else rules.hazards.costs


# a step on which no row bears
FREE = StepRuling(LEAST, (), ())


def step_of(board: Board, rows: Sequence[TitanRow], facts: Facts, granted: tuple[Entry, ...]) -> StepRuling:
    """Return the ruling on a step: the costs of its rows are combined as the table says, then the operations apply."""
    bars = tuple(row for row in rows if row.forbid)
    priced = [(row.cost - LEAST, row) for row in rows if isinstance(row.cost, int) and row.cost > LEAST]
    if len(priced) > 1 and _costs(board) == "largest":
        priced = [max(priced, key=lambda pair: pair[0])]
    changes = [StepChange(more, row.why, row.cites) for more, row in priced]
    cost = LEAST + sum(more for more, _ in priced)
    operating = [row for row in rows if isinstance(row.cost, Operation)]
    for entry in entries(operating, facts, "cost"):
        now = entry.on(cost)
        changes.append(StepChange(now - cost, entry.why + _DONE[entry.op].format(entry.value), entry.cite))
        cost = now
    if cost < LEAST:
        changes.append(StepChange(LEAST - cost, "no step costs less", board.rules.cite("allowance")))
        cost = LEAST
    stops = tuple(row for row in rows if row.stops)
    return StepRuling(BARRED if bars else min(cost, BARRED), bars, tuple(changes), granted, stops)
