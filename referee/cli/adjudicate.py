"""referee adjudicate: carry out orders."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click
from msgspec.structs import replace

from referee.core import documents
from referee.core.documents import Document, Unreadable
from referee.core.documents.digests import digest
from referee.core.documents.problems import Gathering, counted
from referee.core.game.drawing import InOrders, new_secret
from referee.core.game.trace import Trace

from .common import (
    REFUSED,
    UNREADABLE,
    fail,
    folders_option,
    guarded,
    json_option,
    only_option,
    only_paths,
    read,
    read_orders,
    say,
    say_json,
)
from .files import refuse_endings, refuse_existing, write_whole
from .secrets import dice_options, read_dice, read_secret, strong

if TYPE_CHECKING:
    from referee.core.game.submissions import Submission
    from referee.judge.judging import Run, Terms
    from referee.opening.states import Opened
    from referee.report.trace_lines import Depth


_MOST_ROLLS = 5


def refuse_unfinished(state: Callable[[], Document], trace_path: str | None, next_path: str | None) -> None:
    """Exit with 2 if the trace holds an adjudication of this state, and its next state is missing.

    The message names the files and the command that finishes the run.
    """
    if trace_path is None or next_path is None or _left(state, trace_path, next_path) is None:
        return
    said = f"{trace_path}: holds an adjudication of this state, which ended before {next_path} was written"
    fail([said, _finish(trace_path, next_path), "or adjudicate again with --force"], UNREADABLE)


def overwritten(state: Callable[[], Document], trace_path: str | None, next_path: str | None) -> str:
    """Return what is said where --force replaces an adjudication of this state whose next state is missing."""
    if trace_path is None or next_path is None or (trace := _left(state, trace_path, next_path)) is None:
        return ""
    rolled = ", ".join(f"{roll.event} {' '.join(map(str, roll.dice))}" for roll in trace.rolls[:_MOST_ROLLS])
    more = f" and {len(trace.rolls) - _MOST_ROLLS} more" if len(trace.rolls) > _MOST_ROLLS else ""
    what = f"{counted(len(trace.steps), 'step')}, {counted(len(trace.rolls), 'roll')}"
    said = f"{trace_path}: overwrites an adjudication of this state, which ended before {next_path} was written"
    return f"note: {said}: {what}" + (f" ({rolled}{more})" if rolled else "")


def _left(state: Callable[[], Document], trace_path: str, next_path: str) -> Trace | None:
    """Return the trace of an adjudication of this state whose next state is missing, None where there is none."""
    if "-" in (trace_path, next_path) or not os.path.isfile(trace_path) or os.path.lexists(next_path):
        return None
    try:
        trace = documents.convert(read(trace_path), Trace)
    except Unreadable:
        return None
    return trace if trace.state == digest(state().value) else None


def unfinished(error: Unreadable, trace_path: str | None, next_path: str) -> NoReturn:
    """Exit with 2 if the next state cannot be written: say what is written, and how to write the rest."""
    if trace_path is None or trace_path == "-":
        raise error
    said = f"{trace_path}: is written, and proves what happened; only the state is missing"
    fail([*map(str, error.problems), said, _finish(trace_path, next_path)], UNREADABLE)


def _finish(trace_path: str, next_path: str) -> str:
    force = " --force" if os.path.lexists(next_path) else ""
    return f"finish it with: referee replay {shlex.quote(trace_path)} -o {shlex.quote(next_path)}{force}"


_SEVERAL = (
    "these orders are for several moments, and a trace file holds one; adjudicate each moment in a call of its own, or "
    "leave out --trace and give --json, which prints all traces"
)


@click.command("adjudicate")
@click.argument("state", required=False)
@click.argument("orders", nargs=-1)
@click.option("--jsonl", is_flag=True, help="Read {state, orders, dice, seed, skip_illegal} as JSON on each line.")
@click.option(
    "-o",
    "--output",
    "next_path",
    metavar="NEXT",
    help="Write the next state here; - prints it and puts the trace on stderr.",
)
@click.option("--trace", "trace_path", metavar="FILE", help="Write the trace here; - prints it.")
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
    "--reasons", type=click.Choice(["none", "notable", "all"]), default="all", help="How many reasons to print."
)
@only_option
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
    reasons: Depth,
    only: str | None,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Carry out ORDERS on STATE: print what happens and why, and write the next state.

    \b
    referee adjudicate 012.state.yaml 013.black.yaml -o 013.state.yaml --trace 013.trace.yaml
    referee adjudicate --jsonl < submissions.jsonl > results.jsonl

    If a player has several files, or a file names a later step, they are carried out one after another, all or none.
    """
    from referee.judge.judging import play
    from referee.report.escape import one_line

    wanted = only_paths(only, jsonl)
    if jsonl:
        _answer_lines(state, strong(secret, read_secret(secret, seed)), folders, secret, in_orders, wanted)
        return
    if state is None or not orders:
        raise click.UsageError("give a STATE and its ORDERS, or lines with --jsonl")
    refuse_endings([(next_path, "YAML"), (trace_path, "YAML")])
    reading = cache(partial(read, state))
    if not force:
        refuse_unfinished(reading, trace_path, next_path)
    _refuse_outputs(next_path, trace_path, force, state, [*orders, dice_file, secret])
    session, submissions, terms = _opened(reading, orders, folders, accept_rules, dice_file, secret, seed)
    terms = replace(terms, skip_illegal=skip_illegal, dice_in_orders=in_orders, accept_edit=accept_edit)
    run = play(session, submissions, terms)
    if run.stop is not None:
        _stop(run, as_json)
    if trace_path is not None and len(run.traces) > 1:
        raise Unreadable.of("--trace", _SEVERAL)
    if force and (lost := overwritten(reading, trace_path, next_path)):
        say(one_line(lost), err=True)
    _write(run, next_path, trace_path, force)
    if trace_path != "-":
        _report(run, reasons, as_json, to_stderr=next_path == "-")


