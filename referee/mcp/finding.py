"""The one place where rules are searched for by what a text is about."""

from __future__ import annotations

import re

from referee.core.rules.lookup import with_words
from referee.core.rules.rulesets import Ruleset

_SHORT = 4


def find(ruleset: Ruleset, text: str, most: int) -> list[dict[str, str]]:
    """Return the rules and rulings that a text is about, best first, as `{id, kind, title, text}`."""
    words = [word for word in dict.fromkeys(re.findall(r"\w+", text.lower())) if len(word) >= _SHORT]
    hits: dict[str, int] = {}
    for word in words[:40]:
        for name in with_words(ruleset, word):
            hits[name] = hits.get(name, 0) + 1
    best = sorted(hits, key=lambda name: -hits[name])[:most]
    return [_row(ruleset, name) for name in best]


def _row(ruleset: Ruleset, name: str) -> dict[str, str]:
    if name in ruleset.rules:
        rule = ruleset.rules[name]
        return {"id": name, "kind": str(rule.kind), "title": rule.title, "text": rule.summary}
    ruling = ruleset.rulings[name]
    return {"id": name, "kind": "ruling", "title": ruling.question, "text": ruling.answer}
