"""The policies by which battles are played out, and how they choose; what each wants is data in policies.yaml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar

import msgspec

from referee.core import documents
from referee.core.game.odds import WrongPolicy

from ..battle.board import bits, drawn
from ..battle.fight import Fight
from ..battle.pieces import OFF, Piece
from ..battle.rulings.strikes import at_least, expected
from ..sides import SIDES

T = TypeVar("T")
RANDOM = "random"
# sums that differ by less are equal
SAME = 1e-9


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a policy wants: how much each quantity of a hex and of a target counts."""

    moves: bool = True
    maneuver: Mapping[str, float] = {}
    strike: Mapping[str, float] = {}


class _Policies(msgspec.Struct, forbid_unknown_fields=True):
    policies: dict[str, Policy]


@cache
def policies() -> dict[str, Policy]:
    """Return every policy by its name."""
    path = Path(__file__).with_name("policies.yaml")
    return documents.convert(documents.parse(path.read_bytes(), str(path)), _Policies).policies


def chosen_policies(given: Mapping[str, str]) -> tuple[str, str]:
    """Return the names of the policies of attacker and defender, random where none is given; raises WrongPolicy.

    The one given for no side, `""`, is that of each side without its own.
    """
    known = policies()
    for side, name in given.items():
        if side and side not in SIDES:
            raise WrongPolicy(f"'{side}' is no side{documents.nearest(side, SIDES)}; they are {' and '.join(SIDES)}")
        if name not in known:
            raise WrongPolicy(f"'{name}' is no policy{documents.nearest(name, known)}; they are {', '.join(known)}")
    other = given.get("", RANDOM)
    return given.get(SIDES[0], other), given.get(SIDES[1], other)


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

    def target(self, fight: Fight, piece: Piece, targets: Sequence[Piece]) -> Piece:
        """Return the enemy in contact that a piece strikes."""
        return self._one_of(self.best_targets(fight, piece, targets))

    def shot(self, fight: Fight, piece: Piece, targets: Sequence[Piece]) -> Piece:
        """Return the enemy that a piece rangestrikes."""
        return self._one_of(self.best_shots(fight, piece, targets))

    def _one_of(self, best: Sequence[Piece]) -> Piece:
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

    def best_targets(self, fight: Fight, piece: Piece, targets: Sequence[Piece]) -> Sequence[Piece]:
        """Return the enemies in contact that are equally good to strike, and better than the others."""
        if not self.policy.strike:
            return targets
        sums = []
        for one in targets:
            ruling = fight.strike(piece, one)
            sums.append(self._wanted(ruling.dice, ruling.number, one, fight))
        return _best(targets, sums)

    def best_shots(self, fight: Fight, piece: Piece, targets: Sequence[Piece]) -> Sequence[Piece]:
        """Return the enemies that are equally good to rangestrike, and better than the others."""
        if not self.policy.strike:
            return targets
        sums = []
        for one in targets:
            aim = fight.best_line(piece, one).aim
            sums.append(self._wanted(aim.dice, aim.number, one, fight))
        return _best(targets, sums)

    def _wanted(self, dice: int, number: int, target: Piece, fight: Fight) -> float:
        faces = fight.rules.combat.die.faces
        quantities = {
            "slays": at_least(dice, number, target.remaining, faces),
            "deals": min(expected(dice, number, faces), target.remaining),
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
            means = min(expected(ruling.dice, ruling.number, faces), target.remaining)
            found = means, at_least(ruling.dice, ruling.number, target.remaining, faces)
            self._odds[key] = found
        return found


def _best(choices: Sequence[T], sums: Sequence[float]) -> list[T]:
    """Return the choices of the greatest sum."""
    most = max(sums)
    return [one for one, worth in zip(choices, sums, strict=True) if worth > most - SAME]
