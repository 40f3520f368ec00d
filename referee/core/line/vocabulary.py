"""What a text may hold: the words of a grammar, names of tables with their plurals, figures, and fillers."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from .grammar import Match, Parse, Terminal, compiled
from .tokens import STOP, Figures, Token, tokens

# a word that is so long and so much like a name may be meant as that name
_SHORTEST, _ALIKE = 4, 0.82
# the table of a ruleset, which may be left out
TABLE = "words"


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The words of a game; none of them changes a ruling.

    `fillers` carry nothing wherever they stand, those that are `counting` only where no number follows, and `joins`
    nothing between clauses; `short` words may have a full
    stop, and `numbers` are those that are written as words, `ordinals` those that say which one. `names` holds further
    words for names of other tables, by kind and name. `grammar` holds the rules of `grammar.py`: `clause` is whatever a
    text consists of, `status` asks how things are, and `change` says one thing otherwise. `wants` lists the questions
    that answer what may be asked, and `default` is the one of a text that only describes. `supposing` holds the phase
    that a question about numbers needs, in which `side` is that of who acts, and `stands` says of whom a question is
    asked: of one that stands somewhere, or of one that does not. `orders` are the verbs of orders that say what a
    question asks, each with the fields that have another name there, as in `shoot at=target`, `verbs` further words by
    which mails say verbs and choices of orders, and `going` the verbs of an order that is but a piece and a place.
    `examples` shows each question in words, and `synonyms` are words that a search takes for others. `conditions` are
    phrases in which
    authors of rows ask for a fact, without its role, or for a field of a row.
    """

    fillers: list[str] = []
    counting: list[str] = []
    joins: list[str] = []
    short: list[str] = []
    denials: list[str] = []
    numbers: dict[str, int] = {}
    ordinals: dict[str, int] = {}
    names: dict[str, dict[str, list[str]]] = {}
    grammar: dict[str, list[str]] = {}
    default: str | None = None
    wants: dict[str, list[str]] = {}
    supposing: dict[str, dict[str, str]] = {}
    stands: dict[str, bool] = {}
    orders: dict[str, str] = {}
    verbs: dict[str, list[str]] = {}
    going: list[str] = []
    synonyms: dict[str, list[str]] = {}
    conditions: dict[str, list[str]] = {}
    examples: dict[str, str] = {}


class Name(NamedTuple):
    """A name of a table: its kind, the name, its title, and a plural that is not regular."""

    kind: str
    name: str
    title: str
    plural: str | None = None


class Text(NamedTuple):
    """A text cut into tokens: those that carry something, the fillers, and what was corrected."""

    tokens: list[Token]
    fillers: list[str]
    corrected: dict[str, str]
    unknown: list[Token]
    parse: Parse


