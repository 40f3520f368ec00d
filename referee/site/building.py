"""Build the site: the pages, the runtime, the packages that it runs, the rules as pages, and the list of all files."""

from __future__ import annotations

import gzip
import hashlib
import importlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path

from referee import games
from referee.core import documents
from referee.core.documents import Unreadable
from referee.core.game.finding import index_for
from referee.core.game.game import Game
from referee.core.rules.rulesets import Ruleset
from referee.core.rules.search import builtin
from referee.judge.citing import index_rows
from referee.report.escape import markup
from referee.report.reports import RulesPagesReport
from referee.report.rules_html import write_pages
from referee.version import VERSION, install

from .manual import manual_folder, manual_pages

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
            raise Unreadable.of(str(folder), f"is not the npm package pyodide {PYODIDE}: it lacks {', '.join(missing)}")
        return {name: (folder / name).read_bytes() for name in PARTS}
    with tempfile.TemporaryDirectory() as place:
        _run(["npm", "pack", f"pyodide@{PYODIDE}", "--silent"], Path(place), "the runtime", _WHERE)
        packed = Path(place, f"pyodide-{PYODIDE}.tgz").read_bytes()
    if hashlib.sha256(packed).hexdigest() != _DIGEST:
        raise Unreadable.of("the runtime", f"npm gave another file than pyodide {PYODIDE} has; {_WHERE}")
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
    runtime: Mapping[str, bytes], archives: Mapping[str, bytes], first: Sequence[str], requests: Sequence[str]
) -> tuple[dict[str, bytes], list[str], list[str]]:
    """Return archives with their modules compiled by the runtime itself, in Node.

    With them come the files that its replies to the `first` requests take, and its replies to the others. Without Node,
    the archives are as they were and there is neither: a page starts in twice the time. Raises Unreadable if the
    runtime does not work.
    """
    if shutil.which("node") is None:
        return dict(archives), [], []
    with tempfile.TemporaryDirectory() as place:
        for name, content in {**runtime, **archives}.items():
            Path(place, name).write_bytes(content)
        script = (Path(__file__).parent / "compile.mjs").read_bytes()
        Path(place, "compile.mjs").write_bytes(script)
        # the runtime reads its own library from the first archive until all are written
        asked = "\n\n".join("\n".join(some) for some in (first, requests))
        said = _run(["node", "compile.mjs", *archives], Path(place), "the runtime", _WHERE, asked)
        taken, *replies = said.splitlines()
        return {name: Path(place, f"compiled-{name}").read_bytes() for name in archives}, json.loads(taken), replies


def _first(found: Iterable[Path], what: str, where: str) -> bytes:
    for path in found:
        return path.read_bytes()
    raise Unreadable.of(what, f"is not there; {where}")


def _run(words: list[str], place: Path, what: str, where: str, given: str = "") -> str:
    """Return what a program prints that fetches something or makes it; raises Unreadable with what it says."""
    if shutil.which(words[0]) is None:
        raise Unreadable.of(what, f"cannot be fetched, since there is no {words[0]}; {where}")
    done = subprocess.run(words, cwd=place, capture_output=True, text=True, input=given)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()
        reason = next((line for line in said if _REASON.match(line)), said[-1])
        raise Unreadable.of(what, f"{words[0]} fails: {reason}; {where}")
    return done.stdout


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    assert file is not None
    return file.read()


# rooms that no browser uses
_LEFT_OUT = ("cli", "desk")
# packages in Python alone, taken as they are installed
_PACKAGES = ("yaml", "tabulate", "jsonschema", "jsonschema_specifications", "referencing", "attr", "attrs", "segno")
_KINDS = (".py", ".json", ".yaml", ".txt", ".js", ".so")
_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'"
)
# no file of an archive has a time, so that the same program makes the same site
_TIME = (1980, 1, 1, 0, 0, 0)


