"""What Hordes offers for `referee odds`: combats with all throws of their dice, orders on a table, and playouts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from referee.core.adjudication.every_roll import Weighed, every_outcome
from referee.core.game.chances import fraction
from referee.core.game.odds import GameOdds, NoOdds, Playing, Refused, chosen_policies
from referee.core.game.orders import Objection
from referee.core.game.position import Position
from referee.core.game.questions import Question
from referee.core.game.state import State as BaseState
from referee.core.game.submissions import Submission
from referee.core.rules.compiled import CompiledRules

from ..field.elements import Element
from ..phases import lost_ap
from ..position import HordesPosition
from ..questions.combat import AskOdds, combat_of, judged
from ..questions.table import AskCombat
from ..rules import HordesRules
from ..state import State
from .playing import BattlePlaying
from .playing import policies as known_policies


class HordesOdds(GameOdds):
    """Exact odds of combats, shots and spells, one or several in turn."""

    def ordered(self, position: Position, submissions: Sequence[Submission]) -> dict[str, Any]:
        if not isinstance(position, HordesPosition):
            return super().ordered(position, submissions)
        found = every_outcome(self.game, position.rules, position.source, submissions)
        return _answer(position, found)

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

    def thrown(self, position: Position, question: Question) -> dict[str, Any] | None:
        if not isinstance(question, (AskOdds, AskCombat)) or not isinstance(position, HordesPosition):
            return None
        faces = range(1, position.rules.combat.die.faces + 1)
        answers = [[_thrown(position, question, (a, b)) for b in faces] for a in faces]
        first = answers[0][0]
        if "outcome" not in first:
            return None
        # the dice of the first throw are alike
        difference = first["totals"]["a"] - first["totals"]["b"]
        return {"difference": difference, "cells": [[one["outcome"] for one in row] for row in answers]}

    def playing(self, state: BaseState, rules: CompiledRules, policies: dict[str, str], fast: bool) -> Playing:
        assert isinstance(state, State)
        assert isinstance(rules, HordesRules)
        position = HordesPosition(state, rules)
        if position.phase() is None:
            raise NoOdds("the battle is over" if position.over else "there is no battle here to play out")
        names = chosen_policies(policies, position.players, known_policies(), "army here")
        return BattlePlaying(self.game, state, rules, names)


# what has become of those who are not gone
_THERE = ("stands", "moved", "arrived")


def _thrown(position: HordesPosition, question: AskOdds | AskCombat, dice: tuple[int, int]) -> dict[str, Any]:
    """Return the answer of a combat with both dice."""
    if isinstance(question, AskCombat):
        return replace(question, dice=list(dice)).answer(position).answer
    return judged(combat_of(position), dice, position.rules).answer


def _answer(position: HordesPosition, found: Weighed) -> dict[str, Any]:
    """Return what becomes of each element that a roll may change, with the AP lost and who wins."""
    before = position.field.elements
    rows: Counter[tuple[str, ...]] = Counter()
    fates: list[tuple[list[str], int]] = []
    lost: dict[str, int] = dict.fromkeys(position.players, 0)
    won: dict[str, int] = dict.fromkeys(position.players, 0)
    for state, weight in found.states:
        assert isinstance(state, State)
        after = HordesPosition(state, position.rules)
        fates.append(([_fate(before[ident], after.field.elements[ident]) for ident in before], weight))
        for army in position.players:
            lost[army] += lost_ap(after, army).total * weight
        winner = after.result.winner if after.result is not None else None
        if winner in won:
            won[winner] += weight
    places = [n for n in range(len(before)) if any(row[n] != "stands" for row, _ in fates)]
    ids = [ident for n, ident in enumerate(before) if n in places]
    for row, weight in fates:
        rows[tuple(row[n] for n in places)] += weight
    outcomes = [
        {
            "elements": dict(zip(ids, row, strict=True)),
            "p": weight / found.total,
            "fraction": fraction(weight, found.total),
        }
        for row, weight in sorted(rows.items(), key=lambda item: (-item[1], item[0]))
    ]
    gone = {
        ident: sum(weight for row, weight in rows.items() if row[n] not in _THERE) / found.total
        for n, ident in enumerate(ids)
    }
    return {
        "exact": True,
        "outcomes": outcomes,
        "gone": gone,
        "lost_ap": {army: total / found.total for army, total in lost.items()},
        "wins": {army: weight / found.total for army, weight in won.items()},
    }


def _fate(before: Element, after: Element) -> str:
    """Return what has become of an element: it stands, has moved or arrived, or is as its status says."""
    if not after.stands:
        return after.status if before.stands else "stands"
    if not before.stands:
        return "arrived"
    was, now = before.base, after.base
    return "stands" if (was.front, was.facing) == (now.front, now.facing) else "moved"
