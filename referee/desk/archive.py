"""The folder of a game by mail: its settings and secret, its chain, its records, and the orders that wait."""

from __future__ import annotations

import hmac
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path

import msgspec
from msgspec.structs import replace

from referee.core import documents
from referee.core.adjudication import chain as states
from referee.core.documents import Document, Unreadable
from referee.core.documents.digests import canonical
from referee.core.game.drawing import DiceTerms, weakness
from referee.core.game.position import Phase
from referee.core.game.state import State
from referee.core.game.trace import PROGRAM, Trace
from referee.opening.states import Opened, open_session

from .chain import Chain
from .journal import Journal
from .settings import OBSERVER, SECRET, Away, Settings, read_settings
from .waiting import Waiting

# the texts of mails that went out, by their names
SENT = "record/sent/"
# mails that a player may quote
_MOST_SENT = 30
# and mails that a word may confirm
_MOST_AGAIN = 3
_CONSONANTS = "bdfghjklmnprstvz"
CHAIN, HEAD, SEEN = "record/chain.jsonl", "record/head", "record/mails.jsonl"


class Seen(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A mail that was taken: its digest, the file in which it is kept, its player, `Message-ID` and name.

    `said` is the digest of its text with its date, which a list that passes it on leaves alone.
    """

    digest: str
    file: str
    player: str | None = None
    id: str = ""
    name: str = ""
    said: str = ""


class Archive:
    """A game by mail as its folder holds it; raises Unreadable for what cannot be read."""

    def __init__(self, folder: Path, folders: Sequence[Path] = (), accept_rules: bool = False) -> None:
        self.folder = folder
        self.folders = folders
        self.accept_rules = accept_rules
        # what adjudicates, as the chain names it
        self.program = PROGRAM
        # whether a mail may take any time to read, as where a game is played again
        self.patient = False
        # the players whose seats somebody else has since the last line of the chain
        self.replaced: frozenset[str] = frozenset()
        # those who are awaited and whose orders are due at another time since then
        self.rescheduled: frozenset[str] = frozenset()
        self.settings: Settings = read_settings(folder)
        try:
            self.chain = Chain(self._text(CHAIN))
        except ValueError as error:
            raise Unreadable.of(str(folder / CHAIN), str(error)) from None
        if not self.chain.links:
            raise Unreadable.of(str(folder / CHAIN), "has no line")

    def _text(self, path: str) -> str:
        try:
            return (self.folder / path).read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise Unreadable.of(str(self.folder / path), f"cannot be read: {error}") from None

    @property
    def n(self) -> int:
        """The number of the last record."""
        return self.chain.last.n

    @property
    def first(self) -> int:
        """The number of the first record, which is the step at which the game by mail began."""
        return self.chain.links[0].n

    @cached_property
    def secret(self) -> bytes:
        """The secret of the game's dice."""
        path = self.folder / SECRET
        try:
            key = bytes.fromhex(path.read_text(encoding="ascii").strip())
        except (OSError, ValueError):
            raise Unreadable.of(str(path), "is no secret of 64 hexadecimal digits") from None
        if weak := weakness(key):
            raise Unreadable.of(str(path), weak)
        return key

    def state_document(self, n: int) -> Document:
        """Return the state of a record as it was written."""
        path = self.folder / record(n) / "state.yaml"
        try:
            return documents.parse(path.read_bytes(), str(path))
        except OSError as error:
            raise Unreadable.of(str(path), f"cannot be read: {error.strerror}") from None

    def trace(self, n: int) -> Trace | None:
        """Return the trace of a record; one that the master adjusted has none."""
        path = self.folder / record(n) / "trace.yaml"
        return documents.convert(documents.parse(path.read_bytes(), str(path)), Trace) if path.exists() else None

    def opened(self) -> Opened:
        """Return the present state of the game, with the salts and the era of its next die."""
        return self.with_terms(open_session(self.state_document(self.n), self.folders, self.accept_rules))

    def phase_at(self, step: int) -> Phase | None:
        """Return the phase in which the game was at a step, None if no record is at it."""
        # steps go up with the records, and are their numbers except in a game of an earlier version
        records = range(self.first, self.n + 1)
        n = self.first + bisect_left(records, step, key=lambda n: self.state_document(n).value.get("step", 0))
        if n > self.n or self.state_document(n).value.get("step", 0) != step:
            return None
        found = open_session(self.state_document(n), self.folders, accept_rules=True)
        return found.game.open(found.state, found.rules).phase()

    def with_terms(self, opened: Opened) -> Opened:
        """Return a state with the salts and the era that the chain gives to the next die."""
        terms: DiceTerms = opened.state.dice or DiceTerms()
        wanted = replace(terms, era=self.chain.era, salts=dict(sorted(self.chain.salts.items())))
        if wanted == terms:
            return opened
        plain = documents.builtins(opened.state)
        changed = states.reseal(plain, {**plain, "dice": documents.builtins(wanted)})
        document = documents.make_document(changed, "state")
        state: State = documents.convert(document, opened.game.state)
        return replace(opened, state=state, document=document)

    @cached_property
    def seen(self) -> list[Seen]:
        """The mails taken so far."""
        try:
            return [msgspec.json.decode(row, type=Seen) for row in self._text(SEEN).splitlines()]
        except msgspec.MsgspecError as error:
            raise Unreadable.of(str(self.folder / SEEN), f"was changed: {error}") from None

    def sent(self, player: str, before: int | None = None) -> list[str]:
        """Return the texts of the last mails that a player was sent, before a line of the chain if it is given."""
        links = self.chain.links[:before]
        names = [name for link in links for name in link.sent if self.receiver(name) == player]
        return [self._text(f"{SENT}{name}.txt") for name in names[-_MOST_SENT:]]

    def mails(self, player: str) -> Iterator[tuple[bytes, list[str]]]:
        """Yield the last mails of a player, the latest first, each with the texts that were sent before it."""
        came = {digest: place for place, link in enumerate(self.chain.links) for digest in link.whose}
        mails = [one for one in self.seen if one.player == player and one.file.endswith(".eml")]
        for one in mails[: -_MOST_AGAIN - 1 : -1]:
            yield (self.folder / one.file).read_bytes(), self.sent(player, came.get(one.digest, 0))

    def receiver(self, name: str) -> str:
        """Return the player whom a mail was for, or `master`, by its name, as `012-ann` or `012-ann-2`."""
        said = name.partition("-")[2]
        found = (
            one for one in (*self.settings.players, "master", OBSERVER) if said == one or said.startswith(f"{one}-")
        )
        return max(found, key=len, default="")

    @cached_property
    def late_salts(self) -> bool:
        """Whether salts may come after the first roll, as the players agreed at the beginning."""
        first = self.chain.links[0].settings
        return (read_settings(self.folder / settings_at(first)) if first is not None else self.settings).late_salts

    @property
    def away(self) -> dict[str, list[Away]]:
        """The vacations that players have asked for by mail."""
        out: dict[str, list[Away]] = {}
        for link in self.chain.links:
            for player, days in link.away.items():
                out.setdefault(player, []).append(Away(*map(date.fromisoformat, days)))
        return out

    def word(self, player: str, orders: Sequence[str]) -> str:
        """Return the word that confirms some orders of a player at this step; after an undoing it is another."""
        undone = sum(link.undo is not None for link in self.chain.links)
        said = canonical(["confirm", player, undone, self.n, list(orders)])
        found = hmac.digest(self.secret, said, "sha256")
        return "".join(_CONSONANTS[one % 16] + "aeiou"[one // 16 % 5] for one in found[:4])

    def waiting(self) -> list[Waiting]:
        """Return the orders that wait, by player and in the order in which they came."""
        found = sorted((self.folder / "waiting").glob("*.yaml"))
        out = []
        for path in found:
            document = documents.parse(path.read_bytes(), str(path))
            out += documents.convert(document, list[Waiting])
        return [one for one in out if one.player not in self.replaced]


def write_chain(journal: Journal, chain: Chain) -> None:
    """Write a chain that has grown, and its head, by which a change of its last line is found."""
    path = journal.folder / CHAIN
    if not path.exists() or path.read_bytes() != chain.text.encode():
        journal.write(CHAIN, chain.text)
        journal.write(HEAD, f"{chain.head}\n")


def settings_at(settings: str) -> str:
    """Return the folder of a game in which settings are kept, by their digest."""
    return f"record/settings/{settings[:12]}/"


def record(n: int) -> str:
    """Return the path of a record in the folder."""
    return f"record/{n:03d}"
