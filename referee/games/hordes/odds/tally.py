"""What came of battles played out, counted for each army."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.game.chances import mean_of, wilson
from referee.core.game.odds import Tally

Pieces = tuple[str, ...]


class BattleTally(Tally):
    """The battles of some playouts."""

    def __init__(self, armies: Sequence[str]) -> None:
        self.playouts = 0
        self.wins: Counter[str | None] = Counter()
        self.lost: dict[str, float] = dict.fromkeys(armies, 0.0)
        self.squares: dict[str, float] = dict.fromkeys(armies, 0.0)
        self.survivors: dict[str, Counter[Pieces]] = {army: Counter() for army in armies}
        self.turns: Counter[int | None] = Counter()

    def count(
        self, winner: str | None, turn: int | None, lost: Mapping[str, float], survivors: Mapping[str, Pieces]
    ) -> None:
        """Count a battle: who won in which turn (None: undecided), the AP lost, and the types of those who stand."""
        self.playouts += 1
        self.wins[winner] += 1
        self.turns[turn] += 1
        for army, points in lost.items():
            self.lost[army] += points
            self.squares[army] += points**2
            self.survivors[army][survivors[army]] += 1

    def add(self, other: BattleTally) -> None:
        self.playouts += other.playouts
        self.wins.update(other.wins)
        self.turns.update(other.turns)
        for army in self.lost:
            self.lost[army] += other.lost[army]
            self.squares[army] += other.squares[army]
            self.survivors[army].update(other.survivors[army])

    def widest(self) -> float:
        shares = [wilson(self.wins[who], self.playouts) for who in (*self.lost, None)]
        return max((one.high - one.low) / 2 for one in shares)

    def answer(self) -> dict[str, Any]:
        total = self.playouts
        out: dict[str, Any] = {}
        for army in self.lost:
            survivors = sorted(self.survivors[army].items(), key=lambda row: (-row[1], row[0]))
            out[army] = {
                "wins": wilson(self.wins[army], total).plain("p"),
                "lost_ap": mean_of(self.lost[army], self.squares[army], total).plain("mean"),
                "survivors": [{"pieces": list(pieces), "p": times / total} for pieces, times in survivors],
            }
        out["neither"] = wilson(self.wins[None], total).plain("p")
        decided = sorted(turn for turn in self.turns if turn is not None)
        out["turns"] = {str(turn): self.turns[turn] / total for turn in decided}
        if self.turns[None]:
            out["undecided"] = wilson(self.turns[None], total).plain("p")
        return out
