"""What the questions on a table share: finding the pieces asked about, and saying what is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Sentence, Unanswerable
from referee.core.rules.ledger import Ledger

from ..field.battlefield import Field
from ..field.elements import Element, Stronghold
from ..field.geometry import Base
from ..position import HordesPosition
from ..rulings.reports import place_of


def table_of(position: HordesPosition) -> Field:
    """Return the table of a state or situation; raises Unanswerable where there is none."""
    if not position.source.elements:
        raise Unanswerable("'elements' is missing: this question is about a table")
    return position.field


def side_of(position: HordesPosition, ident: str, field: str) -> Element | Stronghold:
    """Return an element or a Stronghold by its id; raises Unanswerable."""
    table_of(position)
    found = position.find_side(ident, field)
    if isinstance(found, Objection):
        raise Unanswerable(found.message, ("ask", field))
    return found


def element_of(position: HordesPosition, ident: str, field: str) -> Element:
    """Return an element by its id; raises Unanswerable."""
    found = side_of(position, ident, field)
    if isinstance(found, Stronghold):
        raise Unanswerable(f"'{ident}' is a Stronghold", ("ask", field))
    return found


def must_stand(one: Element | Stronghold, field: str) -> None:
    """Raise Unanswerable for an element that is not on the board."""
    if isinstance(one, Element) and not one.stands:
        raise Unanswerable(f"'{one.id}' is not on the board", ("ask", field))


def refusals(objections: Iterable[Objection]) -> list[Sentence]:
    """Return why something is not allowed, each reason with its rules."""
    return [Sentence(f"No: {one.message}.", one.cite) for one in objections]


def pose_told(base: Base) -> dict[str, float]:
    """Return a pose as an answer has it."""
    x, y, facing = place_of(base)
    return {"x": x, "y": y, "facing": facing % 360}


def rules_broken(objections: Iterable[Objection]) -> list[str]:
    """Return the rules broken, the first cited of each objection, once."""
    return list(dict.fromkeys(o.cite[0] for o in objections if o.cite))


def ruling_answer(
    position: HordesPosition,
    answer: dict[str, Any],
    objections: list[Objection],
    ledgers: list[Ledger],
    consulted: Collection[str],
    cites: Iterable[str],
) -> Answer:
    """Return an answer with a sentence for each objection, every rule it rests on and the options it turned on."""
    rules = position.rules
    cited = dict.fromkeys(
        [*cites, *(c for ledger in ledgers for c in ledger.cites), *(c for o in objections for c in o.cite)]
    )
    return Answer(
        answer,
        [*cited, *(r for r in rules.decided(consulted) if r not in cited)],
        [ledger.plain() for ledger in ledgers],
        notes=[*(o.with_cites() for o in objections), *rules.said(consulted)],
    )
