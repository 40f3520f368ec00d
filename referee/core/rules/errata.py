"""The table `errata` of an overlay: a table's own clarifications, each cited beside the rule that it clarifies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from ..documents import Path, Unreadable, nearest

if TYPE_CHECKING:
    from .rulesets import Finding, Ruleset

TABLE = "errata"
# `CLUB 12`
_NUMBERED = re.compile(r"\S.* \d+\Z")


class Erratum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clarification: the paragraph it is about, a question and its answer.

    `switch` sets the default of an option, `{option: value}`, and `row` is the path of the row that says it, such as
    `hazards.sand.move.other`. One with neither explains the paragraph and changes nothing.
    """

    paragraph: str
    question: str
    answer: str
    switch: dict[str, str | int | float | bool] | None = None
    row: str | None = None


class Errata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every clarification by the citation that it has, a name and a number."""

    errata: dict[str, Erratum]


def with_errata(ruleset: Ruleset, table: str, merged: dict[str, Any]) -> dict[str, Any]:
    """Return a merged table as the errata of its ruleset make it.

    Every erratum is a rule. It sets the default of its option, and is cited beside its row, the ruling of its option,
    or its paragraph.
    """
    entries = _readable(ruleset.raw(TABLE).get(TABLE))
    if table == TABLE or not entries:
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
            for number in _numbers(ruleset, entry["switch"]):
                beside.setdefault(number, []).append(name)
        else:
            beside.setdefault(entry["paragraph"], []).append(name)
    if table == "citations":
        found = merged.get("citations") or {}
        return {**merged, "citations": {key: _beside(cites, beside) for key, cites in found.items()}}
    out: dict[str, Any] = _cited(merged, beside, rows, ())
    return out


def beside_ruling(ruleset: Ruleset, number: str) -> list[str]:
    """Return the errata that set the option of a ruling."""
    if TABLE not in ruleset.tables:
        return []
    option = ruleset.rulings[number].option
    entries = _readable(ruleset.raw(TABLE).get(TABLE))
    return [name for name, entry in entries.items() if option in (entry.get("switch") or {})]


def errata_about(ruleset: Ruleset, cite: str) -> dict[str, Erratum]:
    """Return the errata about a rule, with or without a qualifier, or about a ruling, by their citations."""
    if TABLE not in ruleset.tables:
        return {}
    found = ruleset.typed(TABLE, Errata).errata
    options = {ruleset.rulings[cite].option} if cite in ruleset.rulings else set()
    return {
        name: one
        for name, one in found.items()
        if cite in (one.paragraph, ruleset.rule_of(one.paragraph)) or options & set(one.switch or ())
    }


def errata_problems(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield the problems of errata that can be read: strange paragraphs, options, values and rows, doubled switches."""
    from .lookup import row_at

    if TABLE not in ruleset.tables:
        return
    switched: dict[str, str] = {}
    for name, one in ruleset.typed(TABLE, Errata).errata.items():
        at: Path = (TABLE, name)
        if not _NUMBERED.match(name):
            yield TABLE, at, "the citation of an erratum is a name and a number, such as 'CLUB 12'"
        if any(name in document.value.get("rules", {}) for document in ruleset.documents("rules")):
            yield TABLE, at, f"'{name}' is a rule too; give the erratum another number"
        if not ruleset.knows(one.paragraph):
            near = nearest(one.paragraph, ruleset.citable)
            yield TABLE, (*at, "paragraph"), f"'{one.paragraph}' is not a rule of this ruleset{near}"
        if one.switch is not None and one.row is not None:
            yield TABLE, at, "has 'switch' and 'row': an erratum is one of them; write two"
        for option, message in ruleset.wrong_options(one.switch or {}).items():
            yield TABLE, (*at, "switch", option), message
        for option, value in (one.switch or {}).items():
            if option in switched and switched[option] != repr(value):
                yield TABLE, (*at, "switch", option), f"'{option}' is set to another value by an erratum above"
            switched.setdefault(option, repr(value))
        if one.row is not None:
            try:
                row = row_at(ruleset, one.row).value
            except Unreadable as error:
                yield TABLE, (*at, "row"), f"{one.row}: {error.problems[0].message}"
            else:
                if not isinstance(row, dict) or "cite" not in row:
                    yield TABLE, (*at, "row"), f"'{one.row}' is no row with 'cite'"


def _readable(found: Any) -> dict[str, dict[str, Any]]:
    """Return the entries whose parts have the right types; lint reports the others."""
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


def _numbers(ruleset: Ruleset, switch: Mapping[str, Any]) -> list[str]:
    return [number for number, ruling in ruleset.rulings.items() if ruling.option in switch]


def _rulings(rulings: Mapping[str, Any], entries: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return rulings with the defaults that errata set, as far as these are allowed."""
    chosen = {option: value for entry in entries.values() for option, value in (entry.get("switch") or {}).items()}
    out = dict(rulings)
    for number, ruling in rulings.items():
        if isinstance(ruling, dict) and ruling.get("option") in chosen:
            value = chosen[ruling["option"]]
            word = str(value).lower() if isinstance(value, bool) else str(value)
            if word in (ruling.get("choices") or {}) or ruling.get("numbers") is not None:
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
