"""A new game by mail: its folder, its secret, its first record, and the mail that tells every player the commitment."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from referee.core import documents
from referee.core.adjudication.chain import reseal
from referee.core.documents import Problem, Unreadable
from referee.core.documents.digests import sha256
from referee.core.documents.problems import stranger
from referee.core.game.drawing import DiceTerms, commitment, new_secret, text_of
from referee.core.game.state import State
from referee.core.game.trace import PROGRAM
from referee.opening.states import Opened

from . import settings as desk
from . import snapshot
from .archive import Archive, record, write_chain
from .chain import Chain
from .clock import write_since
from .journal import Journal, is_private
from .mail.letter import Member
from .out.letters import write_letters
from .playing import Progress
from .result import Result


def members_of(
    players: Sequence[str], words: Sequence[str] = (), known: Mapping[str, Member] | None = None
) -> dict[str, Member]:
    """Return the members for `NAME=ADDRESS` and `NAME=WORD`; raises Unreadable."""
    out: dict[str, Member] = dict(known or {})
    problems = []
    for pair in players:
        name, equals, said = pair.partition("=")
        address, *also = said.split(",")
        if not equals or not name or not all(map(desk.is_address, (address, *also))):
            problems.append(Problem("--player", 0, 0, "", f"'{pair}' is not written NAME=ADDRESS, as in ann=ann@x.org"))
        elif twice := next((a for a in (address, *also) if any(one.is_from(a) for one in out.values())), None):
            problems.append(Problem("--player", 0, 0, "", f"{twice} belongs to two players"))
        else:
            out[name] = Member(address, also=also)
    for pair in words:
        name, equals, word = pair.partition("=")
        if not equals or name not in out or not word or len(word.split()) > 1:
            problems.append(Problem("--word", 0, 0, "", f"'{pair}' is not written NAME=WORD for one of the players"))
        else:
            out[name] = msgspec.structs.replace(out[name], word=word)
    if problems:
        raise Unreadable(problems)
    return out


def found(folder: Path, opened: Opened, settings: desk.Settings, now: datetime, folders: Sequence[Path] = ()) -> Result:
    """Make the folder of a game; raises Unreadable if it exists and is not empty, or if the players do not fit."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Unreadable.of(str(folder), "exists already; a game by mail has a folder of its own")
    seated = list(opened.game.open(opened.state, opened.rules).players)
    problems = [
        Problem("--player", 0, 0, "", stranger(player, seated)) for player in settings.players if player not in seated
    ]
    problems += [
        Problem("--player", 0, 0, "", f"'{player}' means somebody else in a mail; the player needs another name")
        for player in seated
        if player.casefold() in ("all", "everybody", "master", desk.OBSERVER)
    ]
    problems += [
        Problem(
            "--player", 0, 0, "", f"{player} plays in this game and has no address; write --player {player}=ADDRESS"
        )
        for player in seated
        if player not in settings.players
    ]
    if settings.master is not None and not desk.is_address(settings.master):
        problems.append(Problem("--master", 0, 0, "", f"'{settings.master}' is no address of a mail"))
    problems += [
        Problem("--observer", 0, 0, "", f"'{address}' is no address of a mail")
        for address in settings.observers
        if not desk.is_address(address)
    ]
    if not desk.is_address(settings.sender):
        problems.append(Problem("--sender", 0, 0, "", f"'{settings.sender}' is no address of a mail"))
    if problems:
        raise Unreadable(problems)
    secret = new_secret()
    before = documents.builtins(opened.state)
    terms = DiceTerms(commitment=commitment(secret), in_orders=settings.dice_in_orders)
    committed = reseal(before, {**before, "dice": documents.builtins(terms)})
    state: State = documents.convert(documents.make_document(committed, "state"), opened.game.state)
    text = documents.dump(documents.builtins(state)).encode()
    folder = folder.resolve()
    making = folder.with_name(f".{folder.name}.{os.getpid()}.making")
    try:
        result = _founded(making, settings, secret, text, now, folders)
        # whole or not there
        if folder.exists():
            folder.rmdir()
        os.rename(making, folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return result


def _founded(
    folder: Path, settings: desk.Settings, secret: bytes, state: bytes, now: datetime, folders: Sequence[Path]
) -> Result:
    """Make the folder of a game that is not there."""
    folder.mkdir(parents=True)
    for name in ("inbox", "waiting", "out"):
        (folder / name).mkdir(mode=0o700 if is_private(name) else 0o777)
    for name, content in ((desk.SECRET, text_of(secret)), (desk.SETTINGS, desk.text_of(settings))):
        handle = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(content)
    return begin(folder, state, now, folders)


def begin(
    folder: Path,
    state: bytes,
    now: datetime,
    folders: Sequence[Path] = (),
    program: str = PROGRAM,
    bare: bool = False,
    n: int | None = None,
) -> Result:
    """Write the first record of a game whose folder holds its settings and secret, and the first mails.

    Its number is `n`, by default the step at which the state is.
    """
    journal = Journal(folder)
    files = snapshot.editable(folder)
    snapshot.keep(journal, files)
    n = documents.parse(state, "state.yaml").value.get("step", 0) if n is None else n
    journal.write(f"{record(n)}/state.yaml", state)
    chain = Chain()
    secret = bytes.fromhex((folder / desk.SECRET).read_text(encoding="ascii"))
    said: dict[str, Any] = {"state": sha256(state), "settings": snapshot.digest_of(files), "program": program}
    chain.add(secret, now.isoformat(), n, **said)
    write_chain(journal, chain)
    journal.commit()
    archive = Archive(folder, folders, accept_rules=bare)
    result = Result(archive, now, [], Progress(archive.opened(), []), n)
    journal = Journal(folder)
    write_since(journal, result.since)
    write_letters(result, journal, list(archive.settings.players), bare=bare)
    write_chain(journal, archive.chain)
    result.written = sorted(path for path in journal.files if path.startswith("out/"))
    journal.commit()
    return result
