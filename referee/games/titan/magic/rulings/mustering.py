"""What a legion may muster by a Spell (MM 9.4.8, 9.4.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.core.game.orders import Objection

from ...masterboard.legion import Legion
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.mustering import During, Mustering, Offer, mustering, offered
from ...masterboard.rulings.stacks import stacks_of


def mustering_by(
    position: MasterboardPosition, legion: Legion, spell: str, during: During, caster: str | None = None
) -> Mustering:
    """Return what a Spell of the table `musters` lets a legion muster where it stands.

    `caster` is the type of the one that casts it; without it, anybody in the legion who still may.
    """
    row = position.rules.magic.musters[spell]
    if row.slain is None:
        has = Counter(legion.contents or ())
        return offered(
            position, legion, _by_caster(position, legion, spell, caster), has, {"during": during, "spell": spell}
        )
    found = mustering(position, legion, during=during, spell=spell)
    dead = [
        name for name, number in position.slain.items() if number and position.rules.characters[name].cls == row.slain
    ]
    ways = {name: found.ways[name] for name in found.ways if name in dead}
    bars = {name: rows for name, rows in found.bars.items() if name in dead}
    if during == "enlistment":
        # one who was slain as the Mover won needs nobody to be shown, wherever that was
        free = [Offer(name, "free") for name in legion.fought if position.rules.characters[name].cls == row.slain]
        won = offered(position, legion, free, Counter(), {"during": during, "spell": spell})
        ways, bars = ways | won.ways, bars | won.bars
    cites = {(name, way): (*found.cites.get((name, way), ()), *row.cites) for name in ways for way in ways[name]}
    return found._replace(ways=ways, cites=cites, bars=bars, short={n: x for n, x in found.short.items() if n in dead})


def caster_objections(position: MasterboardPosition, legion: Legion) -> list[Objection]:
    """Return why nobody in a legion can cast a Strategic Spell: it holds no Mage, or each has cast one (MM 9.1)."""
    stacks = stacks_of(position, legion)
    if not stacks:
        cites = position.rules.cite("one_strategic", "keeping_spells")
        return [Objection(f"{position.named(legion)} holds nobody who casts it", cites)]
    if all(stack.cast for stack in stacks):
        message = f"{position.named(legion)} holds no Mage that has not cast a Strategic Spell in this Game-Turn"
        return [Objection(message, position.rules.cite("one_strategic"))]
    return []


def _by_caster(position: MasterboardPosition, legion: Legion, spell: str, caster: str | None) -> Iterator[Offer]:
    """Yield the ways by which each type of caster may muster one of the least of the terrain."""
    row = position.rules.magic.musters[spell]
    chart = position.rules.charts[position.graph.lands[legion.land].terrain]
    able = [stack.character for stack in stacks_of(position, legion) if not stack.cast]
    kinds = dict.fromkeys(able) if caster is None else [caster]
    for name in list(chart.ladder)[: row.rungs] or row.instead:
        if name in position.rules.characters:
            yield from (Offer(name, "one", kind, 1, row.cites) for kind in kinds)
