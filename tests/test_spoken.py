"""Questions in the words of players: what they mean, that their echo reads back, and that nothing is guessed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from running import referee
from seeds import part

from referee import api, games
from referee.core.asking import ask_document, without_words
from referee.core.documents import Document, Unreadable
from referee.opening.given import document_of
from referee.opening.strict import OneLineDocument, strict_line

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


@pytest.mark.slow
@pytest.mark.parametrize("row", MEANT, ids=[row["say"] for row in MEANT])
def test_what_people_say_is_answered_as_it_is_meant(row: dict[str, Any]) -> None:
    said = heard(row["ruleset"], row["say"])
    assert said is not None
    others = [strict_line(line, *games.load(row["ruleset"])) for line in row.get("also", [])]
    assert answer_to(said) in [answer_to(meant(row)), *map(answer_to, others)]


@pytest.mark.parametrize("say", [(r["ruleset"], r["say"]) for r in ROWS if "refuse" in r], ids=lambda pair: pair[1])
def test_what_leaves_something_open_is_refused(say: tuple[str, str]) -> None:
    said = heard(*say)
    assert said is None, said.value


@pytest.mark.slow
def test_the_echo_reads_back_as_the_same_question() -> None:
    for row in MEANT:
        said = heard(row["ruleset"], row["say"])
        assert said is not None
        if said.heard is not None:
            assert strict_line(said.heard.line, *games.load(row["ruleset"])).value == said.value, row["say"]


# words that change what is asked, and that no reader may pass over
TELLING = ["not", "never", "unless", "dead", "twice", "except", "half", "C9", "17", "goblins", "must", "without", "no"]


def says_just_that(telling: str, words: list[str], place: int) -> bool:
    """Return whether a word makes a text, at this place, say something else that is as clear."""
    before, after = " ".join(words[:place])[-10:], " ".join(words[place:])
    return (
        # a number after a player or 'to' is a Land, and before an element how many there are
        (telling == "17" and (before.endswith(("black", "red", " to")) or after.startswith(("points", "hero,"))))
        # whether somebody must strike is a question of its own
        or (telling == "must" and "strike" in after)
        # that somebody says no is no fact
        or (telling in ("no", "not", "never") and not after and " say" in " ".join(words))
        # those who flee are worth half
        or (telling == "half" and after.startswith(("points", "value")) and "flee" in " ".join(words))
        # no defender is lost
        or (telling == "no" and after.startswith("defender"))
        # it is hidden
        or (telling in ("not", "no") and after.startswith(("sight", "in sight")))
        or (telling == "twice" and before.lower().endswith(("flanked", "north", "south", "east", "west", "e", "n")))
        or (telling == "twice" and after.lower().startswith(("north", "south", "east", "west", "e ", "e,", "n,", "n?")))
        or (telling == "without" and after.startswith("the extra die"))
        or (telling in ("without", "no", "not") and after.removeprefix("the ").startswith("general"))
        or (telling == "dead" and (after.startswith("ahead") or before.lower().endswith(("is it", "is he"))))
    )


@pytest.mark.slow
def test_a_word_that_is_not_understood_is_never_passed_over() -> None:
    for row in part(MEANT, 10):
        chance = Random(f"1 {row['say']}")
        words = row["say"].split()
        for telling in TELLING:
            place = chance.randrange(len(words) + 1)
            text = " ".join([*words[:place], telling, *words[place:]])
            if row["ruleset"] == "battalions" and telling in ("C9", "17"):
                # that is a stat, or the number of a command
                continue
            if says_just_that(telling, words, place):
                continue
            said = heard(row["ruleset"], text)
            if said is not None and said.heard is not None and set_aside(telling, said.heard.notes):
                continue
            assert said is None, f"{text}: {said.value}"


def set_aside(word: str, notes: list[str]) -> bool:
    """Return whether an answer tells that it passes over a claim with a word: 'he says not' is set aside."""
    return any(note.endswith("is set aside") and word in note for note in notes)


@pytest.mark.slow
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
