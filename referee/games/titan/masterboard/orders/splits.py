"""Splitting a legion in the Commencement Phase (LoT 4.2, 4.3, 6.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import Name, piece

from ...words import CHARACTER, MARKER, LegionWord
from ..position import MasterboardPosition
from ..rulings.judge import turn_objections
from ..rulings.splitting import parting_objections, parts, split_off
from ..rulings.stacks import labels
from .base import MasterForecast, MasterOrder, find_own, free_marker, other_markers


class _SplitForecast(MasterForecast["Split"]):
    """A split creates a legion under a marker."""

    def makes(self, order: Split, position: MasterboardPosition, player: str) -> Iterable[str]:
        marker = free_marker(position, player, order.as_, "as")
        return (marker,) if isinstance(marker, str) else ()


class Split(MasterOrder, kw_only=True, rename={"as_": "as"}):
    """Split a new legion off: `{split: bk01, off: [ogre, ogre], as: bk03}`; two orders split it in three."""

    verb: ClassVar[str] = "split"
    forecast: ClassVar[Forecast] = _SplitForecast()
    split: Annotated[LegionWord, piece("own")]
    off: Annotated[list[str], CHARACTER, Meta(min_length=1, max_length=20)]
    as_: Annotated[Name | None, MARKER] = None

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.stage != "commencement":
            return
        remarks = other_markers(position, player, "as")
        for legion in position.own(player):
            if piece not in (None, legion.id):
                continue
            orders = [
                cls(split=legion.id, off=part) for part in parts(labels(legion), position.rules.masterplay.split_least)
            ]
            # objections are the same for every part of a legion
            if orders and not orders[0].check(position, player):
                yield from (Candidate(order, remarks, checked=True) for order in orders)

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "commencement", "splitting a legion")
        if out:
            return out
        legion = find_own(position, player, self.split, "split")
        if isinstance(legion, list):
            return legion
        cite, first = position.rules.cite, position.rules.masterplay.first_split
        if position.turn < first and not position.position_unknown:
            message = f"the starting legions may not be split before {player}'s Game-Turn {first}"
            out.append(Objection(message, cite("first_split")))
        marker = free_marker(position, player, self.as_, "as")
        out += marker if isinstance(marker, list) else []
        out += parting_objections(position, legion, self.off)
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        legion = position.legions[self.split]
        marker = free_marker(position, player, self.as_, "as")
        assert isinstance(marker, str)
        split_off(position, recorder, legion, self.off, marker, [*position.rules.cite("commencement")])
