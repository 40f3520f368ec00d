"""referee check: judge orders or a state without rolling."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.core.documents.problems import Gathering
from referee.core.game.drawing import InOrders
from referee.report.escape import plain

from .common import (
    REFUSED,
    folders_option,
    guarded,
    json_option,
    only_option,
    only_paths,
    player_option,
    read,
    read_orders,
    say,
    say_report,
)
from .secrets import in_orders_option, read_dice

if TYPE_CHECKING:
    from referee.report.reports import OffencesReport


@click.command("check")
@click.argument("state", required=False)
@click.argument("orders", nargs=-1)
@click.option(
    "--jsonl",
    is_flag=True,
    help="Read {state, orders, dice}, or a {state}, as JSON on each line.",
)
@click.option("--dice", "dice_file", metavar="FILE", help="Use and check the dice in this file, {event: [values]}.")
@click.option(
    "--accept-rules", is_flag=True, help="Continue although the tables have changed since the state was written."
)
@only_option
@in_orders_option
@player_option
@json_option
@folders_option
@guarded
def command(
    state: str | None,
    orders: tuple[str, ...],
    jsonl: bool,
    dice_file: str | None,
    accept_rules: bool,
    only: str | None,
    in_orders: InOrders,
    player: str | None,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Judge ORDERS on STATE without rolling: legal, open until dice are rolled, or refused with every reason.

    Without ORDERS, judge the state itself, such as an army list.

    \b
    referee check 012.state.yaml 013.black.yaml
    referee check army.yaml
    referee check --jsonl < submissions.jsonl
    """
    from referee import api
    from referee.core import documents
    from referee.core.adjudication import chain
    from referee.judge.judging import Terms, judge
    from referee.report.reports import CheckReport

    wanted = only_paths(only, jsonl)
    if jsonl:
        from referee.running.batches import check_line, picked

        from .lines import answer_lines

        answer_lines(
            state,
            lambda line: picked(check_line(line, folders, player, in_orders), wanted),
            lambda found: found.get("legal") is False,
        )
        return
    if state is None:
        raise click.UsageError("give a STATE, or lines with --jsonl")
    if not orders:
        _offences(api.offences(api.as_seen_by(read(state), player, folders), folders, accept_rules), as_json)
        return
    found, dice = Gathering(), None
    with found:
        session, submissions = api.open_with_orders(
            lambda: api.as_seen_by(read(state), player, folders),
            [partial(read_orders, path) for path in orders],
            folders,
            accept_rules,
        )
    with found:
        dice = read_dice(dice_file)
    found.told()
    verdicts = judge(session, submissions, Terms(dice, dice_in_orders=in_orders))
    outcome = verdicts.outcome
    say_report(CheckReport(outcome, verdicts.documents, verdicts.warnings), as_json)
    if chain.is_edited(session.document.value, documents.builtins(session.state)):
        name = session.document.file
        said = f"note: {name} was edited by hand since it was written; adjudicate needs --accept-edit"
        say(plain(said), err=True)
    if outcome.refused or outcome.general:
        raise SystemExit(REFUSED)


def _offences(found: OffencesReport, as_json: bool) -> None:
    """Print the problems of a state and what is odd in it; exit with 1 if there are problems."""

    say_report(found, as_json)
    if found.problems:
        raise SystemExit(REFUSED)
