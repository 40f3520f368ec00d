"""Who may cast which Spell and counter on the Masterboard now: windows, one in a Game-Turn, bars (MM 9, 10)."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.documents import nearest
from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.rules.rows import Fact

from ...masterboard.legion import Legion
from ...masterboard.position import TITLES, MasterboardPosition
from ...masterboard.rulings.judge import in_engagement, over_objections
from ...masterboard.rulings.rows import carried_by, everywhere, land_carriers, land_facts
from ...masterboard.rulings.stacks import Stack, stacks_of
from ...masterboard.state import type_of
from ...rows import TitanRow
from ..spell_tables import SpellType, SpellWindow
from ..spellbooks import no_spells, spell_called
from ..stacks import row_of


class Mage(NamedTuple):
    """One that keeps Spells, with the legion that it is in."""

    legion: Legion
    stack: Stack


def cites_with(spell: SpellType, more: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rules of a Spell and others, each once."""
    return tuple(dict.fromkeys((*spell.cites, *more)))


def mage_called(position: MasterboardPosition, ident: str) -> Mage | Objection:
    """Return a Mage by its id; where no row gives ids, by its type if there is one such Mage alone."""
    found = [Mage(legion, stack) for legion in position.legions.values() for stack in stacks_of(position, legion)]
    named = next((mage for mage in found if mage.stack.id == ident), None)
    if named is not None:
        return named
    given = {row.id for legion in position.legions.values() for row in legion.magi}
    alike = [mage for mage in found if mage.stack.character == type_of(ident) and mage.stack.id not in given]
    if len(alike) == 1:
        return alike[0]
    # of all that there may be, since those of others are secret
    kinds = position.rules.keeping_spells
    known = [f"{name}-{n}" for name in kinds for n in range(1, position.rules.characters[name].number + 1)]
    return Objection(f"'{ident}' is no Mage on the board{nearest(ident, known)}")


def own_mage(position: MasterboardPosition, player: str, ident: str, field: str) -> Mage | Objection:
    """Return a player's Mage by its id, or the objection; of a Mage of another it says no more than of none."""
    own = mages_of(position, player)
    found = next((mage for mage in own if mage.stack.id == ident), None)
    if found is not None:
        return found
    if not any(row.id == ident for legion in position.legions.values() for row in legion.magi):
        named = mage_called(position, ident)
        if isinstance(named, Mage) and named.legion.player == player:
            return named
    near = nearest(ident, [mage.stack.id for mage in own])
    return Objection(f"'{ident}' is no Mage of {player} on the board{near}", position.rules.cite("own_legions"), field)


def mage_at_hand(
    position: MasterboardPosition, player: str, ident: str, field: str, verb: str
) -> Mage | list[Objection]:
    """Return the Mage whose stack an order of a player is about, or why it cannot be given; none if all is unknown."""
    out = over_objections(position, player)
    if out or position.position_unknown:
        return out
    if not position.rules.keeping_spells:
        return [no_spells(position.rules, verb)]
    mage = own_mage(position, player, ident, field)
    return [mage] if isinstance(mage, Objection) else mage


def mages_of(position: MasterboardPosition, player: str) -> list[Mage]:
    """Return a player's Magi, as far as their legions are known."""
    return [Mage(legion, stack) for legion in position.own(player) for stack in stacks_of(position, legion)]


def casting_objections(position: MasterboardPosition, mage: Mage, spell: SpellType) -> list[Objection]:
    """Return why a Mage may not cast a Spell on the Masterboard now, whatever it casts it at."""
    out = over_objections(position, mage.legion.player)
    if out:
        return out
    if spell.does is None:
        message = f"{spell.title} is a Spell of a battle, and is not cast on the Masterboard"
        return [Objection(message, cites_with(spell, position.rules.cite("battle_spell")), "spell")]
    if mage.stack.cast:
        message = f"{mage.stack.id} has cast a Strategic Spell in this Game-Turn"
        out.append(Objection(message, position.rules.cite("one_strategic"), "cast"))
    out += window_objections(position, mage.legion, spell)
    rows = barring_rows(position, mage, spell, "caster", mage.legion.land)
    return out + [Objection(f"{mage.stack.id}: {row.why}", row.cites, "cast") for row in rows]


