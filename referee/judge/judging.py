"""The one way in: check orders on an opened state, adjudicate them, and list the legal ones.

The commands, their --jsonl, the API and its sessions all call `judge` and `play`. The API makes dicts of the results,
the commands make reports and files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate, check
from referee.core.adjudication.chain import Origin
from referee.core.adjudication.legal import legal_rows, piece_called
from referee.core.adjudication.submitted import duplicates
from referee.core.adjudication.verdicts import Adjudication, Verdict
from referee.core.documents import Document
from referee.core.documents.problems import Problem, known_name
from referee.core.game.dice import Dice
from referee.core.game.drawing import InOrders
from referee.core.game.orders import Objection
from referee.core.game.position import Position
from referee.core.game.submissions import Submission
from referee.core.game.trace import Trace
from referee.opening.dice import dice_for
from referee.opening.states import Opened, odd_in
from referee.results import Adjudicated, Checked, Legal


class Terms(msgspec.Struct, frozen=True):
    """How to adjudicate orders: their dice, and the reason for an accepted edit of the state.

    Dice are supplied by event, are drawn from a `secret`, which may be `kept` in a file or used `once`, or are in the
    orders. With `unedited`, a state that was edited by hand needs a reason.
    """

    dice: Mapping[str, list[int]] | None = None
    secret: bytes | None = None
    kept: str | None = None
    once: bool = False
    skip_illegal: bool = False
    dice_in_orders: InOrders = "take"
    accept_edit: str | None = None
    unedited: bool = True


class Judged(msgspec.Struct, frozen=True):
    """The verdicts on orders; `documents` holds the documents in the order given if they answer several moments.

    `warnings` are what in the state cannot come about in play, though play goes on by the rules.
    """

    outcome: Adjudication
    documents: Sequence[Document] = ()
    warnings: Sequence[Problem] = ()

    def plain(self) -> Checked:
        """Return the verdicts as `--json` prints them."""
        # most commands print text
        from referee.report.verdict_rows import plain_verdicts

        return Checked(plain_verdicts(self.outcome, self.documents, self.warnings))


class Run(msgspec.Struct):
    """Documents carried out moment by moment: where the game is `now`, and the adjudication of each moment.

    `stop` is the adjudication that carried nothing out, None if all documents are carried out; `rest` holds the
    documents after that. `documents` is empty if all documents answer one moment.
    """

    now: Opened
    rest: Sequence[Submission]
    documents: Sequence[Document] = ()
    moments: list[Adjudication] = []
    stop: Adjudication | None = None

    @property
    def traces(self) -> list[Trace]:
        """The trace of each moment, in the order of play."""
        return [moment.trace for moment in self.moments if moment.trace is not None]

    def judged(self) -> Judged:
        """Return the verdicts on the orders of all moments, with what stopped the last one."""
        verdicts = [verdict for moment in self.moments for verdict in moment.verdicts]
        last = self.stop if self.stop is not None else Adjudication([])
        return Judged(replace(last, verdicts=[*verdicts, *last.verdicts]), self.documents)

    def plain(self, trace: bool = True) -> Adjudicated:
        """Return what came of the documents as `--json` prints it, with or without the traces."""
        found = self.judged().plain()
        if self.stop is not None:
            return Adjudicated(found)
        out: dict[str, Any] = {**found, "state": documents.builtins(self.now.state)}
        traces = documents.builtins(self.traces) if trace else []
        if traces:
            out["trace"] = traces[-1]
        if len(traces) > 1:
            out["traces"] = traces
        left = self.moments[-1].left if self.moments else []
        return Adjudicated({**out, "left": left} if left else out)


def judge(opened: Opened, submissions: Sequence[Submission], terms: Terms) -> Judged:
    """Judge orders without rolling; raises Unreadable for dice in orders where they are refused.

    Documents for several moments are judged one after another, as `play` carries them out. Those that come after a roll
    without dice are open.
    """
    return replace(_judged(opened, submissions, replace(terms, unedited=False)), warnings=odd_in(opened))


def _judged(opened: Opened, submissions: Sequence[Submission], terms: Terms) -> Judged:
    if wrong := _twice(opened, submissions):
        return Judged(wrong)
    if not _several(opened, submissions):
        source = dice_for(opened, terms.dice, in_orders=terms.dice_in_orders)
        return Judged(check(opened.game, opened.rules, opened.state, list(submissions), source))
    run = play(opened, submissions, terms)
    stop, rest = run.stop, run.rest
    if opened.state.view is not None:
        # what a player sees cannot be played on
        length = _most(opened, rest)
        source = dice_for(opened, terms.dice, in_orders=terms.dice_in_orders, spare=length < len(rest))
        stop = check(opened.game, opened.rules, opened.state, list(rest[:length]), source)
        rest = rest[length:]
    if stop is not None:
        # what is missing is not wrong
        later = () if stop.refused or stop.general else rest
        run.stop = replace(stop, missing=[], verdicts=[*stop.verdicts, *_later(later)])
    return run.judged()


def _later(submissions: Sequence[Submission]) -> list[Verdict]:
    """Return the verdict on orders for a moment that is not known yet: they are open."""
    why = [Objection("this depends on the dice of an earlier document")]
    return [Verdict(s, given, "open", why, [], [], given.order, None) for s in submissions for given in s.orders]


def play(opened: Opened, submissions: Sequence[Submission], terms: Terms) -> Run:
    """Adjudicate orders; raises Unreadable for dice that this game refuses.

    Documents for several moments are adjudicated one after another, as they are given. If one of them stops, nothing is
    to be kept of those before it.
    """
    if wrong := _twice(opened, submissions):
        return Run(opened, submissions, stop=wrong)
    several = _several(opened, submissions)
    run = Run(opened, submissions, [submission.document for submission in submissions] if several else ())
    while run.rest or not several:
        now, rest = run.now, run.rest
        lengths = range(_most(now, rest), 0, -1) if several else [len(rest)]
        length, dice, outcome = _played(now, rest, terms, lengths)
        if outcome.trace is None:
            if now.state.view is None:
                run.rest = rest[length:]
            run.stop = outcome
            break
        run.moments.append(outcome)
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
        dice = dice_for(
            now,
            terms.dice,
            terms.secret,
            kept=terms.kept,
            once=terms.once,
            in_orders=terms.dice_in_orders,
            spare=length < len(rest),
        )
        origin = Origin(now.document.value, terms.accept_edit) if terms.unedited else None
        outcome = adjudicate(now.game, now.rules, now.state, list(rest[:length]), dice, terms.skip_illegal, origin)
        tried.append((length, dice, outcome))
        if outcome.trace is not None:
            return tried[-1]
    return next((one for one in tried if one[2].missing), tried[0])


def following(opened: Opened, outcome: Adjudication) -> Opened:
    """Return the state after an adjudication, opened under the same rules."""
    document = documents.make_document(documents.builtins(outcome.state), "state")
    return replace(opened, state=outcome.state, document=document)


def _twice(opened: Opened, submissions: Sequence[Submission]) -> Adjudication | None:
    """Return the result for documents of one player that name the same step; None if there are none."""
    if len(submissions) < 2 or _together(opened.game.open(opened.state, opened.rules)):
        return None
    steps = dict.fromkeys(s.header.step for s in submissions if s.header.step is not None)
    general = [said for step in steps for said in duplicates(s for s in submissions if s.header.step == step)]
    return Adjudication([], general=general) if general else None


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
    return known_name(submission.player, position.players)


def legal_of(opened: Opened, piece: str | None = None, player: str | None = None) -> Legal:
    """Return the orders that are legal now; raises Unreadable for an unknown piece."""
    position = opened.game.open(opened.state, opened.rules)
    phase = position.phase()
    player = known_name(player, position.players) if player is not None else None
    rows = legal_rows(opened.game, position, player, piece_called(position, piece, player))
    name, players = (phase.name, list(phase.players)) if phase is not None else (None, [])
    return Legal({"phase": name, "players": players, "legal": documents.builtins(rows)})
