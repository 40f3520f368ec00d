"""referee desk: a game by mail, a turn by one command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import REFUSED, fail, folders_option, guarded, json_option, read, say, say_json

if TYPE_CHECKING:
    from referee.core.game.drawing import InOrders
    from referee.desk.result import Result

now_option = click.option("--now", metavar="TIME", help="Act as if it were this time, as in 2026-11-20T20:00+01:00.")
because_option = click.option(
    "--because", required=True, metavar="TEXT", help="The reason, which every player is sent."
)
folder_argument = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


@click.group("desk")
def command() -> None:
    """Run a game by mail: drop the mail into DIR/inbox, run one command, send what lies in DIR/out.

    \b
    referee desk new duel titan --player black=ann@x.org --player red=ben@x.org
    referee desk run duel
    referee desk status duel
    """


@command.command("new", context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@folder_argument
@click.argument("ruleset")
@click.option("--player", "players", multiple=True, metavar="NAME=ADDRESS", help="A player and their address.")
@click.option(
    "--word", "words", multiple=True, metavar="NAME=WORD", help="The word that each of their mails must hold."
)
@click.option(
    "--deadline", metavar="72h", help="How long players have for their orders, from when the game awaits them."
)
@click.option("--remind", metavar="24h", default="0h", help="How long before the deadline players are reminded [0h].")
@click.option("--box", "boxes", multiple=True, metavar="PATH", help="A Maildir or mbox file to take mails from.")
@click.option("--grace", metavar="24h", default="0h", help="How long after that a default stands in [0h].")
@click.option(
    "--dice-in-orders",
    "in_orders",
    type=click.Choice(["take", "refuse"]),
    default="refuse",
    help="Take or refuse the dice that orders give [refuse].",
)
@click.option("--sender", default="desk@localhost", metavar="ADDRESS", help="Where players write to [desk@localhost].")
@click.option("--master", metavar="ADDRESS", help="Where the mails to the master go.")
@click.option("--late-salts", is_flag=True, help="A salt after the first roll counts after the next undoing.")
@click.option("--state", "state", metavar="FILE", help="Begin with this state instead of a new one.")
@click.option("--option", "chosen", multiple=True, metavar="NAME=VALUE", help="Set an option of the rules.")
@now_option
@json_option
@folders_option
@click.pass_context
@guarded
def new_command(
    context: click.Context,
    folder: Path,
    ruleset: str,
    players: tuple[str, ...],
    words: tuple[str, ...],
    deadline: str | None,
    remind: str,
    boxes: tuple[str, ...],
    grace: str,
    in_orders: InOrders,
    sender: str,
    master: str | None,
    late_salts: bool,
    state: str | None,
    chosen: tuple[str, ...],
    now: str | None,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Make the folder DIR for a game by mail, with a new secret; takes the options of `referee new RULESET` too.

    \b
    referee desk new duel titan --player black=ann@x.org --player red=ben@x.org --deadline 72h --grace 24h
    """
    from referee import games
    from referee.core import documents
    from referee.core.documents import Unreadable
    from referee.desk import founding, settings
    from referee.desk.clock import moment
    from referee.opening.starting import parameters_of
    from referee.opening.states import open_session

    from .new import started

    members = founding.members_of(players, words)
    game, found = games.load(ruleset, folders)
    if state is not None:
        document = read(state)
    else:
        given = list(context.args)
        kinds = parameters_of(game)
        if "game" in kinds and not any(word.startswith("--game") for word in given):
            given += ["--game", folder.resolve().name]
        seats = ["--players", ",".join(members)] if "players" in kinds and "--players" not in given else []
        try:
            value = documents.builtins(started(game, found, [*given, *seats], chosen))
        except Unreadable:
            # what is given may be of a part of a game in which the players have other seats
            value = documents.builtins(started(game, found, given, chosen))
        document = documents.parse(documents.dump(value), "state")
    opened = open_session(document, folders)
    limit = settings.Deadline(next=deadline, grace=grace, remind=remind) if deadline is not None else None
    name = opened.state.game or folder.resolve().name
    made = settings.Settings(
        game=name,
        ruleset=ruleset,
        players=members,
        deadline=limit,
        dice_in_orders=in_orders,
        late_salts=late_salts,
        sender=sender,
        master=master,
        boxes=[str(Path(box).resolve()) for box in boxes],
    )
    result = founding.found(folder, opened, made, moment(now, limit), folders)
    _print(result, as_json)


