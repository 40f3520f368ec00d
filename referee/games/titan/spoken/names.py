"""The names that players say, and the terms that are written in figures."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.core.spoken.vocabulary import Name, Pattern, Vocabulary, vocabulary_of

from ..rules import TitanRules

# a hex: its column, perhaps a hyphen, and its number
_HEX = Pattern("hex", re.compile(r"([A-Fa-f])-?([1-6])(?![\w])"), lambda match: f"{match[1].upper()}{match[2]}")
# an arrow points from the one who strikes to the target; @ and = place somebody on a hex
_ARROW = Pattern("against", re.compile(r"[-=–—]*[>→⇒]"), lambda match: "against")
_PLACED = Pattern("at", re.compile(r"[@=]\s*(?=[A-Fa-f]-?[1-6](?!\w))"), lambda match: "at")
# a number that dice show: 5s, 5's, 5+
_FACE = Pattern("num", re.compile(r"([1-6])(?:['’]?s|\+)(?!\w)"), lambda match: int(match[1]))
_WITH = Pattern("with", re.compile(r"w/(?!o)"), lambda match: "with")
_COUNT = Pattern("topic", re.compile(r"#"), lambda match: "number")
# what is printed on a counter: Power-factor and Skill-factor
_RATING = Pattern("rating", re.compile(r"(\d{1,2})-(\d)(?![\w-])"), lambda match: (int(match[1]), int(match[2])))
_NUMBER = Pattern("topic", re.compile(r"no\.\s+(?=of\s)", re.IGNORECASE), lambda match: "number")
_INSTEAD = Pattern("noise", re.compile(r"instead(?!\s+of)(?!\w)", re.IGNORECASE), lambda match: "instead")
_NO_HEX = Pattern("nohex", re.compile(r"[A-Ha-h]-?\d+(?![\w])"), lambda match: match[0].upper())


def vocabulary(rules: TitanRules) -> Vocabulary:
    """Return the vocabulary of a ruleset."""
    return vocabulary_of(
        rules.ruleset,
        lambda: _names(rules),
        (_HEX, _NO_HEX, _RATING, _ARROW, _PLACED, _FACE, _WITH, _COUNT, _NUMBER, _INSTEAD),
    )


def _names(rules: TitanRules) -> Iterator[Name]:
    for name, row in rules.characters.items():
        yield Name("who", name, row.title, row.plural)
    for name in rules.battlelands.battlelands:
        yield Name("land", name, name)
    for name, ability in rules.board_abilities.items():
        yield Name("ability", name, ability.title)
    for name, hazard in rules.hazards.hazards.items():
        yield Name("hazard", name, hazard.title)
