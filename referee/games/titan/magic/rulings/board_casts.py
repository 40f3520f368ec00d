"""Whether a Mage may cast a Spell on the Masterboard as an order says: the counter, and all that the Spell needs."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection

from ...masterboard.orders.base import free_marker
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.entering import side_of
from ...masterboard.rulings.splitting import parting_objections
from ..spell_tables import SpellType
from ..spellbooks import spell_called
from ..stacks import row_of
from .deeds import Deed, Done, done
from .giving import give_back_objections
from .journeys import journey
from .strategic import Mage, casting_objections, own_mage

# the fields of a cast that few Spells take, by what a Spell does
TAKES = {
    "to": ("move", "teleport", "merge", "carry"),
    "at": ("capture", "merge", "carry", "see", "dispel", "stay", "muster"),
    "side": ("move",),
    "return": ("merge", "capture"),
    "off": ("split",),
    "as": ("split",),
    "show": ("muster",),
}


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


def judged(position: MasterboardPosition, deed: Deed, given: Iterable[str]) -> list[Objection]:
    """Return every objection to a deed by an order that gives some fields."""
    out = casting_objections(position, deed.mage, deed.spell)
    does, title = deed.spell.does, deed.spell.title
    if does is None:
        return out
    for field in given:
        if field in TAKES and does not in TAKES[field]:
            out.append(Objection(f"{title} takes no '{field}'; leave it out", deed.spell.cites, field))
    if does == "muster":
        return out
    found = done(position, deed)
    out += [one for one in found.objections if one not in out]
    return out + _incomplete(position, deed, found)


def _incomplete(position: MasterboardPosition, deed: Deed, found: Done) -> list[Objection]:
    """Return what an order leaves open that the Spell needs: a Land, a side, who goes back, who is split off."""
    spell, legion = deed.spell, deed.mage.legion
    match spell.does:
        case "move" | "teleport" if deed.to is None:
            return [Objection(f"say where {legion.id} goes: 'to' is missing", spell.cites, "to")]
        case "move" if not found.objections:
            target = position.graph.called(str(deed.to))
            ways = journey(position, legion, spell, position.roll).ends.get(target or "", {})
            side = side_of(position, str(target), position.graph.by_side(ways.keys()), deed.side) if ways else []
            return side if isinstance(side, list) else []
        case "merge" if not found.objections:
            return _given_back(position, deed, found.says["returned"])
        case "split":
            if not deed.off:
                return [Objection("say who is split off: 'off' is missing", spell.cites, "off")]
            marker = free_marker(position, legion.player, deed.marker, "as")
            out = parting_objections(position, legion, list(deed.off))
            return out + (marker if isinstance(marker, list) else [])
    return []


def _given_back(position: MasterboardPosition, deed: Deed, number: int) -> list[Objection]:
    """Return what is wrong with those who go back as two legions merge."""
    legions = (deed.mage.legion, position.legions[str(deed.at)])
    return give_back_objections(position, legions, deed.gives_back, number, deed.mage.stack.id, "return")
