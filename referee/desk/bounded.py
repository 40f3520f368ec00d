"""A limit on the time that something may take, where the system and the thread allow it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# seconds after which it is raised again, by which time all that it was raised in has ended
_AGAIN = 0.25


class TooLong(BaseException):
    """Something has taken more CPU time than it may; what catches its own errors does not catch this one."""


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Raise TooLong in what takes more seconds of CPU; where no timer can be set, nothing is limited."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    # more than once, since Python prints what is raised in a destructor or a callback of gc, and goes on
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
