"""Battles with effects, events and abilities, played at random: legal, check, ask and states agree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import asked_titan
import pytest
import titan_play
from asked import Table, differences
from running import referee
from seeds import seeds

from referee import games
from referee.core import documents
from referee.core.adjudication.adjudicate import adjudicate, check
from referee.core.adjudication.legal import legal_rows
from referee.core.adjudication.verdicts import Adjudication
from referee.core.documents import Document, Unreadable
from referee.core.game.dice import Dice
from referee.core.game.dice_sources import make_dice
from referee.core.game.reading import read_orders
from referee.core.game.state_reading import read_state
from referee.core.notation.situations import read, write
from referee.games.titan.state import State

RULESETS = Path(__file__).parent / "house_rules" / "rulesets"
GAME, RULESET = games.load("moments", (RULESETS,))
RULES = GAME.compile(RULESET, {})
CHARACTERS = ["dragon", "unicorn", "ogre", "warlock", "hydra", "angel", "centaur", "gorgon", "behemoth", "griffon"]
CHARACTERS += ["troll", "lion", "serpent", "wyvern", "giant", "colossus", "cyclops", "ranger"]
DICE = make_dice("g")
LANDS = ["plains", "jungle", "hills", "mountains", "brush", "woods"]


def begun(chance: Random, seed: int) -> State:
    """Return a battle in which everybody may have an ability, some effects lying."""
    hexes, pieces = chance.sample(list(RULES.battlelands.coordinates), 20), []
    for number in range(12):
        side = ("attacker", "defender")[number % 2]
        character = "titan" if number < 2 else CHARACTERS[(10 * seed + number) % len(CHARACTERS)]
        power = {"power": 6} if character == "titan" else {}
        pieces.append({"id": f"p{number}", "character": character, "side": side, "hex": hexes.pop(), **power})
    effects: list[dict[str, Any]] = [{"effect": "gust", "hex": hexes.pop()}]
    effects += [{"effect": "whirlwind", "hex": hexes.pop()} for _ in range(2)]
    effects += [{"effect": "curse", "piece": "p3"}, {"effect": "web", "hex": hexes.pop(), "by": "p4"}]
    battle = {"battleland": chance.choice(LANDS), "attacker_side": "left", "round": 2, "phase": "maneuver"}
    battle |= {"active": "defender", "players": {"attacker": "ann", "defender": "ben"}, "attacker_entered": True}
    battle |= {"pieces": pieces, "effects": effects}
    return whole({"format": 1, "ruleset": "moments", "game": "g", "step": 4, "battle": battle})


def whole(value: dict[str, Any]) -> State:
    """Return a state as it is read from a document, for play; raises Unreadable."""
    state: State = read_state(GAME, RULESET, Document(documents.dump(value), "state", value), value, playing=True)
    return state


def states(seed: int) -> Iterator[State]:
    """Yield states with pieces wherever they may stand."""
    chance = Random(seed)
    while True:
        try:
            yield begun(chance, seed)
        except Unreadable:
            continue


def submit(state: State, player: str, order: dict[str, Any], dice: Dice) -> Adjudication:
    """Adjudicate one order."""
    value = {"format": 1, "ruleset": "moments", "player": player, "orders": [order]}
    submission = read_orders(GAME, documents.make_document(value, "orders"))
    return adjudicate(GAME, RULES, state, [submission], dice, False)


@cache
def played(seed: int) -> list[tuple[State, Adjudication, str, dict[str, Any]]]:
    """Return a random battle: every state with the order that was given and what became of it."""
    chance, state, out = Random(seed), next(states(seed)), []
    for _ in range(150):
        assert state.battle is not None
        if state.battle.result is not None:
            break
        position = GAME.open(state, RULES)
        phase = position.phase()
        assert phase is not None
        player = phase.players[0]
        rows = [row for row in legal_rows(GAME, position) if next(iter(row)) not in ("concede", "clock")]
        by_verb: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            row.pop("told", None)
            by_verb.setdefault(next(iter(row)), []).append(row)
        verbs = list(by_verb)
        order = chance.choice(by_verb[chance.choices(verbs, [6 if v == "use" else 1 for v in verbs])[0]])
        outcome = submit(state, player, order, make_dice("g", state.dice, secret=f"s{seed}".encode()))
        assert outcome.state is not None, f"{order} was listed and is refused: {outcome.general} {outcome.refused}"
        out.append((state, outcome, player, order))
        # what is written is read again, and holds
        state = whole(documents.builtins(outcome.state))
    return out


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_what_is_listed_is_accepted_and_what_is_written_is_read(seed: int) -> None:
    assert len(played(seed)) > 5


_SEEN = (1, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 17, 18, 19, 20, 22)


@pytest.mark.slow
def test_everything_happens_in_these_battles() -> None:
    verbs, titles, cites, events = set(), set(), set(), set()
    for seed in range(12):
        for _, outcome, _, order in played(seed):
            verbs.add(next(iter(order)))
            titles.add(order.get("use"))
            assert outcome.trace is not None
            for step in outcome.trace.steps:
                cites |= set(step.cites)
                for roll in step.rolled:
                    assert (seed, outcome.trace.step, roll.event) not in events
                    events.add((seed, outcome.trace.step, roll.event))
    assert verbs >= {"use", "move", "strike", "rangestrike", "end"}
    assert titles >= {"breath", "web", "curse", "hands", "stare", "song"}
    assert cites >= {f"HOUSE {number}" for number in _SEEN}


@pytest.mark.slow
def test_hits_on_the_way_are_told_before_the_move() -> None:
    """`legal`, `check` and `ask` say what a piece takes on its way, and it takes that."""
    hurt = 0
    for state in (state for seed in range(6) for state, _, _, _ in played(seed)):
        assert state.battle is not None
        table = Table(GAME, RULESET, state)
        for row in legal_rows(GAME, table.position):
            told = row.pop("told", {}).get("hits", 0)
            if "move" not in row or not (told or hurt):
                continue
            player = table.position.phase().players[0]
            value = {"format": 1, "ruleset": "moments", "player": player, "orders": [row]}
            verdict = check(GAME, RULES, state, [read_orders(GAME, documents.make_document(value, "orders"))], DICE)
            assert verdict.verdicts[0].told.get("hits", 0) == told
            after = submit(state, player, row, DICE).state
            assert after is not None
            before, now = ({p.id: p.hits for p in s.battle.pieces if p.hits} for s in (state, after))
            assert now.get(row["move"], 0) - before.get(row["move"], 0) == told
            hurt += 1 if told else 0
            if hurt > 12:
                return
    assert hurt > 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1))
def test_ask_says_what_check_accepts(seed: int) -> None:
    chance, accepted = Random(seed), 0
    for state, _, _, _ in played(seed)[::20]:
        table = Table(GAME, RULESET, state)
        wrong, yes = differences(table, asked_titan.questions(state, table.position, chance))
        assert wrong == []
        accepted += yes
    assert accepted > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(3))
def test_what_is_checked_before_the_dice_holds_with_them(seed: int) -> None:
    """An order after a use whose dice are not known is refused only if no dice make it legal."""
    steps = played(seed)
    for (state, first, player, order), (_, _, next_player, next_order) in pairwise(steps):
        if next_player != player or first.state is None or first.state.battle is None:
            continue
        value = {"format": 1, "ruleset": "moments", "player": player, "orders": [order, next_order]}
        submission = read_orders(GAME, documents.make_document(value, "orders"))
        checked = check(GAME, RULES, state, [submission], make_dice("g"))
        assert [v.status for v in checked.verdicts if v.status == "refused"] == [], (order, next_order)


def test_a_whole_game_is_played_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def submitted(state: State, player: str, orders: list[dict[str, Any]], secret: bytes) -> Adjudication:
        return submit(state, player, orders[0], make_dice(state.game or "", state.dice, secret=secret))

    for name, value in (("GAME", GAME), ("RULESET", RULESET), ("RULES", RULES), ("submit", submitted)):
        monkeypatch.setattr(titan_play, name, value)
    monkeypatch.setattr(titan_play, "WEIGHTS", {**titan_play.WEIGHTS, "use": 6, "concede": 0})
    used = 0
    for number, (_, _, order, outcome) in enumerate(titan_play.play(2, 1, most=700)):
        used += "use" in order
        if outcome.state.battle is not None and number % 10 == 0:
            assert whole(documents.builtins(outcome.state)).battle == outcome.state.battle
    assert used


def test_a_chain_of_events_that_does_not_end_is_stopped() -> None:
    pieces = [{"id": "a", "character": "ogre", "side": "attacker", "hex": "C2"}]
    pieces += [{"id": "b", "character": "lion", "side": "defender", "hex": "E4"}]
    battle = {"battleland": "plains", "attacker_side": "left", "round": 2, "phase": "maneuver", "active": "attacker"}
    battle |= {"players": {"attacker": "ann", "defender": "ben"}, "attacker_entered": True, "pieces": pieces}
    battle["effects"] = [{"effect": "whirlwind", "hex": h} for h in RULES.battlelands.coordinates]
    state = whole({"format": 1, "ruleset": "moments", "game": "g", "step": 4, "battle": battle})
    outcome = submit(state, "ann", {"move": "a", "to": "C3"}, make_dice("g"))
    assert outcome.trace is not None
    assert any("stopped: 20 events have followed one from another" in step.what for step in outcome.trace.steps)


ONE_LINE = "plains; effect snowstorm; effect web C3 by ogre; effect curse piece ogre; effect song side attacker; "


def test_effects_are_written_on_the_line_of_a_situation() -> None:
    line = f"{ONE_LINE}attacker ogre C2; defender lion C4; reach ogre"
    value = read(line, GAME.state, GAME.situation_forms, GAME.questions)
    assert value["battle"]["effects"] == [
        {"effect": "snowstorm"},
        {"effect": "web", "hex": "C3", "by": "ogre"},
        {"effect": "curse", "piece": "ogre"},
        {"effect": "song", "side": "attacker"},
    ]
    value.pop("ask")
    assert (
        read(
            f"{write(value, GAME.state, GAME.situation_forms)}; reach ogre",
            GAME.state,
            GAME.situation_forms,
            GAME.questions,
        )["battle"]
        == value["battle"]
    )


def test_a_picture_shows_what_lies_where(tmp_path: Path) -> None:
    state = next(states(3))
    file = tmp_path / "state.yaml"
    file.write_text(documents.dump(documents.builtins(state)))
    said = referee("show", str(file), "--rulesets", str(RULESETS))
    assert said.code == 0
    assert "Curse on p3, until the Strike Phase ends" in said.out
    assert "Web on " in said.out
    assert "w Web" in said.out
    svg = tmp_path / "out.svg"
    assert referee("show", str(file), "--rulesets", str(RULESETS), "--svg", str(svg)).code == 0
    assert "Web" in svg.read_text()
