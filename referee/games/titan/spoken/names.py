"""The names that players say, and the terms that are written in figures."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.spoken.vocabulary import DIGITS, Name, Pattern, Vocabulary, vocabulary_of

from ..rules import TitanRules

# a hex: its column, perhaps a hyphen, and its number
_HEX = Pattern("hex", r"([A-Fa-f])-?([1-6])(?![\w])", lambda match: f"{match[1].upper()}{match[2]}", DIGITS)
# an arrow points from the one who strikes to the target; @ and = place somebody on a hex
_ARROW = Pattern("against", r"[-=–—]*[>→⇒]", lambda match: "against", ">→⇒")
_PLACED = Pattern("at", r"[@=]\s*(?=[A-Fa-f]-?[1-6](?!\w))", lambda match: "at", "@=")
# a number that dice show: 5s, 5's, 5+
_FACE = Pattern("num", r"([1-6])(?:['’]?s|\+)(?!\w)", lambda match: int(match[1]), DIGITS)
_WITH = Pattern("with", r"(?i)w/(?!o)|w\.(?=\s)", lambda match: "with", ("w/", "w."))
_COUNT = Pattern("topic", r"#", lambda match: "number", "#")
# what is printed on a counter: Power-factor and Skill-factor
_RATING = Pattern("rating", r"(\d{1,2})-(\d)(?![\w-])", lambda match: (int(match[1]), int(match[2])), DIGITS)
_NUMBER = Pattern("topic", r"(?i)no\.\s+(?=of\s)", lambda match: "number", ("no.",))
_INSTEAD = Pattern("noise", r"(?i)instead(?!\s+of)(?!\w)", lambda match: "instead", ("instead",))
_NO_HEX = Pattern("nohex", r"[A-Ha-h]-?\d+(?![\w])", lambda match: match[0].upper(), DIGITS)


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
