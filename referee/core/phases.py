"""Adjudication: (state, orders, dice) -> (state, trace), in sequence or together.

Every submission is read twice. The first reading rolls nothing: it supposes only what is
certain, and finds what is illegal whatever the dice say. The second rolls. What was legal at
the first reading and no longer is at the second was overtaken by the dice, not refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import msgspec

from .dice import USED_ONCE, Dice, MissingDice, Roll, Throw, secret_digest
from .documents import Problem, builtins, nearest
from .game import Council, Game, Work
from .ledger import Ledger
from .orders import Given, Objection, Order, Submission, mapping_of, named
from .problems import MOST_PROBLEMS
from .rulesets import Ruleset
from .trace import Change, Source, Status, Step, Trace


class Desk:
    """Where an order rolls and writes.

    At the first reading, `uncertain` holds the pieces whose fate hangs on unrolled dice, `adrift` those of
    which it is not even known where they are, and `beyond` tells that the phase itself hangs on them;
    `spoiled` holds the pieces whose orders are refused, so that what only follows from it is not told as well.
    """

    def __init__(self, dice: Dice | None) -> None:
        self.dice = dice
        self.steps: list[Step] = []
        self.uncertain: set[str] = set()
        self.adrift: set[str] = set()
        self.beyond = False
        self.spoiled: set[str] = set()
        self.source: Source | None = None

    @property
    def rolling(self) -> bool:
        """Whether dice are rolled here; at the first reading they are not."""
        return self.dice is not None

    def roll(self, throw: Throw, given: list[int] | None = None, reroll: list[int] | None = None) -> Roll:
        """Roll dice; raises MissingDice."""
        assert self.dice is not None
        return self.dice.roll(throw, given, reroll)

    def write(
        self,
        what: str,
        *,
        reasons: list[Ledger] | None = None,
        rolled: list[Roll] | None = None,
        changes: list[Change] | None = None,
        notes: list[str] | None = None,
        cites: tuple[str, ...] | list[str] = (),
        seen_by: list[str] | None = None,
        by_referee: bool = False,
    ) -> None:
        """Write one step of the trace; what the referee does of himself answers no order."""
        ledgers = reasons or []
        cited = dict.fromkeys([*cites, *(cite for ledger in ledgers for cite in ledger.cites)])
        self.steps.append(
            Step(
                what=what,
                status="referee" if by_referee else "done",
                order=None if by_referee else self.source,
                reasons=[ledger.plain() for ledger in ledgers],
                rolled=rolled or [],
                changes=changes or [],
                notes=notes or [],
                cites=list(cited),
                seen_by=seen_by if seen_by is not None else "all",
            )
        )


class Verdict(msgspec.Struct):
    """What the first reading says of one order."""

    submission: Submission
    given: Given
    status: Status
    objections: list[Objection]
    throws: list[Throw]
    hangs_on: list[str]
    order: Order
    then: list[str] = []

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
        return Source(self.submission.player, self.given.number, mapping_of(self.order))


class Outcome(msgspec.Struct):
    """The end of an adjudication: state and trace, or what stands against it.

    `against` holds what stops a phase together beside refused orders, each with its owner: an order that is
    missing, a document that answers nothing now. `stops` tells it as steps: everybody sees whose it is, its owner why.
    `left` says what of several phases given together was left over, and whose orders stop it; `unplayed` holds
    why, which is printed nowhere: it would tell of orders that stay hidden until they are carried out.
    """

    verdicts: list[Verdict]
    state: Any = None
    trace: Trace | None = None
    missing: list[Throw] = []
    general: list[str] = []
    against: list[tuple[str, Objection]] = []
    stops: list[Step] = []
    left: list[str] = []
    unplayed: Outcome | None = None

    @property
    def refused(self) -> list[Verdict]:
        """The orders that are illegal."""
        return [v for v in self.verdicts if v.status == "refused"]


def check(game: Game, rules: Any, state: Any, submissions: list[Submission], dice: Dice) -> Outcome:
    """Read orders without rolling: legal (done), open on the dice, or refused with every reason."""
    work = game.open(state, rules)
    general = _headers(game, state, submissions, work)
    verdicts: list[Verdict] = []
    if _is_together(work):
        from .together import look_ahead

        return look_ahead(cast(Council, work), state.step or 0, submissions, dice, general)
    desk = Desk(None)
    for submission, given in _in_turn(work, submissions):
        verdict = judge(work, desk, dice, submission, given)
        verdicts.append(verdict)
        if verdict.status == "refused":
            desk.spoiled.update(list(verdict.order.concerns(work))[:1])
            continue
        suppose = verdict.order.suppose_open if verdict.objections else verdict.order.suppose
        before, surely = work.phase(), verdict.order.leads_surely(work)
        suppose(work, submission.player, desk)
        if desk.uncertain and not surely and work.phase() != before:
            desk.beyond = True
    expected = {throw.event for verdict in verdicts for throw in verdict.throws}
    unknown = [event for event in dice.supplied if event not in expected and not desk.beyond]
    general += [f"no roll here is '{event}'{nearest(event, expected)}" for event in unknown[:MOST_PROBLEMS]]
    return Outcome(verdicts, general=general)


def judge(work: Work, desk: Desk, dice: Dice, submission: Submission, given: Given) -> Verdict:
    """Judge one order as things stand, without carrying it out."""
    player = submission.player
    order, objections = named(given.order, work, player)
    objections = objections or order.check(work, player)
    throws = [] if objections else order.throws(work, player)
    for throw in throws:
        supplied = _supplied(order, throw, dice)
        if supplied is not None:
            objections += order.dice_objections(work, throw, supplied)
    concerns = set(order.concerns(work))
    hangs_on = sorted(concerns & desk.uncertain)
    following = [o for o in objections if set(o.follows) & desk.spoiled]
    objections = [o for o in objections if o not in following]
    hangs_on += sorted({p for o in following for p in o.follows} - set(hangs_on))
    lifted = desk.beyond or bool(concerns & desk.adrift)
    status: Status = "done"
    if any(not o.liftable(desk.uncertain, lifted) for o in objections):
        status = "refused"
    elif objections or hangs_on:
        status = "open"
        hangs_on = hangs_on or sorted({p for o in objections for p in o.hangs_on if p in desk.uncertain})
    return Verdict(submission, given, status, objections, throws, hangs_on, order)


def _supplied(order: Order, throw: Throw, dice: Dice) -> list[int] | None:
    """Return the dice given for a roll, which may be an empty list: in the order itself, else beside it."""
    own = order.dice_for(throw)
    return own if own is not None else dice.given(throw.event)


def adjudicate(
    game: Game,
    ruleset: Ruleset,
    rules: Any,
    state: Any,
    submissions: list[Submission],
    dice: Dice,
    skip_illegal: bool = False,
) -> Outcome:
    """Adjudicate orders on a copy of a state; the state given is not changed, and may be no player's view."""
    if (viewer := getattr(state, "view", None)) is not None:
        return Outcome([], general=[f"this is what {viewer} sees of the game; orders are adjudicated on all of it"])
    work = game.open(state, rules)
    desk = Desk(dice)
    if _is_together(work):
        from .together import together

        outcome = Outcome([], general=_headers(game, state, submissions, work))
        council, step = cast(Council, work), state.step or 0
        if not outcome.general and together(council, step, submissions, desk, skip_illegal, outcome):
            _conclude(game, ruleset, state, outcome, work, desk, submissions, skip_illegal)
        return outcome
    first = check(game, rules, state, submissions, dice)
    if first.general or (first.refused and not skip_illegal):
        return first
    refused = {(id(v.submission), v.given.number): v for v in first.refused}
    try:
        _sequence(work, submissions, desk, refused)
    except MissingDice as error:
        needed = [(v.order, throw) for v in first.verdicts for throw in v.throws]
        first.missing = [t for order, t in needed if order.dice_for(t) is None and dice.given(t.event) is None]
        first.missing = first.missing or [error.throw]
        return first
    _conclude(game, ruleset, state, first, work, desk, submissions, skip_illegal)
    return first


