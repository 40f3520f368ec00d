"""Battles played out by the judge: every phase is begun and ended by the code that adjudicates it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from referee.core.game.dice import Dice
from referee.core.game.dice_sources import RandomDice
from referee.core.game.odds import BattleTally, Pieces, Playing
from referee.core.game.recorder import Recorder
from referee.core.rules.ledger import Entry

from ..battle.alone import BattleAlone
from ..battle.fight import Fight
from ..battle.orders.arrive import Muster, Summon
from ..battle.orders.move import Enter, Move
from ..battle.orders.rangestrike import Rangestrike
from ..battle.orders.strike import Strike
from ..battle.phases import end_maneuver, end_strike
from ..battle.pieces import DEFENDER, OFF, Piece
from ..battle.position import BattlePosition
from ..battle.rulings.chances import drawn_hits
from ..battle.rulings.ending import fallen_sides
from ..rules import TitanRules
from ..sides import SIDES
from ..state import State
from .chooser import Blow, Chooser, Newcomer
from .newcomers import Musters
from .policies import policies


class JudgePlaying(Playing):
    """Plays a battle out by the judge; without `musters`, the defender may muster those whom the state lists."""

    def __init__(
        self, state: State, rules: TitanRules, names: tuple[str, str], musters: Musters | None = None, why: str = ""
    ) -> None:
        self.state = state
        self.rules = rules
        self.names = names
        self.musters = musters
        self.why = why

    def policies(self) -> dict[str, str]:
        return dict(zip(SIDES, self.names, strict=True))

    def play(self, seed: str, chunk: int, playouts: int) -> BattleTally:
        out = BattleTally(SIDES, "points", "rounds", "titan_slain")
        chance = Random(f"{seed}/{chunk}")
        known = policies()
        choosers = [Chooser(known[name], chance) for name in self.names]
        for _ in range(playouts):
            position = BattleAlone(self.state, self.rules)
            Playout(position, choosers, chance, self.musters).to_the_end()
            count(out, position)
        return out


class Unwritten(Recorder):
    """A recorder whose steps nobody reads: it keeps one, to which more may be added."""

    def write(self, what: str, **more: Any) -> None:
        if not self.steps:
            super().write(what, **more)


class Playout:
    """One battle from where it is to its end."""

    def __init__(
        self, position: BattlePosition, choosers: list[Chooser], chance: Random, musters: Musters | None = None
    ) -> None:
        self.position = position
        self.musters = musters
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
        if chooser.policy.newcomer:
            self._bring(chooser)

    def _bring(self, chooser: Chooser) -> None:
        """Muster or summon the best of those who can enter, if anybody can (LoT 14.0, 15.0)."""
        position, fight = self.position, self.fight
        able = newcomers(position, self.musters)
        if not able:
            return
        order, piece, enters = chooser.newcomer(able)
        hex_ = chooser.destination(fight, piece, enters)
        assert hex_ is not None
        entering = replace(order, to=fight.board.labels[hex_])
        entering.apply(position, position.player(fight.active), self.recorder)

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
                self._strike(piece, chooser.blow(fight, piece, targets))
            elif piece.profile.rangestrikes and self._may_shoot(piece) and (shots := fight.shots(piece)):
                self._shoot(piece, chooser.shot(fight, piece, shots))

    def _may_shoot(self, piece: Piece) -> bool:
        fight = self.fight
        return fight.striking == fight.active and not fight.in_contact(piece)

    def _strike(self, piece: Piece, blow: Blow) -> None:
        if self.eventful:
            order = strike_order(self.fight, piece, blow)
            order.apply(self.position, self.position.player(piece.side), self.recorder)
            return
        self._score(piece, blow.target, (blow.dice, blow.number, blow.changes), blow.carry)

    def _shoot(self, piece: Piece, target: Piece) -> None:
        if self.eventful:
            order = Rangestrike(rangestrike=piece.id, at=target.id)
            order.apply(self.position, self.position.player(piece.side), self.recorder)
            return
        aim = self.fight.best_line(piece, target).aim
        self._score(piece, target, (aim.dice, aim.number, aim.changes))

    def _score(
        self, piece: Piece, target: Piece, roll: tuple[int, int, tuple[Entry, ...]], carry: Sequence[Piece] = ()
    ) -> None:
        fight = self.fight
        piece.struck = True
        dice, number, changes = roll
        hits = drawn_hits(dice, number, self.position.rules.combat.die.faces, self.chance.random(), changes)
        taken = fight.hit(target, hits)
        if carry and hits > taken:
            fight.carry_over(hits - taken, carry)


def newcomers(position: BattlePosition, musters: Musters | None) -> list[Newcomer]:
    """Return those who may be mustered or summoned now and can enter (LoT 14.0, 15.0)."""
    fight = position.fight
    if musters is not None and fight.active == DEFENDER:
        position.may_muster = list(musters(tuple(sorted(p.profile.name for p in fight.living(DEFENDER)))))
    player = position.player(fight.active)
    out: list[Newcomer] = []
    for kind in (Muster, Summon) if position.may_muster or position.may_summon else ():
        for order in kind.open(position, player):
            piece = position.newcomer(order.character(), fight.active)
            if enters := fight.destinations(piece):
                out.append(Newcomer(order, piece, enters))
    return out


def strike_order(fight: Fight, piece: Piece, blow: Blow) -> Strike:
    """Return a strike as an order."""
    ruling = fight.strike(piece, blow.target)
    least = ruling.forgone_number if blow.forgone else ruling.number
    carry = [other.id for other in blow.carry]
    number = blow.number if blow.number > least else None
    return Strike(strike=piece.id, at=blow.target.id, number=number, forgo=blow.forgone, carry=carry)


def count(tally: BattleTally, position: BattlePosition) -> None:
    """Count a battle that is over."""
    result = position.result
    assert result is not None
    points: dict[str, int] = dict.fromkeys(SIDES, 0)
    if result.winner is not None:
        points[result.winner] = result.points
    for side, scored in result.each.items():
        points[side] += scored
    left: dict[str, Pieces] = {side: survivors(position, number) for number, side in enumerate(SIDES)}
    ended = min(position.fight.round, position.rules.combat.rounds)
    tally.count(result.winner, ended, points, left, [SIDES[side] for side in fallen_sides(position)])


def survivors(position: BattlePosition, side: int) -> Pieces:
    """Return the names of the characters of a side that are left, sorted."""
    return tuple(sorted(piece.profile.name for piece in position.fight.pieces.values() if piece.side == side))
