"""Battles played out: the same for every number of workers, in the shape that scripts read, with true intervals."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from running import referee

from referee import api
from referee.chances.playouts import Plan, play_out
from referee.cli import _group
from referee.cli.odds import Progress
from referee.core import documents
from referee.core.game.chances import wilson
from referee.games.titan.odds.offer import TitanOdds
from referee.games.titan.rules import TitanRules
from referee.games.titan.state import State
from referee.opening.states import open_session
from referee.running.workers import ordered

EXAMPLES = Path(__file__).parent.parent / "examples/titan/masterboard"
STATE = api.new("titan", battleland="brush", attacking=["ogre", "troll"], defending=["centaur", "lion", "gargoyle"])


def played(**how: Any) -> dict[str, Any]:
    """Return the summary of playouts of the state."""
    return play_out(documents.make_document(STATE, "state"), Plan(**{"playouts": 600, "engine": "judge", **how})).answer


def test_the_answer_has_the_fixed_shape() -> None:
    found = played(policies={"attacker": "greedy"}, seed="7")
    assert list(found) == ["exact", "playouts", "seed", "policies", "attacker", "defender", "neither", "rounds"]
    assert (found["exact"], found["playouts"], found["seed"]) == (False, 600, "7")
    assert found["policies"] == {"attacker": "greedy", "defender": "random"}
    for side in ("attacker", "defender"):
        assert list(found[side]) == ["wins", "titan_slain", "points", "survivors"]
        assert list(found[side]["wins"]) == list(found[side]["titan_slain"]) == ["p", "low", "high"]
        assert list(found[side]["points"]) == ["mean", "low", "high"]
        assert sum(row["p"] for row in found[side]["survivors"]) == pytest.approx(1)
    wins = [found[side]["wins"]["p"] for side in ("attacker", "defender")]
    assert sum(wins) + found["neither"]["p"] == pytest.approx(1)
    assert sum(found["rounds"].values()) == pytest.approx(1)
    assert set(found["rounds"]) <= set("1234567")


@pytest.mark.slow
def test_the_seed_alone_decides() -> None:
    assert played(seed="1") == played(seed="1", jobs=2)
    assert played(seed="1") != played(seed="2")


@pytest.mark.slow
def test_it_stops_when_every_interval_is_narrow_enough() -> None:
    found = played(playouts=None, within=0.03)
    assert 250 <= found["playouts"] < 2000
    assert found["playouts"] == played(playouts=None, within=0.03, jobs=2)["playouts"]
    for one in (found["attacker"]["wins"], found["defender"]["wins"], found["neither"]):
        assert (one["high"] - one["low"]) / 2 <= 0.03


@pytest.mark.parametrize("policy", ["random", "greedy", "cautious", "hold"])
def test_every_policy_plays_to_the_end(policy: str) -> None:
    assert played(playouts=30, policies={"": policy})["playouts"] == 30


def test_wilson_intervals() -> None:
    # the interval of 0 of 10 is 0 to 0.2775
    assert wilson(0, 10).high == pytest.approx(0.27754, abs=1e-4)
    assert wilson(5, 10)[1:] == pytest.approx((0.23659, 0.76341), abs=1e-4)
    assert wilson(10, 10).high == 1.0


def die(given: int) -> int:
    """Kill the worker at once."""
    os.kill(os.getpid(), signal.SIGKILL)
    return given


def test_work_over_which_every_worker_dies_is_given_up_with_a_reason() -> None:
    with pytest.raises(documents.Unreadable, match="workers died 6 times over the same work"):
        list(ordered(die, range(4), jobs=2))


@pytest.mark.slow
def test_a_battle_of_a_game_is_played_out_as_if_it_stood_alone() -> None:
    game = yaml.safe_load((EXAMPLES / "000.state.yaml").read_text())
    for file in sorted(EXAMPLES.glob("0*.yaml"))[1:]:
        game = api.adjudicate(game, [one for one in yaml.safe_load_all(file.read_text()) if one]).state
        if "battle" in game:
            break
    names = ("battleland", "attacker_side", "round", "phase", "active", "players", "pieces")
    alone = {"format": 1, "ruleset": "titan", "battle": {name: game["battle"][name] for name in names}}
    for engine in ("fast", "judge"):
        plan = Plan(playouts=300, engine=engine)
        both = [play_out(documents.make_document(one, "state"), plan).answer for one in (game, alone)]
        assert both[0] == both[1]


def with_newcomers(**more: Any) -> dict[str, Any]:
    """Return a battle in which the attacker may summon and the defender muster, if these are given."""
    found: dict[str, Any] = api.new("titan", battleland="brush", attacking=["ogre", "troll"], defending=["lion"] * 3)
    found["battle"] |= more
    return found


def names_of(found: dict[str, Any], side: str) -> set[str]:
    """Return the names of all survivors of a side."""
    return {name for row in found[side]["survivors"] for name in row["pieces"]}


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["judge", "fast"])
def test_policies_muster_and_summon_and_random_does_neither(engine: str) -> None:
    summonable = [{"character": "angel", "legion": "bk02"}, {"character": "archangel", "legion": "bk03"}]
    state = documents.make_document(with_newcomers(may_muster=["warlock", "ranger"], may_summon=summonable), "state")
    for attacker, defender in (("greedy", "hold"), ("random", "greedy"), ("cautious", "random"), ("hold", "cautious")):
        plan = Plan(playouts=400, engine=engine, policies={"attacker": attacker, "defender": defender}, seed="2")
        found = play_out(state, plan).answer
        joined = names_of(found, "attacker") - {"ogre", "troll"}
        assert joined == (set() if attacker == "random" else {"archangel"})
        # the ranger comes where the warlock cannot enter
        assert ("warlock" in names_of(found, "defender")) == (defender != "random")
        assert names_of(found, "defender") <= {"lion", "warlock", "ranger"}


FALLEN = {"id": "fallen", "character": "lion", "side": "defender"}
# a lion fell in the first round, and in the second the attacker let the chance pass
LET_PASS = {"summons": "past", "slain": [FALLEN], "round": 3, "attacker_entered": True}


@pytest.mark.parametrize(("given", "hexes"), [(LET_PASS, ["C3", "D3", "C5", "D6", "E5"]), ({"summoned": True}, [])])
def test_nobody_is_summoned_after_the_time_for_it(given: dict[str, Any], hexes: list[str]) -> None:
    state = with_newcomers(may_summon=[{"character": "angel", "legion": "bk02"}], **given)
    for piece, where in zip(state["battle"]["pieces"], hexes, strict=False):
        piece["hex"] = where
    for engine in ("judge", "fast"):
        plan = Plan(playouts=200, engine=engine, policies={"": "greedy"})
        found = play_out(documents.make_document(state, "state"), plan).answer
        assert names_of(found, "attacker") <= {"ogre", "troll"}


@pytest.mark.parametrize("result", [{"how": "time loss", "winner": "defender"}, {"how": "concession", "points": 9}])
def test_a_battle_that_is_over_has_the_result_of_the_judge(result: dict[str, Any]) -> None:
    given = with_newcomers(result={"winner": "attacker", **result})
    answers = [
        play_out(documents.make_document(given, "state"), Plan(playouts=50, engine=engine)).answer
        for engine in ("judge", "fast")
    ]
    assert answers[0] == answers[1]
    winner = given["battle"]["result"]["winner"]
    assert answers[0][winner]["wins"]["p"] == 1
    assert answers[0][winner]["points"]["mean"] == result.get("points", 0)


def test_in_a_game_the_living_and_the_stacks_decide_who_is_mustered() -> None:
    game = yaml.safe_load((EXAMPLES / "000.state.yaml").read_text())
    seen: list[tuple[str, ...]] = []
    for file in sorted(EXAMPLES.glob("0*.yaml"))[1:]:
        game = api.adjudicate(game, [one for one in yaml.safe_load_all(file.read_text()) if one]).state
        if "battle" not in game:
            continue
        living = tuple(sorted(one["character"] for one in game["battle"]["pieces"] if one["side"] == "defender"))
        able = game["battle"].get("may_muster", [])
        assert list(musters_of(game, living)) == able
        seen.append(living)
        board = game["masterboard"]
        for name in able:
            stock = board["caretaker"][name]
            changed = {"caretaker": board["caretaker"] | {name: 0}, "slain": {name: stock}}
            fought = {key: value for key, value in game["battle"].items() if key != "may_muster"}
            assert name not in musters_of(game | {"masterboard": board | changed, "battle": fought}, living)
    assert len(set(seen)) > 2


def musters_of(game: dict[str, Any], living: tuple[str, ...]) -> Sequence[str]:
    """Return whom the defender of a game may muster if these are left."""
    opened = open_session(documents.make_document(game, "state"))
    assert isinstance(opened.state, State)
    assert isinstance(opened.rules, TitanRules)
    _, musters = TitanOdds(opened.game).battle_of(opened.state, opened.rules)
    assert musters is not None
    return musters(living)


def test_a_game_without_a_battle_is_not_played_out() -> None:
    done = referee("odds", str(EXAMPLES / "000.state.yaml"))
    assert done.code == 2
    assert "no battle is being fought here" in done.err


def test_the_command(tmp_path: Path) -> None:
    state = tmp_path / "state.yaml"
    state.write_text(json.dumps(STATE))
    done = referee("odds", str(state), "--playouts", "50", "--json", "--policy", "hold", "--engine", "judge")
    assert done.code == 0
    assert json.loads(done.out)["policies"] == {"attacker": "hold", "defender": "hold"}
    assert referee("odds", str(state), "--policy", "attacker=gredy").code == 2
    wrong = "'gredy' is no policy (did you mean 'greedy'?); they are random, random-carry, greedy, cautious, hold"
    assert referee("odds", str(state), "--policy", "attacker=gredy").err == f"--policy: {wrong}\n"
    text = json.dumps({"state": STATE, "policies": {"attacker": "gredy"}})
    place = text.index('"policies"') + 1
    said = json.loads(referee("odds", "--jsonl", stdin=text).out)
    assert said == {"error": [f"stdin:1:{place}: policies: {wrong}"]}
    assert referee("odds", str(state), "--within", "5").code == 2
    line = json.dumps({"id": 3, "state": STATE, "playouts": 20, "seed": 1})
    answer = json.loads(referee("odds", "--jsonl", stdin=line).out)
    assert (answer["id"], answer["playouts"], answer["seed"]) == (3, 20, "1")


def test_without_numpy_the_judge_plays_and_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "referee.games.titan.odds.fast", None)
    state = tmp_path / "state.yaml"
    state.write_text(json.dumps(STATE))
    done = referee("odds", str(state), "--playouts", "20")
    assert done.code == 0
    assert "the judge plays this, slower: the fast engine needs numpy: pip install 'tabletop-referee[odds]'" in done.err


def test_what_the_fast_engine_cannot_play_is_played_by_the_judge(tmp_path: Path) -> None:
    state = tmp_path / "state.yaml"
    found = api.new("titan-magi", battleland="plains", attacking=["ogre"], defending=["lion"])
    state.write_text(json.dumps(found))
    done = referee("odds", str(state), "--playouts", "10", "--json")
    assert done.code == 0
    assert "slower: rows of 'move' ask more than characters and ground" in done.err
    assert json.loads(done.out)["playouts"] == 10


def test_lines_that_the_judge_plays_are_noted_once(tmp_path: Path) -> None:
    states = [
        api.new("titan-magi", battleland=land, attacking=["ogre"], defending=["lion"]) for land in ("plains", "brush")
    ]
    lines = "\n".join(json.dumps({"state": one, "playouts": 3}) for one in (STATE, *states))
    for jobs in ("1", "2"):
        done = referee("odds", "--jsonl", "--jobs", jobs, stdin=lines)
        assert done.code == 0
        assert len(done.out.splitlines()) == 3
        assert done.err.startswith("note: stdin:2: the judge plays this, slower: rows of 'move' ask more than")
        assert done.err.count("\n") == 1


def test_variants_that_the_judge_plays_are_noted_once(tmp_path: Path) -> None:
    state = tmp_path / "state.yaml"
    state.write_text(json.dumps(api.new("titan-magi", battleland="plains", attacking=["ogre"], defending=["lion"])))
    done = referee("odds", str(state), "--playouts", "2", "--vary", "defender.lion-1.hits=0..2")
    assert done.code == 0
    assert done.err.count("slower") == 1


def test_what_is_told_of_the_progress_reckons_with_the_width_that_is_asked_for() -> None:
    told: list[tuple[int, int]] = []
    plan = Plan(within=0.004, seed="1")
    found = play_out(documents.make_document(STATE, "state"), plan, tell=lambda *now: told.append(now))
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert all(abs(about / found.answer["playouts"] - 1) < 0.3 for _, about in told)


def interrupt(_: Any, done: int, most: int) -> None:
    """Interrupt playouts as soon as some are made."""
    raise KeyboardInterrupt


def interrupted(monkeypatch: pytest.MonkeyPatch, *words: str) -> Any:
    """Run a command that is interrupted after the first playouts."""
    monkeypatch.setattr(Progress, "show", interrupt)
    return CliRunner().invoke(_group, ["odds", *words])


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_has_been_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, jobs: str) -> None:
    (tmp_path / "state.yaml").write_text(json.dumps(STATE))
    words = [str(tmp_path / "state.yaml"), "--engine", "judge", "--jobs", jobs, "--json"]
    done = interrupted(monkeypatch, *words, "--playouts", "9000")
    assert (done.exit_code, done.stderr) == (130, "interrupted after 250 playouts\n")
    assert json.loads(done.stdout) == played(playouts=250)


def test_an_interrupt_prints_the_variants_that_have_been_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "state.yaml").write_text(json.dumps(STATE))
    words = [str(tmp_path / "state.yaml"), "--engine", "judge", "--vary", "defender.lion-1.hits=0..2", "--json"]
    done = interrupted(monkeypatch, *words)
    assert (done.exit_code, done.stderr) == (130, "interrupted after 250 playouts\n")
    assert [row["with"] for row in json.loads(done.stdout)["varied"]] == [{"defender.lion-1.hits": 0}]


def test_an_interrupt_leaves_no_line_that_looks_whole() -> None:
    """A line is answered whole or not at all, and so is a call from Python."""

    def tell(done: int, most: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_out(documents.make_document(STATE, "state"), Plan(playouts=600, engine="judge"), tell=tell)


def test_a_policy_without_a_side_is_refused(tmp_path: Path) -> None:
    (tmp_path / "state.yaml").write_text(json.dumps(STATE))
    done = referee("odds", str(tmp_path / "state.yaml"), "--policy", "=greedy")
    assert done.code == 2
    assert "--policy names a side before each '=', as in attacker=greedy, not '=greedy'" in done.err
