"""Whether armies are legal, and what they cost (BN-ARM)."""

from __future__ import annotations

from typing import ClassVar, Literal

from referee.core.game.questions import Answer, Question, Sentence

from ..position import BattalionsPosition
from ..rulings.army import offences, totals


class AskArmy(Question[BattalionsPosition], kw_only=True):
    """Whether every army of the state is legal, and what it costs: `{army: true}`."""

    verb: ClassVar[str] = "army"
    army: Literal[True]

    def answer(self, position: BattalionsPosition) -> Answer:
        state, rules = position.source, position.rules
        found = offences(state, rules)
        sums = totals(state, rules)
        rows = [{"rule": o.rule, "battalion": o.battalion, "unit": o.unit} for o in found]
        problems = [row for number, row in enumerate(rows) if row not in rows[:number]]
        reasons = list(sums.values())
        for battalion in position.theatre.battalions.values():
            others = [unit.cost for unit in battalion.units if unit.id != battalion.leader]
            if others and battalion.leader is not None:
                reasons.append(rules.leader_least(max(others), battalion.leader))
        cites = dict.fromkeys([*rules.cite("points", "stat_range", "leader", "unit_cost")])
        if any(0 in unit.stats.values() for unit in position.theatre.units.values()):
            cites.update(dict.fromkeys(rules.cite("stat_min")))
        if any(len(b.units) == 1 for b in position.theatre.battalions.values()):
            cites.update(dict.fromkeys(rules.cite("leader_alone")))
        return Answer(
            {
                "legal": not found,
                "total": {player: ledger.total for player, ledger in sums.items()},
                "problems": problems,
            },
            list(cites),
            [ledger.plain() for ledger in reasons],
            notes=[f"{offence.objection.message} ({offence.rule})" for offence in found],
        )

    def _said(self, position: BattalionsPosition, answer: Answer) -> list[Sentence]:
        found = offences(position.source, position.rules)
        if found:
            return [Sentence(f"No: {offence.objection.message}.", offence.objection.cite) for offence in found]
        spent = ", ".join(f"{player} spends {points}" for player, points in answer.answer["total"].items())
        limit = f" of {position.source.points} points" if position.source.points is not None else " points"
        return [
            Sentence(
                f"Yes, every army is legal: {spent}{limit}.", position.rules.cite("points", "stat_range", "leader")
            )
        ]
