"""The grid as a picture: the Spaces of a combat, or the Fields of the over-world."""

from __future__ import annotations

from referee.core.picture import Edge, Picture, Shape

from .grid import spaces_of
from .rules import BattalionsRules
from .state import Place, State
from .theatre import Battalion, Combat, Theatre, Unit

_ARROWS = {"N": "^", "E": ">", "S": "v", "W": "<", None: ""}


def draw(state: State, rules: BattalionsRules) -> dict[str, Picture]:
    """Return the Spaces of every combat that is fought, and the Fields of the board unless it is a skirmish."""
    theatre = Theatre(state, rules)
    boards = {}
    shown = [combat for combat in theatre.combats if not combat.ended or theatre.skirmish]
    if shown and (theatre.skirmish or state.phase == "combat"):
        boards["spaces"] = _spaces(theatre, shown)
    if not boards or not theatre.skirmish:
        boards["fields"] = _fields(theatre, state)
    return boards


def _marks(players: list[str]) -> tuple[str, ...]:
    """Return a letter for each player, or a number where two begin with the same letter."""
    letters = tuple(player[0] for player in players)
    return letters if len(set(letters)) == len(letters) else tuple(str(n) for n in range(1, len(players) + 1))


def _square(place: Place, label: str, lines: tuple[str, ...], owner: int | None, title: str, fill: str) -> Shape:
    x, y = float(place[0]), -float(place[1])
    outline = ((x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5))
    return Shape(outline, (x, y), fill, label, lines, owner, title)


def _spaces(theatre: Theatre, combats: list[Combat]) -> Picture:
    standing = {unit.at: unit for unit in theatre.units.values() if unit.at is not None and unit.status == "alive"}
    shapes = []
    edges = []
    width, height = theatre.size
    for combat in combats:
        for field in combat.used:
            kind = f"Field {field[0]},{field[1]}"
            for space in spaces_of(field, theatre.size):
                shapes.append(_space(theatre, space, standing.get(space), kind))
            left, low = field[0] * width - 0.5, -(field[1] * height - 0.5)
            corners = [(left, low), (left + width, low), (left + width, low - height), (left, low - height)]
            edges += [Edge((corners[k], corners[(k + 1) % 4]), "boundary of a Field") for k in range(4)]
    legend = [_told_combat(combat) for combat in combats]
    legend += [_told_units(theatre, battalion) for combat in combats for battalion in combat.battalions]
    return Picture(
        ", ".join(combat.id for combat in combats),
        tuple(shapes),
        tuple(edges),
        tuple(legend),
        (1.0, 1.0),
        _marks(theatre.players),
    )


def _space(theatre: Theatre, space: Place, unit: Unit | None, kind: str) -> Shape:
    label = f"{space[0]},{space[1]}"
    if unit is None:
        return _square(space, label, (), None, kind, kind)
    return _square(space, label, (unit.id,), theatre.players.index(unit.player), f"{unit.id} of {unit.battalion}", kind)


def _told_combat(combat: Combat) -> str:
    used = " and ".join(f"[{x},{y}]" for x, y in combat.used)
    ban = "; none may hold" if combat.hold_banned else ""
    return f"{combat.id}: {combat.turn} combat turn{'' if combat.turn == 1 else 's'} fought on {used}{ban}"


def _told_units(theatre: Theatre, battalion: Battalion) -> str:
    units = ", ".join(_told_unit(theatre, battalion, unit) for unit in battalion.living) or "nobody is left"
    return f"{battalion.id} of {battalion.player}: {units}"


def _told_unit(theatre: Theatre, battalion: Battalion, unit: Unit) -> str:
    stats = "-".join(str(unit.stats[stat]) for stat in theatre.rules.constants.stats)
    worn = f" con {unit.con}" if unit.con != unit.stats["c"] else ""
    lead = " leads" if unit.id == battalion.leader else ""
    fled = f" fled to [{unit.field[0]},{unit.field[1]}]" if unit.status == "retreated" and unit.field else ""
    return f"{unit.id} {stats}{worn}{lead}{fled}"


def _fields(theatre: Theatre, state: State) -> Picture:
    shapes = []
    using = {place: combat for combat in theatre.combats for place in combat.used}
    for y in range(theatre.fields[1]):
        for x in range(theatre.fields[0]):
            here = [b for b in theatre.battalions.values() if b.field == (x, y) and b.living]
            fled = [unit for unit in theatre.units.values() if unit.status == "retreated" and unit.field == (x, y)]
            lines = tuple(f"{b.id}{_ARROWS[b.facing]}" for b in here) + tuple(unit.id for unit in fled)
            combat = using.get((x, y))
            label = f"{x},{y}" + (f" {combat.id}" if combat is not None else "")
            owners = [
                theatre.players.index(player) for player in [*(b.player for b in here), *(u.player for u in fled)]
            ]
            kind = f"combat {combat.id}" if combat is not None else "Field"
            shapes.append(_square((x, y), label, lines, owners[0] if owners else None, kind, kind))
    legend = [_told_combat(combat) for combat in theatre.combats]
    legend += [_told_units(theatre, battalion) for battalion in theatre.battalions.values() if battalion.living]
    return Picture(f"round {state.round or 1}", tuple(shapes), (), tuple(legend), (1.0, 1.0), _marks(theatre.players))
