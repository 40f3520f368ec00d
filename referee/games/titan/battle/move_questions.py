"""Questions where a character may move to or enter, answered by the rulings that judge orders."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection, merge_objections
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.notation.field_specs import piece as called

from ..profiles import FURTHER
from . import answer_sentences
from .orders.move import Enter, Going, Move
from .pieces import DEFENDER, OFF, Piece
from .position import BattlePosition
from .rulings.judge import (
    entry_cites,
    leaving_objections,
    route_to,
)
from .state import PhaseName
from .supposing import BattleQuestion, MoveFacts, refusal, ruling_answer


class AskReach(BattleQuestion, kw_only=True):
    """Where may a piece on the map end its move: `{reach: a}`; by which path: `{reach: a, to: D3}`.

    `supposing: {moved: false}` replaces what the state says.
    """

    verb: ClassVar[str] = "reach"
    changes_nothing: ClassVar[bool] = True
    phase: ClassVar[PhaseName] = "maneuver"
    reach: Annotated[str, called("own")]
    to: str | None = None
    supposing: MoveFacts | None = None

    def fits(self, position: BattlePosition) -> bool:
        piece = position.fight.pieces.get(self.reach)
        return piece is not None and piece.hex != OFF

    def answer(self, position: BattlePosition) -> Answer:
        piece = self.piece(position, self.reach, "reach")
        if piece.hex == OFF:
            objection = Objection(f"{piece.id} is not on the map; ask: enter {piece.id}", position.rules.cite("entry"))
            return refusal([objection], {} if self.to else {"hexes": []})
        return _going(position, piece, self.to, Move(move=piece.id, to=self.to or ""))

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        return answer_sentences.going(position, self.reach, self.to, answer)


class AskEnter(BattleQuestion, kw_only=True):
    """Where may a piece that is not on the map enter: `{enter: a}`, `{enter: a, to: D3}`."""

    verb: ClassVar[str] = "enter"
    phase: ClassVar[PhaseName] = "maneuver"
    enter: Annotated[str, called("own")]
    to: str | None = None
    supposing: MoveFacts | None = None

    def fits(self, position: BattlePosition) -> bool:
        piece = position.fight.pieces.get(self.enter)
        return piece is not None and piece.hex == OFF

    def answer(self, position: BattlePosition) -> Answer:
        piece = self.piece(position, self.enter, "enter")
        if piece.hex != OFF:
            objection = Objection(
                f"{piece.id} is on the map already; ask: reach {piece.id}", position.rules.cite("entry")
            )
            return refusal([objection], {} if self.to else {"hexes": []})
        set_up = position.fight.deploying and piece.side == DEFENDER
        if not set_up and not position.fight.sides[piece.side]:
            raise Unanswerable(
                "'attacker_side' is missing: it says by which side of the map each player enters", ("battle",)
            )
        return _going(position, piece, self.to, Enter(enter=piece.id, to=self.to or ""))

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        return answer_sentences.going(position, self.enter, self.to, answer)


def _told(hits: object) -> dict[str, Any]:
    """Return the hits that are taken on the way, as an answer tells them: nothing of none."""
    return {"told": {"hits": hits}} if hits else {}


def _going(position: BattlePosition, piece: Piece, to: str | None, order: Going) -> Answer:
    fight, cite, player = position.fight, position.rules.cite, position.player(piece.side)
    objections = order.not_now(position, player) + order.barred(position, player, piece)
    objections += leaving_objections(position, piece) if piece.hex != OFF else []
    entering = piece.hex == OFF
    set_up = entering and fight.deploying and piece.side == DEFENDER
    cites = [
        *(entry_cites(position, set_up) if entering else ()),
        *(() if set_up else cite("allowance")),
        *(c for row in fight.released_by(piece) for c in row.cites),
    ]
    if to is None:
        if objections:
            return refusal(objections, {"hexes": []})
        hexes = fight.board.names(fight.destinations(piece))
        changes = piece.profile.changes
        if not hexes and (slowed := changes.get("allowance", ())):
            whys = listed(list(dict.fromkeys(entry.why for entry in slowed)), "and")
            slow = Objection(
                f"{position.named(piece)} can go nowhere: {whys}",
                tuple(dict.fromkeys(cite for entry in slowed for cite in entry.cite)),
            )
            return refusal([slow], {"hexes": []})
        changed = [entry for key in ("allowance", "flies", *FURTHER) for entry in changes.get(key, ())]
        cites += [cite for entry in changed for cite in entry.cite if not set_up and cite not in cites]
        hurts = {
            label: hits for label in hexes if (hits := order.heading(label).remarked(position, player).get("hits"))
        }
        return Answer({"allowed": bool(hexes), "hexes": hexes, **_told(hurts)}, cites, [])
    target = position.hex(to, "to")
    if isinstance(target, Objection):
        raise Unanswerable(target.message, ("ask", "to"))
    route = route_to(position, piece, target)
    refused = order.check(position, player)
    if refused:
        return refusal(merge_objections(objections, refused, route.objections))
    ledgers = route.ledgers
    path = [fight.board.labels[h] for h in route.path]
    answer = {"allowed": True, "path": path, "cost": route.cost, "allowance": route.within}
    answer |= _told(order.remarked(position, player).get("hits"))
    start = () if piece.hex == OFF else (piece.hex,)
    cites += fight.board.laid_cites((*start, *route.path))
    return ruling_answer(answer, ledgers, cites)
