"""Sheets of Hordes: one for each element type, each kind of terrain, and for the tables of the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents.problems import listed
from referee.core.game.sheets import Sheet, TableRows, told
from referee.core.rules.rulesets import Ruleset

from .moments import moments_of
from .rules import HordesRules, Kind, compile_rules
from .tables import TABLES, TRAITS, TerrainKind

_GOINGS = ("good", "road_good", "road_bad", "bad", "water")
_PLACES = {"own_edge": "at its own edge", "bad": "in bad going", "water": "in water"}
# tables of rows: their titles, where they stand, and other names
_CHARTS = (
    ("PIP costs", (("pips",),), ("PIP expenditure", "prices", "price of a move")),
    ("Tactical factors", (("combat", "tactical"),), ("combat factors", "modifiers")),
    ("Who is spared", (("combat", "spared"),), ("no effect",)),
    ("Major defeat", (("combat", "major"),), ("major defeats",)),
    ("Draws", (("combat", "draw"),), ("draw", "ties")),
    ("Who may not shoot", (("shooting", "shoot"),), ("shooting",)),
    ("Who may not bespell", (("shooting", "bespell"),), ("bespelling",)),
    ("Passing through", (("movement", "passing"), ("movement", "slips_past")), ("interpenetration",)),
    ("Who may not attack", (("movement", "attacks"),), ("attacks",)),
)


def sheets(ruleset: Ruleset) -> Iterator[Sheet]:
    """Yield every sheet of a ruleset under its default options."""
    rules = compile_rules(ruleset, {})
    rows = TableRows(ruleset, moments_of(ruleset), TABLES)
    for name, kind in rules.kinds.items():
        own = rows.under("elements", "elements", name)
        said = told([*_element(kind), *own])
        yield Sheet(kind.title, "element", said, (f"{kind.title}s", name))
    for name, ground in rules.table.terrains.items():
        yield Sheet(ground.title, "terrain", told(_terrain(ground, rules.going(ground.going))), (name,))
    for title, places, also in _CHARTS:
        yield Sheet(title, "table", told(said for place in places for said in rows.under(*place)), also)
    yield Sheet("Army list", "table", told(_army(rules)), ("army", "army points"))
    outcomes = [f"{name.replace('_', ' ')}: it {one.says}" for name, one in rules.table.outcomes.items()]
    yield Sheet("Outcomes", "table", told(outcomes), ("results", "result codes"))


def _element(kind: Kind) -> Iterator[str]:
    """Yield the row of an element in the table: type, moves, factors, value, what it can do."""
    one, category = kind.row, kind.category
    yield f"{one.title} (number {one.number}): {category.title}" + (
        f", {one.ap} AP" if one.ap is not None else ", no AP"
    )
    moves = [f"{name.replace('road_', 'road over ')} {getattr(one.move, name)}" for name in _GOINGS]
    yield "It never moves" if category.fixed else f"It moves in paces: {', '.join(moves)}"
    against = (f"{one.factors.sf:+} against Foot and Strongholds", f"{one.factors.ma:+} against Mounted and Aerials")
    yield f"Its combat factor is {', '.join(against)}"
    yield "It flies" if category.flies else ""
    if one.shoots is not None:
        yield f"It shoots up to {one.shoots.range} paces"
    if one.bespells is not None:
        yield f"It bespells up to {one.bespells.range} paces"
    yield from (TRAITS.get(trait, trait.replace("_", " ")) for trait in one.traits)
    if one.activation is not None:
        costs = listed([str(cost) for cost in one.activation.costs], "then")
        yield f"It comes onto the table {_PLACES[one.activation.place]} for {costs} PIPs (activation)"
        if one.activation.leaves_on is not None:
            yield f"It leaves again when its side rolls {one.activation.leaves_on}"
    yield "It may be activated again after it has left" if one.returns else ""


def _terrain(one: TerrainKind, going: str) -> Iterator[str]:
    yield f"{one.title}: {going}"
    said = {
        "it is a hill, with levels": one.hill,
        "it gives cover against shots and spells": one.cover,
        "it blocks the line of sight": one.blocks_sight,
        "its bank can be defended": one.bank,
        "it crosses water": one.crossing,
    }
    yield from (text for text, holds in said.items() if holds)


def _army(rules: HordesRules) -> Iterator[str]:
    army = rules.table.army
    yield f"An army has {army.total_ap} army points (AP)"
    yield f"At least {army.low_cost_minimum} of them go into elements of {army.low_cost_ap} AP or less"
    titles = [rules.kinds[name].title for name in army.general_forbidden if name in rules.kinds]
    yield f"The General is no {listed(titles)}"
    over, under = rules.table.defeat.share
    yield f"A side that has lost {over}/{under} of its army points has lost"
