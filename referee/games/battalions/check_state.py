"""The faults of a state itself, before anything is ruled on it."""

from __future__ import annotations

from typing import Any

from referee.core.documents import Path, nearest
from referee.core.game.game import Fault, StateProblems
from referee.core.game.orders import Objection

from .board.grid import field_of, field_said, space_said, too_large, within
from .rules import BattalionsRules
from .rulings.army import offences
from .state import BoardState, CombatState, Place, State, UnitState, players_of


def unknown(state: State, rules: BattalionsRules) -> StateProblems:
    """Return every word that is in no table: always empty, since a state chooses all its names itself."""
    return []


def validate_state(state: State, rules: BattalionsRules, playing: bool) -> StateProblems:
    """Return every fault with its path; a game in play is complete, an army list may leave things out."""
    out = _names(state)
    if state.board is not None and (large := too_large(state.board.fields, state.board.field_size)):
        out.append((("board",), large))
    if playing:
        out += _missing(state)
    return out


def impossible(state: State, rules: BattalionsRules) -> list[Fault]:
    """Return everything that the rules make impossible in a game in play, or in a situation with a board."""
    if state.board is None:
        return []
    found = [*places(state), *_worn(state, rules), *_late(state, rules), *_shared(state, rules)]
    return [Fault(*one) for one in found]


def _worn(state: State, rules: BattalionsRules) -> StateProblems:
    """Return units with more Constitution than was bought, and armies that cost more than they may (BN-ARM-1)."""
    cites = ", ".join(rules.cite("restored"))
    out: StateProblems = [
        (("units", number, "con"), f"{unit.id} has Constitution {unit.con}, and {unit.c} was bought ({cites})")
        for number, unit in enumerate(state.units)
        if unit.con is not None and unit.con > unit.c
    ]
    over = [offence for offence in offences(state, rules) if offence.path == ("points",)]
    return out + [(offence.path, offence.objection.with_cites()) for offence in over]


def _late(state: State, rules: BattalionsRules) -> StateProblems:
    """Return combats that go on after their last turn, and used Fields that do not touch (BN-CMB-1, BN-G-07)."""
    out: StateProblems = []
    period = rules.number("combat_period")
    for number, combat in enumerate(state.combats):
        joined = max((member.joined_at or 0 for member in combat.battalions), default=0)
        if state.mode == "overworld" and not combat.ended and (combat.turn or 0) >= joined + period:
            message = f"{combat.id} has fought {combat.turn} turns, and lasts until {joined + period}"
            cites = ", ".join(rules.cite("period"))
            out.append((("combats", number, "turn"), f"{message}; one that is over says 'ended: true' ({cites})"))
        for index, place in enumerate(combat.used[1:] if not combat.ended else (), 1):
            others = [other for other in combat.used if other != place]
            if not any(abs(place[0] - x) + abs(place[1] - y) == 1 for x, y in others):
                message = (
                    f"{field_said(place)} touches no other Field of {combat.id} ({', '.join(rules.cite('joins'))})"
                )
                out.append((("combats", number, "used", index), message))
    return out


def _shared(state: State, rules: BattalionsRules) -> StateProblems:
    """Return battalions of one army in one Field between turns, where no stacking is allowed (BN-G-05)."""
    if rules.chosen("stacking", True):
        return []
    fighting = {member.id for combat in state.combats for member in combat.battalions}
    alive = {unit.battalion for unit in state.units if unit.status != "destroyed"} - fighting
    out: StateProblems = []
    first: dict[Place, str] = {}
    for number, battalion in enumerate(state.battalions):
        if battalion.field is None or battalion.id not in alive:
            continue
        if (other := first.setdefault(battalion.field, battalion.id)) != battalion.id:
            message = f"{battalion.id} and {other} share {field_said(battalion.field)}"
            out.append((("battalions", number, "field"), f"{message} ({', '.join(rules.cite('stacking'))})"))
    return out


def found_offences(state: State, rules: BattalionsRules) -> list[tuple[Path, Objection]]:
    """Return what `check` reports of a file: impossible places, and the offences of its armies."""
    wrong: StateProblems = []
    if _placed(state):
        wrong = validate_state(state, rules, playing=True)
        wrong = wrong or [(fault.path, fault.message) for fault in impossible(state, rules)]
    told = [(path, Objection(message)) for path, message in wrong]
    found = [(offence.path, offence.objection) for offence in offences(state, rules)]
    return told + [one for one in found if one[0] not in [path for path, _ in told]]


