"""Measure the referee: `python benchmarks/run.py` prints a table, `--json` the same for scripts.

Starting up is compared with a bare `python -c "import click, yaml"` in the same run; the rest are
rates on one core.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import battles, questions

BARE = [sys.executable, "-c", "import click, yaml"]
REFEREE = [sys.executable, "-m", "referee"]
REPEATS = 12


def seconds(command: list[str], stdin: bytes | None = None) -> float:
    """Return how long a command takes."""
    begun = time.perf_counter()
    subprocess.run(command, input=stdin, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def best(command: list[str]) -> float:
    """Return the shortest of several runs: the one least disturbed by the machine."""
    return min(seconds(command) for _ in range(REPEATS))


def starting(folder: Path) -> dict[str, float]:
    """Compare `referee check` on a battle with bare imports."""
    state, orders = questions.write_battle(folder)
    bare, check = best(BARE), best([*REFEREE, "check", str(state), str(orders)])
    return {
        "bare imports, ms": bare * 1000,
        "check, ms": check * 1000,
        "check / bare imports (at most 3)": check / bare,
    }


def asking() -> dict[str, float]:
    """Count the answers a second of `ask --jsonl`, start-up included."""
    out = {}
    for kind, number in (("strike", 12_000), ("reach", 6_000)):
        lines = questions.lines(kind, number, random.Random(kind))
        out[f"{kind} questions a second"] = number / seconds([*REFEREE, "ask", "--jsonl"], lines)
    return out


def fighting() -> dict[str, float]:
    """Count whole random battles a second."""
    rules, chance = battles.rules_of(), random.Random(7)
    number = 3_000
    begun = time.perf_counter()
    rounds = sum(battles.play(battles.random_fight(rules, chance), chance) for _ in range(number))
    return {"battles a second": number / (time.perf_counter() - begun), "rounds a battle": rounds / number}


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures: dict[str, Any] = {**starting(Path(folder)), **asking(), **fighting()}
    if arguments.json:
        print(json.dumps(figures))
        return
    from tabulate import tabulate

    print(tabulate([[name, f"{value:,.1f}"] for name, value in figures.items()], headers=["measured", "figure"]))


if __name__ == "__main__":
    main()
