"""A folder of a game: whatever is changed in any of its files is found, and whatever takes no part in it is named."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from running import Said, referee
from seeds import sampled, seeds

from referee.core import documents

PLAYERS = {"g": "green", "r": "red", "b": "black"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beginning of a game of three players: four states, three sheets of orders, three traces."""
    folder = tmp_path_factory.mktemp("begun")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        new = ("--players", "black,red,green", "--secret", "s.secret", "-o", "000.yaml")
        assert referee("new", "titan", *new).code == 0
        state = "000.yaml"
        for number, (name, player) in enumerate(PLAYERS.items(), 1):
            (folder / f"{name}.txt").write_text(f"player: {player}\n\nroll tower\n")
            outputs = ("-o", f"{number}.yaml", "--trace", f"{number}.trace.yaml")
            said = referee("adjudicate", state, f"{name}.txt", *outputs, "--secret", "s.secret")
            assert said.code == 0, said
            state = f"{number}.yaml"
    return folder


@pytest.fixture
def game(begun: Path, here: Path) -> Path:
    shutil.copytree(begun, here, dirs_exist_ok=True)
    return here


def put(path: Path, was: str, now: str) -> None:
    text = path.read_text()
    assert was in text
    path.write_text(text.replace(was, now, 1))


def resealed(path: Path, change: Callable[[Any], object]) -> None:
    """Change a trace, and give it the digests of what it says now."""

    def digest(value: Any) -> str:
        return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    trace = yaml.safe_load(path.read_text())
    change(trace)
    del trace["after"]["chain"]
    chain = {"trace": digest(trace)}
    chain["content"] = digest({**trace["after"], "chain": chain})
    trace["after"]["chain"] = chain
    path.write_text(yaml.safe_dump(trace, sort_keys=False))


def told(said: Said, *names: str) -> None:
    assert said.code == 1, said
    assert all(name in said.out for name in names), said


def test_nothing_is_said_of_the_game_as_it_was_played(game: Path) -> None:
    said = referee("replay", ".")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("the same: 3 traces, ")


MARKS = ["case: x", "ask: {}", "player: red", "orders: []", "given: {}", "armies: {}", "view: red", "a/b: [1]"]


@pytest.mark.parametrize("mark", MARKS)
def test_a_state_is_compared_whatever_else_it_looks_like(mark: str, game: Path) -> None:
    path = game / "2.yaml"
    path.write_text(f"{mark}\n{path.read_text()}")
    told(referee("replay", "."), "2.yaml: is not as 2.trace.yaml wrote it")
    put(path, "score: {black: 0", "score: {black: 100")
    told(referee("replay", "."), "2.yaml: is not as 2.trace.yaml wrote it")


@pytest.mark.parametrize("mark", sampled([*MARKS, "steps: []", "before: {}", "rules: {}", "chain: {}", "format: 2"], 4))
@pytest.mark.parametrize("file", ["000.yaml", "1.trace.yaml", "2.trace.yaml", "3.yaml", "g.txt", "b.txt"])
def test_a_line_added_to_any_file_is_found(mark: str, file: str, game: Path) -> None:
    path = game / file
    path.write_text(f"{mark}\n{path.read_text()}")
    said = referee("replay", ".")
    assert said.code in (1, 2), said
    assert file in said.all


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("green", "red"), ("player", "plyer"), ("player", "#"), ("roll", "rxll"), ("roll tower", "start"),
        ("player: green", "player: green\nstep: 0"), ("player: green", "player: green\nstep: 7"), ("tower\n", "tower"),
    ],
)  # fmt: skip
def test_a_sheet_that_was_changed_is_found(was: str, now: str, game: Path) -> None:
    put(game / "g.txt", was, now)
    said = referee("replay", ".")
    assert said.code in (1, 2), said
    assert "g.txt" in said.all
    assert "1.trace.yaml" in said.all


@pytest.mark.parametrize("text", [b"", b"# nothing\n", b"hello there\n", b"\xff\xfe\x00binary"])
def test_a_sheet_that_is_no_longer_one_is_found(text: bytes, game: Path) -> None:
    (game / "g.txt").write_bytes(text)
    said = referee("replay", ".")
    assert said.code in (1, 2), said
    assert "g.txt" in said.all


