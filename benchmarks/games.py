"""Whole random games of Titan, played through `legal` and `adjudicate`: `python -m benchmarks.games 100`.

Each game is 2 to 6 players by its number. A game that breaks a count or does not end stops the run.
"""

from __future__ import annotations

import importlib
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))


def main(number: int, first: int = 0) -> None:
    """Play so many games and tell how long each was."""
    titan_play = importlib.import_module("titan_play")
    orders = 0
    began = time.perf_counter()
    for seed in range(first, first + number):
        players = 2 + seed % 5
        state = titan_play.start(players)
        count = 0
        for _before, _player, order, outcome in titan_play.play(players, seed):
            state = outcome.state
            wrong = titan_play.broken(state, 12 * players)
            assert not wrong, (seed, order, wrong)
            count += 1
        board = state.masterboard
        assert board is not None
        assert board.outcome is not None, f"game {seed} has not ended after {count} orders"
        orders += count
        won = " and ".join(board.outcome.winners) or "nobody"
        print(f"game {seed}: {players} players, {count} orders, Game-Turn {board.turn}, won by {won}")
    took = time.perf_counter() - began
    print(f"{number} games, {orders} orders, {orders / took:.0f} orders a second")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
