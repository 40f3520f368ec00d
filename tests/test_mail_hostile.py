"""No mail stops the desk: whatever it holds, the run ends with 0, in little time, and the other mails are taken."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from seeds import part
from test_desk import Game

from referee.desk.bounded import TooLong, bounded
from referee.desk.verifying import verify

HEAD = b"From: ben@x.org\nSubject: [duel 0]\n"
# seconds of CPU after which a run hangs: several times what the desk gives one mail, on any machine
MOST = 15
HTML = b"MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n"


def nested(depth: int) -> bytes:
    """Return a mail with parts within parts."""
    head = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(depth))
    return HEAD + b"MIME-Version: 1.0\n" + head + b"Content-Type: text/plain\n\nstatus\n"


def mails_in_mails(depth: int) -> bytes:
    return HEAD + b"MIME-Version: 1.0\n" + b"Content-Type: message/rfc822\n\n" * depth + b"From: ben@x.org\n\nstatus\n"


def coded(charset: bytes, body: bytes) -> bytes:
    return HEAD + b"MIME-Version: 1.0\nContent-Type: text/plain; charset=" + charset + b"\n\n" + body


MAILS: dict[str, Callable[[], bytes]] = {
    "a long line": lambda: HEAD + b"\n" + b"enter lion-2 to C5 " * 40_000,
    "a line without blanks": lambda: HEAD + b"\n" + b"x" * 900_000,
    "brackets": lambda: HEAD + b"\nmove lion-2 path " + b"[" * 400_000,
    "braces": lambda: HEAD + b"\nmove {" + b"a: {" * 100_000,
    "round brackets": lambda: HEAD + b"\nenter lion-2 to C5 " + b"(" * 300_000 + b")" * 300_000,
    "quotation marks": lambda: HEAD + b'\nenter "' + b'\\"' * 300_000,
    "an if without end": lambda: HEAD + b"\n" + b"if lion-2 in C5: " * 20_000 + b"end maneuver",
    "an if of many": lambda: HEAD + b"\nif " + b"lion-2 in C5 or " * 30_000 + b"lion-2 in C5: end maneuver",
    "else upon else": lambda: HEAD + b"\n" + b"else: " * 50_000,
    "tries": lambda: HEAD + b"\ntry " + b"enter lion-2 to C5 | " * 20_000,
    "many lines": lambda: HEAD + b"\n" + b"enter lion-2 to C5\n" * 50_000,
    "many lines that are wrong": lambda: HEAD + b"\n" + b"enter lion-2 to Z9\n" * 20_000,
    "many lines that are unclear": lambda: HEAD + b"\n" + b"lion-2 perhaps C5\n" * 20_000,
    "many misspelt verbs": lambda: HEAD + b"\n" + b"entre lion-2 to C5\n" * 20_000,
    "many semicolons": lambda: HEAD + b"\n" + b"enter lion-2 to C5; " * 20_000,
    "many commas": lambda: HEAD + b"\n" + b"enter lion-2 to C5, " * 20_000,
    "many prose lines": lambda: HEAD + b"\n" + b"I do not know what to do, and he is better.\n" * 20_000,
    "bullets": lambda: HEAD + b"\n" + b"- " * 300_000 + b"enter lion-2 to C5",
    "numbers as bullets": lambda: HEAD + b"\n" + b"1. " * 200_000,
    "empty lines": lambda: HEAD + b"\n" + b"\n" * 900_000,
    "blanks": lambda: HEAD + b"\nenter" + b" " * 900_000 + b"lion-2",
    "quotes": lambda: HEAD + b"\n" + b">" * 900_000,
    "quotes in lines": lambda: HEAD + b"\n" + b"> > > status\n" * 60_000,
    "lines that wrote": lambda: HEAD + b"\n" + b"On Monday he wrote\n" * 40_000,
    "digits": lambda: HEAD + b"\nstep: " + b"9" * 4_400,
    "digits in the subject": lambda: b"From: ben@x.org\nSubject: [duel " + b"9" * 4_400 + b"]\n\nstatus",
    "a turn of digits": lambda: HEAD + b"\nturn: " + b"9" * 4_400 + b"\nend maneuver",
    "dice of digits": lambda: HEAD + b"\nstrike lion-2 at ogre-1 dice " + b"6" * 500_000,
    "a number of digits": lambda: HEAD + b"\nstrike lion-2 at ogre-1 number " + b"6" * 5_000,
    "a verb with a comma": lambda: HEAD + b"\nentre,lion-1\nenter,lion-2,to,C5",
    "controls": lambda: HEAD + b"\n" + bytes(range(1, 32)) * 10_000,
    "zeros": lambda: HEAD + b"\n" + b"\0" * 500_000,
    "surrogates": lambda: coded(b"utf-16-le", b"\x00\xd8" * 50_000),
    "utf-7": lambda: coded(b"utf-7", b"+2AA-" * 50_000),
    "escapes": lambda: coded(b"unicode_escape", b"\\ud800" * 50_000),
    "raw escapes": lambda: coded(b"raw_unicode_escape", b"\\udc00 enter \\udfff lion-2"),
    "a charset that is none": lambda: coded(b"zip", b"x" * 10_000),
    "a charset of bytes": lambda: coded(b"base64_codec", b"eA==" * 10_000),
    "a charset of punycode": lambda: coded(b"punycode", b"x-" * 20_000 + b"9" * 20_000),
    "a charset of idna": lambda: coded(b"idna", b"xn--" * 20_000),
    "nested parts": lambda: nested(5_000),
    "mails in mails": lambda: mails_in_mails(5_000),
    "many parts": lambda: (
        HEAD + b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
        + b"--b\nContent-Type: text/plain\n\nstatus\n" * 20_000 + b"--b--\n"
    ),
    "many files": lambda: (
        HEAD + b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
        + b"--b\nContent-Type: text/plain; name=orders.txt\n\nstatus\n" * 15_000 + b"--b--\n"
    ),
    "a file of aliases": lambda: (
        HEAD + b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
        b"Content-Type: text/plain; name=orders.yaml\n\na: &a [x,x,x,x,x,x,x,x,x]\n"
        + b"".join(b"%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n" % (n + 1, n + 1, *[n] * 8) for n in range(97, 120))
        + b"--b--\n"
    ),
    "a deep file": lambda: (
        HEAD + b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
        b"Content-Type: text/plain; name=orders.yaml\n\norders: " + b"[" * 200_000 + b"\n--b--\n"
    ),
    "two who send it": lambda: b"From: ben@x.org\nFrom: ann@x.org\n\nstatus",
    "two in one line": lambda: b"From: ben@x.org, ann@x.org\n\nstatus",
    "many who send it": lambda: b"From: " + b"a@x.org, " * 50_000 + b"ben@x.org\n\nstatus",
    "brackets in from": lambda: b"From: " + b"(" * 100_000 + b" ben@x.org\n\nstatus",
    "quotes in from": lambda: b'From: "' + b'\\"' * 100_000 + b" ben@x.org\n\nstatus",
    "a coded subject": lambda: b"From: ben@x.org\nSubject: " + b"=?utf-8?q?=5B?=\n " * 20_000 + b"\n\nstatus",
    "a coded subject of no charset": lambda: b"From: ben@x.org\nSubject: =?zip?b?eJw=?= =?x-none?q?a?=\n\nstatus",
    "a long subject": lambda: b"From: ben@x.org\nSubject: [duel " + b" " * 500_000 + b"0]\n\nstatus",
    "brackets in the subject": lambda: b"From: ben@x.org\nSubject: " + b"[" * 500_000 + b"\n\nstatus",
    "a date of no time": lambda: HEAD + b"Date: Fri, 99 Nov 99999 99:99:99 +9999\n\nstatus",
    "a date of digits": lambda: HEAD + b"Date: " + b"9" * 5_000 + b"\n\nstatus",
    "a date before time": lambda: HEAD + b"Date: Mon, 01 Jan 0001 00:00:00 +2359\n\nstatus",
    "a date after time": lambda: HEAD + b"Date: Fri, 31 Dec 9999 23:59:59 -2359\n\nstatus",
    "a date of zones": lambda: HEAD + b"Date: Fri, 20 Nov 2026 20:00:00 " + b"+" * 100_000 + b"\n\nstatus",
    "a long ident": lambda: HEAD + b"Message-ID: <" + b"x" * 500_000 + b"@x>\n\nstatus",
    "headers": lambda: HEAD + b"X: y\n" * 100_000 + b"\nstatus",
    "no headers": lambda: b"status\n",
    "nothing": lambda: b"",
    "deep html": lambda: HEAD + HTML + b"<div>" * 100_000 + b"status",
    "deep tables": lambda: HEAD + HTML + b"<table><tr><td>" * 5_000 + b"status",
    "a wide table": lambda: HEAD + HTML + b"<table><tr>" + b"<td>x</td>" * 20_000 + b"</tr></table>",
    "deep lists": lambda: HEAD + HTML + b"<ul><li>" * 20_000 + b"status",
    "entities": lambda: HEAD + HTML + b"&lt;" * 150_000 + b"&#xD800;&#0;&#1114112;" * 1_000,
    "many quotes in html": lambda: HEAD + HTML + b"<blockquote>x" * 20_000,
    "many attributes": lambda: HEAD + HTML + b"<p " + b"a=1 " * 200_000 + b">status</p>",
    "an entity of a doctype": lambda: (
        HEAD + HTML + b"<!DOCTYPE x [<!ENTITY a 'aaaaaaaa'>" + b"<!ENTITY b '&a;&a;&a;&a;'>" * 50 + b"]><p>&b;</p>"
    ),
    "styles": lambda: HEAD + HTML + b"<p style='" + b"display:" * 50_000 + b"'>status</p>",
    "base64 that is none": lambda: (
        HEAD + b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n" + b"=" * 300_000
    ),
    "quoted printable": lambda: (
        HEAD + b"Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n" + b"=\n" * 300_000
    ),
    "uuencoded": lambda: HEAD + b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 x\n" + b"M" * 500_000,
    "flowed": lambda: HEAD + b"Content-Type: text/plain; format=flowed\n\n" + b"enter \n" * 100_000,
    "a boundary of many": lambda: (
        HEAD + b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=" + b"b" * 100_000 + b"\n\nstatus"
    ),
    "parameters": lambda: HEAD + b"Content-Type: text/plain" + b"; a*0=b" * 50_000 + b"\n\nstatus",
    "press without end": lambda: HEAD + b"\n" + b"press to black: x\n" * 20_000,
    "press to many": lambda: HEAD + b"\npress to " + b"black, " * 50_000 + b": x",
    "salts": lambda: HEAD + b"\n" + b"salt x\n" * 50_000,
    "a long salt": lambda: HEAD + b"\nsalt " + b"x" * 500_000,
    "requests": lambda: HEAD + b"\n" + b"legal\nshow\nstatus\nhelp\n" * 5_000,
    "rules": lambda: HEAD + b"\n" + b"rules LoT 12.4\n" * 20_000,
    "regular expressions": lambda: HEAD + b"\n" + b"please then and also next finally " * 20_000,
    "ways of thanks": lambda: HEAD + b"\n" + b"enter lion-2 to C5" + b" thanks, please." * 20_000,
    "remarks": lambda: HEAD + b"\n" + b"enter lion-2 to C5 -- " + b"(x) " * 100_000,
    "faces": lambda: HEAD + b"\nenter lion-2 to C5 " + b":-) " * 100_000,
    "pictures": lambda: HEAD + b"\n" + "😀".encode() * 100_000,
    "joined letters": lambda: HEAD + b"\n" + "e\u0301".encode() * 100_000 + "\u202eenter".encode(),
    "a boundary in a charset": lambda: b"From: eve@x.org\nContent-Type: multipart/mixed; boundary*=undefined''abc\n\nx",
    "a boundary of idna": lambda: b"From: eve@x.org\nContent-Type: multipart/mixed; boundary*=idna''a%80bc\n\nx",
    "a boundary with a zero": lambda: b"From: eve@x.org\nContent-Type: multipart/mixed; boundary*=a%00b''abc\n\nx",
    "a boundary of semicolons": lambda: (
        b"From: eve@x.org\nContent-Type: multipart/mixed; boundary=\"" + b";" * 900_000 + b"\n\nx"
    ),
    "half a sign in an ident": lambda: HEAD + b"Message-ID: =?utf-7?q?<+2AA-@x>?=\n\nstatus",
    "half a sign in a subject": lambda: b"From: ben@x.org\nSubject: =?utf-7?q?[duel_0]_+2AA-?=\n\nstatus",
    "half a sign in the name of a file": lambda: (
        HEAD + b"Content-Type: application/pdf\n"
        b"Content-Disposition: attachment; filename*=utf-7''orders%2B2AA-.pdf\n\nx"
    ),
    "a date of too many years": lambda: HEAD + b"Date: Mon, 01 Jan 99999999999999999999 00:00:00 +0000\n\nstatus",
    "a heading of the wrong kind": lambda: HEAD + b"\ncombat: [1\nturn: x\nend maneuver",
    "many conditions": lambda: HEAD + b"\n" + b"if lion-2 at C4: enter lion-2 to C5\n" * 450,
    "many orders": lambda: HEAD + b"\n" + b"enter lion-2 to C5\n" * 450,
    "many standing orders": lambda: HEAD + b"\n" + b"always: strike likeliest\n" * 450,
    "a file of orders": lambda: (
        HEAD + b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
        b"Content-Type: text/plain; name=orders.yaml\n\norders:\n" + b"- {enter: lion-2, to: C5}\n" * 4_000 + b"--b--\n"
    ),
    "an armour without end": lambda: HEAD + b"\n-----BEGIN PGP SIGNED MESSAGE-----\n" + b"Hash: x\n" * 50_000,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", part(list(MAILS), 3))
def test_a_mail_costs_little_and_the_run_goes_on(name: str, tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    game.run()
    (game.folder / "inbox" / "0.eml").write_bytes(MAILS[name]())
    game.mail("black", "status")
    begun = time.process_time()
    found = game.run()
    taken = time.process_time() - begun
    assert [row["player"] for row in found["taken"] if row["mail"] != "0.eml"] == ["black"]
    assert taken < MOST, f"{taken:.1f} s"
    assert list((game.folder / "inbox").iterdir()) == [] or "partial" in found


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_limit_that_is_raised_where_errors_are_only_printed_is_raised_again() -> None:
    def busy() -> None:
        while True:
            pass

    class Late:
        def __del__(self) -> None:
            busy()

    def both() -> None:
        Late()
        busy()

    with pytest.raises(TooLong), bounded(0.05):
        both()


def test_odd_names_and_links_that_lead_nowhere_stop_no_run(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    inbox = os.fsencode(game.folder / "inbox")
    for name, text in ((b"a\xff.eml", b"From: ben@x.org\n\nstatus\n"), (b"black.\xff.txt", b"status\n")):
        Path(os.fsdecode(inbox + b"/" + name)).write_bytes(text)
    box = tmp_path / "box"
    for name in ("cur", "new", "tmp"):
        (box / name).mkdir(parents=True)
    (box / "new" / "1.host").symlink_to(tmp_path / "nowhere")
    (box / "new" / "2.host").write_bytes(b"From: ben@x.org\nSubject: [duel]\n\nstatus\n")
    settings = game.folder / "desk.yaml"
    settings.write_text(settings.read_text() + f"boxes: [{box}]\n")
    assert {row["player"] for row in game.run()["taken"]} >= {"red"}
    assert verify(game.folder).differences == []
