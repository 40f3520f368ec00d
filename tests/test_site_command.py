"""What `referee site` refuses before anything is fetched; tests/browser/test_site.py opens what it builds."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import referee, write_overlay


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(*words: str) -> str:
    said = referee("site", *words)
    assert (said.code, said.out) == (2, ""), said.all
    return said.err


def test_a_folder_with_other_files_is_left_alone(here: Path) -> None:
    (here / "public").mkdir()
    (here / "public" / "mine.txt").write_text("mine")
    assert "holds other files" in refused("public", "--force")
    assert [path.name for path in (here / "public").iterdir()] == ["mine.txt"]


def test_a_site_that_is_there_is_replaced_only_when_told(here: Path) -> None:
    (here / "public").mkdir()
    for name in ("index.html", "sw.js", "files.json"):
        (here / "public" / name).write_text("")
    assert "--force overwrites it" in refused("public")


def test_a_ruleset_that_a_visitor_would_not_have_is_refused(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "did you mean 'titan'?" in refused("public", "-r", "titen")
    write_overlay(here, "titan")
    monkeypatch.setenv("REFEREE_RULESETS", str(here))
    assert "'mine' does not come with the referee" in refused("public", "-r", "mine")


def test_a_folder_without_the_runtime_says_what_it_lacks(here: Path) -> None:
    (here / "runtime").mkdir()
    assert "lacks pyodide.mjs" in refused("public", "-r", "hordes", "--pyodide", "runtime")
    assert not (here / "public").exists()
