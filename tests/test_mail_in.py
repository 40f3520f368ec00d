"""Mails of every make: every order is understood, and no prose is taken for one."""

from __future__ import annotations

from email.message import EmailMessage
from email.mime.text import MIMEText
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from mail_lines import lines_of
from mail_makes import ORDERS, TEXT

from referee import games
from referee.core import documents
from referee.core.game.state_reading import read_state
from referee.desk.mail.boxes import mails_in
from referee.desk.mail.letter import Desk, Letter, Member
from referee.desk.mail.reading import read_letter

STATE = {
    "format": 1,
    "ruleset": "titan",
    "game": "duel",
    "step": 5,
    "masterboard": {
        "players": ["ann", "ben"],
        "towers": {"ann": 100, "ben": 400},
        "turn": 2,
        "mover": "ann",
        "phase": "commencement",
        "legions": [
            {"id": "bk01", "player": "ann", "land": 37, "contents": ["titan", "ogre", "gargoyle"]},
            {"id": "bk02", "player": "ann", "land": 100, "contents": ["lion", "lion"]},
            {"id": "rd01", "player": "ben", "land": 8, "contents": ["titan", "ogre"]},
        ],
    },
}


def desk(word: str | None = None) -> Desk:
    game, ruleset = games.load("titan")
    state = read_state(game, ruleset, documents.make_document(STATE, "state"), STATE, playing=True)
    members = {"ann": Member("ann@x.org", word), "ben": Member("ben@x.org")}
    return Desk(
        "duel", members, game, ruleset, state, lambda player: ["move bk01 to 38", "move bk02 to 41", "end movement"]
    )


DESK = desk()


def mail(body: str, **headers: str) -> bytes:
    message = EmailMessage()
    for name, value in (
        {"From": "Ann Lee <Ann@X.org>", "Subject": "Re: [duel 5] ann to order", "Message-ID": "<1@x>"} | headers
    ).items():
        message[name.replace("_", "-")] = value
    message.set_content(body)
    return message.as_bytes()


def read(raw: bytes, at: Desk = DESK) -> Letter:
    return read_letter(raw, "mail.eml", at)


def test_what_is_passed_on_below_the_orders_is_no_order() -> None:
    found = read(mail(f"{TEXT}\n\nBegin forwarded message:\n\nFrom: Ben <b@y.org>\nDate: Mon\n\nmove bk01 to 1"))
    assert (found.understood, found.set_aside, found.problems) == (ORDERS, ["move bk01 to 1"], [])


def test_a_wish_after_an_order_is_no_part_of_it() -> None:
    found = read(mail(TEXT.replace("end movement", "end movement - and good luck")))
    assert (found.understood, found.problems) == (ORDERS, [])


def test_attachments_count() -> None:
    for file, text in (("orders.txt", TEXT), ("my-orders.yaml", f"orders: {ORDERS!r}"), ("orders.yaml", repr(ORDERS))):
        message = EmailMessage()
        message["From"] = "ann@x.org"
        message.set_content("My orders are attached. Move fast and strike hard!")
        message.add_attachment(text, filename=file)
        message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="map.png")
        found = read(message.as_bytes())
        assert (found.problems, found.understood) == ([], ORDERS), file
        assert found.set_aside == ["My orders are attached. Move fast and strike hard!"]


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("mvoe bk01 to 38", "move bk01 to 38"),
        # nothing is offered that leaves out what may change the order
        ("move bk01 to 38 by way of 5", ""),
        ("move my bk01 to 38 or 39", ""),
        ("end manuever of bk01", ""),
        ("end movment", "end movement"),
    ],
)
def test_a_line_that_begins_like_an_order_holds_its_document_up(line: str, right: str) -> None:
    found = read(mail(f"{TEXT}\n{line}"))
    assert [problem.line for problem in found.problems] == [line]
    assert (f"did you mean '{right}'" in found.problems[0].message) == bool(right)


