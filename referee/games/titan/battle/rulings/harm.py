"""Hits that hazards do to the characters in them at the start of a Strike Phase (LoT 11.7)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, ledger

from ...carriers import Carrying
from ...profiles import Profile
from ...rows import TitanRow
from ...sections import GivenFacts
from ..board import Board
from .rows import further_rows


class Harm(msgspec.Struct, frozen=True, gc=False):
    """The hits of one Strike Phase's start, those healed before, and the titles of what does the hits."""

    ledger: Ledger
    healed: Ledger
    hazards: tuple[str, ...]


_NONE = Harm(Ledger("hits", ()), Ledger("healed", ()), ())


def may_harm(board: Board, profile: Profile, hex_: int) -> bool:
    """Return whether anything has rows that may hurt or heal a character in a hex."""
    return any(one.table.damage for one in (*board.borne[hex_], *profile.carriers, *board.around))


def harm(board: Board, profile: Profile, hex_: int, active: bool, given: GivenFacts = ()) -> Harm:
    """Return what the rows of the moment do to a character in a hex; `active` is whose side has just maneuvered."""
    if not may_harm(board, profile, hex_):
        return _NONE
    key = board.grounds[hex_,], profile.number, active, given
    found: Harm = board.rules.recalled["harm"].recall(key, _harm, board, hex_, profile, active, given)
    return found


def _harm(board: Board, hex_: int, profile: Profile, active: bool, given: GivenFacts) -> Harm:
    return harm_of(board, board.borne[hex_], profile, active, given, further=True)


def harm_of(
    board: Board,
    carriers: Iterable[Carrying],
    profile: Profile,
    active: bool,
    given: GivenFacts = (),
    further: bool = False,
) -> Harm:
    """Return what the rows of these carriers do to a character, and `further` those on itself and on the whole map."""
    rules = board.rules
    section = rules.sections["damage"]
    people = {"occupant": profile}
    facts: dict[str, Fact] = {"active": active, **section.facts(people), **dict(given)}
    rows: list[TitanRow] = []
    hazards: list[str] = []
    for carrier in carriers:
        found = list(rules.rows_on(section, (carrier,), facts, people))
        rows += found
        hazards += [carrier.title for row in found if row.hits is not None]
    if further:
        found = further_rows(board, section, facts, people)
        rows += found
        hazards += [row.why for row in found if row.hits is not None]
    least = Entry("at_least", 0, "no fewer than none", rules.cite("damage_stays"))
    hits = ledger("hits", (), rows, facts, least=least)
    healed = ledger("heals", (), rows, facts, least=least, shown="healed")
    return Harm(hits, healed, tuple(dict.fromkeys(hazards)))


def prevented(hits: Ledger) -> bool:
    """Return whether rows take away all the hits that others do."""
    return not hits.total and any(entry.op in ("add", "set") and entry.value > 0 for entry in hits.entries)
