"""Finds the rules, rulings, rows, sheets and conditions of a game that a text is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ..rules.fact_groups import groups
from ..rules.full_text import Entry, Found, Index, index_of, index_of_entries
from ..rules.row_words import ONLY, row_fields
from ..rules.rulesets import Ruleset
from .game import Game
from .sheets import TableRows, sentence


def find(game: Game, ruleset: Ruleset, text: str, most: int = 10) -> list[Found]:
    """Return what a text is about, best first, each rule and sheet once."""
    return index_for(game, ruleset).find(text, most)


def index_for(game: Game, ruleset: Ruleset) -> Index:
    """Return the index of a ruleset with the sheets of its game."""
    made_by = getattr(game.reference, "__code__", None)
    own = Path(made_by.co_filename).parent if made_by is not None else Path(__file__).parent
    return index_of(ruleset, partial(_sheets, game, ruleset), (Path(__file__).parent, own))


def _sheets(game: Game, ruleset: Ruleset) -> Iterator[Entry]:
    """Yield the rows in words and the sheets of a ruleset."""
    yield from _rows(game, ruleset)
    taken = set[str]()
    for sheet in game.reference(ruleset):
        name = sheet.name if sheet.name not in taken else f"{sheet.name} ({sheet.kind})"
        taken.add(name)
        yield Entry(name, "sheet", f"{name}: {sheet.kind}", sheet.text, "\n".join(sheet.also), sheet.kind)


def _rows(game: Game, ruleset: Ruleset) -> Iterator[Entry]:
    """Yield every row that cites a rule, in words, under the first rule that it cites; the same words once."""
    rows, told = TableRows(ruleset, game.moments(ruleset), game.tables), set[tuple[str, str]]()
    for table in ruleset.tables:
        for cites, said, path in rows.rows(table, ruleset.raw(table), ()):
            rule = ruleset.rule_of(cites[0]) if cites else ""
            # the ruling itself says what its other choices are
            if said.startswith(ONLY):
                continue
            if ruleset.knows(rule) and (rule, said) not in told:
                told.add((rule, said))
                head = ruleset.rules[rule].title if rule in ruleset.rules else ruleset.rulings[rule].question
                yield Entry(rule, "row", head, sentence(f"{said} ({', '.join(cites)})"), "", _spaced(path))


def _spaced(path: tuple[str | int, ...]) -> str:
    return " ".join(str(step).replace("_", " ") for step in path)


_MOST = 6


def conditions_about(game: Game, ruleset: Ruleset, text: str) -> list[dict[str, Any]]:
    """Return the facts and fields that a text is about, best first, each with an example and its names by moment.

    Phrases in which authors ask for them stand in the table `words`, under `conditions`.
    """
    rows = {**_facts(game, ruleset), **_fields(game, ruleset)}
    table: Mapping[str, list[str]] = ruleset.raw("words").get("conditions", {}) if "words" in ruleset.tables else {}
    entries = [
        Entry(key, "row", " ".join([key, *row["facts"]]).replace("_", " "), row["says"], "\n".join(table.get(key, ())))
        for key, row in rows.items()
    ]
    return [rows[found.id] for found in index_of_entries(entries, ruleset).find(text, _MOST)]


def _facts(game: Game, ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    out: dict[str, dict[str, Any]] = {}
    for name, moment in game.moments(ruleset).items():
        for group in groups(moment):
            known = out.setdefault(
                group.key, {"facts": [], "example": group.example, "values": group.values, "moments": {}}
            )
            known.setdefault("says", group.kind.says)
            known["facts"] += [fact for fact in group.facts if fact not in known["facts"]]
            roles = {moment.facts[fact].of: fact for fact in reversed(group.facts)}
            known["moments"][name] = [roles[role] for role in group.roles]
    return out


def _fields(game: Game, ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    out: dict[str, dict[str, Any]] = {}
    for name, fields in row_fields(game.tables, game.moments(ruleset)).items():
        for field, values in fields.items():
            example = f"{field}: {values.partition(' |')[0]}"
            row = {"facts": [field], "example": example, "values": values, "says": "a field beside when", "moments": {}}
            out.setdefault(field, row)["moments"][name] = [field]
    return out
