"""Properties of every combat turn of Battalions, and what a case cannot say."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from running import unchained

from referee import api, games
from referee.core import documents
from referee.core.adjudication.legal import legal_rows

SIZE = 3  # Fields of 3 x 3 Spaces
BOARD = 3  # a board of 3 x 3 Fields, the combat on up to three of them
COMMANDS = ("advance", "fall_back", "flank_left", "flank_right", "hold")
PLAYERS = ("red", "blue", "green")
TURNED = {"N": "W", "W": "S", "S": "E", "E": "N"}
# the fronts between these Fields are plain, so that no order need name one
GROUNDS = (((1, 1), (2, 1)), ((1, 1), (1, 0)), ((0, 1), (1, 1), (2, 1)), ((1, 0), (1, 1), (1, 2)))

Game = tuple[dict[str, Any], list[dict[str, Any]]]


@st.composite
def turns(draw: st.DrawFn) -> Game:
    """A combat in the middle of an over-world board, and a document of orders for each player in it."""
    used = draw(st.sampled_from(GROUNDS))
    sides = PLAYERS[: len(used)] if draw(st.booleans()) else (*PLAYERS[:2], "red")[: len(used)]
    spaces = [(f[0] * SIZE + x, f[1] * SIZE + y) for f in used for x in range(SIZE) for y in range(SIZE)]
    places = draw(st.permutations(spaces))
    battalions, units, orders = [], [], {}
    for index, (field, player) in enumerate(zip(used, sides, strict=True)):
        name = f"{player[0].upper()}{index}"
        battalions.append({"id": name, "player": player, "field": list(field), "facing": "N", "leader": f"{name}.0"})
        for number in range(draw(st.integers(1, 4))):
            stats = {stat: draw(st.integers(1, 4)) for stat in "sdic"}
            at = list(places[len(units)])
            units.append({"id": f"{name}.{number}", "battalion": name, **stats, "at": at})
        command = draw(st.sampled_from(COMMANDS))
        number = {} if command == "hold" else {"number": draw(st.integers(1, 4))}
        orders[name] = {"battalion": name, "command": command, **number}
    for name, order in orders.items():
        player = next(b["player"] for b in battalions if b["id"] == name)
        enemies = [b["id"] for b in battalions if b["player"] != player]
        if order["command"] != "hold":
            order["relative_to"] = draw(st.sampled_from(enemies))
    members = [{"id": b["id"], "joined_at": 0, "from": b["field"]} for b in battalions]
    early, together = draw(st.tuples(st.booleans(), st.booleans()))
    state = {
        "format": 1,
        "ruleset": "battalions",
        "options": {
            "hold_first": "before_movement" if early else "after_movement",
            "standing_target": "one_total" if together else "two_batches",
        },
        "mode": "overworld",
        "board": {"fields": [BOARD, BOARD], "field_size": [SIZE, SIZE]},
        "players": list(PLAYERS),
        "round": 1,
        "phase": "combat",
        "battalions": battalions,
        "units": units,
        "combats": [{"id": "k1", "turn": 0, "used": [list(f) for f in used], "battalions": members}],
    }
    sheets = []
    for player in dict.fromkeys(sides):
        mine = [orders[b["id"]] for b in battalions if b["player"] == player]
        sheets.append({**_head(player), "orders": mine})
    return state, sheets


def _head(player: str) -> dict[str, Any]:
    return {"format": 1, "ruleset": "battalions", "player": player, "combat": "k1", "turn": 1}


def _fought(state: dict[str, Any], sheets: list[dict[str, Any]]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    out = api.adjudicate(state, sheets)
    assert "state" in out, out
    plain = json.loads(json.dumps(out))
    return plain["state"], plain["trace"]["steps"]


def _by_id(things: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {thing["id"]: thing for thing in things}


@pytest.mark.slow
@given(turns())
def test_units_stand_apart_in_used_fields(game: Game) -> None:
    after, _ = _fought(*game)
    standing = [tuple(u["at"]) for u in after["units"] if "at" in u]
    assert len(set(standing)) == len(standing)
    used = [tuple(field) for combat in after.get("combats", []) for field in combat["used"]]
    if used:
        assert {(x // SIZE, y // SIZE) for x, y in standing} <= set(used)


@pytest.mark.slow
@given(turns())
def test_turning_the_board_turns_the_result(game: Game) -> None:
    state, sheets = game
    after, steps = _fought(state, sheets)
    turned, _ = _fought(_turned(state), sheets)
    if any("nearest to" in step["what"] for step in steps):
        return  # equal ways are taken in the order N, E, S, W
    assert _by_id(turned["units"]) == _by_id(_turned(after)["units"])


def _turned(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state turned by 90 degrees: what lay east lies north."""
    out = copy.deepcopy(state)
    for battalion in out["battalions"]:
        if "field" in battalion:
            battalion["field"] = _quarter(battalion["field"], BOARD)
        battalion["facing"] = TURNED[battalion["facing"]]
    for unit in out["units"]:
        if "at" in unit:
            unit["at"] = _quarter(unit["at"], BOARD * SIZE)
        if "field" in unit:
            unit["field"] = _quarter(unit["field"], BOARD)
    for combat in out.get("combats", []):
        combat["used"] = [_quarter(field, BOARD) for field in combat["used"]]
        for member in combat["battalions"]:
            member["from"] = _quarter(member["from"], BOARD)
    return out


