"""The first reading of orders: find those that are illegal whatever the unknown dice show, without rolling.

An order whose dice are given is carried out with them. Of other rolls, only what is certain is supposed. But if
everything after a roll depends on a single die, as on a Movement Roll, every face is supposed in turn: an order is
refused if no face makes it legal, and open if some faces do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from ..documents.problems import listed
from ..game.boards import ScopeBoard
from ..game.dice import Dice, Throw
from ..game.forecast import Unknown
from ..game.game import Game
from ..game.orders import Objection, Order, Remarks
from ..game.position import Position
from ..game.reading import pieces_named, resolve_names
from ..game.recorder import Recorder
from ..game.submissions import Submission, SubmittedOrder
from ..game.trace import Source, Status
from ..rules.compiled import CompiledRules
from .meaning import interpret, loosen
from .reactions import Outlook
from .turn_order import Rank, TurnOrder, Undecided, awaited_players, rank
from .verdicts import Verdict

# the verdicts on each order, by its document and number, with the faces that led to each
_Found = dict[tuple[int, int], list[tuple[str, Verdict]]]

# two dice in a row are supposed in all their faces; with more, only what is certain is supposed
_MOST_BRANCHES = 36


class Branch:
    """One possible future at the first reading: a position, what is unknown about it, and the orders to come.

    `supposed` names the faces that led to it.
    """

    def __init__(
        self, position: Position, unknown: Unknown, turn_order: TurnOrder, supposed: tuple[str, ...] = ()
    ) -> None:
        self.position = position
        self.unknown = unknown
        self.turn_order = turn_order
        self.supposed = supposed

    def with_both(self, game: Game, rules: CompiledRules, undecided: Undecided) -> list[Branch]:
        """Return two branches, in one of which a condition that dice decide holds."""
        state = self.position.state()
        out = []
        for holds in (True, False):
            other = Branch(game.open(state, rules), self.unknown.copy(), self.turn_order.copy(), self.supposed)
            other.turn_order.suppose(undecided, holds)
            out.append(other)
        return out

    def with_faces(self, game: Game, rules: CompiledRules, throw: Throw) -> list[Branch]:
        """Return one branch for each face of a die."""
        # opening a state copies what orders change, so that one state serves every face
        state = self.position.state()
        return [
            Branch(game.open(state, rules), self.unknown.copy(), self.turn_order.copy(), (*self.supposed, f"a {face}"))
            for face in range(1, throw.faces + 1)
        ]

    @property
    def led(self) -> str:
        """The faces that led to this branch, in words."""
        return " and then ".join(self.supposed)


class Lookahead:
    """Reads orders one after another, on every branch that a single die may lead to.

    A `blind` reading judges the dice given, but does not use them. Orders after a refused one are judged as if it could
    be corrected, unless refused orders are left out.
    """

    def __init__(
        self,
        game: Game,
        rules: CompiledRules,
        position: Position,
        dice: Dice,
        blind: bool = False,
        left_out: bool = False,
    ) -> None:
        self.game = game
        self.rules = rules
        self.position = position
        self.dice = dice
        self.blind = blind
        self.left_out = left_out
        self.branches: list[Branch] = []
        # whether nothing has been carried out on the position
        self.untouched = True
        # whether the phase at the end depends on dice
        self.beyond = False
        # the orders passed over, with the faces that led there and what their condition found
        self._passed: dict[tuple[int, int], list[tuple[str, Submission, SubmittedOrder, str]]] = {}

    def read(self, submissions: Sequence[Submission]) -> list[Verdict]:
        """Judge the orders, and suppose each one that is not refused; return the verdicts in the order of reading."""
        self.branches = [Branch(self.position, Unknown(), TurnOrder(submissions))]
        found: _Found = {}
        while self.branches:
            self.branches, rolled = self._round(found)
            if rolled and len(self.branches) > 1:
                self.branches = _merged(self.branches)
        # a standing order may roll for what is not known yet
        self.beyond |= any(submission.standing for submission in submissions)
        for judged in found.values() if self._passed else ():
            # branches that pass orders over come to the next one sooner
            judged.sort(key=lambda one: (len(one[0]), one[0]))
        return [_common(judged) if judged else self._passed_over(key) for key, judged in found.items()]

    def _passed_over(self, key: tuple[int, int]) -> Verdict:
        """Return the verdict on an order that no branch has reached: a problem of its own if other dice lead on."""
        passed = self._passed[key]
        _, submission, given, _ = passed[0]
        if any(led for led, *_ in passed):
            said = "no face of the dice leads to this line; write it so that one does, or leave it out"
            why = [Objection(said, always=True)]
            return Verdict(submission, given, "refused", why, [], [], given.order, None, unreached=True)
        found = listed(list(dict.fromkeys(found for *_, found in passed)), "and")
        return Verdict(submission, given, "passed over", [Objection(found)], [], [], given.order, None)

    def _round(self, found: _Found) -> tuple[list[Branch], bool]:
        """Judge the next order of every branch; return the branches that continue, and whether any of them rolled."""
        going: list[Branch] = []
        rolled = False
        for branch in self.branches:
            outlook = Outlook(self.game, self.rules, branch.position, branch.unknown)
            taken = branch.turn_order.take(awaited_players(branch.position), partial(self._ranked, branch), outlook)
            for submission, given, why in branch.turn_order.passed:
                found.setdefault(_key(submission, given), [])
                self._passed.setdefault(_key(submission, given), []).append((branch.led, submission, given, why))
            branch.turn_order.passed = []
            if isinstance(taken, Undecided):
                self.untouched = False
                if len(self.branches) + len(going) < _MOST_BRANCHES:
                    going += branch.with_both(self.game, self.rules, taken)
                else:
                    branch.turn_order.suppose(taken)
                    branch.unknown.beyond = True
                    going.append(branch)
                continue
            if taken is None:
                self.beyond |= branch.unknown.beyond
                continue
            verdict = judge(branch.position, branch.unknown, self.dice, *taken)
            if taken[1].by_policy:
                self.untouched = False
                going += self._onward(branch, verdict)
                continue
            found.setdefault(_key(*taken), []).append((branch.led, verdict))
            rolled |= bool(verdict.throws)
            if branch.turn_order.over and not self.dice.left():
                # no order follows that could depend on this one
                continue
            self.untouched = False
            if verdict.status != "refused":
                going += self._onward(branch, verdict)
                continue
            going.append(branch)
            board = verdict.board(branch.position)
            if len(self.branches) == 1 and not self.left_out and board is not None:
                order, forecast, unknown = verdict.order, verdict.order.forecast, branch.unknown
                unknown.refused_pieces.update(list(forecast.concerns(order, board))[:1])
                unknown.pending_pieces.update(forecast.makes(order, board, verdict.submission.player))
        return going, rolled

    def _ranked(self, branch: Branch, submission: Submission, given: SubmittedOrder) -> Rank:
        """Return the rank of an order among those of several players."""
        verdict = judge(branch.position, branch.unknown, self.dice, submission, given)
        return rank(verdict.order, verdict.board(branch.position), illegal=verdict.status == "refused")

    def _onward(self, branch: Branch, verdict: Verdict) -> list[Branch]:
        """Return the branches that continue after an order."""
        order, player, board = verdict.order, verdict.submission.player, verdict.board(branch.position)
        forecast, unknown = order.forecast, branch.unknown
        if verdict.waits:
            unknown.uncertain |= pieces_named(order)
            unknown.position_unknown |= pieces_named(order)
            if board is not None:
                unknown.pending_pieces.update(forecast.makes(order, board, player))
            return [branch]
        if board is None or verdict.scope is None:
            return [branch]
        before, surely = branch.position.phase(), forecast.leads_surely(order, board)
        makes = set(forecast.makes(order, board, player))
        unknown.pending_pieces = (
            unknown.pending_pieces | makes if verdict.objections else unknown.pending_pieces - makes
        )
        throws = verdict.throws
        single = len(throws) == 1 and throws[0].count == 1 and verdict.status == "done" and not unknown.beyond
        if self._settled(branch, verdict):
            branches = [branch]
            self._apply(branch, verdict, _recorder(verdict, self.dice.known_only()))
        elif (
            single
            and (forecast.foreseen(order, board) or branch.turn_order.reacts_later)
            and len(self.branches) * throws[0].faces <= _MOST_BRANCHES
        ):
            branches = branch.with_faces(self.game, self.rules, throws[0])
            for face, onward in enumerate(branches, 1):
                recorder = _recorder(verdict)
                recorder.supposed = face
                self._apply(onward, verdict, recorder)
        else:
            branches = [branch]
            recorder = _recorder(verdict)
            suppose = forecast.suppose_open if verdict.objections else forecast.suppose
            suppose(order, board, player, recorder, unknown)
            branch.position.settle(verdict.scope, recorder)
        for onward in branches:
            if onward.unknown.uncertain and not surely and onward.position.phase() != before:
                onward.unknown.beyond = True
        return branches

    def _apply(self, branch: Branch, verdict: Verdict, recorder: Recorder) -> None:
        """Carry out an order on a branch on which its dice are known."""
        assert verdict.scope is not None
        verdict.order.apply(verdict.board(branch.position), verdict.submission.player, recorder)
        branch.position.settle(verdict.scope, recorder)

    def _settled(self, branch: Branch, verdict: Verdict) -> bool:
        """Return whether the outcome of a roll is certain: its dice are given, and no others affect its pieces."""
        order, unknown = verdict.order, branch.unknown
        if self.blind or verdict.status != "done" or not verdict.throws or unknown.beyond:
            return False
        known = all(order.dice_for(throw) is not None or self.dice.foretold(throw) for throw in verdict.throws)
        stakes = set(order.forecast.stakes(order, verdict.board(branch.position)))
        return known and not stakes & (unknown.uncertain | unknown.position_unknown)


def _key(submission: Submission, given: SubmittedOrder) -> tuple[int, int]:
    """Return what an order is known by on every branch: its document, and its number there."""
    return id(submission), given.number


def _merged(branches: list[Branch]) -> list[Branch]:
    """Return branches, merged if they have the same position, as after a second roll; the last face names them."""
    states = [
        (branch.turn_order.key, branch.unknown.key, msgspec.json.encode(branch.position.state())) for branch in branches
    ]
    if len(set(states)) == 1:
        # the supposed faces no longer make a difference
        branches[0].supposed = ()
        return branches[:1]
    found: dict[Any, Branch] = {}
    for branch, state in zip(branches, states, strict=True):
        last = branch.supposed[-1:]
        same = found.setdefault((last, state), branch)
        if same is not branch:
            same.supposed = last
    return list(found.values())


def _common(judged: list[tuple[str, Verdict]]) -> Verdict:
    """Return the verdict on an order over all branches; `judged` has the faces and the verdict of each."""
    if len(judged) == 1:
        return judged[0][1]
    verdicts = [verdict for _, verdict in judged]
    allowed = [verdict for verdict in verdicts if verdict.status != "refused"]
    if not allowed:
        return replace(verdicts[0], objections=_objections(judged))
    throws = {throw.event: throw for verdict in allowed for throw in verdict.throws}
    hangs_on = sorted({name for verdict in allowed for name in verdict.hangs_on})
    found = replace(allowed[0], throws=list(throws.values()))
    if len(allowed) == len(judged):
        status: Status = "open" if any(verdict.status == "open" for verdict in verdicts) else "done"
        objections = list(dict.fromkeys(o for verdict in allowed for o in verdict.objections))
        return replace(found, status=status, objections=objections, hangs_on=hangs_on)
    return replace(
        found,
        status="open",
        objections=_objections(judged),
        hangs_on=[],
        allowed=[led for led, verdict in judged if verdict.status != "refused"],
    )


def _objections(judged: list[tuple[str, Verdict]]) -> list[Objection]:
    """Return the objections of all branches, each with its faces unless all branches have it."""
    where: dict[Objection, list[str]] = {}
    for led, verdict in judged:
        if verdict.status == "refused":
            for objection in verdict.objections:
                where.setdefault(objection, []).append(led)
    everywhere = [objection for objection, faces in where.items() if len(faces) == len(judged)]
    if everywhere:
        return everywhere
    return [replace(o, message=f"with {listed(faces)}: {o.message}") for o, faces in where.items()]


def judge(position: Position, unknown: Unknown, dice: Dice, submission: Submission, given: SubmittedOrder) -> Verdict:
    """Judge one order now, without carrying it out; of several that are tried, the first that is not refused."""
    if not given.alternatives:
        return _judge(position, unknown, dice, submission, given)
    tried = []
    for one in given.alternatives:
        verdict = _judge(position, unknown, dice, submission, one)
        tried.append(verdict)
        if verdict.status != "refused":
            return replace(verdict, given=given)
    return replace(tried[0], given=given, objections=list(dict.fromkeys(o for one in tried for o in one.objections)))


def _judge(position: Position, unknown: Unknown, dice: Dice, submission: Submission, given: SubmittedOrder) -> Verdict:
    player = submission.player
    order, scope, board, objections = interpret(position, given)
    if board is None and any(o.always for o in objections):
        return Verdict(submission, given, "refused", objections, [], [], order, None)
    pending_pieces = _pending(position, unknown, order) if unknown.pending_pieces else set()
    known = scope if board is not None else None
    if pending_pieces and not unwanted_dice(order, dice):
        return Verdict(submission, given, "open", [], [], sorted(pending_pieces), order, known, waits=True)
    if board is not None:
        order, objections = resolve_names(order, board, player, unknown.uncertain)
        objections = objections or loosen(position, given, order.check(board, player))
    objections = unwanted_dice(order, dice) + objections
    throws = [] if objections or board is None else rolls_due(board, order, player, dice)
    if board is not None:
        objections += [o for throw in throws for o in supplied_objections(board, order, throw, dice)]
    concerns = set(order.forecast.concerns(order, board)) if board is not None else set()
    hangs_on = sorted(concerns & unknown.uncertain)
    following = [o for o in objections if set(o.follows) & unknown.refused_pieces]
    objections = [o for o in objections if o not in following]
    hangs_on += sorted({p for o in following for p in o.follows} - set(hangs_on))
    lifted = unknown.beyond or bool(concerns & unknown.position_unknown)
    status = _status(objections, hangs_on, unknown, lifted)
    if status == "open":
        hangs_on = hangs_on or sorted({p for o in objections for p in o.hangs_on if p in unknown.uncertain})
    told = order.remarked(board, player) if board is not None and not objections and not hangs_on else Remarks()
    return Verdict(submission, given, status, objections, throws, hangs_on, order, known, told=told)


def _status(objections: list[Objection], hangs_on: list[str], unknown: Unknown, lifted: bool) -> Status:
    """Return refused where no dice lift an objection, open where dice decide, done where they do not.

    With `lifted`, the dice that decide the phase or the place of the pieces lift every objection that dice may lift.
    """
    if any(not objection.liftable(unknown.uncertain, lifted) for objection in objections):
        return "refused"
    return "open" if objections or hangs_on or unknown.beyond else "done"


def _pending(position: Position, unknown: Unknown, order: Order) -> set[str]:
    """Return the pieces named in an order that do not exist yet and may never exist."""
    words = {word.casefold() for word in pieces_named(order)}
    return {name for name in unknown.pending_pieces if name.casefold() in words and not _is_there(position, name)}


def unwanted_dice(order: Order, dice: Dice) -> list[Objection]:
    """Return the objections to dice in an order, if the game takes none from orders."""
    if dice.terms.in_orders == "take" or order.given_dice() is None:
        return []
    field = "dice" if "dice" in order.__struct_fields__ else order.verb
    message = "no dice are taken from orders in this game; leave them out, and the referee draws them"
    return [Objection(message, (), field, always=True)]


def _is_there(position: Position, name: str) -> bool:
    """Return whether a name fits a piece now."""
    return any(ident == name for ident, _ in position.pieces_called(name, "any", None, None))


def rolls_due(board: ScopeBoard, order: Order, player: str, dice: Dice) -> list[Throw]:
    """Return the rolls that an order needs now, with those of dice that are known to be rolled again."""
    due = order.throws(board, player)
    for throw in due:
        shown = order.counting_dice(throw) or dice.given(throw)
        further = throw.further(shown) if shown is not None else None
        due = [*due, further] if further is not None else due
    return due


def supplied_objections(board: ScopeBoard, order: Order, throw: Throw, dice: Dice) -> list[Objection]:
    """Return the objections to the dice given for a roll, in the order or elsewhere."""
    own, source, beside = order.dice_for(throw), dice.source_of(throw), dice.given(throw)
    if own is None:
        if source is None or beside is None:
            return []
        said = f"in {source.place(throw)}, {throw.event}: "
        return [replace(o, message=said + o.message, field=None) for o in order.dice_objections(board, throw, beside)]
    out = order.dice_objections(board, throw, own)
    if source is not None and beside is not None and beside != own:
        words = " ".join(map(str, beside))
        changed = "; one of the two was changed" if source.replaying else ""
        said = f"{source.place(throw)} has other dice for {throw.event}: {words}{changed}"
        out.append(Objection(said, (), "dice"))
    return out


def _recorder(verdict: Verdict, dice: Dice | None = None) -> Recorder:
    """Return a recorder of which nothing is kept, which knows whose order is supposed."""
    recorder = Recorder(dice)
    recorder.source = Source(verdict.submission.player, verdict.given.number, {})
    return recorder
