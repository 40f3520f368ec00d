"""What a Hazard Spell does where it would come to lie: what it switches off, and whom it hurts at once (MM 18.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..battle.board import Board
from ..battle.position import BattlePosition
from ..battle.rulings.harm import Harm, harm_of
from ..battle.state import SpellState
from .casts import Cast
from .grounds import ended_by, ground_of

# the id of a Spell that is only supposed
_SUPPOSED = "(cast)"


def after(position: BattlePosition, cast: Cast) -> tuple[list[SpellState], SpellState]:
    """Return the Spells that stay in effect when a Hazard is cast, and the new one."""
    ended = ended_by(position, cast)
    label = position.fight.board.labels[cast.hex]
    laid = SpellState(id=_SUPPOSED, spell=cast.spell.name, hex=label, by=cast.caster.id, fresh=True)
    return [row for row in position.spells if row not in ended], laid


def switched_off(position: BattlePosition, cast: Cast) -> str | None:
    """Return the printed hazard of the hex that the Spell switches off, also one that was off already under a Spell
    that it ends; None for plain ground and where it works on (MM 18.1.3).
    """
    lays = position.rules.laid_by_spell(cast.spell.name)
    if lays is None:
        return None
    effect = position.rules.effects[lays]
    printed = [name for name in ground_of(position, cast.hex).printed if name != position.rules.battlelands.ground]
    kept, laid = after(position, cast)
    with position.supposing_spells(kept):
        working = [name for name in printed if _bears(position.fight.board, cast.hex, name)]
    with position.supposing_spells([*kept, laid]):
        board = position.fight.board
        # what the Spell itself brings may be of the same name
        off = [name for name in working if _bears(board, cast.hex, name) <= effect.bears.count(name)]
    return off[0] if off else None


def _bears(board: Board, hex_: int, name: str) -> int:
    """Return how many hazards of a name a hex bears."""
    return sum(carrier.name == name for carrier in board.borne[hex_])


Harmed = Mapping[str, Harm]


def harm_at_once(position: BattlePosition, cast: Cast) -> dict[str, int]:
    """Return the hits that a Hazard cast in a Strike Phase does at once, by piece (MM 18.1)."""
    return {ident: harm.ledger.total for ident, harm in harmed_at_once(position, cast).items()}


def harmed_at_once(position: BattlePosition, cast: Cast) -> dict[str, Harm]:
    """Return what a Hazard cast in a Strike Phase does at once, by piece (MM 18.1)."""
    kept, laid = after(position, cast)
    with position.supposing_spells(kept):
        before = position.fight.board
    out: dict[str, Harm] = {}
    with position.supposing_spells([*kept, laid]):
        board = position.fight.board
        for piece in position.fight.pieces.values():
            if piece.hex < 0 or piece.slain:
                continue
            new = Counter(board.borne[piece.hex]) - Counter(before.borne[piece.hex])
            if not new:
                continue
            given = position.fight.given("damage", occupant=piece)
            active = piece.side == position.fight.active
            harm = harm_of(board, tuple(new.elements()), piece.profile, active, given)
            if harm.ledger.total:
                out[piece.id] = harm
    return out
