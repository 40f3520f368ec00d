"""Questions in the words of players on a saved state: what they mean there, and that nothing is guessed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from running import referee

from referee import api
from referee.core.asking import ask_document
from referee.core.documents import Document, Unreadable
from referee.core.notation import line_writer
from referee.opening.given import document_of
from referee.opening.strict import OneLineDocument

HERE = Path(__file__).parent
ROWS = [
    (found["state"], row)
    for path in sorted((HERE / "spoken" / "state").glob("*.yaml"))
    if ".state." not in path.name
    for found in [yaml.safe_load(path.read_text())]
    for row in found["rows"]
]
STATES = sorted({state for state, _ in ROWS})


def state_of(name: str) -> Document:
    return document_of((HERE.parent / name).read_text(), name)


def heard(state: str, text: str, player: str | None = None) -> OneLineDocument | Unreadable:
    try:
        document = api.state_question(state_of(state), text, (), player)
        game, ruleset = api.ruleset_of(document)
        ask_document(game, ruleset, document)
    except Unreadable as error:
        return error
    assert isinstance(document, OneLineDocument)
    return document


def line_of(document: OneLineDocument) -> str:
    game, _ = api.ruleset_of(document)
    verb = next(verb for verb in document.value["ask"] if verb in game.questions)
    return line_writer.line(document.value["ask"], game.questions[verb])


@pytest.mark.parametrize(("state", "row"), [one for one in ROWS if "means" in one[1]], ids=lambda one: str(one)[:70])
def test_what_people_ask_of_a_state_is_understood(state: str, row: dict[str, Any]) -> None:
    said = heard(state, row["say"], row.get("player"))
    assert isinstance(said, OneLineDocument), said
    assert line_of(said) == row["means"]


@pytest.mark.parametrize(("state", "row"), [one for one in ROWS if "refuse" in one[1]], ids=lambda one: str(one)[:70])
def test_what_is_not_clear_on_a_state_is_asked_back(state: str, row: dict[str, Any]) -> None:
    said = heard(state, row["say"], row.get("player"))
    assert isinstance(said, Unreadable), said.value["ask"]
    assert row["refuse"] in " ".join(problem.message for problem in said.problems)


# words that change what is asked, and that no reader may pass over
TELLING = ["not", "never", "unless", "dead", "twice", "except", "half", "goblins", "must", "without", "no", "17"]


@pytest.mark.slow
def test_no_word_of_a_question_on_a_state_is_passed_over() -> None:
    chance = Random(3)
    for state, row in ROWS:
        if "means" not in row:
            continue
        words = row["say"].split()
        for telling in TELLING:
            if telling in words:
                continue
            place = chance.randrange(len(words) + 1)
            text = " ".join([*words[:place], telling, *words[place:]])
            said = heard(state, text)
            # a number may be what is asked: `west 17` is seventeen times west
            counted = telling == "17" and isinstance(said, OneLineDocument) and line_of(said) != row["means"]
            assert counted or isinstance(said, Unreadable), f"{text}: {said.value['ask']}"


# who strikes whom, in the orders of words that English has
FRAMES = [
    ("strike", "can {a} strike {b}?"),
    ("strike", "does {a} hit {b}"),
    ("strike", "{a} against {b}"),
    ("strike", "{a} vs. {b}, how many dice?"),
    ("strike", "is {b} struck by {a}?"),
    ("strike", "what does {a} need to hit {b}?"),
    ("strike", "what do I need to hit {b} with {a}?"),
    ("strike", "strike {a} at {b}"),
    ("strike", "chance that {a} kills {b}"),
    ("rangestrike", "may {a} shoot {b}"),
    ("rangestrike", "{a} fires at {b}, legal?"),
    ("rangestrike", "is {b} shot by {a}?"),
]


@pytest.mark.slow
def test_every_wording_of_a_blow_means_the_same_two_pieces() -> None:
    state = "examples/titan/slope/012.state.yaml"
    pieces = state_of(state).value["battle"]["pieces"]
    players = state_of(state).value["battle"]["players"]
    for a in pieces:
        for b in pieces:
            for verb, frame in FRAMES:
                for named in (
                    lambda p: f"the {p['character']}",
                    lambda p: p["hex"].lower(),
                    lambda p: p["id"].upper(),
                    lambda p: f"{players[p['side']]}'s {p['character']} on {p['hex']}",
                    lambda p: f"{p['side']} {p['character']} ({p['hex']}, {p.get('hits', 0)} hits)",
                ):
                    text = frame.format(a=named(a), b=named(b))
                    said = heard(state, text)
                    if a["side"] == b["side"]:
                        # a strict line that names an ally is answered: no
                        assert isinstance(said, Unreadable) or said.heard is None, text
                    else:
                        assert isinstance(said, OneLineDocument), f"{text}: {said}"
                        game, ruleset = api.ruleset_of(said)
                        meant = api.state_question(state_of(state), f"{verb} {a['id']} at {b['id']}")
                        assert ask_document(game, ruleset, said).answer == ask_document(game, ruleset, meant).answer, (
                            text
                        )


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_no_order_of_words_on_a_state_is_a_crash(state: str) -> None:
    chance = Random(4)
    known = " ".join(row["say"] for name, row in ROWS if name == state).split()
    for _ in range(200):
        heard(state, " ".join(chance.choices(known, k=chance.randrange(1, 9))))


def test_the_player_who_asks_says_whose_my_is() -> None:
    state = "examples/titan/slope/012.state.yaml"
    assert isinstance(heard(state, "can my ogre strike the lion", "black"), OneLineDocument)
    assert isinstance(heard(state, "can my ogre strike the lion", "red"), Unreadable)


def test_what_a_player_does_not_see_does_not_help_to_understand() -> None:
    state = "tests/spoken/state/legions.state.yaml"
    hidden = referee("ask", state, "what is red's legion with the titan worth", "--player", "black")
    assert hidden.code == 2
    assert "centaur" not in hidden.err
    assert referee("ask", state, "what is red's legion with the titan worth", "--player", "red").code == 0


def test_lines_of_json_may_be_asked_of_a_state() -> None:
    state = "examples/titan/slope/012.state.yaml"
    lines: list[dict[str, Any]] = [
        {"id": 1, "state": state, "say": "can my ogre strike the lion?"},
        {"id": 2, "state": state_of(state).value, "say": "can my goblin strike the lion?"},
        {"id": 3, "state": "none.yaml", "say": "can my ogre strike the lion?"},
        {"id": 4, "state": 3, "say": "can my ogre strike the lion?"},
        {"id": 5, "state": state, "ruleset": "hordes", "say": "can my ogre strike the lion?"},
    ]
    said = referee("ask", "--jsonl", stdin="\n".join(map(json.dumps, lines)))
    found = [json.loads(line) for line in said.out.splitlines()]
    assert found[0]["asked"] == "strike ogre-1 at lion-2"
    assert found[0]["answer"]["strike_number"] == 5
    faults = ("'goblin'", "cannot be read", "name of its file", "is one of titan")
    for row, message in zip(found[1:], faults, strict=True):
        assert message in " ".join(row["error"]), row


def test_the_echo_of_a_question_on_a_state_is_its_strict_form() -> None:
    said = referee("ask", "examples/titan/slope/012.state.yaml", "can my ogre strike the lion?")
    assert said.out.startswith("asked: strike ogre-1 at lion-2\n")
