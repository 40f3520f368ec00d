"""What a mail says in words of a player's own is proposed, in turn and whole, and never carried out by itself."""

from __future__ import annotations

import msgspec
import pytest
from mail_lines import lines_of
from mail_makes import load, parts, plain
from test_mail_in import DESK, STATE
from test_mail_makes import TABLES

from referee.core import documents
from referee.core.game.reading import mapping_of
from referee.core.game.state_reading import read_state
from referee.core.notation import line_writer
from referee.desk.mail.letter import Desk, Letter, Member
from referee.desk.mail.reading import read_letter
from referee.desk.offered import later, offered


def listing(at: Desk) -> Desk:
    """Return a game by mail that offers what is legal."""

    def legal(player: str) -> list[str]:
        position = at.game.open(at.state, at.game.compile(at.ruleset, at.state.options))
        found = [line_writer.line(mapping_of(row.order), type(row.order)) for row in offered(at.game, position, player)]
        return [*found, *later(at.game, position, player, found)]

    return msgspec.structs.replace(at, legal=legal, known={}, written={}, remarked={})


_LEGIONS = [
    {"id": "bk01", "player": "black", "land": 37, "contents": ["titan", "gargoyle", "ogre", "ogre", "troll"]},
    {"id": "rd01", "player": "red", "land": 8, "contents": ["titan", "ogre"]},
]
_PLAYERS = {"players": ["black", "red"], "towers": {"black": 100, "red": 400}, "mover": "black", "turn": 3}
_MARKERS = {"markers": {"black": ["bk03", "bk05"], "red": ["rd02"]}}
_BOARD = {**STATE, "masterboard": {**STATE["masterboard"], **_PLAYERS, **_MARKERS, "legions": _LEGIONS}}
SPLITS = read_state(DESK.game, DESK.ruleset, documents.make_document(_BOARD, "state"), _BOARD, playing=True)
BATTALIONS = listing(TABLES["Battalions"])


def read(text: str, at: Desk = DESK) -> Letter:
    return read_letter(plain(f"{text}\n"), "mail.eml", at)


SAID = load("proposals")


@pytest.mark.parametrize(("text", "meant"), SAID["proposed"].items())
def test_what_a_text_may_order_is_proposed(text: str, meant: list[str]) -> None:
    found = read(text)
    assert found.problems
    assert found.with_proposals().understood == meant
    # and not taken
    assert not {*found.understood} & {one.order.says for one in found.proposals}


@pytest.mark.parametrize("text", SAID["not_proposed"])
def test_what_hangs_on_something_names_more_or_is_denied_is_not_proposed(text: str) -> None:
    assert read(text).proposals == []


@pytest.mark.parametrize("text", SAID["not_taken"])
def test_what_tells_where_somebody_is_or_was_is_not_taken(text: str) -> None:
    found = read(text)
    assert found.problems or not found.understood


@pytest.mark.parametrize("text", SAID["not_confirmed_away"])
def test_what_may_be_an_order_or_a_part_of_one_is_not_confirmed_away(text: str) -> None:
    found = read(text)
    assert [one for one in found.problems if not one.asks]


def test_a_line_is_asked_back_beside_another_that_cannot_be_read() -> None:
    messages = {one.line: one.message for one in read("bk01 runs over to 38.\nbk02 walks out to 99.").problems}
    assert "did you mean 'move bk01 to 38'?" in messages["bk01 runs over to 38."]
    assert "no order that can be read" in messages["bk02 walks out to 99."]


@pytest.mark.parametrize("text", SAID["splits"])
def test_what_an_order_makes_has_its_name(text: str) -> None:
    members = {"black": Member("ann@x.org"), "red": Member("ben@x.org")}
    at = listing(msgspec.structs.replace(DESK, state=SPLITS, members=members))
    found = read(text, at)
    assert (found.understood, found.problems) == (["split bk01 off ogre ogre as bk03"], [])


@pytest.mark.parametrize("name", ["ann", "Ann"])
def test_the_name_of_who_writes_holds_nothing(name: str) -> None:
    found = read(f"move bk01 to 38\nend movement\n\n{name}")
    assert (found.problems, found.set_aside) == ([], [name])


@pytest.mark.parametrize("game", ["Titan, Masterboard", "Battalions"])
def test_nothing_is_proposed_of_prose(game: str) -> None:
    at = {"Battalions": BATTALIONS}.get(game, DESK)
    assert [line for line in lines_of("lines", "prose is no order") if read(line, at).proposals] == []


def test_what_only_the_html_of_a_mail_proposes_is_confirmed() -> None:
    texts = ("Content-Type: text/plain", "This mail is in HTML."), ("Content-Type: text/html", "<p>bk01 runs to 38</p>")
    proposed, word = parts("multipart/alternative", *texts), "willow"
    at = msgspec.structs.replace(DESK, word=lambda player, orders: word, earlier=lambda player: [(proposed, ())])
    found = read(f"confirm {word}", at)
    assert (found.confirms, found.with_proposals().understood) == ([word], ["move bk01 to 38"])
