"""A whole game as one file that every player can verify: settings, records, mails, chain and secret."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from referee.core.documents import Problem, Unreadable
from referee.core.documents.digests import sha256

from .archive import Archive
from .out.history import HISTORY, history_of
from .settings import SECRET
from .sums import SETTINGS, SUMS, differences, kept_files

# the digest of an archive in its comment
_COMMENT = 64
# the bytes of a game that lasts for years
_MOST = 512 << 20
# the earliest time that such a file can hold
_TIME = (1980, 1, 1, 0, 0, 0)


def files_of(folder: Path) -> dict[str, bytes]:
    """Return what proves a game, by its path in the folder or the published file; raises Unreadable."""
    if folder.is_file():
        return _unpacked(folder)
    if not folder.is_dir():
        raise Unreadable.of(str(folder), "there is no such folder or file")
    found = kept_files(folder)
    secret = [folder / SECRET] if (folder / SECRET).exists() else []
    try:
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted([*found, *secret])}
    except OSError as error:
        raise Unreadable.of(str(folder), f"cannot be read: {error}") from None


def published(folder: Path, folders: Sequence[Path] = ()) -> bytes:
    """Return the bytes of the published file, with the history of the game as a page.

    The same game gives the same bytes, by the same zlib. Raises Unreadable.
    """
    files = files_of(folder)
    if wrong := differences(files):
        said = "; `referee desk run` counts what you have edited" if wrong == ["desk.yaml: was changed"] else ""
        raise Unreadable([Problem(str(folder), 0, 0, "", f"{one}{said}") for one in wrong])
    return packed({**files, HISTORY: history_of(Archive(folder, folders, accept_rules=True)).encode()})


def check_sums(folder: Path) -> None:
    """Raise Unreadable if files of a game are not as the desk has left them; its settings may be edited.

    A game of an earlier version has no sums.
    """
    if not (folder / SUMS).exists():
        return
    wrong = [one for one in differences(files_of(folder)) if not one.startswith(f"{SETTINGS}:")]
    if wrong:
        said = "; put back what the desk wrote, or change the game by `referee desk adjust`"
        raise Unreadable([Problem(str(folder), 0, 0, "", f"{one}{said}") for one in wrong])


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip archive; its comment is the digest of all bytes before it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(files):
            info = zipfile.ZipInfo(path, _TIME)
            info.create_system, info.external_attr = 3, 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, files[path], compresslevel=9)
        archive.comment = b"0" * _COMMENT
    content = out.getvalue()[:-_COMMENT]
    return content + sha256(content).encode()


def _leaves(name: str) -> bool:
    """Return whether a name in an archive is none of a file in its folder."""
    return "\\" in name or ":" in name or not {"", ".", ".."}.isdisjoint(name.split("/"))


def _unpacked(path: Path) -> dict[str, bytes]:
    try:
        content = path.read_bytes()
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(info.file_size for info in archive.infolist()) > _MOST:
                raise zipfile.BadZipFile("it holds more than any game does")
            if strange := next((name for name in archive.namelist() if _leaves(name)), None):
                raise zipfile.BadZipFile(f"the name {strange!r} leaves the folder of the game")
            if len(set(archive.namelist())) < len(archive.namelist()):
                raise zipfile.BadZipFile("it holds two files of one name")
            files, comment = {name: archive.read(name) for name in archive.namelist()}, archive.comment
    except (OSError, zlib.error, zipfile.BadZipFile, ValueError, RuntimeError, EOFError, KeyError) as error:
        raise Unreadable.of(str(path), f"is no published game, or was changed: {error}") from None
    # an archive of an earlier version has no comment
    if comment and sha256(content[:-_COMMENT]).encode() != comment:
        raise Unreadable.of(str(path), "was changed since it was published: its bytes differ")
    return files
