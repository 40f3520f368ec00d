"""As an Engagement is considered: showing one's legion, and giving back whom a capture brought too many (MM 9.4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder

from ...masterboard.orders.base import MasterOrder
from ...masterboard.phases import close_if_no_gains
from ...masterboard.position import MasterboardPosition
from ...masterboard.rulings.engagements import show_both, sides
from ...masterboard.rulings.judge import over_objections
from ...words import CHARACTER, LandWord
from ..acts.unions import give_back, resolve_capture
from ..rulings.giving import give_back_objections, returnable
from ..rulings.strategic import Mage, mage_called


class Expose(MasterOrder, kw_only=True):
    """Show one's legion in an Engagement that is considered, the attacker first: `{expose: 38}` (REF magi-41)."""

    verb: ClassVar[str] = "expose"
    expose: LandWord

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        now = position.engagement
        if now is not None and now.stage == "consider":
            yield Candidate(cls(expose=now.land))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = over_objections(position, player)
        if out or position.position_unknown:
            return out
        now, cite = position.engagement, position.rules.cite("considered")
        if now is None or now.stage != "consider":
            return [Objection("no Engagement is considered now, so no legion is to be shown", cite)]
        where = position.graph.titled(str(now.land))
        if str(self.expose) not in (str(now.land), now.attacker, now.defender):
            return [Objection(f"the Engagement that is considered is in {where}", cite, "expose")]
        if player not in position.acting():
            return [Objection(f"{position.acting()[0]} says first whether the legion is shown", cite)]
        return []

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        now = position.engagement
        if position.position_unknown or now is None:
            return
        recorder.write(f"{player} casts nothing and shows the legion", cites=position.rules.cite("considered"))
        now.exposed = [*now.exposed, player]
        attacker, defender = sides(position)
        if player == attacker.player:
            return
        if now.capture is None:
            show_both(position, recorder)
            return
        mage = mage_called(position, now.capture)
        assert isinstance(mage, Mage)
        resolve_capture(position, recorder, mage, defender, position.rules.cite("captured_share"))


class GiveBack(MasterOrder, kw_only=True, rename={"give_back": "give-back"}):
    """Return whom a captured legion brings above the most: `{give-back: [ogre, ogre]}` (MM 9.4.1)."""

    verb: ClassVar[str] = "give-back"
    give_back: Annotated[list[str], CHARACTER, Meta(min_length=1, max_length=20)]

    @classmethod
    def candidates(cls, position: MasterboardPosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        gains = position.gains
        if gains is None or not gains.gives_back or gains.captor is None:
            return
        for choice in returnable(position, [position.legions[gains.legion]], gains.gives_back, gains.captor):
            yield Candidate(cls(give_back=choice))

    def judge(self, position: MasterboardPosition, player: str) -> list[Objection]:
        out = over_objections(position, player)
        if out or position.position_unknown:
            return out
        gains, cite = position.gains, position.rules.cite("given_back")
        if gains is None or not gains.gives_back or gains.captor is None:
            return [Objection("no legion has captured another and holds too many", cite)]
        if gains.player != player:
            return [Objection(f"only {gains.player}, who has captured a legion, may do so", cite)]
        legions = [position.legions[gains.legion]]
        return give_back_objections(position, legions, self.give_back, gains.gives_back, gains.captor, self.verb)

    def apply(self, position: MasterboardPosition, player: str, recorder: Recorder) -> None:
        gains = position.gains
        if position.position_unknown or gains is None or gains.captor is None:
            return
        give_back(position, recorder, position.legions[gains.legion], self.give_back, gains.captor)
        gains.gives_back = 0
        close_if_no_gains(position, recorder)
