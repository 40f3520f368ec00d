"""Coming into a battle through a gate: who comes, under which name, and where to (MM 18.4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents.problems import alike
from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ..battle.events import on_the_way, settle
from ..battle.pieces import OFF
from ..battle.position import BattlePosition
from ..battle.rulings.judge import turn_objections
from ..battle.state import SpellState
from ..masterboard.state import type_of
from ..sides import SIDES
from .gates import (
    come_in,
    due_objections,
    eligible,
    entry_objections,
    gate_called,
    gate_spells,
    gate_title,
    hex_of,
    reach_in,
    route_in,
)


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
