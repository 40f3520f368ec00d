"""A game's secret: made once, committed to before the first roll, proved at the end, and never fished for."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from running import EVENT, ORDERS, STATE, listing, referee, write

from referee import api
from referee.cli import commit
from referee.core.game.drawing import DiceTerms, commitment, draw, new_secret, weakness


@pytest.fixture(autouse=True)
def here(here: Path) -> Path:
    write(here, st=STATE, orders=ORDERS)
    return here


def loaded(path: str) -> Any:
    return yaml.safe_load(Path(path).read_text())


def committed() -> str:
    """Commit the battle to a secret in the file `s`; returns the commitment."""
    said = referee("commit", "st.yaml", "--secret", "s")
    assert said.code == 0, said.err
    digest: str = loaded("st.yaml")["dice"]["commitment"]
    assert digest in said.out
    return digest


ADJUDICATE = ["adjudicate", "st.yaml", "orders.yaml", "-o", "n.yaml", "--trace", "t.yaml"]
KEPT = [*ADJUDICATE, "--secret", "s"]


def test_commit_makes_a_secret_and_sha256sum_prints_the_commitment(here: Path) -> None:
    digest = committed()
    assert (here / "s").stat().st_mode & 0o777 == 0o600
    text = (here / "s").read_bytes()
    assert len(text) == 65
    assert hashlib.sha256(text).hexdigest() == digest == commitment(bytes.fromhex(text.decode().strip()))
    assert loaded("st.yaml")["dice"] == {"commitment": digest, "era": 0, "salts": {}}
    assert loaded("st.yaml") == {**yaml.safe_load(STATE), "dice": loaded("st.yaml")["dice"]}


def test_commit_keeps_every_line_of_a_file_and_its_comments(here: Path) -> None:
    text = "# our third evening\n" + STATE.replace("step: 12", "step: 12  # after the storm")
    write(here, st=text)
    (here / "st.yaml").chmod(0o600)
    committed()
    assert (here / "st.yaml").read_text().startswith(text)
    assert (here / "st.yaml").stat().st_mode & 0o777 == 0o600
    (here / "s").unlink()
    (here / "st.yaml").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    committed()
    assert (here / "st.yaml").read_bytes().count(b"\r\n") == (here / "st.yaml").read_bytes().count(b"\n")


@pytest.mark.parametrize("end", ["", "\n\n", "...\n", "dice: {era: 0, salts: {}}\n"])
def test_commit_writes_a_state_that_can_be_read_however_the_file_ends(end: str, here: Path) -> None:
    write(here, st=STATE.rstrip() + ("\n" if end.strip() else "") + end)
    digest = committed()
    assert loaded("st.yaml") == {**yaml.safe_load(STATE), "dice": {"commitment": digest, "era": 0, "salts": {}}}
    write(here, st=json.dumps(yaml.safe_load(STATE)))
    (here / "s").unlink()
    digest = committed()
    assert loaded("st.yaml")["dice"]["commitment"] == digest


def test_commit_writes_elsewhere_too(here: Path) -> None:
    said = referee("commit", "st.yaml", "--secret", "s", "-o", "to.yaml", "--json")
    assert json.loads(said.out) == {"commitment": loaded("to.yaml")["dice"]["commitment"]}
    assert (here / "st.yaml").read_text() == STATE
    said = referee("commit", "-", "--secret", "s2", stdin=STATE)
    assert yaml.safe_load(said.out)["dice"]["commitment"] == hashlib.sha256((here / "s2").read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["st.yaml"], "--secret FILE"),
        (["st.yaml", "--secret", "there"], "there: already exists; every game has its own secret"),
        (["st.yaml", "--secret", "no/s"], "no/s: there is no such folder"),
        (["st.yaml", "--secret", "-"], "a secret is kept in a file"),
        (["st.yaml", "--secret", "s", "-o", "there"], "there: already exists"),
        (["st.yaml", "--secret", "s", "-o", "s"], "two outputs cannot be the same file"),
        (["st.yaml", "--secret", "st.yaml"], "st.yaml: already exists"),
        (["orders.yaml", "--secret", "s"], "this is a document of orders"),
        (["done.yaml", "--secret", "s"], "dice.commitment: the game is already committed to a secret"),
        (["view.yaml", "--secret", "s"], "view: is what red sees of the game"),
        (["broken.yaml", "--secret", "s"], "'nowhere' is no"),
    ],
)
def test_commit_refuses_and_leaves_everything_as_it_is(arguments: list[str], message: str, here: Path) -> None:
    write(here, done=f"{STATE}dice: {{commitment: {'0a' * 32}}}\n", view=f"{STATE}view: red\n")
    write(here, broken=STATE.replace("plains", "nowhere"))
    (here / "there").write_text("x")
    before = listing(here)
    said = referee("commit", *arguments)
    assert (said.code, message in said.err) == (2, True), said.err
    assert listing(here) == before


def test_new_makes_a_secret_and_a_name(here: Path) -> None:
    for ruleset in ("titan", "hordes", "battalions"):
        names = set()
        for number in range(3):
            secret, state = f"{ruleset}{number}", f"{ruleset}{number}.yaml"
            said = referee("new", ruleset, "--secret", secret, "-o", state)
            assert said.code == 0, said.err
            found = loaded(state)
            text = (here / secret).read_bytes()
            assert found["dice"] == {"commitment": hashlib.sha256(text).hexdigest(), "era": 0, "salts": {}}
            assert (here / secret).stat().st_mode & 0o777 == 0o600
            names.add(found["game"])
        assert len(names) == 3
    assert loaded("titan0.yaml")["game"].startswith("battle-")
    assert yaml.safe_load(referee("new", "titan", "--game", "ours").out)["game"] == "ours"
    assert yaml.safe_load(referee("new", "titan", "--players", "a,b").out)["game"].startswith("game-")
    assert "dice" not in yaml.safe_load(referee("new", "titan").out)


def test_new_never_overwrites_a_secret_nor_leaves_one_behind(here: Path) -> None:
    (here / "s").write_text("mine")
    said = referee("new", "titan", "--secret", "s", "-o", "n.yaml", "--force")
    assert (said.code, (here / "s").read_text(), (here / "n.yaml").exists()) == (2, "mine", False)
    for arguments in (["-o", "st.yaml"], ["-o", "no/n.yaml"], ["--attacking", "nobody"]):
        assert referee("new", "titan", "--secret", "fresh", *arguments).code == 2
        assert not (here / "fresh").exists()


@pytest.mark.slow
def test_two_runs_at_once_publish_no_commitment_whose_secret_is_lost(here: Path) -> None:
    """Whoever comes second finds the file and stops; every commitment written is that of a secret that is kept."""
    command = [sys.executable, "-m", "referee", "new", "titan", "--secret", "s", "-o"]
    running = [subprocess.Popen([*command, f"n{n}.yaml"], stderr=subprocess.DEVNULL) for n in range(4)]
    codes = [process.wait() for process in running]
    assert sorted(codes) == [0, 2, 2, 2]
    written = [loaded(str(path))["dice"]["commitment"] for path in here.glob("n*.yaml")]
    assert written == [hashlib.sha256((here / "s").read_bytes()).hexdigest()]


@pytest.mark.slow
def test_of_two_commitments_at_once_one_is_refused(here: Path) -> None:
    """The secret of the run that comes too late is gone, and the state holds the commitment of the other."""
    command = [sys.executable, "-m", "referee", "commit", "st.yaml", "--secret"]
    for number in range(3):
        write(here, st=STATE)
        names = [f"s{number}{n}" for n in range(4)]
        running = [subprocess.Popen([*command, n], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for n in names]
        codes = [process.wait() for process in running]
        assert sorted(codes) == [0, 2, 2, 2]
        (kept,) = [name for name in names if (here / name).exists()]
        digest = hashlib.sha256((here / kept).read_bytes()).hexdigest()
        assert loaded("st.yaml")["dice"]["commitment"] == digest


def test_a_commitment_waits_for_another_and_then_finds_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the reading of the state and its lock another run may have committed it."""
    lock = commit.locked

    @contextmanager
    def late(path: str | None) -> Iterator[None]:
        (here / "st.yaml").write_text(f"{STATE}# another was here\n")
        with lock(path):
            yield

    monkeypatch.setattr(commit, "locked", late)
    said = referee("commit", "st.yaml", "--secret", "s")
    assert (said.code, "was changed by another process" in said.err, (here / "s").exists()) == (2, True, False)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
