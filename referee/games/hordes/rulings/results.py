"""What totals do: grade, loser and result (P-12), and the exact odds of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Literal, NamedTuple

from ..rules import HordesRules
from ..state import CombatSituation
from ..tables import ResultRow
from .totals import Clash, Fighter, fighter_facts, ledgers

Grade = Literal["draw", "minor", "major"]


class CombatRuling(NamedTuple):
    """The result of a combat: the outcome for each side, the row behind it, and every rule cited."""

    grade: Grade
    loser: Literal["a", "b"] | None
    a: str
    b: str
    row: ResultRow
    cites: tuple[str, ...]

    def fates(self, clash: Clash, rules: HordesRules) -> tuple[str, str]:
        """Return the outcomes for both where there is no table, with what a winner does by that of its enemy."""
        if clash.kind != "close" or self.loser is None:
            return self.a, self.b
        lost = self.a if self.loser == "a" else self.b
        kind = (clash.a if self.loser == "a" else clash.b).kind
        won = rules.as_winner(lost) if lost in rules.defeats and not kind.fixed else ""
        return (self.a, won or self.b) if self.loser == "a" else (won or self.a, self.b)

    @property
    def rule(self) -> str:
        """The rule that decided the outcome."""
        return self.row.cites[0]


def grade(total_a: int, total_b: int, rules: HordesRules) -> Grade:
    """Return draw, minor or major: half or less of the winner's total is major (HS-G-51)."""
    low, high = sorted((total_a, total_b))
    if low == high:
        return "draw"
    times = rules.combat.major_defeat.times
    major = times * low <= high if rules.options["major"] == "half_or_less" else times * low < high
    return "major" if major else "minor"


def on_the_edge(total_a: int, total_b: int, rules: HordesRules) -> bool:
    """Return whether one total is exactly the multiple of the other that the option `major` decides (HS-G-51)."""
    return rules.combat.major_defeat.times * min(total_a, total_b) == max(total_a, total_b)


def judge(clash: Clash, total_a: int, total_b: int, rules: HordesRules) -> CombatRuling:
    """Return the result of two totals."""
    how = grade(total_a, total_b, rules)
    if on_the_edge(total_a, total_b, rules):
        rules.note(("major",))
    unhurt = rules.ends.unhurt
    if how == "draw":
        rows = _draw(clash.a, clash.b, clash, total_a, rules), _draw(clash.b, clash.a, clash, total_a, rules)
        results = [row.result or unhurt for row in rows]
        # the row that decides is that of the first who is hurt
        row = rows[0] if results[0] in rules.defeats or results[1] not in rules.defeats else rows[1]
        cites = tuple(dict.fromkeys([*row.cites, *rows[0].cites, *rows[1].cites]))
        return CombatRuling(how, None, results[0], results[1], row, cites)
    loser: Literal["a", "b"] = "a" if total_a < total_b else "b"
    row, cites = _defeat(clash, loser, how, abs(total_a - total_b), rules)
    result = row.result or unhurt
    return CombatRuling(how, loser, result if loser == "a" else unhurt, result if loser == "b" else unhurt, row, cites)


def _draw(me: Fighter, foe: Fighter, clash: Clash, total: int, rules: HordesRules) -> ResultRow:
    """Return the row of an equal total for one of the two."""
    role = clash.roles[0 if me is clash.a else 1]
    facts = fighter_facts(me, role, foe) | {"odd": total % 2 == 1}
    row = rules.first(rules.combat.draw, facts)
    assert row is not None
    return row


def _defeat(
    clash: Clash, loser: Literal["a", "b"], how: Grade, margin: int, rules: HordesRules
) -> tuple[ResultRow, tuple[str, ...]]:
    """Return the row that gives a loser's outcome, and every rule that led to it."""
    me, foe = (clash.a, clash.b) if loser == "a" else (clash.b, clash.a)
    role = clash.roles[0 if loser == "a" else 1]
    facts = fighter_facts(me, role, foe) | {"margin": margin}
    spared = rules.first(rules.combat.spared, facts)
    cites = spared.cites if spared is not None else ()
    if spared is not None and spared.result is not None:
        return spared, cites
    if clash.kind == "shoot" and loser == "a":
        cites = (*cites, *rules.cite("shot_back"))
    row = _own_row(me, role, foe, how, margin, rules)
    if me.flankers and rules.option("worst_result_from_flankers"):
        row = _worst(me, role, how, margin, row, rules)
    return row, (*cites, *row.cites)


