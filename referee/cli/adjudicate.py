"""referee adjudicate: carry out orders."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import click

from referee.core.documents import Unreadable
from referee.core.game.drawing import InOrders

from .common import REFUSED, fail, folders_option, guarded, json_option, read, read_orders, say, say_json
from .files import refuse_endings, refuse_existing, write_whole
from .secrets import dice_options, read_dice, read_secret, strong
from .unfinished import overwritten, refuse_unfinished, unfinished


@click.command("adjudicate")
@click.argument("state", required=False)
@click.argument("orders", nargs=-1)
@click.option("--jsonl", is_flag=True, help="Read {state, orders, dice, seed, skip_illegal} a line as JSON.")
@click.option(
    "-o",
    "--output",
    "next_path",
    metavar="NEXT",
    help="Write the next state here; - prints it and puts the trace on stderr.",
)
@click.option("--trace", "trace_path", metavar="FILE", help="Write the trace here; - prints it as it is written.")
@dice_options
@click.option("--skip-illegal", is_flag=True, help="Leave illegal orders out and adjudicate the rest.")
@click.option("--force", is_flag=True, help="Overwrite outputs that exist.")
@click.option(
    "--accept-rules", is_flag=True, help="Continue although the tables have changed since the state was written."
)
@click.option(
    "--accept-edit", metavar="WHY", help="Continue from a state that was edited by hand; the trace records why."
)
@click.option(
    "--reasons", type=click.Choice(["none", "notable", "all"]), default="all", help="How many of the reasons to print."
)
@json_option
@folders_option
@guarded
def command(
    state: str | None,
    orders: tuple[str, ...],
    jsonl: bool,
    next_path: str | None,
    trace_path: str | None,
    dice_file: str | None,
    secret: str | None,
    seed: str | None,
    in_orders: InOrders,
    skip_illegal: bool,
    force: bool,
    accept_rules: bool,
    accept_edit: str | None,
    reasons: str,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Adjudicate ORDERS on STATE: print what happens and why, write the next state.

    \b
    referee adjudicate 012.state.yaml 013.black.yaml -o 013.state.yaml --trace 013.trace.yaml
    referee adjudicate --jsonl < submissions.jsonl > results.jsonl
    """
    from referee import api
    from referee.core import documents
    from referee.core.adjudication.adjudicate import adjudicate
    from referee.core.adjudication.chain import Origin
    from referee.core.documents.problems import Gathering
    from referee.core.game.drawing import new_secret
    from referee.report.check_text import missing_text, refusal_text
    from referee.report.escape import plain
    from referee.report.trace_text import trace_text

    if jsonl:
        from referee.batches import adjudicate_line

        from .lines import answer_lines

        key = strong(secret, read_secret(secret, seed))
        answer_lines(
            state,
            lambda line: adjudicate_line(line, key, folders, kept=secret, dice_in_orders=in_orders),
            lambda found: "trace" not in found,
        )
        return
    if state is None or not orders:
        raise click.UsageError("name a STATE and its ORDERS, or give lines with --jsonl")
    refuse_endings([(next_path, "YAML"), (trace_path, "YAML")])
    reading = cache(partial(read, state))
    if not force:
        refuse_unfinished(reading, trace_path, next_path)
    refuse_existing([next_path, trace_path], force, [*orders, dice_file, secret])
    # the next state may be written over the one before it where a trace keeps that
    refuse_existing([trace_path], force, [state])
    if trace_path in (None, "-"):
        refuse_existing([next_path], force, [state], " without a --trace")
    found = Gathering()
    supplied = key = None
    with found:
        session, submissions = api.sit_with(
            reading, [partial(read_orders, path) for path in orders], folders, accept_rules
        )
    with found:
        supplied = read_dice(dice_file)
    with found:
        key = strong(secret, read_secret(secret, seed))
    found.told()
    once = key is None and not api.brings_dice(submissions, supplied)
    drawn = new_secret() if once else key
    dice = api.dice_for(session, supplied, drawn, kept=secret, once=once, in_orders=in_orders)
    origin = Origin(session.document.value, accept_edit)
    outcome = adjudicate(
        session.game, session.ruleset, session.rules, session.state, submissions, dice, skip_illegal, origin
    )
    if outcome.trace is None:
        if as_json:
            say_json(api.judged(outcome))
            raise SystemExit(REFUSED)
        committed = dice.terms.commitment is not None
        text = missing_text(outcome, committed) if outcome.missing else refusal_text(outcome)
        fail(text.rstrip("\n").split("\n"), REFUSED)
    text = documents.dump(outcome.state)
    if force and (lost := overwritten(reading, trace_path, next_path)):
        say(plain(lost), err=True)
    if trace_path is not None and trace_path != "-":
        write_whole(trace_path, documents.dump(outcome.trace), force)
    if next_path is not None and next_path != "-":
        try:
            write_whole(next_path, text, force)
        except Unreadable as error:
            unfinished(error, trace_path, next_path)
    to_stderr = next_path == "-"
    if to_stderr:
        click.echo(text, nl=False)
    if trace_path == "-":
        click.echo(documents.dump(outcome.trace), nl=False)
    elif as_json:
        say_json(api.adjudicated(outcome), err=to_stderr)
    else:
        say(trace_text(outcome.trace, reasons), err=to_stderr)  # type: ignore[arg-type]
