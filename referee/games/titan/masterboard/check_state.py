"""What is wrong with a Masterboard against the tables, before anything is ruled on it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from referee.core import documents
from referee.core.game import Faults

from ..state import State
from .state import MasterboardState

if TYPE_CHECKING:
    from ..rules import TitanRules

BOARD = "masterboard"


def faults(state: State, rules: TitanRules, playing: bool) -> Faults:
    """Return every fault with its path; a game in play must say everything, a situation may leave things out."""
    board = state.masterboard
    assert board is not None
    out = _legions(board, rules, playing)
    for table, counts in (("caretaker", board.caretaker), ("slain", board.slain)):
        for name, number in counts.items():
            if name not in rules.characters:
                out.append(((BOARD, table, name), _no_character(name, rules)))
            elif number > rules.characters[name].number:
                most = rules.characters[name].number
                out.append(((BOARD, table, name), f"there are {most} of {name} in the game, not {number}"))
    if playing and not out:
        out += _in_play(state, board, rules)
    return out


def _no_character(name: str, rules: TitanRules) -> str:
    return f"'{name}' is no character{documents.nearest(name, rules.characters)}"


def _no_land(name: object, rules: TitanRules) -> str:
    return f"'{name}' is no Land{documents.nearest(str(name), rules.graph.lands)}"


def _legions(board: MasterboardState, rules: TitanRules, playing: bool) -> Faults:
    out: Faults = []
    seen: dict[str, int] = {}
    lands = rules.graph.lands
    for number, legion in enumerate(board.legions):
        path = (BOARD, "legions", number)
        if legion.id in seen:
            out.append(((*path, "id"), f"'{legion.id}' is the marker of legion {seen[legion.id] + 1} already"))
        seen[legion.id] = number
        for field, land in (("land", legion.land), ("origin", legion.origin)):
            if land is not None and str(land) not in lands:
                out.append(((*path, field), _no_land(land, rules)))
        for place, name in enumerate(legion.contents or ()):
            if name not in rules.characters:
                out.append(((*path, "contents", place), _no_character(name, rules)))
        if legion.contents is not None and legion.height not in (None, len(legion.contents)):
            out.append(((*path, "height"), f"{len(legion.contents)} characters are named, not {legion.height}"))
        if board.players and legion.player not in board.players:
            near = documents.nearest(legion.player, board.players)
            out.append(((*path, "player"), f"'{legion.player}' is no player of this game{near}"))
        if playing and legion.contents is None and legion.height is None:
            out.append((path, "'contents' is missing: a game in play needs it"))
    return out


def _in_play(state: State, board: MasterboardState, rules: TitanRules) -> Faults:
    out: Faults = [
        ((BOARD,), f"'{field}' is missing: a game in play needs it")
        for field in ("players", "turn", "mover", "phase")
        if not getattr(board, field)
    ]
    if out:
        return out
    numbers = rules.masterplay.players
    if not numbers.least <= len(board.players) <= numbers.most:
        out.append(
            ((BOARD, "players"), f"a game has {numbers.least} to {numbers.most} players, not {len(board.players)}")
        )
    if len(set(board.players)) != len(board.players):
        out.append(((BOARD, "players"), "a player is named twice"))
    for place, name in [(("mover",), board.mover), *((("view",), state.view) for _ in [0] if state.view)]:
        if name not in board.players:
            path = (BOARD, *place) if place != ("view",) else place
            out.append((path, f"'{name}' is no player of this game{documents.nearest(name or '', board.players)}"))
    if board.phase == "movement" and board.roll is None:
        out.append(((BOARD,), "'roll' is missing: the Movement Phase begins with it"))
    out += _markers(board) + _engagement(state, board) + _counts(board, rules)
    return out


def _markers(board: MasterboardState) -> Faults:
    out: Faults = []
    where = {legion.id: "on the board" for legion in board.legions}
    for player, free in board.markers.items():
        for marker in free:
            if marker in where:
                out.append(((BOARD, "markers", player), f"'{marker}' is {where[marker]} already"))
            where[marker] = f"with {player}"
    return out


def _engagement(state: State, board: MasterboardState) -> Faults:
    now = board.engagement
    out: Faults = []
    if (state.battle is not None) != (now is not None and now.stage == "battle"):
        out.append(
            (("battle",), "a battle stands in a game where an Engagement is at the stage 'battle', and only there")
        )
    if now is None:
        return out
    found = {legion.id: legion for legion in board.legions}
    for field, ident in (("attacker", now.attacker), ("defender", now.defender)):
        if ident not in found and now.stage != "gains":
            out.append(((BOARD, "engagement", field), f"'{ident}' is no legion on the board"))
        elif state.battle is not None and found[ident].contents is not None:
            fighting = Counter(piece.character for piece in state.battle.pieces if piece.side == field)
            if fighting != Counter(found[ident].contents):
                message = f"{ident} does not hold the characters that fight for the {field}"
                out.append(((BOARD, "engagement", field), message))
    if now.stage == "gains" and (now.gains is None or now.gains.legion not in found):
        out.append(((BOARD, "engagement", "gains"), "the legion that gains is not on the board"))
    return out


def _counts(board: MasterboardState, rules: TitanRules) -> Faults:
    """Judge that every character is somewhere, as far as the contents of legions are known."""
    elsewhere = board.outside_stacks()
    hidden = sum((legion.height or 0) for legion in board.legions if legion.contents is None)
    out: Faults = []
    short: Counter[str] = Counter()
    for name, chart in rules.characters.items():
        there = elsewhere[name] + board.caretaker.get(name, 0)
        if there > chart.number:
            message = f"there are {chart.number} of {name} in the game; legions, stacks and slain hold {there}"
            out.append(((BOARD, "caretaker"), message))
        elif name in board.caretaker:
            short[name] = chart.number - there
    # in a situation a stack may be low without a word of where the others are
    if not out and board.phase is not None and short.total() > hidden:
        lost = ", ".join(f"{number} {name}" for name, number in short.items() if number)
        message = f"neither in a legion nor in a stack nor slain: {lost}"
        out.append(((BOARD, "caretaker"), message + (f"; the hidden legions have room for {hidden}" if hidden else "")))
    if not out and len(board.caretaker) == len(rules.characters) and short.total() < hidden:
        message = f"hidden legions hold {hidden} characters, and only {short.total()} are neither in a stack nor slain"
        out.append(((BOARD, "caretaker"), message))
    return out
