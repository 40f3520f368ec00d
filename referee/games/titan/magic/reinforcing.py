"""A Spell of the Masterboard that is cast in a battle: it brings the defender's reinforcement (MM 9.3, 11.1.4)."""

from __future__ import annotations

from typing import ClassVar

from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.rules.rows import Fact

from ..battle.orders.arrive import Muster
from ..battle.pieces import Piece
from ..battle.position import BattlePosition
from ..rules import TitanRules
from .casting import barring_rows, caster_objections
from .cup import put_back
from .spell_tables import SpellType
from .spellbooks import counter_objections


class SpellReinforcement(Muster, kw_only=True):
    """The reinforcement that a Spell of a type lets its caster's legion take; `cast` gives it, and nobody else."""

    verb: ClassVar[str] = "muster"
    by: str
    spell: str

    def qualified(self, position: BattlePosition) -> list[str]:
        return [able.character for able in position.may_muster_by if (able.by, able.spell) == (self.by, self.spell)]


def reinforces(rules: TitanRules, spell: SpellType) -> bool:
    """Return whether a Spell brings a reinforcement in a battle."""
    return spell.name in rules.magic.musters


def reinforcement_named(
    position: BattlePosition, caster: Piece, spell: SpellType, at: str | None, to: str | None, as_: str | None = None
) -> SpellReinforcement:
    """Return the reinforcement that a Spell brings, whom `at` names; it enters at the hex `to`."""
    piece = position.fight.pieces.get(at or "")
    # a character may have been taken for the only piece of its kind
    named = piece.profile.name if piece is not None else position.words_called("character", [at or ""])[0]
    return SpellReinforcement(muster=named, to=to, as_=as_, by=caster.id, spell=spell.name)


def entries_of(position: BattlePosition, caster: Piece, muster: SpellReinforcement) -> list[str]:
    """Return the hexes where a reinforcement may enter."""
    newcomer = position.newcomer(muster.muster, caster.side)
    return position.fight.board.names(position.fight.destinations(newcomer))


def reinforcement_objections(
    position: BattlePosition, player: str, caster: Piece, counter: str, spell: SpellType, muster: SpellReinforcement
) -> list[Objection]:
    """Return every reason against reinforcing by a Spell: of a cast in a Maneuver Phase, and of a reinforcement."""
    cites = position.rules.cite("spell_reinforcement")
    out = caster_objections(position, player, caster, "casting a Spell")
    out += counter_objections(position, caster, counter)
    facts: dict[str, Fact] = {"spell": spell.name, "spell_kind": spell.spell.kind, "does": "muster", "at": "caster"}
    out += [
        Objection(f"{position.named(caster)}: {row.why}", row.cites, "cast")
        for row in barring_rows(position, caster, facts)
    ]
    if not muster.muster:
        out.append(Objection(f"'at' is missing: {spell.title} names the character that it brings", cites, "at"))
        return out
    if muster.to is None:
        out.append(Objection("'to' is missing: who comes by a Spell enters at once", cites, "to"))
    return out + [one for one in muster.check(position, player) if one not in out]


def reinforce(
    position: BattlePosition,
    player: str,
    recorder: Recorder,
    caster: Piece,
    counter: str,
    spell: SpellType,
    muster: SpellReinforcement,
) -> None:
    """Cast the Spell, whose counter goes into the Cup, and bring the reinforcement."""
    raises = position.rules.magic.musters[spell.name].slain is not None
    if caster.held is not None and counter in caster.held:
        held = list(caster.held)
        held.remove(counter)
        caster.held = held
    put_back(position, [counter] if counter != spell.name else [])
    position.raised = muster.muster if raises else None
    position.strategists = (*position.strategists, caster.id)
    cites = [*spell.cites, *position.rules.cite("spell_reinforcement", "one_strategic")]
    recorder.write(f"{position.named(caster)} casts {spell.title}", cites=list(dict.fromkeys(cites)))
    muster.apply(position, player, recorder)
