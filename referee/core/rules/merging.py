"""How one layer of a table is laid over another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..documents import Path

TABLE = "errata"


def with_errata(
    table: str, merged: dict[str, Any], errata: Mapping[str, Any], options: Callable[[], Mapping[str, str | None]]
) -> dict[str, Any]:
    """Return a merged table as the merged table `errata` makes it; `options` gives the option of each ruling.

    Every erratum is a rule. It sets the default of its option, and is cited beside its row, the ruling of its option,
    or its paragraph.
    """
    entries = readable(errata)
    if not entries or not isinstance(merged.get(table) or {}, dict):
        return merged
    if table == "rules":
        own = {name: _rule(entry) for name, entry in entries.items()}
        return {**merged, "rules": {**own, **(merged.get("rules") or {})}}
    if table == "rulings":
        return {**merged, "rulings": _rulings(merged.get("rulings") or {}, entries)}
    beside: dict[str, list[str]] = {}
    rows: dict[str, list[str]] = {}
    for name, entry in entries.items():
        if entry.get("row"):
            rows.setdefault(str(entry["row"]), []).append(name)
        elif entry.get("switch"):
            for number, option in options().items():
                if option in entry["switch"]:
                    beside.setdefault(number, []).append(name)
        else:
            beside.setdefault(entry["paragraph"], []).append(name)
    if table == "citations":
        found = merged.get("citations") or {}
        return {**merged, "citations": {key: _beside(cites, beside) for key, cites in found.items()}}
    out: dict[str, Any] = _cited(merged, beside, rows, ())
    return out


def nulls(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every `null` of an overlay."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        if inner is None:
            yield (*path, key)
        else:
            yield from nulls(inner, (*path, key))


def readable(errata: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the entries of a merged table whose parts have the right types; lint reports the others."""
    found = errata.get(TABLE)
    if not isinstance(found, dict):
        return {}
    return {
        name: entry
        for name, entry in found.items()
        if isinstance(entry, dict)
        and all(isinstance(entry.get(key), str) for key in ("paragraph", "question", "answer"))
        and isinstance(entry.get("switch", {}), (dict, type(None)))
    }


def _rule(entry: Mapping[str, Any]) -> dict[str, Any]:
    decides = entry.get("switch") or entry.get("row")
    return {
        "title": entry["question"],
        "summary": entry["answer"],
        "kind": "adjudicated" if decides else "advice",
    }


def _rulings(rulings: Mapping[str, Any], entries: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return rulings with the defaults that errata set, as far as these are allowed."""
    chosen = {option: value for entry in entries.values() for option, value in (entry.get("switch") or {}).items()}
    out = dict(rulings)
    for number, ruling in rulings.items():
        if isinstance(ruling, dict) and isinstance(ruling.get("option"), str) and ruling["option"] in chosen:
            value = chosen[ruling["option"]]
            word = str(value).lower() if isinstance(value, bool) else str(value)
            choices = ruling.get("choices")
            if (isinstance(choices, dict) and word in choices) or ruling.get("numbers") is not None:
                out[number] = {**ruling, "default": value}
    return out


def _cited(value: Any, beside: Mapping[str, list[str]], rows: Mapping[str, list[str]], path: tuple[str, ...]) -> Any:
    """Return a table with the errata cited beside what they clarify."""
    if isinstance(value, dict):
        own = rows.get(".".join(path), [])
        return {
            key: _beside(inner, beside, own)
            if key == "cite" and isinstance(inner, (str, list))
            else _cited(inner, beside, rows, (*path, str(key)))
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_cited(inner, beside, rows, (*path, str(number))) for number, inner in enumerate(value, 1)]
    return value


def _beside(cites: Any, beside: Mapping[str, list[str]], own: list[str] | None = None) -> Any:
    """Return citations with those of errata after the ones that they clarify, and `own` ones at the end."""
    found = [cites] if isinstance(cites, str) else cites
    if not isinstance(found, list):
        return cites
    if not all(isinstance(cite, str) for cite in found):
        return cites
    out = list(dict.fromkeys([*(one for cite in found for one in (cite, *beside.get(cite, ()))), *(own or ())]))
    return out if len(out) > len(found) else cites


def merge(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Return a mapping merged with another: key by key, `null` removes, a list is replaced as a whole."""
    out = dict(below)
    for key, value in above.items():
        if value is None:
            out.pop(key, None)
        elif isinstance(value, dict) and isinstance(out.get(key), dict):
            out[key] = merge(out[key], value)
        else:
            out[key] = value
    return out
