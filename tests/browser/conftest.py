"""Pages that several tests try, and the browser; without one the tests that need it do not run, and say so."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from running import lacking

sys.path.insert(0, str(Path(__file__).parent))
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def page_for(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    """Give the page of a situation by its name; each is made once."""
    from situations import make

    return cache(lambda name: make(name, tmp_path_factory.mktemp(name)))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A running Chromium."""
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        program = None
    if program is None:
        lacking("no Chromium, or no Playwright")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()
