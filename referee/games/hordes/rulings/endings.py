"""How a combat ends on the table: one function for orders and questions (P-10, P-12, P-13)."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.game.trace import Change

from ..field.battlefield import Field
from ..field.elements import Element
from ..field.geometry import dot, minus
from ..field.line_of_sight import ranged_cites, ranged_objections
from ..rules import HordesRules
from .combat_facts import Side
from .outcomes import after_close, apply_outcome
from .reports import Report, ensorcel
from .results import CombatRuling
from .totals import Clash


class Parties(NamedTuple):
    """The parties of a combat: the two principals, and the helpers of the first at long range."""

    a: Side
    b: Side
    helpers: list[Element]

    def within(self, field: Field) -> Parties:
        """Return the same parties on another table."""
        return Parties(field.side(self.a.id), field.side(self.b.id), [field.elements[h.id] for h in self.helpers])


def standing_on(field: Field, clash: Clash, parties: Parties, active: str) -> list[str]:
    """Return the rules that make the two fight on the table, without those of the totals and of the end."""
    rules = field.rules
    out = [*clash.a.cites, *clash.b.cites]
    for one in (parties.a, *parties.helpers):
        if clash.kind != "close" and isinstance(one, Element):
            ranged_objections(field, one, parties.b, one.army == active)
            out += ranged_cites(field, one, parties.b, one.army == active)
    if clash.kind == "close" and (parties.a.kind.flies or parties.b.kind.flies):
        out += rules.cite("aerials")
    return [*out, *(rules.cite("aid") if parties.helpers else ())]


def end_combat(
    field: Field, clash: Clash, parties: Parties, ruling: CombatRuling, one: bool, report: Report
) -> list[str]:
    """Apply a result and everything that follows from it; return the final outcome for each of the two.

    `one` is whether the first of the two rolled the face that counts against a caster.
    """
    a, b, helpers = parties
    rules = field.rules
    before = field.contacts()
    behind = clash.kind == "shoot" and isinstance(b, Element) and _all_from_behind(b, [a, *helpers])
    # what befalls one of the two does not change the way in which the other is pushed
    stood = {side.id: side.base if isinstance(side, Element) else side for side in (a, b)}
    for loser, foe, outcome in ((a, b, ruling.a), (b, a, ruling.b)):
        if outcome in rules.defeats:
            apply_outcome(field, loser, outcome, report, stood[foe.id], turned=behind and loser is b)
    if clash.kind == "shoot" and ruling.loser == "a" and clash.shoots_back and isinstance(b, Element):
        b.shot = True
        report.notes.append(f"{b.id} has used its shot by hitting back")
    victor: tuple[Side, str] | None = None
    if clash.kind == "close" and ruling.loser is not None:
        winner, loser = (b, a) if ruling.loser == "a" else (a, b)
        outcome = ruling.a if ruling.loser == "a" else ruling.b
        if isinstance(winner, Element):
            victor = winner, after_close(field, winner, loser, outcome, before, stood, report)
    if clash.kind == "bespell" and isinstance(a, Element) and one:
        _count_one(field, a, report)
    for pair in sorted(map(sorted, field.contacts().touching - before.touching)):
        report.cite(rules.cite("later_contacts"))
        report.notes.append(f"{' and '.join(pair)} are in contact now: they fight from the next turn on")
    both = ((a, ruling.a), (b, ruling.b))
    moved = {victor[0].id: victor[1]} if victor is not None else {}
    return [_came_to(rules, side, outcome, moved.get(side.id, ""), report) for side, outcome in both]


def _came_to(rules: HordesRules, side: Side, outcome: str, moved: str, report: Report) -> str:
    """Return the final outcome for one of the two, as the table names it."""
    if not isinstance(side, Element):
        return outcome
    kind = rules.table.outcomes[outcome]
    if not side.stands:
        left: str = getattr(rules.ends, side.status)
        return outcome if kind.leaves(side.status) else left
    if kind.moves and not any(c.what == side.id for c in report.changes):
        return rules.ends.unmoved
    return moved or outcome


def _all_from_behind(target: Element, shooters: list[Side]) -> bool:
    """Return whether every shooter stands wholly behind the line of a target's rear edge (HS-G-65)."""
    base = target.base
    for shooter in shooters:
        if isinstance(shooter, Element) and any(dot(minus(c, base.rear), base.ahead) > 0 for c in shooter.base.corners):
            return False
    return True


def _count_one(field: Field, caster: Element, report: Report) -> None:
    """Count a caster's natural 1; the last it may roll ensorcels it after the spell is resolved (HS-NOT-3)."""
    rules = field.rules
    backfire = rules.combat.backfire
    report.cite(backfire.cites)
    ones = caster.spell_ones + 1
    says = f"has rolled {ones} natural {backfire.face}{'s' if ones > 1 else ''} for spells"
    report.changes.append(Change(caster.id, "spell_ones", caster.spell_ones, ones, says))
    caster.spell_ones = ones
    if caster.spell_ones < backfire.times:
        return
    rules.note(("ones_reset",))
    if caster.stands:
        ensorcel(field, caster, report)
        if rules.options["ones_reset"] == "on_ensorcel":
            caster.spell_ones = 0


class Rehearsal:
    """The ends of one combat, each resolved on a copy of the table, with their sentences and cites."""

    def __init__(self, field: Field, clash: Clash, parties: Parties) -> None:
        self.field = field
        self.clash = clash
        self.parties = parties
        self.reports: list[Report] = []
        self._known: dict[tuple[str, str, str | None, bool], tuple[str, str, Report]] = {}

    def end(self, ruling: CombatRuling, one: bool) -> tuple[str, str]:
        """Return the outcome for each of the two; the table is not changed."""
        a, b, _ = self.resolved(ruling, one)
        return a, b

    def resolved(self, ruling: CombatRuling, one: bool) -> tuple[str, str, Report]:
        """Return the outcome for each of the two, and what it moves, says and cites."""
        key = ruling.a, ruling.b, ruling.loser, one and self.clash.kind == "bespell"
        if key not in self._known:
            field, report = self.field.copy(), Report()
            a, b = end_combat(field, self.clash, self.parties.within(field), ruling, one, report)
            self.reports.append(report)
            self._known[key] = a, b, report
        return self._known[key]

    @property
    def cites(self) -> list[str]:
        """The rules that the ends cite."""
        return list(dict.fromkeys(c for report in self.reports for c in report.cites))

    def said(self, moves: bool) -> list[str]:
        """Return the sentences of the ends, with or without the places."""
        told = [f"{c.what} {c.says}" for report in self.reports for c in report.changes if moves and c.says]
        notes = [note for report in self.reports for note in report.notes]
        # the line about the destruction already says why there was no recoil
        fresh = [note for note in notes if not any(one.endswith(note.partition(": ")[2] or note) for one in told)]
        return list(dict.fromkeys([*told, *fresh]))
