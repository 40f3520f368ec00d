"""Mails of every make: every order is understood, and no prose is taken for one."""

from __future__ import annotations

import base64
import quopri
from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

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
ORDERS = [
    "end commencement",
    "if roll 5: move bk01 to 38",
    "else: try move bk01 to 41 | move bk02 to 42",
    "end movement",
]


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


def raw(body: bytes, *headers: str) -> bytes:
    head = ["From: ann@x.org", "Subject: orders", "MIME-Version: 1.0", *headers]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


TEXT = "\n".join(ORDERS)
BODIES = {
    "bare": TEXT,
    "greetings": f"Hi Ben,\n\nhere are my orders for this turn.\n\n{TEXT}\n\nHave fun,\nAnn",
    "signature": f"{TEXT}\n-- \nAnn Lee\nmove along, nothing to see",
    "bullets": "\n".join(f"• {one}" for one in ORDERS),
    "dashes": "\n".join(f"- {one}" for one in ORDERS),
    "numbers": "\n".join(f"{n}. {one}" for n, one in enumerate(ORDERS, 1)),
    "brackets": "\n".join(f"{n}) {one}" for n, one in enumerate(ORDERS, 1)),
    "stars": "\n".join(f"*{one}*" for one in ORDERS),
    "arrows": "\n".join(f"=> {one}" for one in ORDERS),
    "numbers alone": "\n".join(f"{n}\t{one}" for n, one in enumerate(ORDERS, 1)),
    "numbers with a sign": "\n".join(f"#{n} {one}" for n, one in enumerate(ORDERS, 1)),
    "quoted lines": "\n".join(f'"{one}"' for one in ORDERS),
    "a code block": f"```\n{TEXT}\n```",
    "polish": f"{TEXT}\n\npon., 16 lis 2026 o 20:00 Desk <d@x.org> napisał(a):\n\n> move bk01 to 1",
    "russian": f"{TEXT}\n\nпн, 16 нояб. 2026 г. в 20:00, Desk <d@x.org> написал:\n\n> move bk01 to 1",
    "between quotes": "> Awaiting ann.\n" + "\n> and then?\n".join(ORDERS),
    "capital words": "\n".join(one.title() if one.startswith("end") else one for one in ORDERS),
    "capitals": "\n".join(one[0].upper() + one[1:] for one in ORDERS),
    "full stops": "\n".join(f"{one}." for one in ORDERS),
    "indented": "\n".join(f"\t   {one}" for one in ORDERS),
    "no-break spaces": TEXT.replace(" ", "\u00a0"),
    "zero width": TEXT.replace("move", "mo\u200bve"),
    "empty lines": "\n\n\n".join(ORDERS),
    "semicolons": "; ".join(ORDERS[:1] + ORDERS[3:]),
    "please": "\n".join(f"Please {one}, thanks!" if one.startswith("end") else one for one in ORDERS),
    "wrapped": TEXT.replace("try move bk01 to 41 | move bk02 to 42", "try move bk01 to 41 |\nmove bk02 to 42"),
    "quoted below": f"{TEXT}\n\nOn Mon, 16 Nov 2026, Desk <d@x.org> wrote:\n> move bk01 to 1\n> end movement",
    "quoted above": f"Am 16.11.2026 um 20:00 schrieb Desk <desk@x.org>:\n> move bk01 to 1\n>\n\n{TEXT}",
    "quoted in two lines": f"{TEXT}\n\nOn Mon, 16 Nov 2026 at 20:00, The Desk\n<d@x.org> wrote:\n\n> move bk01 to 1",
    "unquoted answer": f"{TEXT}\n\nLe 16 nov. 2026 à 20:00, Desk <d@x.org> a écrit :\n\nmove bk01 to 1",
    "outlook": f"{TEXT}\n\n-----Original Message-----\nFrom: Desk\nTo: Ann\n\nmove bk01 to 1",
    "outlook line": f"{TEXT}\n\n________________________________\nVon: Desk\nGesendet: Mo\nAn: Ann\n\nmove bk01 to 1",
    "header block": f"{TEXT}\n\nFrom: Desk <d@x.org>\nSent: Monday\nTo: Ann\nSubject: [duel 5]\n\nmove bk01 to 1",
    "bars": f"{TEXT}\n| move bk01 to 1",
    "phone": f"{TEXT}\n\nSent from my iPhone",
    "german phone": f"{TEXT}\n\nVon meinem iPhone gesendet",
    "forwarded": f"---------- Forwarded message ---------\nFrom: Ann <a@y.org>\nDate: Mon\nTo: me\n\n{TEXT}",
    "hungarian answer": f"{TEXT}\n\nDesk <d@x.org> ezt írta (időpont: 2026. nov. 20., P, 20:00):\n\nmove bk01 to 1",
    "korean answer": f"{TEXT}\n\n2026년 11월 20일 (금) 오후 8:00, Desk <d@x.org>님이 작성:\n\nmove bk01 to 1",
    "chinese answer": f"{TEXT}\n\n-----&nbsp;原始邮件&nbsp;-----\n发件人: Desk\n\nmove bk01 to 1",
    "boxes": "\n".join(f"[x] {one}" for one in ORDERS),
    "remarks": f"{ORDERS[0]}   # begin\n{ORDERS[1]}  # with some luck\n{ORDERS[2]}\n{ORDERS[3]}",
    "heading": f"player: ann\nstep: 5\n\n{TEXT}",
    "smart quotes": TEXT.replace("bk01", "\u201cbk01\u201d"),
    "CRLF": TEXT.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("name", BODIES)
def test_every_order_is_understood(name: str) -> None:
    found = read(mail(BODIES[name]))
    assert (found.player, found.reason, found.problems) == ("ann", "", [])
    assert found.understood == ORDERS[:1] + ORDERS[3:] if name == "semicolons" else found.understood == ORDERS
    if name not in ("greetings", "a code block"):
        assert found.set_aside == []


def test_what_is_passed_on_below_the_orders_is_no_order() -> None:
    found = read(mail(f"{TEXT}\n\nBegin forwarded message:\n\nFrom: Ben <b@y.org>\nDate: Mon\n\nmove bk01 to 1"))
    assert (found.understood, found.set_aside, found.problems) == (ORDERS, ["move bk01 to 1"], [])


def test_a_wish_after_an_order_is_no_part_of_it() -> None:
    found = read(mail(TEXT.replace("end movement", "end movement - and good luck")))
    assert (found.understood, found.problems) == (ORDERS, [])


def encodings() -> dict[str, bytes]:
    """Return one mail in every way in which programs encode it."""
    said = TEXT + "\nGrüße, Ann"
    html = (
        "<html><body><p>Hallo!</p><div>"
        + "<br>".join(ORDERS)
        + "</div><div class='gmail_quote'>move bk01 to 1</div></body></html>"
    )
    both = MIMEMultipart("alternative")
    both["From"] = "ann@x.org"
    both.attach(MIMEText(TEXT, "plain"))
    both.attach(MIMEText(html, "html"))
    items = "<ul>" + "".join(f"<li>{one}</li>" for one in ORDERS) + "</ul><blockquote>end movement</blockquote>"
    flowed = TEXT.replace("5: ", "5: \n").replace("41 |", "41 \n|").replace("\n", "\r\n") + "\r\n-- \r\nend"
    delsp = TEXT.replace("commence", "comm \nence").replace("\n", "\r\n")
    plain = "Content-Type: text/plain; charset="
    return {
        "utf-8": raw(said.encode(), f"{plain}utf-8"),
        "utf-8 with a mark": raw(b"\xef\xbb\xbf" + said.encode(), f"{plain}utf-8"),
        "utf-16": raw(base64.encodebytes(said.encode("utf-16")), f"{plain}utf-16", "Content-Transfer-Encoding: base64"),
        "latin-1": raw(said.encode("latin-1"), f"{plain}iso-8859-1"),
        "cp1252 undeclared": raw(said.replace("\n", "\r\n").encode("cp1252")),
        "unknown charset": raw(said.encode(), f"{plain}x-klingon"),
        "wrong charset": raw(said.encode("cp1252"), f"{plain}utf-8"),
        "quoted-printable": raw(
            quopri.encodestring(said.encode()), f"{plain}utf-8", "Content-Transfer-Encoding: quoted-printable"
        ),
        "base64": raw(base64.encodebytes(said.encode()), f"{plain}utf-8", "Content-Transfer-Encoding: base64"),
        "flowed": raw(flowed.encode(), f"{plain}utf-8; format=flowed"),
        "flowed with delsp": raw(delsp.encode(), f"{plain}utf-8; format=flowed; delsp=yes"),
        "html only": raw(html.encode(), "Content-Type: text/html; charset=utf-8"),
        "html list": raw(items.encode(), "Content-Type: text/html; charset=utf-8"),
        "html without blocks": raw("<br/>".join(ORDERS).encode(), "Content-Type: text/html"),
        "both": both.as_bytes(),
    }


@pytest.mark.parametrize("name", list(encodings()))
def test_every_encoding_is_read(name: str) -> None:
    found = read(encodings()[name])
    assert (found.reason, found.problems, found.understood) == ("", [], ORDERS)


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


PROSE = [
    "Hi Ben, nice to see you.",
    "End of the week I am away.",
    "Strike while the iron is hot!",
    "Stand by for more.",
    "Look at this, I had a lot of luck.",
    "Roll on, Friday!",
    "Stop it, you two.",
    "Fight well!",
    "Use your own judgement.",
    "If you have questions, write to me.",
    "If I roll a 6 I will be happy.",
    "Else I would have stayed at home.",
    "Try harder next time.",
    "Always a pleasure.",
    "Concede? Never!",
    "Muster all your courage.",
    "Summon your angels, Ben.",
    "Clock is ticking.",
    "Agree with you about the map.",
    "Start of a long war.",
    "I think it is your turn now.",
    "Help me understand the rules, please.",
    "Status quo, as they say.",
    "Show me what you have got!",
    "Legal or not, I like it.",
    "Press on!",
    "Engage warp drive!",
    "Ende der Woche bin ich nicht da.",
    "Split the difference, shall we?",
    "Flee, you fools!",
    "Reduce, reuse, recycle.",
    "Cheers, Ann",
]


@pytest.mark.parametrize("line", PROSE)
def test_prose_is_set_aside_and_never_taken_for_an_order(line: str) -> None:
    found = read(mail(f"{line}\n\n{TEXT}"))
    assert (found.understood, found.problems, found.set_aside) == (ORDERS, [], [line])
    assert (found.requests, found.press) == ([], [])


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
    st.lists(st.sampled_from(PROSE), max_size=3),
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
