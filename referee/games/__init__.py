"""Finds a game by the name in a ruleset's manifest, and imports it only then."""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from referee.core.documents import Problem, Unreadable
from referee.core.game.game import Game
from referee.core.rules.memory import Memory
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import builtin, searched, table_files


@cache
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
        found.problems_found = _judged(game, found) if any(x.parent != builtin() for x in found.layers) else []
    if found.problems_found:
        raise Unreadable(found.problems_found)
    return game, found


def _judged(game: Game, ruleset: Ruleset) -> list[Problem]:
    from referee.core.game.lint import lint

    return lint(game, ruleset)


def unjudged(ruleset: str, folders: tuple[Path, ...] = ()) -> tuple[Game, Ruleset]:
    """Return a ruleset, sound or not, and its game; raises Unreadable.

    It is read once, and again when a file in the user's folders has changed.
    """
    places = searched(folders)
    # a relative folder is another one elsewhere
    key = (ruleset, places, os.getcwd() if places else "")
    known = _read.get(key)
    if known is None or (places and known[1] != _marks(places, known[0])):
        found = Ruleset(ruleset, folders)
        known = _read[key] = found, _marks(places, found)
    return find(known[0].game), known[0]


# what a file or a folder is known by: its path, when it was written, its size and its number on the disk
_Mark = tuple[str, int, int, int]
_MOST_READ = 256
_read: Memory[tuple[str, tuple[Path, ...], str], tuple[Ruleset, tuple[_Mark, ...]]] = Memory(_MOST_READ)


def _marks(folders: tuple[Path, ...], ruleset: Ruleset) -> tuple[_Mark, ...]:
    """Return the marks of everything of a user's that a ruleset is read from, or could be."""
    own = [layer for layer in ruleset.layers if layer.parent != builtin()]
    places = [*folders, *(path for layer in own for path in (layer, *table_files(layer)))]
    return tuple(_mark(path) for path in places)


def _mark(path: Path) -> _Mark:
    try:
        found = path.stat()
    except OSError:
        return str(path), 0, 0, 0
    return str(path), found.st_mtime_ns, found.st_size, found.st_ino


def names() -> Sequence[str]:
    """Return the games there are."""
    return sorted(p.name for p in Path(__file__).parent.iterdir() if (p / "__init__.py").is_file())
