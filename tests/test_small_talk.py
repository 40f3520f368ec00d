"""What is said around a question changes nothing: each phrase of the small talk, before and after a question."""

from __future__ import annotations

import pytest

from referee import api
from referee.core.spoken.words import small_talk

QUESTIONS = {
    "titan": "an ogre strikes a lion, which number hits",
    "hordes": "knight rolls 5, spear rolls 3, what happens",
    "battalions": "both hold: red 4-2-2-4 at 5,2, blue 3-2-2-2 at 6,2",
}


def heard(text: str, ruleset: str) -> str:
    said = api.question_line(text, ruleset).heard
    assert said is not None
    return said.line


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", QUESTIONS)
def test_small_talk_carries_nothing_in_any_game(ruleset: str) -> None:
    question = QUESTIONS[ruleset]
    meant = heard(question, ruleset)
    for phrase in small_talk("english"):
        assert heard(f"{phrase}, {question}?", ruleset) == meant, phrase
        assert heard(f"{question}, {phrase}?", ruleset) == meant, phrase


def test_no_phrase_is_listed_twice() -> None:
    listed = small_talk("english")
    assert sorted(listed) == sorted(set(listed))
