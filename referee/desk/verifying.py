"""Verify a game by mail: commitment, chain, replays, dice and undoings, and mails that a player has kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from referee.core import documents
from referee.core.documents import Unreadable
from referee.core.documents.digests import digest, sha256
from referee.core.game.drawing import commits
from referee.core.game.trace import Trace
from referee.opening.states import Opened, open_session
from referee.proofs import prove

from . import sums
from .archive import CHAIN, HEAD, SEEN, Seen, record, with_terms
from .chain import Chain, Link
from .mail.boxes import mails_in
from .mail.parts import parts_of
from .publishing import files_of
from .settings import SECRET
from .since import SINCE

_HEAD = re.compile(r"\b([0-9a-f]{64})\b")


class Verified(msgspec.Struct):
    """What a verification has found, and how much it has looked at."""

    differences: list[str]
    records: int = 0
    rolls: int = 0
    mails: int = 0


def verify(folder: Path, mails: Sequence[Path] = (), folders: Sequence[Path] = ()) -> Verified:
    """Verify a folder or a published file, and mails that were kept; raises Unreadable for what cannot be opened."""
    files = files_of(folder)
    found = Verified([])
    try:
        chain = Chain(files.get(CHAIN, b"").decode("utf-8"))
    except (ValueError, UnicodeDecodeError) as error:
        found.differences.append(f"{CHAIN}: {error}")
        return found
    if not chain.links:
        found.differences.append(f"{CHAIN}: has no line")
        return found
    if files.get(HEAD) != f"{chain.head}\n".encode():
        found.differences.append(f"{HEAD}: is not the head of the chain")
    # digests are quick to compare, and a game whose files were changed need not be replayed
    found.differences += sums.differences(files)
    secret = _secret(files, found)
    _mail_files(files, chain, found)
    if found.differences:
        return found
    _records(files, chain, secret, found, folders)
    for path in mails:
        for raw in mails_in(path):
            found.mails += 1
            found.differences += _kept(raw.name, raw.content, chain)
    return found


def _secret(files: dict[str, bytes], found: Verified) -> bytes | None:
    content = files.get(SECRET)
    if content is None:
        return None
    try:
        secret = bytes.fromhex(content.decode("ascii").strip())
    except ValueError:
        secret = b""
    if len(secret) != 32 or content != secret.hex().encode() + b"\n":
        found.differences.append(f"{SECRET}: is not a secret as the desk writes it")
        return None
    return secret


def _mail_files(files: dict[str, bytes], chain: Chain, found: Verified) -> None:
    """Compare the mails that are kept with their list and with the chain."""
    try:
        seen = [msgspec.json.decode(row, type=Seen) for row in files.get(SEEN, b"").splitlines()]
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        found.differences.append(f"{SEEN}: {error}")
        return
    if b"".join(msgspec.json.encode(one) + b"\n" for one in seen) != files.get(SEEN, b""):
        found.differences.append(f"{SEEN}: is not written as the desk writes it")
    came = [mail for link in chain.links if link.trace is None for mail in link.mails]
    if sorted(came) != sorted(one.digest for one in seen):
        found.differences.append(f"{SEEN}: does not list the mails that the chain names")
    for one in seen:
        content = files.get(one.file)
        if content is None or sha256(content) != one.digest:
            found.differences.append(f"{one.file}: is missing, or was changed")
            continue
        if one.id and parts_of(content).message_id != one.id:
            found.differences.append(f"{SEEN}: {one.file} has another Message-ID")
    kept = {path for path in files if "/mails/" in path}
    found.differences += [f"{path}: the chain names no such mail" for path in sorted(kept - {o.file for o in seen})]


def _records(
    files: dict[str, bytes], chain: Chain, secret: bytes | None, found: Verified, folders: Sequence[Path]
) -> None:
    """Compare every record with its line of the chain, and replay it."""
    before: Opened | None = None
    opened: dict[int, Opened] = {}
    known: set[str] = set()
    for number, link in enumerate(chain.links):
        done = Chain()
        done.rows, done.links = chain.rows[:number], chain.links[:number]
        said = f"{CHAIN}: line {number + 1}"
        if link.era != done.era:
            found.differences.append(f"{said}: another era than the lines before it give")
        if link.undo is not None:
            before = opened.get(link.n)
        if link.state is None:
            continue
        where = _where(chain, number, link)
        place = {path.removeprefix(where): one for path, one in files.items() if path.startswith(where)}
        known |= {f"{where}{name}" for name in place if not name.startswith("mails/")}
        expected = len(done.links) and (before is None or link.n != done.last.n + 1)
        if expected or (not done.links and link.n != 0):
            found.differences.append(f"{said}: record {link.n} does not follow the one before it")
        found.differences += [f"{where}{one}" for one in _unlike(place, link)]
        found.records += 1
        try:
            now = open_session(documents.parse(place.get("state.yaml", b""), f"{where}state.yaml"), folders, True)
        except Unreadable as error:
            found.differences += [str(problem) for problem in error.problems]
            before = None
            continue
        _committed(now, secret, found, where)
        if link.trace is not None and "trace.yaml" in place:
            given = with_terms(before, done) if before is not None else None
            found.differences += _replayed(
                place["trace.yaml"], f"{where}trace.yaml", given, now, secret, folders, found
            )
        before = opened[link.n] = now
    records = [path for path in files if path.startswith(("record/", "undone/")) and "/mails/" not in path]
    rest = [path for path in records if path not in known | {CHAIN, HEAD, SEEN, SINCE, sums.SUMS}]
    found.differences += [f"{path}: the chain names no such file" for path in sorted(rest)]


def _where(chain: Chain, number: int, link: Link) -> str:
    """Return the folder of a record: where it was made, or where a later undoing has moved it."""
    for later in chain.links[number + 1 :]:
        if later.undo is not None and later.n < link.n:
            return f"{later.undo.get('moved', 'undone/')}{link.n:03d}/"
    return f"{record(link.n)}/"


def _unlike(place: dict[str, bytes], link: Link) -> Iterator[str]:
    """Yield the files of a record that are not those that its line names."""
    for name, wanted in (("state.yaml", link.state), ("trace.yaml", link.trace)):
        content = place.get(name)
        if (sha256(content) if content is not None else None) != wanted:
            yield f"{name}: is missing, or was changed"
    orders = sorted(sha256(content) for name, content in place.items() if name.startswith("orders-"))
    if orders != sorted(link.orders):
        yield "orders: are missing, or were changed"


def _committed(now: Opened, secret: bytes | None, found: Verified, where: str) -> None:
    terms = now.state.dice
    if terms is None or terms.commitment is None:
        found.differences.append(f"{where}state.yaml: the game is committed to no secret")
    elif secret is not None and not commits(terms.commitment, secret):
        found.differences.append(f"{where}state.yaml: the game is committed to another secret")


def _replayed(
    content: bytes,
    name: str,
    before: Opened | None,
    after: Opened,
    secret: bytes | None,
    folders: Sequence[Path],
    found: Verified,
) -> list[str]:
    """Return how a trace differs from its repetition, and from the states before and after it."""
    try:
        document = documents.parse(content, name)
        trace = documents.convert(document, Trace)
        again = prove([document], secret=secret, folders=folders, accept_rules=True)
    except Unreadable as error:
        return [str(problem) for problem in error.problems]
    found.rolls += len(trace.rolls)
    out = [f"{name}: {said}" for said in again.differences]
    if before is not None and digest(before.document.value) != trace.state:
        out.append(f"{name}: does not begin with the state of the record before it")
    if trace.after != documents.builtins(after.document.value):
        out.append(f"{name}: does not end with the state of its record")
    if secret is not None and any(roll.source != "drawn" for roll in trace.rolls) and trace.dice is not None:
        refused = trace.dice.in_orders == "refuse"
        out += [f"{name}: {roll.event} was not drawn" for roll in trace.rolls if roll.source != "drawn" and refused]
    return out


def _kept(name: str, content: bytes, chain: Chain) -> list[str]:
    """Return what is wrong with a mail that a player has kept: one they sent, or one from the desk."""
    own = sha256(content)
    if any(own in link.mails for link in chain.links):
        return []
    heads = {sha256(row.encode()) for row in chain.rows}
    said = set(_HEAD.findall(parts_of(content.replace(b"Auto-Submitted: auto-generated", b"X-Desk: 1")).text))
    if said & heads:
        return []
    return [f"{name}: neither the desk took this mail, nor is a head of this chain in it"]
