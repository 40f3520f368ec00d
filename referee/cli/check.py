"""referee check: is it legal."""

from __future__ import annotations

from pathlib import Path

import click

from .common import REFUSED, folders_option, guarded, json_option, read, read_orders, say, say_json
from .secrets import read_dice


@click.command("check")
@click.argument("state")
@click.argument("orders", nargs=-1, required=True)
@click.option("--dice", "dice_file", metavar="FILE", help="Judge the dice of this file too.")
@click.option(
    "--accept-rules", is_flag=True, help="Go on although the tables have changed since the state was written."
)
@json_option
@folders_option
@guarded
def command(
    state: str,
    orders: tuple[str, ...],
    dice_file: str | None,
    accept_rules: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Judge ORDERS on STATE without rolling: legal, open on the dice, or refused with every reason.

    \b
    referee check 012.state.yaml 013.black.yaml
    """
    from referee import api
    from referee.core.phases import check
    from referee.report.check_text import check_text

    sitting = api.sit(read(state), folders, accept_rules)
    submissions = api.orders_of(sitting, read_orders(orders, sitting.ruleset.name))
    outcome = check(
        sitting.game, sitting.rules, sitting.state, submissions, api.dice_for(sitting, read_dice(dice_file))
    )
    if as_json:
        say_json(api.judged(outcome))
    else:
        say(check_text(outcome))
    if outcome.refused or outcome.general:
        raise SystemExit(REFUSED)
