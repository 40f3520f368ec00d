"""Verdicts on orders, and what an adjudication led to, as JSON prints them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.core import documents
from referee.core.adjudication.verdicts import Adjudication, Verdict

from .json_text import json_text
from .writers import CheckReport, StopReport

_WORDS = {"done": "legal", "open": "open", "overtaken": "overtaken", "refused": "refused"}


def rows_of(verdicts: Iterable[Verdict]) -> list[dict[str, Any]]:
    """Return a row for each verdict, `{player, order, verdict}` with the rolls it needs and its reasons."""
    rows = []
    for verdict in verdicts:
        row: dict[str, Any] = {
            "player": verdict.submission.player,
            "order": verdict.given.number,
            "verdict": _WORDS[verdict.status],
        }
        if verdict.objections:
            row["because"] = [o.plain() for o in verdict.objections]
        if verdict.throws:
            row["rolls"] = [{"event": t.event, "dice": t.count, "number": t.number} for t in verdict.throws]
        if verdict.hangs_on:
            row["hangs_on"] = verdict.hangs_on
        if verdict.allowed:
            row["legal_with"] = verdict.allowed
        rows.append(row)
    return rows


def judged(outcome: Adjudication) -> dict[str, Any]:
    """Return what the reading of orders found, as JSON prints it."""
    out: dict[str, Any] = {"legal": not outcome.refused and not outcome.general}
    out["orders"] = rows_of(outcome.verdicts)
    if outcome.general:
        out["problems"] = outcome.general
    if outcome.unordered:
        out["unordered"] = [{"player": player, **objection.plain()} for player, objection in outcome.unordered]
    if outcome.stops:
        out["stops"] = documents.builtins(outcome.stops)
    if outcome.missing:
        out["missing"] = [{"event": t.event, "dice": t.count} for t in outcome.missing]
    return out


def adjudicated(outcome: Adjudication) -> dict[str, Any]:
    """Return an adjudication as `--json` prints it: `{state, trace}`, and `left` if later phases were left over."""
    out = {"state": documents.builtins(outcome.state), "trace": documents.builtins(outcome.trace)}
    return {**out, "left": outcome.left} if outcome.left else out


def write(report: CheckReport) -> str:
    """Return the verdict on each order as data."""
    return json_text(judged(report.outcome))


def write_stop(report: StopReport) -> str:
    """Return why nothing was adjudicated as data."""
    return json_text(judged(report.outcome))
