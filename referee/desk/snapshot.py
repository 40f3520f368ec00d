"""What a master may edit, as it counted at each time: `desk.yaml` and the templates, kept with the records."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from referee.core.documents.digests import digest, sha256

from .archive import Archive, settings_at
from .journal import Journal
from .out.templates import OWN
from .playing import Progress
from .result import Result, due_of
from .settings import SETTINGS, read_settings


def editable(folder: Path, missing: bool = False) -> dict[str, bytes]:
    """Return what a master may edit in a folder; with `missing`, there may be no settings yet."""
    own = folder / OWN
    paths = [folder / SETTINGS, *sorted(path for path in own.rglob("*") if path.is_file())]
    if missing:
        paths = [path for path in paths if path.exists()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def is_editable(name: str) -> bool:
    """Return whether a name is that of the settings or of a template."""
    return name == SETTINGS or (name.startswith(f"{OWN}/") and {"", ".", ".."}.isdisjoint(name.split("/")))


def digest_of(files: Mapping[str, bytes]) -> str:
    """Return the digest of settings and templates, as the chain names it."""
    return digest({name: sha256(content) for name, content in files.items()})


def note(archive: Archive, journal: Journal, now: datetime) -> None:
    """Add a line to the chain where the settings or the program are not those that it has named last, and keep them.

    Orders that wait lapse where somebody else has the seat since then; who is awaited for another time is written to.
    """
    before = archive.chain.last_said("settings")
    files = editable(archive.folder)
    said = {"settings": digest_of(files), "program": archive.program}
    fresh: dict[str, Any] = {name: value for name, value in said.items() if archive.chain.last_said(name) != value}
    if fresh:
        archive.chain.add(archive.secret, now.isoformat(), by=["master"], **fresh)
        keep(journal, files)
    if before is None or "settings" not in fresh:
        return
    old = read_settings(archive.folder / settings_at(before))
    seated = archive.settings.players
    kept = {name: one.address for name, one in old.players.items()}
    archive.replaced = frozenset(name for name, one in seated.items() if kept.get(name, one.address) != one.address)
    for player in archive.replaced:
        journal.remove(f"waiting/{player}.yaml")
    found = Result(archive, now, [], Progress(archive.opened(), []), archive.n)
    was = due_of(archive, found.since, old)
    archive.rescheduled = frozenset(player for player, at in found.due.items() if at != was[player])


def keep(journal: Journal, files: Mapping[str, bytes]) -> None:
    """Keep settings and templates, which count from now on."""
    # the digests of the folder are those of what counts
    journal.write(SETTINGS, files[SETTINGS])
    for name, content in files.items():
        journal.write(f"{settings_at(digest_of(files))}{name}", content)
