"""The order of the entries of a table: an entry may stand `before` or `after` another of its mapping.

Otherwise the new entries of an overlay come last: behind a row that always holds, where the first row decides.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ..documents import Path, nearest
from ..documents.problems import listed

_PLACES = ("before", "after")


class Ordered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry that may name the entry before or after which it stands."""

    before: str | None = None
    after: str | None = None


def in_order(table: dict[str, Any]) -> dict[str, Any]:
    """Return a merged table with every entry where it asks to stand, at any depth.

    Several entries with one place keep their order. An entry whose place cannot be found stays behind the others.
    """
    out, waiting = table, {}
    for key, value in table.items():
        if not isinstance(value, dict):
            continue
        inner = in_order(value)
        if inner is not value:
            out = {**out, key: inner}
        if ("before" in value or "after" in value) and (found := _place(value)) is not None:
            waiting[key] = found
    if not waiting:
        return out
    order = [key for key in out if key not in waiting]
    behind: dict[str, str] = {}
    while ready := [key for key in waiting if waiting[key][1] in order]:
        for key in ready:
            how, name = waiting.pop(key)
            at = order.index(name) + (how == "after")
            if how == "after":
                while at < len(order) and behind.get(order[at]) == name:
                    at += 1
                behind[key] = name
            order.insert(at, key)
    return {key: out[key] for key in (*order, *waiting)}


def order_problems(table: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield what is wrong with the places that entries of a merged table ask for, each with its path."""
    waiting = {key: found for key, value in table.items() if (found := _place(value)) is not None}
    told: set[str] = set()
    for key, value in table.items():
        if isinstance(value, dict):
            if all(isinstance(value.get(how), str) for how in _PLACES):
                yield (*path, key, "after"), f"'{key}' stands before or after another; give one of the two"
            yield from order_problems(value, (*path, key))
    for key, (how, name) in waiting.items():
        if name == key:
            yield (*path, key, how), f"'{key}' cannot stand {how} itself"
        elif name not in table:
            others = [other for other in table if other != key]
            known = nearest(name, others) or f"; there are {listed(others, 'and')}" if others else ""
            yield (*path, key, how), f"there is no '{name}' here for '{key}' to stand {how}{known}"
        elif key not in told and (circle := _circle(key, waiting)):
            told.update(circle)
            names = listed([f"'{one}'" for one in circle], "and")
            yield (*path, key, how), f"{names} wait for each other; give one of them another place"


def _place(value: Any) -> tuple[str, str] | None:
    """Return how and by which other entry an entry is placed, None where it is not."""
    if isinstance(value, dict):
        for how in _PLACES:
            name = value.get(how)
            if isinstance(name, str):
                return how, name
    return None


def _circle(key: str, waiting: Mapping[str, tuple[str, str]]) -> list[str]:
    """Return the entries that wait for each other, from one on; empty where it does not wait for itself."""
    out = [key]
    while out[-1] in waiting and (following := waiting[out[-1]][1]) not in out:
        out.append(following)
    return out if len(out) > 1 and waiting.get(out[-1], ("", ""))[1] == key else []