def _placed(state: State) -> bool:
    """Return whether a file places anything, so that it is a game in play and not an army list."""
    on_board = state.mode == "overworld" and any(battalion.field is not None for battalion in state.battalions)
    return bool(state.combats) or on_board or any(u.at is not None or u.field is not None for u in state.units)


def _names(state: State) -> StateProblems:
    """Check that every name is unique and known."""
    out: StateProblems = []
    players = players_of(state)
    known: dict[str, Any] = {
        "players": state.players,
        "battalions": [b.id for b in state.battalions],
        "units": [u.id for u in state.units],
        "combats": [c.id for c in state.combats],
    }
    for table, names in known.items():
        for number, name in enumerate(names):
            if name in names[:number]:
                path: Path = (table, number) if table == "players" else (table, number, "id")
                out.append((path, f"'{name}' is listed a second time"))
    for number, battalion in enumerate(state.battalions):
        if state.players and battalion.player not in state.players:
            near = nearest(battalion.player, state.players)
            out.append((("battalions", number, "player"), f"'{battalion.player}' is no player{near}"))
    for number, unit in enumerate(state.units):
        if unit.battalion not in known["battalions"]:
            near = nearest(unit.battalion, known["battalions"])
            out.append((("units", number, "battalion"), f"'{unit.battalion}' is no battalion{near}"))
    awaited: list[tuple[Path, str | None]] = [(("to_move",), state.to_move)]
    if state.result is not None:
        awaited.append((("result", "winner"), state.result.winner))
    for path, name in awaited:
        if name is not None and name not in players:
            out.append((path, f"'{name}' is no player{nearest(name, players)}"))
    member_of: dict[str, str] = {}
    for number, combat in enumerate(state.combats):
        for place, member in enumerate(combat.battalions):
            path = ("combats", number, "battalions", place, "id")
            if member.id not in known["battalions"]:
                out.append((path, f"'{member.id}' is no battalion{nearest(member.id, known['battalions'])}"))
            if member.id in member_of:
                out.append((path, f"'{member.id}' is already in {member_of[member.id]}"))
            member_of[member.id] = combat.id
    return out


def _missing(state: State) -> StateProblems:
    """Check that a game in play is complete."""
    out: StateProblems = []
    if state.board is None:
        out.append(((), "'board' is missing: a game in play needs it"))
    if not state.players:
        out.append(((), "'players' is missing: a game in play needs it"))
    if state.mode != "overworld" and not state.combats:
        out.append(((), "'combats' is missing: a skirmish is one combat from its beginning"))
    leaders = {unit.id: unit.battalion for unit in state.units}
    for number, battalion in enumerate(state.battalions):
        if battalion.leader is not None and leaders.get(battalion.leader) != battalion.id:
            near = nearest(battalion.leader, [unit for unit, owner in leaders.items() if owner == battalion.id])
            message = f"'{battalion.leader}' is no unit of {battalion.id}{near}"
            out.append((("battalions", number, "leader"), message))
    for number, unit in enumerate(state.units):
        for stat in ("s", "d", "i", "c"):
            if getattr(unit, stat) < 0:
                out.append((("units", number, stat), f"a stat is not below 0: {getattr(unit, stat)}"))
    return out


