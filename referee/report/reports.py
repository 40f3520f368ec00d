"""What is reported: a type for each kind of report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from referee.core.documents import Problem

if TYPE_CHECKING:
    from referee.core.adjudication.verdicts import Adjudication
    from referee.core.asking import Asked
    from referee.core.documents import Document
    from referee.core.game.game import Game
    from referee.core.game.orders import Candidate
    from referee.core.game.picture import Picture
    from referee.core.game.position import Position
    from referee.core.game.questions import Answer
    from referee.core.game.sheets import Chart
    from referee.core.game.trace import Trace
    from referee.core.rules.full_text import Found, Index
    from referee.core.rules.index import Ruling
    from referee.core.rules.lookup import FoundRow
    from referee.core.rules.moments import FactKind, Moment
    from referee.core.rules.rulesets import Ruleset

    from .trace_lines import Depth


class TraceReport(msgspec.Struct, frozen=True):
    """A trace with a selection: how many reasons, only steps of a kind, or one step by its number from 1."""

    trace: Trace
    reasons: Depth = "all"
    only: str | None = None
    step: int | None = None


class ChartReport(msgspec.Struct, frozen=True):
    """A chart that a game makes from its tables."""

    chart: Chart


class ComparisonReport(msgspec.Struct, frozen=True):
    """Answers to variants of one question, each with what is other in it."""

    rows: list[tuple[dict[str, Any], dict[str, Any]]]


class BoardReport(msgspec.Struct, frozen=True):
    """Boards by name, the main one first, and lines of text that belong to all of them.

    The `note` is not part of a board; it reports that the tables have changed.
    """

    boards: Mapping[str, Picture]
    below: Sequence[str] = ()
    note: str = ""


class AnswerReport(msgspec.Struct, frozen=True):
    """An answer, the question as it was understood with its position, and the document with both.

    With `reasons` it is written with its odds and ledgers, else it is short; with `verbose` also with notes on what has
    no effect, and the words of the question that carry nothing.
    """

    asked: Asked
    answer: Answer
    document: Document
    reasons: bool = False
    verbose: bool = False

    @property
    def game(self) -> Game:
        """Return the game that is played."""
        return self.asked.game

    @property
    def ruleset(self) -> Ruleset:
        """Return the rules that the question was asked under."""
        return self.asked.position.rules.ruleset


class CardReport(msgspec.Struct, frozen=True):
    """An answer to be shown around: its verdict, its numbers, the board, the rule and the other reading."""

    answer: AnswerReport


class CheckReport(msgspec.Struct, frozen=True):
    """The verdicts on orders that were judged without rolling.

    `documents` are those of the orders if they are for several moments; `warnings` are what is odd in the state.
    """

    outcome: Adjudication
    documents: Sequence[Document] = ()
    warnings: Sequence[Problem] = ()


class StopReport(msgspec.Struct, frozen=True):
    """What stopped an adjudication: refused orders, or missing dice of a game that may be `committed` to a secret.

    `documents` are those of the orders if they are for several moments.
    """

    outcome: Adjudication
    committed: bool = False
    documents: Sequence[Document] = ()


class MomentsReport(msgspec.Struct, frozen=True):
    """The moments of a game by name, with the tables whose rows each reads, `{moment: [paths]}`.

    `options` are facts of every moment. `fields` are what such rows may say apart from quantities, with the values in
    words: `{moment: {field: values}}`. `examples` are rows with their paths. One that is not `whole` is written with
    the facts that a person needs.
    """

    moments: Mapping[str, Moment]
    sections: Mapping[str, Sequence[str]]
    options: Mapping[str, FactKind] = {}
    fields: Mapping[str, Mapping[str, str]] = {}
    examples: Mapping[str, tuple[str, Mapping[str, Any]]] = {}
    whole: bool = True


class ConditionsReport(msgspec.Struct, frozen=True):
    """What a text about conditions finds, best first: a fact or a field, its moments, and how it is written."""

    rows: Sequence[Mapping[str, Any]]


class RulesReport(msgspec.Struct, frozen=True):
    """Rules and rulings, each `{id, title, kind, summary}`; a single one has what belongs to it, and its charts."""

    rows: Sequence[Mapping[str, Any]]
    rulings: Mapping[str, Ruling]
    charts: Sequence[Chart] = ()


class FoundReport(msgspec.Struct, frozen=True):
    """What a search has found, best first, or a `whole` sheet."""

    rows: Sequence[Found]
    whole: bool = False


class NoVerdictReport(msgspec.Struct, frozen=True):
    """The rules that a text is about which is no question, its line as far as it goes, and the words not in it."""

    ruleset: str
    error: Sequence[str]
    rows: Sequence[Found]
    line: str | None
    not_used: Sequence[str]


class RulesPagesReport(msgspec.Struct, frozen=True):
    """All rules and rulings of a ruleset, each with what belongs to it, and the index to search them."""

    title: str
    rows: Sequence[Mapping[str, Any]]
    rulings: Mapping[str, Ruling]
    summary: str
    index: Index


class OptionsReport(msgspec.Struct, frozen=True):
    """Every ruling with its option, `{ruling, question, answer, option, default, choices, numbers, concerns}`."""

    rows: Sequence[Mapping[str, Any]]
    rulings: Mapping[str, Ruling]


class StateOptionsReport(msgspec.Struct, frozen=True):
    """The options of a state that have not their defaults, each `{ruling, option, value, default, meaning}`."""

    rows: Sequence[Mapping[str, Any]]
    ruleset: str


class CoverageReport(msgspec.Struct, frozen=True):
    """The cases that prove each rule, `{id, title, kind, cases}`, and each choice, `{id, option, choice, cases}`."""

    rules: Sequence[Mapping[str, Any]]
    choices: Sequence[Mapping[str, Any]]


class RowReport(msgspec.Struct, frozen=True):
    """A row of a ruleset as it finally is, with where each of its parts is written."""

    row: FoundRow


class DigestsReport(msgspec.Struct, frozen=True):
    """The digests that bind a trace to its game.

    Its `own` is among them if it is `blinded`, so that nothing hidden can be guessed from it.
    """

    trace: Trace
    own: str
    blinded: bool

    def told(self) -> dict[str, Any]:
        """Return the digests by name, those that there are."""
        trace = self.trace
        orders = [
            {"player": document.get("player"), "digest": digest}
            for document, digest in zip(trace.documents, trace.submitted, strict=False)
        ]
        told = {
            "trace": self.own if self.blinded else None,
            "follows": trace.previous,
            "state": trace.state,
            "orders": orders or None,
            "nonce": trace.nonce,
            "program": trace.program,
        }
        return {key: value for key, value in told.items() if value is not None}


class OffencesReport(msgspec.Struct, frozen=True):
    """What in a state breaks a rule, and what cannot come about in play though play goes on, each with its place."""

    problems: Sequence[Problem]
    warnings: Sequence[Problem] = ()


class LegalReport(msgspec.Struct, frozen=True):
    """The orders that may be given on a position; `piece` and `player` are those asked for, if any."""

    position: Position
    candidates: Sequence[Candidate]
    piece: str | None = None
    player: str | None = None


class LineReport(msgspec.Struct, frozen=True):
    """What answers a line of JSON: an answer, verdicts or errors, with what is echoed of the line before it."""

    found: Any
    echoed: Mapping[str, Any]


class OddsReport(msgspec.Struct, frozen=True):
    """Odds as `odds --json` prints them, or for a table of variants each with the values put in."""

    found: Mapping[str, Any] | None = None
    varied: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]] = ()
    # what each throw of the dice of a combat does, for each variant
    thrown: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]] = ()
