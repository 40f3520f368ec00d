"""What a Mage does with Spells of its own that are in effect: ending one, moving one (MM 16.4, 18.3)."""

from __future__ import annotations

from referee.core.documents import nearest
from referee.core.game.orders import Objection

from ..battle.pieces import OFF, Piece
from ..battle.position import BattlePosition
from .casting import bars_of, caster_objections, lines_of, target_objections
from .casts import Cast, place_of
from .grounds import fallen_with, with_dependent
from .spellbooks import spell_called


def undo_objections(position: BattlePosition, player: str, mage: Piece, ident: str) -> list[Objection]:
    """Return why a Mage may not end one of its Spells, or a piece that one of them brought (MM 16.4)."""
    rules, name = position.rules, position.named(mage)
    cite = rules.cite("undo")
    out = caster_objections(position, player, mage, "ending a Spell")
    able = "dispels_own" in mage.profile.traits
    if not able and not rules.chosen("one_spell_casters_dispel_own", True):
        out.append(Objection(f"{mage.profile.named} ends no Spells without a counter", cite, "undo"))
    row = next((row for row in position.spells if row.id == ident), None)
    piece = position.fight.pieces.get(ident)
    if row is None and piece is None:
        known = [one.id for one in position.spells if one.id is not None and one.by == mage.id]
        return [*out, Objection(f"'{ident}' is no Spell in effect{nearest(ident, known)}", cite, "spell")]
    by = row.by if row is not None else piece.by if piece is not None else None
    if by != mage.id:
        out.append(Objection(f"{ident} was not cast by {name}", cite, "spell"))
    inherent = rules.spell_table.inherent
    if inherent is None or mage.hex == OFF:
        return out
    spell = rules.spells[inherent]
    out += bars_of(position, mage, spell.name, spell.spell.kind)
    hex_ = place_of(position, row) if row is not None else piece.hex if piece is not None else OFF
    return out + _reach_objections(position, Cast(spell, mage, hex=hex_, row=row))


def _reach_objections(position: BattlePosition, cast: Cast) -> list[Objection]:
    out = target_objections(position, cast)
    if cast.hex != OFF:
        out += [one for one in lines_of(position, cast, None) if isinstance(one, Objection) and one not in out]
    return out


def undone(position: BattlePosition, ident: str) -> list[str]:
    """Return the ids of what ends with a Spell, or with a piece that a Spell brought: what depends on it, too."""
    row = next((row for row in position.spells if row.id == ident), None)
    if row is not None:
        return [str(one.id) for one in with_dependent(position, [row])]
    return [ident, *(str(one.id) for one in fallen_with(position, ident))]


def shift_objections(position: BattlePosition, player: str, mage: Piece, ident: str, target: int) -> list[Objection]:
    """Return why a Mage may not move one of its Hazards to a hex (MM 18.3, REF magi-98)."""
    rules, board = position.rules, position.fight.board
    cite = rules.cite("shift")
    out = caster_objections(position, player, mage, "moving a Spell")
    row = next((row for row in position.spells if row.id == ident), None)
    if row is None:
        known = [one.id for one in position.spells if one.id is not None]
        return [*out, Objection(f"'{ident}' is no Spell in effect{nearest(ident, known)}", cite, "shift")]
    spell = spell_called(position.rules, row.spell)
    assert spell is not None
    if not spell.shifts or row.hex is None:
        return [*out, Objection(f"{spell.title} does not move", cite, "shift")]
    if row.by != mage.id:
        out.append(Objection(f"{ident} was not cast by {position.named(mage)}", cite, "shift"))
    if mage.hex == OFF:
        return out
    out += bars_of(position, mage, spell.name, spell.spell.kind)
    start = board.index[row.hex]
    distance, most = board.steps(mage.hex, start) + 1, min(mage.profile.skill, rules.spell_table.most_range)
    if distance > most:
        message = f"{row.hex} is {distance} hexes away, both ends counted; {position.named(mage)} reaches {most}"
        out.append(Objection(message, cite, "shift"))
    if start == target:
        return [*out, Objection(f"{spell.title} lies on {row.hex} already", cite, "to")]
    with position.supposing_spells([one for one in position.spells if one is not row]):
        return out + _reach_objections(position, Cast(spell, mage, hex=target))
