"""What `referee site` refuses before anything is fetched; tests/browser/test_site.py opens what it builds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from documents_run import ROOT
from running import referee, write_overlay

from referee.site import building
from referee.site.browser import reply
from referee.site.manual import PLACEHOLDER, manual_folder, manual_pages

pytestmark = pytest.mark.usefixtures("here")


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


def test_a_ruleset_that_a_visitor_would_not_have_is_refused(here: Path) -> None:
    assert "did you mean 'titan'?" in refused("public", "-r", "titen")
    write_overlay(here, "titan")
    # house rules are taken, and what is missing is said next
    (here / "runtime").mkdir()
    assert "lacks pyodide.mjs" in refused("public", "-r", "mine", "--rulesets", str(here), "--pyodide", "runtime")


def test_a_folder_without_the_runtime_says_what_it_lacks(here: Path) -> None:
    (here / "runtime").mkdir()
    assert "lacks pyodide.mjs" in refused("public", "-r", "hordes", "--pyodide", "runtime")
    assert not (here / "public").exists()


def test_an_address_without_a_host_is_refused() -> None:
    assert "one begins with https:// and a host" in refused("public", "--url", "games")


def test_every_link_of_the_manual_leads_somewhere() -> None:
    pages = {name: text.decode() for name, text in manual_pages(manual_folder(), "https://club.example/").items()}
    assert {"index.html", "releases.html", "site.html", "verdict.svg"} <= pages.keys()
    anchors = {name: {*re.findall(r'id="([^"]+)"', text)} for name, text in pages.items()}
    for name, text in pages.items():
        assert PLACEHOLDER not in text
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            path, _, anchor = link.partition("#")
            if "://" not in link and not path.startswith("../"):
                assert (path or name) in pages, (name, link)
                assert not anchor or anchor in anchors[path or name], (name, link)
    assert 'href="https://club.example/"' in pages["index.html"]


def test_the_picture_of_the_readme_is_the_card_of_its_question(here: Path) -> None:
    readme = (ROOT / "README.md").read_text()
    question = re.search(r"\$ referee ask -r titan '(brush; [^']*)'", readme)
    assert question is not None
    assert referee("ask", "-r", "titan", question[1], "--card", "card.svg").code == 0
    assert (here / "card.svg").read_text() == (ROOT / "docs" / "verdict.svg").read_text()


def test_a_ruleset_without_spells_has_no_fields_of_them_to_fill_in() -> None:
    """What is left out is refused in a state, or says nothing in it; the text about the fields speaks of the others."""

    def form(ruleset: str, place: int, part: str) -> dict[str, Any]:
        shape = json.loads(reply(json.dumps({"call": "start", "given": {"ruleset": ruleset}})))
        schema = shape["data"]["forms"]["data"]["forms"][place][part]
        return dict(schema["$defs"][schema["$ref"].split("/")[-1]])

    for place, part, fields in (
        (0, "entry", {"held", "drew", "banished"}),
        (0, "schema", {"cup", "gates"}),
        (1, "entry", {"magi", "stays"}),
        (1, "schema", {"trading", "storms"}),
    ):
        with_spells, without = form("titan-magi", place, part), form("titan", place, part)
        assert fields <= with_spells["properties"].keys() - without["properties"].keys()
        said = set(re.findall(r"`(\w+)`", with_spells["description"]))
        assert set(re.findall(r"`(\w+)`", without["description"])) < said
        assert not fields & set(re.findall(r"`(\w+)`", without["description"])) - {"cup", "gates"}
    assert {"slain", "reserves"} <= form("titan", 0, "schema")["properties"].keys()
    assert {"hits", "slayer"} <= form("titan", 0, "entry")["properties"].keys()


def test_a_verdict_says_whether_its_question_fits_where_the_two_stand() -> None:
    """Beside each other a strike is meant; of a rangestriker and one farther away, a rangestrike."""

    def fits(line: str) -> bool:
        given = {"ruleset": "titan", "question": line}
        return bool(json.loads(reply(json.dumps({"call": "verdict", "given": given})))["data"]["fits"])

    for place, strike, shot in (("D2", True, False), ("D3", False, True)):
        laid = f"plains; attacker dragon D1; defender titan {place} power 6"
        assert (fits(f"{laid}; strike dragon at titan"), fits(f"{laid}; rangestrike dragon at titan")) == (strike, shot)
    assert not fits("plains; attacker ogre D1; defender lion D3; rangestrike ogre at lion")
    assert not fits("plains; attacker ogre D1; defender lion D2; sees ogre at lion")


def test_the_page_opens_with_the_game_that_has_the_most_boards() -> None:
    assert building._in_order()[0] == "titan"
