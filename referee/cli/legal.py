"""referee legal: list the legal orders."""

from __future__ import annotations

from pathlib import Path

import click

from .common import folders_option, guarded, json_option, note_stale, player_option, read, say_report


@click.command("legal")
@click.argument("state")
@click.option("--piece", metavar="ID", help="List only the orders of this piece.")
@player_option
@json_option
@folders_option
@guarded
def command(state: str, piece: str | None, player: str | None, as_json: bool, folders: tuple[Path, ...]) -> None:
    """List the orders that are legal in STATE now.

    \b
    referee legal 012.state.yaml --piece troll-1
    """
    from referee import api
    from referee.core.adjudication.legal import legal, piece_called
    from referee.core.documents.problems import known_name
    from referee.report.reports import LegalReport

    session = api.open_session(api.as_seen_by(read(state), player, folders), folders, accept_rules=True)
    note_stale(session.ruleset, session.state)
    game, position = session.game, session.game.open(session.state, session.rules)
    whose = known_name(player, position.players) if player is not None else None
    options = legal(game, position, whose, piece_called(position, piece, whose))
    say_report(LegalReport(position, options, piece, whose), as_json)
