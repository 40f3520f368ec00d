"""Tests import their helpers by name from this folder, and no property fails because the machine is busy."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("referee", deadline=None)
settings.load_profile("referee")
