"""referee mcp: a server for assistants."""

from __future__ import annotations

from pathlib import Path

import click

from .common import folders_option, guarded


@click.command("mcp")
@click.option(
    "--games",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder in which games may be read and written, and nothing outside it.",
)
@click.option("--player", metavar="NAME", help="Serve this player: never give more than they may see.")
@folders_option
@guarded
def command(games: Path | None, player: str | None, folders: tuple[Path, ...]) -> None:
    """Serve an assistant over standard input and output, by the Model Context Protocol.

    The assistant asks, judges and adjudicates with tools that do what the commands of these names do: ask, rules,
    legal, check, adjudicate, odds, show, new and help. Without --games it passes states as values, and no file is read
    or written. Nothing is rolled without dice or a secret. It needs the extra 'mcp'.

    \b
    referee mcp
    referee mcp --games campaign
    referee mcp --games campaign --player black
    """
    from referee.core.documents import Unreadable
    from referee.core.rules.search import search_folders
    from referee.interrupts import end_at_once
    from referee.mcp.folder import Folder
    from referee.mcp.given import Server
    from referee.version import install

    try:
        from referee.mcp.server import serve
    except ImportError:
        raise Unreadable.of("referee mcp", f"needs the SDK of the Model Context Protocol: {install('mcp')}") from None
    search_folders(folders)
    end_at_once()
    serve(Server(folders, Folder(games) if games is not None else None, player))