def _own_row(me: Fighter, role: str, foe: Fighter, how: Grade, margin: int, rules: HordesRules) -> ResultRow:
    facts = fighter_facts(me, role, foe) | {"margin": margin}
    rows = me.kind.row.minor if how == "minor" else {**me.kind.row.major, **_common(rules)}
    row = rules.first(rows, facts)
    assert row is not None
    return row


def _common(rules: HordesRules) -> dict[str, ResultRow]:
    """Return the rows of a major defeat that hold for every type, under names that no row of a type has."""
    return {f"any {name}": row for name, row in rules.combat.major.items()}


def _worst(me: Fighter, role: str, how: Grade, margin: int, row: ResultRow, rules: HordesRules) -> ResultRow:
    """Return the worst row among those for the principal and for every flanker (option of HS-G-50)."""
    found = [row]
    for kind in me.flankers:
        found.append(_own_row(me, role, Fighter(kind=kind), how, margin, rules))
    outcomes = rules.table.outcomes
    return max(found, key=lambda r: outcomes[r.result or rules.ends.unhurt].severity or 0)


class Odds(NamedTuple):
    """Of all throws of two dice: how often a wins by a major defeat, a wins, draw, b wins, b wins by a major defeat.

    `outcomes` are the pairs of outcomes, each with its chance, and `cites` the rules behind them.
    """

    grades: tuple[int, int, int, int, int]
    outcomes: tuple[tuple[str, str, Fraction], ...]
    cites: tuple[str, ...]


def odds(clash: Clash, rules: HordesRules, end: Callable[[CombatRuling, bool], tuple[str, str]] | None = None) -> Odds:
    """Return the exact odds of a combat before it is rolled.

    `end` gives the final outcomes after a ruling, told whether the first of the two rolled the face that counts against
    a caster; without it the outcomes are those of the ruling.
    """
    base_a, base_b = (ledger.total for ledger in ledgers(clash, None, rules))
    grades = [0] * 5
    counted: Counter[tuple[str, str]] = Counter()
    known: dict[tuple[str, str | None, bool, int], CombatRuling] = {}
    faces, face = range(1, rules.combat.die.faces + 1), rules.combat.backfire.face
    for die_a, die_b in product(faces, faces):
        a, b = base_a + die_a, base_b + die_b
        how = grade(a, b, rules)
        loser = None if how == "draw" else "a" if a < b else "b"
        key = (how, loser, a % 2 == 1, abs(a - b) if rules.by_margin else 0)
        if key not in known or on_the_edge(a, b, rules):
            known[key] = judge(clash, a, b, rules)
        ruling = known[key]
        place = {"draw": 2, "minor": 1, "major": 0}[how]
        grades[place if loser != "a" else 4 - place] += 1
        counted[end(ruling, die_a == face) if end is not None else ruling.fates(clash, rules)] += 1
    ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    outcomes = tuple((a, b, Fraction(count, len(faces) ** 2)) for (a, b), count in ordered)
    cites = tuple(dict.fromkeys(c for ruling in known.values() for c in ruling.cites))
    return Odds((grades[0], grades[1], grades[2], grades[3], grades[4]), outcomes, cites)


def advancing(combat: CombatSituation, given: Mapping[str, Any], rules: HordesRules) -> str | None:
    """Return the side that must advance after a combat without a table, None if neither must (HS-MIS-6)."""
    if (loser := given.get("loser")) is None or combat.kind != "close":
        return None
    kinds = {"a": rules.kinds[combat.a.type], "b": rules.kinds[combat.b.type]}
    outcome, winner = rules.table.outcomes[given["outcome"][loser]], "b" if loser == "a" else "a"
    beaten = outcome.defeats and not outcome.winner and not kinds[loser].fixed
    return winner if beaten and kinds[winner].advances else None
