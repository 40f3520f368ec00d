"""Where rulesets are looked for: folders given, those of the environment, that of the user; .yml beside .yaml."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from documents_found import ROOT
from running import ORDERS, QUESTION, STATE, listing, referee, write

import referee as api
from referee.core.rules import search
from referee.core.rules.search import installed_rulesets, user_folder

MANIFEST = "format: 1\nruleset: {name}\ntitle: {title}\nextends: titan\n"
CASE = """\
case: A weak Troll
cites: [LoT 12.0]
ruleset: mine
given:
  battle:
    battleland: plains
    pieces: [{id: a, character: troll, side: attacker, hex: C3}, {id: b, character: ogre, side: defender, hex: C4}]
ask: {strike: a, at: b}
expect: {answer: {dice: 3}, trace: [LoT 12.0]}
"""


@pytest.fixture(autouse=True)
def here(here: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(here / "config"))
    monkeypatch.setattr(search.sys, "platform", "linux")
    search.environment.cache_clear()
    yield here
    search.environment.cache_clear()


def lay(folder: Path, power: int, name: str = "mine", ending: str = "yaml") -> Path:
    """Write a ruleset in which Trolls have a Power into a folder of rulesets; return that folder."""
    (folder / name).mkdir(parents=True)
    (folder / name / f"manifest.{ending}").write_text(MANIFEST.format(name=name, title=f"Trolls of {power}"))
    (folder / name / f"characters.{ending}").write_text(f"characters: {{troll: {{power: {power}}}}}\n")
    return folder


def mine(text: str) -> str:
    return text.replace("ruleset: titan\n", "ruleset: mine\n")


def dice(*arguments: str) -> int:
    Path("q.yaml").write_text(mine(QUESTION))
    said = referee("ask", "q.yaml", "--json", *arguments)
    assert said.code == 0, said.err
    found: dict[str, Any] = json.loads(said.out)
    return int(found["answer"]["dice"])


@pytest.mark.slow
def test_the_first_place_that_has_a_name_gives_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(user_folder(), 2)
    assert (user_folder(), dice()) == (here / "config" / "referee" / "rulesets", 2)
    monkeypatch.setenv("REFEREE_RULESETS", os.pathsep.join([str(lay(here / "one", 3)), "", str(lay(here / "two", 4))]))
    assert dice() == 3
    assert dice("--rulesets", str(lay(here / "given", 5))) == 5
    assert api.ask(mine(QUESTION))["answer"]["dice"] == 3
    assert api.ask(mine(QUESTION), "given")["answer"]["dice"] == 5
    lay(here / "one", 6, "titan-valley")
    assert installed_rulesets()["titan-valley"] == here / "one" / "titan-valley"
    assert installed_rulesets()["titan"] == search.builtin() / "titan"


def test_a_folder_named_by_the_environment_is_read_again_when_it_changes(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_RULESETS", str(lay(here / "one", 3)))
    assert dice() == 3
    (here / "one" / "mine" / "characters.yaml").write_text("characters: {troll: {power: 12}}\n")
    assert dice() == 12
    monkeypatch.setenv("REFEREE_RULESETS", str(lay(here / "two", 4)))
    assert dice() == 4


def test_a_folder_of_the_environment_that_is_none_is_reported(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_RULESETS", os.pathsep.join([str(lay(here / "one", 3)), "nowhere", "q.yaml"]))
    (here / "q.yaml").write_text(QUESTION)
    said = referee("ask", "q.yaml")
    assert (said.code, said.out) == (2, "")
    wrong = [line for line in said.err.splitlines() if line.startswith("REFEREE_RULESETS: ")]
    assert wrong == [
        f"REFEREE_RULESETS: '{name}' is no folder; correct or unset the variable" for name in ("nowhere", "q.yaml")
    ]


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"XDG_CONFIG_HOME": "/etc/mine"}, "/etc/mine/referee/rulesets"),
        ("linux", {"XDG_CONFIG_HOME": "relative", "HOME": "/home/red"}, "/home/red/.config/referee/rulesets"),
        ("linux", {"XDG_CONFIG_HOME": "", "HOME": "/home/red"}, "/home/red/.config/referee/rulesets"),
        ("darwin", {"HOME": "/Users/red"}, "/Users/red/Library/Application Support/referee/rulesets"),
        ("win32", {"APPDATA": "/red/Roaming"}, "/red/Roaming/referee/rulesets"),
        ("win32", {"APPDATA": "", "HOME": "/red"}, "/red/AppData/Roaming/referee/rulesets"),
    ],
)
def test_the_folder_of_the_user_is_where_the_system_keeps_it(
    platform: str, environment: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search.sys, "platform", platform)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert user_folder() == Path(folder)


@pytest.mark.slow
def test_every_command_finds_them(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_RULESETS", str(lay(here / "houses", 3)))
    (here / "cases").mkdir()
    write(here, st=mine(STATE), o=mine(ORDERS), q=mine(QUESTION))
    write(here / "cases", weak=CASE)
    commands = """
        adjudicate st.yaml o.yaml --seed x -o n.yaml --trace t.yaml
        ask q.yaml
        ask -r mine 'plains; attacker ogre C3; reach ogre'
        ask st.yaml 'strike ogre-1 at troll-1'
        check st.yaml o.yaml
        commit st.yaml --secret secret -o c.yaml
        explain t.yaml
        explain t.yaml --player red
        legal st.yaml
        lint mine
        new mine --battleland plains --attacking ogre --defending lion -o new.yaml
        replay t.yaml
        rules mine
        rules mine --options
        rules st.yaml --options
        rules mine --coverage --cases cases
        rulesets
        schema state mine
        schema table mine characters
        show st.yaml
        test cases
        view st.yaml --player red
    """
    for line in commands.strip().splitlines():
        said = referee(*shlex.split(line))
        assert said.code == 0, (line, said.err)
    assert "mine" in referee("rulesets").out
    monkeypatch.delenv("REFEREE_RULESETS")
    assert referee("check", "st.yaml", "o.yaml").code == 2
    assert referee("replay", "t.yaml", "--rulesets", "houses").code == 0


@pytest.mark.slow
def test_yml_is_yaml_in_every_place(here: Path) -> None:
    lay(here / "houses", 3, ending="yml")
    assert dice("--rulesets", "houses") == 3
    assert referee("lint", "houses/mine").out.startswith("mine is sound: ")
    assert referee("lint", "mine", "--rulesets", "houses").code == 0
    (here / "cases").mkdir()
    (here / "cases" / "weak.yml").write_text(CASE)
    found = json.loads(referee("test", "cases", "--rulesets", "houses", "--json").out)
    assert (found["passed"], found["cases"][0]["file"]) == (1, "cases/weak.yml")
    covered = json.loads(
        referee("rules", "mine", "--coverage", "--cases", "cases", "--rulesets", "houses", "--json").out
    )
    assert {row["id"]: row["cases"] for row in covered["rules"]}["LoT 12.0"] == ["A weak Troll"]
    (here / "st.yml").write_text(STATE)
    (here / "or.yml").write_text(ORDERS)
    (here / "game").mkdir()
    for name in ("st.yml", "or.yml"):
        (here / "game" / name).write_bytes((here / name).read_bytes())
    made = referee(
        "adjudicate", "game/st.yml", "game/or.yml", "--seed", "x", "-o", "game/n.yml", "--trace", "game/t.yml"
    )
    assert made.code == 0
    assert referee("check", "st.yml", "or.yml").code == 0
    assert referee("replay", "game").out.startswith("the same: ")
    (here / "houses" / "mine" / "characters.yml").write_text("characters: {troll: {powr: 3}}\n")
    assert "houses/mine/characters.yml:1:22: characters.troll: 'powr'" in referee("lint", "houses/mine").err


@pytest.mark.parametrize("table", ["characters", "manifest"])
def test_one_table_in_two_files_is_refused(here: Path, table: str) -> None:
    lay(here / "houses", 3)
    (here / "houses" / "mine" / f"{table}.yml").write_bytes((here / "houses" / "mine" / f"{table}.yaml").read_bytes())
    before = listing(here)
    for command in (["lint", "houses/mine"], ["rules", "mine", "--rulesets", "houses"]):
        said = referee(*command)
        assert said.code == 2
        assert f"houses/mine/{table}.yaml: is the same table as {table}.yml; keep one of the two files\n" in said.err
    assert listing(here) == before


def test_a_ruleset_that_cannot_be_read_does_not_hide_the_others(here: Path) -> None:
    lay(here / "houses", 3)
    lay(here / "houses", 3, "broken")
    (here / "houses" / "broken" / "manifest.yaml").write_text("format: 2\n")
    said = referee("rulesets", "--rulesets", "houses")
    assert said.code == 2
    assert "Trolls of 3" in said.out
    assert "houses/broken/manifest.yaml:1:9: format: must be 1" in said.err
    assert referee("rules", "mine", "--rulesets", "houses").code == 0


@pytest.mark.parametrize("command", ["explain", "replay --accept-rules"])
def test_a_missing_folder_is_told_by_commands_that_read_a_trace(
    command: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = ROOT / "examples" / "battalions" / "ford" / "004.trace.yaml"
    assert referee(*command.split(), str(trace)).code == 0
    monkeypatch.setenv("REFEREE_RULESETS", "nowhere")
    found = referee(*command.split(), str(trace))
    assert (found.code, found.out) == (2, "")
    assert found.err == "REFEREE_RULESETS: 'nowhere' is no folder; correct or unset the variable\n"
