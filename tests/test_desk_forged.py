"""What a dishonest master, or somebody on the way, may change in a game by mail: each of it is found."""

from __future__ import annotations

import hashlib
import json
import random
import re
import time
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path
from typing import Any

import msgspec
import pytest
from running import referee as run_referee
from test_desk import NOW, Game, fight

from referee.core.documents.digests import canonical, sha256
from referee.desk import sums
from referee.desk.again import Verified
from referee.desk.chain import Chain
from referee.desk.publishing import files_of, packed
from referee.desk.verifying import verify

Files = dict[str, bytes]
pytestmark = pytest.mark.slow


def played(folder: Path) -> Game:
    """Return a game up to a first roll, with an undoing, an overruling and changed settings."""
    game = Game(folder, "--late-salts")
    game.mail("red", "salt willow", "press to black: hello", "end press")
    fight(game)
    n = game.status()["n"]
    orders = folder.parent / "orders.yaml"
    orders.write_text("{format: 1, ruleset: titan, player: black, orders: [end strike]}")
    settings = folder / "desk.yaml"
    for words in (
        ("undo", str(folder), str(n - 1), "--because", "a slip"),
        ("run", str(folder)),
    ):
        assert run_referee("desk", *words, "--now", NOW).code == 0
    settings.write_text(settings.read_text() + "anonymous_press: true\n")
    game.mail("black", "enter ogre-1 to D2", "enter lion-1 to D3", "end maneuver", "strike lion-1 at lion-2")
    game.run()
    said = run_referee("desk", "adjust", str(folder), str(orders), "--because", "they are ill", "--now", NOW)
    assert said.code == 0, said.all
    return game


def signed(files: Files, change: Callable[[int, dict[str, Any]], None]) -> Files:
    """Return files with lines of the chain changed, and everything after computed again as the desk computes it."""
    secret = bytes.fromhex(files["secret"].decode())
    links = Chain(files["record/chain.jsonl"].decode()).links
    chain = Chain()
    for number, link in enumerate(links):
        row = {key: value for key, value in msgspec.to_builtins(link).items() if key not in ("nonce", "prev", "era")}
        change(number, row)
        chain.add(secret, row.pop("at"), row.pop("n"), **row)
    old = Chain(files["record/chain.jsonl"].decode()).rows
    heads = dict(zip((sha256(row.encode()) for row in old), (sha256(row.encode()) for row in chain.rows), strict=True))
    # a forger writes the new heads into the texts too, and takes away the mails that were sent
    files = {path: content for path, content in files.items() if not path.startswith("out/")}
    for path in files:
        if path.startswith("record/sent/"):
            files[path] = re.sub(
                rb"[0-9a-f]{64}", lambda m: heads.get(m[0].decode(), m[0].decode()).encode(), files[path]
            )
    return resummed({**files, "record/chain.jsonl": chain.text.encode(), "record/head": f"{chain.head}\n".encode()})


def resummed(files: Files) -> Files:
    """Return files with their digests computed again."""
    kept = {path: sha256(content) for path, content in files.items() if sums.is_kept(path)}
    return {**files, sums.SUMS: sums.write_sums(kept).encode()}


def verified(files: Files, folder: Path, *mails: Path) -> Verified:
    path = folder / "forged.zip"
    path.write_bytes(packed(files))
    return verify(path, mails)


def swapped(files: Files, path: str, old: bytes, new: bytes) -> tuple[str, str]:
    """Change a file in place; return its old and its new digest."""
    before = files[path]
    assert old in before, path
    files[path] = before.replace(old, new)
    return sha256(before), sha256(files[path])


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return played(tmp_path_factory.mktemp("forged") / "duel")


@pytest.fixture
def files(game: Game) -> Files:
    return files_of(game.folder)


def replaced(old: str, new: str) -> Callable[[int, dict[str, Any]], None]:
    """Return a change of lines that puts one digest for another wherever it stands."""

    def change(number: int, row: dict[str, Any]) -> None:
        changed = json.loads(json.dumps(row).replace(old, new))
        row.clear()
        row.update(changed)

    return change


def nothing(number: int, row: dict[str, Any]) -> None:
    """Change nothing."""


def test_an_honest_game_is_the_same_and_what_the_master_did_is_listed(files: Files, tmp_path: Path) -> None:
    assert signed(files, nothing)["record/chain.jsonl"] == files["record/chain.jsonl"]
    found = verified(files, tmp_path)
    assert (found.differences, found.unproved) == ([], [])
    said = "\n".join(found.notes)
    for words in (
        "back from record",
        "a slip",
        "settings or templates were changed",
        "carried out for",
        "they are ill",
    ):
        assert words in said, words


