"""Dates as players read them, in the language of a game, from `languages.yaml` beside this file."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path

import msgspec

from referee.core import documents


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of dates: seven days, twelve months, and the order of the parts of a date."""

    days: str
    months: str
    date: str


@cache
def languages() -> dict[str, Language]:
    """Return the languages that are known, by their codes."""
    path = Path(__file__).with_suffix(".yaml")
    return documents.convert(documents.parse(path.read_bytes(), str(path)), dict[str, Language])


def written(at: datetime, language: str = "en") -> str:
    """Return a time as it stands in subjects and mails: `Wed 25 Nov 20:00 CET`."""
    known = languages()[language]
    day, month = known.days.split()[at.weekday()], known.months.split()[at.month - 1]
    return known.date.format(day=day, d=at.day, month=month, time=f"{at:%H:%M} {at.tzname() or 'UTC'}")
