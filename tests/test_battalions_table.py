"""Battalions as two players and whoever runs the referee meet it: files, secrets, refusals, what is listed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from running import referee, unchained

from referee import api, games
from referee.core import documents

ROOT = Path(__file__).parent.parent
RED, BLUE = {"battalion": "red-1"}, {"battalion": "blue-1"}


def skirmish(**changes: Any) -> dict[str, Any]:
    game, ruleset = games.load("battalions")
    return json.loads(json.dumps({**documents.builtins(game.new(game.parameters(), ruleset)), **changes}))


def sheet(player: str, *orders: Any, **head: Any) -> dict[str, Any]:
    return {"format": 1, "ruleset": "battalions", "player": player, **head, "orders": list(orders)}


def file(folder: Path, name: str, value: Any) -> str:
    path = folder / name
    path.write_text(documents.dump(value))
    return str(path)


ADVANCE = sheet("red", {**RED, "command": "advance", "number": 2})
HOLD = sheet("blue", {**BLUE, "command": "hold"})
FOREIGN = sheet("blue", {**BLUE, "command": "hold"}, {**RED, "command": "hold"})


def messages(found: dict[str, Any]) -> list[tuple[str, list[str]]]:
    return [(row["player"], [o["message"] for o in row.get("because", [])]) for row in found["orders"]]


def test_nobody_annuls_or_learns_of_an_order_by_giving_one_for_a_foreign_battalion() -> None:
    for sheets in ([FOREIGN, ADVANCE], [ADVANCE, FOREIGN]):
        found = api.adjudicate(skirmish(), sheets)
        assert sorted(messages(found)) == [("blue", []), ("blue", ["red-1 belongs to red"]), ("red", [])]
        assert {step["what"] for step in found["stops"]} == {"blue's orders stop the phase", "red-1 belongs to red"}


@pytest.mark.parametrize("options", [{}, {"missing_order": "hold"}])
def test_skipping_a_foreign_order_gives_the_same_state_in_any_order(options: dict[str, Any]) -> None:
    state = skirmish(options=options)
    plain = unchained(api.adjudicate(state, [ADVANCE, HOLD])["state"])
    for sheets in ([FOREIGN, ADVANCE], [ADVANCE, FOREIGN]):
        assert unchained(api.adjudicate(state, sheets, skip_illegal=True)["state"]) == plain


def test_of_two_orders_for_one_battalion_neither_stands_whichever_file_is_first() -> None:
    state = skirmish(options={"missing_order": "hold"})
    both = [ADVANCE, sheet("red", {**RED, "command": "fall_back", "number": 1}), HOLD]
    assert api.adjudicate(state, both)["state"] == api.adjudicate(state, both[::-1])["state"]
    assert api.adjudicate(skirmish(), both)["orders"][0]["verdict"] == "refused"


def turn(which: int, player: str, command: str = "hold", **more: Any) -> dict[str, Any]:
    return sheet(player, {"battalion": f"{player}-1", "command": command, **more}, combat="k1", turn=which)


def test_whole_turns_are_played_and_the_first_that_is_not_whole_is_left_over() -> None:
    first = [turn(1, "red", "advance", number=1), turn(1, "blue")]
    alone = unchained(api.adjudicate(skirmish(), first)["state"])
    for second in (
        [turn(2, "red", "advance", number=1)],
        [turn(2, "red", "advance", number=1), turn(2, "blue", "hold", number=3)],
    ):
        found = api.adjudicate(skirmish(), [*second, *first])
        assert unchained(found["state"]) == alone
        assert found["left"][0] == "k1 combat turn 2 is not played: blue's orders stop it"
        said = [step["what"] for step in found["trace"]["steps"]]
        assert said[-2:] == found["left"]
        assert not any("number" in text for text in found["left"])


def test_what_was_left_over_replays(tmp_path: Path) -> None:
    sheets = [turn(1, "red", "advance", number=1), turn(1, "blue"), turn(2, "red", "charge"), turn(2, "blue")]
    state = file(tmp_path, "0.yaml", skirmish())
    files = [file(tmp_path, f"{n}.yaml", one) for n, one in enumerate(sheets, 1)]
    trace = str(tmp_path / "t.yaml")
    done = referee("adjudicate", state, *files, "--trace", trace)
    assert done.code == 0
    assert "k1 combat turn 2 is not played: red's orders stop it" in done.out
    assert "charge" not in done.out
    assert referee("replay", trace).code == 0


def test_an_illegal_order_in_the_first_turn_refuses_every_turn() -> None:
    sheets = [turn(1, "red", "charge"), turn(1, "blue"), turn(2, "red"), turn(2, "blue")]
    assert "state" not in api.adjudicate(skirmish(), sheets)


def test_a_document_that_no_turn_can_answer_refuses_the_first() -> None:
    stray = {**turn(1, "red"), "combat": "k9"}
    assert "state" not in api.adjudicate(skirmish(), [turn(1, "red"), turn(1, "blue"), stray])


@pytest.mark.parametrize(
    ("option", "leads"),
    [("stat_cap=3", "3-3-3-3"), ("stat_cap=2", "2-2-2-2"), ("stat_min=0", "4-2-2-4"), ("stat_cap=9", "4-2-2-4")],
)
def test_new_fits_an_army_to_the_switches(tmp_path: Path, option: str, leads: str) -> None:
    path = str(tmp_path / "new.yaml")
    assert referee("new", "battalions", "--option", option, "-o", path).code == 0
    assert referee("check", path).out.strip() == "all of it is legal"
    assert f"red-1.1 {leads} leads" in referee("show", path).out


def test_an_offence_is_said_once() -> None:
    state = skirmish(round=1)
    state["battalions"][0]["leader"] = state["units"][1]["id"]
    found = api.offences(documents.make_document(state, "new.yaml"))
    said = [one.message for one in (*found.problems, *found.warnings)]
    assert any("the leader of red-1 is worth at least" in one for one in said)
    assert len(set(said)) == len(said)


def test_new_refuses_switches_that_no_army_fits() -> None:
    done = referee("new", "battalions", "--option", "stat_cap=1")
    assert (done.code, done.out) == (2, "")
    assert "the leader of red-1 is worth at least 6" in done.err


@pytest.mark.parametrize(("factor", "cheapest", "fits"), [([3, 1], 1, True), ([1, 1], 12, True), ([2, 1], 11, False)])
def test_new_fits_an_army_to_the_tables(tmp_path: Path, factor: list[int], cheapest: int, fits: bool) -> None:
    folder = tmp_path / "rules" / "mine"
    folder.mkdir(parents=True)
    (folder / "manifest.yaml").write_text("format: 1\nruleset: mine\ntitle: Mine\nextends: battalions\n")
    (folder / "constants.yaml").write_text(f"unit_cost_min: {cheapest}\nleader_factor: {factor}\n")
    done = referee("new", "mine", "--rulesets", str(folder.parent), "--points", "90")
    assert done.code == (0 if fits else 2), done.err


def test_check_tells_two_armies_in_one_field_and_lets_an_army_list_be(tmp_path: Path) -> None:
    ford = documents.parse((ROOT / "examples/battalions/ford/000.state.yaml").read_bytes(), "ford").value
    for battalion in ford["battalions"]:
        battalion["field"] = [1, 1]
    done = referee("check", file(tmp_path, "bad.yaml", ford))
    assert (done.code, "two armies cannot share it" in done.err) == (2, True)
    army = skirmish(combats=[])
    for unit in army["units"]:
        del unit["at"]
    assert referee("check", file(tmp_path, "army.yaml", army)).code == 0


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (sheet("red", {**RED, "path": ["W"]}), "orders[1].path"),
        (sheet("red", {**RED, "command": "hold"}, {**RED, "path": ["W"]}), "orders[2].path"),
        (sheet("red", {**RED, "path": ["W"]}, turn=3), "orders[1].path"),
        (sheet("red", {**RED, "command": "hold"}, round=2), "round"),
        (sheet("red", {**RED, "command": "hold"}, {**RED, "choose_field": [9, 9]}), "orders[2].battalion"),
    ],
)
def test_check_refuses_in_a_skirmish_what_only_an_over_world_has(
    tmp_path: Path, document: dict[str, Any], place: str
) -> None:
    done = referee("check", file(tmp_path, "0.yaml", skirmish()), file(tmp_path, "red.yaml", document))
    assert done.code == 1
    assert f": {place}: " in done.out
    assert "state" not in api.adjudicate(skirmish(), [document, HOLD])


def test_what_is_open_says_what_it_waits_for_and_files_are_told_apart(tmp_path: Path) -> None:
    state = file(tmp_path, "0.yaml", skirmish())
    files = [file(tmp_path, f"red{n}.yaml", turn(n, "red")) for n in (1, 3)]
    said = referee("check", state, *files).out
    assert "for turn 3; turn 1 of k1 is awaited" in said
    assert all(f"red 1 of {path}  " in said for path in files)
    assert "red 1  legal" in referee("check", state, files[0]).out


@pytest.mark.parametrize("line", ["army", "army true"])
def test_a_question_that_is_a_flag_is_asked_on_one_line(tmp_path: Path, line: str) -> None:
    done = referee("ask", file(tmp_path, "0.yaml", skirmish()), line)
    assert done.code == 0
    assert "every army is legal" in done.out


def unarranged() -> dict[str, Any]:
    """An over-world game in which red sets a battalion out anew."""
    state = skirmish(mode="overworld", combats=[], round=2, phase="move", to_move="red")
    state["battalions"][0]["arranged"] = False
    del state["units"][0]["at"]
    return state


def choosing() -> dict[str, Any]:
    """A combat that is over, and a battalion without its leader in two Fields of equal worth."""
    state = skirmish(mode="overworld", round=1, phase="combat")
    for unit, where in zip(state["units"], [None, [0, 0], [1, 0], None], strict=False):
        unit["status"] = "alive" if where else "destroyed"
        unit["at"] = [where[0] * 5, 4] if where else None
    for unit in state["units"][4:]:
        unit["status"], unit["at"] = "destroyed", None
    state["combats"][0].update(ended=True, turn=3)
    return state


@pytest.mark.parametrize(
    ("state", "verb"), [("skirmish", "command"), ("unarranged", "arrange"), ("choosing", "choose")]
)
def test_every_line_that_is_listed_is_an_order_to_paste(tmp_path: Path, state: str, verb: str) -> None:
    path = file(tmp_path, "0.yaml", globals()[state]())
    listed = [row.strip() for row in referee("legal", path).out.splitlines()[1:]]
    lines = [line for line in listed if line not in ("red:", "blue:")]
    assert any(line.startswith(verb) for line in lines)
    for line in lines:
        player = "blue" if "battalion blue-1" in line else "red"
        orders = file(tmp_path, "orders.yaml", sheet(player, line))
        done = referee("check", path, orders)
        assert done.code == 0, (line, done.out, done.err)
        assert " legal " in done.out


def test_explain_knows_who_plays() -> None:
    trace = str(ROOT / "examples/battalions/ford/004.trace.yaml")
    assert referee("explain", trace, "--player", "red").code == 0
    done = referee("explain", trace, "--player", "green")
    assert done.code == 2
    assert "the players are red, blue" in done.err


def test_switches_that_are_whole_numbers_say_so() -> None:
    assert "stat_cap: 5, or any whole number from 1 to 1000" in referee("rules", "battalions", "--options").out


def test_check_lists_what_has_no_order() -> None:
    """A player's own battalions, in a combat turn and on the over-world; nothing is said of another player's."""
    state = skirmish()
    head = {"format": 1, "ruleset": "battalions", "player": "red"}
    for options in ({}, {"missing_order": "hold"}):
        found = api.check({**state, "options": options}, [{**head, "orders": []}])
        assert found["legal"]
        assert [(row["player"], row["cite"]) for row in found["unordered"]] == [("red", ["BN-G-10"])]
    assert "unordered" not in api.check(state, [ADVANCE])
    overworld = (ROOT / "examples/battalions/ford/000.state.yaml").read_text()
    listed = api.check(overworld, [{**head, "orders": []}])["unordered"]
    assert [(row["message"].split()[0], row["cite"]) for row in listed] == [("oak", ["BN-G-06"]), ("ash", ["BN-G-06"])]
