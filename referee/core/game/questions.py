"""Questions and answers: what somebody wants to know of a situation."""

from __future__ import annotations

from typing import Any, ClassVar, Generic

import msgspec

from ..documents import Path
from ..notation.facts import Facts
from ..rules.ledger import PlainLedger
from .boards import OnBoard
from .orders import Objection


class Question(msgspec.Struct, Generic[OnBoard], kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody wants to know of a state or a situation; the same checks answer it as judge an order.

    What it says holds: who has moved, whose phase it is. A question that may be asked against that has a field
    `supposing`, with facts that hold for it alone.
    """

    verb: ClassVar[str] = ""
    # the part of a situation the question is about, where a game knows several
    about: ClassVar[str] = ""

    def supposed(self) -> Facts | None:
        """Return the facts that the question supposes, whatever the state says."""
        facts: Facts | None = getattr(self, "supposing", None)
        return facts

    def answer(self, position: OnBoard) -> Answer:
        """Return the ruling; raises Unanswerable where the situation does not say enough."""
        raise NotImplementedError

    def remarks(self, position: OnBoard, answer: Answer) -> list[str]:
        """Return what is to be noted of the situation itself: facts in it that count for nothing in the answer."""
        return []

    def reread(self, position: OnBoard, original: OnBoard) -> None:
        """Change in a position under other options what these would have made of it before, as hits that were given."""

    def say(self, position: OnBoard, answer: Answer) -> list[Objection]:
        """Return the answer in sentences to read aloud, each with its rules; none where the table says enough."""
        return []


class Answer(msgspec.Struct, omit_defaults=True):
    """A ruling in a disputed situation: `answer` in the game's own shape, with its reasons.

    `otherwise` gives the answer under each other value of an option on which it turned: `{ruling, option, value,
    answer}`. `cannot_be` says what of the situation is impossible by the rules.
    """

    answer: dict[str, Any]
    cites: list[str]
    reasons: list[PlainLedger]
    assumed: dict[str, Any] = {}
    notes: list[str] = []
    otherwise: list[dict[str, Any]] = []
    cannot_be: list[str] = []


class Unanswerable(Exception):
    """A question names something that is not there, or leaves out what the answer needs."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
