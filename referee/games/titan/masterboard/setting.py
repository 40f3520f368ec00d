"""Masterboards set up from facts as tables know them, for questions that need no board."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game.questions import Unanswerable

from ..rules import TitanRules
from ..words import land_name
from .graph import graph_of
from .state import LegionState, MasterboardState

# the legion of a question that names none, and its player
LEGION = "legion"


def marker_prefixes(players: Sequence[str], rules: TitanRules) -> dict[str, str]:
    """Return the prefix of each player's markers in a new game: by the colour they are named after, or the next one."""
    colours = dict(rules.masterplay.colours)
    out = {player: colours.pop(player) for player in players if player in colours}
    left = iter(colours.values())
    return {player: prefix for player in players if (prefix := out.get(player) or next(left, None)) is not None}


def of_creatures(rules: TitanRules, words: str | Sequence[str], field: str) -> list[str]:
    """Return the characters that words name, `2 ogres` among them; raises Unanswerable for unknown ones."""
    found = rules.characters_called([words] if isinstance(words, str) else list(words))
    for name in found:
        if name not in rules.characters:
            from referee.core.documents import nearest

            message = f"'{name}' is no character{nearest(name, rules.characters)}"
            legion = ", and there is no Masterboard with a legion of that name" if isinstance(words, str) else ""
            raise Unanswerable(f"{message}{legion}", ("ask", field))
    return found


def land_of(rules: TitanRules, terrain: str | None, field: str = "in") -> str:
    """Return a Land of a terrain, or the Land with that name; the first of all without one; raises Unanswerable."""
    graph = graph_of(rules)
    if terrain is None:
        return next(iter(graph.lands))
    if terrain in graph.lands:
        return terrain
    called = graph.called(terrain)
    found = called or next((name for name, land in graph.lands.items() if land.terrain == terrain.lower()), None)
    if found is None:
        from referee.core.documents import nearest

        terrains = list(dict.fromkeys(land.terrain for land in graph.lands.values()))
        near = nearest(terrain, terrains)
        raise Unanswerable(f"'{terrain}' is no terrain and no Land{near}", ("ask", field))
    return found


def alone(
    rules: TitanRules, contents: list[str] | None, land: str, height: int | None = None, player: str = LEGION
) -> MasterboardState:
    """Return a Masterboard with one legion on it."""
    legion = LegionState(id=LEGION, player=player, land=land_name(land), contents=contents, height=height)
    return MasterboardState(legions=[legion])
