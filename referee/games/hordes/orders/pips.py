"""The PIP roll that begins a turn (HS-SEQ-1)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from referee.core.game.dice import Roll, Throw
from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Entry, Ledger

from ..position import HordesPosition
from .base import PIPS, HordesOrder, turn_objections


class _PipsForecast(Forecast["Pips", HordesPosition]):
    """The PIPs are unknown until the die is rolled, and whether a God stays; movement follows in any case."""

    def leads_surely(self, order: Pips, position: HordesPosition) -> bool:
        return True

    def suppose(self, order: Pips, position: HordesPosition, player: str, recorder: Recorder, unknown: Unknown) -> None:
        if isinstance(order.pips, int):
            order.begin(position, player, order.pips)
            return
        unknown.uncertain.add(PIPS)
        unknown.uncertain |= {e.id for e in position.field.standing() if _leaves_on(e.kind.row.activation)}
        order.begin(position, player, position.rules.pip_faces)


class Pips(HordesOrder, kw_only=True):
    """Roll for PIPs: `{pips: roll}`, or with the die that was thrown: `{pips: 6}`."""

    verb: ClassVar[str] = "pips"
    forecast: ClassVar[Forecast] = _PipsForecast()
    pips: Annotated[int, Meta(ge=1, le=20)] | Literal["roll"]

    def judge(self, position: HordesPosition, player: str) -> list[Objection]:
        return turn_objections(position, player, "pips", "PIPs are rolled in the PIP roll")

    def given_dice(self) -> list[int] | None:
        return [self.pips] if isinstance(self.pips, int) else None

    def throws(self, position: HordesPosition, player: str) -> list[Throw]:
        return [Throw(f"{position.turn}/pips", player, 1, position.rules.pip_faces)]

    def apply(self, position: HordesPosition, player: str, recorder: Recorder) -> None:
        rules = position.rules
        roll: Roll = recorder.roll(self.throws(position, player)[0], self.given_dice())
        die = roll.dice[0]
        with rules.consulting() as consulted:
            changes = self.begin(position, player, die)
        cites = [*rules.cite("pip_roll"), *(rules.cite("god_leaves") if changes else ())]
        begins = position.turn == 1 and not position.source.step
        ledger = Ledger("PIPs", [Entry("add", die, "rolled", rules.cite("pip_roll"))])
        recorder.write(
            f"{player} has {die} PIP{'s' if die > 1 else ''}",
            reasons=[ledger],
            rolled=[roll],
            changes=changes,
            notes=["the table is taken as the players have set it up"] if begins else [],
            cites=[*cites, *(rules.cite("set_up") if begins else ()), *rules.decided(consulted)],
        )

    def begin(self, position: HordesPosition, player: str, die: int) -> list[Change]:
        """Take the PIPs, begin the movement, and let Gods leave on a 1 before anything moves (HS-PIP-5)."""
        changes: list[Change] = []
        position.pips = die
        position.phase_name = "movement"
        any_roll = position.rules.options["god_leaves_on"] == "any_one"
        for element in position.field.standing():
            if _leaves_on(element.kind.row.activation) == die:
                position.rules.note(("god_leaves_on",))
                if any_roll or element.army == player:
                    element.remove("off_board")
                    changes.append(Change(element.id, "status", "on_board", "off_board", "leaves; it may come back"))
        return changes


def _leaves_on(activation: object) -> int | None:
    found: int | None = getattr(activation, "leaves_on", None)
    return found
