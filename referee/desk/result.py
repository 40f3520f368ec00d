"""What a run of the desk has done, and whom the game awaits after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
from msgspec import structs

from referee.core.game.trace import Awaiting
from referee.opening.states import Opened

from .archive import Archive
from .clock import Since, awaited_since, due, late
from .playing import MOST, Played, Progress
from .settings import Settings
from .taking import Taken
from .waiting import Waiting, lines


class Result(msgspec.Struct, dict=True):
    """What a run has done, or in a preview would do; then `mails` holds what each player would get.

    Mails that are `partial` wait.
    """

    archive: Archive
    now: datetime
    taken: list[Taken]
    progress: Progress
    begun: int
    written: list[str] = []
    preview: bool = False
    partial: list[str] = []
    mails: list[dict[str, str]] = []
    reminded: list[str] = []

    @property
    def opened(self) -> Opened:
        """The game after the run."""
        return self.progress.now

    # whom the game awaits and until when is long to find out in some games
    @cached_property
    def awaiting(self) -> list[Awaiting]:
        """Whom the game awaits."""
        return self.opened.game.open(self.opened.state, self.opened.rules).awaiting()

    @cached_property
    def since(self) -> dict[str, Since]:
        """Since when each player who is awaited is awaited."""
        return awaited_since(self.archive, self.progress.played, self.awaiting, self.now)

    @cached_property
    def due(self) -> dict[str, datetime | None]:
        """Until when each player who is awaited is to order."""
        return due_of(self.archive, self.since)

    def count_from_now(self) -> None:
        """Count every deadline from now, as after an undoing, before any is asked for."""
        self.since = {one.player: Since(self.now) for one in self.awaiting}

    def late(self) -> list[str]:
        """Return the players who are dropped, or late by more than the grace, and for whom no default is safe."""
        settings = self.archive.settings
        until = self.due if len(self.progress.played) < MOST else {}
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
            "awaiting": _awaiting_rows(self.awaiting, self.due),
            "waiting": _waiting_rows(self.archive, self.opened, self.progress.waiting),
            "written": self.written,
            "head": self.archive.chain.head,
            **({"partial": self.partial} if self.partial else {}),
            **({"late": self.late()} if self.late() else {}),
            **({"unsure": [structs.asdict(one) for one in self.progress.unsure]} if self.progress.unsure else {}),
            **({"mails": self.mails} if self.preview else {}),
        }


def due_of(
    archive: Archive, since: Mapping[str, Since], settings: Settings | None = None
) -> dict[str, datetime | None]:
    """Return until when each player who is awaited is to order, by these settings; None where nothing is due."""
    settings = settings or archive.settings
    deadline = settings.deadline
    if deadline is None:
        return dict.fromkeys(since)
    away = {player: [*settings.away.get(player, []), *archive.away.get(player, [])] for player in since}
    found = {player: due(one.at, deadline, away[player]) for player, one in since.items()}
    return {player: max(at, settings.until.get(player, at)) for player, at in found.items()}


def _awaiting_rows(awaiting: Sequence[Awaiting], until: dict[str, datetime | None]) -> list[dict[str, Any]]:
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


def _waiting_rows(archive: Archive, opened: Opened, waiting: Sequence[Waiting]) -> list[dict[str, Any]]:
    """Return the orders that wait as `--json` prints it."""
    name = archive.settings.game
    return [{"player": one.player, "orders": lines(opened.game, opened.ruleset.name, name, one)} for one in waiting]


def by_of(one: Played) -> list[str]:
    """Return by whose orders a moment came: players, or a default that stood in for one."""
    return [f"default for {player}" if player in one.defaults else player for player in one.by]
