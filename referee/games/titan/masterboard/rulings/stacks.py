"""The stacks of Spells that characters of a legion keep (MM 6.0, 7.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection

from ..legion import Legion
from ..position import MasterboardPosition
from ..state import MageState, type_of


class Stack(NamedTuple):
    """The Spells of one character: `spells` are all its counters, `gone` those of evoked ones that it has lost."""

    id: str
    character: str
    spells: int
    room: int
    gone: int = 0
    killed: tuple[str, ...] = ()
    # whether it has cast a Strategic Spell in this Game-Turn
    cast: bool = False


def stacks_of(position: MasterboardPosition, legion: Legion) -> list[Stack]:
    """Return the stacks of a legion, in the order of the chart; one that is not given holds the intrinsic Spells."""
    keeping = position.rules.keeping_spells
    kept = [name for name in legion.contents or () if name in keeping] if keeping else ()
    if not kept:
        return []
    given, kinds = {}, dict[str, list[str]]()
    for row in legion.magi:
        given[row.id] = row
        kinds.setdefault(type_of(row.id), []).append(row.id)
    out = []
    # where all have rows, those of other legions make no difference
    enrolled = len(kept) == len(given) and all(kept.count(name) == len(own) for name, own in kinds.items())
    for ident, name in _by_rows(position, kinds) if enrolled else _named(position, legion):
        chart = position.rules.characters[name]
        row = given.get(ident, MageState(id=ident))
        # of one that is hidden, its own Spells are certain
        number = len(chart.intrinsic) if row.number is None else row.number
        gone = len(row.evoked_killed) + len(row.evoked_banished)
        room = max(position.rules.spell_limit(name) - number, 0)
        out.append(Stack(ident, name, number, room, gone, tuple(row.evoked_killed), row.cast))
    return out


def labels(legion: Legion) -> list[str]:
    """Return the characters of a legion as orders name them: of several Magi of a type each by its id."""
    out = list(legion.contents or ())
    for row in legion.magi:
        name = type_of(row.id)
        if (legion.contents or []).count(name) > 1 and name in out:
            out[out.index(name)] = row.id
    return out


def named_in(legion: Legion, words: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the characters that words mean in a legion, which may name Magi by their ids, and those Magi."""
    ids = {row.id for row in legion.magi}
    given = list(words)
    return [type_of(word) if word in ids else word for word in given], [word for word in given if word in ids]


def unclear_magi(position: MasterboardPosition, legion: Legion, words: Sequence[str], field: str) -> list[Objection]:
    """Return why words do not say which of several Magi of a legion they mean, or name one twice (REF magi-34)."""
    if not legion.magi:
        return []
    names, ids = named_in(legion, words)
    cite = position.rules.cite("which_mage")
    out = [Objection(f"{ident} is named twice", cite, field) for ident in dict.fromkeys(ids) if ids.count(ident) > 1]
    for name in dict.fromkeys(words):
        there = [row.id for row in legion.magi if type_of(row.id) == name]
        if len(there) > 1 and names.count(name) < (legion.contents or []).count(name):
            told = listed(there, "or")
            out.append(Objection(f"say which {position.rules.characters[name].title}: {told}", cite, field))
    return out


def _by_rows(position: MasterboardPosition, kinds: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Yield each character of a legion that keeps Spells, with the id of its row, from those of each type."""
    for name in position.rules.in_chart_order(kinds):
        for ident in kinds[name]:
            yield ident, name


def _named(position: MasterboardPosition, legion: Legion) -> Iterator[tuple[str, str]]:
    """Yield each character of a legion that keeps Spells, with its id; one without takes the lowest number free."""
    taken = {row.id for other in position.legions.values() for row in other.magi}
    for other in position.legions.values():
        own = [row.id for row in other.magi]
        for name in position.rules.in_chart_order(other.contents or ()):
            if name not in position.rules.keeping_spells:
                continue
            ident = next((one for one in own if type_of(one) == name), None)
            if ident is None:
                ident = next(one for number in count(1) if (one := f"{name}-{number}") not in taken)
            else:
                own.remove(ident)
            taken.add(ident)
            if other is legion:
                yield ident, name
