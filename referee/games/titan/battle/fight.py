"""A battle on its board: where its pieces may go, whom they may strike, and what each phase does to them.

A set of hexes is a bit mask, as in `board`. Nothing here judges an order or writes a trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from referee.core.rules.compiled import Recalled
from referee.core.rules.rows import Fact

from ..rows import TitanRow
from ..rules import TitanRules
from ..sections import GivenFacts, Section
from ..sides import SIDES
from .board import Board, bits
from .pieces import DEFENDER, OFF, Piece
from .rulings.carrying import carry_bars
from .rulings.harm import Harm, harm, prevented
from .rulings.moves import Moves, moves_for
from .rulings.rangestrikes import LineOfFire, Shot, best_line, can_shoot, farthest, shot_of
from .rulings.reach import Holding, Way, entry, reach, reach_under, releasing_rows
from .rulings.strikes import Adapted, StrikeRuling, strike_of


class Fight:
    """The pieces of a battle and their hexes.

    `on` holds the set of occupied hexes of each side, `sides` the set of its entry hexes, `at` the piece on each hex,
    `gone` the pieces removed, `by_hazard` the ids of those that a hazard slew.
    """

    def __init__(self, rules: TitanRules, board: Board) -> None:
        self.rules = rules
        self.board = board
        self.pieces: dict[str, Piece] = {}
        # the pieces that fight for each side, None where it must be looked who they are
        self._of: list[list[Piece] | None] = [None, None]
        self.at: list[Piece | None] = [None] * len(board.labels)
        self.on = [0, 0]
        self.sides = [0, 0]
        self.gone: list[Piece] = []
        self.round = 1
        self.striking_phase = False
        # a round ends after its last Strike Phase, of which it is the close
        self.round_ending = False
        self.active = DEFENDER
        self.striking = DEFENDER
        self.deploying = False
        self.by_hazard: set[str] = set()
        sections = rules.sections
        # whether rows on characters may keep neighbours out of contact, and rows let characters leave it
        self._parted = sections["contact"].on_characters
        self._releases = not sections["hold"].empty
        # whether the characters and the ground settle every strike, every rangestrike and every step
        self._strikes_settled = not sections["modifiers"].varying
        self._shots_settled = self._strikes_settled and not sections["sight"].varying
        self._steps_settled = not sections["move"].varying
        self._known_strikes: Recalled[tuple[int, int, int], StrikeRuling] = rules.recalled["strike"]
        self._known_moves: Recalled[tuple[Board, int, bool | None], Moves] = rules.recalled["moves"]
        self.players: Sequence[str] = SIDES
        # the Land of the Masterboard on which it is fought, where it is part of a game
        self.land: str | None = None

    def under(self, rules: TitanRules, board: Board) -> Fight:
        """Return the same pieces on a board under rules with another option."""
        out = Fight(rules, board)
        out.pieces, out.at, out.on, out.sides, out.gone = self.pieces, self.at, self.on, self.sides, self.gone
        out._of = self._of
        out.round, out.striking_phase, out.round_ending = self.round, self.striking_phase, self.round_ending
        out.active, out.striking, out.deploying = self.active, self.striking, self.deploying
        out.by_hazard, out.players, out.land = self.by_hazard, self.players, self.land
        return out

    def add(self, piece: Piece) -> None:
        """Add a piece to the battle, on the map if it has a hex."""
        self.pieces[piece.id] = piece
        self._of[:] = None, None
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
        self._of[:] = None, None

    def take_out(self, pieces: Iterable[Piece]) -> None:
        """Take pieces out of the battle, and count them as gone."""
        for piece in pieces:
            self.remove(piece)
            self.gone.append(piece)

    def turn(self, piece: Piece, side: int, moves: bool = False) -> None:
        """Make a piece fight for a side; in a Maneuver Phase it does not move any more, unless it still `moves`."""
        if piece.hex != OFF:
            self.on[piece.side] &= ~(1 << piece.hex)
            self.on[side] |= 1 << piece.hex
        piece.side = side
        self._of[:] = None, None
        piece.turned = not (piece.turned or self.striking_phase)
        if not moves and not self.striking_phase and side == self.active:
            piece.moved, piece.farther = True, max(piece.farther, piece.profile.extra)

    def of(self, side: int) -> Sequence[Piece]:
        """Return the pieces that fight for a side now, including those off the map."""
        found = self._of[side]
        if found is None:
            found = self._of[side] = [piece for piece in self.pieces.values() if piece.side == side]
        return found

    def living(self, side: int) -> list[Piece]:
        """Return the pieces of a side that are not slain."""
        return [p for p in self.of(side) if p.hits < p.profile.power]

    def members(self, side: int) -> list[Piece]:
        """Return who takes a place in a side's legion, slain or not: those who fight for it, and those it owns.

        Those whom a Spell brought are of no legion. By an option, one under control takes no place in its owner's.
        """
        return [p for p in self.pieces.values() if p.by is None and (p.side == side or self._keeps_place(p, side))]

    def _keeps_place(self, piece: Piece, side: int) -> bool:
        """Return whether a piece that another side controls takes a place in the legion of its owner, a side."""
        option = piece.leaves_place
        return piece.owner == side and (option is None or not self.rules.chosen(option, True))

    def holding(self, side: int) -> list[Piece]:
        """Return the living that take a place in a side's legion."""
        return [p for p in self.members(side) if not p.slain]

    @property
    def occupied(self) -> int:
        """The set of occupied hexes."""
        return self.on[0] | self.on[1]

    def in_contact(self, piece: Piece) -> bool:
        """Return whether a piece is in contact with an enemy, slain or not (LoT 11.3)."""
        if piece.hex == OFF or not self.board.contact[piece.hex] & self.on[1 - piece.side]:
            return False
        return not self._parted or bool(self.enemies_beside(piece))

    def in_touch_with(self, hex_: int) -> list[Piece]:
        """Return the pieces on the hexes beside a hex, those across a Cliff left out, in the order of their hexes."""
        return [p for h in bits(self.board.contact[hex_] & self.occupied) if (p := self.at[h]) is not None]

    def apart(self, one: Piece, other: Piece) -> list[TitanRow]:
        """Return the rows on two enemies, and on what lies on them, that keep them out of contact."""
        section = self.rules.sections["contact"]
        if not section.on_characters:
            return []
        found: list[TitanRow] = []
        for subject, beside in ((one, other), (other, one)):
            if subject.profile.carriers:
                people = {"subject": subject.profile, "other": beside.profile}
                facts = {**section.facts(people), **dict(self.given("contact", subject=subject, other=beside))}
                found += self.rules.rows_on(section, subject.profile.carriers, facts, people)
        return [row for row in found if row.forbid]

    def enemies_beside(self, piece: Piece) -> list[Piece]:
        """Return the enemies in contact, including the slain, in the order of their hexes (LoT 11.3)."""
        if piece.hex == OFF:
            return []
        near = self.board.contact[piece.hex] & self.on[1 - piece.side]
        if not near:
            return []
        found = [p for h in bits(near) if (p := self.at[h]) is not None]
        return [p for p in found if not self.apart(piece, p)] if self._parted else found

    def friends_beside(self, piece: Piece) -> list[Piece]:
        """Return the friends that are not slain on the hexes beside a piece, none across a Cliff."""
        near = self.in_touch_with(piece.hex) if piece.hex != OFF else []
        return [one for one in near if one.side == piece.side and not one.slain]

    def targets(self, piece: Piece) -> list[Piece]:
        """Return the enemies a piece may strike: in contact and not slain (LoT 12.0)."""
        hex_ = piece.hex
        if hex_ == OFF or not (near := self.board.contact[hex_] & self.on[1 - piece.side]):
            return []
        if self._parted:
            return [p for p in self.enemies_beside(piece) if p.hits < p.profile.power]
        out, at = [], self.at
        while near:
            low = near & -near
            near ^= low
            enemy = at[low.bit_length() - 1]
            if enemy is not None and enemy.hits < enemy.profile.power:
                out.append(enemy)
        return out

    def destinations(self, piece: Piece) -> int:
        """Return the set of hexes where a piece may end its move, or its entry if it is off the map (LoT 10, 11)."""
        if self.deploying and piece.side == DEFENDER:
            return self.board.deploy & ~self.occupied if piece.hex == OFF else 0
        profile = piece.profile
        if profile.one_way and not piece.moved and not piece.cast:
            hex_ = piece.hex
            if (
                hex_ != OFF
                and (self.board.contact[hex_] & self.on[1 - piece.side] or self._turned)
                and self.held(piece)
            ):
                return 0
            return self._reached(piece, None, profile.allowance)
        out = 0
        for flies, allowance, _ in self._goings(piece):
            out |= self._reached(piece, flies, allowance)
        return out

    def _reached(self, piece: Piece, flies: bool | None, allowance: int) -> int:
        """Return the set of hexes where a piece that is not held may end its move, or its entry, in one way."""
        hex_, board, occupied = piece.hex, self.board, self.on[0] | self.on[1]
        if hex_ == OFF:
            return entry(self.moves(piece, flies), allowance, self.sides[piece.side], occupied)
        if board.bare is None:
            return reach(self.moves(piece, flies), allowance, hex_, occupied)
        return reach_under(board, piece.profile, self._given_mover(piece), flies, allowance, hex_, occupied)

    def moves(self, piece: Piece, flies: bool | None = None) -> Moves:
        """Return what each step costs a piece, in flight or on foot as it `flies`."""
        if self._steps_settled:
            board, profile, known = self.board, piece.profile, self._known_moves
            key = board, profile.number, flies
            return known.get(key) or known.recall(key, moves_for, board, profile, (), flies)
        return moves_for(self.board, piece.profile, self._given_mover(piece), flies)

    def _given_mover(self, piece: Piece) -> GivenFacts:
        return () if self._steps_settled else self.given("move", self.board.all, mover=piece)

    def ways(self, piece: Piece) -> list[Way]:
        """Return the ways in which a piece may go now: in flight, or on foot where that may lead elsewhere."""
        return [Way(self.moves(piece, flies), allowance, by) for flies, allowance, by in self._goings(piece)]

    def _goings(self, piece: Piece) -> list[tuple[bool | None, int, bool]]:
        """Return for each way whether it is in flight, how far the piece goes, and whether the flight is by an effect.

        What lies on it may free it as often as its profile says, each time from contact or into the air.
        """
        profile = piece.profile
        frees = profile.frees
        if piece.cast:
            return []
        # one that has moved did not begin the phase in contact
        if piece.hex != OFF and not piece.moved and self.held(piece):
            if not frees:
                return []
            frees -= 1
        borrowed = bool(frees) and not profile.flies and not profile.grounded
        if not borrowed and not piece.moved and profile.flight == profile.allowance:
            return [(None, profile.allowance, False)]
        on_foot, flown = profile.allowance, profile.flight
        if piece.moved:
            on_foot = flown = piece.farther_left
        out: list[tuple[bool | None, int, bool]] = []
        if not profile.flies or flown != on_foot:
            out.append((False, on_foot, False))
        if profile.flies or borrowed:
            out.append((True, flown, borrowed))
        return out

    def held(self, piece: Piece) -> bool:
        """Return whether an enemy in contact keeps a piece from moving (LoT 11.3)."""
        if self._turned:
            return bool(self.holders(piece))
        if not self.in_contact(piece):
            return False
        return not self._releases or bool(self.holders(piece))

    def holders(self, piece: Piece) -> list[Piece]:
        """Return the enemies in contact as the phase began that keep a piece from moving (LoT 11.3)."""
        beside = self.enemies_beside(piece)
        if self._turned and not piece.turned and piece.hex != OFF:
            # who has changed sides since was an enemy, or was none
            near = [one for one in self.in_touch_with(piece.hex) if (one.side == piece.side) == one.turned]
            beside = [one for one in near if not self.apart(piece, one)]
        if not self._releases:
            return beside
        return [enemy for enemy in beside if not self._releasing(enemy, piece)]

    @property
    def _turned(self) -> bool:
        """Whether somebody has changed sides in this Maneuver Phase."""
        return bool(self.rules.controlling) and any(piece.turned for piece in self.pieces.values())

    def released_by(self, piece: Piece) -> list[TitanRow]:
        """Return the rows by which enemies in contact do not keep a piece from moving."""
        if not self._releases:
            return []
        return [row for enemy in self.enemies_beside(piece) for row in self._releasing(enemy, piece)]

    def _releasing(self, holder: Piece, held: Piece) -> list[TitanRow]:
        people = {"holder": holder.profile, "held": held.profile}
        hexes = {"holder": holder.hex, "held": held.hex}
        return releasing_rows(self.board, Holding(people, hexes, self.given("hold", holder=holder, held=held)))

    def given(self, section: str, near: int | None = None, /, **people: Piece) -> GivenFacts:
        """Return the facts that rows of a section name and that neither the characters nor the ground settle.

        Who laid what is left out where nothing in the hexes `near`, or on the characters, has rows that ask it.
        """
        rows = self.rules.sections[section]
        if not rows.varying:
            return ()
        asked = rows.by_source and (near is None or self._sourced(rows, near, people))
        varying = rows.varying if asked else rows.plain
        if not varying:
            return ()
        return tuple((name, fact) for name in varying if (fact := self._fact(name, people)) is not None)

    def _sourced(self, section: Section, near: int, people: Mapping[str, Piece]) -> bool:
        """Return whether rows of a section ask who laid what lies in the hexes `near`, or on the characters."""
        if self.board.sourced(section) & near:
            return True
        if not section.sourced_on_characters:
            return False
        return any(id(one.table) in section.sourced for p in people.values() for one in p.profile.carriers)

    def _fact(self, name: str, people: Mapping[str, Piece]) -> Fact | None:
        """Return a fact of the battle or of one who takes part, named as role_attribute; None where it is not known."""
        if name in _OF_BATTLE:
            return _OF_BATTLE[name](self)
        role, _, attribute = name.partition("_")
        piece = people.get(role)
        return None if piece is None else _OF_PIECE[attribute](self, piece)

    def strike(self, piece: Piece, target: Piece) -> StrikeRuling:
        """Return the ruling on a strike; both pieces are on the map and in contact."""
        striker, struck, board = piece.profile, target.profile, self.board
        if self._strikes_settled and not striker.adapts:
            key = striker.number, struck.number, board.rolled[piece.hex, target.hex]
            known = self._known_strikes
            return known.get(key) or known.recall(key, strike_of, board, striker, piece.hex, struck, target.hex)
        given = self.given("modifiers", 1 << piece.hex | 1 << target.hex, striker=piece, target=target)
        power = self.adapted(piece) if striker.adapts else None
        return strike_of(board, striker, piece.hex, struck, target.hex, given, power)

    def adapted(self, piece: Piece) -> Adapted:
        """Return the Power of one that takes the greatest of those in touch with its hex, friend or foe (MM 4.2.2)."""
        least = self.rules.combat.adapted_power
        out = Adapted(least, "")
        for other in self.in_touch_with(piece.hex):
            adapts = other.profile.adapts
            power = int(self.rules.option("changeling_counts_as")) if adapts else other.profile.own_power
            if power > out.power:
                out = Adapted(power, other.profile.named)
        return out

    def carry_bars(self, piece: Piece, target: Piece, other: Piece, up: frozenset[str]) -> tuple[TitanRow, ...]:
        """Return the rows that forbid carrying over from a target to another enemy in contact (LoT 12.4).

        `up` are the hexsides over which the strike at the target goes up.
        """
        if self.rules.sections["carry"].on_hexsides_alone and (piece.hex, other.hex) not in self.board.sides:
            return ()
        pieces = {"striker": piece, "target": target, "other": other}
        return carry_bars(
            self.board,
            {role: p.profile for role, p in pieces.items()},
            {role: p.hex for role, p in pieces.items()},
            up,
            self.given("carry", **pieces),
        )

    def shot(self, piece: Piece, target: Piece) -> Shot:
        """Return the ruling on a rangestrike; both pieces are on the map."""
        if self._shots_settled:
            return shot_of(self.board, piece.profile, piece.hex, target.profile, target.hex)
        given = self.given("modifiers", self.board.all, striker=piece, target=target)
        given += self.given("sight", self.board.all, striker=piece, target=target)
        return shot_of(self.board, piece.profile, piece.hex, target.profile, target.hex, given)

    def shots(self, piece: Piece) -> list[Piece]:
        """Return the enemies a piece may rangestrike (LoT 13)."""
        if not piece.profile.rangestrikes or piece.hex == OFF or self.engaged(piece):
            return []
        occupied = self.on[0] | self.on[1]
        near = self.board.within(piece.hex, farthest(self.board, piece.profile) - 1) & self.on[1 - piece.side]
        enemies = [p for h in bits(near) if (p := self.at[h]) is not None and p.hits < p.profile.power]
        if self._shots_settled and not self.rules.listening:
            board, own, source = self.board, piece.profile, piece.hex
            return [p for p in enemies if can_shoot(board, own, source, p.profile, p.hex, occupied)]
        return [p for p in enemies if self.shot(piece, p).best(occupied)]

    def best_line(self, piece: Piece, target: Piece) -> LineOfFire:
        """Return the path of the lowest strike-number by which a piece may rangestrike an enemy (LoT 13.3)."""
        occupied = self.on[0] | self.on[1]
        if self._shots_settled and not self.rules.listening:
            found = best_line(self.board, piece.profile, piece.hex, target.profile, target.hex, occupied)
        else:
            found = self.shot(piece, target).best(occupied)
        assert found is not None
        return found

    def engaged(self, piece: Piece) -> bool:
        """Return whether contact keeps a piece from rangestriking (LoT 13.0)."""
        if not self.in_contact(piece):
            return False
        if self.targets(piece):
            return True
        return not self.rules.chosen("rangestrike_beside_slain", "allowed")

    def hit(self, target: Piece, hits: int) -> int:
        """Score hits on a piece, at most until it is slain; return how many it took."""
        left = target.profile.power - target.hits
        if hits > left:
            hits = left if left > 0 else 0
        if hits:
            target.hits += hits
        return hits

    def carry_over(self, left: int, takers: Sequence[Piece], most: Sequence[int] | None = None) -> list[int]:
        """Score surplus hits on those who may take them, in turn; return how many each took (LoT 12.4).

        Each takes them until it is slain, or has its part of `most`.
        """
        out = []
        for number, piece in enumerate(takers):
            taken = self.hit(piece, left if most is None else min(left, most[number]))
            left -= taken
            out.append(taken)
        return out

    def must_strike(self, piece: Piece) -> bool:
        """Return whether a piece owes a strike (LoT 12.0)."""
        return not piece.struck and not piece.cast and bool(self.targets(piece))

    def owes_strikes(self, side: int) -> bool:
        """Return whether any piece of a side owes a strike (LoT 12.0)."""
        return any(self.must_strike(piece) for piece in self.of(side))

    def damage(self) -> list[tuple[Piece, Harm]]:
        """Heal and hurt by rows at the start of a Strike Phase, and tell who is spared by one (LoT 11.7)."""
        out = []
        for h in bits(self.board.harmful & self.occupied):
            piece = self.at[h]
            if piece is None or piece.slain:
                continue
            found = self.harm(piece)
            if found.ledger.total or found.healed.total or prevented(found.ledger):
                piece.hits -= min(found.healed.total, piece.hits)
                self.hit(piece, found.ledger.total)
                if piece.slain and not self._hurt_by_enemy(piece):
                    self.by_hazard.add(piece.id)
                out.append((piece, found))
        return out

    def _hurt_by_enemy(self, piece: Piece) -> bool:
        """Return whether anything that hurts a piece was laid by the other side."""
        enemy = SIDES[1 - piece.side]
        lying = (*self.board.borne[piece.hex], *piece.profile.carriers)
        return any(one.side == enemy and one.table.damage for one in lying)

    def harm(self, piece: Piece) -> Harm:
        """Return what the start of this Strike Phase does to a piece on the map."""
        given = self.given("damage", 1 << piece.hex, occupant=piece)
        return harm(self.board, piece.profile, piece.hex, piece.side == self.active, given)

    def clear(self) -> list[Piece]:
        """Remove the slain at the end of a Strike Phase (LoT 12.6); return them."""
        slain = []
        for piece in self.pieces.values():
            piece.struck = False
            if piece.hits >= piece.profile.power:
                slain.append(piece)
        self.take_out(slain)
        return slain

    def leave_outside(self) -> list[Piece]:
        """Remove the active side's pieces that did not enter in its first Maneuver Phase; return them (LoT 10.1)."""
        lost = [piece for piece in self.of(self.active) if piece.hex == OFF]
        self.take_out(lost)
        return lost


