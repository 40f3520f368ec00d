"""What may be cast, ended or moved by Spells now: every choice, as `legal` lists it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.core.game.orders import Objection

from ..battle.board import bits
from ..battle.pieces import OFF, Piece
from ..battle.position import BattlePosition
from .cast_rolls import NO_ROLL, CastRoll
from .casting import bars_of, caster_objections, lines_of, target_objections
from .casts import STORM, Cast, beside_enemy, place_of
from .gates import open_legions
from .own_spells import shift_objections, undo_objections
from .spell_tables import SpellType
from .spellbooks import all_cast, spell_called, unused


class Choice(NamedTuple):
    """A cast that may be made: the counter, the word for its target, the hexes between if they matter, and its roll."""

    counter: str
    at: str
    via: list[str] | None
    roll: CastRoll
    gate: str | None = None


def casts_of(position: BattlePosition, player: str, caster: Piece) -> Iterator[Choice]:
    """Yield every cast that a piece may make now, the best path first; others where they roll otherwise."""
    if not _may_act(position, player, caster, "casting a Spell"):
        return
    reachable = _reachable(position, caster)
    for counter in _counters(position, caster):
        spell = spell_called(position.rules, counter)
        if spell is None or not spell.phases or bars_of(position, caster, spell.name, spell.spell.kind):
            continue
        gates: list[str | None] = [*open_legions(position, caster.side)] if spell.connects else [None]
        for at, cast in _targets(position, spell, caster, reachable) if gates else ():
            for via, roll in _ways(position, cast):
                yield from (Choice(counter, at, via, roll, gate) for gate in gates)


def _ways(position: BattlePosition, cast: Cast) -> Iterator[tuple[list[str] | None, CastRoll]]:
    """Yield the open paths of a cast with their rolls: the best one unnamed, and those that roll otherwise."""
    if target_objections(position, cast):
        return
    if cast.storm:
        yield None, NO_ROLL
        return
    aimed = [one for one in lines_of(position, cast, None) if not isinstance(one, Objection)]
    aimed.sort(key=lambda one: (one[1].number or 0, one[0]))
    for number, (whole, roll) in enumerate(aimed):
        # of paths that roll alike it does not matter which is taken
        if not number:
            yield None, roll
        elif (roll.dice, roll.number) != (aimed[0][1].dice, aimed[0][1].number):
            yield [position.fight.board.labels[h] for h in whole[1:-1]], roll


def undoings_of(position: BattlePosition, player: str, mage: Piece) -> Iterator[str]:
    """Yield the ids of the Spells in effect, and of the pieces, that a Mage may end now (MM 16.4)."""
    own = [str(row.id) for row in position.spells if row.by == mage.id]
    own += [piece.id for piece in position.fight.pieces.values() if piece.by == mage.id]
    if own and _may_act(position, player, mage, "ending a Spell"):
        yield from (ident for ident in own if not undo_objections(position, player, mage, ident))


def shifts_of(position: BattlePosition, player: str, mage: Piece) -> Iterator[tuple[str, str]]:
    """Yield the ids of the Hazards that a Mage may move now, each with a hex to which it may go (MM 18.3)."""
    own = [row for row in position.spells if row.by == mage.id and row.hex is not None and _shifts(position, row.spell)]
    if own and _may_act(position, player, mage, "moving a Spell"):
        labels = position.fight.board.labels
        for row in own:
            for hex_ in bits(_reachable(position, mage)):
                if not shift_objections(position, player, mage, str(row.id), hex_):
                    yield str(row.id), labels[hex_]


def _shifts(position: BattlePosition, name: str) -> bool:
    spell = spell_called(position.rules, name)
    return spell is not None and spell.shifts


def _may_act(position: BattlePosition, player: str, piece: Piece, what: str) -> bool:
    return piece.hex != OFF and not caster_objections(position, player, piece, what)


def _counters(position: BattlePosition, caster: Piece) -> list[str]:
    """Return the counters that a caster may use, each once; the types of all Spells where it has whatever is asked."""
    if caster.held is not None:
        return list(dict.fromkeys(unused(position.rules, caster)))
    used = {position.rules.spell_types.get(one) for one in caster.used}
    return [name for name in position.rules.spells if name not in used and not all_cast(position, name)]


def _reachable(position: BattlePosition, caster: Piece) -> int:
    """Return the set of hexes that contact leaves to a caster (MM 11.1.3, 11.2.2)."""
    fight, board = position.fight, position.fight.board
    if not beside_enemy(fight, caster):
        return board.all
    own, near = 1 << caster.hex, board.contact[caster.hex]
    return own | (near & fight.on[1 - caster.side] if fight.striking_phase else near)


def _targets(position: BattlePosition, spell: SpellType, caster: Piece, reachable: int) -> Iterator[tuple[str, Cast]]:
    """Yield what a Spell may be cast at for all that its reach tells, each with the word for it."""
    fight, board = position.fight, position.fight.board
    if spell.at == "spell":
        for row in position.spells:
            hex_ = place_of(position, row)
            if hex_ != OFF and reachable >> hex_ & 1:
                yield str(row.id), Cast(spell, caster, hex=hex_, row=row)
        if position.storm is not None:
            yield STORM, Cast(spell, caster, storm=True)
        return
    if spell.range != "any":
        reach = caster.profile.skill if spell.range == "skill" else spell.strike_skill or 0
        most = min(reach, position.rules.spell_table.most_range)
        reachable &= board.within(caster.hex, most - 1) | board.contact[caster.hex]
    for hex_ in bits(reachable if spell.at == "hex" else reachable & fight.occupied):
        piece = fight.at[hex_]
        if spell.at == "hex":
            yield board.labels[hex_], Cast(spell, caster, hex=hex_)
        elif piece is not None:
            yield piece.id, Cast(spell, caster, piece, hex_)
