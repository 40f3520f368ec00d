"""The course of the game: a combat turn, a player's over-world turn, and what follows on either."""

from __future__ import annotations

from typing import Any

from referee.core.desk import Desk
from referee.core.orders import Given, Submission, mapping_of
from referee.core.trace import Change, Source

from .combat.bearing import bearing
from .combat.ending import outcome, place_ended
from .combat.turn import Commands, Told, fight
from .grid import field_said, said
from .overworld import engage, journey, move, told
from .theatre import Battalion, Combat
from .work import BattalionsWork

Sourced = tuple[Any, Source]


def resolve(work: BattalionsWork, submissions: list[Submission], desk: Desk) -> None:
    """Resolve what stands: choices of Fields, a combat turn, or one player's over-world turn."""
    given = [(g.order, Source(s.player, g.number, _as_known(g))) for s in submissions for g in s.orders]
    choosing, fighting = bool(work.choosing), work.fighting
    if choosing:
        _choose(work, given, desk)
        place_ended(work.theatre, desk)
    elif fighting:
        _arrange(work, given, desk)
        _note_choices(work, given)
        _combat_turn(work, given, desk)
        place_ended(work.theatre, desk)
        _forget_choices(work)
        work.finish(outcome(work.theatre, desk))
    else:
        _arrange(work, given, desk)
        paths: list[Sourced] = [pair for pair in given if pair[0].verb == "path"]
        free = work.free(work.to_move)
        for order, source in paths:
            _travel(work, order, source, desk)
        _stay(work, [b for b in free if b.id not in {order.battalion for order, _ in paths}], desk)
        _next_player(work, desk)
    desk.source = None
    if (choosing or fighting) and work.result is None and not work.theatre.skirmish and not work.choosing:
        _after_combat_turn(work, desk)


def _as_known(given: Given) -> dict[str, Any]:
    """Return an order as it was written, with the ids of whom it names."""
    plain = mapping_of(given.order)
    return {key: plain.get(key, value) for key, value in given.source.items()}


def _in_order(work: BattalionsWork, given: list[Sourced], verb: str) -> list[Sourced]:
    """Return orders of a kind by player and battalion, so that the order of the documents decides nothing."""
    mine = [pair for pair in given if pair[0].verb == verb]
    return sorted(
        mine, key=lambda p: (work.players.index(p[1].player), p[0].battalion, getattr(p[0], "unit", None) or "")
    )


def _choose(work: BattalionsWork, given: list[Sourced], desk: Desk) -> None:
    for order, source in _in_order(work, given, "choose_field"):
        battalion = work.theatre.battalions[order.battalion]
        combat = work.theatre.combat_of(battalion)
        assert combat is not None
        combat.members[battalion.id].chose = order.choose_field
        desk.source = source
        text = f"{source.player} chooses {field_said(order.choose_field)} for {battalion.id}"
        desk.write(text, cites=work.rules.cite("regroup"))


def _note_choices(work: BattalionsWork, given: list[Sourced]) -> None:
    """Keep choices made with the commands for the case that this turn ends a combat."""
    for order, _ in given:
        if order.verb == "choose_field":
            combat = work.theatre.combat_of(work.theatre.battalions[order.battalion])
            if combat is not None:
                combat.members[order.battalion].chose = order.choose_field


def _forget_choices(work: BattalionsWork) -> None:
    """Drop the choices that this turn did not ask for."""
    for combat in work.theatre.running:
        for member in combat.members.values():
            member.chose = None


def _arrange(work: BattalionsWork, given: list[Sourced], desk: Desk) -> None:
    for order, source in _in_order(work, given, "arrange"):
        battalion = work.theatre.battalions[order.battalion]
        changes = []
        for unit in battalion.living:
            if unit.id in order.arrange:
                place = order.arrange[unit.id]
                changes.append(Change(unit.id, "at", unit.at, place, f"on {said(place)}"))
                unit.at = place
        battalion.arranged = True
        desk.source = source
        desk.write(f"{source.player} sets out {battalion.id}", changes=changes, cites=work.rules.cite("arrange"))


