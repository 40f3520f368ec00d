"""What a Battalions ruleset must hold beyond its types."""

from __future__ import annotations

from collections.abc import Collection, Iterator

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
    yield from _directions(rules)


def _directions(rules: BattalionsRules) -> Found:
    """Yield the directions whose step does not go to the next place, or goes the way of another."""
    ways: dict[tuple[int, int], str] = {}
    for direction, vector in rules.vectors.items():
        at: Path = ("directions", direction)
        if abs(vector[0]) + abs(vector[1]) != 1:
            yield "commands", at, "a step goes to the next place"
        elif (other := ways.setdefault(vector, direction)) != direction:
            at = _latest(rules, at, ("directions", other))
            yield "commands", at, f"{listed([other, direction], 'and')} go the same way; give each a way of its own"


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
    set_in = max(ruleset.layer_saying(("rulings", ("rulings", number, "default"))) for number in limits)
    for who, body in (("leader", start.leader), ("unit", start.unit)):
        for stat in body.__struct_fields__:
            value = getattr(body, stat)
            if not least <= value <= cap and ruleset.layer_saying(("start", (who, stat))) >= set_in:
                said = f"a stat is {least} to {cap} by {listed(limits, 'and')}, not {value}"
                yield "start", (who, stat), said


def _commands(rules: BattalionsRules) -> Found:
    """Yield what is wrong with the commands, and with what stands in for a missing one."""
    wrong: set[str] = set()
    told = rules.ruleset.raw("commands")["commands"]
    for name, command in rules.commands.items():
        at = ("commands", name)
        if len(name.split()) != 1:
            yield "commands", at, "the name of a command has no blank, so that orders can name it"
        if command.moves is None and command.strikes is None and command.says is None:
            wrong.add(name)
            place = _latest(rules, at, (*at, "moves"), (*at, "strikes"))
            yield (
                "commands",
                place,
                "it does nothing; give 'moves', 'strikes' or both, or say with 'says' that it waits",
            )
        elif command.moves is None and command.strikes in ("ahead", "behind"):
            wrong.add(name)
            way = "the way it moves" if command.strikes == "ahead" else "against the way it moves"
            place = _latest(rules, (*at, "strikes"), (*at, "moves"))
            yield "commands", place, f"'{command.strikes}' is {way}, and it has no 'moves'"
        for added, what, needed in _ADDED:
            number = getattr(command, added)
            if number and getattr(command, needed) is None:
                place = _latest(rules, (*at, added), (*at, needed))
                yield "commands", place, f"it adds {what} a command without '{needed}'"
            elif number == 0 and added in told[name]:
                yield "commands", (*at, added), "changes nothing: the number is added, and 0 is no change"
        if any(getattr(command, added) for added, _, _ in _ADDED) and not command.cites:
            yield "commands", at, "it adds something by no rule; give 'cite'"
    if not any(command.holds for command in rules.commands.values()):
        yield "commands", ("commands",), "one of them holds its ground, and has no 'moves'"
    yield from _substitute(rules, wrong)
    yield from _routed(rules, wrong)


# what a command may add, to what, and what it has then
_ADDED = (
    ("spaces", "Spaces to", "moves"),
    ("strength", "Strength to", "strikes"),
    ("range", "to the reach of", "strikes"),
)


def _substitute(rules: BattalionsRules, wrong: Collection[str]) -> Found:
    """Yield what cannot stand in for a missing command, apart from commands that are `wrong` already."""
    for field in Substitute.__struct_fields__:
        name = getattr(rules.substitute, field)
        if isinstance(name, str) and name not in rules.commands:
            yield "commands", ("substitute", field), f"'{name}' is no command{nearest_or_all(name, rules.commands)}"
    name = rules.substitute.banned
    if name in rules.commands and rules.commands[name].holds and name not in wrong:
        said = f"what stands in for a banned command cannot hold its ground, and commands.{name} has no 'moves'"
        at = _latest(rules, ("substitute", "banned"), ("commands", name, "moves"))
        yield "commands", at, said


def _routed(rules: BattalionsRules, wrong: Collection[str]) -> Found:
    """Yield why a routed battalion may have no command: none is open to it, or none but those that a ban forbids."""
    name = rules.substitute.routed
    if name not in rules.commands:
        return
    still_open = [name for name, command in rules.commands.items() if command.routed]
    moving = [name for name in still_open if not rules.commands[name].holds]
    told = {name for one in rules.ruleset.documents("commands") for name in one.value.get("commands", {})}
    removed: list[Path] = [("commands", name) for name in sorted(told - rules.commands.keys())]
    changed = [*removed, *(("commands", name, field) for name in rules.commands for field in ("routed", "moves"))]
    if not still_open:
        at = _latest(rules, *changed)
        yield "commands", at, "no command is open to a routed battalion; give one that moves 'routed: true'"
    elif not moving and not any(name in wrong for name in still_open):
        at = _latest(rules, *changed)
        said = f"a routed battalion that may not hold has no command: commands.{still_open[0]} has no 'moves'"
        yield "commands", at, f"{said}; give one that moves 'routed: true'"
    if not moving or name in wrong:
        return
    if name not in still_open:
        at = _latest(rules, ("substitute", "routed"), ("commands", name, "routed"))
        said = f"'{name}' is not open to a routed battalion, and stands in for its missing command; "
        yield "commands", at, f"{said}give {listed(moving)}, or commands.{name} 'routed: true'"
    elif rules.commands[name].holds:
        at = _latest(rules, ("substitute", "routed"), ("commands", name, "moves"))
        said = f"it stands in where a routed battalion may not hold too, and commands.{name} has no 'moves'"
        yield "commands", at, f"{said}; give {listed(moving)}"


def _latest(rules: BattalionsRules, *paths: Path) -> Path:
    """Return which of several places in the table of commands the highest layer says."""
    return rules.ruleset.latest(*(("commands", path) for path in paths))[1]
