"""What a question leaves open is assumed as it can be: no assumed place is one where a character cannot stand."""

from __future__ import annotations

import pytest
from seeds import part

from referee import api, games
from referee.core.asking import ask_document
from referee.core.documents import Unreadable
from referee.games.titan.rules import TitanRules

FORMS = (
    "{one} against {other} in the {land}",
    "{land}: {one} shoots {other}, how many dice?",
    "{land}: {one} strikes {other} with 3 hits, may it carry over to the {third}?",
)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["titan", "titan-magi"])
def test_no_assumed_place_is_impossible(name: str, form: str) -> None:
    """Each character in each Battleland, as the first and as the second, with others from Battleland to Battleland."""
    game, ruleset = games.load(name)
    rules = game.compile(ruleset, {})
    assert isinstance(rules, TitanRules)
    who = list(rules.characters)
    answered = 0
    for shift, land in enumerate(rules.battlelands.battlelands, 1):
        for number, one in part(list(enumerate(who)), 4):
            other, third = (who[(number + shift * step) % len(who)] for step in (1, 2))
            text = form.format(one=one, other=other, third=third, land=land)
            try:
                document = api.question_line(text, name, ())
                answer = ask_document(game, ruleset, document)
            except Unreadable:
                continue
            if "places" in document.heard.assumed:
                answered += 1
                assert not answer.cannot_be, (text, answer.cannot_be)
    assert answered
