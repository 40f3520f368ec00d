"""Deadlines: when orders are due, and when a default stands in."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from referee.core.documents import Problem, Unreadable

from .settings import Away, Deadline, hours

_MOST_DAYS = 400


def zone_of(deadline: Deadline | None) -> ZoneInfo:
    """Return the time zone of a game; raises Unreadable for an unknown one."""
    name = deadline.zone if deadline is not None else "UTC"
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise Unreadable([Problem("desk.yaml", 0, 0, "deadline.zone", f"'{name}' is no time zone")]) from None


def moment(text: str | None, deadline: Deadline | None) -> datetime:
    """Return a time given in words, by default now; a time without a zone is in that of the game."""
    zone = zone_of(deadline)
    if text is None:
        return _fixed(datetime.now(zone).replace(microsecond=0))
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        said = f"'{text}' is no time; write it as in 2026-11-20T20:00+01:00"
        raise Unreadable([Problem("--now", 0, 0, "", said)]) from None
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
        raise Unreadable([Problem("desk.yaml", 0, 0, "deadline.clock", f"'{text}' is no time of day")]) from None


def _away(day: date, away: list[Away]) -> bool:
    return any(one.first <= day <= one.last for one in away)