def _combat_turn(work: BattalionsWork, given: list[Sourced], desk: Desk) -> None:
    """Tell every command, fill in what is missing where the game goes on without, and fight."""
    ordered: dict[tuple[str, str | None], Sourced] = {}
    for order, source in _in_order(work, given, "command"):
        ordered[order.battalion, order.unit] = (order, source)
    commands: dict[str, Commands] = {}
    for combat in work.theatre.running:
        ordained = commands[combat.id] = {}
        text = f"{combat.id}, combat turn {combat.turn + 1}: all commands are carried out at once"
        desk.write(text, cites=work.rules.cite("together"), by_referee=True)
        for battalion in combat.fighting:
            general = ordered.get((battalion.id, None))
            own = {
                unit.id: ordered[battalion.id, unit.id]
                for unit in battalion.present
                if (battalion.id, unit.id) in ordered
            }
            if general is None and len(own) < len(battalion.present):
                substitute = _substitute(work, combat, battalion, desk)
                ordained |= {unit.id: substitute for unit in battalion.present}
            elif general is not None:
                command = _told(work, combat, battalion, *general, desk)
                ordained |= {unit.id: command for unit in battalion.present}
            for ident, one in own.items():
                ordained[ident] = _told(work, combat, battalion, *one, desk)
    fight(work.theatre, commands, desk)


def _told(work: BattalionsWork, combat: Combat, battalion: Battalion, order: Any, source: Source, desk: Desk) -> Told:
    """Turn an order into what its units do, and write it down."""
    rules = work.rules
    command = rules.commands[order.command]
    who = battalion.id if order.unit is None else f"{order.unit} of {battalion.id}"
    desk.source = source
    cites = rules.cite("commands", "scope")
    if command.direction is None:
        desk.write(f"{combat.id}, {source.player}: {who} holds its ground", cites=cites)
        return Told(command, 0, None, source)
    found = bearing(rules, combat, battalion, order.relative_to, order.front)
    assert found.front is not None
    direction = getattr(rules.relative[found.front], command.direction)
    towards = f" towards {found.enemy.id}" if found.enemy is not None else ""
    text = f"{combat.id}, {source.player}: {who}, {command.title} {order.number}: {direction}"
    notes = [f"its front is {found.front}{towards}"]
    keys = ("front", "designate") if len(combat.enemies(battalion)) > 1 else ("front",)
    desk.write(text, notes=notes, cites=[*cites, *rules.cite(*keys)])
    return Told(command, order.number, direction, source)


def _substitute(work: BattalionsWork, combat: Combat, battalion: Battalion, desk: Desk) -> Told:
    """Return what a battalion does that has no order, where the game goes on without one (BN-G-10)."""
    rules = work.rules
    instead = rules.substitute
    name = instead.routed if work.routed(battalion) else instead.banned if combat.hold_banned else instead.usual
    command = rules.commands[name]
    text = f"{combat.id}: {battalion.id} has no command"
    if command.direction is None:
        desk.write(f"{text}; it holds its ground", cites=rules.cite("missing"), by_referee=True)
        return Told(command, 0, None, None)
    enemy = combat.enemies(battalion)[0]
    found = bearing(rules, combat, battalion, enemy.id, None)
    front = found.front
    if front is None:
        origin, target = combat.members[battalion.id].origin, combat.members[enemy.id].origin
        front = rules.toward((target[0] - origin[0], target[1] - origin[1]))[0]
    direction = getattr(rules.relative[front], command.direction)
    text += f"; {command.title} {instead.number}: {direction}"
    desk.write(text, cites=rules.cite("missing"), by_referee=True)
    return Told(command, instead.number, direction, None)


