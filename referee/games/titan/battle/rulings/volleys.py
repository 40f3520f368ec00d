"""Rangestrikes of several characters together, as one roll (MM 4.3.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from referee.core.game.orders import Objection
from referee.core.rules.ledger import Entry, Ledger

from ..pieces import Piece
from ..position import BattlePosition
from .judge import shot_objections
from .rangestrikes import LineOfFire
from .strikes import RollRuling

# the trait of those who may
UNIFIED = "unified_rangestrike"


def volley_objections(position: BattlePosition, strikers: list[Piece], target: Piece) -> list[Objection]:
    """Return why pieces may not rangestrike a target together: what they are, and what keeps each of them from it."""
    cite = position.rules.cite("unified")
    kinds = dict.fromkeys(piece.profile.named for piece in strikers)
    out = []
    if len({piece.id for piece in strikers}) < len(strikers):
        out.append(Objection("a character takes part once", cite, "rangestrike"))
    if len(kinds) > 1:
        message = f"{' and '.join(kinds)} are of different types; those of one type rangestrike together"
        out.append(Objection(message, cite, "rangestrike"))
    for piece in strikers:
        if UNIFIED not in piece.profile.traits:
            message = f"{position.named(piece)} does not rangestrike together with others"
            out.append(Objection(message, cite, "rangestrike"))
    for piece in strikers:
        out += shot_objections(position, piece, target)
    return out


def volleys(position: BattlePosition, able: list[Piece]) -> Iterator[tuple[list[Piece], Piece]]:
    """Yield those of the able pieces who may rangestrike together, each group with each of its targets."""
    kinds: dict[str, list[Piece]] = {}
    for piece in able:
        if UNIFIED in piece.profile.traits:
            kinds.setdefault(piece.profile.name, []).append(piece)
    for alike in kinds.values():
        shots = {piece.id: position.fight.shots(piece) for piece in alike} if len(alike) > 1 else {}
        targets = {target.id: target for found in shots.values() for target in found}
        for target in targets.values():
            reaching = [piece for piece in alike if target in shots[piece.id]]
            for number in range(2, len(reaching) + 1):
                for group in combinations(reaching, number):
                    yield list(group), target


def volley(position: BattlePosition, strikers: list[Piece], target: Piece) -> RollRuling:
    """Return the roll of pieces that may rangestrike a target together."""
    rules = position.rules
    cite = rules.cite("unified")
    lines = [(piece, _line(position, piece, target)) for piece in strikers]
    entries = [
        Entry("add", line.aim.dice, f"dice of {position.named(piece)}", (*cite, *line.aim.ledgers[0].cites))
        for piece, line in lines
    ]
    if len(lines) > 1:
        entries.append(Entry("add", len(lines) - 1, "one for each after the first", cite))
    dice = Ledger("dice", entries)
    rules.note(("unified_strike_factor",))
    choose = min if rules.chosen("unified_strike_factor", "highest") else max
    _, line = choose(lines, key=lambda one: one[1].aim.number)
    # the ledgers of a line are those of its dice, and those that lead to its number
    return RollRuling(dice.total, line.aim.number, (dice, *line.aim.ledgers[1:]), line.aim.changes)


def _line(position: BattlePosition, piece: Piece, target: Piece) -> LineOfFire:
    best = position.fight.shot(piece, target).best(position.fight.occupied)
    assert best is not None
    return best
