"""referee desk: a game by mail, a turn by one command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import desk_changes
from .common import REFUSED, fail, folders_option, guarded, json_option, read, say, say_json, tell
from .desk_changes import folder_argument, now_option, print_result

if TYPE_CHECKING:
    from referee.core.game.drawing import InOrders


@click.group("desk")
def command() -> None:
    """Run a game by mail: drop the mail into DIR/inbox, run one command, send what lies in DIR/out.

    \b
    referee desk new duel titan --player black=ann@x.org --player red=ben@x.org
    referee desk run duel
    referee desk status duel
    """


for change in desk_changes.COMMANDS:
    command.add_command(change)


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
@click.option("--observer", "observers", metavar="ADDRESS", multiple=True, help="Who gets what everybody may know.")
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
    observers: tuple[str, ...],
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
        observers=list(observers),
        boxes=[str(Path(box).resolve()) for box in boxes],
    )
    result = founding.found(folder, opened, made, moment(now, limit), folders)
    print_result(result, as_json)


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
    from referee.desk.journal import at_work
    from referee.desk.running import run

    with at_work(folder):
        result = run(folder, mails, now, preview, folders, accept_rules)
    print_result(result, as_json)


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
    from referee.desk.journal import at_work
    from referee.desk.status import status_of, status_text

    with at_work(folder):
        found = status_of(folder, folders)
    tell(found, status_text(found), as_json)


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

    from referee.desk.journal import at_work
    from referee.desk.sending import send

    sent = []
    with at_work(folder):
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
    from referee.desk.journal import at_work

    with at_work(folder):
        path = resend(folder, player)
    tell({"written": [path]}, f"written    {path}", as_json)


@command.command("history")
@folder_argument
@click.option("--player", metavar="NAME", help="Only what this player may know; the default is the whole game.")
@click.option("-o", "--output", "path", required=True, metavar="FILE.html", help="The new file.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@json_option
@folders_option
@guarded
def history_command(
    folder: Path, player: str | None, path: str, force: bool, as_json: bool, folders: tuple[Path, ...]
) -> None:
    """Write the game step by step, with its boards, as a page that needs no network.

    \b
    referee desk history duel --player red -o red.html
    """
    from referee.core.documents.problems import known_name
    from referee.desk.archive import Archive
    from referee.desk.journal import at_work
    from referee.desk.out.history import history_of

    from .files import refuse_existing, write_whole

    refuse_existing([path], force=force)
    with at_work(folder):
        archive = Archive(folder, folders)
        known = known_name(player, [*archive.settings.players]) if player is not None else None
        content = history_of(archive, known)
    write_whole(path, content.encode(), force=force)
    tell({"written": [path]}, path, as_json)


@command.command("publish")
@folder_argument
@click.option("-o", "--output", "path", required=True, metavar="FILE.zip", help="The new file.")
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@json_option
@folders_option
@guarded
def publish_command(folder: Path, path: str, force: bool, as_json: bool, folders: tuple[Path, ...]) -> None:
    """Write the whole game with its secret into a file that every player can verify; it gives the dice to come away.

    The file holds the history of the game as the page history.html.

    \b
    referee desk publish duel -o duel.zip
    """
    from referee.desk.journal import at_work
    from referee.desk.publishing import published

    from .files import refuse_existing, write_whole

    refuse_existing([path], force=force)
    with at_work(folder):
        content = published(folder, folders)
    write_whole(path, content, force=force)
    tell({"written": [path]}, path, as_json)


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
