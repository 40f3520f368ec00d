"""The files with which an overlay begins: its manifest, a row with comments, its rule, a case and schemas."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.json import encode

from referee import games
from referee.core import documents
from referee.core.documents import Problem, Unreadable, nearest
from referee.core.documents.problems import listed
from referee.core.documents.writing import flow
from referee.core.game.game import Game
from referee.core.game.lint import lint
from referee.core.game.schemas import publish
from referee.core.notation.field_specs import field_specs
from referee.core.rules.fact_groups import example_row, groups
from referee.core.rules.lookup import row_at
from referee.core.rules.moments import FactKind, Moment, every_section, is_asked
from referee.core.rules.rows import Row
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import NAMES, is_name, look
from referee.core.testing.case_format import Case
from referee.core.testing.cases import run

from .schemas import kinds_of, tables_of

# fields of a row that say what it is about and not what it does
_ASIDE = ("when", "cite", "why", "before", "after")
# conditions that are shown as comments
_SHOWN = 12
_NAME = "NAME"


class Section(NamedTuple):
    """Where a row stands: its table, the steps to its section, its moment and carriers, and the row if it is named."""

    table: str
    steps: tuple[str, ...]
    moment: str
    carriers: tuple[str, ...]
    kind: type[Row]
    row: str | None

    @property
    def path(self) -> str:
        """The path of the section as players write it."""
        return ".".join((self.table, *self.steps))

    def knows(self, kind: FactKind) -> bool:
        """Return whether rows here know a fact."""
        return not (kind.on and self.carriers) or not {*kind.on}.isdisjoint(self.carriers)


def new_name(name: str, folders: Sequence[Path]) -> str:
    """Return the name of a new ruleset in small letters; raises Unreadable where it cannot have it."""
    own = name.lower()
    if not is_name(own):
        raise Unreadable.of("", f"'{name}' is no name for a ruleset: {NAMES}")
    if own in look(folders).folders:
        raise Unreadable.of("", f"there is a ruleset '{own}'; take another name")
    return own


def section_at(game: Game, ruleset: Ruleset, text: str) -> Section:
    """Return the section that a path names, `characters.troll.events`, with a row of it or none; raises Unreadable.

    The key that repeats the name of its table may be left out.
    """
    steps = tuple(text.split("."))
    near: set[str] = set()
    sections = list(every_section(game.tables))
    moments = game.moments(ruleset)
    for moment, pattern, carriers, kind in sections:
        for given in (steps, (steps[0], *steps)):
            size = len(pattern)
            if size <= len(given) <= size + 1 and all(map(_fits, given, pattern)):
                _check_names(ruleset, given[:size], pattern)
                # some sections are one row
                alone = len(given) == size and "cite" in _value(ruleset, given)
                size -= alone
                if not is_asked(moments[moment], carriers):
                    on = listed([*moments[moment].on])
                    message = f"'{text}' does nothing: {moments[moment].says} depends only on rows that stand on {on}"
                    raise Unreadable.of("", message, "--row")
                row = given[size] if len(given) > size else None
                return Section(given[0], given[1:size], moment, carriers, kind, row)
            if len(given) >= size - 1 and all(map(_fits, given, pattern[:-1])):
                near.add(pattern[-1])
    every = [".".join(pattern) for _, pattern, *_ in sections]
    known = f"; rows there are in {listed(sorted(near), 'and')}" if near else nearest(text, every)
    raise Unreadable.of("", f"'{text}' is no section of rows{known}", "--row")


def _fits(step: str, pattern: str) -> bool:
    return pattern in (_NAME, step)


def _check_names(ruleset: Ruleset, given: Sequence[str], pattern: Sequence[str]) -> None:
    """Raise Unreadable where a path names what its table has not."""
    value: Any = ruleset.raw(given[0])
    for step, wanted in zip(given[1:], pattern[1:], strict=True):
        if wanted == _NAME and step not in value:
            raise Unreadable.of("", f"there is no '{step}' in {given[0]}{nearest(step, value)}", "--row")
        value = value.get(step, {}) if isinstance(value, dict) else {}


def begun(
    game: Game, extends: Ruleset, name: str, title: str, section: Section | None, case: Mapping[str, Any] | None
) -> dict[str, str]:
    """Return the files of an overlay by their paths in its folder.

    With a `section` there is a row in it that is sound, and its rule; `case` is one that should come out otherwise.
    """
    cite = f"{name.upper()} 1"
    files = {"manifest.yaml": _manifest(name, title, extends.name)}
    first = {"cases/first.yaml": _case(case, name, _UNWRITTEN)} if case is not None else {}
    if section is None:
        return files | first | _schemas(game, name, files | first, extends)
    files["rules.yaml"] = _rules(cite, title)
    moment = game.moments(extends)[section.moment]
    told = list[Problem]()
    for does, active in product(_deeds(game, extends, section, moment), _conditions(moment, section)):
        files[f"{section.table}.yaml"] = _table(extends, name, section, moment, does, active, cite)
        found = _problems(name, files, extends)
        if not found:
            break
        told = told or found
    else:
        raise Unreadable.of("", f"no row can begin in {section.path}: {told[0].message}", "--row")
    if case is not None:
        first["cases/first.yaml"] = _case(case, name, _heading(game, name, files, extends, case, cite))
    return files | first | _schemas(game, name, files | first, extends)


def _manifest(name: str, title: str, extends: str) -> str:
    return f"{_schema_line('manifest')}format: 1\nruleset: {flow(name)}\ntitle: {flow(title)}\nextends: {extends}\n"


def _schema_line(kind: str, up: str = "") -> str:
    return f"# yaml-language-server: $schema={up}schemas/{kind}.schema.json\n"


def _rules(cite: str, title: str) -> str:
    said = f"rules:\n  {cite}:\n    title: {flow(title)}\n    summary: What the rule says, in a sentence or two.\n"
    return f"{_schema_line('rules')}{said}    kind: adjudicated\n"


# what stands above the first case
_UNWRITTEN = "Change `expect` to what should come out, see it fail, then write the row."
_CHANGED = """With the row it comes out otherwise, as `referee test` shows.
# Write into `expect` what should, and {cite} into `cites`."""
_UNCHANGED = "The row makes no difference here: begin from a question or case that it is about, with --ask or --from."


