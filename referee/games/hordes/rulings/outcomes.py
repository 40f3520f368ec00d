"""Outcomes: what a combat's result does to the loser, its companions and the victor (P-13)."""

from __future__ import annotations

from referee.core.game.trace import Change

from ..field.battlefield import Field
from ..field.contacts import Contacts
from ..field.elements import Element, Stronghold
from .recoils import recoil
from .reports import Report, destroy, ensorcel, leave
from .results import DEFEATS
from .runs import advance, flee


def apply_outcome(
    field: Field, loser: Element | Stronghold, outcome: str, report: Report, turned: bool = False
) -> None:
    """Apply its result to a loser (P-13 a to d)."""
    if isinstance(loser, Stronghold):
        if outcome == "captured":
            loser.held = False
            report.changes.append(Change(loser.id, "status", "held", "captured", "is captured"))
        return
    if outcome == "recoil":
        recoil(field, loser, report, turned)
    elif outcome == "flee_600":
        flee(field, loser, report)
    elif outcome == "flee_field":
        leave(field, loser, report)
    elif outcome == "ensorcelled":
        ensorcel(field, loser, report)
    elif outcome == "destroyed":
        destroy(field, loser, report, "is destroyed")


_SHARED = DEFEATS - {"captured"}


def after_close(
    field: Field, winner: Element, loser: Element | Stronghold, outcome: str, before: Contacts, report: Report
) -> bool:
    """Let companions of the loser recoil and a victor advance (HS-G-68, HS-MIS-6); return whether it advanced."""
    rules = field.rules
    if outcome in _SHARED and isinstance(loser, Element):
        companions = [f for f in before.flanking(winner) if f is not loser and f.stands]
        if companions:
            rules.note(("companions_recoil",))
            report.cite(rules.cite("companions"))
            if rules.options["companions_recoil"]:
                for friend in companions:
                    recoil(field, friend, report)
    if outcome in DEFEATS and winner.kind.advances and winner.stands and isinstance(loser, Element):
        return advance(field, winner, report)
    return False
