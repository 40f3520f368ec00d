"""The chain of a game by mail: a line for each thing that happened, each with the digest of the line before.

A line is canonical JSON. Its digest is the SHA-256 of its text without the line feed; that of the last line is the
head, which stands in every mail that goes out. Lines are for the master alone until the game is published.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from referee.core.documents.digests import canonical, sha256

# the hexadecimal digits of a nonce: 16 bytes
NONCE = 32


class Link(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One line: up to which record the game has come, and the digests of what came in, went into it and went out.

    `mails` and `orders` hold the digests of files, `trace` and `state` those of the files of record `n`, where the line
    made it; `rolls` is how many rolls it has. `by` are the players whose orders were carried out. Of mails that came,
    `whose` says from which player each is taken, and `texts` holds the digests of their texts. `salt` holds the salts
    that came in, `away` the vacations, each by its first and last day, and `sent` the digests of the texts of mails
    that went out. `settings` is the digest of those that count from here on, `program` what adjudicates from here on.
    `undo` says which records were moved away, `dropped` whose waiting orders were thrown away, and `because` why the
    master changed something. `at` is the time. The `nonce` keeps everybody without the secret from trying out what a
    line covers.
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
    rolls: int = 0
    whose: Mapping[str, str] = {}
    texts: Sequence[str] = ()
    salt: Mapping[str, str] = {}
    away: Mapping[str, Sequence[str]] = {}
    sent: Mapping[str, str] = {}
    settings: str | None = None
    program: str | None = None
    undo: Mapping[str, Any] | None = None
    dropped: Sequence[str] = ()
    because: str = ""
    nonce: str = ""

    @property
    def begins_era(self) -> bool:
        """Whether the dice after this line are new: it undid records without keeping their dice, or set a state."""
        if self.undo is not None:
            return not self.undo.get("keep_dice")
        return self.prev != "" and self.state is not None and self.trace is None


class Chain:
    """The lines of a chain, oldest first."""

    def __init__(self, text: str = "") -> None:
        """Read the lines of a file; raises ValueError with the number of the first that does not fit."""
        # other ends of lines than the desk's are changes of them
        self.rows = text.removesuffix("\n").split("\n") if text else []
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

    def head_after(self, number: int) -> str:
        """Return the digest of a line, which mails that it names have as the head."""
        return sha256(self.rows[number].encode())

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
    def rolled(self) -> bool:
        """Whether a die of the game has been rolled, which fixes the salts."""
        return self._salted()[1]

    @property
    def salts(self) -> dict[str, str]:
        """The salt of each player that enters the dice of the present era: the first that came before the first roll.

        One that came after that roll counts from the next era on, so that nobody can choose it for dice that are due.
        """
        return self._salted()[0]

    def _salted(self) -> tuple[dict[str, str], bool]:
        out: dict[str, str] = {}
        later: dict[str, str] = {}
        rolled = False
        for link in self.links:
            for player, salt in link.salt.items():
                if rolled:
                    later[player] = salt
                else:
                    out.setdefault(player, salt)
            rolled |= link.rolls > 0
            if link.begins_era:
                out, later = {**out, **later}, {}
        return out, rolled

    def last_said(self, name: str) -> str | None:
        """Return what the latest line that names the settings, or the program, says of them."""
        return next((said for link in reversed(self.links) if (said := getattr(link, name)) is not None), None)

    def made(self, n: int) -> Link:
        """Return the line that made a record, the latest where it was made again after an undoing."""
        return next(link for link in reversed(self.links) if link.n == n and link.state is not None)

    def add(self, secret: bytes, at: str, n: int | None = None, **given: Any) -> Link:
        """Append a line, on the present record by default.

        Its nonce comes from the secret of the game and all that the line says, so that a run that is killed and begun
        again writes the same line.
        """
        empty: dict[str, Any] = {"mails": [], "orders": [], "trace": None, "by": []}
        number = self.last.n if n is None else n
        bare = Link(**{**empty, **given, "n": number, "era": self.era, "at": at, "prev": self.head})
        nonce = hmac.digest(secret, canonical(["chain", bare]), "sha256").hex()[:NONCE]
        link = msgspec.structs.replace(bare, nonce=nonce)
        self.rows.append(canonical(link).decode())
        self.links.append(link)
        return link

    @property
    def text(self) -> str:
        """The lines as the text of a file."""
        return "".join(f"{row}\n" for row in self.rows)
