"""The settings of a game by mail, which `desk.yaml` holds, and the files of its folder."""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from referee.core import documents
from referee.core.documents import Unreadable
from referee.core.game.drawing import InOrders
from referee.core.notation.field_specs import Name

from .mail.letter import Member

SETTINGS, SECRET = "desk.yaml", "secret"
# who reads along is called so, and no player is
OBSERVER = "observer"
_HOURS = re.compile(r"([0-9]{1,5})([hd])\Z")
_ADDRESS = re.compile(r"(?!-)[^\s<>@,;:\"()\[\]\\]{1,64}@[^\s<>@,;:\"()\[\]\\]{1,250}\Z")


class Deadline(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """When orders are due: `next` after the game begins to await a player, at a `clock` time on one of the `days`.

    A default stands in for who is late by more than `grace`. Who has not ordered is reminded at a time before the
    deadline, `remind`. `days` are seven letters from Monday on, `-` for a day on
    which nothing is due.
    """

    next: str
    grace: str = "0h"
    remind: str = "0h"
    clock: str | None = None
    zone: str = "UTC"
    days: str = "mtwtfss"


class Away(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A vacation of a player, from the first to the last day; nothing is due in it."""

    first: date
    last: date


class Settings(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The settings of a game by mail.

    The `master` is written to at that address, where there is one; `observers` get what everybody may know. With
    `late_salts`, as the players have agreed, a salt that comes after the first roll counts from the next era on. From
    `boxes`, Maildirs or mbox files, mails of this game are taken, and nothing is changed in them. Orders of some
    players are due at the time under `until`.
    """

    format: Literal[1] = msgspec.field(default_factory=lambda: 1)
    game: Name
    ruleset: str
    players: dict[Name, Member]
    deadline: Deadline | None = None
    away: dict[Name, list[Away]] = {}
    dropped: list[Name] = []
    dice_in_orders: InOrders = "refuse"
    anonymous_press: bool = False
    late_salts: bool = False
    language: Annotated[str, msgspec.Meta(max_length=10)] = "en"
    sender: str = "desk@localhost"
    master: str | None = None
    observers: list[str] = []
    boxes: list[str] = []
    until: dict[Name, datetime] = {}


def read_settings(folder: Path) -> Settings:
    """Return the settings of a folder; raises Unreadable."""
    path = folder / SETTINGS
    try:
        content = path.read_bytes()
    except OSError as error:
        said = "there is no such file; `referee desk new` makes a game by mail" if not path.exists() else str(error)
        raise Unreadable.of(str(path), said) from None
    document = documents.parse(content, str(path))
    settings = documents.convert(document, Settings)
    problems = [
        document.problem(("players", player, "address"), f"'{address}' is no address of a mail")
        for player, member in settings.players.items()
        for address in (member.address, *member.also)
        if not is_address(address)
    ]
    if settings.master is not None and not is_address(settings.master):
        problems.append(document.problem(("master",), f"'{settings.master}' is no address of a mail"))
    problems += [
        document.problem(("observers", number), f"'{address}' is no address of a mail")
        for number, address in enumerate(settings.observers)
        if not is_address(address)
    ]
    deadline = settings.deadline
    for key in ("next", "grace", "remind") if deadline is not None else ():
        if _HOURS.match(getattr(deadline, key)) is None:
            problems.append(document.problem(("deadline", key), "is a number of hours or days, as in 72h or 3d"))
    if deadline is not None and not re.fullmatch(r"[a-z-]{7}", deadline.days):
        problems.append(document.problem(("deadline", "days"), "are seven letters from Monday on, as in mtwtf--"))
    if deadline is not None and set(deadline.days) == {"-"}:
        problems.append(document.problem(("deadline", "days"), "leave no day on which anything is due"))
    if settings.language not in languages():
        said = f"'{settings.language}' is not known here; the known ones are {', '.join(languages())}"
        problems.append(document.problem(("language",), said))
    if problems:
        raise Unreadable(problems)
    return settings


def is_address(text: str) -> bool:
    """Return whether a text is one address of a mail, without a name beside it."""
    return _ADDRESS.match(text) is not None


def is_hours(text: str) -> bool:
    """Return whether a text is a number of hours or days, as `72h` or `3d`."""
    return _HOURS.match(text) is not None


def hours(text: str) -> int:
    """Return a number of hours from `72h` or `3d`."""
    found = _HOURS.match(text)
    assert found is not None
    return int(found[1]) * (24 if found[2] == "d" else 1)


def text_of(settings: Settings) -> str:
    """Return the settings as the text of their file."""
    return documents.dump(documents.builtins(settings))


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of dates: seven days, twelve months, and the order of the parts of a date."""

    days: str
    months: str
    date: str


@cache
def languages() -> dict[str, Language]:
    """Return the languages that are known, by their codes, from `languages.yaml` beside this file."""
    path = Path(__file__).with_name("languages.yaml")
    return documents.convert(documents.parse(path.read_bytes(), str(path)), dict[str, Language])


def written(at: datetime, language: str = "en") -> str:
    """Return a time as it stands in subjects and mails: `Wed 25 Nov 20:00 CET`."""
    known = languages()[language]
    day, month = known.days.split()[at.weekday()], known.months.split()[at.month - 1]
    return known.date.format(day=day, d=at.day, month=month, time=f"{at:%H:%M} {at.tzname() or 'UTC'}")
