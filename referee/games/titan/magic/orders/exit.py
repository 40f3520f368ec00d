"""Going out of a battle through a gate (MM 18.4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.game.unknown import Unknown
from referee.core.notation.field_specs import Name
from referee.core.notation.field_specs import piece as called

from ...battle.events import on_the_way
from ...battle.orders.base import BattleOrder
from ...battle.pieces import Piece
from ...battle.position import BattlePosition
from ...battle.rulings.ending import end_if_decided
from ...battle.rulings.judge import own_objections, turn_objections
from ..gates import due_objections, exit_objections, gate_called, gate_spells, gate_title, hex_of, reachable, route_out
from ..transfers import go_out


class _ExitForecast(Forecast["Exit", BattlePosition]):
    """If dice decide whether a piece leaves, its place and its fate are unknown."""

    def concerns(self, order: Exit, position: BattlePosition) -> Iterable[str]:
        return [order.exit]

    def suppose_open(
        self, order: Exit, position: BattlePosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        unknown.uncertain.add(order.exit)
        unknown.position_unknown.add(order.exit)


class Exit(BattleOrder, kw_only=True):
    """Move a character into a gate, and out of the battle to its legion: `{exit: lion-2, by: SPELL}`."""

    verb: ClassVar[str] = "exit"
    forecast: ClassVar[Forecast] = _ExitForecast()
    exit: Annotated[str, called("own")]
    by: Name

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.fight.striking_phase or not position.spells or position.drawing:
            return
        for row in gate_spells(position):
            if not due_objections(position, player, row):
                for one in reachable(position, row):
                    if piece in (None, one.id):
                        yield Candidate(cls(exit=one.id, by=str(row.id)))

    def secret(self) -> bool:
        return True

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        out = turn_objections(position, player, "maneuver", f"going through a {gate_title(position)}")
        found, row = position.find(self.exit, "exit"), gate_called(position, self.by)
        out += [one for one in (found, row) if isinstance(one, Objection)]
        if out or isinstance(found, Objection) or isinstance(row, Objection):
            return out
        out = own_objections(position, player, found, "exit")
        if out:
            return out
        there = row.gate in position.gates
        return due_objections(position, player, row) + (exit_objections(position, found, row) if there else [])

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        piece, row = position.fight.pieces[self.exit], gate_called(position, self.by)
        assert isinstance(piece, Piece)
        assert not isinstance(row, Objection)
        route, start, label = route_out(position, piece, row), piece.hex, hex_of(position, row)
        was = position.fight.board.labels[start]
        named = position.named(piece)
        position.fight.place(piece, position.fight.board.index[label])
        recorder.write(
            f"{named} moves into {row.id} on {label}, which leads to {row.gate}",
            reasons=route.ledgers,
            changes=[Change(piece.id, "hex", was, label, f"{was} to {label}")],
            cites=[*position.rules.cite("allowance"), *position.rules.cite("gate_exit")],
        )
        on_the_way(position, recorder, piece, start, route.path)
        if piece.id in position.fight.pieces and not position.over:
            go_out(position, recorder, piece, row)
            if not position.over and not position.fight.of(piece.side):
                end_if_decided(position, recorder)
