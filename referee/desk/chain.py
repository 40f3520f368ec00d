"""The chain of a game by mail: a line for each thing that happened, each with the digest of the line before.

A line is canonical JSON. Its digest is the SHA-256 of its text without the line feed; that of the last line is the
head, which stands in every mail that goes out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from referee.core.documents.digests import canonical, sha256


class Link(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One line: up to which record the game has come, and the digests of what came in and went into it.

    `mails` and `orders` hold the digests of files, `trace` and `state` those of the files of record `n`, where the line
    made it. `by` are the players whose orders were carried out. `salt` holds the salts that came in. `undo` says which
    records were moved away and why, `because` why the master changed something. `at` is the time.
    """

    n: int
    era: int
    prev: str
    mails: Sequence[str]
    orders: Sequence[str]
    trace: str | None
    by: Sequence[str]
    at: str
    state: str | None = None
    salt: Mapping[str, str] = {}
    undo: Mapping[str, Any] | None = None
    because: str = ""

    @property
    def begins_era(self) -> bool:
        """Whether the dice after this line are new: it undid records without keeping their dice, or set a state."""
        if self.undo is not None:
            return not self.undo.get("keep_dice")
        return self.n > 0 and self.state is not None and self.trace is None


class Chain:
    """The lines of a chain, oldest first."""

    def __init__(self, text: str = "") -> None:
        """Read the lines of a file; raises ValueError with the number of the first that does not fit."""
        self.rows = text.splitlines()
        self.links: list[Link] = []
        for number, row in enumerate(self.rows, 1):
            try:
                value = json.loads(row)
                link = msgspec.convert(value, Link)
            except (ValueError, msgspec.ValidationError) as error:
                raise ValueError(f"line {number}: {error}") from None
            if canonical(value).decode() != row:
                raise ValueError(f"line {number}: is not written as the desk writes it")
            before = sha256(self.rows[number - 2].encode()) if number > 1 else ""
            if link.prev != before:
                raise ValueError(f"line {number}: does not name the line before it")
            self.links.append(link)
        if text and not text.endswith("\n"):
            raise ValueError("the last line is cut off")

    @property
    def head(self) -> str:
        """The digest of the last line, empty where there is none."""
        return sha256(self.rows[-1].encode()) if self.rows else ""

    @property
    def last(self) -> Link:
        """The last line."""
        return self.links[-1]

    @property
    def era(self) -> int:
        """The era of the next die: how often the master has made dice fall again, by an undo or by another state.

        The master cannot try out eras: the secret that all dice come from was committed to before the first die, and
        each step to a further era is a line of the chain, which every player sees.
        """
        return sum(link.begins_era for link in self.links)

    @property
    def salts(self) -> dict[str, str]:
        """The salt of each player, the first that came."""
        out: dict[str, str] = {}
        for link in self.links:
            for player, salt in link.salt.items():
                out.setdefault(player, salt)
        return out

    def made(self, n: int) -> Link:
        """Return the line that made a record, the latest where it was made again after an undoing."""
        return next(link for link in reversed(self.links) if link.n == n and link.state is not None)

    def add(self, **given: Any) -> Link:
        """Append a line."""
        link = Link(prev=self.head, **given)
        self.rows.append(canonical(link).decode())
        self.links.append(link)
        return link

    @property
    def text(self) -> str:
        """The lines as the text of a file."""
        return "".join(f"{row}\n" for row in self.rows)