_OF_BATTLE: Mapping[str, Callable[[Fight], Fact | None]] = {
    "battleland": lambda fight: fight.board.name,
    "terrain": lambda fight: fight.board.name,
    "land": lambda fight: fight.land,
    "round": lambda fight: fight.round,
    "phase": lambda fight: "strike" if fight.striking_phase or fight.round_ending else "maneuver",
    "active_side": lambda fight: SIDES[fight.active],
}
_OF_PIECE: Mapping[str, Callable[[Fight, Piece], Fact | None]] = {
    "id": lambda fight, piece: piece.id,
    "side": lambda fight, piece: SIDES[piece.side],
    "owner": lambda fight, piece: fight.players[piece.owner],
    "controlled": lambda fight, piece: piece.controlled,
    "controls": lambda fight, piece: sum(other.controller == piece.id for other in fight.pieces.values()),
    "hits": lambda fight, piece: piece.hits,
    "hits_left": lambda fight, piece: piece.remaining,
    "moved": lambda fight, piece: piece.moved or piece.gone > 0,
    "gone": lambda fight, piece: piece.gone,
    "hex": lambda fight, piece: fight.board.labels[piece.hex] if piece.hex != OFF else None,
    "ground": lambda fight, piece: fight.board.uppermost(piece.hex) if piece.hex != OFF else None,
    "in_contact": lambda fight, piece: fight.in_contact(piece),
    "enemies_beside": lambda fight, piece: sum(not one.slain for one in fight.enemies_beside(piece)),
    "friends_beside": lambda fight, piece: len(fight.friends_beside(piece)),
    "alike_beside": lambda fight, piece: sum(
        one.profile.name == piece.profile.name for one in fight.friends_beside(piece)
    ),
}
