"""referee counts: how many sequences of legal orders begin at a state."""

from __future__ import annotations

from pathlib import Path

import click

from .common import folders_option, guarded, json_option, player_option, read, say, say_json


@click.command("counts")
@click.argument("state")
@click.option(
    "--depth", type=click.IntRange(1, 12), default=2, show_default=True, help="How many orders, one after another."
)
@click.option("--divide", is_flag=True, help="Print the count below each first order.")
@player_option
@json_option
@folders_option
@guarded
def command(state: str, depth: int, divide: bool, player: str | None, as_json: bool, folders: tuple[Path, ...]) -> None:
    """Print how many sequences of legal orders begin at STATE, for each depth: a number that a change of rules changes.

    Chess programs call it perft. Dice are drawn from one fixed secret, so that the numbers hang on the rules alone.
    Where players order together, one order of each is a step.

    \b
    referee counts examples/titan/slope/012.state.yaml --depth 2
    referee counts 012.state.yaml --depth 3 --divide
    """
    from referee import api
    from referee.authoring import playing
    from referee.core.game.state_reading import read_state

    document = api.as_seen_by(read(state), player, folders)
    game, ruleset = api.ruleset_of(document, folders)
    found = read_state(game, ruleset, document, document.value, playing=True)
    table = playing.Table.of(game, ruleset, found)
    if divide:
        below = playing.divide(table, found, depth)
        if as_json:
            say_json({"depth": depth, "divide": below})
            return
        for step, number in below.items():
            say(f"{number:>9,}  {step}")
        return
    numbers = [playing.count(table, found, one) for one in range(1, depth + 1)]
    if as_json:
        say_json({"counts": numbers})
        return
    for one, number in enumerate(numbers, 1):
        say(f"{one:>3}  {number:>12,}")
