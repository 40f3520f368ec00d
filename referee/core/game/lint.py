"""Checks of a ruleset: types, citations, facts, options, and what its game requires."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from ..documents import Document, Path, Problem, Unreadable, nearest
from ..documents.problems import listed, written
from ..line.reader import vocabulary_of
from ..line.vocabulary import Words
from ..rules.contrary_rows import contrary_rows, idle_places, other_order, undecided_rows
from ..rules.errata import Errata, errata_problems
from ..rules.index import Citations, Rules, Rulings
from ..rules.ledger import Cites
from ..rules.lookup import inherited_parts, own_steps
from ..rules.merging import nulls
from ..rules.misnamed import Misnamed, alike_rows, misnamed_entries
from ..rules.moments import Moment, empty_sections, placed_rows, with_options
from ..rules.places import placed_cites, value_at
from ..rules.reach import exclusions, repeated_rows, uncovered_facts, unreachable
from ..rules.row_checks import row_problems, row_warnings
from ..rules.rows import Row
from ..rules.rulesets import Ruleset
from ..rules.sequence import order_problems
from ..rules.sound_parts import sound_parts
from .game import Game

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
                for path in nulls(document.value):
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
        value = value_at(document.value, path) if document is not None else None
        if isinstance(value, dict) and isinstance(value.get("option"), str):
            out.append(value["option"])
    return out


# what begins the message about a name that there is not
_NO_NAME = re.compile("'[^']*' is (no|neither) ")
CORE_TABLES: dict[str, Any] = {
    "rules": Rules,
    "rulings": Rulings,
    "citations": Citations,
    "words": Words,
    "errata": Errata,
}
# a ruleset may do without these
_OPTIONAL = ("rulings", "words", "errata")


def lint(game: Game, ruleset: Ruleset) -> list[Problem]:
    """Return every problem of a ruleset and of the rulesets it extends."""
    if strange := ruleset.strange_likes():
        return strange
    contested = ruleset.conflicts()
    kinds = {**CORE_TABLES, **game.tables}
    present = {
        name: kind
        for name, kind in kinds.items()
        if name not in contested and (name not in _OPTIONAL or name in ruleset.tables)
    }
    typed, wrong, strangers = _typed(ruleset, present)
    out = [problem for problems in contested.values() for problem in problems]
    out += [*_unknown_tables(game, ruleset, kinds), *wrong]
    places = [ruleset.problem_at(name, at, said) for name in present for at, said in order_problems(ruleset.raw(name))]
    if out:
        beside = [] if contested else _beside(game, ruleset, present, strangers)
        return [*out, *places, *beside]
    out = [*places, *_idle_nulls(ruleset)]
    bare = game.moments(ruleset)
    moments = with_options(bare, ruleset)
    for name, table in typed.items():
        out += _rows(ruleset, name, table, bare, moments)
    out += _citations(game, ruleset, typed["citations"].citations)
    out += _rulings(ruleset)
    out += ruleset.problems_at(errata_problems(ruleset))
    out += _policies(game, ruleset)
    try:
        further = game.lint(ruleset)
    except (Unreadable, ValueError):
        # a game may not get through tables with problems as these
        if not out:
            raise
        return out
    out += [said if isinstance(said, Problem) else _problem(ruleset, "", said) for said in further]
    out += _words(game, ruleset) if not out else []
    return at_removals(ruleset, out)


def _words(game: Game, ruleset: Ruleset) -> list[Problem]:
    """Return what is wrong with the grammar of the table of words."""
    if game.lines is None:
        return []
    try:
        vocabulary_of(ruleset, game.compile(ruleset, {}), game.lines())
    except Unreadable as error:
        return list(error.problems)
    return []


def _policies(game: Game, ruleset: Ruleset) -> list[Problem]:
    """Return the problems of standing orders that give an order that there is not."""
    found = ruleset.raw("policies").get("policies", {}) if "policies" in ruleset.tables else {}
    out = []
    for name, policy in found.items():
        verbs = [
            *policy["orders"],
            *(verb for key in ("most", "least", "only", "where") for verb in policy.get(key, ())),
        ]
        for verb in dict.fromkeys(verbs):
            if verb not in game.verbs:
                said = f"'{verb}' is no order here{nearest(verb, game.verbs)}"
                out.append(ruleset.problem_at("policies", ("policies", name), said))
    return out


def _beside(game: Game, ruleset: Ruleset, kinds: Mapping[str, Any], strangers: list[Misnamed]) -> list[Problem]:
    """Return what else is wrong in a ruleset of which something is of the wrong type: rows, citations and names.

    What can hang on that which is not read is left out.
    """
    parts = sound_parts(ruleset, kinds)
    if parts is None:
        return []
    sound = parts.ruleset
    out = list(_idle_nulls(ruleset))
    try:
        moments = with_options(game.moments(sound), sound)
        for name, table in parts.typed.items():
            for placed in placed_rows(table):
                for inner, said, key in row_problems(placed, moments):
                    out.append(sound.problem_at(name, (*placed.path, *inner), said, key))
            for path, cite in placed_cites(table):
                out += _unknown_cites(sound, name, path, cite)
        out += [one for one in game.lint(sound) if isinstance(one, Problem) and _NO_NAME.match(one.message)]
    except (Unreadable, ValueError, LookupError):
        # what is left may be too little for the game
        pass
    told = [one for one in dict.fromkeys(out) if parts.tells(one) and not any(other.covers(one) for other in strangers)]
    return at_removals(ruleset, told)


def _unknown_tables(game: Game, ruleset: Ruleset, kinds: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for every file that is no table of the game."""
    for name in ruleset.tables:
        if name not in kinds:
            message = f"'{name}' is not a table of {game.name}{nearest(name, kinds)}"
            yield ruleset.problem_at(name, (), message)._replace(where="")


