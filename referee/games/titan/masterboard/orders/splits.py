"""Splitting a legion in the Commencement Phase (LoT 4.2, 4.3, 6.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.desk import Desk
from referee.core.orders import Objection
from referee.core.shapes import Name, piece
from referee.core.trace import Change

from ...words import CHARACTER, MARKER, LegionWord
from ..judge import holds, turn_objections
from ..legion import Legion
from ..work import MasterWork
from .base import MasterOrder, find_own, free_marker


class Split(MasterOrder, kw_only=True, rename={"as_": "as"}):
    """Split a new legion off: `{split: bk01, off: [ogre, ogre], as: bk03}`; twice splits it in three."""

    verb: ClassVar[str] = "split"
    split: Annotated[LegionWord, piece("own")]
    off: Annotated[list[str], CHARACTER, Meta(min_length=1, max_length=20)]
    as_: Annotated[Name | None, MARKER] = None

    def check(self, work: MasterWork, player: str) -> list[Objection]:
        out = turn_objections(work, player, "commencement", "splitting a legion")
        if out:
            return out
        legion = find_own(work, player, self.split, "split")
        if isinstance(legion, list):
            return legion
        cite, numbers = work.rules.cite, work.rules.masterplay
        if work.turn < numbers.first_split and not work.adrift:
            message = f"the starting legions may not be split before {player}'s Game-Turn {numbers.first_split}"
            out.append(Objection(message, cite("first_split")))
        marker = free_marker(work, player, self.as_, "as")
        out += marker if isinstance(marker, list) else []
        missing = holds(work, legion, self.off, "off")
        out += missing
        stay = legion.height - len(self.off)
        if not missing and (len(self.off) < numbers.split_least or stay < numbers.split_least):
            message = (
                f"each part keeps at least {numbers.split_least}; here {len(self.off)} leave and {max(stay, 0)} stay"
            )
            out.append(Objection(message, cite("split"), "off"))
        return out

    def makes(self, work: MasterWork, player: str) -> Iterable[str]:
        marker = free_marker(work, player, self.as_, "as")
        return (marker,) if isinstance(marker, str) else ()

    def apply(self, work: MasterWork, player: str, desk: Desk) -> None:
        legion = work.legions[self.split]
        marker = free_marker(work, player, self.as_, "as")
        assert isinstance(marker, str)
        assert legion.contents is not None
        for name in self.off:
            legion.contents.remove(name)
        new = Legion(marker, player, legion.land, list(self.off))
        # a part of a part comes from the same legion
        new.split_from = legion.split_from or legion.id
        work.legions[marker] = new
        work.markers[player].remove(marker)
        work.reveal(marker, "split", [], of=legion.id)
        cites = work.rules.cite("split")
        desk.write(
            f"{player} splits {work.title(self.off)} off {legion.id} as {marker}; {work.title(legion.contents)} stay",
            cites=cites,
            seen_by=[player],
        )
        desk.write(
            f"{marker} is split off {work.named(legion)}, {new.height} high; {legion.height} stay",
            cites=[*cites, *work.rules.cite("commencement")],
            changes=[Change(marker, "land", None, legion.land)],
            by_referee=True,
        )
