"""A picture as text and as SVG."""

from __future__ import annotations

from referee.core.picture import Picture, Shape

from .escape import markup, plain

_WIDE, _HIGH = 11, 2
_SCALE = 40.0
_FILLS = ("#f4efe0", "#cfe0b8", "#e6cfa5", "#b9d3d9", "#dcc3d6", "#e8d9c0", "#c9c9c9", "#d8e4c4")
_OWNERS = ("#8a1c1c", "#1c3f8a", "#1c6b3a", "#6b4a1c", "#5a1c6b", "#333333")
_OWNER_MARKS = ("A", "D", "C", "E", "F", "G")


def picture_text(picture: Picture) -> str:
    """Return a picture as a board of characters with its legend; a piece is marked by its side's letter."""
    cells: dict[int, dict[int, str]] = {}
    left = min(shape.centre[0] for shape in picture.shapes)
    top = min(shape.centre[1] for shape in picture.shapes)
    for shape in picture.shapes:
        column = round((shape.centre[0] - left) / picture.cell[0]) * _WIDE
        row = round((shape.centre[1] - top) / picture.cell[1]) * _HIGH
        for offset, text in enumerate(_words(shape, picture.marks or _OWNER_MARKS)):
            for number, letter in enumerate(plain(text)[: _WIDE - 1]):
                cells.setdefault(row + offset, {})[column + number] = letter
    lines = [picture.title, ""]
    for row in range(max(cells) + 1):
        line = cells.get(row, {})
        lines.append("".join(line.get(column, " ") for column in range(max(line, default=-1) + 1)))
    return plain("\n".join([*lines, "", *picture.legend])) + "\n"


def _words(shape: Shape, marks: tuple[str, ...]) -> list[str]:
    mark = "" if shape.owner is None else f"{marks[shape.owner % len(marks)]}:"
    return [shape.label, *(mark + line for line in shape.lines)]


def picture_svg(picture: Picture) -> str:
    """Return a picture as one self-contained SVG."""
    xs = [x for shape in picture.shapes for x, _ in shape.outline]
    ys = [y for shape in picture.shapes for _, y in shape.outline]
    x0, y0 = min(xs) - 0.3, min(ys) - 0.9
    width, height = (max(xs) - x0 + 0.3) * _SCALE, (max(ys) - y0 + 0.3) * _SCALE + 16 * (len(picture.legend) + 1)
    kinds = list(dict.fromkeys([*picture.grounds, *(shape.fill for shape in picture.shapes)]))
    edges = list(dict.fromkeys(edge.kind for edge in picture.edges))
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="serif">',
        f'<text x="{width / 2:.0f}" y="24" font-size="18" text-anchor="middle">{markup(picture.title)}</text>',
    ]

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] - x0) * _SCALE, (point[1] - y0) * _SCALE

    for shape in picture.shapes:
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(at, shape.outline))
        fill = _FILLS[kinds.index(shape.fill) % len(_FILLS)]
        out.append(
            f'<polygon points="{points}" fill="{fill}" stroke="#777"><title>{markup(shape.title)}</title></polygon>'
        )
        x, y = at(shape.centre)
        out.append(
            f'<text x="{x:.1f}" y="{y - 18:.1f}" font-size="10" text-anchor="middle" fill="#555">'
            f"{markup(shape.label)}</text>"
        )
        colour = "#000" if shape.owner is None else _OWNERS[shape.owner % len(_OWNERS)]
        for number, line in enumerate(shape.lines):
            out.append(
                f'<text x="{x:.1f}" y="{y + 4 + 12 * number:.1f}" font-size="11" text-anchor="middle" '
                f'fill="{colour}">{markup(line)}</text>'
            )
    for edge in picture.edges:
        (xa, ya), (xb, yb) = map(at, edge.ends)
        dash = "" if edges.index(edge.kind) == 0 else f' stroke-dasharray="{2 + 3 * edges.index(edge.kind)} 3"'
        out.append(
            f'<line x1="{xa:.1f}" y1="{ya:.1f}" x2="{xb:.1f}" y2="{yb:.1f}" stroke="#4a2f12" stroke-width="4"{dash}>'
            f"<title>{markup(edge.kind)}</title></line>"
        )
    foot = (max(ys) - y0 + 0.3) * _SCALE
    for number, line in enumerate(picture.legend):
        out.append(f'<text x="12" y="{foot + 14 + 16 * number:.0f}" font-size="12">{markup(line)}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"
