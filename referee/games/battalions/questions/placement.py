"""Where the battalions of a combat stand when it is over (BN-END, BN-RET-4)."""

from __future__ import annotations

from typing import Any, ClassVar

from referee.core import documents
from referee.core.documents.problems import known_name, listed
from referee.core.game.questions import Answer, Question, Sentence, Unanswerable
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Step

from ..board.battlefield import Combat
from ..board.grid import field_said
from ..position import BattalionsPosition
from ..rulings.placement import place_all, undecided
from ..state import CombatWord, Place
from .supposing import capital, cites_of


class AskPlacement(Question[BattalionsPosition], kw_only=True):
    """Where every battalion of a combat stands if it ends as things are: `{placement: k1}`."""

    verb: ClassVar[str] = "placement"
    placement: CombatWord

    def answer(self, position: BattalionsPosition) -> Answer:
        combat = self._combat(position)
        steps, fields, choose = self._placed(position)
        before = [unit for ident in combat.members for unit in position.theatre.battalions[ident].living]
        lost = sorted(c.what for step in steps for c in step.changes if c.field == "status")
        answer: dict[str, Any] = {"fields": fields, "lost": [u for u in lost if any(b.id == u for b in before)]}
        if choose:
            answer["choose"] = {ident: [list(field) for field in given] for ident, given in choose.items()}
        cites = cites_of(steps) or list(position.rules.cite("regroup"))
        return Answer(answer, cites, [])

    def _said(self, position: BattalionsPosition, answer: Answer) -> list[Sentence]:
        given, known, cite = answer.answer, position.theatre.battalions, position.rules.cite
        steps, _, choose = self._placed(position)
        for ident, fields in choose.items():
            those = listed([field_said(field) for field in fields], "or")
            said = f"{known[ident].player} chooses where {ident} stands: {those}, which are of equal worth."
            return [Sentence(capital(said), cite("regroup"))]
        told = [
            f"{known[ident].player}'s {ident} stands in {field_said((field[0], field[1]))}"
            if field is not None
            else f"{known[ident].player}'s {ident} has no unit left"
            for ident, field in given["fields"].items()
        ]
        out = [Sentence(f"{capital(listed(told, 'and'))}.", tuple(answer.cites))]
        for step in steps:
            said = step.what + "".join(f"; {c.what} {c.says}" for c in step.changes if c.says)
            out.append(Sentence(f"{said}.", tuple(step.cites)))
        return out

    def _combat(self, position: BattalionsPosition) -> Combat:
        known = {combat.id: combat for combat in position.theatre.combats}
        combat = known.get(known_name(self.placement, known))
        if combat is None:
            near = documents.nearest(self.placement, known)
            raise Unanswerable(f"'{self.placement}' is no combat of this game{near}", ("ask", "placement"))
        if position.theatre.skirmish:
            raise Unanswerable("a skirmish has no Fields to stand in after it", ("ask", "placement"))
        for member in combat.members.values():
            for unit in member.battalion.living:
                if position.theatre.field_at(unit) is None:
                    raise Unanswerable(f"where does {unit.id} stand? Give it 'at', or a 'field' that it left for", ())
        return combat

    def _placed(
        self, position: BattalionsPosition
    ) -> tuple[list[Step], dict[str, list[int] | None], dict[str, list[Place]]]:
        """Return the steps of the placement on a copy of the board, the Fields, and what its owners must choose."""
        copy = type(position)(position.source, position.rules)
        combat = self._combat(copy)
        choose = undecided(copy.theatre, combat)
        if choose:
            return [], {}, choose
        recorder = Recorder(None)
        place_all(copy.theatre, combat, recorder)
        fields = {ident: copy.theatre.battalions[ident].field for ident in sorted(combat.members)}
        return recorder.steps, {i: list(field) if field is not None else None for i, field in fields.items()}, {}
