"""Counts as anchors, as perft is for chess: how many sequences of legal orders an opening has, by depth.

`python tests/counts.py` prints them, and `python tests/counts.py battle 3` the count below each first order, to
find where two programs part; `referee counts STATE` counts from any other state.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import referee
from referee import games
from referee.authoring import playing
from referee.authoring.playing import SECRET, Table, count
from referee.core import documents
from referee.core.game.state import State
from referee.core.game.state_reading import read_state

# for each opening the number of sequences of 1, 2, 3, … orders
COUNTS = {
    "battle": [20, 36, 198, 324, 3798],
    "masterboard": [4, 18, 101, 536, 2570],
    "skirmish": [25, 616, 15184],
    "melee": [3, 6, 12, 23, 45],
}


def battle() -> dict[str, Any]:
    """Return an Ogre that attacks a Centaur on the plains, before the first Maneuver Phase."""
    return referee.new("titan", game="battle", battleland="plains", attacking=["ogre"], defending=["centaur"])


def masterboard() -> dict[str, Any]:
    """Return a game of two players whose legions stand on their Towers, before the first Movement Roll."""
    state = referee.new("titan", game="masterboard", players=["black", "red"])
    for player, order in (
        ("black", {"roll": "tower", "dice": [6]}),
        ("red", {"roll": "tower", "dice": [5]}),
        ("black", {"start": ["titan", "ogre", "ogre", "gargoyle"]}),
        ("red", {"start": ["titan", "centaur", "centaur", "ogre"]}),
    ):
        state = _after(state, [{"format": 1, "ruleset": "titan", "player": player, "orders": [order]}])
    return state


def skirmish() -> dict[str, Any]:
    """Return the skirmish of two battalions that `new battalions` writes, before its first combat turn."""
    return referee.new("battalions", game="skirmish")


def melee() -> dict[str, Any]:
    """Return three pairs of elements in contact and two Shooters in range, as long-range combat begins."""
    red = [
        ("r1", "blade", 200, 400),
        ("r2", "spear", 700, 400),
        ("r3", "hero", 1200, 400),
        ("r4", "shooter", 1700, 400),
    ]
    blue = [
        ("b1", "blade", 200, 400),
        ("b2", "spear", 700, 400),
        ("b3", "hero", 1200, 400),
        ("b4", "shooter", 1700, 500),
    ]
    elements = [{"id": i, "type": t, "army": "red", "x": x, "y": y, "facing": 0} for i, t, x, y in red]
    elements += [{"id": i, "type": t, "army": "blue", "x": x, "y": y, "facing": 180} for i, t, x, y in blue]
    pairs = [["r1", "b1"], ["r2", "b2"], ["r3", "b3"]]
    return {
        "format": 1,
        "ruleset": "hordes",
        "game": "melee",
        "step": 4,
        "turn": 3,
        "active": "red",
        "phase": "long_range",
        "pips": 0,
        "armies": {"red": {"general": "r3", "start_ap": 24}, "blue": {"general": "b3", "start_ap": 24}},
        "elements": elements,
        "memory": {"in_contact": pairs, "front_contact_at_turn_start": pairs},
    }


OPENINGS = {"battle": battle, "masterboard": masterboard, "skirmish": skirmish, "melee": melee}


def table_of(value: Mapping[str, Any]) -> tuple[Table, State]:
    game, ruleset = games.load(value["ruleset"])
    state = read_state(game, ruleset, documents.make_document(dict(value), "state"), dict(value), playing=True)
    return Table.of(game, ruleset, state), state


def sequences(value: Mapping[str, Any], depth: int) -> int:
    """Return how many sequences of `depth` steps, each legal when its turn comes, begin at a state."""
    return count(*table_of(value), depth)


def divide(value: Mapping[str, Any], depth: int) -> dict[str, int]:
    """Return the count below each first step."""
    return playing.divide(*table_of(value), depth)


def _after(state: Mapping[str, Any], step: list[dict[str, Any]]) -> dict[str, Any]:
    done = referee.adjudicate(state, step, secret=SECRET, trace=False)
    assert done.done, (step, done.problems)
    assert done.state is not None
    return done.state


def main() -> None:
    """Print the counts of every opening, or those below each first step of one."""
    if len(sys.argv) > 1:
        for step, number in divide(OPENINGS[sys.argv[1]](), int(sys.argv[2])).items():
            print(f"{number:>9,}  {step}")
        return
    print(f"{'opening':<12}" + "".join(f"{depth:>9}" for depth in range(1, 6)))
    for name, known in COUNTS.items():
        state = OPENINGS[name]()
        print(f"{name:<12}" + "".join(f"{sequences(state, depth):>9,}" for depth in range(1, len(known) + 1)))


if __name__ == "__main__":
    main()
