"""Adjudicating the orders that wait, moment by moment, as far as they go."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from referee.core.adjudication.verdicts import Adjudication
from referee.core.documents import Unreadable
from referee.core.documents.problems import listed
from referee.core.game.policies import defaults_in, policy_in
from referee.core.game.submissions import Submission
from referee.core.game.trace import Trace
from referee.core.notation import line_writer
from referee.judge.judging import Terms, following, judge, play
from referee.opening.states import Opened

from .mail.clean import Problem
from .waiting import Waiting, before_block, read, rest, with_standing

# the orders of a default come from here, as a trace says it
DEFAULT = "by: default"
# how often dice that anybody can know are tried
_TRIALS = 12
# the most moments of one run, and of those that no order but standing ones has carried on: two who hold go on for ever
MOST, _MOST_ALONE = 1000, 10


class Played(msgspec.Struct, frozen=True):
    """One moment that was adjudicated: the game after it, its trace, the orders that went into it, and whose.

    For the players in `defaults`, a default stood in.
    """

    opened: Opened
    trace: Trace
    documents: Sequence[bytes]
    mails: Sequence[str]
    by: Sequence[str]
    defaults: Sequence[str] = ()


class Unsure(msgspec.Struct, frozen=True):
    """An order of a moment that hangs on dice: its line, what `check` says of it and why, and the rolls it asks for."""

    player: str
    order: str
    verdict: str
    rolls: list[str]
    because: list[str]


class _Given(NamedTuple):
    """What goes into a moment for a player: a part of what waits with the standing orders, or those alone."""

    part: Waiting
    waiting: Waiting | None = None
    taken: int = 0


class Progress(msgspec.Struct):
    """How far the orders that wait have carried a game; `held` are those that cannot be carried out, with the reasons.

    `unsure` holds the orders of the moment whose roll has no dice, as in a preview. `alone` counts the moments that
    standing orders alone have carried on.
    """

    now: Opened
    waiting: list[Waiting]
    played: list[Played] = []
    held: list[tuple[Waiting, list[Problem]]] = []
    unsure: list[Unsure] = []
    alone: int = 0


def advance(
    now: Opened, waiting: Sequence[Waiting], terms: Terms, name: str, late: Collection[str] = (), most: int = MOST
) -> Progress:
    """Carry out what waits as far as it goes; with no secret in the terms, up to the first roll.

    For the players who are `late`, the defaults of the ruleset stand in. At `most` so many moments are adjudicated.
    """
    progress = Progress(now, list(waiting))
    while len(progress.played) < most and progress.alone < _MOST_ALONE and _moment(progress, terms, name, late):
        pass
    return progress


def _moment(progress: Progress, terms: Terms, name: str, late: Collection[str]) -> bool:
    """Adjudicate the next moment; return whether anything was adjudicated or held up, so that there may be more."""
    now = progress.now
    position = now.game.open(now.state, now.rules)
    phase = position.phase()
    if phase is None:
        return False
    step = now.state.step or 0
    if not phase.together:
        # only where all order at the same time does it mean anything to order nothing
        progress.waiting = [one for one in progress.waiting if one.orders]
    ready: dict[str, Waiting] = {}
    for one in progress.waiting:
        if one.player in phase.players and not one.standing and (one.step is None or one.step <= step):
            ready.setdefault(one.player, one)
    given: list[_Given] = []
    for player in phase.players:
        standing = [one for one in progress.waiting if one.player == player and one.standing]
        standing = [one for one in standing if _acts(now, phase.name, one)]
        if player in ready:
            one = ready[player]
            whole = with_standing(one, standing)
            count, wrong = _goes(now, one, whole, terms, name, together=phase.together)
            if wrong:
                _hold(progress, one, wrong)
                return True
            part = whole if count == len(one.orders) else _first(one, count)
            given.append(_Given(part, one, count))
        elif standing and (player not in late or _has_orders(now, standing, player, terms, name)):
            given.append(_Given(with_standing(_nothing(player, standing[0].file), standing)))
        elif player in late and (names := defaults_in(now.rules, phase.name)):
            orders = [f"always: {name}" for name in names]
            stands_in = msgspec.structs.replace(
                _nothing(player, DEFAULT), orders=orders, places=[1] * len(orders), heading={"by": "default"}
            )
            given.append(_Given(stands_in))
    if not given or (phase.together and {one.part.player for one in given} < set(phase.players)):
        return False
    return _carry_out(progress, given, terms, name, whole=phase.together)


def _has_orders(now: Opened, standing: Sequence[Waiting], player: str, terms: Terms, name: str) -> bool:
    """Return whether the standing orders of a player who is late have anything to do now, found without dice."""
    part = read(now.game, now.ruleset.name, name, with_standing(_nothing(player, standing[0].file), standing))
    run = play(now, [part], msgspec.structs.replace(terms, secret=None))
    if run.stop is not None:
        return bool(run.stop.missing)
    return any(outcome.trace is not None and outcome.trace.steps for outcome in run.moments)


def _first(one: Waiting, count: int) -> Waiting:
    return msgspec.structs.replace(one, orders=one.orders[:count], places=one.places[:count])


def _nothing(player: str, file: str) -> Waiting:
    return Waiting(player=player, mails=[], file=file, orders=[], places=[])


def _acts(now: Opened, phase: str, one: Waiting) -> bool:
    """Return whether one of some standing orders is for a phase."""
    for order in one.orders:
        said = order if isinstance(order, str) else str(next(iter(order.values())))
        policy, _ = policy_in(now.rules, said.partition(":")[2].split() if isinstance(order, str) else said.split())
        if policy is not None and phase in policy.phases:
            return True
    return False


def _goes(
    now: Opened, one: Waiting, whole: Waiting, terms: Terms, name: str, together: bool
) -> tuple[int, list[Problem]]:
    """Return how many of a player's orders can be carried out now, or what is wrong with them.

    `whole` is the orders with the standing ones.
    """
    try:
        submission = read(now.game, now.ruleset.name, name, whole)
    except Unreadable as error:
        return 0, [Problem(p.line, _line_of(one, p.line), p.message) for p in error.problems]
    # by what the player sees: what is held up tells of nothing hidden
    seen = msgspec.structs.replace(now, state=now.game.view(now.state, one.player))
    found = judge(seen, [submission], msgspec.structs.replace(terms, secret=None)).outcome
    if together:
        # what is missing is another player's to give, or judged when all have ordered
        return len(one.orders), _problems(found, submission) if found.refused else []
    if found.general:
        return 0, [Problem(1, one.file, said) for said in found.general]
    if not found.blocking:
        return len(one.orders), []
    count = _before(one, found)
    if count and _leads_away(now, one, count, terms, name):
        return count, []
    return 0, _problems(found, submission)


def _before(one: Waiting, found: Adjudication) -> int:
    """Return how many of a player's orders come before the first that is refused."""
    player = one.player.casefold()
    places = [int(v.given.path[1]) for v in found.blocking if v.submission.player.casefold() == player]
    return before_block(one.orders, min(places, default=0))


