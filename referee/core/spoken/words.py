"""The table `words` of a ruleset: what people say for the terms and names of its game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

# one phrase, or several with commas between; each has a word or a sign for one
_SAID = r"^[^,\w§]*[\w§][^,]*(,[^,\w§]*[\w§][^,]*)*$"
Phrases = list[
    Annotated[str, msgspec.Meta(pattern=_SAID, description="must have a word in each phrase; one comma parts two")]
]


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The words of one language for a game; none of them changes a ruling.

    A list of phrases may hold several in one item, with commas between: a long list is read faster so.

    `terms` holds phrases by the kind of term, and `names` further words for names of other tables, by kind and name.
    `same` replaces a word by others before anything else is read. `unmistaken` are words that are no misspelling of a
    name, `pronouns` those that stand for what is named before them, `short` those that are written with a full stop.
    `classes` holds words by what they are in a sentence, such as articles, whatever terms they are, and `citing` the
    words before the number of a rule, which a question may name.
    `language` is the one whose small talk is passed over, by a file of `small_talk/`.
    `help` holds an example of each question, and `stand_ins` names that stand for a piece which is not named, by role,
    where the answer does not hang on it.

    The rest serves questions on a saved state: `on_state` holds terms that these have before all others, `asks` the
    kinds of terms that say each question (`a+b`: two that say it together), `deeds` those that are verbs of a question
    without saying it, `fields` those beside which a number is the value of a field, `values` those that say a value of
    a field, and `harmless` those that carry nothing; `asides` carry nothing in one question. `persons` holds the kinds
    of terms for `mine` and for `theirs`. `passive` lists verbs after which the one that acts is named, and `mutual`
    those before or after which it may be. `others` lists the questions whose answer tells of everybody, so that a text
    may name more.

    `synonyms` serves the search in rules: what players say for a word of them.
    """

    language: Literal["english"] | None = None
    numbers: dict[str, int] = {}
    terms: dict[str, Phrases] = {}
    names: dict[str, dict[str, Phrases]] = {}
    same: dict[str, str] = {}
    unmistaken: Phrases = []
    pronouns: Phrases = []
    short: Phrases = []
    classes: dict[str, Phrases] = {}
    citing: Phrases = []
    help: dict[str, str] = {}
    stand_ins: dict[str, list[str]] = {}
    on_state: dict[str, Phrases] = {}
    asks: dict[str, list[str]] = {}
    deeds: dict[str, list[str]] = {}
    fields: dict[str, list[str]] = {}
    harmless: list[str] = []
    values: dict[str, dict[str, list[str]]] = {}
    asides: dict[str, list[str]] = {}
    persons: dict[str, list[str]] = {}
    passive: list[str] = []
    mutual: list[str] = []
    others: list[str] = []
    synonyms: dict[str, Phrases] = {}


# the table may be left out
TABLE = "words"

_SMALL_TALK = Path(__file__).parent / "small_talk"


def small_talk(language: str | None) -> list[str]:
    """Return what speakers of a language say around a question of any game; nothing without a language."""
    if language is None:
        return []
    lines = (_SMALL_TALK / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return [said for line in lines if line and line[0] != "#" for said in line.split(", ")]
