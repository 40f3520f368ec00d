"""The Cup: 200 counters are in one place each, blind draws are witnessed, and what is put back has its place."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from running import referee as run

import referee
from referee import games
from referee.core.game.dice import Dice, Throw
from referee.core.game.recorder import Recorder
from referee.games.titan.magic.check_counters import counter_faults, whereabouts
from referee.games.titan.magic.cup import (
    Lot,
    all_counters,
    all_intrinsic,
    dice_of,
    drawn,
    first_cup,
    got_objections,
    put_back,
    throws_of,
)
from referee.games.titan.magic.spellbooks import spell_called
from referee.games.titan.rules import TitanRules, compile_rules
from referee.games.titan.state import State

NEW = {"game": "g", "players": ["black", "red"], "towers": [100, 200]}


class Holder:
    """The Cup alone."""

    def __init__(self, rules: TitanRules, cup: list[str] | None) -> None:
        self.rules = rules
        self.cup = cup


@pytest.fixture(scope="module")
def rules() -> TitanRules:
    return compile_rules(games.load("titan-magi")[1], {})


def test_there_are_200_counters_of_which_149_begin_in_the_cup(rules: TitanRules) -> None:
    assert len(all_counters(rules)) == 200
    assert len(all_intrinsic(rules)) == 51
    assert len(first_cup(rules)) == 149
    assert "bolt-3" in all_intrinsic(rules)
    assert "bolt-4" in first_cup(rules)


def test_of_three_counters_two_throws_take_the_second_and_the_second(rules: TitanRules) -> None:
    holder = Holder(rules, ["bolt-4", "fly-1", "web-2"])
    lot = Lot("draw", "black", 2, ["fly-1", "web-2"])
    throws = throws_of(holder, lot)
    assert [(throw.event, throw.faces) for throw in throws] == [("draw/1", 3), ("draw/2", 2)]
    assert [dice_of(throw, lot.got) for throw in throws] == [[2], [2]]
    got, rolls = drawn(holder, Recorder(Dice()), lot)
    assert (got, holder.cup) == (["fly-1", "web-2"], ["bolt-4"])
    assert [(roll.dice, roll.faces) for roll in rolls] == [([2], 3), ([2], 2)]
    put_back(holder, ["fly-1"])
    assert holder.cup == ["bolt-4", "fly-1"]


def test_an_empty_cup_gives_nothing_and_the_last_counter_needs_no_throw(rules: TitanRules) -> None:
    holder = Holder(rules, ["web-2"])
    assert throws_of(holder, Lot("draw", "black", 2)) == []
    assert drawn(holder, Recorder(Dice()), Lot("draw", "black", 2)) == (["web-2"], [])
    assert drawn(holder, Recorder(Dice()), Lot("draw", "black", 2)) == ([], [])


def test_what_is_put_back_comes_to_its_place_whatever_came_before(rules: TitanRules) -> None:
    chance, whole = Random(1), first_cup(rules)
    for _ in range(20):
        holder = Holder(rules, list(whole))
        out = chance.sample(whole, 30)
        for counter in out:
            assert holder.cup is not None
            holder.cup.remove(counter)
        put_back(holder, ["bolt-1", *chance.sample(out, 30)])
        assert holder.cup == whole, "an intrinsic counter is never in the Cup, and the order does not depend on history"


@pytest.mark.parametrize(
    ("got", "said"),
    [
        (["bolt-4"], "2 are drawn, and 'got' names 1"),
        (["bolt-4", "bolt-4"], "bolt-4 is drawn once only"),
        (["bolt-4", "heal-5"], "heal-5 is not in the Cup"),
        (["bolt", "fly-1"], "'bolt' is no Spell counter; name a counter, as bolt-1"),
    ],
)
def test_what_a_draw_cannot_have_brought_is_refused(rules: TitanRules, got: list[str], said: str) -> None:
    holder = Holder(rules, ["bolt-4", "fly-1", "web-2"])
    assert said in [o.message for o in got_objections(holder, Lot("draw", "black", 2, got), ())]


def test_where_the_cup_is_hidden_a_throw_tells_nothing_of_it(rules: TitanRules) -> None:
    throws: list[Throw] = throws_of(Holder(rules, None), Lot("draw", "black", 2))
    assert [throw.faces for throw in throws] == [149, 148]


def state_with(**board: Any) -> State:
    """Return a new game with some fields of the Masterboard changed."""
    new = referee.new("titan-magi", **NEW)
    new["masterboard"].update(board)
    return msgspec.convert(new, State)


def test_a_new_game_has_each_counter_in_one_place(rules: TitanRules) -> None:
    state = state_with()
    assert state.masterboard is not None
    assert state.masterboard.cup == first_cup(rules)
    found = Counter(counter for _, counter, _ in whereabouts(state, rules))
    assert found == dict.fromkeys(all_counters(rules), 1)
    assert counter_faults(state, rules, playing=True) == []


@pytest.mark.parametrize(
    ("cup", "said"),
    [
        (["bolt-4"], "neither in the Cup nor in a stack: capture-enemy-legion-1"),
        (["fly-1", "bolt-4"], "bolt-4 comes here"),
        (["bolt-1"], "bolt-1 is there twice"),
        (["bolt-4", "bolt-4"], "bolt-4 is there twice"),
        (["bolt-8"], "'bolt-8' is no Spell counter"),
    ],
)
def test_a_cup_that_cannot_be_is_refused(rules: TitanRules, cup: list[str], said: str) -> None:
    found = counter_faults(state_with(cup=cup), rules, playing=True)
    assert any(said in message for _, message in found), found


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """Return the folder of an overlay with the table that `new --counters` writes."""
    folder = tmp_path / "my-counters"
    folder.mkdir()
    (folder / "manifest.yaml").write_text("format: 1\nruleset: my-counters\ntitle: Mine\nextends: titan-magi\n")
    assert run("new", "titan-magi", "--counters", "-o", str(folder / "spells.yaml")).code == 0
    return folder


@pytest.mark.slow
def test_the_sheet_of_counters_is_an_overlay_that_changes_nothing(sheet: Path, rules: TitanRules) -> None:
    assert run("lint", str(sheet)).code == 0
    same = compile_rules(games.load("my-counters", [sheet.parent])[1], {})
    for counter in all_counters(rules):
        one, other = spell_called(rules, counter), spell_called(same, counter)
        assert one is not None
        assert other is not None
        assert (one.dice, one.strike_skill, one.number) == (other.dice, other.strike_skill, other.number)
    assert {name: rules.spell_limit(name) for name in rules.keeping_spells} == same.spell_table.limits


@pytest.mark.slow
def test_what_is_filled_into_the_sheet_holds(sheet: Path) -> None:
    path = sheet / "spells.yaml"
    text = path.read_text().replace("bolt-5: {dice: 3, strike_skill: 4}", "bolt-5: {dice: 4, strike_skill: 3}")
    path.write_text(text.replace("witch: 8", "witch: 10"))
    mine = compile_rules(games.load("my-counters", [sheet.parent])[1], {})
    bolt = spell_called(mine, "bolt-5")
    assert bolt is not None
    assert (bolt.dice, bolt.strike_skill, mine.spell_limit("witch")) == (4, 3, 10)
    asked = "masterboard; black 8 [witch]; draw bk01 for victory points 300"
    room = run("ask", "--rulesets", str(sheet.parent), "-r", "my-counters", asked.replace("bk01", "black"), "--json")
    assert '"witch-1": 8' in room.out


@pytest.mark.slow
def test_a_counter_that_is_none_is_a_problem_of_the_sheet(sheet: Path) -> None:
    path = sheet / "spells.yaml"
    path.write_text(path.read_text().replace("bolt-7:", "bolt-8:").replace("witch:", "whitch:"))
    said = run("lint", str(sheet))
    assert said.code == 2
    assert "'bolt-8' is no counter" in said.all
    assert "'whitch' is no Mage" in said.all


def test_without_spells_there_is_no_sheet() -> None:
    assert run("new", "titan", "--counters").code == 2
