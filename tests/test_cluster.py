"""Work on a dask.distributed cluster of two workers: the same answers, also where a worker dies over them."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

distributed = pytest.importorskip("distributed")

from running import referee  # noqa: E402
from test_playouts import STATE, die_once, played  # noqa: E402

from referee import workers  # noqa: E402
from referee.workers import ordered  # noqa: E402


@pytest.fixture(scope="module")
def address() -> Iterator[Any]:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


def test_playouts_are_those_of_one_process(address: str) -> None:
    assert played(playouts=1000, cluster=address) == played(playouts=1000)


def test_cases_are_those_of_one_process(address: str) -> None:
    path = str(Path(__file__).parent / "cases/titan/lot-12.7-strike-chart.yaml")
    assert referee("test", path, "--json", "--cluster", address) == referee("test", path, "--json")


def test_lines_are_those_of_one_process(address: str) -> None:
    lines = "\n".join(json.dumps({"id": n, "state": STATE, "playouts": 10, "seed": n}) for n in range(5))
    assert referee("odds", "--jsonl", "--cluster", address, stdin=lines) == referee("odds", "--jsonl", stdin=lines)


def test_a_worker_that_dies_loses_nothing(address: str, tmp_path: Path) -> None:
    found = list(ordered(die_once, [(str(tmp_path), n) for n in range(20)], cluster=address))
    assert (tmp_path / "died").exists()
    assert found == [n * n for n in range(20)]


def test_a_cluster_without_workers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_LOOK", 0.2)
    monkeypatch.setattr(workers, "_PATIENCE", 0.5)
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        done = referee("odds", "--jsonl", "--cluster", address, stdin=json.dumps({"state": STATE}))
    assert done.code == 2
    assert done.err == f"--cluster: no worker of {address} is left; start some, and ask again\n"


def test_a_scheduler_that_goes_is_said() -> None:
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        named = Path(folder) / "scheduler.json"
        run = subprocess.Popen(
            [*command, "--no-dashboard", "--scheduler-file", str(named)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while not named.exists() or not named.read_text():
                time.sleep(0.1)
            time.sleep(0.3)
            address = json.loads(named.read_text())["address"]
            # nobody works, so that the work is under way when the scheduler is killed
            timer = threading.Timer(2.0, run.kill)
            timer.start()
            done = referee("odds", "--jsonl", "--cluster", address, stdin=json.dumps({"state": STATE}))
        finally:
            run.kill()
            run.wait()
    assert done.code == 2
    assert done.err == f"--cluster: the scheduler at {address} has gone; start it again, and ask again\n"


def test_an_address_where_nothing_answers_is_said() -> None:
    done = referee("odds", "--jsonl", "--cluster", "tcp://127.0.0.1:1", stdin=json.dumps({"state": STATE}))
    assert done.code == 2
    assert "no cluster answers at tcp://127.0.0.1:1" in done.err
