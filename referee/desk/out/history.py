"""The history of a game by mail as one static page: each record with what happened and the boards after it.

A player's history holds what that player may know. What all boards of a kind have in common is drawn once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.game.picture import Picture
from referee.judge.showing import boards_of
from referee.opening.states import as_seen_by
from referee.report.board_svg import BoardDrawing

from ..archive import Archive
from .page import Cited, board_values, file_of, story
from .templates import Templates

HISTORY = "history.html"
# a record, its board's name, and its picture
_Drawn = tuple[int, str, Picture]


def history_of(archive: Archive, player: str | None = None) -> str:
    """Return the page of a whole game, or of what a player may know of it; raises Unreadable."""
    rules = Cited(archive.opened().ruleset)
    drawn: list[_Drawn] = []
    records: list[dict[str, Any]] = []
    for n in range(archive.first, archive.n + 1):
        link = archive.chain.made(n)
        document = archive.state_document(n)
        boards = boards_of(as_seen_by(document, player, archive.folders), None, archive.folders).boards
        drawn += [(n, name, picture) for name, picture in boards.items()]
        trace = archive.trace(n) if link.trace is not None else None
        if trace is not None and player is not None:
            trace = trace.for_player(player)
        records.append(
            {
                "n": n,
                "at": link.at,
                "by": list(link.by),
                "because": link.because,
                "stories": [story(trace, rules)] if trace is not None else [],
                "boards": [{**board_values(name, picture), "n": n} for name, picture in boards.items()],
            }
        )
    symbols, drawings = _drawings(drawn)
    for one in records:
        for board in one["boards"]:
            board["drawing"] = drawings[one["n"], board["name"]]
    title = f"{archive.settings.game}, as {player} sees it" if player is not None else archive.settings.game
    return Templates(archive.folder).render(
        "history.html.j2", title=title, records=records, rules=rules.rows, symbols=symbols, style=file_of("page.css")
    )


def _drawings(drawn: Sequence[_Drawn]) -> tuple[list[str], Mapping[tuple[int, str], str]]:
    """Return symbols of what boards have in common, and each board by its record and its name."""
    groups: dict[Any, list[_Drawn]] = {}
    for one in drawn:
        key = one[1], tuple((shape.outline, shape.fill) for shape in one[2].shapes)
        groups.setdefault(key, []).append(one)
    symbols: list[str] = []
    out: dict[tuple[int, str], str] = {}
    for number, group in enumerate(groups.values()):
        boards = {(n, name): BoardDrawing(picture, f"g{number}-") for n, name, picture in group}
        lines = {at: list(board.drawn()) for at, board in boards.items()}
        first = next(iter(lines.values()))
        common = set(first).intersection(*lines.values())
        shared = [line for line in first if line in common]
        head, tail = f'<symbol id="shared-{number}" overflow="visible">', "</symbol>"
        symbols += ["\n".join([*next(iter(boards.values())).definitions(), head, *shared, tail])]
        for at, board in boards.items():
            own = [line for line in lines[at] if line not in common]
            out[at] = board.around([f'<use href="#shared-{number}"/>', *own]) if board.picture.shapes else ""
    return symbols, out
