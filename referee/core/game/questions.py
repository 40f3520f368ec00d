"""Questions about a situation, and their answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic

import msgspec

from ..documents import Path
from ..notation.supposed_facts import SupposedFacts
from ..rules.ledger import PlainLedger
from .boards import OnBoard


class Question(msgspec.Struct, Generic[OnBoard], kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question about a state or a situation; it is answered by the same checks that judge an order.

    The facts of the state hold, such as who has moved. A question that may suppose other facts has a field `supposing`;
    they hold for this question only.
    """

    verb: ClassVar[str] = ""
    # the part of a situation that the question is about, if a game has several
    about: ClassVar[str] = ""
    # other parts that it may be about instead, where the clauses of a line are theirs
    further_about: ClassVar[tuple[str, ...]] = ()
    # whether the question needs no situation
    alone: ClassVar[bool] = False
    # whether an answer leaves its position as it was, so that the next question may be asked of the same one
    changes_nothing: ClassVar[bool] = False

    def meant(self, state: Any) -> Question[Any]:
        """Return the question as it is meant of a state; one verb may be asked of several parts of a situation."""
        return self

    def names_piece(self, position: OnBoard, field: str) -> bool:
        """Return whether a field in which a piece may be named names one here, and no place or other thing."""
        return True

    def fits(self, position: OnBoard) -> bool:
        """Return whether it is what people mean of pieces that stand so: its refusal comes before others."""
        return False

    def supposed(self) -> SupposedFacts | None:
        """Return the facts that the question supposes, None if it supposes none."""
        facts: SupposedFacts | None = getattr(self, "supposing", None)
        return facts

    def answer(self, position: OnBoard) -> Answer:
        """Return the ruling; raises Unanswerable if the situation leaves out something needed."""
        raise NotImplementedError

    def outcome(self, position: OnBoard) -> dict[str, Any]:
        """Return what the answer says, without its reasons; readings under other options are compared by it."""
        return self.answer(position).answer

    def remarks(self, position: OnBoard, answer: Answer) -> list[str]:
        """Return remarks on the situation, such as facts in it that do not affect the answer."""
        return []

    def reread(self, position: OnBoard, original: OnBoard) -> None:
        """Change a position, opened under other options, to what it would be with them from the start, as in hits."""

    def foremost(self, position: OnBoard, further: Mapping[str, Any]) -> list[Sentence]:
        """Return the verdict on what else a spoken question asks, which the answer tells anyway."""
        return []

    def odds_told(self, position: OnBoard, answer: Answer) -> list[Sentence]:
        """Return the odds that people want with an answer, as sentences; they are no part of its data."""
        return []

    def lines(self, position: OnBoard, answer: Answer) -> list[list[str]] | None:
        """Return the lines that a board with the answer shows, each through pieces and places in order.

        None shows one through the pieces and places that are asked about.
        """
        return None

    def say(self, position: OnBoard, answer: Answer) -> list[Sentence]:
        """Return the answer as sentences, each with its rules; none if the table of its keys is enough."""
        return with_readings(self._said(position, answer), answer)

    def _said(self, position: OnBoard, answer: Answer) -> list[Sentence]:
        """Return them without the rulings that another reading would change."""
        return []


class Answer(msgspec.Struct, omit_defaults=True):
    """A ruling in a disputed situation: `answer` in the game's own shape, with its reasons.

    `otherwise` gives the different answers under other values of options: `{ruling, option, value, answer}`.
    `cannot_be` lists what is impossible in the situation by the rules, and `warnings` what cannot come about in play,
    though play can go on.
    """

    answer: dict[str, Any]
    cites: list[str]
    reasons: list[PlainLedger]
    assumed: dict[str, Any] = {}
    notes: list[str] = []
    otherwise: list[dict[str, Any]] = []
    cannot_be: list[str] = []
    warnings: list[str] = []


class Sentence(msgspec.Struct, frozen=True):
    """One sentence of an answer, with the rules behind it; the first is the verdict, with others that say so."""

    text: str
    cites: tuple[str, ...] = ()
    verdict: bool = False


def reasons_said(reasons: Iterable[Mapping[str, Any]]) -> tuple[str, tuple[str, ...]]:
    """Return the reasons of a refusal in one text, and the rules behind them, each once."""
    given = list(reasons)
    text = "; ".join(reason["message"] for reason in given)
    return text, tuple(dict.fromkeys(one for reason in given for one in reason["cite"]))


def with_readings(sentences: list[Sentence], answer: Answer) -> list[Sentence]:
    """Return sentences of which the first names every ruling that another reading would change."""
    own = [other["ruling"] for other in answer.otherwise]
    if not sentences or not own:
        return sentences
    first, *others = sentences
    return [Sentence(first.text, tuple(dict.fromkeys([*first.cites, *own]))), *others]


def refusal_said(given: Mapping[str, Any]) -> list[Sentence]:
    """Return a sentence for each reason of a refusal, `{because: [{message, cite}]}`."""
    return [Sentence(f"No: {one['message']}.", tuple(one["cite"])) for one in given["because"]]


class Unanswerable(Exception):
    """A question names something that does not exist, or leaves out what the answer needs."""

    def __init__(self, message: str, path: Path = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