def _quarter(place: list[int], extent: int) -> list[int]:
    return [extent - 1 - place[1], place[0]]


@pytest.mark.slow
@given(turns())
def test_the_names_of_the_players_change_nothing(game: Game) -> None:
    state, sheets = game
    after, _ = _fought(state, sheets)
    others = {"red": "blue", "blue": "red", "green": "green"}
    swapped = copy.deepcopy(state)
    for battalion in swapped["battalions"]:
        battalion["player"] = others[battalion["player"]]
    renamed = [{**sheet, "player": others[sheet["player"]]} for sheet in sheets]
    assert _fought(swapped, renamed)[0]["units"] == after["units"]


@pytest.mark.slow
@given(turns(), st.randoms(use_true_random=False))
def test_the_order_of_a_file_decides_nothing(game: Game, random: Any) -> None:
    state, sheets = game
    after, _ = _fought(state, sheets)
    mixed = copy.deepcopy(state)
    random.shuffle(mixed["units"])
    random.shuffle(mixed["battalions"])
    again, _ = _fought(mixed, sheets)
    assert _by_id(again["units"]) == _by_id(after["units"])
    assert _by_id(again["battalions"]) == _by_id(after["battalions"])


@pytest.mark.slow
@given(turns(), st.randoms(use_true_random=False))
def test_orders_swapped_or_split_give_the_same_bytes(game: Game, random: Any) -> None:
    state, sheets = game
    whole = documents.dump(unchained(api.adjudicate(state, sheets)["state"]))
    single = [{**sheet, "orders": [order]} for sheet in sheets for order in sheet["orders"]]
    random.shuffle(single)
    assert documents.dump(unchained(api.adjudicate(state, single)["state"])) == whole


@pytest.mark.slow
@given(turns())
def test_constitution_never_rises_in_a_combat_and_is_whole_after_it(game: Game) -> None:
    state, sheets = game
    after, _ = _fought(state, sheets)
    for unit in after["units"]:
        if unit["status"] != "destroyed":
            assert unit["con"] <= unit["c"]
            if not after.get("combats"):
                assert unit["con"] == unit["c"]


@pytest.mark.slow
@given(turns())
def test_a_unit_goes_along_one_axis_as_far_as_it_may(game: Game) -> None:
    state, sheets = game
    after, _ = _fought(state, sheets)
    given_to = {order["battalion"]: order for sheet in sheets for order in sheet["orders"]}
    before = _by_id(state["units"])
    for unit in after["units"]:
        if "at" not in unit:
            continue
        start = before[unit["id"]]["at"]
        gone = [abs(unit["at"][k] - start[k]) for k in (0, 1)]
        order = given_to[unit["battalion"]]
        assert min(gone) == 0
        assert max(gone) <= min(unit["d"], order.get("number", 0))


