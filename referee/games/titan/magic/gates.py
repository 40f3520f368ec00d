"""Gates: who may go through one and where to, out of a battle to a legion and from one into it (MM 18.4)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee.core.documents import nearest
from referee.core.documents.problems import alike
from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ..battle.events import on_the_way, settle
from ..battle.pieces import OFF, Piece
from ..battle.position import BattlePosition
from ..battle.rulings.judge import leaving_objections, moved_objection, route_to, turn_objections
from ..battle.rulings.reach import Way, reach
from ..battle.rulings.routes import Route, route
from ..battle.state import GateState, SpellState
from ..masterboard.state import type_of
from ..sides import SIDES
from .leaving import give_back, leave
from .spell_tables import SpellType
from .spellbooks import spell_called


def gate_spells(position: BattlePosition) -> list[SpellState]:
    """Return the Spells in effect that lead to other legions, the oldest first."""
    return [row for row in position.spells if _connects(position, row)]


def gate_title(position: BattlePosition) -> str:
    """Return what a Spell that leads to another legion is called."""
    return " or ".join(spell.title for spell in position.rules.spells.values() if spell.connects)


def gate_called(position: BattlePosition, word: str) -> SpellState | Objection:
    """Return the gate with an id, or the objection that there is none."""
    found = gate_spells(position)
    for row in found:
        if row.id == word:
            return row
    near = nearest(word, [str(row.id) for row in found])
    return Objection(f"'{word}' is no {gate_title(position)} in effect{near}", position.rules.cite("gate"), "by")


def legion_objections(position: BattlePosition, side: int, legion: str, field: str) -> list[Objection]:
    """Return why a gate of a side may not lead to a legion (MM 18.4.2, REF magi-100)."""
    cites = position.rules.cite("gate_legion")
    gate = position.gates.get(legion)
    if gate is None or gate.side != SIDES[side]:
        own = [one.legion for one in position.gates.values() if one.side == SIDES[side]]
        named = f"; there are {', '.join(own)}" if own else ""
        who = position.player(side)
        message = f"'{legion}' is no other legion of {who}{nearest(legion, own) or named}"
        return [Objection(message, cites, field)]
    out = []
    if gate.fought:
        out.append(Objection(f"{legion} has been engaged in this Engagement Phase", cites, field))
    if gate.storm:
        out.append(Objection(f"{legion} is under a Storm", cites, field))
    return out


def gate_objections(position: BattlePosition, side: int, spell: SpellType, legion: str | None) -> list[Objection]:
    """Return what is wrong with the legion that a cast names: a gate leads to one, other Spells to none."""
    cites = position.rules.cite("gate_legion")
    if spell.connects:
        if legion is not None:
            return legion_objections(position, side, legion, "gate")
        open_to = " or ".join(open_legions(position, side)) or "no legion of its player"
        return [Objection(f"'gate' is missing: {spell.title} may lead to {open_to}", cites, "gate")]
    return [] if legion is None else [Objection(f"{spell.title} leads to no legion; leave 'gate' out", cites, "gate")]


def open_legions(position: BattlePosition, side: int) -> list[str]:
    """Return the legions of a side to which a gate may lead."""
    return [legion for legion in position.gates if not legion_objections(position, side, legion, "gate")]


def due_objections(position: BattlePosition, player: str, row: SpellState) -> list[Objection]:
    """Return why a player may not use a gate now: whose it is, and when it is used (MM 18.4)."""
    cites, side = position.rules.cite("gate"), position.caster_side(str(row.id))
    owner = position.player(SIDES.index(side))
    if owner != player:
        return [Objection(f"{row.id} was cast by {owner}, who alone uses it", cites, "by")]
    if row.fresh:
        message = f"{row.id} was cast in this phase; it is used in the next Maneuver Phase of {owner}"
        return [Objection(message, cites, "by")]
    if row.shut:
        return [Objection(f"one character has gone through {row.id}, and no other does", cites, "by")]
    if row.gate is None:
        return [Objection(f"{row.id} leads to no legion", position.rules.cite("gate_legion"), "by")]
    return legion_objections(position, SIDES.index(side), row.gate, "by")


def traveller_objections(position: BattlePosition, piece: Piece) -> list[Objection]:
    """Return why a piece uses no gate: it is evoked or charmed, or has come by one (MM 18.4, 18.4.5)."""
    cite, name = position.rules.cite, position.named(piece)
    if piece.by is not None:
        return [Objection(f"{name} was brought by a Spell, and uses no {gate_title(position)}", cite("gate_nobody"))]
    if piece.controlled:
        return [Objection(f"{name} fights for its enemy, and uses no {gate_title(position)}", cite("gate_nobody"))]
    if piece.through is not None:
        message = f"{name} has come through a {gate_title(position)} in this Engagement Phase"
        return [Objection(message, cite("gate"))]
    return []


def exit_objections(position: BattlePosition, piece: Piece, row: SpellState) -> list[Objection]:
    """Return why a piece may not go out through a gate that is due: by its kind, the legion there, or the way."""
    cite, most = position.rules.cite, position.rules.combat.legion_most
    out = traveller_objections(position, piece)
    gate = position.gates[row.gate or ""]
    if len(gate.characters) >= most:
        message = f"{gate.legion} holds {most} characters, and that is the most"
        out.append(Objection(message, cite("gate_exit"), "by"))
    if piece.hex == OFF:
        return [*out, Objection(f"{piece.id} is not on the map", cite("gate_exit"), "exit")]
    if piece.moved and not piece.farther_left:
        return [*out, moved_objection(position, piece, "exit")]
    return [*out, *(leaving_objections(position, piece) or route_out(position, piece, row).objections)]


def reachable(position: BattlePosition, row: SpellState) -> list[Piece]:
    """Return the pieces that may go out through a gate that is due."""
    hex_, side = _hex(position, row), _side(position, row)
    if len(position.gates[row.gate or ""].characters) >= position.rules.combat.legion_most:
        return []
    able = [
        p for p in position.fight.of(side) if p.hex != OFF and not p.slain and not traveller_objections(position, p)
    ]
    with position.supposing_spells(_others(position, row)):
        return [p for p in able if (not p.moved or p.farther_left) and position.fight.destinations(p) >> hex_ & 1]


def route_out(position: BattlePosition, piece: Piece, row: SpellState) -> Route:
    """Return the route of a piece into the hex of a gate."""
    with position.supposing_spells(_others(position, row)):
        return route_to(position, piece, _hex(position, row))


def eligible(position: BattlePosition, row: SpellState) -> list[str]:
    """Return the characters that may come through a gate: those of its legion who have not left by one (MM 18.4)."""
    gate = position.gates.get(row.gate or "")
    names = list(gate.characters) if gate is not None else []
    for left in position.left:
        if left.to == row.gate and left.character in names:
            names.remove(left.character)
    return list(dict.fromkeys(names))


def entry_objections(position: BattlePosition, row: SpellState, character: str) -> list[Objection]:
    """Return why a character may not come in through a gate that is due (MM 18.4.4)."""
    cite, most = position.rules.cite, position.rules.combat.legion_most
    side = _side(position, row)
    out = []
    living = position.fight.holding(side)
    if len(living) >= most:
        message = f"the legion has {most} living characters"
        out.append(Objection(message, cite("gate_enter"), None, tuple(p.id for p in living)))
    if character not in eligible(position, row):
        gate = position.gates[row.gate or ""]
        if character in gate.characters:
            title = position.rules.profile(character).title
            message = f"each {title} of {gate.legion} has come through a {gate_title(position)}"
            return [*out, Objection(message, cite("gate"), "enter")]
        held = ", ".join(dict.fromkeys(gate.characters)) or "nobody that is known"
        message = f"{gate.legion} holds no '{character}'; it holds {held}"
        out.append(Objection(message, cite("gate_enter"), "enter"))
    return out


def reach_in(position: BattlePosition, piece: Piece, row: SpellState) -> int:
    """Return the set of hexes where one may end who comes through a gate, its own among them (MM 18.4.4)."""
    start = _hex(position, row)
    occupied = position.fight.occupied
    with position.supposing_spells(_others(position, row)):
        out = 0 if occupied >> start & 1 else 1 << start
        for way in _ways_in(position, piece):
            out |= reach(way.moves, way.allowance, start, occupied)
    return out


def route_in(position: BattlePosition, piece: Piece, row: SpellState, target: int) -> Route:
    """Return the route of one who comes through a gate from its hex to another, or the objections to it."""
    start, fight = _hex(position, row), position.fight
    if target == start:
        blocked = fight.at[start]
        if blocked is None:
            return Route([start], 0)
        message = f"{fight.board.labels[start]} is occupied"
        return Route(objections=[Objection(message, position.rules.cite("occupied"), "to", (blocked.id,))])
    with position.supposing_spells(_others(position, row)):
        ways = _ways_in(position, piece)
        found = [route(way, piece.profile, start, 0, target, fight.occupied) for way in ways]
    return next((one for one in found if not one.objections), found[0])


def hex_of(position: BattlePosition, row: SpellState) -> str:
    """Return the hex on which a gate lies."""
    assert row.hex is not None
    return row.hex


def changed_gate(position: BattlePosition, legion: str, joins: str | None = None, leaves: str | None = None) -> None:
    """Note who joins or leaves the legion at the other end of a gate."""
    gate: GateState = position.gates[legion]
    names = [*gate.characters, joins] if joins is not None else list(gate.characters)
    if leaves is not None:
        names.remove(leaves)
    position.gates = {**position.gates, legion: replace(gate, characters=names)}


def _ways_in(position: BattlePosition, piece: Piece) -> list[Way]:
    """Return the ways in which one may go who stands on a gate by it: contact does not hold it there."""
    was, piece.hex = piece.hex, OFF
    ways = position.fight.ways(piece)
    piece.hex = was
    return ways


def _connects(position: BattlePosition, row: SpellState) -> bool:
    spell = spell_called(position.rules, row.spell)
    return spell is not None and spell.connects


def _hex(position: BattlePosition, row: SpellState) -> int:
    return position.fight.board.index[hex_of(position, row)]


def _others(position: BattlePosition, row: SpellState) -> list[SpellState]:
    return [one for one in position.spells if one.id != row.id]


def go_out(position: BattlePosition, recorder: Recorder, piece: Piece, row: SpellState) -> None:
    """Take a piece, healed, out of the battle to the legion of a gate, and shut the gate (MM 18.4.3)."""
    cite, gate = position.rules.cite, row.gate
    assert gate is not None
    piece.hits = 0
    give_back(position, [piece])
    changed_gate(position, gate, joins=piece.profile.name)
    casts = any(one.by == piece.id for one in position.spells)
    charms = any(one.controller == piece.id for one in position.fight.pieces.values())
    cites = [*cite("gate_exit"), *cite("left_unscored"), *(cite("gate_caster") if casts else ())]
    cites += cite("gate_charmer") if charms else ()
    leave(position, recorder, [piece], f"it joins {gate}", cites, to=gate)
    position.passed = [*position.passed, (piece, gate, False)]
    shut(position, recorder, row)


def come_in(position: BattlePosition, recorder: Recorder, piece: Piece, row: SpellState) -> None:
    """Add a piece to the battle that comes from the legion of a gate, and shut the gate (MM 18.4.4)."""
    assert row.gate is not None
    changed_gate(position, row.gate, leaves=piece.profile.name)
    position.passed = [*position.passed, (piece, row.gate, True)]
    shut(position, recorder, row)


def shut(position: BattlePosition, recorder: Recorder, row: SpellState) -> None:
    """Shut a gate by which one character has gone; it lies there until the Maneuver Phase ends (MM 18.4.6).

    Where its caster has gone, it has ended already.
    """
    if any(one.id == row.id for one in position.spells):
        rows = [replace(one, shut=True) if one.id == row.id else one for one in position.spells]
        position.set_spells(rows, position.storm)
        change = Change(str(row.id), "shut", False, True, "is shut")
        text = f"{row.id} is shut: one character has gone through it"
        recorder.write(text, changes=[change], cites=position.rules.cite("gate", "gate_shut"), by_referee=True)


def comings(position: BattlePosition, player: str) -> Iterator[tuple[str, str, str]]:
    """Yield those who may come in now, as (id, gate, hex)."""
    for row in gate_spells(position):
        if due_objections(position, player, row):
            continue
        for name in eligible(position, row):
            if not entry_objections(position, row, name):
                ident = ident_of(position, name, str(row.id))
                newcomer = position.newcomer(name, _side(position, row))
                for label in position.fight.board.names(reach_in(position, newcomer, row)):
                    yield ident, str(row.id), label


def character_of(position: BattlePosition, word: str) -> str:
    """Return the character that a word means: its name, or an id such as `giant-1`."""
    known = position.fight.pieces.get(word)
    if known is not None:
        # the word means a piece of the same kind that is there already
        return known.profile.name
    named = position.rules.characters_called([word])[0]
    return named if named in position.rules.characters else type_of(word)


def ident_of(position: BattlePosition, word: str, gate: str) -> str:
    """Return the id of the new piece: that of the Mage, the one given, or the character with the first free number."""
    name, taken = character_of(position, word), position.ids()
    magi = [ident for ident in _magi(position, gate) if type_of(ident) == name and ident not in taken]
    if magi:
        return word if word in magi else magi[0]
    if type_of(word) == name and not alike(word, taken):
        return word
    return next(ident for n in range(1, 1000) if (ident := f"{name}-{n}") not in taken)


def coming_objections(position: BattlePosition, player: str, word: str, gate: str, to: str) -> list[Objection]:
    """Return why a character may not come through a gate and go on to a hex."""
    out = turn_objections(position, player, "maneuver", f"coming through a {gate_title(position)}")
    row, target = gate_called(position, gate), position.hex(to, "to")
    out += [one for one in (row, target) if isinstance(one, Objection)]
    if out or isinstance(row, Objection) or isinstance(target, Objection):
        return out
    name = character_of(position, word)
    out = due_objections(position, player, row) or entry_objections(position, row, name)
    return out or route_in(position, position.newcomer(name, _side(position, row)), row, target).objections


def come_through(position: BattlePosition, recorder: Recorder, word: str, gate: str, to: str) -> None:
    """Bring a character in through a gate, and on to a hex; the order is legal."""
    row, fight = gate_called(position, gate), position.fight
    assert not isinstance(row, Objection)
    start, target = hex_of(position, row), fight.board.index[to]
    piece = position.newcomer(character_of(position, word), _side(position, row), ident_of(position, word, gate))
    route = route_in(position, piece, row, target)
    piece.hex, piece.through = target, row.gate
    position.note_move(piece, len(route.path))
    held = _magi(position, gate).get(piece.id)
    piece.held = list(held) if held is not None else piece.held
    piece.come_on()
    fight.add(piece)
    going = "" if to == start else f" and goes to {to}"
    recorder.write(
        f"{piece.profile.title} {piece.id} of {row.gate} comes through {row.id} on {start}{going}",
        reasons=route.ledgers,
        changes=[Change(piece.id, "hex", None, to, f"joins the battle at {to}")],
        cites=position.rules.cite("gate_enter"),
    )
    come_in(position, recorder, piece, row)
    on_the_way(position, recorder, piece, OFF, [target])
    settle(position, recorder)


def _side(position: BattlePosition, row: SpellState) -> int:
    return SIDES.index(position.caster_side(str(row.id)))


def _magi(position: BattlePosition, gate: str) -> dict[str, list[str] | None]:
    """Return the Magi of the legion at the other end of a gate, each with its Spells."""
    row = gate_called(position, gate)
    return {} if isinstance(row, Objection) else dict(position.enrolled.get(row.gate or "", ()))
