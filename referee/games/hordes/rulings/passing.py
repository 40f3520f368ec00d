"""Which elements may pass through others or break off from an enemy."""

from __future__ import annotations

from referee.core.game.orders import Objection
from referee.core.rules.rows import Fact, Row

from ..field.battlefield import Field
from ..field.elements import Element, Stronghold
from ..field.geometry import Base
from ..field.ground import sweep


def passing_right(field: Field, element: Element, other: Element | Stronghold, poses: list[Base]) -> Row | None:
    """Return the right by which an element passes through another while it faces as the poses do (P-6.4)."""
    slack = field.slack
    aligned = isinstance(other, Element) and all(
        slack.facing(pose, other.base, 0) or slack.facing(pose, other.base, 180) for pose in poses
    )
    kind = element.kind
    facts: dict[str, Fact] = {
        "type": kind.name,
        "cat": kind.cat,
        "bulky": "bulky" in kind.traits,
        "crossed": "friend" if other.army == element.army else "enemy",
        "crossed_type": other.kind.name,
        "crossed_cat": other.kind.cat,
        "aligned": aligned,
    }
    return field.rules.first(field.rules.movement.passing, facts)


def break_off_objections(field: Field, element: Element, back: Base, paces: float) -> list[Objection]:
    """Return why an element cannot break off by this move (HS-G-21)."""
    rules = field.rules
    cites = rules.cite("break_off")
    how = rules.option("break_off")
    contacts = field.contacts()
    against = contacts.against(element)
    if not against:
        return [Objection(f"{element.named} is in contact with no enemy", cites, None, (element.id,))]
    if how == "never":
        return [Objection("no element leaves contact", cites, None, (element.id, *(e.id for e in against)))]
    if how == "free":
        return []
    out = []
    least = rules.movement.break_off
    if paces < least:
        out.append(Objection(f"breaking off goes at least {least} P, not {paces:g}", cites, "paces"))
    flankers = contacts.flanking(element)
    if flankers:
        names = ", ".join(e.named for e in flankers)
        message = f"{names} holds the flank or rear of {element.named}"
        out.append(Objection(message, cites, None, (element.id, *(e.id for e in flankers))))
    goings = field.ground.goings(sweep([element.base, back]))
    mine = min(getattr(element.kind.row.move, going) for going in goings)
    for foe in against:
        theirs = min(getattr(foe.kind.row.move, going) for going in goings)
        if mine <= theirs:
            message = f"{element.named} moves {mine} P there, {foe.named} {theirs} P: only the faster breaks off"
            out.append(Objection(message, cites, None, (element.id, foe.id)))
    return out