@pytest.mark.slow
@given(turns())
def test_strength_alone_destroys(game: Game) -> None:
    state, sheets = game
    after, steps = _fought(state, sheets)
    con = {unit["id"]: unit["c"] for unit in state["units"]}
    fallen = set()
    for step in steps:
        if " batch: " not in step["what"] or not step.get("changes"):
            continue
        (change,) = step["changes"]
        total = step["reasons"][0]["total"]
        assert (change["field"] == "status") == (total > con[change["what"]])
        if change["field"] == "status":
            fallen.add(change["what"])
        else:
            con[change["what"]] = change["now"]
    assert fallen == {unit["id"] for unit in after["units"] if unit["status"] == "destroyed"}


@pytest.mark.slow
@given(turns())
def test_a_standing_unit_is_struck_at_once_by_all_or_in_two_batches(game: Game) -> None:
    """Every blow falls once, in the batch of its striker unless a standing target waits for the others."""
    state, sheets = game
    _, steps = _fought(state, sheets)
    commands = {order["battalion"]: order["command"] for sheet in sheets for order in sheet["orders"]}
    holds = {unit["id"]: commands[unit["battalion"]] == "hold" for unit in state["units"]}
    together = state["options"]["standing_target"] == "one_total" and not all(holds.values())
    struck: dict[str, list[set[bool]]] = {}
    for step in steps:
        if " batch: " in step["what"] and step.get("changes"):
            target = step["changes"][0]["what"]
            strikers = [e["why"].removeprefix("Strength of ").split(",")[0] for e in step["reasons"][0]["entries"]]
            first = "first batch" in step["what"]
            struck.setdefault(target, []).append({holds[striker] for striker in strikers})
            waits = together and holds[target]
            assert first == (all(holds[striker] for striker in strikers) and not waits)
            both = waits and struck[target][-1] == {True, False}
            both |= not together and holds[target] and struck[target] == [{True}, {False}]
            assert ("REF battalions-6" in step["cites"]) == both
    for target, batches in struck.items():
        assert len(batches) == 1 or (batches == [{True}, {False}] and not (together and holds[target]))


@pytest.mark.slow
@given(turns())
def test_every_unit_under_way_is_followed_in_the_trace(game: Game) -> None:
    state, sheets = game
    after, steps = _fought(state, sheets)
    moving = {o["battalion"] for sheet in sheets for o in sheet["orders"] if o["command"] != "hold"}
    early = state["options"]["hold_first"] == "before_movement"
    for unit in after["units"]:
        if unit["battalion"] in moving and not (early and unit["status"] == "destroyed"):
            told = [step for step in steps if f"march: {unit['id']} goes " in step["what"]]
            assert len(told) == 1
            assert told[0]["reasons"][0]["quantity"] == "Spaces"


@pytest.mark.slow
@given(turns())
def test_a_document_is_judged_alone(game: Game) -> None:
    state, sheets = game
    for sheet in sheets:
        assert api.check(state, [sheet])["legal"]
        wrong = {**sheet, "orders": [{**sheet["orders"][0], "command": "charge"}]}
        assert not api.check(state, [wrong])["legal"]


@settings(max_examples=30)
@given(turns())
def test_a_missing_document_stops_the_turn_and_only_its_owner_learns_why(game: Game) -> None:
    state, sheets = game
    out = api.adjudicate(state, sheets[1:])
    assert "state" not in out
    silent = sheets[0]["player"]
    seen = [step for step in out["stops"] if "seen_by" not in step]
    assert [step["what"] for step in seen] == [f"{silent}'s orders stop the phase"]
    assert {tuple(step["seen_by"]) for step in out["stops"] if "seen_by" in step} == {(silent,)}


