"""Adjudication: (state, orders, dice) -> (state, trace), in sequence or simultaneously.

Every submission is read twice. The first reading rolls nothing. It finds orders that are illegal with the dice given,
and whatever the other dice show. The second reading rolls. An order that only the dice forbid is overtaken in the
second reading, not refused.
"""

from __future__ import annotations

from msgspec.structs import replace

from ..documents import nearest
from ..documents.digests import canonical, sha256
from ..documents.plain import builtins
from ..documents.problems import MOST_PROBLEMS
from ..game.dice import USED_ONCE, Dice, MissingDice, RolledTwice
from ..game.dice_sources import Secret
from ..game.drawing import commitment, commits
from ..game.game import Game
from ..game.orders import Objection
from ..game.position import Position, SimultaneousPosition
from ..game.reading import resolve_names
from ..game.recorder import Recorder
from ..game.state import State
from ..game.submissions import Submission, SubmittedOrder
from ..game.trace import PROGRAM, Step, Trace
from ..rules.compiled import CompiledRules
from . import chain
from .chain import Origin
from .lookahead import Lookahead, rolls_due, supplied_objections
from .meaning import Meaning, interpret
from .reactions import Outlook
from .submitted import Submitted, simultaneous
from .turn_order import Rank, TurnOrder, Undecided, awaited_players, rank
from .verdicts import Adjudication, Verdict, phase_title, source_of, stopped_step


def conclude(given: Submitted, after: State, title: str, steps: list[Step], origin: Origin) -> Trace:
    """Add the chain to the next state, and return the trace; `title` is that of the phase before."""
    before = canonical(origin.value)
    trace = _trace(given, after, title, steps, origin, sha256(before))
    # the digest of a trace leaves out the chain of its state, which is added after this
    after.chain = chain.link_after(trace, before)
    trace.after["chain"] = builtins(after.chain)
    return trace


def _trace(given: Submitted, after: State, title: str, steps: list[Step], origin: Origin, before: str) -> Trace:
    ruleset, state, dice = given.ruleset, given.state, given.dice
    secret = next((source for source in dice.sources if isinstance(source, Secret)), None)
    options = ruleset.resolve(state.options)
    cited = dict.fromkeys(cite for step in steps for cite in step.cites if cite in ruleset.rulings)
    drawn = any(roll.source == "drawn" for roll in dice.rolls)
    return Trace(
        format=1,
        program=PROGRAM,
        ruleset=ruleset.name,
        rules=ruleset.stamp,
        game=state.game or "",
        step=state.step or 0,
        title=title,
        options=options,
        rulings={n: f"{o}: {options[o]}" if (o := ruleset.rulings[n].option) is not None else "" for n in cited},
        previous=state.chain.trace if state.chain is not None else None,
        state=before,
        edit=origin.edit,
        before=origin.value,
        documents=[s.document.value for s in given.submissions],
        submitted=[s.document.digest for s in given.submissions],
        steps=steps,
        rolls=dice.rolls,
        after=builtins(after),
        awaiting=after.awaiting,
        dice=dice.terms,
        secret=_kept(dice, secret) if drawn else None,
        nonce=chain.nonce(secret.secret, state.game or "", before) if secret is not None and secret.secret else None,
        skip_illegal=given.skip_illegal,
        accepted=ruleset.deciding.changed_since(state.rules) if state.rules is not None else [],
    )


def _kept(dice: Dice, secret: Secret | None) -> str | None:
    """Return `secret` of a trace: the SHA-256 of the secret's text, "used once", or None."""
    if secret is None or secret.once:
        return USED_ONCE if secret is not None else None
    committed = dice.terms.commitment
    return committed if committed is not None and commits(committed, secret.secret) else commitment(secret.secret)


# a message lists up to this many rolls
_FEW = 5


def check(
    game: Game,
    rules: CompiledRules,
    state: State,
    submissions: list[Submission],
    dice: Dice,
    skip_illegal: bool = False,
) -> Adjudication:
    """Read orders without rolling: legal (done), open on the dice, overtaken by those given, or refused.

    For orders of another step, the result says what their verdicts would be now. With `skip_illegal`, orders after a
    refused one are judged without it; otherwise they are judged as if it could be corrected.
    """
    given = Submitted(game, rules, state, submissions, dice, skip_illegal)
    position = given.position()
    return _checked(given.prepared(position), position)[0]


def _told_as_of_now(given: Submitted, outcome: Adjudication) -> None:
    """Add to the problems of orders for another step what their verdicts would be at the current step."""
    step = given.step
    late = [submission for submission in given.submissions if submission.header.step not in (None, step)]
    if not outcome.general or not late:
        return
    stepless = [Submission(s.document, replace(s.header, step=None), s.orders) for s in given.submissions]
    supposed, _ = _read(replace(given, submissions=stepless, skip_illegal=False), given.position())
    outcome.general += [said for said in supposed.general if said not in outcome.general]
    for submission in late if not supposed.general else ():
        verdicts = [verdict for verdict in supposed.verdicts if verdict.submission.document is submission.document]
        refused = [verdict for verdict in verdicts if verdict.status == "refused"]
        legal = "legal" if all(verdict.status == "done" for verdict in verdicts) else "legal or open on the dice"
        found = f"all of them would be {legal} now; if they are still meant, write 'step: {step}'"
        if refused:
            found = f"{len(refused)} of {len(verdicts)} would be refused now"
        outcome.general.append(str(submission.document.problem(("step",), found)))
        outcome.general += [str(problem) for verdict in refused for problem in verdict.problems()]


