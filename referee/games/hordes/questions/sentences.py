"""The answers about one combat in sentences, with the names of both elements."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from referee.core.documents.problems import listed
from referee.core.game.questions import Answer, Sentence

from ..rules import HordesRules
from ..state import CombatSituation


def result(combat: CombatSituation, answer: Answer, rules: HordesRules) -> list[Sentence]:
    """Return the result of a combat in sentences, what becomes of both first."""
    given = answer.answer
    if given.get("legal") is False:
        return _refused(given)
    names = _names(combat, rules)
    out = [Sentence(f"{_fates(given['outcome'], names, rules)}.", (given["rule"],))]
    totals, loser = given["totals"], given["loser"]
    if loser is None:
        out.append(Sentence(f"The totals are equal: {totals['a']} against {totals['b']}."))
    else:
        winner = "b" if loser == "a" else "a"
        score = f"{_capital(names[winner])} has {totals[winner]}, {names[loser]} {totals[loser]}"
        out.append(Sentence(f"{score}: a {given['grade']} defeat.", rules.combat.major_defeat.cites))
    if given.get("self_ensorcelled"):
        out.append(Sentence(f"{_capital(names['a'])} is ensorcelled by its own spell.", rules.combat.backfire.cites))
    return out


def odds(combat: CombatSituation, answer: Answer, rules: HordesRules) -> list[Sentence]:
    """Return the odds of a combat in sentences: each pair of outcomes with its share of all rolls."""
    given = answer.answer
    if given.get("legal") is False:
        return _refused(given)
    names, rolls = _names(combat, rules), rules.combat.die.faces**2
    out = []
    for row in given["outcomes"]:
        share = Fraction(row["p"])
        number = share * rolls
        of = f"{number} of {rolls} rolls" if number.denominator == 1 else f"{share} of all rolls"
        out.append(Sentence(f"{float(share) * 100:.1f} %: {_fates(row, names, rules)} ({of})."))
    return out


def _names(combat: CombatSituation, rules: HordesRules) -> dict[str, str]:
    """Return what both are called: the first and the second where they are of one type."""
    a, b = (rules.kinds[one.type].row.title for one in (combat.a, combat.b))
    return {"a": f"the first {a}", "b": f"the second {b}"} if a == b else {"a": f"the {a}", "b": f"the {b}"}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _fates(outcome: Mapping[str, str], names: Mapping[str, str], rules: HordesRules) -> str:
    """Return what becomes of both, the worse first."""
    says = rules.table.outcomes
    sides = sorted("ab", key=lambda side: -(says[outcome[side]].severity or 0))
    return _capital(listed([f"{names[side]} {says[outcome[side]].says}" for side in sides], "and"))


def _refused(given: Mapping[str, Any]) -> list[Sentence]:
    return [Sentence(f"No: {one['message']}.", tuple(one["cite"])) for one in given["because"]]
