"""What outcome moves change, say and cite; and how elements leave the board."""

from __future__ import annotations

from referee.core.game.trace import Change

from ..field.battlefield import Field
from ..field.elements import Element
from ..field.geometry import Base, stored
from ..state import Status
from .combat_facts import supporters


class Report:
    """What outcome moves changed, said and cited."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.notes: list[str] = []
        self.cites: list[str] = []

    def cite(self, cites: tuple[str, ...]) -> None:
        """Add rules to those cited, each once."""
        self.cites += [c for c in cites if c not in self.cites]

    def move(self, element: Element, base: Base, says: str) -> None:
        """Move an element and record the change; one that stays where it is has none."""
        was = place_of(element.base)
        element.place(base)
        if place_of(element.base) != was:
            self.changes.append(Change(element.id, "pose", was, place_of(element.base), says))

    def remove(self, element: Element, status: Status, says: str) -> None:
        """Take an element off the board and record the change."""
        self.changes.append(Change(element.id, "status", element.status, status, says))
        element.remove(status)


def place_of(base: Base) -> list[float]:
    """Return a pose as a change shows it: x, y, facing."""
    return [stored(base.front[0]), stored(base.front[1]), stored(base.facing)]


def pose_said(base: Base) -> str:
    """Return a pose in words."""
    x, y, facing = place_of(base)
    return f"({x:g},{y:g}) facing {facing:g}"


def destroy(field: Field, element: Element, report: Report, says: str) -> None:
    """Destroy an element; supporting Spears behind it can be destroyed too (HS-G-58)."""
    behind = supporters(field, element)
    report.remove(element, "destroyed", says)
    if behind and field.rules.option("support_dies_too"):
        for other in behind:
            report.remove(other, "destroyed", f"{other.id} is destroyed with the element in front of it")


def leave(field: Field, element: Element, report: Report) -> None:
    """Take an element off the battlefield: lost, unless its kind may come back (HS-G-70)."""
    report.cite(field.rules.cite("leaves"))
    if element.kind.row.returns and element.spent:
        report.cite(field.rules.cite("no_activation"))
        report.remove(element, "fled", "leaves the battlefield for good: it cannot be activated again")
    elif element.kind.row.returns:
        report.remove(element, "off_board", "leaves the battlefield and may come back")
    else:
        report.remove(element, "fled", "leaves the battlefield for good")


def ensorcel(field: Field, element: Element, report: Report) -> None:
    """Take an element off the table as ensorcelled; it remembers where it stood (HS-G-72)."""
    report.cite(field.rules.cite("ensorcelled"))
    report.remove(element, "ensorcelled", f"is ensorcelled at {pose_said(element.base)}")
