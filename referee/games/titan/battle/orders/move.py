"""Moving a character on the map, and bringing one onto it (LoT 11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from referee.core.desk import Desk
from referee.core.orders import Objection, Order
from referee.core.shapes import SHORT
from referee.core.shapes import piece as called
from referee.core.trace import Change

from ...work import TitanWork
from ..fight import OFF, Piece
from ..judge import entry_cites, own_objections, standing_objections, turn_objections, way
from ..reach import Route


class Going(Order, kw_only=True):
    """What moving and entering share: a piece, a hex, and perhaps the very path."""

    to: str
    path: Annotated[list[str], SHORT] | None = None

    def piece(self) -> str:
        raise NotImplementedError

    def enters(self) -> bool:
        raise NotImplementedError

    def not_now(self, work: TitanWork, player: str) -> list[Objection]:
        """Return why this is not the phase, or not the player, for such an order."""
        return turn_objections(work, player, "maneuver", "entering" if self.enters() else "moving")

    def barred(self, work: TitanWork, player: str, piece: Piece) -> list[Objection]:
        """Return why the piece does not go anywhere at this player's word, wherever it stands."""
        cite = work.rules.cite
        out = own_objections(work, player, piece, self.verb)
        if out:
            return out
        if piece.moved:
            return [Objection(f"{work.named(piece)} has moved in this phase already", cite("one_move"), self.verb)]
        if self.enters() and piece.hex != OFF:
            return [Objection(f"{work.named(piece)} is on the map already; 'move' moves it", cite("entry"), self.verb)]
        if not self.enters() and piece.hex == OFF:
            return [Objection(f"{piece.id} is not on the map yet; 'enter' brings it on", cite("entry"), self.verb)]
        return []

    def check(self, work: TitanWork, player: str) -> list[Objection]:
        out = self.not_now(work, player)
        piece = work.find(self.piece(), self.verb)
        target = work.hex(self.to, "to")
        out += [o for o in (piece, target) if isinstance(o, Objection)]
        if out or isinstance(piece, Objection) or isinstance(target, Objection):
            return out
        out = self.barred(work, player, piece)
        if out:
            return out
        if not self.enters():
            out += standing_objections(work, piece)
        wrong = self._path_objections(work)
        return out + (wrong or self._route(work, piece, target).objections)

    def _path_objections(self, work: TitanWork) -> list[Objection]:
        out = [o for label in self.path or [] if isinstance(o := work.hex(label, "path"), Objection)]
        if self.path is not None and (not self.path or self.path[-1] != self.to):
            out.append(Objection(f"the path must end on {self.to}", work.rules.cite("allowance"), "path"))
        return out

    def _route(self, work: TitanWork, piece: Piece, target: int) -> Route:
        index = work.fight.board.index
        return way(work, piece, target, [index[label] for label in self.path] if self.path is not None else None)

    def concerns(self, work: TitanWork) -> Iterable[str]:
        return [self.piece()]

    def suppose_open(self, work: TitanWork, player: str, desk: Desk) -> None:
        # whether it moved hangs on the dice, so where it stands does too, and whether it is sent back
        desk.uncertain.add(self.piece())
        desk.adrift.add(self.piece())

    def apply(self, work: TitanWork, player: str, desk: Desk) -> None:
        fight = work.fight
        piece = fight.pieces[self.piece()]
        target = fight.board.index[self.to]
        found = self._route(work, piece, target)
        was = None if piece.hex == OFF else fight.board.labels[piece.hex]
        named = work.named(piece)
        set_up = fight.deploying and was is None and not found.ledger
        fight.place(piece, target)
        piece.moved = True
        by = [fight.board.labels[h] for h in found.path[:-1]]
        via = f" by way of {', '.join(by)}" if by else ""
        desk.write(
            f"{named} {'is set up on' if set_up else 'enters at' if was is None else 'moves to'} {self.to}{via}",
            reasons=[found.ledger] if found.ledger is not None else [],
            changes=[Change(piece.id, "hex", was, self.to, f"{was or 'off the map'} to {self.to}")],
            cites=work.rules.cite("allowance") if was is not None else entry_cites(work, set_up),
        )


class Move(Going, kw_only=True):
    """Move a character on the map: `{move: lion-1, to: C3}`, with `path: [B2, C3]` where the way matters."""

    verb: ClassVar[str] = "move"
    move: Annotated[str, called("own")]

    def piece(self) -> str:
        return self.move

    def enters(self) -> bool:
        return False


class Enter(Going, kw_only=True):
    """Bring a character onto the map: `{enter: lion-1, to: D2}`; in a tower the defender is set up so."""

    verb: ClassVar[str] = "enter"
    enter: Annotated[str, called("own")]

    def piece(self) -> str:
        return self.enter

    def enters(self) -> bool:
        return True
