"""The question whether what is left over of a strike may go to another enemy."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from referee.core.documents.problems import percent
from referee.core.game.orders import Objection, merge_objections
from referee.core.game.questions import Answer, Sentence, Unanswerable, reasons_said
from referee.core.notation.field_specs import piece as called

from .answer_sentences import attack
from .orders.strike import Strike
from .pieces import Piece
from .position import BattlePosition
from .rulings.carrying import Carry, DeclaredStrike, declarable, declared_ledgers, declared_strike
from .rulings.judge import carries, declared_objections, strike_objections
from .supposing import BattleQuestion, StrikeFacts, refusal, ruling_answer


class AskCarry(BattleQuestion, kw_only=True, rename={"from_": "from"}):
    """May hits left over of a strike go to another enemy, and what must be declared: `{carry: a, from: b, to: c}`.

    Without `from`, the target is the only other enemy in contact. `number` and `forgo` ask about a strike declared so.
    """

    verb: ClassVar[str] = "carry"
    carry: Annotated[str, called("own")]
    to: Annotated[str, called("enemy")]
    from_: Annotated[str, called("enemy")] | None = None
    number: Annotated[int, Meta(ge=1, le=6)] | None = None
    forgo: bool = False
    supposing: StrikeFacts | None = None

    def answer(self, position: BattlePosition) -> Answer:
        striker, other = self.piece(position, self.carry, "carry"), self.piece(position, self.to, "to")
        target = self.target(position)
        order = Strike(strike=striker.id, at=target.id, number=self.number, forgo=self.forgo, carry=[other.id])
        if target is other:
            message = f"{position.named(target)} is the target itself: what is left over goes to another enemy"
            return refusal([Objection(message, position.rules.cite("carry"))])
        basic = Strike(strike=striker.id, at=target.id, number=self.number, forgo=self.forgo)
        objections = basic.check(position, position.player(striker.side))
        if objections:
            wrong = strike_objections(position, striker, target)
            wrong = wrong or declared_objections(position, striker, target, self.number, self.forgo)
            return refusal(merge_objections(objections, wrong))
        return self._ruled(position, striker, target, other, order)

    def target(self, position: BattlePosition) -> Piece:
        """Return the target of the strike; raises Unanswerable if it is not given and several fit."""
        striker, other = self.piece(position, self.carry, "carry"), self.piece(position, self.to, "to")
        if self.from_ is not None:
            return self.piece(position, self.from_, "from")
        fitting = [p for p in position.fight.targets(striker) if p is not other]
        if len(fitting) != 1:
            who = " or ".join(position.named(p) for p in fitting) or "nobody"
            message = f"'from' is missing: whom does {position.named(striker)} strike ({who} beside it)?"
            raise Unanswerable(message, ("ask",))
        return fitting[0]

    def _ruled(self, position: BattlePosition, striker: Piece, target: Piece, other: Piece, order: Strike) -> Answer:
        fight, cite = position.fight, position.rules.cite
        ruling = fight.strike(striker, target)
        living, _ = carries(position.fight, striker, target)
        left = target.remaining
        least = ruling.forgone_number if self.forgo else ruling.number
        made = declared_strike(fight.board, ruling, living, left, self.number or least, self.forgo)
        need = next((one for one in living if one.id == other.id), None)
        objections = self._objections(position, made, need, target, other)
        objections = order.check(position, position.player(striker.side)) or objections
        ways = [way for way in declarable(fight.board, ruling, living, left) if other.id in way.carry]
        if made not in ways and other.id in made.carry and not objections:
            ways.insert(0, made)
        ways.sort(key=lambda way: -way.surplus(left))
        answer: dict[str, Any] = {
            "allowed": not objections,
            "strike_number": made.number,
            "dice": made.dice,
            "ways": [self._way(way, left, other) for way in ways],
        }
        if need is not None:
            answer["needs"] = {"dice": need.dice, "strike_number": need.number}
        if objections:
            answer["because"] = [o.plain() for o in objections]
        cites = [*cite("carry"), *(c for o in objections for c in o.cite)]
        cites += cite("higher_number") if ways else ()
        cites += cite("benefit") if any(way.forgone for way in ways) else ()
        ledgers = declared_ledgers(fight.board, ruling, made.dice, made.number, self.forgo)
        return ruling_answer(answer, ledgers, cites)

    def _objections(
        self, position: BattlePosition, made: DeclaredStrike, need: Carry | None, target: Piece, other: Piece
    ) -> list[Objection]:
        """Return why this strike carries nothing to the other enemy."""
        cite = position.rules.cite
        if need is None:
            message = f"{position.named(other)} is slain already"
            if not other.slain:
                message = f"{position.named(other)} is not in contact with the striker"
            return [Objection(message, cite("slain_target" if other.slain else "carry"))]
        if found := need.objections(position.fight.board, made.dice, made.number, self.forgo):
            return found
        if made.most <= target.remaining:
            left = target.remaining
            message = (
                f"{made.dice} dice cannot slay {position.named(target)}, which can take {left}, with a hit to spare"
            )
            return [Objection(message, cite("carry"))]
        return []

    def _way(self, way: DeclaredStrike, left: int, other: Piece) -> dict[str, Any]:
        out: dict[str, Any] = {"dice": way.dice, "strike_number": way.number}
        if way.forgone:
            out["forgo"] = True
        return out | {
            "kill_probability": way.kill(left),
            "carry_probability": way.surplus(left),
            "second_kill_probability": way.kill(left + other.remaining),
        }

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        return carrying(position, self, answer)


def carrying(position: BattlePosition, asked: AskCarry, answer: Answer) -> list[Sentence]:
    """Return in sentences whether hits carry over: the verdict, then each way to do it with its chances."""
    given, cite = answer.answer, position.rules.cite
    pieces = position.fight.pieces
    other, name = position.named(pieces[asked.to]), position.named(pieces[asked.carry])
    target = position.named(asked.target(position))
    out: list[Sentence] = []
    said, cites = reasons_said(given.get("because", []))
    if given["allowed"]:
        rolls = f"{name} strikes {target} with {attack(position, given)}"
        text = f"Yes, hits left over may go to {other}: {rolls}, which is enough."
        out.append(Sentence(text, cite("carry")))
    elif "needs" not in given or not given["ways"]:
        out.append(Sentence(f"No, nothing may carry over to {other}: {said}.", cites))
    else:
        best = given["ways"][0]
        how = "the gain forgone" if best.get("forgo") else f"{best['strike_number']} declared before the roll"
        out.append(Sentence(f"No, not by this strike: {said}. With {how} it may.", cites))
    for way in given.get("ways", []):
        if given["allowed"] and (way["dice"], way["strike_number"]) == (given["dice"], given["strike_number"]):
            how = "As it is made"
        elif way.get("forgo"):
            how = f"With the gain forgone, {attack(position, way)}"
        else:
            how = f"With {way['strike_number']} declared before the roll"
        text = (
            f"{how}: {percent(way['kill_probability'])} to slay {target}, {percent(way['carry_probability'])} that "
            f"a hit carries over, {percent(way['second_kill_probability'])} to slay both."
        )
        out.append(Sentence(text, cite("benefit") if way.get("forgo") else cite("carry")))
    return out
