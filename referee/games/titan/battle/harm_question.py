"""Who is hurt at the start of a Strike Phase."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.core.documents.problems import counted, listed
from referee.core.game.questions import Answer, Sentence
from referee.core.rules.ledger import Ledger, cites_of

from .position import BattlePosition
from .rulings.spirits import standing_spirits
from .supposing import BattleFacts, BattleQuestion


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
            cites += [cite for cite in cites_of(spirit.cite) if cite not in cites]
        cites += [cite for ledger in ledgers for cite in ledger.cites if cite not in cites]
        cites = cites or list(position.rules.cite("hazards"))
        return Answer({"harm": hurt, "spirits": spirits}, cites, [ledger.plain() for ledger in ledgers])

    def say(self, position: BattlePosition, answer: Answer) -> list[Sentence]:
        pieces = position.fight.pieces
        hurt, spirits = answer.answer["harm"], answer.answer["spirits"]
        told = [f"{position.named(pieces[ident])} takes {counted(hits, 'hit')}." for ident, hits in hurt.items()]
        out = [Sentence(text, tuple(answer.cites)) for text in told]
        for ident, able in spirits.items():
            names = [position.named(pieces[one]) for one in able]
            text = f"{ident} may choose {listed(names)}." if names else f"{ident} has nobody to choose."
            out.append(Sentence(text, tuple(answer.cites)))
        return out or [Sentence("Nobody is hurt at the start of this Strike Phase.", tuple(answer.cites))]
