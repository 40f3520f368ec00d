"""Adjudication: (state, orders, dice) -> (state, trace), in sequence or together.

Every submission is read twice. The first reading rolls nothing: it finds what is illegal, with the
dice that are given and whatever the others say. The second rolls. What only the dice forbid, given
or not, is overtaken at the second, not refused.
"""

from __future__ import annotations

from typing import cast

import msgspec

from ..documents import nearest
from ..documents.digests import digest
from ..documents.plain import builtins
from ..documents.problems import MOST_PROBLEMS, as_known, stranger
from ..game.dice import USED_ONCE, Dice, MissingDice, RolledTwice
from ..game.drawing import commitment, commits
from ..game.game import Game
from ..game.naming import named
from ..game.position import Position, SimultaneousPosition
from ..game.reading import mapping_of
from ..game.recorder import Recorder
from ..game.state import State
from ..game.submissions import Given, Submission
from ..game.trace import PROGRAM, Source, Trace
from ..rules.compiled import CompiledRules
from ..rules.rulesets import Ruleset
from . import chain
from .chain import Origin
from .lookahead import Lookahead, supplied_objections
from .meaning import Meant, meant
from .stopped import phase_title, stopped
from .turn_order import Rank, TurnOrder, arranged, awaited, rank
from .verdicts import Adjudication, Verdict

# rolls are named where they are not more than this
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

    For orders of another step, the result says what they would be now. With `skip_illegal`, what follows a refused
    order is judged without it, else as if it could be corrected.
    """
    return _checked(game, rules, state, submissions, dice, skip_illegal, game.open(state, rules))[0]


def _told_as_of_now(
    game: Game, rules: CompiledRules, state: State, submissions: list[Submission], dice: Dice, outcome: Adjudication
) -> None:
    """Add to what is wrong with orders for another step what they would be if they named the one that stands."""
    step = state.step or 0
    late = [submission for submission in submissions if submission.header.step not in (None, step)]
    if not outcome.general or not late:
        return
    stepless = [Submission(s.document, msgspec.structs.replace(s.header, step=None), s.orders) for s in submissions]
    supposed, _ = _read(game, rules, state, stepless, dice, False, game.open(state, rules))
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


def _checked(
    game: Game,
    rules: CompiledRules,
    state: State,
    submissions: list[Submission],
    dice: Dice,
    skip_illegal: bool,
    position: Position,
) -> tuple[Adjudication, bool]:
    """Return what `check` does, read on a position, and whether nothing has been done on it."""
    outcome, untouched = _read(game, rules, state, submissions, dice, skip_illegal, position)
    _told_as_of_now(game, rules, state, submissions, dice, outcome)
    return outcome, untouched


def _read(
    game: Game,
    rules: CompiledRules,
    state: State,
    submissions: list[Submission],
    dice: Dice,
    skip_illegal: bool,
    position: Position,
) -> tuple[Adjudication, bool]:
    submissions = _prepared(position, submissions)
    general = _headers(game, state, submissions, position)
    if _is_together(position):
        from .simultaneous import look_ahead

        together = cast(SimultaneousPosition, position)
        return look_ahead(together, state.step or 0, submissions, dice, general), False
    reading = Lookahead(game, rules, position, dice, left_out=skip_illegal)
    verdicts = reading.read(submissions)
    untouched = reading.untouched
    if any(verdict.status == "refused" for verdict in verdicts):
        blind = Lookahead(game, rules, game.open(state, rules), dice, blind=True, left_out=skip_illegal)
        illegal = {id(verdict.given) for verdict in blind.read(submissions) if verdict.status == "refused"}
        if not illegal and not skip_illegal:
            # nothing is to be put right, so what the dice forbid is left out as adjudication leaves it out
            reading = Lookahead(game, rules, game.open(state, rules), dice, left_out=True)
            verdicts = reading.read(submissions)
        _overtake(verdicts, illegal)
    if not reading.beyond:
        general += _unasked(dice, verdicts)
    return Adjudication(verdicts, general=general), untouched


def _prepared(position: Position, submissions: list[Submission]) -> list[Submission]:
    """Return documents in the order in which they count, each with its player's name as the game has it."""
    players = position.players
    out = []
    for submission in submissions:
        player = as_known(submission.player, players)
        if player != submission.player:
            header = msgspec.structs.replace(submission.header, player=player)
            submission = Submission(submission.document, header, submission.orders)
        out.append(submission)
    return arranged(out, players, together=_is_together(position))


