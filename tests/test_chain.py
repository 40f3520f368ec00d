"""The chain of a game: what is changed in any of its files is found, and what is hidden stays hidden."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from documents_run import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from running import ORDERS, STATE, Said, referee, write

from referee import api
from referee.cli import files
from referee.core.documents.digests import canonical, joined, parts_of
from referee.core.game.trace import PROGRAM

GAMES = {
    "titan/battle": 13,
    "hordes/ford": 3,
}


def digest(value: Any) -> str:
    """Return a digest as the manual says, with nothing of the referee."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


leaves = st.none() | st.booleans() | st.integers(-(10**18), 10**18) | st.text(max_size=10)
leaves |= st.floats(allow_nan=False, allow_infinity=False) | st.integers(-9999, 9999).map(lambda n: n / 10**6)
leaves |= st.sampled_from(["a:1e5", "\x7f", "\u2028", "\\", "/", '"', "\n"])
plain = st.recursive(leaves, lambda v: st.lists(v, max_size=4) | st.dictionaries(st.text(max_size=3), v, max_size=4))


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(plain)
def test_what_is_digested_is_written_as_the_manual_says(value: Any) -> None:
    assert canonical(value) == json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.from_regex(r"[a-z_]{1,9}", fullmatch=True), plain, max_size=5))
def test_a_mapping_is_written_as_its_parts_are(value: Any) -> None:
    assert joined(parts_of(value)) == canonical(value)
    assert joined({key: canonical(part) for key, part in value.items()}) == canonical(value)


