"""Answers that say no, or nothing, with the reasons."""

from __future__ import annotations

from typing import Any

from referee.core.game.orders import Objection
from referee.core.game.questions import Answer

from .legion import Legion
from .position import MasterboardPosition


def unknown(position: MasterboardPosition, legion: Legion) -> Objection:
    """Return the reason for no answer: the situation or the view does not give what the legion holds."""
    whom = "here" if position.viewer is None else f"to {position.viewer}"
    return Objection(f"what {position.named(legion)} holds is not known {whom}")


def refused(answer: dict[str, Any], objections: list[Objection]) -> Answer:
    """Return an answer with the reasons why it says no."""
    cites = dict.fromkeys(cite for o in objections for cite in o.cite)
    return Answer({**answer, "because": [o.plain() for o in objections]}, list(cites), [])
