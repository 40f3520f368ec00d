"""On which ground a Hazard Spell may be cast, and what it does to what lies there (MM 18.1.3, 18.1.4, 18.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from referee.core.game.orders import Objection

from ..battle.board import Board
from ..battle.position import BattlePosition
from ..battle.rulings.harm import Harm, harm_of
from ..battle.state import SpellState
from .casts import Cast
from .spell_tables import ANY, SpellType


class Ground(NamedTuple):
    """A hex as a Hazard Spell finds it: what is printed there, and the magical Hazards on it, the topmost last."""

    label: str
    printed: tuple[str, ...]
    magical: tuple[SpellState, ...]


def ground_of(position: BattlePosition, hex_: int) -> Ground:
    """Return what is printed on a hex, plain ground where that is nothing, and the Spells that lie on it."""
    board = position.fight.board
    label = board.labels[hex_]
    printed = tuple(hazard for hazard, labels in board.printed.hexes.items() if label in labels)
    lying = tuple(row for row in position.spells if row.hex == label)
    return Ground(label, printed or (position.rules.battlelands.ground,), lying)


def ground_objections(position: BattlePosition, cast: Cast) -> list[Objection]:
    """Return every reason why the chart keeps a Hazard Spell off a hex (MM 18.8)."""
    spell, rules, cite = cast.spell, position.rules, position.rules.cite
    ground = ground_of(position, cast.hex)
    out: list[Objection] = []
    occupant = position.fight.at[cast.hex]
    if spell.occupied == "natives" and occupant is not None and occupant.profile.native(spell.name) == "other":
        message = f"{position.named(occupant)} on {ground.label} is not native to {spell.title}"
        out.append(Objection(message, cite("chart"), "at", (occupant.id,)))
    if ground.magical:
        top = str(rules.spell_types.get(ground.magical[-1].spell))
        title = rules.spells[top].title
        if rules.cast_over(spell, top) == "bars":
            message = f"{title} lies on {ground.label}, and {spell.title} is not cast on it"
            out.append(Objection(message, cite("chart"), "at"))
        elif ANY in spell.spell.over:
            out += _printed_objections(position, spell, ground)
    else:
        out += _printed_objections(position, spell, ground)
    if not spell.spell.elevated:
        out += _raised_objections(position, cast, ground)
    return out


def _printed_objections(position: BattlePosition, spell: SpellType, ground: Ground) -> list[Objection]:
    barred = [hazard for hazard in ground.printed if hazard not in spell.spell.ground]
    titles = position.rules.hazards.hazards
    return [
        Objection(
            f"{ground.label} is {titles[hazard].title}, and {spell.title} is not cast on it",
            position.rules.cite("chart"),
            "at",
        )
        for hazard in barred
    ]


def _raised_objections(position: BattlePosition, cast: Cast, ground: Ground) -> list[Objection]:
    """Return why a hex cannot be raised: it is the high side of a hexside already (MM 18.1.2)."""
    board = position.fight.board
    high = any(
        crossing == "down"
        for beside in board.neighbours[cast.hex]
        for _, crossing in board.sides.get((cast.hex, beside), ())
    )
    if not high:
        return []
    message = f"{ground.label} is raised above a hex beside it, and {cast.spell.title} raises no such hex"
    return [Objection(message, position.rules.cite("raised_once"), "at")]


def ended_by(position: BattlePosition, cast: Cast) -> list[SpellState]:
    """Return the magical Hazards that a Hazard Spell ends, with those that depend on them (MM 18.1.3, 18.1.4)."""
    rules, lying = position.rules, ground_of(position, cast.hex).magical
    ended = [row for row in lying if rules.cast_over(cast.spell, str(rules.spell_types.get(row.spell))) == "ends"]
    return with_dependent(position, ended)


def with_dependent(position: BattlePosition, ended: list[SpellState]) -> list[SpellState]:
    """Return Hazards that end, with the magical ones that lie on them, in the order of the battle (MM 18.1.4)."""
    gone = {row.id for row in ended}
    for row in ended:
        if row.hex is not None:
            lying = ground_of(position, position.fight.board.index[row.hex]).magical
            gone |= {above.id for above in lying[lying.index(row) :]}
    return [row for row in position.spells if row.id in gone]


def fallen_with(position: BattlePosition, ident: str) -> list[SpellState]:
    """Return the Spells that lie on a piece, which end when it leaves (MM 16.5)."""
    return [row for row in position.spells if row.on == ident]


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
    lays = position.rules.laid_by_spells.get(cast.spell.name)
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
