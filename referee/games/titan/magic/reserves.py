"""Characters kept aside until they are summoned into a battle: when, and why not (MM 22.1, REF magi-111)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game.orders import Objection

from ..battle.pieces import ATTACKER, DEFENDER, Piece
from ..battle.position import BattlePosition
from ..sides import SIDES

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
