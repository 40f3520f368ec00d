"""Coming onto the map, from off it or through a gate (LoT 10.1, MM 18.4.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import Name
from referee.core.notation.field_specs import piece as called

from ...battle.events import on_the_way
from ...battle.orders.base import BattleOrder
from ...battle.orders.move import Enter, GoingForecast
from ...battle.pieces import Piece
from ...battle.position import BattlePosition
from ...battle.rulings.ending import end_if_decided
from ...battle.rulings.judge import own_objections, turn_objections
from ..gates import (
    come_through,
    coming_objections,
    comings,
    due_objections,
    exit_objections,
    gate_called,
    gate_spells,
    gate_title,
    go_out,
    hex_of,
    ident_of,
    reachable,
    route_out,
)


class Exit(BattleOrder, kw_only=True):
    """Move a character into a gate, and out of the battle to its legion: `{exit: lion-2, by: SPELL}`."""

    verb: ClassVar[str] = "exit"
    forecast: ClassVar[Forecast] = GoingForecast()
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


class _EnterForecast(GoingForecast["EnterBattle"]):
    """One who comes through a gate is a new piece."""

    def concerns(self, order: EnterBattle, position: BattlePosition) -> Iterable[str]:
        return [] if order.by is not None else super().concerns(order, position)

    def makes(self, order: EnterBattle, position: BattlePosition, player: str) -> Iterable[str]:
        return [] if order.by is None else [ident_of(position, order.enter, order.by)]


class EnterBattle(Enter, kw_only=True):
    """Bring a character onto the map: `{enter: lion-1, to: D2}`; in a tower, the defender sets up with it.

    Through a gate a character comes from the legion at its other end, and may end on its hex:
    `{enter: giant-1, by: SPELL, to: D5}`.
    """

    verb: ClassVar[str] = "enter"
    forecast: ClassVar[Forecast] = _EnterForecast()
    by: Name | None = None

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        yield from super().candidates(position, player, piece)
        if position.fight.striking_phase or not position.spells or piece is not None or position.drawing:
            return
        for ident, gate, label in comings(position, player):
            yield Candidate(cls(enter=ident, by=gate, to=label))

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        if self.by is None:
            return super().judge(position, player)
        out = coming_objections(position, player, self.enter, self.by, self.to)
        if self.path is not None:
            said = f"one who comes through a {gate_title(position)} takes the shortest path; leave 'path' out"
            out.append(Objection(said, (), "path", always=True))
        return out

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        if self.by is None:
            super().apply(position, player, recorder)
            return
        come_through(position, recorder, self.enter, self.by, self.to)