def test_a_secret_goes_with_the_state_that_could_not_be_printed(here: Path) -> None:
    command = [sys.executable, "-m", "referee"]
    for arguments in (["new", "titan"], ["new", "titan", "--json"], ["commit", "st.yaml", "-o", "-"]):
        with open("/dev/full", "w") as full:
            said = subprocess.run(
                [*command, *arguments, "--secret", "s"], stdout=full, stderr=subprocess.PIPE, text=True
            )
        assert (said.returncode, (here / "s").exists()) == (74, False), said
    # the state stands, and its secret with it, and both are named
    with open("/dev/full", "w") as full:
        said = subprocess.run(
            [*command, "new", "titan", "--json", "--secret", "s", "-o", "n.yaml"],
            stdout=full, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    assert said.returncode == 74
    assert said.stderr.startswith("n.yaml and s are complete; standard output cannot be written")
    assert (here / "s").exists()


@pytest.mark.parametrize("player", ["red", "nobody"])
def test_salts_are_those_of_players(player: str, here: Path) -> None:
    write(here, st=f"{STATE}dice: {{era: 0, salts: {{{player}: x}}}}\n")
    for command in (["check", "st.yaml", "orders.yaml"], ["show", "st.yaml"], ["legal", "st.yaml"]):
        said = referee(*command)
        assert said.code == (0 if player == "red" else 2)
        assert ("dice.salts.nobody: 'nobody' is no player of this game" in said.err) == (player == "nobody")


@pytest.mark.parametrize("ruleset", ["titan", "hordes", "battalions"])
def test_a_view_is_that_of_a_player(ruleset: str, here: Path) -> None:
    assert referee("new", ruleset, "-o", "n.yaml").code == 0
    for name in ("nobody", "red"):
        (here / "v.yaml").write_text(f"{(here / 'n.yaml').read_text()}view: {name}\n")
        for command in (["show"], ["legal"], ["check"]):
            said = referee(*command, "v.yaml")
            assert (said.code == 2 and "view: 'nobody' is no player" in said.err) == (name == "nobody"), said


def test_drawn_kept_and_proved(here: Path) -> None:
    digest = committed()
    assert referee(*KEPT).code == 0
    first = (here / "t.yaml").read_bytes()
    assert referee(*KEPT, "--force").code == 0
    assert (here / "t.yaml").read_bytes() == first
    key = bytes.fromhex((here / "s").read_text().strip())
    trace = loaded("t.yaml")
    assert (trace["secret"], trace["dice"]["commitment"]) == (digest, digest)
    assert key.hex() not in first.decode()
    assert trace["rolls"][0]["dice"] == draw(key, "g1", DiceTerms(), EVENT, 6)
    assert trace["rolls"][0]["source"] == "drawn"
    assert loaded("n.yaml")["dice"] == trace["dice"]
    assert "1 roll: 1 proved" in referee("replay", "t.yaml", "--secret", "s").out
    (here / "other").write_text(new_secret().hex() + "\n")
    said = referee("replay", "t.yaml", "--secret", "other")
    assert (said.code, "not the secret of this trace" in said.out) == (1, True)


def test_the_commitment_is_printed_wherever_the_game_is_shown(here: Path) -> None:
    digest = committed()
    assert digest in referee(*KEPT).out
    for command in (
        ["view", "st.yaml", "--player", "red"],
        ["show", "st.yaml"],
        ["show", "st.yaml", "--player", "red"],
        ["show", "st.yaml", "--html", "-"],
        ["show", "st.yaml", "--svg", "-"],
        ["show", "st.yaml", "--list"],
        ["explain", "t.yaml"],
        ["explain", "t.yaml", "--player", "red"],
        ["explain", "t.yaml", "--player", "red", "--format", "html"],
        ["explain", "t.yaml", "--format", "markdown"],
        ["replay", "t.yaml"],
        ["replay", "t.yaml", "--json"],
    ):
        assert digest in referee(*command).out, command


def test_a_committed_game_draws_from_its_secret_alone(here: Path) -> None:
    digest = committed()
    (here / "other").write_text(new_secret().hex() + "\n")
    before = listing(here)
    for arguments in (["--secret", "other"], ["--seed", "x"]):
        said = referee(*ADJUDICATE, *arguments)
        assert (said.code, f"is not the secret that this game is committed to; the SHA-256 of that is {digest}") == (
            2,
            said.err.split(": ", 1)[1].strip(),
        )
    # without it nothing is drawn from another that nobody keeps
    said = referee(*ADJUDICATE)
    assert (said.code, "give --secret FILE, the secret of this game" in said.err) == (1, True)
    assert listing(here) == before


def test_a_secret_is_never_made_by_adjudicating(here: Path) -> None:
    committed()
    (here / "s").rename(here / "kept")
    said = referee(*KEPT)
    assert (said.code, said.err) == (
        2,
        "s: there is no such file; a secret is made by `referee new` or `referee commit`\n",
    )
    assert not (here / "s").exists()


def test_a_secret_without_a_commitment_is_refused(here: Path) -> None:
    (here / "s").write_text(new_secret().hex() + "\n")
    said = referee(*KEPT)
    assert (said.code, "`referee commit STATE --secret FILE`" in said.err) == (2, True)
    assert not (here / "t.yaml").exists()


WEAK = {
    "one byte": b"\x41" * 32,
    "two bytes": b"\x41\x42" * 16,
    "counting": bytes(range(32)),
    "counting down by threes": bytes((200 - 3 * n) % 256 for n in range(32)),
    "a short word": b"correct horse battery staple corr"[:32],
}


@pytest.mark.parametrize("name", WEAK)
def test_a_secret_that_could_be_guessed_is_refused(name: str, here: Path) -> None:
    key = WEAK[name]
    assert weakness(key)
    write(here, st=f"{STATE}dice: {{commitment: {commitment(key)}, era: 0, salts: {{}}}}\n")
    (here / "s").write_text(key.hex() + "\n")
    said = referee(*KEPT)
    assert (said.code, said.err) == (2, f"s: {weakness(key)}\n")
    assert not (here / "t.yaml").exists()


def test_a_replay_tells_of_a_secret_that_could_be_guessed(here: Path) -> None:
    key = bytes(range(32))
    found = {**yaml.safe_load(STATE), "dice": {"commitment": commitment(key), "era": 0, "salts": {}}}
    trace = api.adjudicate(found, ORDERS, secret=key)["trace"]
    write(here, t=yaml.safe_dump(trace, sort_keys=False))
    (here / "s").write_text(key.hex() + "\n")
    assert referee("replay", "t.yaml").code == 0
    said = referee("replay", "t.yaml", "--secret", "s")
    assert (said.code, "the secret of this game could be guessed" in said.out) == (1, True)


def test_random_secrets_are_not_weak() -> None:
    assert not any(weakness(new_secret()) for _ in range(20_000))
    assert weakness(b"\x00" * 8) == "holds 8 bytes; a secret has 32"


def test_a_published_secret_proves_without_its_line_feed(here: Path) -> None:
    committed()
    assert referee(*KEPT).code == 0
    (here / "mailed").write_text((here / "s").read_text().strip().upper())
    assert "1 proved" in referee("replay", "t.yaml", "--secret", "mailed").out


def test_a_secret_of_ones_own_without_a_line_feed_is_what_sha256sum_says_too(here: Path) -> None:
    text = new_secret().hex()
    (here / "s").write_text(text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    write(here, st=f"{STATE}dice: {{commitment: {digest}, era: 0, salts: {{}}}}\n")
    assert referee(*KEPT).code == 0
    assert loaded("t.yaml")["secret"] == digest
    assert "1 proved" in referee("replay", "t.yaml", "--secret", "s").out


def test_what_a_text_could_have_chosen_is_told(here: Path) -> None:
    assert "from a text that the game is not committed to" in referee(*ADJUDICATE, "--seed", "x").out
    assert "from a secret used once" in referee(*ADJUDICATE, "--force").out
    committed()
    assert "The dice were drawn" not in referee(*KEPT, "--force").out


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda t: t.update(secret="0b" * 32), "and the game is committed to"),
        (lambda t: t.update(secret="used once"), "'used once' is recorded, and the game is committed to"),
        (lambda t: t.pop("dice"), "dice: nothing is recorded"),
        (lambda t: t["dice"].update(commitment="0b" * 32), "dice.commitment: '0b"),
        (lambda t: t["before"].pop("dice"), "after.dice: "),
        (lambda t: t["before"]["dice"].update(era=1), "dice.era"),
        (lambda t: t["after"]["dice"].update(commitment="0b" * 32), "after.dice.commitment"),
        (lambda t: t["dice"].update(in_orders="refuse"), "was changed since it was written"),
    ],
)
def test_a_trace_whose_terms_were_changed_does_not_replay(change: Any, told: str, here: Path) -> None:
    committed()
    assert referee(*KEPT).code == 0
    trace = loaded("t.yaml")
    change(trace)
    (here / "t.yaml").write_text(yaml.safe_dump(trace, sort_keys=False))
    said = referee("replay", "t.yaml")
    assert (said.code, told in said.out) == (1, True), said


