"""`referee mcp --player NAME`: what the player does not see changes no letter of a reply."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from documents_found import players, readable, states
from mcp_client import Session, talk
from running import write
from test_secrecy import HELD, OTHERWISE
from test_secrecy import _state as world

from referee import api
from referee.core.documents import parse
from referee.mcp.folder import Folder
from referee.mcp.given import Server
from referee.mcp.tools import call
from referee.mcp.working import Work

ROOT = Path(__file__).parent.parent
COMMON = ("ogre", "centaur", "gargoyle", "lion", "troll")
SECRET = "8f1de0a9c37b5e2466d0417fb92ac8e3351c7d90af68be02d4975b1362e8fa0c"


def red(*orders: Any) -> dict[str, Any]:
    return {"player": "red", "orders": list(orders)}


def black(*orders: Any) -> dict[str, Any]:
    return {"player": "black", "orders": list(orders)}


GUESSES = [
    red("split rd01 off dragon serpent", "end commencement"),
    red("split rd01 off dragon dragon as rd05", "end commencement dice 4"),
    red("split rd01 off dragn lion"),
    red("move rd01 to 8"),
    black("split bk01 off ogre ogre as bk05", "end commencement"),
    red({"if": "rd01 holds dragon", "then": ["end commencement"]}),
    [red("end commencement"), black("concede game")],
]
QUESTIONS: list[Any] = [
    "muster rd01", "value rd01", "standing now", "travel rd01 roll 6", "value rd1", "what does rd01 hold?",
    "can rd01 muster a dragon?", "does red have a serpent?", {"value": "rd01"}, {"muster": "rd01"}, {"valu": "rd01"},
    "acquire red points 90", "flee rd01", "teleport rd01 to 3", "overfull rd01", "draw rd01", "who leads?",
]  # fmt: skip


def calls(state: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every way to ask for more than one may know of a state."""
    for player in ({}, {"player": "black"}, {"player": "red"}, {"player": "zebra"}):
        yield "legal", {"state": state, **player}
        yield "check", {"state": state, **player}
        yield "show", {"state": state, "form": "state", **player}
        yield "ask", {"state": state, "question": "value rd01", **player}
        yield "odds", {"state": state, "playouts": 2, **player}
    for piece in ("rd01", "dragon", "8", "rd1", "serpent", "titan"):
        yield "legal", {"state": state, "piece": piece}
    for form in ("board", "list"):
        yield "show", {"state": state, "form": form}
        yield "show", {"state": state, "form": form, "board": "masterboard"}
    yield "show", {"state": state, "board": "battle"}
    for orders in GUESSES:
        yield "check", {"state": state, "orders": orders}
        yield "check", {"state": state, "orders": orders, "dice": {"turn/3/red/move": [4]}}
        yield "odds", {"state": state, "orders": orders}
        for more in ({"secret": SECRET}, {"dice": {"turn/3/red/move": [4]}}, {"skip_illegal": True, "secret": SECRET}):
            yield "adjudicate", {"state": state, "orders": orders, "accept_edit": "why", "accept_rules": True, **more}
    for question in QUESTIONS:
        yield "ask", {"state": state, "question": question}
        yield "ask", {"state": state, "question": question, "options": {"drift_damage": "no_damage"}}
        yield "odds", {"state": state, "question": question}
    yield "ask", {"state": state}
    yield "rules", {"ruleset": "titan", "search": "dragon"}
    yield "help", {}


def replies(player: str, state: Any, folder: Path | None = None, tools: Any = calls) -> list[str]:
    server = Server((), Folder(folder) if folder is not None else None, player)
    found = [(tool, given, call(server, tool, given, Work())) for tool, given in tools(state)]
    assert not [one for one in found if "bug" in one[2].text]
    return [f"{tool} {json.dumps(given) if folder else ''}: {json.dumps(reply)}" for tool, given, reply in found]


def chained(held: list[str]) -> dict[str, Any]:
    """Return a world with digests over all that is hidden in it."""
    value = world(held)
    value["dice"] = {"commitment": "a" * 64}
    value["chain"] = {"trace": api.document_of(value, "s").digest, "content": "b" * 64}
    return value


