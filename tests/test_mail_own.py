"""Lines that the desk has written come back in answers, quoted, unmarked, wrapped otherwise: none is an order."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from random import Random
from typing import Any

import pytest
from seeds import sampled
from test_desk import Game

from referee.desk.mail.own import sent_words, without_own


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    game = Game(tmp_path_factory.mktemp("own") / "duel")
    game.mail("red", "status", "legal", "help")
    game.run()
    return game


def text_to_red(game: Game) -> str:
    return sorted((game.folder / "record/sent").glob("*-red*.txt"))[-1].read_text()


def quoted(text: str, how: str, chance: Random) -> str:
    """Return a text as mail programs quote it."""
    rows = text.rstrip().split("\n")
    if how == "marked":
        return "\n".join(f"> {row}" for row in rows)
    if how == "unmarked":
        return text
    if how == "wrapped":
        return "\n".join(line for row in rows for line in (textwrap.wrap(row, chance.randrange(25, 60)) or [""]))
    if how == "marked and wrapped":
        # the mark stands on the first line only
        return "\n".join(line for row in rows for line in (textwrap.wrap(f"> {row}", 40) or [">"]))
    if how == "joined":
        return textwrap.fill(text, 65)
    place = chance.randrange(len(rows) - 8)
    return "\n".join(rows[place : place + chance.randrange(8, 40)])


HOWS = ["marked", "unmarked", "wrapped", "marked and wrapped", "joined", "a part"]


def answered(game: Game, *lines: str) -> dict[str, Any]:
    game.mail("red", *lines)
    row: dict[str, Any] = game.run("--preview")["taken"][0]
    (game.folder / "inbox" / row["mail"]).unlink()
    return row


@pytest.mark.parametrize("how", sampled(HOWS, 3))
def test_an_answer_that_holds_only_a_quote_holds_no_orders(game: Game, how: str, chance: Random) -> None:
    row = answered(game, quoted(text_to_red(game), how, chance))
    # a part may be the lines that are offered and nothing else, as they are copied
    assert how == "a part" or (row["understood"], row["problems"], row.get("requests", [])) == ([], [], [])


@pytest.mark.parametrize("how", sampled(HOWS, 3))
def test_orders_beside_a_quote_are_those_of_the_player(game: Game, how: str, chance: Random) -> None:
    orders = ["enter lion-2 to C5", "enter troll-1 to D5", "end maneuver"]
    text = quoted(text_to_red(game), "unmarked" if how == "a part" else how, chance)
    for lines in ([*orders, "", text], ["Hi!", *orders, "-- ", "Ben", text], [text, "", *orders]):
        assert answered(game, *lines)["understood"] == orders, lines


def test_orders_in_the_middle_of_an_unmarked_quote_are_held(game: Game) -> None:
    rows = text_to_red(game).split("\n")
    place = next(number for number, row in enumerate(rows) if "enter lion-2 to C5" in row)
    row = answered(game, *rows[: place - 4], "enter lion-2 to C5", *rows[place + 4 :])
    assert any("among lines of the desk's own mail" in one["message"] for one in row["problems"]), row


def test_answers_between_lines_that_are_marked_are_orders(game: Game) -> None:
    rows = [f"> {row}" for row in text_to_red(game).split("\n")]
    place = next(number for number, row in enumerate(rows) if "enter lion-2 to C5" in row)
    row = answered(game, *rows[:place], "enter lion-2 to C4", "enter troll-1 to D6", *rows[place + 3 :])
    assert row["understood"] == ["enter lion-2 to C4", "enter troll-1 to D6"]


def test_a_mail_of_nothing_but_a_quote_is_answered_as_that(game: Game) -> None:
    game.mail("red", text_to_red(game))
    game.run()
    assert "only lines of the desk's own mails" in " ".join(game.letters("red")[-1].split())


def test_a_long_text_is_compared_in_linear_time(tmp_path: Path) -> None:
    def is_order(line: str) -> bool:
        return line.startswith("move")

    sent = sent_words(["move a to b\n" * 500 + "You may order this and that now\n"] * 3)
    found = without_own("move a to b\n" * 5000, sent, is_order)
    assert found.lines == 0


def test_orders_that_were_answered_once_are_orders_again(game: Game) -> None:
    """The desk repeats what it has understood, wrapped, and a player sends the same lines once more."""
    orders = [
        "if ogre-1 in D2 or ogre-1 in D3 or ogre-1 in D4 or ogre-1 in D5: try strike lion-2 at ogre-1 | end strike",
        "enter lion-2 to C5",
    ]
    for _ in range(2):
        game.mail("red", *orders)
        game.run()
        assert answered(game, *orders)["understood"] == orders
        wrapped = [line for order in orders for line in textwrap.wrap(order, 60)]
        assert answered(game, *wrapped)["understood"] == orders


@pytest.mark.parametrize(
    "head", ["On Fri, 20 Nov 2026 at 20:00, <desk@localhost> wrote:", "Am 20.11.2026 um 20:00 schrieb desk@localhost:"]
)
def test_orders_between_and_below_quoted_lines_of_the_desk_are_read(game: Game, head: str) -> None:
    rows = [f"> {row}" for row in text_to_red(game).splitlines()]
    mine = ["enter lion-2 to C5", "enter troll-1 to D5"]
    row = answered(game, mine[0], "", head, *rows[:12], mine[1], *rows[12:20], "end maneuver")
    assert row["understood"] == [*mine, "end maneuver"] or row["problems"], row
    row = answered(game, mine[0], "", head, *rows[:12], "no wait, scrap that, lion-2 stays")
    assert row["problems"], row


HEADS = [
    "",
    "My move",
    "Sorry for the late move",
    "MOVE\n",
    "Here they come, all enter",
    "Hi Ann,\nhere is what I enter",
    "enter",
]


@pytest.mark.parametrize("tries", range(3))
def test_orders_of_a_player_that_read_on_like_lines_of_the_desk_are_taken(
    game: Game, tries: int, chance: Random
) -> None:
    offered = re.findall(r"^\s*enter (\S+) to (\S+)", text_to_red(game), re.MULTILINE)
    hexes = {piece: [place for one, place in offered if one == piece] for piece, _ in offered}
    for _ in range(12):
        taken: set[str] = set()
        mine = []
        for piece in chance.sample(sorted(hexes), len(hexes)):
            # the last that is offered stands above the next piece, or above the end of the phase
            place = chance.choice([hexes[piece][-1], chance.choice(hexes[piece])])
            if place not in taken:
                taken.add(place)
                mine.append((piece, place))
        written = [chance.choice([f"{piece} to {place}", f"enter {piece} to {place}"]) for piece, place in mine]
        row = answered(game, *chance.choice(HEADS).split("\n"), *written, "end maneuver", "Ben")
        want = [f"enter {piece} to {place}" for piece, place in mine] + ["end maneuver"]
        assert row["understood"] == want, (written, row)
