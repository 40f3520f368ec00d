"""An interrupt at any moment of the start, of a command and of the end is exit code 130, without a traceback."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from seeds import sampled

from referee import api

# interrupts itself at the n-th import after the first module of ours that a console script loads
PROGRAM = """
import os, signal, sys
seen = 0
def hook(event, arguments):
    global seen
    if event == "import" and "referee.interrupts" in sys.modules and "referee.__main__" in sys.modules:
        seen += 1
        if seen == {number}:
            os.kill(os.getpid(), signal.SIGINT)
sys.argv = ["referee", "rulesets"]
from referee.__main__ import main
sys.addaudithook(hook)
main()
"""


# interrupts itself as a function of ours is called, and as it has returned
LATE = """
import importlib, os, signal, sys
from referee.__main__ import main
owner = importlib.import_module({module!r})
*way, last = {name!r}.split(".")
for word in way:
    owner = getattr(owner, word)
real = getattr(owner, last)
def interrupted(*given, **named):
    os.kill(os.getpid(), signal.SIGINT)
    found = real(*given, **named)
    if {twice}:
        os.kill(os.getpid(), signal.SIGINT)
    return found
setattr(owner, last, interrupted)
sys.argv = ["referee", "test", "tests/cases/titan/lot-11.0-maneuvering.yaml", *{words!r}]
main()
"""


@pytest.mark.parametrize("twice", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("module", "name", "jobs"),
    sampled(
        [
            ("referee.running.workers", "_Workers.stop", "2"),
            ("referee.cli.test", "note_failed", "1"),
            ("referee.cli.test", "note_failed", "2"),
            ("referee.report.case_results", "junit", "1"),
            ("referee.cli.files", "write_whole", "1"),
            ("referee.report.case_results", "text", "1"),
            ("click", "echo", "1"),
        ],
        3,
    ),
)
def test_an_interrupt_after_the_last_case_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, name: str, jobs: str, twice: bool
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    junit = tmp_path / "results.xml"
    program = LATE.format(module=module, name=name, twice=twice, words=["--jobs", jobs, "--junit", str(junit)])
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (said.returncode, "Traceback" in said.stderr) == (130, False), said.stderr
    assert said.stdout.splitlines()[-1].endswith(" passed, 0 failed")
    assert ElementTree.parse(junit).getroot()[0].get("failures") == "0"


@pytest.mark.parametrize("number", [1, 2, 5, 20, 60, 120])
def test_an_interrupt_while_starting_is_quiet(number: int) -> None:
    said = subprocess.run([sys.executable, "-c", PROGRAM.format(number=number)], capture_output=True, text=True)
    assert (said.returncode, said.stderr) == (130, "")


def test_an_interrupt_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    program = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n" + PROGRAM.format(number=20)
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (said.returncode, said.stderr) == (0, "")


def test_the_library_leaves_interrupts_alone() -> None:
    program = "import signal, referee, referee.cli; referee.ask; print(signal.getsignal(signal.SIGINT).__name__)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert said.stdout == f"{signal.default_int_handler.__name__}\n", said


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_lines_answered_before_an_interrupt_are_printed_as_they_come(tmp_path: Path, jobs: str) -> None:
    state = api.new("titan", battleland="brush", attacking=["ogre"], defending=["centaur"])
    lines = [json.dumps({"state": state, "playouts": n, "id": n}) for n in (10, 20, 30, 100_000_000)]
    (tmp_path / "lines.jsonl").write_text("\n".join([*lines, ""]))
    command = [sys.executable, "-m", "referee", "odds", "--jsonl", "--jobs", jobs, str(tmp_path / "lines.jsonl")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        first = run.stdout.readline()
        second = run.stdout.readline()
        run.send_signal(signal.SIGINT)
        rest, said = run.communicate(timeout=60)
    assert [json.loads(line)["id"] for line in (first, second, *rest.splitlines())][:2] == [10, 20]
    assert (run.returncode, said.strip()) == (130, "")


@pytest.mark.slow
def test_an_interrupt_while_a_reader_is_slow_cuts_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    # more than a pipe holds
    command = [sys.executable, "-m", "referee", "test", "tests/cases/titan", "--json"]
    with subprocess.Popen(command, bufsize=0, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        begun = run.stdout.read(1)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate()
    assert json.loads(begun + out)["failed"] == 0
    assert (run.returncode, err.decode().count("interrupted after")) == (130, 1)
