"""referee explain: the reasons of a trace again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.report.reports import DigestsReport, TraceReport
from referee.report.writers import formats_of, write_report

from .common import folders_option, guarded, json_option, read, say, say_report

if TYPE_CHECKING:
    from referee.core.documents import Document
    from referee.core.game.trace import Trace
    from referee.report.trace_lines import Depth


@click.command("explain")
@click.argument("trace")
@click.option("--step", "number", type=click.IntRange(1), help="Only this step.")
@click.option("--only", type=click.Choice(["refused", "overtaken", "ruling"]), help="Only steps of this kind.")
@click.option(
    "--reasons", type=click.Choice(["none", "notable", "all"]), default="all", help="How many reasons to print."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(formats_of(TraceReport)),
    help="The format [text]; csv prints a table of the rolls.",
)
@click.option("--chain", "bound", is_flag=True, help="Print only the digests that bind the trace to its game.")
@click.option("--player", metavar="P", help="Only what this player may see.")
@json_option
@folders_option
@guarded
def command(
    trace: str,
    number: int | None,
    only: str | None,
    reasons: Depth,
    player: str | None,
    form: str | None,
    bound: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Print TRACE again: what happened, and why.

    \b
    referee explain 013.trace.yaml --step 3
    referee explain 013.trace.yaml --format html > 013.html
    referee explain 013.trace.yaml --chain --player red
    """
    from referee.api import expect, players_of
    from referee.core import documents
    from referee.core.adjudication.chain import trace_digest
    from referee.core.documents import Unreadable
    from referee.core.documents.problems import counted, known_name, stranger
    from referee.core.game.trace import Trace
    from referee.core.rules.search import search_folders

    if as_json and form is not None:
        raise click.UsageError(f"--json and --format {form} are two formats; give only one of them")
    if bound and not (number is None and only is None and form is None):
        raise click.UsageError("--chain prints the digests of the whole trace, and no steps")
    # a folder that is missing is not taken for rules that are missing
    search_folders(folders)
    document = read(trace)
    expect(document, "a trace")
    whole = documents.convert(document, Trace)
    try:
        players = players_of(document, whole, folders)
    except Unreadable:
        # a trace made under other tables is printed unchanged
        if player is not None or not _other_rules(document, whole, folders):
            raise
        players = []
    if player is not None and players:
        player = known_name(player, players)
        if player not in players:
            raise Unreadable.of("--player", stranger(player, players, "this trace"))
    found = whole.for_player(player)
    if number is not None and number > len(found.steps):
        message = f"there is no step {number}; this trace has {counted(len(found.steps), 'step')}"
        raise Unreadable([document.problem(("steps",), message)])
    if bound:
        blinded = whole.nonce is not None or player is None
        digests = DigestsReport(found, trace_digest(document.value), blinded)
        say_report(digests, as_json)
    else:
        say(write_report(TraceReport(found, reasons, only, number), "json" if as_json else form or "text"))


def _other_rules(document: Document, trace: Trace, folders: tuple[Path, ...]) -> bool:
    """Return whether a trace was made by rules that are missing here or have changed since."""
    from referee.api import ruleset_of
    from referee.core.documents import Unreadable

    try:
        _, ruleset = ruleset_of(document, folders)
    except Unreadable:
        return True
    return bool(ruleset.deciding.changed_since(trace.rules))
