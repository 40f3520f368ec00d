"""Verdicts on orders, and what an adjudication led to, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.core.adjudication.verdicts import Adjudication, Verdict
from referee.core.documents import Document, Problem, builtins


def _rows(verdicts: Iterable[Verdict], documents: Sequence[Document]) -> list[dict[str, Any]]:
    """Return a row for each verdict, `{player, order, verdict}` with the rolls it needs and its reasons."""
    rows = []
    numbers = {id(document): number for number, document in enumerate(documents, 1)}
    for verdict in verdicts:
        number = numbers.get(id(verdict.submission.document))
        row: dict[str, Any] = {
            **({"document": number} if number is not None else {}),
            "player": verdict.submission.player,
            "order": verdict.given.number,
            "verdict": verdict.word,
        }
        if verdict.given.says:
            row["line"] = verdict.given.says
        if verdict.objections:
            row["because"] = [o.plain() for o in verdict.objections]
        if verdict.throws:
            row["rolls"] = [{"event": t.event, "dice": t.count, "number": t.number} for t in verdict.throws]
        if verdict.told:
            row["told"] = verdict.told
        if verdict.hangs_on:
            row["hangs_on"] = verdict.hangs_on
        if verdict.allowed:
            row["legal_with"] = verdict.allowed
        rows.append(row)
    return rows


def plain_verdicts(
    outcome: Adjudication, documents: Sequence[Document] = (), warnings: Sequence[Problem] = ()
) -> dict[str, Any]:
    """Return what the reading of a state and orders found, as JSON prints it.

    If they are in several `documents`, each row has the number of its document, from 1.
    """
    out: dict[str, Any] = {"legal": not outcome.refused and not outcome.general}
    out["orders"] = _rows(outcome.verdicts, documents)
    if warnings:
        out["warnings"] = [str(problem) for problem in warnings]
    if outcome.standing:
        out["standing"] = [{"player": who, "order": one.number, "line": one.says} for who, one in outcome.standing]
    if outcome.general:
        out["problems"] = outcome.general
    if outcome.unordered:
        out["unordered"] = [{"player": player, **objection.plain()} for player, objection in outcome.unordered]
    if outcome.stops:
        out["stops"] = builtins(outcome.stops)
    if outcome.missing:
        out["missing"] = [{"event": t.event, "dice": t.count} for t in outcome.missing]
    return out
