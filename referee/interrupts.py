"""How an interrupt ends the program: at once while it starts and stops, by KeyboardInterrupt while a command runs.

Only the command line imports this module. It imports only modules that Python has already loaded, since an interrupt
during an import prints a traceback.
"""

from __future__ import annotations

import os
from _signal import SIGINT, default_int_handler, getsignal, signal  # type: ignore[import-not-found]

INTERRUPTED = 130


def _end(*_: object) -> None:
    os._exit(INTERRUPTED)


def end_at_once() -> None:
    """Let an interrupt end the program without a message; if interrupts are ignored, leave them ignored."""
    if getsignal(SIGINT) is default_int_handler:
        signal(SIGINT, _end)


def raise_again() -> bool:
    """Let an interrupt raise KeyboardInterrupt if `end_at_once` is in force; return whether it was."""
    at_once = getsignal(SIGINT) is _end
    if at_once:
        signal(SIGINT, default_int_handler)
    return at_once
