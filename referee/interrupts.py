"""How an interrupt ends the program: at once while it starts and stops, by KeyboardInterrupt while a command runs.

Only the command line imports this module. It imports only modules that Python has already loaded, since an interrupt
during an import prints a traceback.
"""

from __future__ import annotations

import os
from _signal import SIGINT, default_int_handler, getsignal, signal  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 130
# after how many seconds an interrupt that comes during an import is raised again
_LATER = 0.05


def _end(*_: object) -> None:
    os._exit(INTERRUPTED)


def _importing(frame: FrameType | None) -> bool:
    """Return whether a module is being imported: some in C make another error of a KeyboardInterrupt."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _raise(_: object, frame: FrameType | None) -> None:
    if _importing(frame):
        _end()
    raise KeyboardInterrupt


def end_at_once() -> None:
    """Let an interrupt end the program without a message; if interrupts are ignored, leave them ignored."""
    if getsignal(SIGINT) in (default_int_handler, _raise):
        signal(SIGINT, _end)


def raise_again() -> bool:
    """Let an interrupt raise KeyboardInterrupt if `end_at_once` is in force; return whether it was."""
    at_once = getsignal(SIGINT) is _end
    if at_once:
        signal(SIGINT, _raise)
    return at_once


class Held:
    """Interrupts while a command works and then prints what it has found, as a context.

    An interrupt raises KeyboardInterrupt while `raising`, once; later it is only noted, so that the results are
    printed. The third one always raises.
    """

    def __init__(self) -> None:
        self.raising, self.times = True, 0

    def __enter__(self) -> Held:
        self._before = getsignal(SIGINT)
        if self._before in (default_int_handler, _raise):
            signal(SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before in (default_int_handler, _raise):
            signal(SIGINT, self._before)

    def _note(self, _: object, frame: FrameType | None) -> None:
        if self.raising and _importing(frame):
            from threading import Timer

            Timer(_LATER, os.kill, (os.getpid(), SIGINT)).start()
            return
        self.times += 1
        if self.raising or self.times > 2:
            self.raising = False
            raise KeyboardInterrupt