@command.command("run")
@folder_argument
@click.argument("mails", nargs=-1, metavar="[MAIL…]")
@click.option("--preview", is_flag=True, help="Show what would happen; write and roll nothing.")
@click.option("--accept-rules", is_flag=True, help="Continue although the tables have changed since the last record.")
@now_option
@json_option
@folders_option
@guarded
def run_command(
    folder: Path,
    mails: tuple[str, ...],
    preview: bool,
    accept_rules: bool,
    now: str | None,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Take the mails of DIR/inbox, or those named, carry the orders out as far as they go, and write the answers.

    \b
    referee desk run duel
    """
    from referee.desk.journal import locked, recover
    from referee.desk.running import run

    _known(folder)
    with locked(folder):
        recover(folder)
        result = run(folder, mails, now, preview, folders, accept_rules)
    _print(result, as_json)


@command.command("status")
@folder_argument
@json_option
@folders_option
@guarded
def status_command(folder: Path, as_json: bool, folders: tuple[Path, ...]) -> None:
    """Print where the game stands: whom it awaits until when, and which orders wait.

    \b
    referee desk status duel
    """
    from referee.desk.journal import locked, recover
    from referee.desk.status import status_of, status_text

    _known(folder)
    with locked(folder):
        recover(folder)
        found = status_of(folder, folders)
    if as_json:
        say_json(found)
    else:
        say(status_text(found))


@command.command("undo")
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
    from referee.desk.journal import locked, recover

    _known(folder)
    with locked(folder):
        recover(folder)
        result = undo(folder, n, because, keep_dice, now, folders)
    _print(result, as_json)


@command.command("adjust")
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
    from referee.desk.journal import locked, recover

    _known(folder)
    with locked(folder):
        recover(folder)
        result = adjust(folder, read(path), because, now, folders)
    _print(result, as_json)


@command.command("send")
@folder_argument
@click.option("--program", default="sendmail -t -i", metavar="COMMAND", help="What takes a mail [sendmail -t -i].")
@click.option("--smtp", "host", metavar="HOST[:PORT]", default="", help="Send by this server instead.")
@click.option("--user", default="", help="The user of the server; the password is in REFEREE_SMTP_PASSWORD.")
@click.option("--no-tls", is_flag=True, help="Do not encrypt, as for a server on this machine.")
@json_option
@guarded
def send_command(folder: Path, program: str, host: str, user: str, no_tls: bool, as_json: bool) -> None:
    """Send every mail of DIR/out; each moves to DIR/sent once it is sent.

    \b
    referee desk send duel --smtp mail.example.org --user desk
    """
    import shlex

    from referee.desk.journal import locked, recover
    from referee.desk.sending import send

    _known(folder)
    sent = []
    with locked(folder):
        recover(folder)
        for path in send(folder, shlex.split(program), host, user, not no_tls):
            sent.append(path)
            if not as_json:
                say(f"sent       {path}")
    if as_json:
        say_json({"sent": sent})


@command.command("resend")
@folder_argument
@click.argument("player")
@json_option
@guarded
def resend_command(folder: Path, player: str, as_json: bool) -> None:
    """Put the last mail to PLAYER that was sent into DIR/out again.

    \b
    referee desk resend duel red
    """
    from referee.desk.changing import resend
    from referee.desk.journal import locked, recover

    _known(folder)
    with locked(folder):
        recover(folder)
        path = resend(folder, player)
    if as_json:
        say_json({"written": [path]})
    else:
        say(f"written    {path}")


@command.command("extend")
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
    from referee.desk.journal import locked, recover

    _known(folder)
    with locked(folder):
        recover(folder)
        found = extend(folder, players, longer, now)
    if as_json:
        say_json({"until": found})
    else:
        for player, until in found.items():
            say(f"extended   {player}: due {until}")


@command.command("drop-waiting")
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
    from referee.desk.journal import locked, recover

    _known(folder)
    with locked(folder):
        recover(folder)
        result = drop_waiting(folder, players, because, now, folders)
    _print(result, as_json)


@command.command("drop")
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


@command.command("replace")
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
    from referee.desk.journal import locked, recover

    _known(folder)
    with locked(folder):
        recover(folder)
        changed, said = change_member(folder, player, address)
    if as_json:
        say_json(changed)
    else:
        say(said)


@command.command("publish")
@folder_argument
@click.option("-o", "--output", "path", required=True, metavar="FILE.zip", help="The new file.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@json_option
@guarded
def publish_command(folder: Path, path: str, force: bool, as_json: bool) -> None:
    """Write the whole game with its secret into a file that every player can verify; it gives the dice to come away.

    \b
    referee desk publish duel -o duel.zip
    """
    from referee.desk.journal import locked, recover
    from referee.desk.publishing import published

    from .files import refuse_existing, write_whole

    _known(folder)
    refuse_existing([path], force=force)
    with locked(folder):
        recover(folder)
        content = published(folder)
    write_whole(path, content, force=force)
    if as_json:
        say_json({"written": [path]})
    else:
        say(path)


@command.command("verify")
@folder_argument
@click.argument("mails", nargs=-1, metavar="[MAIL…]")
@json_option
@folders_option
@guarded
def verify_command(folder: Path, mails: tuple[str, ...], as_json: bool, folders: tuple[Path, ...]) -> None:
    """Play DIR or FILE.zip again from its mails and its secret, and compare everything; verify mails that were kept.

    What the master changed openly is listed. Without the secret it ends with 1, and says what is not proved.

    \b
    referee desk verify duel.zip my-mails/*.eml
    """
    from referee.core.documents.problems import counted
    from referee.desk.verifying import verify
    from referee.report.escape import one_line

    found = verify(folder, [Path(mail) for mail in mails], folders)
    wrong = [*found.differences, *(f"not proved: {said}" for said in found.unproved)]
    if as_json:
        told = {"differences": found.differences, "unproved": found.unproved, "notes": found.notes}
        say_json({"same": not wrong, **told, "records": found.records})
    else:
        sums = (found.records, "record"), (found.rolls, "roll"), (found.mails, "mail")
        same = [f"the same: {', '.join(counted(number, noun) for number, noun in sums)}"]
        for line in [*found.notes, *(same if not wrong else [])]:
            say(one_line(line))
    if wrong:
        if as_json:
            raise SystemExit(REFUSED)
        fail(wrong, REFUSED)


def _known(folder: Path) -> None:
    """Raise Unreadable where there is no such folder."""
    from referee.core.documents import Problem, Unreadable

    if not folder.is_dir():
        said = "there is no such folder; `referee desk new` makes a game by mail"
        raise Unreadable([Problem(str(folder), 0, 0, "", said)])


def _print(result: Result, as_json: bool) -> None:
    """Print what a run has done: on one screen, or as JSON."""
    from referee.desk.status import result_text

    if as_json:
        say_json(result.plain())
    else:
        say(result_text(result))
