"""Problems with their places, and the known word nearest to a wrong one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

MOST_PROBLEMS = 100
_LONGEST = 1000
_LONGEST_VALUE = 200
# the most words listed where none is close
_FEW = 12
# of more words than that, this many are listed
_SOME = 3
_FAR = 0.7

_SECRET = re.compile(r"\s*[0-9a-fA-F]{64}\s*")


class Argument(str):
    """The name of an argument in place of a file; the command line writes it as its option."""

    @property
    def option(self) -> str:
        """The option of the command line that gives this argument."""
        return f"-{self}" if len(self) == 1 else f"--{self.replace('_', '-')}"


class Problem(NamedTuple):
    """One problem in a document; lines and columns count from 1, and are 0 where there is no place."""

    file: str
    line: int
    column: int
    where: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        said = ": ".join(part for part in (place, short(self.where), short(self.message)) if part)
        # a name that contains a line break must not look like two problems
        return said.replace("\n", "\\n")


class Unreadable(Exception):
    """A document cannot be read; `problems` holds at most the first hundred, and never none."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        if not problems:
            raise AssertionError("what cannot be read has a problem")
        told = limit(problems)
        super().__init__("\n".join(str(p) for p in told))
        self.problems = told

    @classmethod
    def of(cls, file: str, message: str, where: str = "") -> Unreadable:
        """Return the error of one problem that has no line and column."""
        return cls([Problem(file, 0, 0, where, message)])

    def beside(self) -> dict[str, Any]:
        """Return what scripts are given beside the problems."""
        return {}

    def __reduce__(self) -> tuple[Any, ...]:
        # what one process raises, another may tell
        return type(self), (self.problems,)


def limit(problems: Sequence[Problem]) -> list[Problem]:
    """Return the first hundred problems, and one that says so where there are more."""
    told = list(problems[:MOST_PROBLEMS])
    if len(problems) > MOST_PROBLEMS:
        told.append(Problem(problems[0].file, 0, 0, "", f"there is more; these are the first {MOST_PROBLEMS}"))
    return told


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems of one document without duplicates, ordered by place."""
    return sorted(dict.fromkeys(problems), key=lambda problem: (problem.line, problem.column))


class Gathering:
    """Collects the problems of several documents: `with gathering:` around each, and `told` at the end."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, Unreadable):
            self.problems += error.problems
        return isinstance(error, Unreadable)

    def told(self) -> None:
        """Raise Unreadable with the problems of all documents, if there are any."""
        if self.problems:
            raise Unreadable(self.problems)


def alike(word: str, known: Iterable[str]) -> list[str]:
    """Return the names that a word may mean: the exact name, or else all that differ only in case."""
    names = list(dict.fromkeys(known))
    if word in names:
        return [word]
    folded = word.casefold()
    return [name for name in names if name.casefold() == folded]


def known_name(word: str, known: Iterable[str]) -> str:
    """Return the one name that a word means, or the word itself if it means none or several."""
    known = list(known)
    if word in known:
        return word
    found = alike(word, known)
    return found[0] if len(found) == 1 else word


def nearest(word: Any, known: Iterable[str]) -> str:
    """Return ' (did you mean ...?)' for the known word closest to a wrong one, or nothing."""
    found = closest(word, known)
    if len(found) > 1:
        return f" (did you mean {listed([repr(name) for name in found])}?)"
    return f" (did you mean '{found[0]}'?)" if found else ""


def closest(word: Any, known: Iterable[str]) -> list[str]:
    """Return the known word closest to a wrong one, all where several differ from it only in case, or none."""
    import difflib

    known = list(known)
    same = alike(str(word)[:100], map(str, known))
    if len(same) > 1:
        return same
    lower = {str(name).lower(): name for name in known}
    said = str(word)[:100].lower()
    # a typing error is seldom in the first letter
    near = difflib.get_close_matches(said, lower, n=3, cutoff=0.6)
    close = [name for name in near if name[:1] == said[:1] or difflib.SequenceMatcher(None, said, name).ratio() > _FAR]
    return [lower[name] for name in close[:1]]


def some_of(word: Any, known: Iterable[str], where: str, last: str = "or") -> str:
    """Return known words in a row: all where they are few, else the three most like a word and how to list the rest."""
    import difflib

    words = list(known)
    if len(words) <= _FEW:
        return listed(words, last)
    like = difflib.get_close_matches(str(word)[:100], words, n=_SOME, cutoff=0) if word else words[:_SOME]
    return f"{', '.join(like)} {last} {len(words) - len(like)} more; {where} lists them"


def nearest_or_all(word: Any, known: Iterable[str]) -> str:
    """Return the known word closest to a wrong one, or all of them where none is close and they are few."""
    words = list(known)
    few = f"; there are {listed(words, 'and')}" if 0 < len(words) <= _FEW else ""
    return nearest(word, words) or few


def stranger(name: str, players: Sequence[str], of: str = "this game") -> str:
    """Return the message for a name that is not a player's, or that differs only in case from several names."""
    same = alike(name, players)
    if len(same) > 1:
        return f"'{name}' may be {listed(same)}; write the name exactly"
    return f"'{name}' is no player of {of}; the players are {', '.join(players)}{nearest(name, players)}"


def listed(words: Sequence[str], last: str = "or") -> str:
    """Return words joined by commas, with `last` before the last one."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 roll, 3 rolls."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def percent(chance: float, less: str = "less than ", more: str = "more than ") -> str:
    """Return a chance from 0 to 1 in per cent; what is possible is never shown as 0 % or 100 %."""
    if 0 < chance < 0.0005:
        return f"{less}0.1 %"
    return f"{more}99.9 %" if 0.9995 <= chance < 1 else f"{chance * 100:.1f} %"


def kind_of(value: Any) -> str:
    """Return the type of a value, with the value, in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"{shown(value)}{meant(value)}"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, (list, tuple, Mapping)):
        return "a mapping" if isinstance(value, Mapping) else "a list"
    return f"a Python object of type {type(value).__name__}"


def meant(value: Any) -> str:
    """Return a hint to write null, for a text that means null in other formats, or an empty text."""
    return " (nothing is written null)" if value in ("~", "Null", "NULL") else ""


def shown(value: Any) -> str:
    """Return a value in quotes, shortened if it is long."""
    text = str(value)
    # never repeat a text that looks like the secret of a game
    return "a text of 64 hexadecimal digits" if _SECRET.fullmatch(text) else f"'{short(text, 60)}'"


def written(value: Any) -> str:
    """Return a value as YAML on one line; the middle of a long one is left out."""
    return short(_written(value), _LONGEST_VALUE)


def _written(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_written(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, str):
        return f'"{value}"' if "'" in value else f"'{value}'"
    if isinstance(value, bool):
        return str(value).lower()
    return "null" if value is None else str(value)


def short(text: str, longest: int = _LONGEST) -> str:
    """Return a text; the middle is left out if it is longer than `longest` characters."""
    if len(text) <= longest:
        return text
    return f"{text[: longest - 20]}...{text[-17:]}"
