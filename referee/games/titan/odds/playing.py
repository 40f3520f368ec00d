"""Battles played out by the judge: every phase is begun and ended by the code that adjudicates it."""

from __future__ import annotations

from random import Random
from typing import Any

from referee.core.game.dice import Dice
from referee.core.game.dice_sources import RandomDice
from referee.core.game.odds import Playing
from referee.core.game.recorder import Recorder

from ..battle.alone import BattleAlone
from ..battle.orders.move import Enter, Move
from ..battle.orders.rangestrike import Rangestrike
from ..battle.orders.strike import Strike
from ..battle.phases import end_maneuver, end_strike
from ..battle.pieces import OFF, Piece
from ..battle.position import BattlePosition
from ..battle.rulings.ending import fallen_sides
from ..battle.rulings.strikes import drawn_hits
from ..rules import TitanRules
from ..sides import SIDES
from ..state import State
from .policies import Chooser, policies
from .tally import BattleTally, Pieces


class JudgePlaying(Playing):
    """Plays a battle out by the judge."""

    def __init__(self, state: State, rules: TitanRules, names: tuple[str, str], why: str = "") -> None:
        self.state = state
        self.rules = rules
        self.names = names
        self.why = why

    def policies(self) -> dict[str, str]:
        return dict(zip(SIDES, self.names, strict=True))

    def play(self, seed: str, chunk: int, playouts: int) -> BattleTally:
        out = BattleTally()
        chance = Random(f"{seed}/{chunk}")
        known = policies()
        choosers = [Chooser(known[name], chance) for name in self.names]
        for _ in range(playouts):
            position = BattleAlone(self.state, self.rules)
            Playout(position, choosers, chance).to_the_end()
            count(out, position)
        return out


class Unwritten(Recorder):
    """A recorder whose steps nobody reads: it keeps one, to which more may be added."""

    def write(self, what: str, **more: Any) -> None:
        if not self.steps:
            super().write(what, **more)


class Playout:
    """One battle from where it is to its end."""

    def __init__(self, position: BattlePosition, choosers: list[Chooser], chance: Random) -> None:
        self.position = position
        self.fight = position.fight
        self.choosers = choosers
        self.chance = chance
        self.recorder = Unwritten(Dice(None, [RandomDice(chance)]))
        # rows do something on the way, or to those who are hit: the orders themselves are carried out
        self.eventful = position.rules.eventful or bool(position.effects) or bool(position.spells)

    def to_the_end(self) -> None:
        """Play the phases in turn until the battle is over."""
        position, fight = self.position, self.fight
        while not position.over:
            if fight.striking_phase:
                self.strikes()
                if not position.over:
                    end_strike(position, self.recorder)
            else:
                self.maneuver()
                if not position.over:
                    end_maneuver(position, self.recorder)

    def maneuver(self) -> None:
        """Move the pieces of the side in turn, those off the map onto it."""
        position, fight = self.position, self.fight
        chooser = self.choosers[fight.active]
        for piece in fight.of(fight.active):
            if self.eventful and position.over:
                return
            if piece.id not in fight.pieces or piece.slain or fight.in_contact(piece):
                continue
            mask = fight.destinations(piece)
            hex_ = chooser.destination(fight, piece, mask) if mask else None
            if hex_ is not None:
                self._go(piece, hex_)

    def _go(self, piece: Piece, hex_: int) -> None:
        if not self.eventful:
            self.fight.place(piece, hex_)
            piece.moved = True
            return
        label = self.fight.board.labels[hex_]
        order = Enter.of(piece.id, label) if piece.hex == OFF else Move.of(piece.id, label)
        order.apply(self.position, self.position.player(piece.side), self.recorder)

    def strikes(self) -> None:
        """Strike with the pieces of the side that has the part, the slain included, in turn."""
        fight = self.fight
        chooser = self.choosers[fight.striking]
        for piece in fight.of(fight.striking):
            if piece.struck or piece.cast or piece.hex == OFF:
                continue
            targets = fight.targets(piece)
            if targets:
                self._strike(piece, chooser.target(fight, piece, targets))
            elif piece.profile.rangestrikes and self._may_shoot(piece) and (shots := fight.shots(piece)):
                self._shoot(piece, chooser.shot(fight, piece, shots))

    def _may_shoot(self, piece: Piece) -> bool:
        fight = self.fight
        return fight.striking == fight.active and not fight.in_contact(piece)

    def _strike(self, piece: Piece, target: Piece) -> None:
        if self.eventful:
            order = Strike(strike=piece.id, at=target.id)
            order.apply(self.position, self.position.player(piece.side), self.recorder)
            return
        ruling = self.fight.strike(piece, target)
        self._score(piece, target, ruling.dice, ruling.number)

    def _shoot(self, piece: Piece, target: Piece) -> None:
        if self.eventful:
            order = Rangestrike(rangestrike=piece.id, at=target.id)
            order.apply(self.position, self.position.player(piece.side), self.recorder)
            return
        aim = self.fight.best_line(piece, target).aim
        self._score(piece, target, aim.dice, aim.number)

    def _score(self, piece: Piece, target: Piece, dice: int, number: int) -> None:
        piece.struck = True
        faces = self.position.rules.combat.die.faces
        self.fight.hit(target, drawn_hits(dice, number, faces, self.chance.random()))


def count(tally: BattleTally, position: BattlePosition) -> None:
    """Count a battle that is over."""
    result = position.result
    assert result is not None
    winner = None if result.winner is None else SIDES.index(result.winner)
    points = [0, 0]
    if winner is not None:
        points[winner] = result.points
    for side, scored in result.each.items():
        points[SIDES.index(side)] += scored
    ended = min(position.fight.round, position.rules.combat.rounds)
    left = survivors(position, 0), survivors(position, 1)
    tally.count(winner, fallen_sides(position), (points[0], points[1]), left, ended)


def survivors(position: BattlePosition, side: int) -> Pieces:
    """Return the names of the characters of a side that are left, sorted."""
    return tuple(sorted(piece.profile.name for piece in position.fight.pieces.values() if piece.side == side))
