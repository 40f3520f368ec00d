"""What people write is answered as it is meant, or not at all: no word that carries something is passed over."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from running import referee
from seeds import day

from referee import api, games
from referee.core.asking import ask_document, without_words
from referee.core.documents import Document, Unreadable
from referee.opening.given import OneLineDocument, strict_line
from referee.opening.questions import echo
from referee.opening.spoken import said_again

NAMES = ("titan", "titan-magi", "hordes", "battalions")
# words that carry something in any sentence
TELLING = [
    "not",
    "never",
    "unless",
    "dead",
    "twice",
    "except",
    "half",
    "goblins",
    "must",
    "without",
    "no",
    "fog",
    "moved",
    "beaten",
    "lost",
    "already-slain",
    "6",
    "3",
    "C9",
    "17",
    "lion",
    "knight",
    "flying",
    "surplus",
    "instead",
]


def rows(name: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = yaml.load(
        (Path(__file__).parent / "lines" / f"{name}.yaml").read_text(), yaml.CSafeLoader
    )
    return found


def answer_to(name: str, document: Document) -> Any:
    game, ruleset = games.load(name)
    return without_words(ask_document(game, ruleset, document).answer)


def heard(name: str, text: str) -> OneLineDocument | None:
    """Return the question of a text, None where there is no verdict."""
    try:
        document = api.question_line(text, name)
        answer_to(name, document)
    except Unreadable:
        return None
    assert isinstance(document, OneLineDocument)
    return document


def wrong(name: str, row: dict[str, str]) -> str | None:
    """Return how a row is misread, None if it is not."""
    game, ruleset = games.load(name)
    document = heard(name, row["say"])
    if document is None:
        return f"not understood: {row['say']}" if "means" in row else None
    line = echo(document, game, row["say"])
    if line != row.get("means"):
        return f"{row['say']}: {line}"
    assert strict_line(line, game, ruleset).value["ask"] == document.value["ask"], line
    return None


TROLL = "defender troll C4; strike ogre at troll"
WITH_COMMAS = [
    (
        "titan",
        f"plains; attacker ogre C3 hits 2, lion D4; {TROLL}",
        f"plains; attacker ogre C3 hits 2; attacker lion D4; {TROLL}",
    ),
    ("titan", f"plains; attacker ogre C3, hits 2; {TROLL}", f"plains; attacker ogre C3 hits 2; {TROLL}"),
    (
        "titan-magi",
        f"plains; attacker ogre C3 held bless, charm; {TROLL}",
        f"plains; attacker ogre C3 held bless charm; {TROLL}",
    ),
    ("titan", f"plains; attacker, ogre, C3; {TROLL}", f"plains; attacker ogre C3; {TROLL}"),
]


@pytest.mark.parametrize(("name", "line", "plain"), WITH_COMMAS)
def test_a_comma_goes_on_with_a_side_or_with_the_values_of_a_field(name: str, line: str, plain: str) -> None:
    game, ruleset = games.load(name)
    assert strict_line(line, game, ruleset).value == strict_line(plain, game, ruleset).value


@pytest.mark.fast
@pytest.mark.parametrize("name", NAMES)
def test_a_part_of_the_wordings_is_read_as_it_is_meant(name: str) -> None:
    assert [said for row in Random(day()).sample(rows(name), 4) if (said := wrong(name, row))] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_wording_is_read_as_it_is_meant(name: str) -> None:
    assert [said for row in rows(name) if (said := wrong(name, row))] == []


def passed_over(name: str, count: int, chance: Random) -> list[str]:
    """Return the texts in which a word that carries something changes nothing, of so many that are tried."""
    game, _ = games.load(name)
    known = [row for row in rows(name) if "means" in row]
    out = []
    for row in chance.choices(known, k=count) if known else ():
        words, telling = row["say"].split(), chance.choice(TELLING)
        place = chance.randrange(len(words) + 1)
        text = " ".join([*words[:place], telling, *words[place:]])
        document = heard(name, text)
        if document is None or document.heard is None or document.heard.further or says_again(telling, row):
            continue
        if echo(document, game, text) == row["means"]:
            out.append(text)
    return out


def says_again(telling: str, row: dict[str, str]) -> bool:
    """Return whether a word only says a second time what the text says."""
    # who musters, and who attacks by a command, has moved
    known = {
        *re.findall(r"[\w-]+", row["say"].lower().replace("sixes", "6").replace("six", "6")),
        *re.findall(r"\d+", row["say"]),
        *re.findall(r"[\w-]+", row["means"]),
    }
    return telling in known or (telling == "moved" and re.search("muster|attack", row["means"]) is not None)


@pytest.mark.parametrize("name", NAMES)
def test_no_word_that_carries_something_is_passed_over(name: str, chance: Random) -> None:
    assert passed_over(name, 60, chance) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_no_word_that_carries_something_is_passed_over_in_many_texts(name: str, chance: Random) -> None:
    assert passed_over(name, 350, chance) == []


@pytest.mark.slow
def test_no_order_of_words_is_a_crash(chance: Random) -> None:
    for name in NAMES:
        words = " ".join(row["say"] for row in rows(name)).split()
        for _ in range(150):
            heard(name, " ".join(chance.choices(words, k=chance.randrange(1, 12))))


@pytest.mark.parametrize(
    ("text", "line", "not_used"),
    [
        ("may the ogre strike the lion in fog", "___; strike ogre at lion", ["in", "fog"]),
        ("my ogre strikes the goblin, how many dice?", None, []),
        ("may the ranger shoot the lion under water?", "___; rangestrike ranger at lion", ["under", "water"]),
    ],
)
def test_a_line_to_fill_in_holds_what_was_said_and_names_the_rest(
    text: str, line: str | None, not_used: list[str] | None
) -> None:
    said = referee("ask", "-r", "titan", text, "--json")
    assert said.code == 2
    found = json.loads(said.out)
    assert found["error"]
    if line is not None:
        assert found["line"].startswith(line)
    if not_used:
        assert found["not_used"] == not_used


def test_two_that_fit_are_asked_back() -> None:
    said = referee("ask", "-r", "titan", "brush: ogre C2, ogre C3, lion C4 - the ogre hits the lion")
    assert said.code == 2
    assert "2 ogres fit, C2 and C3; name one by its hex" in said.err


def test_a_wizard_is_no_warlock_where_there_are_wizards() -> None:
    assert heard("titan", "wizard against lion") is not None
    document = heard("titan-magi", "wizard against lion")
    assert document is None or "wizard" in str(document.value["battle"])


def test_lines_of_json_may_be_written_as_people_do() -> None:
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
    assert found[1]["error"]
    assert {"found", "line", "not_used"} <= found[1].keys()
    assert found[2]["asked"] == "a knight; b blade; odds"


STATE = "examples/titan/slope/012.state.yaml"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "text", ["ogre, " * 600, "ogre, " * 39, "is it legal to " * 200, "may can " * 400, "knight " * 70, "goblin " * 500]
)
def test_a_long_text_is_no_crash(name: str, text: str) -> None:
    assert heard(name, text) is None


@pytest.mark.parametrize("ruleset", ["hordes", "battalions"])
def test_a_change_that_a_game_has_no_words_for_is_none(ruleset: str) -> None:
    said = {"hordes": "a knight; b blade; odds", "battalions": "red 4-2-2-4 at 5,2 holds; blue 3-2-2-2 at 7,2 holds"}
    document = heard(ruleset, said[ruleset])
    assert document is not None
    assert said_again(document, "and with 3 hits?", ()) is None


@pytest.mark.parametrize(
    ("ruleset", "first", "then", "line"),
    [
        ("titan", "ogre vs lion", "on 6?", "plains; attacker ogre C3; defender lion C4; strike ogre at lion number 6"),
        ("hordes", "knights against blades: odds?", "and with 6 to 3?", "a knight die 6; b blade die 3; result"),
        ("hordes", "knights against blades: odds?", "what if both in bad going", "a knight bad; b blade bad; odds"),
        ("hordes", "knights against blades: odds?", "on 6?", None),
    ],
)
def test_one_thing_is_changed_in_a_question(ruleset: str, first: str, then: str, line: str | None) -> None:
    document = heard(ruleset, first)
    assert document is not None
    again = said_again(document, then, ())
    assert (None if again is None else echo(again, games.load(ruleset)[0], then)) == line


@pytest.mark.parametrize("row", rows("verdicts"), ids=lambda row: f"{row['of']}: {row['say']}")
def test_the_verdict_is_on_what_was_asked(row: dict[str, str]) -> None:
    of = [row["of"]] if "/" in row["of"] else ["-r", row["of"]]
    if "begins" in row:
        said = referee("ask", *of, row["say"], "--brief", *(["--player", row["as"]] if "as" in row else []))
        assert " ".join(said.out.split()).startswith(row["begins"]), said.all
    elif "asked" in row:
        assert referee("ask", *of, row["say"]).out.splitlines()[0] == f"asked: {row['asked']}"
    elif "like" in row:
        one, other = (referee("ask", *of, text, "--json") for text in (row["say"], row["like"]))
        assert (one.code, json.loads(one.out)["answer"]) == (0, json.loads(other.out)["answer"])
    else:
        said = referee("ask", *of, row["say"])
        assert (said.code, row["fails"] in said.err) == (2, True), said.all


def test_a_claim_on_a_state_shows_nothing_of_the_state() -> None:
    said = referee("ask", STATE, "a plain costs a die", "--json")
    assert json.loads(said.out) == {"verdict": "No: it changes nothing.", "cites": []}


def test_a_magician_does_not_shoot_on_a_table_either() -> None:
    table = "examples/hordes/ford/000.state.yaml"
    assert "a Magician does not shoot" in referee("ask", table, "may r5 shoot b1?").err


def test_another_number_is_asked_about_after_one_that_was() -> None:
    document = heard("titan", "does an ogre hit a lion on 5?")
    assert document is not None
    again = said_again(document, "and on 4?", ())
    assert again is not None
    assert again.heard is not None
    assert (again.value["ask"], again.heard.further) == (document.value["ask"], {"told": [4]})


def test_what_is_left_open_is_said_to_be_assumed() -> None:
    for ruleset, text, told in (
        ("titan", "may a legion with a guardian flee?", "nobody else is in it"),
        ("titan-magi", "how much is a witch worth?", "nobody has drawn a Spell"),
        ("hordes", "may a knight charge a blade 250 paces ahead?", "no General is on the table"),
        ("battalions", "red 3-3-3-3 at 4,2 flanks left 2; blue 3-3-3-3 at 5,4 holds", "red faces N and blue S"),
    ):
        assert told in " ".join(referee("ask", "-r", ruleset, text).out.split()), text