def lines_of(*rows: dict[str, Any], options: tuple[str, ...] = ()) -> list[Any]:
    said = referee("adjudicate", "--jsonl", *options, stdin="".join(json.dumps(row) + "\n" for row in rows))
    return [json.loads(line) for line in said.out.splitlines()]


def test_lines_draw_by_the_same_terms(here: Path) -> None:
    committed()
    row = {"state": loaded("st.yaml"), "orders": yaml.safe_load(ORDERS)}
    free = {**row, "state": yaml.safe_load(STATE)}
    [kept, other] = lines_of(row, free, options=("--secret", "s"))
    assert kept["trace"]["secret"] == loaded("st.yaml")["dice"]["commitment"]
    assert "this game is committed to no secret" in other["error"][0]
    [missing, once, seeded, wrong] = lines_of(row, free, {**free, "seed": "x"}, {**row, "seed": "x"})
    assert missing["missing"] == [{"event": EVENT, "dice": 6}]
    assert once["trace"]["secret"] == "used once"
    assert seeded["trace"]["secret"] == commitment(b"x")
    assert "is not the secret that this game is committed to" in wrong["error"][0]


WITH_DICE = ORDERS.replace("at: troll-1}", "at: troll-1, dice: [6, 6, 6, 6, 6, 6]}")


