"""Odds as JSON."""

from __future__ import annotations

from .escape import json_text
from .reports import OddsReport


def write(report: OddsReport) -> str:
    """Return the odds as data; those of variants as `{varied: [{with, odds}]}`."""
    if report.found is not None:
        return json_text(report.found)
    return json_text({"varied": [{"with": put, "odds": found} for put, found in report.varied]})
