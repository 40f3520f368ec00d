"""Walks over the map by tables lead where walks step by step lead; a hex is drawn from a set by its place in it."""

from __future__ import annotations

from random import Random

import pytest

from referee.core.rules.rulesets import Ruleset
from referee.games.titan.battle.board import bits, board_of, drawn
from referee.games.titan.battle.fight import Fight
from referee.games.titan.battle.pieces import ATTACKER, Piece
from referee.games.titan.battle.rulings.costs import BARRED
from referee.games.titan.battle.rulings.moves import Moves, moves_for
from referee.games.titan.battle.rulings.reach import entry, reach, spread
from referee.games.titan.rules import compile_rules

TITAN = Ruleset("titan")
RULES = compile_rules(TITAN, {})


def step_by_step(moves: Moves, reached: dict[int, int], allowance: int, occupied: int) -> int:
    """Return where a walk leads from hexes, each with what is spent there; one that spent nothing begins there."""
    found = dict(reached)
    while True:
        further = dict(found)
        for hex_, spent in found.items():
            if spent and moves.stopping >> hex_ & 1:
                continue
            for to in moves.board.neighbours[hex_]:
                cost = spent + moves.cost(hex_, to, "enter")
                if not occupied >> to & 1 and cost <= min(allowance, further.get(to, BARRED)):
                    further[to] = cost
        if further == found:
            return sum(1 << hex_ for hex_ in found)
        found = further


@pytest.mark.parametrize("land", RULES.battlelands.battlelands)
def test_walks_by_tables_lead_where_single_steps_lead(land: str) -> None:
    chance = Random(land)
    board = board_of(RULES, land)
    for name in RULES.characters:
        profile = RULES.profile(name)
        moves = moves_for(board, profile, flies=False)
        for allowance in range(6):
            occupied = (
                chance.getrandbits(27) & chance.getrandbits(27) & chance.choice([board.all, chance.getrandbits(27)])
            )
            start = chance.randrange(27)
            if not moves.leaving >> start & 1:
                wanted = step_by_step(moves, {start: 0}, allowance, occupied) & ~(1 << start)
                assert reach(moves, allowance, start, occupied | 1 << start) == wanted & ~occupied
            side = board.entry_hexes(chance.choice(list(RULES.battlelands.sides)))
            onto = {h: moves.into[h] for h in bits(side & ~occupied) if moves.into[h] <= allowance}
            assert entry(moves, allowance, side, occupied) == step_by_step(moves, onto, allowance, occupied)
            starts = chance.getrandbits(27) & board.all & ~moves.leaving
            assert spread(moves, allowance, starts) == step_by_step(moves, dict.fromkeys(bits(starts), 0), allowance, 0)


def test_a_hex_is_drawn_by_its_place_in_the_set() -> None:
    chance = Random(7)
    for most in (1, 3, 27, 40):
        for _ in range(300):
            mask = chance.getrandbits(most) or 1
            hexes = list(bits(mask))
            draws = [drawn(mask, (place + 0.5) / len(hexes)) for place in range(len(hexes))]
            assert draws == hexes
            assert (drawn(mask, 0.0), drawn(mask, 1 - 2**-53)) == (hexes[0], hexes[-1])


def test_who_goes_one_way_has_no_other() -> None:
    """Whatever lies on a character, it is said to go one way where its ways are that one and no other."""
    rules = compile_rules(Ruleset("titan-magi"), {})
    board = board_of(rules, "plains")
    fight, seen = Fight(rules, board), set()
    for effect in rules.effects:
        for name in ("lion", "angel", "ranger"):
            laid = (rules.laid(effect, None, None),)
            piece = Piece("a", rules.derived(rules.profile(name), laid, board.around, {}), ATTACKER)
            ways = [(way.moves.flies, way.allowance, way.borrowed) for way in fight.ways(piece)]
            one = [(piece.profile.flies, piece.profile.allowance, False)]
            assert ways == one or not piece.profile.one_way
            seen.add(piece.profile.one_way)
    assert seen == {True, False}
