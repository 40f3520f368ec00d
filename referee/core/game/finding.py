"""Finds the rules, rulings, rows and sheets of a game that a text is about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..rules.full_text import Entry, Found, Index, Sheets, index_of
from ..rules.full_text import find as find_in
from ..rules.row_words import ONLY
from ..rules.rulesets import Ruleset
from .game import Game
from .sheets import TableRows, sentence


def find(game: Game, ruleset: Ruleset, text: str, most: int = 10) -> list[Found]:
    """Return what a text is about, best first, each rule and sheet once."""
    return find_in(ruleset, sheets_of(game, ruleset), text, most)


def index_for(game: Game, ruleset: Ruleset) -> Index:
    """Return the index of a ruleset with the sheets of its game."""
    return index_of(ruleset, sheets_of(game, ruleset))


def sheets_of(game: Game, ruleset: Ruleset) -> Sheets:
    """Return what makes the rows in words and the sheets of a ruleset."""

    def make() -> Iterator[Entry]:
        yield from _rows(game, ruleset)
        taken = set[str]()
        for sheet in game.reference(ruleset):
            name = sheet.name if sheet.name not in taken else f"{sheet.name} ({sheet.kind})"
            taken.add(name)
            yield Entry(name, "sheet", f"{name}: {sheet.kind}", sheet.text, "\n".join(sheet.also), sheet.kind)

    made_by = getattr(game.reference, "__code__", None)
    own = Path(made_by.co_filename).parent if made_by is not None else Path(__file__).parent
    return Sheets(make, (Path(__file__).parent, own))


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
