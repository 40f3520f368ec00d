"""What the questions share: refusals, the rules of steps, and what units are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Question, Sentence, with_readings
from referee.core.game.trace import Step

from ..board.battlefield import Unit
from ..position import BattalionsPosition


class BattalionsQuestion(Question[BattalionsPosition], kw_only=True):
    """A question of Battalions; its first sentence names the rulings that another reading would change."""

    def say(self, position: BattalionsPosition, answer: Answer) -> list[Sentence]:
        return with_readings(self._said(position, answer), answer)

    def _said(self, position: BattalionsPosition, answer: Answer) -> list[Sentence]:
        """Return the answer as sentences, the verdict first."""
        raise NotImplementedError


def refused(objections: Iterable[Objection], **further: Any) -> Answer:
    """Return the answer that something cannot be ordered, with every reason."""
    because = list({o.message: o.plain() for o in objections}.values())
    cites = dict.fromkeys(cite for one in because for cite in one["cite"])
    return Answer({"allowed": False, **further, "because": because}, list(cites), [])


def refusal_said(given: dict[str, Any]) -> list[Sentence]:
    """Return a refusal in sentences, each with its rules."""
    return [Sentence(f"No: {b['message']}.", tuple(b["cite"])) for b in given["because"]]


def cites_of(steps: Iterable[Step]) -> list[str]:
    """Return the rules that steps cite, each once."""
    return list(dict.fromkeys(cite for step in steps for cite in step.cites))


def owned_said(unit: Unit) -> str:
    """Return what a unit is called: its side and its name."""
    return f"{unit.player}'s {unit.id}"


def unit_said(unit: Unit) -> str:
    """Return what a unit is called, with its stats."""
    return f"{unit.player}'s {unit.id} ({'-'.join(str(value) for value in unit.stats.values())})"


def capital(text: str) -> str:
    """Return a sentence with its first letter as a capital."""
    return f"{text[:1].upper()}{text[1:]}"
