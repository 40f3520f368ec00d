"""Cache keys are complete: in random games, questions and house rules, every cached value is what it would be now."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import asked_titan
import hordes_play
import pytest
import test_house_rules
import test_moments
import titan_play
import yaml
from asked import Table, differences
from recomputing import IncompleteKey, hits_recomputed
from seeds import part, seeds
from test_asked import ASKED, STATES
from test_fuzz import random_state

from referee import games
from referee.cli.case_files import find, run_all
from referee.core import documents
from referee.core.adjudication.legal import legal_rows
from referee.core.asking import read_state
from referee.core.documents import Document, Unreadable
from referee.core.rules.compiled import CompiledRules
from referee.core.rules.memory import Memory
from referee.games.titan.carriers import Always
from referee.games.titan.sections import ROLES

CASES = find([str(test_house_rules.HERE / "cases")]).files


@pytest.fixture
def rules() -> CompiledRules:
    return CompiledRules(games.load("titan")[1], {})


def test_an_incomplete_key_is_found(rules: CompiledRules) -> None:
    given = iter([1, 1, 2])
    with hits_recomputed() as hits:
        for _ in range(2):
            rules.remember(("value", "key"), lambda: next(given))
        with pytest.raises(IncompleteKey, match="1 and 2"):
            rules.remember(("value", "key"), lambda: next(given))
    assert hits == {"value": 1}


def test_an_option_that_a_key_hides_is_found(rules: CompiledRules) -> None:
    names = iter(list(rules.options)[:2])
    with hits_recomputed():
        rules.remember("value", lambda: bool(rules.option(next(names))) or True)
        with pytest.raises(IncompleteKey, match="consulted"):
            rules.remember("value", lambda: bool(rules.option(next(names))) or True)


def test_an_incomplete_key_of_a_memory_is_found() -> None:
    memory: Memory[str, int] = Memory(9)
    given = iter([1, 2])
    with hits_recomputed():
        memory.remember("key", lambda: next(given))
        with pytest.raises(IncompleteKey):
            memory.remember("key", lambda: next(given))


@pytest.mark.slow
@pytest.mark.parametrize("name", ASKED)
def test_questions_about_random_games(name: str) -> None:
    game, ruleset = games.load(name)
    chance = Random(7)
    states = [state for state in islice(STATES[name](7), 200) if state is not None]
    with hits_recomputed() as hits:
        for state in chance.sample(states, min(len(states), 10)):
            table = Table(game, ruleset, state)
            asked = list(ASKED[name].questions(state, table.position, chance))
            assert differences(table, iter(chance.sample(asked, min(len(asked), 12))))[0] == []
    assert hits or name == "battalions"


@pytest.mark.slow
def test_whole_games() -> None:
    with hits_recomputed() as hits:
        for _ in titan_play.play(3, 7, most=600):
            pass
        hordes_play.play(7, turns=2)
    assert {"recruits", "graph", "board", "moves"} <= hits.keys()


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", part(find([str(test_house_rules.HERE / "cases")]).files, 4), ids=lambda path: Path(path).stem
)
def test_the_cases_of_house_rules(path: str) -> None:
    with hits_recomputed():
        assert all(verdict.passed for verdict in run_all([path], (test_house_rules.RULESETS,)))


@pytest.mark.slow
def test_battles_with_effects_and_abilities() -> None:
    with hits_recomputed() as hits:
        for state, *_ in test_moments.played.__wrapped__(7):
            legal_rows(test_moments.GAME, test_moments.GAME.open(state, test_moments.RULES))
    assert {"strike", "span", "moves", "board", "ability"} <= hits.keys()


CHANGES: dict[str, dict[str, Any]] = {
    "move": {"cost": {"add": 1}},
    "modifiers": {"skill": -1},
    "sight": {"forbid": True},
    "carry": {"forbid": True},
}


def naming_every_fact(folder: Path) -> Any:
    """Write an overlay in which a row names each fact of a battle, and return its ruleset."""
    base = games.load("titan")
    moments = base[0].moments(base[1])
    chance, always = Random(7), {}
    for section, change in CHANGES.items():
        rows = {}
        for fact, kind in moments[Always.MOMENTS[section]].facts.items():
            if not kind.on and not kind.text and (kind.values is None or kind.values):
                value = chance.choice(kind.values) if kind.values is not None else chance.choice([1, 2])
                rows[fact] = {"when": {fact: value}, **change, "why": fact, "cite": "HOUSE 1"}
        always[section] = rows
        named = {name.partition("_")[2] for name in rows if name.partition("_")[0] in ROLES[section]}
        assert {"side", "hits", "moved", "hex", "in_contact"} <= named
        assert {"round", "phase"} & rows.keys()
    folder.mkdir()
    rule = {"HOUSE 1": {"title": "All", "summary": "Every fact counts.", "kind": "adjudicated"}}
    manifest = {"format": 1, "ruleset": folder.name, "title": "Every fact", "extends": "titan"}
    for name, value in {"manifest": manifest, "rules": {"rules": rule}, "always": always}.items():
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(value))
    return games.unjudged(folder.name, (folder.parent,))


@pytest.mark.slow
def test_rows_that_name_every_fact(tmp_path: Path) -> None:
    game, ruleset = naming_every_fact(tmp_path / "every-fact")
    chance, hits = Random(seeds(1)[0]), Counter[str]()
    for number in range(4):
        value = {**random_state(chance, ("strike", "maneuver")[number % 2]), "ruleset": ruleset.name}
        for _ in range(2):
            try:
                state = read_state(game, ruleset, Document(documents.dump(value), "state", value), value, playing=True)
            except Unreadable:
                break
            with hits_recomputed() as found:
                position = game.open(state, game.compile(ruleset, state.options))
                legal_rows(game, position)
                table = Table(game, ruleset, state)
                for one in islice(asked_titan.questions(state, table.position, chance), 90):
                    table.answer(one.question)
            hits += found
            value = asked_titan.fuzzed(state, chance)
    assert {"strike", "moves", "board"} <= hits.keys()
