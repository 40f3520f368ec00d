"""Measure the referee: `python benchmarks/run.py` prints a table, `--json` the same for scripts.

Every figure is CPU time of a child process, with its bytecode compiled before, the median of several runs.
`--against REV` checks that commit out beside this one and takes both in turn: the ratio is this one's CPU time
divided by the other's, run by run, so that it holds on a machine whose speed drifts.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import questions
from benchmarks.measures import MEASURES

HERE = Path(__file__).resolve().parent.parent
BARE = [sys.executable, "-c", "import click, yaml"]
REFEREE = [sys.executable, "-m", "referee"]
# a question of each game, as scripts write it and as players say it
QUESTIONS = {
    "titan": ("brush; attacker ogre C3; defender lion C4; strike ogre at lion", "ogre vs lion in bramble"),
    "hordes": ("a knight; b blade; odds", "odds knight against blade please"),
    "battalions": (
        "mode skirmish; players red blue; board fields [2, 1] field_size [10, 10]; "
        "battalion R red field [0, 0] facing E leader r1; battalion B blue field [1, 0] facing W leader b1; "
        "r1 R s 4 d 2 i 2 c 4 at [5, 2]; b1 B s 3 d 2 i 2 c 2 at [6, 2]; turn R hold B hold",
        "both hold: red 4-2-2-4 at 5,2, blue 3-2-2-2 at 6,2",
    ),
}
ASKED = {"strike": 12_000, "reach": 6_000}
ASKED_WITH_SPELLS = 1_000
SCENARIOS = {"ask": 10_000, "orders": 5_000}

# what one run of a measure in a tree gives: CPU seconds and how much work that was
Run = Callable[[Path], tuple[float, int]]


def cpu_seconds(command: list[str], tree: Path, stdin: bytes | None = None) -> float:
    """Return the CPU time that a command takes, its own and the system's for it; raises CalledProcessError."""
    with tempfile.TemporaryFile() as given:
        given.write(stdin or b"")
        given.seek(0)
        process = subprocess.Popen(command, stdin=given, stdout=subprocess.DEVNULL, cwd=tree, env=_environment(tree))
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return used.ru_utime + used.ru_stime


def measured(name: str, tree: Path) -> tuple[float, int]:
    """Return CPU time and amount of work of one run of a measure; raises CalledProcessError where the tree lacks it."""
    command = [sys.executable, "-m", "benchmarks.measures", name]
    done = subprocess.run(command, capture_output=True, check=True, cwd=tree, env=_environment(tree))
    found = json.loads(done.stdout)
    return found["cpu"], found["work"]


def _environment(tree: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}


def runs(folder: Path) -> dict[str, Run]:
    """Return every measure by its name, with the files it needs made once for all trees."""
    state, orders = questions.write_battle(folder)
    check = [*REFEREE, "check", str(state), str(orders)]
    found: dict[str, Run] = {
        "bare imports of click and yaml": lambda tree: (cpu_seconds(BARE, tree), 1),
        "check of a battle": lambda tree: (cpu_seconds(check, tree), 1),
    }
    for ruleset, (strict, spoken) in QUESTIONS.items():
        found[f"a question of {ruleset} in its strict form"] = _asked_once(ruleset, strict)
        found[f"a question of {ruleset} as spoken"] = _asked_once(ruleset, spoken)
    for kind, number in ASKED.items():
        lines = cache(partial(questions.lines, kind, number, random.Random(kind)))
        found[f"{kind} questions of ask --jsonl"] = _asking(lines, number)
        # the random questions take long to make
        magic = cache(partial(questions.lines_with_spells, kind, ASKED_WITH_SPELLS, random.Random(kind)))
        found[f"{kind} questions with five Spells of ask --jsonl"] = _asking(magic, ASKED_WITH_SPELLS)
    for kind, number in SCENARIOS.items():
        found[f"scenarios with {'a question' if kind == 'ask' else 'orders'} by test"] = _testing(folder, kind, number)
    return found | {name: _measuring(name) for name in MEASURES}


