"""Every state that is written can be read again, and the game goes on from it as it does in a Session."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from random import Random
from typing import Any

import pytest
import titan_play
import yaml
from documents_run import ROOT
from seeds import seeds

import referee
from referee.core import documents

STARTS: dict[str, list[dict[str, Any]]] = {
    "titan": [{"game": "g", "players": ["black", "red"]}, {"game": "g", "players": ["black", "red", "green"]}],
    "titan-plus": [{"game": "g", "players": ["black", "red"]}],
    "titan-valley": [{"game": "g", "players": ["black", "red"]}],
    "titan-magi": [{"game": "g", "players": ["black", "red"]}],
    "hordes": [{"game": "g"}],
    "battalions": [{"game": "g"}, {"game": "g", "mode": "overworld"}],
}
PLAYS = [(name, number) for name, starts in STARTS.items() for number in range(len(starts))]
# terms are agreed seldom by chance, and what is left of them is what nobody looks at
OFTEN = {"agree": 12, "fight": 1, "stand": 1, "flee": 0.5, "concede": 0.2, "acquire": 1, "summon": 1}


def kind(state: dict[str, Any]) -> str:
    """Return what distinguishes a state from others of its game: where it stands, and which fields it has."""
    board, battle = state.get("masterboard", {}), state.get("battle", {})
    now = board.get("engagement", {})
    return repr(
        (
            [state.get("phase"), board.get("phase"), now.get("stage"), battle.get("phase"), battle.get("striking")],
            sorted({**state, **{f"engagement {key}": 1 for key in now}}),
            len(state.get("combats", ())),
        )
    )


def documents_of(session: referee.Session, chance: Random) -> list[dict[str, Any]]:
    """Return orders for the phase that stands, one for each battalion, or one of the first player who is awaited."""
    listed, state = session.legal(), session.state
    if listed.phase is None:
        return []
    by_player: dict[str, list[dict[str, Any]]] = {}
    for row in listed.legal:
        by_player.setdefault(row.get("told", {}).get("by", listed.players[0]), []).append(row)
    out = []
    together = "battalions" in state
    for player in listed.players if together else chance.sample(listed.players, 1):
        rows = by_player.get(player, [])
        if together:
            orders = []
            for battalion in dict.fromkeys(row["battalion"] for row in rows):
                verbs: dict[str, list[dict[str, Any]]] = {}
                for row in rows:
                    if row["battalion"] == battalion:
                        plain = {key: value for key, value in row.items() if key != "told"}
                        verbs.setdefault(next(iter(row)), []).append(plain)
                orders += [chance.choice(found) for found in verbs.values()]
        else:
            accepted = [row for row in rows if "accepts" in row.get("told", {})]
            found = chance.choice(accepted) if accepted and chance.random() < 0.7 else titan_play.chosen(rows, chance)
            orders = [{key: value for key, value in found.items() if key != "told"}]
        out.append({"format": 1, "ruleset": state["ruleset"], "player": player, "orders": orders})
    return out


def test_every_ruleset_is_played() -> None:
    assert set(STARTS) == {path.name for path in (ROOT / "rulesets").iterdir() if path.is_dir()}


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
@pytest.mark.parametrize(("name", "number"), PLAYS)
def test_a_written_state_is_read_again_and_is_the_same(
    name: str, number: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for verb, weight in OFTEN.items():
        monkeypatch.setitem(titan_play.WEIGHTS, verb, weight)
    chance = Random(f"{name} {number} {seed}")
    secret = sha256(f"{seed}".encode()).digest()
    session = referee.Session.open(referee.new(name, **STARTS[name][number]))
    met: Counter[str] = Counter()
    for _ in range(40 if name == "hordes" else 350):
        given = documents_of(session, chance)
        if not given:
            break
        state = session.state
        done = session.adjudicate(given, secret=secret, trace=False)
        if not done.done:
            continue
        met[kind(state)] += 1
        if met[kind(state)] > 2:
            continue
        # through the text of a file
        text = documents.dump(state)
        assert yaml.safe_load(text) == state
        again = referee.Session.open(text)
        assert again.state == state
        assert again.legal() == referee.Session.open(state).legal()
        assert again.adjudicate(given, secret=secret, trace=False) == done, given
        for player in again.legal().players:
            referee.Session.open(again.view(player)).legal()
    # some games are short
    assert sum(met.values()) > 2
