"""Tests import their helpers by name from this folder, and no property fails because the machine is busy."""

import os
import signal
import sys
import tempfile
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("referee", deadline=None)
settings.load_profile("referee")

# the house rules of who runs the tests are no part of them
os.environ.pop("REFEREE_RULESETS", None)
os.environ["XDG_CONFIG_HOME"] = str(Path(tempfile.gettempdir()) / "no-such-folder-of-a-user")

# a shell starts what runs in the background with interrupts ignored, and every process started from it inherits that
signal.signal(signal.SIGINT, signal.default_int_handler)