def _opened(
    reading: Callable[[], Document],
    orders: Sequence[str],
    folders: tuple[Path, ...],
    accept_rules: bool,
    dice_file: str | None,
    secret: str | None,
    seed: str | None,
) -> tuple[Opened, list[Submission], Terms]:
    """Return the state with its rules, the orders, and the terms of their dice; raises Unreadable for all at once."""
    from referee import api
    from referee.judge.judging import Terms

    found = Gathering()
    supplied = key = None
    with found:
        session, submissions = api.open_with_orders(
            reading, [partial(read_orders, path) for path in orders], folders, accept_rules
        )
    with found:
        supplied = read_dice(dice_file)
    with found:
        key = strong(secret, read_secret(secret, seed))
    found.told()
    once = key is None and not api.brings_dice(submissions, supplied)
    return session, submissions, Terms(supplied, new_secret() if once else key, secret, once)


def _report(run: Run, reasons: Depth, as_json: bool, to_stderr: bool) -> None:
    """Print what happened and why."""
    from referee.report.reports import TraceReport
    from referee.report.writers import write_report

    if as_json:
        say_json(run.plain(), err=to_stderr)
    else:
        say("\n".join(write_report(TraceReport(trace, reasons), "text") for trace in run.traces), err=to_stderr)


def _answer_lines(
    lines: str | None,
    key: bytes | None,
    folders: tuple[Path, ...],
    secret: str | None,
    in_orders: InOrders,
    only: list[str],
) -> None:
    """Answer each line of submissions with a line."""
    from referee.running.batches import Picked, adjudicate_line, picked

    from .lines import answer_lines

    answer_lines(
        lines,
        lambda line: picked(adjudicate_line(line, key, folders, kept=secret, dice_in_orders=in_orders), only),
        lambda found: "state" not in found and not isinstance(found, Picked),
    )


def _refuse_outputs(
    next_path: str | None, trace_path: str | None, force: bool, state: str, inputs: list[str | None]
) -> None:
    """Refuse outputs that would overwrite existing files, or files that this command reads."""
    refuse_existing([next_path, trace_path], force, inputs)
    # the next state may overwrite the one before it if the trace keeps that one
    refuse_existing([trace_path], force, [state])
    if trace_path in (None, "-"):
        refuse_existing([next_path], force, [state], " without a --trace")


def _stop(run: Run, as_json: bool) -> NoReturn:
    """Print why nothing was adjudicated, and exit."""
    from referee.report.reports import StopReport
    from referee.report.writers import write_report

    found, dice = run.judged(), run.now.state.dice
    committed = dice is not None and dice.commitment is not None
    text = write_report(StopReport(found.outcome, committed, found.documents), "json" if as_json else "text")
    if as_json:
        say(text)
        raise SystemExit(REFUSED)
    fail(text.rstrip("\n").split("\n"), REFUSED)


def _write(run: Run, next_path: str | None, trace_path: str | None, force: bool) -> None:
    """Write the trace, then the next state, to their files or to standard output; raises Unreadable."""
    text, trace = documents.dump(run.now.state), documents.dump(run.traces[-1])
    if trace_path is not None and trace_path != "-":
        write_whole(trace_path, trace, force)
    if next_path is not None and next_path != "-":
        try:
            write_whole(next_path, text, force)
        except Unreadable as error:
            unfinished(error, trace_path, next_path)
    if next_path == "-":
        click.echo(text, nl=False)
    if trace_path == "-":
        click.echo(trace, nl=False)
