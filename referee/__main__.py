"""The command line, `referee` or `python -m referee`; an interrupt ends it without a traceback."""

from __future__ import annotations

import gc

from referee.interrupts import end_at_once

end_at_once()

# classes and tables live as long as the process, and hardly anything else has cycles: look for garbage rarely
gc.set_threshold(100_000)


def main() -> None:
    """Run the command line."""
    from referee.cli import main as run

    run()


if __name__ == "__main__":
    main()
