"""The digests that bind a trace to its game, as text."""

from __future__ import annotations

from .escape import join_lines
from .reports import DigestsReport


def write(report: DigestsReport) -> str:
    """Return the digests, one on each line."""
    told = report.told()
    rows = [(key, value) for key, value in told.items() if key != "orders"]
    orders = [("orders", f"{order['digest']}  {order['player']}") for order in told.get("orders", ())]
    place = next((n + 1 for n, (key, _) in enumerate(rows) if key == "state"), 0)
    return join_lines(f"{key:<10} {value}" for key, value in [*rows[:place], *orders, *rows[place:]]) + "\n"
