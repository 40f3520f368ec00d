"""What Hordes offers for `referee odds`: the odds of a combat, of all throws of its two dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from referee.core.game.odds import GameOdds, NoOdds, Refused
from referee.core.game.orders import Objection
from referee.core.game.position import Position
from referee.core.game.questions import Question

from .position import HordesPosition
from .questions.combat import AskOdds
from .questions.table import AskCombat


class HordesOdds(GameOdds):
    """Exact odds of combats, shots and spells."""

    def asked(self, position: Position, question: Question) -> dict[str, Any]:
        if not isinstance(question, (AskOdds, AskCombat)) or not isinstance(position, HordesPosition):
            return super().asked(position, question)
        if isinstance(question, AskCombat) and question.dice:
            raise NoOdds("with 'dice' a combat has one result; `referee ask` gives it")
        found = question.answer(position).answer
        if "outcomes" not in found:
            because = [Objection(row["message"], tuple(row["cite"])) for row in found.get("because", ())]
            raise Refused([("", None, objection) for objection in because])
        throws = position.rules.combat.die.faces**2
        outcomes = [
            {"a": row["a"], "b": row["b"], "ways": int(chance * throws), "p": float(chance)}
            for row in found["outcomes"]
            for chance in (Fraction(row["p"]),)
        ]
        return {"exact": True, "outcomes": outcomes}
