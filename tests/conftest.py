"""Tests import their helpers by name from this folder, and no property fails because the machine is busy."""

import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("referee", deadline=None)
settings.load_profile("referee")

# the house rules of who runs the tests are no part of them
os.environ.pop("REFEREE_RULESETS", None)
os.environ["XDG_CONFIG_HOME"] = str(Path(tempfile.gettempdir()) / "no-such-folder-of-a-user")

# a shell starts what runs in the background with interrupts ignored, and every process started from it inherits that
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say aloud that tests did not run for want of a browser."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())]
    without = [said for said in skipped if "no Chromium" in said]
    if without:
        terminalreporter.write_line(f"no Chromium, or no Playwright: {len(without)} tests of pages did not run")
