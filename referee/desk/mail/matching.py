"""The one legal order that a line says in words of its own: each of them is in the order, or true of what it names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from referee.core.notation.field_specs import FieldSpec

from .phrases import phrases
from .vocabulary import Vocabulary, forms_of

FILL = frozenset(phrases()["fill"])
WORD = re.compile(r"[^\W_][\w'-]*")
# "split two ogres off bk01": a verb, and what is ordered at the end; "strike the lion with my troll": and who acts
_TURNED, _WITH = (
    re.compile(rf"\A([a-z_]+) (.+?) (?:{'|'.join(phrases()[name])}) (.+)\Z") for name in ("turned", "with")
)
_MINE = re.compile(rf"\b(?:{'|'.join(phrases()['mine'])})\b")
# an arrow that means `to`
TO = re.compile(r"\s*(?:[-=]+>|[→⇒])\s*")
# what points back, or both ways
_BACK = re.compile(r"<[-=>]|[<←⇐↔⇔]")
# what follows an order and takes it away, or leads on
TRAILS = re.compile(rf"\b(?:{'|'.join(phrases()['trails'])})\W*\Z|\bby [a-z]{{1,2}}[0-9]")
# what joins a piece to whom it acts on, where no verb does
_WHERE = re.compile(rf"\b(?:{'|'.join(phrases()['where'])})\b|,")
_WHITHER = re.compile(rf"\b(?:{'|'.join(phrases()['towards'])})\b|[:→]|->")
_LINKS = re.compile(rf"\b(?:{'|'.join(phrases()['links'])})\b|[:→]|->")
# words that may stand beside an order that names nothing, and those that mean its end
_BARE, ENDED = frozenset(phrases()["bare"]), frozenset(phrases()["ended"])
_FEW = _BARE | frozenset(phrases()["few"])
# each place where a phase may be named is a group
_ENDS = [re.compile(one.replace("PHASE", r"((?!(?:phase|turn|round)\b)[a-z_-]+)")) for one in phrases()["ends"]]
# what somebody else does
OTHERS = re.compile(rf"\A\W*(?:(?:and|then|so|also)\s+)*(?:{'|'.join(phrases()['theirs'])})\b", re.IGNORECASE)
NUMBERS = {word: number for number, word in enumerate(phrases()["numbers"], 1)}
NUMBERS |= {str(number): number for number in NUMBERS.values()}
# the number of a name counts nothing: red-1 advances
COUNTED = re.compile(rf"(?<![\w-])({'|'.join(NUMBERS)}) (?:of |the )?([a-z]+)\b")
# so many letters a word has at least of which another form may be meant
_LONG = 4
# "my angel hit your titan" tells
_HIT = re.compile(rf"\w+ hit (?:{'|'.join(phrases()['theirs'])})\b|\b(?:[a-z]+|[a-z][0-9]) hit\b", re.IGNORECASE)
_MODAL, _TOLD = frozenset(phrases()["modal"]), frozenset(phrases()["past"])
# a place after one of these is where a piece comes from
FROM = re.compile(rf"\b(?:{'|'.join(phrases()['from'])}) ([\w'-]+)")
_TWO_PLACES = re.compile(r"\b([a-z]{1,2}[0-9]{1,2})[-–=>]+([a-z]{1,2}[0-9]{1,2})\b")


class Row(NamedTuple):
    """A legal order: its words, its verb, the values that it names, and the places of these among its words.

    A text may say any number for those that are `free`, and leaves out those that are `implied`: no other order
    differs from this one in them alone.
    """

    words: list[str]
    verb: str
    values: list[str]
    places: list[int]
    free: frozenset[int]
    implied: frozenset[int] = frozenset()
    # the words of the names of its fields
    fields: frozenset[str] = frozenset()


class _Fit(NamedTuple):
    """A line that words say, how many of them are but true of what it names, and whether it says no more than they.

    So many of its words are `unsaid`, since no other order differs in them.
    """

    line: str
    more: int
    whole: bool
    unsaid: int = 0


class Matcher:
    """Orders that are legal now, found by what players write of them."""

    def __init__(self, vocabulary: Vocabulary, legal: Sequence[str]) -> None:
        self.vocabulary = vocabulary
        # a field of several words is written with spaces too; a verb says which order is meant
        fields = vocabulary.fields - vocabulary.verbs
        self._fields = {word for field in fields for word in (field, *field.split("_"))} - vocabulary.verbs
        self.rows = self._implying([self._of(line) for line in legal])
        values = {value for row in self.rows for value in row.values}
        # a name of several words is written with blanks: it falls back
        self._spaced = {
            re.compile(rf"\b{re.escape(name).replace('_', '(?:s|es|ing)? ', 1).replace('_', ' ')}\b"): name
            for name in sorted(vocabulary.choices | values)
            if "_" in name
        }

    def order(self, text: str) -> str | None:
        """Return the legal order that a text says, None if it says none or may say several.

        Of orders that differ only in what the text leaves open it is the beginning that they share.
        """
        # what ends with a colon announces what follows it
        if "?" in text or text.rstrip().endswith(":") or is_thought(text, self.vocabulary) or OTHERS.match(text):
            return None
        if ends := self.ends(text):
            return ends[0] if len(ends) == 1 else None
        if _BACK.search(text) or TRAILS.search(self.joined(text.casefold())):
            return None
        small = text.casefold()
        if (acting := self.with_actor_first(small)) != small:
            return self._found(acting) if acting else None
        found = self._found(small)
        if found is None and (turned := _TURNED.match(small)) is not None:
            found = self._found(" ".join(turned.group(1, 3, 2)))
        return found

    def with_actor_first(self, text: str) -> str:
        """Return a text with who acts before whom they act on, also where that stands last: strike it with my troll.

        It is empty where that would be somebody else's piece, against one's own.
        """
        found = _WITH.match(text)
        if found is None or not self.means_something(found[1]):
            return text
        swapped = _MINE.search(found[2]) or OTHERS.match(found[3])
        return "" if swapped else " ".join(found.group(1, 3, 2))

    def _found(self, text: str) -> str | None:
        text = _TWO_PLACES.sub(r"\1 \2", text)
        origins = frozenset(word for word in FROM.findall(text) if self.vocabulary.is_place(word))
        text = self.joined(text)
        said = WORD.findall(COUNTED.sub(self.repeated, text))
        words = [word for word in said if word not in FILL]
        bare = all(word in _BARE or word not in FILL for word in said)
        few = all(word in _FEW or word not in FILL for word in said)
        if bare and words:
            words = ["end" if word in ENDED else word for word in words if word not in _BARE] or words
        if not words or not all(map(self.means_something, words)):
            return None
        found = [fit for row in self.rows if (fit := self._fit(words, row, bare, origins)) is not None]
        if few and not found:
            return self._only([word for word in words if word not in _FEW])
        least = min((fit.more for fit in found), default=0)
        best = [fit for fit in found if fit.more == least]
        whole = [fit for fit in best if fit.whole and not fit.more]
        # one that is said in full comes before one of which a part goes without saying
        said = [fit for fit in whole if not fit.unsaid] or whole or best
        lines = [fit.line for fit in said]
        if not lines or not self.is_linked(text, words, lines):
            return None
        return self.shared(list(dict.fromkeys(lines)))

    def is_linked(self, text: str, words: Collection[str], lines: Sequence[str]) -> bool:
        """Return whether a text orders something: a list of names, or who is where, does not without a verb.

        `lines` are the orders that its words can mean. Without a verb, nobody is counted.
        """
        known, values = self.vocabulary, lines[0].casefold().split()[1:]
        verbs = {line.split(maxsplit=1)[0] for line in lines}
        if any(known.means(word, one) for word in words for one in verbs):
            return True
        if any(known.kinds_of(found[2]) for found in COUNTED.finditer(text)):
            return False
        named = {name for one in values if known.is_piece(one) for name in known.names_of(one)}
        chosen = [one for one in values if one not in named | (known.fields - known.choices)]
        chosen = [one for one in chosen if not known.is_piece(one) and not known.is_place(one)]
        if len(chosen) == 1 and any(known.means(word, chosen[0]) for word in words):
            return True
        pieces = sum(map(known.is_piece, values))
        if pieces > 1 or sum(map(known.is_kind, values)) > pieces:
            return _LINKS.search(text) is not None and pieces > 1
        place = any(known.is_place(value) and not known.is_piece(value) for value in values)
        return place and (_WHERE.search(text) is None or _WHITHER.search(text) is not None)

    def joined(self, text: str) -> str:
        """Return a text with each name of several words as one word."""
        for spaced, choice in self._spaced.items():
            text = spaced.sub(choice, text)
        return text

    def _only(self, words: Sequence[str]) -> str | None:
        """Return the one legal order that a few words mean without a name, None where more have them."""
        known = self.vocabulary
        if not words or any(known.is_strong(word) or known.is_kind(word) for word in words):
            return None
        found = [row for row in self.rows if all(self._has(word, row) for word in words)]
        said = [row for row in found if any(row.verb in forms_of(word) for word in words)]
        said = said or [row for row in found if any(known.means(word, row.verb) for word in words)]
        return " ".join(said[0].words) if len(said) == 1 else None

    def ends(self, text: str) -> list[str]:
        """Return the ends of phases that a text may say in the words of a player who is done."""
        small = " ".join(text.casefold().replace("’", "'").strip(" .!").split())
        found = [match for one in _ENDS if (match := one.fullmatch(small)) is not None]
        phases = [word for match in found for word in match.groups() if word is not None]
        rows = [row for row in self.rows if row.verb == "end" and all(self._has(word, row) for word in phases)]
        return list(dict.fromkeys(" ".join(row.words) for row in rows)) if found else []

    def _has(self, word: str, row: Row) -> bool:
        return self.vocabulary.means(word, row.verb) or any(self.is_said(word, value) for value in row.values)

    def repeated(self, counted: re.Match[str]) -> str:
        """Return a kind as often as a number before it says, other words as they are."""
        kind = min(self.vocabulary.kinds_of(counted[2]), default=None)
        return counted[0] if kind is None else " ".join([kind] * NUMBERS.get(counted[1], 0) or [counted[0]])

    def shared(self, lines: Sequence[str]) -> str | None:
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
        values = {value for row in self.rows for value in row.values}
        said = {word for value in values for word in (*self.vocabulary.said_of(value), value.rpartition("-")[0])}
        numbers = set(NUMBERS) if any(row.free for row in self.rows) else set()
        return dict.fromkeys({*values, *said, *self._fields, *numbers}, True)

    def means_something(self, word: str) -> bool:
        """Return whether some legal order has a word, or is meant by it: most words of a mail are in none."""
        found = self._meant.get(word)
        if found is None:
            verbs = {row.verb for row in self.rows}
            known, forms = self.vocabulary, forms_of(word) | forms_of(word.replace("-", "_"))
            named = not forms.isdisjoint(self._meant) or any(known.means(word, one) for one in verbs | known.choices)
            found = self._meant[word] = named
        return found

    def _of(self, line: str) -> Row:
        """Return a legal line as a row: its values are its words but the verb and the names of fields."""
        words = line.split()
        verb = words[0].casefold()
        specs = self.vocabulary.specs(verb)
        small = [word.strip('",').casefold() for word in words]
        places = [at for at, word in enumerate(small) if at and word not in self._fields]
        free = {number for number, at in enumerate(places) if _is_number(specs.get(words[at - 1]))}
        fields = frozenset(word for name in small if name in self._fields for word in (name, *name.split("_")))
        return Row(words, verb, [small[at] for at in places], places, frozenset(free), fields=fields)

    def _owner(self, row: Row, at: int) -> str:
        """Return the field of an order that a value belongs to, or its verb."""
        small = [word.casefold() for word in row.words[: row.places[at]]]
        return next((word for word in reversed(small) if word in self._fields), row.verb)

    def _implying(self, rows: Sequence[Row]) -> list[Row]:
        """Return rows with the pieces that their orders may leave out, and that none like them has others of."""
        parted = []
        for row in rows:
            specs = self.vocabulary.specs(row.verb)
            named = [number for number, at in enumerate(row.places) if _may_miss(specs.get(row.words[at - 1]))]
            beside = {row.places[number] - before for number in named for before in (0, 1)}
            alike = tuple(word for at, word in enumerate(row.words) if at not in beside)
            parted.append((row, frozenset(named), alike))
        among = Counter(alike for _, _, alike in parted)
        return [row._replace(implied=named) if among[alike] == 1 else row for row, named, alike in parted]

    def _fit(self, words: Sequence[str], row: Row, bare: bool, origins: Collection[str]) -> _Fit | None:
        """Return how words say an order, if none of them is left, and each piece and place of it is named in turn.

        Only `bare` words, with no others between them, say an order that names no piece and no place; its verb alone
        does where no other order has it.
        """
        known, values = self.vocabulary, row.values
        strong = [at for at, value in enumerate(values) if known.is_piece(value) or known.is_place(value)]
        strong = [at for at in strong if at not in row.free]
        used: list[int] = []
        more: list[str] = []
        line = list(row.words)
        verbs = 0
        counted = any(map(_is_number, known.specs(row.verb).values()))
        said: set[str] = set()
        # the field that the words before name, or the verb where that chooses by a name
        given = ""
        for word in words:
            # what has that name comes before what it only describes
            fitting = [at for at, value in enumerate(values) if at not in used and self.is_said(word, value)]
            fitting = [at for at in fitting if at in strong or not given or self._owner(row, at) == given]
            fits = iter(sorted(fitting, key=lambda at: values[at].rpartition("-")[0] != word and values[at] != word))
            counts = (at for at in sorted(row.free) if at not in used and word in NUMBERS)
            if word in origins and not known.is_piece(word):
                more.append(word)
            elif (at := next(fits, None)) is not None:
                used.append(at)
                said.add(word)
            elif (at := next(counts, None)) is not None:
                used.append(at)
                line[row.places[at]] = str(NUMBERS[word])
            elif known.means(word, row.verb):
                verbs += 1
                given = row.verb if 0 not in strong else given
            elif known.is_piece(word) or (word in said and known.is_kind(word)) or (counted and word.isdecimal()):
                # another piece, or another of its kind, is never this one, and a number is not about it
                return None
            elif len(word) < _LONG - 1 and word in known.choices:
                # a direction, or a side
                return None
            elif known.is_place(word) and any(known.is_place(values[at]) for at in used):
                # where it comes from is said before where it goes
                return None
            elif fields := row.fields & (forms_of(word) if len(word) > _LONG - 1 else {word}):
                given = min(fields)
            else:
                more.append(word)
        for at in sorted(row.free.difference(used), reverse=True):
            # no number is guessed
            del line[row.places[at] - 1 : row.places[at] + 1]
        whole = row.implied.union(used).issuperset(range(len(values)))
        if not strong:
            alone = bare and not more and verbs > 0 and (len(used) == len(values) or verbs == len(words))
            return _Fit(" ".join(line), 0, whole) if alone else None
        named, others = [at for at in used if at in strong], [at for at in used if at not in strong]
        needed = [at for at in strong if at in named or at not in row.implied]
        fits_all = (
            named == needed
            and others == sorted(others)
            and all(any(word in known.said_of(values[at]) for at in strong) for word in more)
        )
        return _Fit(" ".join(line), len(more), whole, len(values) - len(used)) if fits_all else None

    def alone(self, word: str) -> bool:
        """Return whether one piece alone is of the kind that a word names in the plural, as Blades."""
        kinds = self.vocabulary.kinds_of(word)
        values = {value for row in self.rows for value in row.values if self.vocabulary.is_piece(value)}
        return sum(bool(kinds & self.vocabulary.names_of(value)) for value in values) == 1

    def is_said(self, word: str, value: str) -> bool:
        """Return whether a word names a value of an order: by its id, its kind, its place, or another word for it."""
        known = self.vocabulary
        if known.is_plural(word) and not self.alone(word):
            return False
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


def is_thought(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether a text says what might be done, or has been: it orders nothing."""
    words = WORD.findall(text.casefold())
    past = (word for word in words if word.endswith("ed") and word not in vocabulary.choices)
    done = any(one in vocabulary.verbs or vocabulary.is_entry(one) for word in past for one in forms_of(word) - {word})
    told = not _TOLD.isdisjoint(words[1:]) or _HIT.search(text) is not None
    return done or told or not _MODAL.isdisjoint(words)


def _is_number(spec: FieldSpec | None) -> bool:
    """Return whether a field is a number and no place."""
    return spec is not None and spec.kind == "number" and spec.names is None and spec.piece is None


def _may_miss(spec: FieldSpec | None) -> bool:
    """Return whether a field names one thing and may be left out."""
    return spec is not None and spec.default is None and spec.names is not None and not spec.many
