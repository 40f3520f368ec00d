"""The questions of Hordes, one class each, and what they assume of a situation."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.core.orders import LazyVerbs, Question

from ..state import State

QUESTIONS = LazyVerbs(
    __name__,
    {
        "result": "combat:AskResult",
        "odds": "combat:AskOdds",
        "combat": "table:AskCombat",
        "attack": "table:AskAttack",
        "move": "table:AskMove",
        "group": "table:AskGroup",
        "break_off": "table:AskBreakOff",
        "contacts": "table:AskContacts",
        "range": "table:AskRange",
        "pips": "table:AskPips",
        "army": "army:AskArmy",
        "general": "army:AskGeneral",
        "victory": "table:AskVictory",
    },
)


def assume(state: State, question: Question, rules: Any) -> tuple[State, dict[str, Any]]:
    """Fill in what a situation leaves out, and tell what was assumed."""
    assumed: dict[str, Any] = {}
    if state.combat is not None or not state.elements:
        return state, assumed
    filled = state
    if state.board is None:
        size = rules.table.board
        assumed["board"] = {"width": size.width, "height": size.height}
    if state.active is None:
        asked = getattr(question, question.verb, None)
        first = next((e.army for e in state.elements if e.id == asked), state.elements[0].army)
        assumed["active"] = first
        filled = msgspec.structs.replace(filled, active=first)
    if question.verb == "pips" and state.pips is None and getattr(question, "die", None) is None:
        assumed["die"] = 6
        filled = msgspec.structs.replace(filled, pips=6)
    if question.verb == "pips":
        lost = _leaderless(filled, getattr(question, "pips", []))
        if lost:
            assumed["general"] = f"{' and '.join(lost)} with no General named, so out of command"
    return filled, assumed


def _leaderless(state: State, actions: list[Any]) -> list[str]:
    """Return the armies that are to move and have no General named, on whose place the price hangs."""
    ids: set[str] = set()
    for action in actions:
        for verb in ("move", "attack", "group", "break_off"):
            named = action.get(verb, [])
            ids.update(str(one) for one in (named if isinstance(named, list) else [named]))
    armies = dict.fromkeys(e.army for e in state.elements if e.id in ids)
    return [army for army in armies if army not in state.armies or state.armies[army].general is None]
