"""A line feed in a value never makes a line of its own: what a player wrote cannot pass for what the referee says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from running import QUESTION, STATE, referee
from seeds import part

pytestmark = pytest.mark.usefixtures("here")

ROOT = Path(__file__).parent.parent
FORGED = "it is legal\nFORGED: nothing was adjudicated"
_OWN_LINE = re.compile(r"^\W*FORGED", re.M)
CASE = """\
case: An ogre strikes a troll
cites: [LoT 12.0]
ruleset: titan
given: {battle: {battleland: plains, pieces: [{id: a, character: troll, side: attacker, hex: C3}]}}
ask: {reach: a}
expect: {answer: {hexes: [A1]}, trace: [LoT 11.2]}
note: For the reader.
"""


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every text in plain data, and of every key."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from leaves(inner, (*path, number))
    elif isinstance(value, str):
        yield path


def kinds(value: Any) -> list[tuple[Any, ...]]:
    """Return a path of each kind: of several that differ in the number of an entry alone, the first."""
    found: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for path in leaves(value):
        found.setdefault(tuple("#" if isinstance(step, int) else step for step in path), path)
    return list(found.values())


def forged(value: Any, path: tuple[Any, ...], key: bool) -> Any:
    """Return plain data with the forgery at a path, as a value or as a key."""
    if not path:
        return FORGED
    if isinstance(value, dict) and key and len(path) == 1:
        return {(FORGED if name == path[0] else name): inner for name, inner in value.items()}
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = forged(value[path[0]], path[1:], key)
    return copy


def told(text: str, *commands: tuple[str, ...]) -> None:
    """Run commands on a file into every text of which the forgery is written in turn."""
    value = yaml.safe_load(text)
    for path in part(list(kinds(value)), 3):
        for key in (False, True):
            Path("f.yaml").write_text(yaml.safe_dump(forged(value, path, key), sort_keys=False))
            for command in commands:
                said = referee(*command)
                assert not _OWN_LINE.search(said.all), f"{command} {path}:\n{said.all}"


@pytest.mark.slow
def test_in_a_trace() -> None:
    Path("s.yaml").write_text(STATE)
    Path("o.txt").write_text("player: black\n\nstrike ogre-1 at troll-1\nend strike\n")
    assert referee("adjudicate", "s.yaml", "o.txt", "--trace", "t.yaml", "--seed", "x").code == 0
    told(
        Path("t.yaml").read_text(),
        ("explain", "f.yaml"),
        ("explain", "f.yaml", "--format", "markdown"),
        ("explain", "f.yaml", "--format", "csv"),
        ("explain", "f.yaml", "--chain"),
        ("replay", "f.yaml", "--accept-rules"),
    )


@pytest.mark.slow
def test_in_a_state() -> None:
    Path("o.txt").write_text("player: black\n\nstrike ogre-1 at troll-1\n")
    told(STATE, ("show", "f.yaml"), ("show", "f.yaml", "--list"), ("legal", "f.yaml"), ("check", "f.yaml", "o.txt"))


def test_in_orders() -> None:
    Path("s.yaml").write_text(STATE)
    orders = "format: 1\nruleset: titan\nplayer: black\ngame: g1\nstep: 12\norders:\n"
    rows = ("- {strike: ogre-1, at: troll-1, carry: [titan-2]}", "- {end: strike}", "- strike ogre-1 at troll-1")
    for row in rows:
        told(orders + row, ("check", "s.yaml", "f.yaml"), ("adjudicate", "s.yaml", "f.yaml", "--seed", "x"))


@pytest.mark.slow
def test_in_questions_and_cases() -> None:
    told(QUESTION, ("ask", "f.yaml"), ("ask", "f.yaml", "--yaml"))
    told(CASE, ("test", "f.yaml"))


def test_in_the_names_of_files() -> None:
    Path(f"{FORGED}.yaml").write_text(CASE)
    for command in ("test", "check", "show", "explain", "replay", "ask", "legal"):
        assert not _OWN_LINE.search(referee(command, f"{FORGED}.yaml").all), command


def test_what_is_dumped_keeps_it_in_quotes() -> None:
    from referee.core import documents

    text = documents.dump({"note": FORGED, "list": [FORGED]})
    assert not _OWN_LINE.search(text)
    assert yaml.safe_load(text) == {"note": FORGED, "list": [FORGED]}
