"""A question that is put into words on a state is the strict one, and says what `check` accepts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import asked_battalions
import asked_hordes
import pytest
from asked import Asked, Table, differences
from test_asked import STATES
from test_spoken_on_state import ROWS, heard, line_of, state_of

from referee import api, games
from referee.core import documents
from referee.core.asking import ask_document
from referee.core.documents import Document, Unreadable
from referee.core.documents.plain import builtins
from referee.opening.given import document_of

WAYS = {"N": "north", "E": "east", "S": "south", "W": "west"}


def told(question: dict[str, Any], state: Any, chance: Random) -> str | None:
    """Return a wording of a question about things called by their ids, None where it has none."""
    verb = next(iter(question))
    frames = FRAMES.get(verb)
    if frames is None:
        return None
    said = chance.choice(frames)(question, state)
    return chance.choice([said, f"{said}?", said.capitalize() if said.islower() else said]) if said else None


def of_pair(frame: str, other: str) -> Any:
    return lambda question, state: frame.format(a=next(iter(question.values())), b=question[other])


def way_said(question: dict[str, Any], state: Any) -> str:
    return f"may {question['move']} march {' and '.join(WAYS[way] for way in question['path'])}"


def turn_said(question: dict[str, Any], state: Any) -> str:
    titles = {"advance": "advances", "fall_back": "falls back"}
    titles |= {"flank_left": "flanks left", "flank_right": "flanks right"}
    rows = []
    for ident, command in question["turn"].items():
        name, _, number = command.partition(" ")
        rows.append(f"{ident} {titles.get(name, 'holds')} {number}".strip())
    return f"if {' and '.join(rows)}, what happens"


def attack_said(question: dict[str, Any], state: Any) -> str | None:
    """Return a wording of a unit's blow, or of an attack on an edge."""
    if "command" in question:
        return f"whom does {question['attack']} hit by {question['command'].replace('_', ' ')}"
    edge = question.get("edge", "front")
    return f"may {question['attack']} charge {question['target']} on its {edge} edge"


def moved_said(question: dict[str, Any], state: Any) -> str | None:
    if isinstance(question["path"][0], str):
        return way_said(question, state)
    element = next(one for one in state.elements if one.id == question["move"])
    (pose,) = question["path"]
    whole = all(float(pose[key]).is_integer() for key in ("x", "y"))
    if not whole or element.facing is None or pose["facing"] != element.facing % 360:
        return None
    return f"may {element.id} move to ({pose['x']:g}, {pose['y']:g})"


def group_said(question: dict[str, Any], state: Any) -> str | None:
    ids = question["group"]
    far = question["steps"][0]["advance"]
    return f"may {' and '.join(ids)} advance {far} paces as a group" if len(ids) > 1 else None


def combat_said(question: dict[str, Any], state: Any) -> str:
    one, other = question["combat"], question["against"]
    verbs = {"close": "fights {b} in close combat", "shoot": "shoots {b}", "bespell": "casts a spell on {b}"}
    return f"what are the odds if {one} {verbs[question['kind']].format(b=other)}"


def pips_said(question: dict[str, Any], state: Any) -> str | None:
    (action,) = question["pips"]
    verb, ident = next(iter(action.items()))
    words = {"activate": "activate {}", "desorcell": "desorcell {}"}
    # where somebody goes is not said in words
    return f"how many PIPs to {words[verb].format(ident)}" if verb in words and len(action) == 1 else None


FRAMES: dict[str, list[Any]] = {
    "range": [of_pair("may {a} shoot {b}", "at"), of_pair("is {b} shot by {a}", "at")],
    "charge": [of_pair("may {a} charge {b}", "target"), of_pair("can {a} reach {b}", "target")],
    "course": [lambda q, s: f"the whole course of {q['course']} against {q['against']} in close combat"],
    "combat": [combat_said],
    "break_off": [lambda q, s: f"may {q['break_off']} break off {q['paces']:g} paces"],
    "attack": [attack_said],
    "move": [moved_said],
    "group": [group_said],
    "pips": [pips_said],
    "turn": [turn_said],
    "join": [lambda q, s: f"may {q['join']} join a combat", lambda q, s: f"which combats may {q['join']} join"],
    "retreat": [lambda q, s: f"may {q['retreat']} retreat", lambda q, s: f"can {q['retreat']} get away"],
}
ASKED: dict[str, Any] = {"hordes": asked_hordes, "battalions": asked_battalions}


def spoken(state: Document, asked: Iterator[Asked], opened: Any, chance: Random) -> Iterator[Asked]:
    """Yield questions as they are heard in words, each with the orders that it is about."""
    for one in asked:
        text = told(one.question, opened, chance)
        if text is None:
            continue
        heard = api.state_question(state, text).value["ask"]
        plain = {key: value for key, value in one.question.items() if value != "front"}
        assert {key: value for key, value in heard.items() if value != "front"} == plain, text
        yield Asked(heard, one.tried)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1))
@pytest.mark.parametrize("name", ASKED)
def test_what_is_heard_says_what_check_accepts(name: str, seed: int) -> None:
    game, ruleset = games.load(name)
    chance = Random(seed)
    accepted = 0
    for number, state in enumerate(STATES[name](seed)):
        if state is None or number % 4:
            continue
        table = Table(game, ruleset, state)
        document = document_of(documents.dump(builtins(state)), "state")
        asked = ASKED[name].questions(state, table.position, chance)
        wrong, yes = differences(table, spoken(document, asked, state, chance))
        assert wrong == []
        accepted += yes
    assert accepted > 10


@pytest.mark.slow
def test_the_echo_of_every_wording_reads_back() -> None:
    for state, row in ROWS:
        if "means" in row and row.get("player") is None:
            document = state_of(state)
            again = api.state_question(document, row["means"])
            said = heard(state, row["say"])
            assert not isinstance(said, Unreadable), row
            assert again.value["ask"] == said.value["ask"], line_of(said)
            game, ruleset = api.ruleset_of(document)
            assert ask_document(game, ruleset, again).answer == ask_document(game, ruleset, said).answer