def build(
    rulesets: Sequence[str],
    pyodide: Path | None,
    wheels: Path | None,
    address: str | None = None,
    style: bytes = b"",
    folders: tuple[Path, ...] = (),
) -> dict[str, bytes]:
    """Return every file of the site by its path, with all rulesets of the referee where none is named.

    `address` is where it will be, `style` is added to its style sheet, and `folders` hold further rulesets.

    Raises Unreadable for what cannot be had.
    """
    books = {name: _book(name, folders) for name in rulesets or _in_order()}
    manual = manual_pages(manual_folder(), address)
    runtime = runtime_files(pyodide)
    archives = {
        "python_stdlib.zip": runtime["python_stdlib.zip"],
        "packages.zip": _zipped(_packages(compiled_wheel(wheels), _own(books, folders))),
    }
    leading, *_ = books
    requests = [json.dumps({"call": "start", "given": {"ruleset": name}}) for name in books]
    archives, taken, starts = compiled(runtime, archives, _first_requests(leading, folders), requests)
    tables = tuple(f"referee/rulesets/{layer.name}/" for layer in games.load(leading, folders)[1].layers)
    out = {f"runtime/{name}": content for name, content in _runtime(runtime, archives, taken, tables).items()}
    out |= {f"start/{name}.json": start.encode() for name, start in zip(books, starts, strict=bool(starts))}
    for name, (_, pages) in books.items():
        out |= {f"book/{name}/{file}": content for file, content in pages.items()}
    out |= {f"docs/{name}": content for name, content in manual.items()}
    for path in sorted(pages_folder().iterdir()):
        out[path.name] = path.read_bytes()
    out["style.css"] += style
    titles = {name: title for name, (title, _) in books.items()}
    out["index.html"] = _index(out["index.html"].decode(), titles, bool(starts), address)
    out = {name: _with_policy(content) if name.endswith(".html") else content for name, content in out.items()}
    digests = {name: hashlib.sha256(content).hexdigest()[:16] for name, content in sorted(out.items())}
    version = hashlib.sha256(json.dumps(digests).encode()).hexdigest()[:16]
    sizes = {name: len(out[name]) for name in digests if name.startswith("runtime/")}
    listed = json.dumps({"version": version, "first": leading, "files": digests, "sizes": sizes}, indent=1)
    out["sw.js"] = out["sw.js"].replace(b'"VERSION"', json.dumps(version).encode())
    return out | {"files.json": listed.encode()}


def pages_folder() -> Path:
    """Return the folder of the pages, their script and their style."""
    inside = Path(__file__).parent / "pages"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "site"


def _own(rulesets: Iterable[str], folders: tuple[Path, ...]) -> dict[str, Path]:
    """Return the folders of rulesets that are not the referee's, and of those they extend, by name."""
    layers = [layer for name in rulesets for layer in games.load(name, folders)[1].layers]
    return {layer.name: layer for layer in layers if layer.parent != builtin()}