def _is_together(work: Work) -> bool:
    phase = work.phase()
    return phase is not None and phase.together


def _conclude(
    game: Game,
    ruleset: Ruleset,
    state: Any,
    outcome: Outcome,
    work: Work,
    desk: Desk,
    submissions: list[Submission],
    skip_illegal: bool,
) -> None:
    outcome.state = work.state()
    outcome.state.rules = ruleset.stamp()
    outcome.trace = _trace(game, ruleset, state, outcome, work, desk, submissions, skip_illegal)


def _sequence(work: Work, submissions: list[Submission], desk: Desk, refused: dict[tuple[int, int], Verdict]) -> None:
    for submission, given in _in_turn(work, submissions):
        verdict = refused.get((id(submission), given.number))
        order, unnamed = named(given.order, work, submission.player)
        desk.source = Source(submission.player, given.number, mapping_of(order))
        if verdict is not None:
            desk.steps.append(stopped(desk.source, verdict.objections, "refused"))
            continue
        objections = unnamed or order.check(work, submission.player)
        if not objections and desk.dice is not None:
            for throw in order.throws(work, submission.player):
                dice = _supplied(order, throw, desk.dice)
                objections += order.dice_objections(work, throw, dice) if dice is not None else []
        if objections:
            desk.steps.append(stopped(desk.source, objections, "overtaken", order.secret()))
        else:
            order.apply(work, submission.player, desk)