def _case(case: Mapping[str, Any], name: str, heading: str) -> str:
    """Return a case of the overlay, below what its author may do with it."""
    return f"{_schema_line('case', '../')}# {heading}\n{documents.dump({**case, 'ruleset': name})}"


def _heading(
    game: Game, name: str, files: Mapping[str, str], extends: Ruleset, case: Mapping[str, Any], cite: str
) -> str:
    """Return what stands above a case: whether the row that the files hold makes a difference to it."""
    with _laid(name, files, extends) as (_, found):
        document = documents.make_document({**case, "ruleset": name}, "case")
        same = run(game, found, document, documents.convert(document, Case)).passed
    return _UNCHANGED if same else _CHANGED.format(cite=cite)


def _conditions(moment: Moment, section: Section) -> Iterator[dict[str, Any]]:
    """Yield the conditions with which a new row may begin, the most telling first: some rows must name a fact."""
    told = [group for group in groups(moment) if not group.kind.of and group.kind.values not in (None, (True, False))]
    carried = {group.facts[0]: group.kind.example for group in told if group.kind.on and section.knows(group.kind)}
    first = {group.facts[0]: group.kind.example for group in told[:1]}
    if section.row is None:
        yield carried or first
    yield {}
    if section.row is None:
        yield from ({group.facts[0]: group.kind.example} for group in told)


