"""The rows that hold for a roll or a step, and what they can read of the ground and of the characters."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from referee.core.rules.rows import Facts

from ...profiles import Profile
from ...rows import TitanRow
from ...rules import TitanRules
from ...sections import Section
from ..board import Board

# the sections of which rows are read in a roll
_SECTIONS = ("modifiers", "sight")


def bearings(board: Board, people: Mapping[str, Profile], whole: tuple[int, ...]) -> tuple[int, ...]:
    """Return a key for all that the rows of a roll read of the ground along a path, and of those who take part.

    Where the key is the same, so are the rows that hold, unless they read more.
    """
    recalled, ground = board.rules.recalled, board.rolled[whole]
    hazards: frozenset[str] = recalled["hazards"].recall(ground, _hazards, board, whole)
    recall = recalled["bearing"].recall
    found = [
        recall((role, profile.number, hazards), _bearing, board.rules, role, profile, hazards)
        for role, profile in people.items()
    ]
    return (ground, *found)


def _hazards(board: Board, whole: tuple[int, ...]) -> frozenset[str]:
    """Return the hazards with rows of rolls along a path, to which a character may be native."""
    carriers = [carrier for h in whole for carrier in board.ruling_rolls[h]] + [*board.around]
    carriers += [carrier for pair in pairwise(whole) for carrier, _ in board.sides.get(pair, ())]
    return frozenset([carrier.native for carrier in carriers if carrier.on_ground])


def _bearing(rules: TitanRules, role: str, profile: Profile, hazards: frozenset[str]) -> int:
    """Return a number for what rows read of a character: what lies on it, to what it is native, what is named of it."""
    own = profile.number if profile.carriers else profile.natives & hazards
    named = tuple([fact for name in _SECTIONS for fact in rules.sections[name].facts({role: profile}).values()])
    return rules.number_of(("bearing", role, own, profile.unhindered, named))


def own_rows(board: Board, section: Section, facts: Facts, people: Mapping[str, Profile]) -> frozenset[TitanRow]:
    """Return the rows that hold of those on the characters, where they change the dice before those of the ground."""
    rules = board.rules
    if rules.combat.dice_order == "together":
        return frozenset()
    return frozenset(rows_on_characters(board, section, facts, people))


def counted_once(rows: list[TitanRow], section: Section) -> list[TitanRow]:
    """Return rows with those that count once no more than once."""
    if not section.once or not [row for row in rows if row.once]:
        return rows
    return [row for number, row in enumerate(rows) if not row.once or row not in rows[:number]]


def further_rows(board: Board, section: Section, facts: Facts, people: Mapping[str, Profile]) -> list[TitanRow]:
    """Return the rows that hold of those that stand on the characters, and of those that hold everywhere."""
    if not section.on_characters and not section.everywhere:
        return []
    return rows_on_characters(board, section, facts, people) + rows_everywhere(board, section, facts, people)


def rows_on_characters(board: Board, section: Section, facts: Facts, people: Mapping[str, Profile]) -> list[TitanRow]:
    """Return the rows that hold of those that stand on the characters."""
    out: list[TitanRow] = []
    for role, profile in people.items() if section.on_characters else ():
        if profile.carriers:
            out += board.rules.rows_on(section, profile.carriers, {**facts, "as": role}, people)
    return out


def rows_everywhere(board: Board, section: Section, facts: Facts, people: Mapping[str, Profile]) -> list[TitanRow]:
    """Return the rows that hold of those that hold everywhere."""
    return board.rules.rows_on(section, board.around, facts, people) if section.everywhere else []
