"""A Spell that lets its caster's legion muster (MM 9.4.8, 9.4.10)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder

from ...masterboard.legion import Legion
from ...masterboard.orders.muster import Muster, barred
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.mustering import Mustering
from ..rulings.mustering import mustering_by
from .base import Act, Deed, Done


class MusterBySpell(Muster, kw_only=True):
    """The muster that a Spell of a type lets a legion make; `cast` gives it, and nobody else."""

    by_victory = False
    spell: str
    caster: str

    def qualified(self, position: MasterboardPosition, legion: Legion) -> Mustering:
        gains = position.engagement.gains if position.engagement is not None else None
        return mustering_by(position, legion, self.spell, "enlistment" if gains is None else "victory", self.caster)

    def missing(self, position: MasterboardPosition) -> list[Objection]:
        # the dead come back whether or not the caretaker has one
        return [] if self._raises(position) else super().missing(position)

    def bring(self, position: MasterboardPosition) -> None:
        if not self._raises(position):
            super().bring(position)
            return
        left = position.slain.get(self.muster, 0) - 1
        position.slain = {**position.slain, self.muster: left} if left > 0 else _without(position.slain, self.muster)

    def _raises(self, position: MasterboardPosition) -> bool:
        return position.rules.magic.musters[self.spell].slain is not None


class MusterNow(Act):
    """Muster the one at which the Spell is cast."""

    takes = ("at", "show")

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterator[Deed]:
        legion = deed.mage.legion
        if barred(position, legion):
            return
        for name, ways in muster_of(deed).qualified(position, legion).ways.items():
            yield from (deed._replace(at=name, shows=way) for way in ways)

    def open_fields(self, position: MasterboardPosition, deed: Deed, done: Done) -> list[Objection]:
        return muster_of(deed).judge(position, deed.mage.legion.player)

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        muster_of(deed).apply(position, deed.mage.legion.player, recorder)
        recorder.steps[-1].cites += [one for one in deed.spell.cites if one not in recorder.steps[-1].cites]


def muster_of(deed: Deed) -> MusterBySpell:
    """Return the muster that a deed makes."""
    mage, shows = deed.mage, list(deed.shows) or None
    return MusterBySpell(
        muster=deed.at or "", in_=mage.legion.id, show=shows, spell=deed.spell.name, caster=mage.stack.character
    )


def _without(counts: dict[str, int], name: str) -> dict[str, int]:
    return {one: number for one, number in counts.items() if one != name}
