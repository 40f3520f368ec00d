"""Looks up what a ruleset says: rows by their path or by what they cite, and where each part comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ..documents import Path, Unreadable, dotted_path, nearest
from ..documents.plain import walked
from ..documents.problems import listed
from .index import Ruling
from .ledger import cites_of
from .places import steps_said, value_at
from .rulesets import Ruleset

# what of a row changes nothing that it does
_WORDS = {"why", "cite", "before", "after"}
_NUMBER = re.compile(r"\[(\d+)\]|\.?(\d+)")


class RowPart(NamedTuple):
    """One value of a row: its path in the row, and where it is written.

    `was` is what the next lower layer says in its place, and where; None where it says the same or nothing.
    """

    path: Path
    value: Any
    place: str
    was: tuple[Any, str] | None


class FoundRow(NamedTuple):
    """A row as it finally is: its table, its path there, its value and the parts of it."""

    table: str
    path: Path
    value: Any
    parts: list[RowPart]


class CitingRow(NamedTuple):
    """A row that carries a citation, with its table, its path and its place."""

    table: str
    path: Path
    row: dict[str, Any]
    place: str


def row_at(ruleset: Ruleset, text: str) -> FoundRow:
    """Return the row at a path as lint and traces print it, `hazards.sand.move.other`; raises Unreadable.

    The path begins with the name of its table, which need not be repeated where the table has a key of that name. It
    may be left out where only one table has the first key.
    """
    known = [name for name in ruleset.tables if text == name or text.startswith((f"{name}.", f"{name}["))]
    tables = [max(known, key=len)] if known else _tables_with(ruleset, text)
    if len(tables) > 1:
        both = listed([f"'{table}.{text}'" for table in tables])
        raise _no_row(text, f"is in several tables; write {both}")
    table = tables[0]
    whole = ruleset.raw(table)
    rest = text.removeprefix(table).removeprefix(".")
    tried = [_walk(whole, rest), _walk(whole, text)]
    path, value, left = min(tried, key=lambda found: (len(found[2]), -len(found[0]) if found[2] else 0))
    if left:
        raise _not_there(ruleset, table, text, path, value, left)
    return FoundRow(table, path, value, list(_parts(ruleset, table, path, (), value)))


def _tables_with(ruleset: Ruleset, text: str) -> list[str]:
    """Return the tables in which a path without a table's name leads farthest; raises Unreadable where none has it."""
    left = {table: len(_walk(ruleset.raw(table), text)[2]) for table in ruleset.tables}
    least = min(left.values())
    if least < len(text):
        return [table for table in left if left[table] == least]
    first = re.split(r"[.\[]", text)[0]
    keys = {str(key) for table in ruleset.tables for key in ruleset.raw(table)}
    there = nearest(first, [*ruleset.tables, *sorted(keys)]) or f"; the tables are {', '.join(ruleset.tables)}"
    raise _no_row(text, f"'{first}' is not a table of {ruleset.name}, nor a key of one{there}")


def _walk(value: Any, text: str) -> tuple[Path, Any, str]:
    """Follow a written path as far as it goes: return that path, the value there, and what is left of the text."""
    path: Path = ()
    while text:
        if isinstance(value, dict):
            # a key may have dots in it, as the number of a rule has
            keys = [key for key in value if text == key or text.startswith((f"{key}.", f"{key}["))]
            if not keys:
                break
            key = max(keys, key=len)
            path, value, text = (*path, key), value[key], text[len(key) :].removeprefix(".")
        elif isinstance(value, list) and (number := _NUMBER.match(text)):
            index = int(number[1] or number[2]) - 1
            if index not in range(len(value)):
                break
            path, value, text = (*path, index), value[index], text[number.end() :].removeprefix(".")
        else:
            break
    return path, value, text


def _no_row(text: str, message: str) -> Unreadable:
    return Unreadable.of("", message, text)


def _not_there(ruleset: Ruleset, table: str, text: str, path: Path, value: Any, left: str) -> Unreadable:
    """Return why a path leads nowhere: a layer removes it, or there is no such key."""
    for document in reversed(ruleset.documents(table)):
        there, inside, beyond = _walk(document.value, f"{dotted_path(path)}.{left}".lstrip("."))
        if inside is None and len(there) > len(path) and not beyond.startswith("["):
            line, column = document.key_place(there)
            return _no_row(text, f"is removed in {document.file}:{line}:{column}")
    wrong = re.split(r"[.\[]", left)[0]
    where = f"in {dotted_path(path)}" if path else f"in the table {table}"
    if not isinstance(value, dict):
        return _no_row(text, f"there is no '{left}' {where}")
    there_are = nearest(wrong, value) or (f"; it has {', '.join(value)}" if len(value) <= 12 else "")
    return _no_row(text, f"there is no '{wrong}' {where}{there_are}")


