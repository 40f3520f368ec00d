"""The phrases of mail programs, and words of sentences, from `phrases.yaml` beside this file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from referee.core import documents


@cache
def phrases() -> dict[str, list[str]]:
    """Return the phrases by kind; a text of words is returned as a list of them."""
    path = Path(__file__).with_suffix(".yaml")
    found = documents.parse(path.read_bytes(), str(path)).value
    return {kind: given.split() if isinstance(given, str) else list(given) for kind, given in found.items()}
