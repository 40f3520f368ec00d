"""Moves of battalions over the board, and the combats that they begin or join (BN-MOV, BN-CMB-3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.core.game.orders import Remarks
from referee.core.rules.ledger import Entry, Ledger

from ..board.battlefield import Battalion, Combat, Member, Theatre
from ..board.grid import ahead, field_said, within
from ..rules import BattalionsRules
from ..state import Direction, Place


@dataclass(slots=True)
class Journey:
    """A battalion's move: the Field it ends in, where it faces, and the combat it causes, if any.

    `target` is the Field that it tried to enter and could not, held by enemies or used by a combat; `why` says
    what stopped it before the end of its path.
    """

    ends: Place
    facing: Direction | None
    steps: Ledger
    target: Place | None = None
    why: str = ""
    keys: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def allowance(rules: BattalionsRules, battalion: Battalion) -> Ledger:
    """Return how many Fields a battalion may go: the lowest Dexterity among its units (BN-MOV-2)."""
    slowest = min(battalion.living, key=lambda unit: (unit.stats["d"], unit.id))
    lowest = max(slowest.stats["d"], 0)
    return Ledger("Fields", [Entry("add", lowest, f"the lowest Dexterity, of {slowest.id}", rules.cite("allowance"))])


def journey(theatre: Theatre, battalion: Battalion, path: list[Direction]) -> Journey:
    """Return how a battalion moves along a path, without moving it (BN-MOV-2 to -5)."""
    rules, start = theatre.rules, battalion.station
    assert start is not None
    steps = allowance(rules, battalion)
    allowed = path[: steps.total]
    steps = steps.plus(Entry("at_most", len(path), "the steps of the path", rules.cite("allowance")))
    out = Journey(start, battalion.facing, steps)
    here, where = start, 0
    last = 0
    for number, direction in enumerate(allowed, 1):
        out.facing = direction
        onto = ahead(here, rules.vectors[direction])
        barrier = _barrier(theatre, battalion, onto)
        if barrier is None:
            here, where = onto, number
            if can_end(theatre, battalion, here):
                out.ends, last = here, number
                if theatre.friends_in(battalion, here):
                    out.keys.append("stacking")
            continue
        why, key, hostile = barrier
        out.why = why
        out.keys.append(key)
        if hostile and battalion.refuge is not None:
            out.notes.append("it has retreated, and fights nobody until its combat is over")
            out.keys.append("leaves")
        elif hostile and (last != where or theatre.refugees(here)):
            out.notes.append(f"it does not attack {field_said(onto)} out of a friend's Field")
            out.keys.append("stacking" if last != where else "safe")
        elif hostile:
            out.target = onto
        out.steps = out.steps.plus(Entry("at_most", where, why, rules.cite(key)))
        break
    if last != where:
        why = f"{field_said(here)} holds a battalion of its own army"
        out.steps = out.steps.plus(Entry("at_most", last, why, rules.cite("stacking")))
        out.why = f"{why}; it ends in {field_said(out.ends)}"
        out.keys.append("stacking")
    if len(path) > len(allowed):
        out.why = out.why or f"its Dexterity is {len(allowed)}"
        out.notes.append(f"the path of {len(path)} steps is cut after {len(allowed)}")
    return out


def journey_said(battalion: Battalion, path: list[Direction], found: Journey) -> str:
    """Return the sentence on a battalion's move: its way, how far it went, what stopped it, the steps lost."""
    if not path:
        return f"{battalion.id} stays"
    gone = found.steps.total
    whole, one_way = gone == len(path), len(set(path)) == 1
    far = str(gone) if whole else f"{gone} of {len(path)}"
    way = f"{path[0]} {far}" if one_way else ", ".join(path) + ("" if whole else f": {far}")
    if whole:
        return f"{battalion.id} goes {way}"
    lost = " and ".join([", ".join(path[gone:-1]), path[-1]] if len(path) - gone > 1 else path[-1:])
    verb = "is" if len(path) - gone == 1 else "are"
    return f"{battalion.id} goes {way}, since {found.why}; {lost} {verb} lost"


