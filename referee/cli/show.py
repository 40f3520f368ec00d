"""referee show: the board."""

from __future__ import annotations

from pathlib import Path

import click

from .common import folders_option, guarded, player_option, read, say
from .files import refuse_existing, write_whole


@click.command("show")
@click.argument("state")
@click.option("--svg", "svg_path", metavar="FILE", help="Write a picture as SVG instead; - prints it.")
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@player_option
@folders_option
@guarded
def command(state: str, svg_path: str | None, force: bool, player: str | None, folders: tuple[Path, ...]) -> None:
    """Draw the board of STATE, or of a situation.

    \b
    referee show 012.state.yaml
    """
    from referee import api
    from referee.core.asking import read_state
    from referee.report.pictures import picture_text
    from referee.report.svg import picture_svg

    document = api.seen(read(state), player, folders)
    game, ruleset = api.ruleset_of(document, folders)
    value = {k: v for k, v in document.value.items() if k not in ("ask", "id")}
    found = read_state(game, ruleset, document, value, playing=False)
    picture = game.draw(found, game.compile(ruleset, found.options))
    refuse_existing([svg_path], force)
    if svg_path is None:
        say(picture_text(picture))
    elif svg_path == "-":
        click.echo(picture_svg(picture), nl=False)
    else:
        write_whole(svg_path, picture_svg(picture), force)
