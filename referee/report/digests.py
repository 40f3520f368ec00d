"""The digests that bind a trace to its game, as data and as text."""

from __future__ import annotations

from typing import Any

from .escape import join_lines, json_text
from .reports import DigestsReport


def write(report: DigestsReport) -> str:
    """Return the digests, one on each line."""
    told = _digests(report)
    rows = [(key, value) for key, value in told.items() if key != "orders"]
    orders = [("orders", f"{order['digest']}  {order['player']}") for order in told.get("orders", ())]
    place = next((n + 1 for n, (key, _) in enumerate(rows) if key == "state"), 0)
    return join_lines(f"{key:<10} {value}" for key, value in [*rows[:place], *orders, *rows[place:]]) + "\n"


def write_json(report: DigestsReport) -> str:
    """Return the digests as data."""
    return json_text(_digests(report))


def _digests(report: DigestsReport) -> dict[str, Any]:
    trace = report.trace
    orders = [
        {"player": document.get("player"), "digest": digest}
        for document, digest in zip(trace.documents, trace.submitted, strict=False)
    ]
    told = {
        "trace": report.own if report.blinded else None,
        "follows": trace.previous,
        "state": trace.state,
        "orders": orders or None,
        "nonce": trace.nonce,
        "program": trace.program,
    }
    return {key: value for key, value in told.items() if value is not None}
