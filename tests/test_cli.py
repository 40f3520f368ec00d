"""The command line: every command's help, exit codes, stdin and stdout, files whole or not at all, the fixed JSON."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from jsonschema import Draft202012Validator
from running import EVENT, ORDERS, QUESTION, STATE, listing, referee, write
from seeds import part

import referee as package
from referee.cli import COMMANDS, _group
from referee.core.documents import parse_all

ROOT = Path(__file__).parent.parent
CASE = f"""\
case: A Troll has eight dice
cites: [LoT 12.0]
ruleset: titan
given: {{battle: {{battleland: plains, pieces: [
  {{id: a, character: troll, side: attacker, hex: C3}}, {{id: b, character: ogre, side: defender, hex: C4}}]}}}}
ask: {{strike: a, at: b}}
expect: {{answer: {{dice: 8}}}}
---
case: A Troll has nine dice
ruleset: titan
given: {{battle: {{battleland: plains, pieces: [
  {{id: a, character: troll, side: attacker, hex: C3}}, {{id: b, character: ogre, side: defender, hex: C4}}]}}}}
ask: {{strike: a, at: b}}
expect: {{answer: {{dice: 9}}}}
---
{yaml.safe_dump({
    "case": "The Ogre must strike", "cites": ["LoT 12.0"], "ruleset": "titan", "given": yaml.safe_load(STATE),
    "orders": [{"end": "strike"}], "expect": {"refused": [{"order": 1, "because": "LoT 12.0"}]},
})}"""  # fmt: skip


@pytest.fixture(autouse=True)
def here(here: Path) -> Path:
    write(here, st=STATE, orders=ORDERS, q=QUESTION, d=f"{EVENT}: [6, 5, 4, 3, 2, 1]")
    return here


ADJUDICATE = ["adjudicate", "st.yaml", "orders.yaml", "--dice", "d.yaml"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example(command: str) -> None:
    for flag in ("--help", "-h"):
        said = referee(command, flag)
        assert said.code == 0
        assert re.search(rf"^  referee {command}\b", said.out, re.M)
        assert max(map(len, said.out.splitlines())) <= 100


def test_help_names_every_command_and_the_exit_codes() -> None:
    said = referee("--help")
    assert all(re.search(rf"^  {command} ", said.out, re.M) for command in COMMANDS)
    assert "Exit codes" in said.out
    assert package.__version__ in referee("--version").out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "st.yaml", "orders.yaml"], 0),
        (["check", "st.yaml", "illegal.yaml"], 1),
        (["check", "st.yaml", "no.yaml"], 2),
        (["adjudicate", "st.yaml", "orders.yaml"], 0),
        (["adjudicate", "st.yaml", "illegal.yaml"], 1),
        (["adjudicate", "st.yaml", "illegal.yaml", "--skip-illegal"], 0),
        (["adjudicate", "st.yaml"], 2),
        (["ask", "q.yaml"], 0),
        (["ask", "q.yaml", "--exit-status"], 0),
        (["ask", "no-answer.yaml"], 0),
        (["ask", "no-answer.yaml", "--exit-status"], 1),
        (["ask", "st.yaml", "strike ogre-1 at troll-1"], 0),
        (["ask", "st.yaml"], 2),
        (["test", "good.yaml"], 0),
        (["test", "cases.yaml"], 1),
        (["test", "st.yaml"], 2),
        (["legal", "st.yaml"], 0),
        (["show", "st.yaml"], 0),
        (["view", "st.yaml", "--player", "red"], 0),
        (["rules", "titan", "LoT", "12.4"], 0),
        (["lint", "titan"], 0),
        (["nonsense"], 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_exit_codes(arguments: list[str], code: int, here: Path) -> None:
    write(here, illegal=ORDERS.replace("ogre-1", "lion-1"), cases=CASE, good=CASE.split("---")[0])
    (here / "no-answer.yaml").write_text(QUESTION.replace("hex: C4", "hex: F1"))
    said = referee(*arguments)
    assert said.code == code
    assert bool(said.out) == (code == 0 or (arguments[0] in ("check", "test", "ask") and code == 1))


def test_state_and_trace_are_written_and_follow_each_other(here: Path) -> None:
    said = referee(*ADJUDICATE, "-o", "n.yaml", "--trace", "t.yaml")
    assert said.code == 0
    state, trace = (yaml.safe_load((here / name).read_text()) for name in ("n.yaml", "t.yaml"))
    assert (state["step"], trace["step"], state["game"], trace["game"]) == (13, 12, "g1", "g1")
    assert trace["after"] == state
    assert trace["before"] == yaml.safe_load(STATE)
    assert trace["documents"] == [yaml.safe_load(ORDERS)]
    assert state["awaiting"] == trace["awaiting"] != []
    again = referee("check", "n.yaml", "orders.yaml")
    assert (again.code, "these orders answer step 12; the game is at step 13" in again.out) == (1, True)


def test_an_existing_output_is_kept_unless_forced(here: Path) -> None:
    write(here, n="mine\n")
    before = listing(here)
    for outputs in (["-o", "n.yaml"], ["--trace", "n.yaml"], ["-o", "new.yaml", "--trace", "n.yaml"]):
        said = referee(*ADJUDICATE, *outputs)
        assert (said.code, said.err) == (2, "n.yaml: already exists; --force overwrites it\n")
        assert listing(here) == before
    assert referee(*ADJUDICATE, "-o", "n.yaml", "--force").code == 0
    assert yaml.safe_load((here / "n.yaml").read_text())["step"] == 13
    assert not list(here.glob(".*"))


def test_the_state_itself_may_be_overwritten_by_force_where_a_trace_keeps_it(here: Path) -> None:
    before = listing(here)
    for trace in ([], ["--trace", "-"]):
        said = referee(*ADJUDICATE, "-o", "st.yaml", "--force", *trace)
        assert (said.code, said.err) == (
            2,
            "st.yaml: is an input of this command, and would be lost without a --trace\n",
        )
    assert listing(here) == before
    assert referee(*ADJUDICATE, "-o", "st.yaml", "--force", "--trace", "t.yaml").code == 0
    assert yaml.safe_load((here / "st.yaml").read_text())["step"] == 13


def test_the_trace_is_there_before_the_state(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A state that cannot be written leaves the trace alone behind, never the other way round."""
    from referee.cli import adjudicate

    written = []

    def note(path: str, text: str, force: bool, **_: Any) -> None:
        written.append(path)

    monkeypatch.setattr(adjudicate, "write_whole", note)
    assert referee(*ADJUDICATE, "-o", "n.yaml", "--trace", "t.yaml").code == 0
    assert written == ["t.yaml", "n.yaml"]


