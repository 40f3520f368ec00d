"""The first reading of orders: what is illegal whatever the dice say, found without rolling any.

Where all that follows turns on a single die, as on a roll for movement, every face of it is supposed in turn: an
order is refused if no face makes it legal, and open if some do.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from .desk import Desk
from .dice import Dice, Throw
from .game import Game, Work
from .orders import Given, Objection, Order, Submission, named, pieces_named
from .problems import listed
from .trace import Status
from .verdicts import Verdict

# two dice one after another are still supposed in all their faces; of what turns on more, only what is certain
_MOST_COURSES = 36


class Course:
    """One course that things may take at the first reading: a working copy, and what is uncertain on it.

    `supposed` names the faces that led here; the course is `given` if they are those that were supplied.
    """

    def __init__(self, work: Work, desk: Desk, supposed: tuple[str, ...] = (), given: bool = True) -> None:
        self.work = work
        self.desk = desk
        self.supposed = supposed
        self.given = given

    def with_faces(self, game: Game, rules: Any, throw: Throw, supplied: list[int] | None) -> list[Course]:
        """Return this course as it goes on with each face of a die."""
        courses = []
        for face in range(1, throw.faces + 1):
            desk = self.desk.copy()
            desk.supposed = face
            supposed, given = (*self.supposed, f"a {face}"), self.given and supplied == [face]
            courses.append(Course(game.open(self.work.state(), rules), desk, supposed, given))
        return courses


class FirstReading:
    """Orders read one after another, on every course that a single die may open."""

    def __init__(self, game: Game, rules: Any, work: Work, dice: Dice) -> None:
        self.game = game
        self.rules = rules
        self.dice = dice
        self.courses = [Course(work, Desk(None))]

    @property
    def beyond(self) -> bool:
        """Whether it hangs on dice which phase stands."""
        return any(course.desk.beyond for course in self.courses)

    def awaited(self) -> list[str]:
        """Return whom the game waits for, on one course at least."""
        phases = [course.work.phase() for course in self.courses]
        return list(dict.fromkeys(player for phase in phases if phase is not None for player in phase.players))

    def read(self, submission: Submission, given: Given) -> Verdict:
        """Judge one order, and suppose it wherever it is not refused."""
        judged = [judge(course.work, course.desk, self.dice, submission, given) for course in self.courses]
        verdict = _common(self.courses, judged)
        if verdict.status == "refused":
            for course, own in zip(self.courses, judged, strict=True):
                if own.order.without_board(course.work):
                    continue
                course.desk.spoiled.update(list(own.order.concerns(course.work))[:1])
                course.desk.promised.update(own.order.makes(course.work, submission.player))
            return verdict
        before = len(self.courses)
        self.courses = [
            onward
            for course, own in zip(self.courses, judged, strict=True)
            for onward in (self._onward(course, own) if own.status != "refused" else [course])
        ]
        if len(self.courses) > before > 1:
            self.courses = _merged(self.courses)
        return verdict

    def _onward(self, course: Course, verdict: Verdict) -> list[Course]:
        """Return the courses on which things go on after an order."""
        order, player = verdict.order, verdict.submission.player
        if verdict.waits:
            course.desk.uncertain |= pieces_named(order)
            course.desk.adrift |= pieces_named(order)
            course.desk.promised.update(order.makes(course.work, player))
            return [course]
        before, surely = course.work.phase(), order.leads_surely(course.work)
        if verdict.objections:
            course.desk.promised.update(order.makes(course.work, player))
        throws = verdict.throws
        single = len(throws) == 1 and throws[0].count == 1 and not verdict.objections
        if single and order.foreseen(course.work) and len(self.courses) * throws[0].faces <= _MOST_COURSES:
            supplied = _supplied(order, throws[0], self.dice)
            courses = course.with_faces(self.game, self.rules, throws[0], supplied)
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


def _merged(courses: list[Course]) -> list[Course]:
    """Return courses that have come to the same as one, as when a roll is made anew: named by the last face."""
    found: dict[Any, Course] = {}
    for course in courses:
        last = course.supposed[-1]
        key = (last, course.desk.doubts, msgspec.json.encode(course.work.state()))
        same = found.setdefault(key, course)
        if same is not course:
            same.supposed, same.given = (last,), same.given or course.given
    return list(found.values())


def _common(courses: list[Course], judged: list[Verdict]) -> Verdict:
    """Return what holds of an order on all courses together."""
    if len(judged) == 1:
        return judged[0]
    allowed = [verdict for verdict in judged if verdict.status != "refused"]
    if not allowed:
        return replace(judged[0], objections=_objections(courses, judged))
    throws = {throw.event: throw for verdict in allowed for throw in verdict.throws}
    hangs_on = sorted({name for verdict in allowed for name in verdict.hangs_on})
    found = replace(allowed[0], throws=list(throws.values()))
    if len(allowed) == len(judged):
        status: Status = "open" if any(verdict.status == "open" for verdict in judged) else "done"
        objections = list(dict.fromkeys(o for verdict in allowed for o in verdict.objections))
        return replace(found, status=status, objections=objections, hangs_on=hangs_on)
    both = list(zip(courses, judged, strict=True))
    return replace(
        found,
        status="open",
        objections=_objections(courses, judged),
        hangs_on=[],
        allowed=[_led(course) for course, verdict in both if verdict.status != "refused"],
        given_says=[
            o for course, verdict in both if course.given and verdict.status == "refused" for o in verdict.objections
        ],
    )


def _objections(courses: list[Course], judged: list[Verdict]) -> list[Objection]:
    """Return the objections of all courses, each with the faces it belongs to unless it is the same with all."""
    where: dict[Objection, list[str]] = {}
    for course, verdict in zip(courses, judged, strict=True):
        if verdict.status == "refused":
            for objection in verdict.objections:
                where.setdefault(objection, []).append(_led(course))
    everywhere = [objection for objection, faces in where.items() if len(faces) == len(courses)]
    if everywhere:
        return everywhere
    return [replace(o, message=f"with {listed(faces)}: {o.message}") for o, faces in where.items()]


def _led(course: Course) -> str:
    return " and then ".join(course.supposed)


def judge(work: Work, desk: Desk, dice: Dice, submission: Submission, given: Given) -> Verdict:
    """Judge one order as things stand, without carrying it out."""
    player = submission.player
    homeless = given.order.without_board(work)
    if homeless:
        return Verdict(submission, given, "refused", homeless, [], [], given.order)
    promised = pieces_named(given.order) & desk.promised
    if promised and not unwanted_dice(given.order, dice):
        return Verdict(submission, given, "open", [], [], sorted(promised), given.order, waits=True)
    order, objections = named(given.order, work, player)
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
