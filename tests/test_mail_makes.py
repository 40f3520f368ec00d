"""Mails of many makes: every order is understood, no prose is taken for one, and a slip is a problem."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from mail_lines import check, lines_sampled
from mail_makes import TEXT, makes, parts, plain, raw
from seeds import sampled
from test_mail_in import DESK, desk
from test_reacting import combat

from referee import games
from referee.core import documents
from referee.core.game.state_reading import read_state
from referee.desk.mail.letter import Desk, Letter, Member
from referee.desk.mail.matching import Matcher
from referee.desk.mail.reading import read_letter

EXAMPLES = Path(__file__).parent.parent / "examples"


def read(content: bytes, at: Desk = DESK) -> Letter:
    return read_letter(content, "mail.eml", at)


MAKES, BODIES = (dict(makes(name)) for name in ("makes", "bodies"))


@pytest.mark.parametrize("name", [*sampled(MAKES, 5), *BODIES])
def test_every_order_is_understood(name: str) -> None:
    make = (MAKES | BODIES)[name]
    found = read(make.mail)
    assert (found.reason, found.problems, found.understood) == ("", [], make.read)
    assert make.aside is None or found.set_aside == make.aside


def table(name: str) -> Desk:
    """Return a game by mail of one of the three games."""
    if name == "Titan, Masterboard":
        return DESK
    paths = {"Titan, battle": "titan/battle/000.state.yaml", "Hordes": "hordes/ford/000.state.yaml"}
    value = documents.parse((EXAMPLES / paths[name]).read_bytes(), name).value if name in paths else combat()
    game, ruleset = games.load(value["ruleset"])
    state = read_state(game, ruleset, documents.make_document(value, "state"), value, playing=True)
    return Desk("duel", {"ann": Member("ann@x.org"), "ben": Member("ben@x.org")}, game, ruleset, state)


TABLES = {name: table(name) for name in ("Titan, Masterboard", "Titan, battle", "Hordes", "Battalions")}


@pytest.mark.parametrize(("group", "line"), lines_sampled("lines"))
def test_a_line_is_read_as_its_group_says(group: dict[str, Any], line: str) -> None:
    check(group, line, TABLES[group["at"]])


def test_what_cannot_be_read_is_set_aside_with_its_reason() -> None:
    armour = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----"
    assert "encrypted" in read(plain(armour)).reason
    inner = (
        ("Content-Type: application/pgp-encrypted", "Version: 1"),
        ("Content-Type: application/octet-stream", armour),
    )
    assert "encrypted" in read(parts("multipart/encrypted", *inner)).reason
    body = base64.encodebytes(b"MIIB")
    head = "Content-Transfer-Encoding: base64"
    opaque = raw(body, "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m", head)
    assert "clear text" in read(opaque).reason
    assert (
        "encrypted" in read(raw(body, "Content-Type: application/pkcs7-mime; smime-type=enveloped-data", head)).reason
    )


@pytest.mark.parametrize("said", ["Cancel my orders.", "clear", "salt green willow", "move bk01 to 38"])
def test_what_only_the_html_of_a_mail_says_counts(said: str) -> None:
    plain_text = ("Content-Type: text/plain", "This mail is in HTML.")
    content = parts("multipart/alternative", plain_text, ("Content-Type: text/html", f"<p>{said}</p>"))
    found = read(content)
    assert (found.problems, bool(found.understood) or found.salt == "green willow") == ([], True)


@pytest.mark.parametrize("name", ["orders.zip", "my orders.docx", "Orders.pdf", "orders.gz"])
def test_a_file_of_orders_that_is_no_text_is_a_problem(name: str) -> None:
    content = parts(
        "multipart/mixed",
        ("Content-Type: text/plain", TEXT),
        (f'Content-Type: application/octet-stream; name="{name}"\nContent-Disposition: attachment', b"PK"),
    )
    found = read(content)
    assert [problem.line for problem in found.problems] == [name]
    assert "orders.txt" in found.problems[0].message


def test_names_are_read_in_any_letters() -> None:
    found = read(plain("MOVE BK01 TO 38\nEnd Movement"), desk())
    assert (found.understood, found.problems) == (["move bk01 to 38", "end movement"], [])


@pytest.mark.parametrize("game", TABLES)
def test_the_verb_of_another_order_is_never_passed_over(game: str) -> None:
    desk = TABLES[game]
    player = next(iter(desk.members))
    vocabulary, legal = desk.words(player), list(desk.legal(player))
    matcher = Matcher(vocabulary, legal)
    for line in legal:
        verb, _, rest = line.partition(" ")
        for other in vocabulary.verbs - {verb}:
            if not vocabulary.means(other, verb):
                found = matcher.order(f"{other} {rest}")
                assert found is None or not found.startswith(f"{verb} "), (line, other)


def test_a_heading_that_is_given_twice_is_asked_back() -> None:
    lines = ["combat: k1", "turn: 2", "command hold battalion R", "turn: 3", "command hold battalion R"]
    found = read(plain("\n".join(lines)), TABLES["Battalions"])
    assert [problem.line for problem in found.problems] == ["turn: 3"]