@pytest.mark.slow
def test_killed_at_any_moment_the_files_are_the_old_or_the_new(here: Path) -> None:
    command = [sys.executable, "-m", "referee", "adjudicate", "st.yaml", "orders.yaml", "--force"]
    outputs = {}
    # one rolls a hit more than the other
    for seed in ("a", "c"):
        subprocess.run([*command, "--seed", seed, "-o", "n", "--trace", "t"], check=True, capture_output=True)
        outputs[seed] = ((here / "n").read_bytes(), (here / "t").read_bytes())
    assert all(one != other for one, other in zip(outputs["a"], outputs["c"], strict=True))
    torn = 0
    for number in range(10):
        seed, other = ("a", "c") if number % 2 else ("c", "a")
        (here / "n").write_bytes(outputs[other][0])
        (here / "t").write_bytes(outputs[other][1])
        for left in here.glob(".*"):
            left.unlink()
        with subprocess.Popen(
            [*command, "--seed", seed, "-o", "n", "--trace", "t"], stdout=subprocess.DEVNULL
        ) as process:
            # a temporary file beside the outputs shows that the writing has begun
            until = time.monotonic() + 10
            while process.poll() is None and time.monotonic() < until and not list(here.glob(".*")):
                time.sleep(0.0002)
            time.sleep(number * 0.0003)
            process.send_signal(signal.SIGKILL)
        found = ((here / "n").read_bytes(), (here / "t").read_bytes())
        assert found[0] in (outputs["a"][0], outputs["c"][0])
        assert found[1] in (outputs["a"][1], outputs["c"][1])
        assert found != (outputs[seed][0], outputs[other][1]), "a state without its trace"
        torn += found != outputs[seed]
    assert torn  # else the killing came too late every time


