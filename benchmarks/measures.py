"""What is measured, each in a process of its own: `python -m benchmarks.measures NAME` prints its figures as JSON.

A measure does a fixed amount of work and returns how much it was; only the CPU time of that work counts.
"""

from __future__ import annotations

import gc
import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import referee
from referee import games
from referee.core import documents
from referee.core.adjudication.legal import legal_rows
from referee.games.hordes.state import State
from referee.games.titan.battle.board import board_of
from referee.report.reports import LineReport
from referee.report.writers import writer
from referee.running.batches import ask_line

from . import battles, questions

BATTLES = 3_000
# players and seed of each game: many, since a seed gives another game where `legal` lists its orders otherwise
GAMES = [(players, seed) for players in (2, 3, 4) for seed in range(1, 9)]
MOST_ORDERS = 300
POSITIONS = 6
MAPPINGS = 3_000
# questions before those that count, and these
WARMING = 2_000
ASKED = 2_000
# sessions whose questions count, and as many before them
SESSIONS = 150
TURNS = 150
PLAYED = 5

# a measure prepares its work and returns a function that does it, and how many units of work that is; with None, the
# function returns that
Measure = Callable[[], tuple[Callable[[], Any], int | None]]


def random_battles() -> tuple[Callable[[], Any], int]:
    """Battles of six characters a side through the engine that adjudicates."""
    rules, chance = battles.rules_of(), random.Random(7)
    return lambda: [battles.play(battles.random_fight(rules, chance), chance) for _ in range(BATTLES)], BATTLES


def random_battles_warm() -> tuple[Callable[[], Any], int]:
    """The same after as many others: most of what rulings depend on has been met."""
    play, amount = random_battles()
    play()
    return play, amount


def battles_in_lanes(policy: str) -> tuple[Callable[[], Any], int]:
    """Battles of six characters a side by a policy, in lanes of 4,000, each of another position, compiled before."""
    from referee.games.titan.odds.fast import FastPlaying
    from referee.games.titan.odds.table import Table

    chance = random.Random(7)
    tables = [Table(battles.random_position(chance)) for _ in range(POSITIONS)]
    playing = [FastPlaying(table, (policy, policy)) for table in tables]
    playing[0].play("warm", 0, 100)
    return lambda: [one.play("bench", 0, one.size) for one in playing], POSITIONS * playing[0].size


def playouts_of_one_position() -> tuple[Callable[[], Any], int]:
    """Ten thousand playouts of one battle of six characters a side, opened and compiled with them."""
    from referee.chances.playouts import Plan, play_out

    document = documents.make_document(battles.random_state(random.Random(7)), "state")
    return lambda: play_out(document, Plan(playouts=10_000)), 1


def battles_by_the_judge() -> tuple[Callable[[], Any], int]:
    """The same battles through the phases that adjudicate, with their points."""
    from referee.games.titan.odds.playing import JudgePlaying

    chance = random.Random(7)
    positions = [battles.random_position(chance) for _ in range(POSITIONS)]
    playing = [JudgePlaying(one.source, one.rules, ("random", "random")) for one in positions]
    return lambda: [one.play("bench", 0, one.size) for one in playing], POSITIONS * playing[0].size


def random_games() -> tuple[Callable[[], Any], None]:
    """Orders of games of two to four players through `legal` and `adjudicate`."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    titan_play = importlib.import_module("titan_play")

    def play() -> int:
        return sum(1 for players, seed in GAMES for _ in titan_play.play(players, seed, MOST_ORDERS))

    return play, None


def random_games_with_magi() -> tuple[Callable[[], Any], None]:
    """Orders of games in which every legion holds Magi, through `legal` and `adjudicate`."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    magi_play = importlib.import_module("magi_play")

    def play() -> int:
        return sum(1 for players in (2, 3, 4) for _ in magi_play.play(players, 1, MOST_ORDERS))

    return play, None


def asked_mappings() -> tuple[Callable[[], Any], int]:
    """One strike question, asked as a mapping again and again."""
    asked = json.loads(questions.lines("strike", 1, random.Random(1)))
    referee.ask(asked)
    return lambda: [referee.ask(asked) for _ in range(MAPPINGS)], MAPPINGS


def asked_with_spells(kind: str) -> tuple[Callable[[], Any], int]:
    """Questions in battles with five Spells in effect, each another situation, as `ask --jsonl` answers them; warm."""
    lines = questions.lines_with_spells(kind, WARMING + ASKED, random.Random(kind)).splitlines()

    def answer(lines: list[bytes]) -> list[str]:
        write = writer(LineReport, "jsonl")
        return [write(LineReport(ask_line(documents.parse_json(line, "stdin", 1)), {})) for line in lines]

    answer(lines[:WARMING])
    return lambda: answer(lines[WARMING:]), ASKED


