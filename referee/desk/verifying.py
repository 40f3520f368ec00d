"""Verify a game by mail: commitment, chain, and all that comes of its mails; and mails that a player has kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from email import message_from_bytes
from pathlib import Path

import msgspec

from referee.core import documents
from referee.core.documents import Unreadable
from referee.core.documents.digests import sha256
from referee.core.game.drawing import commits

from . import snapshot, sums
from .again import Verified, play_again, record_of
from .archive import CHAIN, HEAD, SEEN, SENT, Seen, settings_at
from .bounded import TooLong, bounded
from .chain import Chain, Link
from .clock import SINCE
from .mail.boxes import mails_in
from .mail.parts import bare_text, parts_of, text_digest
from .out.history import HISTORY
from .out.letters import HEAD as HEAD_PLACE
from .out.letters import sent_text
from .publishing import files_of
from .settings import SECRET

# bytes of a mail that was kept: one of the desk may hold the press of many
_MOST_KEPT = 64 << 20
# of CPU, for one mail that was kept
_MOST_SECONDS = 5
# what the master alone gets is no part of the proof
_TO_MASTER = re.compile(r"out/[0-9]+-master(?:-[0-9]+)?\.eml\Z")
_HEAD = re.compile(r"\b([0-9a-f]{64})\b")


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
    # digests are quick to compare, and a game whose files were changed need not be played again
    found.differences += sums.differences(files)
    secret = _secret(files, found)
    seen = _mail_files(files, chain, found)
    _records(files, chain, secret, found)
    found.notes = [*acts(chain), *_by_file(chain, seen)]
    if found.differences:
        return found
    if secret is None:
        found.unproved.append("dice, orders, and whose the mails are: the secret of the game is not there")
    elif chain.links[0].settings is None:
        found.unproved.append("orders, and whose the mails are: the game was begun by an earlier version")
    else:
        play_again(files, chain, seen, secret, folders, found)
    for path in mails:
        for raw in mails_in(path, most=_MOST_KEPT):
            found.mails += 1
            found.differences += _kept(raw.name, raw.content, chain)
    return found


def acts(chain: Chain) -> Iterator[str]:
    """Yield in words what the master did beside carrying out orders, and salts that came late."""
    for number, link in enumerate(chain.links, 1):
        where = f"line {number} ({link.at})"
        if number > 1 and _before(link, chain.links[number - 2]):
            yield f"{where}: the clock went back, from {chain.links[number - 2].at}"
        if link.undo is not None:
            dice = "the same dice" if link.undo.get("keep_dice") else "new dice"
            yield f"{where}: back from record {link.undo.get('from')} to record {link.n}, {dice}: {link.because}"
        elif link.dropped:
            yield f"{where}: orders of {', '.join(link.dropped)} that waited were thrown away: {link.because}"
        elif link.because:
            what = "the state was set" if link.trace is None else f"orders were carried out for {', '.join(link.by)}"
            yield f"{where}: record {link.n}: {what}: {link.because}"
        elif link.settings is not None and number > 1:
            yield f"{where}: the settings or templates were changed"
        elif link.program is not None and number > 1:
            yield f"{where}: adjudicated by {link.program} from here on"
        before = Chain()
        before.links = chain.links[: number - 1]
        for player in link.salt if link.salt and before.rolled else ():
            yield f"{where}: a salt of {player} came late, and counts from the next era on"


def _by_file(chain: Chain, seen: Sequence[Seen]) -> Iterator[str]:
    """Yield in words which orders and salts came by a file of the master, and not by a mail."""
    files = {one.digest: one for one in seen if not one.file.endswith(".eml") and one.player is not None}
    for number, link in enumerate(chain.links, 1):
        for one in (files[mail] for mail in link.mails if link.trace is None and mail in files):
            yield f"line {number} ({link.at}): {one.name}, orders of {one.player}, is a file of the master and no mail"


def _before(link: Link, other: Link) -> bool:
    """Return whether a line was written at an earlier time than another."""
    try:
        return datetime.fromisoformat(link.at) < datetime.fromisoformat(other.at)
    except (TypeError, ValueError):
        return False


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


def _mail_files(files: Mapping[str, bytes], chain: Chain, found: Verified) -> list[Seen]:
    """Compare the mails that are kept with their list and with the chain; return the list."""
    try:
        seen = [msgspec.json.decode(row, type=Seen) for row in files.get(SEEN, b"").splitlines()]
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        found.differences.append(f"{SEEN}: {error}")
        return []
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
    return seen


def _records(files: Mapping[str, bytes], chain: Chain, secret: bytes | None, found: Verified) -> None:
    """Compare every file of the records with the line of the chain that names it."""
    known = {CHAIN, HEAD, SEEN, SINCE, sums.SUMS}
    for number, link in enumerate(chain.links):
        if link.settings is not None:
            where = settings_at(link.settings)
            kept = {path.removeprefix(where): one for path, one in files.items() if path.startswith(where)}
            known |= {f"{where}{name}" for name in kept}
            if snapshot.digest_of(kept) != link.settings:
                found.differences.append(f"{where}: the settings are missing, or were changed")
        for name, wanted in link.sent.items():
            known.add(path := f"{SENT}{name}.txt")
            text = files.get(path, b"").decode("utf-8", "replace")
            if text != f"{bare_text(text)}\n" or _masked(text, chain.head_after(number)) != wanted:
                found.differences.append(f"{path}: is missing, or was changed")
        if link.state is None:
            continue
        where = record_of(chain, number)
        place = {path.removeprefix(where): one for path, one in files.items() if path.startswith(where)}
        known |= {f"{where}{name}" for name in place if not name.startswith("mails/")}
        found.differences += [f"{where}{one}" for one in _unlike(place, link)]
        found.records += 1
        found.rolls += link.rolls
        if number == 0:
            found.differences += _committed(f"{where}state.yaml", place.get("state.yaml", b""), secret)
    for path, content in files.items():
        if path.startswith("out/") and not _TO_MASTER.match(path):
            desk_text = files.get(f"{SENT}{path.removeprefix('out/').removesuffix('.eml')}.txt")
            wrong = desk_text is None or (_written(content) or "").encode() != desk_text
            found.differences += [f"{path}: the desk wrote no such mail"] if wrong else _also_html(path, content)
    places = ("out/", "waiting/")
    rest = [path for path in files if not path.startswith(places) and "/mails/" not in path]
    others = {sums.SETTINGS, SECRET, HISTORY}
    found.differences += [f"{path}: the chain names no such file" for path in sorted(set(rest) - known - others)]


def _unlike(place: dict[str, bytes], link: Link) -> Iterator[str]:
    """Yield the files of a record that are not those that its line names."""
    for name, wanted in (("state.yaml", link.state), ("trace.yaml", link.trace)):
        content = place.get(name)
        if (sha256(content) if content is not None else None) != wanted:
            yield f"{name}: is missing, or was changed"
    orders = sorted(sha256(content) for name, content in place.items() if name.startswith("orders-"))
    if orders != sorted(link.orders):
        yield "orders: are missing, or were changed"


def _committed(where: str, content: bytes, secret: bytes | None) -> list[str]:
    """Return what is wrong with the commitment of the first state."""
    try:
        value = documents.parse(content, where).value
    except Unreadable as error:
        return [str(problem) for problem in error.problems]
    terms = value.get("dice") if isinstance(value, dict) else None
    committed = terms.get("commitment") if isinstance(terms, dict) else None
    if not isinstance(committed, str):
        return [f"{where}: the game is committed to no secret"]
    if secret is not None and not commits(committed, secret):
        return [f"{where}: the game is committed to another secret"]
    return []


def _kept(name: str, content: bytes, chain: Chain) -> list[str]:
    """Return what is wrong with a mail that a player has kept: its text is neither one that came, nor one of the desk.

    What mail servers add, and other line endings, make no difference.
    """
    written = _written(content)
    if written is None:
        return [f"{name}: the mail cannot be read"]
    for number, link in enumerate(chain.links):
        if link.sent and _masked(written, chain.head_after(number)) in link.sent.values():
            return _also_html(name, content)
    parts = parts_of(content)
    came = {text for link in chain.links for text in link.texts} | {mail for link in chain.links for mail in link.mails}
    if {parts.digest, parts.text_digest} & came:
        return []
    sent = any(link.sent for link in chain.links)
    heads = {chain.head_after(number) for number in range(len(chain.rows))}
    if not sent and heads.intersection(_HEAD.findall(parts.text)):
        # an earlier version of the desk did not name the texts of its mails
        return []
    return [f"{name}: the text of this mail is none that the desk took or wrote"]


def _written(content: bytes) -> str | None:
    """Return the text of a mail with its subject, as the desk keeps its own; None for one that cannot be read."""
    try:
        with bounded(_MOST_SECONDS):
            parts = parts_of(content, limits=False)
    except (TooLong, Exception):
        # a mail that somebody has made may hold anything
        return None
    return sent_text(parts.subject, parts.text)


def _also_html(name: str, content: bytes) -> list[str]:
    """Return the difference of a mail of the desk that holds another text beside its own, which a program may show."""
    parts = message_from_bytes(content).walk()
    shown = [part for part in parts if part.get_content_maintype() == "text" and not part.get_filename()]
    return [f"{name}: holds another text beside the one that the desk wrote"] if len(shown) > 1 else []


def _masked(text: str, head: str) -> str:
    """Return the digest of a text of the desk without the head that it holds."""
    return text_digest(text.replace(head, HEAD_PLACE))
