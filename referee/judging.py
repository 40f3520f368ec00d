"""Check orders on an opened state, adjudicate them, and list the legal ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate, check
from referee.core.adjudication.chain import Origin
from referee.core.adjudication.legal import legal_rows, piece_called
from referee.core.adjudication.verdicts import Adjudication, Verdict
from referee.core.documents.problems import as_known
from referee.core.game.dice import Dice
from referee.core.game.drawing import InOrders
from referee.core.game.orders import Objection
from referee.core.game.position import Position
from referee.core.game.submissions import Submission
from referee.report.check_json import judged, rows_of

from .opening.dice import dice_for
from .opening.states import Opened
from .results import Adjudicated, Checked, Legal


class Terms(msgspec.Struct, frozen=True):
    """How to adjudicate orders: their dice, the reason for an accepted edit of the state, and whether to trace.

    With `unedited`, a state that was edited by hand needs such a reason.
    """

    dice: Mapping[str, list[int]] | None = None
    secret: bytes | None = None
    skip_illegal: bool = False
    dice_in_orders: InOrders = "take"
    accept_edit: str | None = None
    trace: bool = True
    unedited: bool = True


def checked(
    opened: Opened, submissions: list[Submission], dice: Mapping[str, list[int]] | None, dice_in_orders: InOrders
) -> Checked:
    """Judge orders without rolling; raises Unreadable for dice in orders where they are refused.

    Documents that cannot answer one moment are judged one after another, as `played` carries them out. Those that
    come after a roll without dice are open.
    """
    if not _several(opened, submissions):
        source = dice_for(opened, dice, in_orders=dice_in_orders)
        return Checked(judged(check(opened.game, opened.rules, opened.state, submissions, source)))
    run = _run(opened, submissions, Terms(dice, dice_in_orders=dice_in_orders, trace=False, unedited=False))
    last, rest = run.last, run.rest
    if opened.state.view is not None:
        # what a player sees cannot be played on
        length = _most(opened, rest)
        source = dice_for(opened, dice, in_orders=dice_in_orders, spare=length < len(rest))
        last = check(opened.game, opened.rules, opened.state, list(rest[:length]), source)
        rest = rest[length:]
    found: dict[str, Any] = {"legal": True, "orders": []}
    if last is not None:
        # what is missing is not wrong
        found = judged(msgspec.structs.replace(last, missing=[]))
        rest = () if last.refused or last.general else rest
    verdicts = [*run.verdicts, *(last.verdicts if last is not None else ()), *_later(rest)]
    return Checked({**found, "orders": _numbered(verdicts, submissions)})


def _later(submissions: Sequence[Submission]) -> list[Verdict]:
    """Return the verdict on orders for a moment that is not known yet: they are open."""
    why = [Objection("this depends on the dice of an earlier document")]
    return [Verdict(s, given, "open", why, [], [], given.order, None) for s in submissions for given in s.orders]


def played(opened: Opened, submissions: list[Submission], terms: Terms) -> tuple[Opened, Adjudicated]:
    """Adjudicate orders; return the state that stands then, and what came of them.

    Documents that cannot answer one moment are adjudicated one after another, as they were given. Where anything stops
    one of them, nothing is done, and the state that stood before stands.
    """
    several = _several(opened, submissions)
    run = _run(opened, submissions, terms, several)
    verdicts = [*run.verdicts, *(run.last.verdicts if run.last is not None else ())]
    rows = _numbered(verdicts, submissions) if several else rows_of(verdicts)
    if run.last is not None:
        return opened, Adjudicated({**judged(run.last), "orders": rows})
    out: dict[str, Any] = {"legal": all(row["verdict"] != "refused" for row in rows), "orders": rows}
    out["state"] = documents.builtins(run.now.state)
    if run.traces:
        out |= {"trace": run.traces[-1]} if len(run.traces) == 1 else {"trace": run.traces[-1], "traces": run.traces}
    return run.now, Adjudicated({**out, "left": run.left} if run.left else out)


class _Run(msgspec.Struct):
    """Documents carried out moment by moment: where the game stands `now`, and what came of them on the way.

    `last` is what stopped it, None where all documents were carried out; `rest` holds the documents after that.
    """

    now: Opened
    rest: Sequence[Submission]
    verdicts: list[Verdict] = []
    traces: list[dict[str, Any]] = []
    left: list[str] = []
    last: Adjudication | None = None


def _run(opened: Opened, submissions: Sequence[Submission], terms: Terms, several: bool = True) -> _Run:
    """Carry out documents until something stops them: all at once, or `several` moments one after another."""
    run = _Run(opened, submissions)
    while run.rest or not several:
        now, rest = run.now, run.rest
        lengths = range(_most(now, rest), 0, -1) if several else [len(rest)]
        length, dice, outcome = _played(now, rest, terms, lengths)
        if outcome.trace is None:
            if now.state.view is None:
                run.rest = rest[length:]
            run.last = outcome
            break
        run.verdicts += outcome.verdicts
        run.left = outcome.left
        if terms.trace:
            run.traces.append(documents.builtins(outcome.trace))
        run.now, run.rest = following(now, outcome), rest[length:]
        if not run.rest:
            break
        terms = replace(terms, dice=dice.left() if terms.dice is not None else None, accept_edit=None)
    return run


def _played(
    now: Opened, rest: Sequence[Submission], terms: Terms, lengths: Sequence[int]
) -> tuple[int, Dice, Adjudication]:
    """Adjudicate the first so many of the documents left, by the first of these lengths that is carried out, if any.

    Where none is, the result is that of the first length that lacks nothing but dice, else that of the first.
    """
    tried: list[tuple[int, Dice, Adjudication]] = []
    for length in lengths:
        dice = dice_for(now, terms.dice, terms.secret, in_orders=terms.dice_in_orders, spare=length < len(rest))
        origin = Origin(now.document.value, terms.accept_edit) if terms.unedited else None
        run = list(rest[:length])
        outcome = adjudicate(now.game, now.rules, now.state, run, dice, terms.skip_illegal, origin)
        tried.append((length, dice, outcome))
        if outcome.trace is not None:
            return tried[-1]
    return next((one for one in tried if one[2].missing), tried[0])


def following(opened: Opened, outcome: Adjudication) -> Opened:
    """Return the state after an adjudication, opened under the same rules."""
    document = documents.made(documents.builtins(outcome.state), "state")
    return replace(opened, state=outcome.state, document=document)


def _several(opened: Opened, submissions: Sequence[Submission]) -> bool:
    """Return whether documents answer more than one moment: a player has several, or one names a later step.

    Phases in which all order together take several documents of a player as they are.
    """
    position = opened.game.open(opened.state, opened.rules)
    if len(submissions) < 2 or _together(position):
        return False
    players = [_player(submission, position) for submission in submissions]
    step = opened.state.step or 0
    return len(set(players)) < len(players) or any((s.header.step or 0) > step for s in submissions)


def _most(now: Opened, rest: Sequence[Submission]) -> int:
    """Return how many of the documents left may answer one moment: up to a player's second, or one for a later step."""
    position = now.game.open(now.state, now.rules)
    players: list[str] = []
    for submission in rest:
        player = _player(submission, position)
        if player in players or (players and (submission.header.step or 0) > (now.state.step or 0)):
            break
        players.append(player)
    return len(players)


def _together(position: Position) -> bool:
    phase = position.phase()
    return phase is not None and phase.together


def _player(submission: Submission, position: Position) -> str:
    return as_known(submission.player, position.players)


def _numbered(verdicts: Sequence[Verdict], submissions: Sequence[Submission]) -> list[dict[str, Any]]:
    """Return verdicts with the number of the document that each order stands in, from 1."""
    numbers = {id(submission.document): number for number, submission in enumerate(submissions, 1)}
    documents_of = [numbers[id(verdict.submission.document)] for verdict in verdicts]
    return [{"document": number, **row} for number, row in zip(documents_of, rows_of(verdicts), strict=True)]


def legal_of(opened: Opened, piece: str | None = None, player: str | None = None) -> Legal:
    """Return the orders that are legal now; raises Unreadable for an unknown piece."""
    position = opened.game.open(opened.state, opened.rules)
    phase = position.phase()
    player = as_known(player, position.players) if player is not None else None
    rows = legal_rows(opened.game, position, player, piece_called(position, piece, player))
    name, players = (phase.name, list(phase.players)) if phase is not None else (None, [])
    return Legal({"phase": name, "players": players, "legal": documents.builtins(rows)})