def test_a_state_hidden_in_a_file_of_another_kind_is_found(game: Path) -> None:
    state = yaml.safe_load((game / "2.yaml").read_text())
    given = {key: value for key, value in state.items() if key not in ("ruleset", "rules", "chain")}
    case = {"case": "x", "ruleset": "titan", "given": given}
    (game / "2.yaml").write_text(yaml.safe_dump(case, sort_keys=False))
    told(referee("replay", "."), "2.yaml: is no state of this game", "step 2")


def test_what_takes_no_part_in_the_game_is_named(game: Path) -> None:
    (game / "notes.txt").write_text("red was late again\n")
    (game / "question.yaml").write_text("case: a case\nruleset: titan\ngiven: {}\n")
    (game / "copy.txt").write_text((game / "r.txt").read_text())
    (game / "4.red.txt").write_text("player: red\n\nstart with angel\n")
    said = referee("replay", ".")
    assert said.code == 0, said
    notes = said.err.splitlines()
    assert [note for note in notes if note.endswith(": takes no part in this game")] == [
        "note: notes.txt: takes no part in this game",
        "note: question.yaml: takes no part in this game",
    ]
    assert [note for note in notes if note.endswith(": is answered by no trace here")] == [
        "note: 4.red.txt: is answered by no trace here",
        "note: r.txt: is answered by no trace here",
    ]


@pytest.mark.parametrize("text", ["", "for", "- 1\n- 2\n", "format: 1\nruleset: titan\n"])
def test_a_state_cut_short_is_named(text: str, game: Path) -> None:
    (game / "2.yaml").write_text(text)
    said = referee("replay", ".")
    assert "2.yaml" in said.all
    assert said.code in (1, 2) or text.startswith("-")


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("key", ["content", "trace"])
def test_the_digests_of_the_state_that_a_trace_made_are_covered(key: str, number: int, game: Path) -> None:
    path = game / f"{number}.trace.yaml"
    before, after = path.read_text().rsplit(f"{key}: ", 1)
    path.write_text(f"{before}{key}: {'1' if after[0] == '0' else '0'}{after[1:]}")
    said = referee("replay", ".")
    told(said, f"{number}.trace.yaml: ")
    assert f"\n{number}.yaml: is not" not in f"\n{said.out}", "the state is as it was written"
    said = referee("replay", path.name, "-o", "again.yaml")
    assert (said.code, (game / "again.yaml").exists()) == (1, False)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_trace_that_no_longer_names_itself_is_told(number: int, game: Path) -> None:
    trace, state = game / f"{number}.trace.yaml", game / f"{number}.yaml"
    lines = trace.read_text().splitlines(keepends=True)
    trace.write_text("".join(line for line in lines if not line.startswith("  chain: ")))
    told(referee("replay", "."), f"{number}.trace.yaml: after: changed")
    trace.write_text("".join(line.replace("content: ", "contet: ") for line in lines))
    told(referee("replay", "."), f"{number}.trace.yaml: after: changed")
    state.unlink()
    told(referee("replay", "."), f"{number}.trace.yaml: after: changed")


def test_a_beginning_that_is_left_out_is_told(game: Path) -> None:
    for path in [*game.glob("1*"), *game.glob("000*"), game / "g.txt"]:
        path.unlink()
    told(referee("replay", "."), "2.trace.yaml: previous: names a trace that is not here", "before step 1 is not prove")
    said = referee("replay", "2.trace.yaml", "3.trace.yaml")
    assert (said.code, "2.trace.yaml is not the first trace of its game" in said.err) == (0, True)
    assert referee("replay", "2.trace.yaml").err == ""


def test_a_nonce_that_is_taken_out_is_told_of_the_trace_itself(game: Path) -> None:
    resealed(game / "3.trace.yaml", lambda trace: trace.pop("nonce"))
    told(referee("replay", "3.trace.yaml"), "nonce: none is recorded, and dice were drawn")


