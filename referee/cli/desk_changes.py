"""referee desk: what the master of a game changes openly, and its players; and what all its commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import folders_option, guarded, json_option, read_bytes, say, say_json, tell

if TYPE_CHECKING:
    from referee.desk.result import Result

now_option = click.option("--now", metavar="TIME", help="Act as if it were this time, as in 2026-11-20T20:00+01:00.")
folder_argument = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
because_option = click.option(
    "--because", required=True, metavar="TEXT", help="The reason, which every player is sent."
)


def print_result(result: Result, as_json: bool) -> None:
    """Print what a run has done: on one screen, or as JSON."""
    from referee.desk.status import result_text

    tell(result.plain(), result_text(result), as_json)


@click.command("undo")
@folder_argument
@click.argument("n", type=click.IntRange(min=0))
@because_option
@click.option("--keep-dice", is_flag=True, help="Later rolls of the same events show the same dice again.")
@now_option
@json_option
@folders_option
@guarded
def undo_command(
    folder: Path, n: int, because: str, keep_dice: bool, now: str | None, as_json: bool, folders: tuple[Path, ...]
) -> None:
    """Go back to record N: what follows it moves to DIR/undone, and every player is sent the reason.

    \b
    referee desk undo duel 12 --because "an order was read wrongly"
    """
    from referee.desk.changing import undo
    from referee.desk.journal import at_work

    with at_work(folder):
        result = undo(folder, n, because, keep_dice, now, folders)
    print_result(result, as_json)


@click.command("adjust")
@folder_argument
@click.argument("path", metavar="ORDERS|STATE")
@because_option
@now_option
@json_option
@folders_option
@guarded
def adjust_command(
    folder: Path, path: str, because: str, now: str | None, as_json: bool, folders: tuple[Path, ...]
) -> None:
    """Overrule openly: carry out ORDERS for a player, or go on from STATE; every player is sent the reason.

    \b
    referee desk adjust duel corrected.yaml --because "the wall was drawn in the wrong place"
    """
    from referee.desk.changing import adjust
    from referee.desk.journal import at_work

    with at_work(folder):
        result = adjust(folder, read_bytes(path), "stdin" if path == "-" else path, because, now, folders)
    print_result(result, as_json)


@click.command("extend")
@folder_argument
@click.argument("players", nargs=-1, metavar="[PLAYER…]")
@click.option("--by", "longer", required=True, metavar="48h", help="How much more time they have.")
@now_option
@json_option
@guarded
def extend_command(folder: Path, players: tuple[str, ...], longer: str, now: str | None, as_json: bool) -> None:
    """Give PLAYER more time for the orders that are awaited, or everybody.

    \b
    referee desk extend duel red --by 48h
    """
    from referee.desk.changing import extend
    from referee.desk.journal import at_work

    with at_work(folder):
        found = extend(folder, players, longer, now)
    if as_json:
        say_json({"until": found})
    else:
        for player, until in found.items():
            say(f"extended   {player}: due {until}")


@click.command("drop-waiting")
@folder_argument
@click.argument("players", nargs=-1, metavar="[PLAYER…]")
@because_option
@now_option
@json_option
@folders_option
@guarded
def drop_waiting_command(
    folder: Path, players: tuple[str, ...], because: str, now: str | None, as_json: bool, folders: tuple[Path, ...]
) -> None:
    """Throw away the orders that wait, those of PLAYER or all; the players are sent the reason.

    \b
    referee desk drop-waiting duel red --because "you asked for it by telephone"
    """
    from referee.desk.changing import drop_waiting
    from referee.desk.journal import at_work

    with at_work(folder):
        result = drop_waiting(folder, players, because, now, folders)
    print_result(result, as_json)


@click.command("drop")
@folder_argument
@click.argument("player")
@json_option
@guarded
def drop_command(folder: Path, player: str, as_json: bool) -> None:
    """Let the defaults of the ruleset stand in for PLAYER from now on.

    \b
    referee desk drop duel red
    """
    _member(folder, player, None, as_json)


@click.command("replace")
@folder_argument
@click.argument("player")
@click.argument("address")
@json_option
@guarded
def replace_command(folder: Path, player: str, address: str, as_json: bool) -> None:
    """Give the seat of PLAYER to another person with another ADDRESS.

    \b
    referee desk replace duel red cai@x.org
    """
    _member(folder, player, address, as_json)


def _member(folder: Path, player: str, address: str | None, as_json: bool) -> None:
    from referee.desk.changing import change_member
    from referee.desk.journal import at_work

    with at_work(folder):
        changed, said = change_member(folder, player, address)
    tell(changed, said, as_json)


COMMANDS = (undo_command, adjust_command, extend_command, drop_waiting_command, drop_command, replace_command)
