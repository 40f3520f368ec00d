"""Bad input of every kind: one clear message, its place, the right exit code, and nothing written."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from running import EVENT, ORDERS, PLACED, QUESTION, STATE, listing, referee, write
from seeds import part, sampled

import referee as api
from referee.cli import COMMANDS, _group
from referee.core.documents.problems import nearest

ESC = "\\e[31m"
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(12)
)


def orders(*rows: str) -> str:
    return "format: 1\nruleset: titan\nplayer: black\norders:\n" + "".join(f"  - {row}\n" for row in rows)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, st=STATE, orders=ORDERS)
    return tmp_path


UNREADABLE_STATES: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "st.yaml:1:1: the file is empty"),
    "only a comment": ("# nothing\n", "st.yaml:1:1: the file is empty"),
    "null": ("null\n", "a document is a mapping"),
    "a list": ("[1, 2]\n", "not a list"),
    "a word": ("hello\n", "not 'hello'"),
    "two documents": (STATE + "---\n" + STATE, "st.yaml:19:1: one document is expected here, 2 found"),
    "no ruleset": (STATE.replace("ruleset: titan\n", ""), "'ruleset' is missing"),
    "ruleset a number": (STATE.replace("ruleset: titan", "ruleset: 3"), "st.yaml:2:10: ruleset: must be the name"),
    "ruleset a path": (STATE.replace("ruleset: titan", "ruleset: ../../etc"), "'../../etc' is not a ruleset here"),
    "ruleset misspelt": (STATE.replace("ruleset: titan", "ruleset: titen"), "(did you mean 'titan'?)"),
    "format 2": (STATE.replace("format: 1", "format: 2"), "st.yaml:1:9: format: must be 1, not the number 2"),
    "format true": (STATE.replace("format: 1", "format: true"), "format: must be 1, not true"),
    "format 1.0": (STATE.replace("format: 1", "format: 1.0"), "st.yaml:1:9: format"),
    "utf-16": (STATE.encode("utf-16"), "not UTF-8"),
    "half of a letter after a mark": (b"\xef\xbb\xbfa:\xff", "st.yaml:1:3: byte 0xff is not UTF-8 text"),
    "half of a letter": (STATE.encode() + b"\xff", "st.yaml:18:1: byte 0xff is not UTF-8 text; save the file as UTF-8"),
    "a NUL": (STATE.replace("plains", "pl\0ains"), "st.yaml:6:17: the character U+0000 is not allowed"),
    "an escape": (STATE.replace("plains", "\x1b[31m"), "st.yaml:6:15: the character U+001B is not allowed"),
    "a tab": (STATE.replace("  battleland", "\tbattleland"), "st.yaml:6:1: not readable as YAML: there is a tab here"),
    "a key twice": (STATE.replace("round: 2", "round: 2\n  round: 3"), "st.yaml:9:3: the key 'round' is given a"),
    "an alias bomb": (BOMB, "st.yaml:7:"),
    "an alias bomb inside": (STATE.replace("game: g1\n", "game: g1\n" + BOMB), "values, aliases counted"),
    "many aliases": (STATE.replace("game: g1", f"x: &a 1\ny: [{'*a,' * 1001}]"), "more than 1,000 aliases"),
    "an alias of itself": ("&a [*a]\n", "the alias *a names nothing defined before it"),
    "deep lists": ("[" * 5000, "st.yaml:1:65: nested deeper than 64 levels"),
    "deep lists closed": ("[" * 5000 + "]" * 5000, "nested deeper than 64 levels"),
    "deep mappings": ("\n".join(" " * n + "a:" for n in range(500)), "nested deeper than 64 levels"),
    "a Python tag": ("!!python/object/apply:os.system ['id']\n", "python/object/apply:os.system is not allowed"),
    "a tag on a value": (STATE.replace("plains", "!!python/name:os.x plains"), "st.yaml:6:15: the tag"),
    "a tag on a key": (STATE.replace("game: g1", "!!int 3: 1"), "st.yaml:3:1: the tag"),
    "a merge key": (STATE.replace("game: g1", "<<: {game: g1}"), "st.yaml:3:1: merge keys (<<) are not read here"),
    "a key that is a list": (STATE.replace("game: g1", "? [a]\n: 1"), "a key must be a plain word"),
    "an unclosed quote": (STATE.replace("plains", '"plains'), "not readable as YAML"),
    "an unknown key": (
        STATE.replace("  round: 2", "  rownd: 2"),
        "st.yaml:8:3: battle: 'rownd' is not a key here (did",
    ),
    "a huge number": (STATE.replace("round: 2", "round: 1" + "0" * 40), "st.yaml:8:10: a number of 41 digits is too"),
    "infinity": (STATE.replace("round: 2", "round: 1.0e999"), "st.yaml:8:10: a number this large is not read"),
    "a trace": ("format: 1\nruleset: titan\nsteps: []\nrolls: []\n", "'steps' is not a key here"),
    "orders": (ORDERS, "this is a document of orders; a state is expected here"),
    "no battle": ("format: 1\nruleset: titan\n", "is missing"),
    "an unknown character": (
        STATE.replace("ogre,", "oger,"),
        "st.yaml:13:29: battle.pieces[1].character: 'oger' is no",
    ),
    "an unknown hex": (STATE.replace("hex: C3", "hex: Z9"), "battle.pieces[1].hex: 'Z9' is no hex"),
    "a hex twice": (STATE.replace("hex: C2", "hex: C3"), "C3 is taken by 'ogre-1'"),
    "an id twice": (STATE.replace("lion-1", "ogre-1"), "'ogre-1' is the name of piece 1 already"),
    "too many hits": (STATE.replace("hex: C3", "hex: C3, hits: 9"), "9 hits are more than its Power-factor of 6"),
    "too many pieces": (
        STATE + "".join(f"  - {{id: p{n}, character: ogre, side: attacker}}\n" for n in range(101)),
        "battle.pieces: must have at most 100 entries, not 106",
    ),
    "a name with a line feed": (STATE.replace("game: g1", 'game: "g\\n"'), "game: 'g\\n' is not a name"),
    "an option that is none": (STATE.replace("game: g1", "options: {wall: x}"), "'wall' is not an option of titan"),
    "an option's value": (STATE.replace("game: g1", "options: {wall_skill: x}"), "'wall_skill' cannot be 'x'"),
    "an option that is a list": (
        STATE.replace("game: g1", "options: {wall_skill: [x]}"),
        "options.wall_skill: must be",
    ),
}


@pytest.mark.parametrize("name", UNREADABLE_STATES)
def test_a_state_that_cannot_be_read(name: str, here: Path) -> None:
    text, message = UNREADABLE_STATES[name]
    write(here, st=text)
    before = listing(here)
    said = referee("adjudicate", "st.yaml", "orders.yaml", "--seed", "x", "-o", "next.yaml", "--trace", "trace.yaml")
    assert said.code == 2
    assert message in said.err
    assert said.out == ""
    assert PLACED.match(said.err), said.err
    assert listing(here) == before


NO_ROUNDS = ["010", "1e3", "1_000", "NaN", ".nan", ".inf", "-.inf", "0x10", "0b1", "0o7", "2.0", "2.5", "1:2"]
NO_ROUNDS += [
    "2020-01-01",
    "true",
    "no",
    "~",
    "''",
    "'2'",
    "[]",
    "{}",
    "-1",
    "-0",
    "0",
    "8",
    "1001",
    "9" * 18,
    "--2",
    "２",
]


@pytest.mark.parametrize("number", NO_ROUNDS)
def test_what_is_no_round(number: str, here: Path) -> None:
    write(here, st=STATE.replace("round: 2", f"round: {number}"))
    said = referee("check", "st.yaml", "orders.yaml")
    assert said.code == 2
    place = "8:3" if number in ("[]", "{}") else "8:10"
    assert said.err.startswith(f"st.yaml:{place}: battle.round: must be "), said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("value", ["true", "null", "3", "2.5", "[x]", "{a: b}"])
def test_what_is_no_id(value: str, here: Path) -> None:
    write(here, st=STATE.replace("id: ogre-1", f"id: {value}"))
    said = referee("check", "st.yaml", "orders.yaml")
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert said.err.startswith("st.yaml:13:")
    assert "battle.pieces[1].id: must be text" in said.err


@pytest.mark.parametrize("text", [STATE.replace("\n", "\r\n"), "\ufeff" + STATE, "---\n" + STATE + "...\n"])
def test_what_editors_add_is_read(text: str, here: Path) -> None:
    write(here, st=text)
    assert referee("check", "st.yaml", "orders.yaml").code == 0


STEERED = ["ogre-1", "character: ogre", "side: attacker", "hex: C3", "attacker: black", "g1", "plains", "phase: strike"]


@pytest.mark.parametrize("old", sampled([*STEERED, "round:", "battle:", "titan\n"], 4))
@pytest.mark.parametrize("bad", ["\\e[31m", "\\x9b31m", "\\0", "\\a", "\\x7f", "\\N"])
def test_what_steers_a_terminal_is_written_out(old: str, bad: str, here: Path) -> None:
    key, _, value = old.partition(": ")
    said_in = (
        f'{key}: "x{bad}"'
        if value
        else f'"x{bad}":'
        if old.endswith(":")
        else f'"x{bad}"\n'
        if "\n" in old
        else f'"x{bad}"'
    )
    write(here, st=STATE.replace(old, said_in, 1))
    for command in (["check", "st.yaml", "orders.yaml"], ["legal", "st.yaml"], ["show", "st.yaml"]):
        said = referee(*command)  # looks for controls in all that is printed
        assert said.code in (1, 2)
        assert "\\x" in said.all


@pytest.mark.parametrize("field", ["ogre-1", "troll-1", "black", "strike:", "titan", "step:", "12"])
def test_orders_that_steer_a_terminal(field: str, here: Path) -> None:
    write(here, orders=ORDERS.replace(field, f'"x{ESC}":' if field.endswith(":") else f'"x{ESC}"', 1))
    for flags in ([], ["--json"]):
        said = referee("check", "st.yaml", "orders.yaml", *flags)
        assert said.code in (1, 2)
        assert "\\x1b" in said.all or "\\u001b" in said.all or "no verb here" in said.all


@pytest.mark.parametrize("name", ["no\x1b[31m.yaml", "no\nst.yaml:1:1: forged", "no\x9b31m.yaml", ""])
def test_file_names_that_steer_a_terminal(name: str) -> None:
    said = referee("check", name, "orders.yaml")
    assert said.code == 2
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("row", "message", "also"),
    [
        ("{strike: ogre-9, at: troll-1}", "orders[1].strike: 'ogre-9' is no piece", "did you mean 'ogre-1'"),
        ("strike ogre-1 at troll-1 dice 777", "7 cannot be rolled", "LoT 12.0"),
    ],
)
def test_orders_against_the_rules(row: str, message: str, also: str, here: Path) -> None:
    write(here, orders=orders(row))
    before = listing(here)
    outputs = ["-o", "next.yaml", "--trace", "trace.yaml", "--seed", "x"]
    said = referee("adjudicate", "st.yaml", "orders.yaml", *outputs)
    assert said.code == 1
    assert said.err.startswith("orders.yaml:5:")
    assert message in said.err
    assert also in said.err
    assert "nothing was written" in said.err
    assert listing(here) == before
    assert message in referee("check", "st.yaml", "orders.yaml").out


def test_a_stranger_concedes_nothing(here: Path) -> None:
    write(here, orders=orders("{concede: battle}").replace("player: black", "player: xack"))
    for command in ("check", "adjudicate"):
        said = referee(command, "st.yaml", "orders.yaml")
        assert (said.code, "'xack' is no player of this game; the players are black, red" in said.all) == (1, True)


UNREADABLE_ORDERS: dict[str, tuple[str, str]] = {
    "a verb misspelt": ("{strik: ogre-1, at: troll-1}", "5:5: orders[1]: no verb here: 'strik' is not known (did you"),
    "no verb": ("{}", "5:5: orders[1]: no verb here; an order begins with its verb"),
    "two verbs": ("{strike: a, move: a, at: b, to: C3}", "an order has one verb; here are strike and move"),
    "a number": ("7", "5:5: orders[1]: an order is a mapping or a line of text, not the number 7"),
    "nothing": ("null", "5:5: orders[1]: an order is a mapping or a line of text, not nothing"),
    "a field too many": ("{strike: ogre-1, at: troll-1, foo: 1}", "orders[1]: 'foo' is not a key here"),
    "a field of another verb": ("{end: strike, at: troll-1}", "5:19: orders[1]: 'at' is not a key here"),
    "a reserved word": (
        "{strike: ogre-1, at: troll-1, if: x}",
        "'at' cannot stand beside 'if'; an order stands under 'then'",
    ),
    "a wrong type": ("{strike: ogre-1, at: 3.5}", "5:26: orders[1].at: must be"),
    "dice in words": ("{strike: ogre-1, at: troll-1, dice: six}", "orders[1].dice: must be a list, not 'six'"),
    "dice of halves": ("{strike: ogre-1, at: troll-1, dice: [1.5]}", "orders[1].dice[1]: must be a whole number"),
    "a thousand dice": (f"{{strike: ogre-1, at: troll-1, dice: [{'1,' * 1000}]}}", "must have at most 200 entries"),
    "number 0": ("{strike: ogre-1, at: troll-1, number: 0}", "orders[1].number: must be at least 1, not 0"),
    "a phase that is none": ("{end: lunch}", "5:11: orders[1].end: in a battle: 'lunch' is not one of "),
    "an empty line": ("''", "orders[1]: an order is empty"),
    "half a line": ("strike", "5:5: orders[1]: 'strike' needs a value, as in strike ogre-1 at lion-2"),
    "a line of brackets": ("'strike ogre-1 at " + "[" * 5000 + "'", "orders.yaml:5:"),
    "a line with a huge number": ("strike ogre-1 at troll-1 number " + "9" * 5000, "'number' is a number"),
    "half a character": ("'strike \"\\ud800\" at troll-1'", "orders[1]: this quoted word has a wrong escape"),
}


@pytest.mark.parametrize("name", UNREADABLE_ORDERS)
def test_orders_that_cannot_be_read(name: str, here: Path) -> None:
    row, message = UNREADABLE_ORDERS[name]
    write(here, orders=orders(row))
    before = listing(here)
    said = referee("adjudicate", "st.yaml", "orders.yaml", "--seed", "x", "-o", "next.yaml")
    assert said.code == 2
    assert said.err.startswith("orders.yaml:5:")
    assert message in said.err
    assert listing(here) == before


def test_everything_wrong_is_told_at_once(here: Path) -> None:
    write(here, st=STATE.replace("round: 2", "round: 0").replace("hex: C3", "hexx: C3").replace("side: def", "side: d"))
    said = referee("check", "st.yaml", "orders.yaml")
    assert [row.split(": ")[0] for row in said.err.splitlines()] == [
        "st.yaml:8:10", "st.yaml:13:51", "st.yaml:16:43", "st.yaml:17:43",
    ]  # fmt: skip
    bad = "format: x\nruleset: titan\nplayer: [1]\nstep: a\nfoo: 1\norders:\n  - {strike: 3.5}\n  - {strik: 4}\n  - 7\n"
    write(here, st=STATE, one=bad, two="format: 1\n")
    said = referee("check", "st.yaml", "one.yaml", "two.yaml")
    assert said.code == 2
    found = {row.split(": ")[0] for row in said.err.splitlines()}
    assert {f"one.yaml:{place}" for place in ("1:9", "3:1", "4:7", "5:1", "7:5", "7:14", "8:5", "9:5")} <= found
    assert "two.yaml:1:1" in found


def test_every_objection_is_told_at_once(here: Path) -> None:
    write(here, orders=orders("{strike: ogre-9, at: troll-1}", "{strike: lion-1, at: titan-2}", "{end: strike}"))
    said = referee("adjudicate", "st.yaml", "orders.yaml", "--seed", "x")
    assert said.code == 1
    assert [row.split(":")[1] for row in said.err.splitlines()[:-1]] == ["5", "6", "7"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("player: black", "player: white", "'white' is no player of this game; the players are black, red"),
        ("player: black", "player: red", "black strikes now"),
        ("step: 12", "step: 11", "these orders answer step 11; the game is at step 12"),
        ("step: 12", "game: other", "these orders belong to game 'other', not to 'g1'"),
        ("ruleset: titan", "ruleset: titan-valley", "these orders are for titan-valley"),
    ],
)
def test_heads_that_do_not_fit(old: str, new: str, message: str, here: Path) -> None:
    write(here, orders=ORDERS.replace(old, new))
    said = referee("adjudicate", "st.yaml", "orders.yaml", "--seed", "x", "-o", "next.yaml")
    assert said.code == 1
    assert message in said.err
    assert not (here / "next.yaml").exists()


def test_orders_of_another_game_are_told_so_and_nothing_else(here: Path) -> None:
    write(here, orders="format: 1\nruleset: battalions\nplayer: red\ncombat: [1, 2]\norders: [{command: hold}]\n")
    said = referee("check", "st.yaml", "orders.yaml")
    assert said.code == 2
    assert said.err == "orders.yaml:2:10: ruleset: these orders are for battalions; the game is played by titan\n"


@pytest.mark.parametrize("ruleset", ["titan-valley", "titn"])
def test_the_wrong_ruleset_is_told_before_what_else_is_wrong(ruleset: str, here: Path) -> None:
    write(here, orders=orders("{mve: lion-1}").replace("ruleset: titan", f"ruleset: {ruleset}"))
    told = referee("check", "st.yaml", "orders.yaml").err.splitlines()
    assert told[0].endswith(f"these orders are for {ruleset}; the game is played by titan")
    assert told[1].endswith("no verb here: 'mve' is not known (did you mean 'move'?)")


def test_two_documents_of_one_player_are_to_be_one(here: Path) -> None:
    write(here, one=ORDERS, two=ORDERS)
    said = referee("check", "st.yaml", "one.yaml", "two.yaml")
    assert said.code == 1
    assert "two.yaml: black has orders in one.yaml already; put them all into one document" in said.all


def test_a_verb_without_a_value_is_answered_in_the_form_it_was_written(here: Path) -> None:
    write(here, orders=orders("{flee: }", "flee", "{end: }"))
    assert [row.partition("]")[2] for row in referee("check", "st.yaml", "orders.yaml").err.splitlines()] == [
        ".flee: 'flee' needs a value, as in {flee: 38}",
        ": 'flee' needs a value, as in flee 38",
        ".end: in a battle: 'end' needs a value: maneuver or strike; "
        "on the Masterboard: 'end' needs a value: commencement, movement, engagement or enlistment",
    ]


def test_orders_in_plain_text_may_stand_in_a_list(here: Path) -> None:
    listed = ["- strike ogre-1 at troll-1", "2. strike lion-1 at titan-2", "* frob", "> end strike", "– END Strike"]
    (here / "o.txt").write_text("player: black\n\n" + "\n".join(listed[:2]) + "\n", encoding="utf-8")
    assert "o.txt:4:21: orders[2].at:" in referee("check", "st.yaml", "o.txt").out
    (here / "o.txt").write_text("player: black\n\n" + "\n".join(listed[2:]) + "\n", encoding="utf-8")
    said = referee("check", "st.yaml", "o.txt")
    assert said.code == 2
    assert "o.txt:3:3: orders[1]: 'frob' begins no order" in said.err
    assert "o.txt:4:1: orders[2]: this line is quoted from another message" in said.err


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("dice", "reduce", ""),
        ("to", "stop", ""),
        ("combat", "format", ""),
        ("mvoe", "move", "move"),
        ("edn", "end", "end"),
        ("nove", "move", "move"),
        ("rogre", "ogre", "ogre"),
        ("blck", "black", "black"),
    ],
)
def test_only_a_word_that_is_near_is_asked_after(word: str, known: str, near: str) -> None:
    assert nearest(word, [known]) == (f" (did you mean '{near}'?)" if near else "")


DICE: dict[str, tuple[str, int, str]] = {
    "too few": (f"{EVENT}: [1, 2]", 1, "too few dice: 6 are due"),
    "too many": (f"{EVENT}: [1, 2, 3, 4, 5, 6, 6]", 1, "too many dice: 6 are due"),
    "of 7": (f"{EVENT}: [7, 1, 1, 1, 1, 0]", 1, "0 and 7 cannot be rolled (LoT 12.0)"),
    "none": (f"{EVENT}: []", 1, "too few dice: 6 are due"),
    "for nobody": (f"{EVENT}: [1, 1, 1, 1, 1, 1]\n{EVENT[:-1]}9: [1]", 1, f"no roll here is '{EVENT[:-1]}9'"),
    "for an escape": (f'"x{ESC}": [1]', 1, "no roll here is 'x\\x1b[31m'"),
    "in words": (f"{EVENT}: '666666'", 2, "d.yaml:1:34: battle/2/strike/attacker/ogre-1: must be a list"),
    "of halves": (f"{EVENT}: [1.0]", 2, "[1]: must be a whole number"),
    "a list": ("[1, 2]", 2, "d.yaml:1:1: must be a mapping, not a list"),
    "twice": ("a: [1]\na: [2]", 2, "d.yaml:2:1: the key 'a' is given a second time"),
}


@pytest.mark.parametrize("name", DICE)
def test_files_of_dice(name: str, here: Path) -> None:
    text, code, message = DICE[name]
    write(here, d=text, orders=orders("{strike: ogre-1, at: troll-1}"))
    said = referee("adjudicate", "st.yaml", "orders.yaml", "--dice", "d.yaml", "-o", "next.yaml")
    assert (said.code, message in said.err) == (code, True), said.err
    assert not (here / "next.yaml").exists()


SECRETS = {
    "short": "00" * 31,
    "long": "00" * 33,
    "not hexadecimal": "zz" * 32,
    "empty": "",
    "two lines": ("00" * 32 + "\n") * 2,
}


@pytest.mark.parametrize("name", SECRETS)
def test_secrets_that_are_none(name: str, here: Path) -> None:
    (here / "s").write_text(SECRETS[name])
    said = referee("adjudicate", "st.yaml", "orders.yaml", "--secret", "s", "-o", "next.yaml")
    assert (said.code, said.err) == (2, "s: is not a secret of 64 hexadecimal digits\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--secret", "no/s"], "no/s: there is no such file; a secret is made by `referee new` or `referee commit`"),
        (["--secret", "."], ".: cannot be read"),
        (["--secret", "s", "--seed", "x"], "--seed: is given with --secret"),
        (["--dice", "no"], "no: cannot be read: No such file"),
        (["--dice", "."], ".: cannot be read: Is a directory"),
        (["-o", "st.yaml"], "st.yaml: already exists; --force overwrites it"),
        (["-o", "st.yaml", "--trace", "orders.yaml"], "orders.yaml: is an input of this command"),
        (["-o", "."], ".: is a folder"),
        (["-o", ".", "--force"], ".: is a folder"),
        (["-o", "orders.yaml", "--force"], "orders.yaml: is an input of this command, and would be lost"),
        (["--trace", "st.yaml", "--force"], "st.yaml: is an input of this command, and would be lost"),
        (["-o", "no/next"], "no/next: there is no such folder"),
        (["-o", "st.yaml/next"], "st.yaml/next: there is no such folder"),
        (["-o", "n", "--trace", "./n"], "two outputs cannot be the same file"),
        (["-o", "-", "--trace", "-"], "two outputs cannot be the same file"),
        (["-o", "ok.yaml", "--trace", "no/trace"], "no/trace: there is no such folder"),
        (["-o", "x" * 300], "File name too long"),
        (["-o", "a\x1b[31m/b"], "a\\x1b[31m/b: there is no such folder"),
        (["-o", "pipe", "--force"], "pipe: is not a regular file"),
    ],
)
def test_files_that_cannot_be(arguments: list[str], message: str, here: Path) -> None:
    os.mkfifo(here / "pipe")
    before = {p.name for p in here.iterdir()}
    if "--secret" not in arguments:
        arguments = ["--seed", "x", *arguments]
    said = referee("adjudicate", "st.yaml", "orders.yaml", *arguments)
    assert (said.code, message in said.err) == (2, True), said.err
    assert {p.name for p in here.iterdir()} == before


def test_stdin_is_read_once() -> None:
    said = referee("adjudicate", "-", "-", stdin=STATE)
    assert (said.code, said.err) == (2, "stdin: is given twice; it can be read only once\n")


GOOD = json.dumps({
    "id": 7, "format": 1, "ruleset": "titan", "ask": {"strike": "a", "at": "b"},
    "battle": {"battleland": "plains", "pieces": [
        {"id": "a", "character": "troll", "side": "attacker", "hex": "C3"},
        {"id": "b", "character": "ogre", "side": "defender", "hex": "C4"},
    ]},
})  # fmt: skip
BAD_LINES = {
    "no JSON": ("{hello", "not readable as JSON"),
    "a list": ("[1]", "not a list"),
    "a key twice": (GOOD[:-1] + ', "id": 8}', "the key 'id' is given a second time"),
    "NaN": (GOOD.replace("7", "NaN", 1), "NaN is not a number"),
    "1e999": (GOOD.replace("7", "1e999", 1), "a number this large is not read"),
    "5,000 digits": (GOOD.replace("7", "1" * 5000, 1), "a number of 5000 digits is too large"),
    "10,000 levels": (GOOD[:-1] + ', "x": ' + "[" * 10000 + "]" * 10000 + "}", "nested deeper than 64 levels"),
    "70 levels": (GOOD.replace("7", "[" * 70 + "]" * 70, 1), "nested deeper than 64 levels"),
    "half a character": (GOOD.replace('"C3"', '"\\ud800"'), "half of a surrogate pair"),
    "half a character as id": (GOOD.replace("7", '"\\ud800"', 1), "half of a surrogate pair"),
    "an escape": (GOOD.replace('"C3"', '"\\u001b[31m\\u009b"'), "is no hex"),
    "DEL": (GOOD.replace('"C3"', '"\x7f"'), "is no hex"),
    "a raw C1": (GOOD.replace('"C3"', '"\x9b31m"'), "is no hex"),
    "no UTF-8": (GOOD.encode().replace(b"C3", b"\xff"), "not UTF-8"),
    "a tab before": ("\t" + GOOD.replace('"C3"', '"Z9"'), "'Z9' is no hex"),
    "a million letters": (GOOD[:-1] + ', "' + "x" * 1_000_000 + '": 1}', "is not a key here"),
    "no question": (GOOD.replace('"ask"', '"task"'), "'ask' is missing"),
    "no piece": (GOOD.replace('"at": "b"', '"at": "z"'), "ask.at: 'z' is no piece"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_among_good_ones(name: str) -> None:
    line, message = BAD_LINES[name]
    rows = [GOOD.encode(), line.encode() if isinstance(line, str) else line, GOOD.encode()]
    said = referee("ask", "--jsonl", stdin=b"\n".join(rows) + b"\n")
    assert (said.code, said.err) == (2, "")
    answers = [json.loads(row) for row in said.out.splitlines()]
    assert [("answer" in a, "error" in a) for a in answers] == [(True, False), (False, True), (True, False)]
    assert answers[0] == answers[2]
    assert answers[0]["id"] == 7
    assert message in answers[1]["error"][0]
    assert answers[1]["error"][0].startswith("stdin:2:")
    assert "bug" not in said.out
    assert len(said.out) < 10_000


def test_the_id_of_a_bad_line_is_echoed() -> None:
    said = referee("ask", "--jsonl", stdin=GOOD.replace("C3", "Z9").replace("7", '{"a": [1, "x"]}', 1))
    assert json.loads(said.out)["id"] == {"a": [1, "x"]}


MANIFEST = "format: 1\nruleset: mine\ntitle: Mine\nextends: titan\n"


def test_rulesets_that_extend_each_other(here: Path) -> None:
    for one, other in (("mine", "yours"), ("yours", "mine")):
        (here / one).mkdir()
        write(here / one, manifest=MANIFEST.replace("mine", one).replace("s: titan", f"s: {other}"))
    assert "extends itself" in referee("lint", "mine").err


NEW = [
    ["--battleland", "zz"], ["--zz", "1"], ["foo"], ["--attacking", "ogre,,ogre"], ["--attacking", "ogre," * 8],
    ["--attacker", "\x1b"], ["--attacker"], ["--attacker", "--5"], ["--game", "a b"], ["--option", "x"],
    ["--option", "wall_skill=zz"],
]  # fmt: skip
LINES = ["", "plains", "strike", ";;;", "[" * 5000, '"plains', "\x1b[31m; reach a"]
LINES += [f"plains; attacker {odd} C3; reach C3" for odd in ("zz", '{"a": 1}', '"\\ud800"', "[1]")]
NONSENSE = [
    ["lint", "nope"], ["lint", "../../etc"], ["lint", "."], ["rules", "nope"], ["rules", "../titan"], ["schema", "zz"],
    ["rules", "titan", "LoT", "99"], ["rules", "titan", "\x1b[31m"], ["rules", "titan", "--coverage", "--cases", "n"],
    ["schema", "table", "titan", "zz"], ["test", "no"], ["zz"], ["\x1b[31m"], ["check", "--\x1b[31m"], ["check"],
    ["ask"], ["view", "st.yaml", "--player", "x\x1b"], ["explain", "st.yaml"], ["replay", "st.yaml"],
    ["ask", "st.yaml"], ["ask", "st.yaml", "strike zz at troll-1"], ["ask", "-r", "nope", "x"], ["ask", "a", "b", "c"],
    *(["new", "titan", *more] for more in NEW),
    *(["ask", "-r", "titan", line] for line in LINES),
]  # fmt: skip


@pytest.mark.parametrize("arguments", NONSENSE, ids=lambda a: " ".join(a)[:50].encode("unicode_escape").decode())
def test_nonsense_is_bad_usage(arguments: list[str]) -> None:
    said = referee(*arguments)
    assert said.code == 2
    assert said.err
    assert len(said.err) < 5000


def test_no_cases_are_no_success(here: Path) -> None:
    (here / "none").mkdir()
    (here / "empty.yaml").write_text("")
    assert referee("test", "none").code == 2
    assert "there are no cases" in referee("test", "empty.yaml").err


def many_pieces(row: str, number: int) -> str:
    return STATE + "".join(f"  - {row}\n".replace("N", str(n)) for n in range(number))


HUGE = {
    "over the limit": (lambda: b"a: " + b"x" * (64 << 20), "larger than 64 MiB"),
    "one long word": (lambda: STATE.replace("plains", "x" * 5_000_000), "battle.battleland: 'xxx"),
    "many pieces": (lambda: many_pieces("{id: pN, character: 3, side: x}", 60_000), "must have at most 100 entries"),
    "many faults": (lambda: STATE + "".join(f"k{n}: 1\n" for n in range(60_000)), "there is more; these"),
    "many keys twice": (lambda: STATE + "a: 1\n" * 500_000, "there is more"),
    "many values": (lambda: "[" + "1," * 3_000_000 + "1]", "more than 2,000,000 values"),
    "many wrong options": (
        lambda: STATE.replace("game: g1", "options: {" + ",".join(f"k{n}: []" for n in range(50_000)) + "}"),
        "options.k0",
    ),
    "late in a list": (
        lambda: STATE.replace("  pieces:", f"  may_muster: [{'ogre,' * 50_000} 7]\n  pieces:"),
        "battle.may_muster: must have at most 100 entries",
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", part(list(HUGE), 2))
def test_huge_files_are_refused_within_bounds(name: str, here: Path) -> None:
    make, message = HUGE[name]
    write(here, st=make())
    most = "import resource; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))"
    script = f"{most}; import referee.cli; referee.cli.main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "check", "st.yaml", "orders.yaml"], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, message in done.stderr) == (2, True), done.stderr[:2000]
    assert len(done.stderr) < 30_000


@pytest.mark.slow
def test_many_orders_are_judged(here: Path) -> None:
    write(here, orders=orders(*["{strike: ogre-9, at: troll-1}"] * 5000))
    said = referee("check", "st.yaml", "orders.yaml")
    assert said.code == 1
    assert "there is more" in said.all or said.all.count("ogre-9") >= 100


def test_a_question_needs_no_more_than_it_says(here: Path) -> None:
    write(here, q=QUESTION)
    assert referee("ask", "q.yaml").code == 0


@pytest.mark.parametrize("given", [5, None, [1], 1.5, True])
def test_the_api_says_what_it_cannot_read(given: Any) -> None:
    calls: list[Callable[[Any], Any]] = [api.ask, lambda v: api.check(v, []), lambda v: api.adjudicate(v, [])]
    for call in calls:
        with pytest.raises(api.Unreadable, match="is text or a mapping"):
            call(given)


@pytest.mark.parametrize("orders", [5, None, True])
def test_the_api_wants_documents_of_orders(orders: Any) -> None:
    with pytest.raises(api.Unreadable, match="are documents, or one of them"):
        api.check(STATE, orders)


@pytest.mark.parametrize("text", ["hello\n", "- 1\n", "3\n", "null\n", "[]\n"])
def test_orders_that_are_no_mapping(text: str, here: Path) -> None:
    write(here, o=text)
    for command in ("check", "adjudicate"):
        said = referee(command, "st.yaml", "o.yaml")
        assert (said.code, bool(PLACED.match(said.err))) == (2, True), said.err


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("8,red", "'8' is a number; a player has a name"),
        ("anna,Anna", "'Anna' differs from another name in capitals only"),
        ("anna,anna", "'anna' is named twice"),
    ],
)
def test_names_that_players_cannot_have(players: str, message: str) -> None:
    said = referee("new", "titan", "--players", players)
    assert (said.code, said.err) == (2, f"{message}\n")


def test_types_and_tables_are_judged_in_one_run(here: Path) -> None:
    wrong = STATE.replace("game: g1", "options: {wall_skil: x, clock: [1]}").replace("plains", "plans")
    wrong = wrong.replace("character: lion", "character: loin").replace("hex: C3", "hex: Z9, hits: many")
    write(here, st=wrong.replace("phase: strike", "fase: strike"))
    for command in (["check", "st.yaml", "orders.yaml"], ["show", "st.yaml"], ["legal", "st.yaml"]):
        told = referee(*command).err.splitlines()
        assert [row.split(": ")[1] for row in told] == [
            "options.wall_skil", "options.clock", "battle.battleland", "battle",
            "battle.pieces[1].hex", "battle.pieces[1].hits", "battle.pieces[2].character",
        ]  # fmt: skip


def test_what_is_filled_in_for_a_thing_that_is_no_thing_is_never_told(here: Path) -> None:
    write(here, st=STATE.replace("  pieces:", "  pieces:\n  - 7\n  - {character: oger}"))
    told = referee("show", "st.yaml").err.splitlines()
    assert [row.split(": ", 1)[1] for row in told] == [
        "battle.pieces[1]: must be a mapping, not the number 7",
        "battle.pieces[2]: 'id' is missing",
        "battle.pieces[2]: 'side' is missing",
        "battle.pieces[2].character: 'oger' is no character (did you mean 'ogre'?)",
    ]


def test_state_orders_and_dice_are_judged_in_one_run(here: Path) -> None:
    write(here, st=STATE.replace("plains", "plans"), orders=ORDERS.replace("{end: strike}", "{edn: strike}"), d="[1]")
    write(here, two="format: 1\nruleset: titan\nplayer: [red\n", three=ORDERS.replace("step: 12", "stepp: 12"))
    files = ["st.yaml", "orders.yaml", "two.yaml", "three.yaml"]
    for command in (["check"], ["adjudicate", "--secret", "no/secret"]):
        said = referee(*command, *files, "--dice", "d.yaml")
        assert said.code == 2
        places = [row.split(":")[0] for row in said.err.splitlines()]
        assert places[:5] == ["st.yaml", "orders.yaml", "two.yaml", "three.yaml", "d.yaml"]


def test_a_state_that_a_command_may_show_is_one_that_check_reads(here: Path) -> None:
    slain = STATE.replace("  pieces:", "  slain: [{id: x, character: oger, side: attacker}]\n  pieces:")
    write(here, st=slain)
    commands = [["check", "st.yaml", "orders.yaml"], ["view", "st.yaml", "--player", "red"]]
    for command in (
        *commands,
        ["show", "st.yaml"],
        ["legal", "st.yaml"],
        ["ask", "st.yaml", "strike ogre-1 at troll-1"],
    ):
        said = referee(*command)
        assert (said.code, said.out) == (2, "")
        assert "battle.slain[1].character: 'oger' is no character (did you mean 'ogre'?)" in said.err


def test_a_trace_of_a_state_that_cannot_be_is_not_explained(here: Path) -> None:
    assert referee("adjudicate", "st.yaml", "orders.yaml", "--seed", "x", "--trace", "t.yaml").code == 0
    trace = (here / "t.yaml").read_text()
    write(here, t=trace.replace("id: titan-2, character: titan", "id: titan-2, character: titen", 1))
    for flags in ([], ["--player", "red"], ["--json"], ["--format", "html"]):
        said = referee("explain", "t.yaml", *flags)
        assert (said.code, said.out) == (2, "")
        assert PLACED.match(said.err)
        assert "before.battle.pieces" in said.err or "'titen' is no character (did you mean 'titan'?)" in said.err
    # what was ruled under other tables is told as it was
    write(here, t=trace.replace("character: titan", "character: titen", 1).replace("digest: ", "digest: 0"))
    assert referee("explain", "t.yaml").code == 0
    assert referee("explain", "t.yaml", "--player", "red").code == 2


def test_a_ruleset_that_is_not_sound_is_not_played_by(here: Path) -> None:
    (here / "mine").mkdir()
    write(here / "mine", manifest=MANIFEST, battlelands="battlelands: {plains: {hexsides: {slope: [C3]}}}\n")
    write(here, st=STATE.replace("ruleset: titan", "ruleset: mine"))
    told = "battlelands.yaml:1:43: battlelands.plains.hexsides.slope[1]: 'C3' is not written high>low, as in B1>B2\n"
    for command in (["lint", "mine"], ["new", "mine"], ["show", "st.yaml"], ["rules", "mine"], ["legal", "st.yaml"]):
        said = referee(*command, "--rulesets", ".")
        assert (said.code, said.out, said.err.endswith(told)) == (2, "", True), said.err


def test_a_key_inside_an_action_is_known_too(here: Path) -> None:
    write(
        here,
        h="""\
