"""The search field in the pages of rules, opened from a folder without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from running import referee
from seeds import sampled

HOSTILE = "<img src=x onerror=alert(1)></script>"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of an overlay with a hostile rule."""
    folder = tmp_path_factory.mktemp("rules")
    own = folder / "own"
    own.mkdir()
    (own / "manifest.yaml").write_text("format: 1\nruleset: own\ntitle: Own\nextends: battalions\n")
    rule = f"{{title: 'Zanzibar {HOSTILE}', summary: 'It says {HOSTILE} too.', kind: advice}}"
    (own / "rules.yaml").write_text(f"rules: {{OWN 1: {rule}}}\n")
    case = "tests/cases/titan/ref-titan-12-gains-and-carrying.yaml"
    said = referee("rules", "--rulesets", str(folder), "own", "--html", str(folder / "pages"), "--cases", case)
    assert said.code == 0, said.err
    return folder / "pages"


@pytest.mark.parametrize("width", sampled([390, 1280], 2))
def test_a_question_finds_its_rule_and_leads_there(pages: Path, chromium: Any, width: int) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 800})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    page.goto((pages / "index.html").as_uri())
    for text, wanted in {
        "how expensive must the hero be?": "BN-ARM-4",
        "what if the leeder retreats": "BN-RET-2",
        "hold ground": "Hold Ground",
        "zanzibar": "OWN 1",
        "constructor __proto__": "No rule",
    }.items():
        page.fill("#search", text)
        page.wait_for_selector("#found li")
        found = page.locator("#found li").all_inner_texts()
        assert any(one.startswith(wanted) for one in found[:3]), (text, found)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.fill("#search", "zanzibar")
    assert HOSTILE in page.inner_text("#found")
    assert page.locator("#found img").count() == 0
    page.click("#found a")
    assert page.url.endswith("own.html#own-1")
    assert not faults
    page.close()
