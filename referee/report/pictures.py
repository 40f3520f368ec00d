"""A picture as text."""

from __future__ import annotations

import textwrap

from referee.core.picture import Picture, Shape

from .escape import plain

# the room of a cell, and the least width of what stands below the board
_WIDE, _HIGH, _LEAST = 11, 2, 79
_OWNER_MARKS = ("A", "D", "C", "E", "F", "G")


def picture_text(picture: Picture) -> str:
    """Return a picture as a board of characters with its legend; a piece is marked by its side's letter."""
    cells: dict[int, dict[int, str]] = {}
    wide, high = picture.room or (_WIDE, _HIGH)
    left = min(shape.centre[0] for shape in picture.shapes)
    top = min(shape.centre[1] for shape in picture.shapes)
    marks = picture.marks or _OWNER_MARKS
    for shape in picture.shapes:
        column = round((shape.centre[0] - left) / picture.cell[0]) * wide
        row = round((shape.centre[1] - top) / picture.cell[1]) * high
        for offset, text in enumerate(_words(shape, marks)):
            for number, letter in enumerate(_fitted(plain(text), wide - 1)):
                cells.setdefault(row + offset, {})[column + number] = letter
    board = []
    for row in range(max(cells) + 1):
        line = cells.get(row, {})
        board.append("".join(line.get(column, " ") for column in range(max(line, default=-1) + 1)))
    width = max(_LEAST, *map(len, board))
    legend = [folded for told in (*picture.letters, *picture.legend) for folded in _folded(told, width)]
    return (
        plain("\n".join([picture.title, *_folded(picture.subtitle, width), "", *board, "", *legend, *picture.table]))
        + "\n"
    )


def _folded(told: str, width: int) -> list[str]:
    """Return a line beside the board folded to a width."""
    if len(told) <= width:
        return [told] if told else []
    indent = told[: len(told) - len(told.lstrip())] + "    "
    return textwrap.wrap(told, width, subsequent_indent=indent, break_on_hyphens=False)


def _fitted(text: str, room: int) -> str:
    """Return a text as it fits into a cell: of a long one the beginning, and the end that tells it from others."""
    return text if len(text) <= room else f"{text[: room - 4]}~{text[-3:]}"


def _words(shape: Shape, marks: tuple[str, ...]) -> list[str]:
    mark = "" if shape.owner is None else f"{marks[shape.owner % len(marks)]}:"
    lying = [f"{token.name}{f':{token.words}' if token.words else ''}" for token in shape.tokens]
    return [f"{shape.label} {shape.mark}".rstrip(), *([mark + line for line in shape.lines] or lying)]
