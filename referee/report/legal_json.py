"""The orders that may be given now as JSON."""

from __future__ import annotations

from referee.core.adjudication.legal import rows_of

from .escape import json_text
from .reports import LegalReport


def write(report: LegalReport) -> str:
    """Return the phase, the players who order in it, and a row for each order."""
    phase = report.position.phase()
    players = list(phase.players) if phase is not None else []
    rows = rows_of(report.candidates)
    return json_text({"phase": phase.name if phase is not None else None, "players": players, "legal": rows})
