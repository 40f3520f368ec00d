"""Disputed rulings in a battle, each answered by the rulings that judge the orders."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from referee.core import documents
from referee.core.ledger import Ledger
from referee.core.orders import Answer, Objection, Question, Unanswerable
from referee.core.shapes import piece as called

from ..check_state import oddities
from ..state import SIDES, State
from ..work import TitanWork
from . import sayings
from .fight import DEFENDER, OFF, Piece
from .judge import (
    carries,
    chosen_line,
    declared_objections,
    entry_cites,
    shot_objections,
    standing_objections,
    strike_objections,
    way,
)
from .reach import moves_for
from .strikes import Option, declarable, declared_ledgers, expected, option


class BattleQuestion(Question):
    """What every question of a battle has: it is about one piece."""

    phase: ClassVar[str] = "strike"
    subject: ClassVar[str] = ""

    def asked(self) -> str:
        """Return the piece the question is about."""
        ident: str = getattr(self, self.verb)
        return ident

    def piece(self, work: TitanWork, ident: str, field: str) -> Piece:
        found = work.fight.pieces.get(ident)
        if found is None:
            near = documents.nearest(ident, work.fight.pieces)
            raise Unanswerable(f"'{ident}' is no piece of this battle{near}", ("ask", field))
        return found

    def out_of_turn(self, work: TitanWork, piece: Piece) -> list[Objection]:
        """Return why the piece could not do this in the phase that the situation names."""
        fight, cite = work.fight, work.rules.cite
        if (self.phase == "strike") != fight.striking_phase:
            phase = "Strike" if self.phase == "strike" else "Maneuver"
            return [Objection(f"{self.subject} belongs to a {phase} Phase", cite("phases"))]
        if self.phase == "maneuver" and fight.active != piece.side:
            who = work.player(fight.active)
            return [Objection(f"only {who} moves in this half of the round", cite("mover_only"))]
        return []


def refusal(objections: list[Objection], extra: dict[str, Any] | None = None) -> Answer:
    """Return the answer no, with every reason."""
    cites = dict.fromkeys(cite for o in objections for cite in o.cite)
    return Answer({"allowed": False, **(extra or {}), "because": [o.plain() for o in objections]}, list(cites), [])


def ruled(answer: dict[str, Any], ledgers: list[Ledger], cites: list[str]) -> Answer:
    """Return a ruling with its reasons; it cites what its ledgers cite."""
    cited = dict.fromkeys([*cites, *(cite for ledger in ledgers for cite in ledger.cites)])
    return Answer(answer, list(cited), [ledger.plain() for ledger in ledgers])


class AskStrike(BattleQuestion, kw_only=True):
    """May one piece strike another, with how many dice at which number: `{strike: a, at: b}`.

    `number` asks for a strike declared at a higher strike-number, `forgo` for one with the gain given up.
    """

    verb: ClassVar[str] = "strike"
    subject: ClassVar[str] = "striking"
    strike: Annotated[str, called("own")]
    at: Annotated[str, called("enemy")]
    number: Annotated[int, Meta(ge=1, le=6)] | None = None
    forgo: bool = False

    def answer(self, work: TitanWork) -> Answer:
        striker = self.piece(work, self.strike, "strike")
        target = self.piece(work, self.at, "at")
        objections = self.out_of_turn(work, striker) + strike_objections(work, striker, target)
        if not objections:
            objections = declared_objections(work, striker, target, self.number, self.forgo)
        if objections:
            return refusal(objections)
        fight, cite = work.fight, work.rules.cite
        ruling = fight.strike(striker, target)
        living, slain = carries(work, striker, target)
        remaining = target.remaining
        options = declarable(fight.board, ruling, living, remaining)
        plain = options[0]
        declared = self.number is not None or self.forgo
        if declared:
            least = ruling.forgone_number if self.forgo else ruling.number
            plain = option(fight.board, ruling, living, remaining, self.number or least, self.forgo)
        refused: dict[str, Any] = {}
        for other in living:
            if other.id not in plain.carry:
                found = other.objections(fight.board, plain.dice, plain.number, self.forgo)
                if not found:
                    found = [Objection(f"{plain.dice} dice cannot slay {target.id} with a hit to spare", cite("carry"))]
                refused[other.id] = {
                    "because": [o.plain() for o in found],
                    "needs": {"dice": other.dice, "strike_number": other.number},
                }
        for piece in slain:
            objection = Objection(f"{piece.id} is slain already", cite("slain_target"))
            refused[piece.id] = {"because": [objection.plain()], "needs": None}
        cites = [*cite("contact"), *cite("strike_number")]
        if living or slain:
            cites += cite("carry")
            cites += [c for r in refused.values() for b in r["because"] for c in b["cite"]]
        if any(o.forgone for o in options):
            cites += cite("benefit")
        answer = {
            "allowed": True,
            "dice": plain.dice,
            "strike_number": plain.number,
            "expected_hits": expected(plain.dice, plain.number),
            "kill_probability": plain.kill(remaining),
            "options": [self._option(o, remaining) for o in options],
            "refused": refused,
        }
        if declared:
            answer["declared"] = self._option(plain, remaining)
        out = ruled(answer, declared_ledgers(fight.board, ruling, plain.dice, plain.number, self.forgo), cites)
        return _turned(out, work, {*ruling.turns, *(t for c in living for t in c.turns)})

    def say(self, work: TitanWork, answer: Answer) -> list[Objection]:
        return sayings.strike(work, self.strike, self.at, answer)

    def _option(self, one: Option, remaining: int) -> dict[str, Any]:
        out: dict[str, Any] = {"dice": one.dice, "strike_number": one.number}
        if one.forgone:
            out["forgo"] = True
        return out | {
            "carry": list(one.carry),
            "kill_probability": one.kill(remaining),
            "carry_probability": one.surplus(remaining),
        }


class AskRangestrike(BattleQuestion, kw_only=True):
    """May one piece rangestrike another, and by which path: `{rangestrike: a, at: b}`; `via` names the path."""

    verb: ClassVar[str] = "rangestrike"
    subject: ClassVar[str] = "rangestriking"
    rangestrike: Annotated[str, called("own")]
    at: Annotated[str, called("enemy")]
    via: list[str] | None = None

    def answer(self, work: TitanWork) -> Answer:
        striker = self.piece(work, self.rangestrike, "rangestrike")
        target = self.piece(work, self.at, "at")
        fight, cite = work.fight, work.rules.cite
        shot = fight.shot(striker, target) if striker.hex != OFF and target.hex != OFF else None
        turns = set(shot.turns) if shot is not None else set()
        if fight.enemies_beside(striker) and not fight.targets(striker):
            turns.add("rangestrike_beside_slain")
        if fight.board.turns:
            turns |= fight.board.turns
        objections = self.out_of_turn(work, striker) + shot_objections(work, striker, target)
        if objections or shot is None:
            return _turned(refusal(objections), work, turns)
        line = chosen_line(work, shot, self.via)
        if isinstance(line, list):
            return _turned(refusal(line), work, turns)
        labels = fight.board.labels
        answer = {
            "allowed": True,
            "dice": line.aim.dice,
            "strike_number": line.aim.number,
            "path": [labels[h] for h in line.path],
            "range": len(line.path) + 2,
            "expected_hits": expected(line.aim.dice, line.aim.number),
            "kill_probability": Option(line.aim.dice, line.aim.number, False, ()).kill(target.remaining),
        }
        others = [o for o in shot.lines if o is not line]
        if others:
            answer["other_paths"] = [
                {"path": [labels[h] for h in o.path], "dice": o.aim.dice, "strike_number": o.aim.number}
                | ({"because": [b.plain() for b in blocked]} if (blocked := _blocked(work, o)) else {})
                for o in others
            ]
        exempt = cite("immune") if target.profile.immune or striker.profile.unhindered else ()
        out = ruled(answer, list(line.aim.ledgers), [*cite("range"), *cite("line"), *exempt])
        return _turned(out, work, turns)

    def say(self, work: TitanWork, answer: Answer) -> list[Objection]:
        return sayings.rangestrike(work, self.rangestrike, self.at, answer)


def _blocked(work: TitanWork, line: Any) -> list[Objection]:
    from .judge import blocked

    return blocked(work, line)


class AskReach(BattleQuestion, kw_only=True):
    """Where may a piece on the map end its move: `{reach: a}`; by which path: `{reach: a, to: D3}`."""

    verb: ClassVar[str] = "reach"
    phase: ClassVar[str] = "maneuver"
    subject: ClassVar[str] = "moving"
    reach: Annotated[str, called("own")]
    to: str | None = None

    def answer(self, work: TitanWork) -> Answer:
        piece = self.piece(work, self.reach, "reach")
        if piece.hex == OFF:
            objection = Objection(f"{piece.id} is not on the map; ask {{enter: {piece.id}}}", work.rules.cite("entry"))
            return refusal([objection], {} if self.to else {"hexes": []})
        objections = self.out_of_turn(work, piece) + standing_objections(work, piece)
        return _going(work, piece, self.to, objections, self)

    def say(self, work: TitanWork, answer: Answer) -> list[Objection]:
        return sayings.going(work, self.reach, self.to, answer)


class AskEnter(BattleQuestion, kw_only=True):
    """Where may a piece that is not on the map come to stand: `{enter: a}`, `{enter: a, to: D3}`."""

    verb: ClassVar[str] = "enter"
    phase: ClassVar[str] = "maneuver"
    subject: ClassVar[str] = "entering"
    enter: Annotated[str, called("own")]
    to: str | None = None

    def answer(self, work: TitanWork) -> Answer:
        piece = self.piece(work, self.enter, "enter")
        if piece.hex != OFF:
            objection = Objection(
                f"{piece.id} is on the map already; ask {{reach: {piece.id}}}", work.rules.cite("entry")
            )
            return refusal([objection], {} if self.to else {"hexes": []})
        set_up = work.fight.deploying and piece.side == DEFENDER
        if not set_up and not work.fight.sides[piece.side]:
            raise Unanswerable("'attacker_side' is missing: it tells where each side enters", ("battle",))
        return _going(work, piece, self.to, self.out_of_turn(work, piece), self)

    def say(self, work: TitanWork, answer: Answer) -> list[Objection]:
        return sayings.going(work, self.enter, self.to, answer)


def _going(
    work: TitanWork, piece: Piece, to: str | None, objections: list[Objection], question: BattleQuestion
) -> Answer:
    fight, cite = work.fight, work.rules.cite
    turns = set(moves_for(fight.board, piece.profile).turns)
    entering = piece.hex == OFF
    set_up = entering and fight.deploying and piece.side == DEFENDER
    cites = [
        *(entry_cites(work, set_up) if entering else ()),
        *(() if set_up else cite("allowance")),
    ]
    if to is None:
        if objections:
            return refusal(objections, {"hexes": []})
        hexes = fight.board.names(fight.destinations(piece))
        return _turned(Answer({"allowed": bool(hexes), "hexes": hexes}, cites, []), work, turns)
    target = work.hex(to, "to")
    if isinstance(target, Objection):
        raise Unanswerable(target.message, ("ask", "to"))
    found = way(work, piece, target)
    objections = objections + found.objections
    if objections:
        return _turned(refusal(objections), work, turns)
    ledgers = [found.ledger] if found.ledger is not None else []
    path = [fight.board.labels[h] for h in found.path]
    answer = {"allowed": True, "path": path, "cost": found.cost, "allowance": piece.profile.skill}
    return _turned(ruled(answer, ledgers, cites), work, turns)


def _turned(answer: Answer, work: TitanWork, turns: set[str]) -> Answer:
    """Note in an answer the rulings that decided something, by the options they switch."""
    for name in sorted(turns):
        answer.turned[name] = work.rules.options[name]
    return answer


# assumptions that are told but fill nothing in
_TOLD = ("entitled", "standing", "power")


def assume(state: State, question: Question, rules: Any) -> tuple[State, dict[str, Any]]:
    """Fill in what a situation leaves out, and tell what was assumed."""
    battle = state.battle
    assert battle is not None
    assert isinstance(question, BattleQuestion)
    assumed: dict[str, Any] = {}
    asked = next((p for p in battle.pieces if p.id == question.asked()), None)
    side = asked.side if asked is not None else SIDES[0]
    printed = rules.battlelands.battlelands[battle.battleland]
    if battle.active is None:
        assumed["active"] = side
    if battle.phase is None:
        assumed["phase"] = question.phase
    if battle.round is None:
        entering = question.verb == "enter" and asked is not None and asked.hex is None
        assumed["round"] = 1 if entering else 2
    if printed.attacker_side is not None and battle.attacker_side != printed.attacker_side:
        assumed["attacker_side"] = printed.attacker_side
    if question.verb == "enter" and asked is not None and battle.round not in (None, 1):
        kind = "reinforcement" if asked.side == "defender" else "summoned"
        assumed["entitled"] = f"{asked.id} may come in this phase as the {kind}"
    growing = [p for p in battle.pieces if p.power is None and rules.characters[p.character].grows is not None]
    if growing:
        said = (f"{p.id} has a Power-factor of {rules.characters[p.character].power}" for p in growing)
        assumed["power"] = "; ".join(said)
    odd = oddities(battle, rules)
    if odd:
        assumed["standing"] = odd
    filled = msgspec.structs.replace(battle, **{k: v for k, v in assumed.items() if k not in _TOLD})
    return msgspec.structs.replace(state, battle=filled), assumed
