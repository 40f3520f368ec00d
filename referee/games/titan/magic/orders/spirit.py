"""Choosing whom a Spirit hits at the start of a Strike Phase, or as it is cast in one (MM 18.1, 18.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from referee.core.documents import nearest
from referee.core.game.forecast import Forecast
from referee.core.game.orders import Candidate, Objection
from referee.core.game.recorder import Recorder
from referee.core.notation.field_specs import Name, piece
from referee.core.rules.ledger import Entry, Ledger, cites_of

from ...battle.events import done_of, hits_change
from ...battle.orders.base import BattleOrder
from ...battle.phases import skip_empty_parts
from ...battle.position import BattlePosition
from ...battle.rulings.spirits import SpiritAt, choose_next, standing_spirits
from ...sides import SIDES


class _SpiritForecast(Forecast["ChooseForSpirit", BattlePosition]):
    """Whom a Spirit may hit depends on who lives."""

    def concerns(self, order: ChooseForSpirit, position: BattlePosition) -> Iterable[str]:
        return [order.at] if order.at is not None else []


class ChooseForSpirit(BattleOrder, kw_only=True):
    """Choose whom a Spirit hits: `{spirit: wood-spirit-2, at: lion-3}`; without `at` it spares all (MM 18.7)."""

    verb: ClassVar[str] = "spirit"
    forecast: ClassVar[Forecast] = _SpiritForecast()
    spirit: Name
    at: Annotated[str, piece("enemy")] | None = None

    @classmethod
    def candidates(cls, position: BattlePosition, player: str, piece: str | None = None) -> Iterator[Candidate]:
        if not position.spirits or position.player(position.ordering) != player or piece is not None:
            return
        side = SIDES[position.ordering]
        for one in standing_spirits(position):
            if one.id in position.spirits and position.caster_side(one.id) == side:
                yield Candidate(cls(spirit=one.id))
                for target in one.able:
                    yield Candidate(cls(spirit=one.id, at=target.id))

    def secret(self) -> bool:
        return True

    def judge(self, position: BattlePosition, player: str) -> list[Objection]:
        cites = position.rules.cite("spirits_first")
        if position.over:
            return [Objection("the battle is over", position.rules.cite("battle_over"))]
        found = self._found(position)
        if found is None:
            near = nearest(self.spirit, [one.id for one in standing_spirits(position)])
            return [Objection(f"'{self.spirit}' is no Spirit in effect{near}", cites, "spirit")]
        if self.spirit not in position.spirits:
            when = "as a Strike Phase begins or it is cast in one"
            message = f"{self.spirit} does not choose now: one beside an enemy chooses once, {when}"
            return [Objection(message, cites, "spirit")]
        chooser = position.caster_side(self.spirit)
        owner, now = position.players[SIDES.index(chooser)], position.player(position.ordering)
        if owner != player:
            return [Objection(f"{self.spirit} was cast by {owner}, who chooses for it", cites, "spirit")]
        if now != player:
            return [Objection(f"the Spirits of {now}, who has just maneuvered, choose first", cites)]
        if self.at is None:
            return []
        target = position.find(self.at, "at")
        if isinstance(target, Objection):
            return [target]
        if target in found.able:
            return []
        names = ", ".join(position.named(one) for one in found.able)
        message = f"{self.spirit} hits a living enemy beside it: {names}, not {position.named(target)}"
        return [Objection(message, cites_of(found.spirit.cite), "at", (target.id,))]

    def _found(self, position: BattlePosition) -> SpiritAt | None:
        return next((one for one in standing_spirits(position) if one.id == self.spirit), None)

    def apply(self, position: BattlePosition, player: str, recorder: Recorder) -> None:
        found = self._found(position)
        assert found is not None
        cites = [*cites_of(found.spirit.cite), *position.rules.cite("spirits_first")]
        if self.at is None:
            recorder.write(f"{self.spirit} spares all beside it", cites=cites)
        else:
            target = position.fight.pieces[self.at]
            hits = Ledger("hits", [Entry("add", found.spirit.hits, self.spirit, cites_of(found.spirit.cite))])
            taken = position.fight.hit(target, hits.total)
            recorder.write(
                f"{self.spirit} hits {position.named(target)}",
                reasons=[done_of(position, hits, taken)],
                changes=[hits_change(position, target, taken)],
                cites=cites,
            )
        choose_next(position, self.spirit)
        skip_empty_parts(position, recorder)
