"""Pieces that leave a battle unslain, and Spells that are drawn for those who come (MM 4.2.5, REF magi-21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ..battle.pieces import OFF, Piece
from ..battle.position import BattlePosition
from ..battle.state import LeftState
from ..rules import TitanRules
from ..sides import SIDES
from .cup import all_intrinsic, put_back
from .spellbooks import spell_called


def leave(
    position: BattlePosition,
    recorder: Recorder,
    pieces: Sequence[Piece],
    why: str,
    cites: Iterable[str],
    banished: bool = False,
    to: str | None = None,
) -> None:
    """Take pieces out of the battle, and end what hangs on them (MM 16.5); who is slain already counts as slain.

    `banished` says that the counter of an Evoked Character, which its caster still holds, no longer counts in this
    battle. `to` is the legion that they join through a gate.
    """
    fight = position.fight
    if not pieces:
        return
    changes = []
    for piece in pieces:
        where = fight.board.labels[piece.hex] if piece.hex != OFF else None
        changes.append(Change(piece.id, "hex", where, None, "leaves the battle"))
    names = ", ".join(position.named(piece) for piece in pieces)
    for piece in pieces:
        fight.remove(piece)
        if piece.slain and not piece.banished:
            # who is slain and not banished too is scored (MM 19.1)
            fight.gone.append(piece)
            continue
        fight.by_hazard.discard(piece.id)
        left = LeftState(
            id=piece.id, character=piece.profile.name, side=SIDES[piece.owner], by=piece.by, to=to, banished=banished
        )
        position.left = [*position.left, left]
    said = "leaves" if len(pieces) == 1 else "leave"
    recorder.write(f"{names} {said} the battle: {why}", changes=changes, cites=list(cites), by_referee=True)
    position.upkeep.removed(position, recorder, pieces)


def dismiss(position: BattlePosition, recorder: Recorder, gone: Iterable[Piece]) -> None:
    """Let those leave whom Spells of pieces brought that have left the battle (MM 16.5, 17.1)."""
    casters = {piece.id for piece in gone}
    evoked = [p for p in position.fight.pieces.values() if p.by in casters and not p.slain]
    if evoked:
        names = " and ".join(dict.fromkeys(p.by for p in evoked if p.by is not None))
        leave(position, recorder, evoked, f"{names} has left it", position.rules.cite("evoked_leave"))


def dismiss_all(position: BattlePosition, recorder: Recorder) -> None:
    """Let all leave whom Spells brought, as the battle ends; those who are slain stay slain (MM 17.1)."""
    evoked = [p for p in position.fight.pieces.values() if p.by is not None and not p.slain]
    leave(position, recorder, evoked, "it ends", position.rules.cite("evoked_leave"))


def banish(position: BattlePosition, recorder: Recorder, caster: Piece, piece: Piece) -> None:
    """Banish a piece: a friend leaves at once in a Maneuver Phase, an enemy in a Strike Phase; else as it ends."""
    piece.banished = True
    if (piece.side == caster.side) != position.fight.striking_phase:
        leave_banished(position, recorder)


def leave_banished(position: BattlePosition, recorder: Recorder) -> None:
    """Take those who are banished out of the battle, each with its counter; even the slain score nothing."""
    for piece in [piece for piece in position.fight.pieces.values() if piece.banished]:
        stays = _lose_counter(position, piece)
        why = "it is banished" if stays else "it is banished, and its counter goes into the Cup"
        leave(position, recorder, [piece], why, position.rules.cite("banished"), banished=stays)


def _lose_counter(position: BattlePosition, piece: Piece) -> bool:
    """Take the counter of a banished piece from its caster, unless it is intrinsic; return whether it stays there."""
    fight = position.fight
    caster = next((one for one in (*fight.pieces.values(), *fight.gone) if one.id == piece.by), None)
    if caster is None or caster.held is None:
        return True
    kind = piece.profile.name
    named = [one for one in caster.used if one == piece.id] or [
        one for one in caster.used if position.rules.spell_types.get(one) == kind
    ]
    counter = next((one for one in named if one in caster.held), None)
    if counter is None or counter == kind or counter in all_intrinsic(position.rules):
        return True
    caster.held = _without(caster.held, counter)
    caster.used = _without(caster.used, counter)
    put_back(position, [counter])
    return False


def _without(counters: list[str], counter: str) -> list[str]:
    out = list(counters)
    out.remove(counter)
    return out


def give_back(position: BattlePosition, pieces: Iterable[Piece]) -> None:
    """Put the Spells that were drawn for pieces in this battle back into the Cup, cast or not (MM 4.2.6)."""
    for piece in pieces:
        if piece.drew and piece.held:
            put_back(position, piece.held)
            piece.held = []


def battle_spell(rules: TitanRules, counter: str) -> bool:
    """Return whether a counter is a Spell that is cast in battles."""
    spell = spell_called(rules, counter)
    return spell is not None and bool(spell.phases)


def drawers(position: BattlePosition) -> list[Piece]:
    """Return the pieces for which a Spell may be drawn as this Maneuver Phase ends."""
    fight = position.fight
    if position.over or fight.striking_phase:
        return []
    came = (piece for piece in fight.of(fight.active) if piece.came and not piece.drew)
    return [piece for piece in came if not draw_objections(position, piece)]


def draw_objections(position: BattlePosition, piece: Piece) -> list[Objection]:
    """Return why no Spell may be drawn for a piece now: its kind, when it came, what was drawn before, a Storm."""
    cite, name = position.rules.cite("battle_draw"), position.named(piece)
    if "draws_battle_spell" not in piece.profile.traits:
        return [Objection(f"no Spell is drawn for {piece.profile.named} in a battle", cite, "draw")]
    out = []
    if piece.drew:
        out.append(Objection(f"a Spell has been drawn for {name} in this battle", cite, "draw"))
    elif not piece.came or piece.hex == OFF:
        message = f"{name} has not come onto the map in this phase, at whose end a Spell is drawn"
        out.append(Objection(message, cite, "draw"))
    rules, facts = position.rules, {"for": "battle", "mage": piece.profile.name, "terrain": position.battleland}
    for carrier in position.fight.board.around:
        rows = rules.ruled(carrier.table.draw.values(), facts)
        out += [Objection(row.why, row.cites, "draw") for row in rows if row.forbid]
    return out
