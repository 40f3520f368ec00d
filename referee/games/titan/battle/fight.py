"""The pieces of a battle on its board, and what each phase does to them.

Sides are numbers: ATTACKER 0, DEFENDER 1. A piece off the map has the hex OFF. A set of hexes is a bit mask, as in
`board`. Nothing here judges an order or writes a trace.
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
        """Whether its hits reach its Power-factor (LoT 12.0)."""
        return self.hits >= self.profile.power

    @property
    def remaining(self) -> int:
        """The hits it can still take, 0 if slain."""
        return max(self.profile.power - self.hits, 0)


class Fight:
    """The pieces of a battle and their hexes.

    `on` holds the set of occupied hexes of each side, `sides` the set of its entry hexes, `at` the piece on each hex,
    `gone` the pieces removed, `by_hazard` the ids of those that a hazard slew.
    """

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
        """Add a piece to the battle, on the map if it has a hex."""
        self.pieces[piece.id] = piece
        if piece.hex != OFF:
            self.at[piece.hex] = piece
            self.on[piece.side] |= 1 << piece.hex

    def place(self, piece: Piece, target: int) -> None:
        """Move a piece to a hex, from its hex or from off the map."""
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
        """Return the pieces of a side, including those off the map."""
        return [piece for piece in self.pieces.values() if piece.side == side]

    def living(self, side: int) -> list[Piece]:
        """Return the pieces of a side that are not slain."""
        return [p for p in self.pieces.values() if p.side == side and p.hits < p.profile.power]

    @property
    def occupied(self) -> int:
        """The set of occupied hexes."""
        return self.on[0] | self.on[1]

    def in_contact(self, piece: Piece) -> bool:
        """Return whether a piece is in contact with an enemy, slain or not (LoT 11.3)."""
        return piece.hex != OFF and bool(self.board.contact[piece.hex] & self.on[1 - piece.side])

    def enemies_beside(self, piece: Piece) -> list[Piece]:
        """Return the enemies in contact, including the slain, in the order of their hexes."""
        if piece.hex == OFF:
            return []
        return [
            p for h in bits(self.board.contact[piece.hex] & self.on[1 - piece.side]) if (p := self.at[h]) is not None
        ]

    def targets(self, piece: Piece) -> list[Piece]:
        """Return the enemies a piece may strike: in contact and not slain (LoT 12.0)."""
        return [p for p in self.enemies_beside(piece) if p.hits < p.profile.power]

    def destinations(self, piece: Piece) -> int:
        """Return the set of hexes where a piece may end its move, or its entry if it is off the map (LoT 10, 11)."""
        if piece.hex == OFF:
            if self.deploying and piece.side == DEFENDER:
                return self.board.deploy & ~self.occupied
            return entry(self.board, piece.profile, self.sides[piece.side], self.occupied)
        if self.board.contact[piece.hex] & self.on[1 - piece.side] or (self.deploying and piece.side == DEFENDER):
            return 0
        return reach(self.board, piece.profile, piece.hex, self.occupied)

    def strike(self, piece: Piece, target: Piece) -> StrikeRuling:
        """Return the ruling on a strike; both pieces are on the map and in contact."""
        return strike_of(self.board, piece.profile, piece.hex, target.profile, target.hex)

    def shot(self, piece: Piece, target: Piece) -> Shot:
        """Return the ruling on a rangestrike; both pieces are on the map."""
        return shot_of(self.board, piece.profile, piece.hex, target.profile, target.hex)

    def shots(self, piece: Piece) -> list[Piece]:
        """Return the enemies a piece may rangestrike (LoT 13)."""
        if not piece.profile.rangestrikes or piece.hex == OFF or self.engaged(piece):
            return []
        occupied = self.occupied
        near = self.board.within(piece.hex, farthest(self.board, piece.profile) - 1) & self.on[1 - piece.side]
        enemies = (self.at[h] for h in bits(near))
        return [p for p in enemies if p is not None and not p.slain and self.shot(piece, p).best(occupied)]

    def engaged(self, piece: Piece) -> bool:
        """Return whether contact keeps a piece from rangestriking (LoT 13.0)."""
        if not self.in_contact(piece) or self.targets(piece):
            return self.in_contact(piece)
        return not self.rules.chosen("rangestrike_beside_slain", "allowed")

    def hit(self, target: Piece, hits: int) -> int:
        """Score hits on a piece, at most until it is slain; return how many it took."""
        taken = min(hits, target.remaining)
        target.hits += taken
        return taken

    def must_strike(self, piece: Piece) -> bool:
        """Return whether a piece owes a strike (LoT 12.0)."""
        return not piece.struck and bool(self.targets(piece))

    def damage(self) -> list[tuple[Piece, Ledger]]:
        """Score the hits of hazards at the start of a Strike Phase; return the pieces hit and why (LoT 11.7)."""
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
        """Remove the active side's pieces that did not enter in its first Maneuver Phase; return them (LoT 10.1)."""
        lost = [piece for piece in self.pieces.values() if piece.side == self.active and piece.hex == OFF]
        for piece in lost:
            self.remove(piece)
            self.gone.append(piece)
        return lost
