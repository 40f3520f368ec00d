"""Outcomes: what a combat's result does to the loser, its companions and the victor (P-13)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.core.game.trace import Change

from ..field.battlefield import Field
from ..field.contacts import Contacts
from ..field.elements import Element, Stronghold
from ..field.geometry import Base
from ..outcome_tables import Measure, OutcomeStep, deeds_of
from .recoils import push, recoil, turn
from .reports import Report, destroy, ensorcel, leave
from .runs import advance, flee


def apply_outcome(
    field: Field,
    loser: Element | Stronghold,
    outcome: str,
    report: Report,
    by: Base | Stronghold | None = None,
    turned: bool = False,
) -> None:
    """Carry out an outcome step by step (P-13 a to d); one `turned` turns about before it recoils.

    `by` is the base of the other of the two as they fought, or its Stronghold: a push goes away from it.
    """
    does = field.rules.table.outcomes[outcome].does
    if isinstance(loser, Element):
        carry_out(field, loser, does, report, by, turned)
        return
    if "capture" in does:
        loser.held = False
        report.changes.append(Change(loser.id, "status", "held", "captured", "is captured"))


def carry_out(
    field: Field,
    element: Element,
    steps: Iterable[OutcomeStep],
    report: Report,
    by: Base | Stronghold | None = None,
    turned: bool = False,
) -> bool:
    """Carry out steps while an element stands; return whether one of them changed something."""
    before = len(report.changes)
    for name, measure in deeds_of(steps):
        if element.stands:
            _step(field, element, name, measure, report, by, turned)
    return len(report.changes) > before


def _step(
    field: Field,
    element: Element,
    name: str,
    measure: Measure | None,
    report: Report,
    by: Base | Stronghold | None,
    turned: bool,
) -> None:
    if name == "recoil":
        recoil(field, element, measure, report, turned)
    elif name == "flee":
        far = field.rules.measure(measure)
        if isinstance(far, str):
            leave(field, element, report)
        else:
            flee(field, element, far, report)
    elif name == "push":
        push(field, element, measure, by, report)
    elif name == "turn" and isinstance(measure, int):
        turn(field, element, measure, report)
    elif name == "advance":
        advance(field, element, measure, report)
    elif name == "ensorcel":
        ensorcel(field, element, report)
    elif name == "destroy":
        destroy(field, element, report, "is destroyed")


def after_close(
    field: Field,
    winner: Element,
    loser: Element | Stronghold,
    outcome: str,
    before: Contacts,
    stood: Mapping[str, Base | Stronghold],
    report: Report,
) -> bool:
    """Let companions of the loser recoil and a victor advance (HS-G-68, HS-MIS-6); return whether it advanced.

    `stood` are the two by id, each as it fought: the base of an element, or the Stronghold.
    """
    rules = field.rules
    if outcome not in rules.defeats or not isinstance(loser, Element):
        return False
    companions = [f for f in before.flanking(winner) if f is not loser and f.stands]
    if companions:
        report.cite(rules.cite("companions"))
        if rules.option("companions_recoil"):
            for friend in companions:
                apply_outcome(field, friend, rules.ends.companions, report, stood[winner.id])
    outcomes = rules.table.outcomes
    steps = outcomes[outcome].winner or (outcomes[rules.ends.advanced].does if winner.kind.advances else [])
    return winner.stands and carry_out(field, winner, steps, report, stood[loser.id])
