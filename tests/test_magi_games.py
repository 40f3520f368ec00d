"""Whole random games with Magi: every counter is in one place, every state can be read back, every game replayed."""

from __future__ import annotations

from collections import Counter

import pytest
from magi_play import RULES, play, read_back, rows
from seeds import seeds
from titan_play import broken

from referee.games.titan.magic.cup import all_counters
from referee.games.titan.state import State


def counters(state: State) -> Counter[str]:
    """Return how often each counter is anywhere but with the caretaker."""
    board = state.masterboard
    assert board is not None
    out = Counter(board.cup or ())
    stacks = [row for legion in board.legions for row in legion.magi]
    stacks += board.engagement.stacks if board.engagement is not None else []
    for row in stacks:
        out.update(row.held or ())
        chart = RULES.characters[row.id.rpartition("-")[0]]
        assert len(row.held or ()) <= chart.spell_limit, row
    out.update(storm.counter for storm in board.storms if storm.counter is not None)
    if state.battle is not None:
        # those of Magi are in their stacks; a Demon's or Rakasha's is on its piece alone
        for piece in (*state.battle.pieces, *state.battle.slain):
            if piece.character not in RULES.keeping_spells:
                out.update(piece.held or ())
    return out


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_random_games_with_magi_keep_every_invariant(seed: int) -> None:
    known = all_counters(RULES)
    traces = []
    for number, (_, _, order, outcome) in enumerate(play(2 + seed % 3, seed, 350)):
        found = counters(outcome.state)
        assert set(found) <= set(known)
        assert max(found.values()) == 1, (order, found.most_common(2))
        board = outcome.state.masterboard
        assert board is not None
        markers = sum(map(len, board.markers.values())) + len(board.legions)
        if outcome.state.battle is None and number % 5 == 0:
            assert broken(outcome.state, markers, RULES) == [], order
        if number % 10 == 0:
            assert read_back(outcome.state) == outcome.state, order
        traces.append(outcome.trace)
    assert traces


@pytest.mark.slow
def test_nobody_casts_in_an_engagement_before_it_is_said_which_one_is_considered() -> None:
    considering = {name for name, spell in RULES.spells.items() if any(window.engaged for window in spell.windows)}
    seen = 0
    for state, player, _, _ in play(2, 5, 250):
        board = state.masterboard
        assert board is not None
        if board.phase == "engagement" and board.engagement is None:
            cast = [row for row in rows(state, player) if "cast" in row]
            assert not [row for row in cast if RULES.spell_types.get(row["spell"]) in considering]
            seen += 1
    assert seen
