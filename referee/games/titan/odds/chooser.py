"""How the policies choose in a battle that the judge plays out: hexes, strikes, shots and newcomers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, TypeVar

from referee.core.rules.ledger import Entry

from ..battle.board import bits, drawn
from ..battle.fight import Fight
from ..battle.orders.arrive import Muster, Summon
from ..battle.pieces import OFF, Piece
from ..battle.rulings.carrying import declarable
from ..battle.rulings.chances import at_least, dealt, most_hits
from ..battle.rulings.judge import carries
from .policies import SAME, Policy, preference

T = TypeVar("T")


class Blow(NamedTuple):
    """A strike as it may be declared: at whom, with what, and who takes surplus hits in turn."""

    target: Piece
    dice: int
    number: int
    forgone: bool = False
    carry: tuple[Piece, ...] = ()
    changes: tuple[Entry, ...] = ()


class Newcomer(NamedTuple):
    """One who may be mustered or summoned now, and the set of hexes where it may enter."""

    order: Muster | Summon
    piece: Piece
    enters: int


class Chooser:
    """Chooses for one side of a battle by its policy."""

    def __init__(self, policy: Policy, chance: Random) -> None:
        self.policy = policy
        self.chance = chance
        self._odds: dict[tuple[int, int, int, int, int], tuple[float, float]] = {}

    def destination(self, fight: Fight, piece: Piece, mask: int) -> int | None:
        """Return the hex of a set to which a piece goes, None if it stays."""
        best = self.best_hexes(fight, piece, mask)
        return drawn(best, self.chance.random()) if best else None

    def blow(self, fight: Fight, piece: Piece, targets: Sequence[Piece]) -> Blow:
        """Return the strike that a piece makes at one of the enemies in contact."""
        if not self.policy.strike:
            # all are as good, and only the one that is drawn is ruled on
            return self._best_blow(fight, piece, self._one_of(targets))
        return self._one_of(self.best_blows(fight, piece, targets))

    def shot(self, fight: Fight, piece: Piece, targets: Sequence[Piece]) -> Piece:
        """Return the enemy that a piece rangestrikes."""
        return self._one_of(self.best_shots(fight, piece, targets))

    def newcomer(self, able: Sequence[Newcomer]) -> Newcomer:
        """Return the best of those who may come into the battle."""
        return min(able, key=lambda one: preference(self.policy, one.piece.profile))

    def _one_of(self, best: Sequence[T]) -> T:
        return best[int(self.chance.random() * len(best))]

    def best_hexes(self, fight: Fight, piece: Piece, mask: int) -> int:
        """Return the hexes of a set that are equally good for a piece and better than the others; none if it stays."""
        if piece.hex != OFF and not self.policy.moves:
            return 0
        if not mask or not self.policy.maneuver:
            return mask
        enemies = [p for p in fight.of(1 - piece.side) if p.hex != OFF and not p.slain]
        hexes = list(bits(mask))
        sums = [self._worth(fight, piece, hex_, enemies) for hex_ in hexes]
        if piece.hex != OFF and self._worth(fight, piece, piece.hex, enemies) > max(sums) - SAME:
            return 0
        return sum(1 << hex_ for hex_ in _best(hexes, sums))

    def best_blows(self, fight: Fight, piece: Piece, targets: Sequence[Piece]) -> Sequence[Blow]:
        """Return the best strike at each enemy in contact at whom it is as good as at any other."""
        blows = [self._best_blow(fight, piece, target) for target in targets]
        return _best(blows, [self.worth(fight, blow) for blow in blows]) if self.policy.strike else blows

    def _best_blow(self, fight: Fight, piece: Piece, target: Piece) -> Blow:
        """Return the first of the best declarations of a strike at an enemy; the plain strike comes first."""
        declared = self.declared(fight, piece, target)
        if len(declared) == 1:
            return declared[0]
        return _best(declared, [self.worth(fight, blow) for blow in declared])[0]

    def declared(self, fight: Fight, piece: Piece, target: Piece) -> list[Blow]:
        """Return the strikes at an enemy that the policy may declare (LoT 12.4, 12.5)."""
        ruling = fight.strike(piece, target)
        plain, changes = Blow(target, ruling.dice, ruling.number, changes=ruling.changes), ruling.changes
        faces, dice = fight.rules.combat.die.faces, max(ruling.dice, ruling.forgone_dice)
        if not self.policy.carries or most_hits(dice, ruling.number, faces, changes) <= target.remaining:
            return [plain]
        others = carries(fight, piece, target, ruling)[0]
        if not others:
            return [plain]
        return [
            Blow(target, one.dice, one.number, one.forgone, in_turn(fight, one.carry), changes)
            for one in declarable(fight.board, ruling, others, target.remaining)
        ]

    def worth(self, fight: Fight, blow: Blow) -> float:
        """Return what a strike is worth: the hits on its target, and those that carry over."""
        dice, number, changes = blow.dice, blow.number, blow.changes
        out = self._wanted(dice, number, changes, blow.target, fight)
        before, faces, weights = blow.target.remaining, fight.rules.combat.die.faces, self.policy.strike
        for piece in blow.carry:
            out += weights.get("slays", 0.0) * at_least(dice, number, before + piece.remaining, faces, changes)
            out += weights.get("deals", 0.0) * dealt(dice, number, before, piece.remaining, faces, changes)
            before += piece.remaining
        return out

    def best_shots(self, fight: Fight, piece: Piece, targets: Sequence[Piece]) -> Sequence[Piece]:
        """Return the enemies that are equally good to rangestrike, and better than the others."""
        if not self.policy.strike:
            return targets
        sums = []
        for one in targets:
            aim = fight.best_line(piece, one).aim
            sums.append(self._wanted(aim.dice, aim.number, aim.changes, one, fight))
        return _best(targets, sums)

    def _wanted(self, dice: int, number: int, changes: tuple[Entry, ...], target: Piece, fight: Fight) -> float:
        faces = fight.rules.combat.die.faces
        quantities = {
            "slays": at_least(dice, number, target.remaining, faces, changes),
            "deals": dealt(dice, number, 0, target.remaining, faces, changes),
            "value": target.profile.value,
        }
        return sum(weight * quantities[name] for name, weight in self.policy.strike.items())

    def _worth(self, fight: Fight, piece: Piece, hex_: int, enemies: Sequence[Piece]) -> float:
        """Return what a hex is worth to a piece, as if it stood there."""
        quantities = dict.fromkeys(("deals", "takes", "slays", "distance"), 0.0)
        contact = fight.board.contact[hex_]
        quantities["distance"] = min((float(fight.board.steps(hex_, p.hex)) for p in enemies), default=0.0)
        for enemy in enemies:
            if contact >> enemy.hex & 1:
                deals, slays = self._exchange(fight, piece, hex_, enemy, enemy.hex)
                takes, _ = self._exchange(fight, enemy, enemy.hex, piece, hex_)
                quantities["deals"] = max(quantities["deals"], deals)
                quantities["slays"] = max(quantities["slays"], slays)
                quantities["takes"] += takes
        return sum(weight * quantities[name] for name, weight in self.policy.maneuver.items())

    def _exchange(self, fight: Fight, piece: Piece, hex_: int, target: Piece, at: int) -> tuple[float, float]:
        """Return the hits that a strike between two hexes can be expected to do, and its chance to slay."""
        key = (piece.profile.number, hex_, target.profile.number, at, target.remaining)
        found = self._odds.get(key)
        if found is None:
            before = piece.hex, target.hex
            piece.hex, target.hex = hex_, at
            ruling = fight.strike(piece, target)
            piece.hex, target.hex = before
            faces = fight.rules.combat.die.faces
            roll, changes = (ruling.dice, ruling.number), ruling.changes
            deals = dealt(*roll, 0, target.remaining, faces, changes)
            found = deals, at_least(*roll, target.remaining, faces, changes)
            self._odds[key] = found
        return found


def in_turn(fight: Fight, able: Sequence[str]) -> tuple[Piece, ...]:
    """Return those who take surplus hits: the ones that fewer hits slay come first, and only as many as may."""
    takers = sorted((fight.pieces[ident] for ident in able), key=lambda piece: piece.remaining)
    return tuple(takers[: 1 if fight.rules.chosen("carry_targets", "one") else None])


def _best(choices: Sequence[T], sums: Sequence[float]) -> list[T]:
    """Return the choices of the greatest sum."""
    most = max(sums)
    return [one for one, worth in zip(choices, sums, strict=True) if worth > most - SAME]
