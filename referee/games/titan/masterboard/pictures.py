"""The picture of the Masterboard with its legions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt

from referee.core.documents.problems import counted, listed
from referee.core.game.picture import GroundStyle, Picture, Point, Pointer, Shape, Token

from ..carriers import Effect
from .effects import described
from .legion import Legion, marker_prefixes
from .position import MasterboardPosition
from .seen import seen_of
from .state import MageState, Stage
from .tables import Land, Sign

# a Land is a triangle with sides of this length, its corners cut off by this share of a side
_SIDE, _CUT = 3.1, 0.19
_HEIGHT = _SIDE * sqrt(3) / 2
# the short sides by their corner, clockwise
_CORNERS = {True: ("N", "SE", "SW"), False: ("NE", "S", "NW")}
# what a Sign allows for the first step, and for a later one
_BEGIN = {"only": "the first step must", "may": "the first step may", "tower": "the first step off a Tower may"}
_GO_ON = {"may": "a later one may", "must": "a later one must"}
_LONG = {True: ("NE", "S", "NW"), False: ("SE", "SW", "N")}


def draw(position: MasterboardPosition, about: list[str]) -> Picture:
    """Return the Masterboard as a picture: Lands with number, terrain and Signs, legions with their height.

    `about` holds the name of the game, if any; the phase is added to it.
    """
    table = position.graph.table
    shapes = tuple(_land(position, name) for name in position.graph.lands)
    pointers = tuple(pointer for name in position.graph.lands for pointer in _signs(position, name))
    grounds = {name: GroundStyle(kind.tint, kind.pattern, kind.title) for name, kind in table.terrains.items()}
    colours = tuple(colour_of(position, player) for player in position.players)
    phase = position.phase()
    if phase is not None and position.phase_given:
        rolled = f", roll {position.roll}" if position.roll is not None else ""
        about = [*about, phase.title + rolled]
    return Picture(
        "The Masterboard" if position.viewer is None else f"The Masterboard as {position.viewer} sees it",
        shapes,
        (),
        tuple(_legend(position)),
        (_SIDE / 2, _HEIGHT),
        tuple(position.players),
        colours=colours,
        styles=grounds,
        pointers=pointers,
        room=(8, 4),
        subtitle="; ".join(about),
        signs={name: _meaning(sign) for name, sign in table.signs.items()},
        done="has moved in this Game-Turn",
        laid="lies on the Land",
    )


def _meaning(sign: Sign) -> str:
    """Return what a Sign allows and forces (LoT 7.4)."""
    parts = [words for words in (_BEGIN.get(sign.begin), _GO_ON.get(sign.on)) if words is not None]
    return f"{sign.title}: {', '.join(parts)}"


def colour_of(position: MasterboardPosition, player: str) -> str:
    """Return the colour of a player's markers, by the prefix of their names; empty if it is not known.

    It stays the one that a new game gives them, even if they hold the markers of a fallen player, or none.
    """
    colours = {prefix: colour for colour, prefix in position.rules.masterplay.colours.items()}
    names = [*position.markers.get(player, []), *(legion.id for legion in position.own(player))]
    held = [name[:2] for name in names if name[:2] in colours]
    given = marker_prefixes(list(position.players), position.rules).get(player, "")
    if player in position.rules.masterplay.colours:
        return player
    return colours.get(given if given in held or not names else next(iter(held), ""), "")


def _corners(land: Land) -> tuple[Point, Point, Point]:
    """Return the corners of the uncut triangle, clockwise."""
    column, row = land.at
    x, y = column * _SIDE / 2, row * _HEIGHT
    if land.stands_up:
        return (x + _SIDE / 2, y), (x + _SIDE, y + _HEIGHT), (x, y + _HEIGHT)
    return (x + _SIDE, y), (x + _SIDE / 2, y + _HEIGHT), (x, y)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _land(position: MasterboardPosition, name: str) -> Shape:
    land = position.graph.lands[name]
    corners = _corners(land)
    outline: list[Point] = []
    for number, corner in enumerate(corners):
        outline += [_between(corner, corners[number - 1], _CUT), _between(corner, corners[(number + 1) % 3], _CUT)]
    centre = (sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3)
    terrain = position.graph.table.terrains[land.terrain]
    legions = position.at(name)
    tokens = tuple(
        Token(one.id, str(one.height), position.players.index(one.player), done=one.moved) for one in legions
    )
    laid = _laid_on(position, name)
    tokens += tuple(Token(effect.title, laid=True) for effect in laid)
    number_at = _between(corners[_CORNERS[land.stands_up].index(land.number)], centre, 0.54)
    return Shape(
        tuple(outline),
        centre,
        land.terrain,
        f"{name} {terrain.mark}",
        title=f"{terrain.title} {name}",
        tokens=tokens,
        caption=name,
        caption_at=number_at,
        mark=" ".join(effect.land_mark for effect in laid),
    )


def _laid_on(position: MasterboardPosition, land: str) -> list[Effect]:
    """Return what lies on a Land: Storms, then other effects."""
    storms = [storm.spell for storm in position.storms if str(storm.land) == land]
    others = [one.effect for one in position.effects if str(one.land) == land]
    return [position.rules.effects[name] for name in (*storms, *others)]


def _signs(position: MasterboardPosition, name: str) -> Iterator[Pointer]:
    land, lands = position.graph.lands[name], position.graph.lands
    corners = _corners(land)
    centre = (sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3)
    for to, sign in land.exits.items():
        there = _corners(lands[to])
        shared = [corner for corner in corners if any(abs(corner[0] - x) + abs(corner[1] - y) < 0.01 for x, y in there)]
        middle = _between(shared[0], shared[1], 0.5)
        yield Pointer(_between(middle, centre, 0.17), middle, sign)


def _legend(position: MasterboardPosition) -> Iterator[str]:
    """Yield the lines under the board: the state of the game, the players, and their legions as far as known."""
    yield from _situation(position)
    out = {fallen.player for fallen in position.fallen}
    # the one who looks reads their own first
    for player in sorted(position.players, key=lambda one: one != position.viewer):
        free = f", {counted(len(position.markers[player]), 'marker')} free" if player in position.markers else ""
        colour = colour_of(position, player)
        named = player if colour in ("", player) else f"{player} ({colour})"
        yield f"{named}: score {position.score_of(player)}{free}" + (", out of the game" if player in out else "")
        for legion in position.own(player):
            held = f": {_held(legion)}" if legion.contents is not None else seen_of(position, legion)
            yield f"  {legion.id} in {position.graph.titled(legion.land)}, {legion.height} high{held}"
            for mage in legion.magi:
                yield from _stack(mage)
    for storm in position.storms:
        effect = position.rules.effects[storm.spell]
        yield f"{effect.land_mark} {effect.title} over {position.graph.titled(str(storm.land))}"
    for laid in position.effects:
        effect = position.rules.effects[laid.effect]
        yield f"{effect.land_mark} {described(position, laid)}"
    if position.slain:
        yield f"slain: {position.title(n for n, k in position.slain.items() for _ in range(k))}"


def _situation(position: MasterboardPosition) -> Iterator[str]:
    """Yield how the game ended, or the Engagement being resolved and the players the game waits for."""
    ended = position.outcome
    if ended is not None:
        totals = f"; {', '.join(f'{player} {total}' for player, total in ended.totals.items())}" if ended.totals else ""
        who = " and ".join(ended.winners)
        yield f"the game is over ({ended.how}): {f'{who} has won' if who else 'nobody has won'}{totals}"
        return
    now = position.engagement
    if now is not None:
        attacker, defender = (position.legions.get(ident) for ident in (now.attacker, now.defender))
        stages: dict[Stage, str] = {
            "consider": f"{listed(position.acting(), 'and')} considers it before the legions are shown",
            "answer": f"{now.defender} says whether it flees",
            "talks": "the two players talk, or fight",
            "battle": "the battle is being fought",
            "gains": "it is won, and may still bring the winner something",
        }
        stage = stages[now.stage]
        sides = f"{_whose(attacker, now.attacker)} attacks {_whose(defender, now.defender)}"
        side = f" from the {attacker.side}" if attacker is not None and attacker.side is not None else ""
        yield f"Engagement in {position.graph.titled(str(now.land))}: {sides}{side}; {stage}"
    for land in position.engaged() if position.stage in ("movement", "engagement") else ():
        if now is None or land != str(now.land):
            yield f"Engagement to come in {position.graph.titled(land)}"
    if position.phase_given:
        yield f"orders are awaited from {listed(position.acting(), 'and')}"
    if position.legions:
        yield "the number on a marker is the height of its legion"


def _whose(legion: Legion | None, ident: str) -> str:
    return ident if legion is None else f"{ident} of {legion.player}"


def _stack(mage: MageState) -> Iterator[str]:
    """Yield the Spells of a Mage as far as they are known, and whether it has cast in this Game-Turn."""
    spells = None if mage.number is None else counted(mage.number, "Spell")
    named = f": {', '.join(mage.held)}" if mage.held else ""
    words = [*([] if spells is None else [f"{spells}{named}"]), *(["has cast a Strategic Spell"] if mage.cast else [])]
    if words:
        yield f"    {mage.id}, {'; '.join(words)}"


def _held(legion: Legion) -> str:
    count = Counter(legion.contents or ())
    return ", ".join(f"{number} {name}" if number > 1 else name for name, number in count.items())
