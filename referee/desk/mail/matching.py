"""The one legal order that a line says in words of its own: each of them is in the order, or true of what it names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .phrases import phrases
from .vocabulary import Vocabulary, forms_of

_FILL = frozenset(phrases()["fill"])
_WORD = re.compile(r"[^\W_][\w'-]*")
_ENDS = ".!,"


class Matcher:
    """Orders that are legal now, found by what players write of them."""

    def __init__(self, vocabulary: Vocabulary, legal: Sequence[str]) -> None:
        self.vocabulary = vocabulary
        # a field of several words is written with spaces too
        self._fields = {word for field in vocabulary.fields for word in (field, *field.split("_"))}
        self._legal = [(line, self._of(line)) for line in legal]

    def order(self, text: str) -> str | None:
        """Return the legal order that a text says, None if it says none or may say several."""
        # what ends with a colon announces what follows it
        if "?" in text or text.rstrip().endswith(":"):
            return None
        said = [word.casefold() for word in _WORD.findall(text)]
        words = [word for word in said if word not in _FILL]
        found = [line for line, order in self._legal if words and self._says(words, *order, len(words) == len(said))]
        return found[0] if len(found) == 1 else None

    def _of(self, line: str) -> tuple[str, list[str]]:
        """Return the verb of a legal line and the values that it names, without the names of fields."""
        verb, *rest = line.casefold().split()
        return verb, [word for word in (word.strip('",') for word in rest) if word not in self.vocabulary.fields]

    def _says(self, words: Sequence[str], verb: str, values: Sequence[str], bare: bool) -> bool:
        """Return whether words say an order: none of them is left, and each piece and place of it is named in turn.

        Only `bare` words, with no others between them, say an order that names no piece and no place.
        """
        known = self.vocabulary
        strong = [at for at, value in enumerate(values) if known.is_piece(value) or known.is_place(value)]
        used: list[int] = []
        more: list[str] = []
        for word in words:
            fits = (at for at, value in enumerate(values) if at not in used and self._is(word, value))
            if (at := next(fits, None)) is not None:
                used.append(at)
            elif not (known.means(word, verb) or word in self._fields):
                more.append(word)
        whole = [at for at in used if at in strong] == strong if strong else bare and 0 < len(used) == len(values)
        return whole and all(any(word in known.said_of(values[at]) for at in strong) for word in more)

    def _is(self, word: str, value: str) -> bool:
        known = self.vocabulary
        if word == value or re.fullmatch(rf"{re.escape(word)}-[0-9]+", value):
            return True
        if value in known.choices:
            return known.means(word, value)
        form = word.replace("-", "_")
        return (value in known.named and value in forms_of(form)) or word in known.kinds & known.said_of(value)
