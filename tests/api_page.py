"""Writes docs/api.md from the docstrings of the Python API: `python tests/api_page.py`."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

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
        if value.__module__ != results.__name__ or name == "Result":
            continue
        rows = [f"- `{key}`: {inspect.getdoc(one)}" for key, one in vars(value).items() if isinstance(one, property)]
        parts.append("\n".join([f"### {name}\n", f"{inspect.getdoc(value)}\n", *rows]) + "\n")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts))


if __name__ == "__main__":
    (ROOT / "docs/api.md").write_text(page(), encoding="utf-8")
