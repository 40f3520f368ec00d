"""Making one legion again of the parts of a split, where a Spell allows it (MM 9.4.2, 9.4.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import piece

from ...masterboard.legion import Legion
from ...masterboard.orders.base import MasterOrder, find_own
from ...masterboard.phases import reunite
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.judge import over_objections
from ...words import LegionWord


class Rejoin(MasterOrder, kw_only=True):
    """Undo a split: `{rejoin: bk03}`; after a Reroll, or where a Spell keeps either part where it is."""

    verb: ClassVar[str] = "rejoin"
    rejoin: Annotated[LegionWord, piece("own")]

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.rules.spells:
            parts = (one for one in position.own(player) if one.split_from is not None and piece in (None, one.id))
            yield from (Candidate(cls(rejoin=legion.id)) for legion in parts)

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = over_objections(position, player)
        if out or position.position_unknown:
            return out
        cite = position.rules.cite("rejoined")
        legion = find_own(position, player, self.rejoin, "rejoin")
        if isinstance(legion, list):
            return legion
        if player != position.mover:
            out.append(Objection(f"only the Mover, {position.mover}, may do so", position.rules.cite("mover")))
        stem = self._stem(position, legion)
        if stem is None:
            message = f"{position.named(legion)} shares its Land with no legion from which it was split"
            return [*out, Objection(message, cite, "rejoin")]
        undone = position.rerolls and position.stage == "commencement"
        kept = position.stage == "movement" and (stem.stays or legion.stays) and not (stem.moved or legion.moved)
        if not (undone or kept):
            message = "a split is undone after a Spell has undone the roll, or where a Spell keeps a part where it is"
            out.append(Objection(message, cite))
        return out

    def _stem(self, position: MasterboardPosition, legion: Legion) -> Legion | None:
        stem = position.legions.get(legion.split_from or "")
        return stem if stem is not None and stem is not legion and stem.land == legion.land else None

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        if position.position_unknown:
            return
        legion = position.legions[self.rejoin]
        stem = self._stem(position, legion)
        assert stem is not None
        stem.stays |= legion.stays
        said = f"rejoins {stem.id} and is one legion with it again"
        reunite(position, recorder, stem, legion, said, [*position.rules.cite("rejoined")])