def _table(
    extends: Ruleset,
    name: str,
    section: Section,
    moment: Moment,
    does: Mapping[str, Any],
    active: Mapping[str, Any],
    cite: str,
) -> str:
    """Return the table with the row, its comments beside it."""
    lines = [f"{'  ' * depth}{flow(step)}:" for depth, step in enumerate((*section.steps, section.row or name))]
    inside = "  " * len(lines)
    now = _row_now(extends, section)
    if now is not None:
        lines.append(f"{inside}# as it is in {extends.name}; what is not written here stays as it is there")
        lines += [f"{inside}{key}: {flow(value)}" for key, value in now.items() if key not in ("cite", "why")]
    else:
        lines += [f"{inside}# all of it must hold; a row without `when` always holds", f"{inside}when:"]
        lines += [f"{inside}  {key}: {flow(value)}" for key, value in active.items()]
        if not active:
            lines[-1] += " {}"
        known = [one for one in groups(moment) if section.knows(one.kind) and one.facts[0] not in active]
        for group in known[:_SHOWN]:
            lines.append(f"{inside}  # {group.example}  # {group.values}: {group.kind.says}")
        lines.append(f"{inside}  # referee rules {extends.name} --facts {section.moment} has all of it")
        lines += [f"{inside}{key}: {flow(value)}" for key, value in does.items()]
        others = [quantity for quantity in moment.quantities if not any(f" {quantity}: " in line for line in lines)]
        lines += [f"{inside}# {one}: 1  # {moment.quantities[one].says}" for one in others]
        rows = _value(extends, (section.table, *section.steps))
        if moment.first_match and rows:
            lines.append(f"{inside}before: {flow(next(iter(rows)))}")
    needed = {field.name for field in msgspec.structs.fields(section.kind) if field.required}
    if now is None and "title" in needed:
        lines.append(f"{inside}title: {flow(name.capitalize())}")
    lines += [f"{inside}why: as this table plays it"] * ("why" in section.kind.__struct_fields__)
    lines.append(f"{inside}cite: {cite}")
    return _schema_line(section.table) + "\n".join(lines) + "\n"


def _row_now(extends: Ruleset, section: Section) -> Mapping[str, Any] | None:
    """Return the row that a path names as it is, None for a new one."""
    return _value(extends, (section.table, *section.steps, section.row)) or None if section.row is not None else None


def _value(ruleset: Ruleset, steps: Sequence[str]) -> dict[str, Any]:
    """Return the mapping at a path of a table, an empty one where there is none."""
    value: Any = ruleset.raw(steps[0])
    for step in steps[1:]:
        value = value.get(step) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _deeds(game: Game, extends: Ruleset, section: Section, moment: Moment) -> Iterator[dict[str, Any]]:
    """Yield what a new row may do: what a row of the moment does, or the least that one can say."""
    does = _does(game, extends, section, moment)
    yield does
    for field, spec in field_specs(section.kind).items():
        # what is done in one of several ways, or not at all
        if spec.default == "" and (ways := [choice for choice in spec.choices if choice]):
            yield {field: ways[0]}
            yield {field: ways[0], **does}


def _does(game: Game, extends: Ruleset, section: Section, moment: Moment) -> dict[str, Any]:
    """Return what a row of the moment does, or one of its quantities."""
    example = example_row(extends, game.tables, section.moment)
    if example is not None:
        row = row_at(extends, f"{example[0]}.{documents.dotted_path(example[1])}").value
        return {key: value for key, value in row.items() if key not in _ASIDE}
    if moment.quantities:
        name, kind = next(iter(moment.quantities.items()))
        return {name: max(kind.least or 1, 1)}
    return {"forbid": True} if moment.forbids else {}


def _problems(name: str, files: Mapping[str, str], extends: Ruleset) -> list[Problem]:
    """Return what lint says of an overlay of these files."""
    with _laid(name, files, extends) as (game, found):
        return lint(game, found)


def _schemas(game: Game, name: str, files: Mapping[str, str], extends: Ruleset) -> dict[str, str]:
    """Return the schemas that the first lines of the files name."""
    named = {Path(path).stem for path in files} - {"first"} | ({"case"} if "cases/first.yaml" in files else set())
    with _laid(name, files, extends) as (_, found):
        makers = {**kinds_of(game, found), **tables_of(game, found)}
        made = {kind: publish(makers[kind](), kind, name) for kind in sorted(named)}
    return {f"schemas/{kind}.schema.json": encode(shape).decode() for kind, shape in made.items()}


@contextmanager
def _laid(name: str, files: Mapping[str, str], extends: Ruleset) -> Iterator[tuple[Game, Ruleset]]:
    """Give an overlay of these files, in a folder that is there for as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            target = Path(folder) / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        below = [layer.parent for layer in extends.layers]
        yield games.unjudged(name, (Path(folder), *below))
