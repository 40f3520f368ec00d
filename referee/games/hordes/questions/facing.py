"""Whether an element that is hit in flank or rear turns to face its attacker (HS-MIS-3b)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Sentence, refusal_said
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import piece

from ..field.elements import Element, Stronghold
from ..phases import turn_to_face
from ..position import HordesPosition
from .shared import element_of, must_stand, pose_told, table_of
from .unused import HordesQuestion


class AskTurnToFace(HordesQuestion, kw_only=True):
    """Whether an element turns to face an enemy when the movement ends, and whom: `{turn_to_face: b1}`."""

    verb: ClassVar[str] = "turn_to_face"
    turn_to_face: Annotated[str, piece("own")]

    def answer(self, position: HordesPosition) -> Answer:
        field, rules = table_of(position), position.rules
        element = element_of(position, self.turn_to_face, "turn_to_face")
        must_stand(element, "turn_to_face")
        contacts = field.contacts()
        attackers = contacts.flanking(element)
        cites = list(rules.cite("turn_to_face"))
        answer: dict[str, Any] = {"turns": False, "to": None, "pose": None, "attackers": [a.id for a in attackers]}
        pairs: list[tuple[Element, Element | Stronghold]] = [*contacts.on_flank, *contacts.keep]
        held = [*contacts.fronting(element), *(whom for who, whom in pairs if who is element)]
        why: list[Objection] = []
        if not attackers:
            why.append(Objection(f"no enemy has its front edge on the flank or rear of {element.named}", tuple(cites)))
        elif held:
            why.append(Objection(f"{element.named} is already engaged in front, with {held[0].named}", tuple(cites)))
        else:
            copy = type(position)(position.source, rules)
            recorder = Recorder(None)
            turn_to_face(copy, recorder)
            mine = [step for step in recorder.steps if step.what.startswith(f"{element.named} ")]
            cites += [c for step in mine for c in step.cites if c not in cites]
            turned = copy.field.elements[element.id]
            if any(change.what == element.id for step in mine for change in step.changes):
                faced = [foe for foe in copy.field.contacts().fronting(turned) if foe.id in answer["attackers"]]
                answer |= {"turns": True, "to": faced[0].id if faced else None, "pose": pose_told(turned.base)}
            else:
                why += [Objection(note, tuple(step.cites)) for step in mine for note in step.notes]
        answer["because"] = [one.plain() for one in why]
        return Answer(answer, cites, [])

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        given, field = answer.answer, table_of(position)
        element = field.elements[self.turn_to_face]
        if not given["turns"]:
            return refusal_said(given)
        whom = field.elements[given["to"]].named if given["to"] is not None else "its attacker"
        pose = given["pose"]
        where = f"({pose['x']:g},{pose['y']:g}) facing {pose['facing']:g}"
        said = f"Yes: {element.named} turns to face {whom} when the movement ends, to {where}."
        return [Sentence(said, tuple(answer.cites))]
