"""What every question about a battle has: a piece, what may be supposed, and what is assumed where nothing is said."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from referee.core import documents
from referee.core.game.questions import Question, Unanswerable
from referee.core.notation.facts import Facts

from ..rules import TitanRules
from ..sides import SIDES, Side
from ..state import State
from .fight import Piece
from .position import BattlePosition
from .state import BattleState, PhaseName, PieceState


class BattleQuestion(Question[BattlePosition]):
    """What every question of a battle has: it is about one piece."""

    phase: ClassVar[PhaseName] = "strike"

    def asked(self) -> str:
        """Return the piece the question is about."""
        ident: str = getattr(self, self.verb)
        return ident

    def piece(self, position: BattlePosition, ident: str, field: str) -> Piece:
        """Return a piece of the battle; raises Unanswerable."""
        found = position.fight.pieces.get(ident)
        if found is None:
            near = documents.nearest(ident, position.fight.pieces)
            raise Unanswerable(f"'{ident}' is no piece of this battle{near}", ("ask", field))
        return found


class BattleFacts(Facts):
    """The phase, and after whose maneuver."""

    phase: PhaseName | None = None
    active: Side | None = None


class StrikeFacts(BattleFacts):
    """The phase, after whose maneuver, who strikes in it now, and whether the striker has struck."""

    striking: Side | None = None
    struck: bool | None = None


class MoveFacts(BattleFacts):
    """The phase, whose it is, in which round, and whether the character has moved in it."""

    round: Annotated[int, Meta(ge=1, le=1000)] | None = None
    moved: bool | None = None


def suppose(state: State, question: BattleQuestion) -> State:
    """Return a state in which the facts hold that a question supposes."""
    battle, facts = state.battle, question.supposed()
    if battle is None or not isinstance(facts, BattleFacts):
        return state
    given = facts.given()
    own = {name: given.pop(name) for name in ("moved", "struck") if name in given}
    pieces = [replace(p, **own) if p.id == question.asked() else p for p in battle.pieces]
    changed = replace(battle, pieces=pieces, **given)
    if _turned(facts):
        # who strikes is said of the phase that stands
        changed = replace(changed, striking=getattr(facts, "striking", None))
    return replace(state, battle=changed)


def _turned(facts: Facts | None) -> bool:
    """Return whether another phase is supposed than the one that stands, or another side's."""
    return isinstance(facts, BattleFacts) and (facts.phase is not None or facts.active is not None)


def says_all(battle: BattleState, rules: TitanRules) -> bool:
    """Return whether a battle says all that one in play must, so that nothing of it is left open."""
    printed = rules.battlelands.battlelands[battle.battleland].attacker_side
    sided = battle.attacker_side is not None or printed is not None
    return sided and None not in (battle.round, battle.phase, battle.active, battle.players)


def timed(battle: BattleState, question: Any) -> BattleState:
    """Return a battle with the phase a question is about, where it says the round and not the phase.

    Where nothing tells whose Strike Phase it is, it is the attacker's, the last of the round.
    """
    if battle.round is None or None not in (battle.phase, battle.active):
        return battle
    given = facts.given() if (facts := question.supposed()) is not None else {}
    phase = battle.phase or given.get("phase", question.phase)
    asked = next((piece.side for piece in battle.pieces if piece.id == question.asked()), SIDES[0])
    active = battle.active or given.get("active", asked if phase == "maneuver" else "attacker")
    return replace(battle, phase=phase, active=active)


# assumptions that are reported but fill nothing in
_TOLD = ("entitled", "power")


def assume(state: State, question: BattleQuestion, rules: TitanRules) -> tuple[State, dict[str, Any]]:
    """Fill in what a situation leaves out, and tell what was assumed."""
    battle = state.battle
    assert battle is not None
    assumed: dict[str, Any] = {}
    asked = next((p for p in battle.pieces if p.id == question.asked()), None)
    side = asked.side if asked is not None else SIDES[0]
    printed = rules.battlelands.battlelands[battle.battleland]
    in_play = says_all(battle, rules)
    if battle.active is None:
        assumed["active"] = side
    if battle.phase is None:
        assumed["phase"] = question.phase
    if battle.round is None:
        entering = question.verb == "enter" and asked is not None and asked.hex is None
        assumed["round"] = 1 if entering else 2
    if printed.attacker_side is not None and battle.attacker_side != printed.attacker_side:
        assumed["attacker_side"] = printed.attacker_side
    if _strikes_back(battle, question, side, in_play):
        assumed["striking"] = side
    if question.verb == "enter" and asked is not None and battle.round not in (None, 1) and not in_play:
        kind = "reinforcement" if asked.side == "defender" else "summoned"
        assumed["entitled"] = f"{asked.id} may come in this phase as the {kind}"
    growing = _growing(battle.pieces, rules)
    if growing:
        said = (f"{p.id} has a Power-factor of {rules.characters[p.character].power}" for p in growing)
        assumed["power"] = "; ".join(said)
    filling = {k: v for k, v in assumed.items() if k not in _TOLD}
    if not filling and state.masterboard is None:
        return state, assumed
    return replace(state, battle=replace(battle, **filling), masterboard=None), assumed


def _strikes_back(battle: BattleState, question: BattleQuestion, side: Side, in_play: bool) -> bool:
    """Return whether a strike is asked of the side that has not maneuvered, and nothing says who strikes now."""
    open_ = not in_play or _turned(question.supposed())
    striking = (battle.phase or question.phase) == question.phase == "strike"
    return open_ and striking and battle.striking is None and battle.active not in (None, side)


def _growing(pieces: list[PieceState], rules: TitanRules) -> list[PieceState]:
    return [p for p in pieces if p.power is None and rules.characters[p.character].grows is not None]
