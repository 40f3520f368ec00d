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


class Held:
    """Interrupts while a command works and then prints what it has found, as a context.

    An interrupt raises KeyboardInterrupt while `raising`, once; later it is only noted, so that the results are
    printed. The third one always raises.
    """

    def __init__(self) -> None:
        self.raising, self.times = True, 0

    def __enter__(self) -> Held:
        self._held = getsignal(SIGINT) is default_int_handler
        if self._held:
            signal(SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if self._held:
            signal(SIGINT, default_int_handler)

    def _note(self, *_: object) -> None:
        self.times += 1
        if self.raising or self.times > 2:
            self.raising = False
            raise KeyboardInterrupt
