"""Questions about an attack, and their odds."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from referee.core.adjudication.every_roll import every_outcome
from referee.core.game.chances import fraction
from referee.core.game.odds import GameOdds
from referee.core.game.position import Position
from referee.core.game.questions import Answer, Question, Sentence, Unanswerable
from referee.core.game.submissions import Submission
from referee.core.notation.field_specs import piece

from .orders import attack_objections
from .position import Table
from .state import State


class AskHits(Question[Table], kw_only=True):
    """What an attack must roll: `{hits: red-1, at: blue-2}` (HR 3)."""

    verb: ClassVar[str] = "hits"
    about: ClassVar[str] = "raid"
    hits: Annotated[str, piece("any")]
    at: Annotated[str, piece("any")]

    def answer(self, position: Table) -> Answer:
        for field, name in (("hits", self.hits), ("at", self.at)):
            if name not in position.units:
                raise Unanswerable(f"there is no '{name}'", (field,))
        unit, target = position.units[self.hits], position.units[self.at]
        if unit.kind is None:
            raise Unanswerable(f"what kind of unit {unit.id} is, is hidden", ("hits",))
        if because := attack_objections(position, unit, target.id):
            cites = [cite for one in because for cite in one.cite]
            return Answer({"allowed": False, "because": [one.plain() for one in because]}, cites, [])
        needed, faces = position.needed(unit, target), position.rules.combat.faces
        ways = max(0, faces + 1 - needed.total)
        answer = {"allowed": True, "number": needed.total, "chance": fraction(ways, faces)}
        return Answer(answer, list(needed.cites), [needed.plain()])

    def say(self, position: Table, answer: Answer) -> list[Sentence]:
        found, cites = answer.answer, tuple(answer.cites)
        if not found["allowed"]:
            why = "; ".join(one["message"] for one in found["because"])
            return [Sentence(f"No, {self.hits} may not attack {self.at}: {why}.", cites, verdict=True)]
        return [Sentence(f"{self.hits} hits {self.at} on {found['number']} or more: {found['chance']}.", cites)]


class RaidOdds(GameOdds):
    """The exact odds of an attack, and of the orders of a turn."""

    def asked(self, position: Position, question: Question) -> dict[str, Any]:
        if not isinstance(position, Table) or not isinstance(question, AskHits):
            return super().asked(position, question)
        found = question.answer(position).answer
        faces = position.rules.combat.faces
        ways = max(0, faces + 1 - found["number"]) if found["allowed"] else 0
        return {
            "exact": True,
            "outcomes": [
                {"hits": {question.at: hits}, "p": one / faces, "fraction": fraction(one, faces)}
                for hits, one in ((1, ways), (0, faces - ways))
                if one
            ],
        }

    def ordered(self, position: Position, submissions: Sequence[Submission]) -> dict[str, Any]:
        assert isinstance(position, Table)
        found = every_outcome(self.game, position.rules, position.source, submissions)
        rows: Counter[tuple[int | None, ...]] = Counter()
        for state, weight in found.states:
            assert isinstance(state, State)
            left = {unit.id: unit.hits for unit in state.raid.units}
            rows[tuple(left.get(ident) for ident in position.units)] += weight
        outcomes = [
            {
                "hits": {
                    ident: "lost" if hits is None else hits for ident, hits in zip(position.units, row, strict=True)
                },
                "p": weight / found.total,
                "fraction": fraction(weight, found.total),
            }
            for row, weight in rows.most_common()
        ]
        return {"exact": True, "outcomes": outcomes}