def _barrier(theatre: Theatre, battalion: Battalion, onto: Place) -> tuple[str, str, bool] | None:
    """Return why a battalion cannot enter a Field, the key of the rule, and whether the attempt means combat."""
    named = field_said(onto)
    if not within(onto, theatre.fields):
        return f"the board ends before {named}", "board_edge", False
    combat = theatre.combat_using(onto)
    if combat is not None:
        return f"{named} is used by the combat {combat.id}", "joins", True
    fled = [unit for unit in theatre.refugees(onto) if unit.player != battalion.player]
    if fled:
        return f"{fled[0].id} of {fled[0].player} has fled to {named} and is safe there", "safe", False
    enemies = [other for other in theatre.resting(onto) if other.player != battalion.player]
    if enemies:
        return f"{enemies[0].id} of {enemies[0].player} stands in {named}", "attacks", True
    return None


def can_end(theatre: Theatre, battalion: Battalion, place: Place) -> bool:
    """Return whether a battalion may end its move in a Field, depending on friends in it (BN-G-05)."""
    friends = theatre.friends_in(battalion, place)
    return not friends or place == battalion.station or theatre.may_share([battalion, *friends])


def move(theatre: Theatre, battalion: Battalion, found: Journey) -> None:
    """Put a battalion where its move ends; its arrangement moves with it."""
    start = battalion.station
    assert start is not None
    by = (found.ends[0] - start[0], found.ends[1] - start[1])
    shift = (by[0] * theatre.size[0], by[1] * theatre.size[1])
    for unit in battalion.living:
        if unit.at is not None:
            unit.at = ahead(unit.at, shift)
        elif unit.status == "retreated":
            unit.field = found.ends
    battalion.field, battalion.facing = found.ends, found.facing
    if by == (0, 0):
        return
    taken = {u.at for other in theatre.resting(found.ends) if other is not battalion for u in other.living}
    for unit in battalion.living:
        if unit.at is not None and unit.at in taken:
            unit.at = None
            battalion.arranged = False


def engage(theatre: Theatre, battalion: Battalion, target: Place) -> tuple[Combat, bool]:
    """Begin or join the combat that an attempt to enter a Field causes; return whether it is new.

    All battalions of the army in that Field are drawn in.
    """
    assert battalion.field is not None
    combat = theatre.combat_using(target)
    new = combat is None
    if combat is None:
        taken = {other.id for other in theatre.combats}
        ident = next(name for n in range(1, len(taken) + 2) if (name := f"k{n}") not in taken)
        combat = Combat(ident, 0, False, [battalion.field, target], {})
        joining = [*theatre.resting(battalion.field), *theatre.resting(target)]
        theatre.combats.append(combat)
    else:
        joining = theatre.resting(battalion.field)
        combat.used.append(battalion.field)
    for other in joining:
        assert other.field is not None
        combat.members[other.id] = Member(other, combat.turn, other.field)
    return combat, new


def paths(theatre: Theatre, battalion: Battalion) -> list[tuple[list[Direction], Remarks]]:
    """Return a shortest path to every Field a battalion can end in, and every combat it can begin or join.

    Each comes with where it leads: `to` a Field, or the Field it `attacks`, or the combat it `joins`.
    """
    start = battalion.station
    assert start is not None
    most = allowance(theatre.rules, battalion).total
    out: list[tuple[list[Direction], Remarks]] = [([], {})]
    seen: set[Place] = {start}
    ways: list[tuple[Place, list[Direction]]] = [(start, [])]
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
                    out.append((way, _attack(theatre, found.target)))
                passable = found.steps.total == len(way) or (
                    found.target is None and _passes(theatre, battalion, onto, found.keys)
                )
                if onto in seen or not passable:
                    continue
                seen.add(onto)
                onward.append((onto, way))
                if can_end(theatre, battalion, onto):
                    out.append((way, {"to": list(onto)}))
        ways = onward
    return out


def _attack(theatre: Theatre, target: Place) -> Remarks:
    """Return the result of trying to enter a Field that cannot be entered."""
    combat = theatre.combat_using(target)
    return {"joins": combat.id} if combat is not None else {"attacks": list(target)}


def _passes(theatre: Theatre, battalion: Battalion, onto: Place, keys: list[str]) -> bool:
    """Return whether a Field can be passed through even if no move may end there."""
    return keys == ["stacking"] and not can_end(theatre, battalion, onto)
