"""The phases of the game: a combat turn, a player's over-world turn, and what follows each."""

from __future__ import annotations

from typing import Any

from referee.core.game.reading import mapping_of
from referee.core.game.recorder import Recorder
from referee.core.game.submissions import Submission, SubmittedOrder
from referee.core.game.trace import Source

from .board.battlefield import Battalion, Combat
from .board.grid import field_said
from .position import BattalionsPosition
from .rulings.bearing import bearing
from .rulings.combat_turn import fight
from .rulings.ending import outcome, place_ended
from .rulings.turn_report import CommandGiven, Commands

Sourced = tuple[Any, Source]


def resolve(position: BattalionsPosition, submissions: list[Submission], recorder: Recorder) -> None:
    """Resolve the current phase: choices of Fields, a combat turn, or one player's over-world turn."""
    given = [(g.order, Source(s.player, g.number, _as_known(g), by=s.header.by)) for s in submissions for g in s.orders]
    choosing, fighting = bool(position.choosing), position.fighting
    if choosing:
        _carry_out(position, given, "choose_field", recorder)
        place_ended(position.theatre, recorder)
    elif fighting:
        _carry_out(position, given, "arrange", recorder)
        _note_choices(position, given)
        combat_turn(position, given, recorder)
        place_ended(position.theatre, recorder)
        _forget_choices(position)
        position.result = outcome(position.theatre, recorder)
    else:
        _carry_out(position, given, "arrange", recorder)
        paths: list[Sourced] = [pair for pair in given if pair[0].verb == "path"]
        free = position.free(position.to_move)
        for order, source in paths:
            recorder.source = source
            order.apply(position, source.player, recorder)
        _stay(position, [b for b in free if b.id not in {order.battalion for order, _ in paths}], recorder)
        _next_player(position, recorder)
    recorder.source = None
    if (choosing or fighting) and position.result is None and not position.theatre.skirmish and not position.choosing:
        _after_combat_turn(position, recorder)


def _as_known(given: SubmittedOrder) -> dict[str, Any]:
    """Return an order as it was written, with ids for the names in it."""
    plain = mapping_of(given.order)
    return {key: plain.get(key, value) for key, value in given.source.items()}


def _in_order(position: BattalionsPosition, given: list[Sourced], verb: str) -> list[Sourced]:
    """Return orders of one type sorted by player and battalion, so that the order of the documents decides nothing."""
    mine = [pair for pair in given if pair[0].verb == verb]
    return sorted(
        mine, key=lambda p: (position.players.index(p[1].player), p[0].battalion, getattr(p[0], "unit", None) or "")
    )


def _carry_out(position: BattalionsPosition, given: list[Sourced], verb: str, recorder: Recorder) -> None:
    """Carry out the orders of a kind, by player and battalion."""
    for order, source in _in_order(position, given, verb):
        recorder.source = source
        order.apply(position, source.player, recorder)


def _note_choices(position: BattalionsPosition, given: list[Sourced]) -> None:
    """Keep choices made with the commands in case this turn ends a combat."""
    for order, _ in given:
        if order.verb == "choose_field":
            combat = position.theatre.combat_of(position.theatre.battalions[order.battalion])
            if combat is not None:
                combat.members[order.battalion].chose = order.choose_field


def _forget_choices(position: BattalionsPosition) -> None:
    """Drop the choices that this turn did not ask for."""
    for combat in position.theatre.running:
        for member in combat.members.values():
            member.chose = None


def combat_turn(position: BattalionsPosition, given: list[Sourced], recorder: Recorder) -> None:
    """Report every command, fill in missing ones where the game goes on without them, and fight."""
    ordered: dict[tuple[str, str | None], Sourced] = {}
    for order, source in _in_order(position, given, "command"):
        ordered[order.battalion, order.unit] = (order, source)
    commands: dict[str, Commands] = {}
    for combat in position.theatre.running:
        ordained = commands[combat.id] = {}
        text = f"{combat.id}, combat turn {combat.turn + 1}: all commands are carried out at once"
        recorder.write(text, cites=position.rules.cite("together"), by_referee=True)
        for battalion in combat.fighting:
            general = ordered.get((battalion.id, None))
            own = {
                unit.id: ordered[battalion.id, unit.id]
                for unit in battalion.present
                if (battalion.id, unit.id) in ordered
            }
            if general is None and len(own) < len(battalion.present):
                substitute = _substitute(position, combat, battalion, recorder)
                ordained |= {unit.id: substitute for unit in battalion.present}
            elif general is not None:
                command = _commanded(position, combat, battalion, *general, recorder)
                ordained |= {unit.id: command for unit in battalion.present}
            for ident, one in own.items():
                ordained[ident] = _commanded(position, combat, battalion, *one, recorder)
    fight(position.theatre, commands, recorder)


