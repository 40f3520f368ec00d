"""Everything that README and docs/ show is run, and must come out as it stands there."""

from pathlib import Path

import pytest
from documents_run import ROOT, run_document

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# shows a package at work, which is installed first: see test_packages.py
PACKAGED = ROOT / "docs" / "new-game.md"


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if path != PACKAGED], ids=lambda p: p.name)
def test_document_shows_what_happens(path: Path, tmp_path: Path) -> None:
    wrong = run_document(path, tmp_path)
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.name)
def test_no_document_shows_a_bug_of_ours(path: Path) -> None:
    text = path.read_text()
    assert "this is a bug in the referee" not in text
    assert ": a bug in the referee: " not in text
