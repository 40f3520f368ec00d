"""Simultaneous phases: the documents of all players are judged on the same state, then resolved at once.

A submission may hold several phases, one after another. If the first phase is stopped, nothing is done. If a later one
is stopped, it is left over, and the phases before it are resolved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..game.dice import Dice, MissingDice
from ..game.forecast import Unknown
from ..game.orders import Objection
from ..game.position import SimultaneousPosition
from ..game.recorder import Recorder
from ..game.submissions import Submission, SubmittedOrder
from ..game.trace import Step
from .lookahead import judge
from .reactions import Outlook
from .submitted import Submitted
from .verdicts import Adjudication, Verdict, phase_title, stopped_step

if TYPE_CHECKING:
    from ..game.facts import Finding


def together(position: SimultaneousPosition, given: Submitted, recorder: Recorder, out: Adjudication) -> bool:
    """Resolve phase after phase until all documents are used; return False if the first one is stopped.

    Verdicts, missing orders, documents that fit no phase, and those left over are added to the outcome.
    """
    step = given.step
    for submission in given.submissions:
        if _never(position, step, submission):
            _misfit(position, step, submission, out)
    if out.against:
        out.stops = _stops(out)
        return False
    waiting, played = list(given.submissions), 0
    reactions = Reactions(given, position)
    while waiting:
        phase = Adjudication([])
        following = _resolve(position, step + played, waiting, recorder, given.skip_illegal, phase, reactions)
        if phase.missing or (following is None and not played):
            out.verdicts += phase.verdicts
            out.missing, out.general, out.against = phase.missing, phase.general, phase.against
            if not out.missing:
                out.stops = _stops(out)
            return False
        if following is None:
            _leave(position, phase, waiting, recorder, out)
            return True
        out.verdicts += phase.verdicts
        waiting, played = following, played + 1
    return True


def _resolve(
    position: SimultaneousPosition,
    step: int,
    waiting: list[Submission],
    recorder: Recorder,
    skip: bool,
    out: Adjudication,
    reactions: Reactions,
) -> list[Submission] | None:
    """Resolve the current phase; return the documents for later phases, or None if it is stopped."""
    assert recorder.dice is not None
    now, later = _answering(position, step, waiting)
    if not now:
        for submission in waiting:
            _misfit(position, step, submission, out)
        return None
    now, passed = reactions.sorted_out(now)
    verdicts = _judged(position, recorder.dice, now)
    out.verdicts += [*passed, *_given(verdicts)]
    if any(v.status == "refused" for v in verdicts) and not (skip or position.forgiving):
        return None
    recorder.steps += [stopped_step(v.source, v.objections, "passed over") for v in passed]
    standing = _standing(now, verdicts)
    lacking = position.lacking(standing)
    if lacking:
        out.against += lacking
        out.general += [f"{player}: {objection.with_cites()}" for player, objection in lacking]
        # a player without an order may have given it for another turn
        for submission in later:
            if submission.player in {player for player, _ in lacking}:
                _misfit(position, step, submission, out)
        return None
    recorder.steps += [stopped_step(v.source, v.objections, "refused") for v in verdicts if v.status == "refused"]
    try:
        position.resolve(standing, recorder)
    except MissingDice as error:
        out.missing = [t for v in verdicts for t in v.throws if recorder.dice.given(t) is None] or [error.throw]
        return None
    return later


def _leave(
    position: SimultaneousPosition,
    phase: Adjudication,
    waiting: list[Submission],
    recorder: Recorder,
    out: Adjudication,
) -> None:
    """Report a phase that is not played and whose orders stop it, but not why: orders not carried out stay hidden."""
    title = phase_title(position)
    out.unplayed = phase
    out.left = [f"{title} is not played: {player}'s orders stop it" for player in _stopping(phase)] if title else []
    players = " and ".join(sorted({submission.player for submission in waiting}))
    out.left.append(f"left over, and to be given again: what {players} ordered for it and for later")
    recorder.source = None
    for said in out.left:
        recorder.write(said, by_referee=True)


def look_ahead(position: SimultaneousPosition, given: Submitted, dice: Dice, general: list[str]) -> Adjudication:
    """Judge orders without rolling; those for a later phase are open until all players have ordered for this one."""
    standing_orders = [(submission.player, one) for submission in given.submissions for one in submission.standing]
    out = Adjudication([], general=general, standing=standing_orders)
    recorder, step, reactions = Recorder(None), given.step, Reactions(given, position)
    past = [s for s in given.submissions if s.header.step is not None and s.header.step < step]
    for submission in past:
        _misfit(position, step, submission, out)
    waiting = [submission for submission in given.submissions if submission not in past]
    while waiting:
        now, waiting = _answering(position, step, waiting)
        now, passed = reactions.sorted_out(now)
        verdicts = _judged(position, dice, now)
        out.verdicts += [*passed, *_given(verdicts)]
        standing = _standing(now, verdicts)
        ordering = {submission.player for submission in now}
        out.unordered += [one for one in position.unordered(now) if one[0] in ordering]
        if not now or position.lacking(standing) or any(v.status == "refused" or v.throws for v in verdicts):
            break
        position.resolve(standing, recorder)
        step += 1
    for submission in waiting:
        answered = position.answering(submission)
        if isinstance(answered, Objection) and not answered.hangs_on:
            _misfit(position, step, submission, out)
        else:
            why = [answered] if isinstance(answered, Objection) else _for_later(step, submission)
            out.verdicts += [Verdict(submission, g, "open", why, [], [], g.order, None) for g in submission.orders]
    return out


class Reactions:
    """Decides the conditions of orders on the position when their phase has come, each block once."""

    def __init__(self, given: Submitted, position: SimultaneousPosition) -> None:
        self.outlook = Outlook(given.game, given.rules, position)
        self.decided: dict[object, Finding] = {}

    def sorted_out(self, submissions: list[Submission]) -> tuple[list[Submission], list[Verdict]]:
        """Return the documents without the orders that are passed over, and the verdicts on those."""
        passed: list[Verdict] = []
        out = []
        for submission in submissions:
            going = []
            for given in submission.orders:
                found = self._denied(submission, given)
                if found is None:
                    going.append(given)
                else:
                    given.found = (found,)
                    why = [Objection(found)]
                    passed.append(Verdict(submission, given, "passed over", why, [], [], given.order, None))
            going += self.outlook.stand_together(submission, going) if submission.standing else []
            out.append(Submission(submission.document, submission.header, going))
        return out, passed

    def _denied(self, submission: Submission, given: SubmittedOrder) -> str | None:
        """Return what the condition has found that passes an order over, None if it is to be carried out."""
        for guard in given.guards:
            if guard.block not in self.decided:
                self.decided[guard.block] = self.outlook.decide(submission, guard)
            found = self.decided[guard.block]
            given.found = (*given.found, found.found)
            if found.holds != guard.wanted:
                return found.found
        return None


def _answering(
    position: SimultaneousPosition, step: int, waiting: list[Submission]
) -> tuple[list[Submission], list[Submission]]:
    """Divide documents into the orders for the current phase and those for later ones."""
    now, later = [], []
    phase = position.phase()
    for submission in waiting:
        answered = position.answering(submission) if phase is not None and phase.together else None
        if not isinstance(answered, list) or submission.header.step not in (None, step):
            later.append(submission)
            continue
        now.append(Submission(submission.document, submission.header, answered, submission.standing))
        taken = {id(given) for given in answered}
        rest = [given for given in submission.orders if id(given) not in taken]
        if rest:
            later.append(Submission(submission.document, submission.header, rest, submission.standing))
    return now, later


def _judged(position: SimultaneousPosition, dice: Dice, now: list[Submission]) -> list[Verdict]:
    verdicts = [
        judge(position, Unknown(), dice, submission, given) for submission in now for given in submission.orders
    ]
    for verdict in verdicts:
        verdict.given.order = verdict.order
    conflicts: dict[int, list[Objection]] = {}
    for given, objection in position.conflicts(now):
        conflicts.setdefault(id(given), []).append(objection)
    return [v.refuse(conflicts[id(v.given)]) if id(v.given) in conflicts else v for v in verdicts]


def _given(verdicts: list[Verdict]) -> list[Verdict]:
    """Return the verdicts on the orders that players have given, without those of their standing orders."""
    return [verdict for verdict in verdicts if not verdict.given.by_policy]


def _standing(now: list[Submission], verdicts: list[Verdict]) -> list[Submission]:
    """Return the documents without refused orders."""
    refused = {id(v.given) for v in verdicts if v.status == "refused"}
    return [Submission(s.document, s.header, [g for g in s.orders if id(g) not in refused]) for s in now]


def _never(position: SimultaneousPosition, step: int, submission: Submission) -> bool:
    """Return whether a document fits neither the current phase nor any later one."""
    answered = position.answering(submission)
    past = submission.header.step is not None and submission.header.step < step
    return past or (isinstance(answered, Objection) and not answered.hangs_on)


def _for_later(step: int, submission: Submission) -> list[Objection]:
    """Return the objection to a document that names another step than the current one, if it does."""
    named = submission.header.step
    return [] if named in (None, step) else [_other_step(named, step)]


def _other_step(named: int | None, step: int) -> Objection:
    return Objection(f"these orders answer step {named}; the game is at step {step}", (), "step")


def _misfit(position: SimultaneousPosition, step: int, submission: Submission, out: Adjudication) -> None:
    """Add to the outcome why a document fits nothing now."""
    document, header = submission.document, submission.header
    answered = position.answering(submission)
    if header.step not in (None, step):
        answered = _other_step(header.step, step)
    elif not isinstance(answered, Objection):
        answered = Objection("these orders come after the end of the phases they answer")
    out.against.append((submission.player, answered))
    path = (answered.field,) if answered.field else ()
    out.general.append(str(document.problem(path, answered.with_cites())))


def _stops(out: Adjudication) -> list[Step]:
    """Return steps that report what stops a phase: all players see whose orders, only their owner sees why."""
    reasons = [stopped_step(v.source, v.objections, "refused") for v in out.refused]
    for player, objection in out.against:
        reasons.append(Step(objection.message, "refused", cites=list(objection.cite), seen_by=[player]))
    return [Step(f"{player}'s orders stop the phase", "refused") for player in _stopping(out)] + reasons


def _stopping(out: Adjudication) -> list[str]:
    """Return the players whose orders stop a phase."""
    return list(dict.fromkeys([*(v.submission.player for v in out.refused), *(player for player, _ in out.against)]))
