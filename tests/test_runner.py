"""`referee test` as a runner: what is selected, shared, repeated, expected of numbers and odds, and how it reports."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from click.testing import CliRunner
from running import referee

from referee import api
from referee.cli import case_files
from referee.cli import test as runner
from referee.cli.case_files import run_each
from referee.core.documents import Unreadable
from referee.core.testing import cases as core_cases
from referee.core.testing import pieces
from referee.core.testing.cases import CaseResult
from referee.core.testing.partial_match import matches
from referee.core.testing.selection import selection

ROOT = Path(__file__).parent.parent
CASES = """\
shared:
  battle:
    battleland: brush
    pieces:
    - {id: ogre, character: ogre, side: attacker, hex: C3}
    - {id: lion, character: lion, side: defender, hex: C4}
ruleset: titan
---
case: An Ogre slays a Lion that has some hits
given: {battle: {pieces: [{id: lion, hits: "${hits}"}]}}
each: {hits: [2, 3, 4], chance: [0.32, 0.65, 0.91]}
ask: {strike: ogre, at: lion}
expect: {answer: {kill_probability: {about: "${chance}", within: 0.01}}}
---
case: The odds of the same strike
given: {battle: {pieces: [{id: lion, hits: 3}]}}
ask: {strike: ogre, at: lion}
expect: {odds: {slain: {lion: {about: 0.649, within: 0.001}}, exact: true}}
---
case: This fails
ask: {strike: ogre, at: lion}
expect: {answer: {dice: 7, strike_number: {at_most: 4}}}
---
case: This fails by a rule
given: {battle: {pieces: [{id: lion, hex: E5}]}}
ask: {strike: ogre, at: lion}
expect: {answer: {allowed: true}}
"""


@pytest.fixture
def cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "some.yaml"
    path.write_text(CASES)
    return str(path)


def test_failures_have_place_values_side_by_side_and_reasons(cases: str) -> None:
    done = referee("test", cases)
    assert done.code == 1
    assert f"FAILED {cases}:20: This fails\n" in done.out
    shown = [line.split() for line in done.out.splitlines()]
    assert ["expected", "found"] in shown
    assert ["answer.dice", "7", "6"] in shown
    assert ["answer.strike_number", "{at_most:", "4}", "5"] in shown
    assert "because Ogre (C3) and Lion (E5) are not adjacent (LoT 12.0, LoT 11.3)" in done.out
    assert done.out.endswith("4 passed, 2 failed\n")


def test_parameters_name_their_cases(cases: str) -> None:
    rows = json.loads(referee("test", cases, "--json").out)["cases"]
    assert [row["case"] for row in rows[:3]] == [
        f"An Ogre slays a Lion that has some hits [hits={hits}, chance={chance}]"
        for hits, chance in ((2, 0.32), (3, 0.65), (4, 0.91))
    ]


def test_cases_are_selected_by_words(cases: str) -> None:
    assert referee("test", cases, "-q", "-k", "odds").out == "1 passed, 0 failed\n"
    assert "3 passed, 1 failed" in referee("test", cases, "-q", "-k", "slays or (fails and rule)").out
    assert "4 passed, 0 failed" in referee("test", cases, "-q", "-k", "not fails").out
    assert "no case is selected" in referee("test", cases, "-k", "nothing").err
    assert referee("test", cases, "-k", "(odds").code == 2


@pytest.mark.parametrize("text", ["", "and", "a and", "(a", "a)", "not"])
def test_an_expression_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        selection(text)


def test_the_last_failed_are_run_again(cases: str) -> None:
    referee("test", cases)
    assert "0 passed, 2 failed" in referee("test", cases, "-q", "--last-failed").out
    Path(cases).write_text(CASES.replace("dice: 7, strike_number: {at_most: 4}", "dice: 6"))
    assert "1 passed, 1 failed" in referee("test", cases, "-q", "--last-failed").out
    assert "0 passed, 1 failed" in referee("test", cases, "-q", "--last-failed").out


def test_failures_that_are_no_longer_there_do_not_count(cases: str) -> None:
    referee("test", cases)
    Path(cases).write_text(CASES.replace("This fails", "That fails"))
    done = referee("test", cases, "-q", "--last-failed")
    assert "4 passed, 2 failed" in done.out
    assert done.err == "note: the cases that failed before are not here; all are run\n"
    Path(cases).write_text(CASES.replace("This fails\n", "That fails\n"))
    assert "0 passed, 1 failed" in referee("test", cases, "-q", "--last-failed").out


def many(cases: str, times: int = 50) -> str:
    """Write a file with the documents of CASES again and again, six cases each time, and return its path."""
    path = Path(cases).with_name("many.yaml")
    head, *rest = CASES.split("---\n")
    path.write_text("---\n".join([head, *rest * times]))
    return str(path)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_it_stops_at_the_first_failure(cases: str, jobs: str) -> None:
    done = referee("test", many(cases), "-q", "-x", "--jobs", jobs)
    assert (done.code, done.out.splitlines()[-1]) == (1, "4 passed, 1 failed")
    assert done.err == "stopped by -x after 5 cases; the others were not run\n"


def test_what_is_after_the_first_failure_is_not_run(cases: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []

    def run(*given: Any) -> CaseResult:
        ran.append(given)
        return core_run(*given)

    core_run = core_cases.run
    monkeypatch.setattr(core_cases, "run", run)
    referee("test", many(cases), "-x")
    assert len(ran) == 5


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_it_stops_at_the_first_case_that_cannot_be_read(cases: str, jobs: str) -> None:
    path = many(cases, 20)
    text = Path(path).read_text().replace("dice: 7, strike_number: {at_most: 4}", "dice: 6")
    Path(path).write_text(text.replace("{allowed: true}", "{allowed: true}, why: 1", 1))
    done = referee("test", path, "-q", "-x", "--jobs", jobs)
    assert done.code == 2
    assert done.out == "5 passed, 0 failed\n"
    assert done.err.splitlines()[0] == "stopped by -x after 5 cases; the others were not run"
    assert f"{path}:27:" in done.err


# interrupts itself when a hundred cases have been run
INTERRUPTED = """
import os, signal
from referee.__main__ import main
from referee.cli import case_files

