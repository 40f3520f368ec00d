"""A season of three games of strangers: one mailbox for all, a clock that moves, and nobody but cron."""

from __future__ import annotations

import mailbox
import shutil
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from referee.core import documents
from referee.desk.changing import undo
from referee.desk.founding import begin
from referee.desk.publishing import published
from referee.desk.running import run
from referee.desk.sending import send
from referee.desk.settings import read_settings
from referee.desk.verifying import verify

EXAMPLES = Path(__file__).parent.parent / "examples" / "desk"
# two of the examples have one name, and a mailbox that serves both needs two
NAMES = {"titan": "towers", "hordes": "ford", "battalions": "march"}


# what comes into a mailbox and is from no player
NOISE = ("autoreply", "spam", "unknown")


class Event(NamedTuple):
    """What comes at a time: mails of a game, or an undoing."""

    at: datetime
    game: str
    turn: dict[str, Any]


def played(game: str) -> dict[str, Any]:
    found: dict[str, Any] = documents.parse((EXAMPLES / game / "play.yaml").read_bytes(), "play.yaml").value
    return found


def events(game: str, plays: list[dict[str, Any]]) -> list[Event]:
    return [Event(datetime.fromisoformat(str(turn["now"])), game, turn) for turn in plays]


def renamed(content: bytes, game: str) -> bytes:
    return content.replace(b"[ford", b"[march") if game == "battalions" else content


def begun(folder: Path, game: str, box: Path) -> None:
    """Begin an example again under its name, with a mailbox outside its folder."""
    shutil.copytree(EXAMPLES / game / "desk", folder)
    state = min((folder / "record").glob("[0-9]*/state.yaml")).read_bytes()
    first = (folder / "record/chain.jsonl").read_text().split('"at":"')[1].split('"')[0]
    shutil.rmtree(folder / "record")
    (folder / "inbox").mkdir(exist_ok=True)
    for kind in ("out", "waiting"):
        shutil.rmtree(folder / kind, ignore_errors=True)
        (folder / kind).mkdir()
    settings = folder / "desk.yaml"
    text = (
        settings.read_text().replace("game: ford", f"game: {NAMES[game]}")
        if game == "battalions"
        else settings.read_text()
    )
    settings.write_text(f"{text}boxes: [{box}]\nmaster: mia@example.org\n")
    value = documents.parse(state, "state.yaml").value
    value = {key: one for key, one in value.items() if key != "chain"} | {"game": NAMES[game]}
    begin(folder, documents.dump(value).encode(), datetime.fromisoformat(first))


@pytest.mark.slow
def test_three_games_of_strangers_come_to_their_end_by_one_mailbox(tmp_path: Path, chance: Random) -> None:
    box = tmp_path / "Maildir"
    maildir = mailbox.Maildir(box, create=True)
    folders = {game: tmp_path / game for game in NAMES}
    for game, folder in folders.items():
        begun(folder, game, box)
    told = {game: played(game) for game in NAMES}
    season = sorted((one for game in NAMES for one in events(game, told[game]["play"])), key=lambda one: one.at)
    names: dict[str, tuple[str, str]] = {}
    post = tmp_path / "post"
    post.write_text("#!/bin/sh\ncat > /dev/null\n")
    post.chmod(0o755)
    taken: dict[str, list[str]] = {game: [] for game in NAMES}
    outgoing: list[str] = []
    for number, event in enumerate(season):
        if "undo" in event.turn:
            undo(folders[event.game], event.turn["undo"], event.turn["because"], False, event.at.isoformat())
        for name in event.turn.get("run", ()):
            key = maildir.add(renamed((EXAMPLES / event.game / "mails" / name).read_bytes(), event.game))
            names[key] = event.game, name.removesuffix(".eml")
        # cron starts the others now and then, and sometimes one twice
        others = [game for game in NAMES if game != event.game] if number % 11 == 0 else []
        for game in [event.game, *others, *([event.game] if number % 13 == 0 else [])]:
            found = run(folders[game], at=(event.at + timedelta(minutes=1)).isoformat(), accept_rules=True).plain()
            for row in found["taken"]:
                whose, mail = next(one for key, one in names.items() if key in row["mail"])
                own = whose == game and not mail.endswith(NOISE)
                assert (row["player"] is not None) == own, row
                assert not own or row["understood"], row
                assert not own or bool(row["problems"]) == (f"{mail}.eml" in told[game]["held_up"]), row
            taken[game] += [str(row["player"]) for row in found["taken"] if row["player"] is not None]
            outgoing += [f"{game}/{path}" for path in send(folders[game], [str(post)])]
    assert len(outgoing) == len(set(outgoing))
    assert any("reminder" in path for path in outgoing)
    sent = chance.choice(list(folders))
    for game, folder in folders.items():
        if game == sent:
            # one game each day, as its players verify it, from the published file
            path = tmp_path / f"{game}.zip"
            path.write_bytes(published(folder))
            proof = verify(path)
            # a run at the times of other games may find somebody late, for whom a default stands in
            assert (proof.differences, proof.unproved) == ([], []), game
            assert proof.records >= told[game]["records"]
        players = read_settings(folder).players
        own = [path.stem.rpartition("-")[2] for path in (EXAMPLES / game / "mails").iterdir()]
        assert sorted(taken[game]) == sorted(name for name in own if name in players)
        # strangers and other games are in no record
        kept = [path.read_bytes() for path in folder.rglob("mails/*") if path.is_file()]
        others = [name for other, name in NAMES.items() if other != game]
        assert not any(f"[{name}".encode() in content for content in kept for name in others)
    assert all(path.is_file() for path in (box / "new").iterdir())
    assert len(maildir) == sum(len(event.turn.get("run", ())) for event in season)
