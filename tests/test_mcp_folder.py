"""The folder of games of `referee mcp`: what is in it is read and written, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from mcp_client import Session, talk
from running import EVENT, ORDERS, STATE, listing, write

from referee.core.documents import parse
from referee.mcp.folder import Folder
from referee.mcp.given import Server
from referee.mcp.replies import Reply
from referee.mcp.tools import call
from referee.mcp.working import Work

DICE = {EVENT: [6, 6, 1, 1, 1, 1]}
SECRET = "8f1de0a9c37b5e2466d0417fb92ac8e3351c7d90af68be02d4975b1362e8fa0c"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder of games beside what must not be read, with links of every kind."""
    inside, outside = tmp_path / "games", tmp_path / "outside"
    for folder in (inside, inside / "slope", outside):
        folder.mkdir()
        write(folder, state=STATE, orders=ORDERS)
    (inside / "game.secret").write_text(SECRET + "\n")
    (inside / "link.yaml").symlink_to(outside / "state.yaml")
    (inside / "loop.yaml").symlink_to("loop.yaml")
    (inside / "out").symlink_to(outside)
    (inside / "within.yaml").symlink_to("state.yaml")
    (inside / ".hidden.yaml").write_text(STATE)
    os.mkfifo(inside / "pipe.yaml")
    return inside


def of(folder: Path, tool: str, player: str | None = None, **given: Any) -> Reply:
    return call(Server((), Folder(folder), player), tool, given, Work())


HOSTILE = [
    "../outside/state.yaml", "slope/../../outside/state.yaml", "./state.yaml", "..", ".", "/", "//", "", " ", "slope",
    "slope/", "link.yaml", "loop.yaml", "out/state.yaml", "within.yaml", ".hidden.yaml", "pipe.yaml", "/etc/passwd",
    "/dev/zero", "/proc/self/environ", "~/state.yaml", "~root/x", "C:\\state.yaml", "slope\\state.yaml",
    "file:///etc/passwd", "state.yaml\x00", "state\x00.yaml", "state.yaml/", "state.yaml/x", "a" * 300,
    "a/" * 40 + "b", "\udcff.yaml", "\u202e.yaml", "missing.yaml", "slope/missing.yaml", "$HOME/x", "`id`", "-",
    "stdin", "game.secret",
]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_no_name_leads_out_of_the_folder(here: Path, name: str) -> None:
    before = listing(here.parent)
    for tool, given in (
        ("legal", {"state": name}),
        ("show", {"state": name, "form": "state"}),
        ("check", {"state": "state.yaml", "orders": name}),
        ("check", {"state": "state.yaml", "orders": [name]}),
        ("odds", {"state": "state.yaml", "orders": name}),
    ):
        found = of(here, tool, **given)
        assert found.wrong, (tool, found)
        assert "bug" not in found.text
        assert SECRET not in found.text
        assert found.data["error"][0]["path"] in ("state", "orders", "orders[1]", "")
    if name != "game.secret":
        assert of(here, "adjudicate", state="state.yaml", orders="orders.yaml", secret=name).wrong
    for argument in ("write", "write_trace"):
        if name not in ("missing.yaml", "slope/missing.yaml", "-", "stdin", " ", "`id`"):
            given = {"state": "state.yaml", "orders": "orders.yaml", "dice": DICE, argument: name}
            assert of(here, "adjudicate", **given).wrong
    assert listing(here.parent) == before


@pytest.mark.slow
def test_a_game_is_read_from_the_folder_and_written_into_it(here: Path) -> None:
    async def play(session: Session) -> None:
        assert (await session.call("legal", state="slope/state.yaml")).data["phase"] == "strike"
        given = {"state": "state.yaml", "orders": ["orders.yaml"], "dice": DICE}
        done = await session.call("adjudicate", **given, write="next.yaml", write_trace="slope/next.trace.yaml")
        assert not done.wrong
        state, trace = (parse((here / name).read_text(), name).value for name in ("next.yaml", "slope/next.trace.yaml"))
        assert state == done.data["state"]
        assert trace == done.data["trace"]
        again = await session.call("adjudicate", **given, write="next.yaml")
        assert again.paths == ["write"]
        assert "is not overwritten" in again.text
        twice = await session.call("adjudicate", **given, write="a.yaml", write_trace="a.yaml")
        assert "is the same file as" in twice.text
        assert not (here / "a.yaml").exists()
        drawn = await session.call("adjudicate", state="state.yaml", orders="orders.yaml", secret="game.secret")
        assert "committed to no secret" in drawn.text
        assert SECRET not in drawn.raw
        new = await session.call(
            "new", ruleset="hordes", parameters={"game": "h"}, write="h.yaml", secret="game.secret"
        )
        assert not new.wrong, new.text
        assert parse((here / "h.yaml").read_text(), "h").value == new.data

    talk(play, "--games", str(here))
    assert not [name for name in listing(here) if name.endswith(".tmp")]


def test_what_is_refused_writes_nothing(here: Path) -> None:
    before = listing(here)
    given = {"state": "state.yaml", "orders": {"player": "red", "orders": ["end strike"]}}
    assert of(here, "adjudicate", **given, write="n.yaml", write_trace="t.yaml").data["legal"] is False
    assert of(here, "adjudicate", state="state.yaml", orders="orders.yaml", write="n.yaml").data["missing"]
    assert of(here, "new", ruleset="titan", parameters={"battleland": "x"}, write="n.yaml").wrong
    assert listing(here) == before


def test_without_a_folder_no_file_is_read_or_written(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here)
    before = listing(here)
    for tool, given in (
        ("legal", {"state": "state.yaml"}),
        ("check", {"state": STATE, "orders": "orders.yaml"}),
        ("adjudicate", {"state": STATE, "orders": ORDERS, "secret": "game.secret"}),
        ("adjudicate", {"state": STATE, "orders": ORDERS, "dice": DICE, "write": "n.yaml"}),
        ("new", {"ruleset": "titan", "write": "n.yaml"}),
        ("ask", {"state": "state.yaml", "question": "strike ogre-1 at troll-1"}),
    ):
        found = call(Server(), tool, given, Work())
        assert found.wrong
        assert "--games DIR" in found.text
    assert listing(here) == before


def test_one_player_writes_nothing_and_reads_no_orders_and_no_secret(here: Path) -> None:
    before = listing(here)
    for argument, given in (
        ("write", {"write": "n.yaml", "dice": DICE, "orders": ORDERS}),
        ("write_trace", {"write_trace": "n.yaml", "dice": DICE, "orders": ORDERS}),
        ("orders", {"orders": "orders.yaml", "dice": DICE}),
        ("orders[1]", {"orders": ["orders.yaml"], "dice": DICE}),
        ("secret", {"orders": ORDERS, "secret": "game.secret"}),
    ):
        found = of(here, "adjudicate", "black", state="state.yaml", **given)
        assert found.data["error"][0]["path"] == argument, found
    assert of(here, "new", "black", ruleset="titan", write="n.yaml").wrong
    assert listing(here) == before
    assert not of(here, "adjudicate", "black", state="state.yaml", orders=ORDERS, dice=DICE).wrong