def run_each(*given, each=case_files.run_each):
    for number, found in enumerate(each(*given)):
        if number == 100:
            os.kill(os.getpid(), signal.SIGINT)
        yield found

case_files.run_each = run_each
main()
"""


@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["--jobs", "2"]], ids=["one", "two"])
def test_the_cases_before_an_interrupt_are_told(cases: str, tmp_path: Path, more: list[str]) -> None:
    """In the middle of a large file, on one process or several, what was not run is in no report."""
    path, junit = many(cases, 100), tmp_path / "junit.xml"
    command = [sys.executable, "-c", INTERRUPTED, "test", path, "--tap", "--junit", str(junit), *more]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 130
    told = run.stdout.splitlines()
    count = int(told[1].removeprefix("1.."))
    assert 100 <= count <= 101
    assert sum(line.startswith(("ok ", "not ok ")) for line in told) == count
    assert told[-1] == "Bail out! interrupted"
    assert run.stderr == f"interrupted after {count} cases; the others were not run\n"
    assert ElementTree.parse(junit).getroot().get("tests") == str(count)


def test_workers_change_nothing(cases: str) -> None:
    path = many(cases, 30)
    one = json.loads(referee("test", path, "--json").out)
    assert len(one["cases"]) == 180
    assert json.loads(referee("test", path, "--json", "--jobs", "2").out) == one


HEAD, *DOCUMENTS = CASES.split("---\n")
FILES = {
    "comments before what is shared": "# Cases\n\n---\n# of ours\n---\n" + "---\n".join([HEAD, *DOCUMENTS * 20]),
    "what is shared as JSON": "\n---\n".join(
        json.dumps(next(yaml.safe_load_all(text))) for text in [HEAD, *DOCUMENTS * 20]
    ),
    "directives": "...\n".join("%YAML 1.2\n---\n" + text for text in [HEAD, *DOCUMENTS * 20]),
    "a document that is broken": "---\n".join([HEAD, *DOCUMENTS * 5, "case: [1\n", *DOCUMENTS * 15]),
    "a document that is empty": "---\n".join([HEAD, "", *DOCUMENTS * 5, "# none\n", *DOCUMENTS * 15]),
    "what is shared is broken": "---\n".join(["shared: [\n", *DOCUMENTS * 20]),
    "what is shared is wrong": "---\n".join(["shared: 3\n", *DOCUMENTS * 20]),
    "line feeds of DOS": "---\n".join([HEAD, *DOCUMENTS * 20]).replace("\n", "\r\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_a_file_is_the_same_in_pieces(cases: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every case is found at its line, however many documents make a piece."""
    Path(cases).write_bytes(text.encode())
    found = {}
    for size in (3, 40, 10_000):
        monkeypatch.setattr(pieces, "_SIZE", size)
        done = referee("test", cases, "--json")
        found[size] = (json.loads(done.out), done.err, done.code)
    assert found[3] == found[40] == found[10_000]
    lines = text.splitlines()
    rows = found[40][0]["cases"]
    assert all(row["case"].partition(" [")[0] in lines[row["line"] - 1] for row in rows)
    assert len(rows) == (0 if "shared is" in next(name for name in FILES if FILES[name] == text) else 120)