def _overtake(verdicts: list[Verdict], illegal: set[int]) -> None:
    """Leave refused what is illegal whatever the dice say; what the given dice forbid they overtake."""
    for verdict in verdicts:
        if verdict.status == "refused" and id(verdict.given) not in illegal:
            verdict.status = "overtaken"


def _unasked(dice: Dice, verdicts: list[Verdict]) -> list[str]:
    """Return what is wrong with dice supplied for rolls that nobody makes."""
    throws = [throw for verdict in verdicts for throw in verdict.throws]
    expected = {throw.event for throw in throws} | {roll.event for roll in dice.rolls}
    unknown = dice.unasked(throws)
    few = f"; those due are {', '.join(sorted(expected))}" if 0 < len(expected) <= _FEW else ""
    return [f"no roll here is '{event}'{nearest(event, expected) or few}" for event in unknown[:MOST_PROBLEMS]]


def adjudicate(
    game: Game,
    ruleset: Ruleset,
    rules: CompiledRules,
    state: State,
    submissions: list[Submission],
    dice: Dice,
    skip_illegal: bool = False,
    origin: Origin | None = None,
) -> Adjudication:
    """Adjudicate orders on a copy of a state; the state given is not changed, and may be no player's view.

    The origin is the state as a file gave it, which may not have been edited by hand since it was written.
    """
    if (viewer := state.view) is not None:
        return Adjudication(
            [], general=[f"this is what {viewer} sees of the game; orders are adjudicated on all of it"]
        )
    if origin is not None and (wrong := _hand_edit(origin, state)):
        return Adjudication([], general=[wrong])
    origin = origin or Origin(builtins(state))
    position = game.open(state, rules)
    submissions = _prepared(position, submissions)
    recorder, title = Recorder(dice), phase_title(position)
    if _is_together(position):
        from .simultaneous import together

        outcome = Adjudication([], general=_headers(game, state, submissions, position))
        position, step = cast(SimultaneousPosition, position), state.step or 0
        if outcome.general:
            return outcome
        try:
            resolved = together(position, step, submissions, recorder, skip_illegal, outcome)
        except RolledTwice as error:
            return Adjudication(outcome.verdicts, general=[str(error)])
        if resolved:
            _conclude(title, ruleset, state, outcome, position, recorder, submissions, skip_illegal, origin)
        else:
            _told_as_of_now(game, rules, state, submissions, dice, outcome)
        return outcome
    first, untouched = _checked(game, rules, state, submissions, dice, skip_illegal, position)
    position = position if untouched else game.open(state, rules)
    if first.general or (first.refused and not skip_illegal):
        return first
    refused = {(id(v.submission), v.given.number): v for v in first.refused}
    try:
        _sequence(position, submissions, recorder, refused)
    except MissingDice as error:
        needed = [(v.order, throw) for v in first.verdicts for throw in v.throws]
        first.missing = [t for order, t in needed if order.dice_for(t) is None and dice.given(t) is None]
        first.missing = first.missing or [error.throw]
        return first
    except RolledTwice as error:
        first.general = [str(error)]
        return first
    first.general = _unasked(dice, first.verdicts)
    if first.general:
        return first
    _conclude(title, ruleset, state, first, position, recorder, submissions, skip_illegal, origin)
    return first


def _hand_edit(origin: Origin, state: State) -> str:
    """Return what keeps a state that was edited by hand from being played on, or an edit from being accepted."""
    edited = state.chain is not None and chain.edited(origin.value, builtins(state))
    if edited and origin.edit is None:
        return (
            "this state was edited by hand since it was written: its digest is not the one in chain.content; take "
            'back the edit, or give --accept-edit "why" to go on from it, which the trace then says'
        )
    if origin.edit is not None and not any(map(str.isalnum, origin.edit)):
        return 'an edit by hand is accepted with a reason in words: --accept-edit "why"'
    if origin.edit is not None and not edited:
        return "there is no edit to accept: this state is as it was written"
    return ""


def _is_together(position: Position) -> bool:
    phase = position.phase()
    return phase is not None and phase.together


def _conclude(
    title: str,
    ruleset: Ruleset,
    state: State,
    outcome: Adjudication,
    position: Position,
    recorder: Recorder,
    submissions: list[Submission],
    skip_illegal: bool,
    origin: Origin,
) -> None:
    outcome.state = position.state()
    outcome.state.rules = ruleset.stamp
    outcome.state.chain = None
    outcome.trace = _trace(title, ruleset, state, outcome, position, recorder, submissions, skip_illegal, origin)
    # the digest of a trace is that of all of it but the chain of its state, which is not yet there
    after = outcome.trace.after
    outcome.state.chain = chain.bound(after, digest(outcome.trace))
    after["chain"] = builtins(outcome.state.chain)


