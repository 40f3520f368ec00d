"""Over-world moves: where a battalion ends, and which combats it may begin or join (BN-MOV, BN-CMB-3)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from referee.core import documents
from referee.core.documents.problems import listed
from referee.core.game.questions import Answer, Question, Sentence, Unanswerable, refusal_said

from ..board.battlefield import Battalion
from ..board.grid import field_said
from ..orders.path import Path
from ..position import BattalionsPosition
from ..rulings.overworld import Journey, allowance, journey, journey_said, paths
from ..state import BattalionWord, Direction, Place
from .supposing import capital, refused


def _battalion(position: BattalionsPosition, ident: str, field: str) -> Battalion:
    """Return a battalion by its id; raises Unanswerable."""
    found = position.theatre.battalions.get(ident)
    if found is None:
        near = documents.nearest(ident, position.theatre.battalions)
        raise Unanswerable(f"'{ident}' is no battalion of this game{near}", ("ask", field))
    if found.living and found.field is None:
        raise Unanswerable(f"the Field of {ident} is not said", ("ask", field))
    return found


def _held_by(position: BattalionsPosition, battalion: Battalion, target: Place) -> list[Battalion]:
    """Return whom an attempt to enter a Field meets: the battalions of its combat, or those that stand there."""
    combat = position.theatre.combat_using(target)
    if combat is not None:
        return combat.fighting
    return [b for b in position.theatre.resting(target) if b.player != battalion.player]


def _names(battalions: list[Battalion]) -> str:
    return listed([f"{b.player}'s {b.id}" for b in battalions], "and")


class AskMove(Question[BattalionsPosition], kw_only=True):
    """Where an over-world move ends, and which combat it begins or joins: `{move: R1, path: ["E", "N"]}`."""

    verb: ClassVar[str] = "move"
    move: BattalionWord
    path: Annotated[list[Direction], Meta(min_length=1, max_length=1000)]

    def answer(self, position: BattalionsPosition) -> Answer:
        battalion = _battalion(position, self.move, "move")
        refusals = Path(path=self.path, battalion=battalion.id).check(position, battalion.player)
        if refusals:
            return refused(refusals)
        found = journey(position.theatre, battalion, self.path)
        combat = position.theatre.combat_using(found.target) if found.target is not None else None
        met = _held_by(position, battalion, found.target) if found.target is not None else []
        answer: dict[str, Any] = {
            "allowed": True,
            "ends": list(found.ends),
            "facing": found.facing,
            "steps": found.steps.total,
            "whole": found.steps.total == len(self.path),
            "attacks": list(found.target) if found.target is not None and combat is None else None,
            "joins": combat.id if combat is not None else None,
            "meets": [b.id for b in met],
        }
        keys = dict.fromkeys(["turns", "allowance", "faces", *found.keys])
        return Answer(answer, list(position.rules.cite(*keys)), [found.steps.plain()], notes=list(found.notes))

    def _said(self, position: BattalionsPosition, answer: Answer) -> list[Sentence]:
        given = answer.answer
        if "because" in given:
            return refusal_said(given)
        battalion = position.theatre.battalions[self.move]
        found = journey(position.theatre, battalion, self.path)
        cite = position.rules.cite
        keys = tuple(dict.fromkeys(found.keys))
        where = field_said(found.ends)
        ends = f"stays in {where}" if found.ends == battalion.station else f"ends in {where}"
        facing = f", facing {found.facing}" if found.facing is not None else ""
        verdict = "Yes" if given["whole"] else "Not all the way"
        own = f"{battalion.player}'s {battalion.id}"
        out = [Sentence(f"{verdict}: {own} {ends}{facing}.", cite("allowance", "faces", *keys))]
        if found.target is not None:
            out[0] = Sentence(f"{_meeting(position, battalion, found)} {own} {ends}{facing}.", cite(*keys, "faces"))
        if not given["whole"]:
            out.append(Sentence(f"{capital(journey_said(battalion, self.path, found))}.", cite("allowance", *keys)))
        out.append(Sentence("No die is rolled for a move.", cite("turns")))
        return out


def _meeting(position: BattalionsPosition, battalion: Battalion, found: Journey) -> str:
    """Return in words the combat that a move begins or joins."""
    assert found.target is not None
    combat, met = position.theatre.combat_using(found.target), _held_by(position, battalion, found.target)
    if combat is not None:
        return f"It joins the combat {combat.id} of {_names(met)}:"
    return f"It begins a combat with {_names(met)} in {field_said(found.target)}:"


class AskJoin(Question[BattalionsPosition], kw_only=True):
    """Which combats a battalion may join, and whom it may attack, in an over-world move: `{join: R1}`."""

    verb: ClassVar[str] = "join"
    join: BattalionWord

    def answer(self, position: BattalionsPosition) -> Answer:
        battalion = _battalion(position, self.join, "join")
        refusals = Path(path=[], battalion=battalion.id).check(position, battalion.player)
        if refusals:
            return refused(refusals, joins=[], attacks=[])
        joins, attacks = [], []
        for path, leads in paths(position.theatre, battalion):
            found = journey(position.theatre, battalion, path)
            if found.target is None:
                continue
            with_whom = [b.id for b in _held_by(position, battalion, found.target)]
            row: dict[str, Any] = {"path": list(path), "field": list(found.target), "battalions": with_whom}
            if "joins" in leads:
                joins.append({"combat": leads["joins"], **row})
            else:
                attacks.append(row)
        steps = allowance(position.rules, battalion)
        answer = {"allowed": bool(joins or attacks), "joins": joins, "attacks": attacks}
        return Answer(answer, list(position.rules.cite("joins", "attacks", "allowance")), [steps.plain()])

    def _said(self, position: BattalionsPosition, answer: Answer) -> list[Sentence]:
        given = answer.answer
        if "because" in given:
            return refusal_said(given)
        battalion = position.theatre.battalions[self.join]
        own, cite = f"{battalion.player}'s {battalion.id}", position.rules.cite
        if not given["allowed"]:
            far = answer.reasons[0]["total"] if answer.reasons else 0
            fields = f"{far} Field{'' if far == 1 else 's'}"
            return [Sentence(f"No: {own} reaches no combat and no enemy within {fields}.", cite("allowance", "joins"))]
        known = position.theatre.battalions
        out = []
        for row in given["joins"]:
            met = _names([known[ident] for ident in row["battalions"]])
            way = ", ".join(row["path"])
            out.append(Sentence(f"Yes: by {way} {own} joins the combat {row['combat']} of {met}.", cite("joins")))
        for row in given["attacks"]:
            met = _names([known[ident] for ident in row["battalions"]])
            way, where = ", ".join(row["path"]), field_said((row["field"][0], row["field"][1]))
            out.append(Sentence(f"Yes: by {way} {own} begins a combat with {met} in {where}.", cite("attacks")))
        return out
