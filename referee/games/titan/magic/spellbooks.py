"""The Spells of a caster: which counters it holds, and which it has used in this battle (MM 11.1.1)."""

from __future__ import annotations

from referee.core.game.orders import Objection

from ..battle.fight import Piece
from ..battle.position import BattlePosition
from ..rules import TitanRules
from .spell_tables import SpellType


def type_of(rules: TitanRules, name: str) -> str | None:
    """Return the type of a Spell named by its type or by its counter, None for no Spell."""
    return rules.spell_type(name)


def spell_called(rules: TitanRules, name: str) -> SpellType | None:
    """Return a Spell by its type or its counter, with what is printed on that counter."""
    kind = type_of(rules, name)
    if kind is None:
        return None
    return rules.spells[kind].on_counter(rules.spell_table.counters.get(name))


def counter_objections(position: BattlePosition, caster: Piece, name: str) -> list[Objection]:
    """Return why a caster has no counter of that name to cast: none held, or used already (MM 11.0, 11.1.1)."""
    title = position.named(caster)
    cite, used = position.rules.cite, list(caster.used)
    if caster.held is None:
        if name in used:
            return [Objection(f"{title} has cast {name} in this battle already", cite("counter_once"), "spell")]
        return []
    kind = type_of(position.rules, name)
    # a type that is held may be any of its counters
    named = {name, kind} if name != kind else {name}
    held = [one for one in caster.held if one in named or (name == kind and type_of(position.rules, one) == kind)]
    if not held:
        return [Objection(f"{title} holds no {name}", cite("counter_held"), "spell")]
    for one in used:
        if one in held:
            held.remove(one)
        elif one in (name, kind):
            # a used counter whose serial is not given is one of these
            held = held[1:]
    if not held:
        return [Objection(f"{title} has cast {name} in this battle already", cite("counter_once"), "spell")]
    return []
