"""What comes of an entry that an overlay removes: one problem, at its `null`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

from ..documents import Document, Path, Problem
from ..documents.problems import listed
from ..rules.rulesets import Ruleset

# the most entries that are listed where a removed name is still used
_MOST_PLACES = 3


def at_removals(ruleset: Ruleset, found: list[Problem]) -> list[Problem]:
    """Return problems, where what comes of an entry that an overlay removes is one problem, at its `null`.

    Those are the names of it in lower layers, their rows that never hold without it, and what is missing beside it.
    """
    out = found
    for name in ruleset.tables:
        for number, folder in enumerate(ruleset.layers):
            document, below = ruleset.document(folder, name), ruleset.layers[:number]
            if document is not None:
                for path in _nulls(document.value):
                    lower = [one for one in out if FilePath(one.file).parent in below]
                    out = _as_one(out, lower, document, path, _names(ruleset, name, path, below))
    return out


def _as_one(
    found: list[Problem], lower: list[Problem], document: Document, path: Path, names: list[str]
) -> list[Problem]:
    """Return problems, of which those of lower layers that come of one `null` are one."""
    starts = tuple(f"'{name}' is {no}" for name in names for no in ("no ", "not ", "neither "))
    naming = [one for one in lower if one.message.startswith(starts) or one.where.split(".")[-1] in names]
    if not naming:
        return found
    naming += [one for one in lower if one.message.startswith("never holds") and one not in naming]
    beside = document.problem(path[:-1], "")
    lacking = [one for one in found if path[1:] and (one.where, one.file) == (beside.where, beside.file)]
    lost = "".join(f"; {one.message}" for one in lacking)
    places = [f"{one.where} ({one.file}:{one.line})" for one in naming[:_MOST_PLACES]]
    places += [f"{len(naming) - _MOST_PLACES} more"] if len(naming) > _MOST_PLACES else []
    verb = "name" if len(naming) > 1 else "names"
    said = f"is removed, and {listed(places, 'and')} still {verb} it{lost}; change that here too, or keep it"
    return [*(one for one in found if one not in (*naming, *lacking)), document.problem(path, said)]


def _names(ruleset: Ruleset, table: str, path: Path, below: list[FilePath]) -> list[str]:
    """Return the names by which a removed entry was known: its own, and that of the option of a ruling."""
    out = [str(path[-1])]
    for folder in below:
        document = ruleset.document(folder, table)
        value = document.value if document is not None else None
        for step in path:
            value = value.get(step) if isinstance(value, dict) else None
        if isinstance(value, dict) and isinstance(value.get("option"), str):
            out.append(value["option"])
    return out


def _nulls(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every `null` of an overlay."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        if inner is None:
            yield (*path, key)
        else:
            yield from _nulls(inner, (*path, key))