def places(state: State) -> StateProblems:
    """Check the places of battalions, units and combats."""
    assert state.board is not None
    out: StateProblems = []
    fields, skirmish = state.board.fields, state.mode != "overworld"
    alive = {u.battalion for u in state.units if u.status != "destroyed"}
    members = {member.id: combat for combat in state.combats for member in combat.battalions}
    used: dict[Place, str] = {}
    for number, combat in enumerate(state.combats):
        out += _combat(combat, number, fields, used)
        out += _sides(state, combat, number)
    starts = {member.id: member.from_ for combat in state.combats for member in combat.battalions}
    on_grid = {u.battalion for u in state.units if (u.status or "alive") == "alive"}
    standing: dict[Place, str] = {}
    for number, battalion in enumerate(state.battalions):
        path: Path = ("battalions", number)
        start = starts.get(battalion.id)
        if battalion.id in on_grid and start is not None and battalion.field not in (None, start):
            message = f"{battalion.id} fights in {members[battalion.id].id} from {field_said(start)}"
            out.append(((*path, "field"), f"{message}, not from {field_said(battalion.field)}"))
        if battalion.field is None:
            if battalion.id in alive and battalion.id not in members:
                out.append((path, f"'field' is missing: {battalion.id} must stand somewhere"))
            continue
        if not within(battalion.field, fields):
            out.append(((*path, "field"), _off(battalion.field, fields)))
        elif battalion.id in alive and battalion.id not in members:
            if battalion.field in used:
                message = (
                    f"{field_said(battalion.field)} is used by {used[battalion.field]}, which {battalion.id} is not in"
                )
                out.append(((*path, "field"), message))
            other = standing.setdefault(battalion.field, battalion.player)
            if other != battalion.player:
                out.append(
                    ((*path, "field"), f"{field_said(battalion.field)} is held by {other}; two armies cannot share it")
                )
    by_id = {battalion.id: battalion for battalion in state.battalions}
    taken: dict[Place, str] = {}
    for number, unit in enumerate(state.units):
        member = members.get(unit.battalion)
        home = by_id[unit.battalion]
        inside = list(member.used) if member is not None else [home.field] if home.field is not None else []
        message = _unit(unit, state.board, inside, home.arranged is not False, skirmish, member is not None, taken)
        if message:
            out.append((("units", number), message))
    return out


def _combat(combat: CombatState, number: int, fields: Place, used: dict[Place, str]) -> StateProblems:
    out: StateProblems = []
    path: Path = ("combats", number)
    for index, place in enumerate(combat.used):
        if not within(place, fields):
            out.append(((*path, "used", index), _off(place, fields)))
        if place in used:
            out.append(((*path, "used", index), f"{field_said(place)} is already used by {used[place]}"))
        used[place] = combat.id
    for index, member in enumerate(combat.battalions):
        if member.from_ not in combat.used:
            out.append(
                ((*path, "battalions", index, "from"), f"{field_said(member.from_)} is not among the used Fields")
            )
        if (member.joined_at or 0) > (combat.turn or 0):
            message = f"{member.id} cannot have joined after turn {member.joined_at}: {combat.turn or 0} are fought"
            out.append(((*path, "battalions", index, "joined_at"), message))
    return out


def _sides(state: State, combat: CombatState, number: int) -> StateProblems:
    """Judge that a combat that goes on has units of two sides on its grid (BN-CMB-3)."""
    if combat.ended or state.result is not None:
        return []
    members = {member.id for member in combat.battalions}
    present = {unit.battalion for unit in state.units if (unit.status or "alive") == "alive"} & members
    sides = sorted({battalion.player for battalion in state.battalions if battalion.id in present})
    if len(sides) > 1:
        return []
    whose = f"units of {sides[0]} only" if sides else "no units"
    return [(("combats", number), f"{combat.id} has {whose} on its grid; one that is over says 'ended: true'")]


def _unit(
    unit: UnitState,
    board: BoardState,
    inside: list[Place],
    arranged: bool,
    skirmish: bool,
    fighting: bool,
    taken: dict[Place, str],
) -> str:
    """Return what is wrong with where a unit is, or nothing."""
    if unit.status == "retreated":
        if not fighting:
            return f"{unit.id} has retreated, but its battalion is in no combat"
        if unit.field is None or unit.at is not None:
            return f"{unit.id} has retreated: it has a 'field' and no 'at'"
        return "" if skirmish or within(unit.field, board.fields) else _off(unit.field, board.fields)
    if unit.status == "destroyed":
        return ""
    if unit.at is None:
        return f"'at' is missing: {unit.id} must stand somewhere" if arranged and fighting else ""
    if inside and field_of(unit.at, board.field_size) not in inside:
        where = " or ".join(map(field_said, inside))
        return f"{unit.id} on {space_said(unit.at)} is outside {where}"
    if unit.at in taken:
        return f"{unit.id}: {taken[unit.at]} stands on {space_said(unit.at)} already"
    taken[unit.at] = unit.id
    return ""


def _off(place: Place, fields: Place) -> str:
    return f"{field_said(place)} is off the board of {fields[0]} x {fields[1]} Fields"