def test_terms_of_the_dice_that_were_edited_are_told_first(game: Path) -> None:
    state = yaml.safe_load((game / "2.yaml").read_text())
    state["dice"]["salts"] = {"red": "anvil"}
    state["masterboard"]["score"]["red"] = 5
    (game / "2.yaml").write_text(yaml.safe_dump(state, sort_keys=False))
    for path in game.glob("3*"):
        path.unlink()
    outputs = ("-o", "3.yaml", "--trace", "3.trace.yaml", "--secret", "s.secret")
    assert referee("adjudicate", "2.yaml", "b.txt", *outputs, "--accept-edit", "for luck").code == 0
    said = referee("replay", ".")
    assert (said.code, "openly, 'for luck': dice.salts.red: nothing is written" in said.err) == (0, True), said
    put(game / "2.yaml", "game: ", "game: x-")
    for path in game.glob("3*"):
        path.unlink()
    assert referee("adjudicate", "2.yaml", "b.txt", *outputs, "--accept-edit", "a better name").code == 0
    told(referee("replay", "."), "3.trace.yaml: is of another game than 2.trace.yaml")


@pytest.mark.parametrize("event", ["setup/1/green/tower", "setup-1-green-tower", "setup/1/black/tower", "x"])
@pytest.mark.parametrize("dice", ["[4]", "[6]", "4", "[4, 4]", "x"])
def test_a_file_of_dice_that_was_changed_is_found(event: str, dice: str, game: Path) -> None:
    for path in [*game.glob("[123]*")]:
        path.unlink()
    (game / "d.yaml").write_text("setup/1/green/tower: [4]\n")
    outputs = ("-o", "1.yaml", "--trace", "1.trace.yaml", "--dice", "d.yaml")
    assert referee("adjudicate", "000.yaml", "g.txt", *outputs).code == 0
    (game / "d.yaml").write_text(f"{event}: {dice}\n")
    said = referee("replay", ".")
    assert "d.yaml" in said.all or (event, dice) == ("setup/1/green/tower", "[4]")
    if "/" in event or dice == "[4]":
        assert said.code == ((event, dice) != ("setup/1/green/tower", "[4]")), said


def changes(raw: bytes, chance: Random) -> Iterator[bytes]:
    """Yield a file with one byte of it changed, doubled or left out, and with a line put in or taken away."""
    for place in range(len(raw)):
        letter = chance.choice([b for b in b"0123456789afxyz ,:{}[]-#!&*|>%@\t\n'\"\0\xff" if b != raw[place]])
        yield raw[:place] + bytes([letter]) + raw[place + 1 :]
        yield raw[:place] + raw[place + 1 :]
        yield raw[:place] + raw[place : place + 1] + raw[place:]
    lines = raw.splitlines(keepends=True)
    for number in range(len(lines)):
        yield b"".join([*lines[:number], *lines[number + 1 :]])
        yield b"".join([*lines[:number], chance.choice(MARKS).encode() + b"\n", *lines[number:]])
        yield b"".join([*lines[:number], b"---\n", *lines[number:]])


def found(path: Path, raw: bytes) -> None:
    """Change a file of the game in this folder, and find it named; only other bytes for the same words are a note."""
    was = path.read_bytes()
    if raw == was:
        return
    path.write_bytes(raw)
    said = referee("replay", ".")
    if not said.code:
        assert path.suffix != ".txt"
        assert documents.parse(raw, "").value == documents.parse(was, "").value
    # a state that begins a game may be written by hand, in any layout
    if said.code or path.name != "000.yaml":
        assert path.name in said.all, (path.name, raw, said)
    path.write_bytes(was)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["g.txt", "b.txt"])
def test_any_change_to_any_byte_of_a_sheet_is_found(name: str, game: Path) -> None:
    path = game / name
    for raw in changes(path.read_bytes(), Random(name)):
        found(path, raw)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["000.yaml", "1.yaml", "3.yaml", "1.trace.yaml", "2.trace.yaml", "3.trace.yaml"])
def test_changes_to_a_state_or_a_trace_are_found(name: str, game: Path) -> None:
    chance = Random(f"{seeds(1)[0]} {name}")
    path = game / name
    every = list(changes(path.read_bytes(), chance))
    for raw in chance.sample(every, 20):
        found(path, raw)