def _typed(ruleset: Ruleset, kinds: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem], list[Misnamed]]:
    """Return the tables that can be read as their types, the problems of the others, and the misnamed entries."""
    typed: dict[str, Any] = {}
    out: list[Problem] = []
    misnamed: list[Misnamed] = []
    for name, kind in kinds.items():
        strangers = misnamed_entries(ruleset, name, kind)
        misnamed += strangers
        out += [stranger.problem for stranger in strangers]
        try:
            typed[name] = ruleset.typed(name, kind)
        except Unreadable as error:
            out += [one for one in error.problems if not any(stranger.covers(one) for stranger in strangers)]
    # the errata of every table read the rulings, and say again what is wrong with them
    return typed, list(dict.fromkeys(out)), misnamed


def _rows(
    ruleset: Ruleset, name: str, table: Any, bare: Mapping[str, Moment], moments: Mapping[str, Moment]
) -> Iterator[Problem]:
    """Yield the problems of the rows of a table, of its citations, and of its sections as a whole.

    The `moments` have the options among their facts, the `bare` ones have not.
    """
    sections: dict[tuple[str, Path], dict[str, Row]] = {}
    for placed in placed_rows(table):
        found = row_problems(placed, moments) or list(exclusions(placed.row, moments[placed.moment]))
        for inner, said, key in found:
            yield ruleset.problem_at(name, (*placed.path, *inner), said, key)
        if placed.path and not found:
            sections.setdefault((placed.moment, placed.path[:-1]), {})[str(placed.path[-1])] = placed.row
    for path, empty in empty_sections(table):
        if moments[empty].complete:
            for inner, said in _reach({}, moments[empty]):
                yield ruleset.problem_at(name, (*path, *inner), said)
    for path, cite in placed_cites(table):
        yield from _unknown_cites(ruleset, name, path, cite)
    turned = other_order(ruleset, name)
    # where the order is wrong, what is reached is not yet known
    unordered = {path[:-2] for path, _ in order_problems(ruleset.raw(name))} if sections else set()
    for (moment, path), rows in sections.items():
        if path in unordered:
            continue
        wrong: list[tuple[Path, str]] = []
        if turned is not None:
            unsure = undecided_rows(ruleset, name, path, rows, moments[moment], turned)
            wrong += [((row,), said) for row, said in unsure]
        if bare[moment].facts and not moments[moment].grants:
            contrary = contrary_rows(ruleset, name, path, rows, moments[moment])
            wrong += [((row,), said) for row, said in contrary]
            wrong += idle_places(rows, moments[moment])
        if moments[moment].first_match:
            wrong += _reach(rows, moments[moment])
        elif bare[moment].facts and not moments[moment].grants:
            # where there are no facts, the name of a row says what it is about
            said = "repeats '{}', and both count; leave one out"
            wrong += [((row,), said.format(other)) for row, other in repeated_rows(rows)]
        for inner, said in wrong:
            yield ruleset.problem_at(name, (*path, *inner), said)


def _citations(game: Game, ruleset: Ruleset, citations: Mapping[str, Cites]) -> Iterator[Problem]:
    """Yield the steps that lack a citation, those that the game does not cite, and citations that are no rules."""
    steps = own_steps(ruleset)
    for key in steps:
        if key not in citations:
            message = f"'{key}' is missing, and the game cites it"
            yield ruleset.problem_at("citations", ("citations",), message, key)
    known = [*steps, *game.further_steps()]
    for key, cite in citations.items():
        if key not in known:
            message = f"'{key}' is no step that the game cites{nearest(key, known)}"
            yield ruleset.problem_at("citations", ("citations", key), message)
        yield from _unknown_cites(ruleset, "citations", ("citations", key), cite)