def same(first: list[str], second: list[str]) -> None:
    assert [one for one, other in zip(first, second, strict=True) if one != other] == []


@pytest.mark.slow
@pytest.mark.parametrize("made", [world, chained], ids=["plain", "chained"])
def test_a_state_passed_as_a_value_tells_nothing_of_the_unseen(made: Any) -> None:
    same(replies("black", made(HELD)), replies("black", made(OTHERWISE)))
    assert replies("red", made(HELD)) != replies("red", made(OTHERWISE)), "red sees what red holds"


@pytest.mark.slow
def test_a_state_in_the_folder_tells_nothing_of_the_unseen(tmp_path: Path) -> None:
    told = []
    for held in (HELD, OTHERWISE, ["drgon", "titan"], ["titan", 5], ["titan"] * 9):
        write(tmp_path, state=yaml.safe_dump(chained(held)))  # type: ignore[arg-type]
        told.append(replies("black", "state.yaml", tmp_path))
    same(told[0], told[1])
    same(told[2], told[3])
    assert not [one for one in told[2] if "drgon" in one]
    assert any("this state cannot be read" in one for one in told[2])


def test_no_file_but_a_state_is_shown_or_quoted(tmp_path: Path) -> None:
    orders = yaml.safe_dump({"format": 1, "ruleset": "titan", **red("split rd01 off dragon dragon")})
    view = yaml.safe_dump(api.view(world(HELD), "red"))
    case = "case: dragon\ngiven: {}\n"
    write(tmp_path, orders=orders, view=view, secret=SECRET, broken="a: dragon: b\n", case=case)
    server = Server((), Folder(tmp_path), "black")
    for name in ("orders", "view", "secret", "broken", "case"):
        for tool in ("legal", "check", "show", "odds", "ask"):
            found = call(server, tool, {"state": f"{name}.yaml"}, Work())
            assert found.wrong
            assert "dragon" not in found.text
            assert SECRET[:20] not in found.text
    found = call(server, "show", {"state": "view.yaml", "form": "state"}, Work())
    assert found.data["error"][0]["message"] == "this is what red sees, not black"


MAGIC = sorted(p for p in (ROOT / "tests" / "cases" / "titan-magi").rglob("*.yaml"))


@pytest.mark.slow
def test_stacks_of_spells_in_a_battle_are_not_told() -> None:
    """Every battle of the cases in which a stack is held: what the others see does not depend on it."""
    seen = 0
    for file in MAGIC:
        for case in (part.value for part in _parts(file)):
            battle = case.get("given", {}).get("battle") or {}
            if not any(one.get("held") for one in battle.get("pieces", ())) or seen >= 6:
                continue
            seen += 1
            state = {"format": 1, "ruleset": case["ruleset"], **case["given"]}
            emptied = json.loads(json.dumps(state))
            sides = {one["side"] for one in battle["pieces"] if one.get("held")}
            for one in emptied["battle"]["pieces"]:
                if one.get("held"):
                    one["held"] = one["held"][:1]
            players = battle.get("players") or {"attacker": "attacker", "defender": "defender"}
            for side in {"attacker", "defender"} - sides:
                same(replies(players[side], state, tools=_battle), replies(players[side], emptied, tools=_battle))
    assert seen


def _parts(file: Path) -> list[Any]:
    from referee.core.documents import parse_all

    return [part for part in parse_all(file.read_bytes(), str(file)) if isinstance(part.value, dict)]


