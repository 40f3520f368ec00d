"""A battleland with its pieces as a picture."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from referee.core.picture import Edge, Ground, Picture, Shape, Token

from .battle.board import Board
from .rules import TitanRules
from .state import SIDES, PieceState, State


def draw(state: State, rules: TitanRules) -> Picture:
    """Return the battle as a picture: hexes with label and hazard, pieces with their hits."""
    battle = state.battle
    assert battle is not None
    board = rules.board(battle.battleland)
    standing = {p.hex: p for p in battle.pieces if p.hex is not None}
    shapes = tuple(_hex(board, number, standing.get(label), rules) for number, label in enumerate(board.labels))
    edges = tuple(
        Edge(_side(board, one, other), hazard, rules.hazards.hazards[hazard].stroke)
        for (one, other), crossings in board.crossings.items()
        for hazard, crossing in crossings
        if crossing == "down"
    )
    outside = [p for p in battle.pieces if p.hex is None]
    legend = [f"{mark} {title}" for mark, title in _marks(board)]
    legend += [f"hexside {line}" for line in _hexsides(board)]
    legend += [f"{side}: " + ", ".join(_told(p, rules) for p in battle.pieces if p.side == side) for side in SIDES]
    if outside:
        legend.append("not on the map: " + ", ".join(p.id for p in outside))
    styles = {name: Ground(h.tint, h.pattern, h.title) for name, h in rules.hazards.hazards.items() if h.lies == "hex"}
    return Picture(battle.battleland, shapes, edges, tuple(legend), styles=styles)


def _centre(board: Board, hex_: int) -> tuple[float, float]:
    q, r = board.coordinates[hex_]
    return 1.5 * q, sqrt(3) * (r + q / 2)


def _hex(board: Board, hex_: int, piece: PieceState | None, rules: TitanRules) -> Shape:
    x, y = _centre(board, hex_)
    outline = tuple((x + cos(k * pi / 3), y + sin(k * pi / 3)) for k in range(6))
    hazards = rules.hazards.hazards
    borne = board.hazards[hex_] or [rules.battlelands.ground]
    mark = "".join(hazards[h].mark for h in borne)
    level = f"^{board.elevation[hex_]}" if board.elevation[hex_] else ""
    label = f"{board.labels[hex_]} {mark}{level}"
    lines = () if piece is None else (piece.id + (f" {piece.hits}*" if piece.hits else ""),)
    owner = None if piece is None else SIDES.index(piece.side)
    tokens = () if piece is None else (Token(piece.id, "", owner, piece.moved or piece.struck, piece.hits),)
    return Shape(
        outline, (x, y), borne[0], label, lines, owner, board.ground(hex_), tokens, level=board.elevation[hex_]
    )


def _side(board: Board, one: int, other: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of the hexside between two neighbours."""
    (x1, y1), (x2, y2) = _centre(board, one), _centre(board, other)
    mx, my, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1
    half = 0.5 / sqrt(dx * dx + dy * dy)
    return (mx - dy * half, my + dx * half), (mx + dy * half, my - dx * half)


def _marks(board: Board) -> list[tuple[str, str]]:
    hazards = board.rules.hazards.hazards
    used = dict.fromkeys(h for borne in board.hazards for h in borne)
    return [(hazards[h].mark, hazards[h].title) for h in used]


def _hexsides(board: Board) -> list[str]:
    """Return the hazards between hexes as they stand in the tables, high side first."""
    hazards = board.rules.hazards.hazards
    return [f"{hazards[h].title}: {', '.join(sides)}" for h, sides in board.printed.hexsides.items()]


def _told(piece: PieceState, rules: TitanRules) -> str:
    profile = rules.profile(piece.character, piece.power)
    hits = f", {piece.hits} hits" if piece.hits else ""
    return f"{piece.id} {profile.power}-{profile.skill}{hits}"
