"""What one fault of a file must not hide, and what is refused before it costs time."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import EVENT, ORDERS, STATE, referee, write


@pytest.fixture(autouse=True)
def here(here: Path) -> Path:
    write(here, st=STATE, orders=ORDERS)
    return here


BATTLE = """\
format: 1
ruleset: titan
step: 3
battle:
  battleland: plains
  phase: strike
  round: 2
  active: attacker
  players: {attacker: black, defender: red}
  pieces:
  - {id: a, character: ogre, side: attacker, hex: C3}
  - {id: b, character: lion, side: defender, hex: C4, hits: -1}
  - {id: b, character: lion, side: defender, hex: C3}
"""
MEANT = [
    "battle: 'attacker_side' is missing: a battle in play needs it",
    "battle.pieces[3].id: 'b' is the name of piece 2 already",
    "battle.pieces[3].hex: C3 is taken by 'a'",
]


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("", "", "battle.pieces[2].hits: must be at least 0, not -1"),
        ("round: 2", "round: x", "battle.round: must be a whole number, not 'x'"),
        ("phase: strike", "phaze: strike", "battle: 'phaze' is not a key here (did you mean 'phase'?)"),
        ("active: attacker", "active: black", "battle.active: 'black' is not one of attacker, defender"),
        ("step: 3", "step: 3\ncolour: red", "'colour' is not a key here"),
    ],
)
def test_a_wrong_type_hides_nothing_else_that_is_wrong(was: str, now: str, said: str, here: Path) -> None:
    write(here, st=BATTLE.replace(was, now))
    told = referee("check", "st.yaml").err
    assert said in told
    assert all(fault in told for fault in MEANT), told
    assert len(told.splitlines()) == len({said, "battle.pieces[2].hits: must be at least 0, not -1", *MEANT}), told


def test_check_tells_every_fault_of_a_file_of_dice(here: Path) -> None:
    write(here, d=f"{{{EVENT}: [7, 1, 1, 1, 1, 1], foo: [1]}}\n")
    for command in (["check"], ["adjudicate"]):
        said = referee(*command, "st.yaml", "orders.yaml", "--dice", "d.yaml").all
        assert "no roll here is 'foo'" in said
        assert "7 cannot be rolled" in said


@pytest.mark.parametrize(
    ("fields", "size", "said"),
    [
        ("[1000, 1000]", "[5, 5]", "a board has at most 10,000 Fields; 1000 x 1000 are 1,000,000"),
        ("[2, 1]", "[1000, 1000]", "a board has at most 100,000 Spaces; 2 Fields of 1000 x 1000 have 2,000,000"),
        ("[50, 50]", "[5, 5]", ""),
    ],
)
def test_a_board_too_large_to_draw_is_refused(fields: str, size: str, said: str, here: Path) -> None:
    assert referee("new", "battalions", "--mode", "overworld", "-o", "b.yaml").code == 0
    text = (here / "b.yaml").read_text()
    text = text.replace("fields: [5, 5]", f"fields: {fields}").replace("field_size: [5, 5]", f"field_size: {size}")
    write(here, b=text)
    for command in ("show", "check", "legal"):
        assert said in referee(command, "b.yaml").err
    options = ["--mode", "overworld", "--fields", fields.strip("[]"), "--field-size", size.strip("[]")]
    assert said in referee("new", "battalions", *options).err


def test_a_commitment_in_capitals_is_answered_in_a_sentence(here: Path) -> None:
    write(here, st=f"{STATE}dice: {{commitment: {'AB' * 32}, era: 0, salts: {{}}}}\n")
    said = "a text of 64 hexadecimal digits is not a SHA-256, which is 64 hexadecimal digits in lower case"
    assert said in referee("check", "st.yaml").err
