"""Entries that are like another: `like: warband` takes over all that its table says, and every row that names it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..documents import Path, nearest
from .merging import merge

LIKE = "like"
_WHEN = "when"


def likes(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the name of every entry that is like another beside it, with the name of that one."""
    if isinstance(value, dict):
        for name, entry in value.items():
            model = entry.get(LIKE) if isinstance(entry, dict) else None
            if isinstance(model, str) and model in value and model != name:
                yield name, model
            yield from likes(entry)


def strange(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield the path of every `like` that names no other entry beside its own, with what is wrong."""
    if isinstance(value, dict):
        for name, entry in value.items():
            if isinstance(entry, dict) and LIKE in entry and entry[LIKE] not in [key for key in value if key != name]:
                others = [str(key) for key, one in value.items() if key != name and isinstance(one, dict)]
                yield (*path, name, LIKE), f"there is no '{entry[LIKE]}' beside it{nearest(str(entry[LIKE]), others)}"
            yield from strange(entry, (*path, name))


def expanded(value: Any, models: Mapping[str, str]) -> Any:
    """Return a table in which an entry that is like another has what that one has, and rows that name it hold too."""
    if not isinstance(value, dict):
        return [expanded(one, models) for one in value] if isinstance(value, list) else value
    out = {}
    for name, entry in value.items():
        if isinstance(entry, dict) and entry.get(LIKE) in value and LIKE in entry:
            entry = _whole(value, name, ())
        out[name] = _widened(entry, models) if name == _WHEN else expanded(entry, models)
    return out


def _whole(entries: Mapping[str, Any], name: str, seen: tuple[str, ...]) -> dict[str, Any]:
    """Return an entry over the one that it is like, and that over what it is like itself."""
    entry: dict[str, Any] = entries[name]
    model = entry.get(LIKE)
    own = {key: value for key, value in entry.items() if key != LIKE}
    if not isinstance(entries.get(str(model)), dict) or model in (name, *seen):
        return entry
    return merge(_whole(entries, str(model), (*seen, name)), own)


def _widened(when: Any, models: Mapping[str, str]) -> Any:
    """Return conditions that name an entry with those that are like it."""
    if not isinstance(when, dict):
        return when
    out = {}
    for fact, wanted in when.items():
        given = wanted if isinstance(wanted, list) else [wanted]
        more = [name for name in models if name not in given and any(one in given for one in _models(name, models))]
        out[fact] = [*given, *more] if more else wanted
    return out


def _models(name: str, models: Mapping[str, str]) -> Iterator[str]:
    """Yield what an entry is like, and what that is like."""
    seen = {name}
    while (name := models.get(name, "")) and name not in seen:
        seen.add(name)
        yield name