def _leads_away(now: Opened, one: Waiting, count: int, terms: Terms, name: str) -> bool:
    """Return whether the first so many orders may end the player's turn, so that those after them wait.

    This is tried with dice that anybody can know: what is held up, and what is not, tells of no die of the game.
    """
    try:
        part = read(now.game, now.ruleset.name, name, one, count)
    except Unreadable:
        return False
    trial = msgspec.structs.replace(now, state=msgspec.structs.replace(now.state, dice=None))
    for number in range(_TRIALS):
        known = msgspec.structs.replace(terms, secret=bytes([number]) * 32, kept=None, once=True, unedited=False)
        run = play(trial, [part], known)
        if run.stop is None and run.moments:
            phase = run.now.game.open(run.now.state, run.now.rules).phase()
            if phase is None or one.player not in phase.players:
                return True
    return False


def _carry_out(progress: Progress, given: Sequence[_Given], terms: Terms, name: str, whole: bool) -> bool:
    """Adjudicate a moment; return whether anything was adjudicated or held up. With `whole`, no order goes alone."""
    now = progress.now
    parts = [read(now.game, now.ruleset.name, name, one.part) for one in given]
    run = play(now, parts, terms)
    if run.stop is not None:
        shorter = given if whole else [_shortened(one, run.stop) for one in given]
        # an order that only what is hidden forbids is refused when it comes
        if shorter != list(given):
            return _carry_out(progress, shorter, terms, name, whole)
        return _stopped(progress, given, parts, run.stop)
    if not any(one.waiting for one in given) and not any(o.trace.steps for o in run.moments if o.trace is not None):
        # no standing order has anything to do
        return False
    progress.alone += not any(one.waiting for one in given)
    for outcome in run.moments:
        assert outcome.trace is not None
        now = following(now, outcome)
        progress.played.append(
            Played(
                now,
                outcome.trace,
                [part.document.raw or b"" for part in parts],
                list(dict.fromkeys(mail for one in given for mail in one.part.mails)),
                [one.part.player for one in given],
                [one.part.player for one in given if one.part.heading.get("by") == "default"],
            )
        )
    progress.now = now
    for one in given:
        if one.waiting is not None:
            left = rest(one.waiting, one.taken)
            place = progress.waiting.index(one.waiting)
            progress.waiting[place : place + 1] = [left] if left is not None else []
    return True


