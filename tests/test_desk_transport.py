"""How mails come and go: mailboxes that are left alone, sending by a program and by SMTP, cron that starts twice."""

from __future__ import annotations

import json
import mailbox
import os
import re
import shutil
import socketserver
import subprocess
import sys
import threading
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from running import referee as run_referee
from test_desk import NOW, Game
from test_desk_orders import ENTER, proved, words

from referee.desk import settings
from referee.desk.clock import due
from referee.desk.journal import Journal, mark_of


def delivered(box: Path, sender: str, subject: str, *lines: str) -> None:
    """Put a mail into a Maildir."""
    number = len(list(box.rglob("*")))
    text = f"From: {sender}\nSubject: {subject}\nMessage-ID: <{number}@x>\n\n"
    mailbox.Maildir(box, create=True).add(text + "\n".join(lines) + "\n")


def all_of(box: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(box.rglob("*")) if path.is_file()}


def test_a_mailbox_serves_two_games_and_is_left_alone(tmp_path: Path) -> None:
    box = tmp_path / "Maildir"
    delivered(box, "eve@x.org", "buy", "now")
    one = Game(tmp_path / "one", "--box", str(box), "--game", "one", "--master", "mia@x.org")
    two = Game(tmp_path / "two", "--box", str(box), "--game", "two", "--master", "mia@x.org")
    delivered(box, "ben@x.org", "Re: [one 0] red to order", *ENTER)
    delivered(box, "ben@x.org", "Re: [two 0] red to order", "status")
    delivered(box, "ben@x.org", "hello", "end maneuver")
    before = all_of(box)
    found = [game.run() for game in (one, two)]
    assert [[row["player"] for row in each["taken"]] for each in found] == [["red", None], [None, "red"]] or [
        sorted(str(row["player"]) for row in each["taken"]) for each in found
    ] == [["None", "None", "red"]] * 2
    assert found[0]["adjudicated"]
    assert found[1]["adjudicated"] == []
    assert all_of(box) == before
    for game in (one, two):
        assert game.run()["taken"] == []
        kept = [path for path in game.folder.rglob("*") if path.is_file() and b"buy" in path.read_bytes()]
        assert kept == []
        assert proved(game)
    told = (one.folder / "out" / "001-master.eml").read_text()
    assert "names the game; put [one] into the subject" in words(told)
    assert "To: mia@x.org" in told


def test_an_mbox_outside_the_folder_is_read_as_it_grows(tmp_path: Path) -> None:
    path = tmp_path / "mail.mbox"
    path.write_text("From x Fri Nov 20 20:00:00 2026\nFrom: ben@x.org\nSubject: [duel]\n\nstatus\n")
    game = Game(tmp_path / "duel", "--box", str(path))
    assert [row["player"] for row in game.run()["taken"]] == ["red"]
    lines = "\n".join(ENTER)
    with path.open("a") as file:
        file.write(f"\nFrom x Fri Nov 20 20:00:01 2026\nFrom: ben@x.org\nSubject: [list] Re: [duel 0]\n\n{lines}\n")
    assert [row["by"] for row in game.run()["adjudicated"]] == [["red"]]
    assert game.run()["taken"] == []
    path.unlink()
    said = run_referee("desk", "run", str(game.folder))
    assert (said.code, "there is no mailbox" in said.err) == (2, True), said.all


