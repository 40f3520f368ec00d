"""Whether an army may be fielded, and who may lead it (HS-ARM)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core import documents
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.notation.field_specs import FEW
from referee.core.rules.ledger import Entry, Ledger

from ..position import HordesPosition
from ..rules import HordesRules, Kind
from .unused import HordesQuestion, may_lead


def _kind(rules: HordesRules, name: str, verb: str) -> Kind:
    found = rules.kinds.get(name)
    if found is None:
        raise Unanswerable(f"'{name}' is no element type{documents.nearest(name, rules.kinds)}", ("ask", verb))
    return found


class AskArmy(HordesQuestion, kw_only=True):
    """May an army be fielded: `{army: {hero: 1, blade: 4, horde: 2}}`."""

    verb: ClassVar[str] = "army"
    about: ClassVar[str] = ""
    alone: ClassVar[bool] = True
    army: Annotated[dict[str, Annotated[int, Meta(ge=0, le=100)]], FEW]

    def answer(self, position: HordesPosition) -> Answer:
        rules = position.rules
        table = rules.table.army
        rows = [(_kind(rules, name, "army"), count) for name, count in self.army.items()]
        values = [(kind, count, (kind.row.ap or 0) * count) for kind, count in rows]
        cite = rules.cite("ap")
        total = Ledger("AP", [Entry("add", ap, f"{count} {kind.title}", cite) for kind, count, ap in values])
        low_rows = [v for v in values if v[0].row.ap is not None and v[0].row.ap <= table.low_cost_ap]
        low = Ledger(
            "AP of low cost", [Entry("add", ap, f"{count} {kind.title}", cite) for kind, count, ap in low_rows]
        )
        broken = list(rules.cite("army_total")) if total.total != table.total_ap else []
        broken += rules.cite("army_low_cost") if low.total < table.low_cost_minimum else ()
        answer = {"ap": total.total, "low_ap": low.total, "legal": not broken, "rules": broken}
        cites = [*rules.cite("army_total"), *rules.cite("army_low_cost"), *cite]
        return Answer(answer, cites, [total.plain(), low.plain()])

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        given, rules = answer.answer, position.rules
        table, cite = rules.table.army, rules.cite
        low = f"types of {table.low_cost_ap} AP or less"
        if given["legal"]:
            said = f"Yes, this army may be fielded: it has {given['ap']} AP, {given['low_ap']} of them of {low}."
            return [Sentence(said, cite("army_total", "army_low_cost"))]
        out = []
        if given["ap"] != table.total_ap:
            said = f"No: this army has {given['ap']} AP, and an army has {table.total_ap}."
            out.append(Sentence(said, cite("army_total")))
        if given["low_ap"] < table.low_cost_minimum:
            said = f"No: only {given['low_ap']} AP are of {low}, and at least {table.low_cost_minimum} must be."
            out.append(Sentence(said, cite("army_low_cost")))
        return out


class AskGeneral(HordesQuestion, kw_only=True):
    """May a type be the General: `{general: paladin}`."""

    verb: ClassVar[str] = "general"
    about: ClassVar[str] = ""
    alone: ClassVar[bool] = True
    general: str

    def answer(self, position: HordesPosition) -> Answer:
        rules = position.rules
        kind = _kind(rules, self.general, "general")
        allowed = may_lead(kind, rules)
        return Answer({"allowed": allowed}, list(rules.cite("general")), [])

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        named = _kind(position.rules, self.general, "general").named
        verdict = "Yes" if answer.answer["allowed"] else "No"
        can = "may" if answer.answer["allowed"] else "cannot"
        return [Sentence(f"{verdict}: {named} {can} be the General.", position.rules.cite("general"))]
