"""Moving a character on the map, and bringing one onto it (LoT 11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Self, TypeVar

from referee.core.game.forecast import Forecast, Unknown
from referee.core.game.orders import Candidate, Objection, Remarks
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import SHORT
from referee.core.notation.field_specs import piece as called

from ..effects import left_behind
from ..events import hits_on_the_way, on_the_way
from ..pieces import OFF, Piece
from ..position import BattlePosition
from ..rulings.judge import entry_cites, leaving_objections, moved_objection, own_objections, route_to, turn_objections
from ..rulings.routes import Route
from .base import BattleOrder

OfGoing = TypeVar("OfGoing", bound=BattleOrder, contravariant=True)


class GoingForecast(Forecast[OfGoing, BattlePosition]):
    """If dice decide whether the piece that an order's verb names moves, its hex and its fate are unknown."""

    def concerns(self, order: OfGoing, position: BattlePosition) -> Iterable[str]:
        return [getattr(order, order.verb)]

    def suppose_open(
        self, order: OfGoing, position: BattlePosition, player: str, recorder: Recorder, unknown: Unknown
    ) -> None:
        ident = getattr(order, order.verb)
        unknown.uncertain.add(ident)
        unknown.position_unknown.add(ident)


class Going(BattleOrder, kw_only=True):
    """What moving and entering share: a piece, a hex, and a path if the player gives one."""

    to: str
    path: Annotated[list[str], SHORT] | None = None

    forecast: ClassVar[Forecast] = GoingForecast()
    stands: ClassVar[str] = "to"
    # whether the order brings a piece onto the map
    enters: ClassVar[bool]

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        fight = position.fight
        if fight.striking_phase or position.over or position.player(fight.active) != player or position.drawing:
            return
        for one in fight.of(fight.active):
            if piece not in (None, one.id) or (one.moved and not one.farther_left) or (one.hex == OFF) != cls.enters:
                continue
            for label in fight.board.names(fight.destinations(one)):
                # `judge` asks for nothing more of one that is not slain
                order = cls.of(one.id, label)
                yield Candidate(order, order.remarked(position, player), checked=not one.slain)

    @classmethod
    def of(cls, piece: str, to: str) -> Self:
        """Return the order that moves a piece to a hex."""
        raise NotImplementedError

    def piece(self) -> str:
        """Return the id of the piece that moves."""
        raise NotImplementedError

    def heading(self, to: str) -> Self:
        """Return the order for the same piece to another hex."""
        return self.of(self.piece(), to)

    def not_now(self, position: BattlePosition, player: str) -> list[Objection]:
        """Return why the player may not give such an order in this phase."""
        return turn_objections(position, player, "maneuver", "entering" if self.enters else "moving")

    def barred(self, position: BattlePosition, player: str, piece: Piece) -> list[Objection]:
        """Return why this player may not move the piece at all by this order."""
        cite = position.rules.cite
        out = own_objections(position, player, piece, self.verb)
        if out:
            return out
        if piece.moved and not piece.farther_left:
            return [moved_objection(position, piece, self.verb)]
        if self.enters and piece.hex != OFF:
            return [
                Objection(f"{position.named(piece)} is on the map already; 'move' moves it", cite("entry"), self.verb)
            ]
        if not self.enters and piece.hex == OFF:
            return [Objection(f"{piece.id} is not on the map yet; 'enter' brings it on", cite("entry"), self.verb)]
        return []

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        out = self.not_now(position, player)
        piece = position.find(self.piece(), self.verb)
        target = position.hex(self.to, "to")
        out += [o for o in (piece, target) if isinstance(o, Objection)]
        if out or isinstance(piece, Objection) or isinstance(target, Objection):
            return out
        out = self.barred(position, player, piece)
        if out:
            return out
        if self.path is None and not piece.slain and position.fight.destinations(piece) >> target & 1:
            return []
        if not self.enters:
            out += leaving_objections(position, piece)
        wrong = self._path_objections(position)
        return out + (wrong or self._route(position, piece, target).objections)

    def _path_objections(self, position: BattlePosition) -> list[Objection]:
        out = [o for label in self.path or [] if isinstance(o := position.hex(label, "path"), Objection)]
        if self.path is not None and (not self.path or self.path[-1] != self.to):
            out.append(Objection(f"the path must end on {self.to}", position.rules.cite("allowance"), "path"))
        return out

    def _route(self, position: BattlePosition, piece: Piece, target: int) -> Route:
        index = position.fight.board.index
        return route_to(
            position, piece, target, [index[label] for label in self.path] if self.path is not None else None
        )

    def remarked(self, position: BattlePosition, player: str) -> Remarks:
        if position.rules.occasions.isdisjoint(("leaves", "enters", "lands")):
            return {}
        ident = self.piece()
        route = self._route(position, position.fight.pieces[ident], position.fight.board.index[self.to])
        hits = hits_on_the_way(position, ident, route.path)
        return {"hits": hits} if hits else {}

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        fight = position.fight
        piece = fight.pieces[self.piece()]
        target = fight.board.index[self.to]
        route = self._route(position, piece, target)
        start = piece.hex
        was = None if start == OFF else fight.board.labels[start]
        named = position.named(piece)
        set_up = fight.deploying and was is None and not route.ledger
        cites = position.rules.cite("allowance") if was is not None else entry_cites(position, set_up)
        released = fight.released_by(piece)
        fight.place(piece, target)
        piece.farther += route.cost if piece.moved else 0
        position.note_move(piece, len(route.path))
        if start == OFF:
            piece.come_on()
        by = [fight.board.labels[h] for h in route.path[:-1]]
        via = f" by way of {', '.join(by)}" if by else ""
        recorder.write(
            f"{named} {'is set up on' if set_up else 'enters at' if was is None else 'moves to'} {self.to}{via}",
            reasons=route.ledgers,
            changes=[Change(piece.id, "hex", was, self.to, f"{was or 'off the map'} to {self.to}")],
            cites=(*cites, *(cite for row in released for cite in row.cites)),
        )
        if start != OFF:
            left_behind(position, recorder, piece)
        on_the_way(position, recorder, piece, start, route.path)


class Move(Going, kw_only=True):
    """Move a character on the map: `{move: lion-1, to: C3}`, with `path: [B2, C3]` to choose the path."""

    verb: ClassVar[str] = "move"
    enters: ClassVar[bool] = False
    move: Annotated[str, called("own")]

    def __post_init__(self) -> None:
        # a Land may be written as a number; as a hex it is refused when it is looked up
        self.to = str(self.to)

    @classmethod
    def of(cls, piece: str, to: str) -> Self:
        return cls(move=piece, to=to)

    def secret(self) -> bool:
        return True

    def piece(self) -> str:
        return self.move


class Enter(Going, kw_only=True):
    """Bring a character onto the map: `{enter: lion-1, to: D2}`; in a tower, the defender sets up with it."""

    verb: ClassVar[str] = "enter"
    enters: ClassVar[bool] = True
    enter: Annotated[str, called("own")]

    @classmethod
    def of(cls, piece: str, to: str) -> Self:
        return cls(enter=piece, to=to)

    def piece(self) -> str:
        return self.enter
