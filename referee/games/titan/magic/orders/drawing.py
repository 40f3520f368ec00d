"""What orders that draw Spells share: blind draws from the Cup, supplied, drawn or replayed (MM 7.2, 20.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from referee.core.documents.problems import counted, listed
from referee.core.game.forecast import Applied
from referee.core.game.orders import Objection
from referee.core.game.recorder import Recorder
from referee.core.game.unknown import Unknown
from referee.core.rules.ledger import Ledger

from ...masterboard.orders.base import MasterForecast
from ...masterboard.position import MasterboardPosition
from ..cup import HoldsCup, Lot, drawn, got_objections
from ..spellbooks import type_of


class DrawsSpells(Applied[MasterboardPosition], Protocol):
    """An order that draws Spells."""

    def drawers(self, position: MasterboardPosition, player: str) -> list[str]:
        """Return the Magi whose stacks depend on the draw, by their ids."""


class DrawForecast(MasterForecast["DrawsSpells"]):
    """Until it is known what is drawn, the Spells of those who draw are uncertain, and nothing else."""

    def suppose(
        self,
        order: DrawsSpells,
        position: MasterboardPosition,
        player: str,
        recorder: Recorder,
        unknown: Unknown,
    ) -> None:
        if position.position_unknown:
            return
        if order.throws(position, player):
            unknown.uncertain |= set(order.drawers(position, player))
        # without its Cup, a position draws nothing but what is supplied
        cup, position.cup = position.cup, None
        order.apply(position, player, recorder)
        position.cup = cup


def lot_objections(position: HoldsCup, lot: Lot, cite: tuple[str, ...]) -> list[Objection]:
    """Return why a draw cannot be made or cannot have brought what is supplied."""
    out = got_objections(position, lot, cite)
    hidden = getattr(position, "viewer", None) is not None
    if position.cup is None and not hidden and lot.number and lot.got is None:
        message = "what the Cup holds is not known here; say under 'got' what is drawn"
        out.append(Objection(message, cite, "got"))
    return out


def write_draw(
    position: MasterboardPosition,
    recorder: Recorder,
    mage: str,
    lot: Lot,
    why: str,
    cites: Sequence[str],
    reasons: Sequence[Ledger] = (),
) -> list[str]:
    """Draw Spells for a Mage and record it: that it draws for all, what is drawn for its player alone."""
    got, rolls = drawn(position, recorder, lot)
    rules = [*cites, *position.rules.cite("blind_draw")]
    recorder.write(f"{mage} draws Spells {why}", cites=rules)
    text = told(position, mage, got, lot.number)
    recorder.write(text, reasons=list(reasons), rolled=rolls, cites=rules, seen_by=[lot.by])
    return got


def told(position: HoldsCup, who: str, got: Sequence[str], number: int) -> str:
    """Return in words what has been drawn, and that the Cup gave no more."""
    if not got:
        return f"{who} draws nothing" + ("; the Cup is empty" if number and position.cup == [] else "")
    titles = [f"{position.rules.spells[type_of(position.rules, one) or one].title} ({one})" for one in got]
    lost = number - len(got)
    return f"{who} draws {listed(titles, 'and')}" + (f"; {counted(lost, 'Spell')} fewer than due" if lost else "")
