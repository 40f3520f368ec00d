"""Which rows of an overlay make a difference in games at random."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from referee import games
from referee.core import documents
from referee.core.documents import Path as Steps
from referee.core.game.game import Game
from referee.core.rules.moments import placed_rows
from referee.core.rules.places import steps_said
from referee.core.rules.rulesets import Ruleset

from .comparing import differences, trial
from .playing import Table, at_random

_STEPS = 30


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
            for state, step in at_random(one, found, chance, _STEPS):
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
