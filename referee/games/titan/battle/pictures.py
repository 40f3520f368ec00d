"""The picture of a Battleland with its pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, hypot, pi, sin, sqrt

from referee.core.game.picture import Edge, GroundStyle, Picture, Point, Pointer, Shape, Token

from ..carriers import Carrying, Effect
from ..sides import SIDES
from ..tables import Hazard
from .board import Board, bits
from .effects import describe_effect
from .pieces import OFF, Piece
from .position import BattlePosition
from .spells import describe_spell

# the distance of an entry arrow from the middle of its hex, in side lengths of a hex
_OUTSIDE = 1.17
_SIDE_VERBS = {"attacker": "attacks", "defender": "defends"}


def draw(position: BattlePosition, title: str, subtitle: str, colours: tuple[str, ...]) -> Picture:
    """Return the battle as a picture: hexes with labels and hazards, pieces with hits, entry arrows.

    `colours` are those of the two players, empty if they have none.
    """
    board, hazards = position.fight.board, position.rules.hazards.hazards
    styles = {name: GroundStyle(h.tint, h.pattern, h.title) for name, h in hazards.items() if h.lies == "hex"}
    for laid in board.laid:
        if laid.low is None and isinstance(laid.carrier.table, Effect):
            styles[laid.carrier.name] = GroundStyle(laid.carrier.table.tint, "none", laid.carrier.title)
    piece_on = {p.hex: p for p in position.fight.pieces.values() if p.hex != OFF}
    edges = tuple(
        Edge(_side(board, one, other), carrier.name, carrier.table.stroke, carrier.title)
        for (one, other), crossings in board.sides.items()
        for carrier, crossing in crossings
        if crossing == "down" and isinstance(carrier.table, (Hazard, Effect))
    )
    striking, upon = position.fight.striking_phase, _upon_pieces(position)
    return Picture(
        title,
        tuple(_hex(board, number, piece_on.get(number), striking, upon) for number in range(len(board.labels))),
        edges,
        tuple(_legend(position)),
        owners=tuple(position.players),
        marks=tuple(side[0].upper() for side in SIDES),
        colours=colours,
        styles=styles,
        pointers=tuple(pointer for side in range(2) for pointer in _entries(position, side)),
        room=(13, 2),
        subtitle=subtitle,
        signs={"entry": "where a player's characters enter"},
        done="has struck in this phase" if striking else "has moved in this phase",
        wounds="hits taken",
        laid="lies on the character",
        letters=tuple(_letters(position)),
    )


def _centre(board: Board, hex_: int) -> Point:
    q, r = board.coordinates[hex_]
    return 1.5 * q, sqrt(3) * (r + q / 2)


def _upon_pieces(position: BattlePosition) -> dict[str, list[Token]]:
    """Return what lies on each piece: effects and Spells, by their titles."""
    effects = [(effect.piece, effect.effect) for effect in position.effects]
    spells = [(spell.on, position.rules.laid_by_spells.get(spell.spell)) for spell in position.spells]
    found: dict[str, list[Token]] = {}
    for piece, name in (*effects, *spells):
        if piece is not None and name is not None:
            found.setdefault(piece, []).append(Token(position.rules.effects[name].title, laid=True))
    return found


def _hex(board: Board, hex_: int, piece: Piece | None, striking: bool, upon: Mapping[str, list[Token]]) -> Shape:
    x, y = _centre(board, hex_)
    outline = tuple((x + cos(k * pi / 3), y + sin(k * pi / 3)) for k in range(6))
    borne = board.borne[hex_]
    mark = "".join(_mark(carrier) for carrier in borne)
    mark += f"^{board.elevation[hex_]}" if board.elevation[hex_] else ""
    mark += f" {piece.hits}*" if piece is not None and piece.hits else ""
    owner = None if piece is None else piece.side
    done = piece is not None and (piece.struck if striking else piece.moved)
    tokens = () if piece is None else (Token(piece.id, "", owner, done, piece.hits), *upon.get(piece.id, ()))
    return Shape(
        outline,
        (x, y),
        board.uppermost(hex_),
        board.labels[hex_],
        () if piece is None else (piece.id,),
        owner,
        board.ground(hex_),
        tokens,
        level=board.elevation[hex_],
        mark=mark,
    )


def _mark(carrier: Carrying) -> str:
    """Return the mark of what a hex bears: its own, or of an effect without one its first letter."""
    table = carrier.table
    if isinstance(table, Effect):
        return table.hex_mark
    return table.mark if isinstance(table, Hazard) else ""


def _side(board: Board, one: int, other: int) -> tuple[Point, Point]:
    """Return the ends of the hexside between two neighbours."""
    (x1, y1), (x2, y2) = _centre(board, one), _centre(board, other)
    mx, my, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1
    half = 0.5 / sqrt(dx * dx + dy * dy)
    return (mx - dy * half, my + dx * half), (mx + dy * half, my - dx * half)


def _entries(position: BattlePosition, side: int) -> Iterator[Pointer]:
    """Yield an arrow outside every entry hex of a player, at right angles to that side of the map."""
    board = position.fight.board
    centres = [_centre(board, hex_) for hex_ in bits(position.fight.sides[side])]
    if not centres:
        return
    whole = [_centre(board, hex_) for hex_ in range(len(board.labels))]
    middle = [sum(at[k] for at in whole) / len(whole) for k in (0, 1)]
    dx, dy = (sum(at[k] for at in centres) / len(centres) - middle[k] for k in (0, 1))
    length = hypot(dx, dy)
    for x, y in centres:
        yield Pointer((x + dx / length * _OUTSIDE, y + dy / length * _OUTSIDE), (x, y), "entry", side)


def _letters(position: BattlePosition) -> Iterator[str]:
    """Yield what the letters and marks of a text board mean."""
    board = position.fight.board
    ground = position.rules.carrying("hazard", position.rules.battlelands.ground)
    used = dict.fromkeys([ground, *(carrier for borne in board.borne for carrier in borne)])
    marked = [f"{_mark(carrier)} {carrier.title}" for carrier in used if _mark(carrier)]
    yield ", ".join(dict.fromkeys(marked)) + "; 2* two hits taken"
    for title, sides in _hexsides(position).items():
        yield f"{title}, the higher hex named first: {', '.join(sides)}"


def _hexsides(position: BattlePosition) -> dict[str, list[str]]:
    """Return the hexsides in force by their titles, those printed first; Spells raise others and cancel some."""
    board, hazards = position.fight.board, position.rules.hazards.hazards
    now: dict[str, list[str]] = {}
    for (one, other), crossings in board.sides.items():
        for carrier, crossing in crossings:
            if crossing == "down":
                now.setdefault(carrier.title, []).append(f"{board.labels[one]}>{board.labels[other]}")
    printed = {hazards[hazard].title: sides for hazard, sides in board.printed.hexsides.items()}
    out = {}
    for title in dict.fromkeys((*printed, *now)):
        there = now.get(title, [])
        known = [side for side in printed.get(title, ()) if side in there]
        out[title] = [*known, *sorted(side for side in there if side not in known)]
    return {title: sides for title, sides in out.items() if sides}


def _legend(position: BattlePosition) -> Iterator[str]:
    """Yield the lines under the board: levels, the result, each player's entry hexes and pieces."""
    fight = position.fight
    if any(fight.board.elevation):
        yield "^1, ^2: levels above the lowest ground"
    if position.result is not None:
        winner = "nobody" if position.result.winner is None else position.players[SIDES.index(position.result.winner)]
        yield f"the battle is over ({position.result.how}); {winner} has won"
    for effect in position.effects:
        yield describe_effect(position, effect)
    if position.storm is not None:
        yield f"{position.rules.effects[position.storm].title} over the Land"
    for spell in position.spells:
        yield describe_spell(position.rules, spell)
    for side, name in enumerate(SIDES):
        player, entry = position.players[side], _entry_text(position, side)
        gone = [p.id for p in fight.gone if p.side == side]
        if player == name and not (entry or gone or fight.of(side)):
            # a side of a situation about which nothing is known
            continue
        yield f"{player if player == name else f'{player} {_SIDE_VERBS[name]}'}{entry}"
        for piece in fight.of(side):
            yield f"  {_piece(position, piece)}"
        if gone:
            yield f"  removed: {', '.join(gone)}"