def test_without_the_secret_nothing_is_called_proved(files: Files, tmp_path: Path) -> None:
    trace = next(path for path in sorted(files) if path.endswith("trace.yaml") and b"rolls:" in files[path])
    without = {path: content for path, content in files.items() if path != "secret"}
    path = tmp_path / "game.zip"
    path.write_bytes(packed(without))
    said = run_referee("desk", "verify", str(path))
    assert (said.code, "not proved: dice, orders" in said.err) == (1, True), said.all
    # dice that are forged in a trace, with all digests computed again
    old, new = swapped(files, trace, b"format: 1", b"format:  1")
    assert verified(signed(files, replaced(old, new)), tmp_path).differences


def test_orders_other_than_those_of_the_mail_are_found(files: Files, tmp_path: Path) -> None:
    orders = next(path for path in sorted(files) if path.endswith("orders-red.yaml"))
    old, new = swapped(files, orders, b"troll-1 to D5", b"troll-1 to D6")
    found = verified(signed(files, replaced(old, new)), tmp_path)
    assert any("other orders than the mails give" in said for said in found.differences), found


def test_a_mail_that_is_replaced_or_whose_it_is_changed_is_found(files: Files, tmp_path: Path) -> None:
    mail = next(path for path in sorted(files) if "/mails/" in path and b"troll-1 to D5" in files[path])
    changed = dict(files)
    old, new = swapped(changed, mail, b"troll-1 to D5", b"troll-1 to D6")
    name = changed.pop(mail)
    changed[mail.replace(old[:12], new[:12])] = name
    rows = (
        changed["record/mails.jsonl"].replace(old.encode(), new.encode()).replace(old[:12].encode(), new[:12].encode())
    )
    changed["record/mails.jsonl"] = rows
    assert verified(signed(changed, replaced(old, new)), tmp_path).differences

    def mistaken(number: int, row: dict[str, Any]) -> None:
        row["whose"] = dict.fromkeys(row.get("whose", {}), "black")

    found = verified(signed(files, mistaken), tmp_path)
    assert any("from other players than they are from" in said for said in found.differences), found


def test_texts_that_went_out_and_settings_that_are_edited_are_found(files: Files, tmp_path: Path) -> None:
    path = next(path for path in sorted(files) if path.startswith("record/sent/001"))
    changed = dict(files)
    swapped(changed, path, b"Awaiting", b"Await")
    text = changed[path].decode()
    name = path.removeprefix("record/sent/").removesuffix(".txt")
    chain = Chain(files["record/chain.jsonl"].decode())
    heads = {hashlib.sha256(row.encode()).hexdigest() for row in chain.rows}
    for head in heads:
        text = text.replace(head, "0" * 64)

    def forged(number: int, row: dict[str, Any]) -> None:
        from referee.desk.mail.parts import text_digest

        if name in row.get("sent", {}):
            row["sent"] = {**row["sent"], name: text_digest(text)}

    again = signed(changed, forged)
    assert any("other texts of mails than the desk writes" in said for said in verified(again, tmp_path).differences)
    settings = next(path for path in sorted(files) if path.startswith("record/settings/"))
    changed = dict(files)
    swapped(changed, settings, b"late_salts: true", b"late_salts: false")
    assert any(
        "settings are missing, or were changed" in said for said in verified(resummed(changed), tmp_path).differences
    )


def test_sums_that_are_computed_again_help_nobody(files: Files, tmp_path: Path) -> None:
    for path in sorted(files):
        if path.startswith(("record/", "undone/")) and path not in (sums.SUMS, "record/since.json"):
            changed = {**files, path: files[path] + b"\n"}
            found = verified(resummed(changed), tmp_path)
            assert found.differences, path


def test_a_kept_mail_proves_itself_by_its_whole_text(game: Game, files: Files, tmp_path: Path) -> None:
    kept = tmp_path / "kept.eml"
    ours = sorted((game.folder / "out").glob("001-red*.eml"))[0].read_bytes()
    sent = next(content for path, content in sorted(files.items()) if "/mails/" in path)
    for content in (
        ours,
        b"Received: from a by b; now\n" + ours,
        ours.replace(b"\r\n", b"\n"),
        ours.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
        b"Received: x\nDelivered-To: y\n" + sent,
    ):
        kept.write_bytes(content)
        assert verified(files, tmp_path, kept).differences == []
    head = files["record/head"].decode().strip()
    for content in (
        ours.replace(b"Awaiting", b"Awaitinq"),
        sent.replace(b"troll-1", b"lion-1").replace(b"salt", b"sult"),
        f"From: desk@localhost\n\nchain: {head}\n".encode(),
        f"nonsense {head}".encode(),
    ):
        kept.write_bytes(content)
        assert verified(files, tmp_path, kept).differences, content[:80]


