"""What is wrong with a state or a situation against the tables, before anything is ruled on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING, Any, get_args

from referee.core import documents
from referee.core.documents.problems import listed
from referee.core.game.game import Fault, StateProblems

from .position import HordesPosition
from .rules import HordesRules
from .state import CombatElement, CombatSituation, Corner, ElementState, Feature, PhaseName, State, armies_of

if TYPE_CHECKING:
    from .field.battlefield import Field


def unknown(state: State, rules: HordesRules) -> StateProblems:
    """Return every type, going and terrain that is in no table, with its path."""
    out: StateProblems = []
    if state.combat is not None:
        out += [f for side in ("a", "b") for f in _combatant(getattr(state.combat, side), ("combat", side), rules)]
    for number, element in enumerate(state.elements):
        if element.type not in rules.kinds:
            out.append((("elements", number, "type"), _no_type(element.type, rules)))
    kinds = rules.table.terrains
    for number, feature in enumerate(state.terrain):
        if feature.kind not in kinds:
            near = documents.nearest(feature.kind, kinds)
            message = f"'{feature.kind}' is no terrain{near}; they are {', '.join(kinds)}"
            out.append((("terrain", number, "kind"), message))
    return out


def validate_state(state: State, rules: HordesRules, playing: bool) -> StateProblems:
    """Return every fault with its path; a battle in play is complete, a situation may leave things out."""
    if state.combat is not None:
        if playing:
            return [(("combat",), "a combat without a table can be asked about, not played")]
        if state.elements:
            return [(("combat",), "a combat without a table has no elements: leave them out")]
        if state.called is not None:
            return [(("called",), "in a combat without a table nobody is called to shoot: leave 'called' out")]
        return unknown(state, rules)
    out = unknown(state, rules)
    armies = armies_of(state)
    seen: dict[str, str] = {}
    for number, element in enumerate(state.elements):
        path = ("elements", number)
        if element.id in seen:
            out.append(((*path, "id"), f"'{element.id}' is already the name of another element"))
        seen[element.id] = element.army
        out += [((*path, field), message) for field, message in _element(element, rules)]
    for number, feature in enumerate(state.terrain):
        out += [(("terrain", number, field), message) for field, message in _feature(feature, rules)]
    for number, keep in enumerate(state.strongholds):
        if not _encloses(keep.polygon):
            out.append((("strongholds", number, "polygon"), "its outline does not enclose one piece of ground"))
        if keep.id in seen:
            out.append((("strongholds", number, "id"), f"'{keep.id}' is already taken as a name"))
        seen[keep.id] = keep.army
    for army, told in state.armies.items():
        general = next((e for e in state.elements if e.id == told.general), None)
        if told.general is not None and (general is None or general.army != army):
            near = documents.nearest(told.general, [e.id for e in state.elements if e.army == army])
            out.append((("armies", army, "general"), f"'{told.general}' is no element of {army}{near}"))
        elif general is not None and general.type in rules.kinds:
            kind = rules.kinds[general.type]
            if kind.name in rules.table.army.general_forbidden:
                out.append((("armies", army, "general"), f"{kind.named} cannot be the General (HS-ARM-3)"))
    if state.board is not None and len(set(state.board.edges.values())) < len(state.board.edges):
        out.append((("board", "edges"), "each army has an edge of its own"))
    if len(armies) > 2:
        out.append((("elements",), f"a battle has two armies; here are {', '.join(armies)}"))
    of_armies: list[tuple[documents.Path, str | None]] = [(("active",), state.active), (("shooting",), state.shooting)]
    if state.result is not None:
        of_armies.append((("result", "winner"), state.result.winner))
    for where, named in of_armies:
        if named is not None and named not in armies:
            out.append((where, f"'{named}' is no army here{documents.nearest(named, armies)}"))
    if state.called is not None and state.called not in seen:
        out.append((("called",), f"'{state.called}' is no element here"))
    out += _memory(state, seen)
    if playing:
        out += _in_play(state, armies)
    return out


def _combatant(told: CombatElement, path: tuple[str, ...], rules: HordesRules) -> StateProblems:
    out: StateProblems = []
    if told.type not in rules.kinds:
        out.append(((*path, "type"), _no_type(told.type, rules)))
    faces = rules.combat.die.faces
    if told.die is not None and told.die > faces:
        out.append(((*path, "die"), f"must be at most {faces}, not {told.die}"))
    goings = rules.table.goings
    if told.going not in goings:
        out.append(((*path, "going"), _no_going(told.going, goings)))
    if told.spear_behind is not None and told.spear_behind.going not in goings:
        where = (*path, "spear_behind", "going")
        out.append((where, _no_going(told.spear_behind.going, goings)))
    return out


def _no_going(name: str, goings: Iterable[str]) -> str:
    hint = f": a number needs its name, as in die {name}" if name.isdigit() else ""
    return f"'{name}' is no going{hint}; they are {', '.join(goings)}"


def _no_type(name: str, rules: HordesRules) -> str:
    return f"'{name}' is no element type{documents.nearest(name, rules.kinds)}"


def _element(element: ElementState, rules: HordesRules) -> list[tuple[str, str]]:
    if element.type not in rules.kinds:
        return []
    kind = rules.kinds[element.type]
    out: list[tuple[str, str]] = []
    if kind.fixed:
        out.append(("type", f"{kind.named} stands under 'strongholds', not among the elements"))
    placed = [v for v in (element.x, element.y, element.facing) if v is not None]
    if element.status == "on_board" and len(placed) < 3:
        out.append(("status", f"{element.id} is on the board: it needs x, y and facing"))
    row = kind.row.activation
    if row is None and element.activations:
        out.append(("activations", rules.citing(f"{kind.named} is never activated", "activation")))
    if element.spell_ones and kind.row.bespells is None:
        out.append(("spell_ones", rules.citing(f"{kind.named} bespells nobody", "long_range")))
    if row is not None and not row.again and element.activations > len(row.costs):
        out.append(("activations", f"{kind.named} is activated {len(row.costs)} times at most (HS-PIP-6)"))
    return out


def _feature(feature: Feature, rules: HordesRules) -> list[tuple[str, str]]:
    kinds = rules.table.terrains
    out: list[tuple[str, str]] = []
    if (feature.polygon is None) == (feature.centreline is None):
        out.append(("id", "it has either a polygon or a centreline"))
    if feature.polygon is not None and not _encloses(feature.polygon):
        out.append(("polygon", "its outline does not enclose one piece of ground"))
    if feature.centreline is not None and feature.width is None:
        out.append(("centreline", "a centreline needs a width"))
    if feature.kind in kinds and not kinds[feature.kind].hill:
        out += [(name, "only a hill has it") for name in ("level", "going") if getattr(feature, name) is not None]
    return out


def _encloses(points: list[Corner]) -> bool:
    """Return whether an outline encloses ground once, without crossing itself."""
    from shapely.geometry import Polygon

    area = Polygon(points)
    return bool(area.is_valid and area.area > 1)


def _memory(state: State, known: dict[str, str]) -> StateProblems:
    if state.memory is None:
        return []
    out: StateProblems = []
    for name in ("front_contact_at_turn_start", "attacks", "fights", "in_contact"):
        for number, pair in enumerate(getattr(state.memory, name) or ()):
            for ident in pair:
                if ident not in known:
                    near = documents.nearest(ident, known)
                    out.append((("memory", name, number), f"'{ident}' is no element here{near}"))
            if len({army for ident in pair for army in (known.get(ident),) if army}) == 1:
                out.append((("memory", name, number), f"{pair[0]} and {pair[1]} are of one army"))
    return out


def _in_play(state: State, armies: tuple[str, ...]) -> StateProblems:
    out: StateProblems = []
    if len(armies) < 2:
        out.append(((), "a battle needs two armies"))
    for field in ("turn", "active"):
        if getattr(state, field) is None:
            out.append(((), f"'{field}' is missing: a battle in play needs it"))
    if state.phase not in (None, "pips") and state.pips is None:
        out.append(((), "'pips' is missing: how many are left in this turn?"))
    return out


def impossible(state: State, rules: HordesRules) -> list[Fault]:
    """Return everything that the rules make impossible on a table, or in a combat of two."""
    if state.combat is not None:
        return _of_both(state.combat, rules)
    found = [*_armies(state, rules), *_turn(state, rules)]
    return [*found, *_course(state, rules), *_places(state, rules)] if state.elements else found


def _armies(state: State, rules: HordesRules) -> Iterator[Fault]:
    """Yield armies worth more than they began with, and elements that are as their type never is."""
    for army, told in state.armies.items():
        worth = sum(rules.kinds[e.type].row.ap or 0 for e in state.elements if e.army == army)
        if told.start_ap is not None and worth > told.start_ap:
            message = f"the elements of {army} are worth {worth} AP, and it began with {told.start_ap}"
            yield Fault(("armies", army, "start_ap"), rules.citing(message, "ap"))
    times, face = rules.combat.backfire.times, rules.combat.backfire.face
    for number, element in enumerate(state.elements):
        kind, row = rules.kinds[element.type], rules.kinds[element.type].row
        if element.spell_ones >= times and rules.options["ones_reset"] == "on_ensorcel":
            message = f"at {times} natural {face}s {element.id} is ensorcelled, and the count starts at 0"
            cites = ", ".join(rules.combat.backfire.cites)
            yield Fault(("elements", number, "spell_ones"), f"{message} ({cites})")
        comes = row.activation
        waits = comes is not None and "off_board" in comes.from_
        again = comes is not None and (comes.again or element.activations < len(comes.costs))
        if element.status == "ensorcelled" and not rules.may_be_ensorcelled(kind):
            message, key = f"no rule ensorcels {kind.named}", "ensorcelled"
        elif element.status == "off_board" and not waits:
            message, key = f"{kind.named} does not wait off the board: it is on it, or is lost", "leaves"
        elif element.status == "fled" and row.returns and again:
            message, key = f"{kind.named} that has fled is 'off_board': it may come back", "leaves"
        elif element.pose is None and element.status == "ensorcelled" and "desorcelled" in kind.traits:
            message = f"nothing says where {element.id} stood, and freed it comes to its edge: give 'pose'"
            yield Fault(("elements", number), rules.citing(message, "desorcelling"), odd=True)
            continue
        else:
            continue
        yield Fault(("elements", number, "status"), rules.citing(message, key))


# what an element or a Stronghold has done in this turn, and the phase in which it does so
_DEEDS: dict[str, PhaseName] = {
    "moved": "movement",
    "shot": "long_range",
    "shot_at": "long_range",
    "bespelled": "long_range",
    "fought": "close_combat",
}


def _course(state: State, rules: HordesRules) -> Iterator[Fault]:
    """Yield what has happened before its phase, and a battle that goes on or has ended against the rules."""
    if state.turn is None:
        return
    yield from _ended(state, rules)
    if state.result is not None:
        return
    phases = get_args(PhaseName)
    now = phases.index(state.phase or "pips")
    acted: list[tuple[documents.Path, Any]] = [(("elements", n), one) for n, one in enumerate(state.elements)]
    acted += [(("strongholds", n), one) for n, one in enumerate(state.strongholds)]
    for (path, one), (deed, phase) in product(acted, _DEEDS.items()):
        if getattr(one, deed, False) and phases.index(phase) > now:
            message = f"'{deed}' of {one.id} is for {phase} and later, and this is {phases[now]}"
            yield Fault((*path, deed), rules.citing(message, phase))
    moved = {element.id for element in state.elements if element.moved}
    for number, one in enumerate(state.elements):
        if one.moved and one.army != state.active:
            message = f"{one.id} is of {one.army}, and it is the turn of {state.active}, who moves"
            yield Fault(("elements", number, "moved"), rules.citing(message, "one_move"))
        most = int(rules.number("moves_per_turn"))
        if one.moved > most and rules.kinds[one.type].row.activation is None:
            message = (
                f"{one.id} has moved {one.moved} times in this turn, and may {most} time{'' if most == 1 else 's'}"
            )
            yield Fault(("elements", number, "moved"), rules.citing(message, "one_move"))
        row = rules.kinds[one.type].row
        if one.shot and row.shoots is None and row.bespells is None:
            message = f"{rules.kinds[one.type].named} does not shoot"
            yield Fault(("elements", number, "shot"), rules.citing(message, "long_range"))
    for number, pair in enumerate(state.memory.attacks if state.memory is not None else ()):
        if pair[0] not in moved:
            message = f"{pair[0]} has not moved in this turn, and has attacked nobody: give 'moved'"
            met = {frozenset(one) for one in state.memory.front_contact_at_turn_start} if state.memory else set()
            odd = frozenset(pair) not in met
            yield Fault(("memory", "attacks", number), rules.citing(message, "lining_up"), odd)
    for name in ("shooting", "called"):
        if getattr(state, name) is not None and state.phase != "long_range":
            yield Fault((name,), rules.citing(f"'{name}' is for long_range", "long_range"))
    if state.memory is not None and state.memory.fights and state.phase != "close_combat":
        message = "who fights whom is settled as close combat begins"
        yield Fault(("memory", "fights"), rules.citing(message, "close_combat"))
    own = [n for n, e in enumerate(state.elements) if e.id == state.called and e.army == state.active]
    if own:
        message = f"{state.called} is of {state.active}, who calls shots of the enemy"
        yield Fault(("called",), rules.citing(message, "shooting_order"))


def _ended(state: State, rules: HordesRules) -> Iterator[Fault]:
    """Yield an army that has nobody or has lost while the battle goes on, and a result that nothing bears out."""
    from .phases import defeats

    cite = ", ".join(rules.cite("victory"))
    for army in armies_of(state):
        if state.result is None and not any(element.army == army for element in state.elements):
            yield Fault(("elements",), f"{army} has no elements: name those it has lost, or give the 'result' ({cite})")
    phases = get_args(PhaseName)
    if state.result is None and phases.index(state.phase or "pips") >= phases.index("long_range"):
        return
    position = HordesPosition(state, rules)
    lost = {army: defeats(position, army)[0] for army in position.players}
    if state.result is None:
        for army, why in lost.items():
            for cites in why:
                # where nobody says what it began with, the listed elements are not the whole army
                if cites != rules.table.defeat.cites:
                    yield Fault((), f"{army} has lost and the battle is over ({', '.join(cites)})")
    elif not any(why for army, why in lost.items() if army != state.result.winner):
        losers = listed([army for army in lost if army != state.result.winner])
        yield Fault(("result",), f"by what the state says, {losers} has not lost ({cite})")


def _turn(state: State, rules: HordesRules) -> Iterator[Fault]:
    """Yield PIPs before their roll, and more than the die gives."""
    faces = rules.pip_faces
    if state.pips is not None and state.turn is not None and state.phase == "pips":
        message = rules.citing("the PIPs of this turn are rolled in this phase: leave 'pips' out", "pip_roll")
        yield Fault(("pips",), message)
    elif state.pips is not None and state.pips > faces:
        message = rules.citing(f"the die gives {faces} PIPs at most, not {state.pips}", "pip_roll")
        yield Fault(("pips",), message)


def _of_both(combat: CombatSituation, rules: HordesRules) -> list[Fault]:
    """Return the facts that a situation gives of both fighters, and that can hold of one alone."""
    told = (
        ("uphill", "of two who fight one is uphill of the other at most", "uphill"),
        ("holds_bank", "of two who fight one is in the river whose bank the other defends", "bank"),
    )
    out = [
        Fault(("combat", "b", fact), rules.citing(f"a.{fact} and b.{fact}: {said}", key))
        for fact, said, key in told
        if getattr(combat.a, fact) and getattr(combat.b, fact)
    ]
    rolled = [name for name, one in (("a", combat.a), ("b", combat.b)) if one.die is not None]
    if len(rolled) == 1:
        message = f"the die of {rolled[0]} alone is given: these are the odds before either is rolled"
        out.append(Fault(("combat", rolled[0], "die"), message, odd=True))
    return out


def _places(state: State, rules: HordesRules) -> list[Fault]:
    """Return bases that overlap or lie off the table, and pairs to fight that are not in contact."""
    from .field.battlefield import Field

    field = Field(state, rules)
    numbers = {e.id: n for n, e in enumerate(state.elements)}
    out: list[Fault] = []
    standing = field.standing()
    for element in standing:
        path = ("elements", numbers[element.id])
        # a stored place is a hair off the one that was judged
        if (state.board is not None or state.turn is not None) and not field.ground.inside_board(element.core):
            out.append(Fault(path, f"{element.id} stands off the table (HS-G-80)"))
        banned = field.forbidden(element, field.ground.goings(element.core))
        # one that arrives or turns to an enemy is put where it is; a road leads through ground that is barred beside it
        put = element.kind.row.activation is not None or bool(field.contacts().against(element))
        if banned and not put and not any(field.ground.covers(element.core, road) for road in field.ground.roads):
            goings = listed([rules.going(one) for one in banned])
            message = f"{element.named} may not enter {goings}, and stands in it"
            out.append(Fault(path, rules.citing(message, "allowance"), odd=True))
        earlier = {e.id for e in standing if numbers[e.id] >= numbers[element.id]}
        for other in field.overlaps_any(element.base, earlier):
            out.append(Fault(path, f"{element.id} stands on {other}"))
    out += _apart(state, field, rules)
    for number, keep in enumerate(state.strongholds):
        area = field.ground.keeps[keep.id]
        if state.board is not None and not field.ground.inside_board(area):
            out.append(Fault(("strongholds", number, "polygon"), f"{keep.id} stands off the table (HS-G-80)"))
        for beside in state.strongholds[:number]:
            if area.intersection(field.ground.keeps[beside.id]).area > 1:
                out.append(Fault(("strongholds", number, "polygon"), f"{keep.id} stands on {beside.id}"))
    fights = state.memory.fights if state.memory is not None else None
    # a fight moves others out of contact
    if fights and not any(x.fought for x in state.elements) and not any(x.fought for x in state.strongholds):
        touching = field.contacts().touching
        for number, pair in enumerate(fights):
            if frozenset(pair) not in touching:
                message = f"{pair[0]} and {pair[1]} are not in contact and do not fight"
                out.append(Fault(("memory", "fights", number), rules.citing(message, "contact")))
    return out


def _apart(state: State, field: Field, rules: HordesRules) -> Iterator[Fault]:
    """Yield pairs in contact at the start of a turn that are far apart, though neither has moved since."""
    if state.memory is None or state.phase != "movement":
        return
    for number, pair in enumerate(state.memory.front_contact_at_turn_start):
        one, other = (field.elements.get(ident) for ident in pair)
        if one is None or other is None or not (one.stands and other.stands) or one.moved or other.moved:
            continue
        # one that is attacked by another may have turned
        if one.area.distance(other.area) > max(other.base.width, other.base.depth):
            message = f"{one.id} and {other.id} have not moved, and are not in contact"
            path = ("memory", "front_contact_at_turn_start", number)
            yield Fault(path, rules.citing(message, "contact"))
