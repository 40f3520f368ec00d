"""The eleven maps, held against counts that were made on other copies of them."""

from itertools import combinations

import pytest

from referee import games
from referee.core.rules.index import OptionValue
from referee.games.titan.battle.board import Board, board_of
from referee.games.titan.battle.rulings.rangestrikes import paths, shot_of
from referee.games.titan.rules import TitanRules

pytestmark = pytest.mark.fast

# unordered pairs of hexes at range 3 or 4 with no open line on the empty map, where three Slopes
# need both ends atop one, as the published programs have it
BLOCKED = {
    "plains": 0, "brush": 0, "marsh": 0, "tundra": 0, "woods": 41, "jungle": 29, "swamp": 48,
    "desert": 57, "hills": 83, "mountains": 61, "tower": 87,
}  # fmt: skip


def rules_with(**options: OptionValue) -> TitanRules:
    game, ruleset = games.load("titan")
    rules: TitanRules = game.compile(ruleset, options)
    return rules


def blocked(board: Board, rules: TitanRules) -> set[tuple[int, int]]:
    """A Minotaur is native to Slopes only, reaches four hexes and is no Warlock; a Centaur is native to nothing."""
    striker, target = rules.profile("minotaur"), rules.profile("centaur")
    pairs = [p for p in combinations(range(len(board.labels)), 2) if board.steps(*p) in (2, 3)]
    return {p for p in pairs if shot_of(board, striker, p[0], target, p[1]).best(0) is None}


@pytest.mark.parametrize("land", BLOCKED)
def test_blocked_lines(land: str) -> None:
    rules = rules_with(slopes_three="both")
    assert len(blocked(board_of(rules, land), rules)) == BLOCKED[land]


def test_the_text_on_three_slopes_opens_six_pairs_in_the_hills_and_eleven_in_the_mountains() -> None:
    text, programs = rules_with(), rules_with(slopes_three="both")
    opened = {
        land: len(blocked(board_of(programs, land), programs) - blocked(board_of(text, land), text)) for land in BLOCKED
    }
    assert {land: n for land, n in opened.items() if n} == {"hills": 6, "mountains": 11}


def test_lines_are_straight_along_a_hexside_or_bent() -> None:
    board = board_of(rules_with(), "plains")
    found = {}
    for pair in combinations(range(len(board.labels)), 2):
        steps = board.steps(*pair)
        if steps in (2, 3):
            kind = (steps + 1, len(paths(board, *pair)))
            found[kind] = found.get(kind, 0) + 1
    assert found == {(3, 1): 45, (3, 2): 48, (4, 1): 93}


@pytest.mark.parametrize("land", BLOCKED)
def test_every_hexside_lies_as_its_levels_say(land: str) -> None:
    """Every hexside but a Dune or a Cliff leads one level up, and no two plain levels meet without one."""
    board = board_of(rules_with(), land)
    for (one, other), crossings in board.crossings.items():
        rise = board.elevation[other] - board.elevation[one]
        for hazard, crossing in crossings:
            # a Tree's own level means nothing: no character ever stands in it
            if hazard in ("slope", "wall") and "tree" not in board.hazards[one] + board.hazards[other]:
                assert rise == (1 if crossing == "up" else -1)
    if land in ("hills", "mountains", "tower"):
        for one, near in enumerate(board.neighbours):
            for other in near:
                if (
                    board.elevation[one] != board.elevation[other]
                    and "tree" not in board.hazards[one] + board.hazards[other]
                ):
                    assert (one, other) in board.crossings


def test_hexsides_are_counted() -> None:
    counts = {
        "hills": {"slope": 25},
        "desert": {"dune": 14, "cliff": 4},
        "mountains": {"slope": 38, "cliff": 3},
        "tower": {"wall": 24},
    }
    for land in BLOCKED:
        printed = board_of(rules_with(), land).printed
        assert {kind: len(sides) for kind, sides in printed.hexsides.items()} == counts.get(land, {})