def _sequence(
    position: Position, submissions: list[Submission], recorder: Recorder, refused: dict[tuple[int, int], Verdict]
) -> None:
    def judged(submission: Submission, given: Given) -> Meant:
        order, scope, board, objections = meant(position, given)
        if board is None:
            return Meant(order, scope, board, objections)
        order, objections = named(order, board, submission.player)
        objections = objections or order.check(board, submission.player)
        if not objections and recorder.dice is not None:
            for throw in order.throws(board, submission.player):
                objections += supplied_objections(board, order, throw, recorder.dice)
        return Meant(order, scope, board, objections)

    def ranked(submission: Submission, given: Given) -> Rank:
        order, _, board, objections = judged(submission, given)
        return rank(order, board, illegal=bool(objections) or (id(submission), given.number) in refused)

    turn_order = TurnOrder(submissions)
    while (taken := turn_order.take(awaited(position), ranked)) is not None:
        submission, given = taken
        verdict = refused.get((id(submission), given.number))
        order, scope, board, objections = judged(submission, given)
        recorder.source = Source(submission.player, given.number, mapping_of(order))
        if verdict is not None:
            recorder.steps.append(stopped(recorder.source, verdict.objections, "refused"))
            continue
        if objections:
            recorder.steps.append(stopped(recorder.source, objections, "overtaken", order.secret()))
        else:
            order.apply(board, submission.player, recorder)
            position.settle(scope, recorder)


def for_another(ruleset: str, played: str) -> str:
    """Return what is said of orders for another ruleset than that of the game."""
    return f"these orders are for {ruleset}; the game is played by {played}"


def _headers(game: Game, state: State, submissions: list[Submission], position: Position) -> list[str]:
    """Return what in the heads of the documents does not fit this state."""
    out = []
    players = position.players
    for submission in submissions:
        header = submission.header
        wrong: dict[str, str] = {}
        if header.ruleset != state.ruleset:
            wrong["ruleset"] = for_another(header.ruleset, state.ruleset)
        if players and header.player not in players:
            wrong["player"] = stranger(header.player, players)
        if header.game is not None and state.game is not None and header.game != state.game:
            wrong["game"] = f"these orders belong to game '{header.game}', not to '{state.game}'"
        if header.step is not None and header.step != (state.step or 0) and not _is_together(position):
            wrong["step"] = f"these orders answer step {header.step}; the game stands at {state.step or 0}"
        out += [str(submission.document.problem((key,), message)) for key, message in wrong.items()]
    seen: dict[str, str] = {}
    if not _is_together(position):
        for submission in sorted(submissions, key=lambda s: s.document.file):
            if submission.player in seen:
                already = f"{submission.player} has orders in {seen[submission.player]} already"
                out.append(f"{submission.document.file}: {already}; put them all into one document")
            seen[submission.player] = submission.document.file
    return out


def _trace(
    title: str,
    ruleset: Ruleset,
    state: State,
    first: Adjudication,
    position: Position,
    recorder: Recorder,
    submissions: list[Submission],
    skip_illegal: bool,
    origin: Origin,
) -> Trace:
    assert recorder.dice is not None
    assert first.state is not None
    after = builtins(first.state)
    options = ruleset.resolve(state.options)
    cited = dict.fromkeys(cite for step in recorder.steps for cite in step.cites if cite in ruleset.rulings)
    drawn = any(roll.source == "drawn" for roll in recorder.dice.rolls)
    given = digest(origin.value)
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
        state=given,
        edit=origin.edit,
        before=origin.value,
        documents=[s.document.value for s in submissions],
        submitted=[s.document.digest for s in submissions],
        steps=recorder.steps,
        rolls=recorder.dice.rolls,
        after=after,
        awaiting=first.state.awaiting,
        dice=recorder.dice.terms,
        secret=_kept(recorder.dice) if drawn else None,
        nonce=chain.nonce(recorder.dice.secret, state.game or "", given) if recorder.dice.secret else None,
        skip_illegal=skip_illegal,
        accepted=ruleset.changed_since(state.rules) if state.rules is not None else [],
    )


def _kept(dice: Dice) -> str | None:
    """Return what a trace tells of the secret: the SHA-256 of its text, or that nobody keeps it."""
    if dice.once or dice.secret is None:
        return USED_ONCE if dice.once else None
    sworn = dice.terms.commitment
    return sworn if sworn is not None and commits(sworn, dice.secret) else commitment(dice.secret)
