"""Rulesets: find them, merge overlays, check their types, compute their digest."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from .. import documents
from ..documents import Document, Path, Problem, Unreadable
from ..documents.problems import written
from .index import Citations, OptionValue, Rule, Rules, Ruling, Rulings, read_value
from .ledger import cites_of
from .merging import merge
from .search import NAMES, FoundRulesets, builtin, is_name, look, table_file, table_files
from .sequence import in_order
from .stamps import Deciding, RulesStamp

if TYPE_CHECKING:
    from .places import Merged

T = TypeVar("T")

_DEEPEST = 64
# the files of the installed rulesets, which do not change while the program runs and which every overlay builds on
_INSTALLED: dict[tuple[FilePath, str], Document | None] = {}
_PROSE = ("rules", "rulings", "policies", "words", "errata")


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The manifest of a ruleset: the game that adjudicates it and the ruleset it extends, or several, in order."""

    format: Literal[1]
    ruleset: str
    title: str
    game: str | None = None
    extends: str | Annotated[list[str], Meta(min_length=1)] | None = None

    @property
    def parents(self) -> list[str]:
        """The rulesets that this one extends directly, in order."""
        return [self.extends] if isinstance(self.extends, str) else list(self.extends or ())


# a place in the tables: the table, and the path in it
Place = tuple[str, Path]
# what lint finds: the table, the path in it, and what is wrong there
Finding = tuple[str, Path, str]