def _battle(state: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    for form in ("board", "list", "state"):
        yield "show", {"state": state, "form": form}
    yield "legal", {"state": state}
    yield "check", {"state": state}
    for player in ("attacker", "defender", "black", "red"):
        yield "check", {"state": state, "orders": {"player": player, "orders": ["end strike"]}}
        yield "adjudicate", {"state": state, "orders": {"player": player, "orders": ["end strike"]}, "secret": SECRET}
    yield "odds", {"state": state, "playouts": 2}


@pytest.mark.slow
def test_the_server_itself_replies_the_same_bytes() -> None:
    async def ask(session: Session, held: list[str]) -> list[str]:
        out = []
        for tool, given in list(calls(world(held)))[::7]:
            found = await session.client.call_tool(tool, given)
            out.append(found.model_dump_json())
        return out

    first, second = (
        talk(lambda session, held=held: ask(session, held), "--player", "black") for held in (HELD, OTHERWISE)
    )
    same(first, second)
    assert first


@pytest.mark.slow
def test_games_of_the_cases_tell_nothing_of_what_legions_hold(chance: Random) -> None:
    """Legions that a player does not see hold other characters: no tool tells, whatever it is asked of them."""
    compared, boards = 0, [one for one in states() if one.get("masterboard")]
    for state in chance.sample(boards, len(boards)):
        # of most, nothing is hidden
        if compared > 3:
            break
        if not readable(state):
            continue
        for player in players(state)[:2]:
            other = _held_otherwise(state, player, chance)
            if other is None:
                continue
            compared += 1
            server = Server((), None, player)
            for tool, given in _about_legions(state):
                told = [call(server, tool, {"state": one, **given}, Work()) for one in (state, other)]
                assert told[0] == told[1], (tool, given, player)
                assert "bug" not in told[0].text
    assert compared


def _held_otherwise(state: dict[str, Any], player: str, chance: Random) -> dict[str, Any] | None:
    """Return a state in which each legion that a player does not see holds another character, None if there is none."""
    unseen = {one["id"] for one in api.view(state, player)["masterboard"].get("legions", ()) if "contents" not in one}
    other = json.loads(json.dumps(state))
    for legion in other["masterboard"].get("legions", ()):
        held = legion.get("contents") or []
        common = [place for place, one in enumerate(held) if one in COMMON]
        if legion["id"] in unseen and common:
            held[common[0]] = chance.choice([one for one in COMMON if one != held[common[0]]])
    return other if other != state and readable(other) else None


def _about_legions(state: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from [("legal", {}), ("check", {}), ("odds", {"playouts": 2}), ("ask", {"question": "standing now"})]
    yield from [("show", {"form": form}) for form in ("board", "list", "state")]
    for legion in state["masterboard"].get("legions", ()):
        name = legion["id"]
        yield "legal", {"piece": name}
        for question in (f"value {name}", f"muster {name}", f"overfull {name}", f"travel {name} roll 3"):
            yield "ask", {"question": question}
    rows = call(Server(), "legal", {"state": state}, Work()).data.get("legal", [])[:12]
    plain = [{key: value for key, value in row.items() if key != "told"} for row in rows]
    for player in players(state)[:2]:
        for order in [*plain, "end commencement", "end movement", "end engagement", "concede game"]:
            orders = {"player": player, "orders": [order]}
            yield "check", {"orders": orders}
            yield "adjudicate", {"orders": orders, "secret": SECRET}


def test_an_open_game_is_served_whole_and_its_traces_hold_no_orders_of_others() -> None:
    state = api.new("titan", attacking=["ogre"], defending=["lion"], battleland="plains", game="g")
    server = Server((), None, "black")
    orders = {"player": "red", "orders": ["enter lion-1 to E4", "end maneuver"]}
    done = call(server, "adjudicate", {"state": state, "orders": orders}, Work())
    assert done.data["state"]["battle"]["active"] == "attacker"
    assert done.data["trace"]["documents"] == []
    assert done.data["trace"]["before"] == done.data["trace"]["after"] == {}
    # who watches an open battle sees it too
    assert not call(Server((), None, "green"), "legal", {"state": state}, Work()).wrong


def test_a_line_of_ones_own_is_answered_and_its_faults_are_explained() -> None:
    server = Server((), None, "black")
    line = "brush; attacker ogre C3; defender lion C4 hits 3; strike C3 at C4"
    assert not call(server, "ask", {"ruleset": "titan", "question": line}, Work()).wrong
    wrong = call(server, "ask", {"ruleset": "titan", "question": line.replace("lion", "lin")}, Work())
    assert "did you mean 'lion'?" in wrong.text
    seen = parse(json.dumps(api.view(world(HELD), "black")), "view").value
    assert not call(server, "legal", {"state": seen}, Work()).wrong
    seen["masterboard"]["phase"] = "comencement"
    assert "did you mean" in call(server, "legal", {"state": seen}, Work()).text
