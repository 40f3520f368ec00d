"""The files with which a game of one's own begins: a package with a small game that is complete."""

from __future__ import annotations

from pathlib import Path

from referee.core.documents import Unreadable

# what the game that is copied calls itself, in its names, in Python and in its citations
_NAME, _MODULE, _TITLE, _CITE = "dice-nim", "dice_nim", "Nim with a die", "DN "
_KINDS = (".py", ".toml", ".yaml")


def files_of(name: str, title: str) -> dict[str, str]:
    """Return the files of a package with a game of a name, by their paths in its folder; raises Unreadable."""
    if not title.isprintable() or any(letter in title for letter in '"\\{}'):
        raise Unreadable.of("", "a title has no quotation marks, backslashes and braces", "--title")
    folder = _folder()
    paths = sorted(path for path in folder.rglob("*") if path.suffix in _KINDS) if folder.is_dir() else []
    if not paths:
        raise Unreadable.of(str(folder), "the game to copy is not here; install the referee again")
    module = name.replace("-", "_")
    instead = {_NAME: name, _MODULE: module, _TITLE: title, _CITE: f"{name.upper()} "}
    return {
        _with(path.relative_to(folder).as_posix(), instead): _with(path.read_text(encoding="utf-8"), instead)
        for path in paths
    }


def _with(text: str, instead: dict[str, str]) -> str:
    for old, new in instead.items():
        text = text.replace(old, new)
    return text


def _folder() -> Path:
    """Return the folder of the game that is copied (among the examples in a checkout)."""
    inside = Path(__file__).parent / "skeleton"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "examples" / "packages" / _NAME
