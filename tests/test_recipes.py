"""The recipes of docs/architecture.md, carried out one after another, each in a copy of the repository.

```python new=PATH                      is written to that file
```python insert=PATH after="WORDS"     goes behind the first line with these words
```sh                                   each line is run, and must succeed
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from documents_run import ROOT, blocks
from seeds import part

DOCUMENT = ROOT / "docs" / "architecture.md"
_INSERT = re.compile(r'insert=(\S+) after="([^"]+)"')


def _recipes() -> dict[str, int]:
    """Return each recipe with the line on which it begins."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    return {line.removeprefix("## Recipe: "): n for n, line in enumerate(lines, 1) if line.startswith("## Recipe: ")}


def _copied(folder: Path, *more: str) -> None:
    """Copy the program and the rulesets, with the times of the files, for which what is compiled is good."""
    for name in ("referee", "rulesets", *more):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
        elif source.exists():
            shutil.copy2(source, folder / name)


def _followed(name: str, folder: Path) -> tuple[list[str], list[str]]:
    """Write what a recipe writes; return its Python files and its commands."""
    recipes = _recipes()
    begin = recipes[name]
    end = min((line for line in recipes.values() if line > begin), default=1_000_000)
    written, commands = [], list[str]()
    for block in blocks(DOCUMENT):
        if not begin < block.line < end:
            continue
        if block.info.startswith("new="):
            file = block.info.removeprefix("new=")
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8")
        elif found := _INSERT.match(block.info):
            file = found[1]
            target = folder / file
            lines = target.read_text(encoding="utf-8").splitlines(keepends=True)
            place = next(n for n, line in enumerate(lines) if found[2] in line) + 1
            target.write_text("".join([*lines[:place], block.text, *lines[place:]]), encoding="utf-8")
        else:
            commands += block.text.splitlines() if block.kind == "sh" else []
            continue
        written += [file] if file.endswith(".py") else []
    return written, commands


@pytest.mark.slow
@pytest.mark.parametrize("name", part(_recipes(), 3))
def test_a_recipe_can_be_followed(name: str, tmp_path: Path) -> None:
    _copied(tmp_path)
    _, commands = _followed(name, tmp_path)
    assert commands
    for command in commands:
        _run(command, tmp_path)


@pytest.mark.slow
def test_what_the_recipes_write_is_typed_and_linted(tmp_path: Path) -> None:
    # the cache of mypy is good for the copy: the files have the same names and times
    _copied(tmp_path, "pyproject.toml", ".mypy_cache")
    files = sorted({file for name in _recipes() for file in _followed(name, tmp_path)[0]})
    assert len(files) > 10
    for tool in ("ruff check", "ruff format --check", "mypy"):
        _run(f'"{sys.executable}" -m {tool} {" ".join(files)}', tmp_path)


def test_the_map_names_files_that_exist() -> None:
    text = re.sub(r"^```.*?^```$", "", DOCUMENT.read_text(encoding="utf-8"), flags=re.M | re.S)
    named = {word for word in re.findall(r"`([\w/.]+(?:\.py|\.yaml|/))(?::\w+)?`", text) if "NAME" not in word}
    roots = [ROOT, *(ROOT / "referee").glob("**/"), ROOT / "rulesets" / "titan"]
    assert [word for word in sorted(named) if not any((root / word).exists() for root in roots)] == []


def _run(command: str, folder: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "80"}
    done = subprocess.run(
        ["bash", "-c", f'referee() {{ "{sys.executable}" -m referee "$@"; }}\n{command}'],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"$ {command}\n{done.stdout}{done.stderr}"
