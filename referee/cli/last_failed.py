"""The cases that failed in the last run in a folder, kept in the user's cache directory."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.core.testing.cases import CaseResult


def failed_before() -> frozenset[tuple[str, str]]:
    """Return the cases that failed in the last run in this folder, by file and name; none if nothing is known."""
    try:
        known = json.loads(_place().read_text(encoding="utf-8"))
        return frozenset((str(file), str(case)) for file, case in known)
    except (OSError, ValueError, TypeError):
        return frozenset()


def note_failed(verdicts: Sequence[CaseResult], whole: bool) -> None:
    """Keep which cases failed; of those not run, what was known is kept, unless their files were run `whole`.

    Where nothing can be written, nothing is.
    """
    ran = {(verdict.file, verdict.case) for verdict in verdicts}
    files = {verdict.file for verdict in verdicts} if whole else set()
    failed = {(verdict.file, verdict.case) for verdict in verdicts if not verdict.passed}
    known = failed_before()
    now = sorted({one for one in known - ran if one[0] not in files} | failed)
    if now == sorted(known):
        return
    place = _place()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(now), encoding="utf-8")
    except OSError:
        return


def _place() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    name = hashlib.sha256(os.getcwd().encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return Path(home) / "referee" / f"failed-{name}.json"
