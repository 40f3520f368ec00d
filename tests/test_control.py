"""Characters that fight for the other side: random games with the Songs of tests/house_rules keep what must hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest
from titan_play import PLAYERS, broken, chosen

from referee import games
from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate
from referee.core.adjudication.legal import legal_rows
from referee.core.adjudication.replay import replay
from referee.core.adjudication.verdicts import Adjudication
from referee.core.game.dice_sources import make_dice
from referee.core.game.reading import read_orders
from referee.core.game.state_reading import faults as state_faults
from referee.core.game.state_reading import read_state
from referee.games.titan.battle.state import BattleState
from referee.games.titan.parameters import Parameters
from referee.games.titan.rules import TitanRules
from referee.games.titan.state import State

GAME, RULESET = games.load("songs", (Path(__file__).parent / "house_rules" / "rulesets",))
RULES: TitanRules = GAME.compile(RULESET, {})


def given(state: State, player: str, orders: list[dict[str, Any]], secret: bytes) -> Adjudication:
    """Adjudicate the orders of one player."""
    value = {"format": 1, "ruleset": "songs", "player": player, "orders": orders}
    dice = make_dice(state.game or "", state.dice, secret=secret)
    return adjudicate(GAME, RULES, state, [read_orders(GAME, documents.make_document(value, "orders"))], dice, False)


def secret(seed: int) -> bytes:
    return f"songs {seed}".encode()


def listed(state: State, player: str) -> list[dict[str, Any]]:
    return legal_rows(GAME, GAME.open(GAME.view(state, player), RULES))


def played(state: State, seed: int, most: int) -> Iterator[tuple[State, str, dict[str, Any], Adjudication]]:
    """Yield (state before, player, order, outcome) of a random game with many songs, of so many orders at most."""
    chance = Random(seed)
    for _ in range(most):
        phase = GAME.open(state, RULES).phase()
        if phase is None:
            return
        player = chance.choice(phase.players)
        found = listed(state, player)
        songs = [row for row in found if "use" in row]
        order = dict(chance.choice(songs)) if songs and chance.random() < 0.6 else chosen(found, chance)
        order.pop("told", None)
        outcome = given(state, player, [order], secret(seed))
        assert outcome.trace is not None, f"{order} was listed and is refused: {outcome.general} {outcome.refused}"
        yield state, player, order, outcome
        state = outcome.state


def faults(state: State) -> list[str]:
    """Return every way in which a state is not sound."""
    out = [f"{path}: {message}" for path, message in state_faults(GAME, state, RULES, True)]
    battle = state.battle
    if battle is None:
        return out
    position = GAME.open(state, RULES)
    out += [] if position.state().battle == battle else ["the battle is not written as it was read"]
    fight = (position if state.masterboard is None else position.battle).fight
    out += [f"{len(held)} live in a legion" for side in range(2) if len(held := fight.holding(side)) > 7]
    laid_on = [effect.piece for effect in battle.effects]
    out += [f"{p.id} is written as its own side's" for p in battle.pieces if p.owner == p.side and p.id not in laid_on]
    return out


def sides(battle: BattleState | None) -> dict[str, str]:
    return {p.id: p.side for p in battle.pieces} if battle is not None else {}


def happened(before: State, outcome: Adjudication) -> Counter[str]:
    """Count what became of those who are controlled in one order."""
    was, now = sides(before.battle), sides(outcome.state.battle)
    out = Counter(turned=sum(now.get(ident, side) != side for ident, side in was.items()))
    said = " ".join(step.what for step in outcome.trace.steps) if outcome.trace is not None else ""
    return out + Counter(kept=said.count("stays with"), home=said.count("again"), left=said.count("with its legion"))


@pytest.mark.slow
def test_in_whole_games_no_character_is_lost_or_won_but_by_the_rules() -> None:
    seen: Counter[str] = Counter()
    for number, seed in [(2, 4), (3, 3), (4, 2)]:
        state: State = GAME.new(Parameters(game=f"songs-{seed}", players=PLAYERS[:number]), RULESET)
        for before, _, _, outcome in played(state, seed, 2500):
            assert faults(outcome.state) == []
            assert broken(outcome.state, 12 * number) == []
            seen += happened(before, outcome)
            for player in outcome.state.masterboard.players:
                hidden(outcome.state, player)
    assert all(seen[what] for what in ("turned", "kept", "home", "left")), seen


def hidden(state: State, player: str) -> None:
    """Fail if a player sees the contents of a legion that is not theirs and not in an Engagement."""
    board = GAME.view(state, player).masterboard
    now = board.engagement
    engaged = (now.attacker, now.defender) if now is not None else ()
    for legion in board.legions:
        assert legion.contents is None or legion.player == player or legion.id in engaged


CHARACTERS = ["centaur", "centaur", "gorgon", "warlock", "unicorn", "lion", "ogre", "ranger", "troll", "griffon"]


def battle_of(seed: int) -> State:
    """Return a single battle of random characters, most of whom sing."""
    chance = Random(seed)
    count: Counter[str] = Counter()
    pieces = []
    for side in ("attacker", "defender"):
        for name in ["titan", *chance.choices(CHARACTERS, k=chance.randint(3, 6))]:
            count[name] += 1
            power = {"power": 6} if name == "titan" else {}
            pieces.append({"id": f"{name}-{count[name]}", "character": name, "side": side, **power})
    value = {
        "format": 1,
        "ruleset": "songs",
        "game": f"songs-{seed}",
        "step": 0,
        "battle": {
            "battleland": chance.choice(["plains", "brush", "woods"]),
            "attacker_side": "left",
            "round": 1,
            "phase": "maneuver",
            "active": "defender",
            "players": {"attacker": "ann", "defender": "ben"},
            "pieces": pieces,
        },
    }
    document = documents.make_document(value, "state")
    state: State = read_state(GAME, RULESET, document, document.value, playing=True)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_random_battles_with_songs_end_and_stay_sound(seed: int) -> None:
    state = battle_of(seed)
    everybody = Counter(p.character for p in state.battle.pieces)
    for _, _, _, outcome in played(state, seed, 3000):
        state = outcome.state
        assert faults(state) == []
        assert replay(GAME, RULESET, outcome.trace, secret(seed)).differences == []
        assert Counter(p.character for p in [*state.battle.pieces, *state.battle.slain]) == everybody
        said = listed(state, "ann") + listed(state, "ben") if state.battle.result is None else []
        own = {p.id: p.side for p in state.battle.pieces}
        phase = GAME.open(state, RULES).phase()
        for row in said:
            for verb in ("strike", "move", "enter", "rangestrike"):
                if row.get(verb) in own:
                    assert phase.players == (getattr(state.battle.players, own[row[verb]]),)
    assert state.battle.result is not None
    assert all(p.owner is None for p in state.battle.pieces)


@pytest.mark.parametrize("seed", range(4))
def test_orders_given_together_come_to_what_they_come_to_one_by_one(seed: int) -> None:
    one_by_one = list(played(battle_of(seed), seed, 3000))
    state, together = battle_of(seed), 0
    for player, group in groupby(one_by_one, key=lambda one: one[1]):
        orders = [order for _, _, order, _ in group]
        outcome = given(state, player, orders, secret(seed))
        if outcome.trace is None:
            # what hangs on a die is not given together with it
            for order in orders:
                state = given(state, player, [order], secret(seed)).state
            continue
        state, together = outcome.state, together + (len(orders) > 1)
    assert state.battle == one_by_one[-1][3].state.battle
    assert together
