"""The recipes of docs/recipes.md: each row is a sound overlay by itself, and its case proves it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from documents_run import ROOT, blocks
from running import referee

PAGE = ROOT / "docs" / "recipes.md"
RULE = {"rules": {"HOUSE 1": {"title": "A rule of ours", "summary": "What the row says.", "kind": "adjudicated"}}}


def recipes() -> dict[str, tuple[str, str, str]]:
    """Return each recipe by its title: its ruleset and table, its row and its case."""
    text = PAGE.read_text(encoding="utf-8").splitlines()
    titles = {n: line.removeprefix("### ") for n, line in enumerate(text, 1) if line.startswith("### ")}
    found = [one for one in blocks(PAGE) if one.kind == "yaml"]
    out = {}
    for row, case in zip(found[::2], found[1::2], strict=True):
        title = titles[max(line for line in titles if line < row.line)]
        out[title] = row.info.removeprefix("row="), row.text, case.text
    assert len(out) == len(titles)
    return out


@pytest.mark.parametrize("title", recipes())
def test_a_recipe_is_sound_and_its_case_passes(title: str, here: Path) -> None:
    place, row, told = recipes()[title]
    extends, table = place.split("/")
    case: dict[str, Any] = {"case": title, "cites": ["HOUSE 1"], "ruleset": "recipe", **yaml.safe_load(told)}
    case["expect"]["trace"] = ["HOUSE 1"]
    if not re.search("cite: HOUSE 1", row):
        # figures cite nothing
        del case["cites"], case["expect"]["trace"]
    manifest = {"format": 1, "ruleset": "recipe", "title": "A recipe", "extends": extends}
    Path("recipe").mkdir()
    tables = yaml.safe_load(row)
    files = {"manifest": manifest, "rules": RULE, **(tables if table == "several" else {table: tables})}
    for name, value in files.items():
        Path("recipe", f"{name}.yaml").write_text(yaml.safe_dump(value, sort_keys=False), encoding="utf-8")
    Path("case.yaml").write_text(yaml.safe_dump(case, sort_keys=False), encoding="utf-8")
    said = referee("lint", "recipe")
    assert said.code == 0, said.err
    said = referee("test", "case.yaml", "--rulesets", ".")
    assert said.code == 0, said.out


def test_there_are_thirty() -> None:
    assert len(recipes()) >= 30
