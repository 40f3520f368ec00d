"""The answers about one combat in sentences, with the names of both elements."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from referee.core.documents.problems import listed, percent
from referee.core.game.questions import Answer, Sentence, refusal_said

from ..rules import HordesRules
from ..rulings.results import advancing
from ..state import CombatSituation


def result(combat: CombatSituation, answer: Answer, rules: HordesRules) -> list[Sentence]:
    """Return the result of a combat in sentences, what becomes of both first."""
    names = _names(combat, rules)
    out = _where_said(combat, _result(names, answer, rules), answer, rules)
    if (side := advancing(combat, answer.answer, rules)) is not None:
        text = f"{_capital(names[side])} then advances, unless still in contact or overlapping."
        out.append(Sentence(text, rules.cite("advance"), verdict=True))
    return out


def on_table(names: Mapping[str, str], answer: Answer, rules: HordesRules) -> list[Sentence]:
    """Return the result or the odds of a combat on a table in sentences."""
    return _result(names, answer, rules) if "totals" in answer.answer else _odds(names, answer, rules)


def _result(names: Mapping[str, str], answer: Answer, rules: HordesRules) -> list[Sentence]:
    given = answer.answer
    if given.get("legal") is False:
        return refusal_said(given)
    out = [Sentence(f"{fates_of(given['outcome'], names, rules)}.", (given["rule"],))]
    totals, loser = given["totals"], given["loser"]
    if loser is None:
        out.append(Sentence(f"The totals are equal: {totals['a']} against {totals['b']}."))
    else:
        winner = "b" if loser == "a" else "a"
        score = f"{_capital(names[winner])} has {totals[winner]}, {names[loser]} {totals[loser]}"
        out.append(Sentence(f"{score}: a {given['grade']} defeat.", rules.combat.major_defeat.cites))
    if given.get("self_ensorcelled"):
        said = f"{_capital(names['a'])} is ensorcelled by its own spell."
        out.append(Sentence(said, rules.combat.backfire.cites, verdict=True))
    return out


def odds(combat: CombatSituation, answer: Answer, rules: HordesRules) -> list[Sentence]:
    """Return the odds of a combat in sentences: who wins how often, and each pair of outcomes with its share."""
    return _where_said(combat, _odds(_names(combat, rules), answer, rules), answer, rules)


def _where_said(combat: CombatSituation, said: list[Sentence], answer: Answer, rules: HordesRules) -> list[Sentence]:
    """Return sentences of which the first says that it is close combat, where one of the two can fight from afar."""
    kinds = [rules.kinds[one.type] for one in (combat.a, combat.b)]
    if (
        answer.answer.get("legal") is False
        or combat.kind != "close"
        or not any(kind.row.shoots or kind.row.bespells for kind in kinds)
    ):
        return said
    first, *others = said
    return [Sentence(f"In close combat {first.text[:1].lower()}{first.text[1:]}", first.cites), *others]


def _odds(names: Mapping[str, str], answer: Answer, rules: HordesRules) -> list[Sentence]:
    given = answer.answer
    if given.get("legal") is False:
        return refusal_said(given)
    rolls = rules.combat.die.faces**2
    doubles, wins, draws, loses, doubled = given["grades"]
    out = [Sentence(shares(doubles + wins, draws, loses + doubled, names, rules))]
    for row in given["outcomes"]:
        share = Fraction(row["p"])
        number = share * rolls
        of = f"{number} of {rolls} rolls" if number.denominator == 1 else f"{share} of all rolls"
        out.append(Sentence(f"{percent(float(share))}: {fates_of(row, names, rules)} ({of})."))
    return out


def _names(combat: CombatSituation, rules: HordesRules) -> dict[str, str]:
    """Return what both are called: the first and the second where they are of one type."""
    a, b = (rules.kinds[one.type].row.title for one in (combat.a, combat.b))
    return {"a": f"the first {a}", "b": f"the second {b}"} if a == b else {"a": f"the {a}", "b": f"the {b}"}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def fates_of(outcome: Mapping[str, str], names: Mapping[str, str], rules: HordesRules) -> str:
    """Return what becomes of both, the worse first."""
    says = rules.table.outcomes
    if outcome["a"] == outcome["b"]:
        return f"Each of the two {says[outcome['a']].says}"
    sides = sorted("ab", key=lambda side: -(says[outcome[side]].severity or 0))
    return _capital(listed([f"{names[side]} {says[outcome[side]].says}" for side in sides], "and"))


def shares(a: int, draws: int, b: int, names: Mapping[str, str], rules: HordesRules) -> str:
    """Return how often the first of two wins, nobody does, and the second wins, as parts of all rolls."""
    rolls = rules.combat.die.faces**2
    one, none, other = (percent(count / rolls) for count in (a, draws, b))
    drawn = f"{none} are draws" if draws else "none is a draw"
    return f"{_capital(names['a'])} wins {one} of all {rolls} rolls, {names['b']} {other}, and {drawn}."
