"""Checks of a Titan ruleset beyond its types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from referee.core.documents import Path, Problem, Unreadable, nearest
from referee.core.documents.problems import listed, nearest_or_all
from referee.core.rules.rulesets import Finding, Ruleset

from .battle.board import Board
from .battle.layers import NOTHING
from .lint_laid import lint_idle, lint_laid
from .lint_rows import lint_rows, open_roles, rows_of
from .magic.lint import lint as lint_spells
from .masterboard.lint import lint as lint_masterboard
from .masterboard.lint import unknown_options
from .moments.catalog import moments_of
from .new import new
from .parameters import Parameters
from .rules import TitanRules
from .tables import TRAITS, Battleland, Character, Hazard

# the moments of which Spells alone ask for rows
_OF_SPELLS = ("cast", "draw")
# what is drawn: its table, its name, its title, and its mark
_Drawn = tuple[str, str, str, str]


def warnings(ruleset: Ruleset) -> list[Problem]:
    """Return every thing drawn with the mark of another one on its board, and every row that no Spell ever asks for."""
    rules = TitanRules(ruleset, {})
    idle = () if rules.spells else _of_spells(ruleset)
    unused = _unused(rules) if ruleset.extends is not None else ()
    drawn = (*_alike(_in_hexes(rules)), *_alike(_in_lands(rules)))
    return ruleset.problems_at((*drawn, *idle, *unused, *_in_any_role(ruleset)))


def _unused(rules: TitanRules) -> Iterator[Finding]:
    """Yield the hazards that lie nowhere, and the characters that nobody gets."""
    lands = rules.battlelands.battlelands.values()
    lying = {rules.battlelands.ground, *(effect.ring for effect in rules.effects.values())}
    for effect in rules.effects.values():
        lying |= {*effect.bears, *chain.from_iterable((*effect.beside.values(), *effect.also.values()))}
    lying |= {name for land in lands for part in (land.hexes, land.hexsides) for name in part}
    for name, hazard in rules.hazards.hazards.items():
        if name not in lying:
            where = "hexes" if hazard.lies == "hex" else "hexsides"
            yield "hazards", ("hazards", name), f"no Battleland has it; name it in '{where}' of one"
    charts, start, more = rules.charts.values(), rules.masterplay.start, rules.starting_more
    had = {name for chart in charts for name in (*chart.ladder, *chart.sides, *chart.free, *chart.shown)}
    had |= {*start.lords, *start.creatures, *(name for one in rules.acquired for name in one.names)}
    had |= {*more.characters, *more.one_of} if more is not None else set()
    had |= {spell.evokes for spell in rules.spells.values() if spell.evokes is not None}
    for name in rules.all_characters:
        if name not in had:
            yield "characters", ("characters", name), "nobody begins with it, musters it or is given it"


def _in_any_role(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield the rows on characters that hold whatever part their carriers have, and do not say so."""
    moments = moments_of(ruleset)
    for table, placed in rows_of(ruleset):
        # a row about an ability is for who uses it
        plain = placed.moment == "strike" and not {"as", "ability"} & {*placed.row.when}
        if plain and "characters" in placed.carriers:
            roles = open_roles(table, placed, moments[placed.moment])
            told = listed(roles, "and as")
            if len(roles) > 1:
                yield table, placed.path, f"holds for its carrier as {told}; write `as: {roles[0]}` into 'when', or all"


