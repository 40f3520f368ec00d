"""`referee mcp` by the SDK's client: the list of tools, each tool, its errors, resources and the prompt."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp_client import ROOT, Session, talk
from running import EVENT, ORDERS, STATE, listing, referee

import referee as package

LINE = "brush; attacker ogre C3; defender lion C4 hits 3; strike C3 at C4"
NAMES = ["ask", "rules", "legal", "check", "adjudicate", "odds", "show", "new", "help"]
BATTLE = {"game": "g", "battleland": "plains", "attacking": ["ogre"], "defending": ["lion"]}


def plain(found: Any) -> Any:
    return found.model_dump(by_alias=True, exclude_none=True, mode="json")


def test_every_tool_has_a_schema_and_an_example_and_all_are_short() -> None:
    async def ask(session: Session) -> Any:
        client = session.client
        return (await client.list_tools()).tools, await client.list_prompts(), await client.list_resource_templates()

    tools, prompts, templates = talk(ask)
    assert [tool.name for tool in tools] == NAMES
    for tool in tools:
        assert "Example: {" in tool.description
        example = json.loads(tool.description.split("Example: ")[1])
        assert example.keys() <= tool.input_schema["properties"].keys()
        assert {*tool.input_schema.get("required", ())} <= example.keys()
        assert all("description" in field or field["type"] == "boolean" for field in _fields(tool))
    size = len(json.dumps([plain(one) for one in (*tools, prompts, templates)]))
    assert size / 4 < 12_000


def _fields(tool: Any) -> list[dict[str, Any]]:
    return list(tool.input_schema["properties"].values())


@pytest.mark.slow
def test_what_tools_reply_is_what_commands_print(here: Path) -> None:
    Path("s.yaml").write_text(STATE)
    Path("o.yaml").write_text(ORDERS)
    Path("d.yaml").write_text(json.dumps({EVENT: [6, 6, 1, 1, 1, 1]}))
    dice = {EVENT: [6, 6, 1, 1, 1, 1]}
    asked = "strike ogre-1 at troll-1"
    played = ["adjudicate", "s.yaml", "o.yaml", "--dice", "d.yaml"]
    calls: list[tuple[str, dict[str, Any], list[str]]] = [
        ("ask", {"ruleset": "titan", "question": LINE}, ["ask", "-r", "titan", LINE]),
        ("ask", {"state": STATE, "question": asked}, ["ask", "s.yaml", asked]),
        ("rules", {"ruleset": "titan", "cite": "LoT 12.4"}, ["rules", "titan", "LoT 12.4"]),
        ("rules", {"ruleset": "titan", "cite": "LoT 12"}, ["rules", "titan", "LoT 12"]),
        ("legal", {"state": STATE}, ["legal", "s.yaml"]),
        ("legal", {"state": STATE, "piece": "ogre-1"}, ["legal", "s.yaml", "--piece", "ogre-1"]),
        ("check", {"state": STATE}, ["check", "s.yaml"]),
        ("check", {"state": STATE, "orders": ORDERS}, ["check", "s.yaml", "o.yaml"]),
        ("adjudicate", {"state": STATE, "orders": ORDERS, "dice": dice}, played),
        ("odds", {"ruleset": "titan", "question": LINE}, ["odds", "-r", "titan", LINE]),
        ("odds", {"state": STATE, "orders": ORDERS}, ["odds", "s.yaml", "o.yaml"]),
        ("odds", {"state": STATE, "playouts": 20}, ["odds", "s.yaml", "--playouts", "20"]),
        ("show", {"state": STATE}, ["show", "s.yaml"]),
        ("show", {"ruleset": "titan", "board": "desert"}, ["show", "-r", "titan", "desert"]),
    ]  # fmt: skip

    async def ask(session: Session) -> list[Any]:
        return [await session.call(tool, **given) for tool, given, _ in calls]

    for found, (tool, _, words) in zip(talk(ask), calls, strict=True):
        assert not found.wrong, (tool, found.text)
        printed, text = referee(*words, "--json").out, referee(*words).out
        assert found.data == json.loads(_in_arguments(printed)), tool
        assert found.text.strip() == _in_arguments(text).strip() or tool == "show"


def _in_arguments(text: str) -> str:
    """Return what a command prints with paths in the arguments in place of files, lines and columns."""
    return re.sub(r"\bs\.yaml:\d+:\d+: ", "state.", text)


@pytest.mark.slow
def test_a_game_is_begun_and_played_by_values() -> None:
    async def play(session: Session) -> None:
        state = (await session.call("new", ruleset="titan", parameters=BATTLE)).data
        assert state["battle"]["battleland"] == "plains"
        orders = {"player": "red", "orders": ["enter lion-1 to E4", "end maneuver"]}
        done = await session.call("adjudicate", state=state, orders=orders, trace=False)
        assert done.data["state"]["battle"]["active"] == "attacker"
        assert "trace" not in done.data
        again = await session.call("adjudicate", state=json.dumps(state), orders="player: red\n\nenter lion-1 to E4\n")
        assert again.data["state"]["battle"]["pieces"][1]["hex"] == "E4"
        refused = await session.call("adjudicate", state=state, orders={**orders, "player": "black"})
        assert not refused.wrong
        assert refused.data["legal"] is False
        assert "state" not in refused.data

    talk(play, mode="legacy")


@pytest.mark.slow
def test_nothing_is_rolled_without_dice_or_a_secret() -> None:
    async def play(session: Session) -> None:
        missing = await session.call("adjudicate", state=STATE, orders=ORDERS)
        assert missing.data["missing"] == [{"event": EVENT, "dice": 6}]
        assert "state" not in missing.data
        secret = "0f" * 32
        weak = await session.call("adjudicate", state=STATE, orders=ORDERS, secret=secret)
        assert weak.paths == ["secret"]
        good = "8f1de0a9c37b5e2466d0417fb92ac8e3351c7d90af68be02d4975b1362e8fa0c"
        drawn = await session.call("adjudicate", state=STATE, orders=ORDERS, secret=good)
        assert drawn.data["trace"]["rolls"][0]["source"] == "drawn"
        assert good not in drawn.raw
        committed = (await session.call("new", ruleset="titan", parameters=BATTLE, secret=good)).data
        assert len(committed["dice"]["commitment"]) == 64

    talk(play)


@pytest.mark.slow
def test_errors_are_answers_with_the_path_in_the_arguments() -> None:
    state = json.loads(json.dumps(_state()))
    state["battle"]["battleland"] = "plans"
    state["battle"]["pieces"][1]["hexx"] = "C1"

    async def ask(session: Session) -> None:
        said = await session.call("legal", state=state)
        assert said.wrong
        assert said.paths == ["state.battle.battleland", "state.battle.pieces[2]"]
        assert "did you mean 'plains'?" in said.text
        said = await session.call("check", state=STATE, orders=[{"player": "black", "orders": ["strke ogre-1"]}])
        assert said.paths == ["orders[1].orders[1]"]
        said = await session.call("check", state="format: 1\nbattle: {a", orders=ORDERS)
        assert [(row["path"], row["line"]) for row in said.data["error"]] == [("state", 2)], said.data
        said = await session.call("ask", ruleset="titn", question=LINE)
        assert said.paths == ["ruleset"]
        assert "did you mean 'titan'?" in said.text
        said = await session.call("ask", ruleset="titan", question="may a legion carry a wounded troll over a river?")
        assert said.wrong
        assert 0 < len(said.data["found"]) <= 3
        assert {*said.data["found"][0]} == {"id", "kind", "title", "text"}
        said = await session.call("ask", ruleset="titan", questio=LINE)
        assert "did you mean 'question'?" in said.text
        said = await session.call("rules", ruleset="titan", cite="LoT 99.4")
        assert said.paths == ["cite"]
        said = await session.call("new", ruleset="titan", parameters={"battleland": "plans", "secret": "x"})
        assert said.paths == ["parameters.secret"]
        said = await session.call("new", ruleset="titan", parameters={"battlelnd": "plains"}, options={"drift": 1})
        assert said.wrong
        said = await session.call("odds", state=STATE, policies={"attacker": "gredy"})
        assert said.paths == ["policies"]
        said = await session.call("help", ruleset="titan", about="strik")
        assert "did you mean 'strike'?" in said.text
        said = await session.call("nothing")
        assert "'nothing' is no tool" in said.text
        # and goes on
        assert not (await session.call("help")).wrong

    talk(ask)


def _state() -> Any:
    from referee.core import documents

    return documents.parse(STATE, "state").value


@pytest.mark.parametrize(
    "arguments",
    [
        {"state": 5}, {"state": []}, {"state": ""}, {"state": "[1]"}, {"state": "{}"}, {"state": {}}, {"state": "a\nb"},
        {"state": {"format": 1, "ruleset": "../titan"}}, {"state": {"ruleset": ["titan"]}}, {"state": None}, {},
        {"state": {"a": 10**30}}, {"state": {"a": [[[]]] * 3}}, {"state": "\x00\n"}, {"state": "&a [*a]\n"},
        {"state": {"format": 1, "ruleset": "titan", "ask": {"strike": "a", "at": "b"}}}, {"state": {"case": 1}},
        {"state": STATE, "player": "zebra"}, {"state": STATE, "player": 5}, {"state": STATE, "piece": "\n"},
    ],
    ids=lambda one: json.dumps(one)[:40],
)  # fmt: skip
def test_strange_arguments_are_refused(arguments: dict[str, Any]) -> None:
    from referee.mcp.given import Server
    from referee.mcp.tools import call
    from referee.mcp.working import Work

    for tool in ("legal", "check", "show", "odds", "ask"):
        found = call(Server(), tool, arguments, Work())
        assert "bug" not in found.text, (tool, found.text)
    assert call(Server(), "legal", arguments, Work()).wrong


@pytest.mark.slow
def test_rules_are_found_and_read_as_resources() -> None:
    async def read(session: Session) -> None:
        found = await session.call("rules", ruleset="titan", search="hits carry over to another enemy")
        assert {*found.data} == {"found"}
        assert 0 < len(found.data["found"]) <= 10
        listed, cursor = [], None
        while True:
            page = await session.client.list_resources(cursor=cursor)
            listed += page.resources
            cursor = page.next_cursor
            if cursor is None:
                break
        addresses = {one.uri for one in listed}
        assert len(addresses) == len(listed)
        assert {"rule://titan/LoT%2012.4", "rule://battalions/BN-RET-2", "rule://titan/REF%20titan-12"} <= addresses
        text = (await session.client.read_resource("rule://titan/LoT%2012.4")).contents[0].text
        assert text.startswith("LoT 12.4  Carry-over")
        for wrong in (
            "rule://titan/LoT%2099.4",
            "rule://titan/carry",
            "rule://titan/",
            "file:///etc/passwd",
            "rule://..%2F/a",
            "rule://",
        ):
            with pytest.raises(Exception, match=r"is not|no ruleset|not a rule|is no rule|written|name of a ruleset"):
                await session.client.read_resource(wrong)

    talk(read)


@pytest.mark.slow
def test_how_a_state_is_can_be_asked() -> None:
    async def ask(session: Session) -> None:
        state = (ROOT / "examples/titan/slope/012.state.yaml").read_text()
        reply = await session.call("ask", state=state, question="has anybody won?")
        assert "Nobody has won yet: orders are awaited from black. It is round 3 of 7." in reply.text
        assert reply.data

    talk(ask)


@pytest.mark.slow
def test_the_prompt_says_how_to_settle_a_dispute() -> None:
    async def get(session: Session) -> str:
        prompt = (await session.client.list_prompts()).prompts[0]
        assert prompt.name == "dispute"
        found = await session.client.get_prompt("dispute", {"dispute": "He says {5} dice.", "ruleset": "titan"})
        return found.messages[0].content.text

    text = talk(get)
    assert "He says {5} dice." in text
    assert "`ask`" in text


@pytest.mark.slow
def test_help_shows_the_forms_of_every_ruleset() -> None:
    async def ask(session: Session) -> None:
        for row in (await session.call("help")).data["rulesets"]:
            found = await session.call("help", ruleset=row["ruleset"])
            assert found.data["questions"]
            assert found.data["situations"]
            verb = found.data["questions"][0]["verb"]
            about = await session.call("help", ruleset=row["ruleset"], about=verb)
            assert about.data["question"]["schema"]["$defs"]
            for topic in ("orders", "new", "options"):
                assert (await session.call("help", ruleset=row["ruleset"], about=topic)).data[topic]

    talk(ask)


def test_without_the_sdk_it_says_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['mcp'] = sys.modules['mcp_types'] = None; "
        "sys.argv = ['referee', 'mcp']; from referee.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 2
    assert "pip install 'tabletop-referee[mcp]'" in done.stderr
    assert not done.stdout


def test_nothing_else_imports_the_sdk() -> None:
    code = (
        "import sys, referee, referee.api, referee.cli, referee.cli.ask, referee.cli.mcp, referee.mcp.tools; "
        f"referee.ask({LINE!r}, ruleset='titan'); "
        "print([name for name in sys.modules if name.split('.')[0] in ('mcp', 'mcp_types', 'anyio', 'pydantic')])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_folder_of_rulesets_and_of_games_must_be_there(tmp_path: Path) -> None:
    before = listing(tmp_path)
    for words in (["--games", str(tmp_path / "no")], ["--rulesets", str(tmp_path / "no")], ["extra"]):
        assert referee("mcp", *words, stdin="").code == 2
    assert listing(tmp_path) == before
    assert package.__version__
