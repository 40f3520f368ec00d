"""What the master changes openly: undoing records, overruling, and the players. Every player is sent the reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from referee.core import documents
from referee.core.adjudication.chain import reseal
from referee.core.documents import Document, Problem, Unreadable
from referee.core.documents.digests import sha256
from referee.core.documents.order_sheet import OrderSheet, parse_orders
from referee.core.documents.problems import known_name, stranger
from referee.core.game.reading import read_orders
from referee.judge.judging import Terms, play
from referee.opening.states import open_session

from . import snapshot
from .archive import SEEN, Archive, record, write_chain
from .clock import moment, write_since
from .journal import Journal
from .out.letters import write_letters
from .playing import Played, Progress
from .result import Result
from .running import write_records
from .sending import SENT_MAILS
from .settings import SECRET, SETTINGS, hours, is_address, is_hours, text_of


def undo(folder: Path, n: int, because: str, keep_dice: bool, at: str | None, folders: Sequence[Path] = ()) -> Result:
    """Go back to a record: the later ones move to `undone`, and a line of the chain says so; raises Unreadable."""
    archive = Archive(folder, folders)
    return go_back(archive, n, because, keep_dice, moment(at, archive.settings.deadline))


def go_back(archive: Archive, n: int, because: str, keep_dice: bool, now: datetime, bare: bool = False) -> Result:
    """Go back to a record of an archive; with `bare`, only the texts of the mails are made."""
    _reason(because)
    if n >= archive.n:
        said = f"nothing follows record {n}; the last one is {archive.n}"
        raise Unreadable.of("N", said)
    if n < archive.first:
        said = f"there is no record {n}; the first one is {archive.first}"
        raise Unreadable.of("N", said)
    chain, journal = archive.chain, Journal(archive.folder)
    snapshot.note(archive, journal, now)
    eras = {chain.made(later).era for later in range(n + 1, archive.n + 1)}
    if keep_dice and eras != {chain.era}:
        last = max(later for later in range(n, archive.n + 1) if later == n or chain.made(later).era != chain.era)
        said = f"dice have been made new since record {n}; without --keep-dice, or back to record {last} at most"
        raise Unreadable.of("--keep-dice", said)
    number = sum(link.undo is not None for link in chain.links) + 1
    void: list[str] = []
    for later in range(n + 1, archive.n + 1):
        journal.move(record(later), f"undone/{number}-{later:03d}")
        trace = archive.trace(later)
        void += [roll.event for roll in trace.rolls] if trace is not None else []
    undone = {"from": archive.n, "to": n, "keep_dice": keep_dice, "void": void, "moved": f"undone/{number}-"}
    _by_master(archive, now, because, n=n, undo=undone)
    _note_moved_mails(archive, journal, number, n)
    result = Result(archive, now, [], Progress(archive.opened(), archive.waiting()), n)
    result.count_from_now()
    stays = "show the same again" if keep_dice else "are void, and rolled again"
    rolls = f" These rolls {stays}: {', '.join(void)}." if void else ""
    _tell(result, journal, f"The game is back at record {n}, because: {because}.{rolls}", bare)
    return result


def _tell(result: Result, journal: Journal, said: str, bare: bool, players: Sequence[str] = ()) -> None:
    """Tell every player, or some, what the master has changed, and write it all."""
    write_since(journal, result.since)
    write_letters(result, journal, players or list(result.archive.settings.players), said=said, bare=bare)
    write_chain(journal, result.archive.chain)
    result.written = sorted(journal.files)
    journal.commit()


def _by_master(archive: Archive, now: datetime, because: str, **changed: Any) -> None:
    """Add a line of the chain for what the master changes without orders."""
    archive.chain.add(archive.secret, now.isoformat(), by=["master"], because=because, **changed)


def _note_moved_mails(archive: Archive, journal: Journal, number: int, n: int) -> None:
    """Write where the mails of the records are that were moved."""
    rows = []
    for one in archive.seen:
        head, later, rest = one.file.split("/", 2)
        moved = head == "record" and int(later) > n
        rows.append(msgspec.structs.replace(one, file=f"undone/{number}-{later}/{rest}") if moved else one)
    if rows:
        journal.write(SEEN, b"".join(msgspec.json.encode(row) + b"\n" for row in rows))


def adjust(
    folder: Path, content: bytes, file: str, because: str, at: str | None, folders: Sequence[Path] = ()
) -> Result:
    """Overrule: carry out the orders of a file for a player, or go on from the state in it; raises Unreadable."""
    archive = Archive(folder, folders)
    (document,) = parse_orders(content, file, archive.opened().ruleset.name)[:1]
    if isinstance(document, OrderSheet):
        # the record keeps orders as YAML
        document.raw = documents.dump(document.value).encode()
    return overrule(archive, document, because, moment(at, archive.settings.deadline))


def overrule(archive: Archive, document: Document, because: str, now: datetime, bare: bool = False) -> Result:
    """Carry out orders, or go on from a state, in an archive; with `bare`, only the texts of the mails are made."""
    _reason(because)
    journal = Journal(archive.folder)
    snapshot.note(archive, journal, now)
    opened = archive.opened()
    if isinstance(document.value, dict) and "orders" in document.value:
        submission = read_orders(opened.game, document)
        terms = Terms(secret=archive.secret, kept=str(archive.folder / SECRET))
        run = play(opened, [submission], terms)
        if run.stop is not None:
            refused = [str(problem) for verdict in run.stop.refused for problem in verdict.problems()]
            raise Unreadable([Problem("", 0, 0, "", said) for said in [*refused, *run.stop.general]])
        trace = run.traces[-1]
        content = document.raw or documents.dump(document.value).encode()
        played = [Played(run.now, trace, [content], [], [submission.player])]
        result = Result(archive, now, [], Progress(run.now, archive.waiting(), played), archive.n)
        write_records(result, journal, because)
    else:
        before = documents.builtins(open_session(document, archive.folders).state)
        step = before.get("step", 0)
        if step < (opened.state.step or 0):
            said = f"is at step {step}, and the game at {opened.state.step}; `referee desk undo` goes back"
            raise Unreadable.of(document.file, said, "step")
        n = archive.n + 1
        # the step goes on, so that no event of the game is named twice, and a record has the number of its step
        value = {**before, "step": n, "dice": documents.builtins(opened.state.dice), "game": opened.state.game}
        value = {key: one for key, one in value.items() if key != "chain"}
        made = documents.make_document(reseal({}, value), "state")
        changed = open_session(made, archive.folders)
        text = documents.dump(documents.builtins(changed.state)).encode()
        journal.write(f"{record(n)}/state.yaml", text)
        _by_master(archive, now, because, n=n, state=sha256(text))
        result = Result(archive, now, [], Progress(changed, archive.waiting()), n)
    result.count_from_now()
    _tell(result, journal, f"The master has overruled, because: {because}.", bare)
    return result


def drop_waiting(
    folder: Path, players: Sequence[str], because: str, at: str | None, folders: Sequence[Path] = ()
) -> Result:
    """Throw away the orders that wait, of some players or of all, and tell them; raises Unreadable."""
    archive = Archive(folder, folders)
    known = [known_name(player, archive.settings.players) for player in players]
    for player in known:
        if player not in archive.settings.players:
            raise Unreadable.of("PLAYER", stranger(player, list(archive.settings.players)))
    return discard(archive, known, because, moment(at, archive.settings.deadline))


def discard(archive: Archive, players: Sequence[str], because: str, now: datetime, bare: bool = False) -> Result:
    """Throw away the orders of an archive that wait; with `bare`, only the texts of the mails are made."""
    _reason(because)
    waiting = archive.waiting()
    dropped = list(dict.fromkeys(one.player for one in waiting if one.player in players or not players))
    if not dropped:
        raise Unreadable.of("PLAYER", "no orders wait")
    journal = Journal(archive.folder)
    snapshot.note(archive, journal, now)
    _by_master(archive, now, because, dropped=dropped)
    for player in dropped:
        journal.remove(f"waiting/{player}.yaml")
    left = [one for one in waiting if one.player not in dropped]
    result = Result(archive, now, [], Progress(archive.opened(), left), archive.n)
    said = f"Your orders that waited are thrown away, because: {because}."
    _tell(result, journal, said, bare, dropped)
    return result


def extend(folder: Path, players: Sequence[str], hours_more: str, at: str | None) -> dict[str, str]:
    """Give players who are awaited, or some of them, more time; return until when orders are due. Raises Unreadable."""
    archive = Archive(folder)
    settings, now = archive.settings, moment(at, archive.settings.deadline)
    if settings.deadline is None:
        raise Unreadable.of("DIR", "this game has no deadlines")
    if not is_hours(hours_more):
        raise Unreadable.of("--by", "is a number of hours or days, as in 48h or 2d")
    due = Result(archive, now, [], Progress(archive.opened(), []), archive.n).due
    known = [known_name(player, settings.players) for player in players]
    if strange := [player for player in known if player not in due]:
        raise Unreadable.of("PLAYER", f"'{strange[0]}' is not awaited; the game awaits {', '.join(due) or 'nobody'}")
    longer = timedelta(hours=hours(hours_more))
    until = {player: by + longer for player, by in due.items() if by is not None and (player in known or not known)}
    settings.until |= until
    journal = Journal(folder)
    journal.write(SETTINGS, text_of(settings))
    journal.commit()
    return {player: by.isoformat() for player, by in until.items()}


def resend(folder: Path, player: str) -> str:
    """Put the last mail of a player, or of the master, that was sent into `out` again; return its path."""
    archive = Archive(folder)
    known = known_name(player, [*archive.settings.players, "master"])
    mails = sorted((folder / SENT_MAILS).glob("*.eml"), key=lambda path: path.stat().st_mtime_ns)
    found = [path for path in mails if archive.receiver(path.stem) == known]
    if not found:
        raise Unreadable.of("PLAYER", f"no mail to {player} lies in {SENT_MAILS}/")
    journal = Journal(folder)
    journal.write(f"out/{found[-1].name}", found[-1].read_bytes())
    journal.commit()
    return f"out/{found[-1].name}"


def change_member(folder: Path, player: str, address: str | None) -> tuple[dict[str, Any], str]:
    """Drop a player, or give their seat to another address; return the seat and what was done. Raises Unreadable."""
    archive = Archive(folder)
    settings = archive.settings
    known = known_name(player, settings.players)
    if known not in settings.players:
        raise Unreadable.of("PLAYER", stranger(player, list(settings.players)))
    if address is None:
        settings.dropped = list(dict.fromkeys([*settings.dropped, known]))
        said = f"{known} is dropped: defaults stand in from the next run on"
    else:
        if not is_address(address):
            raise Unreadable.of("ADDRESS", f"'{address}' is no address of a mail")
        others = [one for name, one in settings.players.items() if name != known]
        if any(one.is_from(address) for one in others):
            raise Unreadable.of("ADDRESS", f"{address} belongs to another player")
        settings.players[known] = msgspec.structs.replace(settings.players[known], address=address, word=None, also=[])
        settings.dropped = [name for name in settings.dropped if name != known]
        said = f"{known} is now {address}; the seat has no word"
    journal = Journal(folder)
    journal.write(SETTINGS, text_of(settings))
    journal.commit()
    seat = {"player": known, "address": settings.players[known].address, "dropped": known in settings.dropped}
    return seat, said


def _reason(because: str) -> None:
    if not any(map(str.isalnum, because)):
        raise Unreadable.of("--because", "is a reason in words, which every player is sent")
