"""A game by mail that an earlier version began; test_desk_season.py plays the examples to their ends.

The first mails of these are kept with them; `python tests/test_desk_examples.py` writes them again when words change.
"""

from __future__ import annotations

import json
import shutil
from datetime import datetime
from pathlib import Path

from referee.desk.founding import begin
from referee.desk.running import run
from referee.desk.verifying import verify

EXAMPLES = Path(__file__).parent.parent / "examples" / "desk"


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
