"""Folders of pages that a command writes: whole or not at all, and never over anything else."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from referee.core.documents import Problem, Unreadable


def refuse_folder(folder: Path, is_ours: Callable[[Sequence[str]], bool], force: bool) -> None:
    """Raise Unreadable for a folder that cannot be made, that exists, or whose names are not those of our pages."""
    message = ""
    if not folder.absolute().parent.is_dir():
        message = "there is no folder to put it in"
    elif folder.exists() and not folder.is_dir():
        message = "is a file; name a folder"
    elif folder.is_dir() and (names := [path.name for path in folder.iterdir()]):
        if not is_ours(names):
            message = "holds other files; name a new folder"
        elif not force:
            message = "already exists; --force overwrites it"
    if message:
        raise Unreadable([Problem(str(folder), 0, 0, "", message)])


def put_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all files, by their paths inside, beside the folder, and give them its name; raises Unreadable."""
    try:
        own = Path(tempfile.mkdtemp(".tmp", ".referee-", folder.absolute().parent))
        try:
            for name, content in files.items():
                (own / name).parent.mkdir(parents=True, exist_ok=True)
                (own / name).write_bytes(content)
            os.chmod(own, 0o755)
            if folder.is_dir():
                before = own.with_suffix(".old")
                os.rename(folder, before)
                os.rename(own, folder)
                shutil.rmtree(before)
            else:
                os.rename(own, folder)
        finally:
            if own.exists():
                shutil.rmtree(own)
    except OSError as error:
        raise Unreadable([Problem(str(folder), 0, 0, "", f"cannot be written: {error.strerror or error}")]) from None
