"""Every state that a case leads to can be read and played on, under other options too."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from documents_found import case_documents

from referee import games
from referee.core import documents
from referee.core.adjudication.adjudicate import carry_out
from referee.core.adjudication.submitted import Submitted
from referee.core.documents import Unreadable, builtins
from referee.core.game.dice_sources import make_dice
from referee.core.game.state_reading import read_state
from referee.core.testing.cases import Case, _submissions, given_state, next_state

NAMES = ("titan", "titan-magi", "titan-valley", "titan-plus", "hordes", "battalions")


def unread(name: str, chance: Random | None = None) -> list[str]:
    """Return the cases of a ruleset whose state after their orders cannot be read, with why.

    With `chance`, each is played under another choice of some rulings.
    """
    game, ruleset = games.load(name)
    choices = {row.option: [*row.choices] for row in ruleset.rulings.values() if row.option and row.choices}
    out = []
    for document in case_documents():
        value, path = document.value, document.file
        if value["ruleset"] != name or not value.get("orders") or value.get("expect", {}).get("unreadable"):
            continue
        if chance is not None:
            some = {option: chance.choice(choices[option]) for option in chance.sample(sorted(choices), 3)}
            value = {**value, "given": {**value["given"], "options": {**value["given"].get("options", {}), **some}}}
            document = documents.make_document(value, path)
        if said := _unread(game, ruleset, document):
            out.append(f"{path}: {value['case']}, {value['given'].get('options')}: {said}")
    return out


def _unread(game: Any, ruleset: Any, document: Any) -> str:
    case = documents.convert(document, Case)
    try:
        state = given_state(game, ruleset, document, case)
        rules = game.compile(ruleset, state.options)
        position = game.open(state, rules)
        submissions = _submissions(game, document, case, position)
    except Unreadable:
        return ""
    secret = (case.seed or "seed").encode()
    dice = make_dice(state.game or "", state.dice, secret=secret, supplied=case.dice)
    outcome = carry_out(Submitted(game, rules, state, submissions, dice, True).prepared(position), position)
    if outcome.reached is None:
        return ""
    value = builtins(next_state(game, rules, outcome.reached))
    value.pop("rules", None)
    written = documents.parse(documents.dump(value).encode(), "written").value
    try:
        after = read_state(game, ruleset, documents.make_document(written, "written"), written, playing=True)
        game.open(after, rules).awaiting()
    except Unreadable as error:
        return str(error)
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_a_case_leads_to_can_be_read(name: str) -> None:
    assert unread(name) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_a_case_leads_to_under_other_options_can_be_read(name: str, chance: Random) -> None:
    assert unread(name, chance) == []
