"""Questions in the words of players: what they mean, that their echo reads back, and that nothing is guessed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from running import referee

from referee import api, games
from referee.core.asking import ask_document, without_words
from referee.core.documents import Document, Unreadable
from referee.opening.given import document_of
from referee.opening.strict import OneLineDocument, strict_line

pytestmark = pytest.mark.fast

ROWS = [
    {"ruleset": path.stem, **row}
    for path in sorted((Path(__file__).parent / "spoken").glob("*.yaml"))
    for row in yaml.safe_load(path.read_text())
]
MEANT = [row for row in ROWS if "refuse" not in row]
# where several places fit, the one that is taken does not matter
OF_PLACES = ("path", "other_paths")


def answer_to(document: Document) -> Any:
    game, ruleset = api.ruleset_of(document)
    found = without_words(ask_document(game, ruleset, document).answer)
    return {key: value for key, value in found.items() if key not in OF_PLACES}


def heard(ruleset: str, text: str) -> OneLineDocument | None:
    try:
        document = api.question_line(text, ruleset)
        answer_to(document)
    except Unreadable:
        return None
    assert isinstance(document, OneLineDocument)
    return document


def meant(row: dict[str, Any]) -> Document:
    if "question" in row:
        return document_of({"format": 1, "ruleset": row["ruleset"], **row["question"]}, "question")
    return strict_line(row["means"], *games.load(row["ruleset"]))


@pytest.mark.parametrize("row", MEANT, ids=[row["say"] for row in MEANT])
def test_what_people_say_is_answered_as_it_is_meant(row: dict[str, Any]) -> None:
    said = heard(row["ruleset"], row["say"])
    assert said is not None
    assert answer_to(said) == answer_to(meant(row))


@pytest.mark.parametrize("say", [(r["ruleset"], r["say"]) for r in ROWS if "refuse" in r], ids=lambda pair: pair[1])
def test_what_leaves_something_open_is_refused(say: tuple[str, str]) -> None:
    said = heard(*say)
    assert said is None, said.value


def test_the_echo_reads_back_as_the_same_question() -> None:
    for row in MEANT:
        said = heard(row["ruleset"], row["say"])
        assert said is not None
        if said.heard is not None:
            assert strict_line(said.heard.line, *games.load(row["ruleset"])).value == said.value, row["say"]


# words that change what is asked, and that no reader may pass over
TELLING = ["not", "never", "unless", "dead", "twice", "except", "half", "C9", "17", "goblins", "must", "without", "no"]


def test_a_word_that_is_not_understood_is_never_passed_over() -> None:
    chance = Random(1)
    for row in MEANT:
        words = row["say"].split()
        for telling in TELLING:
            place = chance.randrange(len(words) + 1)
            text = " ".join([*words[:place], telling, *words[place:]])
            if row["ruleset"] == "battalions" and telling in ("C9", "17"):
                # that is a stat, or the number of a command
                continue
            if telling == "17" and words[place - 1 : place] in (["black"], ["red"]):
                # a number after a player is the Land where the legion stands
                continue
            if telling == "no" and words[place : place + 1] == ["defender"]:
                # it says that no defender is lost
                continue
            said = heard(row["ruleset"], text)
            assert said is None, f"{text}: {said.value}"


def test_no_order_of_words_is_a_crash() -> None:
    chance = Random(2)
    words = {
        name: " ".join(r["say"] for r in ROWS if r["ruleset"] == name).split()
        for name in ("titan", "hordes", "battalions")
    }
    for name, known in words.items():
        for _ in range(400):
            heard(name, " ".join(chance.choices(known, k=chance.randrange(1, 9))))


def test_a_line_is_echoed_with_what_was_assumed_and_corrected() -> None:
    said = referee("ask", "-r", "titan", "WHAT DOES AN OGR NEED TO HIT A LION???")
    assert said.out.startswith("asked: plains; attacker ogre C3; defender lion C4; strike ogre at lion\n")
    assert "'OGR' is read as ogre" in said.out
    assert "battleland plains" in said.out


def test_every_fault_is_told_at_once_with_a_line_to_paste() -> None:
    said = referee("ask", "-r", "titan", "may the goblin and the ogre C9 not hit a lion in the rain")
    assert said.code == 2
    for fault in ("'goblin'", "C9", "'not'", "'rain'"):
        assert fault in said.err
    assert "as one line: plains; attacker ogre C3; defender lion C4; strike ogre at lion" in said.err


def test_a_part_of_a_verb_is_no_question() -> None:
    said = referee("ask", "-r", "titan", "black 8 ogre ogre; must 8")
    assert said.code == 2
    assert "'must' is no question; write must_strike or muster if that is what you mean" in said.err


def test_two_that_fit_are_asked_back() -> None:
    said = referee("ask", "-r", "titan", "brush: ogre C2, ogre C3, lion C4 - the ogre hits the lion")
    assert said.code == 2
    assert "2 ogres fit, C2 and C3; name one by its hex" in said.err


def test_lines_of_json_may_be_spoken() -> None:
    lines = [
        {"id": 1, "ruleset": "titan", "say": "ogre against lion"},
        {"id": 2, "ruleset": "titan", "say": "must ogre strike"},
        {"id": 3, "ruleset": "hordes", "say": "Knights against Blades: probabilities?"},
    ]
    said = referee("ask", "--jsonl", stdin="\n".join(map(json.dumps, lines)))
    found = [json.loads(line) for line in said.out.splitlines()]
    assert [row["id"] for row in found] == [1, 2, 3]
    assert found[0]["asked"] == "plains; attacker ogre C3; defender lion C4; strike ogre at lion"
    assert found[0]["answer"]["strike_number"] == 5
    assert "error" in found[1]
    assert found[2]["asked"] == "a knight; b blade; odds"
