"""The command line, `referee` or `python -m referee`; an interrupt ends it without a traceback."""

from __future__ import annotations

from referee.interrupts import end_at_once

end_at_once()


def main() -> None:
    """Run the command line."""
    from referee.cli import main as run

    run()


if __name__ == "__main__":
    main()
