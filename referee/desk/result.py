"""What a run of the desk has done, and whom the game awaits after it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from referee.core.game.trace import Awaiting
from referee.opening.states import Opened

from .archive import Archive
from .clock import due, late
from .playing import Played, Progress
from .taking import Taken
from .waiting import Waiting, lines


class Result(msgspec.Struct):
    """What a run has done, or in a preview would do."""

    archive: Archive
    now: datetime
    taken: list[Taken]
    progress: Progress
    begun: int
    written: list[str] = []
    preview: bool = False

    @property
    def opened(self) -> Opened:
        """The game after the run."""
        return self.progress.now

    @property
    def awaiting(self) -> list[Awaiting]:
        """Whom the game awaits."""
        return awaiting_of(self.opened)

    def due(self) -> dict[str, datetime | None]:
        """Return until when each player who is awaited is to order."""
        return due_of(self.archive, self.opened, self.now if self.progress.played else None)

    def late(self) -> list[str]:
        """Return the players who are dropped, or late by more than the grace, and for whom no default is safe."""
        settings = self.archive.settings
        until = self.due() if not self.preview else {}
        deadline = settings.deadline
        over = {
            p for p, by in until.items() if by is not None and deadline is not None and self.now >= late(by, deadline)
        }
        return [player for player in until if player in over or player in settings.dropped]

    def plain(self) -> dict[str, Any]:
        """Return what a run has done as `--json` prints it."""
        numbers = range(self.begun + 1, self.begun + 1 + len(self.progress.played))
        return {
            "taken": [one.plain() for one in self.taken],
            "adjudicated": [
                {"n": n, "step": one.trace.step, "title": one.trace.title, "by": by_of(one)}
                for n, one in zip(numbers, self.progress.played, strict=True)
            ],
            "awaiting": awaiting_rows(self.awaiting, self.due()),
            "waiting": waiting_rows(self.archive, self.opened, self.progress.waiting),
            "written": self.written,
            "head": self.archive.chain.head,
            **({"late": self.late()} if self.late() else {}),
            **({"unsure": self.progress.unsure} if self.progress.unsure else {}),
        }


def awaiting_of(opened: Opened) -> list[Awaiting]:
    """Return whom a game awaits."""
    return opened.game.open(opened.state, opened.rules).awaiting()


def due_of(archive: Archive, opened: Opened, since: datetime | None = None) -> dict[str, datetime | None]:
    """Return until when each player who is awaited is to order, None where nothing is due."""
    settings = archive.settings
    found = since or datetime.fromisoformat(archive.chain.made(archive.n).at)
    out: dict[str, datetime | None] = {}
    for one in awaiting_of(opened):
        deadline = settings.deadline
        out[one.player] = due(found, deadline, settings.away.get(one.player, [])) if deadline is not None else None
    return out


def awaiting_rows(awaiting: Sequence[Awaiting], until: dict[str, datetime | None]) -> list[dict[str, Any]]:
    """Return whom the game awaits as `--json` prints it."""
    return [
        {
            "player": one.player,
            "phase": one.phase,
            "must": list(one.must),
            "may": list(one.may),
            "due": by.isoformat() if (by := until.get(one.player)) is not None else None,
        }
        for one in awaiting
    ]


def waiting_rows(archive: Archive, opened: Opened, waiting: Sequence[Waiting]) -> list[dict[str, Any]]:
    """Return the orders that wait as `--json` prints it."""
    name = archive.settings.game
    return [{"player": one.player, "orders": lines(opened.game, opened.ruleset.name, name, one)} for one in waiting]


def by_of(one: Played) -> list[str]:
    """Return by whose orders a moment came: players, or a default that stood in for one."""
    return [f"default for {player}" if player in one.defaults else player for player in one.by]
