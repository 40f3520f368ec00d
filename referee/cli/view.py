"""referee view: what one player may see."""

from __future__ import annotations

from pathlib import Path

import click

from .common import folders_option, guarded, json_option, note_stale, read, say_json


@click.command("view")
@click.argument("state")
@click.option("--player", required=True, metavar="P", help="The player who sees it.")
@json_option
@folders_option
@guarded
def command(state: str, player: str, as_json: bool, folders: tuple[Path, ...]) -> None:
    """Print STATE as PLAYER may see it: a state without what is hidden from them.

    \b
    referee view 012.state.yaml --player black
    """
    from referee import api
    from referee.core import documents

    session = api.open_session(api.as_seen_by(read(state), player, folders), folders, accept_rules=True)
    note_stale(session.ruleset, session.state)
    if as_json:
        say_json(session.state)
    else:
        click.echo(documents.dump(session.state), nl=False)
