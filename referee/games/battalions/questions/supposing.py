"""What a question may suppose, and what is assumed where a situation leaves it out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from referee.core import documents
from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Question, Unanswerable
from referee.core.game.trace import Step
from referee.core.notation.supposed_facts import SupposedFacts

from ..board.battlefield import Combat, Unit
from ..position import BattalionsPosition
from ..rules import BattalionsRules
from ..state import CombatState, MemberState, State, players_of


def refused(objections: Iterable[Objection], **further: Any) -> Answer:
    """Return the answer that something cannot be ordered, with every reason."""
    because = list({o.message: o.plain() for o in objections}.values())
    cites = dict.fromkeys(cite for one in because for cite in one["cite"])
    return Answer({"allowed": False, **further, "because": because}, list(cites), [])


def unit_on_grid(position: BattalionsPosition, ident: str, field: str) -> tuple[Unit, Combat]:
    """Return a unit that a field names, and the combat on whose grid it stands; raises Unanswerable."""
    unit = position.theatre.units.get(ident)
    if unit is None:
        near = documents.nearest(ident, position.theatre.units)
        raise Unanswerable(f"'{ident}' is no unit of this game{near}", ("ask", field))
    combat = position.theatre.combat_of(position.theatre.battalions[unit.battalion])
    if combat is None or combat.ended or unit.at is None:
        raise Unanswerable(f"{ident} is on the grid of no combat", ("ask", field))
    return unit, combat


def cites_of(steps: Iterable[Step]) -> list[str]:
    """Return the rules that steps cite, each once."""
    return list(dict.fromkeys(cite for step in steps for cite in step.cites))


def owned_said(unit: Unit) -> str:
    """Return what a unit is called: its side and its name."""
    return f"{unit.player}'s {unit.id}"


def unit_said(unit: Unit) -> str:
    """Return what a unit is called, with its stats."""
    return f"{unit.player}'s {unit.id} ({'-'.join(str(value) for value in unit.stats.values())})"


def capital(text: str) -> str:
    """Return a sentence with its first letter as a capital."""
    return f"{text[:1].upper()}{text[1:]}"


class CommandFacts(SupposedFacts):
    """Whether a combat turn or an over-world move is awaited, and whether every battalion held in the last turn."""

    phase: Literal["move", "combat"] | None = None
    hold_banned: bool | None = None


def assume(state: State, question: Question, rules: BattalionsRules) -> tuple[State, dict[str, Any]]:
    """Fill in what a situation leaves out: one combat of all battalions in it, or whose over-world turn it is."""
    assumed: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    if question.verb in _IN_COMBAT and not state.combats and state.phase != "move":
        members = [MemberState(id=b.id, from_=b.field) for b in state.battalions if b.field is not None]
        used = [member.from_ for member in members]
        changes["combats"] = [CombatState(id="k1", used=used, battalions=members)]
        assumed["combat"] = f"all battalions fight in one combat on {used}"
    if question.verb != "attack" and not state.players:
        changes["players"] = players_of(state)
    if question.verb in _BETWEEN and state.mode is None:
        changes["mode"] = assumed["mode"] = "overworld"
    if question.verb in _MOVING and state.mode != "skirmish" and state.phase is None and state.to_move is None:
        named = getattr(question, question.verb)
        owner = next((b.player for b in state.battalions if b.id == named), None)
        changes |= {"phase": "move", "to_move": owner}
        assumed["phase"] = f"{owner} moves on the over-world" if owner is not None else "move"
    return msgspec.structs.replace(state, **changes), assumed


# the questions about a combat under way, those that a skirmish has no use for, and those about an over-world turn
_IN_COMBAT = ("attack", "turn", "retreat", "placement")
_BETWEEN = ("retreat", "placement", "move", "join")
_MOVING = ("move", "join")


def asked_of(state: State, question: Question, rules: BattalionsRules) -> State:
    """Return the board that a question is about; a question about an army is about none."""
    if state.board is None or question.verb == "army":
        return msgspec.structs.replace(state, board=None)
    # in a combat that is assumed a unit may be in the Field of either side
    return assume(state, question, rules)[0]


def suppose(state: State, question: Question, rules: BattalionsRules) -> tuple[State, dict[str, Any]]:
    """Return a state in which the facts hold that a question supposes, and what else that sets aside: nothing."""
    facts = question.supposed()
    if not isinstance(facts, CommandFacts):
        return state, {}
    if facts.phase is not None:
        state = msgspec.structs.replace(state, phase=facts.phase, to_move=None)
    if facts.hold_banned is None:
        return state, {}
    named = getattr(question, question.verb)
    words = {named} if isinstance(named, str) else set(named)
    homes = {b.id for b in state.battalions if b.id in words} | {u.battalion for u in state.units if u.id in words}
    combats = [
        msgspec.structs.replace(c, hold_banned=facts.hold_banned) if homes & {m.id for m in c.battalions} else c
        for c in state.combats
    ]
    return msgspec.structs.replace(state, combats=combats), {}
