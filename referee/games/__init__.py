"""Finds a game by the name in a ruleset's manifest, and imports it only then."""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from referee.core.documents import Problem, Unreadable
from referee.core.game.game import Game
from referee.core.rules.rulesets import Ruleset, builtin


def find(name: str) -> Game:
    """Return a game by name; raises Unreadable where there is none."""
    if name.isidentifier() and (Path(__file__).parent / name / "__init__.py").is_file():
        game: Game = importlib.import_module(f"{__name__}.{name}").GAME
        return game
    raise Unreadable([Problem("", 0, 0, "game", f"no game is called '{name}'")])


def load(ruleset: str, folders: tuple[Path, ...] = ()) -> tuple[Game, Ruleset]:
    """Return a ruleset and the game that adjudicates it, read once; raises Unreadable.

    A ruleset that is not part of the referee is checked as by `lint` first, since rulings need a sound ruleset.
    """
    game, found = unjudged(ruleset, folders)
    if found.problems_found is None:
        from referee.core.rules.lint import lint

        own = any(layer.parent != builtin() for layer in found.layers)
        found.problems_found = lint(game, found) if own else []
    if found.problems_found:
        raise Unreadable(found.problems_found)
    return game, found


def unjudged(ruleset: str, folders: tuple[Path, ...] = ()) -> tuple[Game, Ruleset]:
    """Return a ruleset, sound or not, and its game, read once; raises Unreadable."""
    return _load(ruleset, folders, os.getcwd() if folders else "")


@cache
def _load(ruleset: str, folders: tuple[Path, ...], working_folder: str) -> tuple[Game, Ruleset]:
    """Load by name; a relative folder depends on the working directory."""
    found = Ruleset(ruleset, folders)
    return find(found.game), found


def names() -> Sequence[str]:
    """Return the games there are."""
    return sorted(p.name for p in Path(__file__).parent.iterdir() if (p / "__init__.py").is_file())
