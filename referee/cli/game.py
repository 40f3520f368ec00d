"""referee game: begin a game of your own."""

from __future__ import annotations

import click

from .common import guarded, json_option, say, say_json
from .overlay import written


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
    target = written(own, folder, files)
    if as_json:
        say_json({"game": own, "written": [f"{target.as_posix()}/{path}" for path in files]})
        return
    for path in files:
        say(f"{target.as_posix()}/{path}")
    say("")
    say(f"pip install -e {target.as_posix()}")
    say(f"referee test {target.as_posix()}/cases")
