"""What a mail says in words of a player's own is proposed, in turn and whole, and never carried out by itself."""

from __future__ import annotations

import msgspec
import pytest
from mail_makes import plain
from test_mail_in import DESK, STATE
from test_mail_makes import PROSE, TABLES

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


BOTH = ["move bk02 to 41", "move bk01 to 38"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("The titan goes to 38, since nobody can catch it there.", ["move bk01 to 38"]),
        ("The titan goes to 38, since nobody can catch it there, and the lions to 41.", BOTH[::-1]),
        ("mvoe bk01 to 38", ["move bk01 to 38"]),
        ("Kindly march bk01 over to 38.", ["move bk01 to 38"]),
        ("My lions walk to 41 and the titan runs to 38. Movement over.", [*BOTH, "end movement"]),
        ("I would like the stack with the lions on 41.\nend movement", ["move bk02 to 41", "end movement"]),
        ("With my lions I head for 41.\n- bk01 -> 38\n- movement is over", [*BOTH, "end movement"]),
        ("Nothing to move this turn.", ["end movement"]),
        ("I pass.", ["end movement"]),
        ("No moves this turn, just roll.", ["end movement"]),
        ("end mvmt", ["end movement"]),
        ("Kindly march bk01 over to 38. That's all for this phase.", ["move bk01 to 38", "end movement"]),
        ("I think I'd like bk01 to be off to 38 while the rain lasts, and the\nlions, at 41.", BOTH[::-1]),
    ],
)
def test_what_a_text_may_order_is_proposed(text: str, meant: list[str]) -> None:
    found = read(text)
    assert found.problems
    assert found.with_proposals().understood == meant
    # and not taken
    assert not {*found.understood} & {one.order.says for one in found.proposals}


@pytest.mark.parametrize(
    "text",
    [
        "Could the titan go to 38?",
        "The titan goes to 38 if the lions are blocked.",
        "Maybe the titan to 38.",
        "The titan went to 38 last time, that was fun.",
        "~~The titan goes to 38~~",
        "The titan goes to 38, the lions to 99.",
        "bk01 runs to 38 and rd01 should flee from me to 9.",
        "bk01 to 38, now that nobody looks.",
        "The ogre's legion or the lions go to 38.",
        # of two, the second is no order
        "The titan goes to 38.\nThe lions, they march to 99.",
    ],
)
def test_what_hangs_on_something_or_names_more_is_not_proposed(text: str) -> None:
    assert read(text).proposals == []


@pytest.mark.parametrize(
    "text",
    [
        "bk01 at 38",
        "bk01 and 38",
        "my titan went to 38",
        "bk01 <- 38",
        "move to 38 with your titan",
        "end movement # number 6",
        "bk01 to 38, I suppose",
        "bk01 38 37",
        "bk01 to 38 then back",
        "bk01 to 38 off",
        "move bk01 to 38\n\nI decide tomorrow.",
        "move bk01 to 38\n\nProvided it is safe.",
    ],
)
def test_what_tells_where_somebody_is_or_was_is_not_taken(text: str) -> None:
    found = read(text)
    assert found.problems or not found.understood


@pytest.mark.parametrize(
    "text",
    [
        "bk01 runs to 38. Don't end the movement yet.",
        "The titan refuses to go to 38.",
        "The titan flees from 38.",
        "The lions never go to 41 and the titan runs to 38.",
        "bk01 runs to 38 (bk02: 41, or so)",
        "The lions and the titan, both, run to 38.",
        "your titan runs to 38",
        "bk02 has 41 points",
        "bk01 runs to 38, NOT",
        "The titan goes to 38 because I like it and the lions go to 41.",
        "bk01 runs to 38 next turn",
    ],
)
def test_what_is_denied_or_is_no_order_is_not_proposed(text: str) -> None:
    assert read(text).proposals == []


@pytest.mark.parametrize(
    "text",
    [
        "move bk01 to 38\nJungle: the lions.\nend movement",
        "move bk01 to 38, coming in from the left\nend movement",
        "The titan runs to 38.\nend movement, coming in from the left",
    ],
)
def test_what_may_be_an_order_or_a_part_of_one_is_not_confirmed_away(text: str) -> None:
    found = read(text)
    assert [one for one in found.problems if not one.asks]


def test_a_line_is_asked_back_beside_another_that_cannot_be_read() -> None:
    messages = {one.line: one.message for one in read("bk01 runs over to 38.\nbk02 walks out to 99.").problems}
    assert "did you mean 'move bk01 to 38'?" in messages["bk01 runs over to 38."]
    assert "no order that can be read" in messages["bk02 walks out to 99."]


@pytest.mark.parametrize(
    "text",
    [
        "split 2 ogres off bk01 into bk03",
        "split: two ogres from bk01 as bk03",
        "bk01 splits off 2 ogres (new legion bk03).",
        "bk01: split off 2 ogres, marker bk03",
    ],
)
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
    assert [line for line in PROSE if read(line, at).proposals] == []
