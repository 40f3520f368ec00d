"""Conflicts between orders: given twice, set out on one Space, under a wrong heading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.core.documents.problems import known_name
from referee.core.game.orders import Objection
from referee.core.game.submissions import Submission, SubmittedOrder

from ..board.battlefield import Battalion
from ..board.grid import space_said
from ..position import BattalionsPosition
from ..state import Place

Conflict = tuple[SubmittedOrder, Objection]


class Own(NamedTuple):
    """An order for a battalion by its owner, with its document."""

    given: SubmittedOrder
    order: Any
    battalion: Battalion
    submission: Submission


def conflicts(position: BattalionsPosition, submissions: list[Submission]) -> list[Conflict]:
    """Return what is wrong with orders taken together; all orders that conflict are refused, the first one included.

    An order for another player's battalion is refused for that alone: it neither conflicts with its owner's orders
    nor reveals them.
    """
    owned = [own for submission in submissions for own in _own(position, submission)]
    mixed = [conflict for submission in submissions for conflict in _mixed(position, submission)]
    return mixed + _twice(position, owned) + _same_space(position, owned) + _strays(position, owned)


def mixes(submission: Submission) -> bool:
    """Return whether a document has commands and paths, which no phase can answer together."""
    return {"command", "path"} <= {given.order.verb for given in submission.orders}


def _own(position: BattalionsPosition, submission: Submission) -> Iterator[Own]:
    for given in submission.orders:
        order: Any = given.order
        battalion = position.theatre.battalions.get(order.battalion)
        if battalion is not None and battalion.player == submission.player:
            yield Own(given, order, battalion, submission)


def _mixed(position: BattalionsPosition, submission: Submission) -> Iterator[Conflict]:
    if mixes(submission):
        wrong = "path" if position.fighting else "command"
        message = "commands and paths cannot stand in one document"
        for given in submission.orders:
            if given.order.verb == wrong:
                yield given, Objection(message, position.rules.cite("commands", "turns"), wrong)


def _twice(position: BattalionsPosition, owned: list[Own]) -> list[Conflict]:
    """Return every order of a type that a battalion, or its unit, has more than once."""
    same: dict[tuple[str, str, str | None], list[Own]] = {}
    for own in owned:
        same.setdefault((own.order.verb, own.battalion.id, getattr(own.order, "unit", None)), []).append(own)
    out = []
    for group in same.values():
        for own in group if len(group) > 1 else []:
            other = next(one for one in group if one is not own)
            where = "" if own.submission.document is other.submission.document else " of another document"
            message = f"{own.battalion.id} already has an order (order {other.given.number}{where})"
            out.append((own.given, Objection(message, position.rules.cite("one_order"), "battalion")))
    return out


def _same_space(position: BattalionsPosition, owned: list[Own]) -> list[Conflict]:
    """Return the arrangements that set two battalions out on one Space."""
    taken: dict[Place, dict[str, Own]] = {}
    for own in owned:
        if own.order.verb == "arrange":
            for place in own.order.arrange.values():
                taken.setdefault(place, {})[own.battalion.id] = own
    out = []
    for place, there in taken.items():
        for ident, own in there.items() if len(there) > 1 else ():
            other = next(one for one in there if one != ident)
            unit = next(unit for unit, space in own.order.arrange.items() if space == place)
            message = f"{unit}: {other} is set out on {space_said(place)} too"
            out.append((own.given, Objection(message, position.rules.cite("arrange"), "arrange")))
    return out


def _strays(position: BattalionsPosition, owned: list[Own]) -> list[Conflict]:
    """Return the commands under the heading of a combat that their battalion is not in."""
    out = []
    for own in owned:
        header: Any = own.submission.header
        combat = position.theatre.combat_of(own.battalion)
        if own.order.verb != "command" or combat is None or header.combat is None:
            continue
        if known_name(header.combat, [one.id for one in position.theatre.combats]) != combat.id:
            message = f"{own.battalion.id} is in {combat.id}, not in {header.combat}"
            out.append((own.given, Objection(message, position.rules.cite("commands"), "battalion")))
    return out
