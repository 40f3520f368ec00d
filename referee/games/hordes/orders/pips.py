"""The PIP roll that begins a turn (HS-SEQ-1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.core.desk import Desk
from referee.core.dice import Roll, Throw
from referee.core.ledger import Entry, Ledger
from referee.core.orders import Objection
from referee.core.trace import Change

from ..work import HordesWork
from .base import PIPS, HordesOrder, faces, turn_objections


class Pips(HordesOrder, kw_only=True):
    """Roll for PIPs: `{pips: roll}`, or with the die that was thrown: `{pips: 6}`."""

    verb: ClassVar[str] = "pips"
    pips: Annotated[int, Meta(ge=1, le=20)] | Literal["roll"]

    def check(self, work: HordesWork, player: str) -> list[Objection]:
        return turn_objections(work, player, "pips", "PIPs are rolled in the PIP roll")

    def given_dice(self) -> list[int] | None:
        return [self.pips] if isinstance(self.pips, int) else None

    def throws(self, work: HordesWork, player: str) -> list[Throw]:
        return [Throw(f"{work.turn}/pips", player, 1, faces(work))]

    def concerns(self, work: HordesWork) -> Iterable[str]:
        return ()

    def leads_surely(self, work: HordesWork) -> bool:
        return True

    def suppose(self, work: HordesWork, player: str, desk: Desk) -> None:
        if isinstance(self.pips, int):
            self._begin(work, player, self.pips)
            return
        desk.uncertain.add(PIPS)
        desk.uncertain |= {e.id for e in work.field.standing() if _leaves_on(e.kind.row.activation)}
        self._begin(work, player, faces(work))

    def apply(self, work: HordesWork, player: str, desk: Desk) -> None:
        rules = work.rules
        roll: Roll = desk.roll(self.throws(work, player)[0], self.given_dice())
        die = roll.dice[0]
        changes, turns = self._begin(work, player, die)
        cites = [*rules.cite("pip_roll"), *(rules.cite("god_leaves") if changes else ())]
        begins = work.turn == 1 and not work.source.step
        ledger = Ledger("PIPs", [Entry("add", die, "rolled", rules.cite("pip_roll"))])
        desk.write(
            f"{player} has {die} PIP{'s' if die > 1 else ''}",
            reasons=[ledger],
            rolled=[roll],
            changes=changes,
            notes=["the table is taken as the players have set it up"] if begins else [],
            cites=[*cites, *(rules.cite("set_up") if begins else ()), *rules.decided(turns)],
        )

    def _begin(self, work: HordesWork, player: str, die: int) -> tuple[list[Change], set[str]]:
        """Take the PIPs, begin the movement, and let Gods leave on a 1 before anything moves (HS-PIP-5)."""
        changes: list[Change] = []
        turns: set[str] = set()
        work.pips = die
        work.phase_name = "movement"
        any_roll = work.rules.options["god_leaves_on"] == "any_one"
        for element in work.field.standing():
            if _leaves_on(element.kind.row.activation) == die:
                turns.add("god_leaves_on")
                if any_roll or element.army == player:
                    element.remove("off_board")
                    changes.append(Change(element.id, "status", "on_board", "off_board", "leaves; it may come back"))
        return changes, turns


def _leaves_on(activation: object) -> int | None:
    found: int | None = getattr(activation, "leaves_on", None)
    return found
