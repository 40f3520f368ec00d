"""For whom one Spell may be drawn as it comes into a battle (MM 4.2.5, REF magi-21)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game.orders import Objection

from ..battle.pieces import OFF, Piece
from ..battle.position import BattlePosition
from ..rules import TitanRules
from .cup import put_back
from .spellbooks import spell_called


def give_back(position: BattlePosition, pieces: Iterable[Piece]) -> None:
    """Put the Spells that were drawn for pieces in this battle back into the Cup, cast or not (MM 4.2.6)."""
    for piece in pieces:
        if piece.drew and piece.held:
            put_back(position, piece.held)
            piece.held = []


def battle_spell(rules: TitanRules, counter: str) -> bool:
    """Return whether a counter is a Spell that is cast in battles."""
    spell = spell_called(rules, counter)
    return spell is not None and bool(spell.phases)


def drawers(position: BattlePosition) -> list[Piece]:
    """Return the pieces for which a Spell may be drawn as this Maneuver Phase ends."""
    fight = position.fight
    if position.over or fight.striking_phase:
        return []
    came = (piece for piece in fight.of(fight.active) if piece.came and not piece.drew)
    return [piece for piece in came if not draw_objections(position, piece)]


def draw_objections(position: BattlePosition, piece: Piece) -> list[Objection]:
    """Return why no Spell may be drawn for a piece now: its kind, when it came, what was drawn before, a Storm."""
    cite, name = position.rules.cite("battle_draw"), position.named(piece)
    if "draws_battle_spell" not in piece.profile.traits:
        return [Objection(f"no Spell is drawn for {piece.profile.named} in a battle", cite, "draw")]
    out = []
    if piece.drew:
        out.append(Objection(f"a Spell has been drawn for {name} in this battle", cite, "draw"))
    elif not piece.came or piece.hex == OFF:
        message = f"{name} has not come onto the map in this phase, at whose end a Spell is drawn"
        out.append(Objection(message, cite, "draw"))
    rules, facts = position.rules, {"for": "battle", "mage": piece.profile.name, "terrain": position.battleland}
    for carrier in position.fight.board.around:
        rows = rules.ruled(carrier.table.draw.values(), facts)
        out += [Objection(row.why, row.cites, "draw") for row in rows if row.forbid]
    return out
