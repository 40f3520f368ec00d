"""Documents given as text, as data or as one line, the ruleset that each names, and the folders of rulesets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee import games
from referee.core import documents
from referee.core.documents import Document, Problem, Unreadable
from referee.core.documents import Path as Place
from referee.core.documents.locations import Spot
from referee.core.documents.problems import kind_of
from referee.core.game.game import Game
from referee.core.rules.rulesets import Ruleset

if TYPE_CHECKING:
    from referee.core.line.reader import Heard

Given = str | bytes | Mapping[str, Any]
Folders = str | Path | Sequence[str | Path]


def folders_of(given: Folders) -> tuple[Path, ...]:
    """Return one folder or several, given as names or paths, as paths; raises Unreadable if one is no folder."""
    if given is None or (not given and isinstance(given, (list, tuple))):
        return ()
    several = (given,) if isinstance(given, (str, Path)) else given
    if isinstance(several, (bytes, bytearray)) or not isinstance(several, Sequence):
        raise Unreadable.of("folders", f"are a path or a list of paths, not {kind_of(given)}")
    strange = [folder for folder in several if not isinstance(folder, (str, Path))]
    if strange:
        raise Unreadable([Problem("folders", 0, 0, "", f"{kind_of(one)} is no path") for one in strange])
    folders = tuple(map(Path, several))
    wrong = [Problem(str(folder), 0, 0, "", "is no folder with rulesets") for folder in folders if not folder.is_dir()]
    if wrong:
        raise Unreadable(wrong)
    return folders


def document_of(given: Given, file: str, most: int = documents.MAX_BYTES) -> Document:
    """Return the document of a text or a mapping; raises Unreadable if it is neither, or cannot be read."""
    if isinstance(given, Mapping):
        try:
            value = documents.builtins(dict(given))
            return documents.make_document(value, file)
        except (TypeError, ValueError, RecursionError) as error:
            raise Unreadable.of(file, f"is not plain data: {error}") from None
    if not isinstance(given, (str, bytes)):
        raise Unreadable.of(file, f"is text or a mapping, not {kind_of(given)}")
    return documents.parse(given, file, most)


def ruleset_of(document: Document, folders: Sequence[Path] = ()) -> tuple[Game, Ruleset]:
    """Return the game and the ruleset that a document names; raises Unreadable if it names none or an unknown one."""
    value = document.value
    if not isinstance(value, dict):
        raise Unreadable([document.problem((), f"a document is a mapping with 'ruleset' in it, not {kind_of(value)}")])
    if "ruleset" not in value:
        raise Unreadable([document.problem((), "'ruleset' is missing: which rules are these?")])
    name = value["ruleset"]
    if not isinstance(name, str):
        raise Unreadable([document.problem(("ruleset",), f"must be the name of a ruleset, not {kind_of(name)}")])
    try:
        return games.load(name, tuple(folders))
    except Unreadable as error:
        line, column = document.position(("ruleset",))
        raise Unreadable(
            [
                p if p.line or p.file else Problem(document.file, line, column, "ruleset", p.message)
                for p in error.problems
            ]
        ) from None


_MARKS = {"a trace": ("before", "after"), "a document of orders": ("player", "orders"), "a case": ("case", "expect")}


def expect(document: Document, wanted: str) -> None:
    """Raise Unreadable if a document is clearly of another kind than `wanted`."""
    if isinstance(document.value, dict):
        for kind, marks in _MARKS.items():
            if kind != wanted and all(mark in document.value for mark in marks):
                raise Unreadable([document.problem((), f"this is {kind}; {wanted} is expected here")])
    if wanted in _MARKS and isinstance(document.value, dict) and not set(_MARKS[wanted]) & document.value.keys():
        lacks = f"it has neither '{_MARKS[wanted][0]}' nor '{_MARKS[wanted][1]}'"
        raise Unreadable([document.problem((), f"this is no {wanted.removeprefix('a ')}: {lacks}")])


class OneLineDocument(Document):
    """A document whose question was given on one line and is in no file; `heard` where it was no strict line."""

    heard: Heard | None = None

    def _spot(self, path: Place, of_key: bool = False) -> Spot:
        """Return the place of a value or a key, on line 0 if it is in no file."""
        spot = super()._spot(path, of_key)
        return spot if self.text and path[:1] != ("ask",) else spot._replace(line=0, column=0)


def with_value(document: Document, value: dict[str, Any]) -> OneLineDocument:
    """Return a document with another value, which keeps the places of what is in its file."""
    return OneLineDocument(document.text, document.file, value)


def strict_line(text: str, game: Game, ruleset: Ruleset) -> OneLineDocument:
    """Return the document of a strict one-line situation with its question; raises Unreadable if it cannot be read."""
    from referee.core.notation import situations
    from referee.core.notation.tokens import Misread

    try:
        situation = situations.read(text, game.state, game.situation_forms, game.questions)
    except Misread as error:
        raise Unreadable([Problem("the question", 1, error.offset + 1, "", error.message)]) from None
    if game.printed_names is not None:
        situation = game.printed_names(situation, ruleset)
    value = {"format": 1, "ruleset": ruleset.name, **situation}
    return OneLineDocument("", "the question", value)