@pytest.mark.parametrize(
    "arguments",
    [
        ["adjudicate", "-", "orders.yaml", "--dice", "d.yaml"],
        ["check", "-", "orders.yaml"],
        ["legal", "-"],
        ["show", "-"],
        ["view", "-", "--player", "red"],
        ["ask", "-", "strike ogre-1 at troll-1"],
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_a_state_from_stdin(arguments: list[str]) -> None:
    said = referee(*arguments, stdin=STATE)
    assert said.code == 0
    other = referee(*("st.yaml" if a == "-" else a for a in arguments))
    assert said == other._replace(out=other.out.replace("st.yaml", "stdin"), err=other.err.replace("st.yaml", "stdin"))


def test_everything_else_from_stdin(here: Path) -> None:
    assert referee("check", "st.yaml", "-", stdin=ORDERS) == referee("check", "st.yaml", "orders.yaml")
    assert referee("ask", "-", stdin=QUESTION) == referee("ask", "q.yaml")
    text = (here / "d.yaml").read_text()
    plain = referee(*ADJUDICATE, "--trace", "t.yaml")
    assert referee("adjudicate", "st.yaml", "orders.yaml", "--dice", "-", stdin=text).out == plain.out
    trace = (here / "t.yaml").read_text()
    for command in ("explain", "replay"):
        assert referee(command, "-", stdin=trace) == referee(command, "t.yaml")


def test_stdout_holds_one_thing(here: Path) -> None:
    referee(*ADJUDICATE, "-o", "n.yaml", "--trace", "t.yaml")
    state, trace = (here / "n.yaml").read_text(), (here / "t.yaml").read_text()
    said = referee(*ADJUDICATE, "-o", "-")
    assert said.out == state
    assert "Ogre ogre-1" in said.err
    assert referee(*ADJUDICATE, "--trace", "-").out == trace
    assert referee("replay", "t.yaml", "-o", "-").out == state
    both = json.loads(referee(*ADJUDICATE, "--json").out)
    assert (both["state"], both["trace"]) == (yaml.safe_load(state), yaml.safe_load(trace))


def test_a_trace_is_explained_and_replayed(here: Path) -> None:
    said = referee(*ADJUDICATE, "-o", "n.yaml", "--trace", "t.yaml")
    assert referee("explain", "t.yaml").out == said.out
    assert "ends the Strike Phase" not in referee("explain", "t.yaml", "--step", "1").out
    rows = json.loads(referee("explain", "t.yaml", "--json").out)
    assert [row["step"] for row in rows] == [1, 2]
    replayed = referee("replay", "t.yaml", "-o", "again.yaml")
    assert replayed.code == 0
    assert (here / "again.yaml").read_bytes() == (here / "n.yaml").read_bytes()
    assert json.loads(referee("replay", "t.yaml", "--json").out) == {"same": True, "differences": []}
    (here / "t.yaml").write_text(
        (here / "t.yaml").read_text().replace("dice: [6, 5, 4, 3, 2, 1]", "dice: [6, 6, 6, 6, 6, 6]")
    )
    said = referee("replay", "t.yaml", "--json")
    assert said.code == 1
    assert json.loads(said.out)["same"] is False
    assert json.loads(said.out)["differences"]


def test_the_steps_of_a_trace_are_data_or_a_text(here: Path) -> None:
    referee(*ADJUDICATE, "-o", "n.yaml", "--trace", "t.yaml")
    said = referee("explain", "t.yaml", "--format", "html", "--json")
    assert (said.code, said.out, "give only one of them" in said.err) == (2, "", True)


def test_the_rolls_of_a_trace_are_a_table(here: Path) -> None:
    referee(*ADJUDICATE, "-o", "n.yaml", "--trace", "t.yaml")
    rolls = yaml.safe_load((here / "t.yaml").read_text())["rolls"]
    rows = list(csv.DictReader(referee("explain", "t.yaml", "--format", "csv").out.splitlines()))
    assert [(row["event"], row["by"], row["dice"], row["source"]) for row in rows] == [
        (roll["event"], roll["by"], " ".join(map(str, roll["dice"])), roll["source"]) for roll in rolls
    ]
    assert referee("explain", "t.yaml", "--format", "csv", "--step", "2").out.count("\n") == 1
    data = referee("explain", "t.yaml", "--format", "json").out
    assert data == referee("explain", "t.yaml", "--json").out


def test_a_case_that_cannot_be_read_keeps_no_other_from_running(here: Path) -> None:
    write(here, cases=CASE, broken="case: [", nothing="case: Nothing")
    said = referee("test", "broken.yaml", "nothing.yaml", "none.yaml", "cases.yaml")
    assert said.code == 2
    assert said.out.endswith("2 passed, 1 failed\n")
    assert [line.split(":")[0] for line in said.err.splitlines()][:2] == ["broken.yaml", "nothing.yaml"]
    assert "none.yaml: cannot be read" in said.err
    said = referee("test", "broken.yaml", "cases.yaml", "--json")
    assert (said.code, len(json.loads(said.out)["unreadable"])) == (2, 1)


def test_the_schema_of_no_table_names_them(here: Path) -> None:
    assert "name a table; they are rules, " in referee("schema", "table", "titan").err


def test_the_json_of_test(here: Path) -> None:
    write(here, cases=CASE)
    said = referee("test", "cases.yaml", "--json")
    assert said.code == 1
    found = json.loads(said.out)
    assert set(found) == {"cases", "passed", "failed"}
    assert (found["passed"], found["failed"]) == (2, 1)
    assert all(set(row) == {"case", "file", "line", "passed", "differences"} for row in found["cases"])
    by_name = {row["case"]: row for row in found["cases"]}
    assert by_name["A Troll has nine dice"]["passed"] is False
    assert by_name["A Troll has nine dice"]["differences"] == ["answer.dice: expected 9, found 8"]
    assert by_name["A Troll has eight dice"] == {
        "case": "A Troll has eight dice", "file": "cases.yaml", "line": 1, "passed": True, "differences": [],
    }  # fmt: skip
    text = referee("test", "cases.yaml")
    assert "FAILED cases.yaml:9: A Troll has nine dice" in text.out
    assert re.search(r"^ +expected +found\n +answer\.dice +9 +8$", text.out, re.M)
    assert text.out.endswith("2 passed, 1 failed\n")


def test_the_json_of_coverage(here: Path) -> None:
    folder = here / "tests" / "cases"
    folder.mkdir(parents=True)
    write(folder, cases=CASE)
    said = referee("rules", "titan", "--coverage", "--json")
    assert said.code == 0
    found = json.loads(said.out)
    assert set(found) == {"rules", "choices"}
    assert all(set(row) == {"id", "title", "kind", "cases"} for row in found["rules"])
    assert all(set(row) == {"id", "option", "choice", "cases"} for row in found["choices"])
    by_id = {row["id"]: row for row in found["rules"]}
    # a case that fails proves nothing, nor does one that does not name the rule
    assert by_id["LoT 12.0"]["cases"] == ["A Troll has eight dice", "The Ogre must strike"]
    assert by_id["LoT 13.0"]["cases"] == by_id["LoT 12.2"]["cases"] == []
    assert {row["kind"] for row in found["rules"]} <= {"adjudicated", "setup", "table", "advice", "planned"}
    again = referee("rules", "titan", "--coverage", "--json", "--cases", "tests/cases/cases.yaml")
    assert json.loads(again.out) == found


def test_the_json_of_ask_and_check(here: Path) -> None:
    found = json.loads(referee("ask", "q.yaml", "--json").out)
    assert {"answer", "cites", "reasons"} <= found.keys()
    answer = found["answer"]
    assert {
        "allowed",
        "dice",
        "strike_number",
        "options",
        "refused",
        "expected_hits",
        "kill_probability",
    } <= answer.keys()
    assert (answer["allowed"], answer["dice"], answer["strike_number"]) == (True, 8, 4)
    for ledger in found["reasons"]:
        assert {"quantity", "total", "entries"} <= ledger.keys()
        assert all(set(entry) == {"op", "value", "why", "cite"} for entry in ledger["entries"])
    checked = json.loads(referee("check", "st.yaml", "orders.yaml", "--json").out)
    assert checked["legal"] is True
    assert [row["verdict"] for row in checked["orders"]] == ["legal", "legal"]
    assert checked["orders"][0]["rolls"] == [{"event": EVENT, "dice": 6, "number": 4}]


def test_jsonl_answers_as_ask_does() -> None:
    question = yaml.safe_load(QUESTION)
    rows = [json.dumps({**question, "id": n} if n else question) for n in (0, 1, "x")]
    said = referee("ask", "--jsonl", stdin="\n".join(rows) + "\n")
    assert said.code == 0
    answers = [json.loads(row) for row in said.out.splitlines()]
    plain = json.loads(referee("ask", "q.yaml", "--json").out)
    assert answers[0] == plain
    assert [a.pop("id", None) for a in answers] == [None, 1, "x"]
    assert answers == [plain] * 3


def schema(*arguments: str) -> Draft202012Validator:
    said = referee("schema", *arguments)
    assert said.code == 0
    found = json.loads(said.out)
    Draft202012Validator.check_schema(found)
    return Draft202012Validator(found)


@pytest.mark.slow
@pytest.mark.parametrize("kind", part(["state", "orders", "ask", "case", "trace", "dice", "manifest"], 2))
def test_schemas_hold_for_what_the_referee_reads_and_writes(kind: str, here: Path) -> None:
    referee(*ADJUDICATE, "-o", "n.yaml", "--trace", "t.yaml")
    examples = ROOT / "examples" / "titan"
    documents = {
        "state": [here / "st.yaml", here / "n.yaml", *examples.glob("*/000.state.yaml")],
        "orders": [
            here / "orders.yaml",
            *(p for p in examples.glob("*/0[0-9][1-9].*.yaml") if not re.search("dice|state", p.name)),
        ],
        "ask": [here / "q.yaml", *examples.glob("disputes/*.yaml")],
        "case": list((ROOT / "tests" / "cases" / "titan").glob("*.yaml")),
        "trace": [here / "t.yaml"],
        "dice": [here / "d.yaml"],
        "manifest": list((ROOT / "rulesets").glob("titan*/manifest.yaml")),
    }[kind]
    assert documents
    validator = schema(kind, "titan")
    for path in documents:
        # read as editors read it, by YAML 1.2: `off` is a word
        for document in parse_all(path.read_bytes(), str(path)):
            assert not list(validator.iter_errors(document.value)), path
    assert not validator.is_valid([])
    assert not validator.is_valid({"nonsense": 1})


@pytest.mark.slow
@pytest.mark.parametrize("table", part(["characters", "hazards", "battlelands", "rules", "rulings", "citations"], 2))
def test_schemas_of_tables(table: str) -> None:
    value = yaml.load((ROOT / "rulesets" / "titan" / f"{table}.yaml").read_text(), Loader=yaml.CSafeLoader)
    validator = schema("table", "titan", table)
    assert not list(validator.iter_errors(value))
    assert not validator.is_valid({table: 3})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "fine"),
    [
        ({"strike": "a", "at": "b"}, True),
        ({"strike": "a", "at": ["b", "c"], "dice": [1, 2]}, True),
        ("strike a at b", True),
        ({"strike": "a"}, False),
        ({"strike": "a", "at": 3}, False),
        ({"strike": "a", "to": "C3"}, False),
        ({"strike": "a", "at": "b", "to": "C3"}, False),
        ({"move": "a", "to": "C3"}, True),
        ({"move": "a", "to": "C3", "number": 3}, False),
        ({"move": "a", "at": "C3"}, False),
        ({"end": "strike"}, True),
        ({"end": "lunch"}, False),
        ({"end": "strike", "at": "b"}, False),
        ({"rangestrike": "a", "at": "b", "via": "C3"}, False),
        ({"fly": "a"}, False),
        ({}, False),
        (3, False),
    ],
)
def test_the_schema_of_orders_knows_each_verbs_fields(order: Any, fine: bool) -> None:
    document = {"format": 1, "ruleset": "titan", "player": "black", "orders": [order]}
    assert schema("orders", "titan").is_valid(document) == fine


