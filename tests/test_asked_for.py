"""Questions asked for at a terminal, step by step, and the lists of what may be asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from referee import games
from referee.cli import _group, asked_for

STATE = "examples/titan/slope/012.state.yaml"


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str, command: tuple[str, ...]) -> str:
    monkeypatch.setattr(asked_for, "at_terminal", lambda: True)
    said = CliRunner().invoke(_group, command, input="".join(f"{line}\n" for line in lines), prog_name="referee")
    assert not said.exception or isinstance(said.exception, SystemExit), said.exception
    return said.output


def test_a_question_is_asked_for_step_by_step_and_ends_as_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    said = typed(
        monkeypatch,
        *("strike", "brush", "attacker ogre C3", "defender lion C4 hits 3", "", "ogre", "lion", "", "n", "", ""),
        command=("ask", "-r", "titan"),
    )
    line = "referee ask -r titan 'brush; attacker ogre C3; defender lion C4 hits 3; strike ogre at lion'"
    assert line in said
    assert "Ogre (C3) strikes Lion (C4) with 6 dice" in said


def test_a_question_in_words_is_understood_at_the_first_prompt_and_asked_again_where_it_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = typed(monkeypatch, "goblin against lion", "ogre against lion", command=("ask", "-r", "titan"))
    assert "'goblin' is not known" in said
    assert "referee ask -r titan 'plains; attacker ogre C3; defender lion C4; strike ogre at lion'" in said


def test_a_question_without_a_situation_asks_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    said = typed(monkeypatch, "general", "paladin", command=("ask", "-r", "hordes"))
    assert "clause 1" not in said
    assert "referee ask -r hordes 'general paladin'" in said


def test_the_rules_are_asked_for_where_none_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    said = typed(monkeypatch, "titan", "ogre against lion", command=("ask",))
    assert "Which rules" in said
    assert "Ogre (C3) strikes Lion (C4)" in said


def test_a_state_is_asked_about_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    said = typed(monkeypatch, "strike", "ogre", "lion", "", "n", "", "", command=("ask", STATE))
    assert f"referee ask {STATE} 'strike ogre at lion'" in said
    spoken = typed(monkeypatch, "can the ogre hit the lion?", command=("ask", STATE))
    assert f"referee ask {STATE} 'strike ogre-1 at lion-2'" in spoken


def test_nobody_is_asked_without_a_terminal() -> None:
    for command in (["ask"], ["ask", "-r", "titan"], ["ask", STATE]):
        said = CliRunner().invoke(_group, command, prog_name="referee")
        assert said.exit_code == 2, command


def test_words_are_completed() -> None:
    completing = asked_for._completing(["strike", "standing", "reach"])
    assert [completing.complete("st", n) for n in range(3)] == ["standing", "strike", None]
    assert [completing.complete("sta", n) for n in range(2)] == ["standing ", None]


def test_the_help_of_ask_lists_the_questions_of_every_game() -> None:
    said = " ".join(CliRunner().invoke(_group, ["ask", "--help"], prog_name="referee").output.split())
    listed = dict(asked_for.every_example())
    for game in ("titan", "hordes", "battalions"):
        assert f"Questions of {game}: " in said
        assert listed[game]
        assert [(verb, shown) for verb, shown in listed[game] if " ".join((verb, *shown.split())) not in said] == []
    for path in Path("rulesets").glob("*/words.yaml"):
        assert path.parent.name.partition("-")[0] in ("titan", "hordes", "battalions")


def test_no_other_command_loads_the_questions() -> None:
    import subprocess
    import sys

    code = "import sys, referee.cli.ask; print('referee.games' in sys.modules, 'referee.cli.asked_for' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["False", "False"]


@pytest.mark.parametrize("ruleset", ["titan", "hordes", "battalions"])
def test_every_example_in_words_is_answered(ruleset: str) -> None:
    for verb, _, _, spoken in asked_for._questions(ruleset, ()):
        if spoken:
            said = CliRunner().invoke(_group, ["ask", "-r", ruleset, spoken], prog_name="referee")
            assert said.exit_code == 0, f"{verb}: {said.output}"


def test_questions_about_spells_are_offered_only_where_there_are_any() -> None:
    def listed(ruleset: str) -> set[str]:
        said = CliRunner().invoke(_group, ["ask", "-r", ruleset, "help"], prog_name="referee").output
        return {line.split(":")[0] for line in said.splitlines() if not line.startswith(" ")}

    assert {"cast", "undo", "shift", "draw"} <= listed("titan-magi")
    assert not {"cast", "undo", "shift", "draw"} & listed("titan")


@pytest.mark.parametrize(
    ("ruleset", "verb", "words"),
    [
        ("titan", "strike", {"brush", "attacker", "ogre", "C3", "hits"}),
        ("titan", "muster", {"land", "contents", "ogre", "score"}),
        ("hordes", "result", {"a", "b", "knight", "wood", "general_behind"}),
        ("battalions", "attack", {"units", "battalion", "leader"}),
    ],
)
def test_the_clauses_of_a_situation_are_completed(ruleset: str, verb: str, words: set[str]) -> None:
    game, found = games.load(ruleset)
    assert words <= set(asked_for._situation_words(game, found, game.questions[verb]))


def test_an_empty_answer_to_what_is_needed_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    said = typed(
        monkeypatch,
        *("strike", "brush", "attacker ogre C3", "defender lion C4", "", "", "ogre", "lion", "", "n", "", ""),
        command=("ask", "-r", "titan"),
    )
    assert "This cannot be left out" in said
    assert "strike ogre at lion" in said


def test_a_situation_that_cannot_be_read_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    said = typed(
        monkeypatch,
        *("strike", "brush", "attackerogre C3", "", "ogre", "lion", "", "n", "", ""),
        "ogre against lion",
        command=("ask", "-r", "titan"),
    )
    assert "'attackerogre' is not one of attacker, defender" in said
    assert "referee ask -r titan 'plains; attacker ogre C3; defender lion C4; strike ogre at lion'" in said


def test_the_situation_is_kept_and_one_thing_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("ask", "-r", "titan", "titan against lion")
    said = typed(monkeypatch, "and with 3 hits?", "on 6?", "in the fog", "power 9", "", command=command)
    told = " ".join(said.split())
    assert "attacker titan C3; defender lion C4 hits 3; strike titan at lion Yes" in told
    assert "strike titan at lion number 6" in told
    assert "'fog' is not known" in told
    assert "attacker titan C3 power 9" in told


def test_a_question_in_words_without_its_rules_gets_how_to_name_them() -> None:
    for question in ("ogre against lion", "ogre against lion " * 400):
        said = CliRunner().invoke(_group, ("ask", question), prog_name="referee")
        assert said.exit_code == 2
        assert "-r RULESET" in said.output
        assert "No such file" not in said.output
