"""Progress on stderr, with the time that is left; nothing where stderr is no terminal."""

from __future__ import annotations

import sys
import time

# seconds between two lines
_EVERY = 0.2


class Progress:
    """Shows how much of something is done, on one line that is written over."""

    def __init__(self) -> None:
        self.begun = self.last = time.monotonic()
        self.shown = False

    def show(self, done: int, most: int) -> None:
        """Show how much is done, of about how much in all."""
        now = time.monotonic()
        if now - self.last < _EVERY or sys.stderr is None or not sys.stderr.isatty():
            return
        self.last, self.shown = now, True
        rate = done / (now - self.begun)
        left = f", about {_time((most - done) / rate)} left" if rate else ""
        sys.stderr.write(f"\r\x1b[K{done} of {most}, {rate:.0f} a second{left}")
        sys.stderr.flush()

    def end(self) -> None:
        """Take the line away."""
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
