"""The index of a ruleset as linked pages, and rows in words."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from running import referee
from seeds import part

from referee import games
from referee.core.rules.lookup import citing
from referee.judge.citing import row_sayer

RULESETS = ("titan", "titan-valley", "titan-magi", "hordes", "battalions")


class Page(HTMLParser):
    """The links, the anchors and the text of a page; every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.open: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [given["href"] or ""] if "href" in given else []
        self.anchors |= {given["id"] or ""} if "id" in given else set()
        if tag not in ("meta", "br", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.slow
@pytest.mark.parametrize("name", part(RULESETS, 2))
def test_every_rule_is_on_a_page_and_every_link_leads_somewhere(name: str, tmp_path: Path) -> None:
    empty = tmp_path / "cases"
    empty.mkdir()
    folder = tmp_path / "rules"
    said = referee("rules", name, "--html", str(folder), "--cases", str(empty))
    if said.code:
        # a folder without cases is refused where it is named
        said = referee("rules", name, "--html", str(folder))
    assert said.code == 0, said.err
    pages = {path.name: Page(path.read_text()) for path in folder.glob("*.html")}
    for page in pages.values():
        for link in page.links:
            file, _, anchor = link.partition("#")
            target = pages[file] if file else page
            assert not anchor or anchor in target.anchors, link
    _, ruleset = games.load(name)
    text = "".join(path.read_text() for path in folder.glob("*.html"))
    data = json.loads((folder / "search-data.js").read_text().removeprefix("window.refereeIndex = ").rstrip(";\n"))
    for *_, place in data["entries"]:
        file, _, anchor = place.partition("#")
        assert anchor in pages[file].anchors, place
    for one in [*ruleset.rules, *ruleset.rulings]:
        assert f'<span class="id">{one}</span>' in text, one


@pytest.mark.slow
def test_cases_rows_rulings_and_choices_are_on_the_page(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    cases = "tests/cases/titan/ref-titan-12-gains-and-carrying.yaml"
    assert referee("rules", "titan", "--html", str(folder), "--cases", cases).code == 0
    rulings = (folder / "ref-titan.html").read_text()
    assert "Under same_result it is enough that number and dice are no worse" in rulings
    assert "<dt>same_benefit (default)</dt>" in rulings
    wall = (folder / "lot-11.html").read_text()
    assert "striking down a Wall: the striker&#x27;s Skill-factor +1" in wall
    assert 'href="ref-titan.html#ref-titan-4"' in wall


@pytest.mark.slow
def test_pages_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    cases = "tests/cases/titan/ref-titan-12-gains-and-carrying.yaml"
    write = ("rules", "titan", "--html", str(folder), "--cases", cases)
    assert referee(*write).code == 0
    again = referee(*write)
    assert again.code == 2
    assert "already exists; --force overwrites it" in again.err
    assert referee(*write, "--force").code == 0
    (folder / "notes.txt").write_text("mine")
    other = referee(*write, "--force")
    assert other.code == 2
    assert "holds other files" in other.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rules"]
    assert referee("rules", "titan", "LoT 12.4", "--html", str(tmp_path / "x")).code == 2
    assert referee("rules", "titan", "--html", str(tmp_path / "a" / "b")).code == 2


def test_text_of_a_ruleset_is_escaped(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "manifest.yaml").write_text("format: 1\nruleset: own\ntitle: <b>Own</b>\nextends: battalions\n")
    (own / "errata.yaml").write_text(
        "errata: {OWN 1: {paragraph: BN-CMD-3, question: '<i>?</i>', answer: '<script>alert(1)</script>'}}\n"
    )
    folder = tmp_path / "rules"
    cases = "tests/cases/titan/ref-titan-12-gains-and-carrying.yaml"
    assert referee("rules", "--rulesets", str(tmp_path), "own", "--html", str(folder), "--cases", cases).code == 0
    text = "".join(path.read_text() for path in folder.glob("*.html"))
    assert {*re.findall("<script.*?>", text)} == {'<script src="search.js">'}
    assert "<b>" not in text
    assert "&lt;script&gt;" in text


@pytest.mark.slow
@pytest.mark.parametrize("name", part(RULESETS, 2))
def test_every_row_that_cites_has_words(name: str) -> None:
    game, ruleset = games.load(name)
    words = row_sayer(game, ruleset)
    for cite in [*ruleset.rules, *ruleset.rulings]:
        for row in citing(ruleset, cite):
            said = words(row)
            assert "{" not in said, said
            assert "'cite'" not in said


def test_the_rows_of_a_hazard_are_told_in_words_with_its_rulings() -> None:
    said = re.sub(r"\s+", " ", referee("rules", "titan", "LoT 11.7 Wall").out)
    assert "- a Wall slows on the way up: hexes of movement 2, if crossing is up, unless the mover flies" in said
    assert "neither end of the line is atop the Wall it crosses: it forbids the line" in said
    for ruling in ("REF titan-4", "REF titan-12", "REF titan-16"):
        assert ruling in said
    assert "rulesets/titan/hazards.yaml:" in said
