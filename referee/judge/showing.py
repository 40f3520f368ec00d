"""The answer to the question of a document, and the boards of a state or a situation, as reports of them need them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee import games
from referee.core.asking import answered, put_to
from referee.core.documents import Document, Unreadable
from referee.core.documents.problems import Argument, nearest
from referee.core.game.state_reading import read_state
from referee.opening.given import document_of, ruleset_of
from referee.opening.questions import with_what_was_heard
from referee.opening.states import as_seen_by
from referee.report.reports import AnswerReport, BoardReport
from referee.report.trace_lines import commitment_line
from referee.report.writers import write_report


def answer_to(document: Document, folders: Sequence[Path] = ()) -> AnswerReport:
    """Answer the question of a document with its situation; raises Unreadable."""
    game, ruleset = ruleset_of(document, folders)
    with put_to(game, ruleset, document) as asked:
        return AnswerReport(asked, with_what_was_heard(answered(asked), document), document)


def boards_of(document: Document, board: str | None = None, folders: Sequence[Path] = ()) -> BoardReport:
    """Return the boards of a state, or one by its name; raises Unreadable for an unknown name."""
    document = _given(document)
    game, ruleset = ruleset_of(document, folders)
    value = {key: inner for key, inner in document.value.items() if key not in ("ask", "id")}
    found = read_state(game, ruleset, document, value)
    boards = dict(game.draw(found, game.compile(ruleset, found.options)))
    if not boards:
        raise Unreadable(
            [
                document.problem(
                    (), f"there is no board here to show; `show -r {ruleset.name} BOARD` draws a printed one"
                )
            ]
        )
    if board is not None and board not in boards:
        message = f"'{board}' is no board of this state; it has {', '.join(boards)}{nearest(board, boards)}"
        raise Unreadable.of(Argument("board"), message)
    chosen = boards if board is None else {board: boards[board]}
    return BoardReport(chosen, commitment_line(found.dice), ruleset.stale(found.rules))


def blank_boards(ruleset: str, name: str | None, folders: Sequence[Path] = ()) -> BoardReport:
    """Return a board of a ruleset without pieces, or all of them; raises Unreadable for an unknown name."""
    game, found = games.load(ruleset, tuple(folders))
    blanks = game.blanks(found) if game.blanks is not None else {}
    if not blanks:
        raise Unreadable.of("", f"{ruleset} has no printed boards")
    if name is not None and name not in blanks:
        message = f"'{name}' is no board of {ruleset}; it has {', '.join(blanks)}{nearest(name, blanks)}"
        raise Unreadable.of(Argument("board"), message)
    boards = {}
    for board, situation in blanks.items():
        if name in (None, board):
            document = document_of({"format": 1, "ruleset": ruleset, **situation}, board)
            boards[board] = next(iter(boards_of(document, None, folders).boards.values()))
    return BoardReport(boards, [], "")


def _given(document: Document) -> Document:
    """Return the situation of a case, another document as it is."""
    value = document.value
    if not isinstance(value, dict) or not isinstance(value.get("given"), dict) or "case" not in value:
        return document
    given = {"format": 1, "ruleset": value.get("ruleset"), **value["given"]}
    return document_of({key: one for key, one in given.items() if one is not None}, document.file)


def shown(
    document: Document, form: str, *, board: str | None = None, player: str | None = None, folders: Sequence[Path] = ()
) -> str:
    """Return the boards of a state in a format; raises Unreadable."""
    return write_report(boards_of(as_seen_by(document, player, folders), board, folders), form)
