"""Workers killed in mid-run lose nothing: what the commands print is what one process prints."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from running import referee

from referee import api
from referee.running.workers import ordered

STATE = api.new("titan", battleland="brush", attacking=["ogre", "troll"], defending=["centaur", "lion", "gargoyle"])
CASE = """\
---
case: An Ogre strikes a Lion, {number}
ruleset: titan
given:
  battle:
    battleland: brush
    pieces:
      - {{id: a, character: ogre, side: attacker, hex: C3}}
      - {{id: b, character: lion, side: defender, hex: C4, hits: {hits}}}
ask: {{strike: a, at: b}}
expect:
  answer: {{dice: {dice}}}
"""


def die_at_first(given: tuple[str, int]) -> int:
    """Return a square; each worker that is the first to get a number is killed."""
    folder, number = given
    mark = Path(folder) / str(number)
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [2, 3])
def test_every_chunk_may_lose_a_worker(tmp_path: Path, jobs: int) -> None:
    assert list(ordered(die_at_first, [(str(tmp_path), n) for n in range(12)], jobs)) == [n * n for n in range(12)]


def fail(number: int) -> int:
    """Return a number, or raise for 3."""
    if number == 3:
        raise LookupError("three")
    return number


def test_what_a_chunk_raises_is_raised_at_its_place() -> None:
    found = ordered(fail, range(9), 2)
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(LookupError, match="three"):
        next(found)


def _children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="the processes are read from /proc")
@pytest.mark.parametrize("command", ["ask", "test", "odds"])
def test_a_command_whose_workers_are_killed_prints_what_it_prints_without(tmp_path: Path, command: str) -> None:
    battle = {"battleland": "brush", "pieces": [{"id": "a", "character": "ogre", "side": "attacker", "hex": "C3"}]}
    lines = [{"id": n, "format": 1, "ruleset": "titan", "battle": battle, "ask": {"reach": "a"}} for n in range(1500)]
    (tmp_path / "lines.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "state.yaml").write_text(json.dumps(STATE))
    cases = [CASE.format(number=n, hits=n % 4, dice=6 + (n % 100 == 0)) for n in range(600)]
    (tmp_path / "cases.yaml").write_text("".join(cases))
    words = {
        "ask": ["ask", "--jsonl", str(tmp_path / "lines.jsonl")],
        "test": ["test", "--json", str(tmp_path / "cases.yaml")],
        "odds": ["odds", str(tmp_path / "state.yaml"), "--engine", "judge", "--playouts", "2000", "--json"],
    }[command]
    plain = referee(*words)
    with (tmp_path / "out").open("wb") as out, (tmp_path / "err").open("wb") as err:
        # into files: a pipe that nobody reads would hold the command up
        run = subprocess.Popen([sys.executable, "-m", "referee", *words, "--jobs", "2"], stdout=out, stderr=err)
        killed = 0
        while killed < 3 and run.poll() is None:
            sleep(0.1)
            for pid in _children(run.pid)[:1] if run.poll() is None else []:
                os.kill(pid, signal.SIGKILL)
                killed += 1
        run.wait(timeout=120)
    told = (tmp_path / "out").read_text(), (tmp_path / "err").read_text(), run.returncode
    assert told == (plain.out, plain.err, plain.code)
    assert killed


def _ended(pid: int) -> bool:
    """Return whether a process has ended; one that nobody waits for is a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="the processes are read from /proc")
def test_workers_end_when_the_command_that_gives_them_work_is_killed(tmp_path: Path) -> None:
    (tmp_path / "state.yaml").write_text(json.dumps(STATE))
    words = ["odds", str(tmp_path / "state.yaml"), "--engine", "judge", "--playouts", "100000", "--jobs", "3"]
    with (tmp_path / "out").open("wb") as out:
        run = subprocess.Popen([sys.executable, "-m", "referee", *words], stdout=out, stderr=out)
    workers: list[int] = []
    while len(workers) < 3 and run.poll() is None:
        sleep(0.1)
        workers = _children(run.pid)
    run.kill()
    run.wait()
    assert len(workers) == 3
    for _ in range(200):
        if all(map(_ended, workers)):
            return
        sleep(0.1)
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    raise AssertionError("workers live on when the command that gave them work is killed")
