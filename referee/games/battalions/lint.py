"""What a Battalions ruleset must hold beyond its types."""

from __future__ import annotations

from referee.core.documents import nearest
from referee.core.rules.rulesets import Ruleset

from .rules import DIRECTIONS, BattalionsRules
from .tables import Commands


def lint(ruleset: Ruleset) -> list[str]:
    """Return every unknown name and impossible number in the tables."""
    table = ruleset.typed("commands", Commands)
    out = [
        f"commands.{name}: '{direction}' is missing"
        for name, found in (("directions", table.directions), ("relative", table.relative))
        for direction in DIRECTIONS
        if direction not in found
    ]
    if out:
        return out
    rules = BattalionsRules(ruleset, {})
    for name, command in rules.commands.items():
        if command.moves is None and command.strikes is None:
            out.append(f"commands.commands.{name}: it does nothing; give 'moves', 'strikes' or both")
        elif command.moves is None and command.strikes == "ahead":
            out.append(f"commands.commands.{name}.strikes: 'ahead' is the way it moves, and it has no 'moves'")
    if not any(command.holds for command in rules.commands.values()):
        out.append("commands: one of them holds its ground, and has no 'moves'")
    for field in ("usual", "banned", "routed"):
        name = getattr(rules.substitute, field)
        if name not in rules.commands:
            out.append(f"commands.substitute.{field}: '{name}' is no command{nearest(name, rules.commands)}")
    banned = rules.commands.get(rules.substitute.banned)
    if banned is not None and banned.holds:
        out.append("commands.substitute.banned: what stands in for a banned command cannot hold its ground")
    over, under = rules.constants.leader_factor
    if under < 1 or over < under:
        out.append("constants.leader_factor: a fraction of at least 1, over and under")
    for direction, vector in rules.vectors.items():
        if abs(vector[0]) + abs(vector[1]) != 1:
            out.append(f"commands.directions.{direction}: a step goes to the next place")
    return out
