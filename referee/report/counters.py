"""Place counters on a shape: inside its outline, clear of each other and of what is printed there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product
from math import ceil

from referee.core.game.picture import Point, Token

# how wide a letter is, set in size 1
LETTER = 0.61
# how high a counter is, and the size of its words: from the one that is easiest to read to the smallest
_SIZES = ((19.0, 11.0), (16.5, 10.5), (14.5, 9.5), (13.0, 8.5), (11.5, 7.5), (10.0, 6.5))
# words are cut before they are set smaller than this on a counter that could hold larger ones
_SMALL = 7.5
# how much of the width of a shape half a counter may take
_SHARES = (0.44, 0.3)
# the room between two counters, and the step of the grid on which a place is looked for
_GAP, _STEP = 1.5, 2.5
# a point of that grid, counted from its middle
_Step = tuple[int, int]


@dataclass(frozen=True)
class Box:
    """A rectangle by its middle, half its width and half its height."""

    x: float
    y: float
    wide: float
    high: float

    def meets(self, other: Box) -> bool:
        """Return whether two rectangles overlap."""
        return abs(self.x - other.x) < self.wide + other.wide and abs(self.y - other.y) < self.high + other.high


@dataclass(frozen=True)
class Counter:
    """A token at its place: the words that fit on it, their size, and all words if some do not fit."""

    token: Token
    box: Box
    size: float
    shown: str
    whole: str


def words_of(token: Token) -> str:
    """Return all the words of a token."""
    return f"{token.name}  {token.words}".rstrip()


# a season by mail draws the same counters on the same Lands for every player
@lru_cache(maxsize=1024)
def place_counters(
    tokens: tuple[Token, ...], outline: tuple[Point, ...], centre: Point, taken: tuple[Box, ...]
) -> Sequence[Counter]:
    """Return counters for tokens on a convex shape, of one size, as large as it can be, near its centre.

    None covers a rectangle that is taken or another counter. If there is no room for all, the last one represents
    those that are left out, and names them.
    """
    if not tokens:
        return []
    ground = _Ground(outline, centre, taken)
    most: list[Counter] = []
    for (high, size), share in product(_SIZES, _SHARES):
        counters = _sized(tokens, 2 * ground.whole.wide * share, high, size)
        places = ground.places(counters[0].box, len(counters))
        found = [replace(c, box=replace(c.box, x=x, y=y)) for c, (x, y) in zip(counters, places, strict=False)]
        if len(found) == len(tokens):
            return found
        most = max(most, found, key=len)
    # if there is no room at all, one counter in the middle represents all
    return _more(most or [replace(counters[0], box=replace(counters[0].box, x=centre[0], y=centre[1]))], tokens)


def _sized(tokens: Sequence[Token], wide: float, high: float, size: float) -> list[Counter]:
    """Return counters without a place, all as wide as the widest needs; long words are set smaller, then cut."""
    out = []
    for token in tokens:
        words = words_of(token)
        fits = max(min(size, (wide - 5) * 2 / LETTER / max(len(words), 1)), min(size, _SMALL))
        most = max(int((wide - 5) * 2 / LETTER / fits), 6)
        # the end of a long name is kept, since it distinguishes the name from others
        shown = words if len(words) <= most else f"{words[: most - 5]}…{words[-4:]}"
        half = max(LETTER / 2 * fits * len(shown) + 0.45 * fits, high * 0.9)
        out.append(Counter(token, Box(0.0, 0.0, half, high / 2), round(fits, 1), shown, words))
    widest = max(counter.box.wide for counter in out)
    return [replace(counter, box=Box(0.0, 0.0, widest, high / 2)) for counter in out]


def _more(found: list[Counter], tokens: Sequence[Token]) -> list[Counter]:
    """Return counters of which the last represents all tokens without one."""
    hidden = tokens[len(found) - 1 :]
    if len(hidden) == 1:
        return found
    last, shown, owners = found[-1], f"+{len(hidden)}", {token.owner for token in hidden}
    token = Token(shown, "", owners.pop() if len(owners) == 1 else None, all(token.done for token in hidden))
    size = round(min(last.size, (2 * last.box.wide - 2) / LETTER / len(shown)), 1)
    return [*found[:-1], replace(last, token=token, size=size, shown=shown, whole=", ".join(map(words_of, hidden)))]


class _Ground:
    """A convex shape with a grid of points on it, those near its centre first."""

    def __init__(self, outline: Sequence[Point], centre: Point, taken: Sequence[Box]) -> None:
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        wide, high = (max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2
        self.whole = Box(min(xs) + wide, min(ys) + high, wide, high)
        self.taken = [box for box in taken if box.meets(self.whole)]
        self.centre = centre
        self.steps = _steps(int(wide / _STEP) + 1, int(high / _STEP) + 1)
        self.sides = _sides(outline, centre)

    def places(self, box: Box, number: int) -> list[Point]:
        """Return places for a number of boxes of a size: in a pile, or each by itself if no pile fits."""
        free = self._free(box.wide, box.high)
        pitch = ceil((2 * box.high + _GAP) / _STEP)
        # the middle of an even pile lies between two counters
        pitch += pitch % 2 if number % 2 == 0 else 0
        offsets = [round((n - (number - 1) / 2) * pitch) for n in range(number)]
        for i, j in self.steps:
            if all(free((i, j + offset)) for offset in offsets):
                return [self._at((i, j + offset)) for offset in offsets]
        apart = (2 * box.wide + _GAP) / _STEP, (2 * box.high + _GAP) / _STEP
        left = list(filter(free, self.steps))
        out: list[Point] = []
        while left and len(out) < number:
            x, y = left[0]
            out.append(self._at((x, y)))
            left = [(i, j) for i, j in left if abs(i - x) >= apart[0] or abs(j - y) >= apart[1]]
        return out

    def _at(self, step: _Step) -> Point:
        return self.centre[0] + step[0] * _STEP, self.centre[1] + step[1] * _STEP

    def _free(self, wide: float, high: float) -> Callable[[_Step], bool]:
        """Return whether a box at a point is inside the outline and covers nothing that is taken, as a function."""
        sides = [(a, b, c - abs(a) * wide - abs(b) * high) for a, b, c in self.sides]
        taken = [(box.x, box.y, box.wide + wide, box.high + high) for box in self.taken]

        @cache
        def free(step: _Step) -> bool:
            x, y = self._at(step)
            return all(a * x + b * y + c >= 0 for a, b, c in sides) and not any(
                abs(x - left) < w and abs(y - top) < h for left, top, w, h in taken
            )

        return free


@cache
def _steps(across: int, down: int) -> list[_Step]:
    """Return the points of a grid around its middle, the nearest first."""
    steps = product(range(-across, across + 1), range(-down, down + 1))
    return sorted(steps, key=lambda step: (step[0] ** 2 + step[1] ** 2, step))


def _sides(outline: Sequence[Point], centre: Point) -> list[tuple[float, float, float]]:
    """Return every side of a convex outline as a, b, c, with ax + by + c > 0 where its centre is."""
    out = []
    for (xa, ya), (xb, yb) in zip(outline, [*outline[1:], outline[0]], strict=True):
        a, b = ya - yb, xb - xa
        c = -(a * xa + b * ya)
        sign = 1.0 if a * centre[0] + b * centre[1] + c > 0 else -1.0
        out.append((sign * a, sign * b, sign * c))
    return out