def test_reasons_of_a_refusal_are_for_its_owner() -> None:
    state, sheets = _skirmish()
    sheets[0]["orders"][0]["number"] = 0
    out = api.adjudicate(state, sheets)
    assert [(s["what"], s.get("seen_by")) for s in out["stops"]] == [
        ("red's orders stop the phase", None),
        ("the number is at least 1, not 0", ["red"]),
    ]


def _skirmish() -> Game:
    game, ruleset = games.load("battalions")
    state = documents.builtins(game.new(game.parameters(), ruleset))
    sheets = [
        {**_head("red"), "orders": [{"battalion": "red-1", "command": "advance", "number": 1}]},
        {**_head("blue"), "orders": [{"battalion": "blue-1", "command": "hold"}]},
    ]
    return json.loads(json.dumps(state)), sheets


def test_turns_in_one_submission_are_the_turns_one_by_one() -> None:
    state, sheets = _skirmish()
    later = [{**sheet, "turn": 2} for sheet in sheets]
    together = api.adjudicate(state, [*later, *sheets])["state"]
    first = api.adjudicate(state, sheets)["state"]
    assert documents.dump(unchained(api.adjudicate(first, later)["state"])) == documents.dump(unchained(together))


def test_orders_for_a_later_turn_are_open_until_the_first_is_whole() -> None:
    state, sheets = _skirmish()
    later = {**sheets[0], "turn": 2}
    assert [row["verdict"] for row in api.check(state, [sheets[0], later])["orders"]] == ["legal", "open"]


def test_what_is_listed_is_accepted_and_what_is_not_is_refused() -> None:
    state, _ = _skirmish()
    state["combats"][0] |= {"turn": 1, "hold_banned": True}
    game, _ = games.load("battalions")
    session = api.open_session(api.document_of(state, "state"))
    rows = legal_rows(game, game.open(session.state, session.rules), piece="red-1")
    listed = {row["command"] for row in rows}
    for command in COMMANDS:
        number = {} if command == "hold" else {"number": 1}
        sheet = {**_head("red"), "turn": 2, "orders": [{"battalion": "red-1", "command": command, **number}]}
        assert api.check(state, [sheet])["legal"] == (command in listed)
    assert listed == set(COMMANDS) - {"hold"}


def test_every_path_that_is_listed_leads_where_it_says() -> None:
    ford = Path(__file__).parent.parent / "examples" / "battalions" / "ford"
    document = documents.parse((ford / "000.state.yaml").read_bytes(), "000.state.yaml")
    game, _ = games.load("battalions")
    session = api.open_session(document)
    rows = legal_rows(game, game.open(session.state, session.rules))
    assert {row["battalion"] for row in rows} == {"oak", "ash"}
    for row in rows:
        order = {"battalion": row["battalion"], "path": row["path"]}
        sheet = {"format": 1, "ruleset": "battalions", "player": "red", "round": 1, "orders": [order]}
        after = _by_id(api.adjudicate(document.value, [sheet])["state"]["battalions"])
        start = _by_id(document.value["battalions"])[row["battalion"]]["field"]
        assert after[row["battalion"]]["field"] == row.get("told", {}).get("to", start)


@pytest.mark.parametrize("mode", ["skirmish", "overworld"])
@pytest.mark.parametrize(("size", "units"), [((3, 3), 2), ((5, 5), 5), ((8, 4), 3), ((1, 2), 2)])
def test_new_writes_a_legal_file_of_the_size_asked_for(mode: str, size: tuple[int, int], units: int) -> None:
    game, ruleset = games.load("battalions")
    chosen = game.parameters(mode=mode, field_size=size, units=units, points=100)
    if mode == "overworld":
        chosen.battalions, chosen.fields = 2, (4, 3)
    state = documents.builtins(game.new(chosen, ruleset))
    session = api.open_session(api.document_of(json.loads(json.dumps(state)), "state"))
    assert session.state.board.field_size == size
    assert len(session.state.units) == units * len(session.state.battalions)
    answer = api.ask({**json.loads(json.dumps(state)), "ask": {"army": True}})["answer"]
    assert answer["legal"]
    assert answer["problems"] == []


