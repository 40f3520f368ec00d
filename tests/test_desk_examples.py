"""The examples of games by mail: every mail is taken as it is meant, and each game is proved.

Their first mails are kept with them; `python tests/test_desk_examples.py` writes them again when the words change.
"""

from __future__ import annotations

import json
import shutil
from datetime import datetime
from pathlib import Path

import pytest

from referee.core import documents
from referee.desk.changing import undo
from referee.desk.founding import begin
from referee.desk.running import run
from referee.desk.verifying import verify

EXAMPLES = Path(__file__).parent.parent / "examples" / "desk"
# what comes into a mailbox and is from no player
NOISE = ("autoreply", "spam", "unknown")


@pytest.mark.slow(days=2)
@pytest.mark.parametrize("name", ["titan", "hordes", "battalions"])
def test_a_game_by_mail_is_played_from_its_mails(name: str, tmp_path: Path) -> None:
    folder, example = tmp_path / name, EXAMPLES / name
    shutil.copytree(example / "desk", folder)
    (folder / "inbox").mkdir()
    found = documents.parse((example / "play.yaml").read_bytes(), "play.yaml").value
    taken: list[str] = []
    written: list[str] = []
    for turn in found["play"]:
        if "undo" in turn:
            undo(folder, turn["undo"], turn["because"], False, turn["now"])
            continue
        for mail in turn["run"]:
            shutil.copy(example / "mails" / mail, folder / "inbox" / mail)
        result = run(folder, at=turn["now"], accept_rules=True).plain()
        written += result["written"]
        for row in result["taken"]:
            noise = row["mail"].rpartition("-")[2].removesuffix(".eml") in NOISE
            assert (row["player"] is None) == noise, row
            assert noise or row["understood"], row
            assert noise or bool(row["problems"]) == (row["mail"] in found["held_up"]), row
            taken.append(row["mail"])
    assert sorted(taken) == sorted(path.name for path in (example / "mails").iterdir())
    proof = verify(folder)
    assert (proof.differences, proof.unproved, proof.records) == ([], [], found["records"])
    assert name != "titan" or any("reminder" in path for path in written)


def test_a_game_begun_by_an_earlier_version_goes_on_and_says_what_is_not_proved(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    shutil.copytree(Path(__file__).parent / "old" / "desk", folder)
    (folder / "inbox").mkdir()
    mail = sorted((EXAMPLES / "hordes" / "mails").iterdir())[0]
    shutil.copy(mail, folder / "inbox" / mail.name)
    assert run(folder, at="2026-11-20T21:00+01:00", accept_rules=True).progress.played
    proof = verify(folder)
    assert (proof.differences, len(proof.unproved)) == ([], 1)
    assert "an earlier version" in proof.unproved[0]


def write_again(folder: Path) -> None:
    """Write the first record and the first mails of an example again."""
    state = min((folder / "record").glob("[0-9]*/state.yaml")).read_bytes()
    begun = json.loads((folder / "record/chain.jsonl").read_text().splitlines()[0])["at"]
    shutil.rmtree(folder / "record")
    begin(folder, state, datetime.fromisoformat(begun), bare=True)


if __name__ == "__main__":
    for example in sorted(EXAMPLES.glob("*/desk")):
        write_again(example)
