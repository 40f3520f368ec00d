"""The Masterboard with its legions as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING

from referee.core.picture import Ground, Picture, Pointer, Shape, Token

from ..state import State
from .tables import Land
from .work import TITLES, Legion, MasterWork

if TYPE_CHECKING:
    from referee.core.picture import Point

    from ..rules import TitanRules

# a Land is a triangle of this side with its corners cut off by this much of a side
_SIDE, _CUT = 2.5, 0.19
_HEIGHT = _SIDE * sqrt(3) / 2
# the long sides in the order of the corners between which they lie, the short sides by their corner
_CORNERS = {True: ("N", "SE", "SW"), False: ("NE", "S", "NW")}
_LONG = {True: ("NE", "S", "NW"), False: ("SE", "SW", "N")}


def draw(state: State, rules: TitanRules) -> Picture:
    """Return the Masterboard as a picture: Lands with number, terrain and Signs, legions with their height."""
    work = MasterWork(state, rules)
    table = work.graph.table
    shapes = tuple(_land(work, name) for name in work.graph.lands)
    pointers = tuple(pointer for name in work.graph.lands for pointer in _signs(work, name))
    grounds = {name: Ground(kind.tint, kind.pattern, kind.title) for name, kind in table.terrains.items()}
    colours = tuple(_colour(work, player) for player in work.players)
    return Picture(
        "The Masterboard" if state.view is None else f"The Masterboard as {state.view} sees it",
        shapes,
        (),
        tuple(_legend(work)),
        (_SIDE / 2, _HEIGHT),
        colours=colours,
        styles=grounds,
        pointers=pointers,
        room=(8, 4),
    )


def _colour(work: MasterWork, player: str) -> str:
    """Return the colour of a player's markers, by the way their names begin."""
    colours = {prefix: colour for colour, prefix in work.rules.masterplay.colours.items()}
    names = [*work.markers.get(player, []), *(legion.id for legion in work.own(player))]
    if player in work.rules.masterplay.colours:
        return player
    return next((colours[name[:2]] for name in names if name[:2] in colours), "")


def _stands_up(land: Land) -> bool:
    return sum(land.at) % 2 == 1


def _corners(land: Land) -> tuple[Point, Point, Point]:
    """Return the corners of the whole triangle, clockwise."""
    column, row = land.at
    x, y = column * _SIDE / 2, row * _HEIGHT
    if _stands_up(land):
        return (x + _SIDE / 2, y), (x + _SIDE, y + _HEIGHT), (x, y + _HEIGHT)
    return (x + _SIDE, y), (x + _SIDE / 2, y + _HEIGHT), (x, y)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _land(work: MasterWork, name: str) -> Shape:
    land = work.graph.lands[name]
    corners = _corners(land)
    outline: list[Point] = []
    for number, corner in enumerate(corners):
        outline += [_between(corner, corners[number - 1], _CUT), _between(corner, corners[(number + 1) % 3], _CUT)]
    centre = (sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3)
    terrain = work.graph.table.terrains[land.terrain]
    legions = work.at(name)
    tokens = tuple(_token(work, legion) for legion in legions)
    number_at = _between(corners[_CORNERS[_stands_up(land)].index(land.number)], centre, 0.54)
    return Shape(
        tuple(outline),
        centre,
        land.terrain,
        f"{name} {terrain.mark}",
        title=f"{terrain.title} {name}",
        tokens=tokens,
        caption=name,
        caption_at=number_at,
    )


def _token(work: MasterWork, legion: Legion) -> Token:
    owner = work.players.index(legion.player)
    return Token(legion.id, str(legion.height), owner, done=legion.moved)


def _signs(work: MasterWork, name: str) -> Iterator[Pointer]:
    land, lands = work.graph.lands[name], work.graph.lands
    corners = _corners(land)
    centre = (sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3)
    for to, sign in land.exits.items():
        there = _corners(lands[to])
        shared = [corner for corner in corners if any(abs(corner[0] - x) + abs(corner[1] - y) < 0.01 for x, y in there)]
        middle = _between(shared[0], shared[1], 0.5)
        yield Pointer(_between(middle, centre, 0.17), middle, sign)


def _legend(work: MasterWork) -> Iterator[str]:
    """Yield what stands under the board: the turn, the players, their legions as far as they are known."""
    if work.source.masterboard is not None and work.source.masterboard.phase is not None:
        roll = f", roll {work.roll}" if work.roll is not None else ""
        yield f"Game-Turn {work.turn} of {work.mover}, {TITLES[work.stage]}{roll}"
    out = {fallen.player for fallen in work.fallen}
    for player in work.players:
        free = f", {len(work.markers[player])} markers free" if player in work.markers else ""
        yield f"{player}: score {work.score_of(player)}{free}" + (", out of the game" if player in out else "")
        for legion in work.own(player):
            held = f": {_held(work, legion)}" if legion.contents is not None else ""
            yield f"  {legion.id} in {work.graph.titled(legion.land)}, {legion.height} high{held}"
    if work.slain:
        yield f"slain: {work.title(n for n, k in work.slain.items() for _ in range(k))}"


def _held(work: MasterWork, legion: Legion) -> str:
    count = Counter(legion.contents or ())
    return ", ".join(f"{number} {name}" if number > 1 else name for name, number in count.items())
