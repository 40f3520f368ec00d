"""Finds a game by the name in a ruleset's manifest, and imports it only then."""

from __future__ import annotations

import importlib
import os
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path

from referee.core.documents import Problem, Unreadable, nearest
from referee.core.documents.problems import listed
from referee.core.game.game import API, Game
from referee.core.rules.memory import Memory
from referee.core.rules.packages import GAMES, EntryPoint, offers
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import builtin, search_folders, table_files


@cache
def find(name: str) -> Game:
    """Return a game by name, one of the referee's own or one that a package offers.

    Raises Unreadable where there is none, or where the package's cannot be used.
    """
    if name.isidentifier() and _is_game(Path(__file__).parent / name):
        game: Game = importlib.import_module(f"{__name__}.{name}").GAME
        return game
    offered = [offer for offer in offers(GAMES) if offer.name == name]
    if len(offered) > 1:
        both = listed([offer.package for offer in offered], "and")
        raise Unreadable.of("", f"the packages {both} offer a game '{name}'; uninstall one of them")
    if offered:
        return _offered(offered[0])
    known = list(dict.fromkeys([*names(), *(offer.name for offer in offers(GAMES))]))
    there = nearest(name, known) or f"; there are {', '.join(known)}"
    raise Unreadable.of("", f"no game is called '{name}'{there}")


def _offered(offer: EntryPoint) -> Game:
    """Return the game that a package offers; raises Unreadable."""
    found = offer.load()
    if not isinstance(found, Game):
        raise offer.broken(f"is no game: it must point to a referee.core.game.game.Game, not {type(found).__name__}")
    if found.api != API:
        other = "a newer referee" if found.api > API else "a newer version of the package"
        raise offer.broken(f"is written for version {found.api} of the interface, and this is {API}: install {other}")
    if found.name != offer.name:
        raise offer.broken(f"is called '{found.name}': give both one name")
    for scope, orders in found.orders.items():
        for key, kind in orders.items():
            if key != kind.verb:
                where = f"'{key}' in the orders of '{scope}'"
                raise offer.broken(f"has {where}, and the verb of {kind.__name__} is '{kind.verb}': give both one name")
    return found


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
    places = search_folders(folders)
    # a relative folder is another one elsewhere
    key = (ruleset, places, os.getcwd() if places else "")
    known = _read.get(key)
    if known is None or (places and known[1] != _marks(places, known[0])):
        found = Ruleset(ruleset, folders)
        known = _read[key] = found, _marks(places, found)
    return _game_of(known[0]), known[0]


def _game_of(ruleset: Ruleset) -> Game:
    """Return the game that a manifest names; raises Unreadable, at its place there."""
    try:
        return find(ruleset.game)
    except Unreadable as error:
        raise Unreadable([ruleset.problem_at("manifest", ("game",), p.message) for p in error.problems]) from None


def unusable(ruleset: Ruleset) -> list[str]:
    """Return why the game that a manifest names cannot be used; those of the referee are not imported for it."""
    if ruleset.game in names():
        return []
    try:
        _game_of(ruleset)
    except Unreadable as error:
        return [str(problem) for problem in error.problems]
    return []


def unusable_offers(named: Collection[str]) -> list[str]:
    """Return why games that packages offer cannot be used, apart from those that rulesets have `named`."""
    out = []
    for name in dict.fromkeys(offer.name for offer in offers(GAMES)):
        if name not in named:
            try:
                find(name)
            except Unreadable as error:
                out += [str(problem) for problem in error.problems]
    return out


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
    return sorted(p.name for p in Path(__file__).parent.iterdir() if _is_game(p))


def _is_game(folder: Path) -> bool:
    """Return whether a folder is a package, of sources or compiled without them."""
    return any((folder / f"__init__.{kind}").is_file() for kind in ("py", "pyc"))
