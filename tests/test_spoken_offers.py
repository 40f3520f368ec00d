"""The line that a refusal offers to paste: it is accepted, and says every name and number that was said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from test_spoken import ROWS, heard
from test_spoken_on_state import ROWS as STATE_ROWS
from test_spoken_on_state import state_of

from referee import api
from referee.core.documents import Unreadable

# what is put into a wording to make it one that is refused
WRONG = ["not", "goblins", "unless", "3"]
NAMES = {
    "titan": ["ogre", "lion", "troll", "centaur", "gargoyle", "ranger", "minotaur", "slope"],
    "hordes": ["knight", "blade", "spear", "hero", "horde", "warband", "shooter", "artillery"],
    "battalions": [],
}


def offer(problems: Unreadable) -> str | None:
    """Return the line that a refusal offers, None where there is none."""
    lead = "as one line: "
    lines = [problem.message for problem in problems.problems if problem.message.startswith(lead)]
    return lines[-1].removeprefix(lead) if lines else None


def offered(ruleset: str, text: str) -> str | None:
    try:
        api.question_line(text, ruleset)
    except Unreadable as error:
        return offer(error)
    return None


def spoilt(say: str, chance: Random) -> Iterator[str]:
    """Yield a wording, and with a word too many and one too few."""
    words = say.split()
    place = chance.randrange(len(words))
    yield say
    yield " ".join([*words[:place], chance.choice(WRONG), *words[place:]])
    yield " ".join([*words[:place], *words[place + 1 :]])


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", NAMES)
def test_a_line_that_is_offered_is_accepted_and_leaves_nothing_out(ruleset: str) -> None:
    chance = Random(16)
    for row in [row for row in ROWS if row["ruleset"] == ruleset][::4]:
        for text in spoilt(row["say"], chance):
            line = offered(ruleset, text)
            if line is None:
                continue
            again = heard(ruleset, line)
            assert again is not None, f"{text}: {line}"
            assert again.heard is None, f"{text}: {line}"
            said = Counter(re.findall(r"(?<![\w-])[1-6](?![\w-]|\s*[x.])", text)) if ruleset == "hordes" else Counter()
            assert said - counted(text) <= Counter(re.findall(r"\d+", line)), f"{text}: {line}"
            names = [name for name in NAMES[ruleset] if re.search(rf"\b{name}s?\b", text.lower())]
            assert all(name in line for name in names if name != "slope"), f"{text}: {line}"


def counted(text: str) -> Counter[str]:
    """Return the numbers of a text that say how many there are of an element."""
    return Counter(re.findall(r"(?<![\w-])([1-6]) (?=[a-z ]*(?:s\b|horde|rider|hero))", text.lower()))


@pytest.mark.parametrize(
    ("ruleset", "text", "line"),
    [
        ("hordes", "my knight 5 against 3", "a knight die 5; b blade die 3; result"),
        ("hordes", "hero 2 : 5?", "a hero die 2; b blade die 5; result"),
        ("hordes", "knights, blades and spears: odds", None),
        ("titan", "ogre and minotaur, a slope between", None),
        ("titan", "what do two ogres get in not the marsh", None),
        (
            "titan",
            "Ogre striking downslope at a lion: unless dice?",
            "hills; attacker ogre B3; defender lion C3; strike ogre at lion",
        ),
    ],
)
def test_a_line_keeps_what_was_said_or_is_not_offered(ruleset: str, text: str, line: str | None) -> None:
    assert heard(ruleset, text) is None
    assert offered(ruleset, text) == line


@pytest.mark.slow
def test_a_line_that_is_offered_for_a_state_is_accepted() -> None:
    chance = Random(17)
    for state, row in STATE_ROWS[::2]:
        document = state_of(state)
        for text in spoilt(row["say"], chance):
            try:
                api.state_question(document, text)
            except Unreadable as error:
                line = offer(error)
                if line is not None:
                    assert getattr(api.state_question(document, line), "heard", None) is None, f"{text}: {line}"
