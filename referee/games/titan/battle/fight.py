"""A battle as the engine plays it: pieces on a board, and what every phase does to them.

Sides are numbers: ATTACKER 0, DEFENDER 1. Everything here is plain and quick; orders, their
objections and the trace stand above it and use the same methods.
"""

from __future__ import annotations

from referee.core.rules.ledger import Ledger

from ..rules import Profile, TitanRules
from .board import Board, bits
from .rulings.harm import harm
from .rulings.rangestrikes import Shot, farthest, shot_of
from .rulings.reach import entry, reach
from .rulings.strikes import StrikeRuling, strike_of

ATTACKER, DEFENDER = 0, 1
OFF = -1


class Piece:
    """One character in the battle."""

    __slots__ = ("hex", "hits", "id", "moved", "profile", "side", "struck")

    def __init__(self, ident: str, profile: Profile, side: int, hex_: int = OFF, hits: int = 0) -> None:
        self.id = ident
        self.profile = profile
        self.side = side
        self.hex = hex_
        self.hits = hits
        self.moved = False
        self.struck = False

    @property
    def slain(self) -> bool:
        """Whether it carries hits equal to its Power (LoT 12.0)."""
        return self.hits >= self.profile.power

    @property
    def remaining(self) -> int:
        """The hits it can still take."""
        return max(self.profile.power - self.hits, 0)


class Fight:
    """The pieces of a battle and where they stand; `on` holds the occupied hexes of each side."""

    def __init__(self, rules: TitanRules, board: Board) -> None:
        self.rules = rules
        self.board = board
        self.pieces: dict[str, Piece] = {}
        self.at: list[Piece | None] = [None] * len(board.labels)
        self.on = [0, 0]
        self.sides = [0, 0]
        self.gone: list[Piece] = []
        self.round = 1
        self.striking_phase = False
        self.active = DEFENDER
        self.striking = DEFENDER
        self.deploying = False
        self.by_hazard: set[str] = set()

    def add(self, piece: Piece) -> None:
        """Put a piece into the battle, on the map where it has a hex."""
        self.pieces[piece.id] = piece
        if piece.hex != OFF:
            self.at[piece.hex] = piece
            self.on[piece.side] |= 1 << piece.hex

    def place(self, piece: Piece, target: int) -> None:
        """Move a piece to a hex, from its own or from off the map."""
        if piece.hex != OFF:
            self.at[piece.hex] = None
            self.on[piece.side] ^= 1 << piece.hex
        piece.hex = target
        self.at[target] = piece
        self.on[piece.side] |= 1 << target

    def remove(self, piece: Piece) -> None:
        """Take a piece out of the battle."""
        if piece.hex != OFF:
            self.at[piece.hex] = None
            self.on[piece.side] ^= 1 << piece.hex
        del self.pieces[piece.id]

    def of(self, side: int) -> list[Piece]:
        """Return the pieces of a side, those off the map too."""
        return [piece for piece in self.pieces.values() if piece.side == side]

    def living(self, side: int) -> list[Piece]:
        """Return the pieces of a side that are not slain."""
        return [p for p in self.pieces.values() if p.side == side and p.hits < p.profile.power]

    @property
    def occupied(self) -> int:
        """Every hex on which a character stands."""
        return self.on[0] | self.on[1]

    def in_contact(self, piece: Piece) -> bool:
        """Return whether an enemy stands next to a piece with nothing that parts them (LoT 11.3)."""
        return piece.hex != OFF and bool(self.board.contact[piece.hex] & self.on[1 - piece.side])

    def enemies_beside(self, piece: Piece) -> list[Piece]:
        """Return the enemies in contact, slain ones too, in the order of their hexes."""
        if piece.hex == OFF:
            return []
        return [
            p for h in bits(self.board.contact[piece.hex] & self.on[1 - piece.side]) if (p := self.at[h]) is not None
        ]

    def targets(self, piece: Piece) -> list[Piece]:
        """Return the enemies a piece may strike: in contact and not slain (LoT 12.0)."""
        return [p for p in self.enemies_beside(piece) if p.hits < p.profile.power]

    def destinations(self, piece: Piece) -> int:
        """Return the hexes where a piece may end its move, or its entry where it is off the map."""
        if piece.hex == OFF:
            if self.deploying and piece.side == DEFENDER:
                return self.board.deploy & ~self.occupied
            return entry(self.board, piece.profile, self.sides[piece.side], self.occupied)
        if self.board.contact[piece.hex] & self.on[1 - piece.side] or (self.deploying and piece.side == DEFENDER):
            return 0
        return reach(self.board, piece.profile, piece.hex, self.occupied)

    def strike(self, piece: Piece, target: Piece) -> StrikeRuling:
        """Return the ruling on a strike."""
        return strike_of(self.board, piece.profile, piece.hex, target.profile, target.hex)

    def shot(self, piece: Piece, target: Piece) -> Shot:
        """Return the ruling on a rangestrike."""
        return shot_of(self.board, piece.profile, piece.hex, target.profile, target.hex)

    def shots(self, piece: Piece) -> list[Piece]:
        """Return the enemies a piece may rangestrike (LoT 13)."""
        if not piece.profile.rangestrikes or piece.hex == OFF or self.engaged(piece):
            return []
        occupied = self.occupied
        near = self.board.within(piece.hex, farthest(self.board, piece.profile) - 1) & self.on[1 - piece.side]
        found = (self.at[h] for h in bits(near))
        return [p for p in found if p is not None and not p.slain and self.shot(piece, p).best(occupied)]

    def engaged(self, piece: Piece) -> bool:
        """Return whether contact keeps a piece from rangestriking (LoT 13.0)."""
        if not self.in_contact(piece) or self.targets(piece):
            return self.in_contact(piece)
        return not self.rules.chosen("rangestrike_beside_slain", "allowed")

    def hit(self, target: Piece, hits: int) -> int:
        """Score hits on a piece, never more than slay it; return how many it took."""
        taken = min(hits, target.remaining)
        target.hits += taken
        return taken

    def must_strike(self, piece: Piece) -> bool:
        """Return whether a piece owes a strike (LoT 12.0)."""
        return not piece.struck and bool(self.targets(piece))

    def damage(self) -> list[tuple[Piece, Ledger]]:
        """Score what hazards do to those who stand in them at the start of a Strike Phase (LoT 11.7)."""
        out = []
        for h in bits(self.board.harmful & self.occupied):
            piece = self.at[h]
            if piece is None or piece.slain:
                continue
            ledger = harm(self.board, piece.profile, h, piece.side == self.active).ledger
            if ledger.total:
                self.hit(piece, ledger.total)
                if piece.slain:
                    self.by_hazard.add(piece.id)
                out.append((piece, ledger))
        return out

    def clear(self) -> list[Piece]:
        """Remove the slain at the end of a Strike Phase (LoT 12.6); return them."""
        slain = [piece for piece in self.pieces.values() if piece.hits >= piece.profile.power]
        for piece in slain:
            self.remove(piece)
            self.gone.append(piece)
        for piece in self.pieces.values():
            piece.struck = False
        return slain

    def leave_outside(self) -> list[Piece]:
        """Lose the active side's pieces that are not on the map at the end of its first Maneuver Phase (LoT 10.1)."""
        lost = [piece for piece in self.pieces.values() if piece.side == self.active and piece.hex == OFF]
        for piece in lost:
            self.remove(piece)
            self.gone.append(piece)
        return lost