def test_who_is_set_aside() -> None:
    assert "nobody in this game" in read(mail(TEXT, From="eve@x.org")).reason
    assert "automatic reply" in read(mail(TEXT, Auto_Submitted="auto-replied")).reason
    assert "Precedence: bulk" in read(mail(TEXT, Precedence="bulk")).reason
    assert "bounce" in read(mail(TEXT, From="MAILER-DAEMON@x.org")).reason
    assert "1 MiB" in read(mail(TEXT + "x" * (1 << 20))).reason
    assert "'chess'" in read(mail(TEXT, Subject="[chess 3] orders")).reason
    message = EmailMessage()
    message["From"] = "ann@x.org"
    message.set_content(TEXT)
    message.add_attachment(b"MZ", maintype="application", subtype="octet-stream", filename="orders.txt.exe")
    assert "is a program" in read(message.as_bytes()).reason
    assert read(mail(TEXT, From="eve@x.org")).player is None


@pytest.mark.parametrize(
    ("sender", "player"),
    [
        ("=?utf-8?Q?Lee=2C_Ann?= <ann@x.org>", "ann"),
        ('"Lee, Ann" <ann@x.org>', "ann"),
        ("Lee, Ann <ann@x.org>", "ann"),
        ("=?utf-8?Q?Ann_=3Cann=40x.org=3E?= <eve@evil.org>", None),
        ("=?utf-8?Q?ann=40x.org,?= <eve@evil.org>", None),
        ("ann@x.org, eve@evil.org", None),
    ],
)
def test_the_sender_is_the_address_and_never_the_name(sender: str, player: str | None) -> None:
    # written as bytes: the library would rewrite an encoded name
    rest = mail(TEXT).partition(b"\n")[2]
    found = read(f"From: {sender}\n".encode() + rest)
    assert found.player == player
    assert player is not None or "nobody in this game" in found.reason


def test_the_word_proves_the_sender() -> None:
    at = desk("plover")
    assert read(mail(TEXT), at).player is None
    assert read(mail(f"word plum\n{TEXT}"), at).player is None
    found = read(mail(f"{TEXT}\nWord Plover"), at)
    assert (found.player, found.understood, found.set_aside) == ("ann", ORDERS, [])
    quoted = read(mail(f"{TEXT}\n\nOn Mon, 16 Nov 2026, ann@x.org wrote:\n> word plover"), at)
    assert quoted.player is None


@pytest.mark.parametrize(
    "line", ["My salt is green willow", "my salt is: green willow", "salt: green willow", "SALT green willow"]
)
def test_a_salt_is_read_as_people_write_it(line: str) -> None:
    assert read(mail(line)).salt == "green willow"


def test_requests_press_salt_and_headings() -> None:
    asked = "status\nlegal bk01\nrules LoT 12.4"
    text = f"add\nsalt I like trains\n{asked}\npress to ben: hello\nmove bk01 to 38\nend press\nend movement"
    found = read(mail(text, Subject="Re: [Duel 7] x"))
    assert (found.adds, found.clears, found.step, found.salt) == (True, False, 7, "I like trains")
    assert found.requests == ["status", "legal bk01", "rules LoT 12.4"]
    assert [(press.to, press.text) for press in found.press] == [(("ben",), "hello\nmove bk01 to 38")]
    assert found.understood == ["end movement"]
    found = read(mail("press to ben: hello\nend movement"))
    assert ([press.text for press in found.press], found.understood, found.problems) == (
        ["hello"],
        ["end movement"],
        [],
    )
    assert read(mail("press to ben: hello\nhow are you?\nend movement")).problems
    assert read(mail("press to zoe: hello\nend press")).problems
    assert read(mail("clear")).clears


