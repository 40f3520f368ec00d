"""The step of a trace for an order that is not carried out, and the title of its phase."""

from __future__ import annotations

from ..game.orders import Objection
from ..game.position import Position
from ..game.trace import Source, Status, Step


def stopped_step(source: Source, objections: list[Objection], status: Status, secret: bool = False) -> Step:
    """Return the step of an order not carried out, with every reason; if `secret`, only its player sees it."""
    cites = dict.fromkeys(cite for o in objections for cite in o.cite)
    return Step(
        what="; ".join(o.message for o in objections),
        status=status,
        order=source,
        cites=list(cites),
        seen_by="all" if status == "overtaken" and not secret else [source.player],
    )


def phase_title(position: Position) -> str:
    """Return the title of a trace: the phase in words."""
    phase = position.phase()
    return "" if phase is None else phase.title or phase.name