def test_dice_in_orders_can_be_forbidden(here: Path) -> None:
    write(here, orders=WITH_DICE)
    for command in (
        ["check", "st.yaml", "orders.yaml", "--dice-in-orders", "refuse"],
        ["adjudicate", "st.yaml", "orders.yaml", "--seed", "x", "--dice-in-orders", "refuse"],
    ):
        said = referee(*command)
        assert said.code == 1
        assert "orders.yaml:6:35: orders[1].dice: no dice are taken from orders in this game" in said.all
    [line] = lines_of(
        {"state": yaml.safe_load(STATE), "orders": yaml.safe_load(WITH_DICE), "seed": "x"},
        options=("--dice-in-orders", "refuse"),
    )
    assert line["legal"] is False
    assert referee("adjudicate", "st.yaml", "orders.yaml").code == 0


def test_a_game_can_forbid_dice_in_orders(here: Path) -> None:
    assert referee("commit", "st.yaml", "--secret", "s", "--dice-in-orders", "refuse").code == 0
    assert loaded("st.yaml")["dice"]["in_orders"] == "refuse"
    write(here, given=WITH_DICE)
    assert "no dice are taken from orders" in referee("check", "st.yaml", "given.yaml").out
    assert referee("adjudicate", "st.yaml", "given.yaml", "--secret", "s", "--dice-in-orders", "take").code == 1
    assert referee(*KEPT).code == 0
    assert loaded("n.yaml")["dice"]["in_orders"] == "refuse"
    found = yaml.safe_load(referee("new", "hordes", "--dice-in-orders", "refuse").out)
    assert found["dice"] == {"era": 0, "salts": {}, "in_orders": "refuse"}
    row = "format: 1\nruleset: hordes\nplayer: red\norders:\n  - {pips: 6}\n"
    write(here, st=yaml.safe_dump(found), orders=row)
    said = referee("check", "st.yaml", "orders.yaml")
    assert "orders.yaml:5:12: orders[1].pips: no dice are taken from orders" in said.out


