"""What a cast that works does to the battle: hits, heals, Spells laid and ended, pieces brought (MM 11 to 18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.core.documents.problems import counted
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Ledger
from referee.core.rules.rows import Fact

from ..battle.events import happens, hits_change
from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from ..battle.rulings.spirits import to_choose
from ..battle.state import SpellState
from .casts import Cast
from .grounds import Ground, Harmed, ended_by, ground_of, harmed_at_once, switched_off, with_dependent
from .in_effect import end_spells, end_storm, free_name, lay_spell, reverted
from .spell_tables import SpellType
from .spellbooks import spell_called


def outcome_of(position: BattlePosition, cast: Cast) -> dict[str, Any]:
    """Return what a cast does, as the answer of a question has it."""
    spell = cast.spell
    out: dict[str, Any] = {"lasts": lasts_of(position, cast)}
    if spell.spell.heals is not None and cast.piece is not None:
        heals = cast.caster.profile.own_power if spell.spell.heals == "power" else spell.spell.heals
        out["heals"] = min(heals, cast.piece.hits)
    if cast.storm:
        out["ends"] = ["storm"]
    elif cast.row is not None:
        out["ends"] = [row.id for row in with_dependent(position, [cast.row])]
    if spell.at == "hex" and spell.evokes is None:
        out["ends"] = [row.id for row in ended_by(position, cast)]
        out["nullifies"] = switched_off(position, cast)
        if position.fight.striking_phase:
            out["harm"] = {ident: harm.ledger.total for ident, harm in harmed_at_once(position, cast).items()}
    return out


def lasts_of(position: BattlePosition, cast: Cast) -> str:
    """Return how long a Spell lasts; of a Hazard the ground beneath may decide (MM 11.4, 18.0)."""
    spell = cast.spell
    if not spell.spell.lasts_on:
        return spell.lasts
    ground = ground_of(position, cast.hex)
    ended = {row.id for row in ended_by(position, cast)}
    return _lasts_on(position, spell, ground, [row for row in ground.magical if row.id not in ended])


def lasts_of_row(position: BattlePosition, row: SpellState) -> str:
    """Return how long a Spell in effect lasts; of a Hazard the ground beneath may decide."""
    spell = spell_called(position.rules, row.spell)
    assert spell is not None
    if not spell.spell.lasts_on or row.hex is None:
        return spell.lasts
    ground = ground_of(position, position.fight.board.index[row.hex])
    return _lasts_on(position, spell, ground, ground.magical[: ground.magical.index(row)])


def _lasts_on(position: BattlePosition, spell: SpellType, ground: Ground, beneath: Sequence[SpellState]) -> str:
    """Return how long a Hazard lasts on what is printed in its hex and the magical Hazards beneath it."""
    below = [position.rules.spell_types.get(row.spell) for row in beneath][-1:] or list(ground.printed)
    return next((spell.spell.lasts_on[one] for one in below if one in spell.spell.lasts_on), spell.lasts)


class Done(msgspec.Struct):
    """What has been done: the changes, remarks, and rules behind it beside those of the cast."""

    changes: list[Change] = []
    notes: list[str] = []
    cites: list[str] = []


def carry_out(
    position: BattlePosition, cast: Cast, counter: str, hits: int, promised: dict[str, Any], gate: str | None = None
) -> Done:
    """Do what a cast that works does; `hits` are those of its roll, and `promised` what was foretold of it.

    `gate` is the legion to which a gate leads.
    """
    done, spell = Done(), cast.spell
    if cast.storm:
        done.changes += end_storm(position)
    elif cast.row is not None:
        done.changes += end_spells(position, [row for row in position.spells if row.id in promised["ends"]])
        done.cites += reverted(position, done.changes)
    elif spell.evokes is not None:
        done.changes.append(_evoke(position, cast, spell.evokes, counter))
        done.cites += position.rules.cite("evoked_free")
    elif cast.piece is not None:
        _do_to_piece(position, cast, cast.piece, hits, promised, done)
    lasts = promised["lasts"] not in ("immediate", "until-removed")
    if lasts and position.rules.laid_by_spells.get(counter) is not None:
        row = SpellState(id=free_name(position, counter), spell=counter, by=cast.caster.id, fresh=True, gate=gate)
        if cast.piece is not None:
            row.on = cast.piece.id
            done.cites += position.rules.cite("goes_with")
        else:
            row.hex = position.fight.board.labels[cast.hex]
        done.changes += lay_spell(position, row, promised.get("ends", ()))
        if position.fight.striking_phase:
            position.spirits = [ident for ident in to_choose(position) if ident == row.id]
            done.cites += position.rules.cite("harm_at_once") if position.spirits else ()
    return done


def _do_to_piece(
    position: BattlePosition, cast: Cast, target: Piece, hits: int, promised: dict[str, Any], done: Done
) -> None:
    """Hurt or heal the piece at which a Spell is cast."""
    roll, cite, was = cast.spell.roll, position.rules.cite, target.hits
    if roll is not None and roll.damage is not None:
        taken = position.fight.hit(target, hits)
        if taken < hits:
            done.notes.append(f"{counted(hits - taken, 'surplus hit')}: no damage of a Spell carries over")
            done.cites += cite("spell_surplus")
        done.cites += slain_by_spell(position, target)
    target.hits -= promised.get("heals", 0)
    if target.hits != was:
        done.changes.append(hits_change(position, target, target.hits - was))


def _evoke(position: BattlePosition, cast: Cast, character: str, counter: str) -> Change:
    """Bring a character onto the hex at which its Spell is cast; return the change (MM 17.0)."""
    ident = evoked_name(position, character, counter)
    piece = position.newcomer(character, cast.caster.side, ident)
    piece.by, piece.hex = cast.caster.id, cast.hex
    position.fight.add(piece)
    label = position.fight.board.labels[cast.hex]
    return Change(ident, "hex", None, label, f"appears on {label}")


def evoked_name(position: BattlePosition, character: str, counter: str) -> str:
    """Return the id of a character that a counter brings: that of the counter, or the first free number."""
    return free_name(position, counter if counter != character else f"{character}-1", character)


def strike_back(position: BattlePosition, cast: Cast, summed: Ledger, hurts: int | None) -> Done:
    """Do to the caster what a sum of dice does that just fails (MM 15.0)."""
    if summed.total != hurts or not position.fight.hit(cast.caster, 1):
        return Done(notes=["it fails"])
    cites = [*position.rules.cite("backlash"), *slain_by_spell(position, cast.caster)]
    return Done([hits_change(position, cast.caster, 1)], ["it fails, and hurts its caster"], cites)


def slain_by_spell(position: BattlePosition, piece: Piece) -> tuple[str, ...]:
    """Return the rules on one who is slain by a Spell; in a Maneuver Phase it stays for the Strike Phase (MM 12.0)."""
    if not piece.slain:
        return ()
    return position.rules.cite("slain" if position.fight.striking_phase else "slain_in_maneuver")


def harm_them(position: BattlePosition, recorder: Recorder, cast: Cast, harmed: Harmed) -> None:
    """Hurt those whom a Hazard cast in a Strike Phase hurts at once, each with a step of the trace (MM 18.1)."""
    fight = position.fight
    for ident, harm in harmed.items():
        piece = fight.pieces[ident]
        taken = fight.hit(piece, harm.ledger.total)
        if piece.slain and piece.side == cast.caster.side:
            fight.by_hazard.add(ident)
        cites = [*position.rules.cite("harm_at_once"), *(position.rules.cite("slain") if piece.slain else ())]
        recorder.write(
            f"{position.named(piece)} takes {counted(taken, 'hit')} at once",
            reasons=[harm.ledger],
            changes=[hits_change(position, piece, taken)],
            cites=cites,
            by_referee=True,
        )


def has_cast(position: BattlePosition, recorder: Recorder, caster: Piece, spell: SpellType, *, works: bool) -> None:
    """Do what rows do to one that has cast a Spell."""
    if position.over or caster.id not in position.fight.pieces or caster.slain:
        return
    about: dict[str, Fact] = {"spell": spell.name, "spell_kind": spell.spell.kind, "works": works}
    # one that is slain by it stays until the Strike Phase ends, as one slain by a Spell does
    happens(position, recorder, "casts", caster, caster.hex, further=about)
