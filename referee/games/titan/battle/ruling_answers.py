"""Answers made of rulings: a refusal with every reason, and an answer with its ledgers."""

from __future__ import annotations

from typing import Any

from referee.core.game.orders import Objection
from referee.core.game.questions import Answer
from referee.core.rules.ledger import Ledger


def refusal(objections: list[Objection], extra: dict[str, Any] | None = None) -> Answer:
    """Return the answer that something is not allowed, with every reason; `extra` joins the answer."""
    cites = dict.fromkeys(cite for o in objections for cite in o.cite)
    return Answer({"allowed": False, **(extra or {}), "because": [o.plain() for o in objections]}, list(cites), [])


def ruling_answer(answer: dict[str, Any], ledgers: list[Ledger], cites: list[str]) -> Answer:
    """Return an answer with its ledgers; it cites what they cite too."""
    cited = dict.fromkeys(cites)
    for ledger in ledgers:
        for entry in ledger.entries:
            cited |= dict.fromkeys(entry.cite)
    return Answer(answer, list(cited), [ledger.plain() for ledger in ledgers])
