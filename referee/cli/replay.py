"""referee replay: does a trace come out the same."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import REFUSED, folders_option, guarded, json_option, read, say, say_json
from .secrets import read_secret

if TYPE_CHECKING:
    from referee.core.trace import Trace


def _rolls(trace: Trace, proved: bool) -> str:
    """Return how many rolls a trace has, how many of them the secret proves, and who supplied the others."""
    from referee.core.problems import counted

    drawn = sum(roll.source == "drawn" for roll in trace.rolls)
    filed = sum(roll.source == "file" for roll in trace.rolls)
    given = Counter(roll.supplied_by or roll.by for roll in trace.rolls if roll.source == "supplied")
    told = [f"{drawn} {'proved' if proved else 'drawn'}"] if drawn else []
    told += [f"{number} supplied by {player}, which nothing proves" for player, number in given.items()]
    told += [f"{filed} from the master's dice file, which nothing proves"] if filed else []
    return counted(len(trace.rolls), "roll") + (f": {'; '.join(told)}" if told else "")


@click.command("replay")
@click.argument("trace")
@click.option("-o", "--output", "next_path", metavar="NEXT", help="Write the state after the trace here; - prints it.")
@click.option("--secret", metavar="FILE", help="Prove that drawn dice come from this secret.")
@click.option("--seed", metavar="TEXT", help="Prove that drawn dice come from this text.")
@click.option("--force", is_flag=True, help="Overwrite an output that exists.")
@click.option("--accept-rules", is_flag=True, help="Replay although the tables have changed since.")
@json_option
@folders_option
@guarded
def command(
    trace: str,
    next_path: str | None,
    secret: str | None,
    seed: str | None,
    force: bool,
    accept_rules: bool,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Adjudicate TRACE anew with its own dice and tell the first difference.

    \b
    referee replay 013.trace.yaml --secret game.secret
    """
    from referee import api
    from referee.api import expect
    from referee.core import documents
    from referee.core.problems import counted
    from referee.core.replay import replay
    from referee.core.trace import Trace
    from referee.report.escape import joined
    from referee.report.story import committed

    from .files import refuse_endings, refuse_existing, write_whole

    refuse_endings([(next_path, "YAML")])
    refuse_existing([next_path], force, [trace])
    document = read(trace)
    expect(document, "a trace")
    found = documents.convert(document, Trace)
    game, ruleset = api.ruleset_of(document, folders)
    changed = ruleset.changed_since(found.rules)
    if changed and not accept_rules:
        raise api.StaleRules(ruleset.name, changed)
    differences = replay(game, ruleset, found, read_secret(secret, seed))
    sworn = committed(found.dice)
    if as_json:
        told = {"commitment": found.dice.commitment} if found.dice is not None and sworn else {}
        say_json({"same": not differences, "differences": differences, **told})
    elif differences:
        say(joined([*differences, *sworn]))
    else:
        same = f"the same: {counted(len(found.steps), 'step')}, {_rolls(found, bool(secret or seed))}"
        say(joined([same, *sworn]), err=next_path == "-")
    if differences:
        raise SystemExit(REFUSED)
    if next_path == "-":
        click.echo(documents.dump(found.after), nl=False)
    elif next_path is not None:
        write_whole(next_path, documents.dump(found.after), force)
