"""Verdicts on orders, the steps of those that are not carried out, and the result of an adjudication."""

from __future__ import annotations

from pathlib import PurePath

import msgspec
from msgspec.structs import replace

from ..documents import Problem
from ..game.boards import ScopeBoard
from ..game.dice import Throw
from ..game.orders import Objection, Order, Remarks
from ..game.position import Position
from ..game.reading import mapping_of
from ..game.state import State
from ..game.submissions import Standing, Submission, SubmittedOrder
from ..game.trace import Reacted, Source, Status, Step, Trace


class Verdict(msgspec.Struct, frozen=True):
    """The verdict of the first reading on one order; where a later finding changes it, another one takes its place.

    An order that `waits` names a piece that exists only if the dice allow another order. If every face of its dice was
    supposed, `allowed` lists those that make it legal. `scope` is its scope, None if it means nothing now.
    """

    submission: Submission
    given: SubmittedOrder
    status: Status
    objections: list[Objection]
    throws: list[Throw]
    hangs_on: list[str]
    order: Order
    scope: str | None
    waits: bool = False
    allowed: list[str] = []
    unreached: bool = False
    told: Remarks = {}

    @property
    def word(self) -> str:
        """The verdict in a word, as `check` prints it."""
        return "legal" if self.status == "done" else self.status

    def board(self, position: Position) -> ScopeBoard | None:
        """Return the board of the order, None if it means nothing now."""
        return position.board(self.scope) if self.scope is not None else None

    def refuse(self, objections: list[Objection]) -> Verdict:
        """Return the verdict with more objections, which no dice lift."""
        return replace(self, status="refused", objections=[*self.objections, *objections])

    def overtake(self) -> Verdict:
        """Return the verdict on an order that only the given dice refuse."""
        return replace(self, status="overtaken")

    def problems(self) -> list[Problem]:
        """Return the objections without duplicates, each with its place in the document."""
        out = []
        for objection in self.objections:
            path = (*self.given.path, objection.field) if objection.field else self.given.path
            out.append(self.submission.document.problem(path, objection.with_cites()))
        return list(dict.fromkeys(out))

    @property
    def source(self) -> Source:
        """The player, the number and the order, as a trace records them."""
        return source_of(self.submission, self.given, self.order)


def source_of(submission: Submission, given: SubmittedOrder, order: Order) -> Source:
    """Return an order as a trace records it, with what it reacted to."""
    reacted = None
    if given.says:
        line, _ = submission.document.position(given.path)
        reacted = Reacted(given.says, list(given.found), PurePath(submission.document.file).name, line)
    return Source(submission.player, given.number, mapping_of(order), reacted, submission.header.by)


class Adjudication(msgspec.Struct):
    """The result of an adjudication: the state, the `steps` to it and the trace, or the objections to it.

    `reached` is the position that the orders have led to; the state is written of it.

    `against` holds what stops a simultaneous phase in addition to refused orders, each with its player: a missing
    order, or a document that fits nothing now. `stops` has it as steps: all players see whose orders, only their owner
    sees why. `left` says which of several phases are left over, and whose orders stop them. `unplayed` holds the
    reasons, which are never printed, since they would reveal orders that stay hidden until they are carried out.
    `unordered` holds the pieces without orders of the players who gave documents, each with its owner. `standing`
    holds the standing orders, each with its player.
    """

    verdicts: list[Verdict]
    reached: Position | None = None
    state: State | None = None
    steps: list[Step] = []
    trace: Trace | None = None
    missing: list[Throw] = []
    general: list[str] = []
    against: list[tuple[str, Objection]] = []
    stops: list[Step] = []
    left: list[str] = []
    unordered: list[tuple[str, Objection]] = []
    standing: list[tuple[str, Standing]] = []
    unplayed: Adjudication | None = None

    @property
    def refused(self) -> list[Verdict]:
        """The orders that are illegal."""
        return [v for v in self.verdicts if v.status == "refused"]

    @property
    def blocking(self) -> list[Verdict]:
        """The illegal orders that stop their document: all but those that no dice lead to."""
        return [v for v in self.refused if not v.unreached]


def stopped_step(source: Source, objections: list[Objection], status: Status, secret: bool = False) -> Step:
    """Return the step of an order not carried out, with every reason; if `secret`, only its player sees it."""
    cites = dict.fromkeys(cite for o in objections for cite in o.cite)
    return Step(
        what="; ".join(o.message for o in objections),
        status=status,
        order=source,
        cites=list(cites),
        seen_by="all" if status == "overtaken" and not secret else [source.player],
    )


def phase_title(position: Position) -> str:
    """Return the title of a trace: the phase in words."""
    phase = position.phase()
    return "" if phase is None else phase.title or phase.name
