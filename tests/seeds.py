"""Seeds of property tests: other ones each day, printed in the names of the tests."""

from __future__ import annotations

import datetime
import os


def seeds(count: int) -> list[int]:
    """Return so many seeds of today, or of the day that `REFEREE_SEED` gives as YYYY-MM-DD, to see a failure again."""
    given = os.environ.get("REFEREE_SEED")
    day = datetime.date.fromisoformat(given) if given else datetime.date.today()
    return [day.toordinal() * 100 + number for number in range(count)]
