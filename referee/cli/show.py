"""referee show: the board."""

from __future__ import annotations

from pathlib import Path

import click

from .common import folders_option, guarded, json_option, player_option, read, say
from .files import refuse_endings, refuse_existing, write_whole


@click.command("show")
@click.argument("state", metavar="STATE | BOARD", required=False)
@click.option("-r", "--ruleset", metavar="RULESET", help="Draw a printed BOARD of a ruleset, without pieces.")
@click.option("--all", "every", is_flag=True, help="With -r, draw every board.")
@click.option("--board", "name", metavar="NAME", help="Draw this board, if there are several, such as masterboard.")
@click.option("--list", "as_list", is_flag=True, help="List the pieces and their places, without the board.")
@click.option("--svg", "svg_path", metavar="FILE", help="Write the picture as SVG instead; - prints it.")
@click.option("--html", "html_path", metavar="FILE", help="Write a page with every board instead; - prints it.")
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@player_option
@json_option
@folders_option
@guarded
def command(
    state: str | None,
    ruleset: str | None,
    every: bool,
    name: str | None,
    as_list: bool,
    svg_path: str | None,
    html_path: str | None,
    force: bool,
    player: str | None,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Draw the board of STATE, of a situation or a case, or a printed BOARD of a ruleset.

    \b
    referee show 012.state.yaml
    referee show 012.state.yaml --list
    referee show -r titan desert
    referee show -r titan --all --html maps.html
    referee show 012.state.yaml --player black --html 012.black.html
    """
    from referee import api
    from referee.judge.showing import blank_boards, boards_of
    from referee.report.pictures import COLUMNS
    from referee.report.writers import write_report

    if as_list and as_json:
        raise click.UsageError("--list prints text, --json data; give only one of them")
    if ruleset is not None:
        if (state is None) != every:
            raise click.UsageError("with -r, name one board, or give --all")
        report = blank_boards(ruleset, state, folders)
    elif state is None:
        raise click.UsageError("give a STATE, or -r RULESET and a board")
    else:
        report = boards_of(api.as_seen_by(read(state), player, folders), name, folders)
    if report.note:
        say(f"note: {report.note}", err=True)
    refuse_endings([(svg_path, "SVG"), (html_path, "HTML")])
    refuse_existing([svg_path, html_path], force, [state] if state is not None and ruleset is None else [])
    if svg_path is not None:
        _put(svg_path, write_report(report, "svg"), force)
    if html_path is not None:
        _put(html_path, write_report(report, "html"), force)
    if as_json or as_list:
        say(write_report(report, "json" if as_json else "list"))
    elif svg_path is None and html_path is None:
        text = write_report(report, "text")
        say(text)
        lines = text.rstrip("\n").split("\n")
        wide = max(map(len, lines[: len(lines) - len(report.below)]))
        if wide > COLUMNS:
            say(f"this board is {wide} columns wide; --list prints the pieces and places in {COLUMNS}")
        for other in list(report.boards)[1:]:
            say(f"also: --board {other}")


def _put(path: str, text: str, force: bool) -> None:
    if path == "-":
        click.echo(text, nl=False)
    else:
        write_whole(path, text, force)
