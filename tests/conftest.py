"""Tests import their helpers by name from this folder, and no property fails because the machine is busy."""

import datetime
import os
import signal
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("referee", deadline=None)
settings.load_profile("referee")

# the house rules of who runs the tests are no part of them
os.environ.pop("REFEREE_RULESETS", None)
os.environ["XDG_CONFIG_HOME"] = str(Path(tempfile.gettempdir()) / "no-such-folder-of-a-user")

# a shell starts what runs in the background with interrupts ignored, and every process started from it inherits that
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Random:
    """Return random numbers of today: a failure prints the seed, and `REFEREE_SEED` gives it again."""
    seed = os.environ.get("REFEREE_SEED") or f"{datetime.date.today()}"
    print(f"REFEREE_SEED={seed}")
    return Random(f"{seed} {request.node.nodeid}")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say aloud that tests did not run for want of a browser."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())]
    without = [said for said in skipped if "no Chromium" in said]
    if without:
        terminalreporter.write_line(f"no Chromium, or no Playwright: {len(without)} tests of pages did not run")