def _testing(folder: Path, kind: str, number: int) -> Run:
    """Return a run of `test` on a file of so many cases of a kind, written when it is first wanted."""
    file = folder / f"{kind}.case.yaml"

    def run(tree: Path) -> tuple[float, int]:
        if not file.exists():
            file.write_bytes(questions.scenarios(kind, number, random.Random(kind)))
        return cpu_seconds([*REFEREE, "test", str(file)], tree), number

    return run


def _asked_once(ruleset: str, line: str) -> Run:
    return lambda tree: (cpu_seconds([*REFEREE, "ask", "-r", ruleset, line], tree), 1)


def _asking(lines: Callable[[], bytes], number: int) -> Run:
    return lambda tree: (cpu_seconds([*REFEREE, "ask", "--jsonl"], tree, lines()), number)


def _measuring(name: str) -> Run:
    return lambda tree: measured(name, tree)


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """Check a commit out into a folder for as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(HERE), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), revision], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def figures(trees: list[Path], repeats: int, only: str) -> dict[str, list[list[tuple[float, int]]]]:
    """Return for each measure the runs of each tree, taken in turn."""
    for tree in trees:
        compileall.compile_dir(tree / "referee", quiet=2)
        compileall.compile_dir(tree / "benchmarks", quiet=2)
    found: dict[str, list[list[tuple[float, int]]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, run in runs(Path(folder)).items():
            if only not in name:
                continue
            found[name] = [[] for _ in trees]
            for _ in range(repeats):
                for taken, tree in zip(found[name], trees, strict=True):
                    try:
                        taken.append(run(tree))
                    except subprocess.CalledProcessError:
                        print(f"{name}: cannot be measured in {tree}", file=sys.stderr)
    return found


def rows(found: dict[str, list[list[tuple[float, int]]]]) -> list[dict[str, Any]]:
    """Return one row a measure: CPU milliseconds a unit of work, the rate a second, and the ratio to the other tree."""
    out = []
    for name, (own, *others) in found.items():
        each = statistics.median(cpu / work for cpu, work in own)
        row: dict[str, Any] = {"measure": name, "ms": each * 1000, "a_second": 1 / each}
        for other in others:
            pairs = [(a / wa) / (b / wb) for (a, wa), (b, wb) in zip(own, other, strict=False)]
            row["ratio"] = statistics.median(pairs) if pairs else None
        out.append(row)
    by_name = {row["measure"]: row for row in out}
    bare, check = by_name.get("bare imports of click and yaml"), by_name.get("check of a battle")
    if bare is not None and check is not None:
        check["times_bare_imports"] = check["ms"] / bare["ms"]
    return out


def machine() -> str:
    """Return what this machine is."""
    cores = os.cpu_count()
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        named = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = named[0] if named else model
    return f"{model}, {cores} cores, Python {platform.python_version()}"


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--against", metavar="REV", help="a commit to compare with")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each measure (default 5)")
    parser.add_argument("--only", default="", metavar="WORD", help="only the measures with this in their name")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        trees = [HERE]
        if arguments.against:
            trees.append(stack.enter_context(checkout(arguments.against)))
        found = rows(figures(trees, arguments.repeats, arguments.only))
    if arguments.json:
        print(json.dumps({"machine": machine(), "against": arguments.against, "measures": found}))
        return
    from tabulate import tabulate

    table = [[row["measure"], f"{row['ms']:,.3f}", f"{row['a_second']:,.0f}", _ratio(row)] for row in found]
    print(machine())
    print(tabulate(table, headers=["measured", "CPU ms", "a second", "ratio"], disable_numparse=True))


def _ratio(row: dict[str, Any]) -> str:
    if "times_bare_imports" in row and "ratio" not in row:
        return f"{row['times_bare_imports']:.2f} x bare"
    return f"{row['ratio']:.2f}" if row.get("ratio") is not None else ""


if __name__ == "__main__":
    main()
