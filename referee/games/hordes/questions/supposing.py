"""What a question about a table may suppose, and what is assumed where a situation leaves it out."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.core.game.questions import Question
from referee.core.notation.field_specs import Name
from referee.core.notation.supposed_facts import SupposedFacts

from ..rules import HordesRules
from ..state import CombatSituation, Count, ElementState, PhaseName, State, TurnMemory

# so many PIPs that no price is too high
_ENOUGH = 1000


class TableFacts(SupposedFacts):
    """The phase, whose turn it is, and how many PIPs are left."""

    phase: PhaseName | None = None
    active: Name | None = None
    pips: Count | None = None


class MoveFacts(TableFacts):
    """What else decides about a move: whether the movers have moved in this turn."""

    moved: bool | None = None


class RangeFacts(MoveFacts):
    """What else decides about a shot or a spell: whose part it is, and what the two have done and suffered."""

    shooting: Name | None = None
    shot: bool | None = None
    shot_at: bool | None = None
    bespelled: bool | None = None


class CombatFacts(RangeFacts):
    """What else decides about a combat: whether one of the two has fought."""

    fought: bool | None = None


# the elements that a fact is about: those asked about, or their target
_OWN, _TARGET = ("moved", "shot", "fought"), ("shot_at", "bespelled", "fought")


def suppose(state: State, question: Question, rules: HordesRules) -> tuple[State, dict[str, Any]]:
    """Return a state in which the facts hold that a question supposes, and what else that sets aside: nothing."""
    facts = question.supposed()
    if facts is None:
        return state, {}
    given = facts.given()
    said = {name: given.pop(name) for name in {*_OWN, *_TARGET} if name in given}
    own, target = _asked(question), {getattr(question, "at", None), getattr(question, "against", None)}
    if _turned(facts):
        # whose part it is, and whose shot is called, are facts of the current phase
        given = {"shooting": None, "called": None, **given}
    elements = [
        _with(e, {n: v for n, v in said.items() if (n in _OWN and e.id in own) or (n in _TARGET and e.id in target)})
        for e in state.elements
    ]
    keeps = [
        replace(k, fought=said["fought"]) if "fought" in said and k.id in {*own, *target} else k
        for k in state.strongholds
    ]
    supposed = replace(state, elements=elements, strongholds=keeps, **given)
    if supposed.phase == "close_combat" != state.phase:
        supposed.memory = _begun(supposed, rules)
    return supposed, {}


def _begun(state: State, rules: HordesRules) -> TurnMemory:
    """Return the pairs that must fight, as recorded when close combat begins."""
    from ..field.battlefield import Field
    from ..rulings.combat_facts import pairs

    fights = [(a.id, b.id) for a, b in pairs(Field(state, rules))]
    return replace(state.memory or TurnMemory(), fights=fights)


def _turned(facts: SupposedFacts | None) -> bool:
    """Return whether a phase other than the current one, or the other player's turn, is supposed."""
    return isinstance(facts, TableFacts) and (facts.phase is not None or facts.active is not None)


def _with(element: ElementState, facts: dict[str, Any]) -> ElementState:
    if "moved" in facts:
        facts["moved"] = max(element.moved, 1) if facts["moved"] else 0
    return replace(element, **facts) if facts else element


def _asked(question: Question) -> list[str]:
    """Return the ids of the elements that a question is about."""
    named = getattr(question, question.verb, None)
    ids = named if isinstance(named, list) else [named]
    return [ident for ident in ids if isinstance(ident, str)]


def says_all(state: State) -> bool:
    """Return whether a table gives every fact that a battle in play has."""
    rolled = state.phase == "pips" or state.pips is not None
    return rolled and None not in (state.turn, state.active, state.phase)


# the phase for the order that a question asks about
_PHASES: dict[str, PhaseName] = {
    **dict.fromkeys(("move", "attack", "charge", "group", "break_off"), "movement"),
    "range": "long_range",
}


def assume(state: State, question: Question, rules: HordesRules) -> tuple[State, dict[str, Any]]:
    """Fill in what a situation leaves out, and return what was assumed."""
    assumed: dict[str, Any] = {}
    if state.combat is not None:
        return state, _not_said(state.combat, rules)
    if not state.elements:
        return state, assumed
    changes: dict[str, Any] = {}
    asked = _asked(question)
    army = next((e.army for e in state.elements if e.id in asked[:1]), state.elements[0].army)
    if state.board is None:
        size = rules.table.board
        assumed["board"] = {"width": size.width, "height": size.height}
    if state.active is None:
        assumed["active"] = changes["active"] = army
    phase = _PHASES.get(question.verb)
    in_play = says_all(state)
    if phase is not None and not in_play:
        if state.phase is None:
            assumed["phase"] = changes["phase"] = phase
        if state.pips is None:
            assumed["pips"], changes["pips"] = "enough", _ENOUGH
    active = changes.get("active", state.active)
    open_ = not in_play or _turned(question.supposed())
    if phase == "long_range" and open_ and state.shooting is None and active != army:
        assumed["shooting"] = changes["shooting"] = army
    if question.verb == "pips":
        _die(state, question, changes, assumed)
    return replace(state, **changes), assumed


def _not_said(combat: CombatSituation, rules: HordesRules) -> dict[str, Any]:
    """Return what is assumed of a combat: that nobody shoots back who could, where nothing says so."""
    from ..rulings.totals import can_shoot_back

    could = can_shoot_back(combat.kind == "shoot", rules.kinds[combat.a.type], rules.kinds[combat.b.type])
    return {"can_shoot_back": False} if could and not combat.can_shoot_back else {}


def _die(state: State, question: Question, changes: dict[str, Any], assumed: dict[str, Any]) -> None:
    """Fill in the PIPs that prices are paid from, and report armies without a named General."""
    die = getattr(question, "die", None)
    in_play = says_all(state)
    if die is None and state.pips is None:
        assumed["die"], changes["pips"] = 6, 6
    elif die is not None:
        changes["pips"] = die
        if in_play:
            assumed["die"] = die
    if in_play and state.phase == "pips":
        assumed["phase"] = changes["phase"] = "movement"
    lost = _leaderless(state, getattr(question, "pips", []))
    if lost:
        assumed["general"] = f"{' and '.join(lost)} with no General named, so out of command"


def _leaderless(state: State, actions: list[Any]) -> list[str]:
    """Return the armies that move and have no General named, though its place decides the price."""
    ids: set[str] = set()
    for action in actions:
        for verb in ("move", "attack", "group", "break_off"):
            named = action.get(verb, [])
            ids.update(str(one) for one in (named if isinstance(named, list) else [named]))
    armies = dict.fromkeys(e.army for e in state.elements if e.id in ids)
    return [army for army in armies if army not in state.armies or state.armies[army].general is None]