def _parts(ruleset: Ruleset, table: str, base: Path, path: Path, value: Any) -> Iterator[RowPart]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _parts(ruleset, table, base, (*path, key), inner)
        return
    whole = (*base, *path)
    saying = [document for document in ruleset.documents(table) if steps_said(document.value, whole) == len(whole)]
    if not saying:
        # it comes of an entry that this one is like
        at = ruleset.merged(table).problem(whole, "")
        yield RowPart(path, value, f"{at.file}:{at.line}:{at.column}", None)
        return
    line, column = saying[-1].place(whole)
    was = None
    if len(saying) > 1 and (before := value_at(saying[-2].value, whole)) != value:
        was = before, f"{saying[-2].file}:{saying[-2].place(whole)[0]}"
    yield RowPart(path, value, f"{saying[-1].file}:{line}:{column}", was)


def citing(ruleset: Ruleset, cite: str) -> Iterator[CitingRow]:
    """Yield every row that cites a rule, whatever the qualifier, or a rule with just this qualifier."""
    for table, path, row in _rows_by_cite(ruleset).get(cite, ()):
        place = ruleset.merged(table).problem(path, "")
        yield CitingRow(table, path, row, f"{place.file}:{place.line}")


@lru_cache(maxsize=8)
def _rows_by_cite(ruleset: Ruleset) -> dict[str, list[tuple[str, Path, dict[str, Any]]]]:
    """Return the rows of a ruleset by what they cite, looked for once: a page of all rules asks for each of them."""
    found: dict[str, list[tuple[str, Path, dict[str, Any]]]] = {}
    for table in ruleset.tables:
        for path, row in cited_rows(ruleset.raw(table), ()):
            cites = cites_of(row["cite"])
            rules = [rule for one in cites if (rule := ruleset.rule_of(one)) in ruleset.rules]
            for cite in dict.fromkeys((*cites, *rules)):
                found.setdefault(cite, []).append((table, path, row))
    return found


def procedures(ruleset: Ruleset, cite: str) -> list[str]:
    """Return the steps of procedures that cite a rule, by their keys in `citations`."""
    known = ruleset.raw("citations").get("citations", {})
    return [key for key, cites in known.items() if any(_covers(ruleset, cite, one) for one in cites_of(cites))]


def own_steps(ruleset: Ruleset) -> Mapping[str, Any]:
    """Return the steps of procedures that the lowest layer cites, or those of all layers where it cites none."""
    lowest = ruleset.document(ruleset.layers[0], "citations")
    steps: Mapping[str, Any] = lowest.value["citations"] if lowest else ruleset.raw("citations").get("citations", {})
    return steps


def concerning(ruleset: Ruleset, cite: str) -> list[tuple[str, Ruling]]:
    """Return the rulings that concern a rule; with a qualifier, those that name it or the rule as a whole."""
    rule = ruleset.rule_of(cite)
    return [
        (number, ruling)
        for number, ruling in ruleset.rulings.items()
        if any(_covers(ruleset, cite, one) or one == rule for one in ruling.concerns)
    ]


def _covers(ruleset: Ruleset, cite: str, one: str) -> bool:
    return one == cite or (cite in ruleset.rules and ruleset.rule_of(one) == cite)


def cited_rows(value: Any, path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield every row below a value of a table that cites rules, with its path."""
    for inner, one in walked(value, path):
        if isinstance(one, dict) and isinstance(one.get("cite"), (str, list)):
            yield inner, one


def inherited_parts(ruleset: Ruleset, table: str, paths: list[Path]) -> Iterator[tuple[Path, str, dict[str, Any], Any]]:
    """Yield what each row of the top layer that merges with a lower one keeps of it without saying so.

    It is the lower `when`, or operations beside those that the row says of a quantity: the path of the row, the key,
    what is kept, and the row as it is. `paths` are those of all rows of the table. A row that changes nothing but its
    words is left out.
    """
    top = ruleset.document(ruleset.layers[-1], table)
    if top is None:
        return
    below = ruleset.below(table)
    for path in paths:
        said, lower, now = (value_at(value, path) for value in (top.value, below, ruleset.raw(table)))
        if not isinstance(said, dict) or not isinstance(lower, dict) or now is None:
            continue
        if lower.get("when") and "when" not in said and not said.keys() <= _WORDS:
            yield path, "when", lower["when"], now
        for key, value in said.items():
            other = lower.get(key) if key != "when" else None
            if isinstance(value, dict) and isinstance(other, dict) and (kept := other.keys() - value.keys()):
                yield path, key, {name: other[name] for name in other if name in kept}, now
