"""What a tool replies: data as `--json` prints it, beside the text that the command prints; errors as data too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from referee.core.documents import Problem, Unreadable
from referee.core.documents.problems import short
from referee.opening.states import StaleRules
from referee.report.escape import plain
from referee.report.writers import write_report

from .given import Text

# the names that commands give to arguments, and those of tools
_LINE = "the question"
_NAMES = {"policy": "policies", "option": "options", _LINE: "question"}
_ASK = re.compile(r"ask(\.|(?=\[)|\Z)")
_AS_SEEN = re.compile(r" as .* sees it\Z", re.S)
_DOCUMENTS = re.compile(r"(state|question|dice|parameters|orders(\[\d+\])?)\Z")


class Reply(NamedTuple):
    """A reply: its data, its text, and whether it is an error."""

    data: dict[str, Any]
    text: str
    wrong: bool = False


def reply_of(report: Any, form: str = "text", data: Any = None, note: str = "") -> Reply:
    """Return the reply with a report: its JSON, or other data, and its text with a note."""
    found = msgspec.json.decode(write_report(report, "json")) if data is None else msgspec.to_builtins(data)
    text = write_report(report, form)
    return Reply(found, f"{text}\nnote: {plain(note)}\n" if note else text)


def path_of(problem: Problem, within: str = "") -> str:
    """Return the path of a problem in the arguments; `within` is the argument that problems without a file are in."""
    file = _AS_SEEN.sub("", str(problem.file))
    if not file and within == "parameters" and problem.where == "option":
        return "options"
    return _joined(_NAMES.get(file, file) or within, problem.where)


def _joined(head: str, where: str) -> str:
    return f"{head}.{where}" if head and where and where[0] != "[" else head + where


def _asked_path(problem: Problem, within: str, asked: Any) -> tuple[str, str]:
    """Return the path of a problem in the arguments, and where in a question that is a line."""
    whole = path_of(problem, within)
    if asked is None:
        return whole, ""
    in_question = problem.file == _LINE or _ASK.match(problem.where) is not None
    if not in_question or _AS_SEEN.sub("", str(problem.file)) not in ("state", "question", _LINE):
        return whole, ""
    if isinstance(asked, str):
        return "question", problem.where
    return _joined("question", _ASK.sub("", problem.where)), ""


def placed(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems of documents given as arguments with the path in place of line and column."""
    return [
        Problem("", 0, 0, path_of(one), one.message) if _DOCUMENTS.match(_AS_SEEN.sub("", one.file)) else one
        for one in problems
    ]


def refusal(error: Unreadable, within: str = "", asked: str | dict[str, Any] | None = None) -> Reply:
    """Return the reply to arguments that cannot be read: each problem with its path, and the rules that may help.

    `asked` is the question among the arguments.
    """
    rows = []
    for problem in error.problems:
        path, where = _asked_path(problem, within, asked)
        row: dict[str, Any] = {"path": path, **({"where": where} if where else {}), "message": short(problem.message)}
        if problem.line and isinstance(problem.file, Text):
            row |= {"line": problem.line, "column": problem.column}
        elif problem.line and problem.file == _LINE:
            row["column"] = problem.column
        elif problem.line and problem.file and not _DOCUMENTS.match(_AS_SEEN.sub("", problem.file)):
            # a file of a ruleset
            row |= {"path": problem.where, "place": f"{problem.file}:{problem.line}:{problem.column}"}
        rows.append(row)
    lines = [": ".join(str(row[key]) for key in ("place", "path", "where", "message") if row.get(key)) for row in rows]
    data: dict[str, Any] = {"error": rows, **error.beside()}
    if found := data.get("found"):
        lines += ["", "Rules that may answer it:", *(f"{one['id']}: {one['title']}. {one['text']}" for one in found)]
    if data.get("line"):
        lines += ["", f"As one line: {data['line']}"]
    if data.get("not_used"):
        lines.append(f"not used: {', '.join(data['not_used'])}")
    return Reply(data, "".join(f"{plain(line)}\n" for line in lines), True)


def stale(error: StaleRules) -> Reply:
    """Return the reply to a state that was written under other tables."""
    rows = [{"path": "state.rules", "message": str(row)} for row in error.rows]
    hint = "the rules have changed since this state was written; `check` and `adjudicate` take accept_rules, to go on"
    return Reply({"error": [{"path": "state.rules", "message": hint}, *rows]}, plain(f"{hint}: {error}") + "\n", True)


def broken(message: str) -> Reply:
    """Return the reply to what fails for a reason that is in none of its arguments."""
    return refusal(Unreadable.of("", message))


def lacking(error: ImportError) -> Reply:
    """Return the reply to what needs a library that is not here, as in the Python of a browser."""
    return broken(f"this needs {error.name}, which is not here; the installed program has it")