def test_new_makes_a_state_that_can_be_played(here: Path) -> None:
    said = referee("new", "titan", "--battleland", "swamp", "--attacking", "ogre,lion", "-o", "000.yaml")
    assert (said.code, said.out) == (0, "")
    assert referee("legal", "000.yaml").code == 0
    state = yaml.safe_load((here / "000.yaml").read_text())
    assert [p["character"] for p in state["battle"]["pieces"] if p["side"] == "attacker"] == ["ogre", "lion"]
    assert referee("new", "titan", "--battleland", "swamp", "-o", "000.yaml").code == 2
    named = referee("new", "titan", "--battleland", "swamp", "--attacker", "7", "--defender", "true").out
    assert yaml.safe_load(named)["battle"]["players"] == {"attacker": "7", "defender": "true"}


def process(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "referee", *arguments], text=True, capture_output=True, **more)


def test_a_reader_that_stops_early_is_no_failure() -> None:
    done = subprocess.run(
        [
            "bash",
            "-o",
            "pipefail",
            "-c",
            f"'{sys.executable}' -m referee schema state | head -c 1; echo; echo ${{PIPESTATUS[0]}}",
        ],
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert done.stdout.split("\n")[1] in ("0", "141")


def test_a_closed_stdin_is_told() -> None:
    done = subprocess.run(f"'{sys.executable}' -m referee legal - <&-", shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "stdin: is closed\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "referee", "rules", "titan"], stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (74, b"standard output cannot be written: No space left on device\n")


WRITING = "adjudicate st.yaml orders.yaml --seed x -o n.yaml --trace t.yaml"
STAND = "t.yaml and n.yaml are complete; standard output cannot be written: "


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    ("command", "output", "told"),
    [
        (WRITING, "| true", STAND + "Broken pipe"),
        (WRITING, ">&-", STAND + "it is closed"),
        (WRITING, ">/dev/full", STAND + "No space left"),
        ("legal st.yaml", "| true", ""),
        ("legal st.yaml", ">&-", "standard output cannot be written: it is closed"),
        ("ask --jsonl q.jsonl", ">/dev/full", "standard output cannot be written: No space left"),
    ],
)
def test_what_cannot_be_printed_has_a_code_of_its_own(command: str, output: str, told: str, here: Path) -> None:
    (here / "q.jsonl").write_text("{}\n")
    # a pipe is closed before anything is written to it
    wait = "sleep 0.5;" if output.startswith("|") else ""
    shell = f"{{ {wait} '{sys.executable}' -m referee {command}; echo $? >code; }} {output}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=60)
    assert (here / "code").read_text() == "74\n"
    assert done.stderr.startswith(told)
    assert done.stderr.count("\n") == bool(told)
    assert (here / "n.yaml").exists() == (here / "t.yaml").exists() == ("-o" in command)


def test_lines_are_answered_one_by_one() -> None:
    """Each line is answered before the next is read, and one that met a bug makes the exit code 70."""
    script = "import referee.running.batches as batches, referee.cli as cli\nask = batches.ruleset_of\n"
    script += "def ruleset_of(d, *_): return ask(d) if 'ask' in d.value else 1 / 0\n"
    script += "batches.ruleset_of = ruleset_of\ncli.main()"
    command = [sys.executable, "-c", script, "ask", "--jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for line, begins in ((b'{"id": 1, "ask": 2}', b'{"id":1,"error":'), (b"{}", b'{"error":["stdin:2: a bug in')):
            running.stdin.write(line + b"\n")
            running.stdin.flush()
            assert running.stdout.readline().startswith(begins)
        running.stdin.close()
        assert running.wait(timeout=60) == 70


def test_our_own_bug_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    script = (
        "import referee.api as api, referee.cli as cli\n"
        "def sit(*_, **__): raise ZeroDivisionError('\\x1b[31m')\n"
        "api.open_session = sit\ncli.main()"
    )
    done = subprocess.run([sys.executable, "-c", script, "legal", "st.yaml"], capture_output=True, text=True)
    assert done.returncode == 70
    assert "this is a bug in the referee" in done.stderr
    assert "please report it" in done.stderr
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stderr


@pytest.mark.slow
def test_python_m_referee_and_no_colour_in_a_pipe() -> None:
    done = process("rules", "titan", "LoT", "12.4")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert done.stdout == referee("rules", "titan", "LoT", "12.4").out


def test_a_chapter_of_rules_lists_its_paragraphs() -> None:
    said = referee("rules", "titan", "LoT", "15")
    assert [line.split("  ")[0] for line in said.out.splitlines()] == ["LoT 15.0", "LoT 15.1", "LoT 15.2", "LoT 15.3"]
    assert referee("rules", "titan", "LoT", "99").code == 2


def test_the_piece_whose_orders_are_listed_is_called_as_it_is_printed(tmp_path: Path) -> None:
    legions = [
        {"id": "bk01", "player": "black", "land": 100, "contents": ["titan", "ogre"]},
        {"id": "rd01", "player": "red", "land": 200, "contents": ["titan", "ogre"]},
    ]
    board = {"players": ["black", "red"], "turn": 3, "mover": "black", "phase": "movement", "roll": 6}
    state = tmp_path / "s.yaml"
    state.write_text(yaml.safe_dump({"format": 1, "ruleset": "titan", "masterboard": {**board, "legions": legions}}))
    by_marker = referee("legal", str(state), "--piece", "bk01")
    assert "move bk01" in by_marker.out
    assert referee("legal", str(state), "--piece", "tower 100").out == by_marker.out
    assert referee("legal", str(state), "--piece", "Marsh 100").err == "--piece: 'Marsh 100' is no Land: 100 is Tower\n"
    assert referee("legal", str(state), "--piece", "bk02").err == (
        "--piece: 'bk02' is no legion on the board (did you mean 'bk01'?)\n"
    )


def test_what_several_players_may_order_is_listed_under_their_names(tmp_path: Path) -> None:
    state = str(tmp_path / "s.yaml")
    assert referee("new", "titan", "--players", "black, red", "-o", state).code == 0
    said = referee("legal", state)
    assert said.out.splitlines()[1:] == ["black:", "  roll tower", "red:", "  roll tower"]
    assert "red" not in "".join(referee("legal", state, "--player", "black").out.splitlines()[1:])


# what needs no --json, and why
WITHOUT_JSON = {("schema",): "prints JSON always", ("mcp",): "speaks JSON always"}


def commands(found: click.Command, names: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if isinstance(found, click.Group):
        for name in found.list_commands(click.Context(found)):
            inner = found.get_command(click.Context(found), name)
            assert inner is not None
            yield from commands(inner, (*names, name))
    else:
        yield names, found


def test_every_command_takes_json() -> None:
    every = {names: {word for one in found.params for word in one.opts} for names, found in commands(_group)}
    assert len(every) > 25
    assert {names for names, words in every.items() if "--json" not in words} == WITHOUT_JSON.keys()


def test_a_ruleset_given_as_a_file_gets_the_option_that_names_it(here: Path) -> None:
    said = referee("ask", "titan-magi", "can I split?")
    assert (said.code, "write -r titan-magi" in said.err) == (2, True), said.all
    assert "write -r" not in referee("ask", "nobody").err
