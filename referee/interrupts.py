"""How an interrupt ends the program: at once while it starts and stops, by KeyboardInterrupt while a command runs.

Nothing but the command line imports this. It imports what Python has loaded already: every import more is time in
which an interrupt prints a traceback.
"""

from __future__ import annotations

import os
from _signal import SIGINT, default_int_handler, getsignal, signal  # type: ignore[import-not-found]

INTERRUPTED = 130


def _end(*_: object) -> None:
    os._exit(INTERRUPTED)


def end_at_once() -> None:
    """Let an interrupt end the program quietly; one that is ignored stays so."""
    if getsignal(SIGINT) is default_int_handler:
        signal(SIGINT, _end)


def raise_again() -> bool:
    """Let an interrupt raise KeyboardInterrupt where it would end the program at once; return whether it would."""
    at_once = getsignal(SIGINT) is _end
    if at_once:
        signal(SIGINT, default_int_handler)
    return at_once