def load(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


def save(path: Path, value: Any) -> None:
    path.write_text(yaml.safe_dump(value, sort_keys=False))


def play(folder: Path, example: str, first: str = "000.state.yaml") -> None:
    """Play an example in a folder, a state and a trace for each number."""
    source = ROOT / "examples" / example
    for path in source.glob("[0-9]*.yaml"):
        shutil.copy(path, folder)
    state = first
    numbers = sorted({path.name[:3] for path in folder.glob("*.yaml")} - {state[:3]})
    for number in numbers:
        named = sorted(folder.glob(f"{number}.*.yaml"))
        dice = [word for p in named if p.name.endswith(".dice.yaml") for word in ("--dice", p.name)]
        orders = [p.name for p in named if not p.name.endswith(".dice.yaml")]
        outputs = ["-o", f"{number}.state.yaml", "--trace", f"{number}.trace.yaml"]
        said = referee("adjudicate", state, *orders, *dice, *outputs)
        assert said.code == 0, said.err
        state = outputs[1]


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole battle, by the orders of its example."""
    folder = tmp_path_factory.mktemp("fought")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        play(folder, "titan/battle")
    return folder


@pytest.fixture
def game(fought: Path, here: Path) -> Path:
    shutil.copytree(fought, here, dirs_exist_ok=True)
    return here


@pytest.fixture
def begun(here: Path) -> Path:
    write(here, st=STATE, orders=ORDERS)
    return here


# what holds of the files


def test_anybody_can_compute_the_digests(game: Path) -> None:
    previous = None
    state = load(game / "000.state.yaml")
    for number in range(1, 14):
        trace = load(game / f"{number:03}.trace.yaml")
        assert trace["program"] == PROGRAM
        assert trace.get("previous") == previous
        assert trace["state"] == digest(state) == digest(trace["before"])
        state = load(game / f"{number:03}.state.yaml")
        assert trace["after"] == state
        chain = trace["after"].pop("chain")
        previous = digest(trace)
        assert chain["trace"] == previous
        assert digest({**trace["after"], "chain": {"trace": previous}}) == chain["content"]


def test_orders_are_digested_as_they_were_handed_in(game: Path) -> None:
    for trace in sorted(game.glob("*.trace.yaml")):
        number = trace.name[:3]
        orders = [p for p in game.glob(f"{number}.*.yaml") if p.name.split(".")[1] in ("red", "black")]
        assert load(trace)["submitted"] == [hashlib.sha256(p.read_bytes()).hexdigest() for p in orders]


def test_orders_given_as_data_are_digested_as_data() -> None:
    state, orders = yaml.safe_load(STATE), yaml.safe_load(ORDERS)
    assert api.adjudicate(state, orders, secret=b"x".ljust(32, b"\0"))["trace"]["submitted"] == [digest(orders)]
    said = api.adjudicate(state, ORDERS, secret=b"x".ljust(32, b"\0"))["trace"]["submitted"]
    assert said == [hashlib.sha256(ORDERS.encode()).hexdigest()]


@pytest.mark.slow
@pytest.mark.parametrize("example", GAMES)
def test_a_whole_game_is_proved(example: str, here: Path) -> None:
    play(here, example)
    said = referee("replay", ".")
    assert (said.code, said.err) == (0, ""), said
    assert said.out.startswith(f"the same: {GAMES[example]} traces, ")
    last = load(sorted(here.glob("*.state.yaml"))[-1])
    assert f"the last trace: {last['chain']['trace']}\n" in said.out
    traces = [p.name for p in sorted(here.glob("*.trace.yaml"))]
    assert referee("replay", *traces) == said
    found = json.loads(referee("replay", *traces, "--json").out)
    assert (found["same"], found["differences"], len(found["traces"])) == (True, [], GAMES[example])
    assert found["traces"][-1]["digest"] == last["chain"]["trace"]


# what is found


def set_(*path: Any) -> Callable[[Any], None]:
    """Return what changes the value at a path to the last of its steps."""

    def change(value: Any) -> None:
        *way, key, new = path
        for step in way:
            value = value[step]
        value[key] = new

    return change


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "change", "place"),
    [
        ("000.state", set_("battle", "pieces", 0, "character", "troll"), "battle.pieces[1].character"),
        ("005.state", set_("battle", "pieces", 0, "hits", 1), "battle.pieces[1].hits"),
        ("005.state", set_("step", 9), "step"),
        ("005.state", set_("chain", "trace", "0" * 64), "chain.trace"),
        ("005.state", lambda v: v.pop("chain"), "chain"),
        ("013.state", set_("battle", "result", "points", 99), "battle.result.points"),
        ("004.red", set_("orders", 0, "forgo", True), "orders[1]"),
        ("004.red", set_("player", "black"), "player"),
        ("013.trace", set_("rolls", 0, "dice", 0, 1), "orders[1].dice"),
        ("004.trace", set_("steps", 0, "what", "nothing"), "changed since it was written"),
        ("004.trace", lambda v: v["steps"].reverse(), "steps[1]"),
        ("004.trace", set_("before", "battle", "round", 2), "before"),
        ("004.trace", set_("submitted", 0, "0" * 64), "changed since it was written"),
        ("004.trace", set_("program", "referee 9"), "changed since it was written"),
        ("004.trace", lambda v: v.pop("previous"), "previous"),
        ("004.trace", set_("edit", "to be fair"), "edit"),
        ("001.trace", lambda v: v.pop("submitted"), "submitted"),
    ],
)  # fmt: skip
def test_what_was_changed_is_found_with_its_place(file: str, change: Any, place: str, game: Path) -> None:
    value = load(game / f"{file}.yaml")
    change(value)
    save(game / f"{file}.yaml", value)
    said = referee("replay", ".")
    assert said.code == 1
    assert any(f"{file}.yaml" in line and place in line for line in said.out.splitlines()), said


@pytest.mark.slow
def test_any_byte_changed_in_any_file_is_told(game: Path) -> None:
    chance = Random(7)
    whole = sorted(game.iterdir())
    for _ in range(40):
        path = chance.choice(whole)
        raw = path.read_bytes()
        place = chance.randrange(len(raw))
        letter = chance.choice([b for b in b"0123456789abcdefxyz ,:{}-\n'\"" if b != raw[place]])
        path.write_bytes(raw[:place] + bytes([letter]) + raw[place + 1 :])
        said = referee("replay", ".")
        assert path.name in said.all, (path.name, place, letter, said)
        assert said.code or "note: " in said.err, (path.name, place, letter, said)
        path.write_bytes(raw)
    assert referee("replay", ".").code == 0


def test_traces_out_of_order_or_left_out_are_told(game: Path) -> None:
    names = [p.name for p in sorted(game.glob("*.trace.yaml"))]
    swapped = [*names[:4], names[5], names[4], *names[6:]]
    said = referee("replay", *swapped)
    assert said.code == 1
    assert "006.trace.yaml: previous: follows 005.trace.yaml, but comes after 004.trace.yaml here" in said.out
    said = referee("replay", *names[:4], *names[5:])
    assert said.code == 1
    assert "names a trace that is not here; 004.trace.yaml ends at step 4, this one begins at step 5" in said.out
    assert referee("replay", *names[3:9]).code == 0
    (game / "005.trace.yaml").unlink()
    assert "006.trace.yaml: previous: names a trace that is not here" in referee("replay", ".").out


@pytest.mark.slow
def test_a_die_changed_in_the_masters_file_is_found(here: Path) -> None:
    play(here, "hordes/ford")
    path = here / "002.dice.yaml"
    (event, dice), *_ = load(path).items()
    text = path.read_text()
    path.write_text(text.replace(f"{event}: {dice}", f"{event}: {[dice[0] % 6 + 1]}"))
    said = referee("replay", ".")
    assert said.code == 1
    assert f"002.dice.yaml: {event}: {dice} were rolled, {[dice[0] % 6 + 1]} are here" in said.out
    path.write_text(text.replace(event, event + "x"))
    said = referee("replay", ".")
    assert (said.code, f"002.dice.yaml: no trace here rolls '{event}x'" in said.out) == (1, True)


@pytest.mark.parametrize("kind", ["trace", "state"])
def test_numbers_that_contradict_the_game_are_told(kind: str, game: Path) -> None:
    (game / f"004.{kind}.yaml").rename(game / "x")
    (game / f"005.{kind}.yaml").rename(game / f"004.{kind}.yaml")
    (game / "x").rename(game / f"005.{kind}.yaml")
    said = referee("replay", ".")
    assert said.code == 1
    assert f"004.{kind}.yaml: comes after 005.{kind}.yaml in the game, and before it by its number" in said.out


def test_a_folder_is_read_by_what_its_traces_say(game: Path) -> None:
    for path in game.glob("*.trace.yaml"):
        path.rename(path.with_name(f"trace-{digest(path.name)[:8]}.yaml"))
    assert referee("replay", ".").code == 0


def test_a_second_trace_for_one_state_is_told(game: Path) -> None:
    said = referee("adjudicate", "003.state.yaml", "004.red.yaml", "--seed", "x", "--trace", "004b.trace.yaml")
    assert said.code == 0
    said = referee("replay", ".")
    assert said.code == 1
    assert "follows 003.trace.yaml, and so does 004" in said.out


# edits by hand


def test_a_state_edited_by_hand_is_refused_unless_the_edit_is_told(game: Path) -> None:
    state = load(game / "003.state.yaml")
    state["battle"]["pieces"][0]["hits"] = 1
    save(game / "003.state.yaml", state)
    for old in game.glob("00[4-9].*e.yaml"):
        old.unlink()
    for old in game.glob("01*"):
        old.unlink()
    outputs = ["-o", "004.state.yaml", "--trace", "004.trace.yaml"]
    said = referee("adjudicate", "003.state.yaml", "004.red.yaml", *outputs)
    assert said.code == 1
    assert "edited by hand" in said.err
    assert "--accept-edit" in said.err
    assert not (game / "004.trace.yaml").exists()
    said = referee("check", "003.state.yaml", "004.red.yaml")
    assert (said.code, "note: 003.state.yaml was edited by hand" in said.err) == (0, True)
    why = "the hit of turn 1 was forgotten"
    said = referee("adjudicate", "003.state.yaml", "004.red.yaml", *outputs, "--accept-edit", why)
    assert said.code == 0
    assert f"edited by hand: {why}" in said.out
    assert load(game / "004.trace.yaml")["edit"] == why
    said = referee("replay", ".")
    assert said.code == 0, said
    assert f"the state between 003.trace.yaml and 004.trace.yaml was edited by hand, openly, '{why}'" in said.err
    assert "battle.pieces[1].hits: nothing is written, 1 is here" in said.err
    assert referee("replay", "004.trace.yaml").code == 0


def test_a_commitment_made_on_the_way_is_no_edit_and_is_told(game: Path) -> None:
    for old in [*game.glob("00[5-9].*e.yaml"), *game.glob("01*"), *game.glob("004.*e.yaml")]:
        old.unlink()
    said = referee("commit", "003.state.yaml", "--secret", "game.secret")
    assert (said.code, "give --none-drawn" in said.err) == (2, True)
    assert referee("commit", "003.state.yaml", "--secret", "game.secret", "--none-drawn").code == 0
    outputs = ["-o", "004.state.yaml", "--trace", "004.trace.yaml"]
    said = referee("adjudicate", "003.state.yaml", "004.red.yaml", "--secret", "game.secret", *outputs)
    assert said.code == 0, said.err
    said = referee("replay", ".")
    assert said.code == 0, said
    assert "after 003.trace.yaml the game was committed to the secret of its dice" in said.err
    # what was edited before is not made good by it
    state = load(game / "002.state.yaml")
    state["battle"]["pieces"][0]["hits"] = 1
    save(game / "002.state.yaml", state)
    assert referee("commit", "002.state.yaml", "--secret", "other.secret", "--none-drawn").code == 0
    said = referee("adjudicate", "002.state.yaml", "003.black.yaml", "--secret", "other.secret")
    assert (said.code, "edited by hand" in said.err) == (1, True)


def test_a_commitment_that_comes_after_a_drawn_die_is_found(begun: Path) -> None:
    outputs = ("-o", "n.yaml", "--trace", "1.yaml")
    assert referee("adjudicate", "st.yaml", "orders.yaml", *outputs).code == 0
    assert referee("commit", "n.yaml", "--secret", "s", "--none-drawn").code == 0
    write(begun, red="format: 1\nruleset: titan\nplayer: red\norders:\n- {strike: troll-1, at: ogre-1}\n")
    said = referee("adjudicate", "n.yaml", "red.yaml", "--secret", "s", "--trace", "2.yaml")
    assert said.code == 0, said
    said = referee("replay", "1.yaml", "2.yaml")
    drawn = "1.yaml: rolls: battle/2/strike/attacker/ogre-1 was drawn before the game was committed to the secret"
    assert (said.code, drawn in said.out) == (1, True), said


@pytest.mark.parametrize("why", ["", " ", "...", "\t"])
def test_an_edit_is_accepted_with_a_reason_only(why: str, game: Path) -> None:
    state = load(game / "003.state.yaml")
    state["battle"]["pieces"][0]["hits"] = 1
    save(game / "003.state.yaml", state)
    said = referee("adjudicate", "003.state.yaml", "004.red.yaml", "--accept-edit", why)
    assert (said.code, "with a reason in words" in said.err) == (1, True)


def test_an_edit_that_hides_behind_a_new_digest_is_found_by_the_traces(game: Path) -> None:
    for old in [*game.glob("00[5-9].*e.yaml"), *game.glob("01*"), *game.glob("004.*e.yaml")]:
        old.unlink()
    state = load(game / "003.state.yaml")
    state["battle"]["pieces"][0]["hits"] = 1
    state["chain"].pop("content")
    state["chain"]["content"] = digest(state)
    save(game / "003.state.yaml", state)
    said = referee("adjudicate", "003.state.yaml", "004.red.yaml", "--trace", "004.trace.yaml")
    assert said.code == 0
    said = referee("replay", ".")
    assert said.code == 1
    found = "the state between 003.trace.yaml and 004.trace.yaml was edited by hand: battle.pieces[1].hits"
    assert found in said.out.replace("./", "")


def test_there_must_be_an_edit_to_accept_it(begun: Path) -> None:
    said = referee("adjudicate", "st.yaml", "orders.yaml", "--seed", "x", "--accept-edit", "none")
    assert (said.code, "there is no edit to accept" in said.err) == (1, True)


def test_a_state_is_not_edited_by_being_written_otherwise(game: Path) -> None:
    state = load(game / "003.state.yaml")
    state["battle"]["pieces"][0]["struck"] = False
    (game / "003.state.yaml").write_text("# a note of mine\n" + json.dumps(state, sort_keys=True))
    assert referee("adjudicate", "003.state.yaml", "004.red.yaml").code == 0


def test_the_api_and_the_batch_know_edits_too() -> None:
    state, orders = yaml.safe_load(STATE), yaml.safe_load(ORDERS)
    made = json.loads(json.dumps(api.adjudicate(state, orders, secret=b"x".ljust(32, b"\0"))["state"]))
    made["battle"]["pieces"][0]["hits"] = 1
    end = {"format": 1, "ruleset": "titan", "player": "red", "orders": [{"strike": "troll-1", "at": "ogre-1"}]}
    assert "edited by hand" in api.adjudicate(made, end, secret=b"x".ljust(32, b"\0"))["problems"][0]
    assert api.adjudicate(made, end, secret=b"x".ljust(32, b"\0"), accept_edit="why")["trace"]["edit"] == "why"
    row = {"state": made, "orders": end, "seed": "x"}
    said = referee("adjudicate", "--jsonl", stdin=f"{json.dumps(row)}\n{json.dumps({**row, 'accept_edit': 'y'})}\n")
    refused, done = map(json.loads, said.out.splitlines())
    assert "edited by hand" in refused["problems"][0]
    assert done["trace"]["edit"] == "y"


# words and proof


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (set_("steps", 0, "what", "The Ogre hits the Troll"), "steps[1].what"),
        (set_("title", "Noon"), "title"),
        (set_("steps", 0, "reasons", []), "steps[1].reasons"),
        (set_("steps", 0, "changes", 0, "says", "hit hard"), "steps[1].changes[1].says"),
        (set_("awaiting", 0, "must", ["run"]), "awaiting[1].must"),
    ],
)
def test_other_words_are_a_note_and_no_difference(change: Any, place: str, begun: Path) -> None:
    assert referee("adjudicate", "st.yaml", "orders.yaml", "--seed", "x", "--trace", "t.yaml").code == 0
    trace = load(begun / "t.yaml")
    change(trace)
    # another version wrote them, and its digest with them
    trace["program"] = "referee 9.0"
    chain = trace["after"].pop("chain")
    chain["trace"] = digest(trace)
    chain["content"] = digest({**trace["after"], "chain": {"trace": chain["trace"]}})
    trace["after"]["chain"] = chain
    save(begun / "t.yaml", trace)
    said = referee("replay", "t.yaml", "--seed", "x")
    assert said.code == 0, said
    assert said.err.startswith(f"note: worded differently by referee 9.0: {place}")
    found = json.loads(referee("replay", "t.yaml", "--json").out)
    assert found["same"] is True
    assert found["notes"]


# what players may see


def test_no_player_sees_a_digest_by_which_to_guess(begun: Path) -> None:
    state = api.adjudicate(yaml.safe_load(STATE), yaml.safe_load(ORDERS), secret=b"x".ljust(32, b"\0"))
    save(begun / "n.yaml", state["state"])
    assert "chain" in state["state"]
    assert "chain" not in yaml.safe_load(referee("view", "n.yaml", "--player", "red").out)
    assert referee("check", "n.yaml", "--player", "red").code == 0


def test_a_trace_of_drawn_dice_has_a_nonce_which_the_secret_proves(begun: Path) -> None:
    outputs = ["--trace", "t.yaml", "--force"]
    assert referee("adjudicate", "st.yaml", "orders.yaml", "--seed", "x", *outputs).code == 0
    trace = load(begun / "t.yaml")
    assert len(trace["nonce"]) == 64
    again = (begun / "t.yaml").read_bytes()
    assert referee("adjudicate", "st.yaml", "orders.yaml", "--seed", "x", *outputs).code == 0
    assert (begun / "t.yaml").read_bytes() == again
    trace["nonce"] = "0" * 64
    save(begun / "t.yaml", trace)
    said = referee("replay", "t.yaml", "--seed", "x")
    assert (said.code, "nonce: " in said.out) == (1, True)


def test_explain_tells_the_digests_and_a_player_only_what_he_cannot_guess_from(begun: Path) -> None:
    drawn = ["--seed", "x", "--trace", "t.yaml", "--force"]
    assert referee("adjudicate", "st.yaml", "orders.yaml", *drawn, "-o", "n.yaml").code == 0
    own = load(begun / "n.yaml")["chain"]["trace"]
    master = referee("explain", "t.yaml", "--chain").out
    assert f"trace      {own}" in master
    assert load(begun / "t.yaml")["state"] in master
    red, black = (referee("explain", "t.yaml", "--chain", "--player", p).out for p in ("red", "black"))
    orders = hashlib.sha256(ORDERS.encode()).hexdigest()
    assert own in red
    assert load(begun / "t.yaml")["state"] not in red + black
    assert (orders in black, orders in red) == (True, False)
    given = ORDERS.replace("at: troll-1}", "at: troll-1, dice: [1, 1, 1, 1, 1, 1]}")
    write(begun, orders=given)
    assert referee("adjudicate", "st.yaml", "orders.yaml", "--trace", "t.yaml", "--force").code == 0
    assert "nonce" not in load(begun / "t.yaml")
    # nothing blinds this one, so nobody but the master is told
    assert "trace  " not in referee("explain", "t.yaml", "--chain", "--player", "red").out


# a run that ended too early

ADJUDICATE = ("adjudicate", "st.yaml", "orders.yaml", "--seed", "x", "-o", "n.yaml", "--trace", "t.yaml")


def finished(said: Said, begun: Path) -> None:
    """Run the command that a message names, and find what an undisturbed run writes."""
    command = next(line for line in said.err.splitlines() if line.startswith("finish it with: "))
    assert referee(*command.split()[4:]).code == 0
    made = (begun / "n.yaml").read_bytes()
    (begun / "n.yaml").unlink()
    assert referee(*ADJUDICATE, "--force").code == 0
    assert (begun / "n.yaml").read_bytes() == made


def test_what_force_overwrites_of_a_run_that_ended_too_early_is_told(begun: Path) -> None:
    assert referee(*ADJUDICATE).code == 0
    rolled = load(begun / "t.yaml")["rolls"]
    assert referee(*ADJUDICATE, "--force").err == ""
    (begun / "n.yaml").unlink()
    said = referee(*ADJUDICATE, "--force")
    assert said.code == 0
    assert said.err.startswith("note: t.yaml: overwrites an adjudication of this state, which ended before n.yaml was")
    dice = " ".join(map(str, rolled[0]["dice"]))
    assert f"{len(rolled)} roll" in said.err
    assert f"{rolled[0]['event']} {dice}" in said.err


def test_the_next_run_says_what_stands_and_what_finishes_it(begun: Path) -> None:
    assert referee(*ADJUDICATE).code == 0
    (begun / "n.yaml").unlink()
    said = referee(*ADJUDICATE)
    assert said.code == 2
    assert "t.yaml: holds an adjudication of this state, which ended before n.yaml was written" in said.err
    assert "finish it with: referee replay t.yaml -o n.yaml\n" in said.err
    finished(said, begun)
    # a trace of another state says nothing about this one
    (begun / "n.yaml").unlink()
    write(begun, st=STATE.replace("round: 2", "round: 3"))
    assert referee(*ADJUDICATE).err == "t.yaml: already exists; --force overwrites it\n"


def test_a_full_disk_leaves_the_trace_and_the_command(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.link

    def full(source: str, target: Any) -> None:
        if str(target).endswith("n.yaml"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(source, target)

    monkeypatch.setattr(files.os, "link", full)
    said = referee(*ADJUDICATE)
    assert said.code == 2
    assert "n.yaml: cannot be written: No space left on device" in said.err
    assert "t.yaml: is written" in said.err
    assert not list(begun.glob(".*"))
    monkeypatch.undo()
    monkeypatch.chdir(begun)
    finished(said, begun)


@pytest.mark.slow
def test_killed_at_any_moment_the_next_run_finishes_or_starts_again_and_sweeps(begun: Path) -> None:
    command = [sys.executable, "-m", "referee", *ADJUDICATE]
    seen = set()
    for number in range(12):
        for old in [*begun.glob("[nt].yaml"), *begun.glob(".*")]:
            old.unlink()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            until = time.monotonic() + 20
            while process.poll() is None and time.monotonic() < until and not list(begun.glob(".*")):
                time.sleep(0.0002)
            time.sleep(number % 12 * 0.0005)
            process.send_signal(signal.SIGKILL)
        stands = tuple(sorted(p.name for p in begun.glob("[nt].yaml")))
        seen.add(stands)
        assert stands != ("n.yaml",)
        said = referee(*ADJUDICATE)
        if stands == ("t.yaml",):
            finished(said, begun)
        elif not stands:
            assert said.code == 0, said
        else:
            assert said.err.splitlines()[0] == "n.yaml: already exists; --force overwrites it"
            assert referee(*ADJUDICATE, "--force").code == 0
        assert not list(begun.glob(".*")), "a temporary file was left"
    assert len(seen) > 1, "the killing came too late every time"


def test_the_temporary_file_of_a_run_that_still_writes_is_kept(begun: Path) -> None:
    running = begun / f".referee-{os.getppid()}-abc.tmp"
    dead = begun / ".referee-999999999-abc.tmp"
    mine = begun / ".referee-notes.tmp"
    for path in (running, dead, mine):
        path.write_text("x")
    assert referee(*ADJUDICATE).code == 0
    assert [path.exists() for path in (running, dead, mine)] == [True, False, True]


def test_an_event_that_is_rolled_in_two_traces_is_told(here: Path) -> None:
    """A state is edited back, openly, to what it was before the strike, and the strike is made again."""
    (here / "000.state.yaml").write_text(STATE)
    for number, dice in ((1, [1, 2, 3, 1, 2, 3]), (2, [6, 6, 6, 6, 6, 6])):
        order = {"strike": "ogre-1", "at": "troll-1", "dice": dice}
        save(here / "o.yaml", {"format": 1, "ruleset": "titan", "player": "black", "orders": [order]})
        outputs = ["-o", f"00{number}.state.yaml", "--trace", f"00{number}.trace.yaml"]
        edit = ["--accept-edit", "once more"] if number == 2 else []
        said = referee("adjudicate", f"00{number - 1}.state.yaml", "o.yaml", *outputs, *edit)
        assert said.code == 0, said.all
        if number == 1:
            value = load(here / "001.state.yaml")
            before = load(here / "001.trace.yaml")["before"]
            save(here / "001.state.yaml", {**value, "battle": before["battle"]})
    said = referee("replay", "001.trace.yaml", "002.trace.yaml")
    assert said.code == 1
    event = "battle/2/strike/attacker/ogre-1"
    assert f"002.trace.yaml: rolls: '{event}' was rolled in 001.trace.yaml; an event is rolled once" in said.out


@pytest.mark.parametrize("place", [("rolls", 0, "dice"), ("documents", 0, "orders", 0, "dice")])
def test_a_die_changed_in_a_trace_is_told_as_that(place: tuple[str | int, ...], here: Path) -> None:
    (here / "s.yaml").write_text(STATE)
    order = {"strike": "ogre-1", "at": "troll-1", "dice": [1, 2, 3, 1, 2, 3]}
    save(here / "o.yaml", {"format": 1, "ruleset": "titan", "player": "black", "orders": [order]})
    assert referee("adjudicate", "s.yaml", "o.yaml", "--trace", "t.yaml", "-o", "n.yaml").code == 0
    trace = load(here / "t.yaml")
    inner = trace
    for key in place:
        inner = inner[key]
    inner[0] = 6
    save(here / "t.yaml", trace)
    said = referee("replay", "t.yaml")
    assert said.code == 1
    assert "documents[1]" in said.out
    assert "rolls[1] of the trace has other dice" in said.out
    assert "one of the two was changed" in said.out
    assert "dice file" not in said.out
