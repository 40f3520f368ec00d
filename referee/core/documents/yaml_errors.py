"""Syntax errors of YAML, in words for a player, at the place to correct."""

from __future__ import annotations

import yaml

from .problems import Problem
from .strict_yaml import Builder

_HERE = {
    "mapping values are not allowed": "a colon is where no key can be; put text with a colon in quotes, or check "
    "that the line before is complete and this one is indented correctly",
    "found unknown escape character": r"no escape begins with this after a backslash; write \\ or use single quotes",
    "did not find expected '-' indicator": "an entry of a list is expected here, but this line has no dash",
    "did not find expected key": "this does not belong to the lines above; the keys of a mapping begin in "
    "one column, and nothing follows a closed quotation mark",
    "did not find expected node content": "a value is missing here",
    "did not find expected <document start>": "more follows here after the end of the document",
    "block sequence entries are not allowed": "a dash begins an entry of a list on a line of its own",
}
_WHERE_IT_BEGINS = {
    "could not find expected ':'": "this line is not 'key: value'; a colon with a space after it is missing",
    "found unexpected end of stream": "the quotation mark that opens here is never closed",
}
_CLOSING = {"',' or ']'": "]", "',' or '}'": "}"}


def place_and_problem(error: yaml.MarkedYAMLError, text: str) -> tuple[int, int, str]:
    """Return line and column, from 1, of an error in a text, and its message."""
    mark = error.problem_mark or error.context_mark
    if mark is None:
        return 1, 1, str(error)
    problem, here = error.problem or "", text[mark.index : mark.index + 1]
    said = " ".join(part for part in (error.context, problem) if part)
    if here == "\t":
        return *_place(mark), "there is a tab here; YAML lines are indented with spaces"
    if "cannot start any token" in problem:
        return *_place(mark), f"{here!r} cannot begin a value; put the value in quotes"
    for expected, bracket in _CLOSING.items():
        if expected in problem:
            if error.context_mark is not None and not text[mark.index :].strip():
                return *_place(error.context_mark), f"the bracket that opens here is not closed; a {bracket} is missing"
            quotes = "; text with a colon and a space needs quotes" if here == ":" else ""
            return *_place(mark), f"a comma or a {bracket} is missing before this{quotes}"
    for words, meaning in _WHERE_IT_BEGINS.items():
        if words in problem:
            return *_place(error.context_mark or mark), meaning
    return *_place(mark), next((meaning for words, meaning in _HERE.items() if words in problem), said)


def of_depth(error: yaml.MarkedYAMLError, text: str, file: str) -> Problem | None:
    """Return the problem of a text that is nested deeper than the scanner reads ahead; None for another error.

    PyYAML from 6.0.4 on stops there, before it yields the events of the levels above.
    """
    if error.problem_mark is None or "nesting depth" not in (error.problem or ""):
        return None
    builder = Builder(text[: error.problem_mark.index], file)
    builder.documents()
    return builder.problems[-1]


def _place(mark: yaml.Mark) -> tuple[int, int]:
    return mark.line + 1, mark.column + 1
