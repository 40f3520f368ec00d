"""What a Mage does with Spells of its own in effect, in place of a cast: ending one, moving one (MM 16.4, 18.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace

from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.notation.field_specs import piece as called

from ...battle.orders.base import BattleOrder
from ...battle.position import BattlePosition
from ...battle.rulings.judge import turn_objections
from ..carrying_out import harm_them
from ..casts import Cast
from ..choices import shifts_of, undoings_of
from ..grounds import ended_by, harmed_at_once, with_dependent
from ..in_effect import end_spells, lay_spell, place_in_words, reverted
from ..leaving import leave
from ..own_spells import shift_objections, undo_objections, undone
from ..spellbooks import no_spells, spell_called


def _not_now(position: BattlePosition, player: str, verb: str, what: str) -> list[Objection]:
    """Return why the player gives no such order in this phase, or in any game under these rules."""
    if not position.rules.spells:
        return [no_spells(position.rules, verb)]
    phase = "strike" if position.fight.striking_phase else "maneuver"
    return turn_objections(position, player, phase, what)


class Undo(BattleOrder, kw_only=True):
    """End one of a Mage's own Spells without a counter: `{undo: sorcerer-1, spell: blaze-1}` (MM 16.4).

    `spell` is the id of a Spell in effect, or of a piece that the Mage's Spell brought.
    """

    verb: ClassVar[str] = "undo"
    undo: Annotated[str, called("own")]
    spell: Annotated[str, called("own")]

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.spells or any(one.by is not None for one in position.fight.pieces.values()):
            for mage in position.fight.of(position.ordering):
                if piece in (None, mage.id):
                    for ident in undoings_of(position, player, mage):
                        yield Candidate(cls(undo=mage.id, spell=ident))

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        out = _not_now(position, player, self.verb, "ending a Spell")
        mage = position.find(self.undo, self.verb)
        if isinstance(mage, Objection):
            return out or [mage]
        return out or undo_objections(position, player, mage, self.spell)

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        mage, ended = position.fight.pieces[self.undo], undone(position, self.spell)
        mage.cast = True
        rows = [row for row in position.spells if row.id in ended] if self.spell not in position.fight.pieces else []
        changes = end_spells(position, rows)
        cites = [*position.rules.cite("undo"), *(position.rules.cite("falls_with") if len(ended) > 1 else ())]
        cites += reverted(position, changes)
        recorder.write(f"{position.named(mage)} ends {self.spell}", changes=changes, cites=cites)
        evoked = position.fight.pieces.get(self.spell)
        if evoked is not None:
            leave(position, recorder, [evoked], f"{mage.id} ends its Spell", position.rules.cite("evoked_leave"))


class Shift(BattleOrder, kw_only=True):
    """Move one of a Mage's own Hazards to another hex: `{shift: dust-devil-1, by: enchanter-1, to: E3}` (MM 18.3)."""

    verb: ClassVar[str] = "shift"
    shift: str
    by: Annotated[str, called("own")]
    to: str

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if position.spells:
            for mage in position.fight.of(position.ordering):
                if piece in (None, mage.id):
                    for ident, label in shifts_of(position, player, mage):
                        yield Candidate(cls(shift=ident, by=mage.id, to=label))

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        out = _not_now(position, player, self.verb, "moving a Spell")
        mage, target = position.find(self.by, "by"), position.hex(self.to, "to")
        if isinstance(mage, Objection) or isinstance(target, Objection):
            return out or [one for one in (mage, target) if isinstance(one, Objection)]
        return out or shift_objections(position, player, mage, self.shift, target)

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        mage, board = position.fight.pieces[self.by], position.fight.board
        row = next(row for row in position.spells if row.id == self.shift)
        spell = spell_called(position.rules, row.spell)
        assert spell is not None
        cast = Cast(spell, mage, hex=board.index[self.to])
        ended = {str(one.id) for one in with_dependent(position, [row])}
        ended |= {str(one.id) for one in ended_by(position, cast)}
        bites = position.fight.striking_phase and position.rules.chosen("moved_dust_devil_bites", True)
        harmed = harmed_at_once(position, cast) if bites else {}
        mage.cast = True
        was, moved = place_in_words(row), replace(row, hex=self.to)
        changes = [one for one in lay_spell(position, moved, ended) if one.what != row.id]
        changes.append(Change(self.shift, "spell", was, place_in_words(moved), f"now lies {place_in_words(moved)}"))
        text = f"{position.named(mage)} moves {spell.title} ({self.shift}) to {self.to}"
        recorder.write(text, changes=changes, cites=position.rules.cite("shift"))
        harm_them(position, recorder, cast, harmed)
