"""referee legal: list the legal orders."""

from __future__ import annotations

from pathlib import Path

import click

from .common import folders_option, guarded, json_option, note_stale, player_option, read, say, say_json


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
    referee legal 012.state.yaml --piece lion-1
    """
    from referee import api
    from referee.core.adjudication.legal import legal, piece_called, row_of
    from referee.core.documents.problems import as_known
    from referee.report.escape import one_line
    from referee.report.legal_text import row_text

    session = api.open_session(api.seen(read(state), player, folders), folders, accept_rules=True)
    note_stale(session.ruleset, session.state)
    game, position = session.game, session.game.open(session.state, session.rules)
    phase = position.phase()
    whose = as_known(player, position.players) if player is not None else None
    options = legal(game, position, whose, piece_called(position, piece, whose))
    if as_json:
        players = list(phase.players) if phase is not None else []
        rows = [row_of(option) for option in options]
        say_json({"phase": phase.name if phase is not None else None, "players": players, "legal": rows})
        return
    if phase is None:
        say("nothing: the game is over")
        return
    verb = "orders" if len(phase.players) == 1 else "order"
    say(one_line(f"{', '.join(phase.players)} {verb}; it is {phase.title or phase.name}"))
    heading = None
    for option in options:
        # where several players may order, the orders of each stand under the player's name
        by = option.told.get("by")
        if by != heading:
            say(one_line(f"{by}:" if by in phase.players else f"{by}, out of turn:"))
        heading = by
        say(one_line("  " + row_text(row_of(option), type(option.order))))
    if not options:
        named = [repr(piece)] if piece is not None else [whose] if whose is not None else []
        say(one_line("  nothing" + "".join(f" for {name}" for name in named)))