def _of_spells(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield the rows about Spells."""
    for table, placed in rows_of(ruleset):
        if placed.moment in _OF_SPELLS:
            yield table, placed.path, "is never asked for: this ruleset has no Spells"


def _in_hexes(rules: TitanRules) -> Iterator[_Drawn]:
    for name, hazard in rules.hazards.hazards.items():
        if hazard.lies == "hex" and hazard.mark:
            yield "hazards", name, hazard.title, hazard.mark
    for name, effect in rules.effects.items():
        if effect.lies == "hex":
            # what the hex bears with it is drawn before it
            borne = "".join(rules.hazards.hazards[one].mark for one in effect.bears)
            yield "effects", name, effect.title, borne + effect.hex_mark


def _in_lands(rules: TitanRules) -> Iterator[_Drawn]:
    for name, terrain in rules.masterboard.terrains.items():
        yield "terrains", name, terrain.title, terrain.mark
    for name, effect in rules.effects.items():
        if effect.lies == "land":
            yield "effects", name, effect.title, effect.land_mark


def _alike(drawn: Iterator[_Drawn]) -> Iterator[Finding]:
    """Yield each that has the mark of an earlier one."""
    first: dict[str, str] = {}
    for table, name, title, mark in drawn:
        other = first.setdefault(mark, title)
        if other != title:
            said = f"is drawn as '{mark}', as {other} is; give it a 'mark' that nothing else on the board has"
            yield ("masterboard" if table == "terrains" else table), (table, name, "mark"), said


Found = Iterator[Finding]


def lint(ruleset: Ruleset) -> list[Problem]:
    """Return every unknown name and every contradiction in the tables, each at its place."""
    rules = TitanRules(ruleset, {})
    found = (*_characters(rules), *_titles(rules), *_map(rules), *lint_masterboard(rules), *lint_spells(rules))
    out = ruleset.problems_at(found)
    rows = rows_of(ruleset)
    out += lint_rows(rules, rows)
    out += lint_laid(rules)
    out += lint_idle(rules, rows)
    if not out:
        out = ruleset.problems_at((*_crossings(rules), *_start(rules)))
    return out


def _characters(rules: TitanRules) -> Found:
    """Yield unknown classes, hazards and traits of characters."""
    # an effect on a hex counts as a hazard of its name
    laid = [name for name, effect in rules.effects.items() if effect.lies in ("hex", "hexside")]
    known = [*rules.hazards.hazards, *laid]
    for name, chart in rules.all_characters.items():
        at = ("characters", name)
        yield from unknown_options(rules, "characters", (*at, "when"), chart.when)
        for number, terrain in enumerate(chart.home):
            if terrain not in rules.masterboard.terrains:
                yield "characters", (*at, "home", number), _no("terrain", terrain, rules.masterboard.terrains)
        if chart.cls not in rules.classes:
            yield "characters", (*at, "class"), _no("class", chart.cls, rules.classes)
        for number, hazard in enumerate(chart.native_to):
            if hazard not in known:
                yield "characters", (*at, "native_to", number), _no("hazard", hazard, known)
        yield from _traits((*at, "traits"), chart.traits)
    for name, cls in rules.classes.items():
        yield from _traits(("classes", name, "traits"), cls.traits)


def _titles(rules: TitanRules) -> Found:
    """Yield each thing with the title of another one of its table, by which nobody can tell them apart."""
    tables: Mapping[str, Mapping[str, Character | Hazard]]
    tables = {"characters": rules.all_characters, "hazards": rules.hazards.hazards}
    for table, rows in tables.items():
        first: dict[str, str] = {}
        for name, row in rows.items():
            if (other := first.setdefault(row.title.casefold(), name)) != name:
                place = rules.ruleset.latest((table, (table, name, "title")), (table, (table, other, "title")))
                first_of = other if place[1][1] == name else name
                yield *place, f"'{row.title}' is the title of '{first_of}' already"


def _traits(at: Path, traits: Iterable[str]) -> Found:
    for number, trait in enumerate(traits):
        if trait not in TRAITS:
            yield "characters", (*at, number), _no("trait", trait, TRAITS)


def _map(rules: TitanRules) -> Found:
    """Yield unknown hexes, sides and hazards of the Battlelands."""
    hazards, lands = rules.hazards.hazards, rules.battlelands
    table = "battlelands"
    if lands.ground not in hazards:
        yield table, ("ground",), _no("hazard", lands.ground, hazards)
    laid = [name for name, effect in rules.effects.items() if effect.lies in ("hex", "hexside")]
    edges = [name for name, hazard in hazards.items() if hazard.lies == "hexside"]
    for name, hazard in hazards.items():
        if hazard.natives_of is not None and hazard.natives_of not in (*hazards, *laid):
            yield "hazards", ("hazards", name, "natives_of"), _no("hazard", hazard.natives_of, [*hazards, *laid])
        if hazard.facing is not None and hazard.facing not in (NOTHING, *edges):
            yield "hazards", ("hazards", name, "facing"), _no("hexside", hazard.facing, [NOTHING, *edges])
    for side, hexes in lands.sides.items():
        yield from _hexes(rules, ("sides", side), hexes)
    for side, opposite in lands.facing.items():
        if side not in lands.sides or opposite not in lands.sides:
            yield table, ("facing", side), _no("side", side if side not in lands.sides else opposite, lands.sides)
    for name, land in lands.battlelands.items():
        yield from _battleland(rules, ("battlelands", name), land)


def _battleland(rules: TitanRules, at: Path, land: Battleland) -> Found:
    hazards, lands = rules.hazards.hazards, rules.battlelands
    for field, lies, laid in (("hexes", "hex", land.hexes), ("hexsides", "hexside", land.hexsides)):
        for hazard, labels in laid.items():
            path = (*at, field, hazard)
            if hazard in lands.coordinates:
                yield "battlelands", path, f"{hazard} is a hex; the hazard comes first, as in bog: [{hazard}]"
            elif hazard not in hazards:
                yield "battlelands", path, _no("hazard", hazard, hazards)
            elif hazards[hazard].lies != lies:
                other = "hexsides" if lies == "hex" else "hexes"
                yield "battlelands", path, f"{hazard} does not lie in a {lies}; it belongs to '{other}'"
            for number, label in enumerate(labels):
                yield from _hexes(rules, (*path, number), label.split(">") if lies == "hexside" else [label], True)
    yield from _levels(at, land)
    for level, labels in land.elevation.items():
        yield from _hexes(rules, (*at, "elevation", level), labels)
    yield from _hexes(rules, (*at, "deploy"), land.deploy)
    if land.attacker_side is not None and land.attacker_side not in lands.facing:
        said = f"'{land.attacker_side}' is no side to enter by{nearest(land.attacker_side, lands.facing)}"
        yield "battlelands", (*at, "attacker_side"), said


def _levels(at: Path, land: Battleland) -> Found:
    """Yield the hexsides that contradict each other: one over another, or a hex that is above itself."""
    first: dict[frozenset[str], str] = {}
    above: dict[str, set[str]] = {}
    for hazard, sides in land.hexsides.items():
        for number, side in enumerate(sides):
            path, (high, _, low) = (*at, "hexsides", hazard, number), side.partition(">")
            if (other := first.setdefault(frozenset((high, low)), f"{hazard} {side}")) != f"{hazard} {side}":
                yield "battlelands", path, f"{other} lies there already; a hexside has one hazard"
                continue
            reached, new = set[str](), {low}
            while new:
                reached |= new
                new = {below for one in new for below in above.get(one, ())} - reached
            if high in reached:
                yield "battlelands", path, f"{high} is below {low} already, by other hexsides"
            above.setdefault(high, set()).add(low)


def _hexes(rules: TitanRules, at: Path, labels: Iterable[str], one: bool = False) -> Found:
    """Yield the labels that are no hex; each has its own place unless they are `one` value."""
    for number, label in enumerate(labels):
        if label not in rules.battlelands.coordinates:
            yield "battlelands", at if one else (*at, number), _no("hex", label, rules.battlelands.coordinates)


def _crossings(rules: TitanRules) -> Found:
    """Yield the hexsides that do not lie between neighbours."""
    for name, land in rules.battlelands.battlelands.items():
        board = Board(rules, name)
        for hazard, sides in land.hexsides.items():
            for number, side in enumerate(sides):
                high, low = side.split(">")
                if board.index[low] not in board.neighbours[board.index[high]]:
                    at = ("battlelands", name, "hexsides", hazard, number)
                    yield "battlelands", at, f"{high} and {low} are not neighbours"


def _start(rules: TitanRules) -> Found:
    """Yield why the battle that `new` writes cannot be."""
    try:
        new(Parameters(), rules.ruleset)
    except Unreadable as error:
        for problem in error.problems:
            yield "start", (), problem.message


def _no(what: str, name: str, known: Iterable[str]) -> str:
    return f"'{name}' is no {what}{nearest_or_all(name, known)}"
