"""The words of a game, which distinguish an order from prose: its verbs, and what orders can name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from referee.core.documents import builtins
from referee.core.documents.plain import has_id, walked
from referee.core.game.game import Game
from referee.core.game.state import State
from referee.core.notation.field_specs import FieldSpec, field_specs
from referee.core.rules.rulesets import Ruleset
from referee.opening.spoken import reader_of

from .phrases import phrases

_WORD = re.compile(r"[^\W_][\w'.-]*|\[[^\]]*\]")
# tables about rules and words, which name nothing on a board
_ABOUT = ("rules", "rulings", "citations", "words")
_TOWARDS = frozenset(phrases()["towards"])
# what makes a name an owner: the Titan's, the Ogres'
_OWNED = re.compile(r"['’]s?\Z")
# parts of a state that hold no names
_NAMELESS = frozenset(
    ("rules", "chain", "dice", "format", "awaiting", "options", "player", "players", "ruleset", "game")
)
_NAMING = ("id", "hex", "land", "name")
# letters enough to be no place of a board, and a number
_SERIAL = re.compile(r"([a-z]{2,})-?([0-9]{1,3})")
_PLACE = re.compile(r"[a-z]{0,4}-?[0-9]{1,4}[a-z]?\Z")


class Vocabulary:
    """The words that orders of a game can have, by its types, its tables and its state."""

    def __init__(self, game: Game, ruleset: Ruleset, state: State) -> None:
        self.prose = frozenset(phrases()["prose"])
        self._orders = game.verbs
        self.verbs = frozenset(game.verbs)
        fields: set[str] = set()
        choices: set[str] = set()
        things: set[str] = set()
        for kind in game.order_types:
            for name, spec in field_specs(kind).items():
                fields.add(name)
                choices |= {str(choice).casefold() for choice in spec.choices}
                things |= {spec.names} if spec.names is not None else set()
        self.fields = frozenset(fields)
        self.choices = frozenset(choices)
        value = builtins(state)
        ids = frozenset(_ids(value))
        pieces = [one for _, one in walked(value) if has_id(one)]
        self._pieces = frozenset(one["id"].casefold() for one in pieces)
        self.ids = frozenset(word.casefold() for word in ids)
        self._exact = ids
        self._written = {**_spellings(one["id"] for one in pieces), **{word.casefold(): word for word in sorted(ids)}}
        reader = reader_of(game, ruleset)
        self._line = reader[1] if reader is not None else None
        self._ordered = reader[2].ordered if reader is not None else frozenset()
        self.going = tuple(self._line.words.going) if self._line is not None else ()
        policies = ruleset.raw("policies").get("policies", {}) if "policies" in ruleset.tables else {}
        self.policies = tuple(policies)
        tables = [ruleset.raw(table) for table in ruleset.tables if table not in _ABOUT]
        # what the state and the tables say of each thing that has a name
        self._said: dict[str, set[str]] = {}
        for name, text in chain(_told_of(pieces), *(_told_of_entries(table) for table in tables)):
            self._said.setdefault(name.casefold(), set()).add(text.casefold())
        # whom each thing holds, as a legion its characters
        self._holds = {one["id"]: frozenset(_held(one)) for one in pieces}
        self._means: dict[str, set[str]] = {}
        synonyms = self._line.words.synonyms if self._line is not None else {}
        verbs = self._line.words.verbs if self._line is not None else {}
        for meant, texts in chain(synonyms.items(), verbs.items()):
            for word in (word.strip() for text in texts for word in text.split(",")):
                self._means.setdefault(word, set()).add(meant)
        # what an order names: a legion, a battalion, a Land
        self._things = ((fields | things) & synonyms.keys()) - self.verbs

    def specs(self, verb: str) -> Mapping[str, FieldSpec]:
        """Return the fields of the order with a verb, none where no order has it."""
        kind = self._orders.get(verb)
        return field_specs(kind) if kind is not None else {}

    def written(self, word: str) -> str:
        """Return a name as the state writes it, another word as it is."""
        small = word.casefold()
        if word in self._exact or small in self.prose or small in self.verbs or small in self.fields:
            return word
        return self._written.get(small, word)

    def numbered(self, written: str, ident: str) -> str:
        """Return the id of a piece that is written with a blank before its number, other words as they are."""
        return self._written.get(ident.casefold(), written) if self.is_piece(ident) else written

    def is_name(self, word: str) -> bool:
        """Return whether a word names something: a piece, a place, a choice of an order, an entry of a table."""
        small = word.casefold().strip(".,!?")
        if small in self.ids and small not in self.prose:
            return True
        return small in self.choices or self.is_entry(small) or _PLACE.match(small) is not None

    def is_strong(self, word: str) -> bool:
        """Return whether a word is a piece of this game, or a place or number."""
        small = word.casefold().strip(".,!?")
        return (small in self.ids and small not in self.prose) or _PLACE.match(small) is not None

    def is_piece(self, word: str) -> bool:
        """Return whether a word is the id of a piece, a legion or another thing of the state."""
        return _OWNED.sub("", word.casefold().strip(".,!?:")) in self._pieces

    def is_place(self, word: str) -> bool:
        """Return whether a word may be a place: a number, or letters and a number."""
        return _PLACE.match(word.casefold().strip(".,!?:")) is not None

    def is_spot(self, word: str) -> bool:
        """Return whether a word is a place by its letters and its number, as no word of a sentence is."""
        small = word.casefold().strip(".,!?:")
        return _PLACE.match(small) is not None and small[0].isalpha() and small[-1].isdecimal()

    def kinds_of(self, word: str) -> set[str]:
        """Return the kinds of pieces, and other names of what is ordered, that a word names, one or several of it."""
        small = _OWNED.sub("", word.casefold().strip(".,!?:"))
        if self._line is None or len(small) < 2 or small in self.choices or small in self.prose:
            return set()
        return {name for kind in self._ordered for name in self._line.called(small, kind)}

    def is_thing(self, word: str) -> bool:
        """Return whether a word is what orders call something that they name, or a synonym: a legion, a stack."""
        small = _OWNED.sub("", word.casefold().strip(".,!?:"))
        return any(self.means(small, thing) for thing in self._things)

    def is_kind(self, word: str) -> bool:
        """Return whether a word names a kind of piece, one or several."""
        return bool(self.kinds_of(word))

    def is_named(self, word: str) -> bool:
        """Return whether a word names something that acts: a piece, a kind of piece, or what orders call it."""
        return self.is_piece(word) or self.is_kind(word) or self.is_thing(word)

    def is_entry_number(self, before: str, number: str) -> bool:
        """Return whether two words are a place by its number: to 40, Jungle 104."""
        known = number.isdecimal() and (number in self.ids or number in self._said)
        return known and (before in _TOWARDS or self.is_entry(before))

    def is_entry(self, word: str) -> bool:
        """Return whether a word is a name of a table, as an order writes it."""
        if self._line is None or word in self.prose or word in self.fields:
            return False
        return word in self._line.names or bool(self._line.called(word))

    def is_verb(self, word: str, among: Collection[str]) -> bool:
        """Return whether a word is one of some verbs, in another form or with a slip."""
        small = word.casefold().strip(".,!?:")
        if not forms_of(small).isdisjoint(among):
            return True
        return len(small) > 4 and not self.is_prose(small) and bool(difflib.get_close_matches(small, among, 1, 0.8))

    def means(self, word: str, meant: str) -> bool:
        """Return whether a word is a verb or a choice in another form, or a synonym of it."""
        forms = forms_of(word)
        return meant in forms or any(meant in self._means.get(form, ()) for form in forms)

    def said_of(self, name: str) -> set[str]:
        """Return the words that the state and the tables say of a piece or a place: its kind, its side, where it is."""
        return self._said.get(name.casefold(), set())

    def is_at(self, word: str, place: str) -> bool:
        """Return whether a piece that a word names is at a place."""
        named = (one for one in self._pieces if place in self.said_of(one))
        return self.is_spot(place) and any(word == one or word in self.names_of(one) for one in named)

    def holding(self, word: str) -> list[str]:
        """Return the things of the state that hold one of the kind that a word names."""
        return [ident for ident in self._holds if self.holds(ident, word)]

    def holds(self, ident: str, word: str) -> bool:
        """Return whether a thing of the state holds one of the kind that a word names."""
        return not self.kinds_of(word).isdisjoint(self._holds.get(ident, ()))

    def is_plural(self, word: str) -> bool:
        """Return whether a word names several of a kind, and not one."""
        small = word.casefold().strip(".,!?:")
        if self._line is None:
            return False
        one = {name for kind in self._ordered for name in self._line.called(small, kind, plural=False)}
        return not one and bool(self.kinds_of(word))

    def names_of(self, word: str) -> set[str]:
        """Return a name with the kinds that it is of, without number: those of a piece by its id, itself of a kind."""
        small = word.casefold().strip('".,!?:')
        said = (small, *self.said_of(small), small.rpartition("-")[0])
        return {small, *(kind for one in said for kind in self.kinds_of(one))}

    def is_prose(self, word: str) -> bool:
        """Return whether a word belongs to sentences, and to no order."""
        small = word.casefold().strip(".,!?")
        return small in self.prose and small not in self.fields and small not in self.choices


def forms_of(word: str) -> set[str]:
    """Return the words of which a word may be a form: no letter alone, which is a name."""
    stems = {word, *(word.removesuffix(end) for end in ("s", "es", "ed", "ing", "d"))}
    # wading, splitting
    forms = stems | {f"{stem}e" for stem in stems} | {stem[:-1] for stem in stems if stem[-2:-1] == stem[-1:]}
    return {word, *(form for form in forms if len(form) > 1)}


def words_of(text: str) -> list[str]:
    """Return the words of a line."""
    return _WORD.findall(text)


def _ids(value: Any) -> Iterator[str]:
    """Yield every name and place in a state, but not the keys of its types."""
    for path, inner in walked(value):
        if path and _NAMELESS.isdisjoint(path):
            listed = isinstance(path[-1], int) and isinstance(inner, str)
            if listed or path[-1] in _NAMING:
                yield str(inner)


def _spellings(pieces: Iterable[str]) -> dict[str, str]:
    """Return what people write for an id with a number, as rd1 for rd01 and lion2 for lion-2; none for two ids."""
    found: dict[str, set[str]] = {}
    for ident in pieces:
        if (parts := _SERIAL.fullmatch(ident.casefold())) is not None:
            name, number = parts[1], int(parts[2])
            for written in (f"{name}{number}", f"{name}-{number}", f"{name}{number:02}", f"{name}-{number:02}"):
                found.setdefault(written, set()).add(ident)
    return {written: next(iter(idents)) for written, idents in found.items() if len(idents) == 1}


def _told_of(pieces: Iterable[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield the id of each thing of a state with each of its words."""
    for piece in pieces:
        said = (inner for inner in piece.values() if isinstance(inner, (str, int)) and not isinstance(inner, bool))
        yield from ((piece["id"], str(inner)) for inner in said)


def _held(piece: dict[str, Any]) -> Iterator[str]:
    """Yield the words in the lists of a thing of a state."""
    rows = (inner for inner in piece.values() if isinstance(inner, list))
    return (word for row in rows for word in row if isinstance(word, str))


def _told_of_entries(value: Any, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield each entry of a table with each of its words."""
    if isinstance(value, dict) and depth < 3:
        for key, inner in value.items():
            if isinstance(inner, dict):
                yield from ((str(key), word) for word in inner.values() if isinstance(word, str))
            yield from _told_of_entries(inner, depth + 1)
