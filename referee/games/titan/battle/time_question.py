"""The question what becomes of a battle that lasts too long."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from referee.core.documents.problems import counted, listed
from referee.core.game.questions import Answer, Sentence
from referee.core.rules.ledger import Ledger, cites_of

from ..rules import TitanRules
from ..sides import SIDES
from ..state import State
from .pieces import ATTACKER
from .position import BattlePosition
from .rulings.ending import time_loss_points
from .rulings.spirits import standing_spirits
from .state import PhaseName
from .supposing import BattleFacts, BattleQuestion, battle_of


class HarmFacts(BattleFacts):
    """The phase, the side that maneuvers or has just maneuvered, and the round."""

    round: Annotated[int, Meta(ge=1, le=1000)] | None = None


class AskHarm(BattleQuestion, kw_only=True):
    """Whom what lies on the map hurts at the start of this Strike Phase, and whom Spirits may choose: `{harm: now}`."""

    verb: ClassVar[str] = "harm"
    harm: Literal["now"]
    supposing: HarmFacts | None = None

    def subject(self) -> str:
        return ""

    def answer(self, position: BattlePosition) -> Answer:
        fight = position.fight
        cites: list[str] = []
        hurt: dict[str, int] = {}
        ledgers: list[Ledger] = []
        for piece in fight.pieces.values():
            if piece.slain or piece.hex < 0:
                continue
            found = fight.harm(piece)
            if found.ledger.total:
                hurt[piece.id] = found.ledger.total
                ledgers.append(Ledger(f"hits on {piece.id}", found.ledger.entries))
        spirits = {}
        for ident, spirit, able in standing_spirits(position):
            spirits[ident] = [piece.id for piece in able if hurt.get(piece.id, 0) < piece.remaining]
            cites += cites_of(spirit.cite)
        cites += [cite for ledger in ledgers for cite in ledger.cites]
        cites = list(dict.fromkeys(cites or position.rules.cite("hazards")))
        return Answer({"harm": hurt, "spirits": spirits}, cites, [ledger.plain() for ledger in ledgers])

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        pieces = position.fight.pieces
        hurt, spirits = answer.answer["harm"], answer.answer["spirits"]
        told = [f"{position.named(pieces[ident])} takes {counted(hits, 'hit')}." for ident, hits in hurt.items()]
        out = [Sentence(text, tuple(answer.cites), verdict=True) for text in told]
        for ident, able in spirits.items():
            names = [position.named(pieces[one]) for one in able]
            text = f"{ident} may choose {listed(names)}." if names else f"{ident} has nobody to choose."
            out.append(Sentence(text, tuple(answer.cites), verdict=True))
        return out or [Sentence("Nobody is hurt at the start of this Strike Phase.", tuple(answer.cites))]


class AskTimeLoss(BattleQuestion, kw_only=True):
    """Who loses a battle that lasts too long, and when: `{time_loss: now, round: 7}`.

    Without a battle, `round` is the round that is played, and `titan` says that the attacker's Titan is in it.
    """

    verb: ClassVar[str] = "time_loss"
    alone: ClassVar[bool] = True
    phase: ClassVar[PhaseName] = "maneuver"
    time_loss: Literal["now"]
    round: Annotated[int, Meta(ge=1, le=1000)] | None = None
    titan: bool | None = None

    def subject(self) -> str:
        return ""

    def set_up(self, state: State, rules: TitanRules) -> tuple[State, dict[str, Any]]:
        """Return the state with the round of the question, and what was assumed."""
        given = state.battle
        battle, assumed = battle_of(given, rules, 1, 1)
        if self.round is not None:
            battle = replace(battle, round=self.round)
        elif battle.round is None:
            battle, assumed["round"] = replace(battle, round=1), 1
        return replace(state, battle=battle), assumed

    def answer(self, position: BattlePosition) -> Answer:
        fight, cite = position.fight, position.rules.cite
        last, now = position.rounds, fight.round
        titan = self.titan
        if titan is None:
            titan = any(p.profile.vital for p in fight.of(ATTACKER))
        points = time_loss_points(position, fight.of(ATTACKER))
        answer: dict[str, Any] = {
            "over": now > last,
            "rounds_left": max(last - now + 1, 0),
            "last_round": last,
            "eliminated": "attacker",
            "points": points.total,
        }
        cites = [*cite("time_loss"), *cite("phases"), *(points.cites if points.total else ())]
        if titan:
            slays = position.rules.chosen("time_loss_titan", "opponent")
            answer["slayer"] = "defender" if slays else None
            cites += cite("time_loss_titan")
        return Answer(answer, list(dict.fromkeys(cites)), [points.plain()] if points.total else [])

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        given, rule = answer.answer, position.rules.cite("time_loss")
        attacker, defender = (f"the {name}" if name in SIDES else name for name in position.players)
        last = given["last_round"]
        if given["over"]:
            text = (
                f"The time is up: {last} rounds are over, and what is left of the legion of {attacker} is eliminated."
            )
        else:
            text = (
                f"Not yet in round {position.fight.round}. If it is undecided when the defender's Maneuver Phase "
                f"of round {last + 1} would begin, what is left of the legion of {attacker} is eliminated."
            )
        out = [Sentence(text, rule)]
        scores = f"{defender} scores {given['points']}" if given["points"] else "nobody scores anything for the battle"
        out.append(Sentence(f"What {defender} has left stays in the Land, and {scores}.", rule))
        if "slayer" in given:
            cites = position.rules.cite("time_loss_titan")
            what = (
                f"With the Titan in it, {defender} counts as its slayer, and scores half for {attacker}'s other legions"
            )
            if given["slayer"] is None:
                what = "Nobody counts as the slayer of the Titan in it"
            out.append(Sentence(f"{what}.", cites))
        return out