def _checked(given: Submitted, position: Position) -> tuple[Adjudication, bool]:
    """Return the result of `check` on a position, and whether nothing has been carried out on it."""
    outcome, untouched = _read(given, position)
    _told_as_of_now(given, outcome)
    return outcome, untouched


def _read(given: Submitted, position: Position) -> tuple[Adjudication, bool]:
    """Return the first reading of documents on a position, and whether nothing has been carried out on it."""
    general, dice, left_out = given.misfits(position), given.dice, given.skip_illegal
    standing = [(submission.player, one) for submission in given.submissions for one in submission.standing]
    if (together := simultaneous(position)) is not None:
        from .simultaneous import look_ahead

        return look_ahead(together, given, dice, general), False
    reading = Lookahead(given.game, given.rules, position, dice, left_out=left_out)
    verdicts = reading.read(given.submissions)
    untouched = reading.untouched
    if any(verdict.status == "refused" for verdict in verdicts):
        blind = Lookahead(given.game, given.rules, given.position(), dice, blind=True, left_out=left_out)
        refused = [verdict for verdict in blind.read(given.submissions) if verdict.status == "refused"]
        illegal = {(id(verdict.submission), verdict.given.number) for verdict in refused}
        if not illegal and not left_out:
            # no order is to be corrected, so orders that the dice forbid are left out, as adjudication does
            reading = Lookahead(given.game, given.rules, given.position(), dice, left_out=True)
            verdicts = reading.read(given.submissions)
        # orders that only the given dice refuse
        verdicts = [
            v.overtake() if v.status == "refused" and (id(v.submission), v.given.number) not in illegal else v
            for v in verdicts
        ]
    if not reading.beyond:
        general += _unasked(dice, verdicts)
    return Adjudication(verdicts, general=general, standing=standing), untouched


def _unasked(dice: Dice, verdicts: list[Verdict]) -> list[str]:
    """Return the problems of dice supplied for rolls that are not made."""
    throws = [throw for verdict in verdicts for throw in verdict.throws]
    unknown = dice.unasked(throws)
    if not unknown:
        return []
    expected = {throw.event for throw in throws} | {roll.event for roll in dice.rolls}
    few = f"; those due are {', '.join(sorted(expected))}" if 0 < len(expected) <= _FEW else ""
    return [f"no roll here is '{event}'{nearest(event, expected) or few}" for event in unknown[:MOST_PROBLEMS]]


def adjudicate(
    game: Game,
    rules: CompiledRules,
    state: State,
    submissions: list[Submission],
    dice: Dice,
    skip_illegal: bool = False,
    origin: Origin | None = None,
) -> Adjudication:
    """Adjudicate orders on a copy of a state, which is not modified and cannot be a player's view.

    `origin` is the state as given in its file. It must be unedited, or have a reason for the edit.
    """
    if wrong := _of_a_view(state) or (_hand_edit(origin, state) if origin is not None else ""):
        return Adjudication([], general=[wrong])
    given = Submitted(game, rules, state, submissions, dice, skip_illegal)
    position = given.position()
    given, title = given.prepared(position), phase_title(position)
    outcome = carry_out(given, position)
    if outcome.reached is not None:
        # judging orders needs nothing of this

        outcome.state = next_state(game, rules, outcome.reached)
        outcome.trace = conclude(given, outcome.state, title, outcome.steps, origin or Origin(builtins(state)))
    return outcome


def carry_out(given: Submitted, position: Position) -> Adjudication:
    """Adjudicate documents prepared for a position, which they change; the result has steps, but no state or trace."""
    if wrong := _of_a_view(given.state):
        return Adjudication([], general=[wrong])
    recorder = Recorder(given.dice)
    if (together := simultaneous(position)) is not None:
        outcome, reached = _together(given, together, recorder)
    else:
        outcome, reached = _in_sequence(given, position, recorder)
    if reached is not None:
        outcome.reached, outcome.steps = reached, recorder.steps
    return outcome


def next_state(game: Game, rules: CompiledRules, reached: Position) -> State:
    """Return the state of a position that orders have led to, without a chain.

    It awaits whom it will await when it is opened again, whatever the game has written.
    """
    state = reached.state()
    state.awaiting = game.open(state, rules).awaiting()
    state.rules, state.chain = rules.ruleset.stamp, None
    return state


def _of_a_view(state: State) -> str:
    """Return why no orders are adjudicated on what a player sees, or an empty text for a whole state."""
    viewer = state.view
    return "" if viewer is None else f"this is what {viewer} sees of the game; orders are adjudicated on all of it"