def test_a_broken_document_does_not_stop_the_others(cases: str) -> None:
    Path(cases).write_text(FILES["a document that is broken"])
    done = referee("test", cases, "-q")
    assert done.out.splitlines()[-1] == "80 passed, 40 failed"
    (told,) = done.err.splitlines()
    line = Path(cases).read_text().splitlines().index("case: [1") + 1
    assert told.startswith(f"{cases}:{line}:7: not readable as YAML: ")


def test_reports_for_other_programs(cases: str, tmp_path: Path) -> None:
    junit = tmp_path / "results.xml"
    done = referee("test", cases, "--tap", "--junit", str(junit))
    assert done.out.splitlines()[:2] == ["TAP version 13", "1..6"]
    assert f"not ok 5 - {cases}:20: This fails" in done.out
    suite = ElementTree.parse(junit).getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("6", "2", "0")
    assert [case.get("line") for case in suite][4:] == ["20", "24"]
    assert ElementTree.fromstring(referee("test", cases, "--junit", "-").out)[0].get("failures") == "2"
    assert "the" in referee("test", cases, "--durations", "2").out


def test_an_interrupt_prints_what_there_is(cases: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: Any) -> Iterator[CaseResult | Unreadable]:
        yield from islice(run_each(*given), 5)
        raise KeyboardInterrupt

    monkeypatch.setattr(case_files, "run_each", interrupted)
    done = CliRunner().invoke(runner.command, [cases, "-q"])
    assert (done.exit_code, done.stderr) == (130, "interrupted after 5 cases; the others were not run\n")
    assert done.stdout.splitlines()[-1] == "4 passed, 1 failed"


@pytest.mark.parametrize(
    ("expected", "found", "fits"),
    [
        ({"about": 0.5, "within": 0.1}, 0.6, True),
        ({"about": 0.5, "within": 0.1}, 0.61, False),
        ({"at_least": 2}, 2, True),
        ({"at_least": 2, "at_most": 3}, 4, False),
        ({"about": 3}, 3, True),
        ({"within": 3}, 3, False),
        ({"at_least": 2}, True, False),
    ],
)
def test_bounds_of_numbers(expected: dict[str, float], found: float, fits: bool) -> None:
    assert (not matches(expected, found, "x")) == fits


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("[2, 3, 4], chance", "[2, 3], chance"), "the lists are taken side by side"),
        (("${chance}", "${chace}"), "'${chace}' is no parameter (did you mean 'chance'?)"),
        (("each: {hits: [2, 3, 4], chance: [0.32, 0.65, 0.91]}", "each: 3"), "names parameters with their values"),
        (
            ("{hits: [2, 3, 4],", "{hits: [2, 3, 4], luck: [1, 2, 3],"),
            "each.luck: '${luck}' stands nowhere in the case",
        ),
        (("ruleset: titan\n", "ruleset: titan\nask: {}\n"), "'ask' does not go with 'shared'"),
        (("{odds: {slain", "{odd: {slain"), "odd"),
        (("lion, hits: 3}", "lion, hits: '${hits}'}"), "'${hits}' is no parameter; the case has no 'each'"),
        (('{id: lion, hits: "${hits}"}', "{id: lion, '${hits}': 2}"), "a parameter stands in a value, not in a key"),
        (("case: This fails\n", "shared: {}\n"), ":20:1: shared: 'shared' is in the first document of a file"),
    ],
)
def test_what_is_wrong_has_its_place(cases: str, wrong: tuple[str, str], said: str) -> None:
    assert wrong[0] in CASES
    Path(cases).write_text(CASES.replace(*wrong))
    done = referee("test", cases)
    assert done.code == 2
    assert said in done.err
    assert f"{cases}:" in done.err


