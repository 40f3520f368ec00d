"""The example of docs/cases.md for pre-commit runs in a project with its own ruleset."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from running import referee

ROOT = Path(__file__).parent.parent
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
FOUND = re.search(r"```yaml\n(repos:.*?)```", (ROOT / "docs/cases.md").read_text(), re.S)
WANTED = yaml.safe_load(FOUND[1])["repos"][0]["hooks"] if FOUND else []


@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: wanted["id"])
def test_a_hook_knows_the_ruleset_of_its_project(here: Path, wanted: dict[str, list[str]]) -> None:
    own = here / "my-rules" / "my-ruleset"
    own.mkdir(parents=True)
    (own / "manifest.yaml").write_text("format: 1\nruleset: my-ruleset\ntitle: Mine\nextends: titan\n")
    (here / "a.case.yaml").write_text(
        "case: The time is up\nruleset: my-ruleset\ngiven: {}\nask: {time_loss: now}\nexpect: {trace: [LoT 10.5]}\n"
    )
    hook = HOOKS[str(wanted["id"])]
    files = ["a.case.yaml"] if hook.get("pass_filenames", True) else []
    said = referee(*hook["entry"].split()[1:], *wanted.get("args", []), *files)
    assert said.code == 0, said