def _commanded(
    position: BattalionsPosition, combat: Combat, battalion: Battalion, order: Any, source: Source, recorder: Recorder
) -> CommandGiven:
    recorder.source = source
    told: CommandGiven = order.told(position, combat, battalion, source, recorder)
    return told


def _substitute(position: BattalionsPosition, combat: Combat, battalion: Battalion, recorder: Recorder) -> CommandGiven:
    """Return what a battalion without an order does, where the game goes on without one (BN-G-10)."""
    rules = position.rules
    instead = rules.substitute
    name = instead.routed if position.routed(battalion) else instead.banned if combat.hold_banned else instead.usual
    command = rules.commands[name]
    text = f"{combat.id}: {battalion.id} has no command"
    if command.holds:
        recorder.write(f"{text}; it {command.says or command.title}", cites=rules.cite("missing"), by_referee=True)
        return CommandGiven(command, 0, None, None)
    enemy = combat.enemies(battalion)[0]
    found = bearing(rules, combat, battalion, enemy.id, None)
    front = found.front
    if front is None:
        origin, target = combat.members[battalion.id].origin, combat.members[enemy.id].origin
        front = rules.toward((target[0] - origin[0], target[1] - origin[1]))[0]
    direction = rules.direction(command, front)
    text += f"; {command.title} {instead.number}: {direction}"
    recorder.write(text, cites=rules.cite("missing"), by_referee=True)
    return CommandGiven(command, instead.number, direction, None)


def _after_combat_turn(position: BattalionsPosition, recorder: Recorder) -> None:
    """Begin an over-world round after a number of combat turns, or when no combat is left (BN-CMB-2)."""
    running = position.theatre.running
    every = position.rules.number("movement_every")
    if running and all(combat.turn % every for combat in running):
        return
    position.in_combat = False
    position.round += 1
    position.to_move = next(iter(position.theatre.survivors()), None)
    why = f"{every} combat turns are fought" if running else "no combat is fought"
    text = f"{why}: round {position.round} begins, and {position.to_move} moves first"
    recorder.write(text, cites=position.rules.cite("interlude"), by_referee=True)


def _next_player(position: BattalionsPosition, recorder: Recorder) -> None:
    """Pass the over-world turn on; after the last player the combats are fought (BN-MOV-1, BN-G-09)."""
    assert position.to_move is not None
    recorder.source = None
    order = position.theatre.survivors()
    done = position.players.index(position.to_move)
    following = next((player for player in order if position.players.index(player) > done), None)
    cites = position.rules.cite("turns")
    if following is not None:
        recorder.write(
            f"{position.to_move}'s over-world turn is over; {following} moves next", cites=cites, by_referee=True
        )
        position.to_move = following
        return
    text = f"{position.to_move}'s over-world turn is over, the last of round {position.round}"
    if position.theatre.running:
        names = " and ".join(combat.id for combat in position.theatre.running)
        every = position.rules.number("movement_every")
        text += f"; {names}: {every} combat turns are fought next"
        position.in_combat, position.to_move = True, None
    else:
        position.round += 1
        position.to_move = next(iter(order), None)
        text += f"; round {position.round} begins with {position.to_move}"
    recorder.write(text, cites=[*cites, *position.rules.cite("rounds")], by_referee=True)


def _stay(position: BattalionsPosition, battalions: list[Battalion], recorder: Recorder) -> None:
    """Report for every battalion without an order that it stays, or that a combat has drawn it in (BN-G-06)."""
    recorder.source = None
    for battalion in battalions:
        combat = position.theatre.binding(battalion)
        text = f"{battalion.id} of {battalion.player} has no order; "
        if combat is not None:
            recorder.write(
                f"{text}it is drawn into {combat.id}", cites=position.rules.cite("in_combat"), by_referee=True
            )
        elif battalion.station is not None:
            text += f"it stays in {field_said(battalion.station)}"
            recorder.write(text, cites=position.rules.cite("stays"), by_referee=True)
