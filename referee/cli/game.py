"""referee game: begin a game of your own."""

from __future__ import annotations

from pathlib import Path

import click

from .common import guarded, json_option
from .overlay import begin


@click.group("game")
def command() -> None:
    """Begin a game of your own, as a package that the referee finds once it is installed.

    \b
    referee game new hex-war
    """


@command.command("new")
@click.argument("name")
@click.option("--title", help="What the game is called.")
@click.option("-o", "--output", "folder", metavar="DIR", help="Write it here, in a folder of its name (.).")
@json_option
@guarded
def new(name: str, title: str | None, folder: str | None, as_json: bool) -> None:
    """Write a package with a small game that is complete: state, order, question, picture, ruleset and cases.

    Change it piece by piece: docs/new-game.md says what each part is. It is installed with `pip install -e NAME`.

    \b
    referee game new hex-war --title 'Hex War'
    pip install -e hex-war
    referee test hex-war/cases
    """
    from referee.authoring.overlay import new_name
    from referee.authoring.skeleton import files_of

    own = new_name(name, ())
    files = files_of(own, title or own.replace("-", " ").title())
    target = (Path(folder or "") / own).as_posix()
    begin("game", own, folder, files, ("", f"pip install -e {target}", f"referee test {target}/cases"), as_json)