def asked_in_sessions(kind: str) -> tuple[Callable[[], Any], int]:
    """Strikes at all neighbours, or reaches of all, in battles with five Spells, each in a session opened before."""
    lines = questions.lines_with_spells(kind, 2 * SESSIONS, random.Random(kind)).splitlines()
    opened: list[tuple[referee.Session, list[dict[str, str]]]] = []
    for line in lines:
        state = json.loads(line)
        del state["ask"], state["id"]
        state["battle"] |= {"players": {"attacker": "black", "defender": "red"}}
        pieces = state["battle"]["pieces"]
        if kind == "strike":
            board = board_of(battles.rules_of("titan-magi"), state["battle"]["battleland"])
            pairs = [(one, other) for one in pieces for other in pieces if one["side"] != other["side"]]
            beside = [two for two in pairs if board.steps(*(board.index[piece["hex"]] for piece in two)) == 1]
            asked = [{"strike": one["id"], "at": other["id"]} for one, other in beside]
        else:
            asked = [{"reach": piece["id"]} for piece in pieces]
        try:
            opened.append((referee.Session.open(state), asked))
        except referee.Unreadable:
            # a player has one Titan
            continue

    def answer(sessions: list[tuple[referee.Session, list[dict[str, str]]]]) -> None:
        for session, asked in sessions:
            for question in asked:
                session.ask(question)

    half = len(opened) // 2
    answer(opened[:half])
    return lambda: answer(opened[half:]), sum(len(asked) for _, asked in opened[half:])


def _hordes(copies: int) -> tuple[Callable[[], Any], int]:
    """List the orders of a table on which the opening armies stand so many times side by side."""
    game, ruleset = games.load("hordes")
    state = game.new(game.parameters(game="bench"), ruleset)
    assert isinstance(state, State)
    assert state.board is not None
    state.phase, state.pips = "movement", 6
    width = state.board.width
    first = [e for e in state.elements if e.x is not None]
    for number in range(1, copies):
        for element in first:
            moved = type(element)(
                **{**_fields(element), "id": f"{element.id}c{number}", "x": (element.x or 0) + number * width}
            )
            state.elements.append(moved)
    state.board.width = width * copies
    for element in state.elements:
        if element.army == list(state.armies)[1] and element.y is not None:
            element.y -= 700
    rules = game.compile(ruleset, {})

    def listed() -> Any:
        return legal_rows(game, game.open(state, rules))

    return listed, 1


def _fields(struct: Any) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def battalions_turns() -> tuple[Callable[[], Any], int]:
    """Turns of a skirmish given as mappings, each adjudicated from the start."""
    game, ruleset = games.load("battalions")
    state = json.loads(json.dumps(documents.builtins(game.new(game.parameters(), ruleset))))
    head = {"format": 1, "ruleset": "battalions", "combat": "k1", "turn": 1}
    sheets = [
        {**head, "player": "red", "orders": [{"battalion": "red-1", "command": "advance", "number": 1}]},
        {**head, "player": "blue", "orders": [{"battalion": "blue-1", "command": "hold"}]},
    ]
    referee.adjudicate(state, sheets)
    return lambda: [referee.adjudicate(state, sheets) for _ in range(TURNS)], TURNS


def _recorded_game() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the state and the documents of orders of the Titan game among the examples, as mappings."""
    folder = Path(__file__).parent.parent / "examples/titan/masterboard"
    found = [documents.parse(path.read_bytes(), path.name).value for path in sorted(folder.glob("0*.yaml"))]
    return found[0], found[1:]


def documents_one_by_one() -> tuple[Callable[[], Any], int]:
    """The documents of a recorded game, each adjudicated from the state that the one before it gave."""
    state, orders = _recorded_game()

    def play() -> Any:
        now: Any = state
        for document in orders:
            now = referee.adjudicate(now, document)["state"]
        return now

    play()
    return lambda: [play() for _ in range(PLAYED)], PLAYED * len(orders)


def documents_in_a_session() -> tuple[Callable[[], Any], int]:
    """The documents of a recorded game, adjudicated in a session without traces."""
    state, orders = _recorded_game()

    def play() -> Any:
        session = referee.Session.open(state)
        for document in orders:
            session.adjudicate(document, trace=False)
        return session

    play()
    return lambda: [play() for _ in range(PLAYED)], PLAYED * len(orders)


MEASURES: dict[str, Measure] = {
    "random Titan battles": random_battles,
    "random Titan battles, warm": random_battles_warm,
    "battles in lanes of 4,000": lambda: battles_in_lanes("random"),
    "battles in lanes of 4,000, with carry-over": lambda: battles_in_lanes("random-carry"),
    "10,000 playouts of one position": playouts_of_one_position,
    "battles played out by the judge": battles_by_the_judge,
    "orders of random Titan games": random_games,
    "orders of random games with Magi": random_games_with_magi,
    "strike questions as mappings": asked_mappings,
    "strike questions with five Spells, warm": lambda: asked_with_spells("strike"),
    "reach questions with five Spells, warm": lambda: asked_with_spells("reach"),
    "strike questions in sessions with five Spells": lambda: asked_in_sessions("strike"),
    "reach questions in sessions with five Spells": lambda: asked_in_sessions("reach"),
    "hordes legal, one opening": lambda: _hordes(1),
    "hordes legal, four openings": lambda: _hordes(4),
    "battalions turns": battalions_turns,
    "documents of a game, one by one": documents_one_by_one,
    "documents of a game, in a session": documents_in_a_session,
}


def main(name: str) -> None:
    """Do the work of a measure once and print `{work, cpu}`, CPU time in seconds."""
    # as the command line looks for garbage
    gc.set_threshold(50_000)
    work, amount = MEASURES[name]()
    begun = time.process_time()
    done = work()
    cpu = time.process_time() - begun
    print(json.dumps({"work": done if amount is None else amount, "cpu": cpu}))


if __name__ == "__main__":
    main(sys.argv[1])
