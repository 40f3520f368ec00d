"""The Python API: what it returns is plain data with typed attributes, and a session answers as single calls do."""

from __future__ import annotations

import copy
import json
import os
import pickle
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml
from documents_run import ROOT
from test_masterboard_states import PARTS

import referee

GAMES = sorted(path.parent for path in (ROOT / "examples").rglob("000.state.yaml"))
QUESTION = "brush; attacker ogre C3; defender lion C4 hits 3; defender centaur D3; strike C3 at C4"
STATE = (ROOT / "examples/titan/slope/012.state.yaml").read_text()
ORDERS = (ROOT / "examples/titan/slope/013.black.yaml").read_text()

SCRIPT = """
from pathlib import Path

import referee
from referee import Adjudicated, Answer, Session, StaleRules, Unreadable

answer: Answer = referee.ask("plains; attacker ogre C3; reach ogre", ruleset="titan")
allowed: bool | None = answer.allowed
cites: list[str] = answer.cites
state: dict[str, object] = referee.new("titan", game="g", folders="rules")
try:
    session = Session.open(state, folders=[Path("rules"), "more"], player="black")
    done: Adjudicated = session.adjudicate(["format: 1"], trace=False)
    verdicts: list[str] = [row.verdict for row in done.orders]
    rows: list[str] = referee.check(state, {"format": 1}, folders=Path("rules")).problems
    lines: list[dict[str, object]] = [dict(row) for row in referee.legal(state).orders]
    same: bool = referee.replay(done.traces).same
    board: str = referee.show(referee.view(state, "red"), format="svg")
except (Unreadable, StaleRules) as error:
    print(error)
"""


def test_the_manual_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/python.md").read_text(), re.S)
    assert len(blocks) >= 4
    exec("\n".join(blocks), {})


def documents_of(folder: Path) -> tuple[str, list[str], dict[str, list[int]] | None]:
    """Return the first state of an example, all orders in the order of their files, and all its dice."""
    named = r"(?!000)\d+\.(?!state|trace|dice)[\w-]+\.yaml$"
    orders = [path.read_text() for path in sorted(folder.iterdir()) if re.match(named, path.name)]
    dice = {event: d for path in folder.glob("*.dice.yaml") for event, d in yaml.safe_load(path.read_text()).items()}
    return (folder / "000.state.yaml").read_text(), orders, dice or None


