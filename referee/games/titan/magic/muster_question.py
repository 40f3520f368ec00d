"""The question what a legion may muster, also by a Spell."""

from __future__ import annotations

from typing import Annotated

from referee.core.documents import nearest
from referee.core.game.orders import Objection
from referee.core.game.questions import Unanswerable

from ..masterboard.legion import Legion
from ..masterboard.position import MasterboardPosition
from ..masterboard.questions import AskMuster as AskOrdinaryMuster
from ..masterboard.rulings.mustering import Mustering
from ..words import SPELL
from .rulings.mustering import caster_objections, mustering_by


class AskMuster(AskOrdinaryMuster, kw_only=True, rename={"in_": "in"}):
    """What may a legion that has moved muster where it stands, and by showing what: `{muster: bk01}`.

    Without a Masterboard, what may characters muster in a terrain: `{muster: [ogre, ogre, troll], in: marsh}`.
    With `spell`, what that Spell lets it muster. `supposing: {moved: true}` replaces what the state says.
    """

    spell: Annotated[str, SPELL] | None = None

    def objections(self, position: MasterboardPosition, legion: Legion) -> list[Objection]:
        return super().objections(position, legion) + (caster_objections(position, legion) if self.spell else [])

    def mustering(self, position: MasterboardPosition, legion: Legion) -> Mustering:
        if self.spell is None:
            return super().mustering(position, legion)
        known = position.rules.magic.musters
        if self.spell not in known:
            raise Unanswerable(f"'{self.spell}' lets nobody muster{nearest(self.spell, known)}", ("ask", "spell"))
        return mustering_by(position, legion, self.spell, self.during(position, legion))

    def left(self, position: MasterboardPosition, name: str) -> bool:
        brings_back = self.spell is not None and position.rules.magic.musters[self.spell].slain is not None
        return brings_back or super().left(position, name)
