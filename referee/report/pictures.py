"""A picture as text."""

from __future__ import annotations

import textwrap

from referee.core.game.picture import Picture, Shape

from .escape import join_lines, one_line
from .reports import BoardReport

# the room of a cell, and how wide a line is that every mail and every terminal shows whole
_WIDE, _HIGH = 11, 2
COLUMNS = 72
_OWNER_MARKS = ("A", "D", "C", "E", "F", "G")


def write(report: BoardReport) -> str:
    """Write the first board of a report as characters."""
    return picture_text(next(iter(report.boards.values()))) + "".join(f"{one_line(line)}\n" for line in report.below)


def write_list(report: BoardReport) -> str:
    """Write what is where on every board of a report."""
    lists = (picture_list(board).rstrip("\n") for board in report.boards.values())
    return "\n\n".join([*lists, *map(one_line, report.below)]) + "\n"


def picture_text(picture: Picture, columns: int | None = None) -> str:
    """Return a picture as a board of characters with its legend; a piece is marked by its side's letter.

    A board wider than so many columns is cut into parts, which follow each other from left to right.
    """
    marks = picture.marks or _OWNER_MARKS
    owners = [f"{mark}: {name}" for mark, name in zip(picture.marks, picture.owners, strict=False)]
    told = (*picture.letters, *(["; ".join(owners)] if owners else []), *picture.legend)
    legend = [folded for line in told for folded in _folded(line)]
    drawn = _board(picture, marks) if picture.shapes else []
    cut = _parts(drawn, (picture.room or (_WIDE, _HIGH))[0], columns or max(map(len, drawn), default=0))
    board = [line for part in cut for line in (*part, "")]
    return _whole([*_head(picture), "", *board, *legend, *table_lines(picture)])


def picture_list(picture: Picture) -> str:
    """Return a picture as a list of pieces and places, on lines of at most 72 characters."""
    headings = picture.table[0] if picture.table else ()
    rows = []
    for row in picture.table[1:]:
        # the first cells name the thing, the others say what they are
        named = [f"{heading} {cell}".strip() for heading, cell in zip(headings[3:], row[3:], strict=True) if cell]
        rows.append(": ".join([" ".join(cell for cell in row[:3] if cell), ", ".join(named)]).removesuffix(": "))
    return _whole([*_head(picture), "", *(folded for line in (*picture.legend, *rows) for folded in _folded(line))])


def table_lines(picture: Picture) -> list[str]:
    """Return the table of a picture, its words in columns."""
    from tabulate import tabulate

    if not picture.table:
        return []
    headings, *rows = picture.table
    table = tabulate([list(map(one_line, row)) for row in rows], headings, tablefmt="plain", disable_numparse=True)
    return [line.rstrip() for line in table.split("\n")]


def _whole(lines: list[str]) -> str:
    return join_lines(lines) + "\n"


def _head(picture: Picture) -> list[str]:
    return [*_folded(picture.title), *_folded(picture.subtitle)]


def _board(picture: Picture, marks: tuple[str, ...]) -> list[str]:
    """Return the board, one line of text for each row of letters; entries of one cell are listed below each other."""
    wide, high = picture.room or (_WIDE, _HIGH)
    left = min((shape.centre[0] for shape in picture.shapes), default=0)
    top = min((shape.centre[1] for shape in picture.shapes), default=0)
    cells: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for shape in picture.shapes:
        column = round((shape.centre[0] - left) / picture.cell[0]) * wide
        row = round((shape.centre[1] - top) / picture.cell[1]) * high
        texts = [
            (offset, _fitted(one_line(text), wide - 1)) for offset, text in enumerate(_words(shape, marks, wide - 1))
        ]
        there = cells.setdefault((row, column), [])
        for offset, text in texts:
            if text:
                there.append((max(offset, there[-1][0] + 1 if there else 0), text))
    return _rows(cells)


def _parts(board: list[str], wide: int, columns: int) -> list[list[str]]:
    """Return a board as parts of alike width, cut between its cells, each but an only one below its name."""
    width = max(map(len, board), default=0)
    if width <= columns:
        return [board] if board else []
    cells = -(-width // wide)
    count = -(-cells // max(1, columns // wide))
    size = -(-cells // count) * wide
    names = ("the left half", "the right half") if count == 2 else [f"part {n + 1} of {count}" for n in range(count)]
    cut = [[line[n * size : (n + 1) * size].rstrip() for line in board] for n in range(count)]
    return [[f"{name}:", *part] for name, part in zip(names, cut, strict=True)]


def _rows(cells: dict[tuple[int, int], list[tuple[int, str]]]) -> list[str]:
    """Return cells as lines of text; if a cell reaches into the one below, everything from there on moves down."""
    lines: dict[int, dict[int, str]] = {}
    ends: dict[int, int] = {}
    shift = 0
    for row in sorted({row for row, _ in cells}):
        found = {column: texts for (at, column), texts in cells.items() if at == row and texts}
        shift += max([0, *(ends.get(column, 0) - (row + texts[0][0] + shift) for column, texts in found.items())])
        for column, texts in found.items():
            for offset, text in texts:
                lines.setdefault(row + shift + offset, {})[column] = text
            ends[column] = row + shift + texts[-1][0] + 1
    board = []
    for number in range(max(lines, default=-1) + 1):
        line = ""
        for column, text in sorted(lines.get(number, {}).items()):
            line = line.ljust(column) + text
        board.append(line)
    return board


def _folded(told: str, width: int = COLUMNS) -> list[str]:
    """Return a line next to the board, folded to a width."""
    told = one_line(told)
    if len(told) <= width:
        return [told] if told else []
    indent = told[: len(told) - len(told.lstrip())] + "    "
    return textwrap.wrap(told, width, subsequent_indent=indent, break_on_hyphens=False)


def _fitted(text: str, room: int) -> str:
    """Return a text shortened to fit a cell: its beginning, and the end that distinguishes it."""
    return text if len(text) <= room else f"{text[: room - 4]}~{text[-3:]}"


def _words(shape: Shape, marks: tuple[str, ...], room: int) -> list[str]:
    """Return the label of a shape and the lines below it, each with the mark of its owner.

    The mark of the shape stands after its label, or where that has no room for it on the next line.
    """
    lines = []
    for number, line in enumerate(shape.lines):
        owner = shape.tokens[number].owner if number < len(shape.tokens) else shape.owner
        lines.append(line if owner is None else f"{marks[owner % len(marks)]}:{line}")
    lying = [f"{token.name}{f':{token.words}' if token.words else ''}" for token in shape.tokens if not token.laid]
    head = f"{shape.label} {shape.mark}".rstrip()
    return [*([head] if len(head) <= room else [shape.label, shape.mark]), *(lines or lying)]
