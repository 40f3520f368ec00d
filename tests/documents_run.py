"""Runs what a document shows: files it writes, commands with their output, cases.

    ```yaml file=my-rules/manifest.yaml      is written to that file
    ```python append=game.py                 is written to the end of that file, after two empty lines
    ```console                               `$ command` lines are run; what follows is their output
    ```yaml                                  a block that begins with `case:` is run as a case

`python tests/documents_run.py` writes the outputs of all documents anew, `… docs/THIS.md` those of some; read what
changed before you keep it.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from running import referee

ROOT = Path(__file__).resolve().parent.parent
# pages that show a package at work, which is installed first, by its name: see test_packages.py
PACKAGED = {"dice-nim": ROOT / "docs" / "new-game.md", "hex-raid": ROOT / "docs" / "hex-game.md"}
DOCUMENTS = [p for p in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if p not in PACKAGED.values()]
_BLOCK = re.compile(r"^```([a-z]+)?([^\n]*)\n(.*?)^```$", re.M | re.S)


class Block(NamedTuple):
    kind: str
    info: str
    text: str
    line: int


def blocks(path: Path) -> list[Block]:
    text = path.read_text(encoding="utf-8")
    return [Block(m[1] or "", m[2].strip(), m[3], text.count("\n", 0, m.start()) + 1) for m in _BLOCK.finditer(text)]


def _links(folder: Path) -> None:
    for name in ("examples", "tests", "rulesets", "docs", "benchmarks"):
        (folder / name).symlink_to(ROOT / name)


def write_file(block: Block, folder: Path) -> bool:
    """Write what a block says is a file, or the end of one; return whether it is."""
    how, _, name = block.info.partition("=")
    if how not in ("file", "append"):
        return False
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    before = f"{target.read_text(encoding='utf-8')}\n\n" if how == "append" else ""
    target.write_text(before + block.text, encoding="utf-8")
    return True


def run_document(path: Path, folder: Path, python: str = sys.executable) -> list[str]:
    """Run every block in order, in a folder that holds links to the repository's examples; return what differs.

    Commands are those of the Python given.
    """
    _links(folder)
    wrong = []
    for number, block in enumerate(blocks(path)):
        where = f"{path.name}:{block.line}"
        if write_file(block, folder):
            continue
        if block.kind == "console":
            wrong += [f"{where}: {said}" for said in _console(block, folder, python)]
        elif block.kind == "yaml" and block.text.startswith("case:"):
            case = folder / f"case-{number}.yaml"
            case.write_text(block.text, encoding="utf-8")
            made = sorted(
                {p.parent.parent for p in folder.glob("*/*/manifest.yaml") if p.parent.parent.name != "rulesets"}
            )
            own = [word for each in made for word in ("--rulesets", str(each))]
            done = _referee(["test", *own, str(case)], folder)
            if done.returncode:
                wrong.append(f"{where}: {done.stdout}{done.stderr}")
        elif block.kind == "yaml":
            yaml.safe_load(block.text)
    return wrong


def _console(block: Block, folder: Path, python: str) -> list[str]:
    wrong = []
    parts = re.split(r"^\$ ", block.text, flags=re.M)[1:]
    for part in parts:
        command, _, expected = part.partition("\n")
        done = _shell(command, folder, python)
        printed = done.stdout + done.stderr
        if _trimmed(printed.rstrip()) != _trimmed(expected.rstrip()) and not _cut(expected, printed):
            wrong.append(f"$ {command}\nexpected:\n{expected}\nprinted:\n{printed}")
    return wrong


def _cut(expected: str, printed: str) -> bool:
    """A line of `...` alone stands for anything."""
    if "\n...\n" not in f"\n{expected}":
        return False
    pieces = [_trimmed(piece.strip("\n")) for piece in re.split(r"^\.\.\.$", expected, flags=re.M)]
    place = 0
    for piece in pieces:
        found = _trimmed(printed).find(piece, place)
        if found < 0:
            return False
        place = found + len(piece)
    return True


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines())


_QUOTED = re.compile(r"'[^']*'")
# what only a shell understands
_OF_THE_SHELL = re.compile(r"[|<>&;$`*?~(){}\n\\]|^\w+=")


def _shell(command: str, folder: Path, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    """Run a command line; one of the referee alone in this process."""
    if (
        python == sys.executable
        and command.startswith("referee ")
        and not _OF_THE_SHELL.search(_QUOTED.sub("", command))
    ):
        return _here(shlex.split(command)[1:], folder)
    script = f'referee() {{ "{python}" -m referee "$@"; }}\npython() {{ "{python}" "$@"; }}\n{command}'
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, capture_output=True, text=True, env=_environment(), check=False
    )


def _here(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in this process, which has everything imported and every ruleset compiled."""
    with pytest.MonkeyPatch.context() as patch, chdir(folder):
        for name, value in _environment().items():
            patch.setenv(name, value)
        said = referee(*words)
    return subprocess.CompletedProcess(words, said.code, said.out, said.err)


def _referee(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return _shell("referee " + shlex.join(arguments), folder)


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "LC_ALL": "C.UTF-8"}


def refresh(path: Path, folder: Path, python: str = sys.executable) -> None:
    """Write the outputs in a document anew, but for those cut by a line of dots."""
    _links(folder)
    text = path.read_text(encoding="utf-8")
    for block in blocks(path):
        if not write_file(block, folder) and block.kind == "console":
            written = ""
            for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
                command, _, expected = part.partition("\n")
                done = _shell(command, folder, python)
                cut = "\n...\n" in f"\n{expected}"
                printed = expected if cut else (done.stdout + done.stderr).rstrip("\n") + "\n"
                written += f"$ {command}\n" + ("" if printed == "\n" else printed)
            text = text.replace(f"```console\n{block.text}```", f"```console\n{written}```")
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:] or DOCUMENTS:
        with tempfile.TemporaryDirectory() as made:
            refresh(Path(name), Path(made))