def window_objections(position: MasterboardPosition, legion: Legion, spell: SpellType) -> list[Objection]:
    """Return why a Spell is not cast now by one in a legion: no window of it is open."""
    if not spell.windows or position.position_unknown:
        return []
    shut = [_shut(position, legion, window, spell) for window in spell.windows]
    if not all(shut):
        return []
    partly = [why for window, why in zip(spell.windows, shut, strict=True) if _now(position, legion, window)]
    if partly:
        return partly[0]
    when = listed([window.title for window in spell.windows])
    if position.rerolls and position.stage == "commencement":
        message = "a roll has been undone: splits and the new roll alone are ordered before it"
        return [Objection(message, cites_with(spell, position.rules.cite("rejoined")), "spell")]
    now = f"Game-Turn of {position.mover}, {TITLES[position.stage]}"
    return [Objection(f"{spell.title} is cast in {when}; it is the {now}", spell.cites, "spell")]


def _now(position: MasterboardPosition, legion: Legion, window: SpellWindow) -> bool:
    """Return whether it is the phase of a window, in the Game-Turn of the right player."""
    own = legion.player == position.mover
    if position.rerolls and position.stage == "commencement":
        # a roll was undone: splits alone are open again (MM 9.4.9)
        return False
    return position.stage == window.phase and window.side in ("either", "mover" if own else "other")


def _shut(position: MasterboardPosition, legion: Legion, window: SpellWindow, spell: SpellType) -> list[Objection]:
    """Return why a window is not open to a legion."""
    if not _now(position, legion, window):
        return [Objection(f"{spell.title} is cast in {window.title}", spell.cites, "spell")]
    out, named = [], position.named(legion)
    if window.engaged:
        now = position.engagement
        if not in_engagement(position, legion):
            out.append(Objection(f"{named} is in no Engagement", spell.cites, "cast"))
        elif not _considered(position, legion):
            message = f"no Engagement of {named} is being considered; {spell.title} is cast before anything is shown"
            out.append(Objection(message, spell.cites, "spell"))
        elif now is not None and legion.player not in position.acting():
            says = position.acting()[0]
            message = f"{says} says first whether a Spell is cast or the legion is shown"
            out.append(Objection(message, position.rules.cite("considered"), "cast"))
    marched = [other for other in position.own(legion.player) if other.moved]
    if window.unmoved == "legion" and legion.moved:
        out.append(Objection(f"{named} has moved already", spell.cites, "cast"))
    elif window.unmoved == "all" and marched:
        message = f"{listed([other.id for other in marched], 'and')} of {legion.player} moved already"
        out.append(Objection(message, spell.cites, "spell"))
    return out


def _considered(position: MasterboardPosition, legion: Legion) -> bool:
    """Return whether the Engagement of a legion is being considered; a situation need not say which one is."""
    now = position.engagement
    if now is None:
        return not position.in_play
    return str(now.land) == legion.land and now.stage == "consider"


def barring_rows(position: MasterboardPosition, mage: Mage, spell: SpellType, at: str, land: str) -> list[TitanRow]:
    """Return the rows on the caster and around, and on one of the two Lands concerned, that forbid a cast."""
    rules = position.rules
    if rules.sections["casting"].empty:
        return []
    profile = rules.profile(mage.stack.character)
    facts: dict[str, Fact] = {
        "spell": spell.name,
        "spell_kind": spell.spell.kind,
        "caster_character": profile.name,
        "caster_class": profile.chart.cls,
        **land_facts(position, land),
    }
    if spell.does is not None:
        facts["does"] = spell.does
    own = (*profile.carriers, *carried_by(position, mage.legion), *everywhere(position)) if at == "caster" else ()
    out: list[TitanRow] = []
    for carrier in (*own, *land_carriers(position, land)):
        rows = carrier.table.casting
        if rows:
            on_land = {"at": at} if carrier.table.carrier == "lands" else {}
            out += (row for row in rules.ruled(rows.values(), {**facts, **on_land}) if row.forbid)
    return out


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
    same = [one for one in held if position.rules.spell_types.get(one) == spell.name]
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
        kind = position.rules.spell_types.get(counter)
        if kind is not None and position.rules.spells[kind].does is not None:
            out.setdefault(kind, []).append(counter)
    return list(out.values())


def caster_called(position: MasterboardPosition, player: str, word: str) -> Mage | list[Objection]:
    """Return a player's Mage by its id, or the objections."""
    mage = own_mage(position, player, word, "cast")
    return [mage] if isinstance(mage, Objection) else mage
