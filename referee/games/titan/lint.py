"""Checks of a Titan ruleset beyond its types."""

from __future__ import annotations

from referee.core.documents import Problem, Unreadable, nearest
from referee.core.rules.rulesets import Ruleset

from .battle.board import Board
from .lint_laid import lint_laid
from .masterboard.lint import lint as lint_masterboard
from .new import new
from .parameters import Parameters
from .rules import TitanRules
from .tables import TRAITS


def lint(ruleset: Ruleset) -> list[str | Problem]:
    """Return every unknown name and every contradiction in the tables."""
    rules = TitanRules(ruleset, {})
    out: list[str | Problem] = []
    hazards, lands = rules.hazards.hazards, rules.battlelands
    for name, chart in rules.characters.items():
        if chart.cls not in rules.classes:
            out.append(f"characters.{name}.class: '{chart.cls}' is no class{nearest(chart.cls, rules.classes)}")
        for hazard in chart.native_to:
            if hazard not in hazards:
                out.append(f"characters.{name}.native_to: '{hazard}' is no hazard{nearest(hazard, hazards)}")
        traits = [*chart.traits, *(rules.classes[chart.cls].traits if chart.cls in rules.classes else [])]
        for trait in traits:
            if trait not in TRAITS:
                out.append(f"characters.{name}.traits: '{trait}' is no trait{nearest(trait, TRAITS)}")
    if lands.ground not in hazards:
        out.append(f"battlelands.ground: '{lands.ground}' is no hazard{nearest(lands.ground, hazards)}")
    for side, hexes in lands.sides.items():
        for label in sorted(set(hexes) - set(lands.coordinates)):
            out.append(f"battlelands.sides.{side}: '{label}' is no hex{nearest(label, lands.coordinates)}")
    for side, opposite in lands.facing.items():
        if side not in lands.sides or opposite not in lands.sides:
            wrong = side if side not in lands.sides else opposite
            out.append(f"battlelands.facing.{side}: '{wrong}' is no side{nearest(wrong, lands.sides)}")
    for name, land in lands.battlelands.items():
        for lies, table in (("hex", land.hexes), ("hexside", land.hexsides)):
            for hazard in table:
                if hazard not in hazards:
                    out.append(f"battlelands.{name}: '{hazard}' is no hazard{nearest(hazard, hazards)}")
                elif hazards[hazard].lies != lies:
                    out.append(f"battlelands.{name}: {hazard} does not lie in a {lies}")
        labels = [*land.deploy, *(h for hexes in land.hexes.values() for h in hexes)]
        labels += [h for sides in land.hexsides.values() for side in sides for h in side.split(">")]
        labels += [h for hexes in land.elevation.values() for h in hexes]
        for label in sorted(set(labels) - set(lands.coordinates)):
            out.append(f"battlelands.{name}: '{label}' is no hex{nearest(label, lands.coordinates)}")
        if land.attacker_side is not None and land.attacker_side not in lands.facing:
            out.append(f"battlelands.{name}.attacker_side: '{land.attacker_side}' is no side to enter by")
    out += lint_masterboard(rules)
    out += lint_laid(rules)
    if not out:
        for name in lands.battlelands:
            board = Board(rules, name)
            for one, other in board.crossings:
                if other not in board.neighbours[one]:
                    out.append(f"battlelands.{name}: {board.labels[one]} and {board.labels[other]} are not neighbours")
        try:
            new(Parameters(), ruleset)
        except Unreadable as error:
            out += [f"start: {problem.message}" for problem in error.problems]
    return out
