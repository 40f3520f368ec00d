"""referee lint: check a ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.core.documents.problems import counted

from .common import UNREADABLE, fail, folders_option, guarded, json_option, say, say_json

if TYPE_CHECKING:
    from referee.core.documents import Problem
    from referee.core.game.game import Game
    from referee.core.rules.rulesets import Ruleset


@click.command("lint")
@click.argument("path")
@click.option("--strict", is_flag=True, help="Warnings end with exit code 2 too.")
@click.option(
    "--play", type=click.IntRange(1), metavar="N", help="Play N games at random, and warn of rows that change nothing."
)
@click.option("--cases", "cases", multiple=True, metavar="PATH", help="With --play, where the cases are (PATH/cases).")
@json_option
@folders_option
@guarded
def command(
    path: str, strict: bool, play: int | None, cases: tuple[str, ...], as_json: bool, folders: tuple[Path, ...]
) -> None:
    """Check the ruleset in the folder PATH (or an installed one by name): its types, citations, facts and options.

    Problems make it unsound: exit code 2. Warnings are about what may not be meant; they end with exit code 0, or with
    2 where --strict is given.

    With --play, rows of the topmost layer that make no difference in games at random are warned of, and rules that no
    case proves.

    \b
    referee lint my-rules/slow-sand
    referee lint my-rules/slow-sand --play 200
    """
    from referee import games
    from referee.core.documents import Unreadable
    from referee.core.game.lint import lint, warnings
    from referee.core.rules.search import installed_rulesets, table_file
    from referee.report.escape import one_line

    folder = Path(path)
    if folder.is_dir() and not (table_file(folder, "manifest") is None and path in installed_rulesets(folders)):
        if table_file(folder, "manifest") is None:
            raise Unreadable.of(path, "holds no manifest.yaml, so it is not a ruleset")
        above = folder.parent if folder.name else folder.absolute().parent
        name, folders = folder.absolute().name, (above, *folders)
    else:
        name = path
    game, ruleset = games.unjudged(name, folders)
    problems = lint(game, ruleset)
    doubts = [] if problems else warnings(game, ruleset)
    if play is not None and not problems:
        doubts = [*doubts, *_played(game, ruleset, play, cases, folders)]
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
    counts = {"table": ruleset.tables, "rule": ruleset.rules, "ruling": ruleset.rulings}
    say(f"{ruleset.name} is sound: {', '.join(counted(len(those), what) for what, those in counts.items())}")


def _played(
    game: Game, ruleset: Ruleset, plays: int, cases: tuple[str, ...], folders: tuple[Path, ...]
) -> list[Problem]:
    """Return a warning for each row that changes nothing in games at random, and for each rule without a case."""
    import datetime
    from random import Random

    from referee.authoring.comparing import idle_rows
    from referee.core.testing.cases import proofs

    from .case_files import Selected, run_all, run_otherwise

    seed = datetime.date.today().isoformat()
    own = ruleset.layers[-1] / "cases"
    where = cases or ((str(own),) if own.is_dir() else ())
    mine = Selected(frozenset({ruleset.name}))

    def breaks(without: str, above: Sequence[Path]) -> bool:
        return any(not found.passed for found in run_otherwise(where, without, (*folders, *above), mine))

    out = [
        ruleset.problem_at(
            table, path, f"made no difference in {plays} games at random (seed {seed}); can it ever hold?"
        )
        for table, path in idle_rows(game, ruleset, plays, Random(seed), breaks)
    ]
    proved = proofs(ruleset, run_all(where, folders, ruleset.chain)) if where else {}
    said = "no case proves it" if where else "no case proves it; --cases says where cases are"
    out += [
        ruleset.problem_at("rules", ("rules", name), said)
        for name, rule in ruleset.rules.items()
        if name in ruleset.own_rules and rule.kind == "adjudicated" and not proved.get(name)
    ]
    return out
