"""Who is late: standing orders, defaults of every game, vacations, and players who are dropped or replaced."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from running import referee as run_referee
from test_desk import Game
from test_reacting import combat

from referee import api, games
from referee.core import documents
from referee.core.game.policies import Policies
from referee.desk.verifying import verify
from referee.games.hordes.state import PhaseName as HordesPhase
from referee.games.titan.battle.state import PhaseName as BattlePhase
from referee.games.titan.masterboard.state import MasterPhase

PHASES = {
    "titan": [*get_args(MasterPhase), *get_args(BattlePhase)],
    "titan-magi": [*get_args(MasterPhase), *get_args(BattlePhase)],
    "hordes": list(get_args(HordesPhase)),
    "battalions": ["combat turn", "over-world turn", "choice of Fields"],
}
FORD = Path(__file__).parent.parent / "examples/battalions/ford/000.state.yaml"


@pytest.mark.parametrize("name", PHASES)
def test_every_phase_of_every_game_has_a_default(name: str) -> None:
    _, ruleset = games.load(name)
    found = ruleset.typed("policies", Policies).policies.values()
    covered = {phase for policy in found if policy.default for phase in policy.phases}
    assert {phase for phase in PHASES[name] if phase not in covered} == set()
    assert not {"concede", "flee", "agree", "accept", "stop"} & {v for p in found if p.default for v in p.orders}


def battalions(folder: Path, *given: str) -> Game:
    path = folder / "state.yaml"
    path.write_text(documents.dump(combat()))
    return Game(folder / "duel", "--state", str(path), *given, ruleset=["battalions"], seats=("red", "blue"))


def test_a_heading_that_fits_neither_now_nor_later_holds_the_mail(tmp_path: Path) -> None:
    game = battalions(tmp_path)
    game.mail("red", "combat: k9", "", "R advance 2")
    (row,) = game.run("--preview")["taken"]
    assert [one["line"] for one in row["problems"]] == ["combat: k9"]
    assert "no combat 'k9' is fought now" in row["problems"][0]["message"]
    for turn, wrong in ((1, ["turn: 1"]), (2, []), (3, [])):
        game.mail("red", "combat: k1", f"turn: {turn}", "", "R advance 2")
        assert [one["line"] for one in game.run("--preview")["taken"][-1]["problems"]] == wrong


@pytest.mark.slow
def test_standing_orders_act_until_they_are_cleared(tmp_path: Path) -> None:
    game = battalions(tmp_path)
    game.mail("blue", "always: hold")
    assert game.run()["waiting"] == [{"player": "blue", "orders": ["always: hold"]}]
    for number in (1, 2):
        game.mail("red", f"command advance battalion R number {number} relative_to B")
        found = game.run()
        assert [row["by"] for row in found["adjudicated"]] == [["red", "blue"]]
        assert found["waiting"] == [{"player": "blue", "orders": ["always: hold"]}]
    # a newer mail with orders leaves them
    game.mail("blue", "command fall_back battalion B number 1 relative_to R")
    game.run()
    assert {"player": "blue", "orders": ["always: hold"]} in game.status()["waiting"]
    game.mail("blue", "clear")
    assert game.run()["waiting"] == []
    assert verify(game.folder).differences == []


def test_a_mail_held_up_takes_its_standing_orders_with_it(tmp_path: Path) -> None:
    game = battalions(tmp_path)
    game.mail("blue", "always: hold")
    game.run()
    game.mail("blue", "command advance battalion R number 1 relative_to B", "always: stay")
    game.mail("red", "command advance battalion R number 1 relative_to B")
    found = game.run()
    assert [row["player"] for row in found["taken"] if row["problems"]] == ["blue"]
    # those of the earlier mail stay, and act
    assert found["waiting"] == [{"player": "blue", "orders": ["always: hold"]}]
    assert [row["by"] for row in found["adjudicated"]] == [["red", "blue"]]


def test_a_default_holds_a_battalion_and_is_marked_everywhere(tmp_path: Path) -> None:
    game = battalions(tmp_path, "--deadline", "72h", "--grace", "24h")
    game.mail("red", "command advance battalion R number 1 relative_to B")
    assert game.run()["adjudicated"] == []
    found = game.run(now="2026-11-25T22:00+01:00")
    assert [row["by"] for row in found["adjudicated"]] == [["red", "default for blue"]]
    trace = documents.parse((game.folder / "record/001/trace.yaml").read_bytes(), "trace").value
    assert [document.get("by") for document in trace["documents"]] == [None, "default"]
    assert all("(by: default)" in game.letters(player)[-1] for player in ("red", "blue"))
    assert verify(game.folder).differences == []


def test_a_turn_on_the_over_world_goes_by_where_nobody_orders(tmp_path: Path) -> None:
    state = documents.parse(FORD.read_bytes(), "state").value
    path = tmp_path / "state.yaml"
    path.write_text(documents.dump(state))
    given = ("--state", str(path), "--deadline", "24h")
    game = Game(tmp_path / "ford", *given, ruleset=["battalions"], seats=("red", "blue"))
    found = game.run(now="2026-11-21T22:00+01:00")
    assert [row["by"] for row in found["adjudicated"]] == [["default for red"]]


def begun(name: str, folder: Path) -> Game:
    """Return a game of a ruleset, from its beginning or from a state of the examples."""
    if name == "titan battle":
        return Game(folder / "g")
    if name.startswith("titan"):
        return Game(folder / "g", ruleset=[name, "--game", "g"])
    ruleset, state = name.split()
    return Game(folder / "g", "--state", f"examples/{ruleset}/ford/{state}.state.yaml", ruleset=[ruleset], seats=SEATS)


SEATS = ("red", "blue")
GAMES = ["titan battle", "titan", "titan-magi", "hordes 000", "battalions 000", "battalions 003"]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_players_who_have_vanished_stall_no_game(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.desk.running.MOST", 60)
    monkeypatch.setattr("referee.desk.result.MOST", 60)
    game = begun(name, tmp_path)
    for player in game.addresses:
        assert run_referee("desk", "drop", str(game.folder), player).code == 0
    found = game.run()
    assert "late" not in found
    assert found["awaiting"] == [] or len(found["adjudicated"]) >= 60
    assert all(by.startswith("default for") for row in found["adjudicated"] for by in row["by"])


def test_nothing_is_due_in_a_vacation(tmp_path: Path) -> None:
    game = Game(tmp_path / "g", "--deadline", "72h", "--grace", "24h")
    path = game.folder / "desk.yaml"
    path.write_text(path.read_text() + "away: {red: [{first: 2026-11-22, last: 2026-11-30}]}\n")
    assert game.status()["awaiting"][0]["due"] == "2026-12-01T19:00:00+00:00"
    assert game.run(now="2026-11-28T12:00+01:00")["written"] == ["out/000-red-2.eml"]
    assert game.run(now="2026-11-29T12:00+01:00")["written"] == []
    assert game.run(now="2026-12-01T21:00+01:00")["written"] == ["out/000-red-reminder.eml"]


@pytest.mark.slow
def test_a_player_who_is_dropped_in_mid_game_is_played_by_defaults_and_can_be_replaced(tmp_path: Path) -> None:
    game = battalions(tmp_path)

    def red_goes_on() -> list[Any]:
        game.mail("red", "command advance battalion R number 1 relative_to B")
        return [row["by"] for row in game.run()["adjudicated"]]

    assert red_goes_on() == []
    assert run_referee("desk", "drop", str(game.folder), "blue").code == 0
    assert [row["by"] for row in game.run()["adjudicated"]] == [["red", "default for blue"]]
    assert red_goes_on() == [["red", "default for blue"]]
    assert run_referee("desk", "replace", str(game.folder), "blue", "cai@x.org").code == 0
    game.mail("blue", "status", sender="ben@x.org")
    game.mail("blue", "command fall_back battalion B number 1 relative_to R", sender="cai@x.org")
    assert [row["player"] for row in game.run()["taken"]] == [None, "blue"]
    assert red_goes_on() == [["red", "blue"]]
    assert verify(game.folder).differences == []


@pytest.mark.slow
def test_a_deadline_runs_on_while_others_move_and_one_is_reminded_once(tmp_path: Path) -> None:
    """Both players roll for a Tower: that one has done so gives the other no more time."""
    game = Game(tmp_path / "g", "--deadline", "72h", "--grace", "24h", ruleset=["titan"])
    assert {row["due"] for row in game.status()["awaiting"]} == {"2026-11-23T19:00:00+00:00"}
    game.mail("black", "roll tower")
    found = game.run(now="2026-11-22T20:00+01:00")
    assert [(row["player"], row["due"]) for row in found["awaiting"]] == [("red", "2026-11-23T19:00:00+00:00")]
    assert game.run(now="2026-11-23T21:00+01:00")["written"] == ["out/001-red-reminder.eml"]
    assert game.run(now="2026-11-23T22:00+01:00")["written"] == []
    found = game.run(now="2026-11-24T21:00+01:00")
    assert [row["by"] for row in found["adjudicated"]] == [["default for red"]]
    # after an undoing every deadline is counted anew
    now = "2026-11-30T20:00+01:00"
    said = run_referee("desk", "undo", str(game.folder), "1", "--because", "a mistake", "--now", now)
    assert said.code == 0, said.all
    assert game.status()["awaiting"][0]["due"] == "2026-12-03T19:00:00+00:00"
    assert game.run(now="2026-12-01T20:00+01:00")["adjudicated"] == []
    assert verify(game.folder).differences == []


@pytest.mark.parametrize(("by", "reached"), [({"by": "default"}, 4), ({}, 7)])
def test_a_default_stands_in_for_the_round_in_which_it_begins_alone(by: dict[str, str], reached: int) -> None:
    path = FORD.parents[2] / "titan/slope/012.state.yaml"
    state = documents.parse(path.read_bytes(), str(path)).value
    orders = ["always: strike likeliest", "always: end maneuver"]
    given = [{"format": 1, "ruleset": "titan", "player": p, **by, "orders": orders} for p in ("black", "red")]
    assert state["battle"]["round"] == 3
    assert api.adjudicate(state, given, secret=b"x" * 32).state["battle"]["round"] == reached
