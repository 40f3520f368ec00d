"""Sheets of Battalions: one for each command and each stat, and for what happens without a command."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents.problems import listed
from referee.core.game.sheets import Sheet, told
from referee.core.rules.rulesets import Ruleset

from .tables import CommandKind, Commands, Constants

_WAYS = {"front": "forward", "back": "backward", "left": "to the left", "right": "to the right"}
_STRIKES = {
    "ahead": "strikes the nearest enemy in the direction it moves",
    "behind": "strikes the nearest enemy against the direction it moves",
    "around": "strikes the nearest enemy in each of the four directions, never diagonally",
}


def sheets(ruleset: Ruleset) -> Iterator[Sheet]:
    """Yield every sheet of a ruleset."""
    table, numbers = ruleset.typed("commands", Commands), ruleset.typed("constants", Constants)
    for name, one in table.commands.items():
        yield Sheet(one.title, "command", told(_command(one)), (name.replace("_", " "),))
    for stat in numbers.stats.values():
        uses = (f"{stat.title} ({stat.also}): {stat.use}", f"A point of it costs a unit {stat.cost}")
        yield Sheet(stat.title, "stat", told(uses), (stat.also,))
    title = {name: one.title for name, one in table.commands.items()}
    yield Sheet("Commands", "table", told([f"There are {len(title)} commands: {listed([*title.values()], 'and')}"]))
    instead = table.substitute
    said = (
        f"A battalion without a command does {title[instead.usual]}",
        f"Where that is banned, it does {title[instead.banned]} {instead.number}",
        f"A battalion that is routed does {title[instead.routed]} {instead.number}",
    )
    yield Sheet("Without a command", "table", told(said), ("no command", "missing orders"))
    yield Sheet("Numbers of the game", "table", told(_numbers(numbers)), ("costs", "points"))


def _command(one: CommandKind) -> Iterator[str]:
    """Yield where a command moves, where it strikes, and what it adds."""
    if one.moves is None:
        yield f"{one.title}: the units stand still and carry no number"
    else:
        yield f"{one.title}: each unit moves {_WAYS[one.moves]}, up to its Dexterity, the number given, or an obstacle"
    yield f"Then each unit {_STRIKES[one.strikes]}, within its Intelligence" if one.strikes else "It strikes nobody"
    yield "A battalion that is routed may still be given it" if one.routed else ""
    more = {"Spaces": one.spaces, "range": one.range, "Strength": one.strength}
    yield from (f"It adds {number:+} to {what}" for what, number in more.items() if number)


def _numbers(numbers: Constants) -> Iterator[str]:
    yield f"Usual games have {listed([str(one) for one in numbers.suggested_points])} points"
    yield f"A unit costs at least {numbers.unit_cost_min}"
    over, under = numbers.leader_factor
    yield f"A leader is worth at least {over}/{under} of the next most expensive unit of its battalion"
    yield f"A blow that does not destroy takes {numbers.wear.by} off the Constitution"
