"""A vocabulary compiled for hearing: phrases by their first word, names with their plurals, and patterns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ..documents import Problem, Unreadable
from ..rules.rulesets import Ruleset
from .words import TABLE, Words


class Phrase(NamedTuple):
    """The words of a phrase, and the term that it is."""

    words: tuple[str, ...]
    kind: str
    value: Any
    many: bool = False


class Name(msgspec.Struct, frozen=True):
    """A name of a table that people say: its kind, the name, its title, and a plural that is not regular."""

    kind: str
    name: str
    title: str
    plural: str | None = None


class Pattern(NamedTuple):
    """A term written in figures, such as a hex: its kind, a regular expression, and what a match names."""

    kind: str
    expression: re.Pattern[str]
    value: Callable[[re.Match[str]], Any]


class Vocabulary:
    """The words of a ruleset, ready for hearing; immutable."""

    def __init__(self, words: Words, names: Iterable[Name], patterns: Sequence[Pattern] = ()) -> None:
        self.patterns = [*_cited(words.citing), *patterns]
        self.help = words.help
        self.stand_ins = words.stand_ins
        self.same = {tuple(split(said)): split(meant) for said, meant in words.same.items()}
        self.phrases: dict[str, list[Phrase]] = {}
        self._known: set[tuple[str, ...]] = set()
        self.names: dict[str, Phrase] = {}
        for said, number in words.numbers.items():
            self._add(said, "num", number)
        for kind, phrases in words.terms.items():
            for said in phrases:
                self._add(said, kind, None)
        # long words of the terms, which are known by one letter that is wrong
        self.long = {
            phrase.words[0]: phrase
            for found in self.phrases.values()
            for phrase in found
            if len(phrase.words) == 1 and len(phrase.words[0]) >= _LONG
        }
        for name in names:
            further = words.names.get(name.kind, {}).get(name.name, [])
            for said in dict.fromkeys([name.title, name.name.replace("_", " "), *further]):
                self._add(said, name.kind, name.name, named=True)
                for more in dict.fromkeys([name.plural or plural(said), plural(said)]):
                    self._add(more, name.kind, name.name, many=True, named=True)
        for found in self.phrases.values():
            found.sort(key=lambda phrase: -len(phrase.words))
        # every word of a phrase: what is one is no misspelling of a name
        self.parts = frozenset(word for found in self.phrases.values() for phrase in found for word in phrase.words)
        self.short = frozenset(words.short)
        self.pronouns = frozenset(words.pronouns)
        self.unmistaken = frozenset(words.unmistaken)
        self.classes = {name: frozenset(found) for name, found in words.classes.items()}

    def _add(self, said: str, kind: str, value: Any, many: bool = False, named: bool = False) -> None:
        words = tuple(split(said))
        if words in self._known:
            return
        self._known.add(words)
        phrase = Phrase(words, kind, value, many)
        self.phrases.setdefault(words[0], []).append(phrase)
        if named and len(words) == 1:
            self.names[words[0]] = phrase


def _cited(words: Sequence[str]) -> list[Pattern]:
    """Return a pattern for the number of a rule, which carries nothing: the question is ruled on by all of them."""
    if not words:
        return []
    lead = "|".join(map(re.escape, words))
    return [Pattern("noise", re.compile(rf"(?:{lead})\s*\d+(?:\.\d+)*(?!\w)", re.IGNORECASE), lambda match: match[0])]


# words at least so long are corrected although they are no names
_LONG = 7
_WORD = re.compile(r"[^\W\d_]+|\d+")


def split(text: str) -> list[str]:
    """Return the words of a phrase in lower case; a hyphen parts words."""
    words = text.lower().split()
    if all(map(str.isalpha, words)):
        return words
    return _WORD.findall(text.lower().replace("’", "'").replace("'s", "").replace("'", ""))


def plural(word: str) -> str:
    """Return the regular plural of a word."""
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    return f"{word[:-1]}ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else f"{word}s"


def words_of(ruleset: Ruleset) -> Words:
    """Return the table of words of a ruleset; raises Unreadable if it has none."""
    if TABLE not in ruleset.tables:
        message = f"{ruleset.name} has no table '{TABLE}': write the question in its strict form"
        raise Unreadable([Problem("", 0, 0, "", message)])
    return ruleset.typed(TABLE, Words)


def vocabulary_of(
    ruleset: Ruleset, names: Callable[[], Iterable[Name]], patterns: Sequence[Pattern] = ()
) -> Vocabulary:
    """Return the vocabulary of a ruleset, compiled once."""
    found = _compiled.get(id(ruleset))
    if found is None or found[0] is not ruleset:
        if len(_compiled) > _MOST:
            _compiled.clear()
        found = _compiled[id(ruleset)] = ruleset, Vocabulary(words_of(ruleset), names(), patterns)
    return found[1]


_MOST = 64
_compiled: dict[int, tuple[Ruleset, Vocabulary]] = {}
Given = Mapping[str, Any]
