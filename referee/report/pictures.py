"""A picture as text."""

from __future__ import annotations

from referee.core.picture import Picture, Shape

from .escape import plain

_WIDE, _HIGH = 11, 2
_OWNER_MARKS = ("A", "D", "C", "E", "F", "G")


def picture_text(picture: Picture) -> str:
    """Return a picture as a board of characters with its legend; a piece is marked by its side's letter."""
    cells: dict[int, dict[int, str]] = {}
    wide, high = picture.room or (_WIDE, _HIGH)
    left = min(shape.centre[0] for shape in picture.shapes)
    top = min(shape.centre[1] for shape in picture.shapes)
    for shape in picture.shapes:
        column = round((shape.centre[0] - left) / picture.cell[0]) * wide
        row = round((shape.centre[1] - top) / picture.cell[1]) * high
        for offset, text in enumerate(_words(shape, picture.marks or _OWNER_MARKS)):
            for number, letter in enumerate(plain(text)[: wide - 1]):
                cells.setdefault(row + offset, {})[column + number] = letter
    lines = [picture.title, ""]
    for row in range(max(cells) + 1):
        line = cells.get(row, {})
        lines.append("".join(line.get(column, " ") for column in range(max(line, default=-1) + 1)))
    return plain("\n".join([*lines, "", *picture.legend])) + "\n"


def _words(shape: Shape, marks: tuple[str, ...]) -> list[str]:
    mark = "" if shape.owner is None else f"{marks[shape.owner % len(marks)]}:"
    lying = [f"{token.name}{f':{token.words}' if token.words else ''}" for token in shape.tokens]
    return [shape.label, *([mark + line for line in shape.lines] or lying)]
