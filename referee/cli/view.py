"""referee view: what one player may see."""

from __future__ import annotations

from pathlib import Path

import click

from .common import folders_option, guarded, read


@click.command("view")
@click.argument("state")
@click.option("--player", required=True, metavar="P", help="Whose eyes.")
@folders_option
@guarded
def command(state: str, player: str, folders: tuple[Path, ...]) -> None:
    """Print STATE as PLAYER may see it: a state in which the unseen is absent.

    \b
    referee view 012.state.yaml --player black
    """
    from referee import api
    from referee.core import documents
    from referee.core.documents import Problem, Unreadable

    sitting = api.sit(read(state), folders, accept_rules=True)
    players = list(getattr(sitting.game.open(sitting.state, sitting.rules), "players", ()))
    if players and player not in players:
        message = f"'{player}' is no player of this game; the players are {', '.join(players)}"
        raise Unreadable([Problem("--player", 0, 0, "", message)])
    click.echo(documents.dump(sitting.game.view(sitting.state, player)), nl=False)
