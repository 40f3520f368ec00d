"""Mailboxes outside the folder of a game, which may serve several: each mail is read once, and all are left alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from referee.core.documents import Problem, Unreadable
from referee.core.documents.digests import sha256

from .archive import Archive
from .journal import Journal
from .mail.boxes import Raw, mails_in

READ = "boxes.json"


def fresh_mails(archive: Archive) -> list[Raw]:
    """Return the mails of the boxes in the settings that no run has read; raises Unreadable for a missing box."""
    known = _known(archive)
    out = []
    for box in archive.settings.boxes:
        path = archive.folder / Path(box).expanduser()
        if not path.exists():
            raise Unreadable([Problem("desk.yaml", 0, 0, "boxes", f"there is no mailbox '{box}'")])
        seen = set(known.get(box, ()))
        out += [raw._replace(box=box, file=None) for raw in mails_in(path) if _mark(raw) not in seen]
    return out


def note_read(archive: Archive, raws: Sequence[Raw], journal: Journal) -> None:
    """Note that mails of boxes were read."""
    if not any(raw.box for raw in raws):
        return
    known = _known(archive)
    for raw in raws:
        if raw.box:
            known.setdefault(raw.box, []).append(_mark(raw))
    journal.write(READ, msgspec.json.format(msgspec.json.encode(known), indent=1) + b"\n")


def _mark(raw: Raw) -> str:
    return sha256(raw.content)[:32]


def _known(archive: Archive) -> dict[str, list[str]]:
    try:
        return msgspec.json.decode((archive.folder / READ).read_bytes(), type=dict[str, list[str]])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as error:
        raise Unreadable([Problem(str(archive.folder / READ), 0, 0, "", f"cannot be read: {error}")]) from None
