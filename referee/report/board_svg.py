"""The board of a picture as SVG, in the style of an engraving, and the drawings of its legend."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from referee.core.game.picture import GroundStyle, Picture, Point, Shape, Token

from .counters import LETTER, Box, Counter, place_counters
from .escape import markup
from .svg_style import COLOURS, DOWNHILL, INK, ORDER, OWNERS, PAPER, REACH, TINTS, definitions, pointer, stroke

FAMILY = "Georgia, 'Times New Roman', serif"
SCALE = 46.0
_CAPTION = 13.0
_WOUND = "#9a2424"
# room around the board for signs outside its shapes
_MARGIN = 30.0
# a drawing beside its explanation: its width and height, and where its middle lies
KEY = (28.0, 16.0)
_AT = (14.0, 8.0)


class BoardDrawing:
    """The board of one picture: the places of its points and the meaning of its colours.

    A prefix keeps the names inside apart from those of other pictures on the same page. Shapes and counters that have
    one of the `words` in them bear it in an attribute `data-names`, so that a page can find them.
    """

    def __init__(
        self, picture: Picture, prefix: str, shift: Point = (_MARGIN, _MARGIN), words: Collection[str] = ()
    ) -> None:
        self.picture = picture
        self.words = words
        self.prefix = prefix
        self.shift = shift
        # a board in words alone has no shapes
        points = [point for shape in picture.shapes for point in shape.outline] or [(0.0, 0.0)]
        self.left, self.top = min(x for x, _ in points), min(y for _, y in points)
        self.wide = (max(x for x, _ in points) - self.left) * SCALE
        self.high = (max(y for _, y in points) - self.top) * SCALE
        kinds = list(dict.fromkeys(shape.fill for shape in picture.shapes if shape.fill))
        plain = {
            kind: GroundStyle(ORDER[n % len(ORDER)])
            for n, kind in enumerate(k for k in kinds if k not in picture.styles)
        }
        self.grounds = {kind: picture.styles.get(kind) or plain[kind] for kind in kinds}
        self.edges = list(dict.fromkeys(edge.kind for edge in picture.edges))
        self.colours = self._colours()

    def _colours(self) -> list[str]:
        """Return the colour of each owner: their own if it is known, else an unused one."""
        named = [COLOURS.get(name, "") for name in self.picture.colours]
        free = [colour for colour in OWNERS if colour not in named]
        return [colour or free.pop(0) if colour or free else INK for colour in named] + free

    def at(self, point: Point) -> Point:
        """Return the place of a point of the picture in the drawing."""
        return (point[0] - self.left) * SCALE + self.shift[0], (point[1] - self.top) * SCALE + self.shift[1]

    def owner(self, number: int | None) -> str:
        """Return the colour of an owner."""
        if number is None:
            return INK
        return self.colours[number % len(self.colours)]

    def svg(self) -> Iterator[str]:
        """Yield the board alone as an SVG that takes the width it is given."""
        yield self.around([*self.definitions(), *self.drawn()])

    def around(self, lines: Iterable[str]) -> str:
        """Return an SVG of the size of the board that holds some lines."""
        wide, high = self.wide + 2 * _MARGIN, self.high + 2 * _MARGIN
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" '
            f'style="--wide:{wide:.0f}px" font-family="{FAMILY}" fill="{INK}" role="img"{self.measure()}>'
        )
        return "\n".join([head, f"<title>{markup(self.picture.title)}</title>", *lines, "</svg>"])

    def measure(self) -> str:
        """Return the attribute with which a page finds the x and y of a point: paces for each unit, x and y at 0,0."""
        if not self.words or self.picture.paces is None:
            return ""
        unit, high = self.picture.paces
        (x, y), each = self.at((0.0, 0.0)), unit / SCALE
        return f' data-paces="{each:.6f} {-x * each:.3f} {high + y * each:.3f}"'

    def definitions(self) -> Iterator[str]:
        """Yield the definitions of the fills of grounds."""
        yield "<defs>"
        yield from definitions(list(self.grounds.values()), self.prefix)
        yield "</defs>"

    def drawn(self) -> Iterator[str]:
        """Yield the shapes with their ground, then edges and signs, then the contents of the shapes."""
        picture = self.picture
        for shape in picture.shapes:
            yield from self.ground(shape)
        for edge in picture.edges:
            yield from self.edge(edge.kind, edge.style, (self.at(edge.ends[0]), self.at(edge.ends[1])))
        for sign in picture.pointers:
            yield pointer(sign.kind, self.at(sign.at), self.at(sign.towards), self.owner(sign.owner))
        for shape in picture.shapes:
            yield from self.upon(shape)

    def paint(self, kind: str) -> str:
        """Return the fill of a kind of ground."""
        return f"url(#{self.prefix}ground{list(self.grounds).index(kind)})"

    def ground(self, shape: Shape) -> Iterator[str]:
        """Yield the outline of a shape with its ground, and its label."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, shape.outline))
        fill = self.paint(shape.fill) if shape.fill else self.owner(shape.owner) if shape.owner is not None else PAPER
        title = f"<title>{markup(shape.title)}</title>" if shape.title else ""
        names = self.named(*words_on(shape))
        yield f'<polygon points="{points}" fill="{fill}" stroke="{INK}" stroke-width="1.1"{names}>{title}</polygon>'
        if shape.level > 0:
            # the lighter, the higher
            yield f'<polygon points="{points}" fill="#fff" opacity="{min(0.27 * shape.level, 0.6):.2f}"/>'

    def edge(self, kind: str, style: str, ends: tuple[Point, Point]) -> Iterator[str]:
        """Yield a line between two shapes, in its style, or with dashes that distinguish its kind."""
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
        """Yield the contents of a shape: caption or label, words, tokens."""
        x, y = self.at(shape.centre)
        if shape.caption and shape.caption_at is not None:
            cx, cy = self.at(shape.caption_at)
            yield self.text(cx, cy + 4.5, shape.caption, _CAPTION, "bold")
        else:
            top = min(self.at(point)[1] for point in shape.outline)
            yield self.text(x, top + 16, shape.label + (f" ^{shape.level}" if shape.level else ""), 10.5)
        colour = self.owner(shape.owner) if shape.fill else PAPER
        for number, line in enumerate(shape.lines if not shape.tokens else ()):
            yield self.text(x, y + 4 + 13 * number, line, 11.5, fill=colour)
        if not shape.tokens:
            return
        outline = tuple(map(self.at, shape.outline))
        taken = (*self.printed(shape), *self.signs)
        for counter in place_counters(tuple(shape.tokens), outline, (x, y + 3), taken):
            yield from self.counter(counter, words_on(shape))

    def named(self, *texts: str, at: Iterable[str] = ()) -> str:
        """Return the attributes with those of the words that texts have, and those of the place `at` which they are."""
        if not self.words:
            return ""
        own, place = self._known(texts), self._known(at)
        return "".join(
            f' {name}="{markup(" ".join(found))}"' for name, found in (("data-names", own), ("data-at", place)) if found
        )

    def _known(self, texts: Iterable[str]) -> list[str]:
        parts = (part for text in texts for part in (text, *re.split(r"[\s,]+", text)))
        return list(dict.fromkeys(part for part in parts if part in self.words and " " not in part))

    def printed(self, shape: Shape) -> Iterator[Box]:
        """Yield the parts of a shape where its caption or label is printed, which no counter may cover."""
        if shape.caption and shape.caption_at is not None:
            x, y = self.at(shape.caption_at)
            yield Box(x, y, LETTER / 2 * _CAPTION * len(shape.caption) + 1, _CAPTION * 0.42)
        elif shape.label:
            top = min(self.at(point)[1] for point in shape.outline)
            yield Box(self.at(shape.centre)[0], top + 12, 18, 6)

    @cached_property
    def signs(self) -> list[Box]:
        """The parts of the board that its signs take, which no counter may cover."""
        reach = [(self.at(sign.at), REACH.get(sign.kind, 8.0)) for sign in self.picture.pointers]
        return [Box(x, y, half, half) for (x, y), half in reach]

    def counter(self, counter: Counter, at: Iterable[str] = ()) -> Iterator[str]:
        """Yield a counter at a place: a plate in its owner's colour, pale if it is done or laid, with its wounds."""
        token, box = counter.token, counter.box
        colour = self.owner(token.owner)
        fill, ink = (PAPER, colour) if token.done or token.laid else (colour, PAPER)
        title = f"<title>{markup(counter.whole)}</title>" if counter.whole else ""
        yield (
            f"<g{self.named(token.name, counter.whole, token.of, at=at)}>{title}"
            f'<rect x="{box.x - box.wide:.1f}" y="{box.y - box.high:.1f}" '
            f'width="{2 * box.wide:.1f}" height="{2 * box.high:.1f}" rx="3" fill="{fill}" '
            f'stroke="{PAPER}" stroke-width="1.4"/><rect x="{box.x - box.wide + 1.2:.1f}" '
            f'y="{box.y - box.high + 1.2:.1f}" width="{2 * box.wide - 2.4:.1f}" height="{2 * box.high - 2.4:.1f}" '
            f'rx="2" fill="none" stroke="{ink}" stroke-width=".7"/>'
        )
        yield self.text(box.x, box.y + counter.size * 0.36, counter.shown, counter.size, "bold", ink) + "</g>"
        if token.wounds:
            yield from self.wounds(box.x + box.wide, box.y - 8, token.wounds)

    def wounds(self, x: float, y: float, number: int) -> Iterator[str]:
        """Yield the number of wounds in a circle."""
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7.5" fill="{TINTS["paper"]}" stroke="{_WOUND}"/>'
        yield self.text(x, y + 3.6, str(number), 10.5, "bold", _WOUND)

    def keys(self) -> Iterator[tuple[str, str]]:
        """Yield every ground that has a name: a drawing of it, and the name."""
        wide, high = KEY
        for kind, ground in self.grounds.items():
            if ground.title:
                fill = self.paint(kind)
                rect = f'<rect x="1" y="0" width="{wide - 2:.0f}" height="{high:.0f}" fill="{fill}" stroke="{INK}"/>'
                yield rect, ground.title

    def marks(self) -> Iterator[tuple[str, str]]:
        """Yield the rest of the legend, each entry a drawing and its meaning: players, edges, signs, counters."""
        picture, (x, y) = self.picture, _AT
        tokens = [token for shape in picture.shapes for token in shape.tokens]
        seen = {s.owner for s in picture.shapes} | {t.owner for t in tokens} | {p.owner for p in picture.pointers}
        for number, name in enumerate(picture.owners):
            if number in seen:
                yield self._sample(Token("", "", number)), name
        for edge in {edge.kind: edge for edge in picture.edges if edge.title}.values():
            sides = f": {DOWNHILL[edge.style]}" if edge.style in DOWNHILL else ""
            yield "".join(self.edge(edge.kind, edge.style, ((x - 12, y), (x + 12, y)))), f"{edge.title}{sides}"
        shown = {sign.kind for sign in picture.pointers}
        for kind, told in picture.signs.items():
            if kind in shown:
                yield pointer(kind, _AT, (x + 13, y)), told
        if picture.laid and any(token.laid for token in tokens):
            yield self._sample(Token("", laid=True)), picture.laid
        done = next((token for token in tokens if token.done), None)
        if done is not None and picture.done:
            yield self._sample(Token("", "", done.owner, done=True)), picture.done
        if picture.wounds and any(token.wounds for token in tokens):
            yield "".join(self.wounds(x, y, 3)), picture.wounds

    def samples(self) -> list[tuple[str, str]]:
        """Return the whole legend, each entry a small picture and its meaning."""
        wide, high = KEY
        return [
            (f'<svg width="{wide:.0f}" height="{high:.0f}" aria-hidden="true">{drawing}</svg>', told)
            for drawing, told in (*self.keys(), *self.marks())
        ]

    def _sample(self, token: Token) -> str:
        return "".join(self.counter(Counter(token, Box(*_AT, 13, 7.5), 10, "", "")))

    def text(self, x: float, y: float, words: str, size: float, weight: str = "normal", fill: str = INK) -> str:
        """Return centred words."""
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" text-anchor="middle" '
            f'fill="{fill}">{markup(words)}</text>'
        )


def words_on(shape: Shape) -> list[str]:
    """Return the texts by which orders may call a shape: its label and caption, and its words if it has no counters."""
    return [shape.label, shape.caption, *(shape.lines if not shape.tokens else ())]
