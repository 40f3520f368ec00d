"""What was found of orders: a verdict on each, and the end of an adjudication."""

from __future__ import annotations

import msgspec

from ..documents import Problem
from ..game.boards import Board
from ..game.dice import Throw
from ..game.orders import Objection, Order
from ..game.position import Position
from ..game.reading import mapping_of
from ..game.state import State
from ..game.submissions import Given, Submission
from ..game.trace import Source, Status, Step, Trace


class Verdict(msgspec.Struct):
    """What the first reading says of one order.

    One that `waits` names a piece that is not there unless the dice allow another order. Where it is open on dice
    of which every face was supposed, `allowed` names those that make it legal. `scope` is where it is meant, None
    where it means nothing as things stand.
    """

    submission: Submission
    given: Given
    status: Status
    objections: list[Objection]
    throws: list[Throw]
    hangs_on: list[str]
    order: Order
    scope: str | None
    waits: bool = False
    allowed: list[str] = []

    def board(self, position: Position) -> Board | None:
        """Return the position the order is given on, a part of the whole, or None where it means nothing."""
        return position.board(self.scope) if self.scope is not None else None

    def problems(self) -> list[Problem]:
        """Return the objections, each once and with its place in the document."""
        out = []
        for objection in self.objections:
            path = (*self.given.path, objection.field) if objection.field else self.given.path
            cites = f" ({', '.join(objection.cite)})" if objection.cite else ""
            out.append(self.submission.document.problem(path, objection.message + cites))
        return list(dict.fromkeys(out))

    @property
    def source(self) -> Source:
        """The player, number and words of the order, as a trace records them."""
        return Source(self.submission.player, self.given.number, mapping_of(self.order))


class Adjudication(msgspec.Struct):
    """The result of an adjudication: state and trace, or the objections to it.

    `against` holds what stops a phase together beside refused orders, each with its owner: an order that is
    missing, a document that answers nothing now. `stops` tells it as steps: everybody sees whose it is, its owner why.
    `left` says what of several phases given together was left over, and whose orders stop it; `unplayed` holds
    why, which is printed nowhere: it would tell of orders that stay hidden until they are carried out. `unordered`
    holds what the players who gave documents have given no order, each with its owner.
    """

    verdicts: list[Verdict]
    state: State | None = None
    trace: Trace | None = None
    missing: list[Throw] = []
    general: list[str] = []
    against: list[tuple[str, Objection]] = []
    stops: list[Step] = []
    left: list[str] = []
    unordered: list[tuple[str, Objection]] = []
    unplayed: Adjudication | None = None

    @property
    def refused(self) -> list[Verdict]:
        """The orders that are illegal."""
        return [v for v in self.verdicts if v.status == "refused"]
