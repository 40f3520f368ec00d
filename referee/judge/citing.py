"""Rules and rulings by citation, chapter or words, each with what belongs to it: rulings, rows, steps, errata."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from referee.core.documents import Unreadable, dotted_path, nearest
from referee.core.documents.problems import known_name
from referee.core.game.finding import index_for
from referee.core.game.game import Game
from referee.core.rules.errata import Errata, errata_about
from referee.core.rules.full_text import Found
from referee.core.rules.index import Ruling
from referee.core.rules.lookup import CitingRow, citing, concerning, procedures
from referee.core.rules.merging import TABLE
from referee.core.rules.row_words import sayer
from referee.core.rules.rulesets import Ruleset

RowSayer = Callable[[CitingRow], str]


def rule_rows(game: Game, found: Ruleset, wanted: str) -> list[dict[str, Any]]:
    """Return the rules and rulings that words name, all of them for no words; a single one with what belongs to it.

    Words that name none give none: see `looked_for`. Raises Unreadable.
    """
    wanted = known_name(wanted, found.citable) if wanted else wanted
    names = _names(found, wanted)
    rows: list[dict[str, Any]] = []
    for name in names:
        if name in found.rules:
            rule = found.rules[name]
            rows.append({"id": name, "title": rule.title, "kind": rule.kind, "summary": rule.summary})
            if len(names) == 1 and (erratum := erratum_of(found, name)) is not None:
                rows[-1]["erratum"] = erratum
        else:
            ruling = found.rulings[name]
            rows.append({"id": name, "title": ruling.question, "kind": "ruling", "summary": ruling.answer})
            if len(names) == 1:
                rows[-1] |= switch_of(ruling) | {"why": ruling.why}
    if len(rows) == 1:
        rows[0] |= rows_of(found, wanted if found.knows(wanted) else names[0], row_sayer(game, found))
    return rows


def erratum_of(found: Ruleset, name: str) -> dict[str, Any] | None:
    """Return what an erratum clarifies, and the option or the row by which it does; None for another rule."""
    if TABLE not in found.tables:
        return None
    erratum = found.typed(TABLE, Errata).errata.get(name)
    if erratum is None:
        return None
    return {"paragraph": erratum.paragraph, "switch": erratum.switch or {}, "row": erratum.row}


def index_rows(game: Game, found: Ruleset, proofs: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    """Return every rule and ruling with all that belongs to it, and the cases that prove it."""
    heads = [(name, one.title, one.summary, str(one.kind)) for name, one in found.rules.items()]
    heads += [(number, one.question, one.answer, "ruling") for number, one in found.rulings.items()]
    words = row_sayer(game, found)
    return [
        {"id": name, "title": title, "summary": summary, "kind": kind, "cases": proofs.get(name, [])}
        | rows_of(found, name, words)
        for name, title, summary, kind in heads
    ]


def row_sayer(game: Game, found: Ruleset) -> RowSayer:
    """Return a function that says a row in words."""
    words = sayer(found, game.moments(found), game.tables)
    return lambda one: words(one.table, one.path, one.row)


def rows_of(found: Ruleset, cite: str, words: RowSayer) -> dict[str, Any]:
    """Return what belongs to a citation: rulings that concern it, rows that carry it, steps that cite it."""
    return {
        "errata": [
            {"id": name, "question": one.question, "answer": one.answer}
            for name, one in errata_about(found, cite).items()
        ],
        "rulings": [{"id": number, "question": ruling.question} for number, ruling in concerning(found, cite)],
        "rows": [
            {
                "table": one.table,
                "path": dotted_path(one.path),
                "place": one.place,
                "row": one.row,
                "words": words(one),
            }
            for one in citing(found, cite)
        ],
        "steps": procedures(found, cite),
    }


def switch_of(ruling: Ruling) -> dict[str, Any]:
    """Return the option of a ruling: its name, its choices and its default."""
    return {
        "option": ruling.option,
        "default": ruling.default,
        "choices": ruling.choices,
        "numbers": ruling.numbers,
        "concerns": ruling.concerns,
    }


def _names(found: Ruleset, wanted: str) -> list[str]:
    """Return the rules and rulings that words name: all, one, those of a chapter, or none."""
    every = [*found.rules, *found.rulings]
    if not wanted:
        return every
    if found.knows(wanted):
        return [found.rule_of(wanted)]
    rule, _, qualifier = wanted.rpartition(" ")
    qualifiers = found.rules[rule].qualifiers if rule in found.rules else []
    if qualifiers:
        near = nearest(qualifier, qualifiers) or f"; they are {', '.join(qualifiers)}"
        raise Unreadable.of("", f"'{qualifier}' is not a qualifier of {rule}{near}")
    return _chapter(wanted, every)


def looked_for(game: Game, found: Ruleset, wanted: str) -> tuple[list[Found], bool]:
    """Return the sheet of a name, or what words are about, and whether it is a sheet.

    Raises Unreadable for nothing, and for a citation.
    """
    heads = {re.split(r"[\s\d-]", name)[0].casefold() for name in (*found.rules, *found.rulings)}
    cited = re.search(r"\d", wanted) is not None and re.split(r"[\s\d-]", wanted)[0].casefold() in heads
    index = index_for(game, found)
    sheet = None if cited else index.sheet(wanted)
    rows = [sheet] if sheet is not None else [] if cited else index.find(wanted)
    if not rows:
        near = nearest(wanted, found.citable) or f"; `referee rules {found.name}` lists them"
        message = f"'{wanted}' is not a rule of {found.name}, and no rule or ruling has these words{near}"
        raise Unreadable.of("", message)
    return rows, sheet is not None


def _chapter(wanted: str, names: list[str]) -> list[str]:
    """Return the paragraphs of a chapter, named by its number or title, or the one paragraph with a number."""
    chapter = [name for name in names if name.startswith((f"{wanted}.", f"{wanted} "))]
    return chapter or [name for name in names if wanted[0].isdigit() and name.endswith(f" {wanted}")]
