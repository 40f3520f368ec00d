"""The desk: games by mail, with the mistakes that people make, runs that are killed, and changed files."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shutil
import signal
import sys
import time
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from running import referee as run_referee

import referee
from referee.core import documents
from referee.core.documents import Unreadable
from referee.desk.journal import locked, recover
from referee.desk.publishing import files_of, packed, published
from referee.desk.running import run
from referee.desk.verifying import verify

ANN, BEN = "black=ann@x.org", "red=ben@x.org"
ADDRESSES = {"black": "ann@x.org", "red": "ben@x.org"}
NOW = "2026-11-20T20:00+01:00"
PLAINS = [
    "titan",
    *("--game", "duel", "--battleland", "plains", "--attacking", "ogre,lion", "--defending", "troll,lion"),
]


class Game:
    """A game by mail in a folder, driven by commands."""

    def __init__(
        self, folder: Path, *given: str, ruleset: list[str] | None = None, seats: tuple[str, str] = ("black", "red")
    ) -> None:
        self.folder = folder
        self.mails = 0
        self.addresses = dict(zip(seats, ("ann@x.org", "ben@x.org"), strict=True))
        players = [word for seat, address in self.addresses.items() for word in ("--player", f"{seat}={address}")]
        said = run_referee("desk", "new", str(folder), *(ruleset or PLAINS), *players, "--now", NOW, *given)
        assert said.code == 0, said.all

    def mail(self, player: str, *lines: str, subject: str = "orders", ident: str = "", **headers: str) -> str:
        self.mails += 1
        message = EmailMessage()
        message["From"] = headers.pop("sender", self.addresses.get(player, player))
        message["Subject"] = subject
        message["Message-ID"] = ident or f"<{self.mails}@x.org>"
        message["Date"] = f"Fri, 20 Nov 2026 20:{self.mails // 60:02d}:{self.mails % 60:02d} +0100"
        for name, value in headers.items():
            message[name.replace("_", "-")] = value
        message.set_content("\n".join(lines) + "\n")
        name = f"{self.mails:04d}.eml"
        (self.folder / "inbox" / name).write_bytes(message.as_bytes())
        return name

    def run(self, *given: str, now: str = NOW) -> dict[str, Any]:
        said = run_referee("desk", "run", str(self.folder), "--json", "--now", now, *given)
        assert said.code == 0, said.all
        found: dict[str, Any] = json.loads(said.out)
        return found

    def status(self) -> dict[str, Any]:
        said = run_referee("desk", "status", str(self.folder), "--json")
        assert said.code == 0, said.all
        found: dict[str, Any] = json.loads(said.out)
        return found

    def state(self) -> dict[str, Any]:
        n = self.status()["n"]
        found: dict[str, Any] = documents.parse(
            (self.folder / f"record/{n:03d}/state.yaml").read_bytes(), "state"
        ).value
        return found

    def letters(self, player: str) -> list[str]:
        paths = sorted((self.folder / "out").glob(f"*-{player}*.eml"), key=lambda path: path.stat().st_mtime_ns)
        messages = [message_from_bytes(path.read_bytes()) for path in paths]
        return [message.get_payload()[0].get_payload() for message in messages]

    def play(self, rng: random.Random, turns: int) -> None:
        """Let each awaited player mail a legal order or two, some in two mails, for some turns."""
        for _ in range(turns):
            state = self.state()
            found = referee.legal(state)
            if found.phase is None:
                return
            player = rng.choice(found.players)
            rows = [row for row in found.legal if row.get("told", {}).get("by", found.players[0]) == player]
            ends = [row for row in rows if "end" in row]
            others = [row for row in rows if "end" not in row and "concede" not in row and "clock" not in row]
            chosen = rng.choice(others) if others and (not ends or rng.random() < 0.8) else ends[0]
            self.mail(player, "Hello!", line_of(chosen), "-- ", "cheers")
            self.run()


def line_of(row: dict[str, Any]) -> str:
    from referee import games
    from referee.core.notation import line_writer

    game, _ = games.load("titan")
    order = {key: value for key, value in row.items() if key != "told"}
    return line_writer.line(order, game.order_of(order, "battle"))


class Killed(BaseException):
    """The end of a run at some moment."""


def at_commencement(folder: Path) -> Game:
    """Return a game at the beginning of a Game-Turn of black, who has two legions."""
    board = {
        "players": ["black", "red"],
        "towers": {"black": 100, "red": 400},
        "turn": 2,
        "mover": "black",
        "phase": "commencement",
        "legions": [
            {"id": "bk01", "player": "black", "land": 37, "contents": ["titan", "ogre"]},
            {"id": "bk02", "player": "black", "land": 100, "contents": ["lion", "lion"]},
            {"id": "rd01", "player": "red", "land": 8, "contents": ["titan", "ogre"]},
        ],
    }
    state = folder / "state.yaml"
    state.write_text(documents.dump({"format": 1, "ruleset": "titan", "game": "duel", "masterboard": board}))
    return Game(folder / "duel", "--state", str(state), ruleset=["titan"])


def listing(folder: Path) -> dict[str, bytes]:
    return {
        str(p.relative_to(folder)): p.read_bytes()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and p.name != ".lock"
    }


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(tmp_path / "duel")


def test_a_new_game_tells_everybody_the_commitment_and_keeps_its_secret(game: Game) -> None:
    secret = game.folder / "secret"
    assert secret.stat().st_mode & 0o777 == 0o600
    for name in ("inbox", "record", "waiting"):
        assert (game.folder / name).stat().st_mode & 0o777 == 0o700, name
    hidden = [one for one in (game.folder / "record").rglob("*") if one.is_file()]
    assert hidden
    assert all(one.stat().st_mode & 0o777 == 0o600 for one in hidden)
    for player in ("black", "red"):
        assert game.status()["commitment"] in game.letters(player)[0]
    assert secret.read_text().strip() not in str(listing(game.folder / "out"))
    assert run_referee("desk", "new", str(game.folder), *PLAINS, "--player", ANN, "--player", BEN).code == 2
    assert run_referee("desk", "new", str(game.folder) + "2", *PLAINS, "--player", ANN).code == 2


@pytest.mark.slow
def test_a_game_by_mail_from_the_first_mail_to_its_proof(game: Game, tmp_path: Path) -> None:
    game.play(random.Random(1), 25)
    before = listing(game.folder)
    again = game.run()
    assert (again["taken"], again["adjudicated"], again["written"]) == ([], [], [])
    assert listing(game.folder) == before
    found = verify(game.folder)
    assert (found.differences, found.records > 5) == ([], True)
    path = tmp_path / "duel.zip"
    assert run_referee("desk", "publish", str(game.folder), "-o", str(path)).code == 0
    mails = sorted(map(str, (game.folder / "out").glob("*.eml")))
    said = run_referee("desk", "verify", str(path), *mails)
    assert (said.code, "the same" in said.out) == (0, True), said.all
    foreign = tmp_path / "other.eml"
    foreign.write_bytes(b"From: desk@localhost\n\nchain: " + b"0" * 64 + b"\n")
    assert run_referee("desk", "verify", str(path), str(foreign)).code == 1


def test_mistakes_as_people_make_them(game: Game) -> None:
    one = game.mail("red", "enter lion-2 to Z9", "end maneuver")
    two = game.mail("eve@x.org", "end maneuver")
    three = game.mail("red", "Gone fishing", Auto_Submitted="auto-replied")
    found = game.run()
    rows = {row["mail"]: row for row in found["taken"]}
    assert rows[one]["problems"][0]["line"] == "enter lion-2 to Z9"
    assert (rows[two]["player"], rows[three]["player"]) == (None, None)
    assert found["adjudicated"] == []
    assert "problem:" in game.letters("red")[-1]
    # a correction replaces nothing, since nothing of the first mail waits; a newer mail replaces an older one
    old = game.mail("red", "enter lion-2 to D6")
    new = game.mail("red", "enter lion-2 to C5", "enter troll-1 to D5", "end maneuver", ident="<same@x.org>")
    twice = game.mail("red", "enter lion-2 to C5", "enter troll-1 to D5", "end maneuver", ident="<same@x.org>")
    found = game.run()
    rows = {row["mail"]: row for row in found["taken"]}
    assert rows[old]["replaced_by"] == new
    assert rows[twice]["double"]
    assert [row["by"] for row in found["adjudicated"]] == [["red"]]
    assert [piece.get("hex") for piece in game.state()["battle"]["pieces"] if piece["id"] == "lion-2"] != []


def test_orders_ahead_wait_and_go_on_when_their_turn_comes(game: Game) -> None:
    game.mail("black", "end maneuver")
    found = game.run()
    assert (found["adjudicated"], found["waiting"]) == ([], [{"player": "black", "orders": ["end maneuver"]}])
    game.mail("red", "enter lion-2 to C5", "enter troll-1 to D5", "end maneuver", "end strike")
    found = game.run()
    assert len(found["adjudicated"]) >= 1
    assert game.status()["n"] >= 1
    game.mail("black", "clear")
    assert [row for row in game.run()["waiting"] if row["player"] == "black"] == []


def test_requests_are_answered_and_press_is_passed_on(game: Game) -> None:
    game.mail("red", "status", "help", "legal", "show", "rules LoT 12.4", "press to black: hello", "there", "end press")
    found = game.run()
    assert found["taken"][0]["requests"] == ["status", "help", "legal", "show", "rules LoT 12.4"]
    said = game.letters("red")[-1]
    assert all(word in said for word in ("Awaiting red", "enter lion-2", "LoT 12.4", "press to NAME"))
    assert "hello" in game.letters("black")[-1]


def test_nothing_can_be_put_into_a_header(tmp_path: Path) -> None:
    game = Game(tmp_path / "g")
    game.mail("red", "status", ident="<1@x>", subject="x")
    path = game.folder / "inbox" / "0001.eml"
    path.write_bytes(
        path.read_bytes().replace(b"Message-ID: <1@x>", b"Message-ID: =?utf-8?q?=3Ca=40b=3E=0D=0ABcc=3A_eve=40x?=")
    )
    game.run()
    for letter in (game.folder / "out").glob("*.eml"):
        message = message_from_bytes(letter.read_bytes())
        assert message["Bcc"] is None
        assert message["Auto-Submitted"] == "auto-generated"


ATTACK = ["enter ogre-1 to D2", "enter lion-1 to D3", "end maneuver", "strike lion-1 at lion-2"]


def fight(game: Game) -> None:
    """Bring both sides together, up to a first roll."""
    game.mail("red", "enter lion-2 to D4", "enter troll-1 to D5", "end maneuver")
    game.mail("black", *ATTACK)
    game.run()


def salted(game: Game) -> str:
    """Return what red is told of the salt of the last mail."""
    return " ".join(game.letters("red")[-1].split("your salt")[1].split("\r\n\r\n")[0].split())


def test_salts_are_asked_for_and_listed_and_the_first_roll_fixes_them(game: Game) -> None:
    assert "No salt yet from black, red" in game.letters("red")[0]
    game.mail("red", "salt trains and ships")
    game.run()
    assert "it enters every die" in salted(game)
    assert "Salt of red: trains and ships" in game.letters("red")[-1]
    game.mail("red", "salt another one")
    game.run()
    assert "your first one counts" in salted(game)
    fight(game)
    assert "The salts are fixed" in game.letters("black")[-1]
    game.mail("red", "salt a third")
    game.run()
    assert "counts for nothing" in salted(game)
    assert game.state()["dice"]["salts"] == {"red": "trains and ships"}
    assert (verify(game.folder).differences, verify(game.folder).notes) == ([], [])


@pytest.mark.slow
def test_a_late_salt_enters_the_dice_after_the_next_undoing_where_players_agreed(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel", "--late-salts")
    fight(game)
    n = game.status()["n"]
    game.mail("red", "salt late")
    game.run()
    assert "after the next undoing" in salted(game)
    rolled = game.state()["dice"]["salts"]
    assert rolled == {}
    said = run_referee("desk", "undo", str(game.folder), str(n - 1), "--because", "a slip", "--now", NOW)
    assert said.code == 0, said.all
    assert "Salt of red: late" in game.letters("red")[-1]
    assert verify(game.folder).differences == []
    assert any("a salt of red came late" in said for said in verify(game.folder).notes)


@pytest.mark.slow
def test_dice_that_are_kept_are_the_same_whatever_is_mailed(game: Game) -> None:
    fight(game)
    before, n = game.state(), game.status()["n"]
    said = run_referee("desk", "undo", str(game.folder), str(n - 1), "--because", "a slip", "--keep-dice", "--now", NOW)
    assert said.code == 0, said.all
    game.mail("red", "salt after all")
    game.mail("black", *ATTACK)
    game.run()
    hits = [{piece["id"]: piece.get("hits", 0) for piece in one["battle"]["pieces"]} for one in (before, game.state())]
    assert hits[0] == hits[1]
    # what was made new once is not kept
    said = run_referee("desk", "undo", str(game.folder), str(n - 1), "--because", "a slip", "--now", NOW)
    assert said.code == 0, said.all
    game.mail("black", *ATTACK)
    game.run()
    said = run_referee("desk", "undo", str(game.folder), "0", "--because", "x", "--keep-dice")
    assert (said.code, f"back to record {n - 1} at most" in said.err) == (2, True), said.all
    assert verify(game.folder).differences == []


@pytest.mark.slow
def test_an_undo_moves_records_away_and_draws_new_dice(game: Game) -> None:
    game.play(random.Random(3), 18)
    n = game.status()["n"]
    for keep in ((), ("--keep-dice",)):
        era = game.status()["era"]
        last = game.status()["n"]
        said = run_referee("desk", "undo", str(game.folder), str(last - 3), "--because", "a mistake of mine", *keep)
        assert said.code == 0, said.all
        assert game.status()["n"] == last - 3
        assert (game.status()["era"] == era) == bool(keep)
        assert "a mistake of mine" in game.letters("red")[-1]
        assert verify(game.folder).differences == []
        game.play(random.Random(4), 6)
    assert game.status()["n"] > n - 6
    assert verify(game.folder).differences == []
    assert list((game.folder / "undone").iterdir())
    assert run_referee("desk", "undo", str(game.folder), "999", "--because", "x").code == 2
    assert run_referee("desk", "undo", str(game.folder), "0", "--because", " ").code == 2


@pytest.mark.slow
def test_the_master_overrules_openly(game: Game, tmp_path: Path) -> None:
    game.play(random.Random(5), 6)
    state = {key: value for key, value in game.state().items() if key != "chain"}
    state["battle"]["pieces"][0]["hits"] = 1
    path = tmp_path / "state.yaml"
    path.write_text(documents.dump(state))
    said = run_referee("desk", "adjust", str(game.folder), str(path), "--because", "a hit was forgotten")
    assert said.code == 0, said.all
    assert game.state()["battle"]["pieces"][0]["hits"] == 1
    assert all("a hit was forgotten" in game.letters(player)[-1] for player in ADDRESSES)
    game.play(random.Random(6), 4)
    assert verify(game.folder).differences == []


def test_who_is_late_is_reminded_once_and_then_a_default_stands_in(tmp_path: Path) -> None:
    game = Game(tmp_path / "g", "--deadline", "72h", "--grace", "24h")
    assert game.run()["awaiting"][0]["due"] == "2026-11-23T19:00:00+00:00"
    found = game.run(now="2026-11-23T21:00+01:00")
    assert found["written"] == ["out/000-red-reminder.eml"]
    assert game.run(now="2026-11-23T22:00+01:00")["written"] == []
    # those that would be lost off the map come onto it
    found = game.run(now="2026-11-25T22:00+01:00")
    assert [row["by"] for row in found["adjudicated"]] == [["default for red"]]
    assert all("hex" in piece for piece in game.state()["battle"]["pieces"] if piece["side"] == "defender")
    assert "(by: default)" in game.letters("red")[-1]
    assert verify(game.folder).differences == []


def test_a_player_is_replaced_and_another_is_dropped(game: Game) -> None:
    assert run_referee("desk", "replace", str(game.folder), "red", "cai@x.org").code == 0
    game.mail("red", "status")
    game.mail("red", "status", sender="cai@x.org")
    assert [row["player"] for row in game.run()["taken"]] == [None, "red"]
    assert run_referee("desk", "drop", str(game.folder), "red").code == 0
    assert run_referee("desk", "replace", str(game.folder), "zoe", "zoe@x.org").code == 2


def test_a_preview_writes_and_rolls_nothing(game: Game) -> None:
    game.mail("red", "enter lion-2 to C5", "enter troll-1 to D5", "end maneuver")
    before = listing(game.folder)
    found = game.run("--preview")
    assert found["adjudicated"]
    assert listing(game.folder) == before


def beside(folder: Path) -> int:
    """Run the desk in a process of its own, and return its number."""
    child = os.fork()
    if child == 0:
        try:
            with locked(folder):
                recover(folder)
                run(folder, at=NOW)
        finally:
            os._exit(0)
    return child


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a run is killed by a signal")
def test_a_preview_goes_on_past_the_first_roll_as_far_as_it_can_be_said(tmp_path: Path) -> None:
    game = at_commencement(tmp_path)
    lines = [
        "end commencement",
        "if roll 1: move bk01 to 38",
        "else: try move bk02 to 41 | move bk02 to 42",
        "end movement",
    ]
    game.mail("black", *lines)
    before = listing(game.folder)
    found = game.run("--preview")
    assert found["taken"][0]["understood"] == lines
    rows = {row["order"]: row for row in found["unsure"]}
    assert list(rows) == lines
    assert (rows[lines[0]]["verdict"], rows[lines[0]]["rolls"]) == ("legal", ["turn/2/black/move"])
    assert [row["verdict"] for row in found["unsure"]].count("refused") == 0
    assert "turn/2/black/move: ?" in next(mail["text"] for mail in found["mails"] if mail["to"] == "black")
    assert all("end commencement" not in mail["text"] for mail in found["mails"] if mail["to"] == "red")
    said = run_referee("desk", "run", str(game.folder), "--preview", "--now", NOW).out
    assert "?          black: end commencement (legal: turn/2/black/move: ?)" in said
    assert "to black: [duel 0]" in said
    assert listing(game.folder) == before


@pytest.mark.slow
def test_two_runs_at_once_and_runs_that_are_killed_lose_nothing(tmp_path: Path) -> None:
    """Kill runs at random moments; the game must end as it does when no run is killed."""
    game = Game(tmp_path / "g")
    game.play(random.Random(7), 4)
    whole = tmp_path / "whole"
    game.mail("red", "status", "salt abc", "press to black: x", "end press")
    game.mail("black", "status", "end maneuver")
    shutil.copytree(game.folder, whole)
    run(whole, at=NOW)
    expected = listing(whole)
    shutil.rmtree(whole)
    shutil.copytree(game.folder, whole)
    began = time.monotonic()
    os.waitpid(beside(whole), 0)
    length = time.monotonic() - began
    assert listing(whole) == expected
    rng = random.Random(8)
    for number in range(int(os.environ.get("REFEREE_KILLS", "15"))):
        copy = tmp_path / f"copy-{number}"
        shutil.copytree(game.folder, copy)
        children = [beside(copy) for _ in "12"]
        time.sleep(rng.uniform(0, 1.3) * length)
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        os.waitpid(beside(copy), 0)
        assert listing(copy) == expected, number
        shutil.rmtree(copy)


@pytest.mark.slow
def test_a_run_killed_between_any_two_files_is_ended_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(tmp_path / "g")
    game.mail("red", "enter lion-2 to C5", "enter troll-1 to D5", "end maneuver", "salt abc")
    game.mail("black", "end maneuver")
    whole = tmp_path / "whole"
    shutil.copytree(game.folder, whole)
    assert run_referee("desk", "run", str(whole), "--now", NOW).code == 0
    expected = listing(whole)
    real, done = os.replace, False
    for stop in range(200):
        copy = tmp_path / f"copy-{stop}"
        shutil.copytree(game.folder, copy)
        count = 0

        def replace(source: Any, target: Any, stop: int = stop) -> None:
            nonlocal count
            if count == stop:
                raise Killed
            count += 1
            real(source, target)

        monkeypatch.setattr(os, "replace", replace)
        try:
            run(copy, at=NOW)
            done = True
        except Killed:
            pass
        monkeypatch.setattr(os, "replace", real)
        assert run_referee("desk", "run", str(copy), "--now", NOW).code == 0
        assert listing(copy) == expected
        if done:
            break
    assert done


def is_found(folder: Path) -> bool:
    """Return whether a change of a game is found."""
    try:
        found = verify(folder)
        return bool(found.differences or found.unproved)
    except Unreadable:
        return True


def small_game(folder: Path) -> Game:
    """Return a game with a record of orders, waiting orders, a salt, press and mails."""
    game = Game(folder)
    game.mail(
        "red", "enter lion-2 to C5", "enter troll-1 to D5", "end maneuver", "salt abc", "press to black: x", "end press"
    )
    game.mail("black", "end strike", subject="[duel 9] ahead")
    game.run()
    return game


def places(lengths: dict[str, int]) -> list[tuple[str, int]]:
    """Return which bytes of some files are changed: each where REFEREE_BYTES is `all`, else a sample."""
    every = [(name, place) for name, length in lengths.items() for place in range(length)]
    wanted = os.environ.get("REFEREE_BYTES", "120")
    return every if wanted == "all" else random.sample(every, min(int(wanted), len(every)))


@pytest.mark.slow
def test_every_byte_of_a_published_game_counts(tmp_path: Path) -> None:
    """Change bytes of the file itself, which its checksums tell, and of what is packed in it, packed again."""
    game = small_game(tmp_path / "g")
    path = tmp_path / "g.zip"
    content = published(game.folder)
    path.write_bytes(content)
    assert verify(path).differences == []
    for _, place in places({"": len(content)}):
        changed = bytearray(content)
        changed[place] ^= 1 << random.randrange(8)
        path.write_bytes(bytes(changed))
        assert is_found(path), place


@pytest.mark.slow
def test_every_byte_of_every_file_of_a_game_counts(tmp_path: Path) -> None:
    game = small_game(tmp_path / "g")
    files = files_of(game.folder)
    kinds = {name.partition("/")[0] for name in files}
    assert kinds == {"record", "desk.yaml", "secret", "waiting", "out"}
    first = [(name, 0) for name in files]
    for name, place in [*first, *places({name: len(content) for name, content in files.items()})]:
        changed = bytearray(files[name])
        changed[place] ^= 1 << random.randrange(8)
        (game.folder / name).write_bytes(bytes(changed))
        assert is_found(game.folder), (name, place)
        (game.folder / name).write_bytes(files[name])
    assert verify(game.folder).differences == []


@pytest.mark.slow
def test_a_file_that_is_missing_or_added_is_found(tmp_path: Path) -> None:
    files = files_of(small_game(tmp_path / "g").folder)
    path = tmp_path / "g.zip"
    for name in files:
        path.write_bytes(packed({key: value for key, value in files.items() if key != name}))
        # a mail that is sent may be gone
        assert is_found(path) != name.startswith("out/"), name
    for name in ("record/000/more.yaml", "waiting/zoe.yaml", "undone/1-001/state.yaml"):
        path.write_bytes(packed({**files, name: b"x: 1\n"}))
        assert is_found(path), name


def test_settings_that_the_master_edits_count_from_the_next_run_on(game: Game) -> None:
    path = game.folder / "desk.yaml"
    path.write_text(path.read_text() + "anonymous_press: true\n")
    assert verify(game.folder).differences == ["desk.yaml: was changed"]
    game.run()
    assert verify(game.folder).differences == []
    before = listing(game.folder)
    game.run()
    assert listing(game.folder) == before


@pytest.mark.slow
def test_two_worlds_that_differ_in_what_is_hidden_give_a_player_the_same_mails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mails of a player differ in nothing but the heads of the chain, whose nonces only the secret gives."""
    seen = []
    secret = random.Random(1).randbytes(32)
    monkeypatch.setattr("referee.desk.founding.new_secret", lambda: secret)
    for number, (first, second) in enumerate((("ogre", "troll"), ("troll", "ogre"))):
        state = {
            "format": 1,
            "ruleset": "titan",
            "game": "duel",
            "step": 5,
            "masterboard": {
                "players": ["black", "red"],
                "towers": {"black": 100, "red": 400},
                "turn": 2,
                "mover": "black",
                "phase": "movement",
                "roll": 1,
                "legions": [
                    {"id": "bk01", "player": "black", "land": 37, "contents": ["titan", "ogre"]},
                    {"id": "rd01", "player": "red", "land": 8, "contents": ["titan", first]},
                    {"id": "rd02", "player": "red", "land": 9, "contents": ["lion", second]},
                ],
            },
        }
        path = tmp_path / f"state-{number}.yaml"
        path.write_text(documents.dump(state))
        (tmp_path / str(number)).mkdir()
        game = Game(tmp_path / str(number) / "duel", "--state", str(path), ruleset=["titan"])
        game.mail("red", "status", "legal", "press to black: hi", "end press", "move rd01 to 7", subject="[duel 9]")
        game.mail("black", "show", "status", "legal", "if rd01 showed troll: move bk01 to 38", "else: move bk01 to 42")
        game.run()
        text = b""
        for path in sorted((game.folder / "out").glob("*-black*.eml")):
            for part in message_from_bytes(path.read_bytes()).walk():
                content = part.get_payload(decode=True)
                text += str(part.items()).encode() + (content if isinstance(content, bytes) else b"")
        # the line between parts comes from what they hold
        text = re.sub(rb'boundary="[^"]*"', b"", text)
        rows = (game.folder / "record/chain.jsonl").read_bytes().splitlines()
        for number, row in enumerate(rows):
            assert json.loads(row)["nonce"]
            head = hashlib.sha256(row).hexdigest().encode()
            text = text.replace(head, b"HEAD %d" % number).replace(head[:12], b"HEAD %d" % number)
        seen.append(text)
    assert seen[0] == seen[1]
    assert b"42" in seen[0]


