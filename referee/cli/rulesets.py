"""referee rulesets: list the installed rulesets."""

from __future__ import annotations

from pathlib import Path

import click

from .common import folders_option, guarded, json_option, say, say_json


@click.command("rulesets")
@json_option
@folders_option
@guarded
def command(as_json: bool, folders: tuple[Path, ...]) -> None:
    """List the installed rulesets.

    \b
    referee rulesets
    """
    from tabulate import tabulate

    from referee.core.rules.rulesets import Ruleset, installed
    from referee.report.escape import one_line

    rows = []
    for name, folder in sorted(installed(folders).items()):
        found = Ruleset(name, folders)
        rows.append(
            {"ruleset": name, "title": found.title, "game": found.game, "extends": found.extends, "folder": str(folder)}
        )
    if as_json:
        say_json({"rulesets": rows})
        return
    table = [[one_line(r[key] or "") for key in ("ruleset", "game", "extends", "title")] for r in rows]
    say(tabulate(table, headers=["ruleset", "game", "extends", "title"]))
