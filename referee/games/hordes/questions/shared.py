"""What the questions on a table share: finding the pieces asked about, and saying what is wrong."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game.orders import Objection
from referee.core.game.questions import Sentence, Unanswerable

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