def _shortened(one: _Given, stop: Adjudication) -> _Given:
    """Return what goes into a moment without what an adjudication stops at, and what follows; as it is with nothing."""
    count = _before(one.part, stop) if one.waiting is not None else 0
    return one._replace(part=_first(one.part, count), taken=count) if 0 < count <= one.taken else one


def _stopped(progress: Progress, given: Sequence[_Given], parts: Sequence[Submission], stop: Adjudication) -> bool:
    """Hold up the orders that stop an adjudication; return whether the others may go on without them."""
    if stop.missing:
        progress.unsure = _unsure(stop)
        return False
    used = [one.part for one in given]
    wrong = {
        one.player: _problems(stop, part)
        for one, part in zip(used, parts, strict=True)
        if any(verdict.submission.player == one.player for verdict in stop.refused)
        or any(player == one.player for player, _ in stop.against)
    }
    if not wrong:
        wrong = {one.player: [Problem(1, one.file, said) for said in stop.general] for one in used}
    held = [one.waiting for one in given if one.waiting is not None and one.part.player in wrong]
    for one in held:
        _hold(progress, one, wrong[one.player])
    # what standing orders alone stop is left to their player, or to the master
    return bool(held)


def _unsure(stop: Adjudication) -> list[Unsure]:
    """Return the orders of a moment that lacks dice, each with its verdict."""
    out = []
    for verdict in stop.verdicts:
        line = verdict.given.says or line_writer.line(verdict.given.source, type(verdict.given.order))
        because = [one.message for one in verdict.objections]
        if verdict.allowed:
            because = [f"with {listed(verdict.allowed, 'or')}"]
        elif verdict.hangs_on and not because:
            because = [f"hangs on {listed(verdict.hangs_on, 'and')}"]
        rolls = [throw.event for throw in verdict.throws]
        out.append(Unsure(verdict.submission.player, line, verdict.word, rolls, because))
    asked = {roll for one in out for roll in one.rolls}
    rest = [throw.event for throw in stop.missing if throw.event not in asked]
    return [*out, Unsure("", "", "open", rest, [])] if rest else out


def _hold(progress: Progress, one: Waiting, wrong: list[Problem]) -> None:
    # a mail is held up whole, unless a part of it is carried out
    stays = [w for w in progress.waiting if one.begun or w.player != one.player or not {*w.mails} & {*one.mails}]
    progress.waiting = [w for w in stays if w is not one]
    progress.held.append((one, wrong))


def _problems(found: Adjudication, submission: Submission) -> list[Problem]:
    """Return why orders of a player are refused, each with its line."""
    out = []
    for verdict in found.refused:
        if verdict.submission.player.casefold() == submission.player.casefold():
            line, _ = submission.document.position(verdict.given.path)
            said = "; ".join(objection.with_cites() for objection in verdict.objections)
            out.append(Problem(line, verdict.given.says or _given(submission, verdict.given.path), said))
    own = [objection for player, objection in found.against if player == submission.player]
    return out + [Problem(1, submission.document.file, objection.with_cites()) for objection in own]


def _given(submission: Submission, path: Sequence[object]) -> str:
    orders = submission.document.value["orders"]
    place = path[1] if len(path) > 1 and isinstance(path[1], int) else 0
    return str(orders[place]) if place < len(orders) else ""


def _line_of(one: Waiting, line: int) -> str:
    return next((str(order) for order, place in zip(one.orders, one.places, strict=False) if place == line), one.file)
