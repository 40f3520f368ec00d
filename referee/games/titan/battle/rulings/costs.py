"""What one step of a move costs, from the rows that bear on it (LoT 11.4, 11.5)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Operation, entries

from ...carriers import TitanRow
from ..board import Board

BARRED = 99


class Step(msgspec.Struct, frozen=True):
    """The ruling on one step: its cost in hexes of movement (BARRED where it is forbidden), and the rows behind it."""

    cost: int
    bars: tuple[TitanRow, ...]
    slower: tuple[tuple[int, TitanRow], ...]
    granted: tuple[Entry, ...] = ()

    def entries(self, board: Board, label: str) -> list[Entry]:
        """Return a line for each row that makes the step cost other than one hex, or makes the mover native to it."""
        cite = board.rules.cite("slowed")
        slower = [Entry("add", more, f"{row.why} ({label})", (*row.cites, *cite)) for more, row in self.slower]
        return [*slower, *(Entry("add", 0, f"{entry.why} ({label})", entry.cite) for entry in self.granted)]


def step_of(board: Board, rows: Sequence[TitanRow], granted: tuple[Entry, ...]) -> Step:
    """Return the ruling on a step: the costs of its rows are combined as the table says, then the operations apply."""
    bars = tuple(row for row in rows if row.forbid)
    priced = [(row.cost - 1, row) for row in rows if isinstance(row.cost, int) and row.cost > 1]
    if priced and board.rules.hazards.costs == "largest":
        priced = [max(priced, key=lambda pair: pair[0])]
    cost = 1 + sum(more for more, _ in priced)
    for row in rows:
        if isinstance(row.cost, Operation):
            for entry in entries([row], {}, "cost"):
                now = max(Ledger("cost", [Entry("add", cost, ""), entry]).total, 1)
                priced.append((now - cost, row))
                cost = now
    return Step(BARRED if bars else cost, bars, tuple((more, row) for more, row in priced if more), granted)
