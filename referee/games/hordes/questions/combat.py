"""Questions about one combat without a table: totals and result, or odds."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from referee.core.documents.problems import listed
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.rules.ledger import Ledger

from ..outcome_tables import Measure, deeds_of
from ..position import HordesPosition
from ..rules import HordesRules
from ..rulings.results import advancing, judge, odds
from ..rulings.totals import Clash, clash_told, ledgers, rows_of, tactical
from ..state import CombatSituation
from .unused import HordesQuestion, idle, impossible, refusal, ruling_answer

if TYPE_CHECKING:
    from ..rulings.endings import Rehearsal


def result_answer(
    clash: Clash, dice: tuple[int, int], spell_ones: int, rules: HordesRules, table: Rehearsal | None = None
) -> Answer:
    """Return totals, modifiers, grade and outcome of a combat, with every reason (P-9, P-12).

    On a table the outcome is how it ends there.
    """
    with rules.consulting() as consulted:
        both = ledgers(clash, dice, rules)
        found = judge(clash, both[0].total, both[1].total, rules)
        a, b = found.fates(clash, rules) if table is None else table.end(found, dice[0] == rules.combat.backfire.face)
    answer: dict[str, Any] = {
        "totals": {"a": both[0].total, "b": both[1].total},
        "modifiers": _modifiers(clash, rules),
        "grade": found.grade,
        "loser": found.loser,
        "outcome": {"a": a, "b": b},
        "rule": found.rule,
    }
    cites = [*_grade_cites(found.grade, rules), *found.cites]
    backfire = rules.combat.backfire
    if clash.kind == "bespell" and dice[0] == backfire.face and spell_ones >= backfire.times - 1:
        answer["self_ensorcelled"] = True
        cites += backfire.cites
    return _answer(answer, both, cites, consulted, rules, table)


def odds_answer(clash: Clash, rules: HordesRules, table: Rehearsal | None = None) -> Answer:
    """Return the exact probability, as fractions, of each grade and of each pair of outcomes."""
    with rules.consulting() as consulted:
        both = ledgers(clash, None, rules)
        found = odds(clash, rules, None if table is None else table.end)
    answer = {
        "modifiers": _modifiers(clash, rules),
        "grades": list(found.grades),
        "outcomes": [{"a": a, "b": b, "p": str(p)} for a, b, p in found.outcomes],
    }
    return _answer(
        answer, both, [*_die_cites(rules), *_grade_cites("major", rules), *found.cites], consulted, rules, table
    )


def _die_cites(rules: HordesRules) -> tuple[str, ...]:
    """Return the rules of the die where an overlay has changed it: no roll cites them in odds."""
    changed = rules.ruleset.layer_saying(("combat", ("die",))) > 0
    return rules.combat.die.cites if changed else ()


def _grade_cites(grade: str, rules: HordesRules) -> tuple[str, ...]:
    return () if grade == "draw" else rules.combat.major_defeat.cites


def _modifiers(clash: Clash, rules: HordesRules) -> dict[str, list[list[str | int]]]:
    a, b = tactical(clash, rules)
    return {"a": rows_of(a), "b": rows_of(b)}


def _answer(
    answer: dict[str, Any],
    both: tuple[Ledger, Ledger],
    cites: list[str],
    consulted: Collection[str],
    rules: HordesRules,
    table: Rehearsal | None,
) -> Answer:
    cites = [*(c for ledger in both for c in ledger.cites), *cites, *(table.cites if table is not None else ())]
    out = ruling_answer(rules, answer, [], list(both), consulted, cites)
    out.notes[:0] = table.said(moves="outcome" in answer) if table is not None else ()
    return out


def combat_of(position: HordesPosition) -> CombatSituation:
    """Return the combat of a situation; raises Unanswerable where it is a state without one."""
    combat = position.source.combat
    if combat is None:
        raise Unanswerable("'combat' is missing: this question is about one combat without a table")
    return combat


def judged(combat: CombatSituation, dice: tuple[int, int] | None, rules: HordesRules) -> Answer:
    """Return the result of a combat as described, its odds without dice, or why it is impossible."""
    with rules.consulting() as consulted:
        a, b = rules.kinds[combat.a.type], rules.kinds[combat.b.type]
        objections = impossible(combat.kind, a, b, rules, distance=combat.distance, moved=combat.a.moved)
    if objections:
        return refusal(objections, rules, consulted)
    clash = clash_told(combat, rules)
    found = odds_answer(clash, rules) if dice is None else result_answer(clash, dice, combat.spell_ones, rules)
    return found


def remarks(position: HordesPosition, answer: Answer, rolled: bool) -> list[str]:
    """Return the facts of a combat that change nothing, and what only a table decides about its end."""
    if answer.answer.get("legal") is False:
        return []
    combat, rules = combat_of(position), position.rules
    return [*idle(combat, rolled, rules), *(_on_a_table(combat, answer.answer, rules) if rolled else ())]


def _on_a_table(combat: CombatSituation, answer: dict[str, Any], rules: HordesRules) -> list[str]:
    """Return in sentences how a combat may end differently on a table."""
    out = []
    a, b = rules.kinds[combat.a.type], rules.kinds[combat.b.type]
    close = combat.kind == "close"
    if close and b.flies and not a.fights_aerials:
        cite = ", ".join(rules.cite("aerials"))
        out.append(f"{a.named} fights {b.named} only where its front was in contact before this turn ({cite})")
    loser = answer["loser"]
    if loser is None:
        return out
    outcome = rules.table.outcomes[answer["outcome"][loser]]
    if outcome.recoils and close and getattr(combat, loser).flank_enemies:
        cite = ", ".join(rules.cite("recoil_blocked"))
        out.append(f"on a table {loser} cannot recoil if one of these enemies is in contact with it ({cite})")
    beaten = outcome.defeats and not (a if loser == "a" else b).fixed
    if close and beaten and outcome.winner and not rules.as_winner(answer["outcome"][loser]):
        side = "b" if loser == "a" else "a"
        steps = listed([_deed_said(name, far, rules) for name, far in deeds_of(outcome.winner)], "and")
        out.append(f"on a table this follows for {side}: {steps}")
    elif (victor := advancing(combat, answer, rules)) is not None:
        cite = ", ".join(rules.cite("advance"))
        out.append(f"on a table {victor} then advances, unless still in contact or overlapping ({cite})")
    return out


def _deed_said(name: str, told: Measure | None, rules: HordesRules) -> str:
    """Return a step of an outcome in words, with its measure."""
    if told is None:
        return name
    far = rules.measure(told)
    return f"{name} {far}" if isinstance(far, str) else f"{name} {far:g} {'degrees' if name == 'turn' else 'P'}"


class AskResult(HordesQuestion, kw_only=True):
    """The result of the combat described: `{result: true}`."""

    verb: ClassVar[str] = "result"
    about: ClassVar[str] = ""
    result: Literal[True]

    def answer(self, position: HordesPosition) -> Answer:
        combat = combat_of(position)
        if combat.a.die is None or combat.b.die is None:
            side = "a" if combat.a.die is None else "b"
            raise Unanswerable("'die' is missing: a result needs both; {odds: true} needs none", ("combat", side))
        return judged(combat, (combat.a.die, combat.b.die), position.rules)

    def remarks(self, position: HordesPosition, answer: Answer) -> list[str]:
        return [*super().remarks(position, answer), *remarks(position, answer, rolled=True)]

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        from .sentences import result

        return result(combat_of(position), answer, position.rules)


class AskOdds(HordesQuestion, kw_only=True):
    """The probability of each outcome of the combat before the roll: `{odds: true}`."""

    verb: ClassVar[str] = "odds"
    about: ClassVar[str] = ""
    odds: Literal[True]

    def answer(self, position: HordesPosition) -> Answer:
        return judged(combat_of(position), None, position.rules)

    def remarks(self, position: HordesPosition, answer: Answer) -> list[str]:
        return [*super().remarks(position, answer), *remarks(position, answer, rolled=False)]

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        from .sentences import odds

        return odds(combat_of(position), answer, position.rules)
