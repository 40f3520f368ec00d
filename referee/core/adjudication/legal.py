"""Legal orders: the candidates of every kind of order that its own `check` accepts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..documents import Unreadable
from ..documents.problems import Argument
from ..game.game import Game
from ..game.orders import Candidate, Remarks
from ..game.position import Position
from ..game.reading import mappings_of, names_in


def legal(game: Game, position: Position, player: str | None = None, piece: str | None = None) -> list[Candidate]:
    """Return the orders that are legal now, of one player or all, for one piece or all.

    The orders of the players who are awaited come first, in the order of the game's verbs, then those that the others
    can give out of turn. The remarks have the player as `by`, unless it is the only one who is awaited. In a player's
    view, only that player's orders are listed.
    """
    phase = position.phase()
    if phase is None:
        return []
    out = []
    for acting in dict.fromkeys((*phase.players, *position.players)):
        if position.viewer in (None, acting) and player in (None, acting):
            awaited = acting in phase.players
            by: Remarks = {"by": acting} if len(phase.players) > 1 or not awaited else {}
            for candidate in _allowed(game, position, acting, awaited, piece):
                if by:
                    candidate = Candidate(candidate.order, {**by, **candidate.remarks}, candidate.checked)
                out.append(candidate)
    return out


def _allowed(game: Game, position: Position, player: str, awaited: bool, piece: str | None) -> Iterator[Candidate]:
    """Yield what a player may order: of the current scope if they are awaited, and out of turn of every scope."""
    standing = position.scope() or next(iter(game.orders))
    for scope in (standing, *(other for other in game.orders if other != standing)):
        board = position.board(scope)
        if board is None:
            continue
        for kind in game.kinds(scope, position.rules):
            if not kind.out_of_turn and not (awaited and scope == standing):
                continue
            for candidate in kind.candidates(board, player, piece):
                named = piece is None or piece in names_in(candidate.order)
                if named and (candidate.checked or not candidate.order.check(board, player)):
                    yield candidate


def legal_rows(
    game: Game, position: Position, player: str | None = None, piece: str | None = None
) -> list[dict[str, Any]]:
    """Return the legal orders as mappings, the verb first, with their remarks under `told`."""
    return rows_of(legal(game, position, player, piece))


def row_of(candidate: Candidate) -> dict[str, Any]:
    """Return a candidate as a mapping: its order, the verb first, and its remarks, if there are any, as `told`."""
    return rows_of([candidate])[0]


def rows_of(candidates: Sequence[Candidate]) -> list[dict[str, Any]]:
    """Return candidates as mappings, as `row_of` does each."""
    rows = mappings_of([candidate.order for candidate in candidates])
    found = zip(rows, candidates, strict=True)
    return [{**row, "told": candidate.remarks} if candidate.remarks else row for row, candidate in found]


def piece_called(position: Position, word: str | None, player: str | None) -> str | None:
    """Return the id of the only piece that a word calls by id, place or kind; raises Unreadable."""
    phase = position.phase()
    if word is None or phase is None:
        return word
    fits = position.pieces_called(word, "own", player or phase.players[0], None)
    if len(fits) == 1:
        return fits[0][0]
    places = " and ".join(f"{ident} ({place})" if place else ident for ident, place in fits)
    message = f"{word}: {len(fits)} fit, {places}; name one" if fits else position.nobody_called(word)
    raise Unreadable.of(Argument("piece"), message)