class Vocabulary:
    """The words of a ruleset, compiled once."""

    def __init__(self, words: Words, names: Iterable[Name], figures: Sequence[Figures]) -> None:
        self.words = words
        self.figures = figures
        self.fillers = frozenset(words.fillers)
        self.joins = frozenset((STOP, *words.joins))
        self._short = re.compile(rf"\b({'|'.join(words.short) or '(?!)'})\.", re.IGNORECASE)
        # by the first word: the words of each name, its kind, whether it is a plural, and the name
        self._names: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
        kinds: set[str] = set()
        named = list(names)
        # a name is no plural of another one
        self._taken = {name.name.lower() for name in named}
        for name in named:
            kinds |= {name.kind, f"{name.kind}s"}
            self._add_name(name, words.names.get(name.kind, {}).get(name.name, ()))
        terminals: dict[str, Terminal] = {kind: self._terminal(kind) for kind in kinds}
        terminals |= {one.kind: _figured(one.kind) for one in figures}
        terminals["number"] = _numbered("number", words.numbers)
        terminals["ordinal"] = _numbered("ordinal", words.ordinals)
        terminals["times"], terminals["id"] = _figured("times"), _figured("id")
        self.terminals = terminals
        rules = tuple((name, tuple(lines)) for name, lines in words.grammar.items())
        self.grammar = compiled(rules, frozenset(terminals))
        self.known = {*self.grammar.words, *words.numbers, *words.ordinals, *self.fillers, *self.joins}
        self._titles = {name.title.lower() for name in named} | {plural(name.title.lower()) for name in named}
        self.names = frozenset(name.name.casefold() for name in named)
        self.name_words = {word for rows in self._names.values() for said, _, _ in rows for word in said}

    def _add_name(self, name: Name, further: Iterable[str]) -> None:
        for said in dict.fromkeys([name.title.lower(), name.name.lower().replace("_", " "), *further]):
            self._add(said, name.kind, name.name)
            for more in dict.fromkeys([plural(said), *([name.plural.lower()] if name.plural else [])]):
                if more not in self._taken:
                    self._add(more, f"{name.kind}s", name.name)

    def _add(self, said: str, kind: str, name: str) -> None:
        spelt = tuple(token.word for token in tokens(said, ()))
        if spelt:
            self._names.setdefault(spelt[0], []).append((spelt, kind, name))

    def _terminal(self, kind: str) -> Terminal:
        def match(found: Sequence[Token], place: int) -> Iterator[Match]:
            for spelt, other, name in self._names.get(found[place].word, ()) if place < len(found) else ():
                if other == kind and tuple(token.word for token in found[place : place + len(spelt)]) == spelt:
                    yield place + len(spelt), name

        return match

    def called(self, word: str, kind: str | None = None, plural: bool = True) -> set[str]:
        """Return the names, of a kind if it is given, that one word is: each as it is written, in the `plural` too."""
        rows = self._names.get(word, ())
        kinds = {row: (row, row[:-1]) if plural else (row,) for _, row, _ in rows}
        return {name for spelt, other, name in rows if spelt == (word,) and (kind is None or kind in kinds[other])}

    def named(self, word: str) -> set[str]:
        """Return the names that a word is part of."""
        rows = (row for rows in self._names.values() for row in rows)
        return {name.lower() for spelt, _, name in rows if word in spelt}

    def read(self, text: str, ids: Sequence[str] = ()) -> Text:
        """Return a text without its fillers, with misspelt names corrected; nothing else is repaired.

        `ids` are names that only a state knows.
        """
        carrying: list[Token] = []
        out = Text(carrying, [], {}, [], Parse(self.grammar, self.terminals, carrying))
        figures = [*self.figures, *([_ids(ids)] if ids else [])]
        found = tokens(self._short.sub(r"\1 ", text), figures)
        for place, token in enumerate(found):
            if token.word in self.words.counting and self._counted(found[place + 1 :]):
                out.unknown.append(token)
            elif token.word in self.fillers and not _is_letter(token, text):
                out.fillers.append(token.text)
            elif token.word in self.fillers:
                out.unknown.append(token)
            elif token.figures or token.word in self.known or token.word in self.name_words:
                out.tokens.append(token)
            elif (meant := self._misspelt(token.word)) is not None:
                out.corrected[token.text] = meant
                out.tokens.append(token._replace(word=meant))
            else:
                out.unknown.append(token)
        return out

    def _counted(self, following: Sequence[Token]) -> bool:
        """Return whether a number follows at once, after no more than small words, as in `on a 6`."""
        for token in following:
            if "number" in token.figures or token.word in self.words.numbers:
                return True
            if token.word not in self.fillers and len(token.word) > _SMALL:
                return False
        return False

    def _misspelt(self, word: str) -> str | None:
        """Return the one name of a table that a word is a slip for: a letter is missing, or two have changed places."""
        if len(word) < _LEAST or not word.isalpha():
            return None
        near = [name for name in self._titles if name[0] == word[0] and _slip(word, name)]
        return near[0] if len(near) == 1 else None


def _is_letter(token: Token, text: str) -> bool:
    """Return whether a capital stands by itself inside a sentence, as in `Hero A`, where no article stands."""
    before = text[: token.begin].rstrip()
    inside = before != "" and before[-1] not in ".:;?!,"
    return inside and len(token.text) == 1 and token.text.isupper() and not text.isupper()


# a word with so few letters says nothing of its own between a word and its number
_SMALL = 2
# a word so short is no slip, and one shorter than that lacks no letter but the last: many are words of their own
_LEAST, _LACKING = 3, 5


def _slip(word: str, name: str) -> bool:
    """Return whether a word is a name without one of its letters, or with two neighbours exchanged."""
    if len(word) + 1 == len(name):
        first = 1 if len(word) >= _LACKING else len(word)
        return any(name[:place] + name[place + 1 :] == word for place in range(first, len(name)))
    exchanged = (name[:n] + name[n + 1] + name[n] + name[n + 2 :] for n in range(1, len(name) - 1))
    return len(word) == len(name) and word in exchanged


def plural(word: str) -> str:
    """Return the regular plural of a word."""
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    return f"{word[:-1]}ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else f"{word}s"


def _figured(kind: str) -> Terminal:
    def match(found: Sequence[Token], place: int) -> Iterator[Match]:
        if place < len(found) and kind in found[place].figures:
            yield place + 1, found[place].figures[kind]

    return match


def _numbered(kind: str, words: Mapping[str, int]) -> Terminal:
    """Return what matches a number of a kind, in figures or as a word."""

    def match(found: Sequence[Token], place: int) -> Iterator[Match]:
        if place < len(found):
            value = found[place].figures.get(kind, words.get(found[place].word))
            if value is not None:
                yield place + 1, value

    return match


def nearest_names(vocabulary: Vocabulary, word: str) -> list[str]:
    """Return up to three names that look like a word; short words look like too many."""
    if len(word) < _SHORTEST:
        return []
    return difflib.get_close_matches(word.lower(), vocabulary.name_words, 3, _ALIKE)


def _ids(ids: Sequence[str]) -> Figures:
    """Return the ids of a state as figures."""

    def meant(match: re.Match[str]) -> str:
        # letters may match whose lower case is another: a long s is an s
        return next(ident for ident in ids if re.fullmatch(re.escape(ident), match[0], re.IGNORECASE))

    source = "|".join(map(re.escape, sorted(ids, key=len, reverse=True)))
    return Figures("id", re.compile(rf"(?:{source})(?![\w])(?!-\w)", re.IGNORECASE), meant)
