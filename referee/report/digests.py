"""The digests that bind a trace to its game, as data and as text."""

from __future__ import annotations

from typing import Any

from referee.core.game.trace import Trace

from .escape import joined


def digests(trace: Trace, own: str, blinded: bool) -> dict[str, Any]:
    """Return the digests of a trace, with its own only if nothing hidden can be guessed from it."""
    orders = [
        {"player": document.get("player"), "digest": digest}
        for document, digest in zip(trace.documents, trace.submitted, strict=False)
    ]
    told = {
        "trace": own if blinded else None,
        "follows": trace.previous,
        "state": trace.state,
        "orders": orders or None,
        "nonce": trace.nonce,
        "program": trace.program,
    }
    return {key: value for key, value in told.items() if value is not None}


def digests_text(told: dict[str, Any]) -> str:
    """Return digests, one on each line."""
    rows = [(key, value) for key, value in told.items() if key != "orders"]
    orders = [("orders", f"{order['digest']}  {order['player']}") for order in told.get("orders", ())]
    place = next((n + 1 for n, (key, _) in enumerate(rows) if key == "state"), 0)
    return joined(f"{key:<10} {value}" for key, value in [*rows[:place], *orders, *rows[place:]]) + "\n"
