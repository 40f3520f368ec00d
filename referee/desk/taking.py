"""Taking mails in: each one read, doubles left out, and what it adds to the orders that wait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from referee.core.adjudication.adjudicate import check
from referee.core.adjudication.legal import rows_of
from referee.core.adjudication.reactions import unfit
from referee.core.documents import Problem as FileProblem
from referee.core.documents import Unreadable
from referee.core.documents.digests import sha256
from referee.core.documents.problems import listed
from referee.core.game.dice_sources import make_dice
from referee.core.game.orders import Candidate
from referee.core.game.reading import mapping_of
from referee.core.game.submissions import Submission
from referee.core.notation import line_writer
from referee.core.rules.compiled import CompiledRules
from referee.opening.states import Opened
from referee.report.legal_text import row_text

from .archive import Archive
from .bounded import TooLong, bounded
from .mail.boxes import Raw
from .mail.clean import Problem
from .mail.letter import Desk, Letter
from .mail.lines import MOST_ORDERS
from .mail.parts import Attachment, text_digest
from .mail.reading import read_attachment, read_letter
from .offered import LATER, later, offered
from .waiting import Waiting, merged, of_letter, read, stands

# so many orders are suggested from
_MOST_OFFERED = 2000
_MOST_STANDING = 40
# of CPU, for one mail; its length is bounded so that none comes near it
_MOST_SECONDS = 1.5
# characters of the head of one whose text takes too long
_MOST_HEAD = 4_000


class Taken(msgspec.Struct):
    """A mail that was taken, with its bytes; a `double` was taken before, and another may have replaced it.

    `salted` and `away` say what becomes of the salt and the vacation that it brings. It lies alone in its `file`.
    """

    letter: Letter
    raw: bytes
    double: bool = False
    replaced_by: str | None = None
    salted: str = ""
    away: str = ""
    file: Path | None = None
    box: str = ""

    @property
    def counts(self) -> bool:
        """Whether it is a mail of a player that has not come before, which is kept and answered."""
        return self.letter.sender is not None and not self.double

    def plain(self) -> dict[str, Any]:
        """Return the mail as `--json` prints it."""
        letter = self.letter
        problems = [{"line": one.line, "message": one.message} for one in letter.problems]
        if letter.reason:
            problems = [{"line": "", "message": letter.reason}]
        out: dict[str, Any] = {
            "mail": letter.mail,
            "player": letter.player,
            "understood": letter.understood,
            "set_aside": letter.set_aside,
            "problems": problems,
        }
        if self.double:
            out["double"] = True
        if self.replaced_by is not None:
            out["replaced_by"] = self.replaced_by
        if letter.adds:
            out["adds"] = True
        if letter.word:
            out["confirm"] = {"word": letter.word, "orders": letter.with_proposals().understood}
        if letter.requests:
            out["requests"] = letter.requests
        return out


def sources(folder: Path, named: Sequence[str]) -> list[Path]:
    """Return the files and folders with mails: those that are named, else what lies in the inbox."""
    if not named:
        inbox = folder / "inbox"
        lying = inbox.iterdir() if inbox.is_dir() else ()
        # what a link leads to is no part of the folder
        found = sorted(path for path in lying if not (path.name.startswith(".") or path.is_symlink()))
        # a Maildir may be the inbox itself
        return [inbox] if (inbox / "cur").is_dir() and (inbox / "new").is_dir() else found
    missing = [path for path in map(Path, named) if not path.exists()]
    if missing:
        raise Unreadable([FileProblem(str(path), 0, 0, "", "there is no such file") for path in missing])
    return [Path(path) for path in named]


def desk_of(archive: Archive, opened: Opened) -> Desk:
    """Return what the reading of mails needs to know of the game."""

    # every line of a mail is compared with them
    @cache
    def rows(player: str) -> list[Candidate]:
        position = opened.game.open(opened.game.view(opened.state, player), opened.rules)
        return offered(opened.game, position, player)[:_MOST_OFFERED]

    @cache
    def lines(player: str) -> list[str]:
        position = opened.game.open(opened.game.view(opened.state, player), opened.rules)
        found = [line_writer.line(mapping_of(row.order), type(row.order)) for row in rows(player)]
        return [*found, *later(opened.game, position, player, found)]

    @cache
    def remarks(player: str) -> list[str]:
        found = rows(player)
        told = [row_text(row, type(one.order)) for row, one in zip(rows_of(found), found, strict=True)]
        return [*told, f"end  # {LATER}"]

    settings = archive.settings
    press = settings.anonymous_press
    return Desk(
        settings.game,
        settings.players,
        opened.game,
        opened.ruleset,
        opened.state,
        lines,
        remarks,
        press,
        archive.sent,
        archive.word,
        archive.mails,
    )


def take(archive: Archive, opened: Opened, raws: Iterable[Raw]) -> list[Taken]:
    """Read mails, the oldest first by their dates; a double is not read again."""
    desk = desk_of(archive, opened)
    known = {mark for one in archive.seen for mark in _marks(one.digest, one.player, one.id, one.said)}
    out: list[Taken] = []
    for raw in raws:
        letter = _read(raw, desk, archive.patient)
        if raw.box:
            if letter.address and not any(one.is_from(letter.address) for one in desk.members.values()):
                # a mailbox holds mails that are no business of the game
                continue
            _of_box(letter, desk)
        marks = _marks(letter.digest, letter.sender, letter.message_id, letter.dated)
        # a file of orders has no name of its own, so that the same orders may be given again
        double = raw.player is None and bool(known & marks)
        known |= marks
        if letter.step is not None and letter.step < (opened.state.step or 0) and not double:
            _void(letter, letter.step, archive, opened)
        alone = raw.file is not None and raw.name == raw.file.name
        out.append(Taken(letter, raw.content, double, file=raw.file if alone else None, box=raw.box))
    return sorted(out, key=lambda one: one.letter.date or datetime.max.replace(tzinfo=UTC))


def _of_box(letter: Letter, desk: Desk) -> None:
    """Set a mail of a mailbox aside that does not say that it belongs to this game: the box may serve several."""
    if letter.sender is None or letter.names_game:
        return
    letter.reason = f"neither its subject nor what it answers names the game; put [{desk.name}] into the subject"
    letter.player = letter.sender = None


def _read(raw: Raw, desk: Desk, patient: bool) -> Letter:
    """Return a mail as it was read; one that takes too long, or on which the reading fails, is set aside with why."""
    try:
        with nullcontext() if patient else bounded(_MOST_SECONDS):
            letter = _of_file(raw, desk) if raw.player is not None else read_letter(raw.content, raw.name, desk)
            return _settled(letter, desk, alone=raw.player is None) if letter.player is not None else letter
    except TooLong:
        said = f"to read it takes more than {_MOST_SECONDS} seconds"
    except (RecursionError, MemoryError):
        said = "it is nested too deeply, or holds too much"
    except Exception as error:
        # whatever one mail holds, the others are to be taken
        said = f"it cannot be read, which is a bug in the referee ({type(error).__name__}: {error}); please report it"
    return msgspec.structs.replace(_head_of(raw, desk), digest=sha256(raw.content), reason=said[:500], player=None)


def _settled(letter: Letter, desk: Desk, alone: bool) -> Letter:
    """Return a mail whose questions the word of its player settles; else note what its word would be.

    An earlier mail is confirmed by a mail `alone`, and not by a file of orders.
    """
    if letter.confirms and desk.confirms(letter, letter.confirms):
        letter = letter.with_proposals()
        letter.problems = [one for one in letter.problems if not one.asks]
    elif letter.confirms and (letter.orders or not alone):
        said = "this word is not for these orders; send it in a mail by itself, or leave it out"
        letter.problems.append(Problem(0, f"confirm {' '.join(letter.confirms)}", said))
    _whole(letter, desk)
    given = letter.with_proposals()
    if letter.proposals and all(one.asks for one in given.problems):
        # what cannot be carried out is not proposed either
        tried = msgspec.structs.replace(given, problems=[])
        _whole(tried, desk)
        letter.problems += tried.problems
    if given.orders and letter.problems and all(one.asks for one in letter.problems):
        letter.word = desk.word(letter.player or "", given.understood)
    return letter


def _head_of(raw: Raw, desk: Desk) -> Letter:
    """Return what the head alone of a mail says, so that its writer is answered."""
    head, _, _ = raw.content[:_MOST_HEAD].replace(b"\r\n", b"\n").partition(b"\n\n")
    try:
        with bounded(_MOST_SECONDS):
            return read_letter(head + b"\n\n", raw.name, desk)
    except (TooLong, Exception):
        return Letter(raw.name, "")


def _whole(letter: Letter, desk: Desk) -> None:
    """Note what is wrong with the orders of a mail together: their number, and a heading that does not fit them."""
    if letter.player is None or letter.reason or letter.problems:
        return
    if len(letter.orders) > MOST_ORDERS:
        said = f"a mail holds {MOST_ORDERS} orders at most, and this one has {len(letter.orders)}"
        letter.problems.append(Problem(0, letter.subject or letter.mail, said))
        return
    wrong: list[FileProblem] = []
    for part in of_letter(letter):
        try:
            submission = read(desk.game, desk.ruleset.name, desk.name, part)
        except Unreadable as error:
            wrong += error.problems
            continue
        rules = desk.game.compile(desk.ruleset, desk.state.options)
        if part.standing and part.orders:
            # one that means nothing stops all who order with it
            wrong += unfit(desk.game, rules, desk.game.open(desk.seen(letter.player), rules), submission)
        letter.problems += _judged(letter, desk, rules, submission)
    letter.problems += [Problem(one.line, letter.subject or letter.mail, one.message) for one in wrong]


def _judged(letter: Letter, desk: Desk, rules: CompiledRules, submission: Submission) -> Iterator[Problem]:
    """Yield the problem of a heading, of each order that is legal now and not after those above it, and of losses."""
    player = submission.player
    found = check(desk.game, rules, desk.seen(player), [submission], make_dice(desk.name))
    for _, objection in found.against:
        if objection.field not in (None, "step") and not objection.hangs_on:
            # its heading fits neither now nor later
            yield Problem(0, f"{objection.field}: {letter.heading.get(objection.field, '')}", objection.message)
    for verdict in found.verdicts if not found.blocking else ():
        lost = listed(verdict.told.get("lost", ()), "and")
        if lost and desk.word(player, letter.understood) not in letter.confirms:
            line = line_writer.line(verdict.given.source, type(verdict.given.order))
            yield Problem(0, line, f"this loses {lost} for good", asks=True)
    lines = [line_writer.line(verdict.given.source, type(verdict.given.order)) for verdict in found.blocking]
    # an order that is not legal now may be for later
    if not any(line in desk.legal(player) for line in lines):
        return
    for line, verdict in zip(lines, found.blocking, strict=True):
        why = "; ".join(dict.fromkeys(objection.message for objection in verdict.objections))
        after = "after the orders above it, " if line in desk.legal(player) and verdict.source.number != 1 else ""
        yield Problem(0, line, f"{after}{why}")


def _marks(digest: str, player: str | None, ident: str, said: str) -> set[tuple[str, ...]]:
    """Return by what a mail is known that comes again: its bytes, its `Message-ID`, its text with its date."""
    named = {(player, mark) for mark in (ident, said) if mark} if player is not None else set()
    return {(digest,), *named}


def _void(letter: Letter, step: int, archive: Archive, opened: Opened) -> None:
    """Hold the orders of a mail for a step that has passed, unless the phase is still the same."""
    if not letter.orders and not letter.nothing:
        return
    was, now = archive.phase_at(step), opened.game.open(opened.state, opened.rules).phase()
    if was is not None and now is not None and (was.name, was.title) == (now.name, now.title):
        return
    what = f", {was.title or was.name}," if was is not None else ""
    said = f"step {step}{what} has passed, and orders for it are void; what you still mean, send again"
    letter.problems.append(Problem(0, letter.subject or letter.mail, said))


def _of_file(raw: Raw, desk: Desk) -> Letter:
    """Return a file of orders, which the master has put into the inbox, as a mail of the player it is named for."""
    letter = Letter(raw.name, sha256(raw.content))
    known = {player.casefold(): player for player in desk.members}
    letter.player = letter.sender = known.get((raw.player or "").casefold())
    if letter.player is None:
        letter.reason = (
            f"'{raw.player}' is no player of this game; name the file for one, as in {next(iter(known))}.txt"
        )
        return letter
    text = raw.content.decode("utf-8-sig", "replace")
    letter.said = text_digest(text)
    read_attachment(letter, Attachment(raw.name, text), desk)
    return letter


def _few_standing(letter: Letter, waiting: Sequence[Waiting]) -> None:
    """Note that a mail brings more standing orders than a player may have."""
    fresh = sum(map(stands, letter.orders))
    kept = sum(len(one.orders) for one in waiting if one.standing and one.player == letter.player)
    if fresh and fresh + (0 if letter.clears else kept) > _MOST_STANDING:
        said = f"a player has {_MOST_STANDING} standing orders at most; a line 'clear' withdraws those that wait"
        letter.problems.append(Problem(0, letter.subject or letter.mail, said))


def queue(taken: Sequence[Taken], before: Sequence[Waiting]) -> list[Waiting]:
    """Return what waits after some mails, and note on those that a newer one replaces which that is.

    Where a newer mail of a player is held up, so are those that have come with it: it may change them.
    """
    waiting = list(before)
    known = [one for one in taken if not one.double and one.letter.player is not None]
    for number, one in enumerate(known):
        newer = next(
            (x for x in known[number + 1 :] if x.letter.player == one.letter.player and x.letter.problems), None
        )
        if newer is not None and one.letter.orders and not one.letter.problems:
            said = f"your newer mail, {newer.letter.mail}, is held up and may change this one; send all of it again"
            one.letter.problems.append(Problem(0, one.letter.subject or one.letter.mail, said))
    for one in known:
        _few_standing(one.letter, waiting)
        waiting, gone = merged(waiting, one.letter)
        lost = {digest for orders in gone for digest in orders.mails}
        for other in taken:
            if other is not one and other.letter.digest in lost:
                other.replaced_by = one.letter.mail
    return waiting
