"""Two rulesets on one position: which orders one of them lists alone, and what comes out otherwise.

So are the rows of an overlay found that make no difference in games at random.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from referee import games
from referee.core import documents
from referee.core.documents import Path as Steps
from referee.core.documents import builtins
from referee.core.documents.writing import flow
from referee.core.game.game import Game
from referee.core.game.state import State
from referee.core.rules.moments import placed_rows
from referee.core.rules.places import steps_said
from referee.core.rules.rulesets import Ruleset

from .playing import SECRET, Step, Table, at_random

# steps of a game at random, after which another begins
_STEPS = 40
_STEPS_OF_A_PLAY = 30
# keys of a state that name its ruleset or its proof
_OF_RULES = ("ruleset", "rules", "chain", "awaiting", "options")


class Difference(NamedTuple):
    """A position on which two rulesets differ: its state, the step that was tried, and how they differ, in words."""

    state: State
    step: Step
    says: list[str]


def trial(game: Game, ruleset: Ruleset, chance: Random) -> State:
    """Return a state to begin a game at random."""
    found: State = game.trial(ruleset, chance) if game.trial is not None else game.new(game.parameters(), ruleset)
    return found


def under(state: State, table: Table) -> State:
    """Return a state as one of another ruleset."""
    return replace(state, ruleset=table.ruleset.name, rules=None)


def differences(one: Table, other: Table, state: State, step: Step, secret: bytes = SECRET) -> list[str]:
    """Return how two rulesets differ on a state and a step, an empty list where they do not."""
    out: list[str] = []
    states = [under(state, table) for table in (one, other)]
    for player in one.players(states[0])[0]:
        rows = [table.orders(given, player) for table, given in zip((one, other), states, strict=True)]
        listed = [[flow(order) for order in orders] for orders in rows]
        out += [f"{one.ruleset.name} alone lists {order}" for order in listed[0] if order not in listed[1]]
        out += [f"{other.ruleset.name} alone lists {order}" for order in listed[1] if order not in listed[0]]
    done = [table.after(given, step, secret) for table, given in zip((one, other), states, strict=True)]
    after = [_plain(outcome.state) if outcome.state is not None else None for outcome in done]
    if after[0] != after[1]:
        for table, outcome in zip((one, other), done, strict=True):
            said = (
                "; ".join(told["what"] for told in builtins(outcome.trace)["steps"][:2]) if outcome.trace else "refused"
            )
            out.append(f"{table.ruleset.name}: {said}")
    return out


def _plain(state: State) -> dict[str, Any]:
    return {key: value for key, value in builtins(state).items() if key not in _OF_RULES}


def compared(one: Table, other: Table, positions: int, chance: Random) -> Iterator[Difference | None]:
    """Yield for so many positions of games at random how two rulesets differ, None where they do not."""
    left = positions
    while left > 0:
        for state, step in at_random(one, trial(one.game, one.ruleset, chance), chance, _STEPS):
            said = differences(one, other, state, step)
            yield Difference(state, step, said) if said else None
            left -= 1
            if not left:
                return


def own_rows(game: Game, ruleset: Ruleset) -> Iterator[tuple[str, Steps]]:
    """Yield the table and the path of every row that the topmost layer says."""
    for table, kind in game.tables.items():
        document = ruleset.document(ruleset.layers[-1], table) if table in ruleset.tables else None
        if document is not None:
            for placed in placed_rows(ruleset.typed(table, kind)):
                if steps_said(document.value, placed.path) == len(placed.path):
                    yield table, placed.path


def idle_rows(
    game: Game, ruleset: Ruleset, plays: int, chance: Random, breaks: Callable[[str, Sequence[Path]], bool]
) -> list[tuple[str, Steps]]:
    """Return the rows of the topmost layer that made no difference, neither in a case nor in so many games at random.

    Each is taken back by a layer of its own: removed, or as the layers below have it. `breaks` says of such a ruleset,
    by its name and folders, whether a case fails under it; on the positions of the games both rulesets are asked.
    """
    left = dict(enumerate(own_rows(game, ruleset)))
    with tempfile.TemporaryDirectory() as folder:
        above = (Path(folder), *(layer.parent for layer in ruleset.layers))
        for number, (table, path) in left.items():
            said = ruleset.document(ruleset.layers[-1], table)
            row, before = _at(said.value if said is not None else None, path), _at(ruleset.below(table), path)
            _write(Path(folder) / f"without-{number}", ruleset.name, table, path, _taken_back(row, before))
        left = {number: row for number, row in left.items() if not breaks(f"without-{number}", above)}
        without = {number: games.unjudged(f"without-{number}", above) for number in left}
        for _ in range(plays):
            if not left:
                break
            found = trial(game, ruleset, chance)
            one = Table.of(game, ruleset, found)
            others = {number: Table.of(*without[number], found) for number in left}
            for state, step in at_random(one, found, chance, _STEPS_OF_A_PLAY):
                for number in list(left):
                    if differences(one, others[number], state, step):
                        del left[number]
                if not left:
                    break
    return list(left.values())


def _at(value: Any, path: Steps) -> Any:
    """Return what stands at a path, None where nothing does."""
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _taken_back(row: Any, before: Any) -> Any:
    """Return what, laid over a row, makes it what it was before; None removes it."""
    if not isinstance(row, dict) or not isinstance(before, dict):
        return before
    return {**before, **{key: _taken_back(one, before.get(key)) for key, one in row.items()}}


def _write(folder: Path, name: str, table: str, path: Steps, value: Any) -> None:
    """Write a ruleset that lays a value at one place of another."""
    for step in reversed(path):
        value = {step: value}
    folder.mkdir()
    manifest = {"format": 1, "ruleset": folder.name, "title": "Without a row", "extends": name}
    (folder / "manifest.yaml").write_text(documents.dump(manifest), encoding="utf-8")
    (folder / f"{table}.yaml").write_text(documents.dump(value), encoding="utf-8")
