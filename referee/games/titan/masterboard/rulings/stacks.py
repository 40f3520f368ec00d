"""The stacks of Spells that characters of a legion keep (MM 6.0, 7.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection

from ...rules import TitanRules
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
    given = {row.id: row for row in legion.magi}
    # where all have rows, those of other legions make no difference
    if len(kept) == len(given):
        kinds: dict[str, list[MageState]] = {}
        for row in given.values():
            kinds.setdefault(type_of(row.id), []).append(row)
        if all(kept.count(name) == len(own) for name, own in kinds.items()):
            names = kinds if len(kinds) == 1 else position.rules.in_chart_order(kinds)
            return [_stack(position.rules, name, row) for name in names for row in kinds[name]]
    named = _named(position, legion)
    return [_stack(position.rules, name, given.get(ident) or MageState(id=ident)) for ident, name in named]


def unseen(position: MasterboardPosition, legion: Legion) -> list[str]:
    """Return the characters of a legion whose Spells the viewer cannot count: by their ids, where these are known."""
    if position.viewer in (None, legion.player):
        return []
    rows = {row.id: row.number for row in legion.magi}
    found = [stack for stack in stacks_of(position, legion) if rows.get(stack.id) is None]
    return [one.id if one.id in rows else f"the {position.rules.characters[one.character].title}" for one in found]


def _stack(rules: TitanRules, name: str, row: MageState) -> Stack:
    """Return the Spells of a character by its row."""
    # of one that is hidden, its own Spells are certain
    number = len(rules.characters[name].intrinsic) if row.number is None else row.number
    gone = len(row.evoked_killed) + len(row.evoked_banished)
    room = max(rules.spell_limit(name) - number, 0)
    return Stack(row.id, name, number, room, gone, tuple(row.evoked_killed), row.cast)


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
