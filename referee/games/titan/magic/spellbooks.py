"""The Spells of a caster: which counters it holds, and which it has used in this battle (MM 11.1.1)."""

from __future__ import annotations

from collections import Counter

from referee.core.game.orders import Objection

from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from ..rules import TitanRules
from .spell_tables import SpellType


def no_spells(rules: TitanRules, field: str | None = None) -> Objection:
    """Return the objection that there are no Spells: in the ruleset, or by its options in this game (MM 1.1)."""
    if not rules.without_spells:
        return Objection(f"{rules.ruleset.name} has no Spells", (), field, always=True)
    off = [rules.rulings_by_option[name] for name in rules.magic.when]
    cites = dict.fromkeys(cite for one in off for cite in (*rules.ruleset.rulings[one].concerns, one))
    return Objection("this game is played without Spells", tuple(cites), field, always=True)


def spell_called(rules: TitanRules, name: str) -> SpellType | None:
    """Return a Spell by its type or its counter, with what is printed on that counter."""
    kind = rules.spell_types.get(name)
    if kind is None:
        return None
    return rules.spells[kind].on_counter(rules.spell_table.counters.get(name))


def spell_said(rules: TitanRules, name: str) -> str:
    """Return the printed name of a Spell with its kind, empty for no Spell."""
    spell = spell_called(rules, name)
    return f"{spell.title} ({spell.kind.title})" if spell is not None else ""


def counter_objections(position: BattlePosition, caster: Piece, name: str) -> list[Objection]:
    """Return why a caster has no counter of that name to cast: none held, or used already (MM 11.0, 11.1.1)."""
    title = position.named(caster)
    cite, used = position.rules.cite, list(caster.used)
    if name in caster.barred:
        message = f"{title} has cast {name} on the Masterboard in this Game-Turn, and casts it in no battle of it"
        return [Objection(message, cite("barred_from_battle"), "spell")]
    used += caster.barred
    if caster.held is None:
        if name in used:
            return [Objection(f"{title} has cast {name} in this battle already", cite("counter_once"), "spell")]
        return all_cast(position, name)
    types = position.rules.spell_types
    kind = types.get(name)
    # a type that is held may be any of its counters
    named = {name, kind} if name != kind else {name}
    held = [one for one in caster.held if one in named or (name == kind and types.get(one) == kind)]
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
    spell = position.rules.spells.get(kind or "")
    in_effect = sum(position.rules.spell_types.get(laid.spell) == kind for laid in position.spells)
    if spell is not None and in_effect >= spell.spell.count:
        return [Objection(f"every counter of {spell.title} is in effect", cite("stacks_of_spells"), "spell")]
    return []


def all_cast(position: BattlePosition, name: str) -> list[Objection]:
    """Return why nobody can have a counter to cast: another has cast it, or every counter of its type is used."""
    rules, fight = position.rules, position.fight
    spell = spell_called(rules, name)
    if spell is None:
        return []
    pieces = [*fight.pieces.values(), *fight.gone]
    used = [(one.id, counter) for one in pieces for counter in one.used]
    lying = [(laid.by, laid.spell) for laid in position.spells] + [(one.by, one.id) for one in pieces if one.by]
    # what is in effect is among what its caster has used, where that is known
    cast, in_effect = (
        Counter(by for by, counter in found if rules.spell_types.get(counter) == spell.name) for found in (used, lying)
    )
    if name != spell.name and any(counter == name for _, counter in (*used, *lying)):
        said = f"{name} has been cast in this battle already"
    elif (cast | in_effect).total() >= spell.spell.count:
        said = f"every counter of {spell.title} is used in this battle"
    else:
        return []
    return [Objection(said, rules.cite("stacks_of_spells", "counter_once"), "spell")]


def counter_of(rules: TitanRules, caster: Piece, name: str) -> str | Objection:
    """Return the counter that a name means of those a caster holds and has not used, or the objection to it.

    A type means the only such counter of the type. One who has no list of Spells has each as it is named.
    """
    if caster.held is None:
        return name
    left = unused(rules, caster)
    kind = rules.spell_types.get(name)
    if name != kind:
        # a type that is held may be any of its counters
        return str(kind) if name not in left and kind in left else name
    found = list(dict.fromkeys(one for one in left if rules.spell_types.get(one) == kind))
    if len(found) > 1:
        message = f"{name}: {len(found)} fit, {' and '.join(found)}; name one"
        return Objection(message, rules.cite("counter_held"), "spell")
    return found[0] if found else name


def note_cast(position: BattlePosition) -> None:
    """Count as used each counter that is in effect, and as having cast in this phase who has laid a fresh one."""
    fight = position.fight
    laid = [(spell.by, spell.spell, spell.fresh) for spell in position.spells]
    laid += [(piece.by, piece.id, False) for piece in (*fight.pieces.values(), *fight.gone)]
    laid += [(gone.by, gone.id, False) for gone in position.left]
    for by, counter, fresh in laid:
        caster = fight.pieces.get(by or "")
        if caster is not None:
            caster.cast |= fresh
            if counter in (caster.held or ()) and counter not in caster.used:
                caster.used = [*caster.used, counter]


def unused(rules: TitanRules, caster: Piece) -> list[str]:
    """Return the Spells that a caster holds, has not used in this battle and may use in it, in their order.

    A type among those used may be any of its counters.
    """
    left, types = list(caster.held or ()), set[str]()
    for one in (*caster.used, *caster.barred):
        if one in left:
            left.remove(one)
        else:
            types.add(one)
    return [one for one in left if rules.spell_types.get(one) not in types]


def casts(piece: Piece) -> bool:
    """Return whether a piece holds Spells for all that is known: a Mage always, others once they have drawn one."""
    traits = piece.profile.traits
    return "keeps_spells" in traits or ("draws_battle_spell" in traits and piece.drew)


def holders_of(position: BattlePosition, side: int, name: str) -> list[Piece]:
    """Return the pieces of a side that hold a counter of a name or of a type: those who may use it, else all.

    A caster of which nobody says what it holds may hold any.
    """
    rules = position.rules

    def means(counters: list[str]) -> bool:
        return any(name in (one, rules.spell_types.get(one)) for one in counters)

    able = [piece for piece in position.fight.of(side) if casts(piece)]
    holding = [piece for piece in able if piece.held is None or means(piece.held)]
    return [piece for piece in holding if piece.held is None or means(unused(rules, piece))] or holding
