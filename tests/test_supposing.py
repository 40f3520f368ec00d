"""A phase that a question supposes is answered as if it were that phase, whatever is going on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import titan_play
from msgspec.structs import replace

from referee.core.asking import ask, read_question
from referee.core.documents import Document
from referee.core.documents.plain import builtins
from referee.core.game.questions import Unanswerable

GAME, RULESET = titan_play.GAME, titan_play.RULESET


def answer(state: Any, question: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return the answer of a question and what was assumed."""
    asked = read_question(GAME, Document("", "question", question), question)
    try:
        found = ask(GAME, RULESET, state, asked)
    except Unanswerable as error:
        return error.message, {}
    return found.answer, found.assumed


@pytest.mark.slow
def test_a_phase_supposed_during_an_engagement_is_as_good_as_one_that_stands() -> None:
    chance = Random(5)
    tried = dict.fromkeys(["answer", "talks", "battle", "gains"], 0)
    for state, _, _, _ in titan_play.play(3, 5, most=1500):
        board = state.masterboard
        assert board is not None
        now = board.engagement
        if now is None or tried[now.stage] > 20:
            continue
        tried[now.stage] += 1
        slain = {name: board.slain.get(name, 0) + now.slain.get(name, 0) for name in {*board.slain, *now.slain}}
        for phase in ("movement", "enlistment"):
            after = replace(state, battle=None, masterboard=replace(board, phase=phase, engagement=None, slain=slain))
            legion = chance.choice([x for x in board.legions if x.player == board.mover])
            for question in ({"muster": legion.id}, {"travel": legion.id, "roll": chance.randint(1, 6)}):
                supposing = {"phase": phase}
                found, assumed = answer(state, {**question, "supposing": supposing})
                assert found == answer(after, question)[0], (question, phase, builtins(state))
                assert assumed == {} or "is set aside" in assumed["set_aside"]
    assert min(tried.values()) > 0, tried
