"""One battle as tables for playouts in lanes, compiled by asking the judge about its board and its characters.

`why_not` says what a battle has that the tables cannot hold; the judge plays such a battle itself. A piece is a number
in the order of `pieces`, a hex a number as on the board, and `off` the number after the last. A set of hexes is a mask.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from referee.core.game.chances import hit_weights

from ..battle.board import bits
from ..battle.pieces import ATTACKER, DEFENDER, Piece
from ..battle.pieces import OFF as NOWHERE
from ..battle.position import BattlePosition
from ..battle.rulings.costs import BARRED
from ..battle.rulings.moves import Moves
from ..battle.rulings.rangestrikes import Aim, aim_along, farthest, shot_of
from ..battle.rulings.reach import entry
from ..battle.rulings.strikes import strike_of
from ..battle.upkeep import Upkeep
from ..profiles import Profile
from .masks import PART, Array
from .newcomers import Newcomers

# pieces are the bits of a mask, and some are left for newcomers
MOST_PIECES = 20
# a roll is looked up by so many parts of its chance
GUIDE = 1024
# in a guide: the part holds more than one number of hits
UNSURE = 255
# the sections whose rows may ask only what the characters and the ground settle
_SETTLED = ("move", "modifiers", "sight", "damage", "contact", "hold")


def why_not(position: BattlePosition) -> str:
    """Return in words what the tables cannot hold of a battle; empty if they hold it all."""
    rules, fight = position.rules, position.fight
    sections = rules.sections
    named = next((name for name in _SETTLED if sections[name].varying), "")
    if named:
        return f"rows of '{named}' ask more than characters and ground ({', '.join(sections[named].varying)})"
    if rules.eventful or "hit" in rules.occasions:
        return "rows of events do something at moments of the battle"
    if sections["modifiers"].hits:
        return "rows change how many of the hits count that dice show"
    if rules.profiles_change or not sections["profile"].empty:
        return "rows change what characters are"
    if not sections["hold"].empty or sections["contact"].on_characters:
        return "rows on characters change who is in contact, or whom contact holds"
    if sections["move"].leaves or sections["move"].stops:
        return "rows end moves, or charge for leaving a hex"
    if not sections["score"].empty:
        return "rows change what characters are worth"
    if position.effects or position.spells or position.storm is not None or type(position.upkeep) is not Upkeep:
        return "effects and Spells are laid"
    if position.setting_up or position.first == ATTACKER:
        return "the attacker begins the rounds (tower_rounds)"
    if any(p.controlled or p.profile.adapts or p.profile.frees or p.profile.extra for p in fight.pieces.values()):
        return "a character is controlled, adapts its Power or leaves contact"
    if any(p.profile.flight != p.profile.allowance for p in fight.pieces.values()):
        return "a character flies farther than it walks"
    if fight.round > 1 and any(p.hex == NOWHERE for p in fight.pieces.values()):
        return "a character waits to enter"
    if any(p.profile.vital for p in fight.pieces.values()):
        options = rules.options
        if options["unstruck_titan"] == "nobody" or options["unentered_titan"] == "after_strikes":
            return "the options 'unstruck_titan' or 'unentered_titan' look at how a Titan fell"
    if len(fight.pieces) > MOST_PIECES:
        return f"there are more than {MOST_PIECES} characters"
    if fight.board.deploy and any(p.hex != NOWHERE for p in fight.of(DEFENDER)) and fight.deploying:
        return "some defenders are set up already"
    return "" if len(fight.board.labels) < 2 * PART + 1 else "the board has too many hexes"


class Walk(NamedTuple):
    """How those walk who pay the same: by cost, where each hex leads, and where each half of a set of hexes leads."""

    costs: tuple[int, ...]
    near: dict[int, Array]
    low: dict[int, Array]
    high: dict[int, Array]


class Mover(NamedTuple):
    """How a piece moves: where a flyer lands from each hex, or how it walks, and where it enters, by cost on foot."""

    allowance: int
    lands: Array | None
    walk: Walk | None
    enters: int
    begins: tuple[tuple[int, int], ...]


class Roll(NamedTuple):
    """Dice and Strike-number of a strike."""

    dice: int
    number: int


class Shots(NamedTuple):
    """The lines of a rangestriker at one enemy, the best first: what blocks them, and the roll, -1 where there is none.

    The index is `hex * width + hex of the enemy`.
    """

    blockers: tuple[Array, ...]
    rolls: tuple[Array, ...]


class _Line(NamedTuple):
    """A line with its end hexes, what blocks it, and the number of its ground."""

    whole: tuple[int, ...]
    blockers: int
    ground: int


class Table:
    """What playouts of one battle need of the judge; see the module.

    The pieces from number `begun` on are those who may join it; `newcomers` has them for each side, the best first.
    """

    def __init__(self, position: BattlePosition, newcomers: Newcomers | None = None) -> None:
        """Compile it; the battle is one of which `why_not` says nothing. Without `newcomers`, nobody joins it."""
        self.position = position
        self.fight = fight = position.fight
        self.board, self.rules = fight.board, position.rules
        self.pieces = list(fight.pieces.values())
        self.begun = len(self.pieces)
        self.newcomers: tuple[list[int], list[int]] = ([], [])
        self.defenders: list[int] = []
        self.mustered: dict[int, Array] = {}
        if newcomers is not None:
            self._let_join(newcomers)
        self.off = len(self.board.labels)
        self.width = self.off + 1
        self.rounds = position.rules.combat.rounds
        self.reinforcement_round = position.rules.combat.reinforcement_round
        self.legion_most = position.rules.combat.legion_most
        self.unentered_opens_summons = position.rules.options["unentered_open_summons"] == "open"
        self.faces = self.rules.combat.die.faces
        self.contact = np.array([*self.board.contact, 0], dtype=np.uint32)
        self.bit = np.array([*(1 << h for h in range(self.off)), 0], dtype=np.uint32)
        self.power = [piece.profile.power for piece in self.pieces]
        self.side = [piece.side for piece in self.pieces]
        self.rolls: list[Roll] = []
        self._roll_numbers: dict[Roll, int] = {}
        self._walks: dict[int, Walk] = {}
        self.movers = [self._mover(piece) for piece in self.pieces]
        self.strikes = self._strikes()
        self.shots = {n: self._shots(n) for n, piece in enumerate(self.pieces) if piece.profile.rangestrikes}
        self.harm = self._harm()

    def _let_join(self, newcomers: Newcomers) -> None:
        """Add those who may join; `mustered` says of each by which of the `defenders` living it may be mustered."""
        for side in (ATTACKER, DEFENDER):
            for name in newcomers.kinds[side]:
                self.newcomers[side].append(len(self.pieces))
                self.pieces.append(self.position.newcomer(name, side))
        self.defenders = newcomers.defenders
        for row in self.newcomers[DEFENDER]:
            name = self.pieces[row].profile.name
            self.mustered[row] = np.array([name in able for able in newcomers.mustered])

    def enemies(self, number: int) -> list[int]:
        """Return the numbers of the enemies of a piece."""
        return [n for n, side in enumerate(self.side) if side != self.side[number]]

    # moves

    def _mover(self, piece: Piece) -> Mover:
        fight, profile = self.fight, piece.profile
        moves, allowance = fight.moves(piece), profile.allowance
        side = fight.sides[piece.side]
        if moves.flies:
            lands = [moves.landings(1 << h, 0, allowance) & ~(1 << h) for h in range(self.off)]
            return Mover(allowance, np.array([*lands, 0], dtype=np.uint32), None, entry(moves, allowance, side, 0), ())
        begins: dict[int, int] = {}
        for h in bits(side):
            if moves.into[h] <= allowance:
                begins[moves.into[h]] = begins.get(moves.into[h], 0) | 1 << h
        walk = self._walks.get(id(moves))
        if walk is None:
            walk = self._walks[id(moves)] = self._walk(moves)
        return Mover(allowance, None, walk, side, tuple(sorted(begins.items())))

    def _walk(self, moves: Moves) -> Walk:
        by_cost: dict[int, list[int]] = {}
        for h, steps in enumerate(moves.steps):
            for cost, mask in steps:
                if cost < BARRED:
                    by_cost.setdefault(cost, [0] * self.off)[h] |= mask
        costs = tuple(sorted(by_cost))
        assert 0 not in costs
        near = {cost: np.array([*by_cost[cost], 0], dtype=np.uint32) for cost in costs}
        low = {cost: _spread(by_cost[cost][:PART]) for cost in costs}
        high = {cost: _spread(by_cost[cost][PART:]) for cost in costs}
        return Walk(costs, near, low, high)

    # strikes and rangestrikes

    def roll(self, dice: int, number: int) -> int:
        """Return the number of a roll; one that is not known yet is added, unless the chances have been asked for."""
        roll = Roll(dice, number)
        if roll not in self._roll_numbers:
            assert "_guides" not in self.__dict__
            self._roll_numbers[roll] = len(self.rolls)
            self.rolls.append(roll)
        return self._roll_numbers[roll]

    def contacts(self) -> Iterator[tuple[int, int, int]]:
        """Yield each pair of hexes in contact, with the number of its ground."""
        for one in range(self.off):
            for other in bits(self.board.contact[one]):
                yield one, other, self.board.grounds[one, other]

    def _strikes(self) -> list[Array]:
        """Return for each piece the roll of a strike, by `(hex * width + hex of the enemy) * pieces + enemy`."""
        pairs = list(self.contacts())
        samples = {ground: (one, other) for one, other, ground in pairs}
        out: list[Array] = []
        known: dict[tuple[int, int, int], int] = {}
        by_kind: dict[tuple[int, tuple[int, ...]], Array] = {}
        grounds = np.array([ground for _, _, ground in pairs])
        places = np.array([one * self.width + other for one, other, _ in pairs])
        for piece in self.pieces:
            kind = (piece.profile.number, tuple(p.profile.number for p in self.pieces))
            if kind in by_kind:
                out.append(by_kind[kind])
                continue
            table = np.zeros((self.width * self.width, len(self.pieces)), dtype=np.int16)
            for enemy in range(len(self.pieces)):
                target = self.pieces[enemy].profile
                for ground, (one, other) in samples.items():
                    key = (piece.profile.number, target.number, ground)
                    if key not in known:
                        ruling = strike_of(self.board, piece.profile, one, target, other)
                        known[key] = self.roll(ruling.dice, ruling.number)
                    table[places[grounds == ground], enemy] = known[key]
            by_kind[kind] = table.reshape(-1)
            out.append(by_kind[kind])
        return out

    def _shots(self, number: int) -> dict[int, Shots]:
        """Return for each enemy of a rangestriker the lines at it.

        Which lines there are depends on the enemy only by whether it is immune; what is rolled, on the ground along a
        line.
        """
        piece = self.pieces[number]
        enemies = {n: self.pieces[n].profile for n in self.enemies(number)}
        kinds = {profile.number: profile for profile in enemies.values()}
        lines: dict[bool, list[_Line]] = {}
        found: dict[int, Shots] = {}
        for kind, profile in kinds.items():
            if profile.immune not in lines:
                lines[profile.immune] = self._lines(piece.profile, profile)
            found[kind] = self._aimed(piece.profile, profile, lines[profile.immune])
        return {n: found[profile.number] for n, profile in enemies.items()}

    def _lines(self, striker: Profile, target: Profile) -> list[_Line]:
        """Return every line of a rangestriker at a kind of enemy, with its end hexes."""
        out: list[_Line] = []
        reach = farthest(self.board, striker) - 1
        for one in range(self.off):
            for other in bits(self.board.within(one, reach) & ~(1 << one)):
                for line in shot_of(self.board, striker, one, target, other).lines:
                    whole = (one, *line.path, other)
                    out.append(_Line(whole, line.blockers, self.board.grounds[whole]))
        return out

    def _aimed(self, striker: Profile, target: Profile, lines: list[_Line]) -> Shots:
        """Return what is rolled along lines, the best of each pair of hexes first."""
        aims: dict[int, Aim] = {}
        best: dict[int, list[tuple[int, int, tuple[int, ...], int, int]]] = {}
        for line in lines:
            aim = aims.get(line.ground)
            if aim is None:
                aim = aims[line.ground] = aim_along(
                    self.board, striker, target, line.whole, self.board.rolled[line.whole]
                )
            if not aim.objections:
                roll = self.roll(aim.dice, aim.number)
                index = line.whole[0] * self.width + line.whole[-1]
                best.setdefault(index, []).append((aim.number, aim.uncapped, line.whole, line.blockers, roll))
        most = max(map(len, best.values()), default=0)
        size = self.width * self.width
        blockers = [np.zeros(size, dtype=np.uint32) for _ in range(most)]
        rolls = [np.full(size, -1, dtype=np.int16) for _ in range(most)]
        for index, found in best.items():
            for place, (_, _, _, mask, roll) in enumerate(sorted(found)):
                blockers[place][index] = mask
                rolls[place][index] = roll
        return Shots(tuple(blockers), tuple(rolls))

    # what the ground does

    def _harm(self) -> dict[int, tuple[Array, Array]]:
        """Return, by piece, the hits that are healed and done by `side that has just maneuvered * width + hex`."""
        out: dict[int, tuple[Array, Array]] = {}
        fight = self.fight
        was = fight.active
        for number, piece in enumerate(self.pieces if self.board.harmful else ()):
            healed = np.zeros(2 * self.width, dtype=np.int16)
            done = np.zeros(2 * self.width, dtype=np.int16)
            before = piece.hex
            for active in (ATTACKER, DEFENDER):
                fight.active = active
                for h in bits(self.board.harmful):
                    piece.hex = h
                    found = fight.harm(piece)
                    healed[active * self.width + h] = found.healed.total
                    done[active * self.width + h] = found.ledger.total
            piece.hex = before
            if healed.any() or done.any():
                out[number] = healed, done
        fight.active = was
        return out

    # rolls

    @property
    def cumulative(self) -> Array:
        """The chance of at most so many hits, by roll and hits."""
        return self._guides[0]

    @property
    def guide(self) -> Array:
        """The hits by `roll * GUIDE + part of a chance`, UNSURE where the part holds more than one number."""
        return self._guides[1]

    @cached_property
    def _guides(self) -> tuple[Array, Array]:
        """Return the cumulative chances of each roll, and its hits by part of a chance where they are certain."""
        most = max((roll.dice for roll in self.rolls), default=0) + 1
        cumulative = np.ones((len(self.rolls), most))
        for row, roll in enumerate(self.rolls):
            weights = hit_weights(roll.dice, roll.number, self.faces)
            total, sum_ = self.faces**roll.dice, 0
            for hits, weight in enumerate(weights):
                sum_ += weight
                cumulative[row, hits] = sum_ / total
        edges = np.arange(GUIDE + 1) / GUIDE
        guide = np.empty((len(self.rolls), GUIDE), dtype=np.uint8)
        for row in range(len(self.rolls)):
            low = np.searchsorted(cumulative[row], edges[:-1], side="right")
            high = np.searchsorted(cumulative[row], edges[1:], side="left")
            guide[row] = np.where(low == high, low, UNSURE)
        return cumulative, guide.reshape(-1)


def _spread(near: list[int]) -> Array:
    """Return where each set of hexes leads, for the sets of the hexes of which `near` says where each leads."""
    out = np.zeros(1 << PART, dtype=np.uint32)
    for place in range(PART):
        size = 1 << place
        step = near[place] if place < len(near) else 0
        out[size : 2 * size] = out[:size] | np.uint32(step)
    return out
