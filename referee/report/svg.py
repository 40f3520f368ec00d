"""A picture as one self-contained SVG, in the manner of an engraving."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from referee.core.picture import Ground, Picture, Point, Shape, Token

from .engraving import COLOURS, INK, ORDER, OWNERS, PAPER, TINTS, definitions, pointer, stroke
from .escape import markup

_SCALE = 46.0
_MARGIN, _HEAD, _LINE, _LEAST = 34.0, 64.0, 17.0, 520.0


def picture_svg(picture: Picture, prefix: str = "") -> str:
    """Return a picture as SVG: the board in a frame, what it means and what stands on it below.

    A prefix keeps the names inside apart from those of other pictures on the same page.
    """
    return "\n".join(_Sheet(picture, prefix).lines()) + "\n"


class _Sheet:
    """One picture on one sheet: where its points lie, and what colours stand for what."""

    def __init__(self, picture: Picture, prefix: str) -> None:
        self.picture = picture
        self.prefix = prefix
        points = [point for shape in picture.shapes for point in shape.outline]
        self.left, self.top = min(x for x, _ in points), min(y for _, y in points)
        self.wide = (max(x for x, _ in points) - self.left) * _SCALE
        self.high = (max(y for _, y in points) - self.top) * _SCALE
        kinds = list(dict.fromkeys([*picture.grounds, *(shape.fill for shape in picture.shapes)]))
        plain = {
            kind: Ground(ORDER[n % len(ORDER)]) for n, kind in enumerate(k for k in kinds if k not in picture.styles)
        }
        self.grounds = {kind: picture.styles.get(kind) or plain[kind] for kind in kinds}
        self.edges = list(dict.fromkeys(edge.kind for edge in picture.edges))
        self.width = max(self.wide + 2 * _MARGIN, _LEAST)
        self.shift = (self.width - self.wide) / 2

    def at(self, point: Point) -> Point:
        """Return where a point of the picture lies on the sheet."""
        return (point[0] - self.left) * _SCALE + self.shift, (point[1] - self.top) * _SCALE + _HEAD

    def owner(self, number: int | None) -> str:
        """Return the colour of an owner."""
        if number is None:
            return INK
        named = self.picture.colours[number] if number < len(self.picture.colours) else ""
        return COLOURS.get(named, OWNERS[number % len(OWNERS)])

    def lines(self) -> Iterator[str]:
        """Yield the SVG."""
        picture = self.picture
        keys = [(kind, ground) for kind, ground in self.grounds.items() if ground.title and self.used(kind)]
        foot = _HEAD + self.high + 28
        rows = -(-len(keys) // 6) if keys else 0
        legend = [line for told in picture.legend for line in self.folded(told)]
        height = foot + rows * 22 + _LINE * len(legend) + 30
        family = "Georgia, 'Times New Roman', serif"
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {self.width:.0f} {height:.0f}" font-family="{family}" fill="{INK}">'
        )
        yield "<defs>"
        yield from definitions(list(self.grounds.values()), self.prefix)
        yield "</defs>"
        yield f'<rect width="100%" height="100%" fill="{PAPER}"/>'
        for inset, width in ((8, 2.2), (13, 0.7)):
            yield (
                f'<rect x="{inset}" y="{inset}" width="{self.width - 2 * inset:.0f}" height="{height - 2 * inset:.0f}" '
                f'fill="none" stroke="{INK}" stroke-width="{width}"/>'
            )
        yield (
            f'<text x="{self.width / 2:.0f}" y="44" font-size="24" text-anchor="middle" letter-spacing="2" '
            f'font-variant="small-caps">{markup(picture.title)}</text>'
        )
        for shape in picture.shapes:
            yield from self.ground(shape)
        for edge in picture.edges:
            yield from self.edge(edge.kind, edge.style, (self.at(edge.ends[0]), self.at(edge.ends[1])))
        for sign in picture.pointers:
            yield pointer(sign, self.at(sign.at), self.at(sign.towards))
        for shape in picture.shapes:
            yield from self.upon(shape)
        yield from self.keys(keys, foot)
        for number, line in enumerate(legend):
            indent = 30 + 10 * (len(line) - len(line.lstrip()))
            y = foot + rows * 22 + 6 + _LINE * (number + 0.5)
            yield f'<text x="{indent}" y="{y:.0f}" font-size="12.5">{markup(line.strip())}</text>'
        yield "</svg>"

    def folded(self, told: str) -> list[str]:
        """Return a line of the legend as the lines that fit on the sheet."""
        indent = told[: len(told) - len(told.lstrip())]
        return textwrap.wrap(
            told, int((self.width - 60) / 7.4), initial_indent="", subsequent_indent=indent + "  "
        ) or [""]

    def used(self, kind: str) -> bool:
        return kind in self.picture.grounds or any(shape.fill == kind for shape in self.picture.shapes)

    def paint(self, kind: str) -> str:
        """Return what fills a kind of ground."""
        return f"url(#{self.prefix}ground{list(self.grounds).index(kind)})"

    def ground(self, shape: Shape) -> Iterator[str]:
        """Yield the outline of a shape with its ground, and its label."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, shape.outline))
        fill = self.paint(shape.fill)
        title = f"<title>{markup(shape.title)}</title>" if shape.title else ""
        yield f'<polygon points="{points}" fill="{fill}" stroke="{INK}" stroke-width="1.1">{title}</polygon>'
        if shape.level > 0:
            # the lighter, the higher
            yield f'<polygon points="{points}" fill="#fff" opacity="{min(0.27 * shape.level, 0.6):.2f}"/>'

    def edge(self, kind: str, style: str, ends: tuple[Point, Point]) -> Iterator[str]:
        """Yield a line between two shapes, in its style or told from others by its dashes."""
        if style:
            yield f"<g><title>{markup(kind)}</title>"
            yield from stroke(ends, style)
            yield "</g>"
            return
        (xa, ya), (xb, yb) = ends
        number = self.edges.index(kind)
        dash = "" if number == 0 else f' stroke-dasharray="{2 + 3 * number} 3"'
        yield (
            f'<line x1="{xa:.1f}" y1="{ya:.1f}" x2="{xb:.1f}" y2="{yb:.1f}" stroke="#4a2f12" stroke-width="4"{dash}>'
            f"<title>{markup(kind)}</title></line>"
        )

    def upon(self, shape: Shape) -> Iterator[str]:
        """Yield what stands on a shape: caption or label, words, tokens."""
        x, y = self.at(shape.centre)
        if shape.caption and shape.caption_at is not None:
            cx, cy = self.at(shape.caption_at)
            yield self.text(cx, cy + 4.5, shape.caption, 13, "bold")
        else:
            yield self.text(x, y - 23, shape.label, 10.5)
        colour = self.owner(shape.owner)
        for number, line in enumerate(shape.lines if not shape.tokens else ()):
            yield self.text(x, y + 4 + 13 * number, line, 11.5, fill=colour)
        many = len(shape.tokens)
        for number, token in enumerate(shape.tokens):
            yield from self.token(token, x, y + 3 + 21 * (number - (many - 1) / 2))

    def token(self, token: Token, x: float, y: float) -> Iterator[str]:
        """Yield a counter: a plate in its owner's colour, pale where it is done, wounds beside it."""
        colour = self.owner(token.owner)
        words = f"{token.name}  {token.words}".rstrip()
        half = max(3.35 * len(words) + 5, 17)
        fill, ink = (PAPER, colour) if token.done else (colour, PAPER)
        yield (
            f'<g><rect x="{x - half:.1f}" y="{y - 9.5:.1f}" width="{2 * half:.1f}" height="19" rx="3" fill="{fill}" '
            f'stroke="{PAPER}" stroke-width="2.4"/><rect x="{x - half + 1.4:.1f}" y="{y - 8.1:.1f}" '
            f'width="{2 * half - 2.8:.1f}" height="16.2" rx="2" fill="none" stroke="{ink}" stroke-width=".7"/>'
        )
        yield self.text(x, y + 4, words, 11, "bold", ink) + "</g>"
        if token.wounds:
            yield f'<circle cx="{x + half:.1f}" cy="{y - 8:.1f}" r="7.5" fill="{TINTS["paper"]}" stroke="#9a2424"/>'
            yield self.text(x + half, y - 4.4, str(token.wounds), 10.5, "bold", "#9a2424")

    def keys(self, keys: list[tuple[str, Ground]], foot: float) -> Iterator[str]:
        """Yield the grounds with their names, six in a row."""
        step = (self.width - 60) / 6
        for number, (kind, ground) in enumerate(keys):
            x, y = 30 + step * (number % 6), foot + 22 * (number // 6) - 12
            fill = self.paint(kind)
            yield f'<rect x="{x:.0f}" y="{y:.0f}" width="26" height="16" fill="{fill}" stroke="{INK}"/>'
            yield f'<text x="{x + 33:.0f}" y="{y + 12.5:.0f}" font-size="12.5">{markup(ground.title)}</text>'

    def text(self, x: float, y: float, words: str, size: float, weight: str = "normal", fill: str = INK) -> str:
        """Return centred words."""
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="middle" '
            f'fill="{fill}">{markup(words)}</text>'
        )
