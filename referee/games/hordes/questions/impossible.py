"""Impossible combats: facts that contradict the rules."""

from __future__ import annotations

from collections.abc import Collection

from referee.core.game.orders import Objection
from referee.core.game.questions import Answer
from referee.core.rules.rows import Fact

from ..rules import HordesRules, Kind
from ..state import Kind as CombatKind


def impossible(kind: CombatKind, a: Kind, b: Kind, rules: HordesRules) -> list[Objection]:
    """Return every reason why one type cannot fight another in this way anywhere."""
    if kind == "close":
        if a.fixed and b.fixed:
            return [Objection(f"{a.named} attacks nobody, nor {b.named}", rules.cite("stronghold_fights"), always=True)]
        return []
    reach = a.row.shoots if kind == "shoot" else a.row.bespells
    out = []
    if reach is None:
        does = "shoot" if kind == "shoot" else "bespell"
        out.append(Objection(f"{a.named} does not {does}", rules.cite("long_range"), always=True))
    rows = rules.shooting.shoot if kind == "shoot" else rules.shooting.bespell
    facts: dict[str, Fact] = {
        "type": a.name,
        "cat": a.cat,
        "target": b.name,
        "target_cat": b.cat,
        "target_fixed": b.fixed,
    }
    out += [Objection(row.why, row.cites, always=True) for row in rules.rows(rows, facts) if row.forbid]
    return out


def may_lead(kind: Kind, rules: HordesRules) -> bool:
    """Return whether a type may be the General (HS-ARM-3)."""
    return kind.name not in rules.table.army.general_forbidden and not kind.fixed


def refusal(objections: list[Objection], rules: HordesRules, consulted: Collection[str]) -> Answer:
    """Return the answer about an impossible combat: no, and every reason."""
    because = list({o.message: o.plain() for o in objections}.values())
    cites = dict.fromkeys([*(c for o in objections for c in o.cite), *rules.decided(consulted)])
    return Answer({"legal": False, "because": because}, list(cites), [], notes=rules.said(consulted))
