"""Work on a dask.distributed cluster of two workers: the same answers, also where a worker dies over them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import distributed
import pytest
from running import referee
from test_playouts import STATE, played
from test_worker_deaths import CASE

from referee.cli import case_files
from referee.cli.case_files import run_each
from referee.cli.odds import Progress
from referee.running import workers
from referee.running.workers import ordered


@pytest.fixture(scope="module")
def address() -> Iterator[Any]:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


@pytest.mark.slow
def test_playouts_are_those_of_one_process(address: str) -> None:
    assert played(playouts=1000, cluster=address) == played(playouts=1000)


@pytest.mark.slow
def test_cases_are_those_of_one_process(address: str) -> None:
    path = str(Path(__file__).parent / "cases/titan/lot-12.7-strike-chart.yaml")
    assert referee("test", path, "--json", "--cluster", address) == referee("test", path, "--json")


@pytest.mark.slow
def test_lines_are_those_of_one_process(address: str) -> None:
    lines = "\n".join(json.dumps({"id": n, "state": STATE, "playouts": 10, "seed": n}) for n in range(5))
    assert referee("odds", "--jsonl", "--cluster", address, stdin=lines) == referee("odds", "--jsonl", stdin=lines)


@pytest.mark.slow
def test_a_worker_that_dies_loses_nothing(address: str, tmp_path: Path) -> None:
    found = list(ordered(die_once, [(str(tmp_path), n) for n in range(20)], cluster=address))
    assert (tmp_path / "died").exists()
    assert found == [n * n for n in range(20)]


@pytest.mark.slow
def test_a_cluster_without_workers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_LOOK", 0.2)
    monkeypatch.setattr(workers, "_PATIENCE", 0.5)
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        done = referee("odds", "--jsonl", "--cluster", address, stdin=json.dumps({"state": STATE}))
    assert done.code == 2
    assert done.err == f"--cluster: no worker of {address} is left; start some, and ask again\n"


@contextmanager
def scheduler(work: int) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a scheduler in a process that can be killed, with so many workers; yield its address and the process."""
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with tempfile.TemporaryDirectory() as folder:
        named = Path(folder) / "scheduler.json"
        words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(named)]
        runs = [subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_scheduler", *words], **quiet)]
        try:
            while not named.exists() or not named.read_text():
                time.sleep(0.1)
            time.sleep(0.3)
            address = json.loads(named.read_text())["address"]
            words = [address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", folder]
            command = [sys.executable, "-m", "distributed.cli.dask_worker", *words]
            runs += [subprocess.Popen(command, **quiet) for _ in range(work)]
            yield address, runs[0]
        finally:
            for run in runs:
                run.kill()
                run.wait()


def die_once(given: tuple[str, int]) -> int:
    """Return a square; the worker that first gets 5 is killed."""
    folder, number = given
    mark = Path(folder) / "died"
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def gone(address: str) -> str:
    """Return what is said of a scheduler that has gone."""
    return f"--cluster: the scheduler at {address} has gone; start it again, and ask again\n"


@pytest.mark.slow
def test_playouts_made_before_a_scheduler_goes_are_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "state.yaml").write_text(json.dumps(STATE))
    words = ["odds", str(tmp_path / "state.yaml"), "--engine", "judge", "--json"]
    with scheduler(1) as (address, run):

        def show(_: Progress, done: int, most: int) -> None:
            if done >= 500:
                run.kill()

        monkeypatch.setattr(Progress, "show", show)
        done = referee(*words, "--playouts", "50000", "--cluster", address)
    made = json.loads(done.out)["playouts"]
    assert 500 <= made < 50000
    assert (done.code, done.err) == (2, f"stopped after {made} playouts\n{gone(address)}")
    # the chunks that are counted are the first
    assert done.out == referee(*words, "--playouts", str(made)).out


@pytest.mark.slow
def test_cases_run_before_a_scheduler_goes_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "many.yaml").write_text("".join(CASE.format(number=n, hits=n % 4, dice=6) for n in range(4000)))
    words = ["test", str(tmp_path / "many.yaml"), "--junit", str(tmp_path / "junit.xml"), "--json"]
    with scheduler(1) as (address, run):

        def each(*given: Any) -> Iterator[Any]:
            for number, found in enumerate(run_each(*given)):
                if number == 100:
                    run.kill()
                yield found

        monkeypatch.setattr(case_files, "run_each", each)
        done = referee(*words, "--cluster", address)
    found = json.loads(done.out)
    names = [row["case"] for row in found["cases"]]
    assert 100 <= len(names) < 4000
    assert names == [f"An Ogre strikes a Lion, {number}" for number in range(len(names))]
    assert (found["passed"], found["failed"]) == (len(names), 0)
    assert done.code == 2
    assert done.err == f"stopped after {len(names)} cases; the others were not run\n{gone(address)}"
    assert ElementTree.parse(tmp_path / "junit.xml").getroot().get("errors") == "1"


@pytest.mark.slow
def test_lines_answered_before_a_scheduler_goes_are_printed(tmp_path: Path) -> None:
    battle = {"battleland": "brush", "pieces": [{"id": "a", "character": "ogre", "side": "attacker", "hex": "C3"}]}
    lines = [{"id": n, "format": 1, "ruleset": "titan", "battle": battle, "ask": {"reach": "a"}} for n in range(20000)]
    (tmp_path / "lines.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with scheduler(1) as (address, run), (tmp_path / "err").open("wb") as err:
        words = ["ask", "--jsonl", str(tmp_path / "lines.jsonl"), "--cluster", address]
        asking = subprocess.Popen([sys.executable, "-m", "referee", *words], stdout=subprocess.PIPE, stderr=err)
        assert asking.stdout is not None
        told = [asking.stdout.readline()]
        run.kill()
        told += asking.stdout.readlines()
        code = asking.wait(timeout=60)
    assert [json.loads(line)["id"] for line in told] == list(range(len(told)))
    assert 0 < len(told) < 20000
    assert (code, (tmp_path / "err").read_text()) == (2, gone(address))


@pytest.mark.slow
def test_an_address_where_nothing_answers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_GREETING", 1.0)
    done = referee("odds", "--jsonl", "--cluster", "tcp://127.0.0.1:1", stdin=json.dumps({"state": STATE}))
    assert done.code == 2
    assert "no cluster answers at tcp://127.0.0.1:1" in done.err
