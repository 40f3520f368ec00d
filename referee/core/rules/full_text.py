"""Finds what a text in a player's words is about, by SQLite's FTS5: rules, rulings, rows in words and sheets.

Each word of the text adds what BM25 gives its entries; what has all of them is preferred. Words are stemmed, those of
the table `words` under `synonyms` stand for others, words that carry nothing are left out, and a word that no entry has
is taken for the nearest one that there is.

The index of a ruleset is kept in the user's cache directory, written whole or not at all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from referee.version import VERSION

from ..documents import Unreadable
from .memory import Memory
from .rulesets import Ruleset
from .search import table_files

if TYPE_CHECKING:
    from sqlite3 import Connection

# what a word in each column counts: the title, the wordings in which players ask, the text, what is not shown of it
_WEIGHTS = (3.0, 2.0, 2.0, 1.0)
# what the score of a kind is multiplied by: a sheet has many words, and repeats what rules say
KINDS = {"rule": 1.0, "ruling": 0.75, "row": 1.0, "sheet": 0.5}
# what a synonym counts, and what having all words adds
SYNONYM, WHOLE = 0.7, 0.8
_MOST_TERMS = 60
_MOST_OPEN = 32
# words of questions that no entry is about
FILLERS = frozenset((Path(__file__).parent / "fillers.txt").read_text(encoding="utf-8").split())
_WORD = re.compile(r"\w+")


class Found(msgspec.Struct, frozen=True):
    """What is found: its citation or the name of its sheet, its kind (rule, ruling, row, sheet), its title and text."""

    id: str
    kind: str
    title: str
    text: str


class Entry(Found, frozen=True):
    """What can be found; `asked` are wordings that ask for it, and `more` is searched and not shown."""

    asked: str = ""
    more: str = ""


def index_of(ruleset: Ruleset, sheets: Callable[[], Iterable[Entry]], code: Iterable[Path]) -> Index:
    """Return the index of a ruleset: one that is open, or that is kept in the user's cache, or a new one.

    `sheets` makes the entries beside its rules and rulings, and `code` are the folders of the code that does.
    """
    found = _open.get(ruleset)
    if found is None:

        def build(sql: Connection) -> None:
            _fill(sql, [*_told(ruleset), *sheets()], ruleset)

        found = _open[ruleset] = Index(kept(ruleset.name, mark_of(ruleset, code), build))
    return found


class Index:
    """The index of one ruleset in a database."""

    def __init__(self, connection: Connection) -> None:
        self._sql = connection
        said = connection.execute("SELECT said, means FROM synonyms").fetchall()
        # what each word or phrase stands for, the longest phrases first
        self.synonyms: dict[tuple[str, ...], list[str]] = {}
        for phrase, means in sorted(said, key=lambda pair: -len(pair[0].split())):
            self.synonyms.setdefault(tuple(phrase.split()), []).append(means)
        rows = connection.execute("SELECT rowid, id, kind FROM entries").fetchall()
        self._kinds = {row[0]: row[2] for row in rows}
        # the rules and rulings by the words of their ids, the longest first: LoT 12.4 is not LoT 12
        ids = {words(row[1]): row[0] for row in reversed(rows) if row[2] in ("rule", "ruling")}
        self._ids = dict(sorted(ids.items(), key=lambda pair: -len(pair[0])))

    def sheet(self, name: str) -> Found | None:
        """Return the sheet of a name, in whatever case, or in another form of it; None where there is none."""
        entry = self._sheet(" ".join(words(name)))
        return None if entry is None else self._found([entry])[0]

    def find(self, text: str, most: int = 10) -> list[Found]:
        """Return what a text is about, best first, each rule and sheet once."""
        scores: dict[int, float] = {}
        had: dict[int, int] = {}
        groups = [one for one in map(self._scored, self.groups(text)) if one]
        for group in groups:
            for entry, score in group.items():
                scores[entry] = scores.get(entry, 0) + score
                had[entry] = had.get(entry, 0) + 1
        ranked = {
            entry: score * KINDS[self._kinds[entry]] * (1 + WHOLE * (had[entry] / len(groups)) ** 2)
            for entry, score in scores.items()
        }
        best = sorted(ranked, key=lambda entry: (-ranked[entry], entry))
        out: dict[str, Found] = {}
        for one in self._found([*self._named(text), *best[: 20 * most]]):
            out.setdefault(one.id, one)
        return list(out.values())[:most]

    def groups(self, text: str) -> list[list[tuple[str, float]]]:
        """Return the terms of a text, each with what may stand for it and what that counts."""
        said = list(dict.fromkeys(words(text)))
        spoken = words(text)
        out: list[list[tuple[str, float]]] = []
        for phrase, means in self.synonyms.items():
            size = len(phrase)
            if size > 1 and any(spoken[n : n + size] == phrase for n in range(len(spoken))):
                out.append([(" ".join(phrase), 1.0), *((one, SYNONYM) for one in means)])
                said = [word for word in said if word not in phrase]
        plain = [word for word in said if word not in FILLERS] or ([] if out else said)
        out += [[(word, 1.0), *((one, SYNONYM) for one in self.synonyms.get((word,), ()))] for word in plain]
        return out[:_MOST_TERMS]

    def _scored(self, terms: list[tuple[str, float]]) -> dict[int, float]:
        """Return what the terms of a group give each entry that has one of them."""
        out: dict[int, float] = {}
        for term, counts in terms:
            for entry, score in self.term(term):
                out[entry] = max(out.get(entry, 0), counts * score)
        if not out and (near := self._nearest(terms[0][0])):
            out = dict(self.term(near))
        return out

    def term(self, term: str) -> list[tuple[int, float]]:
        """Return the entries that have a word or a phrase, each with its BM25."""
        weights = ", ".join(map(str, _WEIGHTS))
        asked = f"SELECT rowid, -bm25(texts, {weights}) FROM texts WHERE texts MATCH ?"
        return self._sql.execute(asked, (f'"{term}"',)).fetchall()

    def _nearest(self, word: str) -> str | None:
        from difflib import get_close_matches

        alike = [one for one in self.vocabulary() if abs(len(one) - len(word)) < 3] if len(word) > 3 else []
        near = get_close_matches(word, alike, 3, 0.75)
        # letters that have changed places are likelier than another letter
        return next((one for one in near if sorted(one) == sorted(word)), next(iter(near), None))

    def vocabulary(self) -> list[str]:
        """Return every word of the titles, the wordings and the texts."""
        return [row[0] for row in self._sql.execute("SELECT word FROM words ORDER BY word")]

    def entries(self) -> list[Found]:
        """Return every entry, in the order of their numbers from 1."""
        return [Found(*row) for row in self._sql.execute("SELECT id, kind, title, text FROM entries ORDER BY rowid")]

    def _named(self, text: str) -> list[int]:
        """Return the rule that a text cites, and the sheet whose name it is, if there are such."""
        spoken = words(text)
        cited = next((entry for key, entry in self._ids.items() if _within(key, spoken)), None)
        named = self._sheet(" ".join(word for word in spoken if word not in FILLERS))
        return [one for one in (cited, named) if one is not None]

    def _sheet(self, name: str) -> int | None:
        row = self._sql.execute("SELECT entry FROM names WHERE name = ?", (name,)).fetchone()
        return None if row is None else int(row[0])

    def _found(self, entries: list[int]) -> list[Found]:
        marks = ", ".join("?" * len(entries))
        asked = f"SELECT rowid, id, kind, title, text FROM entries WHERE rowid IN ({marks})"
        rows = {row[0]: Found(*row[1:]) for row in self._sql.execute(asked, entries)}
        return [rows[entry] for entry in entries]


_open: Memory[Ruleset, Index] = Memory(_MOST_OPEN)


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters."""
    return tuple(_WORD.findall(text.casefold()))


