"""Whole random battles through the engine that adjudicates: entry to the end, every choice legal and random."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import referee
from referee import games
from referee.core import documents
from referee.games.titan.battle.alone import BattleAlone
from referee.games.titan.battle.board import board_of, drawn
from referee.games.titan.battle.fight import Fight
from referee.games.titan.battle.pieces import ATTACKER, DEFENDER, Piece
from referee.games.titan.battle.rulings.chances import drawn_hits
from referee.games.titan.rules import TitanRules, compile_rules
from referee.opening.states import open_session

A_SIDE = 6


def rules_of(ruleset: str = "titan") -> TitanRules:
    """Return the compiled rules of a ruleset."""
    return compile_rules(games.load(ruleset)[1], {})


@cache
def fighters(rules: TitanRules) -> list[str]:
    """Return the characters that are drawn: all but the Titan."""
    return [name for name, one in rules.characters.items() if "keeps_player_alive" not in one.traits]


def random_fight(rules: TitanRules, chance: random.Random) -> Fight:
    """Return six characters a side, none on the map, on a random battleland entered by a random side."""
    land = chance.choice(list(rules.battlelands.battlelands))
    board = board_of(rules, land)
    fight = Fight(rules, board)
    side = chance.choice(list(rules.battlelands.facing))
    for number in (ATTACKER, DEFENDER):
        name = board.side_of(side, number == ATTACKER)
        assert name is not None
        fight.sides[number] = board.entry_hexes(name)
    for number, name in enumerate(chance.choices(fighters(rules), k=2 * A_SIDE)):
        fight.add(Piece(f"p{number}", rules.profile(name), number // A_SIDE))
    return fight


def random_state(chance: random.Random) -> dict[str, Any]:
    """Return the state of a new battle of six characters a side, on a random battleland entered by a random side."""
    rules = rules_of()
    land = chance.choice(list(rules.battlelands.battlelands))
    side: str = rules.battlelands.battlelands[land].attacker_side or chance.choice([*rules.battlelands.facing])
    legions = [chance.choices(fighters(rules), k=A_SIDE) for _ in range(2)]
    return referee.new("titan", battleland=land, attacker_side=side, attacking=legions[0], defending=legions[1])


def random_position(chance: random.Random) -> BattleAlone:
    """Return the position of a new battle of six characters a side."""
    opened = open_session(documents.make_document(random_state(chance), "state"))
    position = opened.game.open(opened.state, opened.rules)
    assert isinstance(position, BattleAlone)
    return position


def play(fight: Fight, chance: random.Random) -> int:
    """Play a battle to its end; return the rounds it took."""
    for number in range(1, fight.rules.combat.rounds + 1):
        fight.round = number
        fight.deploying = number == 1 and bool(fight.board.deploy)
        for side in (DEFENDER, ATTACKER):
            fight.active = side
            _maneuver(fight, chance)
            if number == 1:
                fight.leave_outside()
            if fight.board.harmful:
                fight.damage()
            _strikes(fight, chance)
            fight.clear()
            entered = number > 1 or side == ATTACKER
            if entered and not (fight.on[ATTACKER] and fight.on[DEFENDER]):
                return number
    return fight.rules.combat.rounds


def _maneuver(fight: Fight, chance: random.Random) -> None:
    for piece in fight.of(fight.active):
        if mask := fight.destinations(piece):
            fight.place(piece, drawn(mask, chance.random()))


def _strikes(fight: Fight, chance: random.Random) -> None:
    draw, faces = chance.random, fight.rules.combat.die.faces
    for side in (fight.active, 1 - fight.active):
        for piece in fight.of(side):
            targets = fight.targets(piece)
            if targets:
                target = targets[int(draw() * len(targets))]
                ruling = fight.strike(piece, target)
                dice, number = ruling.dice, ruling.number
            elif side == fight.active and piece.profile.rangestrikes and (shots := fight.shots(piece)):
                target = shots[int(draw() * len(shots))]
                aim = fight.best_line(piece, target).aim
                dice, number = aim.dice, aim.number
            else:
                continue
            fight.hit(target, drawn_hits(dice, number, faces, draw()))
