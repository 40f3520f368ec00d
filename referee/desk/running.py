"""One run of the desk: mails are taken, orders carried out as far as they go, and everything is written at once."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from referee.core import documents
from referee.core.documents.digests import sha256
from referee.judge.judging import Terms

from . import snapshot
from .archive import SEEN, Archive, Seen, record, write_chain
from .clock import moment, vacation, write_since
from .journal import Journal
from .mail.boxes import Raw, fresh_mails, mails_in, note_read
from .mail.clean import Problem
from .mail.parts import is_cut_off
from .out.letters import write_letters, write_to_master
from .playing import MOST, Progress, advance
from .publishing import check_sums
from .result import Result, by_of
from .settings import SECRET
from .taking import Taken, queue, sources, take
from .waiting import Waiting

# what a run has written for the master: mails to send, and records
_SHOWN = re.compile(r"out/|record/[0-9]")
# the seconds in which a mail that is being written is whole
_WHOLE_WITHIN = 3600


def run(
    folder: Path,
    mails: Sequence[str] = (),
    at: str | None = None,
    preview: bool = False,
    folders: Sequence[Path] = (),
    accept_rules: bool = False,
) -> Result:
    """Take mails and carry orders out, in a folder that is locked; a `preview` writes and rolls nothing."""
    archive = Archive(folder, folders, accept_rules)
    check_sums(folder)
    paths = sources(folder, mails)
    lying = _lying(paths) if not mails else {}
    raws = [raw for path in paths for raw in mails_in(path, frozenset(archive.settings.players))]
    partial = [raw for raw in raws if raw.file in lying and _is_coming(raw)]
    lying = {path: mark for path, mark in lying.items() if path not in [raw.file for raw in partial]}
    whole = [raw for raw in raws if raw not in partial] + ([] if mails else fresh_mails(archive))
    result = take_turn(archive, whole, moment(at, archive.settings.deadline), preview, lying)
    result.partial = [raw.name for raw in partial]
    return result


def _is_coming(raw: Raw) -> bool:
    """Return whether a mail of the inbox is still being written: it is not whole, and its file is new."""
    if raw.file is None or raw.player is not None or not is_cut_off(raw.content):
        return False
    return time.time() - raw.file.stat().st_mtime < _WHOLE_WITHIN


def take_turn(
    archive: Archive,
    raws: Sequence[Raw],
    now: datetime,
    preview: bool = False,
    lying: Mapping[Path, tuple[int, int]] = {},
    bare: bool = False,
) -> Result:
    """Take mails and carry orders out; `lying` are the files of the inbox, which is emptied of them.

    With `bare`, only the texts of the mails that go out are made, to compare them.
    """
    journal = Journal(archive.folder)
    if not preview:
        # what the master has changed in the settings counts from here on
        snapshot.note(archive, journal, now)
    opened = archive.opened()
    taken = take(archive, opened, raws)
    before = archive.waiting()
    waiting = queue(taken, before)
    begun = archive.n
    fresh = [one for one in taken if one.counts]
    if fresh:
        _note_mails(archive, fresh, now)
        opened = archive.with_terms(opened)
    terms = Terms(
        secret=None if preview else archive.secret,
        kept=str(archive.folder / SECRET),
        dice_in_orders=archive.settings.dice_in_orders,
    )
    progress = advance(opened, waiting, terms, archive.settings.game)
    _default(archive, progress, terms, now)
    for one, wrong in progress.held:
        _report(taken, one, wrong)
    result = Result(archive, now, taken, progress, begun, preview=preview)
    if not preview:
        write_records(result, journal)
        note_read(archive, raws, journal)
        _keep(result, journal, lying, before)
    write_letters(result, journal, bare=bare)
    if not (preview or bare):
        write_to_master(result, journal)
    write_since(journal, result.since, result.reminded)
    result.written = sorted(path for path in journal.files if _SHOWN.match(path))
    if not preview:
        write_chain(journal, archive.chain)
        journal.commit()
    return result


def _note_mails(archive: Archive, fresh: Sequence[Taken], now: datetime) -> None:
    """Add to the chain the mails that came, whose they are, and the salts that count."""
    chain, salts = archive.chain, dict[str, str]()
    for one in fresh:
        player, salt = one.letter.player, one.letter.salt
        if player is None or salt is None:
            continue
        if chain.rolled and not archive.late_salts:
            one.salted = "it came after the first roll, which has fixed the salts, and counts for nothing"
        elif chain.rolled:
            salts[player] = salt
            one.salted = "it came after the first roll, and enters the dice after the next undoing"
        elif player in chain.salts or player in salts:
            one.salted = "your first one counts, and stays"
        else:
            salts[player] = salt
            one.salted = "it enters every die"
    away: dict[str, tuple[str, str]] = {}
    for one in fresh:
        if one.letter.player is not None and one.letter.away is not None:
            good, one.away = vacation(archive, one.letter.player, one.letter.away)
            away |= {one.letter.player: one.letter.away} if good else {}
    archive.chain.add(
        archive.secret,
        now.isoformat(),
        mails=[one.letter.digest for one in fresh],
        whose={one.letter.digest: one.letter.player for one in fresh if one.letter.player is not None},
        texts=[one.letter.said for one in fresh],
        by=list(dict.fromkeys(one.letter.player for one in fresh if one.letter.player is not None)),
        salt=salts,
        away=away,
    )


def _default(archive: Archive, progress: Progress, terms: Terms, now: datetime) -> None:
    """Let the defaults of the ruleset stand in for players who are late, or who were dropped."""
    name = archive.settings.game
    if archive.settings.deadline is None and not archive.settings.dropped:
        return
    while len(progress.played) < MOST:
        overdue = Result(archive, now, [], progress, archive.n).late()
        if not overdue:
            return
        part = advance(progress.now, progress.waiting, terms, name, overdue, 1)
        if not part.played:
            return
        rest = advance(part.now, part.waiting, terms, name)
        progress.now, progress.waiting, progress.unsure = rest.now, rest.waiting, rest.unsure
        progress.played += [*part.played, *rest.played]
        progress.held += [*part.held, *rest.held]


def _report(taken: Sequence[Taken], held: Waiting, wrong: Sequence[Problem]) -> None:
    """Note on the mail of orders that are held up what is wrong with them."""
    for one in taken:
        if one.letter.digest in held.mails:
            one.letter.problems += wrong


def write_records(result: Result, journal: Journal, because: str = "") -> None:
    """Write the records of the moments that were adjudicated, and their lines of the chain."""
    archive = result.archive
    for n, one in enumerate(result.progress.played, result.begun + 1):
        where = record(n)
        files = {
            f"{where}/state.yaml": documents.dump(documents.builtins(one.opened.state)).encode(),
            f"{where}/trace.yaml": documents.dump(documents.builtins(one.trace)).encode(),
        }
        for player, content in zip(one.by, one.documents, strict=True):
            files[f"{where}/orders-{player}.yaml"] = content
        for path, content in files.items():
            journal.write(path, content)
        archive.chain.add(
            archive.secret,
            result.now.isoformat(),
            n=n,
            mails=list(one.mails),
            orders=[sha256(content) for content in one.documents],
            trace=sha256(files[f"{where}/trace.yaml"]),
            rolls=len(one.trace.rolls),
            by=by_of(one),
            state=sha256(files[f"{where}/state.yaml"]),
            because=because,
        )


def _lying(paths: Sequence[Path]) -> dict[Path, tuple[int, int]]:
    """Return the files of an inbox before they are read, each with its time and its size."""
    every = (file for path in paths for file in ([path] if path.is_file() else path.rglob("*")))
    files = [file for file in every if file.is_file() and not file.is_symlink()]
    return {file: (file.stat().st_mtime_ns, file.stat().st_size) for file in files}


def _keep(result: Result, journal: Journal, lying: Mapping[Path, tuple[int, int]], before: Sequence[Waiting]) -> None:
    """Keep the mails with the records, write what waits, and empty the inbox."""
    archive = result.archive
    used = {digest: n for n, one in enumerate(result.progress.played, result.begun + 1) for digest in one.mails}
    rows = []
    for one in result.taken:
        ending = "eml" if one.letter.address else "txt"
        if one.counts:
            n = used.get(one.letter.digest, archive.n)
            file = f"{record(n)}/mails/{one.letter.digest[:12]}.{ending}"
            journal.write(file, one.raw)
            said = one.letter
            rows.append(Seen(said.digest, file, said.sender, said.message_id, said.mail, said.dated))
        elif not (one.double or one.box) and lying:
            # what is no mail of this game is not published with it
            aside = f"aside/{one.letter.digest[:12]}.{ending}"
            if one.file is not None and one.file in lying:
                journal.move(str(one.file.relative_to(archive.folder)), aside)
            else:
                journal.write(aside, one.raw)
    if rows:
        every = [*archive.seen, *rows]
        journal.write(SEEN, b"".join(msgspec.json.encode(row) + b"\n" for row in every))
    if result.progress.waiting != list(before):
        for player in archive.settings.players:
            mine = [one for one in result.progress.waiting if one.player == player]
            path = f"waiting/{player}.yaml"
            if mine:
                journal.write(path, documents.dump(documents.builtins(mine)))
            elif (archive.folder / path).exists():
                journal.remove(path)
    # what has come into the inbox since it was read stays for the next run
    now = _lying([path for path in lying if path.exists()])
    for source, mark in lying.items():
        if now.get(source) == mark:
            journal.remove(str(source.relative_to(archive.folder)), mark)