@pytest.mark.parametrize("bounds", ["{at_leats: 4}", "{within: 1}", "{about: five}", "{}"])
def test_bounds_that_are_none_are_said(cases: str, bounds: str) -> None:
    Path(cases).write_text(CASES.replace("{at_most: 4}", bounds))
    done = referee("test", cases)
    assert "5; bounds of a number are {about: 0.65, within: 0.01}, {at_least: 2} or {at_most: 7}" in done.out


def test_a_wrong_policy_has_its_place(cases: str) -> None:
    state = json.dumps(api.new("titan", battleland="brush", attacking=["ogre"], defending=["lion"]))
    text = f"case: one\nruleset: titan\ngiven: {state}\nplay: {{policies: {{atacker: greedy}}}}\n"
    Path(cases).write_text(text + "expect: {odds: {win: 1}}\n")
    assert f"{cases}:4:8: play.policies: 'atacker' is no side" in referee("test", cases).out


def test_a_battle_played_out_has_odds(cases: str) -> None:
    Path(cases).write_text(
        """\
case: Two Trolls beat a Centaur
ruleset: titan
given:
  game: g
  step: 0
  battle:
    battleland: plains
    attacker_side: left
    round: 1
    phase: maneuver
    active: defender
    players: {attacker: black, defender: red}
    pieces:
    - {id: troll-1, character: troll, side: attacker}
    - {id: troll-2, character: troll, side: attacker}
    - {id: centaur-1, character: centaur, side: defender}
play: {playouts: 300, policies: {attacker: greedy}}
expect: {odds: {win: {at_least: 0.55}, defender: {wins: {p: {at_most: 0.45}}}}}
"""
    )
    done = referee("test", cases)
    assert (done.code, done.err) == (0, "")


@pytest.mark.slow
def test_the_plugin_collects_cases(tmp_path: Path) -> None:
    (tmp_path / "some.case.yaml").write_text(CASES)
    (tmp_path / "other.yaml").write_text("case: not collected")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    # an installed referee has registered its plugin already
    installed = "referee" in {one.name for one in entry_points(group="pytest11")}
    plugin = [] if installed else ["-p", "referee.pytest_plugin"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", str(tmp_path)],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
    )
    assert "2 failed, 4 passed" in done.stdout
    assert "answer.dice: expected 7, found 6\nanswer.strike_number: " in done.stdout
    assert f"\n{tmp_path / 'some.case.yaml'}:20\n" in done.stdout
    assert "Traceback" not in done.stdout
    (tmp_path / "pytest.ini").write_text("[pytest]\nreferee_rulesets = nowhere\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", str(tmp_path)],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert f"referee_rulesets: there is no folder {tmp_path / 'nowhere'}" in done.stderr + done.stdout


def test_lines_print_only_what_is_asked_for() -> None:
    battle = ROOT / "examples/titan/battle"
    state, orders = (yaml.safe_load((battle / name).read_text()) for name in ("000.state.yaml", "001.red.yaml"))
    line = json.dumps({"id": 1, "state": state, "orders": orders})
    done = referee("adjudicate", "--jsonl", "--only", "battle.round,awaiting,state.masterboard", stdin=line)
    found = json.loads(done.out)
    assert done.code == 0
    assert list(found) == ["id", "battle.round", "awaiting", "state.masterboard"]
    assert (found["battle.round"], found["awaiting"][0]["player"], found["state.masterboard"]) == (1, "black", None)
    assert json.loads(referee("check", "--jsonl", "--only", "legal", stdin=line).out) == {"id": 1, "legal": True}
    wrong = json.dumps({"state": state, "orders": {**orders, "orders": [{"end": "strike"}]}})
    refused = referee("check", "--jsonl", "--only", "legal", stdin=wrong)
    assert refused.code == 1
    assert json.loads(refused.out)["orders"][0]["because"]
    assert referee("adjudicate", "--jsonl", "--only", "awaiting", stdin=wrong).code == 1