def test_commit_keeps_the_other_terms(here: Path) -> None:
    write(here, st=f"{STATE}dice: {{era: 0, salts: {{red: x}}, in_orders: refuse}}\n")
    digest = committed()
    assert loaded("st.yaml")["dice"] == {"commitment": digest, "era": 0, "salts": {"red": "x"}, "in_orders": "refuse"}


def test_a_replay_refuses_what_was_refused(here: Path) -> None:
    write(here, orders=WITH_DICE + "  - {strike: lion-1, at: titan-2}\n")
    options = ["--seed", "x", "--dice-in-orders", "refuse", "--skip-illegal"]
    assert referee(*ADJUDICATE, *options).code == 0
    assert loaded("t.yaml")["steps"][0]["status"] == "refused"
    assert loaded("t.yaml")["rolls"] == []
    assert referee("replay", "t.yaml").code == 0


def test_what_the_players_add_goes_into_every_die(here: Path) -> None:
    committed()
    found = loaded("st.yaml")
    dice = []
    for salts in ({}, {"red": "anvil"}, {"red": "anvil", "black": "willow"}):
        found["dice"]["salts"] = salts
        write(here, st=yaml.safe_dump(found))
        assert referee(*KEPT, "--force").code == 0
        trace = loaded("t.yaml")
        assert (trace["dice"]["salts"], loaded("n.yaml")["dice"]["salts"]) == (salts, salts)
        assert "1 proved" in referee("replay", "t.yaml", "--secret", "s").out
        dice.append(trace["rolls"][0]["dice"])
    assert len({tuple(one) for one in dice}) == 3
