"""What came of battles played out, counted (LoT 10.5, 16)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.core.game.chances import mean_of, wilson
from referee.core.game.odds import Tally

from ..sides import SIDES

Pieces = tuple[str, ...]


class BattleTally(Tally):
    """The battles of some playouts, counted for attacker and defender."""

    def __init__(self) -> None:
        self.playouts = 0
        self.wins = [0, 0]
        self.neither = 0
        self.titan_slain = [0, 0]
        self.points = [0.0, 0.0]
        self.squares = [0.0, 0.0]
        self.survivors: tuple[Counter[Pieces], Counter[Pieces]] = (Counter(), Counter())
        self.rounds: Counter[int] = Counter()

    def count(
        self,
        winner: int | None,
        fallen: list[int],
        points: tuple[int, int],
        survivors: tuple[Pieces, Pieces],
        ended: int,
        times: int = 1,
    ) -> None:
        """Count battles that ended alike: who won, whose Titans fell, the points, who lives, and the round."""
        self.playouts += times
        self.rounds[ended] += times
        if winner is None:
            self.neither += times
        else:
            self.wins[winner] += times
        for side in (0, 1):
            self.titan_slain[side] += times if side in fallen else 0
            self.points[side] += points[side] * times
            self.squares[side] += points[side] ** 2 * times
            self.survivors[side][survivors[side]] += times

    def add(self, other: BattleTally) -> None:
        self.playouts += other.playouts
        self.neither += other.neither
        self.rounds.update(other.rounds)
        for side in (0, 1):
            self.wins[side] += other.wins[side]
            self.titan_slain[side] += other.titan_slain[side]
            self.points[side] += other.points[side]
            self.squares[side] += other.squares[side]
            self.survivors[side].update(other.survivors[side])

    def widest(self) -> float:
        shares = [wilson(times, self.playouts) for times in (*self.wins, *self.titan_slain, self.neither)]
        return max((one.high - one.low) / 2 for one in shares)

    def answer(self) -> dict[str, Any]:
        total = self.playouts
        out: dict[str, Any] = {"exact": False, "playouts": total}
        for side, name in enumerate(SIDES):
            out[name] = {
                "wins": wilson(self.wins[side], total).plain("p"),
                "titan_slain": wilson(self.titan_slain[side], total).plain("p"),
                "points": mean_of(self.points[side], self.squares[side], total).plain("mean"),
                "survivors": [
                    {"pieces": list(pieces), "p": times / total}
                    for pieces, times in sorted(self.survivors[side].items(), key=lambda row: (-row[1], row[0]))
                ],
            }
        out["neither"] = wilson(self.neither, total).plain("p")
        out["rounds"] = {str(number): self.rounds[number] / total for number in sorted(self.rounds)}
        return out