def test_mails_are_sent_by_a_program_and_can_be_sent_again(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    post = tmp_path / "post"
    post.mkdir()
    program = tmp_path / "sendmail.py"
    program.write_text(
        "import sys, pathlib, uuid\n"
        "if '--fail' in sys.argv: sys.exit('the disk is full')\n"
        f"(pathlib.Path({str(post)!r}) / uuid.uuid4().hex).write_bytes(sys.stdin.buffer.read())\n"
    )
    command = f"{sys.executable} {program}"
    said = run_referee("desk", "send", str(game.folder), "--program", f"{command} --fail")
    assert (said.code, "was not sent: " in said.err, "the disk is full" in said.err) == (2, True, True), said.all
    assert len(list((game.folder / "out").iterdir())) == 2
    said = run_referee("desk", "send", str(game.folder), "--program", command, "--json")
    assert json.loads(said.out) == {"sent": ["sent/000-black.eml", "sent/000-red.eml"]}
    assert list((game.folder / "out").iterdir()) == []
    assert len(list(post.iterdir())) == 2
    assert run_referee("desk", "send", str(game.folder), "--program", command).out.strip() == ""
    assert run_referee("desk", "resend", str(game.folder), "red").out.strip() == "written    out/000-red.eml"
    assert run_referee("desk", "resend", str(game.folder), "zoe").code == 2
    assert run_referee("desk", "send", str(game.folder), "--program", command).code == 0
    assert len(list(post.iterdir())) == 3
    # the next mail has another name, though the first is gone from `out`
    game.mail("red", "status")
    assert game.run()["written"][0] == "out/000-red-2.eml"
    assert proved(game)


class Server(socketserver.StreamRequestHandler):
    """As much of a mail server as smtplib speaks with."""

    taken: list[bytes] = []

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                content = b""
                while not content.endswith(b"\r\n.\r\n"):
                    content += self.rfile.readline()
                Server.taken.append(content)
            self.wfile.write(b"221 bye\r\n" if verb == b"QUIT" else b"250 fine\r\n")


@pytest.mark.slow
def test_mails_are_sent_by_smtp(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    with socketserver.TCPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host = f"127.0.0.1:{server.server_address[1]}"
        said = run_referee("desk", "send", str(game.folder), "--smtp", host, "--no-tls")
        server.shutdown()
    assert said.code == 0, said.all
    assert [re.findall(rb"^To: (\S+)", one, re.MULTILINE) for one in Server.taken] == [[b"ann@x.org"], [b"ben@x.org"]]
    game.mail("red", "status")
    game.run()
    said = run_referee("desk", "send", str(game.folder), "--smtp", "127.0.0.1:1", "--no-tls")
    assert (said.code, "cannot be used" in said.err) == (2, True), said.all


@pytest.mark.slow
def test_a_season_by_cron_answers_nothing_twice(tmp_path: Path) -> None:
    """The line of the manual for cron, started twice at a time, on a mailbox that grows."""
    box, post = tmp_path / "Maildir", tmp_path / "post"
    post.mkdir()
    delivered(box, "eve@x.org", "buy", "now")
    game = Game(tmp_path / "duel", "--box", str(box))
    sendmail = tmp_path / "sendmail"
    sendmail.write_text(f'#!/bin/sh\ncat > "{post}/$$-$(date +%s%N)"\n')
    sendmail.chmod(0o755)
    run = f"{sys.executable} -m referee desk run {game.folder} --now {NOW}"
    line = f"{run} && {sys.executable} -m referee desk send {game.folder} --program {sendmail}"
    turns = [
        ("ben@x.org", ENTER),
        ("ann@x.org", ["enter ogre-1 to D2", "enter lion-1 to D3", "end maneuver"]),
        ("ben@x.org", ["status"]),
        ("", []),
    ]
    for sender, lines in turns:
        if sender:
            delivered(box, sender, "Re: [duel]", *lines)
        both = [subprocess.Popen(["sh", "-c", line], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in "12"]
        for one in both:
            one.communicate()
        subprocess.run(["sh", "-c", line], check=True, capture_output=True)
    idents = [re.findall(rb"^Message-ID: (\S+)", path.read_bytes(), re.MULTILINE)[0] for path in post.iterdir()]
    assert len(idents) == len(set(idents))
    # two at the beginning, two for each of two moments, one answer
    assert len(idents) == 2 + 2 + 2 + 1
    assert proved(game)
    assert len(list(box.rglob("*:2,*")) + list((box / "new").iterdir())) == 4


def test_deadlines_are_announced_extended_and_moved_by_vacations(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel", "--deadline", "72h", "--grace", "24h", "--remind", "24h", "--master", "mia@x.org")
    assert "by Mon 23 Nov 19:00 UTC" in words(game.letters("red")[0])
    assert game.run(now="2026-11-22T19:00+01:00")["written"] == []
    found = game.run(now="2026-11-22T21:00+01:00")
    assert found["written"] == ["out/000-master.eml", "out/000-red-reminder.eml"]
    told = "Your orders are due by Mon 23 Nov 19:00 UTC. A default stands in from Tue 24 Nov 19:00 UTC on"
    assert told in words(game.letters("red")[-1])
    assert "reminded red: a default stands in from 2026-11-24T19:00:00+00:00" in words(
        (game.folder / "out/000-master.eml").read_text()
    )
    said = run_referee("desk", "extend", str(game.folder), "red", "--by", "2d", "--now", "2026-11-22T21:00+01:00")
    assert said.out.strip() == "extended   red: due 2026-11-25T19:00:00+00:00", said.all
    assert game.status()["awaiting"][0]["due"] == "2026-11-25T19:00:00+00:00"
    for words_of_it, because in ((["black", "--by", "2d"], "not awaited"), (["red", "--by", "soon"], "48h or 2d")):
        said = run_referee("desk", "extend", str(game.folder), *words_of_it)
        assert (said.code, because in said.err) == (2, True), said.all
    assert len(game.run(now="2026-11-22T21:30+01:00")["written"]) == 1
    changed = "The master has changed the time for your orders: they are due by Wed 25 Nov 19:00 UTC."
    assert changed in words(game.letters("red")[-1])
    assert game.run(now="2026-11-22T21:40+01:00")["written"] == []
    game.mail("red", "away 2026-11-24 to 2026-11-29")
    game.run(now="2026-11-23T20:00+01:00")
    assert "nothing of yours is due in it" in words(game.letters("red")[-1])
    game.mail("red", "away 2026-12-01 to 2027-01-31")
    game.run(now="2026-11-23T21:00+01:00")
    assert "24 are left; ask the master" in words(game.letters("red")[-1])
    assert proved(game)


@pytest.mark.slow
def test_a_deadline_is_never_in_a_vacation_that_was_asked_for_by_mail(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel", "--deadline", "72h")
    game.mail("red", "away 2026-11-23 until 2026-11-25")
    found = game.run()
    assert found["awaiting"][0]["due"].startswith("2026-11-26")
    deadline = settings.Deadline(next="72h")
    assert due(datetime.fromisoformat("2026-11-20T19:00+00:00"), deadline, []).day == 23


def test_a_published_game_is_small_and_replaced_only_if_that_is_said(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    game.mail("red", *ENTER)
    game.run()
    path = tmp_path / "duel.zip"
    words_of_it = ["desk", "publish", str(game.folder), "-o", str(path)]
    assert run_referee(*words_of_it).code == 0
    size = sum(one.stat().st_size for one in game.folder.rglob("*") if one.is_file())
    assert path.stat().st_size < size / 2
    assert run_referee(*words_of_it).code == 2
    assert run_referee(*words_of_it, "--force").code == 0
    shutil.rmtree(game.folder)
    assert run_referee("desk", "verify", str(path)).code == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk")
def test_a_full_disk_is_told_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(tmp_path / "duel")
    game.mail("red", *ENTER)
    before = all_of(game.folder / "record")
    real = os.fsync

    def full(handle: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    said = run_referee("desk", "run", str(game.folder), "--now", NOW)
    assert (said.code, "No space left on device" in said.err) == (2, True), said.all
    monkeypatch.setattr(os, "fsync", real)
    assert all_of(game.folder / "record") == before
    assert game.run()["adjudicated"]
    assert proved(game)


def test_what_lies_behind_a_link_is_left_alone(tmp_path: Path) -> None:
    game, outside = Game(tmp_path / "duel"), tmp_path / "outside"
    outside.mkdir()
    (outside / "a.eml").write_text("From: ben@x.org\n\nstatus\n")
    (game.folder / "inbox" / "dir").symlink_to(outside)
    (game.folder / "inbox" / "b.eml").symlink_to(outside / "a.eml")
    assert game.run()["taken"] == []
    assert (outside / "a.eml").exists()


def test_a_mail_that_came_under_the_name_of_one_that_was_taken_is_kept(tmp_path: Path) -> None:
    """A run was killed before it removed the mail, and another was saved in its place."""
    game = Game(tmp_path / "duel")
    name = game.mail("red", "status")
    path = game.folder / "inbox" / name
    journal = Journal(game.folder)
    journal.remove(f"inbox/{name}", mark_of(path))
    path.write_text("From: ben@x.org\n\nhelp me, and say what I may do now\n")
    journal.commit()
    assert path.exists()


def test_the_last_mail_of_a_player_is_not_that_of_one_with_a_longer_name(tmp_path: Path) -> None:
    seats = ("ann", "ann-b")
    folder = tmp_path / "duel"
    players = [word for seat in seats for word in ("--player", f"{seat}={seat}@x.org")]
    assert run_referee("desk", "new", str(folder), "titan", *players, "--now", NOW).code == 0
    (folder / "out").rename(folder / "sent")
    os.utime(folder / "sent" / "000-ann-b.eml")
    assert run_referee("desk", "resend", str(folder), "ann").out.split()[-1] == "out/000-ann.eml"


def test_a_mail_of_a_box_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = tmp_path / "Maildir"
    game = Game(tmp_path / "duel", "--box", str(box), "--master", "mia@x.org")
    delivered(box, "ben@x.org", "[duel]", "status")

    def broken(*given: Any) -> Any:
        raise KeyError("odd")

    monkeypatch.setattr("referee.desk.taking.read_letter", broken)
    found = game.run()
    assert "which is a bug in the referee" in found["taken"][0]["problems"][0]["message"]
    assert (game.folder / "out/000-master.eml").exists()