format: 1
ruleset: hordes
elements: [{id: r1, army: red, type: blade, x: 500, y: 500, facing: 0}]
ask: {pips: [{move: r1, pth: []}], die: 4}
""",
    )
    assert referee("ask", "h.yaml").err == "h.yaml:4:14: ask.pips[1]: 'pth' is not a key here (did you mean 'path'?)\n"


@pytest.mark.parametrize("words", [["legal", "x\nFORGED", "y"], ["--f\nFORGED"], ["n\nFORGED"], ["schema", "\nFORGED"]])
def test_a_word_of_the_command_line_makes_no_line_of_its_own(words: list[str]) -> None:
    said = referee(*words)
    assert said.code == 2
    assert not [row for row in said.err.splitlines() if row.startswith("FORGED")]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
@pytest.mark.parametrize("words", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_help_is_printed_on_any_terminal(words: list[str], encoding: str) -> None:
    """A sign that the terminal does not have is shown by its code, and nothing is lost."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    with redirect_stdout(out), pytest.raises(SystemExit) as done:
        _group([*words, "--help"], prog_name="referee")
    assert not done.value.code
    with redirect_stdout(wide := io.TextIOWrapper(io.BytesIO(), encoding="utf-8")), pytest.raises(SystemExit):
        _group([*words, "--help"], prog_name="referee")
    raw = [stream.buffer.getvalue() for stream in (out, wide)]  # type: ignore[attr-defined]
    # click takes a terminal of plain ASCII for one of UTF-8
    assert raw[0] == (raw[1] if encoding == "ascii" else raw[1].decode().encode(encoding, "backslashreplace"))


