"""The mail to the master of a game: what a run has set aside, who is late, what waits, and press to the master."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..journal import Journal
from ..mail.parts import ident
from .envelope import envelope

if TYPE_CHECKING:
    from ..result import Result


def write_to_master(result: Result, journal: Journal) -> None:
    """Write the mail to the master, if they have an address and the run has something that asks for their attention."""
    from ..status import result_text

    settings = result.archive.settings
    if settings.master is None or not _is_news(result):
        return
    step, n, head = result.opened.state.step or 0, result.archive.n, result.archive.chain.head
    number = 1 + sum(1 for name in ("out", "sent") for _ in (result.archive.folder / name).glob(f"{n:03d}-master*"))
    name = f"{n:03d}-master" + (f"-{number}" if number > 1 else "")
    subject = f"[{settings.game} {step}] for the master"
    own = ident(settings.game, name, head[:12])
    text = result_text(result)
    message = envelope(settings.game, settings.sender, settings.master, subject, own, "", result.now, f"{text}\n")
    journal.write(f"out/{name}.eml", message.as_bytes())


def _is_news(result: Result) -> bool:
    """Return whether a mail was set aside or held up, the master is written to, or somebody was reminded or is late."""
    for one in result.taken:
        letter = one.letter
        if not one.double and (letter.reason or letter.problems or any("master" in p.to for p in letter.press)):
            return True
    return bool(result.reminded or result.progress.held or (result.late() and result.progress.played))
