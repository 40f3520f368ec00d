"""The faults of a state itself, before anything is ruled on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.documents import Path, nearest
from referee.core.documents.problems import nearest_or_all
from referee.core.game.game import Fault, StateProblems
from referee.core.game.orders import Objection

from .board.battlefield import Battalion, Combat, Theatre
from .board.grid import apart, field_of, field_said, space_said, too_large, within
from .rules import BattalionsRules
from .rulings.army import offences
from .rulings.placement import undecided
from .state import BattalionState, BoardState, CombatState, Place, State, UnitState, players_of


def validate_state(state: State, rules: BattalionsRules, playing: bool) -> StateProblems:
    """Return every fault with its path; a game in play is complete, an army list may leave things out."""
    out = _names(state)
    if state.board is not None:
        out += _terrain(state.board, rules)
    if state.board is not None and (large := too_large(state.board.fields, state.board.field_size)):
        out.append((("board",), large))
    if playing:
        out += _missing(state)
        # of one that counts its rounds, `impossible` says so
        if not out and state.round is None:
            out += _decided(state, Theatre(state, rules))
    return out


def _terrain(board: BoardState, rules: BattalionsRules) -> Iterator[tuple[Path, str]]:
    """Yield the kinds of terrain that there are not, and Spaces off the board."""
    known = rules.modifiers.terrains
    for kind, spaces in board.terrain.items():
        if kind not in known:
            there = nearest_or_all(kind, known) if known else "; this ruleset has none"
            yield ("board", "terrain", kind), f"'{kind}' is no terrain{there}"
        for number, space in enumerate(spaces):
            if not within(field_of(space, board.field_size), board.fields):
                yield ("board", "terrain", kind, number), f"{space_said(space)} is off the board"


def impossible(state: State, rules: BattalionsRules) -> list[Fault]:
    """Return everything that the rules make impossible in a game in play, or in a situation with a board."""
    if state.board is None:
        return []
    found: StateProblems = [
        *_made(state),
        *places(state),
        *_worn(state, rules),
        *_late(state, rules),
        *_shared(state, rules),
    ]
    # an army that nobody may have fights by the rules all the same
    armies = (
        [one for one in offences(state, rules) if one.path != ("points",)]
        if state.round and not state.lists_armies
        else []
    )
    odd = [Fault(one.path, one.objection.with_cites(), odd=True) for one in armies]
    odd += _between(state, rules)
    if state.mode != "overworld" and len(state.battalions) > 2:
        message = f"a skirmish is between two battalions, not {len(state.battalions)}"
        odd.append(Fault(("battalions", 2), rules.citing(message, "skirmish"), odd=True))
    if not found:
        theatre = Theatre(state, rules)
        found += _decided(state, theatre) if state.round is not None else []
        if state.result is None:
            found += _over(state, theatre)
            odd[:0] = _fled(theatre)
    return [*(Fault(*one) for one in found), *odd]


def _decided(state: State, theatre: Theatre) -> StateProblems:
    """Return a game of the over-world that has a result and goes on, or has none and is over (BN-G-35)."""
    if state.mode != "overworld":
        return []
    left, cites = theatre.survivors(), ", ".join(theatre.rules.cite("over"))
    if state.result is None:
        # what fights says so itself
        who = f"{left[0]} alone has units" if left else "no player has a unit"
        over = not state.combats and len(left) < 2
        if over:
            return [((), f"{who}, and the game is over: 'result' is missing ({cites})")]
        if state.phase == "combat" and not state.combats:
            cites = ", ".join(theatre.rules.cite("interlude"))
            return [(("phase",), f"nobody fights, and the players move ({cites})")]
        return []
    winner, named = state.result.winner, " and ".join(left)
    if len(left) > 1:
        return [(("result",), f"{named} have units, and the game goes on: leave 'result' out ({cites})")]
    if winner != (left[0] if left else None):
        return [(("result", "winner"), f"{named or 'nobody'} is left with units, not {winner or 'nobody'} ({cites})")]
    return []


def _over(state: State, theatre: Theatre) -> StateProblems:
    """Return combats that are over and still hold their battalions, and a player to move who has no unit left."""
    out: StateProblems = []
    for number, combat in enumerate(theatre.combats):
        if combat.ended and (theatre.skirmish or not undecided(theatre, combat)):
            message = "a skirmish that is over has a 'result'"
            if not theatre.skirmish:
                message = f"{combat.id} is over and nobody has a Field to choose after it: leave it out"
            out.append((("combats", number, "ended"), f"{message} ({', '.join(theatre.rules.cite('ends'))})"))
    left = theatre.survivors()
    if state.to_move is not None and state.to_move not in left:
        message = f"{state.to_move} has no unit left and does not move ({', '.join(theatre.rules.cite('turns'))})"
        out.append((("to_move",), message))
    return out


def _fled(theatre: Theatre) -> Iterator[Fault]:
    """Yield units that have retreated to where they cannot be (BN-RET-1); one without its leader is odd (BN-RET-2)."""
    for number, unit in enumerate(theatre.units.values()):
        own = theatre.battalions[unit.battalion]
        combat, leader = theatre.combat_of(own), own.leads()
        if combat is None or combat.ended or not unit.alive:
            continue
        told = _refuge(theatre, own, combat, unit.field) if unit.status == "retreated" and unit.field else None
        if told is not None:
            cites = ", ".join(theatre.rules.cite(told[1]))
            yield Fault(("units", number, "field"), f"{unit.id} has retreated: {told[0]} ({cites})")
        elif leader is not None and leader.status == "retreated" and unit.field != leader.field:
            cites = ", ".join(theatre.rules.cite("leader_retreats"))
            message = f"{leader.id} has retreated, and {unit.id} has not gone with its leader ({cites})"
            yield Fault(("units", number), message, odd=True)


def _refuge(theatre: Theatre, own: Battalion, combat: Combat, place: Place) -> tuple[str, str] | None:
    """Return why units of a battalion cannot have retreated to a Field, with the key of the rule."""
    named = field_said(place)
    if theatre.skirmish:
        walled = not theatre.rules.chosen("skirmish_retreat", True)
        return ("a skirmish has no Field to retreat to", "wall") if walled else None
    if (using := theatre.combat_using(place)) is not None:
        return f"{named} is used by {using.id}", "leaves"
    there = {*theatre.resting(place), *(theatre.battalions[unit.battalion] for unit in theatre.refugees(place))}
    for other in sorted(there - {own}, key=lambda one: one.id):
        if other.player != own.player or not theatre.rules.chosen("stacking", True):
            return f"{other.id} is in {named}", "refuge"
    # one that has left as a whole may have moved on since (BN-G-28)
    if own.refuge is None and not any(apart(place, used) == 1 for used in combat.used):
        return f"{named} is beside no Field of {combat.id}", "leaves"
    return None


def _worn(state: State, rules: BattalionsRules) -> StateProblems:
    """Return units with more Constitution than was bought, or worn in no combat; and armies that cost too much."""
    cites = ", ".join(rules.cite("restored"))
    held = {member.id for combat in state.combats for member in combat.battalions}
    loose = {battalion.id for battalion in state.battalions if state.mode == "overworld"} - held
    out: StateProblems = [
        (("units", number, "con"), f"{unit.id} is in no combat and has Constitution {unit.con} of {unit.c} ({cites})")
        for number, unit in enumerate(state.units)
        if unit.battalion in loose and unit.con is not None and unit.con < unit.c and unit.status != "destroyed"
    ]
    out += [
        (("units", number, "con"), f"{unit.id} has Constitution {unit.con}, and {unit.c} was bought ({cites})")
        for number, unit in enumerate(state.units)
        if unit.con is not None and unit.con > unit.c
    ]
    fresh = {
        member.id: combat.id
        for combat in state.combats
        for member in combat.battalions
        if combat.turn is not None and (member.joined_at or 0) == combat.turn
    }
    for number, unit in enumerate(state.units):
        combat = fresh.get(unit.battalion)
        if combat is not None and unit.con is not None and unit.con < unit.c and unit.status != "destroyed":
            message = f"{unit.id} has not fought in {combat} yet and has Constitution {unit.con} of {unit.c} ({cites})"
            out.append((("units", number, "con"), message))
        elif combat is not None and unit.status == "retreated":
            message = f"{unit.id} has not fought in {combat} yet and cannot have retreated from it"
            out.append((("units", number, "status"), rules.citing(message, "retreated")))
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
            out.append((("combats", number, "turn"), f"{message}, and is over ({cites})"))
        if combat.hold_banned and not combat.turn:
            message = f"nobody has held in {combat.id} yet: its first turn is to come"
            out.append((("combats", number, "hold_banned"), rules.citing(message, "hold_banned")))
        reached = set(combat.used[:1])
        while more := {place for place in combat.used if any(apart(place, one) == 1 for one in reached)} - reached:
            reached |= more
        for index, place in enumerate(combat.used if not combat.ended else ()):
            if place not in reached:
                message = f"{field_said(place)} touches no other Field of {combat.id}"
                out.append((("combats", number, "used", index), rules.citing(message, "joins")))
    return out


def _between(state: State, rules: BattalionsRules) -> Iterator[Fault]:
    """Yield battalions that joined, and combats that wait, where the players do not move (BN-CMB-2); it is odd."""
    every, cites = rules.number("movement_every"), ", ".join(rules.cite("interlude"))
    for number, combat in enumerate(state.combats if state.mode == "overworld" else ()):
        for index, member in enumerate(combat.battalions):
            if (member.joined_at or 0) % every:
                message = f"{member.id} has joined after turn {member.joined_at}, and the players move every {every}"
                path: Path = ("combats", number, "battalions", index, "joined_at")
                yield Fault(path, f"{message} ({cites})", odd=True)
        most = every * (state.round - (state.phase == "move")) if state.round is not None else None
        if most is not None and (combat.turn or 0) > most:
            message = f"it is round {state.round}, in which a combat has fought {most} turns at most"
            yield Fault(("combats", number, "turn"), f"{message} ({cites})", odd=True)
        if state.phase == "move" and not combat.ended and (combat.turn or 0) % every:
            message = f"the players move after every {every} combat turns, and {combat.id} has fought {combat.turn}"
            yield Fault(("combats", number, "turn"), f"{message} ({cites})", odd=True)


def _shared(state: State, rules: BattalionsRules) -> StateProblems:
    """Return battalions that share a Field, or begin a combat in one: of two armies, or without stacking (BN-G-05)."""
    out: StateProblems = []
    first: dict[Place, BattalionState] = {}
    known = {battalion.id: battalion for battalion in state.battalions}
    stands: list[tuple[Path, Place | None, str]] = []
    for number, combat in enumerate(state.combats):
        for index, member in enumerate(combat.battalions):
            stands.append((("combats", number, "battalions", index, "from"), member.from_, member.id))
    fighting = {member.id for combat in state.combats for member in combat.battalions}
    alive = {unit.battalion for unit in state.units if unit.status != "destroyed"} - fighting
    stands += [(("battalions", n, "field"), b.field, b.id) for n, b in enumerate(state.battalions) if b.id in alive]
    for path, place, ident in stands:
        if place is None:
            continue
        other = first.setdefault(place, known[ident])
        enemies = other.player != known[ident].player
        # of those at rest `places` reports enemies
        if (enemies and path[0] == "combats") or (
            not enemies and other.id != ident and not rules.chosen("stacking", True)
        ):
            cites = ", ".join(rules.cite("attacks" if enemies else "stacking"))
            out.append((path, f"{ident} and {other.id} share {field_said(place)} ({cites})"))
    return out


def army_offences(state: State, rules: BattalionsRules) -> list[tuple[Path, Objection]]:
    """Return the offences of the armies in a state, with their paths (BN-ARM)."""
    return [(offence.path, offence.objection) for offence in offences(state, rules)]


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
    return out


def _made(state: State) -> StateProblems:
    """Return leaders that are no unit of their battalion, and stats that no unit has."""
    out: StateProblems = []
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
    return [(("combats", number), f"{combat.id} has {whose} on its grid, and is over")]


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