@pytest.mark.parametrize("name", COMMANDS)
def test_an_argument_that_is_not_utf_8_is_a_problem(name: str, here: Path) -> None:
    for words in ([name, "\udcff"], [name, "--x=\udcff"], [name, "titan", "--game", "\udcff"]):
        done = referee(*words)
        assert done.code == 2
        assert f"argument {len(words)} is not UTF-8 text: " in done.err


def test_a_file_whose_name_is_not_utf_8_is_read(tmp_path: Path) -> None:
    path = tmp_path / "\udcff.yaml"
    path.write_text(STATE)
    assert referee("legal", str(path)).code == 0


def test_a_byte_that_is_not_utf_8_is_placed_in_its_column(tmp_path: Path) -> None:
    for name, code, where in (("a.yaml", "check", "2:6"), ("a.txt", "check", "2:6"), ("a.jsonl", "ask --jsonl", "2:6")):
        path = tmp_path / name
        path.write_bytes("{}\nüber \xe9".encode("latin-1").replace(b"\xfc", "ü".encode()))
        words = code.split()
        (tmp_path / "st.yaml").write_text(STATE)
        done = referee(*words, *([str(tmp_path / "st.yaml")] if code == "check" else []), str(path))
        assert done.code == 2
        assert f"{path}:{where}: byte 0xe9 is not UTF-8 text" in done.out.replace("\\\\", "\\") + done.err