def test_no_name_leads_out_of_the_folder(files: Files, tmp_path: Path) -> None:
    where = next(path for path in files if path.startswith("record/settings/")).removesuffix("desk.yaml")
    target = tmp_path / "evil"
    for name in ("../evil", str(target), "record/../../evil", f"{where}../../../evil", f"{where}/{target}", "a/./b"):
        path = tmp_path / "evil.zip"
        path.write_bytes(packed({**files, name: b"x"}))
        said = run_referee("desk", "verify", str(path))
        assert (said.code, "leaves the folder" in said.err) == (2, True), said.all
        assert not target.exists()


def test_what_a_line_covers_cannot_be_tried_out(game: Game) -> None:
    """Every line holds 16 bytes that only the secret gives, so that its digest tells nothing of the rest."""
    rows = (game.folder / "record/chain.jsonl").read_text().splitlines()
    nonces = [json.loads(row)["nonce"] for row in rows]
    assert len(set(nonces)) == len(rows)
    assert all(len(bytes.fromhex(nonce)) == 16 for nonce in nonces)
    # a mail holds no digest but the heads, the commitment, and those of the player's own mails
    known = {hashlib.sha256(row.encode()).hexdigest() for row in rows} | {game.status()["commitment"]}
    own = {sha256(path.read_bytes()) for path in game.folder.rglob("mails/*") if path.is_file()}
    for path in (game.folder / "out").glob("*.eml"):
        for part in message_from_bytes(path.read_bytes()).walk():
            content = part.get_payload(decode=True)
            if isinstance(content, bytes) and part.get_content_maintype() == "text":
                strange = {found.decode() for found in re.findall(rb"\b[0-9a-f]{64}\b", content)} - known - own
                assert not strange, (path, strange)
    assert canonical(json.loads(rows[0])).decode() == rows[0]
    assert random.Random(0).randbytes(16).hex() not in nonces


def test_texts_of_a_program_that_is_claimed_are_not_called_proved(files: Files, tmp_path: Path) -> None:
    def claimed(number: int, row: dict[str, Any]) -> None:
        if row.get("program"):
            row["program"] = "referee 0.1.9"
        row.pop("sent", None)

    changed = {path: content for path, content in files.items() if not path.startswith("record/sent/")}
    found = verified(signed(changed, claimed), tmp_path)
    assert found.differences or found.unproved