class Ruleset:
    """A ruleset with everything it extends; a table is merged on first use, and does not change after that."""

    def __init__(self, name: str, folders: Sequence[FilePath] = ()) -> None:
        """Find a ruleset by name; raises Unreadable if it or a ruleset it extends is missing."""
        self.name = name
        self.layers: list[FilePath] = []
        self._read: dict[tuple[FilePath, str], Document | None] = {}
        self._merged: dict[str, dict[str, Any]] = {}
        self._typed: dict[tuple[str, Any], Any] = {}
        # what `lint` has found, None before the check
        self.problems_found: list[Problem] | None = None
        # what each layer extends, itself among it
        self._below: dict[FilePath, frozenset[FilePath]] = {}
        self._games: dict[FilePath, str | None] = {}
        manifest = self._lay(name, look(folders), None, (), ())
        game = self._games[self.layers[-1]]
        if game is None:
            document = self.document(self.layers[-1], "manifest")
            assert document is not None
            raise Unreadable([document.problem((), "no game is named here or in what this extends; name it by 'game'")])
        self.game = game
        self.title = manifest.title
        self.extends = manifest.extends

    def _lay(self, name: str, known: FoundRulesets, by: Document | None, at: Path, above: tuple[str, ...]) -> Manifest:
        """Add the layer of a ruleset, above those of all that it extends, each once.

        `by` is the manifest that names it, at a path, and `above` the names of all that extend it. Raises Unreadable.
        """
        if wrong := self._unusable(name, known, above):
            raise Unreadable([Problem("", 0, 0, "", wrong) if by is None else by.problem(at, wrong)])
        folder = known.folders[name]
        document = self.document(folder, "manifest")
        assert document is not None
        manifest = documents.convert(document, Manifest)
        if manifest.ruleset != folder.name:
            said = f"is in a folder named '{folder.name}'; give both one name"
            raise Unreadable([document.problem(("ruleset",), said)])
        below, games = {folder}, {}
        for number, parent in enumerate(manifest.parents):
            place: Path = ("extends",) if isinstance(manifest.extends, str) else ("extends", number)
            if parent in manifest.parents[:number]:
                raise Unreadable([document.problem(place, f"'{parent}' is named twice")])
            if known.folders.get(parent) not in self._below:
                self._lay(parent, known, document, place, (*above, name))
            below |= self._below[known.folders[parent]]
            games[parent] = self._games[known.folders[parent]]
        adjudicated_by = {game for game in games.values() if game is not None}
        if manifest.game is None and len(adjudicated_by) > 1:
            told = documents.problems.listed([f"'{one}' is of {game}" for one, game in games.items()], "and")
            raise Unreadable([document.problem(("extends",), f"what this extends is of several games: {told}")])
        self._below[folder] = frozenset(below)
        self._games[folder] = manifest.game or next(iter(adjudicated_by), None)
        self.layers.append(folder)
        return manifest

    @staticmethod
    def _unusable(name: str, known: FoundRulesets, above: tuple[str, ...]) -> str:
        """Return why a ruleset cannot be taken, or nothing."""
        if name in above:
            between = above[above.index(name) + 1 :]
            return f"'{name}' extends itself" + (f" by way of {', '.join(between)}" if between else "")
        if len(above) > _DEEPEST:
            return f"more than {_DEEPEST} rulesets extend each other"
        if name in known.contested:
            return f"'{name}' is not plain: {known.contested[name]}; uninstall one of them"
        if name not in known.folders and not is_name(name):
            return f"{name!r} is not a ruleset here: {NAMES}"
        if name not in known.folders:
            there = documents.nearest(name, known.folders) or f"; there are {', '.join(sorted(known.folders))}"
            return "; ".join([f"{name!r} is not a ruleset here{there}", *known.broken])
        return ""

    def conflicts(self) -> dict[str, list[Problem]]:
        """Return by table where layers, none of which extends another, disagree about a row and nothing decides it."""
        from .overlays import Layer, conflicts

        out = {}
        for table in self.tables:
            found = [(folder, self.document(folder, table)) for folder in self.layers]
            layers = [Layer(folder, one) for folder, one in found if one is not None and isinstance(one.value, dict)]
            if problems := conflicts(layers, self.builds_on, str(self.layers[-1] / f"{table}.yaml")):
                out[table] = problems
        return out

    def builds_on(self, layer: FilePath, other: FilePath) -> bool:
        """Return whether one layer extends another, directly or not."""
        return layer != other and other in self._below[layer]

    def document(self, folder: FilePath, table: str) -> Document | None:
        """Return one layer's file of a table."""
        read = _INSTALLED if folder.parent == builtin() else self._read
        key = (folder, table)
        if key not in read:
            path = table_file(folder, table)
            read[key] = documents.parse(path.read_bytes(), str(path)) if path is not None else None
        return read[key]

    def may_hold_rows(self, table: str) -> bool:
        """Return whether a file of a table says `cite`, as every row does; no file is parsed for it."""
        paths = (table_file(folder, table) for folder in self.layers)
        return any(b"cite" in path.read_bytes() for path in paths if path is not None)

    @cached_property
    def tables(self) -> list[str]:
        """The names of every table of every layer, the manifest left out."""
        return sorted({path.stem for folder in self.layers for path in table_files(folder)} - {"manifest"})

    def raw(self, table: str) -> dict[str, Any]:
        """Return a table with its overlays merged by key."""
        if table not in self._merged:
            merged = self.laid(table, self.layers)
            if self._likes:
                from .likes import expanded

                merged = expanded(merged, self._likes)
            self._merged[table] = in_order(merged)
            if "errata" in self.tables and table != "errata":
                from .merging import with_errata

                self._merged[table] = with_errata(
                    table,
                    self._merged[table],
                    self.raw("errata"),
                    lambda: {number: ruling.option for number, ruling in self.rulings.items()},
                )
        return self._merged[table]

    def below(self, table: str) -> dict[str, Any]:
        """Return a table as the layers below the topmost have it; an empty one where none has it."""
        return self.laid(table, self.layers[:-1])

    def over(self, table: str) -> Iterator[tuple[Document, dict[str, Any]]]:
        """Yield each layer's mapping of a table, the lowest first, with the table as the layers below it have it."""
        below: dict[str, Any] = {}
        for document in self.documents(table):
            if isinstance(document.value, dict):
                yield document, below
                below = merge(below, document.value)

    def laid(self, table: str, layers: Sequence[FilePath]) -> dict[str, Any]:
        """Return a table as the files of some layers have it, each laid over those before it."""
        merged: dict[str, Any] = {}
        for folder in layers:
            document = self.document(folder, table)
            if document is not None and document.value is not None:
                if not isinstance(document.value, dict):
                    raise Unreadable([document.problem((), "a table is a mapping")])
                merged = merge(merged, document.value)
        return merged

    def strange_likes(self) -> list[Problem]:
        """Return a problem for each entry that is like one that there is not."""
        from .likes import strange

        tables = {path.stem for folder in self.layers for path in table_files(folder) if b"like:" in path.read_bytes()}
        return self.problems_at(
            (table, path, said) for table in sorted(tables) for path, said in strange(self.laid(table, self.layers))
        )

    @cached_property
    def _likes(self) -> dict[str, str]:
        """What is like another entry of its table, by name; no file is parsed that has no such word."""
        paths = [path for folder in self.layers for path in table_files(folder) if b"like:" in path.read_bytes()]
        if not paths:
            return {}
        from .likes import likes

        tables = sorted({path.stem for path in paths})
        return dict(found for table in tables for found in likes(self.laid(table, self.layers)))

    def typed(self, table: str, kind: type[T]) -> T:
        """Return a merged table as its type; raises Unreadable with every problem and its place."""
        key = (table, kind)
        if key not in self._typed:
            try:
                self._typed[key] = msgspec.convert(self.raw(table), kind, strict=True)
            except msgspec.ValidationError:
                raise Unreadable(self.problems(table, kind)) from None
        result: T = self._typed[key]
        return result

    def problems(self, table: str, kind: Any) -> list[Problem]:
        """Return the problems of a merged table, each placed in the layer that says it."""
        if not self.documents(table):
            return [Problem(str(self.layers[-1] / f"{table}.yaml"), 0, 0, "", "this table is missing")]
        from ..documents.schema_errors import problems

        return problems(self.merged(table), kind, self.raw(table))

    def with_tables(self, values: Mapping[str, dict[str, Any]]) -> "Ruleset":
        """Return this ruleset with some merged tables replaced; its files, and the places in them, are the same."""
        from copy import copy

        out = copy(self)
        out._merged, out._typed = {**self._merged, **values}, {}
        for name in ("rulings", "options", "deciding", "stamp", "citable"):
            out.__dict__.pop(name, None)
        return out

    def documents(self, table: str) -> list[Document]:
        """Return the files of a table, the lowest layer first."""
        found = (self.document(folder, table) for folder in self.layers)
        return [document for document in found if document is not None]

    def merged(self, table: str) -> "Merged":
        """Return a merged table as a document that knows which layer says each of its values."""
        from .places import Merged

        return Merged(table, self.documents(table), str(self.layers[-1] / f"{table}.yaml"), self.raw(table))

    def problems_at(self, findings: Iterable[Finding]) -> list[Problem]:
        """Return findings of lint as problems."""
        return [self.problem_at(table, path, message) for table, path, message in findings]

    def problem_at(self, table: str, path: Path, message: str, key: str | None = None) -> Problem:
        """Return a problem at a path of a merged table (at one of its keys, when named), in the layer that says it."""
        return self.merged(table).problem(path, message, key)

    def latest(self, *places: Place) -> Place:
        """Return which of several places the highest layer says, the first of them where it says several.

        Of values that exclude each other this is the one that an overlay has changed.
        """
        return max(places, key=self.layer_saying)

    def layer_saying(self, place: Place) -> int:
        """Return the number of the highest layer that says the value at a place, -1 where none does."""
        from .places import steps_said

        table, path = place
        for number in range(len(self.layers) - 1, -1, -1):
            document = self.document(self.layers[number], table)
            if document is not None and steps_said(document.value, path) == len(path):
                return number
        return -1

    @property
    def rules(self) -> dict[str, Rule]:
        """The index of the rules of this ruleset."""
        return self.typed("rules", Rules).rules

    @property
    def chain(self) -> list[str]:
        """The names of this ruleset and of those it extends, the lowest first."""
        return [folder.name for folder in self.layers]

    @property
    def own_rules(self) -> set[str]:
        """The rules that the top layer adds or changes."""
        document = self.document(self.layers[-1], "rules")
        return set(document.value["rules"]) if document is not None else set()

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        """Every ruling of this ruleset."""
        return self.typed("rulings", Rulings).rulings if "rulings" in self.tables else {}

    @cached_property
    def options(self) -> dict[str, OptionValue]:
        """Every option with its default value."""
        return {r.option: r.default for r in self.rulings.values() if r.option is not None and r.default is not None}

    def ruling_of(self, option: str) -> tuple[str, Ruling]:
        """Return the ruling of an option, with its number."""
        return self._rulings_by_option[option]

    @cached_property
    def _rulings_by_option(self) -> dict[str, tuple[str, Ruling]]:
        """The first ruling that each option decides, with its number."""
        found: dict[str, tuple[str, Ruling]] = {}
        for number, ruling in self.rulings.items():
            if ruling.option is not None:
                found.setdefault(ruling.option, (number, ruling))
        return found

    def cite(self, key: str) -> tuple[str, ...]:
        """Return the rules behind a step of a procedure, by its key in `citations`."""
        found = self.typed("citations", Citations).citations.get(key)
        if found is None:
            raise Unreadable.of(str(self.layers[-1]), f"'{key}' is missing", "citations")
        return cites_of(found)

    @cached_property
    def deciding(self) -> Deciding:
        """What can change a ruling: every table except prose, and of the rulings their options."""
        tables = {name: self.raw(name) for name in self.tables if name not in _PROSE}
        # rulings are sorted, since their order is only for readers; the order of all other rows counts
        chosen = {number: {"option": r.option, "default": r.default} for number, r in sorted(self.rulings.items())}
        return Deciding({**tables, "rulings": chosen})

    @cached_property
    def stamp(self) -> RulesStamp:
        """The stamp of these rules that a state holds."""
        return RulesStamp(ruleset=self.name, digest=self.deciding.digest, rows=self.deciding.rows)

    def stale(self, stamp: RulesStamp | None) -> str:
        """Return a note if a state was written under other tables than these, or an empty text."""
        if stamp is None or stamp.digest == self.deciding.digest:
            return ""
        return "the tables have changed since this state was written; this uses the present tables"

    def resolve(self, chosen: Mapping[str, OptionValue | None]) -> dict[str, OptionValue]:
        """Return every option, with the chosen values in place of the defaults; raises ValueError for an unknown one.

        `null` is the choice called `none`.
        """
        out = dict(self.options)
        for message in self.wrong_options(chosen).values():
            raise ValueError(message)
        for option, given in chosen.items():
            value = "none" if given is None else given
            out[option] = read_value(value) if isinstance(value, str) else value
        return out

    def wrong_options(self, chosen: Mapping[str, OptionValue | None]) -> dict[str, str]:
        """Return the problem of each option that is unknown or cannot have its value."""
        out = {}
        for option, given in chosen.items():
            value = "none" if given is None else given
            if option not in self.options:
                out[option] = f"'{option}' is not an option of {self.name}{documents.nearest(option, self.options)}"
                continue
            number, ruling = self.ruling_of(option)
            if not ruling.allows(value):
                allowed = f"one of {', '.join(ruling.choices)}" if ruling.choices else f"a {ruling.span}"
                allowed += f", or a {ruling.span}" if ruling.choices and ruling.span else ""
                out[option] = f"'{option}' cannot be {written(value)} ({number}): it is {allowed}"
        return out

    def knows(self, cite: str) -> bool:
        """Return whether a citation is a rule or ruling here, with at most one qualifier."""
        if cite in self.rules or cite in self.rulings:
            return True
        head, _, qualifier = cite.rpartition(" ")
        return head in self.rules and qualifier in self.rules[head].qualifiers

    @cached_property
    def citable(self) -> list[str]:
        """Every valid citation: each rule, alone and with each of its qualifiers, and each ruling."""
        rules = [name for rule, row in self.rules.items() for name in (rule, *(f"{rule} {q}" for q in row.qualifiers))]
        return [*rules, *self.rulings]

    def rule_of(self, cite: str) -> str:
        """Return the id of the rule that a citation names, without its qualifier."""
        return cite if cite in self.rules or cite in self.rulings else cite.rpartition(" ")[0]
