"""Files of every format that landed are read, explained, replayed and played on from, as docs/formats.md promises.

Each folder of tests/old holds the beginning of a game as a version of its time wrote it. Nothing there is ever changed;
a format that lands adds a folder.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml
from running import referee
from seeds import sampled

from referee import api
from referee.core import documents

OLD = Path(__file__).parent / "old"
GAMES = sorted({path.parent for path in OLD.rglob("000.state.yaml")} | {OLD / "first-battle"})
STATES = sorted(OLD.rglob("*.state.yaml"))
TRACES = sorted([*OLD.rglob("*.trace.yaml"), *OLD.glob("drawn-by-step/*.yaml")])


def name(path: Path) -> str:
    return str(path.relative_to(OLD))


@pytest.mark.parametrize("path", STATES, ids=name)
def test_an_old_state_is_read_shown_and_gone_on_from(path: Path) -> None:
    session = api.open_session(documents.parse(path.read_bytes(), str(path)), accept_rules=True)
    assert session.state.format == 1
    assert referee("show", str(path)).code == 0
    assert referee("legal", str(path), "--json").code == 0


@pytest.mark.parametrize("path", sampled(TRACES, 4), ids=name)
def test_an_old_trace_is_explained_to_all(path: Path) -> None:
    for form in ("text", "markdown", "html"):
        assert referee("explain", str(path), "--format", form).code == 0
    players = {str(document["player"]) for document in yaml.safe_load(path.read_text())["documents"]}
    for player in players:
        assert referee("explain", str(path), "--player", player).code == 0
    assert "trace " in referee("explain", str(path), "--chain").out


@pytest.mark.parametrize("folder", GAMES, ids=name)
def test_an_old_game_replays_with_its_states_and_orders(folder: Path) -> None:
    """The recorded dice are rolled again under the tables of today, and state, changes and status come out the same."""
    said = referee("replay", str(folder), "--accept-rules")
    assert said.code == 0, said.out
    assert said.out.startswith("the same: ")
    for note in said.err.splitlines():
        assert any(word in note for word in ("worded differently", "older than digests", "was committed")), note


@pytest.mark.parametrize("folder", GAMES, ids=name)
def test_tables_that_have_changed_since_are_told(folder: Path) -> None:
    first = min(folder.glob("*.trace.yaml"))
    trace = yaml.safe_load(first.read_text())
    _, ruleset = api.ruleset_of(documents.parse(first.read_bytes(), str(first)))
    said = referee("replay", str(first))
    assert ruleset.name == trace["ruleset"]
    if trace["rules"]["digest"] == ruleset.deciding.digest:
        assert said.code == 0
    else:
        assert said.code == 1
        assert "have changed since" in said.err
        assert "--accept-rules" in said.err


@pytest.mark.parametrize("folder", GAMES, ids=name)
def test_a_changed_file_of_an_old_game_is_found(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    last = max(tmp_path.glob("*.state.yaml"))
    state = yaml.safe_load(last.read_text())
    state["options"] = {**state.get("options", {}), "changed": True}
    last.write_text(yaml.safe_dump(state, sort_keys=False))
    said = referee("replay", str(tmp_path), "--accept-rules")
    assert said.code == 1
    assert f"{last}: is not as " in said.out
    assert "options" in said.out


def test_an_old_game_goes_on_in_the_chain(tmp_path: Path) -> None:
    """A state without a digest names no trace; the traces before it are held together by their states."""
    folder = OLD / "before-digests" / "battle"
    for path in folder.iterdir():
        if not path.name.startswith("003"):
            shutil.copy(path, tmp_path)
    orders = shutil.copy(folder / "003.black.yaml", tmp_path)
    outputs = ["-o", str(tmp_path / "003.state.yaml"), "--trace", str(tmp_path / "003.trace.yaml")]
    said = referee("adjudicate", str(tmp_path / "002.state.yaml"), str(orders), *outputs, "--accept-rules")
    assert said.code == 0, said.err
    said = referee("replay", str(tmp_path), "--accept-rules")
    assert said.code == 0, said.out
    assert "003.trace.yaml follows" in said.err