def test_a_mail_holds_the_board_and_a_page_that_needs_nothing_else(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def parts(player: str) -> dict[str, bytes]:
        path = max((game.folder / "out").glob(f"*-{player}*.eml"), key=lambda path: path.stat().st_mtime_ns)
        found = message_from_bytes(path.read_bytes()).walk()
        return {str(part.get_filename()): bytes(part.get_payload(decode=True) or b"") for part in found}

    game.mail("red", "enter lion-2 to C5", "enter troll-1 to D5", "end maneuver")
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    game.run()
    found = parts("black")
    assert found["board.svg"].startswith(b"<svg")
    page = found["report.html"].decode()
    assert all(said in page for said in ("enter ogre-1 to", "<details>", "<svg", game.status()["head"]))
    assert not re.search(r"(src|href)\s*=\s*['\"]?\s*(https?:)?//|url\((?!#)|@import", page)

    class Drawer:
        @staticmethod
        def svg_to_bytes(svg_string: str, background: str) -> bytes:
            return b"\x89PNG" + background.encode() + svg_string[:4].encode()

    monkeypatch.setitem(sys.modules, "resvg_py", Drawer)
    game.mail("black", "enter ogre-1 to D1")
    game.run()
    assert parts("red")["board.png"] == b"\x89PNG#ffffff<svg"


def test_what_comes_into_the_inbox_during_a_run_stays_for_the_next(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.desk import running

    game.mail("red", "status")
    inbox = game.folder / "inbox"
    box = inbox / "box.mbox"
    box.write_bytes(b"From x Fri Nov 20 20:00:00 2026\nFrom: ann@x.org\n\nstatus\n")
    real = running.take

    def take(*given: Any) -> Any:
        found = real(*given)
        box.write_bytes(
            box.read_bytes() + b"\nFrom x Fri Nov 20 20:00:01 2026\nFrom: ben@x.org\n\nenter lion-2 to C5\n"
        )
        return found

    monkeypatch.setattr(running, "take", take)
    running.run(game.folder, at=NOW)
    monkeypatch.setattr(running, "take", real)
    assert [path.name for path in inbox.iterdir()] == ["box.mbox"]
    rows = game.run()["taken"]
    assert [(row["mail"], row.get("double", False)) for row in rows] == [("box.mbox#1", True), ("box.mbox#2", False)]
    assert list(inbox.iterdir()) == []


def test_what_the_master_does_is_json_for_scripts(tmp_path: Path) -> None:
    folder = str(tmp_path / "duel")

    def told(*words: str) -> dict[str, Any]:
        said = run_referee("desk", *words, "--json")
        assert said.code == 0, said.all
        found: dict[str, Any] = json.loads(said.out)
        return found

    players = ["--player", "black=ann@x.org", "--player", "red=ben@x.org", "--now", NOW]
    run = {"taken", "adjudicated", "awaiting", "waiting", "written", "head"}
    begun = told("new", folder, *PLAINS, *players)
    assert begun.keys() == run
    assert begun["written"]
    assert told("drop", folder, "red") == {"player": "red", "address": "ben@x.org", "dropped": True}
    assert told("replace", folder, "red", "cai@x.org") == {"player": "red", "address": "cai@x.org", "dropped": False}
    edited = tmp_path / "state.yaml"
    edited.write_bytes((tmp_path / "duel/record/000/state.yaml").read_bytes())
    adjusted = told("adjust", folder, str(edited), "--because", "a word", "--now", NOW)
    assert adjusted.keys() == run
    assert told("undo", folder, "0", "--because", "a word", "--now", NOW).keys() == run
    path = str(tmp_path / "duel.zip")
    assert told("publish", folder, "-o", path) == {"written": [path]}


def test_the_history_holds_what_a_player_may_know_and_is_published_whole(tmp_path: Path) -> None:
    game = at_commencement(tmp_path)
    game.mail("black", "end commencement")
    game.run()
    own, whole = tmp_path / "red.html", tmp_path / "all.html"
    words = ("desk", "history", str(game.folder), "-o")
    assert run_referee(*words, str(own), "--player", "red").code == 0
    assert run_referee(*words, str(whole)).code == 0
    # a legion's contents are known to its player alone
    assert "titan, ogre" in own.read_text()
    assert "2 lion" not in own.read_text()
    assert "2 lion" in whole.read_text()
    assert own.read_text().count('id="record-') == game.status()["n"] + 1
    # nothing is loaded, and the board that all records have in common is drawn once
    assert "src=" not in own.read_text()
    assert own.read_text().count(">5000<") == 1
    path = tmp_path / "duel.zip"
    assert run_referee("desk", "publish", str(game.folder), "-o", str(path)).code == 0
    assert files_of(path)["history.html"].decode() == whole.read_text()
    assert run_referee("desk", "verify", str(path)).code == 0
    forged = {**files_of(path), "history.html": b"<p>black has won</p>"}
    path.write_bytes(packed(forged))
    assert "history.html" in run_referee("desk", "verify", str(path)).err
    wrong = run_referee(*words, str(tmp_path / "x.html"), "--player", "eve")
    assert (wrong.code, "'eve' is no player" in wrong.err) == (2, True), wrong.all


def test_observers_are_told_what_everybody_may_know_and_nothing_else(tmp_path: Path) -> None:
    state = tmp_path / "state.yaml"
    at_commencement(tmp_path)
    words = ("--state", str(state), "--observer", "eve@x.org", "--observer", "zoe@x.org")
    game = Game(tmp_path / "seen", *words, ruleset=["titan"])
    game.mail("black", "end commencement")
    game.run()
    mails = [message_from_bytes(path.read_bytes()) for path in sorted((game.folder / "out").glob("*-observer*.eml"))]
    assert len(mails) == 2
    text = mails[-1].get_payload(decode=True).decode()
    assert mails[-1]["Bcc"] == "eve@x.org, zoe@x.org"
    assert mails[-1]["To"] == "desk@localhost"
    assert "the Movement Roll of black" in text
    assert "You may order" not in text
    for hidden in ("2 lion", "titan, ogre", "you play"):
        assert hidden not in text
    game.run()
    assert len(list((game.folder / "out").glob("*-observer*.eml"))) == 2
    kept = tmp_path / "kept.eml"
    kept.write_bytes(mails[-1].as_bytes())
    assert verify(game.folder, [kept]).differences == []
    wrong = run_referee(
        "desk", "new", str(tmp_path / "x"), *PLAINS, "--player", "black=a@x.org", "--observer", "nobody"
    )
    assert (wrong.code, "'nobody' is no address" in wrong.err) == (2, True), wrong.all


def test_records_files_subjects_and_undo_have_the_numbers_of_steps(tmp_path: Path) -> None:
    at_commencement(tmp_path)
    state = tmp_path / "state.yaml"
    state.write_text(state.read_text() + "step: 20\n")
    game = Game(tmp_path / "later", "--state", str(state), ruleset=["titan"])
    game.mail("black", "end commencement")
    game.run()
    assert game.status()["n"] == 21
    assert sorted(path.name for path in (game.folder / "record").iterdir() if path.name.isdecimal()) == ["020", "021"]
    mail = message_from_bytes((game.folder / "out" / "021-black.eml").read_bytes())
    assert mail["Subject"].startswith("[duel 21]")
    changed = tmp_path / "changed.yaml"
    changed.write_bytes((game.folder / "record" / "021" / "state.yaml").read_bytes())
    words = ("--because", "a slip", "--now", NOW)
    assert run_referee("desk", "adjust", str(game.folder), str(changed), *words).code == 0
    assert (game.status()["n"], game.state()["step"]) == (22, 22)
    said = run_referee("desk", "undo", str(game.folder), "19", *words)
    assert (said.code, "the first one is 20" in said.err) == (2, True), said.all
    assert run_referee("desk", "undo", str(game.folder), "20", *words).code == 0
    assert (game.status()["n"], game.state()["step"]) == (20, 20)
    game.mail("black", "end commencement")
    game.run()
    assert verify(game.folder).differences == []


def test_verifying_nothing_says_that_nothing_is_there(tmp_path: Path) -> None:
    said = run_referee("desk", "verify", str(tmp_path / "nosuch"))
    assert said.code == 2
    assert "there is no such folder or file" in said.err


def test_a_seat_without_an_address_shows_how_to_give_one(tmp_path: Path) -> None:
    said = run_referee("desk", "new", str(tmp_path / "g"), "hordes", "--player", "red=a@x.org")
    assert said.code == 2
    assert "blue plays in this game and has no address; write --player blue=ADDRESS" in said.err
    assert not (tmp_path / "g").exists()
