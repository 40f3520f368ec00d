"""Splitting a legion in the Commencement Phase (LoT 4.2, 4.3, 6.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import Name, piece

from ...words import CHARACTER, MARKER, LegionWord
from ..laid import follow_split
from ..legion import Legion
from ..position import MasterboardPosition
from ..rulings.judge import holds, turn_objections
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
                cls(split=legion.id, off=part)
                for part in parts(legion.contents or [], position.rules.masterplay.split_least)
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
        cite, numbers = position.rules.cite, position.rules.masterplay
        if position.turn < numbers.first_split and not position.position_unknown:
            message = f"the starting legions may not be split before {player}'s Game-Turn {numbers.first_split}"
            out.append(Objection(message, cite("first_split")))
        marker = free_marker(position, player, self.as_, "as")
        out += marker if isinstance(marker, list) else []
        missing = holds(position, legion, self.off, "off")
        out += missing
        stay = legion.height - len(self.off)
        if not missing and (len(self.off) < numbers.split_least or stay < numbers.split_least):
            message = (
                f"each part keeps at least {numbers.split_least}; here {len(self.off)} leave and {max(stay, 0)} stay"
            )
            out.append(Objection(message, cite("split"), "off"))
        return out

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        legion = position.legions[self.split]
        marker = free_marker(position, player, self.as_, "as")
        assert isinstance(marker, str)
        assert legion.contents is not None
        for name in self.off:
            legion.contents.remove(name)
        new = Legion(marker, player, legion.land, list(self.off))
        # a part of a part comes from the same legion
        new.split_from = legion.split_from or legion.id
        position.legions[marker] = new
        position.markers[player].remove(marker)
        position.reveal(marker, "split", [], of=legion.id)
        cites = position.rules.cite("split")
        recorder.write(
            f"{player} splits {position.title(self.off)} off {legion.id} as {marker}; "
            f"{position.title(legion.contents)} stay",
            cites=cites,
            seen_by=[player],
        )
        recorder.write(
            f"{marker} is split off {position.named(legion)}, {new.height} high; {legion.height} stay",
            cites=[*cites, *position.rules.cite("commencement")],
            changes=[Change(marker, "land", None, legion.land)],
            by_referee=True,
        )
        follow_split(position, recorder, legion, new)


def parts(contents: list[str], least: int) -> Iterator[list[str]]:
    """Yield every part that can be split off a legion, equal parts once."""
    held = sorted(contents)
    for size in range(least, len(held) - least + 1):
        for part in dict.fromkeys(combinations(held, size)):
            yield list(part)
