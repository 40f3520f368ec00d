"""Boards as JSON: their shapes, for a program of your own to draw."""

from __future__ import annotations

from referee.core import documents

from .escape import json_text
from .reports import BoardReport


def write(report: BoardReport) -> str:
    """Return every board by its name as data."""
    return json_text(documents.builtins(report.boards))
