"""Runs what a document shows: files it writes, commands with their output, cases.

    ```yaml file=my-rules/manifest.yaml      is written to that file
    ```python append=game.py                 is written to the end of that file, after two empty lines
    ```console                               `$ command` lines are run; what follows is their output
    ```yaml                                  a block that begins with `case:` is run as a case

`python tests/documents_run.py` writes the outputs of all documents anew, `… docs/THIS.md` those of some; read what
changed before you keep it.
"""

from __future__ import annotations

import gc
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import NamedTuple, NoReturn

import yaml

import referee
from referee import games
from referee.__main__ import main

ROOT = Path(__file__).resolve().parent.parent
# shows a package at work, which is installed first: see test_packages.py
PACKAGED = ROOT / "docs" / "new-game.md"
DOCUMENTS = [path for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if path != PACKAGED]
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
    """Run a command line; one of the referee alone in a fork of this process, which has everything imported."""
    if (
        python == sys.executable
        and command.startswith("referee ")
        and not _OF_THE_SHELL.search(_QUOTED.sub("", command))
    ):
        return _forked(shlex.split(command)[1:], folder)
    script = f'referee() {{ "{python}" -m referee "$@"; }}\npython() {{ "{python}" "$@"; }}\n{command}'
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, capture_output=True, text=True, env=_environment(), check=False
    )


@cache
def _warm() -> None:
    """Import everything and compile every ruleset, so that no fork does."""
    for module in walk_packages(referee.__path__, "referee."):
        if not module.name.endswith(("__main__", ".form", "pytest_plugin")):
            with suppress(ImportError):
                import_module(module.name)
    for name in ("titan", "titan-valley", "titan-magi", "hordes", "battalions"):
        game, ruleset = games.load(name)
        game.compile(ruleset, {})
    # what is frozen is not looked through for garbage, which would copy it into each fork
    gc.freeze()


def _forked(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    _warm()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            _become(words, folder, out.fileno(), err.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said = []
        for file in (out, err):
            file.seek(0)
            said.append(file.read().decode())
    return subprocess.CompletedProcess(words, code, *said)


def _become(words: list[str], folder: Path, out: int, err: int) -> NoReturn:
    """Be the command from here on, with its own folder, streams and environment."""
    code = 70
    try:
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(_environment())
        for stream, number in ((out, 1), (err, 2)):
            os.dup2(stream, number)
        sys.stdin = io.StringIO()
        sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8") for number in (1, 2))
        sys.argv = ["referee", *words]
        main()
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


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
