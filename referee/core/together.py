"""Phases together: every party's documents are judged against the same state, then resolved at once.

One submission may hold several such phases, one after another; a phase that lacks an order or
holds an illegal one stops the whole submission.
"""

from __future__ import annotations

from .dice import Dice, MissingDice
from .game import Council
from .orders import Objection, Submission
from .phases import Desk, Outcome, Verdict, judge, stopped


def together(council: Council, step: int, submissions: list[Submission], desk: Desk, skip: bool, out: Outcome) -> bool:
    """Resolve phase after phase until every document is answered; returns False where something stops it.

    Verdicts, what is lacking and what fits no phase are added to the outcome.
    """
    assert desk.dice is not None
    waiting = list(submissions)
    while waiting:
        now, later = _answering(council, step, waiting)
        if not now:
            out.general += [_misfit(council, step, submission) for submission in waiting]
            return False
        verdicts = _judged(council, desk.dice, now)
        out.verdicts += verdicts
        if any(v.status == "refused" for v in verdicts) and not (skip or council.forgiving):
            return False
        standing = _standing(now, verdicts)
        out.lacking = council.lacking(standing)
        if out.lacking:
            out.general += [_lack(player, objection) for player, objection in out.lacking]
            return False
        desk.steps += [stopped(v.source, v.objections, "refused") for v in verdicts if v.status == "refused"]
        try:
            council.resolve(standing, desk)
        except MissingDice as error:
            out.missing = [t for v in verdicts for t in v.throws if desk.dice.given(t.event) is None] or [error.throw]
            return False
        waiting, step = later, step + 1
    return True


def look_ahead(council: Council, step: int, submissions: list[Submission], dice: Dice, general: list[str]) -> Outcome:
    """Judge orders without rolling. What answers a later phase is open until all have ordered for this one."""
    out = Outcome([], general=general)
    desk = Desk(None)
    waiting = list(submissions)
    while waiting:
        now, waiting = _answering(council, step, waiting)
        verdicts = _judged(council, dice, now)
        out.verdicts += verdicts
        standing = _standing(now, verdicts)
        out.lacking = council.lacking(standing) if now else []
        if not now or out.lacking or any(v.status == "refused" or v.throws for v in verdicts):
            break
        council.resolve(standing, desk)
        step += 1
    for submission in waiting:
        answered = council.answering(submission)
        if isinstance(answered, Objection) and not answered.hangs_on:
            out.general.append(_misfit(council, step, submission))
        else:
            out.verdicts += [Verdict(submission, given, "open", [], [], [], given.order) for given in submission.orders]
    return out


def _answering(council: Council, step: int, waiting: list[Submission]) -> tuple[list[Submission], list[Submission]]:
    """Part documents into what answers the phase that stands and what is left of them for later."""
    now, later = [], []
    phase = council.phase()
    for submission in waiting:
        answered = council.answering(submission) if phase is not None and phase.together else None
        if not isinstance(answered, list) or submission.header.step not in (None, step):
            later.append(submission)
            continue
        now.append(Submission(submission.document, submission.header, answered))
        taken = {id(given) for given in answered}
        rest = [given for given in submission.orders if id(given) not in taken]
        if rest:
            later.append(Submission(submission.document, submission.header, rest))
    return now, later


def _judged(council: Council, dice: Dice, now: list[Submission]) -> list[Verdict]:
    verdicts = [
        judge(council, Desk(None), dice, submission, given) for submission in now for given in submission.orders
    ]
    by_order = {id(verdict.given): verdict for verdict in verdicts}
    for given, objection in council.clashes(now):
        verdict = by_order[id(given)]
        verdict.objections.append(objection)
        verdict.status = "refused"
    return verdicts


def _standing(now: list[Submission], verdicts: list[Verdict]) -> list[Submission]:
    """Return the documents without the orders that were refused."""
    refused = {id(v.given) for v in verdicts if v.status == "refused"}
    return [Submission(s.document, s.header, [g for g in s.orders if id(g) not in refused]) for s in now]


def _misfit(council: Council, step: int, submission: Submission) -> str:
    document, header = submission.document, submission.header
    if header.step not in (None, step):
        return f"{document.file}: these orders answer step {header.step}; the game stands at {step}"
    answered = council.answering(submission)
    if isinstance(answered, Objection):
        cites = f" ({', '.join(answered.cite)})" if answered.cite else ""
        return str(document.problem((answered.field,) if answered.field else (), answered.message + cites))
    return f"{document.file}: these orders come after the end of the phases they answer"


def _lack(player: str, objection: Objection) -> str:
    cites = f" ({', '.join(objection.cite)})" if objection.cite else ""
    return f"{player}: {objection.message}{cites}"
