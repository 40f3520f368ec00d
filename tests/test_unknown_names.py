"""A name that nobody has, in every place of a state where a name can stand: refused where it must be known."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import hordes_play
import pytest
import titan_play
from documents_found import examples, one_of_each
from fuzzing.corpus import RULESETS
from name_fields import misnamed
from seeds import day, part

import referee
from referee import api, games
from referee.core import documents
from referee.core.adjudication.legal import legal_rows
from referee.core.game.state_reading import read_state

# names that are given here for the first time, or of which a state need not hold what they name
FREE = {
    "view": "a situation does not say who plays",
    "battle.players.attacker": "who plays a battle that stands alone",
    "battle.players.defender": "who plays a battle that stands alone",
    "battle.pieces.*.id": "a name of its own",
    "battle.slain.*.id": "a name of its own",
    "battle.spells.*.id": "a name of its own",
    "battle.pieces.*.through": "a battle that stands alone has no legions",
    "battle.slain.*.through": "a battle that stands alone has no legions",
    "battle.summoned_from": "a battle that stands alone has no legions",
    "battle.may_summon.*.legion": "a battle that stands alone has no legions",
    "masterboard.legions.*.id": "a name of its own",
    "masterboard.legions.*.player": "a situation does not say who plays",
    "masterboard.legions.*.split_from": "a situation leaves legions out",
    "masterboard.mover": "a situation does not say who plays",
    "masterboard.engagement.defender": "it has left the board, and a state need not tell of markers",
    "masterboard.revealed.*.legion": "it may have left the board, and a state need not tell of markers",
    "masterboard.revealed.*.of": "it may have left the board, and a state need not tell of markers",
    "masterboard.markers.*.*": "a name of its own",
    "masterboard.markers.*": "a situation does not say who plays",
    "masterboard.towers.*": "a situation does not say who plays",
    "masterboard.reserves.*": "a situation does not say who plays",
    "masterboard.rolled.*": "a situation does not say who plays",
    "masterboard.score.*": "a situation does not say who plays",
    "masterboard.shut": "a situation does not say who plays",
    "masterboard.stopping.*": "a situation does not say who plays",
    "masterboard.titan_lost.*": "a situation does not say who plays",
    "active of a combat": "a combat alone does not say who plays",
    "shooting of a combat": "a combat alone does not say who plays",
    "elements.*.id": "a name of its own",
    "elements.*.army": "a situation does not say who plays",
    "elements.*.race": "a race of which no rule speaks",
    "result.by.*": "a rule, or the words of one",
    "terrain.*.id": "a name of its own",
    "strongholds.*.id": "a name of its own",
    "battalions.*.leader": "an army list need not hold its leader",
    "units.*.id": "a name of its own",
    "combats.*.id": "a name of its own",
    "battalions.*.player": "anybody, where the state lists no players",
}


def _states(ruleset: str) -> Iterator[dict[str, Any]]:
    """Yield a state of every kind, and some of random games: as they are, and as a player sees them."""
    yield from (state for state in one_of_each().values() if state["ruleset"] == ruleset)
    if ruleset == "titan":
        for number, (state, player, _, _) in enumerate(titan_play.play(3, day(), 150)):
            if number % 40 == 0:
                yield documents.builtins(state)
                yield documents.builtins(titan_play.GAME.view(state, player))
    if ruleset == "hordes":
        state = hordes_play.start(Random(2))
        _, outcomes = hordes_play.play(2, 3)
        yield from (documents.builtins(one) for one in (state, *(outcome.state for outcome in outcomes)))


def _phase(state: dict[str, Any]) -> tuple[Any, ...]:
    board = state.get("masterboard") or {}
    return state.get("phase"), board.get("phase"), (board.get("engagement") or {}).get("stage"), bool(state.get("step"))


def _all_commands(state: dict[str, Any]) -> bool:
    """Run all that reads a state on one in this process; return whether it is read."""
    document = api.document_of(state, "state")
    game, ruleset = games.load(state["ruleset"])
    try:
        told = read_state(game, ruleset, document, document.value)
    except referee.Unreadable:
        return False
    game.draw(told, game.compile(ruleset, told.options))
    for kind in game.questions.values():
        for question in examples(kind)[:1]:
            _survives(api.ask, {**state, "ask": question})
    try:
        session = api.open_session(document, accept_rules=True)
    except referee.Unreadable:
        return True
    position = game.open(session.state, session.rules)
    position.phase(), position.awaiting()
    rows = [{key: value for key, value in row.items() if key != "told"} for row in legal_rows(game, position)[:4]]
    rows += [order for kind in game.order_types for order in examples(kind)[:1]]
    for player in list(getattr(position, "players", ()))[:2]:
        game.view(session.state, player)
        for order in rows:
            head = {"format": 1, "ruleset": state["ruleset"], "player": player}
            _survives(api.check, state, {**head, "orders": [order]})
    return True


def _survives(function: Any, *given: Any) -> None:
    try:
        function(*given)
    except referee.Unreadable:
        return


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_name_that_nobody_has_is_refused_or_harmless(ruleset: str) -> None:
    game, _ = games.load(ruleset)
    seen, read, refused = set(), set(), set()
    for state in _states(ruleset):
        found = list(misnamed(game.state, {key: value for key, value in state.items() if key != "rules"}))
        for told, wrong in part(found, 12):
            if (told, _phase(state)) in seen:
                continue
            seen.add((told, _phase(state)))
            where = f"{told} of a combat" if "combat" in wrong else told
            (read if _all_commands(wrong) else refused).add(where)
    assert read <= FREE.keys(), sorted(read - FREE.keys())
    assert len(refused - read) > 1
