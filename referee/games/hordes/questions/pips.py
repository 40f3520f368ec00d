"""What actions cost in PIPs, and how many are left."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from referee.core import documents
from referee.core.documents.problems import listed, shown
from referee.core.game.orders import Objection, merge_objections
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.notation.field_specs import SHORT, field_specs
from referee.core.notation.verbs import verb_of
from referee.core.rules.ledger import Ledger

from ..field.battlefield import Field
from ..field.groups import formation_objections
from ..orders.arrive import Activate, Desorcell
from ..orders.base import HordesOrder, pips_said, turn_objections
from ..orders.group import Group
from ..orders.move import Attack, BreakOff, Move, Moving
from ..orders.ranged import Bespell
from ..position import PHASE_TITLES, HordesPosition
from ..rulings.move_plan import standing_objections
from ..rulings.pip_costs import activation_cost, desorcell_cost, move_cost, spell_cost
from ..state import PhaseName
from .shared import element_of, must_stand, refusals, table_of
from .supposing import says_all
from .unused import HordesQuestion, ruling_answer

KINDS: dict[str, type[HordesOrder]] = {
    kind.verb: kind for kind in (Move, Attack, Group, BreakOff, Activate, Desorcell, Bespell)
}


def _named(action: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the verb of an action, and those it names."""
    verb = next(key for key in action if key in KINDS)
    named = action[verb]
    return verb, [str(ident) for ident in (named if isinstance(named, list) else [named])]


# each action in words, before those it names
_DOES = {
    "move": "moving",
    "group": "moving as a group",
    "attack": "an attack by",
    "break_off": "breaking off with",
    "activate": "activating",
    "desorcell": "freeing",
    "bespell": "a spell of",
}


def _action_said(position: HordesPosition, action: dict[str, Any]) -> str:
    """Return an action in words: its verb, and the elements it names."""
    verb, ids = _named(action)
    who = [position.side(ident).named if ident in position.field.elements else ident for ident in ids]
    return f"{_DOES[verb]} {listed(who, 'and')}"


class AskPips(HordesQuestion, kw_only=True):
    """The cost of actions and the PIPs left: `{pips: [{move: r1, path: [...]}, {activate: r6}], die: 4}`.

    Each action is judged alone: one that cannot be paid for, or is refused now, costs nothing.
    """

    verb: ClassVar[str] = "pips"
    pips: Annotated[list[Annotated[dict[str, Any], SHORT]], SHORT]
    die: Annotated[int, Meta(ge=0, le=100)] | None = None

    def answer(self, position: HordesPosition) -> Answer:
        answer, objections, ledgers, decided, cites = self._judged(position)
        return ruling_answer(position.rules, answer, objections, ledgers, decided, cites)

    def _said(self, position: HordesPosition, answer: Answer) -> list[Sentence]:
        given = answer.answer
        costs = [
            f"{_action_said(position, action)} costs {cost} PIP{'' if cost == 1 else 's'}"
            for action, cost in zip(self.pips, given["costs"], strict=True)
        ]
        told, left = listed(costs, "and"), given["left"]
        return [
            *refusals(self._judged(position)[1]),
            Sentence(f"{told[:1].upper()}{told[1:]}.", tuple(answer.cites)),
            Sentence(f"{left or 'No'} PIP{' is' if left == 1 else 's are'} left."),
        ]

    def _judged(
        self, position: HordesPosition
    ) -> tuple[dict[str, Any], list[Objection], list[Ledger], set[str], list[str]]:
        """Return the answer, what is refused, the prices, the options that decided, and the rules."""
        field = table_of(position)
        before = position.pips
        most = position.rules.pip_faces
        if self.die is not None and self.die > most:
            cite = position.rules.rulings_by_option["pip_die"]
            raise Unanswerable(f"the PIP die shows at most {most}, not {self.die} ({cite})", ("ask", "die"))
        left = self.die if self.die is not None else position.pips or 0
        costs: list[int] = []
        ledgers: list[Ledger] = []
        objections: list[Objection] = []
        cites, decided = list(position.rules.cite("pip_roll")), set[str]()
        for number, action in enumerate(self.pips):
            with position.rules.consulting() as consulted:
                price, wrong = self._price(position, field, action, number, cites)
            decided |= consulted
            costs.append(price.total)
            ledgers.append(price)
            if says_all(position.source):
                position.pips = left
                wrong = merge_objections(wrong, self._refused(position, action))
            if not wrong and price.total > left:
                message = f"{pips_said(price.total)} needed for action {number + 1}, {left or 'none'} left"
                wrong = [Objection(message, tuple(price.cites))]
            objections += wrong
            left -= 0 if wrong else price.total
        known = position.rules.ruleset.rules
        broken = dict.fromkeys(c for o in objections for c in o.cite if c in known)
        position.pips = before
        return {"costs": costs, "left": left, "rules": list(broken)}, objections, ledgers, decided, cites

    def _refused(self, position: HordesPosition, action: dict[str, Any]) -> list[Objection]:
        """Return why its owner cannot order an action now, as far as the situation says."""
        verb, ids = _named(action)
        first = element_of(position, ids[0], verb)
        try:
            order: HordesOrder = msgspec.convert(action, KINDS[verb])
        except msgspec.ValidationError:
            phase: PhaseName = "long_range" if verb == "bespell" else "movement"
            out = turn_objections(position, first.army, phase, f"this is done in {PHASE_TITLES[phase]}")
            for ident in ids if issubclass(KINDS[verb], Moving) else ():
                out += standing_objections(position.field, element_of(position, ident, verb), verb == "break_off")
            return out
        return order.check(position, first.army)

    def _price(
        self,
        position: HordesPosition,
        field: Field,
        action: dict[str, Any],
        number: int,
        cites: list[str],
    ) -> tuple[Ledger, list[Objection]]:
        where = ("ask", "pips", number)
        found, wrong = verb_of(action, KINDS, "an action")
        if found is None:
            raise Unanswerable(wrong, where)
        known = field_specs(KINDS[found])
        for key in action:
            if key not in known:
                raise Unanswerable(f"{shown(key)} is not a key here{documents.nearest(key, known)}", where)
        verb, ids = _named(action)
        elements = [element_of(position, ident, verb) for ident in ids]
        if not elements:
            raise Unanswerable("no element is named", where)
        if verb == "bespell":
            aiding = action.get("aided_by", [])
            return spell_cost(field, len(aiding) if isinstance(aiding, list) else 0), []
        if verb == "desorcell":
            return desorcell_cost(field), []
        if verb == "activate":
            price = activation_cost(elements[0])
            if price is None:
                none = position.rules.cite("no_activation")
                return Ledger("PIPs", []), [Objection(f"{elements[0].named} cannot be activated again", none)]
            return price, []
        for one in elements:
            must_stand(one, verb)
        bonus = action.get("road_bonus", 0)
        price = move_cost(field, elements, bonus if isinstance(bonus, int) else 0, cites)
        return price, formation_objections(field, elements) if verb == "group" else []
