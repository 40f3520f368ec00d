"""Check that the Spells of a battle can have been cast by now: how many, by whom and at whom (MM 11.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.core.game.game import Fault

from ..battle.state import BattleState, PieceState
from ..rules import TitanRules


def impossible_casts(battle: BattleState, rules: TitanRules) -> Iterator[Fault]:
    """Yield more casts than a Mage has had phases for, and Spells on those who are not on the map."""
    outside = {piece.id for piece in battle.pieces if piece.hex is None}
    cites = ", ".join(rules.cite("cast_deploying"))
    brought = Counter(piece.by for piece in (*battle.pieces, *battle.slain))
    fresh = Counter[str | None]()
    for number, spell in enumerate(battle.spells):
        path = ("battle", "spells", number)
        brought[spell.by] += 1
        if spell.on in outside:
            message = f"{spell.on} is not on the map, and nothing is cast at those who are not"
            yield Fault((*path, "on"), f"{message} ({cites})")
        fresh[spell.by] += spell.fresh
        if spell.by is not None and spell.fresh and fresh[spell.by] == 2:
            yield Fault((*path, "fresh"), rules.citing(f"{spell.by} casts one Spell in a phase", "cast_once"))
    for number, piece in enumerate(battle.pieces):
        most = _phases(battle, piece, rules)
        casts = max(len(piece.used), brought[piece.id])
        if most is not None and casts > most:
            had = f"has had {most} phase{'' if most == 1 else 's'}" if most else "has had no phase"
            message = f"{piece.id} {had} to cast a Spell in, and has cast {casts}"
            yield Fault(("battle", "pieces", number), f"{message} ({cites})")
        if piece.cast and piece.moved and battle.phase == "maneuver":
            message = f"{piece.id} either moves or casts in a Maneuver Phase"
            yield Fault(("battle", "pieces", number, "cast"), rules.citing(message, "cast_or_move"), True)


def _phases(battle: BattleState, piece: PieceState, rules: TitanRules) -> int | None:
    """Return in how many phases of its side a piece can have cast a Spell by now, None where that is not known.

    It enters in the first Maneuver Phase of its side, and its side's phases are its Maneuver and Strike Phases.
    """
    if battle.round is None or battle.phase is None or battle.active is None or battle.result is not None:
        return None
    if piece.owner not in (None, piece.side) or rules.options.get("tower_rounds") == "attacker_first":
        return None
    # the defender has its part of each round first
    begun = piece.side == "defender" or battle.active == "attacker"
    now = battle.active == piece.side and battle.phase == "maneuver"
    return max(2 * (battle.round - (not begun)) - now - 1, 0)
