"""The command line, as `referee` or `python -m referee`; an interrupt ends it quietly from the first moment on."""

from __future__ import annotations

import os
import signal
from typing import NoReturn

INTERRUPTED = 130


def _stop(*_: object) -> NoReturn:
    """End at once: nothing is open yet."""
    os._exit(INTERRUPTED)


def main() -> None:
    """Run the command line."""
    before = signal.signal(signal.SIGINT, _stop)
    from referee.cli import main as run

    signal.signal(signal.SIGINT, before)
    run()


if __name__ == "__main__":
    main()
