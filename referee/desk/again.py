"""Play a game by mail again from its mails, and compare each line of its chain with the one that comes of it.

Everything that a line covers is made again: whose a mail is, its orders, dice, states and traces, the texts of mails
that go out. Only what the master decides, settings, undoings and states that they set, is taken from the record.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from referee.core import documents
from referee.core.documents import Unreadable
from referee.core.game.trace import PROGRAM

from . import snapshot
from .archive import CHAIN, HEAD, SENT, Archive, Seen, record, settings_at
from .chain import Chain, Link
from .changing import discard, go_back, overrule
from .founding import begin
from .mail.boxes import Raw, player_of
from .out.history import HISTORY, history_of
from .running import take_turn
from .settings import SECRET
from .sums import SUMS, kept_files

# what a line says, in words, where it is not what the game gives
_WORDS = {
    "mails": "names other mails than came",
    "whose": "takes mails from other players than they are from",
    "texts": "names other texts of mails than came",
    "salt": "names other salts than the mails bring",
    "away": "names other vacations than the mails ask for",
    "orders": "carries out other orders than the mails give",
    "by": "names other players than the orders are of",
    "trace": "has another trace than the orders and the dice give",
    "state": "has another state than the orders and the dice give",
    "rolls": "has other rolls than the orders ask for",
    "sent": "names other texts of mails than the desk writes",
    "undo": "undoes something else",
    "era": "names another era than the lines before it give",
    "n": "is on another record",
}


class Verified(msgspec.Struct):
    """What a verification has found: differences, what is not proved, and how much it has looked at.

    `notes` say what the master did beside carrying out orders.
    """

    differences: list[str]
    unproved: list[str] = []
    notes: list[str] = []
    records: int = 0
    rolls: int = 0
    mails: int = 0


def play_again(
    files: Mapping[str, bytes],
    chain: Chain,
    seen: Sequence[Seen],
    secret: bytes,
    folders: Sequence[Path],
    found: Verified,
) -> None:
    """Play a game again in a folder of its own, and add to `found` how the lines of its chain and its files differ."""
    with tempfile.TemporaryDirectory(prefix="referee-") as made:
        folder = Path(made)
        try:
            _Repetition(folder, files, chain, seen, folders, found).play(secret)
        except (Unreadable, KeyError, ValueError, OSError) as error:
            # what a record lacks, or what cannot be read in it, is a difference by itself
            said = "; ".join(map(str, error.problems)) if isinstance(error, Unreadable) else f"{error} is missing"
            found.differences.append(f"{CHAIN}: the game cannot be played again: {said.replace(made, '')}")


class _Repetition:
    """A game that is played again, up to the first line that differs."""

    def __init__(
        self,
        folder: Path,
        files: Mapping[str, bytes],
        chain: Chain,
        seen: Sequence[Seen],
        folders: Sequence[Path],
        found: Verified,
    ) -> None:
        self.folder = folder
        self.files = files
        self.chain = chain
        self.kept = {one.digest: one for one in seen}
        self.folders = folders
        self.found = found
        self.program = PROGRAM

    def play(self, secret: bytes) -> None:
        """Play all of it."""
        (self.folder / SECRET).write_text(f"{secret.hex()}\n", encoding="ascii")
        first = self.chain.links[0]
        self._edit(first)
        state = self._file(0, "state.yaml")
        begin(self.folder, state, datetime.fromisoformat(first.at), self.folders, self.program, bare=True, n=first.n)
        place = self._compared()
        while 0 < place < len(self.chain.links):
            self._act(place)
            after = self._compared()
            if after == place:
                self.found.differences.append(f"{CHAIN}: line {place + 1}: nothing of what came gives it")
                return
            place = after
        if place:
            self._compare_files()

    def _compare_files(self) -> None:
        """Compare the files that come of it all, those among them that no line names: whose mails are, what waits."""
        made = {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in kept_files(self.folder)}
        if self.program == PROGRAM and HISTORY in self.files:
            made[HISTORY] = history_of(Archive(self.folder, self.folders, accept_rules=True)).encode()
        others = ("out/", SENT) if self.found.unproved else ("out/",)
        for path in sorted(made.keys() | self.files.keys()):
            if path in (CHAIN, HEAD, SUMS, SECRET, *([] if HISTORY in made else [HISTORY])) or path.startswith(others):
                continue
            if made.get(path) != self.files.get(path):
                waits = path.startswith("waiting/")
                said = "other orders wait than the mails give" if waits else "is not what the game gives"
                self.found.differences.append(f"{path}: {said}")

    def _act(self, place: int) -> None:
        """Do what made a line of the chain, and those after it."""
        link = self.chain.links[place]
        if link.settings is not None or link.program is not None:
            # the first thing that a command does
            self._edit(link)
            following = self.chain.links[place + 1 : place + 2]
            if following and following[0].at == link.at and following[0].settings is None:
                place, link = place + 1, following[0]
        archive = Archive(self.folder, self.folders, accept_rules=True)
        archive.program = self.program
        archive.patient = True
        now = datetime.fromisoformat(link.at)
        if link.undo is not None:
            go_back(archive, link.n, link.because, bool(link.undo.get("keep_dice")), now, bare=True)
        elif link.dropped:
            discard(archive, link.dropped, link.because, now, bare=True)
        elif link.because:
            name = "state.yaml" if link.trace is None else f"orders-{link.by[0]}.yaml"
            overrule(archive, documents.parse(self._file(place, name), name), link.because, now, bare=True)
        else:
            came = link.mails if link.trace is None else ()
            take_turn(archive, list(self._mails(came)), now, bare=True)

    def _mails(self, digests: Sequence[str]) -> Iterator[Raw]:
        for digest in digests:
            one = self.kept[digest]
            player = None if one.file.endswith(".eml") else player_of(Path(one.name), frozenset([one.player or ""]))
            yield Raw(one.name, self.files[one.file], player)

    def _edit(self, link: Link) -> None:
        """Put the settings of a line into the folder."""
        self.program = link.program or self.program
        if link.settings is None:
            return
        where = settings_at(link.settings)
        kept = {path.removeprefix(where): content for path, content in self.files.items() if path.startswith(where)}
        if snapshot.digest_of(kept) != link.settings or not all(map(snapshot.is_editable, kept)):
            raise KeyError(where)
        for old in snapshot.editable(self.folder, missing=True):
            (self.folder / old).unlink()
        for name, content in kept.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def _file(self, place: int, name: str) -> bytes:
        return self.files[f"{record_of(self.chain, place)}{name}"]

    def _compared(self) -> int:
        """Return how many lines are there now, 0 after the first that differs, which is reported."""
        path = self.folder / CHAIN
        made = Chain(path.read_text(encoding="utf-8"))
        for place, (is_now, was) in enumerate(zip(made.links, self.chain.links, strict=False)):
            if made.rows[place] == self.chain.rows[place]:
                continue
            wrong = [name for name in _WORDS if getattr(is_now, name) != getattr(was, name)]
            if wrong == ["sent"] and place + 1 == len(made.links) and self.program != PROGRAM:
                # words change from program to program, and are compared with the mails that players have kept
                said = f"the texts of mails: {self.program} wrote them, and it can compare them"
                self.found.unproved += [said] if said not in self.found.unproved else []
                path.write_text("".join(f"{row}\n" for row in self.chain.rows[: place + 1]), encoding="utf-8")
                continue
            said = "; ".join(_WORDS[name] for name in wrong) or "is not written as the desk writes it"
            self.found.differences.append(f"{CHAIN}: line {place + 1}: {said}")
            return 0
        if len(made.links) > len(self.chain.links):
            self.found.differences.append(f"{CHAIN}: line {len(self.chain.links) + 1}: is missing; the desk wrote more")
            return 0
        return len(made.links)


def record_of(chain: Chain, number: int) -> str:
    """Return the folder of the record of a line: where it was made, or where a later undoing has moved it."""
    link = chain.links[number]
    for later in chain.links[number + 1 :]:
        if later.undo is not None and later.n < link.n:
            return f"{later.undo.get('moved', 'undone/')}{link.n:03d}/"
    return f"{record(link.n)}/"
