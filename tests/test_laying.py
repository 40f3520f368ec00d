"""Hexsides, effects that are moved, and profiles that change, in battles played at random."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import asked_titan
import pytest
from asked import Table, differences
from running import referee
from seeds import seeds

from referee import games
from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate
from referee.core.adjudication.legal import legal_rows
from referee.core.documents import Document, Unreadable
from referee.core.game.dice_sources import make_dice
from referee.core.game.reading import read_orders
from referee.core.game.state_reading import read_state
from referee.core.notation import line_writer, one_line
from referee.games.titan.battle.effects import place_of
from referee.games.titan.battle.position import BattlePosition
from referee.games.titan.state import State

RULESETS = Path(__file__).parent / "house_rules" / "rulesets"
GAME, RULESET = games.load("laying", (RULESETS,))
RULES = GAME.compile(RULESET, {})
CHARACTERS = ["giant", "behemoth", "troll", "warlock", "ogre", "minotaur", "gargoyle", "centaur"]


def whole(value: dict[str, Any]) -> State:
    """Return a state as it is read from a document, for play; raises Unreadable."""
    state: State = read_state(GAME, RULESET, Document(documents.dump(value), "state", value), value, playing=True)
    return state


def begun(chance: Random) -> State:
    """Return a battle in which everybody may lay something, and some things lie."""
    while True:
        hexes, pieces = chance.sample(list(RULES.battlelands.coordinates), 14), []
        for number in range(10):
            side = ("attacker", "defender")[number % 2]
            character = "titan" if number < 2 else CHARACTERS[number % len(CHARACTERS)]
            power = {"power": 6} if character == "titan" else {}
            pieces.append({"id": f"p{number}", "character": character, "side": side, "hex": hexes.pop(), **power})
        battle = {"battleland": chance.choice(["plains", "hills", "jungle"]), "attacker_side": "left", "round": 2}
        battle |= {"phase": "maneuver", "active": "defender", "players": {"attacker": "ann", "defender": "ben"}}
        battle |= {"attacker_entered": True, "pieces": pieces}
        battle["effects"] = [{"effect": "whirl", "hex": hexes.pop(), "by": "p3"} for _ in range(2)]
        try:
            return whole({"format": 1, "ruleset": "laying", "game": "g", "step": 4, "battle": battle})
        except Unreadable:
            continue


def played(seed: int) -> Iterator[tuple[State, str, dict[str, Any], State]]:
    """Yield the orders of a random battle, each with its player and the states before and after it."""
    chance = Random(seed)
    state = begun(chance)
    for _ in range(90):
        if state.battle is None or state.battle.result is not None:
            return
        position = GAME.open(state, RULES)
        phase = position.phase()
        assert phase is not None
        rows = [row for row in legal_rows(GAME, position) if next(iter(row)) not in ("concede", "clock")]
        by_verb: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            row.pop("told", None)
            by_verb.setdefault(next(iter(row)), []).append(row)
        verbs = list(by_verb)
        order = chance.choice(by_verb[chance.choices(verbs, [5 if v == "use" else 1 for v in verbs])[0]])
        value = {"format": 1, "ruleset": "laying", "player": phase.players[0], "orders": [order]}
        submission = read_orders(GAME, documents.make_document(value, "orders"))
        dice = make_dice("g", state.dice, secret=f"s{seed}".encode())
        outcome = adjudicate(GAME, RULES, state, [submission], dice, False)
        assert outcome.state is not None, f"{order} was listed and is refused: {outcome.general} {outcome.refused}"
        after = whole(documents.builtins(outcome.state))
        yield state, phase.players[0], order, after
        state = after


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(2))
def test_what_is_listed_is_accepted_and_what_is_written_is_read(seed: int) -> None:
    used = set()
    for _, _, order, after in played(seed):
        assert after.battle is not None
        places = [place_of(effect) for effect in after.battle.effects]
        assert len(places) == len(set(places))
        if "use" in order:
            used.add(order["use"])
            written = line_writer.line(order, GAME.orders["battle"]["use"])
            assert one_line.read(written, GAME.orders["battle"], "an order").value == order
    assert used


@pytest.mark.slow
def test_everything_is_laid_and_moved_in_these_battles() -> None:
    used = {order.get("use") for seed in range(4) for _, _, order, _ in played(seed)}
    assert used >= {"wall", "scree", "whirl", "steer", "kick"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_ask_says_what_check_accepts(seed: int) -> None:
    chance, accepted = Random(seed), 0
    for number, (state, _, _, _) in enumerate(played(seed)):
        if number % 18 == 0:
            table = Table(GAME, RULESET, state)
            wrong, yes = differences(table, asked_titan.questions(state, table.position, chance))
            assert wrong == []
            accepted += yes
    assert accepted > 3


def test_a_profile_follows_hits_and_round_as_if_read_from_the_state() -> None:
    """What a piece is in the course of a battle is what it is when its state is opened."""
    changed = 0
    for seed in range(3):
        for state, _, _, _ in played(seed):
            position = GAME.open(state, RULES)
            assert isinstance(position, BattlePosition)
            for piece in list(position.fight.pieces.values()):
                for hits in (0, 2, 3):
                    if hits < piece.profile.power:
                        was = piece.profile
                        piece.hits = hits
                        fresh = position.newcomer(piece.profile.name, piece.side)
                        fresh.hits = hits
                        assert (piece.profile.strike_skill, piece.profile.allowance) == (
                            fresh.profile.strike_skill,
                            fresh.profile.allowance,
                        )
                        changed += piece.profile is not was
            break
    assert changed


def test_the_round_is_named_by_rows_of_a_profile_from_its_first_moment_on() -> None:
    for seed in range(6):
        for before, _, _, after in played(seed):
            assert before.battle is not None
            assert after.battle is not None
            if after.battle.round == 3 and before.battle.round == 2 and after.battle.result is None:
                position = GAME.open(after, RULES)
                assert isinstance(position, BattlePosition)
                found = [p.profile.strike_skill for p in position.fight.pieces.values() if p.profile.name == "gargoyle"]
                assert set(found) <= {4}
                if found:
                    return
    raise AssertionError("no Gargoyle lived to see round 3")


def test_a_refusal_says_how_a_hexside_is_written(tmp_path: Path) -> None:
    line = "plains; attacker giant C2; defender lion C5; use wall by giant at lion"
    said = referee("ask", line, "-r", "laying", "--rulesets", str(RULESETS))
    assert "is no hexside; two neighbours are named, the high one first, as in C3>C4" in " ".join(said.out.split())
