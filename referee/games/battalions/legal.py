"""What can be ordered now, by the same rulings that judge the orders.

A row is an order that can be given as it is; remarks on it are in `told`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .board.battlefield import Battalion, Combat, Theatre
from .board.grid import ahead, field_said, spaces_of
from .rulings.bearing import bearing
from .rulings.overworld import allowance, can_end, journey
from .state import Direction, Place

if TYPE_CHECKING:
    from .position import BattalionsPosition


def legal(position: BattalionsPosition, piece: str | None = None) -> list[dict[str, Any]]:
    """Return every order open now; `piece` is a battalion, or a unit for its battalion."""
    theatre = position.theatre
    unit = theatre.units.get(piece) if piece is not None else None
    wanted = unit.battalion if unit is not None else piece
    rows: list[dict[str, Any]] = []
    for battalion in theatre.battalions.values():
        if wanted not in (None, battalion.id) or not battalion.living:
            continue
        for field in position.choosing.get(battalion.id, []):
            rows.append({"choose_field": list(field), "battalion": battalion.id})
        combat = theatre.combat_of(battalion)
        rows += _arrangement(position, combat, battalion)
        if position.fighting and combat is not None and not combat.ended and battalion.present:
            rows += _commands(position, combat, battalion)
        elif position.moving and combat is None and battalion.player == position.to_move:
            rows += _paths(theatre, battalion)
    return rows


def _arrangement(position: BattalionsPosition, combat: Combat | None, battalion: Battalion) -> list[dict[str, Any]]:
    """Return one way to set out a battalion that is not arranged, where its owner orders now (BN-G-40)."""
    due = position.fighting if combat is not None else position.moving and battalion.player == position.to_move
    if battalion.arranged or battalion.field is None or not due or (combat is not None and combat.ended):
        return []
    theatre = position.theatre
    taken = {unit.at for other in theatre.battalions.values() for unit in other.present}
    free = (space for space in spaces_of(battalion.field, theatre.size) if space not in taken)
    spaces = {unit.id: list(unit.at or next(free)) for unit in battalion.present}
    told = {"or": f"on other Spaces of {field_said(battalion.field)}"}
    if combat is not None and any(unit.at is None for unit in battalion.present):
        told["due"] = f"before {combat.id} goes on"
    return [{"arrange": spaces, "battalion": battalion.id, "told": told}]


def _commands(position: BattalionsPosition, combat: Combat, battalion: Battalion) -> list[dict[str, Any]]:
    """Return the commands open to a battalion, for each enemy it may designate."""
    rules = position.rules
    out: list[dict[str, Any]] = []
    for name, command in rules.commands.items():
        if position.routed(battalion) and not command.routed:
            continue
        if command.direction is None:
            if not combat.hold_banned:
                out.append({"command": name, "battalion": battalion.id})
            continue
        for enemy in combat.enemies(battalion):
            least = rules.number("min_number")
            row: dict[str, Any] = {"command": name, "battalion": battalion.id, "number": least}
            row["relative_to"] = enemy.id
            found = bearing(rules, combat, battalion, enemy.id, None)
            fronts: list[Direction] = (
                [found.front] if found.front is not None else _fronts(position, combat, battalion, enemy)
            )
            for front in fronts:
                named = {"front": front} if len(fronts) > 1 else {}
                told = {"number": f"{least} or more", "towards": getattr(rules.relative[front], command.direction)}
                out.append({**row, **named, "told": told})
    return out


def _fronts(position: BattalionsPosition, combat: Combat, battalion: Battalion, enemy: Battalion) -> list[Direction]:
    every = position.rules.relative
    return [front for front in every if not bearing(position.rules, combat, battalion, enemy.id, front).objections]


def _paths(theatre: Theatre, battalion: Battalion) -> list[dict[str, Any]]:
    """Return a shortest path to every Field a battalion can end in, and every combat it can begin or join."""
    assert battalion.field is not None
    most = allowance(theatre.rules, battalion).total
    out: list[dict[str, Any]] = [{"path": [], "battalion": battalion.id}]
    seen: set[Place] = {battalion.field}
    ways: list[tuple[Place, list[Direction]]] = [(battalion.field, [])]
    fought: set[Place] = set()
    for _ in range(most):
        onward = []
        for here, path in ways:
            for direction, vector in theatre.rules.vectors.items():
                way = [*path, direction]
                onto = ahead(here, vector)
                found = journey(theatre, battalion, way)
                if found.target is not None and found.target not in fought:
                    fought.add(found.target)
                    out.append({"path": way, "battalion": battalion.id, "told": _attack(theatre, found.target)})
                passable = found.steps.total == len(way) or (
                    found.target is None and _passes(theatre, battalion, onto, found.keys)
                )
                if onto in seen or not passable:
                    continue
                seen.add(onto)
                onward.append((onto, way))
                if can_end(theatre, battalion, onto):
                    out.append({"path": way, "battalion": battalion.id, "told": {"to": list(onto)}})
        ways = onward
    return out


def _attack(theatre: Theatre, target: Place) -> dict[str, Any]:
    """Return the result of trying to enter a Field that cannot be entered."""
    combat = theatre.combat_using(target)
    return {"joins": combat.id} if combat is not None else {"attacks": list(target)}


def _passes(theatre: Theatre, battalion: Battalion, onto: Place, keys: list[str]) -> bool:
    """Return whether a Field can be passed through even if no move may end there."""
    return keys == ["stacking"] and not can_end(theatre, battalion, onto)
