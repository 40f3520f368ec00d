"""Who is mentioned in clauses: mentions that may be the same thing are one, and two that fit are asked back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any


class Open(Exception):
    """A reading says nothing that can be answered: each fault."""

    def __init__(self, *faults: str) -> None:
        super().__init__("; ".join(faults))
        self.faults = list(faults)


class Contradicts(Open):
    """A text says what cannot go together, or what is unclear, so that no other reading of it counts."""


# what is wrong with a text that tells something which its question has no place for
MORE = "it says something that this question has no place for: leave it out, or ask in the strict form"
# what a mention says of itself beside its name and its facts
_MARKS = ("piece", "it", "person", "another", "of_all", "also")


class Mention:
    """A thing that a text names: its name, its place, and the facts given about it.

    `beside` is the one that `and` joins it to, and `listed` the one before it in a list with commas.
    """

    def __init__(self, facts: Mapping[str, Any], beside: Mention | None = None) -> None:
        self.facts = {name: value for name, value in facts.items() if name not in _MARKS}
        self.beside = beside
        self.listed: Mention | None = None

    def __repr__(self) -> str:
        return f"Mention({self.facts})"

    @property
    def name(self) -> str:
        """What it is called: its name, or else its place or what it is."""
        return str(self.facts.get("name", self.facts.get("hex", "it")))

    def fits(self, facts: Mapping[str, Any]) -> bool:
        """Return whether no fact about a thing contradicts this one."""
        return all(self.facts.get(name, value) == value for name, value in facts.items() if name not in _MARKS)


def mentioned(clauses: Sequence[Mapping[str, Any]]) -> Iterator[tuple[list[Mention], list[dict[str, Any]]]]:
    """Yield the things that clauses mention, and the clauses with each of them in its place; raises Open.

    A pronoun may mean any other thing that the text mentions: each choice is a reading of its own.
    """
    pronouns = [None for clause in clauses for value in clause.values() if _is_mention(value) and "it" in value]
    if not pronouns:
        yield _mentioned(clauses, ())
        return
    named = sum(_is_mention(inner) for clause in clauses for value in clause.values() for inner in _each(value))
    for choice in product(range(named), repeat=len(pronouns)) if len(pronouns) < 3 else ():
        with suppress(IndexError):
            yield _mentioned(clauses, choice)


def _mentioned(
    clauses: Sequence[Mapping[str, Any]], choice: Sequence[int]
) -> tuple[list[Mention], list[dict[str, Any]]]:
    """Return the things of clauses whose pronouns mean the things with some numbers; raises IndexError, Open."""
    things: list[Mention] = []
    pending: list[tuple[dict[str, Any], str, list[Mention]]] = []
    placed: list[dict[str, Any]] = []
    here: list[Mention] = []
    for clause in clauses:
        # of two that `and` joins, neither is the other
        joined = "joined" in clause
        _shared(clause, here if joined else [])
        before = things[-1] if "listed" in clause else None
        known = len(things)
        out, here = dict(clause), list(here) if joined else []
        if "still" in clause or clause.keys() == {"also"}:
            _check_new(clause, things)
        for name, value in clause.items():
            if isinstance(value, list) and value and _is_mention(value[0]):
                first = {"also": True} if joined else {}
                out[name] = [_found({**first, **one}, things, here) for one in value]
            elif _is_mention(value) and "it" in value:
                pending.append((out, name, here))
            elif _is_mention(value):
                out[name] = _found(value, things, here)
        placed.append(out)
        for one in things[known : known + 1]:
            one.listed = before
    for (out, name, here), number in zip(pending, choice, strict=True):
        if _in(things[number], here):
            raise IndexError
        if "person" in out[name] and _is_mine(things[number]) and any(map(_is_theirs, things)):
            # the person may be the other player, or mine
            out["unclear"] = True
        out[name] = things[number]
        here.append(things[number])
    return things, placed


def _check_new(clause: Mapping[str, Any], things: Sequence[Mention]) -> None:
    """Raise Open where a clause that only says what is there names what has been named, and nothing new of it.

    It may be a second one, of which nothing tells where it is. So may be one that `and` joins to another, of an owner
    that was not said before.
    """
    for value in clause.values():
        for one in filter(_is_mention, _each(value)):
            alike = [thing for thing in things if thing.facts.get("name") == one.get("name") and thing.fits(one)]
            more = [thing for thing in alike if one.keys() - {*_MARKS, "whose"} <= thing.facts.keys()]
            owned = "whose" in one and not any("whose" in thing.facts for thing in alike)
            joined = "also" in one or "joined" in clause
            if alike and "hex" not in one and "at" not in one and (more or (owned and joined)):
                raise Open(f"{alike[0].name} is named again: is it the first one? where is the other?")


def _is_mine(thing: Mention) -> bool:
    return thing.facts.get("whose") in ("mine", "own")


def _is_theirs(thing: Mention) -> bool:
    return thing.facts.get("whose") in ("theirs", "enemy")


def _shared(clause: Mapping[str, Any], before: Sequence[Mention]) -> None:
    """Raise Open where what follows the last one of several may describe all of them."""
    named = [one for value in clause.values() if isinstance(value, list) for one in value if _is_mention(one)]
    if not named or "of_all" not in named[-1]:
        return
    said = named[-1].keys() - {*_MARKS, "name", "whose", "hex"}
    others = [*(one.facts for one in before), *named[:-1]]
    if any("hex" not in one and not said <= one.keys() for one in others):
        raise Open("it may be about the last one or about all; say it for each")


def _each(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else (value,)


def _is_mention(value: Any) -> bool:
    return isinstance(value, Mapping) and "piece" in value


def _found(facts: Mapping[str, Any], things: list[Mention], here: list[Mention]) -> Mention:
    """Return the thing that a mention means, a new one if it is none of those before it."""
    if facts.get("another") and not any(one.facts.get("name") == facts.get("name") for one in things):
        raise Open(f"which {facts.get('name', 'one')} there is beside that other one is not said")
    fitting = [one for one in things if not _in(one, here) and not facts.get("another") and one.fits(facts)]
    if "hex" in facts:
        # a place tells two of a name apart
        fitting = [one for one in fitting if one.facts.get("hex") == facts["hex"]] or fitting
    if "name" in facts:
        fitting = [one for one in fitting if one.facts.get("name") == facts["name"]]
    if len(fitting) > 1:
        where = " and ".join(str(one.facts.get("hex", "one without a place")) for one in fitting)
        raise Open(f"{len(fitting)} {fitting[0].name}s fit, {where}; name one by its hex")
    if fitting:
        one = fitting[0]
        one.facts |= {name: value for name, value in facts.items() if name not in _MARKS}
    else:
        one = Mention(facts, here[-1] if here and "also" in facts else None)
        things.append(one)
    here.append(one)
    return one


def _in(thing: Mention, things: Sequence[Mention]) -> bool:
    return any(thing is one for one in things)
