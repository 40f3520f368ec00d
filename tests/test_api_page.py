"""docs/api.md and docs/game-api.md are what the docstrings say, and the examples of the first run."""

from __future__ import annotations

import doctest
import re

import pytest
from api_page import PAGES, ROOT

import referee
from referee import api, sessions


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_are_up_to_date(name: str) -> None:
    written = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), "python tests/api_page.py writes it"


@pytest.mark.parametrize("module", [api, sessions], ids=lambda module: module.__name__)
def test_every_example_runs(module: object) -> None:
    found = doctest.testmod(module, extraglobs={"referee": referee})  # type: ignore[arg-type]
    assert found.attempted
    assert not found.failed


def test_the_examples_of_the_page_run_one_after_another() -> None:
    written = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", written, re.M | re.S)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "api.md", "docs/api.md", 0)
    found = doctest.DocTestRunner().run(examples)
    assert found.attempted == written.count("\n>>> ")
    assert not found.failed


def test_a_session_has_the_odds_of_the_functions() -> None:
    state = (ROOT / "examples/titan/slope/012.state.yaml").read_text()
    orders = (ROOT / "examples/titan/slope/013.black.yaml").read_text()
    session = referee.Session.open(state)
    found = session.odds(orders=orders)
    assert found == referee.odds(state, orders)
    assert found.exact
    assert found.slain["lion-2"] == 1
    asked = session.odds({"strike": "ogre-1", "at": "lion-2"})
    assert asked == session.odds("strike ogre-1 at lion-2")
    assert asked.expected["lion-2"] > 3
    assert session.odds("strike ogre-1 at giant-1").refused[0]["because"]
    assert session.odds(playouts=50, seed=3) == referee.odds(state, playouts=50, seed="3")
    assert session.odds(playouts=50).playouts == 50
