"""The mails of an inbox: `.eml` files, mbox files, a Maildir, and files of orders that are named for a player."""

from __future__ import annotations

import mailbox
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from referee.core.documents import Unreadable
from referee.core.documents.digests import sha256

from ..archive import Archive
from ..journal import Journal
from .parts import MOST_BYTES, whole

# one byte more than a mail may have, which is enough to know
_MOST = MOST_BYTES + 1
_ORDERS = (".txt", ".yaml", ".yml")


class Raw(NamedTuple):
    """A mail, or a file of orders of a player, with the name by which it is reported, and the file in which it lies.

    One of a mailbox outside the folder, a `box`, is left there.
    """

    name: str
    content: bytes
    player: str | None = None
    file: Path | None = None
    box: str = ""


def mails_in(path: Path, players: frozenset[str] = frozenset(), most: int = _MOST) -> Iterator[Raw]:
    """Yield the mails of a file or a folder, in the order of their names, `most` bytes of each; raises OSError."""
    if path.is_dir():
        if (path / "cur").is_dir() and (path / "new").is_dir():
            yield from _maildir(path, most)
            return
        for one in sorted(path.iterdir()):
            if not one.name.startswith(".") and not one.is_symlink():
                yield from mails_in(one, players, most)
    elif path.suffix.lower() in _ORDERS:
        yield Raw(whole(path.name), _start_of(path, most), whole(player_of(path, players)), path)
    else:
        content = _start_of(path, most)
        if (path.suffix.lower() != ".eml" and content.startswith(b"From ")) or path.suffix.lower() == ".mbox":
            yield from _mbox(path, most)
        else:
            yield Raw(whole(path.name), content, None, path)


def _start_of(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)


def player_of(path: Path, players: frozenset[str]) -> str:
    """Return the player for whom a file is named, as `ann.txt` or `014.ann.yaml`, else its name without the ending."""
    words = {word.casefold() for word in path.stem.replace("-", ".").split(".")}
    return next((player for player in sorted(players) if player.casefold() in words), path.stem)


def _mbox(path: Path, most: int) -> Iterator[Raw]:
    box = mailbox.mbox(path, create=False)
    try:
        for number, key in enumerate(box.keys(), 1):
            with box.get_file(key) as file:
                yield Raw(f"{whole(path.name)}#{number}", file.read(most), None, path)
    finally:
        box.close()


def _maildir(path: Path, most: int) -> Iterator[Raw]:
    box = mailbox.Maildir(path, create=False)
    for key in sorted(box.keys()):
        try:
            with box.get_file(key) as file:
                yield Raw(whole(key), file.read(most))
        except FileNotFoundError:
            # another program has taken it away, or a link leads nowhere
            continue


READ = "boxes.json"


def fresh_mails(archive: Archive) -> list[Raw]:
    """Return the mails of the boxes in the settings that no run has read; raises Unreadable for a missing box."""
    known = _known(archive)
    out = []
    for box in archive.settings.boxes:
        path = archive.folder / Path(box).expanduser()
        if not path.exists():
            raise Unreadable.of("desk.yaml", f"there is no mailbox '{box}'", "boxes")
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
        raise Unreadable.of(str(archive.folder / READ), f"cannot be read: {error}") from None