def mypy(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    path = folder / "script.py"
    path.write_text(script)
    # by the same paths and settings as the check of the package itself, whose cache it uses
    environment = {**os.environ, "MYPYPATH": "."}
    command = [sys.executable, "-m", "mypy", str(path)]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


@pytest.mark.slow
def test_a_type_checker_sees_the_api(tmp_path: Path) -> None:
    done = mypy(tmp_path, SCRIPT)
    assert done.returncode == 0, done.stdout
    wrong = mypy(tmp_path, "import referee\nreferee.aks('x')\nreferee.ask('x').cites + 1\nreferee.check(1, 2)\n")
    assert [int(line.split(":")[1]) for line in wrong.stdout.splitlines() if "error:" in line] == [2, 3, 4, 4]


def test_every_name_is_there_and_importing_loads_nothing() -> None:
    assert sorted(referee.__all__) == dir(referee)
    for name in referee.__all__:
        assert getattr(referee, name).__doc__
    with pytest.raises(AttributeError):
        _ = referee.aks  # type: ignore[attr-defined]
    script = "import sys, referee; print({'msgspec', 'yaml', 'referee.api'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_results_are_plain_mappings() -> None:
    answer = referee.ask(QUESTION, ruleset="titan")
    plain = json.loads(json.dumps(answer))
    assert answer == plain
    assert plain["answer"] == answer.answer
    assert answer.allowed is True
    assert answer.cites == plain["cites"]
    refused = referee.check(STATE, ORDERS.replace("number: 6", "number: 2"))
    assert not refused.legal
    assert refused.orders[0].verdict == "refused"
    assert refused.orders[0].because[0].cite == refused["orders"][0]["because"][0]["cite"]


def test_an_adjudication_has_one_shape() -> None:
    done = referee.adjudicate(STATE, ORDERS)
    assert done.done
    assert done.legal
    assert [row.verdict for row in done.orders] == ["legal"] * 3
    assert done.state is not None
    assert done.traces == [done.trace]
    refused = referee.adjudicate(STATE, ORDERS.replace("number: 6", "number: 2"))
    assert (refused.done, refused.legal, refused.state, refused.trace) == (False, False, None, None)
    assert refused.orders[0].verdict == "refused"
    missing = referee.adjudicate(STATE, re.sub(r", dice: \[[^]]*\]", "", ORDERS))
    assert not missing.done
    assert missing.missing[0]["dice"] == 7
    short = referee.adjudicate(STATE, ORDERS, trace=False)
    assert short.state == done.state
    assert "trace" not in short


def test_a_player_checks_a_list_on_what_they_see() -> None:
    state, orders, dice = documents_of(ROOT / "examples/titan/masterboard")
    own = [text for text in orders if "player: black" in text][:3]
    found = referee.check(state, own, dice, player="black")
    assert [row.verdict for row in found.orders if row["document"] == 1] == ["legal"]
    assert {row.verdict for row in found.orders if row["document"] > 1} == {"open"}


def test_a_session_plays_as_single_calls_do() -> None:
    state, orders, _ = documents_of(ROOT / "examples/titan/battle")
    session = referee.Session.open(state)
    now: Any = yaml.safe_load(state)
    for document in orders:
        assert session.check(document) == referee.check(now, document)
        assert session.legal() == referee.legal(now)
        assert session.view("red") == referee.view(now, "red")
        single = referee.adjudicate(now, document)
        assert session.adjudicate(document) == single
        assert session.state == single.state
        now = single.state
    assert session.phase is None


def test_what_stops_a_later_document_undoes_all() -> None:
    state, orders, _ = documents_of(ROOT / "examples/titan/battle")
    session = referee.Session.open(state)
    before = session.state
    found = session.adjudicate([*orders[:3], re.sub(r"(?m)^step: .*\n", "", orders[0])])
    assert not found.done
    assert session.state == before
    assert {row["document"] for row in found["orders"]} == {1, 2, 3, 4}
    spare = session.adjudicate(orders, dice={"nobody/rolls/this": [1]})
    assert not spare.done
    assert "no roll here is 'nobody/rolls/this'" in spare.problems[0]


def test_a_session_is_asked_again_and_again() -> None:
    session = referee.Session.open(STATE)
    question = {"strike": "troll-1", "at": "lion-2"}
    first = session.ask(question)
    assert first == referee.ask({**yaml.safe_load(STATE), "ask": question}) == session.ask("strike troll-1 at lion-2")
    first["answer"]["dice"] = 99
    assert session.ask(question).answer["dice"] != 99
    session.adjudicate(ORDERS)
    assert session.ask(question).allowed is False
    with pytest.raises(referee.Unreadable, match="no piece"):
        session.ask({"strike": "nobody", "at": "lion-2"})


def test_asking_again_gives_an_answer_of_its_own() -> None:
    asked = {**yaml.safe_load(STATE), "ask": {"strike": "troll-1", "at": "lion-2"}}
    first = referee.ask(asked)
    dice = first.answer["dice"]
    first["answer"]["dice"] = 99
    assert referee.ask(asked).answer["dice"] == dice
    with pytest.raises(referee.Unreadable):
        referee.ask({**asked, "ask": {"strike": "troll-1", "at": {1: object()}}})


@pytest.mark.slow
def test_threads_read_bad_documents_apart() -> None:
    """However many values one thread looks at, another is told all that is wrong with its own document."""
    rows = [{"id": f"p{n}", "character": "ogre", "side": "attacker", "hex": 5} for n in range(900)]
    bad = {"format": 1, "ruleset": "titan", "battle": {"battleland": "hills", "pieces": rows}, "ask": {"reach": "p0"}}

    def told(_: int) -> str:
        with pytest.raises(referee.Unreadable) as caught:
            referee.ask(bad)
        return str(caught.value)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            assert set(threads.map(told, range(20))) == {told(0)}
    finally:
        sys.setswitchinterval(before)


def overlay(folder: Path, power: int) -> None:
    (folder / "mine").mkdir(exist_ok=True)
    (folder / "mine/manifest.yaml").write_text("format: 1\nruleset: mine\ntitle: Mine\nextends: titan\n")
    (folder / "mine/characters.yaml").write_text(f"characters: {{ogre: {{power: {power}}}}}\n")


def test_an_edited_ruleset_is_read_again(tmp_path: Path) -> None:
    asked = {**yaml.safe_load(STATE), "ruleset": "mine", "ask": {"strike": "ogre-1", "at": "lion-2"}}
    asked.pop("rules", None)
    asked.pop("chain", None)
    for power in (7, 9, 7):
        overlay(tmp_path, power)
        for folders in (tmp_path, str(tmp_path), [tmp_path], (str(tmp_path),)):
            assert referee.ask(asked, folders).answer["dice"] == power + 1
    with pytest.raises(referee.Unreadable, match="is no folder"):
        referee.ask(asked, tmp_path / "absent")


def test_a_game_from_the_start(tmp_path: Path) -> None:
    secret = bytes(range(32))
    with pytest.raises(referee.Unreadable, match="pattern"):
        referee.new("titan", secret=secret)
    secret = __import__("hashlib").sha256(b"seed").digest()
    state = referee.new("titan", players=["black", "red"], secret=secret, options={"slopes_three": "both"})
    assert state["options"] == {"slopes_three": "both"}
    session = referee.Session.open(state)
    while session.phase is not None and session.state["step"] < 4:
        listed = session.legal()
        row = listed.of(listed.players[0])[0]
        head = {"format": 1, "ruleset": "titan", "player": listed.players[0]}
        assert session.check({**head, "orders": [row]}).legal
        done = session.adjudicate({**head, "orders": [row]}, secret=secret)
        assert done.done
    with pytest.raises(referee.Unreadable, match="battlelnd"):
        referee.new("titan", battlelnd="hills")
    with pytest.raises(referee.Unreadable, match="not an option"):
        referee.new("titan", options={"slopes": "both"})


@pytest.mark.parametrize("form", ["text", "list", "svg", "html", "json"])
def test_a_board_in_every_format(form: str) -> None:
    assert "lion" in referee.show(STATE, format=form).lower()
    with pytest.raises(referee.Unreadable, match="no format"):
        referee.show(STATE, format=f"{form}x")


def test_the_orders_of_each_player_are_theirs_in_turn_and_out_of_turn() -> None:
    state = PARTS[0]
    listed = referee.legal(state)
    owned = [(row.get("told", {}).get("by", listed.players[0]), row) for row in listed.legal]
    everyone = dict.fromkeys(by for by, _ in owned)
    assert len(everyone) > len(listed.players)
    for player in everyone:
        mine = [{key: value for key, value in row.items() if key != "told"} for by, row in owned if by == player]
        assert listed.of(player) == mine
        own = referee.Session.open(state, player=player).legal()
        assert all(row in mine or "disturb" in row for row in own.of(player))
        assert own.orders == (own.of(player) if player in own.players else [])
        head = {"format": 1, "ruleset": "titan", "player": player}
        for row in own.of(player)[:3]:
            assert referee.check(state, {**head, "orders": [row]}).legal
    assert listed.orders == [row for player in listed.players for row in listed.of(player)]
    assert listed.of("nobody") == []


def test_every_key_of_a_result_is_an_attribute() -> None:
    state = referee.new("titan", battleland="brush", attacking=["ogre"], defending=["centaur"])
    for found in (referee.odds(state, playouts=10), referee.legal(state), referee.ask(QUESTION, ruleset="titan")):
        for key, value in found.items():
            assert key == "answer" or getattr(found, key) == value
    assert not hasattr(found, "nothing")
    assert copy.deepcopy(found) == pickle.loads(pickle.dumps(found)) == found
