"""Dice: drawn as DESIGN says, by nothing but the secret and the occasion; supplied, missing, replayed."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from running import EVENT, ORDERS, STATE, referee, write

from referee.core.game.dice import MissingDice, Throw
from referee.core.game.dice_sources import make_dice
from referee.core.game.drawing import DiceTerms, commitment, draw, draw_by_step


@pytest.fixture(autouse=True)
def here(here: Path) -> Path:
    write(here, st=STATE, orders=ORDERS)
    return here


def by_hand(secret: bytes, game: str, terms: DiceTerms, event: str, faces: int) -> Any:
    """Yield dice as a player would check them with another program."""
    block = 0
    salts = "{" + ",".join(f"{said(player)}:{said(salt)}" for player, salt in sorted(terms.salts.items())) + "}"
    while True:
        text = f"[{said(game)},{said(terms.era)},{salts},{said(event)},{block}]"
        for byte in hmac.new(secret, text.encode(), hashlib.sha256).digest():
            if byte < 256 - 256 % faces:
                yield 1 + byte % faces
        block += 1


def said(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


WORD = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(
    st.binary(max_size=40),
    WORD,
    st.integers(0, 10**6) | st.just("0a" * 32),
    st.dictionaries(st.sampled_from(["red", "black", "Zoë"]), WORD),
    WORD,
    st.integers(0, 100),
    st.sampled_from([2, 3, 6, 7, 10, 20, 100, 255, 256]),
)
def test_a_draw_is_what_the_manual_says(
    secret: bytes, game: str, era: int | str, salts: dict[str, str], event: str, count: int, faces: int
) -> None:
    terms = DiceTerms(era=era, salts=salts)
    expected = by_hand(secret, game, terms, event, faces)
    assert draw(secret, game, terms, event, count, faces) == [next(expected) for _ in range(count)]


PLAIN = DiceTerms()


def test_a_draw_never_changes() -> None:
    assert draw(b"x", "g1", PLAIN, EVENT, 6) == draw(b"x", "g1", PLAIN, EVENT, 12)[:6]
    assert draw(b"x", "g1", PLAIN, EVENT, 6) == [3, 3, 2, 2, 4, 3]
    assert draw_by_step(b"x", "g1", 12, EVENT, 6) == [2, 6, 1, 1, 1, 4]


def test_everything_in_the_key_changes_the_dice() -> None:
    others = [
        draw(b"y", "g1", PLAIN, EVENT, 20),
        draw(b"x", "g2", PLAIN, EVENT, 20),
        draw(b"x", "g1", DiceTerms(era=1), EVENT, 20),
        draw(b"x", "g1", DiceTerms(era="0a" * 32), EVENT, 20),
        draw(b"x", "g1", DiceTerms(salts={"red": "a"}), EVENT, 20),
        draw(b"x", "g1", DiceTerms(salts={"red": "b"}), EVENT, 20),
        draw(b"x", "g1", PLAIN, f"{EVENT}1", 20),
        draw_by_step(b"x", "g1", 0, EVENT, 20),
    ]
    assert len({tuple(dice) for dice in [*others, draw(b"x", "g1", PLAIN, EVENT, 20)]}) == len(others) + 1
    # what does not draw anything changes nothing
    terms = DiceTerms(commitment="0a" * 32, in_orders="refuse")
    assert draw(b"x", "g1", terms, EVENT, 20) == draw(b"x", "g1", PLAIN, EVENT, 20)
    one, other = DiceTerms(salts={"a": "1", "b": "2"}), DiceTerms(salts={"b": "2", "a": "1"})
    assert draw(b"x", "g1", one, EVENT, 20) == draw(b"x", "g1", other, EVENT, 20)


def test_biased_bytes_are_left_out() -> None:
    key = b"bias"
    used = sum(b < 252 for b in hmac.digest(key, b'["g",0,{},"e",0]', "sha256"))
    assert used < 32  # this block holds a byte above 251, or the test shows nothing
    second = hmac.digest(key, b'["g",0,{},"e",1]', "sha256")
    assert draw(key, "g", PLAIN, "e", used + 1)[-1] == 1 + next(b for b in second if b < 252) % 6


def test_every_face_comes_up_as_often() -> None:
    dice = [die for n in range(600) for die in draw(b"sanity", "g", PLAIN, f"e{n}", 100)]
    counts = Counter(dice)
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    # chi-squared of five degrees: above 30 once in 70,000 secrets, and this one is fixed
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 30
    pairs = Counter(zip(dice[::2], dice[1::2], strict=True))
    assert sum((count - 30_000 / 36) ** 2 / (30_000 / 36) for count in pairs.values()) < 80


BOTH = STATE.replace("hex: C4", "hex: C4, hits: 1").replace("hex: E5", "hex: D3")


def dice_of(folder: Path, *rows: str, options: tuple[str, ...] = ("--seed", "s")) -> dict[str, list[int]]:
    text = "format: 1\nruleset: titan\nplayer: black\norders:\n" + "".join(f"  - {row}\n" for row in rows)
    write(folder, st=BOTH, o=text)
    said = referee("adjudicate", "st.yaml", "o.yaml", *options, "--trace", "t.yaml", "--force")
    assert said.code == 0, said.err
    rolls = yaml.safe_load((folder / "t.yaml").read_text())["rolls"]
    return {roll["event"]: roll["dice"] for roll in rolls}


def test_neither_order_nor_target_changes_a_drawn_die(here: Path) -> None:
    ogre, lion = "{strike: ogre-1, at: troll-1}", "{strike: lion-1, at: titan-2}"
    one = dice_of(here, ogre, lion)
    other = dice_of(here, lion, ogre)
    alone = dice_of(here, "{strike: ogre-1, at: titan-2}")
    assert one == other
    assert set(one) == {EVENT, EVENT.replace("ogre", "lion")}
    assert alone[EVENT] == one[EVENT][: len(alone[EVENT])]
    assert dice_of(here, ogre, options=("--seed", "t"))[EVENT] != one[EVENT]


def test_a_secret_is_used_once_without_one(here: Path) -> None:
    seen = set()
    for _ in range(4):
        assert referee("adjudicate", "st.yaml", "orders.yaml", "--trace", "t.yaml", "--force").code == 0
        seen.add(tuple(yaml.safe_load((here / "t.yaml").read_text())["rolls"][0]["dice"]))
    assert len(seen) > 1


def test_supplied_dice(here: Path) -> None:
    write(here, d=f"{EVENT}: [6, 5, 4, 3, 2, 1]")
    said = referee("adjudicate", "st.yaml", "orders.yaml", "--dice", "d.yaml", "--trace", "t.yaml")
    assert said.code == 0
    assert "6 5 4 3 2 1" in said.out
    trace = yaml.safe_load((here / "t.yaml").read_text())
    assert trace["rolls"] == [{"event": EVENT, "by": "black", "dice": [6, 5, 4, 3, 2, 1], "source": "file"}]
    assert "secret" not in trace
    assert "6 5 4 3 2 1   from the master's dice file" in referee("explain", "t.yaml").out
    # a secret proves nothing of what was supplied
    said = referee("replay", "t.yaml", "--seed", "x")
    assert said.out == "the same: 2 steps, 1 roll: 1 from the master's dice file, which nothing proves\n"


def test_dice_of_an_order_are_told_as_those_of_its_player(here: Path) -> None:
    found = dice_of(here, "strike ogre-1 at troll-1 dice 654321", options=())
    assert found[EVENT] == [6, 5, 4, 3, 2, 1]
    trace = yaml.safe_load((here / "t.yaml").read_text())
    assert trace["rolls"] == [{"event": EVENT, "by": "black", "dice": [6, 5, 4, 3, 2, 1], "source": "supplied"}]
    assert "6 5 4 3 2 1   supplied by black in the order" in referee("explain", "t.yaml").out
    assert "1 supplied by black, which nothing proves" in referee("replay", "t.yaml", "--seed", "x").out


def test_dice_in_the_order_and_other_dice_beside_it_are_refused(here: Path) -> None:
    write(here, d=f"{EVENT}: [1, 1, 1, 1, 1, 1]", same=f"{EVENT}: [6, 5, 4, 3, 2, 1]")
    found = dice_of(here, "strike ogre-1 at troll-1 dice 654321", options=("--dice", "same.yaml"))
    assert found[EVENT] == [6, 5, 4, 3, 2, 1]
    said = referee("check", "st.yaml", "o.yaml", "--dice", "d.yaml")
    assert said.code == 1
    assert f"o.yaml:5:35: orders[1].dice: the dice file has other dice for {EVENT}: 1 1 1 1 1 1" in said.out


def test_a_dice_file_names_events_in_any_letters(here: Path) -> None:
    write(here, d=f"{EVENT.upper()}: [6, 5, 4, 3, 2, 1]", two=f"{EVENT.upper()}: [6]\n{EVENT.title()}: [1]")
    found = dice_of(here, "strike ogre-1 at troll-1", options=("--dice", "d.yaml"))
    assert found[EVENT] == [6, 5, 4, 3, 2, 1]
    said = referee("check", "st.yaml", "o.yaml", "--dice", "two.yaml")
    assert said.code == 1
    assert f"no roll here is '{EVENT.upper()}' (did you mean '{EVENT}'?)" in said.out


def test_dice_stand_for_one_roll_alone() -> None:
    """Two events that differ in case alone never take the same dice, in whichever order they are rolled."""
    for first, second in (("a/Ogre", "a/ogre"), ("a/ogre", "a/Ogre")):
        dice = make_dice(supplied={"a/ogre": [3]})
        assert dice.roll(Throw(first, "red", 1)).dice == [3]
        with pytest.raises(MissingDice):
            dice.roll(Throw(second, "red", 1))
    both = make_dice(supplied={"a/ogre": [3], "a/Ogre": [4]})
    assert [both.roll(Throw(event, "red", 1)).dice for event in ("a/Ogre", "a/ogre")] == [[4], [3]]
    assert both.left() == {}


def test_a_dice_file_without_the_roll_leaves_nothing_to_the_secret(here: Path) -> None:
    write(here, st=BOTH, o="format: 1\nruleset: titan\nplayer: black\norders:\n  - strike ogre-1 at troll-1\n")
    write(here, empty="{}", typo=f"{EVENT}x: [1, 1, 1, 1, 1, 1]", few=f"{EVENT}: [1, 1]")
    assert "dice are missing" in referee("adjudicate", "st.yaml", "o.yaml", "--dice", "empty.yaml").err
    said = referee("adjudicate", "st.yaml", "o.yaml", "--dice", "typo.yaml", "--seed", "s")
    assert said.code == 1
    assert f"no roll here is '{EVENT}x' (did you mean '{EVENT}'?)" in said.err
    assert f"in the dice file, {EVENT}: too few dice" in referee("check", "st.yaml", "o.yaml", "--dice", "few.yaml").out


def test_missing_dice_are_named_to_paste_and_nothing_is_written(here: Path) -> None:
    rows = "  - strike ogre-1 at troll-1 dice 111111\n  - strike lion-1 at titan-2\n"
    write(here, st=BOTH, o=f"format: 1\nruleset: titan\nplayer: black\norders:\n{rows}")
    said = referee("adjudicate", "st.yaml", "o.yaml", "-o", "n.yaml", "--trace", "t.yaml")
    assert said.code == 1
    row = next(line for line in said.err.splitlines() if line.startswith("battle/"))
    event = EVENT.replace("ogre", "lion")
    assert row == f"{event}: [5 dice]"
    assert yaml.safe_load(row) == {event: ["5 dice"]}
    assert not (here / "n.yaml").exists()
    write(here, d=row.replace("5 dice", "1, 2, 3, 4, 5"))
    assert referee("adjudicate", "st.yaml", "o.yaml", "--dice", "d.yaml", "-o", "n.yaml").code == 0
    # a secret draws what is missing
    assert referee("adjudicate", "st.yaml", "o.yaml", "--seed", "x").code == 0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda t: t["rolls"][0].update(dice=[1, 1, 1, 1, 1, 1]), "is recorded"),
        (lambda t: t["rolls"][0].update(dice=[1]), "too few dice"),
        (lambda t: t["rolls"][0].update(dice=[9] * 6), "9 cannot be rolled"),
        (lambda t: t.update(rolls=[]), "no dice are recorded for"),
        (lambda t: t["after"]["battle"].update(round=3), "after.battle.round: 3 is recorded, 2 comes out"),
        (lambda t: t.update(steps=[]), "steps: 0 are recorded, 2 come out"),
        (lambda t: t["documents"][0]["orders"].pop(0), ""),
        (lambda t: t.update(awaiting=[]), "awaiting: 0 are recorded, 1 come out"),
        (lambda t: t.update(step=99), "step: 99 is recorded, 12 comes out"),
        (lambda t: t["rolls"][0].update(by="red"), "rolls[1].by: 'red' is recorded, 'black' comes out"),
        (lambda t: t["steps"][0]["rolled"][0].update(by="red"), "steps[1].rolled[1].by: 'red' is recorded"),
        (lambda t: t["rolls"][0].update(reroll=[1]), "rolls[1].reroll: [1] is recorded, nothing comes out"),
        (lambda t: t["rolls"][0].update(source="supplied"), "secret: "),
        (lambda t: (t.pop("secret"), _all_rolls(t, source="supplied")), "'supplied' is recorded, 'file' comes out"),
        (lambda t: _all_rolls(t, supplied_by="red"), "supplied_by: 'red' is recorded, nothing comes out"),
        (lambda t: t["dice"].update(era=1), "dice.era: 1 is recorded, 0 comes out"),
        (lambda t: t["dice"].update(salts={"red": "x"}), "dice.salts.red: 'x' is recorded, nothing comes out"),
        (lambda t: t["before"].update(game="g2"), "game: 'g1' is recorded, 'g2' comes out"),
        (lambda t: t.pop("secret"), "secret: null is recorded, and dice were drawn"),
        (
            lambda t: t["rulings"].update({"REF titan-7": "foo"}),
            "rulings.REF titan-7: 'foo' is recorded, nothing comes",
        ),
        (lambda t: t.update(accepted=["a row"]), "accepted: ['a row'] is recorded, nothing comes out"),
        (lambda t: t["rules"].update(rows="A" * 4000), "rules.rows: 'AAAA"),
        (lambda t: t["options"].update(sand_elevation="high"), "options.sand_elevation: 'high' is recorded"),
    ],
)
def test_a_tampered_trace_does_not_replay(change: Any, told: str, here: Path) -> None:
    assert referee("adjudicate", "st.yaml", "orders.yaml", "--seed", "x", "--trace", "t.yaml").code == 0
    trace = yaml.safe_load((here / "t.yaml").read_text())
    assert referee("replay", "t.yaml", "--seed", "x").code == 0
    change(trace)
    (here / "t.yaml").write_text(yaml.safe_dump(trace, sort_keys=False))
    said = referee("replay", "t.yaml")
    assert (said.code, told in said.out) == (1, True), said


def _all_rolls(trace: Any, **fields: Any) -> None:
    for roll in [*trace["rolls"], *(roll for step in trace["steps"] for roll in step.get("rolled", []))]:
        roll.update(fields)


def test_drawn_dice_that_were_changed_throughout_are_found_by_the_secret(here: Path) -> None:
    """Whoever rewrites a trace whole, with a roll he likes better, is caught by the secret alone."""
    write(here, d=f"{EVENT}: [6, 6, 6, 6, 6, 6]")
    referee("adjudicate", "st.yaml", "orders.yaml", "--dice", "d.yaml", "--trace", "t.yaml")
    text = (here / "t.yaml").read_text().replace("source: file", "source: drawn")
    (here / "t.yaml").write_text(text + f"secret: {commitment(b'x')}\n")
    said = referee("replay", "t.yaml", "--seed", "x")
    assert (said.code, "are not what the secret gives" in said.out) == (1, True)
