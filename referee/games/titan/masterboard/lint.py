"""Checks of the tables of Masterplay beyond their types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.core.documents import Path, nearest
from referee.core.documents.problems import listed
from referee.core.rules.index import written_value

from ..rules import TitanRules
from ..words import Options
from .tables import Chart, MasterboardTable, Terrain

# the table, the path in it, and what is wrong there
Found = Iterator[tuple[str, Path, str]]


def lint(rules: TitanRules) -> list[tuple[str, Path, str]]:
    """Return every unknown name in the tables of Masterplay, and every Land that does not fit its neighbours.

    Each has its table and its path there.
    """
    table = rules.ruleset.typed("masterboard", MasterboardTable)
    return [*_board(rules, table), *_chart(rules, table), *_numbers(rules, table)]


def _board(rules: TitanRules, table: MasterboardTable) -> Found:
    lands = table.lands
    places = {land.at for land in lands.values()}
    if len(places) != len(lands):
        yield "masterboard", ("lands",), "two Lands stand at one place"
    for name, terrain in table.terrains.items():
        if name not in rules.battlelands.battlelands:
            yield "masterboard", ("terrains", name), "there is no Battleland of that name; add one to battlelands"
        if name not in rules.masterchart.masterchart:
            yield "masterboard", ("terrains", name), "the masterchart does not have it; add it there, with its ladder"
        if terrain.tower and not any(land.terrain == name for land in lands.values()):
            yield "masterboard", ("terrains", name), "no Land is one"
    plain = Terrain(title="none", mark="")
    for number, tower in table.starting_towers.items():
        if tower not in lands or not table.terrains.get(lands[tower].terrain, plain).tower:
            towers = [n for n, land in lands.items() if table.terrains.get(land.terrain, plain).tower]
            yield "masterboard", ("starting_towers", number), f"'{tower}' is no Tower{nearest(tower, towers)}"
    if list(table.starting_towers) != [str(n + 1) for n in range(len(table.starting_towers))]:
        yield "masterboard", ("starting_towers",), "the numbers of a die, from 1 upward and in order"
    for name, land in lands.items():
        where = ("lands", name)
        yield from _place(table, name)
        yield from unknown("masterboard", (*where, "terrain"), "terrain", [land.terrain], table.terrains, one=True)
        for to, sign in land.exits.items():
            yield from unknown("masterboard", (*where, "exits", to), "sign", [sign], table.signs, one=True)
            if to not in lands or name not in lands[to].sides:
                yield "masterboard", (*where, "exits", to), f"'{to}' is no Land that is entered from here"
        for other, side in land.sides.items():
            if side not in table.sides:
                yield "masterboard", (*where, "sides", other), f"'{side}' is not listed under sides"
            if other not in lands or name not in lands[other].sides:
                yield "masterboard", (*where, "sides", other), f"'{other}' is no Land that borders on this one"


def _place(table: MasterboardTable, name: str) -> Found:
    """Yield why a Land cannot be drawn, entered or left."""
    where, land, lands = ("lands", name), table.lands[name], table.lands
    if land.number not in (("N", "SE", "SW") if land.stands_up else ("NE", "S", "NW")):
        way = "base" if land.stands_up else "tip"
        yield "masterboard", (*where, "number"), f"a Land on its {way} has no short side in the {land.number}"
    for other in land.sides:
        if other in lands and lands[other].at not in land.beside:
            yield "masterboard", (*where, "at"), f"{other} borders on it, and does not lie beside it"
    sides = list(land.sides.values())
    tower = land.terrain in table.terrains and table.terrains[land.terrain].tower
    if len(set(sides)) < len(sides) and not tower:
        yield "masterboard", (*where, "sides"), "two ways lead in by one side"
    if not land.exits:
        yield "masterboard", (*where, "exits"), "no Sign leads out of it"
    if not any(name in other.exits for other in lands.values()):
        yield "masterboard", where, "no Sign leads into it"


def _chart(rules: TitanRules, table: MasterboardTable) -> Found:
    terrains = table.terrains
    for terrain, chart in rules.masterchart.masterchart.items():
        if terrain not in terrains:
            yield (
                "masterchart",
                ("masterchart", terrain),
                f"the Masterboard has no such terrain{nearest(terrain, terrains)}",
            )
        at = ("masterchart", terrain)
        for creature in chart.ladder:
            yield from _unknown(rules, "masterchart", (*at, "ladder", creature), [creature])
        for number, creature in enumerate(chart.free):
            yield from _unknown(rules, "masterchart", (*at, "free", number), [creature])
        for key, shown in chart.shown.items():
            yield from _unknown(rules, "masterchart", (*at, "shown", key), [key, *shown.one, *shown.several])
        yield from _ways(rules, chart, at)
        yield from _rungs(rules, chart, at)
        for shown in chart.shown.values():
            if shown.alike is not None:
                yield from unknown("masterchart", at, "class", [shown.alike.cls], rules.classes, one=True)


def _rungs(rules: TitanRules, chart: Chart, at: Path) -> Found:
    """Yield the rungs of a ladder that do not lead from one to the next, where each names a character."""
    if any(name not in rules.all_characters for name in chart.ladder):
        return
    homeless = False
    for creature, rung in chart.ladder.items():
        above = chart.ladder.get(rung.below) if rung.below is not None else rung
        if above is None or (above is not rung and above.below is not None):
            homeless = True
            others = [name for name, other in chart.ladder.items() if name != creature and other.below is None]
            said = f"'{rung.below}' has no place of its own in this ladder{nearest(str(rung.below), others)}"
            yield "masterchart", (*at, "ladder", creature, "below"), said
    if homeless:
        # which comes after which is not yet known
        return
    for creature in chart.rungs[:-1]:
        if chart.ladder[creature].next is None:
            yield "masterchart", (*at, "ladder", creature), "it does not say how many muster the next"
    if chart.ladder and (last := chart.rungs[-1]) and chart.ladder[last].next is not None:
        yield "masterchart", (*at, "ladder", last), "nobody comes after it, and 'next' leads nowhere"


def _ways(rules: TitanRules, chart: Chart, at: Path) -> Found:
    """Yield the second ways that lead from no rung, or to none, and options that do not exist."""
    for field, ways in (("branches", chart.branches), ("sides", chart.sides)):
        for name, way in ways.items():
            yield from _unknown(rules, "masterchart", (*at, field, name), [name, *way])
            if (name in chart.ladder) != (field == "branches"):
                belongs = "is no rung of the ladder" if field == "branches" else "is a rung; a second way is a branch"
                yield "masterchart", (*at, field, name), f"'{name}' {belongs}"
            for rung in way:
                if rung in rules.all_characters and rung not in chart.ladder:
                    near = nearest(rung, chart.ladder)
                    yield "masterchart", (*at, field, name, rung), f"'{rung}' is no rung of the ladder{near}"
    for name, one in chart.ladder.items():
        yield from unknown_options(rules, "masterchart", (*at, "ladder", name, "when"), one.when)


def unknown_options(rules: TitanRules, table: str, at: Path, when: Options) -> Found:
    """Yield the options that no ruling has, and the values that they cannot have."""
    rulings = {one.option: one for one in rules.ruleset.rulings.values() if one.option is not None}
    for name, value in when.items():
        if name not in rulings:
            yield table, (*at, name), f"'{name}' is no option{nearest(name, rulings)}"
        elif not rulings[name].allows(value):
            words = rulings[name].words
            yield table, (*at, name), f"is not '{written_value(value)}'; it is {listed(words, 'or')}"


def _numbers(rules: TitanRules, table: MasterboardTable) -> Found:
    numbers = rules.masterplay
    yield from _unknown(rules, "masterplay", ("start", "lords"), numbers.start.lords)
    yield from _unknown(rules, "masterplay", ("start", "creatures"), numbers.start.creatures)
    if (reserve := numbers.start.reserve) is not None:
        yield from _unknown(rules, "masterplay", ("start", "reserve", "characters"), reserve.characters)
    if (more := numbers.start.more) is not None:
        at: Path = ("start", "more")
        yield from _unknown(rules, "masterplay", (*at, "characters"), more.characters)
        yield from _unknown(rules, "masterplay", (*at, "one_of"), more.one_of)
        yield from unknown_options(rules, "masterplay", (*at, "when"), more.when)
    for number, row in enumerate(numbers.acquired):
        yield from _unknown(rules, "masterplay", ("acquired", number, "takes"), row.names)
    if (name := numbers.teleports.titan.option) is not None:
        choices = {one.option: [one.default, *one.alternatives] for one in rules.ruleset.rulings.values()}
        at = ("teleports", "titan", "option")
        if name not in choices:
            yield "masterplay", at, f"'{name}' is no option{nearest(name, [key for key in choices if key])}"
        elif not all(type(value) is int for value in choices[name]):
            yield "masterplay", at, f"'{name}' has values that are no points"
    for kind in (kind for row in numbers.overfull for kind in ([row] if isinstance(row, str) else row)):
        if kind not in rules.all_characters and kind not in rules.classes:
            known = [*rules.all_characters, *rules.classes]
            yield "masterplay", ("overfull",), f"'{kind}' is neither a character nor a class{nearest(kind, known)}"
    least, most = numbers.players.least, numbers.players.most
    places = min(len(numbers.colours), len(table.starting_towers))
    if not least <= most <= places:
        place = rules.ruleset.latest(
            ("masterplay", ("players",)), ("masterplay", ("colours",)), ("masterboard", ("starting_towers",))
        )
        said = f"players from {least} to {most} do not fit, there are colours and Towers for {places}"
        yield *place, said
    prefixes = list(numbers.colours.values())
    for colour, prefix in numbers.colours.items():
        if prefixes.count(prefix) > 1:
            yield "masterplay", ("colours", colour), f"'{prefix}' begins the markers of another colour too"
    force = numbers.start
    if len(force.lords) != 2 or len(force.creatures) % 2:
        yield "masterplay", ("start",), "the force does not make two legions of one Lord each"
    for name in dict.fromkeys([*force.lords, *force.creatures]):
        needed = most * [*force.lords, *force.creatures].count(name)
        if name in rules.characters and rules.characters[name].number < needed:
            yield "characters", ("characters", name, "number"), f"{most} players begin with {needed}"
    held = [name for name in (*force.lords, *force.creatures) if name in rules.characters]
    if any(rules.characters[name].cls not in rules.classes for name in held):
        return
    if sum(rules.profile(name).vital for name in held) != 1:
        yield "masterplay", ("start",), "a force holds one character that keeps its player in the game"
    elif force.legion > rules.combat.legion_most:
        yield "masterplay", ("start",), f"a legion holds {rules.combat.legion_most} at most, not {force.legion}"


def _unknown(rules: TitanRules, table: str, path: Path, names: Sequence[str]) -> Found:
    yield from unknown(table, path, "character", dict.fromkeys(names), rules.all_characters, one=True)


def unknown(
    table: str, at: Path, what: str, names: Iterable[str], known: Iterable[str], one: bool = False, keyed: bool = False
) -> Found:
    """Yield the names that are not known; each has its own place unless it is the `one` value, or a key."""
    for number, name in enumerate(names):
        if name not in known:
            place = at if one else (*at, name if keyed else number)
            yield table, place, f"'{name}' is no {what}{nearest(name, known)}"
