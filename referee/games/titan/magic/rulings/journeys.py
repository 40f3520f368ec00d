"""Where a Spell takes the legion of its caster: by the Signs as it bends them, or by teleport (MM 9.4)."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.documents.problems import counted
from referee.core.game.orders import Objection

from ...masterboard.graph import Manner, Travel
from ...masterboard.legion import Legion
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.judge import in_engagement, march_objections, travel
from ...masterboard.rulings.rows import has_rows, land_facts, rows_for
from ...masterboard.rulings.stacks import stacks_of
from ...masterboard.rulings.teleports import teleport_used
from ...rows import BoardRow
from ..spell_tables import SpellType
from .mustering import caster_objections
from .strategic import Mage, casting_objections, cites_with


class Journey(NamedTuple):
    """Where a legion may go by a Spell: ends of a move, or Lands of a teleport with those that rows close to it."""

    ends: Travel = {}
    teleports: tuple[str, ...] = ()
    barred: tuple[tuple[str, BoardRow], ...] = ()


def manner_of(spell: SpellType) -> Manner:
    """Return the manner of a move by a Spell."""
    moves = spell.spell.moves
    assert moves is not None
    return Manner(
        spell.name, moves.lands, tuple(moves.reads.items()), tuple(moves.reverses), moves.ignores, moves.passes
    )


def legion_objections(position: MasterboardPosition, legion: Legion, spell: SpellType) -> list[Objection]:
    """Return why nobody in a legion may cast a Spell that takes the legion elsewhere."""
    out = caster_objections(position, legion)
    if not out:
        against = [casting_objections(position, Mage(legion, one), spell) for one in stacks_of(position, legion)]
        # one that may cast it is enough; else the one with the fewest reasons
        out = min(against, key=len)
    return out + going_objections(position, legion, spell)


def going_objections(position: MasterboardPosition, legion: Legion, spell: SpellType) -> list[Objection]:
    """Return why a legion cannot go anywhere by a Spell now, by any caster."""
    if position.stage != "movement" or legion.player != position.mover:
        return []
    cite, out = position.rules.cite, march_objections(position, legion)
    if in_engagement(position, legion):
        out.append(Objection(f"{position.named(legion)} stands in an Engagement", cite("one_march")))
    teleports = spell.spell.teleports
    if teleports is not None and teleports.counts and teleport_used(position, legion):
        out.append(Objection("the one teleport of this Movement Phase is used", cite("spell_moves")))
    return out


def journey(position: MasterboardPosition, legion: Legion, spell: SpellType, roll: int | None) -> Journey:
    """Return where a Spell takes a legion, without judging the cast; `roll` where it leads by it."""
    if spell.spell.moves is not None:
        return Journey(travel(position, legion, roll or 0, manner_of(spell)))
    return _teleports(position, legion, spell)


def needs_roll(spell: SpellType) -> bool:
    """Return whether where a Spell leads depends on the Movement Roll."""
    return spell.spell.moves is not None and spell.spell.moves.lands is None


def going_cites(position: MasterboardPosition, spell: SpellType) -> tuple[str, ...]:
    """Return the rules on a journey: whether it is the move of the legion, and how far a teleport goes."""
    row, cite = spell.spell.teleports, position.rules.cite
    moves = cite("spell_moves") if row is None or row.counts else ()
    return (*moves, *(cite("spell_distance") if row is not None else ()))


def _teleports(position: MasterboardPosition, legion: Legion, spell: SpellType) -> Journey:
    row, graph = spell.spell.teleports, position.graph
    if row is None:
        return Journey()
    taken = {other.land for other in position.legions.values()}
    near = [land for land in graph.within(legion.land, row.lands) if land not in taken]
    if row.to == "tower":
        near = [land for land in near if graph.is_tower(land)]
    elif row.to == "terrain":
        near = [land for land in near if graph.lands[land].terrain == graph.lands[legion.land].terrain]
    bars = {land: teleport_rows(position, legion, spell, land) for land in near}
    closed = tuple((land, one) for land in near for one in bars[land])
    return Journey({}, tuple(land for land in near if not bars[land]), closed)


def teleport_rows(position: MasterboardPosition, legion: Legion, spell: SpellType, land: str) -> list[BoardRow]:
    """Return the rows that keep a Spell from teleporting a legion, or one in it, to a Land (MM 10.3)."""
    if not has_rows(position.rules, "teleport"):
        return []
    facts = {"kind": "spell", "spell": spell.name, **land_facts(position, land, "to_")}
    rows = rows_for(position, "teleport", legion, facts, {"from": legion.land, "to": land})
    return list({row.why: row for row in rows if row.forbid}.values())


def nowhere(position: MasterboardPosition, legion: Legion, spell: SpellType, found: Journey) -> list[Objection]:
    """Return why a Spell takes a legion nowhere, if it does."""
    if found.ends or found.teleports:
        return []
    rows = {row.why: row for _, row in found.barred}
    told = [Objection(f"{spell.title}: {row.why}", row.cites, "cast") for row in rows.values()]
    if told:
        return told
    row, named = spell.spell.teleports, position.named(legion)
    if row is None:
        return [Objection(f"{named} has nowhere to go by {spell.title}", spell.cites, "cast")]
    what = {"tower": "Tower", "terrain": "Land of its terrain", "any": "Land"}[row.to]
    message = f"no vacant {what} is within {counted(row.lands, 'Land')} of {named}"
    return [Objection(message, cites_with(spell, position.rules.cite("spell_distance")), "cast")]
