"""Since when the game awaits each player, from which their deadline is counted, and who was reminded of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import msgspec

from referee.core.game.trace import Awaiting

from .archive import Archive
from .journal import Journal
from .playing import Played

SINCE = "record/since.json"


class Since(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Since when a player is awaited, and whether they were `reminded`."""

    at: datetime
    reminded: bool = False


def read_since(archive: Archive) -> dict[str, Since]:
    """Return since when players are awaited, by the last run; empty where the file cannot be read."""
    try:
        return msgspec.json.decode((archive.folder / SINCE).read_bytes(), type=dict[str, Since])
    except (OSError, UnicodeDecodeError, msgspec.MsgspecError):
        return {}


def awaited_since(
    archive: Archive, played: Sequence[Played], awaiting: Sequence[Awaiting], now: datetime
) -> dict[str, Since]:
    """Return since when players are awaited after some moments: from before, where they were awaited all the time."""
    found = read_since(archive)
    for one in played:
        still = {row.player for row in one.opened.state.awaiting} - set(one.by)
        found = {player: since for player, since in found.items() if player in still}
    first = now if played else datetime.fromisoformat(archive.chain.made(archive.n).at)
    return {row.player: found.get(row.player, Since(first)) for row in awaiting}


def write_since(journal: Journal, found: Mapping[str, Since], reminded: Collection[str] = ()) -> None:
    """Write since when players are awaited, if that has changed, with those who are reminded now."""
    marked = {
        player: msgspec.structs.replace(since, reminded=since.reminded or player in reminded)
        for player, since in found.items()
    }
    content = msgspec.json.format(msgspec.json.encode(dict(sorted(marked.items()))), indent=1) + b"\n"
    path = journal.folder / SINCE
    if not path.exists() or path.read_bytes() != content:
        journal.write(SINCE, content)