def _hand_edit(origin: Origin, state: State) -> str:
    """Return why a state that was edited by hand is refused, or why there is no edit to accept, or an empty text."""
    edited = state.chain is not None and chain.is_edited(origin.value, builtins(state))
    if edited and origin.edit is None:
        return (
            "this state was edited by hand since it was written: its digest is not the one in chain.content; take "
            'back the edit, or give --accept-edit "why" (in Python accept_edit="why") to go on from it, which the '
            "trace then says"
        )
    if origin.edit is not None and not any(map(str.isalnum, origin.edit)):
        return 'an edit by hand is accepted with a reason in words: --accept-edit "why" (in Python accept_edit="why")'
    if origin.edit is not None and not edited:
        return "there is no edit to accept: this state is as it was written"
    return ""


def _together(
    given: Submitted, position: SimultaneousPosition, recorder: Recorder
) -> tuple[Adjudication, Position | None]:
    """Return the result of simultaneous documents, and the position reached if they were resolved."""
    from .simultaneous import together

    outcome = Adjudication([], general=given.misfits(position))
    if outcome.general:
        return outcome, None
    try:
        if together(position, given, recorder, outcome):
            return outcome, position
    except RolledTwice as error:
        return Adjudication(outcome.verdicts, general=[str(error)]), None
    _told_as_of_now(given, outcome)
    return outcome, None


def _in_sequence(given: Submitted, position: Position, recorder: Recorder) -> tuple[Adjudication, Position | None]:
    """Return the result of documents in sequence, and the position reached if their orders were carried out."""
    dice = given.dice
    first, untouched = _checked(given, position)
    position = position if untouched else given.position()
    if first.general or (first.blocking and not given.skip_illegal):
        return first, None
    refused = {(id(v.submission), v.given.number): v for v in first.blocking}
    # on a position on which nothing has been carried out, one order has been judged at most
    known = next(iter(first.verdicts), None) if untouched else None
    try:
        _carry_out(given, position, recorder, refused, known)
    except MissingDice as error:
        needed = [(v.order, throw) for v in first.verdicts for throw in v.throws]
        first.missing = [t for order, t in needed if order.dice_for(t) is None and dice.given(t) is None]
        first.missing = first.missing or [error.throw]
        return first, None
    except RolledTwice as error:
        first.general = [str(error)]
        return first, None
    first.general = _unasked(dice, first.verdicts)
    return first, None if first.general else position


def _carry_out(
    submitted: Submitted,
    position: Position,
    recorder: Recorder,
    refused: dict[tuple[int, int], Verdict],
    known: Verdict | None,
) -> None:
    """Carry out, in turn, every order that is legal at that moment; raises MissingDice and RolledTwice.

    `refused` holds the verdicts on the orders that are left out, by document and number. The verdict that is `known` of
    the first order has been found on this position.
    """

    def judged(submission: Submission, given: SubmittedOrder) -> Meaning:
        if known is not None and known.given is given and known.status == "done" and known.scope is not None:
            return Meaning(known.order, known.scope, known.board(position), [])
        tried = [judged_one(submission, one) for one in given.alternatives or (given,)]
        objections = list(dict.fromkeys(o for meaning in tried for o in meaning.objections))
        return next((meaning for meaning in tried if not meaning.objections), tried[0]._replace(objections=objections))

    def judged_one(submission: Submission, given: SubmittedOrder) -> Meaning:
        order, scope, board, objections = interpret(position, given)
        if board is None:
            return Meaning(order, scope, board, objections)
        order, objections = resolve_names(order, board, submission.player)
        objections = objections or order.check(board, submission.player)
        if not objections and recorder.dice is not None:
            for throw in rolls_due(board, order, submission.player, recorder.dice):
                objections += supplied_objections(board, order, throw, recorder.dice)
        return Meaning(order, scope, board, objections)

    def ranked(submission: Submission, given: SubmittedOrder) -> Rank:
        order, _, board, objections = judged(submission, given)
        return rank(order, board, illegal=bool(objections) or (id(submission), given.number) in refused)

    turn_order = TurnOrder(submitted.submissions)
    outlook = Outlook(submitted.game, submitted.rules, position)
    while True:
        taken = turn_order.take(awaited_players(position), ranked, outlook)
        for submission, given, found in turn_order.passed:
            source = source_of(submission, given, given.order)
            recorder.steps.append(stopped_step(source, [Objection(found)], "passed over"))
        turn_order.passed = []
        if taken is None or isinstance(taken, Undecided):
            break
        submission, given = taken
        verdict = refused.get((id(submission), given.number))
        order, scope, board, objections = judged(submission, given)
        recorder.source, recorder.hidden = source_of(submission, given, order), order.hidden
        if verdict is not None:
            recorder.steps.append(stopped_step(recorder.source, verdict.objections, "refused"))
            continue
        if objections:
            recorder.steps.append(stopped_step(recorder.source, objections, "overtaken", order.secret()))
        else:
            order.apply(board, submission.player, recorder)
            position.settle(scope, recorder)
