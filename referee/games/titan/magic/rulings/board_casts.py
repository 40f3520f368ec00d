"""The Mage and the counter that a cast on the Masterboard names."""

from __future__ import annotations

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection

from ...masterboard.position import MasterboardPosition
from ..spell_tables import SpellType
from ..spellbooks import spell_called
from ..stacks import row_of
from .strategic import Mage, own_mage


def counter_called(position: MasterboardPosition, mage: Mage, word: str) -> tuple[str | None, SpellType] | Objection:
    """Return the counter that a word names in the stack of a Mage and its Spell, or why it names none.

    The counter is None where the stack is not known and the word is a type.
    """
    spell, cite, name = spell_called(position.rules, word), position.rules.cite("counter_held"), mage.stack.id
    if spell is None:
        return Objection(f"'{word}' is no Spell{position.rules.near_spells(word)}", (), "spell")
    found = row_of(position, name)
    held = found[1].held if found is not None else None
    if held is None:
        return (None if word == spell.name else word), spell
    same = [one for one in held if position.rules.spell_type(one) == spell.name]
    if word in same:
        return word, spell
    if word != spell.name or not same:
        has = f"; it holds {listed(held, 'and')}" if held else "; it holds none"
        return Objection(f"{name} holds no {word}{has}", cite, "spell")
    if len(same) > 1:
        return Objection(f"{name} holds {listed(same, 'and')}; say which", cite, "spell")
    return same[0], position.rules.spells[spell.name]


def counters_of(position: MasterboardPosition, mage: Mage) -> list[list[str]]:
    """Return the counters of a Mage that are cast on the Masterboard, those of one type together."""
    found = row_of(position, mage.stack.id)
    out: dict[str, list[str]] = {}
    for counter in (found[1].held or ()) if found is not None else ():
        kind = position.rules.spell_type(counter)
        if kind is not None and position.rules.spells[kind].does is not None:
            out.setdefault(kind, []).append(counter)
    return list(out.values())


def caster_called(position: MasterboardPosition, player: str, word: str) -> Mage | list[Objection]:
    """Return a player's Mage by its id, or the objections."""
    mage = own_mage(position, player, word, "cast")
    return [mage] if isinstance(mage, Objection) else mage
