"""Checks of a ruleset: types, citations, facts, options, and what its game requires."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..documents import Document, Path, Problem, Unreadable, nearest
from ..documents.problems import written
from ..rules import modifiers
from ..rules.rulesets import Citations, Rules, Ruleset, Rulings, merge
from .game import Game

CORE_TABLES: dict[str, Any] = {"rules": Rules, "rulings": Rulings, "citations": Citations}


def lint(game: Game, ruleset: Ruleset) -> list[Problem]:
    """Return every problem of a ruleset and of the rulesets it extends."""
    out: list[Problem] = []
    kinds = {**CORE_TABLES, **game.tables}
    for name in ruleset.tables:
        if name not in kinds:
            out.append(_problem(ruleset, name, f"'{name}' is not a table of {game.name}{nearest(name, kinds)}"))
    typed: dict[str, Any] = {}
    for name, kind in kinds.items():
        try:
            typed[name] = ruleset.typed(name, kind)
        except Unreadable as error:
            out += error.problems
    if out:
        return out
    out += _idle_nulls(ruleset)
    facts = game.facts(ruleset)
    for name, table in typed.items():
        for row in modifiers.rows_in(table):
            out += [_problem(ruleset, name, said) for said in modifiers.unknown_facts(row, facts)]
            out += _unknown_cites(ruleset, name, row.cites)
    lowest = ruleset.document(ruleset.layers[0], "citations")
    for key in lowest.value["citations"] if lowest is not None else ():
        if key not in typed["citations"].citations:
            out.append(_problem(ruleset, f"citations.{key}", "is missing, and the game cites it"))
    for key, cite in typed["citations"].citations.items():
        out += _unknown_cites(ruleset, f"citations.{key}", [cite] if isinstance(cite, str) else cite)
    for number, ruling in ruleset.rulings.items():
        out += _unknown_cites(ruleset, f"rulings.{number}", ruling.concerns)
        if ruling.option is not None and (ruling.default is None or not ruling.allows(ruling.default)):
            out.append(
                _problem(
                    ruleset, f"rulings.{number}", f"the default {written(ruling.default)} is not one of its choices"
                )
            )
    if out:
        return out
    return [_problem(ruleset, "", said) for said in game.lint(ruleset)]


def _idle_nulls(ruleset: Ruleset) -> Iterator[Problem]:
    """Yield every `null` of an overlay that removes nothing, since its key does not exist."""
    for name in ruleset.tables:
        below: dict[str, Any] = {}
        for folder in ruleset.layers:
            document = ruleset.document(folder, name)
            if document is not None and isinstance(document.value, dict):
                yield from _idle(document, document.value, below, ())
                below = merge(below, document.value)


def _idle(document: Document, above: dict[str, Any], below: dict[str, Any], path: Path) -> Iterator[Problem]:
    for key, value in above.items():
        if value is None and key not in below:
            near = nearest(key, below)
            yield document.problem((*path, key), f"removes nothing: there is no '{key}' here{near}", None)
        elif isinstance(value, dict):
            inner = below.get(key)
            yield from _idle(document, value, inner if isinstance(inner, dict) else {}, (*path, key))


def _unknown_cites(ruleset: Ruleset, where: str, cites: Any) -> list[Problem]:
    return [
        _problem(ruleset, where, f"'{cite}' is not a rule of this ruleset{nearest(cite, ruleset.rules)}")
        for cite in cites
        if not ruleset.knows(cite)
    ]


def _problem(ruleset: Ruleset, where: str, message: str) -> Problem:
    return Problem(str(ruleset.layers[-1]), 0, 0, where, message)
