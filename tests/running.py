"""What the tests of the command line share: a battle, orders for it, and running a command in this process."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest
from click.testing import CliRunner

from referee.cli import _group
from referee.core.rules.search import environment

STATE = """\
format: 1
ruleset: titan
game: g1
step: 12
battle:
  battleland: plains
  attacker_side: left
  round: 2
  phase: strike
  active: attacker
  players: {attacker: black, defender: red}
  pieces:
  - {id: ogre-1, character: ogre, side: attacker, hex: C3}
  - {id: lion-1, character: lion, side: attacker, hex: C2}
  - {id: titan-1, character: titan, side: attacker, hex: D1, power: 6}
  - {id: troll-1, character: troll, side: defender, hex: C4}
  - {id: titan-2, character: titan, side: defender, hex: E5, power: 6}
"""
ORDERS = """\
format: 1
ruleset: titan
player: black
step: 12
orders:
  - {strike: ogre-1, at: troll-1}
  - {end: strike}
"""
QUESTION = """\
format: 1
ruleset: titan
battle:
  battleland: plains
  pieces:
  - {id: a, character: troll, side: attacker, hex: C3}
  - {id: b, character: ogre, side: defender, hex: C4, hits: 1}
ask: {strike: a, at: b}
"""
EVENT = "battle/2/strike/attacker/ogre-1"

# everything below a space but the line feed, DEL, and the controls of C1, of which 9b begins an escape
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
PLACED = re.compile(r"^[^\n]+:\d+:\d+: ", re.M)


class Said(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def all(self) -> str:
        return self.out + self.err


def referee(*arguments: str, stdin: str | bytes | None = None) -> Said:
    """Run a command; whatever it is given, it ends with 0, 1 or 2 and prints nothing that steers a terminal."""
    # a command is a process of its own
    environment.cache_clear()
    result = CliRunner().invoke(_group, list(arguments), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    said = Said(result.exit_code, result.stdout, result.stderr)
    assert said.code in (0, 1, 2), said
    assert not CONTROL.search(said.all), said.all
    return said


def unchained(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state without what names the trace that made it, to compare what came of different orders."""
    return {key: value for key, value in state.items() if key != "chain"}


def write(folder: Path, **files: str | bytes) -> None:
    """Write files, their names without .yaml."""
    for name, text in files.items():
        (folder / f"{name}.yaml").write_bytes(text.encode() if isinstance(text, str) else text)


def write_overlay(folder: Path, extends: str, **tables: str) -> None:
    """Write a ruleset `mine` that extends another one into a folder, with a rule HOUSE 1 unless it has rules."""
    (folder / "mine").mkdir()
    manifest = f"format: 1\nruleset: mine\ntitle: Mine\nextends: {extends}\n"
    rules = "rules:\n  HOUSE 1: {title: A house rule, summary: It says something., kind: adjudicated}\n"
    write(folder / "mine", manifest=manifest, **{"rules": rules, **tables})


def listing(folder: Path) -> dict[str, bytes | None]:
    """Return every file of a folder with what it holds."""
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else None for p in folder.rglob("*")}


def lacking(what: str) -> NoReturn:
    """Leave out the test that needs what this machine lacks; where REFEREE_BROWSER is `required`, that is a failure."""
    said = f"{what}: these tests did not run"
    if os.environ.get("REFEREE_BROWSER") == "required":
        pytest.fail(said)
    pytest.skip(said)
