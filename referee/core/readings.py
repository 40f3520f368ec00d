"""The first reading of orders: what is illegal whatever the unknown dice say, found without rolling any.

An order whose dice are given is carried out with them. Of other rolls only what is certain is supposed; but where all
that follows turns on a single die, as on a roll for movement, every face of it is supposed in turn: an order is
refused if no face makes it legal, and open if some do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from .desk import Desk
from .dice import Dice, Throw
from .game import Game, Work
from .orders import Given, Objection, Order, Submission, named, pieces_named
from .problems import listed
from .trace import Status
from .turns import Rank, Turns, awaited, rank
from .verdicts import Verdict

# two dice one after another are still supposed in all their faces; of what turns on more, only what is certain
_MOST_COURSES = 36


class Course:
    """One course that things may take at the first reading: a working copy, what is uncertain on it, what is to come.

    `supposed` names the faces that led here.
    """

    def __init__(self, work: Work, desk: Desk, turns: Turns, supposed: tuple[str, ...] = ()) -> None:
        self.work = work
        self.desk = desk
        self.turns = turns
        self.supposed = supposed

    def with_faces(self, game: Game, rules: Any, throw: Throw) -> list[Course]:
        """Return this course as it goes on with each face of a die."""
        courses = []
        for face in range(1, throw.faces + 1):
            desk = self.desk.copy()
            desk.supposed = face
            work = game.open(self.work.state(), rules)
            courses.append(Course(work, desk, self.turns.copy(), (*self.supposed, f"a {face}")))
        return courses

    @property
    def led(self) -> str:
        """What led here, in words."""
        return " and then ".join(self.supposed)


class FirstReading:
    """Orders read one after another, on every course that a single die may open.

    A `blind` reading judges the dice that are given, but carries out nothing with them. What follows a refused order
    is judged as if that could be put right, unless the refused are left out.
    """

    def __init__(
        self, game: Game, rules: Any, work: Work, dice: Dice, blind: bool = False, left_out: bool = False
    ) -> None:
        self.game = game
        self.rules = rules
        self.work = work
        self.dice = dice
        self.blind = blind
        self.left_out = left_out
        self.courses: list[Course] = []
        # whether it hangs on dice which phase stands at the end
        self.beyond = False

    def read(self, submissions: Sequence[Submission]) -> list[Verdict]:
        """Judge orders, and suppose each wherever it is not refused; the verdicts stand as the orders are taken."""
        self.courses = [Course(self.work, Desk(None), Turns(submissions))]
        found: dict[int, list[tuple[str, Verdict]]] = {}
        while self.courses:
            self.courses, rolled = self._round(found)
            if rolled and len(self.courses) > 1:
                self.courses = _merged(self.courses)
        return [_common(judged) for judged in found.values()]

    def _round(self, found: dict[int, list[tuple[str, Verdict]]]) -> tuple[list[Course], bool]:
        """Judge the next order of every course; return the courses that go on, and whether any rolled."""
        going, rolled = [], False
        for course in self.courses:
            taken = course.turns.take(awaited(course.work), partial(self._ranked, course))
            if taken is None:
                self.beyond |= course.desk.beyond
                continue
            verdict = judge(course.work, course.desk, self.dice, *taken)
            found.setdefault(id(taken[1]), []).append((course.led, verdict))
            rolled |= bool(verdict.throws)
            if verdict.status != "refused":
                going += self._onward(course, verdict)
                continue
            going.append(course)
            if len(self.courses) == 1 and not self.left_out and not verdict.order.without_board(course.work):
                course.desk.spoiled.update(list(verdict.order.concerns(course.work))[:1])
                course.desk.promised.update(verdict.order.makes(course.work, verdict.submission.player))
        return going, rolled

    def _ranked(self, course: Course, submission: Submission, given: Given) -> Rank:
        """Return how soon an order comes."""
        verdict = judge(course.work, course.desk, self.dice, submission, given)
        return rank(verdict.order, course.work, illegal=verdict.status == "refused")

    def _onward(self, course: Course, verdict: Verdict) -> list[Course]:
        """Return the courses on which things go on after an order."""
        order, player = verdict.order, verdict.submission.player
        if verdict.waits:
            course.desk.uncertain |= pieces_named(order)
            course.desk.adrift |= pieces_named(order)
            course.desk.promised.update(order.makes(course.work, player))
            return [course]
        before, surely = course.work.phase(), order.leads_surely(course.work)
        makes = set(order.makes(course.work, player))
        course.desk.promised = course.desk.promised | makes if verdict.objections else course.desk.promised - makes
        throws = verdict.throws
        single = len(throws) == 1 and throws[0].count == 1 and verdict.status == "done" and not course.desk.beyond
        if self._settled(course, verdict):
            courses = [course]
            course.desk.dice = self.dice.supplied_only()
            order.apply(course.work, player, course.desk)
        elif single and order.foreseen(course.work) and len(self.courses) * throws[0].faces <= _MOST_COURSES:
            courses = course.with_faces(self.game, self.rules, throws[0])
            for onward in courses:
                order.apply(onward.work, player, onward.desk)
                onward.desk.supposed = None
        else:
            courses = [course]
            suppose = order.suppose_open if verdict.objections else order.suppose
            suppose(course.work, player, course.desk)
        for onward in courses:
            if onward.desk.uncertain and not surely and onward.work.phase() != before:
                onward.desk.beyond = True
        return courses

    def _settled(self, course: Course, verdict: Verdict) -> bool:
        """Return whether the outcome of a roll is certain: its dice are given, and unknown ones touch nobody in it."""
        order, desk = verdict.order, course.desk
        if self.blind or verdict.status != "done" or not verdict.throws or desk.beyond:
            return False
        known = all(order.dice_for(throw) is not None or self.dice.foretold(throw) for throw in verdict.throws)
        return known and not set(order.stakes(course.work)) & (desk.uncertain | desk.adrift)


def _merged(courses: list[Course]) -> list[Course]:
    """Return courses that have come to the same as one, as when a roll is made anew: named by the last face."""
    states = [
        (tuple(course.turns.taken), course.desk.doubts, msgspec.json.encode(course.work.state())) for course in courses
    ]
    if len(set(states)) == 1:
        # no face that was supposed tells any more
        courses[0].supposed = ()
        return courses[:1]
    found: dict[Any, Course] = {}
    for course, state in zip(courses, states, strict=True):
        last = course.supposed[-1:]
        same = found.setdefault((last, state), course)
        if same is not course:
            same.supposed = last
    return list(found.values())


def _common(judged: list[tuple[str, Verdict]]) -> Verdict:
    """Return what holds of an order on all courses together, each told by what led there."""
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
    """Return the objections of all courses, each with the faces it belongs to unless it is the same with all."""
    where: dict[Objection, list[str]] = {}
    for led, verdict in judged:
        if verdict.status == "refused":
            for objection in verdict.objections:
                where.setdefault(objection, []).append(led)
    everywhere = [objection for objection, faces in where.items() if len(faces) == len(judged)]
    if everywhere:
        return everywhere
    return [replace(o, message=f"with {listed(faces)}: {o.message}") for o, faces in where.items()]


def judge(work: Work, desk: Desk, dice: Dice, submission: Submission, given: Given) -> Verdict:
    """Judge one order as things stand, without carrying it out."""
    player = submission.player
    homeless = given.order.without_board(work)
    if homeless:
        return Verdict(submission, given, "refused", homeless, [], [], given.order)
    words = {word.casefold() for word in pieces_named(given.order)}
    promised = {name for name in desk.promised if name.casefold() in words and not _is_there(work, name)}
    if promised and not unwanted_dice(given.order, dice):
        return Verdict(submission, given, "open", [], [], sorted(promised), given.order, waits=True)
    order, objections = named(given.order, work, player, desk.uncertain)
    objections = unwanted_dice(order, dice) + (objections or order.check(work, player))
    throws = [] if objections else order.throws(work, player)
    for throw in throws:
        objections += supplied_objections(work, order, throw, dice)
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


def unwanted_dice(order: Order, dice: Dice) -> list[Objection]:
    """Return what is wrong with dice that stand in an order, where a game takes none from there."""
    if dice.terms.in_orders == "take" or order.given_dice() is None:
        return []
    field = "dice" if "dice" in order.__struct_fields__ else order.verb
    message = "no dice are taken from orders in this game; leave them out, and the referee draws them"
    return [Objection(message, (), field, always=True)]


def _is_there(work: Work, name: str) -> bool:
    """Return whether a name calls a piece now."""
    called = getattr(work, "pieces_called", None)
    return called is not None and any(ident == name for ident, _ in called(name, "any", None, None))


def supplied_objections(work: Work, order: Order, throw: Throw, dice: Dice) -> list[Objection]:
    """Return what is wrong with the dice given for a roll, in the order itself or beside it."""
    supplied, beside = _supplied(order, throw, dice), dice.given(throw)
    if supplied is None:
        return []
    if supplied is not beside:
        out = order.dice_objections(work, throw, supplied)
        if beside is not None and beside != supplied:
            words = " ".join(map(str, beside))
            out.append(Objection(f"the dice file has other dice for {throw.event}: {words}", (), "dice"))
        return out
    said = f"in the dice file, {throw.event}: "
    return [replace(o, message=said + o.message, field=None) for o in order.dice_objections(work, throw, supplied)]


def _supplied(order: Order, throw: Throw, dice: Dice) -> list[int] | None:
    """Return the dice given for a roll, which may be an empty list: in the order itself, else beside it."""
    own = order.dice_for(throw)
    return own if own is not None else dice.given(throw)