def _entry_text(position: BattlePosition, side: int) -> str:
    """Return how a player's characters enter the map (LoT 10.1, 10.2)."""
    fight = position.fight
    by = f" by {' '.join(fight.board.names(fight.sides[side]))}" if fight.sides[side] else ""
    if fight.board.deploy and SIDES[side] == "defender":
        return f", set up inside the walls; a reinforcement enters{by}" if by else ", set up inside the walls"
    if SIDES[side] == "attacker" and by:
        return f" from the {fight.board.side_of(position.attacker_side, True)},{by}"
    return f", entering{by}" if by else ""


def _piece(position: BattlePosition, piece: Piece) -> str:
    """Return a piece with its hex, Power, Skill and hits."""
    profile = piece.profile
    where = f" at {position.fight.board.labels[piece.hex]}" if piece.hex != OFF else ", not on the map"
    hits = f", {piece.hits} hit{'' if piece.hits == 1 else 's'}" if piece.hits else ""
    evoked = f", evoked by {piece.by}" if piece.by is not None else ""
    owner = f", belongs to {position.player(piece.owner)}" if piece.controlled else ""
    slain = ", slain" if piece.slain else ""
    unused = [counter for counter in piece.held or () if counter not in piece.used]
    spells = f"; Spells: {', '.join(unused)}" if unused else ""
    return f"{piece.id}{where}: Power {profile.power}, Skill {profile.skill}{hits}{evoked}{owner}{slain}{spells}"
