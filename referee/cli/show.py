"""referee show: the board."""

from __future__ import annotations

from pathlib import Path

import click

from .common import folders_option, guarded, json_option, player_option, read, say, say_json
from .files import refuse_endings, refuse_existing, write_whole


@click.command("show")
@click.argument("state")
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
    state: str,
    name: str | None,
    as_list: bool,
    svg_path: str | None,
    html_path: str | None,
    force: bool,
    player: str | None,
    as_json: bool,
    folders: tuple[Path, ...],
) -> None:
    """Draw the board of STATE, or of a situation.

    \b
    referee show 012.state.yaml
    referee show 012.state.yaml --list
    referee show 012.state.yaml --player black --html 012.black.html
    """
    from referee import api
    from referee.core.asking import read_state
    from referee.core.documents import Problem, Unreadable
    from referee.core.documents.plain import builtins
    from referee.core.documents.problems import nearest
    from referee.report.escape import one_line
    from referee.report.pictures import COLUMNS, picture_list, picture_text
    from referee.report.pictures_html import pictures_html
    from referee.report.svg import picture_svg
    from referee.report.trace_lines import committed

    if as_list and as_json:
        raise click.UsageError("--list prints text, --json data; give only one of them")
    document = api.seen(read(state), player, folders)
    game, ruleset = api.ruleset_of(document, folders)
    value = {k: v for k, v in document.value.items() if k not in ("ask", "id")}
    found = read_state(game, ruleset, document, value)
    boards = dict(game.draw(found, game.compile(ruleset, found.options)))
    if name is not None and name not in boards:
        message = f"'{name}' is not a board of this state; it has {', '.join(boards)}{nearest(name, boards)}"
        raise Unreadable([Problem("--board", 0, 0, "", message)])
    chosen = boards if name is None else {name: boards[name]}
    first = next(iter(chosen.values()))
    sworn = committed(found.dice)
    refuse_endings([(svg_path, "SVG"), (html_path, "HTML")])
    refuse_existing([svg_path, html_path], force, [state])
    if svg_path is not None:
        _put(svg_path, picture_svg(first, sworn), force)
    if html_path is not None:
        _put(html_path, pictures_html(chosen, sworn), force)
    if as_json:
        say_json(builtins(chosen))
    elif as_list:
        say("\n".join([*(picture_list(board) for board in chosen.values()), *map(one_line, sworn)]))
    elif svg_path is None and html_path is None:
        text = picture_text(first)
        say(text)
        wide = max(map(len, text.split("\n")))
        if wide > COLUMNS:
            say(f"this board is {wide} columns wide; --list prints the pieces and places in {COLUMNS}")
        for other in list(chosen)[1:]:
            say(f"also: --board {other}")
        for line in sworn:
            say(one_line(line))


def _put(path: str, text: str, force: bool) -> None:
    if path == "-":
        click.echo(text, nl=False)
    else:
        write_whole(path, text, force)
