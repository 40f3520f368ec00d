"""What a Battalions ruleset must hold beyond its types."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as FilePath

from referee.core.documents import Path, Problem
from referee.core.documents.problems import listed, nearest_or_all
from referee.core.rules.rulesets import Finding, Ruleset

from .rules import DIRECTIONS, BattalionsRules
from .tables import Commands, Start, Substitute

Found = Iterator[Finding]


def lint(ruleset: Ruleset) -> list[Problem]:
    """Return every unknown name and impossible number in the tables."""
    return ruleset.problems_at(_found(ruleset))


def _found(ruleset: Ruleset) -> Found:
    table = ruleset.typed("commands", Commands)
    missing = [
        (name, direction)
        for name, found in (("directions", table.directions), ("relative", table.relative))
        for direction in DIRECTIONS
        if direction not in found
    ]
    for name, direction in missing:
        yield "commands", (name,), f"'{direction}' is missing"
    if missing:
        return
    rules = BattalionsRules(ruleset, {})
    yield from _commands(rules)
    yield from _relative(rules)
    yield from _start(ruleset.typed("start", Start), rules)
    yield from _bodies(ruleset, rules)
    over, under = rules.constants.leader_factor
    if over < under:
        yield "constants", ("leader_factor",), "a fraction of at least 1, over and under"
    for direction, vector in rules.vectors.items():
        if abs(vector[0]) + abs(vector[1]) != 1:
            yield "commands", ("directions", direction), "a step goes to the next place"


def _relative(rules: BattalionsRules) -> Found:
    """Yield the fronts whose four ways are not four directions, the front first."""
    for front, ways in rules.relative.items():
        told = [ways.front, ways.back, ways.left, ways.right]
        if ways.front != front:
            yield "commands", ("relative", front, "front"), f"the front of {front} is {front}"
        elif len(set(told)) < len(told):
            yield "commands", ("relative", front), "front, back, left and right are four different directions"


def _start(start: Start, rules: BattalionsRules) -> Found:
    """Yield what is wrong with the game of a new file."""
    for number, player in enumerate(start.players):
        if player in start.players[:number]:
            yield "start", ("players", number), f"'{player}' is named twice; the players need different names"
    spaces = start.field_size[0] * start.field_size[1]
    if start.units > spaces:
        yield "start", ("units",), f"{start.units} units do not fit into a Field of {spaces} Spaces"
    suggested = rules.constants.suggested_points
    if suggested != sorted(set(suggested)):
        yield "constants", ("suggested_points",), "they rise from one to the next"


def _bodies(ruleset: Ruleset, rules: BattalionsRules) -> Found:
    """Yield the stats of the units of a new file that the limits do not allow.

    `new` fits the units to limits that are set later: by the players, or by a layer above the one with the units.
    """
    start, least, cap = ruleset.typed("start", Start), rules.number("stat_min"), rules.number("stat_cap")
    limits = [rules.rulings_by_option[option] for option in ("stat_min", "stat_cap")]
    set_in = max(_layer(ruleset, "rulings", ("rulings", number, "default")) for number in limits)
    for who, body in (("leader", start.leader), ("unit", start.unit)):
        for stat in body.__struct_fields__:
            value = getattr(body, stat)
            if not least <= value <= cap and _layer(ruleset, "start", (who, stat)) >= set_in:
                said = f"a stat is {least} to {cap} by {listed(limits, 'and')}, not {value}"
                yield "start", (who, stat), said


def _layer(ruleset: Ruleset, table: str, path: Path) -> int:
    """Return the number of the layer that says a value of a table, the lowest first."""
    return ruleset.layers.index(FilePath(ruleset.problem_at(table, path, "").file).parent)


def _commands(rules: BattalionsRules) -> Found:
    """Yield what is wrong with the commands, and with what stands in for a missing one."""
    wrong = set()
    for name, command in rules.commands.items():
        at = ("commands", name)
        if len(name.split()) != 1:
            yield "commands", at, "the name of a command has no blank, so that orders can name it"
        if command.moves is None and command.strikes is None:
            wrong.add(name)
            yield "commands", at, "it does nothing; give 'moves', 'strikes' or both"
        elif command.moves is None and command.strikes in ("ahead", "behind"):
            wrong.add(name)
            way = "the way it moves" if command.strikes == "ahead" else "against the way it moves"
            yield "commands", (*at, "strikes"), f"'{command.strikes}' is {way}, and it has no 'moves'"
        if command.spaces and command.moves is None:
            yield "commands", (*at, "spaces"), "it adds Spaces to a command without 'moves'"
        if command.strength and command.strikes is None:
            yield "commands", (*at, "strength"), "it adds Strength to a command without 'strikes'"
        if command.range and command.strikes is None:
            yield "commands", (*at, "range"), "it adds to the reach of a command without 'strikes'"
        if (command.spaces or command.range or command.strength) and not command.cites:
            yield "commands", at, "it adds something by no rule; give 'cite'"
    if not any(command.holds for command in rules.commands.values()):
        yield "commands", ("commands",), "one of them holds its ground, and has no 'moves'"
    for field in Substitute.__struct_fields__:
        name = getattr(rules.substitute, field)
        if isinstance(name, str) and name not in rules.commands:
            yield "commands", ("substitute", field), f"'{name}' is no command{nearest_or_all(name, rules.commands)}"
    banned = rules.commands.get(rules.substitute.banned)
    if banned is not None and banned.holds and rules.substitute.banned not in wrong:
        name = rules.substitute.banned
        said = f"what stands in for a banned command cannot hold its ground, and commands.{name} has no 'moves'"
        yield "commands", ("substitute", "banned"), said
