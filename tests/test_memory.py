"""What is remembered never answers for another: every memo against the same ruling made afresh."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from recomputing import hits_recomputed
from test_rulesets import lay

from referee import ask
from referee.core.rules.memory import Memory, compiler
from referee.core.rules.rulesets import Ruleset
from referee.games.hordes.rules import compile_rules as hordes_rules
from referee.games.titan.battle.board import bits, board_of
from referee.games.titan.battle.rulings.rangestrikes import (
    _on_line,
    _rule,
    _rule_line,
    best_line,
    can_shoot,
    farthest,
    shot_of,
)
from referee.games.titan.battle.rulings.strikes import _rule as rule_strike
from referee.games.titan.battle.rulings.strikes import strike_of
from referee.games.titan.rules import TitanRules, compile_rules

GROWING = """characters:
  titan: {rangestrikes: true}
  giant: {grows: 50}
"""


@pytest.mark.slow
def test_two_growing_characters_in_one_ruleset_are_never_taken_for_each_other(tmp_path: Path) -> None:
    """Their profiles are more than a thousand; every shot and strike is that of its own two characters."""
    rules = TitanRules(Ruleset("mine", [lay(tmp_path, characters=GROWING)]), {})
    board = board_of(rules, "tundra")
    every = [rules.profile(name, power) for name in ("titan", "giant") for power in range(7, 1000)]
    lion, giant = rules.profile("lion"), rules.profile("giant")
    within = [(h, other) for other in (8,) for h in range(27) if board.steps(h, other) in (2, 3)]
    beside = [(h, other) for other in (8,) for h in bits(board.contact[other])]
    for profile in every[::4]:
        for h, other in within:
            for one, two in ((profile, lion), (giant, profile), (profile, every[-1])):
                assert repr(shot_of(board, one, h, two, other)) == repr(_rule(board, one, h, two, other, ()))
        for h, other in beside:
            for one, two in ((profile, lion), (lion, profile)):
                assert repr(strike_of(board, one, h, two, other)) == repr(
                    rule_strike(board, one, h, two, other, (), None)
                )


@pytest.mark.parametrize("options", [{}, {"slopes_three": "both", "rangestrike_reach": "reduced"}])
def test_a_ruling_by_what_lies_along_the_line_is_that_of_the_line(options: dict[str, str]) -> None:
    """On every board, for every native and other rangestriker, a remembered path is ruled as if it were new."""
    rules = compile_rules(Ruleset("titan"), options)
    every = [rules.profile(name) for name in rules.characters]
    chance = Random(7)
    for name in rules.battlelands.battlelands:
        board = board_of(rules, name)
        for number, (h, other) in enumerate(
            (h, o) for h in range(27) for o in range(27) if board.steps(h, o) in (2, 3)
        ):
            one, two = every[number % len(every)], every[number * 7 % len(every)]
            shot = shot_of(board, one, h, two, other)
            if one.rangestrikes and board.steps(h, other) < farthest(board, one):
                for occupied in (0, *(chance.getrandbits(27) & chance.getrandbits(27) for _ in range(4))):
                    best = shot.best(occupied)
                    assert can_shoot(board, one, h, two, other, occupied) == (best is not None)
                    assert repr(best_line(board, one, h, two, other, occupied)) == repr(best)
            for line in shot.lines:
                people, whole = {"striker": one, "target": two}, (h, *line.path, other)
                assert repr(line.aim) == repr(_rule_line(board, people, whole, _on_line(board, people, whole, ())))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"), [("titan", {}), ("titan", {"strike_chart_edges": "two_to_six"}), ("titan-magi", {})]
)
def test_a_strike_by_what_lies_between_is_that_of_the_two(name: str, options: dict[str, str]) -> None:
    """On every board, between all neighbours, a remembered strike of two characters is ruled as if it were new."""
    rules = compile_rules(Ruleset(name), options)
    every = [rules.profile(one) for one in rules.characters]
    chance = Random(7)
    for land in rules.battlelands.battlelands:
        board = board_of(rules, land)
        pairs = [(h, other) for h in range(27) for other in bits(board.contact[h])]
        for h, other in pairs:
            one, two = chance.choices(every, k=2)
            with hits_recomputed():
                found = strike_of(board, one, h, two, other)
            assert repr(found) == repr(rule_strike(board, one, h, two, other, (), None))


def test_options_that_are_equal_as_numbers_are_different_choices() -> None:
    ruleset = Ruleset("titan")
    assert compile_rules(ruleset, {"turn_limit": 1}).options["turn_limit"] == 1
    with pytest.raises(ValueError, match="'turn_limit' cannot be true"):
        compile_rules(ruleset, {"turn_limit": True})
    assert compile_rules(ruleset, {"turn_limit": 1}) is compile_rules(ruleset, {"turn_limit": 1})
    assert compile_rules(ruleset, {}) is not compile_rules(Ruleset("titan"), {})
    assert isinstance(hordes_rules(Ruleset("hordes"), {"base.width": 40.0}).options["base.width"], float)


def test_a_memory_that_is_full_begins_again() -> None:
    memory: Memory[int, int] = Memory(3)
    for number in range(10):
        memory[number] = -number
        assert memory[number] == -number
        assert len(memory) <= 3
    made: list[object] = []
    compiled = compiler(lambda ruleset, chosen: made.append(chosen) or len(made))
    ruleset = Ruleset("titan")
    for number in range(600):
        assert compiled(ruleset, {"turn_limit": number}) == number + 1


@pytest.mark.slow
def test_an_answer_does_not_hang_on_what_was_asked_before(here: Path) -> None:
    """The question that went wrong: the same situation, alone and after a thousand others."""
    for name in ("mine", "again"):
        lay(here, name, characters=GROWING)

    def answer(name: str, character: str, power: int, where: str) -> dict[str, Any]:
        one = {"id": "a", "character": "giant", "side": "attacker", "hex": where}
        two = {"id": "b", "character": character, "side": "defender", "hex": "C5", "power": power}
        battle = {"battleland": "plains", "pieces": [one, two]}
        return ask({"format": 1, "ruleset": name, "battle": battle, "ask": {"rangestrike": "a", "at": "b"}}, [here])

    every = [(who, power, at) for who in ("titan", "giant") for power in range(7, 500) for at in ("C2", "C3")]
    after = [answer("mine", *one) for one in every][::97]
    assert after == [answer("again", *one) for one in every[::97]]
