"""What a browser needs to run Python: the runtime, and the one package of ours that is compiled for it."""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path

from referee.core.documents import Problem, Unreadable

PYODIDE = "314.0.7"
_DIGEST = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
# the version of Python in it, and the tag of packages that are compiled for it
_PYTHON, TAG = "3.14", "pyemscripten_2026_0_wasm32"
# what npm, pip and Node print before a reason
_REASON = re.compile(r"(npm )?\w*(error|ERROR|Error):? (?!Traceback)")
_WHERE = f"give the folder of the npm package pyodide {PYODIDE} with --pyodide"


def runtime_files(folder: Path | None) -> dict[str, bytes]:
    """Return the files of the runtime, from a folder or by `npm pack`; raises Unreadable."""
    if folder is not None:
        missing = [name for name in PARTS if not (folder / name).is_file()]
        if missing:
            raise _missing(str(folder), f"is not the npm package pyodide {PYODIDE}: it lacks {', '.join(missing)}")
        return {name: (folder / name).read_bytes() for name in PARTS}
    with tempfile.TemporaryDirectory() as place:
        _run(["npm", "pack", f"pyodide@{PYODIDE}", "--silent"], Path(place), "the runtime", _WHERE)
        packed = Path(place, f"pyodide-{PYODIDE}.tgz").read_bytes()
    if hashlib.sha256(packed).hexdigest() != _DIGEST:
        raise _missing("the runtime", f"npm gave another file than pyodide {PYODIDE} has; {_WHERE}")
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        return {name: _member(archive, f"package/{name}") for name in PARTS}


def compiled_wheel(folder: Path | None) -> bytes:
    """Return the wheel of msgspec for browsers, from a folder or by `pip download`; raises Unreadable."""
    version = metadata.version("msgspec")
    name = f"msgspec-{version}-*{TAG}.whl"
    where = f"give a folder with {name} with --wheels"
    if folder is not None:
        return _first(folder.glob(name), str(folder), where)
    with tempfile.TemporaryDirectory() as place:
        words = ["download", f"msgspec=={version}", "--no-deps", "--only-binary=:all:", "--platform", TAG]
        words += ["--python-version", _PYTHON, "--implementation", "cp", "--dest", place, "--quiet"]
        _run([sys.executable, "-m", "pip", *words], Path(place), "msgspec for browsers", where)
        return _first(Path(place).glob(name), "msgspec for browsers", where)


def compiled(
    runtime: Mapping[str, bytes], archives: Mapping[str, bytes], requests: Sequence[str]
) -> tuple[dict[str, bytes], list[str]]:
    """Return archives with their modules compiled by the runtime itself, in Node, and its replies to requests.

    Without Node, the archives are as they were and there are no replies: a page starts in twice the time. Raises
    Unreadable if the runtime does not work.
    """
    if shutil.which("node") is None:
        return dict(archives), []
    with tempfile.TemporaryDirectory() as place:
        for name, content in {**runtime, **archives}.items():
            Path(place, name).write_bytes(content)
        script = (Path(__file__).parent / "compile.mjs").read_bytes()
        Path(place, "compile.mjs").write_bytes(script)
        # the runtime reads its own library from the first archive until all are written
        said = _run(["node", "compile.mjs", *archives], Path(place), "the runtime", _WHERE, "\n".join(requests))
        return {name: Path(place, f"compiled-{name}").read_bytes() for name in archives}, said.splitlines()


def _first(found: Iterable[Path], what: str, where: str) -> bytes:
    for path in found:
        return path.read_bytes()
    raise _missing(what, f"is not there; {where}")


def _run(words: list[str], place: Path, what: str, where: str, given: str = "") -> str:
    """Return what a program prints that fetches something or makes it; raises Unreadable with what it says."""
    if shutil.which(words[0]) is None:
        raise _missing(what, f"cannot be fetched, since there is no {words[0]}; {where}")
    done = subprocess.run(words, cwd=place, capture_output=True, text=True, input=given)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()
        reason = next((line for line in said if _REASON.match(line)), said[-1])
        raise _missing(what, f"{words[0]} fails: {reason}; {where}")
    return done.stdout


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    assert file is not None
    return file.read()


def _missing(what: str, message: str) -> Unreadable:
    return Unreadable([Problem(what, 0, 0, "", message)])
