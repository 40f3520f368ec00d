"""Mails whose orders may not be meant, or not all of them: each is held up, and a harmless word holds up none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from mail_lines import check, lines_sampled
from mail_makes import plain
from msgspec import structs
from situations import ALL, after

from referee import games
from referee.core import documents
from referee.core.adjudication.legal import rows_of
from referee.core.game.reading import mapping_of
from referee.core.game.state_reading import read_state
from referee.core.notation import line_writer
from referee.desk.mail.letter import Desk, Member
from referee.desk.mail.matching import Matcher
from referee.desk.mail.reading import read_letter
from referee.desk.offered import LATER, offered
from referee.report.legal_text import row_text


@dataclass
class Table:
    """A game by mail, the player who writes, and orders that are legal together."""

    desk: Desk
    player: str
    orders: str


@cache
def table(name: str) -> Table:
    player, orders = PLAYERS[name]
    value = after(ALL[name])
    game, ruleset = games.load(value["ruleset"])
    state = read_state(game, ruleset, documents.make_document(value, "state"), value, playing=True)
    position = game.open(game.view(state, player), game.compile(ruleset, state.options))
    rows = offered(game, position, player)
    lines = [line_writer.line(mapping_of(row.order), type(row.order)) for row in rows]
    remarks = [row_text(row, type(one.order)) for row, one in zip(rows_of(rows), rows, strict=True)]
    remarks.append(f"end  # {LATER}")
    members = {player: Member("ann@x.org")}
    desk = Desk("duel", members, game, ruleset, state, lambda _: lines, lambda _: remarks)
    return Table(desk, player, orders)


# the players who write, and orders of theirs that are legal together, by situation
PLAYERS = {
    "strike": ("black", "strike ogre-1 at lion-1\nend strike"),
    "maneuver": ("red", "move lion-1 to D4\nend maneuver"),
    "masterboard": ("red", "move rd01 to 115\nend movement"),
    "hordes-movement": ("red", "attack r2 target b1\nend movement"),
    "battalions": ("red", "command hold battalion oak"),
}


@pytest.mark.parametrize(("group", "line"), lines_sampled("doubts"))
def test_a_line_is_read_as_its_group_says(group: dict[str, Any], line: str) -> None:
    check(group, line, table(group["at"]).desk)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_line_that_is_offered_is_taken_with_its_remark_however_it_is_wrapped(name: str) -> None:
    at = table(name)
    told = [line for line in at.desk.remarks(at.player) if "  # " in line and not line.startswith("end ")]
    for line in told[:5]:
        order, _, remark = line.partition("  # ")
        words = remark.split()
        half = len(words) // 2
        wrapped = f"{order}\n    # {' '.join(words[:half])}\n    # {' '.join(words[half:])}\n" if half else f"{line}\n"
        for text in (f"{line}\n", f"{order}\n    # {remark}\n", wrapped):
            found = read_letter(plain(text), "mail.eml", at.desk)
            assert (found.understood, found.problems) == ([order], []), text


@pytest.mark.parametrize("line", ["lion-1 at E9", "mvoe lion-1 to E4", "lion-2 E5 please"])
def test_a_suggestion_names_what_the_line_names(line: str) -> None:
    (problem,) = read_letter(plain(f"{line}\n"), "mail.eml", table("maneuver").desk).problems
    said = problem.message.partition("did you mean ")[2]
    assert all(word in said for word in line.split() if "-" in word) or not said


def test_an_order_below_quoted_lines_is_the_players() -> None:
    at = table("maneuver")
    offer = "You may order, as lines to copy:\n  move lion-1 to D4\n  move lion-1 to D5\n  move lion-2 to C3\nOr open"
    desk = structs.replace(at.desk, sent=lambda _: [offer], written={})
    quoted = "> You may order, as lines to copy:\n>   move lion-1 to D4\n"
    text = f"{quoted}move lion-1 to D5\nmove lion-2 to C3\nend maneuver\n"
    found = read_letter(plain(text), "mail.eml", desk)
    assert found.understood == ["move lion-1 to D5", "move lion-2 to C3", "end maneuver"]


def test_which_of_two_enemies_is_meant_is_not_guessed() -> None:
    desk = table("battalions").desk
    legal = list(desk.legal(table("battalions").player))
    advance = next(line for line in legal if line.startswith("command advance battalion oak"))
    matcher = Matcher(desk.words(table("battalions").player), [advance, advance.replace("kite", "ash")])
    assert matcher.order("oak advances 1") is None
    assert matcher.order("oak advances 1 relative to kite") == advance


def test_a_row_of_a_table_is_an_order_and_no_quotation() -> None:
    text = "+----+----+\n| lion-1 | D4 |\n|---|---|\nend maneuver\n"
    found = read_letter(plain(text), "mail.eml", table("maneuver").desk)
    assert (found.understood, found.problems) == (["move lion-1 to D4", "end maneuver"], [])


def test_numbers_that_may_be_rolls_hold_the_mail() -> None:
    at = table("masterboard")
    lines = at.desk.legal(at.player)
    one, other = next(line for line in lines if line.startswith("move rd01")), "move rd01 to 8"
    numbered = f"end commencement\n1: {one}\n2: {other}\n"
    later = structs.replace(at.desk, legal=lambda _: ["end commencement"])
    assert read_letter(plain(numbered), "mail.eml", later).problems
    listed = f"1: {one}\n2: end movement\n"
    assert read_letter(plain(listed), "mail.eml", at.desk).understood == [one, "end movement"]


def test_a_box_of_a_page_that_is_not_ticked_holds_the_mail() -> None:
    boxes = '<p><input type="checkbox" checked>lion-1 to D4</p><p><input type="checkbox">lion-2 to E4</p>'
    mail = plain(boxes).replace(b"text/plain", b"text/html")
    found = read_letter(mail, "mail.eml", table("maneuver").desk)
    assert found.understood == ["move lion-1 to D4"]
    assert "not ticked" in found.problems[0].message


def test_what_a_style_sheet_strikes_through_or_hides_is_no_order() -> None:
    style = "<style>p.old, .gone {text-decoration: line-through} @media all {#aside {display: none}}</style>"
    rows = '<p class="x old">lion-2 to E4</p><div class=gone>concede battle</div><p id=aside>lion-2 to C3</p>'
    mail = plain(f"<html><head>{style}</head><body><p>lion-1 to D4</p>{rows}</body></html>")
    found = read_letter(mail.replace(b"text/plain", b"text/html"), "mail.eml", table("maneuver").desk)
    assert (found.understood, found.problems) == (["move lion-1 to D4"], [])
