"""referee lint: check a ruleset."""

from __future__ import annotations

from pathlib import Path

import click

from .common import UNREADABLE, fail, folders_option, guarded, json_option, say, say_json


@click.command("lint")
@click.argument("path")
@click.option("--strict", is_flag=True, help="Warnings end with exit code 2 too.")
@json_option
@folders_option
@guarded
def command(path: str, strict: bool, as_json: bool, folders: tuple[Path, ...]) -> None:
    """Check the ruleset in the folder PATH (or an installed one by name): its types, citations, facts and options.

    Problems make it unsound: exit code 2. Warnings are about what may not be meant; they end with exit code 0, or with
    2 where --strict is given.

    \b
    referee lint my-rules/slow-sand
    """
    from referee import games
    from referee.core.documents import Problem, Unreadable
    from referee.core.game.lint import lint, warnings
    from referee.core.rules.search import installed_rulesets, table_file
    from referee.report.escape import one_line

    folder = Path(path)
    if folder.is_dir() and not (table_file(folder, "manifest") is None and path in installed_rulesets(folders)):
        if table_file(folder, "manifest") is None:
            raise Unreadable([Problem(path, 0, 0, "", "holds no manifest.yaml, so it is not a ruleset")])
        above = folder.parent if folder.name else folder.absolute().parent
        name, folders = folder.absolute().name, (above, *folders)
    else:
        name = path
    game, ruleset = games.unjudged(name, folders)
    problems = lint(game, ruleset)
    doubts = [] if problems else warnings(game, ruleset)
    refused = bool(problems) or (strict and bool(doubts))
    if as_json:
        told = {"problems": [str(p) for p in problems], "warnings": [str(p) for p in doubts]}
        say_json({"sound": not problems, **told})
        if refused:
            raise SystemExit(UNREADABLE)
        return
    if problems:
        fail([str(p) for p in problems], UNREADABLE)
    for doubt in doubts:
        say(one_line(f"warning: {doubt}"), err=True)
    if refused:
        raise SystemExit(UNREADABLE)
    counts = f"{len(ruleset.tables)} tables, {len(ruleset.rules)} rules, {len(ruleset.rulings)} rulings"
    say(f"{ruleset.name} is sound: {counts}")
