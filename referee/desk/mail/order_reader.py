"""One text of a mail as an order: in its strict form, in the words of its player, or the nearest line as a hint."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from referee.core.documents import Document, Path, Unreadable
from referee.core.documents.problems import nearest
from referee.core.game.game import Game
from referee.core.game.reacting import Reacting, reacts
from referee.core.game.reading import read_order
from referee.core.game.submissions import SubmittedOrder
from referee.core.notation import line_writer
from referee.core.notation.field_specs import field_specs

from .clean import Line
from .matching import Matcher, is_thought
from .phrases import phrases
from .vocabulary import Vocabulary, words_of

_POLITE = re.compile(
    r"\A(?:(?:please|pls|hi|hello|hey|then|and|also|next|finally|first|now|so)[\s,:!]+)+", re.IGNORECASE
)
_THANKS = re.compile(r"[\s,;.!]+(?:please|pls|thanks|thank you|thx|danke|merci)[.!]*\Z", re.IGNORECASE)
# what may stand between orders on one line
_BETWEEN = re.compile(
    r"\s*(?:,\s*(?:and\s+)?(?:then\s+)?|\s[/+]\s|\s(?:and|und|et)\s+(?:then\s+)?|\s&\s|\sthen\s|\.\s)\s*", re.IGNORECASE
)
# in a list of pieces: two Ogres and a Troll
_COUNTS = frozenset(("a", "an", "and"))
# the Titan's legion
_HELD = re.compile(r"\b([^\W\d_]+)(?:'s)?\s+([^\W\d_]+)\b", re.IGNORECASE)
# the name of what an order makes, at its end
_NEW = re.compile(rf"[\s,(]+(?:{'|'.join(phrases()['new'])})\s+([a-z]{{1,4}}-?[0-9]{{1,3}})[).!]*\Z", re.IGNORECASE)
# a number with a sign, or one that is not exact
_SIGNED = re.compile(r"(?<![\w>])[-~±][0-9]|[0-9]\+(?!\w)")
# before the order where a condition has no colon, and an order that is but a piece and a place
_THEN = re.compile(r",?\s+then\s+", re.IGNORECASE)
_GOES = re.compile(r"([\w.'-]+)\s+(?:goes\s+|moves\s+)?(?:to|[-=]+>|→)\s+([\w-]+)\Z", re.IGNORECASE)
_ALL_OF = re.compile(r"\b(both|all)\s+(?:of\s+)?(?:the\s+|my\s+)?([^\W\d_]+)", re.IGNORECASE)
# two that do the same, and one that does what the one before does
_BOTH = re.compile(r"\bboth\s+", re.IGNORECASE)
_TOO = re.compile(r"\s+(?:too|also|as well)[.!]*\Z", re.IGNORECASE)
# before a name
_ARTICLE = re.compile(r"\A(?:the|my|our)\s+", re.IGNORECASE)
_NUMBERED = re.compile(r"\b([^\W\d_]+) ([0-9]{1,2})\b")
_NAMES = re.compile(r"[^\W_][\w'.-]*")
_LETTERS = re.compile(r"[A-Za-z_]+")
# what may stand after an order: a remark, or a face
REMARK = re.compile(r"\s*\([^()]*\)[.!]?\Z|\s+(?://|--?|#)\s.*\Z|\s+[:;8]-?[()DPp|/]+\Z")
CALLS = "!?"
# how alike a legal line is that is suggested before a part of what was written
_ALIKE = 0.75


class Read(NamedTuple):
    """An order that was read: its line in the mail, as it is given on, and as `check` echoes it.

    An `irrevocable` one cannot be taken back by playing on; a `matched` one was found by all words of its line.
    """

    number: int
    text: str
    says: str
    irrevocable: bool = False
    matched: bool = False


class OrderReader:
    """Reads a text as an order of a player."""

    def __init__(
        self,
        game: Game,
        vocabulary: Vocabulary,
        legal: Callable[[], Sequence[str]] = list,
        said: Callable[[str], str | None] = lambda text: None,
        told: Callable[[str], bool] = lambda text: False,
        scope: str | None = None,
    ) -> None:
        """Read orders in their strict form, and what begins like one also as `said` reads it in words.

        `told` says whether a remark beside an order is one that the desk has written, and `scope` whose turn it is.
        """
        self.game = game
        self.vocabulary = vocabulary
        self.legal = legal
        self.said = said
        self.told = told
        self.scope = scope
        self._document = Document("", "mail", {})

    @cached_property
    def matcher(self) -> Matcher:
        """What finds a legal order by what a line says of it."""
        return Matcher(self.vocabulary, self.legal())

    def _reader(self) -> Reacting:
        def read_one(value: Any, path: Path, number: int) -> SubmittedOrder:
            return read_order(self.game, self._document, value, path, number, self.scope)

        return Reacting(self._document, read_one, self.game.terms)

    def _names_piece(self, text: str) -> bool:
        """Return whether a line begins with a piece, by its id or its kind."""
        first = next(iter(words_of(text)), "")
        return self.vocabulary.is_piece(first) or self.vocabulary.is_kind(first)

    def bare(self, text: str) -> str:
        """Return a line without what is polite, its names as the game writes them."""
        plain = _TOO.sub("", _THANKS.sub("", _POLITE.sub("", text)).rstrip("; "))
        return _HELD.sub(self._holder, self._named(plain))

    def _holder(self, found: re.Match[str]) -> str:
        """Return the one legion that holds a character before its name, the words as they are where more do."""
        holding = self.vocabulary.holding(found[1]) if self.vocabulary.is_thing(found[2]) else []
        own = {word for line in self.legal() for word in line.split()[1:2]}
        named = [ident for ident in holding if ident in own]
        return named[0] if len(named) == 1 else found[0]

    def _matched(self, text: str) -> str | None:
        """Return the legal order that a text says in words of its own, None if there is none."""
        found = self.matcher.order(text) if _SIGNED.search(text) is None else None
        new = _NEW.search(text) if found is None else None
        if new is not None and not (
            self.vocabulary.is_piece(new[1]) or self.matcher.means_something(new[1].casefold())
        ):
            found = self._naming(text[: new.start()], new[1].casefold())
        return found if found is not None and self._read(found, 0, self._reader())[0] is not None else None

    def _naming(self, text: str, name: str) -> str | None:
        """Return the order that a text says with a name for what is new, where one field of it takes such a name."""
        found = self._matched(text)
        if found is None:
            return None
        specs = self.vocabulary.specs(found.split(maxsplit=1)[0])
        named = [f"{found} {field} {name}" for field, spec in specs.items() if spec.piece is None and not spec.choices]
        read = [one for one in named if self._read(one, 0, self._reader())[0] is not None]
        return read[0] if len(read) == 1 else None

    def told_order(self, text: str) -> str | None:
        """Return the line of the order that a text gives in the words of a question, None if it orders nothing."""
        found = None if is_thought(text, self.vocabulary) or _SIGNED.search(text) else self.said(text)
        verb = found.split(maxsplit=1)[0] if found is not None else ""
        words = [word.casefold() for word in words_of(text)]
        # who goes to a place goes there, and strikes nobody who is there before
        now = any(line.split(maxsplit=1)[0] == verb for line in self.legal())
        goes = not now and any(self.vocabulary.is_spot(word) and not self.vocabulary.is_piece(word) for word in words)
        return None if goes and not any(self.vocabulary.means(word, verb) for word in words) else found

    def _conditional(self, text: str) -> list[str]:
        """Return a line that reacts, and gives orders in the player's words, as lines with one order each in full."""
        waits, _, given = (text if ":" in text else _THEN.sub(": ", text, count=1)).rpartition(":")
        whole = self._ordered(given)
        orders = [whole] if whole is not None else [self._ordered(part) for part in _BETWEEN.split(given) if part]
        return [f"{waits}: {order}" for order in orders] if waits and all(orders) else []

    def _ordered(self, text: str) -> str | None:
        """Return the order that a text gives under a condition: one that is legal now, or one for later."""
        return self.order_of(text) or self.told_order(text.strip()) or self.later(text)

    def later(self, text: str) -> str | None:
        """Return the order of a text that names but a piece and a place, where one verb alone goes with them."""
        found = _GOES.match(self.bare(text.strip()).rstrip(".!"))
        if found is None or not self.vocabulary.is_piece(found[1]):
            return None
        here = self.game.orders.get(self.scope or "", self.game.verbs)
        lines = (f"{verb} {found[1]} to {found[2]}" for verb in self.vocabulary.going if verb in here)
        read = [line for line in lines if self._read(line, 0, self._reader())[0] is not None]
        return read[0] if len(read) == 1 else None

    def order_of(self, text: str) -> str | None:
        """Return the line of the order that a text is by itself, None if it is none."""
        named = self.bare(text).rstrip(".!")
        if reacts(named):
            return None
        strict = self._begins(named) and self._read(named, 0, self._reader())[0] is not None
        return named if strict else self._matched(named)

    def says(self, text: str) -> str:
        """Return an order as `check` echoes it."""
        found, wrong = self._read(text, 0, self._reader())
        assert found is not None, wrong
        return found.says

    def is_order(self, text: str) -> bool:
        """Return whether a text is one order by itself, in its strict form or in words."""
        return self.order_of(text) is not None

    def others(self, text: str) -> set[str]:
        """Return the names in orders that begin like the one of a line, which it might give instead."""
        order = self.order_of(REMARK.sub("", text)) or self.order_of(text)
        verb = order.split(maxsplit=1)[0] if order is not None else None
        rows = (line for line in self.legal() if verb in (None, line.split(maxsplit=1)[0]))
        return {name for line in rows for word in line.split() for name in self.vocabulary.names_of(word)}

    def verbs(self) -> set[str]:
        """Return the verbs of the orders that are legal now, without the one that ends a phase, which names it."""
        return {line.split(maxsplit=1)[0] for line in self.legal()} - {"end"}

    def _several(self, line: Line, text: str, reader: Reacting) -> list[Read]:
        """Return the orders that stand on one line, none where not every part of it is one."""
        parts = [part for part in _BETWEEN.split(self._all_of(text)) if part and words_of(part)]
        if len(parts) < 2 or any(map(reacts, parts)):
            return []
        parts = self._each([_ARTICLE.sub("", self.bare(part)) for part in parts])
        verb = words_of(text)[0] if self._begins(text) else ""
        found: list[Read] = []
        for part in parts:
            # a verb holds for the pieces that follow it: `move a to 1 and b to 2`
            with_verb = f"{verb} {part}" if verb and self.vocabulary.is_piece(words_of(part)[0]) else part
            order = self.order_of(with_verb) or self.order_of(part)
            if order is None and (told := self.told_order(part)) in self.legal():
                order = told
            one = self._read(order, line.number, reader)[0] if order is not None else None
            if one is None:
                return []
            found.append(one)
        for one in found:
            self._keep(one, reader)
        return found

    def _all_of(self, text: str) -> str:
        """Return a line with every piece of a kind named, where it says both Ogres or all Lions."""
        found = _ALL_OF.search(text)
        kinds = self.vocabulary.kinds_of(found[2]) if found is not None else set[str]()
        if found is None or not kinds:
            return _BOTH.sub("", text)
        acting = dict.fromkeys(words[1] for line in self.legal() if len(words := line.split()) > 2)
        named = [one for one in acting if self.vocabulary.is_piece(one) and kinds & self.vocabulary.names_of(one)]
        if found[1].casefold() == "both" and len(named) != 2:
            return text
        return f"{text[: found.start()]}{' and '.join(named)}{text[found.end() :]}"

    def _each(self, parts: Sequence[str]) -> list[str]:
        """Return clauses, each subject with the rest of the last one: for `a and b strike c` a strike for each.

        A subject that ends the line has the rest of the one before it.
        """
        if len(parts[-1].split()) == 1 and self._names_piece(parts[-1]) and self._names_piece(parts[0]):
            parts = [*parts[:-1], " ".join([parts[-1], *parts[-2].split()[1:]])]
        out: list[str] = []
        rest = ""
        for part in reversed(parts):
            words = part.split()
            if len(words) == 1 and self._names_piece(part):
                out.append(f"{part} {rest}".rstrip())
            else:
                rest = " ".join(words[1:]) if self._names_piece(part) else ""
                out.append(part)
        return out[::-1]

    def _named(self, text: str) -> str:
        """Return a line with the names of pieces and places as the game writes them."""
        text = _NUMBERED.sub(lambda two: self.vocabulary.numbered(two[0], f"{two[1]}-{two[2]}"), text)
        return _NAMES.sub(lambda word: self.vocabulary.written(word[0]), text)

    def _begins(self, text: str) -> bool:
        """Return whether a line begins like an order."""
        if reacts(text):
            return not text.casefold().startswith(("if ", "on ")) or ":" in text or self._is_meant(text)
        first = text.split(maxsplit=1)[0].rstrip(",:") if text.split() else ""
        return first.casefold() in self.vocabulary.verbs

    def _small(self, text: str) -> str:
        """Return a line with the words of orders in small letters, however a telephone has written them."""
        known = self.vocabulary.verbs | self.vocabulary.fields | self.vocabulary.choices
        listed = {word for line in self.legal() for word in line.split()}

        def written(word: str) -> str:
            small = word.casefold()
            return small if small in known or self.vocabulary.is_entry(small) or small in listed else word

        return _LETTERS.sub(lambda word: written(word[0]), text)

    def _read(self, text: str, number: int, reader: Reacting) -> tuple[Read | None, str]:
        """Return an order as read, or why it is none; the reader is left as it was."""
        chain, orders, standing = reader._chain, len(reader.orders), len(reader.standing)
        try:
            reader.add(text, ("orders", number))
        except Unreadable as error:
            return None, error.problems[0].message
        finally:
            reader._chain = chain
        added, stood = reader.orders[orders:], reader.standing[standing:]
        del reader.orders[orders:], reader.standing[standing:]
        unknown = [one for one in stood if not " ".join(one.words).casefold().startswith(self.vocabulary.policies)]
        if unknown or not all(self._plausible(given) for given in added):
            return None, "this names nothing in this game"
        says = [given.says or line_writer.line(given.source, type(given.order)) for given in added]
        kinds = [type(one.order) for given in added for one in given.alternatives or (given,)]
        final = any(kind.irrevocable for kind in kinds)
        return Read(number, text, "; ".join([*says, *(one.says for one in stood)]), final), ""

    def _keep(self, found: Read, reader: Reacting) -> None:
        reader.add(found.text, ("orders", found.number))

    def _kept(self, text: str, number: int, reader: Reacting) -> Read:
        """Return the order of a line that can be read, which is kept."""
        found, wrong = self._read(text, number, reader)
        assert found is not None, wrong
        self._keep(found, reader)
        return found

    def _plausible(self, given: SubmittedOrder) -> bool:
        """Return whether an order names something that is in the game."""
        for one in given.alternatives or (given,):
            specs = field_specs(type(one.order))
            value = one.source.get(one.verb)
            if specs[one.verb].choices and str(value) in specs[one.verb].choices:
                continue
            words = [word for field in one.source.values() for word in _strings(field)]
            if any(self.vocabulary.is_prose(word) for word in words if word.casefold() not in _COUNTS):
                return False
            if not any(self.vocabulary.is_name(word) for word in words) and one.source[one.verb] is not True:
                return False
        return True

    def _is_meant(self, text: str) -> bool:
        """Return whether a line that cannot be read is meant as an order, and not as a sentence."""
        words = words_of(text)
        if words[:1] and words[0].casefold() == "always":
            said = " ".join(words[1:]).casefold()
            return ":" in text or bool(difflib.get_close_matches(said, self.vocabulary.policies, 1, 0.75))
        strong = sum(self.vocabulary.is_strong(word) for word in words[1:])
        prose = sum(self.vocabulary.is_prose(word) for word in words[1:])
        named = sum(self.vocabulary.is_name(word) for word in words[1:])
        if text.rstrip()[-1:] in CALLS and not strong:
            return False
        if prose:
            # a number alone names a place in an order, and many a thing in a sentence
            pieces = [word for word in words[1:] if self.vocabulary.is_strong(word) and not word.isdecimal()]
            return bool(pieces) and strong * 2 >= prose
        if len(words) == 1:
            return text == words[0] and text.islower()
        if named or len(words) != 2:
            return bool(named)
        known = self.vocabulary.choices | self.vocabulary.ids
        return bool(nearest(words[1], known)) or any(one.startswith(words[1].casefold()) for one in known)

    def is_offered(self, text: str) -> bool:
        """Return whether a line can be read as an order that may be offered."""
        found, _ = self._read(text, 0, self._reader())
        return found is not None and not found.irrevocable


def _strings(value: Any) -> list[str]:
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, (str, int, float)):
        return [str(value)]
    if isinstance(value, dict):
        return [word for key, inner in value.items() for word in (str(key), *_strings(inner))]
    return [word for inner in value for word in _strings(inner)]
