"""Passing an enemy by its consent: where such a move may end (MM 22.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.game.orders import Objection

from ...masterboard.legion import Legion
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.judge import entry_bars, in_engagement, lands_of, stopping_rows
from ...rules import TitanRules
from ...sides import MapSide


def option_objections(rules: TitanRules) -> list[Objection]:
    """Return the objection that no attacker retreats in this game."""
    if rules.retreats is not None:
        return []
    message = "no attacker retreats in this game; the option 'attackers_retreat' allows it"
    return [Objection(message, rules.cite("retreat"))]


def way_back_objections(position: MasterboardPosition, attacker: Legion) -> Sequence[Objection]:
    """Return why an attacker cannot go back to the Land from which it came."""
    cite = position.rules.cite("retreat")
    if attacker.came_from is None:
        return [
            Objection(
                f"{attacker.id} has come by a teleport, and cannot retreat; else its 'came_from' is missing", cite
            )
        ]
    if position.at(attacker.came_from):
        where = position.graph.titled(attacker.came_from)
        return [Objection(f"{where}, from which {attacker.id} came, is not vacant", cite)]
    return []


def rearguards(position: MasterboardPosition, attacker: Legion) -> list[str]:
    """Return whom the defender may choose as the rearguard of an attacker that retreats before the battle."""
    row = position.rules.retreats
    names = dict.fromkeys(position.rules.in_chart_order(attacker.contents or ()))
    return [name for name in names if row is not None and position.rules.characters[name].cls == row.rearguard]


# by the Land of the enemy, the end, and the side by which the legion comes to the enemy: the Lands on the way
Passages = dict[tuple[str, str, MapSide], list[str]]


def passages(position: MasterboardPosition, legion: Legion) -> Passages:
    """Return the moves of a legion past one enemy to a vacant Land, over vacant Lands alone after that."""
    if position.roll is None or legion.moved or in_engagement(position, legion):
        return {}
    out: Passages = {}
    for path, passed in _ways(position, legion, [legion.land], None, lands_of(position, legion, position.roll).total):
        number = path.index(passed, 1)
        side = position.graph.lands[passed].sides[path[number - 1]]
        out.setdefault((passed, path[-1], side), path[1:])
    return out


def _ways(
    position: MasterboardPosition, legion: Legion, path: list[str], passed: str | None, left: int
) -> Iterator[tuple[list[str], str]]:
    """Yield each way on from the end of a path, with the Land of the enemy that it passes."""
    if not left:
        if passed is not None and passed != path[-1]:
            yield path, passed
        return
    for land in position.graph.onward(path[-1], path[-2] if len(path) > 1 else None):
        others = [other for other in position.at(land) if other is not legion]
        enemy = any(other.player != legion.player for other in others)
        if (enemy or (others and passed is not None)) and (passed is not None or left == 1):
            continue
        if enemy and any(other.player == legion.player for other in others):
            continue
        if others and left == 1:
            continue
        bars = entry_bars(position, legion, land, "end" if left == 1 else "through")
        if bars or (left > 1 and stopping_rows(position, legion, land)):
            continue
        yield from _ways(position, legion, [*path, land], land if enemy else passed, left - 1)