def _after_combat_turn(work: BattalionsWork, desk: Desk) -> None:
    """Go over to the over-world after every so many combat turns, and when no combat is left (BN-CMB-2)."""
    running = work.theatre.running
    every = work.rules.number("movement_every")
    if running and all(combat.turn % every for combat in running):
        return
    work.in_combat = False
    work.round += 1
    work.to_move = next(iter(work.theatre.survivors()), None)
    why = f"{every} combat turns are fought" if running else "no combat is fought"
    text = f"{why}: round {work.round} begins, and {work.to_move} moves first"
    desk.write(text, cites=work.rules.cite("interlude"), by_referee=True)


def _next_player(work: BattalionsWork, desk: Desk) -> None:
    """Pass the over-world turn on; after the last player the combats are fought (BN-MOV-1, BN-G-09)."""
    assert work.to_move is not None
    desk.source = None
    order = work.theatre.survivors()
    done = work.players.index(work.to_move)
    following = next((player for player in order if work.players.index(player) > done), None)
    cites = work.rules.cite("turns")
    if following is not None:
        desk.write(f"{work.to_move}'s over-world turn is over; {following} moves next", cites=cites, by_referee=True)
        work.to_move = following
        return
    text = f"{work.to_move}'s over-world turn is over, the last of round {work.round}"
    if work.theatre.running:
        names = " and ".join(combat.id for combat in work.theatre.running)
        every = work.rules.number("movement_every")
        text += f"; {names}: {every} combat turns are fought next"
        work.in_combat, work.to_move = True, None
    else:
        work.round += 1
        work.to_move = next(iter(order), None)
        text += f"; round {work.round} begins with {work.to_move}"
    desk.write(text, cites=[*cites, *work.rules.cite("rounds")], by_referee=True)


def _stay(work: BattalionsWork, battalions: list[Battalion], desk: Desk) -> None:
    """Say of every battalion without an order that it stays, or that a combat has drawn it in (BN-G-06)."""
    desk.source = None
    for battalion in battalions:
        combat = work.theatre.combat_of(battalion)
        text = f"{battalion.id} of {battalion.player} has no order; "
        if combat is not None:
            desk.write(f"{text}it is drawn into {combat.id}", cites=work.rules.cite("in_combat"), by_referee=True)
        elif battalion.field is not None:
            text += f"it stays in {field_said(battalion.field)}"
            desk.write(text, cites=work.rules.cite("stays"), by_referee=True)


def _travel(work: BattalionsWork, order: Any, source: Source, desk: Desk) -> None:
    """Move one battalion, and begin or join the combat that its path runs into."""
    theatre, rules = work.theatre, work.rules
    battalion = theatre.battalions[order.battalion]
    desk.source = source
    combat = theatre.combat_of(battalion)
    if combat is not None:
        text = f"{battalion.id} was drawn into {combat.id} and does not move"
        desk.write(text, cites=rules.cite("in_combat"))
        return
    found = journey(theatre, battalion, order.path)
    was, facing = battalion.field, battalion.facing
    assert was is not None
    move(theatre, battalion, found)
    changes = []
    if found.ends != was:
        changes.append(Change(battalion.id, "field", was, found.ends, f"{field_said(was)} to {field_said(found.ends)}"))
    if found.facing != facing:
        changes.append(Change(battalion.id, "facing", facing, found.facing, f"faces {found.facing}"))
    notes = list(found.notes)
    if not battalion.arranged and found.ends != was:
        notes.append("its owner sets it out anew")
    desk.write(
        told(battalion, order.path, found),
        reasons=[found.steps],
        changes=changes,
        notes=notes,
        cites=rules.cite("turns", "faces", *found.keys),
    )
    if found.target is None:
        return
    combat, new = engage(theatre, battalion, found.target)
    used = " and ".join(map(field_said, combat.used))
    if new:
        against = " and ".join(i for i in combat.members if combat.members[i].origin == found.target)
        text = f"{battalion.id} attacks {against}: the combat {combat.id} begins on {used}"
        desk.write(text, cites=rules.cite("attacks"))
    else:
        text = f"{battalion.id} joins {combat.id} after {combat.turn} of its turns; it is fought on {used}"
        desk.write(text, cites=rules.cite("joins"))