def stopped(source: Source, objections: list[Objection], status: Status, secret: bool = False) -> Step:
    """Return the step of an order not carried out, with every reason; all see who was overtaken, unless secret."""
    cites = dict.fromkeys(cite for o in objections for cite in o.cite)
    return Step(
        what="; ".join(o.message for o in objections),
        status=status,
        order=source,
        cites=list(cites),
        seen_by="all" if status == "overtaken" and not secret else [source.player],
    )


def _in_turn(work: Work, submissions: list[Submission]) -> Iterator[tuple[Submission, Given]]:
    """Yield orders one by one: those of whoever the game waits for first, else in the order given."""
    queues = [(s, list(s.orders)) for s in submissions]
    while any(queue for _, queue in queues):
        phase = work.phase()
        awaited = phase.players if phase is not None else ()
        chosen = next((q for q in queues if q[1] and q[0].player in awaited), None)
        submission, queue = chosen or next(q for q in queues if q[1])
        yield submission, queue.pop(0)


def _headers(game: Game, state: Any, submissions: list[Submission], work: Work) -> list[str]:
    """Return what in the heads of the documents does not fit this state."""
    out = []
    players = list(getattr(work, "players", ()))
    for submission in submissions:
        header = submission.header
        wrong: dict[str, str] = {}
        if header.ruleset != state.ruleset:
            wrong["ruleset"] = f"these orders are for {header.ruleset}; the game is played by {state.ruleset}"
        if players and header.player not in players:
            wrong["player"] = f"'{header.player}' is no player of this game; the players are {', '.join(players)}"
        if header.game is not None and state.game is not None and header.game != state.game:
            wrong["game"] = f"these orders belong to game '{header.game}', not to '{state.game}'"
        if header.step is not None and header.step != (state.step or 0) and not _is_together(work):
            wrong["step"] = f"these orders answer step {header.step}; the game stands at {state.step or 0}"
        out += [str(submission.document.problem((key,), message)) for key, message in wrong.items()]
    seen: dict[str, str] = {}
    if not _is_together(work):
        for submission in submissions:
            if submission.player in seen:
                out.append(
                    f"{submission.document.file}: {submission.player} has orders in {seen[submission.player]} already"
                )
            seen[submission.player] = submission.document.file
    return out


def _trace(
    game: Game,
    ruleset: Ruleset,
    state: Any,
    first: Outcome,
    work: Work,
    desk: Desk,
    submissions: list[Submission],
    skip_illegal: bool,
) -> Trace:
    assert desk.dice is not None
    after = builtins(first.state)
    options = ruleset.resolve(state.options)
    cited = dict.fromkeys(cite for step in desk.steps for cite in step.cites if cite in ruleset.rulings)
    drawn = any(roll.source == "drawn" for roll in desk.dice.rolls)
    return Trace(
        format=1,
        ruleset=ruleset.name,
        rules=ruleset.stamp(),
        game=state.game or "",
        step=state.step or 0,
        title=phase_title(game.open(state, work.rules)),  # type: ignore[attr-defined]
        options=options,
        rulings={n: f"{o}: {options[o]}" if (o := ruleset.rulings[n].option) is not None else "" for n in cited},
        before=builtins(state),
        documents=[s.document.value for s in submissions],
        steps=desk.steps,
        rolls=desk.dice.rolls,
        after=after,
        awaiting=work.awaiting(),
        secret=_kept(desk.dice) if drawn else None,
        skip_illegal=skip_illegal,
        accepted=ruleset.changed_since(state.rules) if state.rules is not None else [],
    )


def _kept(dice: Dice) -> str | None:
    """Return what a trace tells of the secret: its SHA-256, or that nobody keeps it."""
    if dice.once:
        return USED_ONCE
    return secret_digest(dice.secret) if dice.secret is not None else None


def phase_title(work: Work) -> str:
    """Return what stands above a trace: the phase in words."""
    phase = work.phase()
    return "" if phase is None else phase.title or phase.name
