"""The search field of the pages of rules: its script, and the index as data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from referee.core.rules.full_text import FILLERS, KINDS, SYNONYM, WHOLE, Index

SCRIPT, DATA = "search.js", "search-data.js"
FIELD = (
    '<search><input type="search" id="search" placeholder="Search the rules" aria-label="Search the rules">'
    '<ol id="found" aria-live="polite"></ol></search>'
)
_MOST = 10


def script() -> str:
    """Return the script of the field."""
    return (Path(__file__).parent / "rules_search.js").read_text(encoding="utf-8")


def data(index: Index, places: Mapping[str, str]) -> str:
    """Return the index as a script that holds nothing but data; `places` say where each id is on the pages."""
    entries = index.entries()
    words: dict[str, int] = {}
    postings: dict[tuple[float, ...], int] = {}
    phrases = {means for all_means in index.synonyms.values() for means in all_means}
    said = {" ".join(phrase) for phrase in index.synonyms}
    for word in sorted({*index.vocabulary(), *phrases, *said}):
        found = [(entry, score * KINDS[entries[entry - 1].kind]) for entry, score in index.term(word)]
        row = tuple(number for entry, score in found for number in (entry - 1, round(score, 2)))
        if row:
            words[word] = postings.setdefault(row, len(postings))
    value: dict[str, Any] = {
        "most": _MOST,
        "whole": WHOLE,
        "synonym": SYNONYM,
        "fillers": sorted(FILLERS),
        "synonyms": {" ".join(phrase): means for phrase, means in index.synonyms.items()},
        "entries": [[one.id, one.kind, one.title, one.text, places.get(one.id, "")] for one in entries],
        "words": words,
        "postings": list(postings),
    }
    return f"window.refereeIndex = {msgspec.json.encode(value).decode()};\n"
