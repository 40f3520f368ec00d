"""The table `errata` of an overlay: a table's own clarifications, each cited beside the rule that it clarifies."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from ..documents import Path, Unreadable, nearest
from .lookup import row_at
from .merging import TABLE, readable
from .rulesets import Finding, Ruleset

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


def beside_ruling(ruleset: Ruleset, number: str) -> list[str]:
    """Return the errata that set the option of a ruling."""
    if TABLE not in ruleset.tables:
        return []
    option = ruleset.rulings[number].option
    entries = readable(ruleset.raw(TABLE))
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
