"""The digests of all files of a game by mail, by which a changed byte is found; `sha256sum -c` reads them too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from referee.core.documents.digests import sha256

SUMS = "record/SHA256SUMS"
# what the master may take away once it is sent
_SENT = "out/"
_KEPT = ("record", "undone", "waiting", "out")
SETTINGS = "desk.yaml"


def is_kept(path: str) -> bool:
    """Return whether a file belongs to the game: its settings, records, waiting orders and mails."""
    return path == SETTINGS or (path.partition("/")[0] in _KEPT and "/" in path and path != SUMS)


def kept_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a game in its folder, but not its secret."""
    if (folder / SETTINGS).is_file():
        yield folder / SETTINGS
    for name in _KEPT:
        yield from (path for path in sorted((folder / name).rglob("*")) if path.is_file())


def read_sums(text: str) -> dict[str, str]:
    """Return the digests by path; lines that cannot be read are left out."""
    rows = (line.split("  ", 1) for line in text.split("\n") if not line.startswith("#"))
    return {row[1]: row[0] for row in rows if len(row) == 2}


def write_sums(sums: Mapping[str, str]) -> str:
    """Return digests as the text of their file, with the digest of that text in a remark at its end."""
    text = "".join(f"{sums[path]}  {path}\n" for path in sorted(sums))
    return f"{text}# {sha256(text.encode())}\n"


def changed_sums(
    folder: Path, files: Mapping[str, bytes], moves: Iterable[tuple[str, str]], removals: Iterable[str]
) -> str:
    """Return the text of the digests after some changes of a folder."""
    path = folder / SUMS
    if path.exists():
        sums = read_sums(path.read_text(encoding="utf-8"))
    else:
        every = {file.relative_to(folder).as_posix(): file for file in kept_files(folder)}
        sums = {name: sha256(file.read_bytes()) for name, file in every.items() if is_kept(name)}
    for source, target in moves:
        for name in [name for name in sums if name == source or name.startswith(f"{source}/")]:
            sums[target + name[len(source) :]] = sums.pop(name)
    sums |= {name: sha256(content) for name, content in files.items() if is_kept(name)}
    for name in removals:
        sums.pop(name, None)
    return write_sums(sums)


def differences(files: Mapping[str, bytes]) -> list[str]:
    """Return the files that are not as the desk has left them; a mail that was sent may be missing."""
    if SUMS not in files:
        return [f"{SUMS}: is missing"]
    text = files[SUMS].decode("utf-8", "replace")
    sums = read_sums(text)
    out = [] if write_sums(sums) == text else [f"{SUMS}: is not written as the desk writes it"]
    for path, wanted in sums.items():
        content = files.get(path)
        if content is None and not path.startswith(_SENT):
            out.append(f"{path}: is missing")
        elif content is not None and sha256(content) != wanted:
            out.append(f"{path}: was changed")
    out += [f"{path}: the desk wrote no such file" for path in files if is_kept(path) and path not in sums]
    return out