def test_new_refuses_what_cannot_be() -> None:
    game, ruleset = games.load("battalions")
    for chosen in (
        game.parameters(points=10),
        game.parameters(units=26),
        game.parameters(players=["red", "red"]),
        game.parameters(mode="skirmish", battalions=2),
        game.parameters(mode="overworld", fields=(1, 1)),
    ):
        with pytest.raises(documents.Unreadable):
            game.new(chosen, ruleset)


def test_every_switch_is_in_force_in_some_case() -> None:
    _, ruleset = games.load("battalions")
    used: dict[str, set[str]] = {}
    for path in (Path(__file__).parent / "cases" / "battalions").glob("*.yaml"):
        for document in documents.parse_all(path.read_bytes(), str(path)):
            for option, value in document.value["given"].get("options", {}).items():
                used.setdefault(option, set()).add(str(value).lower())
    for ruling in ruleset.rulings.values():
        if ruling.option is not None:
            others = set(ruling.choices) - {str(ruling.default).lower()}
            assert others <= used.get(ruling.option, set()), ruling.option
            assert ruling.choices or used.get(ruling.option), ruling.option


@pytest.mark.parametrize(
    ("row", "struck"),
    [
        ("{title: March, moves: front}", False),
        ("{title: March, moves: front, strikes: ahead}", True),
        ("{title: March, moves: front, strikes: around}", True),
        ("{title: March, moves: left, strikes: ahead}", False),
    ],
)
def test_a_command_does_what_its_row_says(tmp_path: Path, row: str, struck: bool) -> None:
    """A row alone makes a command: one that moves without striking, ahead or around."""
    lay(tmp_path, f"commands: {{march: {row}}}")
    state = {
        "format": 1,
        "ruleset": "mine",
        "mode": "skirmish",
        "board": {"fields": [2, 1], "field_size": [5, 5]},
        "players": ["red", "blue"],
        "battalions": [
            {"id": "R", "player": "red", "field": [0, 0], "facing": "E", "leader": "r1"},
            {"id": "B", "player": "blue", "field": [1, 0], "facing": "W", "leader": "b1"},
        ],
        "units": [
            {"id": "r1", "battalion": "R", "s": 9, "d": 2, "i": 3, "c": 9, "at": [2, 2]},
            {"id": "b1", "battalion": "B", "s": 0, "d": 0, "i": 0, "c": 3, "at": [5, 2]},
        ],
        "combats": [
            {
                "id": "k1",
                "turn": 0,
                "used": [[0, 0], [1, 0]],
                "battalions": [{"id": "R", "from": [0, 0]}, {"id": "B", "from": [1, 0]}],
            }
        ],
    }
    orders = [
        {
            "format": 1,
            "ruleset": "mine",
            "player": "red",
            "orders": [{"battalion": "R", "command": "march", "number": 1}],
        },
        {"format": 1, "ruleset": "mine", "player": "blue", "orders": [{"battalion": "B", "command": "hold"}]},
    ]
    done = api.adjudicate(state, orders, folders=[tmp_path])
    units = {unit["id"]: unit for unit in done["state"]["units"]}
    assert units["r1"]["at"] == ([2, 3] if "left" in row else [3, 2])
    assert (units["b1"].get("status") == "destroyed") == struck


def lay(folder: Path, commands: str) -> None:
    (folder / "mine").mkdir()
    (folder / "mine" / "manifest.yaml").write_text("format: 1\nruleset: mine\ntitle: Mine\nextends: battalions\n")
    (folder / "mine" / "commands.yaml").write_text(commands + "\n")


def test_a_battalions_game_loads_no_other() -> None:
    code = (
        "import sys; from referee import games; games.load('battalions'); "
        "print([m for m in sys.modules if m in ('numpy', 'shapely', 'referee.games.titan', 'referee.games.hordes')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
