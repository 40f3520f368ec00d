"""Writes docs/api.md and docs/game-api.md from docstrings: `python tests/api_page.py`."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402

import referee  # noqa: E402
from referee import results  # noqa: E402

HEAD = """\
# The Python API, function by function

`python tests/api_page.py` writes it from the docstrings; the tests run its examples. [Python](python.md) introduces it.
Begin with

```pycon
>>> import referee
```
"""


def signature(name: str, value: Any) -> str:
    """Return how a function is called, a parameter on each line where it is long."""
    found = inspect.signature(value)
    said, starred = [], False
    for one in found.parameters.values():
        if one.name in ("self", "cls"):
            continue
        if one.kind is one.KEYWORD_ONLY and not starred:
            said.append("*")
            starred = True
        said.append(re.sub(r"(: )'([^']*)'", r"\1\2", str(one)))
    gives = f" -> {found.return_annotation}"
    short = f"{name}({', '.join(said)}){gives}"
    if len(short) < 110:
        return short
    lines = "".join(f"    {one},\n" for one in said)
    return f"{name}(\n{lines}){gives}"


def text(value: Any) -> str:
    """Return a docstring with its examples as blocks."""
    said = inspect.getdoc(value) or ""
    out, block = [], False
    for line in said.splitlines():
        if line.startswith(">>> ") and not block:
            out.append("```pycon")
            block = True
        elif block and not line:
            out.append("```")
            block = False
        out.append(line)
    return "\n".join([*out, "```"] if block else out)


def page() -> str:
    """Return the whole page."""
    parts = [HEAD, "## Functions\n"]
    names = [name for name in referee.__all__ if inspect.isfunction(getattr(referee, name))]
    for name in names:
        value = getattr(referee, name)
        parts.append(f"### {name}\n\n```python\n{signature(name, value)}\n```\n\n{text(value)}\n")
    parts.append(f"## Session\n\n{text(referee.Session)}\n")
    for name, value in inspect.getmembers(referee.Session):
        plain = getattr(value, "__func__", value)
        if name.startswith("_"):
            continue
        if isinstance(inspect.getattr_static(referee.Session, name), property):
            parts.append(f"- `{name}`: {inspect.getdoc(inspect.getattr_static(referee.Session, name))}\n")
        elif inspect.isfunction(plain):
            parts.append(f"### Session.{name}\n\n```python\n{signature(name, plain)}\n```\n\n{text(plain)}\n")
    parts.append("## Results\n\nEach is a dict as `--json` prints it, with these attributes.\n")
    for name, value in inspect.getmembers(results, inspect.isclass):
        if not issubclass(value, results.Result) or name == "Result":
            continue
        rows = [f"- `{key}`: {inspect.getdoc(one)}" for key, one in vars(value).items() if isinstance(one, property)]
        parts.append("\n".join([f"### {name}\n", f"{inspect.getdoc(value)}\n", *rows]) + "\n")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts))


GAME_HEAD = """\
# What a game gives, class by class

This page is for those who write [a game of their own](new-game.md) and look a name up. `python tests/api_page.py`
writes it from the docstrings. A game is one object, `Game`; the classes below are what its parts are made of.
"""
# a longer default is not printed
_SHORT = 30
# by what they are for, in the order in which an author meets them
PARTS = {
    "The game and its state": {"game.game": ["Game", "Fault"], "game.state": ["State"], "game.trace": ["Awaiting"]},
    "The position": {"game.position": ["Phase", "Position", "SimultaneousPosition"], "game.facts": ["Facts", "Offer"]},
    "Orders": {
        "game.orders": ["Order", "Candidate", "Objection"],
        "game.forecast": ["Forecast", "EachFace", "Unknown"],
        "game.recorder": ["Recorder"],
        "game.trace": ["Change"],
        "game.dice": ["Throw", "Roll"],
        "game.submissions": ["Submission", "SubmittedOrder"],
    },
    "Questions and odds": {"game.questions": ["Question", "Answer", "Sentence"], "game.odds": ["GameOdds", "Playing"]},
    "Rules as data": {
        "rules.rows": ["Row", "Operation"],
        "rules.moments": ["Moment", "FactKind", "QuantityKind"],
        "rules.ledger": ["Ledger", "Entry"],
        "game.policies": ["Policies", "Policy"],
    },
    "Pictures, sheets and lines": {
        "game.picture": ["Picture", "Shape", "Token", "Edge", "Pointer", "GroundStyle"],
        "game.sheets": ["Sheet", "Chart", "ChartPart"],
        "notation.situation_forms": ["SituationForm"],
    },
}


def fields_of(kind: type[Any]) -> Iterator[str]:
    """Yield the fields of a struct as its class has them; of a long default, that there is one."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(body, ast.ClassDef)
    for one in body.body:
        if isinstance(one, ast.AnnAssign) and not ast.unparse(one.annotation).startswith("ClassVar"):
            default = ast.unparse(one.value) if one.value is not None else ""
            said = default if len(default) < _SHORT else "..."
            yield f"{ast.unparse(one.target)}: {ast.unparse(one.annotation)}" + (f" = {said}" if said else "")


def marks_of(kind: type[Any]) -> Iterator[str]:
    """Yield the class variables that a subclass may set, each with the comment above it."""
    source = inspect.getsource(kind)
    for comment, name, value in re.findall(r"((?: +#[^\n]*\n)+) +(\w+): ClassVar\[[^\n]*\] = ([^\n]*)\n", source):
        why = " ".join(line.strip(" #") for line in comment.strip().splitlines())
        yield f"- `{name} = {value}`: {why}"


def described(kind: type[Any]) -> str:
    """Return a class with its fields, its marks and its own methods."""
    parts = [f"### {kind.__name__}\n", f"`from {kind.__module__} import {kind.__name__}`\n", text(kind) + "\n"]
    if issubclass(kind, (msgspec.Struct, tuple)) and (rows := list(fields_of(kind))):
        parts.append("```python\n" + "\n".join(rows) + "\n```\n")
    parts += marks_of(kind)
    for name, value in vars(kind).items():
        plain = getattr(value, "__func__", value)
        if name.startswith("_") or not value.__doc__:
            continue
        if isinstance(value, property):
            parts.append(f"- `{name}`: {' '.join(str(inspect.getdoc(value)).split())}")
        elif inspect.isfunction(plain):
            called = re.sub(r"\s+", " ", signature(name, plain)).replace("( ", "(").replace(", )", ")")
            parts.append(f"- `{called}`: {' '.join(str(inspect.getdoc(value)).split())}")
    return "\n".join(parts) + "\n"


def game_page() -> str:
    """Return the page about the classes of a game."""
    parts = [GAME_HEAD]
    for title, modules in PARTS.items():
        parts.append(f"## {title}\n")
        for module, names in modules.items():
            found = importlib.import_module(f"referee.core.{module}")
            parts += [described(getattr(found, name)) for name in names]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts))


PAGES = {"api.md": page, "game-api.md": game_page}

if __name__ == "__main__":
    for name, write in PAGES.items():
        (ROOT / "docs" / name).write_text(write(), encoding="utf-8")
