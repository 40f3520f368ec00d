"""A vocabulary compiled for hearing: phrases by their first word, names with their plurals, and patterns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec

from ..documents import Problem, Unreadable
from ..rules.rulesets import Ruleset
from .words import TABLE, Words, small_talk


class Phrase(msgspec.Struct, frozen=True):
    """The words of a phrase, and the term that it is; `named` if it is one of a name, which may be misspelt."""

    words: tuple[str, ...]
    kind: str
    value: Any
    many: bool = False
    named: bool = False


# a phrase in small letters as the table writes it, and the rest of its `Phrase`
_Said = tuple[str, str, Any, bool, bool]


class Name(msgspec.Struct, frozen=True):
    """A name of a table that people say: its kind, the name, its title, and a plural that is not regular."""

    kind: str
    name: str
    title: str
    plural: str | None = None


class Pattern:
    """A term written in figures, such as a hex: its kind, a regular expression, and what a match names.

    A text with a match has one of the `signs`, in small letters: the expression is compiled for such a text.
    """

    def __init__(self, kind: str, source: str, value: Callable[[re.Match[str]], Any], signs: Iterable[str]) -> None:
        self.kind = kind
        self.source = source
        self.value = value
        self.signs = signs

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """The regular expression, compiled."""
        return re.compile(self.source)


class Vocabulary:
    """The words of a ruleset, ready for hearing; immutable. A phrase is compiled when its first word is looked up."""

    def __init__(
        self, words: Words, names: Iterable[Name], patterns: Sequence[Pattern] = (), of_states: bool = False
    ) -> None:
        self.patterns = [*_cited(words.citing), *patterns]
        self.stand_ins = words.stand_ins
        self.same = {tuple(split(said)): split(meant) for said, meant in words.same.items()}
        self.short = frozenset(phrases(words.short))
        self.pronouns = frozenset(phrases(words.pronouns))
        self.unmistaken = frozenset(phrases(words.unmistaken))
        self.classes = {name: frozenset(phrases(found)) for name, found in words.classes.items()}
        # by their first word; of two that are alike the first is meant
        self._said: dict[str, list[_Said]] = {}
        self._phrases: dict[str, list[Phrase]] = {}
        for said, number in words.numbers.items():
            self._add((said.lower(), "num", number, False, False))
        for kind, found in (*(words.on_state.items() if of_states else ()), *words.terms.items()):
            for said in phrases(map(str.lower, found)):
                self._add((said, kind, None, False, False))
        for said in small_talk(words.language):
            self._add((said, "noise", None, False, False))
        self.named: set[str] = set()
        self._firsts = [first for name in names for first in self._add_name(name, words)]

    def _add_name(self, name: Name, words: Words) -> Iterator[str]:
        """Add all that a name is called, one and many; yield the first words."""
        self.named.add(name.kind)
        further = phrases(words.names.get(name.kind, {}).get(name.name, ()))
        for said in dict.fromkeys([name.title, name.name.replace("_", " "), *further]):
            yield self._add((said.lower(), name.kind, name.name, False, True))
            for more in dict.fromkeys([name.plural or plural(said), plural(said)]):
                yield self._add((more.lower(), name.kind, name.name, True, True))

    def _add(self, said: _Said) -> str:
        first = said[0].partition(" ")[0]
        if not first.isalpha():
            first = split(said[0])[0]
        if first in self._said:
            self._said[first].append(said)
        else:
            self._said[first] = [said]
        return first

    def beginning(self, word: str) -> Sequence[Phrase]:
        """Return the phrases that begin with a word, the longest first."""
        if word not in self._said:
            return ()
        found = self._phrases.get(word)
        if found is None:
            distinct: dict[tuple[str, ...], Phrase] = {}
            for text, *term in self._said[word]:
                words = tuple(split(text))
                distinct.setdefault(words, Phrase(words, *term))
            found = self._phrases[word] = sorted(distinct.values(), key=lambda phrase: -len(phrase.words))
        return found

    def all(self) -> Iterator[Phrase]:
        """Yield every phrase."""
        for word in self._said:
            yield from self.beginning(word)

    @cached_property
    def names(self) -> dict[str, Phrase]:
        """The names of one word."""
        found = (phrase for first in dict.fromkeys(self._firsts) for phrase in self.beginning(first))
        return {phrase.words[0]: phrase for phrase in found if phrase.named and len(phrase.words) == 1}

    @cached_property
    def long(self) -> dict[str, Phrase]:
        """Long words that are no names, which are known by one letter that is wrong."""
        single = (phrase for phrase in self.all() if len(phrase.words) == 1 and not phrase.named)
        return {phrase.words[0]: phrase for phrase in single if len(phrase.words[0]) >= _LONG}

    @cached_property
    def parts(self) -> frozenset[str]:
        """Every word of a phrase: what is one is no misspelling of a name."""
        return frozenset(word for phrase in self.all() for word in phrase.words)


def _cited(words: Sequence[str]) -> list[Pattern]:
    """Return a pattern for the number of a rule, which carries nothing: the question is ruled on by all of them."""
    if not words:
        return []
    lead = "|".join(map(re.escape, phrases(words)))
    return [Pattern("noise", rf"(?i)(?:{lead})\s*\d+(?:\.\d+)*(?!\w)", lambda match: match[0], DIGITS)]


DIGITS = "0123456789"
# words at least so long are corrected although they are no names
_LONG = 7
_WORD = re.compile(r"[^\W\d_]+|\d+")


def phrases(items: Iterable[str]) -> Iterator[str]:
    """Yield the phrases of a list of the table, of which one item may hold several with commas between."""
    for item in items:
        if "," in item:
            yield from map(str.strip, item.split(","))
        else:
            yield item


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
    ruleset: Ruleset,
    names: Callable[[], Iterable[Name]],
    patterns: Sequence[Pattern] = (),
    of_states: bool = False,
) -> Vocabulary:
    """Return the vocabulary of a ruleset, compiled once; that of questions on a saved state has further terms."""
    key = id(ruleset), of_states
    found = _compiled.get(key)
    if found is None or found[0] is not ruleset:
        if len(_compiled) > _MOST:
            _compiled.clear()
        found = _compiled[key] = ruleset, Vocabulary(words_of(ruleset), names(), patterns, of_states)
    return found[1]


_MOST = 64
_compiled: dict[tuple[int, bool], tuple[Ruleset, Vocabulary]] = {}
