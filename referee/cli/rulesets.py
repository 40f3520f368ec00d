"""referee rulesets: list the rulesets there are."""

from __future__ import annotations

from pathlib import Path

import click

from .common import UNREADABLE, fail, folders_option, guarded, json_option, say, say_json


@click.command("rulesets")
@json_option
@folders_option
@guarded
def command(as_json: bool, folders: tuple[Path, ...]) -> None:
    """List the rulesets there are: in your folders, in installed packages, and those that come with the referee.

    \b
    referee rulesets
    """
    from tabulate import tabulate

    from referee import games
    from referee.core.documents import Unreadable
    from referee.core.rules.rulesets import Ruleset
    from referee.core.rules.search import look
    from referee.report.escape import one_line

    known = look(folders)
    rows, unreadable = [], [*known.broken]
    for name, folder in sorted(known.folders.items()):
        try:
            found = Ruleset(name, folders)
        except Unreadable as error:
            unreadable += map(str, error.problems)
            continue
        unreadable += games.unusable(found)
        rows.append(
            {"ruleset": name, "title": found.title, "game": found.game, "extends": found.extends, "folder": str(folder)}
        )
    unreadable += games.unusable_offers({str(row["game"]) for row in rows})
    if as_json:
        say_json({"rulesets": rows})
    else:
        table = [[one_line(_plain(row[key])) for key in ("ruleset", "game", "extends", "title")] for row in rows]
        say(tabulate(table, headers=["ruleset", "game", "extends", "title"]))
    if unreadable:
        fail(unreadable, UNREADABLE)


def _plain(value: str | list[str] | None) -> str:
    return ", ".join(value) if isinstance(value, list) else value or ""