def _within(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    return any(whole[n : n + len(part)] == part for n in range(len(whole) - len(part) + 1))


def index_of_entries(entries: Iterable[Entry], ruleset: Ruleset) -> Index:
    """Return an index of entries alone, in memory, with the synonyms of a ruleset."""
    return Index(in_memory(lambda con: _fill(con, entries, ruleset)))


def _fill(sql: Connection, entries: Iterable[Entry], ruleset: Ruleset) -> None:
    """Write entries and the synonyms of a ruleset into an empty database."""
    sql.executescript(
        "CREATE VIRTUAL TABLE texts USING fts5(title, asked, text, more, content='', tokenize='porter unicode61');"
        "CREATE TABLE entries(rowid INTEGER PRIMARY KEY, id, kind, title, text);"
        "CREATE TABLE names(name PRIMARY KEY, entry); CREATE TABLE words(word PRIMARY KEY) WITHOUT ROWID;"
        "CREATE TABLE synonyms(said, means);"
    )
    known = set[str]()
    for number, one in enumerate(entries, 1):
        sql.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", (number, one.id, one.kind, one.title, one.text))
        columns = (one.title, one.asked, one.text, one.more)
        sql.execute("INSERT INTO texts(rowid, title, asked, text, more) VALUES (?, ?, ?, ?, ?)", (number, *columns))
        known.update(*map(words, columns[:3]))
        if one.kind == "sheet":
            for name in (one.id, *one.asked.split("\n")):
                sql.execute("INSERT OR IGNORE INTO names VALUES (?, ?)", (" ".join(words(name)), number))
    sql.executemany("INSERT INTO words VALUES (?)", [(word,) for word in known])
    sql.executemany("INSERT INTO synonyms VALUES (?, ?)", list(_synonyms(ruleset)))


def _told(ruleset: Ruleset) -> Iterator[Entry]:
    """Yield the rules and rulings."""
    for name, rule in ruleset.rules.items():
        yield Entry(name, "rule", rule.title, rule.summary, "\n".join(rule.asked), " ".join(rule.qualifiers))
    for number, ruling in ruleset.rulings.items():
        more = " ".join([ruling.why, *ruling.choices.values(), ruling.option or ""])
        yield Entry(number, "ruling", ruling.question, ruling.answer, "\n".join(ruling.asked), more)


def _synonyms(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield each word or phrase of the table with what it stands for."""
    table: Mapping[str, list[str]] = ruleset.raw("words").get("synonyms", {}) if "words" in ruleset.tables else {}
    for means, phrases in table.items():
        for said in phrases:
            yield from ((" ".join(words(phrase)), " ".join(words(means))) for phrase in said.split(","))


_DIGITS = 16


def mark_of(ruleset: Ruleset, code: Iterable[Path]) -> str:
    """Return a digest of what an index is made from: the files of every layer, and the code here and in folders."""
    code_files = [found for folder in (Path(__file__).parent, *code) for found in os.scandir(folder)]
    written = sorted((one.name, one.stat().st_mtime_ns) for one in code_files if one.name.endswith(".py"))
    made = sha256(repr((VERSION, written)).encode())
    for layer in ruleset.layers:
        for path in table_files(layer):
            made.update(f"\0{layer.name}/{path.name}\0".encode())
            made.update(path.read_bytes())
    return made.hexdigest()[:_DIGITS]


def kept(name: str, mark: str, build: Callable[[Connection], None]) -> Connection:
    """Return the database with a mark: the one that is kept, or one that is built now, and kept if it can be written.

    Of the databases of one name, only the last is kept. Raises Unreadable where SQLite has no full-text search.
    """
    import sqlite3

    place = _folder() / f"{name}-{mark}.db"
    with suppress(OSError, sqlite3.Error):
        if place.is_file():
            return _opened(place)
    made = in_memory(build)
    with suppress(OSError, sqlite3.Error):
        _write(place, made)
        for other in place.parent.glob(f"{name}-{'[0-9a-f]' * _DIGITS}.db"):
            if other != place:
                other.unlink()
    return made


def in_memory(build: Callable[[Connection], None]) -> Connection:
    """Return a database that is built now; raises Unreadable where SQLite has no full-text search."""
    import sqlite3

    made = sqlite3.connect(":memory:", check_same_thread=False)
    try:
        build(made)
    except sqlite3.OperationalError as error:
        raise Unreadable.of("", f"this Python's SQLite cannot search texts: {error}") from None
    made.commit()
    return made


def _opened(place: Path) -> Connection:
    """Return a database that is read and never written; raises sqlite3.Error if it is none."""
    import sqlite3

    found = sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    found.execute("SELECT rowid FROM entries LIMIT 1").fetchone()
    return found


def _write(place: Path, made: Connection) -> None:
    """Write a database beside its place, and give it its name."""
    import sqlite3
    from tempfile import mkstemp

    place.parent.mkdir(parents=True, exist_ok=True)
    handle, own = mkstemp(".tmp", ".referee-", place.parent)
    os.close(handle)
    try:
        copy = sqlite3.connect(own)
        made.backup(copy)
        copy.close()
        os.replace(own, place)
    finally:
        with suppress(OSError):
            os.unlink(own)


def _folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(home) / "referee" / "search"
