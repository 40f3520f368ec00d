"""Spells that raise a Storm over a Land, or end one (MM 10.1, 16.2)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...masterboard.position import MasterboardPosition
from ...masterboard.state import StormState
from ...words import land_name
from ..cup import put_back
from .base import Act, Deed, Done

STORM = "storm"


class RaiseStorm(Act):
    """Raise a Storm over the Land of the caster's legion."""

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        """Raise a Storm over the Land of the caster's legion (MM 10.1, 10.4)."""
        land = deed.mage.legion.land
        there = [storm.spell for storm in position.storms if str(storm.land) == land]
        if not there:
            return Done([], {}, position.rules.cite("storm_there"))
        title = position.rules.effects[there[0]].title
        message = f"{title} is over {position.graph.titled(land)}, and a Land has one Storm"
        return Done([Objection(message, position.rules.cite("one_storm"), "spell")])

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        """Raise a Storm over the Land of the caster; its counter lies there until it is dispelled."""
        land, spell = deed.mage.legion.land, deed.spell
        position.storms = [*position.storms, StormState(land=land_name(land), spell=spell.name, counter=deed.counter)]
        recorder.write(
            f"{spell.title} is over {position.graph.titled(land)}",
            cites=[*spell.cites, *position.rules.cite("storm_there")],
            changes=[Change(f"Land {land}", "storm", None, spell.name)],
            by_referee=True,
        )


class DispelStorm(Act):
    """End the Storm over the Land of the caster's legion."""

    takes = ("at",)

    def targets(self, position: MasterboardPosition, deed: Deed) -> Iterable[Deed]:
        return [deed._replace(at=STORM)]

    def rule(self, position: MasterboardPosition, deed: Deed) -> Done:
        """End the Storm over the Land of the caster's legion (MM 16.2)."""
        spell, land, cite = deed.spell, deed.mage.legion.land, position.rules.cite
        if deed.at != STORM:
            message = f"{spell.title} is cast at 'storm' on the Masterboard, not at {deed.at or 'nothing'}"
            return Done([Objection(message, cite("dispel_board"), "at")])
        if all(str(storm.land) != land for storm in position.storms):
            return Done([Objection(f"no Storm is over {position.graph.titled(land)}", cite("dispel_board"), "at")])
        return Done([], {}, cite("dispel_board"))

    def apply(self, position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
        """End the Storm over the Land of the caster; its counter goes back to the Cup."""
        land = deed.mage.legion.land
        ended = next(one for one in position.storms if str(one.land) == land)
        position.storms = [one for one in position.storms if one is not ended]
        if ended.counter is not None:
            put_back(position, [ended.counter])
        recorder.write(
            f"the {position.rules.effects[ended.spell].title} over {position.graph.titled(land)} ends",
            cites=[*deed.spell.cites, *position.rules.cite("dispel_board")],
            changes=[Change(f"Land {land}", "storm", ended.spell, None)],
            by_referee=True,
        )