def _packages(wheel: bytes, own: Mapping[str, Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the files that the runtime unpacks, each with its path."""
    package = Path(__file__).parents[1]
    for path in _files(package):
        inside = path.relative_to(package)
        if inside.parts[0] not in _LEFT_OUT and pages_folder() not in path.parents:
            yield f"referee/{inside.as_posix()}", path.read_bytes()
    tables = [(path.relative_to(builtin()).as_posix(), path) for path in _files(builtin())]
    tables += [(f"{name}/{path.name}", path) for name, folder in own.items() for path in _files(folder)]
    for name, path in tables:
        # JSON is read at once, and YAML slowly without its parser in C
        table = documents.parse(path.read_bytes(), str(path)).value
        yield f"referee/rulesets/{name}", json.dumps(table).encode()
    for name in _PACKAGES:
        folder = _package(name)
        for path in _files(folder):
            inside = path.relative_to(folder)
            if not {"tests", "benchmarks"} & set(inside.parts):
                yield f"{name}/{inside.as_posix()}", path.read_bytes()
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        for name in archive.namelist():
            if name.endswith(_KINDS):
                yield name, archive.read(name)
    yield "rpds/__init__.py", (Path(__file__).parent / "rpds.py").read_bytes()


def _package(name: str) -> Path:
    """Return the folder of an installed package; raises Unreadable where an optional one is missing."""
    try:
        return Path(str(importlib.import_module(name).__file__)).parent
    except ImportError:
        raise Unreadable.of("", f"{name} is needed to build the site: {install('site')}") from None


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in _KINDS and "__pycache__" not in path.parts and not path.name.endswith("-gnu.so"):
            yield path


def _first_requests(name: str, folders: tuple[Path, ...]) -> list[str]:
    """Return what a page asks first: the verdict on an example, in words and of its table; nothing without one."""
    from .browser import examples, reply

    for line in examples(games.load(name, folders)[1]):
        first = {"ruleset": name, "question": line}
        found = json.loads(reply(json.dumps({"call": "verdict", "given": first})))
        if not found["wrong"]:
            state, question, echo = (found["data"][key] for key in ("state", "question", "echo"))
            calls = [
                ("verdict", first),
                ("verdict", {"ruleset": name, "question": echo}),
                ("situation", {"ruleset": name, "line": echo.rpartition(";")[0]}),
                ("draw", {"state": state}),
                ("line", {"state": state}),
                ("verdict", {"state": state, "question": question}),
            ]
            return [json.dumps({"call": call, "given": given}) for call, given in calls]
    return []


def _runtime(
    runtime: Mapping[str, bytes], archives: Mapping[str, bytes], taken: Collection[str], tables: tuple[str, ...]
) -> dict[str, bytes]:
    """Return the files of the runtime as the page's worker fetches them, packed.

    What the first verdict has `taken`, and its `tables`, come before the rest; all of it where nobody knows what that
    is. The script of the runtime is there unpacked too, for a host that forbids to import what a page has unpacked.
    """
    modules = {name: content for name, content in runtime.items() if name.endswith(".mjs")}
    # no package is fetched by its name
    lock = json.dumps({**json.loads(runtime["pyodide-lock.json"]), "packages": {}}).encode()
    library, packages = ([*_unzipped(archives[name])] for name in ("python_stdlib.zip", "packages.zip"))
    compiled_code = [one for one in packages if one[0].endswith(".so")]
    others = [one for one in packages if not one[0].endswith(".so")]
    first = {path for path, _ in library if not taken or path in taken}
    # of files that are no modules, only tables of other rulesets can wait
    data = {path for path, _ in others if not path.endswith(".pyc") and not path.startswith("referee/rulesets/")}
    first |= data | {path for path, _ in others if path in taken or not taken or path.startswith(tables)}
    packed = {
        "pyodide.asm.mjs": runtime["pyodide.asm.mjs"],
        "pyodide.asm.wasm": runtime["pyodide.asm.wasm"],
        "python_stdlib.zip": _zipped(one for one in library if one[0] in first),
        "libraries.tar": _tarred(compiled_code),
        "packages.tar": _tarred(one for one in others if one[0] in first),
        "later.tar": _tarred(one for one in (*others, *library) if one[0] not in first),
    }
    packs = {f"{name}.packed": gzip.compress(content, mtime=0) for name, content in packed.items()}
    return {**modules, "pyodide-lock.json": lock, **packs}


def _zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return an archive that is not compressed: it is packed whole, which is smaller."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in dict(files).items():
            archive.writestr(zipfile.ZipInfo(name, _TIME), content)
    return out.getvalue()


def _unzipped(archive: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(archive)) as source:
        for member in source.infolist():
            if not member.is_dir():
                yield member.filename, source.read(member)


def _tarred(files: Iterable[tuple[str, bytes]]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files:
            head = tarfile.TarInfo(name)
            head.size = len(content)
            archive.addfile(head, io.BytesIO(content))
    return out.getvalue()


def _in_order() -> list[str]:
    """Return the installed rulesets, those first that have the most boards to lay pieces on."""
    names = sorted(path.name for path in builtin().iterdir() if (path / "manifest.yaml").is_file())
    return sorted(names, key=lambda name: -_boards(*games.load(name)))


def _boards(game: Game, ruleset: Ruleset) -> int:
    return len(game.blanks(ruleset)) if game.blanks is not None else 0


def _book(name: str, folders: tuple[Path, ...]) -> tuple[str, dict[str, bytes]]:
    """Return the title of a ruleset, and its rules as pages; raises Unreadable for a game that a visitor lacks."""
    game, ruleset = games.load(name, folders)
    if not (Path(games.__file__).parent / ruleset.game).is_dir():
        raise Unreadable.of("", f"the game '{ruleset.game}' of '{name}' is a package of its own, which no visitor has")
    rows = index_rows(game, ruleset, {})
    summary = f"{len(ruleset.rules)} rules, {len(ruleset.rulings)} rulings."
    report = RulesPagesReport(ruleset.title, rows, ruleset.rulings, summary, index_for(game, ruleset))
    return ruleset.title, {file: text.encode() for file, text in write_pages(report).items()}


def _index(page: str, titles: Mapping[str, str], started: bool, address: str | None) -> bytes:
    """Return the front page with the rulesets to choose from, their books, and where it is."""
    place = markup(address or "")
    link = f'<link rel="canonical" href="{place}"><meta property="og:url" content="{place}">' if place else ""
    page = page.replace("{{address}}", link)
    mark = " data-started" if started else ""
    choices = "".join(
        f'<option value="{markup(name)}"{mark}>{markup(title)}</option>' for name, title in titles.items()
    )
    book = '<li><a data-book="{0}" href="book/{0}/index.html">{1}</a></li>'
    books = "".join(book.format(name, markup(title)) for name, title in titles.items())
    return page.replace("{{rulesets}}", choices).replace("{{books}}", books).replace("{{version}}", VERSION).encode()


def _with_policy(page: bytes) -> bytes:
    meta = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{markup(_POLICY)}">'
    return page.replace(b'<meta charset="utf-8">', meta.encode(), 1)