def test_boxes(tmp_path: Path) -> None:
    one = mail(TEXT)
    (tmp_path / "a.eml").write_bytes(one)
    (tmp_path / "b.mbox").write_bytes(
        b"From ann@x.org Mon Nov 16 20:00:00 2026\n" + one + b"\n\nFrom x Mon Nov 16 20:00:00 2026\n" + one + b"\n"
    )
    for folder in ("cur", "new", "tmp"):
        (tmp_path / "c" / folder).mkdir(parents=True)
    (tmp_path / "c" / "new" / "1700000000.M1.host").write_bytes(one)
    (tmp_path / "ann.txt").write_text(TEXT)
    found = list(mails_in(tmp_path, frozenset({"ann", "ben"})))
    assert [(raw.name, raw.player) for raw in found] == [
        ("a.eml", None),
        ("ann.txt", "ann"),
        ("b.mbox#1", None),
        ("b.mbox#2", None),
        ("1700000000.M1.host", None),
    ]
    assert all(read(raw.content).understood == ORDERS for raw in found if raw.player is None)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=400),
    st.sampled_from([b"", b"From: ann@x.org\r\n\r\n", b"From: ann@x.org\nContent-Type: text/html\n\n"]),
)
def test_no_bytes_break_the_reader(content: bytes, head: bytes) -> None:
    read(head + content)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from(lines_of("lines", "prose above orders is set aside")), max_size=3),
    st.sampled_from(["", "- ", "* ", "1. ", "  "]),
    st.sampled_from(["\n", "\r\n", "\n\n"]),
    st.sampled_from(
        ["", "\n-- \nAnn", "\nSent from my iPhone", "\n\nOn Mon, 16 Nov 2026, Desk <d@x.org> wrote:\n> end movement"]
    ),
    st.sampled_from(["utf-8", "latin-1", "utf-16"]),
)
def test_generated_mails(prose: list[str], bullet: str, feed: str, tail: str, charset: str) -> None:
    body = feed.join([*prose, "", *(bullet + one for one in ORDERS)]) + tail.replace("\n", feed)
    part = MIMEText(body, "plain", charset)
    part["From"] = "ann@x.org"
    found = read(part.as_bytes())
    assert (found.understood, found.problems, found.set_aside) == (ORDERS, [], prose)


BATTLE = yaml.safe_load(Path("examples/titan/slope/012.state.yaml").read_text())


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("strike the lion with my ogre", "strike ogre-1 at lion-2"),
        ("troll-1 > giant-1", "strike troll-1 at giant-1"),
        ("please strike the giant at D4 with the troll", "strike troll-1 at giant-1"),
        ("my ogre struck a lion, what a day", None),
        ("strike the dragon with my ogre", None),
    ],
)
def test_an_order_may_be_given_in_the_words_of_a_question(line: str, order: str | None) -> None:
    game, ruleset = games.load("titan")
    state = read_state(game, ruleset, documents.make_document(BATTLE, "state"), BATTLE, playing=True)
    at = Desk("bridge", {"black": Member("ann@x.org")}, game, ruleset, state, lambda player: [])
    found = read(mail(f"{line}\nend strike\n", Subject="[bridge 12]"), at)
    assert found.orders == ([order, "end strike"] if order is not None else ["end strike"])


def test_a_mail_whose_html_holds_another_order_than_its_text_is_held() -> None:
    message = EmailMessage()
    message["From"], message["Subject"] = "ann@x.org", "Re: [duel 3]"
    message.set_content("move bk01 to 38\nend movement\n")
    message.add_alternative("<p>move bk02 to 41<br>end movement</p>", subtype="html")
    found = read(message.as_bytes())
    assert [problem.line for problem in found.problems] == ["move bk02 to 41"]
    message.clear_content()
    message.set_content("move bk01 to 38\nend movement\n")
    message.add_alternative("<p>Move <b>bk01</b> to 38<br>end movement</p>", subtype="html")
    assert (read(message.as_bytes()).understood, read(message.as_bytes()).problems) == (
        ["move bk01 to 38", "end movement"],
        [],
    )
