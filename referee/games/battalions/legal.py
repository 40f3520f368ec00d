"""What may be ordered now: the same rulings that judge the orders, asked for every battalion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .combat.bearing import bearing
from .grid import ahead
from .overworld import allowance, can_end, journey
from .state import Direction, Place
from .theatre import Battalion, Combat, Theatre

if TYPE_CHECKING:
    from .work import BattalionsWork


def legal(work: BattalionsWork, piece: str | None = None) -> list[dict[str, Any]]:
    """Return every order open now; `piece` is a battalion, or a unit for its battalion."""
    theatre = work.theatre
    unit = theatre.units.get(piece) if piece is not None else None
    wanted = unit.battalion if unit is not None else piece
    rows: list[dict[str, Any]] = []
    for battalion in theatre.battalions.values():
        if wanted not in (None, battalion.id) or not battalion.living:
            continue
        if battalion.id in work.choosing:
            rows.append({"battalion": battalion.id, "choose_field": [list(f) for f in work.choosing[battalion.id]]})
        combat = theatre.combat_of(battalion)
        if work.fighting and combat is not None and not combat.ended and battalion.present:
            rows += _commands(work, combat, battalion)
        elif work.moving and combat is None and battalion.player == work.to_move:
            rows += _paths(theatre, battalion)
    return rows


def _commands(work: BattalionsWork, combat: Combat, battalion: Battalion) -> list[dict[str, Any]]:
    """Return the commands open to a battalion, for each enemy it may designate."""
    rules = work.rules
    out: list[dict[str, Any]] = []
    for name, command in rules.commands.items():
        if work.routed(battalion) and not command.routed:
            continue
        if command.direction is None:
            if not combat.hold_banned:
                out.append({"battalion": battalion.id, "command": name})
            continue
        for enemy in combat.enemies(battalion):
            row: dict[str, Any] = {"battalion": battalion.id, "command": name, "number": rules.number("min_number")}
            row["relative_to"] = enemy.id
            found = bearing(rules, combat, battalion, enemy.id, None)
            fronts: list[Direction] = (
                [found.front] if found.front is not None else _fronts(work, combat, battalion, enemy)
            )
            for front in fronts:
                named = {"front": front} if len(fronts) > 1 else {}
                out.append({**row, **named, "direction": getattr(rules.relative[front], command.direction)})
    return out


def _fronts(work: BattalionsWork, combat: Combat, battalion: Battalion, enemy: Battalion) -> list[Direction]:
    every = work.rules.relative
    return [front for front in every if not bearing(work.rules, combat, battalion, enemy.id, front).objections]


def _paths(theatre: Theatre, battalion: Battalion) -> list[dict[str, Any]]:
    """Return a shortest path to every Field a battalion can end in, and every combat it can begin or join."""
    assert battalion.field is not None
    most = allowance(theatre.rules, battalion).total
    out: list[dict[str, Any]] = [{"battalion": battalion.id, "path": []}]
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
                    out.append({"battalion": battalion.id, "path": way, "attacks": list(found.target)})
                passable = found.steps.total == len(way) or (
                    found.target is None and _passes(theatre, battalion, onto, found.keys)
                )
                if onto in seen or not passable:
                    continue
                seen.add(onto)
                onward.append((onto, way))
                if can_end(theatre, battalion, onto):
                    out.append({"battalion": battalion.id, "path": way, "field": list(onto)})
        ways = onward
    return out


def _passes(theatre: Theatre, battalion: Battalion, onto: Place, keys: list[str]) -> bool:
    """Return whether a Field can be passed through though no move may end there."""
    return keys == ["stacking"] and not can_end(theatre, battalion, onto)