@pytest.mark.slow
def test_lines_are_answered_by_several_workers_as_by_one() -> None:
    lines = "\n".join(
        json.dumps(
            {
                "id": n,
                "ruleset": "titan",
                "format": 1,
                "battle": {
                    "battleland": "plains",
                    "pieces": [
                        {"id": "a", "character": "ogre", "side": "attacker", "hex": "C3"},
                        {"id": "b", "character": "lion", "side": "defender", "hex": "C4", "hits": n % 7},
                    ],
                },
                "ask": {"strike": "a", "at": "b"},
            }
        )
        for n in range(350)
    )
    assert referee("ask", "--jsonl", "--jobs", "2", stdin=lines) == referee("ask", "--jsonl", stdin=lines)
    assert referee("odds", "--jsonl", "--jobs", "2", stdin=lines) == referee("odds", "--jsonl", stdin=lines)


def test_what_is_shared_is_not_given_twice(tmp_path: Path) -> None:
    file = tmp_path / "shared.yaml"
    file.write_text("ruleset: titan\nshared: {given: {battle: {battleland: brush, pieces: []}}}\n---\ncase: one\n")
    done = referee("test", str(file))
    assert done.code == 2
    assert "shared.given: 'shared' itself holds what 'given' holds in a case" in done.err


def test_the_ruleset_may_be_shared_within_too(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(
        "shared:\n  ruleset: titan\n  battle: {battleland: brush, pieces: [{id: a, character: ogre, side: attacker, "
        "hex: C3}, {id: b, character: lion, side: defender, hex: C4}]}\n---\ncase: one\nask: {strike: a, at: b}\n"
        "expect: {answer: {dice: 6}}\n"
    )
    done = referee("test", str(tmp_path / "s.yaml"), "-q")
    assert (done.code, done.out) == (0, "1 passed, 0 failed\n")


def test_every_name_that_is_no_parameter_is_reported(tmp_path: Path) -> None:
    (tmp_path / "e.yaml").write_text(
        'case: "one ${hist}"\nruleset: titan\neach: {hits: [1]}\ngiven: {battle: {round: "${hit}"}}\nexpect: {}\n'
    )
    done = referee("test", str(tmp_path / "e.yaml"))
    assert done.code == 2
    assert "'${hist}' is no parameter (did you mean 'hits'?)" in done.err
    assert "given.battle.round: '${hit}' is no parameter (did you mean 'hits'?)" in done.err


def test_an_expression_is_named_by_its_option(tmp_path: Path) -> None:
    (tmp_path / "e.yaml").write_text("case: one\nruleset: titan\ngiven: {}\nexpect: {}\n")
    assert referee("test", str(tmp_path / "e.yaml"), "-k", "a and (").err.startswith("-k: ")


def test_a_folder_is_searched_for_cases_alone(cases: str, tmp_path: Path) -> None:
    """What is no case is counted and listed; a case with a misspelt key and a file that is named are read."""
    root = tmp_path / "project"
    for name in (".venv/lib", ".github", "env", "cases"):
        (root / name).mkdir(parents=True)
    (root / "env" / "pyvenv.cfg").write_text("home = /usr\n")
    shutil.copy(cases, root / "cases" / "good.yaml")
    text = Path(cases).read_text()
    for name in (".venv/lib/a.yaml", ".github/b.yml", "env/c.yaml", ".d.yaml"):
        (root / name).write_text(text)
    (root / "docker-compose.yaml").write_text("services:\n  web: {image: nginx, ports: !reset []}\n")
    (root / "mkdocs.yml").write_text("site_name: x\n")
    plain = referee("test", cases)
    done = referee("test", str(root))
    assert (done.code, done.out.splitlines()[-1]) == (plain.code, plain.out.splitlines()[-1])
    assert done.err == "2 YAML files are not cases; --verbose lists them\n"
    listed = referee("test", str(root), "--verbose").err.splitlines()
    assert [line.strip() for line in listed[1:]] == [str(root / "docker-compose.yaml"), str(root / "mkdocs.yml")]
    for named in ("docker-compose.yaml", "mkdocs.yml"):
        done = referee("test", str(root / named))
        assert done.code == 2
        assert named in done.err
    (root / "cases" / "misspelt.yaml").write_text("csae: x\nruleset: titan\ngivn: {}\nexpect: {trace: [LoT 12.0]}\n")
    (root / "cases" / "broken.yaml").write_text("case: [\n")
    done = referee("test", str(root))
    assert done.code == 2
    assert "misspelt.yaml" in done.err
    assert "broken.yaml" in done.err
