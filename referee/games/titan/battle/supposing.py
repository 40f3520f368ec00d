"""What questions about a battle share: their piece, what they suppose and assume, and answers made of rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from referee.core import documents
from referee.core.documents import nearest
from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Question, Unanswerable
from referee.core.notation.supposed_facts import SupposedFacts
from referee.core.rules.ledger import Ledger

from ..points import hidden_stacks
from ..rules import TitanRules
from ..sides import SIDES, Side
from ..state import State
from .pieces import Piece
from .position import BattlePosition
from .state import BattleState, PhaseName, PieceState


def someone(rules: TitanRules) -> str:
    """Return a character that no rule on joining a battle singles out."""
    return next(name for name in rules.characters if not (profile := rules.profile(name)).vital and not profile.traits)


def side_pieces(rules: TitanRules, side: Side, number: int, named: Sequence[str] = ()) -> list[PieceState]:
    """Return so many characters of a side off the map, those named first; raises Unanswerable for unknown names."""
    for name in named:
        if name not in rules.characters:
            raise Unanswerable(f"'{name}' is no character{nearest(name, rules.characters)}", ("ask", "holds"))
    names = [*named, *[someone(rules)] * max(number - len(named), 0)]
    return [PieceState(id=f"{side}-{place}", character=name, side=side) for place, name in enumerate(names, 1)]


def battle_of(
    given: BattleState | None, rules: TitanRules, attackers: int, defenders: int
) -> tuple[BattleState, dict[str, Any]]:
    """Return the battle of a question, one on any Battleland where none is given, and what was assumed."""
    if given is not None:
        return given, {}
    pieces = [
        one
        for side, number in zip(SIDES, (attackers, defenders), strict=True)
        for one in side_pieces(rules, side, number)
    ]
    return BattleState(battleland=next(iter(rules.battlelands.battlelands)), pieces=pieces), {}


class BattleQuestion(Question[BattlePosition]):
    """A question about one piece of a battle; one that is `of_game` reads the Masterboard too, where there is one."""

    phase: ClassVar[PhaseName] = "strike"
    of_game: ClassVar[bool] = False

    def set_up(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Return the state with the facts that the question itself gives, and what was assumed of them."""
        return state, {}

    def phase_under(self, rules: TitanRules) -> PhaseName:
        """Return the phase that the question is about."""
        return self.phase

    def round_under(self, rules: TitanRules) -> int:
        """Return the round that the question is about, if none is given."""
        return 2

    def subject(self) -> str:
        """Return the id of the piece that the question is about."""
        ident: str = getattr(self, self.verb)
        return ident

    def piece(self, position: BattlePosition, ident: str, field: str) -> Piece:
        """Return the piece with an id; raises Unanswerable if there is none."""
        found = position.fight.pieces.get(ident)
        if found is None:
            near = documents.nearest(ident, position.fight.pieces)
            raise Unanswerable(f"'{ident}' is no piece of this battle{near}", ("ask", field))
        return found

    def supposing_in(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Return the state with what the question supposes put in, and a remark on what is set aside for it."""
        battle, facts = state.battle, self.supposed()
        if battle is None or not isinstance(facts, BattleFacts):
            return state, {}
        given = facts.given()
        own = {name: given.pop(name) for name in ("moved", "struck") if name in given}
        pieces = [replace(p, **own) if p.id == self.subject() else p for p in battle.pieces]
        changed = replace(battle, pieces=pieces, **given)
        if _supposes_phase(facts):
            # `striking` of the state belongs to the state's own phase
            changed = replace(changed, striking=getattr(facts, "striking", None))
        return replace(state, battle=changed), {}

    def asked_of(self, state: State, rules: TitanRules) -> State:
        """Return the battle alone, with the phase that the question asks about."""
        battle = self._with_phase(state.battle, rules) if state.battle is not None else None
        return replace(state, masterboard=None, battle=battle)

    def _with_phase(self, battle: BattleState, rules: TitanRules) -> BattleState:
        """Return a battle with the phase of the question filled in, and where the round is given, whose phase it is.

        A Strike Phase is the attacker's, the last of the round, if nothing says otherwise.
        """
        if None not in (battle.phase, battle.active):
            return battle
        given = facts.given() if (facts := self.supposed()) is not None else {}
        phase = battle.phase or given.get("phase", self.phase_under(rules))
        if battle.round is None:
            return replace(battle, phase=phase)
        asked = next((piece.side for piece in battle.pieces if piece.id == self.subject()), SIDES[0])
        active = battle.active or given.get("active", asked if phase == "maneuver" else "attacker")
        return replace(battle, phase=phase, active=active)

    def assumed(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Fill in what a situation leaves out; return the state, and what was assumed by name."""
        battle = state.battle
        if battle is None:
            raise Unanswerable("'battle' is missing: the question is about one")
        assumed: dict[str, Any] = {}
        asked = next((p for p in battle.pieces if p.id == self.subject()), None)
        side = asked.side if asked is not None else SIDES[0]
        printed = rules.battlelands.battlelands[battle.battleland]
        in_play = is_complete(battle, rules)
        phase = self.phase_under(rules)
        if battle.active is None:
            assumed["active"] = side
        if battle.phase is None:
            assumed["phase"] = phase
        if battle.round is None:
            entering = self.verb == "enter" and asked is not None and asked.hex is None
            assumed["round"] = 1 if entering else self.round_under(rules)
        if printed.attacker_side is not None and battle.attacker_side != printed.attacker_side:
            assumed["attacker_side"] = printed.attacker_side
        if _strikes_back(battle, self, phase, side, in_play):
            assumed["striking"] = side
        if self.verb == "enter" and asked is not None and battle.round not in (None, 1) and not in_play:
            kind = "reinforcement" if asked.side == "defender" else "summoned"
            assumed["entitled"] = f"{asked.id} may enter in this phase as the {kind}"
        growing = _growing(battle.pieces, rules)
        if growing:
            texts = (f"{p.id} has a Power-factor of {rules.characters[p.character].power}" for p in growing)
            assumed["power"] = "; ".join(texts)
        if state.view is not None and self.verb == "concede":
            assumed |= hidden_stacks(
                [p.id for p in battle.pieces if p.held is None and p.character in rules.keeping_spells]
            )
        filling = {k: v for k, v in assumed.items() if k not in _REPORTED_ONLY}
        board = state.masterboard
        if board is not None and board.engagement is not None and battle.land is None:
            filling["land"] = board.engagement.land
        if not filling and board is None:
            return state, assumed
        kept = board if self.of_game and in_play and board is not None and board.engagement is not None else None
        return replace(state, battle=replace(battle, **filling), masterboard=kept), assumed


class BattleFacts(SupposedFacts):
    """The phase, and the side that maneuvers or has just maneuvered."""

    phase: PhaseName | None = None
    active: Side | None = None


class StrikeFacts(BattleFacts):
    """The phase, the side that strikes now, and whether the striker has struck in it."""

    striking: Side | None = None
    struck: bool | None = None


class UseFacts(StrikeFacts):
    """The phase and round, the side that strikes now, and whether the character has moved or struck in it."""

    round: Annotated[int, Meta(ge=1, le=1000)] | None = None
    moved: bool | None = None


class MoveFacts(BattleFacts):
    """The phase and round, and whether the character has moved in it."""

    round: Annotated[int, Meta(ge=1, le=1000)] | None = None
    moved: bool | None = None


def _supposes_phase(facts: SupposedFacts | None) -> bool:
    """Return whether a phase or an active side is supposed."""
    return isinstance(facts, BattleFacts) and (facts.phase is not None or facts.active is not None)


def is_complete(battle: BattleState, rules: TitanRules) -> bool:
    """Return whether a battle gives all that a battle in play needs, so that nothing is assumed."""
    printed = rules.battlelands.battlelands[battle.battleland].attacker_side
    sided = battle.attacker_side is not None or printed is not None
    return sided and None not in (battle.round, battle.phase, battle.active, battle.players)


# assumptions that are reported but fill nothing in
_REPORTED_ONLY = ("entitled", "power", "stacks")


def _strikes_back(battle: BattleState, question: BattleQuestion, phase: PhaseName, side: Side, in_play: bool) -> bool:
    """Return whether the piece's side strikes back and nothing says which side strikes now."""
    open_ = not in_play or _supposes_phase(question.supposed())
    striking = (battle.phase or phase) == phase == "strike"
    return open_ and striking and battle.striking is None and battle.active not in (None, side)


def _growing(pieces: list[PieceState], rules: TitanRules) -> list[PieceState]:
    """Return the pieces whose Power grows with the score and is not given."""
    return [p for p in pieces if p.power is None and rules.characters[p.character].grows is not None]


def refusal(objections: list[Objection], extra: dict[str, Any] | None = None) -> Answer:
    """Return the answer that something is not allowed, with every reason; `extra` joins the answer."""
    cites = dict.fromkeys(cite for o in objections for cite in o.cite)
    return Answer({"allowed": False, **(extra or {}), "because": [o.plain() for o in objections]}, list(cites), [])


def ruling_answer(answer: dict[str, Any], ledgers: list[Ledger], cites: list[str]) -> Answer:
    """Return an answer with its ledgers; it cites what they cite too."""
    cited = dict.fromkeys(cites)
    for ledger in ledgers:
        for entry in ledger.entries:
            cited |= dict.fromkeys(entry.cite)
    return Answer(answer, list(cited), [ledger.plain() for ledger in ledgers])
