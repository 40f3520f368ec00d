"""referee replay: prove a trace or a whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import REFUSED, UNREADABLE, folders_option, guarded, json_option, say, say_json
from .secrets import read_secret

if TYPE_CHECKING:
    from referee.core.game.trace import Trace
    from referee.judge.proofs import Proof


def _rolls(traces: Sequence[Trace], proved: bool) -> str:
    """Return a phrase with the number of rolls, how many the secret proves, and who supplied the others."""
    from referee.core.documents.problems import counted

    rolls = [roll for trace in traces for roll in trace.rolls]
    drawn = sum(roll.source == "drawn" for roll in rolls)
    filed = sum(roll.source == "file" for roll in rolls)
    given = Counter(roll.supplied_by or roll.by for roll in rolls if roll.source == "supplied")
    told = [f"{drawn} {'proved' if proved else 'drawn'}"] if drawn else []
    told += [f"{number} supplied by {player}, which nothing proves" for player, number in given.items()]
    told += [f"{filed} from the master's dice file, which nothing proves"] if filed else []
    return counted(len(rolls), "roll") + (f": {'; '.join(told)}" if told else "")


@click.command("replay")
@click.argument("traces", nargs=-1, required=True, metavar="TRACE...")
@click.option("-o", "--output", "next_path", metavar="NEXT", help="Write the state after the last trace; - prints it.")
@click.option("--secret", metavar="FILE", help="Prove that drawn dice come from this secret.")
@click.option("--seed", metavar="TEXT", help="Prove that drawn dice come from this text.")
@click.option("--force", is_flag=True, help="Overwrite an output that exists.")
@click.option("--accept-rules", is_flag=True, help="Replay although the tables have changed since then.")
@json_option
@folders_option
@guarded
def command(
    traces: tuple[str, ...],
    next_path: str | None,
    secret: str | None,
    seed: str | None,
    force: bool,
    accept_rules: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Adjudicate each TRACE again with its own dice, and print the first difference.

    Several traces in the order of play, or a folder, are proved as a whole game: each trace must follow the one
    before it, and the states and orders in the folder must be those that were played.

    \b
    referee replay 013.trace.yaml --secret game.secret
    referee replay game/
    referee replay 013.trace.yaml -o 013.state.yaml
    """
    from referee.core import documents
    from referee.core.rules.search import search_folders
    from referee.judge.proofs import prove
    from referee.report.escape import join_lines
    from referee.report.trace_lines import commitment_line

    from .files import refuse_endings, refuse_existing, write_whole
    from .game_files import game_files

    search_folders(folders)
    refuse_endings([(next_path, "YAML")])
    refuse_existing([next_path], force, traces)
    files = game_files(traces)
    key = read_secret(secret, seed)
    found = prove(
        files.traces,
        files.states,
        files.orders,
        files.dice,
        files.others,
        as_given=not files.in_folder,
        secret=key,
        folders=folders,
        accept_rules=accept_rules,
    )
    differences = [*map(str, files.unreadable), *found.differences]
    terms = found.traces[-1].dice
    promise = commitment_line(terms)
    if as_json:
        told = {"commitment": terms.commitment} if terms is not None and promise else {}
        say_json({**found.plain(), "same": not differences, "differences": differences, **told})
    else:
        if found.notes:
            say(join_lines(f"note: {note}" for note in found.notes), err=True)
        said = differences or _same(found, key is not None)
        say(join_lines([*said, *promise]), err=next_path == "-" and not differences)
    if differences:
        raise SystemExit(UNREADABLE if files.unreadable or found.unreadable else REFUSED)
    if next_path == "-":
        click.echo(documents.dump(found.state), nl=False)
    elif next_path is not None:
        write_whole(next_path, documents.dump(found.state), force)


def _same(found: Proof, proved: bool) -> list[str]:
    """Return the line of a successful replay, with the digest of the last trace if there are several."""
    from referee.core.documents.problems import counted

    steps = counted(sum(len(trace.steps) for trace in found.traces), "step")
    rolls = _rolls(found.traces, proved)
    if len(found.traces) == 1:
        return [f"the same: {steps}, {rolls}"]
    traces = counted(len(found.traces), "trace")
    return [f"the same: {traces}, {steps}, {rolls}", f"the last trace: {found.played[-1].digest}"]