def test_orders_that_wait_are_compared(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    game.mail("black", "end maneuver", "end strike")
    game.run()
    files = files_of(game.folder)
    assert verified(files, tmp_path).differences == []
    swapped(files, "waiting/black.yaml", b"end strike", b"end  strike")
    assert any("other orders wait" in said for said in verified(resummed(files), tmp_path).differences)


def test_salts_that_were_not_to_come_late_never_do(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    fight(game)
    settings = game.folder / "desk.yaml"
    settings.write_text(settings.read_text() + "late_salts: true\n")
    game.mail("red", "salt ground for hours")
    game.run()
    assert "counts for nothing" in " ".join(game.letters("red")[-1].split())
    assert json.loads((game.folder / "record/chain.jsonl").read_text().splitlines()[-2]).get("salt") is None


def test_a_clock_that_goes_back_is_named(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    for now in ("2027-06-01T10:00+01:00", "2026-11-20T22:00+01:00"):
        game.mail("red", "status")
        game.run(now=now)
    assert any("the clock went back" in said for said in verify(game.folder).notes)


def test_an_edited_game_is_published_after_a_run_only(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    settings = game.folder / "desk.yaml"
    settings.write_text(settings.read_text() + "# a word\n")
    words = ("desk", "publish", str(game.folder), "-o", str(tmp_path / "g.zip"))
    said = run_referee(*words)
    assert (said.code, "`referee desk run` counts what you have edited" in said.err) == (2, True), said.all
    game.run()
    assert run_referee(*words).code == 0
    assert verify(tmp_path / "g.zip").differences == []


def test_a_date_without_a_zone_is_the_same_on_every_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(tmp_path / "duel")
    for number, date in enumerate(("15:00:00 +0000", "15:30:00 -0000"), 1):
        text = f"From: ben@x.org\nDate: Fri, 20 Nov 2026 {date}\n\nsalt number {number}\n"
        (game.folder / "inbox" / f"{number}.eml").write_text(text)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    game.run()
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    found = verify(game.folder)
    monkeypatch.undo()
    time.tzset()
    assert found.differences == []


def forgeries(files: Files) -> dict[str, Files]:
    """Return the files with changes that no line of the chain covers by itself."""
    seen = files["record/mails.jsonl"]
    rows = seen.splitlines(keepends=True)
    orders = sorted(path for path in files if "/orders-" in path)
    renamed = {path: content for path, content in files.items() if path != orders[0]}
    mail = sorted(path for path in files if path.startswith("out/") and "master" not in path)[0]
    plain = files[mail].replace(b"text/plain", b"text/html", 1)
    boundary = (message_from_bytes(files[mail]).get_boundary() or "").encode()
    html = b"--" + boundary + b"\r\nContent-Type: text/html\r\n\r\n<p>I concede</p>\r\n--" + boundary
    beside = files[mail].replace(b"--" + boundary, html, 1)
    return {
        "whose a mail is": {**files, "record/mails.jsonl": seen.replace(b'"player":"red"', b'"player":"black"', 1)},
        "mails in another order": {**files, "record/mails.jsonl": b"".join(reversed(rows))},
        "orders of nobody": {**renamed, f"{orders[0].rpartition('/')[0]}/orders-eve.yaml": files[orders[0]]},
        "settings at the top": {**files, "desk.yaml": files["desk.yaml"].replace(b"ann@x.org", b"eve@x.org")},
        "no settings at the top": {path: content for path, content in files.items() if path != "desk.yaml"},
        "times": {**files, "record/since.json": files["record/since.json"].replace(b"2026", b"2025")},
        "a file in a record": {**files, "record/001/x.yaml": b"a: 1\n"},
        "a file at the top": {**files, "VERDICT.txt": b"black cheated\n"},
        "a template": {**files, "templates/mail.txt.j2": b"x"},
        "a page": {**files, "out/report.html": b"<p>x</p>"},
        "ends of lines": {**files, "record/chain.jsonl": files["record/chain.jsonl"].replace(b"\n", b"\r\n")},
        "lines divided otherwise": {
            **files,
            "record/chain.jsonl": files["record/chain.jsonl"].replace(b"\n", "\u2028".encode(), 1),
        },
        "a mail as HTML": {**files, mail: plain},
        "another text in a mail": {**files, mail: beside},
    }


def test_files_that_no_line_names_are_compared_too(files: Files, tmp_path: Path) -> None:
    for name, forged in forgeries(files).items():
        assert forged != files, name
        assert verified(resummed(forged), tmp_path).differences, name


def test_what_players_write_makes_no_honest_game_differ(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    game.mail("red", "status")
    game.run()
    head = (game.folder / "record/head").read_text().strip()
    game.mail("red", "press to black:", head, "end press", f"salt {head}", f"legal {head}")
    game.mail("black", "press to red:", *(["-----BEGIN PGP MESSAGE-----"] * 3), "end press", f"enter lion-1 to {head}")
    game.run()
    for number in range(9):
        game.mail("red", "press to black:", *(["x" * 600] * 480), f"{number}", "end press")
    game.run()
    kept = [path for path in (game.folder / "out").glob("*.eml") if "master" not in path.name]
    found = verify(game.folder, kept)
    assert (found.differences, found.unproved) == ([], [])


def test_a_salt_after_an_undoing_counts_for_nothing_unless_it_was_agreed(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    fight(game)
    assert run_referee("desk", "undo", str(game.folder), "1", "--because", "a slip", "--now", NOW).code == 0
    (game.folder / "inbox" / "black.txt").write_text("salt chosen by the master\n")
    game.run()
    chain = Chain((game.folder / "record/chain.jsonl").read_text())
    assert chain.salts == {}
    assert any("black.txt, orders of black, is a file of the master" in said for said in verify(game.folder).notes)


def test_hours_pass_alike_when_clocks_change(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel", "--deadline", "72h", "--grace", "0h")
    settings = game.folder / "desk.yaml"
    text = settings.read_text()
    settings.write_text(text.replace("next: 72h", "next: 72h, grace: 0h, zone: Europe/Berlin"))
    assert settings.read_text() != text
    game.mail("red", "enter lion-2 to C5", "enter troll-1 to D5", "end maneuver")
    game.run(now="2026-10-23T21:00")
    # in those three days a night has an hour more
    assert "2026-10-26T20:00:00+01:00" in json.dumps(game.status())
    game.run(now="2026-10-26T19:59")
    assert verify(game.folder).differences == []


def test_a_run_begins_with_the_sums(tmp_path: Path) -> None:
    game = Game(tmp_path / "duel")
    game.mail("red", "enter lion-2 to C5", "end maneuver")
    game.run()
    kept = sorted(path for path in (game.folder / "record").rglob("*.yaml"))
    for path in random.Random(time.time()).sample(kept, min(3, len(kept))):
        whole = path.read_bytes()
        path.write_bytes(whole + b"# a note\n")
        before = {one: one.read_bytes() for one in game.folder.rglob("*") if one.is_file()}
        said = run_referee("desk", "run", str(game.folder), "--now", NOW)
        assert (said.code, f"{path.relative_to(game.folder).as_posix()}: was changed" in said.all) == (2, True), (
            said.all
        )
        assert before == {one: one.read_bytes() for one in game.folder.rglob("*") if one.is_file()}
        path.write_bytes(whole)
    game.run()
