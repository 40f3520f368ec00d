"""Breaking documents: plain data and text, changed in a few places with what is likely to be mistaken for right."""

from __future__ import annotations

import random
from typing import Any

import msgspec

# what a value may be replaced with whatever it was
JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 102, 10**6, 10**17, 1.5, -0.5, 1e300, "", " ", "~", "x", "0", "-1", "null",
    "all", "nobody", "a b", "a\nFORGED", "\x1b[31m", "\0", "\x9b31m", "\u202ex", "é", "ſ", "x" * 300, [], {}, [[]],
    [None], [{}], {"": 1}, {"id": "x"}, ["x", "x"], [1, 2], {"x": {"x": {}}}, [0] * 250, {"a": [1]}, "[1]", "{a: 1}",
    "C3", "38", 38, "none",
]  # fmt: skip
# what is put into a text
SHREDS = [
    "&a ", "*a", "[", "]", "{", "}", ": ", "- ", "\t", "!x ", "'", '"', "\n", "\n---\n", "#", "\\", "|", ">", "?", "@",
    "\r", "\0", "\x1b", "\ufeff", "ü", "0x", "~", ",", ";", "<<: ", "%", "...", "1e999", "9" * 30, "é" * 40, "(" * 30,
]  # fmt: skip
KEYS = ["id", "x", "if", "format", "options", "orders", "told", "", "a b", "\x1b", "1"]


def copy(value: Any) -> Any:
    """Return plain data that shares nothing with what is given."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Vocabulary:
    """What stands under each key somewhere in a corpus, to be put where it may not stand."""

    def __init__(self) -> None:
        self._known: dict[str, list[Any]] = {}
        self._seen: set[bytes] = set()
        self.words: list[str] = []

    def learn(self, value: Any) -> None:
        """Take in every value of a document, with the key it stands under."""
        if isinstance(value, dict):
            for key, inner in value.items():
                self._add(str(key), inner)
                self.learn(inner)
        elif isinstance(value, list):
            for inner in value:
                self.learn(inner)

    def _add(self, key: str, value: Any) -> None:
        said = msgspec.json.encode([key, value])
        if len(said) < 400 and said not in self._seen:
            self._seen.add(said)
            self._known.setdefault(key, []).append(value)
            if isinstance(value, str):
                self.words.append(value)

    def like(self, chance: random.Random, key: str) -> Any:
        """Return something that has stood under a key, or something else."""
        known = self._known.get(key)
        return copy(chance.choice(known)) if known else self.any(chance)

    def any(self, chance: random.Random) -> Any:
        """Return something from anywhere: a value of another key, or junk."""
        if self._known and chance.random() < 0.5:
            return copy(chance.choice(self._known[self.key(chance)]))
        return copy(chance.choice(JUNK))

    def key(self, chance: random.Random) -> str:
        """Return some key that the corpus knows."""
        return chance.choice(list(self._known)) if self._known else chance.choice(KEYS)


def mutated(chance: random.Random, value: Any, words: Vocabulary, most: int = 3) -> Any:
    """Return a document with one to a few things in it changed."""
    value = copy(value)
    for _ in range(min(chance.randint(1, most), chance.randint(1, most))):
        places = list(_places(value))
        if not places:
            return words.any(chance)
        _break(chance, *chance.choice(places), words)
    return value


def _places(value: Any) -> Any:
    """Yield the holder and the key of every value inside another."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield value, key
            yield from _places(inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield value, place
            yield from _places(inner)


def _break(chance: random.Random, holder: Any, key: Any, words: Vocabulary) -> None:
    """Change one value where it stands."""
    said = str(key) if isinstance(holder, dict) else ""
    match chance.randrange(16):
        case 0:
            del holder[key]
        case 1:
            holder[key] = words.any(chance)
        case 2 | 3 | 4 | 5:
            holder[key] = _bent(chance, holder[key], words)
        case 6 if isinstance(holder, dict):
            new = words.key(chance) if chance.random() < 0.7 else chance.choice(KEYS)
            holder[new] = words.like(chance, new)
        case 7 if isinstance(holder, dict):
            holder[_misspelt(chance, said)] = holder.pop(key)
        case 8 if isinstance(holder, list):
            holder += [copy(holder[key])] * chance.choice([1, 1, 1, 30, 1500])
        case 9:
            holder[key] = chance.choice([[holder[key]], {said: holder[key]}, None, [], {}])
        case _:
            holder[key] = words.like(chance, said)


def _bent(chance: random.Random, value: Any, words: Vocabulary) -> Any:
    """Return a value a little different, of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return chance.choice([value + 1, value - 1, -value, value * 1000, 0, value + 0.5, str(value)])
    if isinstance(value, str):
        known = chance.choice(words.words or [""])
        return chance.choice([_misspelt(chance, value), value.upper(), value + "\n", known])
    if isinstance(value, list):
        value = list(value)
        chance.shuffle(value)
        return value
    if isinstance(value, dict) and value:
        return dict(list(value.items())[: chance.randrange(len(value))])
    return chance.choice(JUNK)


def _misspelt(chance: random.Random, word: str) -> str:
    place = chance.randint(0, len(word))
    return word[:place] + chance.choice(["", "x", "é", "-", " ", "1", "\n"]) + word[place + chance.randint(0, 2) :]


def shredded(chance: random.Random, text: str) -> bytes:
    """Return a text with a few letters, lines or bytes changed."""
    for _ in range(chance.randint(1, 4)):
        place = chance.randint(0, len(text))
        match chance.randrange(5):
            case 0:
                text = text[:place] + chance.choice(SHREDS) + text[place:]
            case 1:
                text = text[:place] + chance.choice(SHREDS) + text[place + chance.randint(1, 4) :]
            case 2:
                text = text[:place] + text[place + chance.randint(1, 20) :]
            case 3:
                rows = text.splitlines(keepends=True)
                chance.shuffle(rows)
                text = "".join(rows) if chance.random() < 0.2 else "".join(sorted(rows[: place % 9])) + text
            case _:
                text = text[:place]
    raw = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.1:
        raw = raw[: chance.randint(0, len(raw))] + chance.choice([b"\xff", b"\x80", b"\xfe\xff", b"\xc3"]) + raw[-9:]
    return raw
