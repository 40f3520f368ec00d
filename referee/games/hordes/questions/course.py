"""The whole course of a fight on a table: totals, result, and every move that follows (P-9 to P-13)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from referee.core.documents.problems import percent
from referee.core.game.questions import Answer, Sentence, refusal_said
from referee.core.notation.field_specs import SHORT, piece

from ..field.battlefield import Field
from ..position import HordesPosition
from ..rulings.endings import Rehearsal
from ..rulings.results import CombatRuling, judge
from ..rulings.totals import ledgers
from ..state import DieFace, Kind
from .shared import table_of
from .supposing import CombatFacts
from .table import AskCombat
from .unused import HordesQuestion


class AskCourse(HordesQuestion, kw_only=True):
    """The whole course of a fight, with recoils, pushes and pursuit: `{course: r1, against: b1, dice: {r1: 5, b1: 3}}`.

    Without `dice`, every course that the 36 throws may take, with its share. The other fields are those of `combat`.
    """

    verb: ClassVar[str] = "course"
    course: Annotated[str, piece("own")]
    against: Annotated[str, piece("enemy")]
    kind: Kind | None = None
    aided_by: Annotated[list[str], Meta(max_length=300)] = []
    dice: Annotated[dict[str, DieFace], SHORT] = {}
    supposing: CombatFacts | None = None

    def answer(self, position: HordesPosition) -> Answer:
        found = self._combat.answer(position)
        if found.answer.get("legal") is False:
            return found
        given = found.answer
        courses = _courses(self._combat.staged(position), self._thrown(), position)
        answer: dict[str, Any] = {
            key: given[key] for key in ("totals", "grade", "loser", "outcome", "rule") if key in given
        }
        answer |= {
            "kind": courses[0]["kind"],
            "courses": [{k: v for k, v in c.items() if k != "kind"} for c in courses],
        }
        found.answer = answer
        found.cites += [c for one in courses for c in one["rules"] if c not in found.cites]
        found.notes = [note for note in found.notes if note in position.rules.said(position.rules.options)]
        return found

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        from .sentences import fates_of, shares

        given = answer.answer
        if given.get("legal") is False:
            return refusal_said(given)
        field = table_of(position)
        names = {"a": position.side(self.course).named, "b": position.side(self.against).named}
        if "totals" in given:
            only = given["courses"][0]
            out = [Sentence(f"{fates_of(only['outcome'], names, position.rules)}.", (given["rule"],))]
            a, b = given["totals"]["a"], given["totals"]["b"]
            grade = "a draw" if given["loser"] is None else f"a {given['grade']} defeat of {names[given['loser']]}"
            out.append(
                Sentence(f"{names['a']} has {a}, {names['b']} {b}: {grade}.", position.rules.combat.major_defeat.cites)
            )
            return [*out, *_steps_said(field, only)]
        every = given["courses"]
        out = [Sentence(shares(_won(every, "a"), _won(every, None), _won(every, "b"), names, position.rules))]
        for one in every:
            share = Fraction(one["p"])
            head = f"{percent(float(share))}, {one['throws']} throws of {position.rules.combat.die.faces**2}"
            out.append(Sentence(f"{head}: {fates_of(one['outcome'], names, position.rules)}.", tuple(one["rules"][:1])))
            out += _steps_said(field, one)
        return out

    @property
    def _combat(self) -> AskCombat:
        """The same fight as a question about its result."""
        return AskCombat(
            combat=self.course, against=self.against, kind=self.kind, aided_by=self.aided_by, dice=self.dice
        )

    def _thrown(self) -> tuple[int, int] | None:
        return (self.dice[self.course], self.dice[self.against]) if self.dice else None


def _won(courses: list[dict[str, Any]], by: str | None) -> int:
    """Return how many throws one of the two wins, or nobody."""
    beaten = {"a": "b", "b": "a"}.get(by or "")
    return sum(one["throws"] for one in courses if one["loser"] == beaten)


def _courses(staged: Rehearsal, thrown: tuple[int, int] | None, position: HordesPosition) -> list[dict[str, Any]]:
    """Return each course that the dice may take, the most frequent first: its throws, outcome and steps."""
    rules = position.rules
    faces = range(1, rules.combat.die.faces + 1)
    face = rules.combat.backfire.face
    kept: dict[tuple[Any, ...], dict[str, Any]] = {}
    for a, b in [thrown] if thrown is not None else product(faces, faces):
        both = ledgers(staged.clash, (a, b), rules)
        ruling = judge(staged.clash, both[0].total, both[1].total, rules)
        one = staged.clash.kind == "bespell" and a == face
        course = _course(staged, ruling, one)
        key = (course["loser"], repr(course["outcome"]), repr(course["steps"]), repr(course["notes"]))
        kept.setdefault(key, {**course, "throws": 0})["throws"] += 1
    total = sum(course["throws"] for course in kept.values())
    out = sorted(kept.values(), key=lambda course: -course["throws"])
    return [{**course, "p": str(Fraction(course["throws"], total))} for course in out]


def _course(staged: Rehearsal, ruling: CombatRuling, one: bool) -> dict[str, Any]:
    """Return what follows from a result."""
    a, b, report = staged.resolved(ruling, one)
    steps = [{"element": c.what, "field": c.field, "was": c.was, "now": c.now, "says": c.says} for c in report.changes]
    return {
        "kind": staged.clash.kind,
        "grade": ruling.grade,
        "loser": ruling.loser,
        "outcome": {"a": a, "b": b},
        "steps": steps,
        "notes": list(report.notes),
        "rules": list(dict.fromkeys([*ruling.cites, *report.cites])),
    }


def _steps_said(field: Field, course: dict[str, Any]) -> list[Sentence]:
    """Return the moves of a course in sentences, in their order."""
    plain = {"is destroyed", "is captured"}
    told = [
        f"{field.side(s['element']).named} {s['says']}" for s in course["steps"] if s["says"] and s["says"] not in plain
    ]
    notes = [n for n in course["notes"] if not any(one.endswith(n.partition(": ")[2] or n) for one in told)]
    out = [Sentence(f"{'; then '.join(told)}.", tuple(course["rules"]))] if told else []
    return [*out, *(Sentence(f"{note}.") for note in notes)]
