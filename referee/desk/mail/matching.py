"""The one legal order that a line says in words of its own: each of them is in the order, or true of what it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile

from .phrases import phrases
from .vocabulary import Vocabulary, forms_of

_FILL = frozenset(phrases()["fill"])
_WORD = re.compile(r"[^\W_][\w'-]*")
# "strike the lion with my troll": a verb, and what is ordered at the end
_TURNED = re.compile(rf"\A([a-z]+) (.+?) (?:{'|'.join(phrases()['turned'])}) (.+)\Z")
# words that may stand beside an order that names nothing, and those that mean its end
_BARE, _ENDED = frozenset(phrases()["bare"]), frozenset(phrases()["ended"])
_NUMBERS = {word: number for number, word in enumerate(phrases()["numbers"], 1)}
_NUMBERS |= {str(number): number for number in _NUMBERS.values()}
_COUNTED = re.compile(rf"\b({'|'.join(_NUMBERS)}) (?:of |the )?([a-z]+)\b")
# so many letters a word has at least of which another form may be meant
_LONG = 4
_TWO_PLACES = re.compile(r"\b([a-z]{1,2}[0-9]{1,2})[-–=>]+([a-z]{1,2}[0-9]{1,2})\b")


class Matcher:
    """Orders that are legal now, found by what players write of them."""

    def __init__(self, vocabulary: Vocabulary, legal: Sequence[str]) -> None:
        self.vocabulary = vocabulary
        # a field of several words is written with spaces too; a verb says which order is meant
        fields = vocabulary.fields - vocabulary.verbs
        self._fields = {word for field in fields for word in (field, *field.split("_"))} - vocabulary.verbs
        self._spaced = {choice.replace("_", " "): choice for choice in vocabulary.choices if "_" in choice}
        self._legal = [(line, self._of(line)) for line in legal]

    def order(self, text: str) -> str | None:
        """Return the legal order that a text says, None if it says none or may say several.

        Of orders that differ only in what the text leaves open it is the beginning that they share.
        """
        # what ends with a colon announces what follows it
        if "?" in text or text.rstrip().endswith(":"):
            return None
        found = self._found(text)
        if found is None and (turned := _TURNED.match(text.casefold())) is not None:
            found = self._found(" ".join(turned.group(1, 3, 2)))
        return found

    def _found(self, text: str) -> str | None:
        text = _TWO_PLACES.sub(r"\1 \2", text.casefold())
        for spaced, choice in self._spaced.items():
            text = text.replace(spaced, choice)
        said = _WORD.findall(_COUNTED.sub(self._repeated, text))
        words = [word for word in said if word not in _FILL]
        bare = all(word in _BARE or word not in _FILL for word in said)
        if bare and len(words) > 1:
            words = ["end" if word in _ENDED else word for word in words if word not in _BARE]
        if not words or not all(map(self._means_something, words)):
            return None
        found = [line for line, order in self._legal if self._says(words, *order, bare)]
        return self._shared(found) if found else None

    def _repeated(self, counted: re.Match[str]) -> str:
        """Return a kind as often as a number before it says, other words as they are."""
        kind = min(self.vocabulary.kinds_of(counted[2]), default=None)
        return counted[0] if kind is None else " ".join([kind] * _NUMBERS.get(counted[1], 0) or [counted[0]])

    def _shared(self, lines: Sequence[str]) -> str | None:
        """Return a line, or what several of one verb begin with, if it holds their pieces and places."""
        rows = [line.split() for line in lines]
        shared = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*rows, strict=False))]
        if len(rows) > 1 and shared and shared[-1] in self._fields:
            shared.pop()
        known = self.vocabulary
        left = {word for row in rows for word in row[len(shared) :]}
        strong = any(known.is_piece(word) or known.is_place(word) for word in left)
        return None if strong or len(shared) < 2 else " ".join(shared)

    @cached_property
    def _meant(self) -> dict[str, bool]:
        """Whether a word may be part of an order: each word of the orders, and others as they are met."""
        values = {value for _, (_, values) in self._legal for value in values}
        said = {word for value in values for word in (*self.vocabulary.said_of(value), value.rpartition("-")[0])}
        return dict.fromkeys({*values, *said, *self._fields}, True)

    def _means_something(self, word: str) -> bool:
        """Return whether some legal order has a word, or is meant by it: most words of a mail are in none."""
        found = self._meant.get(word)
        if found is None:
            verbs = {verb for _, (verb, _) in self._legal}
            known, forms = self.vocabulary, forms_of(word) | forms_of(word.replace("-", "_"))
            named = not forms.isdisjoint(self._meant) or any(known.means(word, one) for one in verbs | known.choices)
            found = self._meant[word] = named
        return found

    def _of(self, line: str) -> tuple[str, list[str]]:
        """Return the verb of a legal line and the values that it names, without the names of fields."""
        verb, *rest = line.casefold().split()
        return verb, [word for word in (word.strip('",') for word in rest) if word not in self._fields]

    def _says(self, words: Sequence[str], verb: str, values: Sequence[str], bare: bool) -> bool:
        """Return whether words say an order: none of them is left, and each piece and place of it is named in turn.

        Only `bare` words, with no others between them, say an order that names no piece and no place; its verb alone
        does where no other order has it.
        """
        known = self.vocabulary
        strong = [at for at, value in enumerate(values) if known.is_piece(value) or known.is_place(value)]
        used: list[int] = []
        more: list[str] = []
        verbs = 0
        for word in words:
            fits = (at for at, value in enumerate(values) if at not in used and self._is(word, value))
            if (at := next(fits, None)) is not None:
                used.append(at)
            elif known.means(word, verb):
                verbs += 1
            elif self._fields.isdisjoint(forms_of(word) if len(word) > _LONG else (word,)):
                more.append(word)
        if not strong:
            return bare and not more and verbs > 0 and (len(used) == len(values) or verbs == len(words))
        named, others = [at for at in used if at in strong], [at for at in used if at not in strong]
        return (
            named == strong
            and others == sorted(others)
            and all(any(word in known.said_of(values[at]) for at in strong) for word in more)
        )

    def _is(self, word: str, value: str) -> bool:
        known = self.vocabulary
        if word == value or re.fullmatch(rf"{re.escape(word)}-[0-9]+", value):
            return True
        if value in known.choices:
            return known.means(word, value)
        form = word.replace("-", "_")
        if value in forms_of(form) and known.is_entry(value):
            return True
        # a piece by its kind, or by where it stands
        where = known.is_spot(word) and not known.is_piece(word)
        return word in known.said_of(value) and (known.is_kind(word) or where)
