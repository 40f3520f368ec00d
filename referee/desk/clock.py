"""Deadlines: when orders are due, and when a default stands in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from referee.core.documents import Unreadable
from referee.core.game.trace import Awaiting

from .archive import Archive
from .journal import Journal
from .playing import Played
from .settings import Away, Deadline, hours

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


# further ones the master enters
MOST_DAYS = 30


def vacation(archive: Archive, player: str, days: tuple[str, str]) -> tuple[bool, str]:
    """Return whether a vacation by its first and last day counts, and why, in words for its player."""
    if archive.settings.deadline is None:
        return False, "this game has no deadlines"
    try:
        first, last = map(date.fromisoformat, days)
    except ValueError:
        return False, "there is no such day; write it as in 'away 2026-12-24 to 2027-01-02'"
    if last < first:
        return False, "it ends before it begins"
    taken = sum((one.last - one.first).days + 1 for one in archive.away.get(player, []))
    if taken + (last - first).days + 1 > MOST_DAYS:
        return False, f"by mail {MOST_DAYS} days of a game may be taken, {MOST_DAYS - taken} are left; ask the master"
    return True, "nothing of yours is due in it"


_MOST_DAYS = 400


def zone_of(deadline: Deadline | None) -> ZoneInfo:
    """Return the time zone of a game; raises Unreadable for an unknown one."""
    name = deadline.zone if deadline is not None else "UTC"
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise Unreadable.of("desk.yaml", f"'{name}' is no time zone", "deadline.zone") from None


def moment(text: str | None, deadline: Deadline | None) -> datetime:
    """Return a time given in words, by default now; a time without a zone is in that of the game."""
    zone = zone_of(deadline)
    if text is None:
        return _fixed(datetime.now(zone).replace(microsecond=0))
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise Unreadable.of("--now", f"'{text}' is no time; write it as in 2026-11-20T20:00+01:00") from None
    return _fixed(found.replace(tzinfo=zone) if found.tzinfo is None else found)


def _fixed(at: datetime) -> datetime:
    """Return a time with its distance from UTC, as the record writes it: hours that pass are counted alike."""
    return at.replace(tzinfo=timezone(at.utcoffset() or timedelta(0)))


def due(since: datetime, deadline: Deadline, away: list[Away]) -> datetime:
    """Return when orders are due that are awaited since a time: never in a vacation, or on a day that is left out."""
    zone = zone_of(deadline)
    found = (since + timedelta(hours=hours(deadline.next))).astimezone(zone)
    for _ in range(_MOST_DAYS):
        if deadline.clock is not None:
            at = datetime.combine(found.date(), _clock(deadline.clock), zone)
            found = (
                at if at >= found else datetime.combine(found.date() + timedelta(days=1), _clock(deadline.clock), zone)
            )
        free = deadline.days[found.weekday()] == "-" or _away(found.date(), away)
        if not free:
            break
        found += timedelta(days=1)
        if deadline.clock is None:
            continue
        found = datetime.combine(found.date(), time(0), zone)
    return found


def late(at: datetime, deadline: Deadline) -> datetime:
    """Return when a default stands in for orders that are due at a time."""
    return at + timedelta(hours=hours(deadline.grace))


def reminds(at: datetime, deadline: Deadline) -> datetime:
    """Return when a player is reminded of orders that are due at a time."""
    return at - timedelta(hours=hours(deadline.remind))


def _clock(text: str) -> time:
    try:
        return time.fromisoformat(text)
    except ValueError:
        raise Unreadable.of("desk.yaml", f"'{text}' is no time of day", "deadline.clock") from None


def _away(day: date, away: list[Away]) -> bool:
    return any(one.first <= day <= one.last for one in away)
