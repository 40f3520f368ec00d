"""A Spell of the Masterboard that is cast in a battle: it brings the defender's reinforcement (MM 9.3, 11.1.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.rules.rows import Fact

from ..battle.orders.arrive import Muster
from ..battle.pieces import ATTACKER, DEFENDER, Piece
from ..battle.position import BattlePosition
from ..rules import TitanRules
from ..sides import SIDES
from .casting import barring_rows, caster_objections
from .cup import put_back
from .spell_tables import SpellType
from .spellbooks import counter_objections

# the word for where they come from
RESERVE = "reserve"


def note_slain(position: BattlePosition, pieces: Sequence[Piece]) -> None:
    """Note the first of the attacker's characters that is slain: the defender may summon in the next Maneuver Phase."""
    if position.call != "closed" or not position.rules.reserve:
        return
    gone = {piece.id for piece in position.fight.gone}
    if any(piece.side == ATTACKER and piece.by is None and piece.id in gone for piece in pieces):
        position.call = "due"


def open_call(position: BattlePosition) -> None:
    """Open the one Maneuver Phase in which the defender may summon out of the reserve."""
    if position.call == "due" and position.fight.active == DEFENDER:
        position.call = "open"


def end_call(position: BattlePosition) -> None:
    """Close that phase as it ends."""
    if position.call == "open" and position.fight.active == DEFENDER:
        position.call = "past"


def call_objections(position: BattlePosition, side: int, name: str) -> list[Objection]:
    """Return why a side may not summon a character out of its reserve now: who there is, when, and where."""
    rules, cites, who = position.rules, position.rules.cite("reserve"), position.player(side)
    if not rules.reserve:
        message = "nobody is kept aside in this game; the option 'reserve_angels' says so"
        return [Objection(message, cites, "from")]
    kept = position.reserves.get(SIDES[side], [])
    if name not in kept:
        held = ", ".join(kept) or "nobody"
        return [Objection(f"{who} keeps no '{name}' aside, but {held}", cites, "summon")]
    out = []
    if not any(_leads(piece) for piece in position.fight.living(side) if piece.owner == side):
        leaders = f"{rules.having('keeps_player_alive')} or {rules.having('plays_on')}"
        out.append(Objection(f"{who} has no {leaders} in this battle", cites))
    now = position.summons if side == ATTACKER else position.call
    if now in ("closed", "due"):
        enemies = tuple(piece.id for piece in position.fight.of(1 - side))
        message = f"it comes in {who}'s Maneuver Phase after a Strike Phase in which an enemy is slain"
        out.append(Objection(message, cites, None, enemies))
    elif now == "past":
        out.append(Objection("the one Maneuver Phase for summoning is over", cites))
    if side == ATTACKER and position.summoned:
        out.append(Objection("the one summons of this Engagement Phase is used", cites))
    if position.storm is not None:
        title = rules.effects[position.storm].title
        out.append(Objection(f"nobody is summoned into a Land under a {title}", rules.cite("reserve_storm")))
    return out


def _leads(piece: Piece) -> bool:
    return piece.profile.vital or "plays_on" in piece.profile.traits


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
    named = position.words_called("character", [at or ""])[0]
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
    out = [
        replace(one, cite=tuple(dict.fromkeys([*cites, *one.cite])))
        for one in caster_objections(position, player, caster, "casting a Spell")
    ]
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
