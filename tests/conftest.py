"""Tests import their helpers by name from this folder, and no property fails because the machine is busy."""

import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

from seeds import day, seeds

settings.register_profile("referee", deadline=None)
settings.load_profile("referee")

# the parser in C reads the same documents in a tenth of the time
yaml.SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
yaml.SafeDumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

# the house rules of who runs the tests are no part of them
os.environ.pop("REFEREE_RULESETS", None)
os.environ["XDG_CONFIG_HOME"] = str(Path(tempfile.gettempdir()) / "no-such-folder-of-a-user")
# what is kept between runs is not kept among what the user's own runs keep
os.environ["XDG_CACHE_HOME"] = str(Path(tempfile.gettempdir()) / "cache-of-referee-tests")

# a shell starts what runs in the background with interrupts ignored, and every process started from it inherits that
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Random:
    """Return random numbers of today: a failure prints the seed, and `REFEREE_SEED` gives it again."""
    print(f"seeds of {seeds(1)[0]}: `REFEREE_SEED` with the date of this run gives them again")
    return Random(f"{seeds(1)[0]} {request.node.nodeid}")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder; files whose tests begin with something write it in a `here` of their own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Let `-m fast` select what is fast and not slow, in one process: two would import everything twice.

    All processes of a run have the same day, at midnight too.
    """
    day()
    if config.option.markexpr == "fast":
        config.option.markexpr = "fast and not slow"
        config.option.numprocesses, config.option.dist, config.option.tx = None, "no", []


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Pass over files without a test that is chosen: most of the time of a small run is spent on reading the others."""
    wanted = next((mark for mark in ("fast", "slow") if config.option.markexpr.startswith(mark)), None)
    if wanted is None or not collection_path.name.startswith("test_"):
        return None
    text = collection_path.read_text(encoding="utf-8")
    # what is no part of today's sample is slow
    marks = [f"pytest.mark.{wanted}", *(["sampled("] if wanted == "slow" else [])]
    return not any(mark in text for mark in marks) or None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test marked fast that takes more than half a second of CPU, once the rulesets are compiled.

    Beside other processes, which slow a CPU down, it is twice that.
    """
    _compiled()
    begun = time.process_time()
    yield
    taken = time.process_time() - begun
    if (
        taken > (1.0 if "PYTEST_XDIST_WORKER" in os.environ else 0.5)
        and item.get_closest_marker("fast") is not None
        and item.get_closest_marker("slow") is None
    ):
        pytest.fail(f"this test is marked fast and took {taken:.1f} s of CPU: mark it slow, or make it smaller")


@cache
def _compiled() -> None:
    """Compile every ruleset and ask a question before the first test, which else pays for all that follow."""
    from referee import api, games

    for name in games.names():
        game, _ = games.load(name)
        dict(game.questions)
    for ruleset, text in (("titan", "ogre against lion"), ("hordes", "a knight against a blade, odds")):
        api.ask(text, ruleset=ruleset)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say what was not run and how to run it, and aloud that tests did not run for want of a browser."""
    if config.option.markexpr != "slow":
        rest = "; `pytest` runs more" if config.option.markexpr.startswith("fast") else ""
        terminalreporter.write_line(f"not run: the tests marked slow, which `pytest -m slow` runs{rest}")
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())]
    if sites := sum("no runtime of Python" in said for said in skipped):
        terminalreporter.write_line(f"no npm, or no network: {sites} tests of the site did not run")
    without = [said for said in skipped if "no Chromium" in said]
    if without:
        terminalreporter.write_line(f"no Chromium, or no Playwright: {len(without)} tests of pages did not run")
