"""Checks of the tables of Masterplay beyond their types."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents import nearest

from ..rules import TitanRules
from .tables import MasterboardTable, Terrain


def lint(rules: TitanRules) -> list[str]:
    """Return every unknown name in the tables of Masterplay, and every Land that does not fit its neighbours."""
    table = rules.ruleset.typed("masterboard", MasterboardTable)
    return [*_board(rules, table), *_chart(rules, table), *_numbers(rules, table)]


def _board(rules: TitanRules, table: MasterboardTable) -> Iterator[str]:
    lands = table.lands
    places = {land.at for land in lands.values()}
    if len(places) != len(lands):
        yield "masterboard.lands: two Lands stand at one place"
    for name, terrain in table.terrains.items():
        if name not in rules.battlelands.battlelands:
            yield f"masterboard.terrains.{name}: there is no such battleland"
        if name not in rules.masterchart.masterchart:
            yield f"masterboard.terrains.{name}: the masterchart does not have it"
        if terrain.tower and not any(land.terrain == name for land in lands.values()):
            yield f"masterboard.terrains.{name}: no Land is one"
    plain = Terrain(title="none", mark="")
    for number, tower in table.starting_towers.items():
        if tower not in lands or not table.terrains.get(lands[tower].terrain, plain).tower:
            towers = [n for n, land in lands.items() if table.terrains.get(land.terrain, plain).tower]
            yield f"masterboard.starting_towers.{number}: '{tower}' is no Tower{nearest(tower, towers)}"
    if list(table.starting_towers) != [str(n + 1) for n in range(len(table.starting_towers))]:
        yield "masterboard.starting_towers: the numbers of a die, from 1 upward and in order"
    for name, land in lands.items():
        where = f"masterboard.lands.{name}"
        yield from _place(table, name)
        if land.terrain not in table.terrains:
            yield f"{where}.terrain: '{land.terrain}' is no terrain{nearest(land.terrain, table.terrains)}"
        for to, sign in land.exits.items():
            if sign not in table.signs:
                yield f"{where}.exits: '{sign}' is no sign{nearest(sign, table.signs)}"
            if to not in lands or name not in lands[to].sides:
                yield f"{where}.exits: '{to}' is no Land that is entered from here"
        for other, side in land.sides.items():
            if side not in table.sides:
                yield f"{where}.sides: '{side}' is not listed under sides"
            if other not in lands or name not in lands[other].sides:
                yield f"{where}.sides: '{other}' is no Land that borders on this one"


def _place(table: MasterboardTable, name: str) -> Iterator[str]:
    """Yield why a Land cannot be drawn, entered or left."""
    where, land, lands = f"masterboard.lands.{name}", table.lands[name], table.lands
    if land.number not in (("N", "SE", "SW") if land.stands_up else ("NE", "S", "NW")):
        way = "base" if land.stands_up else "tip"
        yield f"{where}.number: a Land on its {way} has no short side in the {land.number}"
    for other in land.sides:
        if other in lands and lands[other].at not in land.beside:
            yield f"{where}.at: {other} borders on it, and does not lie beside it"
    sides = list(land.sides.values())
    tower = land.terrain in table.terrains and table.terrains[land.terrain].tower
    if len(set(sides)) < len(sides) and not tower:
        yield f"{where}.sides: two ways lead in by one side"
    if not land.exits:
        yield f"{where}.exits: no Sign leads out of it"
    if not any(name in other.exits for other in lands.values()):
        yield f"{where}: no Sign leads into it"


def _chart(rules: TitanRules, table: MasterboardTable) -> Iterator[str]:
    terrains = table.terrains
    for terrain, chart in rules.masterchart.masterchart.items():
        if terrain not in terrains:
            yield f"masterchart.{terrain}: the Masterboard has no such terrain{nearest(terrain, terrains)}"
        named = [*chart.ladder, *chart.free]
        named += [name for key, shown in chart.shown.items() for name in (key, *shown.one)]
        yield from _unknown(rules, f"masterchart.{terrain}", named)
        for creature, rung in chart.ladder.items():
            above = chart.ladder.get(rung.below) if rung.below is not None else rung
            if above is None or (above is not rung and above.below is not None):
                yield f"masterchart.{terrain}.ladder.{creature}: '{rung.below}' has no place of its own in this ladder"
        for creature in chart.rungs[:-1]:
            if chart.ladder[creature].next is None:
                yield f"masterchart.{terrain}.ladder.{creature}: it does not say how many muster the next"
        if chart.ladder and (last := chart.rungs[-1]) and chart.ladder[last].next is not None:
            yield f"masterchart.{terrain}.ladder.{last}: nobody comes after it, and 'next' leads nowhere"
        for shown in chart.shown.values():
            if shown.alike is not None and shown.alike.cls not in rules.classes:
                yield f"masterchart.{terrain}: '{shown.alike.cls}' is no class{nearest(shown.alike.cls, rules.classes)}"


def _numbers(rules: TitanRules, table: MasterboardTable) -> Iterator[str]:
    numbers = rules.masterplay
    yield from _unknown(rules, "masterplay.start", [*numbers.start.lords, *numbers.start.creatures])
    yield from _unknown(rules, "masterplay.acquired", [name for row in numbers.acquired for name in row.takes])
    for kind in numbers.overfull:
        if kind not in rules.characters and kind not in rules.classes:
            known = [*rules.characters, *rules.classes]
            yield f"masterplay.overfull: '{kind}' is neither a character nor a class{nearest(kind, known)}"
    least, most = numbers.players.least, numbers.players.most
    places = min(len(numbers.colours), len(table.starting_towers))
    if not least <= most <= places:
        yield f"masterplay.players: from {least} to {most} do not fit, there are colours and Towers for {places}"
    prefixes = list(numbers.colours.values())
    for colour, prefix in numbers.colours.items():
        if prefixes.count(prefix) > 1:
            yield f"masterplay.colours.{colour}: '{prefix}' begins the markers of another colour too"
    force = numbers.start
    if len(force.lords) != 2 or len(force.creatures) % 2:
        yield "masterplay.start: the force does not make two legions of one Lord each"
    for name in dict.fromkeys([*force.lords, *force.creatures]):
        needed = most * [*force.lords, *force.creatures].count(name)
        if name in rules.characters and rules.characters[name].number < needed:
            yield f"characters.{name}.number: {most} players begin with {needed}"
    held = [name for name in (*force.lords, *force.creatures) if name in rules.characters]
    if any(rules.characters[name].cls not in rules.classes for name in held):
        return
    if sum(rules.profile(name).vital for name in held) != 1:
        yield "masterplay.start: a force holds one character that keeps its player in the game"
    elif force.legion > rules.combat.legion_most:
        yield f"masterplay.start: a legion holds {rules.combat.legion_most} at most, not {force.legion}"


def _unknown(rules: TitanRules, where: str, names: list[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        if name not in rules.characters:
            yield f"{where}: '{name}' is no character{nearest(name, rules.characters)}"
