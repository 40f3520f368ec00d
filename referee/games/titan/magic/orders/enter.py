"""Coming onto the map, from off it or through a Gateway (LoT 10.1, MM 18.4.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from referee.core.documents.problems import alike
from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.game.unknown import Unknown
from referee.core.notation.field_specs import Name

from ...battle.events import on_the_way, settle
from ...battle.fight import OFF
from ...battle.orders.move import Enter
from ...battle.position import BattlePosition
from ...battle.rulings.judge import turn_objections
from ...masterboard.state import type_of
from ...sides import SIDES
from ..gates import due_objections, eligible, entry_objections, gateway_called, gateways, hex_of, reach_in, route_in
from ..transfers import come_in


class _EnterForecast(Forecast["EnterBattle", BattlePosition]):
    """One who comes through a Gateway is a new piece."""

    def concerns(self, order: EnterBattle, position: BattlePosition) -> Iterable[str]:
        return [order.enter] if order.by is None else []

    def makes(self, order: EnterBattle, position: BattlePosition, player: str) -> Iterable[str]:
        return [order.ident(position)] if order.by is not None else []

    def suppose_open(
        self, order: EnterBattle, position: BattlePosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        unknown.uncertain.add(order.enter)
        unknown.position_unknown.add(order.enter)


class EnterBattle(Enter, kw_only=True):
    """Bring a character onto the map: `{enter: lion-1, to: D2}`; in a tower, the defender sets up with it.

    Through a Gateway a character comes from the legion at its other end, and may end on its hex:
    `{enter: giant-1, by: gateway-1, to: D5}`.
    """

    verb: ClassVar[str] = "enter"
    forecast: ClassVar[Forecast] = _EnterForecast()
    by: Name | None = None

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        yield from super().candidates(position, player, piece)
        if position.fight.striking_phase or not position.spells or piece is not None or position.drawing:
            return
        for row in gateways(position):
            if due_objections(position, player, row):
                continue
            side = SIDES.index(position.caster_side(str(row.id)))
            for name in eligible(position, row):
                if not entry_objections(position, row, name):
                    newcomer = position.newcomer(name, side)
                    order = cls(enter=name, by=str(row.id), to=hex_of(position, row))
                    ident = order.ident(position)
                    for label in position.fight.board.names(reach_in(position, newcomer, row)):
                        yield Candidate(cls(enter=ident, by=str(row.id), to=label))

    def character(self, position: BattlePosition) -> str:
        """Return the character that comes through a Gateway, from its name or from an id such as `giant-1`."""
        known = position.fight.pieces.get(self.enter)
        if known is not None:
            # the word means a piece of the same kind that is there already
            return known.profile.name
        named = position.rules.characters_called([self.enter])[0]
        return named if named in position.rules.characters else type_of(self.enter)

    def ident(self, position: BattlePosition) -> str:
        """Return the id of the new piece: the one given, or the character with the first free number."""
        name, taken = self.character(position), self._taken(position)
        magi = [ident for ident in self._magi(position) if type_of(ident) == name and ident not in taken]
        if magi:
            return self.enter if self.enter in magi else magi[0]
        if type_of(self.enter) == name and not alike(self.enter, taken):
            return self.enter
        return next(ident for n in range(1, 1000) if (ident := f"{name}-{n}") not in taken)

    def _magi(self, position: BattlePosition) -> dict[str, list[str] | None]:
        """Return the Magi of the legion from which it comes, each with its Spells."""
        row = gateway_called(position, self.by or "")
        return {} if isinstance(row, Objection) else dict(position.enrolled.get(row.gate or "", ()))

    def _taken(self, position: BattlePosition) -> list[str]:
        fight = position.fight
        return [*fight.pieces, *(p.id for p in fight.gone), *(one.id for one in position.left)]

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        if self.by is None:
            return super().judge(position, player)
        out = turn_objections(position, player, "maneuver", "coming through a Gateway")
        row, target = gateway_called(position, self.by), position.hex(self.to, "to")
        out += [one for one in (row, target) if isinstance(one, Objection)]
        if out or isinstance(row, Objection) or isinstance(target, Objection):
            return out
        if self.path is not None:
            out.append(Objection("one who comes through a Gateway takes the shortest path", (), "path", always=True))
        out += due_objections(position, player, row)
        if out:
            return out
        name = self.character(position)
        out = entry_objections(position, row, name)
        if out:
            return out
        newcomer = position.newcomer(name, SIDES.index(position.caster_side(str(row.id))))
        return route_in(position, newcomer, row, target).objections

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        if self.by is None:
            super().apply(position, player, recorder)
            return
        row = gateway_called(position, self.by)
        assert not isinstance(row, Objection)
        fight, start = position.fight, hex_of(position, row)
        side = SIDES.index(position.caster_side(str(row.id)))
        piece = position.newcomer(self.character(position), side, self.ident(position))
        target = fight.board.index[self.to]
        route = route_in(position, piece, row, target)
        piece.hex, piece.moved, piece.through = target, True, row.gate
        held = self._magi(position).get(piece.id)
        piece.held = list(held) if held is not None else piece.held
        piece.came = "draws_battle_spell" in piece.profile.traits
        fight.add(piece)
        going = "" if self.to == start else f" and goes to {self.to}"
        recorder.write(
            f"{piece.profile.title} {piece.id} of {row.gate} comes through {row.id} on {start}{going}",
            reasons=route.ledgers,
            changes=[Change(piece.id, "hex", None, self.to, f"joins the battle at {self.to}")],
            cites=position.rules.cite("gateway_enter"),
        )
        come_in(position, recorder, piece, row)
        on_the_way(position, recorder, piece, OFF, [target])
        settle(position, recorder)
