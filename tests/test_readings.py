"""Whatever of an answer another reading of a ruling would change is shown with it, for random questions of Titan."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from running import referee

from referee import games
from referee.core import documents
from referee.core.asking import ask, open_question, read_asked, without_words
from referee.core.documents import Document, Unreadable
from referee.core.game.questions import Question, Unanswerable
from referee.games.titan.masterboard.graph import graph_of
from referee.report.answer_text import write
from referee.report.reports import AnswerReport

GAME, RULESET = games.load("titan")
RULES = GAME.compile(RULESET, {})
# the readings of the one are of hits given with the question, which another reading would not have given;
# those of the other share the hits that carry over, which an answer does not count
APART = ("REF titan-1", "REF titan-11")
Value = dict[str, Any]


def other_values() -> Iterator[tuple[str, str, Any]]:
    """Yield every reading that is not the default: the ruling, its option, the value."""
    for number, ruling in RULESET.rulings.items():
        if number in APART:
            continue
        for value in ruling.alternatives:
            yield number, ruling.option or "", value


def of_battle(chance: Random) -> Value:
    """Return a question about a few characters close together, where hazards lie between them."""
    lands = ["brush", "jungle", "swamp", "desert", "desert", "tundra", "tundra", "mountains", "mountains", "hills"]
    place = RULES.battlelands.coordinates
    middle = chance.choice(list(place))
    q, r = place[middle]
    near = [h for h, (s, t) in place.items() if max(abs(q - s), abs(r - t), abs(q + r - s - t)) <= 2]
    pieces: list[Value] = []
    many = [*RULES.characters, "warlock", "warlock", "dragon", "ranger", "minotaur", "giant"]
    for number, hex_ in enumerate(chance.sample(near, min(6, len(near)))):
        side = ("attacker", "defender")[number % 2]
        piece = {"id": f"p{number}", "character": chance.choice(many), "side": side, "hex": hex_}
        if any(p["character"] == piece["character"] == "titan" for p in pieces):
            piece["character"] = "lion"
        if chance.random() < 0.4:
            piece["hits"] = chance.randint(1, 5)
        pieces.append(piece)
    target = chance.choice([p["id"] for p in pieces if p["side"] == "defender"])
    asked: Value = chance.choice(
        [{"strike": "p0", "at": target}] * 3
        + [{"rangestrike": "p0", "at": target}] * 2
        + [{"reach": "p0"}, {"reach": "p0", "to": chance.choice(near)}]
    )
    if "strike" in asked and chance.random() < 0.4:
        asked["number"] = chance.randint(2, 6)
    if "strike" in asked and chance.random() < 0.3:
        asked["forgo"] = True
    battle = {"battleland": chance.choice([*lands, "tower", "tower", "tower", "marsh"]), "pieces": pieces}
    return {"format": 1, "ruleset": "titan", "battle": battle, "ask": asked}


def of_masterboard(chance: Random) -> Value:
    """Return a question about one of a few legions."""
    kinds = [name for name in RULES.characters if name != "titan"]
    lands = [int(land) for land in graph_of(RULES).lands]
    legions = []
    for number, land in enumerate(chance.sample([*lands, *map(int, graph_of(RULES).towers)], 4)):
        held = [chance.choice(kinds) for _ in range(chance.randint(1, 5))]
        if chance.random() < 0.5:
            held = [held[0]] * 3
        contents = [*(["titan"] if number < 2 else []), *held]
        player, ident = (("black", "bk"), ("red", "rd"))[number % 2]
        legions.append({"id": f"{ident}0{number + 1}", "player": player, "land": land, "contents": contents})
    if len({legion["land"] for legion in legions}) < len(legions):
        return of_masterboard(chance)
    if chance.random() < 0.2:
        legions[0]["origin"] = legions[0]["land"]
    board = {"legions": legions, "mover": "black", "score": {"black": chance.choice([0, 390, 450, 990])}}
    asked: Value = chance.choice(
        [
            {"travel": "bk01", "roll": chance.choice([6, 6, 3])},
            {"muster": "bk01"},
            {"value": "rd02"},
            {"acquire": "bk01", "points": chance.choice([20, 120, 600])},
            {"overfull": "bk01"},
            {"standing": "now"},
        ]
    )
    return {"format": 1, "ruleset": "titan", "masterboard": board, "ask": asked}


def read(value: Value) -> tuple[Any, Question] | None:
    """Return a situation and the question asked of it; None where it cannot be read."""
    try:
        return read_asked(GAME, RULESET, Document(documents.dump(value), "question", value))
    except Unreadable:
        return None


def differences(value: Value) -> list[str]:
    """Return the readings that change an answer and are not told, and those told that change nothing."""
    found = read(value)
    try:
        if found is None or not (answer := ask(GAME, RULESET, *found)):
            return []
    except Unanswerable:
        return []
    state, question = found
    out = []
    shown = {(o["ruling"], o["option"], o["value"]): o["answer"] for o in answer.otherwise if o["ruling"] not in APART}
    changing = set()
    for number, option, other in other_values():
        reading = ask(GAME, RULESET, msgspec.structs.replace(state, options={option: other}), question).answer
        differs = without_words(reading) != without_words(answer.answer)
        changing |= {number} if differs else set()
        if differs and shown.pop((number, option, other), None) != reading:
            out.append(f"{number} {option}: {other} is not shown")
        if differs and number not in answer.cites:
            out.append(f"{number} is not cited")
    out += [f"{key} is shown and changes nothing" for key in shown]
    asked = open_question(GAME, RULES, state, question)
    text = write(AnswerReport(asked, answer, Document(documents.dump(value), "question", value), reasons=True))
    ruling = re.split(" (?:Odds|Reasons|Note:|Rules:) ", " ".join(text.split()))[0]
    rests = {number for part in re.findall(r"by ruling ([^)]*)", ruling) for number in re.findall(r"REF [\w-]+", part)}
    for number, one in RULESET.rulings.items():
        if one.option is None or number in APART:
            continue
        if number in rests and number not in changing:
            out.append(f"{number} is named and decides nothing")
        elif number in changing - rests:
            out.append(f"{number} decides and is not named")
    return out


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_every_reading_that_changes_an_answer_is_shown(seed: int) -> None:
    chance = Random(seed)
    wrong = []
    for _ in range(50):
        value = of_battle(chance)
        wrong += [(value, said) for said in differences(value)]
    for _ in range(10):
        value = of_masterboard(chance)
        wrong += [(value, said) for said in differences(value)]
    assert not wrong


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("black 100 angel angel angel; muster 100", "Then: a Guardian, showing 3 Angels."),
        ("roll 6; black 7 ogre; travel 7", "Then not: black (Desert 7) may end its move of 6 where it began."),
        (
            "tower; attacker titan C3; defender lion C2 hits 4; defender ogre D3; strike titan at lion",
            "Then: What is left over may go to Ogre (D3) (99.9 % for at least one hit).",
        ),
        (
            "plains; attacker serpent C3; defender lion C4; defender ogre C2; defender centaur D3; "
            "strike serpent at centaur",
            "What is left over may be shared among Ogre (C2) and Lion (C4) (35.2 % for at least one hit). "
            "(LoT 12.4; by ruling REF titan-11)",
        ),
        (
            "tundra; attacker ogre C3; defender lion C4; strike ogre at lion",
            "the hit of Drift at the start of this Strike Phase not counted (none by REF titan-1, drift_damage: "
            "own_strike_phase; none by REF titan-1, drift_damage: no_damage)",
        ),
    ],
)
def test_readings_are_told_in_sentences(line: str, told: str) -> None:
    assert told in " ".join(referee("ask", "-r", "titan", line, "--reasons").out.split())
