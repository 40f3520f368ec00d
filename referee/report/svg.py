"""A picture as one self-contained SVG, in the manner of an engraving."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from referee.core.picture import Ground, Picture, Point, Shape, Token

from .engraving import COLOURS, INK, ORDER, OWNERS, PAPER, TINTS, definitions, pointer, stroke
from .escape import markup

_SCALE = 46.0
_MARGIN, _HEAD, _LINE, _LEAST = 34.0, 64.0, 17.0, 520.0
# how wide a letter of the legend is, and of a counter set in size 1; the room of a key, for a ground and for a mark
_LETTER, _BOLD, _KEY, _MARK = 7.4, 0.61, 110.0, 330.0
# counters by how many lie on one shape: the height of each, and the size of its words
_COUNTERS = {1: (19.0, 11.0), 2: (16.5, 10.5)}
_CROWDED = (14.5, 9.5)
_WOUND = "#9a2424"


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
        kinds = list(dict.fromkeys(shape.fill for shape in picture.shapes if shape.fill))
        plain = {
            kind: Ground(ORDER[n % len(ORDER)]) for n, kind in enumerate(k for k in kinds if k not in picture.styles)
        }
        self.grounds = {kind: picture.styles.get(kind) or plain[kind] for kind in kinds}
        self.edges = list(dict.fromkeys(edge.kind for edge in picture.edges))
        self.width = max(self.wide + 2 * _MARGIN, _LEAST)
        self.shift = (self.width - self.wide) / 2
        self.subtitle = textwrap.wrap(picture.subtitle, int((self.width - 60) / _LETTER))
        self.head = _HEAD + _LINE * len(self.subtitle)
        self.colours = self._colours()

    def _colours(self) -> list[str]:
        """Return the colour of each owner: his own where it is known, else one that nobody has."""
        named = [COLOURS.get(name, "") for name in self.picture.colours]
        free = [colour for colour in OWNERS if colour not in named]
        return [colour or free.pop(0) if colour or free else INK for colour in named] + free

    def at(self, point: Point) -> Point:
        """Return where a point of the picture lies on the sheet."""
        return (point[0] - self.left) * _SCALE + self.shift, (point[1] - self.top) * _SCALE + self.head

    def owner(self, number: int | None) -> str:
        """Return the colour of an owner."""
        if number is None:
            return INK
        return self.colours[number % len(self.colours)]

    def lines(self) -> Iterator[str]:
        """Yield the SVG."""
        picture = self.picture
        keys = [(kind, ground) for kind, ground in self.grounds.items() if ground.title and self.used(kind)]
        marks = self.marks()
        foot = self.head + self.high + 28
        below = foot + 22 * (self.rows(len(keys), _KEY, 6) + self.rows(len(marks), _MARK, 3))
        legend = [line for told in picture.legend for line in self.folded(told)]
        height = below + _LINE * (len(legend) + len(picture.table)) + 30
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
        for number, line in enumerate(self.subtitle):
            yield self.text(self.width / 2, 64 + _LINE * number, line, 12.5)
        for shape in picture.shapes:
            yield from self.ground(shape)
        for edge in picture.edges:
            yield from self.edge(edge.kind, edge.style, (self.at(edge.ends[0]), self.at(edge.ends[1])))
        for sign in picture.pointers:
            yield pointer(sign.kind, self.at(sign.at), self.at(sign.towards), self.owner(sign.owner))
        for shape in picture.shapes:
            yield from self.upon(shape)
        yield from self.keys(keys, foot)
        yield from self.explained(marks, foot + 22 * self.rows(len(keys), _KEY, 6))
        for number, line in enumerate(legend):
            indent = 30 + 10 * (len(line) - len(line.lstrip()))
            y = below + 6 + _LINE * (number + 0.5)
            yield f'<text x="{indent}" y="{y:.0f}" font-size="12.5">{markup(line.strip())}</text>'
        for number, line in enumerate(picture.table, len(legend)):
            y = below + 6 + _LINE * (number + 0.5)
            yield (
                f'<text x="30" y="{y:.0f}" font-size="11.5" font-family="monospace" xml:space="preserve">'
                f"{markup(line)}</text>"
            )
        yield "</svg>"

    def folded(self, told: str) -> list[str]:
        """Return a line of the legend as the lines that fit on the sheet."""
        indent = told[: len(told) - len(told.lstrip())]
        return textwrap.wrap(
            told, int((self.width - 60) / _LETTER), initial_indent="", subsequent_indent=indent + "  "
        ) or [""]

    def used(self, kind: str) -> bool:
        return any(shape.fill == kind for shape in self.picture.shapes)

    def paint(self, kind: str) -> str:
        """Return what fills a kind of ground."""
        return f"url(#{self.prefix}ground{list(self.grounds).index(kind)})"

    def ground(self, shape: Shape) -> Iterator[str]:
        """Yield the outline of a shape with its ground, and its label."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, shape.outline))
        fill = self.paint(shape.fill) if shape.fill else self.owner(shape.owner) if shape.owner is not None else PAPER
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
            top = min(self.at(point)[1] for point in shape.outline)
            yield self.text(x, top + 16, shape.label + (f" ^{shape.level}" if shape.level else ""), 10.5)
        colour = self.owner(shape.owner) if shape.fill else PAPER
        for number, line in enumerate(shape.lines if not shape.tokens else ()):
            yield self.text(x, y + 4 + 13 * number, line, 11.5, fill=colour)
        high, size = _COUNTERS.get(len(shape.tokens), _CROWDED)
        pile = (high + 1.5) * len(shape.tokens)
        first = self.pile_at(shape, pile) - (pile - high - 1.5) / 2
        room = (max(px for px, _ in shape.outline) - min(px for px, _ in shape.outline)) * _SCALE * 0.44
        for number, token in enumerate(shape.tokens):
            yield from self.token(token, x, first + (high + 1.5) * number, (room, high, size))

    def pile_at(self, shape: Shape, pile: float) -> float:
        """Return the height at which counters are centred, so that they leave the caption of their shape free."""
        middle = self.at(shape.centre)[1] + 3
        if not shape.caption or shape.caption_at is None:
            return middle
        caption = self.at(shape.caption_at)[1]
        return min(middle, caption - 9 - pile / 2) if caption > middle else max(middle, caption + 9 + pile / 2)

    def token(self, token: Token, x: float, y: float, into: tuple[float, float, float]) -> Iterator[str]:
        """Yield a counter: a plate in its owner's colour, pale where it is done, wounds beside it.

        It goes into half so much width, is so high, and its words have this size or, where they are long, a smaller.
        """
        room, high, size = into
        colour = self.owner(token.owner)
        words = f"{token.name}  {token.words}".rstrip()
        size = max(min(size, (room - 5) * 2 / _BOLD / max(len(words), 1)), 7.5)
        most = int((room - 5) * 2 / _BOLD / size)
        # of a long name the end, which tells it from others, is kept
        shown = words if len(words) <= most else f"{words[: most - 5]}…{words[-4:]}"
        half = max(_BOLD / 2 * size * len(shown) + 5, 17)
        fill, ink = (PAPER, colour) if token.done else (colour, PAPER)
        yield (
            f'<g><title>{markup(words)}</title><rect x="{x - half:.1f}" y="{y - high / 2:.1f}" '
            f'width="{2 * half:.1f}" height="{high:.1f}" rx="3" fill="{fill}" '
            f'stroke="{PAPER}" stroke-width="2.4"/><rect x="{x - half + 1.4:.1f}" y="{y - high / 2 + 1.4:.1f}" '
            f'width="{2 * half - 2.8:.1f}" height="{high - 2.8:.1f}" rx="2" fill="none" stroke="{ink}" '
            f'stroke-width=".7"/>'
        )
        yield self.text(x, y + size * 0.36, shown, round(size, 1), "bold", ink) + "</g>"
        if token.wounds:
            yield from self.wounds(x + half, y - 8, token.wounds)

    def wounds(self, x: float, y: float, number: int) -> Iterator[str]:
        """Yield the number of wounds in a circle."""
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7.5" fill="{TINTS["paper"]}" stroke="{_WOUND}"/>'
        yield self.text(x, y + 3.6, str(number), 10.5, "bold", _WOUND)

    def keys(self, keys: list[tuple[str, Ground]], foot: float) -> Iterator[str]:
        """Yield the grounds with their names, in rows."""
        many = self.columns(_KEY, 6)
        step = (self.width - 60) / many
        for number, (kind, ground) in enumerate(keys):
            x, y = 30 + step * (number % many), foot + 22 * (number // many) - 12
            fill = self.paint(kind)
            yield f'<rect x="{x:.0f}" y="{y:.0f}" width="26" height="16" fill="{fill}" stroke="{INK}"/>'
            yield f'<text x="{x + 33:.0f}" y="{y + 12.5:.0f}" font-size="12.5">{markup(ground.title)}</text>'

    def columns(self, room: float, most: int) -> int:
        """Return how many keys stand in a row."""
        return max(1, min(most, int((self.width - 60) / room)))

    def rows(self, number: int, room: float, most: int) -> int:
        """Return how many rows so many keys take."""
        return -(-number // self.columns(room, most))

    def marks(self) -> list[tuple[str, str]]:
        """Return what is explained beside the grounds, each as a drawing about the point (13, 8) and its words."""
        picture = self.picture
        tokens = [token for shape in picture.shapes for token in shape.tokens]
        out = []
        for edge in {edge.kind: edge for edge in picture.edges if edge.title}.values():
            ends = ((1.0, 8.0), (25.0, 8.0))
            out.append(("".join(self.edge(edge.kind, edge.style, ends)), edge.title))
        shown = {sign.kind for sign in picture.pointers}
        out += [(pointer(k, (13, 8), (26, 8)), told) for k, told in picture.signs.items() if k in shown]
        done = next((token for token in tokens if token.done), None)
        if done is not None and picture.done:
            sample = Token("", "", done.owner, done=True)
            out.append(("".join(self.token(sample, 13, 8, (22, 16, 10))), picture.done))
        if picture.wounds and any(token.wounds for token in tokens):
            out.append(("".join(self.wounds(13, 8, 3)), picture.wounds))
        return out

    def explained(self, marks: list[tuple[str, str]], foot: float) -> Iterator[str]:
        """Yield drawings with what they mean, in rows."""
        many = self.columns(_MARK, 3)
        step = (self.width - 60) / many
        for number, (drawing, told) in enumerate(marks):
            x, y = 30 + step * (number % many), foot + 22 * (number // many) - 12
            yield f'<g transform="translate({x:.0f} {y:.0f})">{drawing}</g>'
            yield f'<text x="{x + 33:.0f}" y="{y + 12.5:.0f}" font-size="12.5">{markup(told)}</text>'

    def text(self, x: float, y: float, words: str, size: float, weight: str = "normal", fill: str = INK) -> str:
        """Return centred words."""
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="middle" '
            f'fill="{fill}">{markup(words)}</text>'
        )