def _named(ruleset: Ruleset, option: str) -> bool:
    """Return whether any table but that of the rulings names an option."""
    tables = (table for table in ruleset.tables if table != "rulings")
    return any(option in document.text for table in tables for document in ruleset.documents(table))


def _rulings(ruleset: Ruleset) -> Iterator[Problem]:
    """Yield rulings that concern no rule, whose default is none of their choices, or that take an option away."""
    given = {ruling.option for ruling in ruleset.rulings.values()}
    for document in ruleset.documents("rulings"):
        for number, told in document.value.get("rulings", {}).items():
            option = told.get("option") if isinstance(told, dict) else None
            # a row that names it says so itself
            if isinstance(option, str) and option not in given and not _named(ruleset, option):
                message = f"gives the option '{option}', which the game asks for; set its 'default' instead"
                yield ruleset.problem_at("rulings", ("rulings", number), message)
    for number, ruling in ruleset.rulings.items():
        at = ("rulings", number)
        yield from _unknown_cites(ruleset, "rulings", (*at, "concerns"), ruling.concerns)
        if ruling.option is not None and (ruling.default is None or not ruling.allows(ruling.default)):
            message = f"the default {written(ruling.default)} is not one of its choices, {listed(ruling.words, 'and')}"
            yield ruleset.problem_at("rulings", (*at, "default"), message)
        elif ruling.option is None and (ruling.default is not None or ruling.choices):
            field = "default" if ruling.default is not None else "choices"
            message = f"'{field}' is for a ruling with an option, and this one has none; the game knows no other way"
            yield ruleset.problem_at("rulings", (*at, field), message)


def _reach(rows: Mapping[str, Row], moment: Moment) -> Iterator[tuple[Path, str]]:
    """Yield the rows of a first-match section that never decide, and what no row decides."""
    for name, earlier in unreachable(rows, moment):
        if len(earlier) == 1:
            said = f"is never reached: '{earlier[0]}' holds whenever it does; give it 'before: {earlier[0]}'"
            yield (name,), said
        else:
            names = listed([f"'{one}'" for one in earlier], "and")
            yield (name,), f"is never reached: one of {names} holds whenever it does; give it 'before: {earlier[0]}'"
    if moment.complete and (facts := uncovered_facts(rows, moment)) is not None:
        named = ", ".join(f"{name} {written(value)}" for name, value in facts.items())
        yield (), f"no row holds for {named or 'anything'}; give a last row without 'when'"


def warnings(game: Game, ruleset: Ruleset) -> list[Problem]:
    """Return what may not be meant in a sound ruleset: rows that do or explain nothing, or are named like others."""
    out: list[Problem] = []
    moments = game.moments(ruleset)
    for name, kind in game.tables.items():
        out += alike_rows(ruleset, name, kind)
        rows = list(placed_rows(ruleset.typed(name, kind)))
        for placed in rows:
            for inner, said, key in row_warnings(placed.row, moments[placed.moment]):
                out.append(ruleset.problem_at(name, (*placed.path, *inner), said, key))
        for path, key, below, row in inherited_parts(ruleset, name, [placed.path for placed in rows]):
            also = " and ".join(f"`{one}`" for one in (["when"] if key == "when" else below))
            plain = f"write {also} too{'' if key == 'when' else ', or null,'} to make that plain"
            kept = f"keeps `{key}: {written(below)}` of the row below it; {plain}"
            out.append(ruleset.problem_at(name, path, f"{kept}. The row is now {written(row)}"))
    return [*out, *game.warnings(ruleset)]


def _idle_nulls(ruleset: Ruleset) -> Iterator[Problem]:
    """Yield a problem for every `null` of an overlay whose key does not exist below."""
    for name in ruleset.tables:
        for document, below in ruleset.over(name):
            yield from _idle(document, document.value, below, ())


def _idle(document: Document, above: dict[str, Any], below: dict[str, Any], path: Path) -> Iterator[Problem]:
    for key, value in above.items():
        if value is None and key not in below:
            near = nearest(key, below)
            yield document.problem((*path, key), f"removes nothing: there is no '{key}' here{near}", None)
        elif isinstance(value, dict):
            inner = below.get(key)
            yield from _idle(document, value, inner if isinstance(inner, dict) else {}, (*path, key))


def _unknown_cites(ruleset: Ruleset, table: str, path: Path, given: Cites) -> list[Problem]:
    """Return the problems of citations that are not rules; `path` is that of the citation or of their list."""
    places = [(path, given)] if isinstance(given, str) else [((*path, n), one) for n, one in enumerate(given)]
    return [
        ruleset.problem_at(table, at, f"'{cite}' is not a rule of this ruleset{nearest(cite, ruleset.citable)}")
        for at, cite in places
        if not ruleset.knows(cite)
    ]


def _problem(ruleset: Ruleset, where: str, message: str) -> Problem:
    return Problem(str(ruleset.layers[-1]), 0, 0, where, message)
