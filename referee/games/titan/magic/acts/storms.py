"""A Spell raises a Storm over a Land, or ends one (MM 10.1, 16.2)."""

from __future__ import annotations

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change

from ...masterboard.position import MasterboardPosition
from ...masterboard.state import StormState
from ...words import land_name
from ..cup import put_back
from ..rulings.deeds import Deed


def storm(position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
    """Raise a Storm over the Land of the caster; its counter lies there until it is dispelled."""
    land, spell = deed.mage.legion.land, deed.spell
    position.storms = [*position.storms, StormState(land=land_name(land), spell=spell.name, counter=deed.counter)]
    recorder.write(
        f"{spell.title} is over {position.graph.titled(land)}",
        cites=[*spell.cites, *position.rules.cite("storm_there")],
        changes=[Change(f"Land {land}", "storm", None, spell.name)],
        by_referee=True,
    )


def dispel(position: MasterboardPosition, recorder: Recorder, deed: Deed) -> None:
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
