"""The answers about a table in sentences, with the names of elements, the verdict first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.core.documents.problems import listed
from referee.core.game.orders import Objection
from referee.core.game.questions import Answer, Sentence

from ..position import HordesPosition

if TYPE_CHECKING:
    from ..field.battlefield import Field

# the kinds of contact in an answer, and what each says of two elements
_CONTACTS = {
    "front": "{0} and {1} are in contact front to front",
    "left_flank": "{0} has its front edge on the left flank of {1}",
    "right_flank": "{0} has its front edge on the right flank of {1}",
    "rear": "{0} has its front edge on the rear of {1}",
    "stronghold": "{0} attacks {1}",
    "overlap": "{0} overlaps {1}",
}


def refusals(objections: Sequence[Objection]) -> list[Sentence]:
    """Return why something is not allowed, each reason with its rules."""
    return [Sentence(f"No: {one.message}.", one.cite) for one in objections]


def contacts(field: Field, answer: Answer) -> list[Sentence]:
    """Return every contact, in one sentence."""
    told = [
        says.format(*(field.side(ident).named for ident in pair))
        for key, says in _CONTACTS.items()
        for pair in answer.answer[key]
    ]
    return [Sentence(f"{'; '.join(told) or 'No enemies are in contact'}.", tuple(answer.cites))]


def move(
    position: HordesPosition, answer: Answer, ids: list[str], what: str, objections: list[Objection]
) -> list[Sentence]:
    """Return whether elements may make a move, and what it costs; `what` is the move as a verb."""
    given = answer.answer
    who = listed([position.side(ident).named for ident in ids], "and")
    far = f"{given['cost']:g} P of {given['allowance']:g} P" if given["cost"] is not None else ""
    if not given["legal"]:
        return refusals(objections)
    return [Sentence(f"Yes: {who} may {what}, for {far}.", tuple(answer.cites))]


def ranged(
    position: HordesPosition, answer: Answer, pair: tuple[str, str], objections: list[Objection]
) -> list[Sentence]:
    """Return whether one may shoot at, or bespell, another, and how far away it is."""
    given, (one, other) = answer.answer, (position.side(ident) for ident in pair)
    row = one.kind.row
    does, reach = ("bespell", row.bespells) if row.bespells is not None else ("shoot at", row.shoots)
    where = f"{other.named} is {given['distance']:g} P away"
    limit = f", within its range of {reach.range} P" if reach is not None and given["in_range"] else ""
    if not given["allowed"]:
        arc = "in its arc" if given["in_arc"] else "outside its arc"
        return [*refusals(objections), Sentence(f"{where}{limit}, {arc}.", position.rules.cite("range", "arc"))]
    return [Sentence(f"Yes: {one.named} may {does} {other.named}: {where}{limit}.", tuple(answer.cites))]


def prices(position: HordesPosition, answer: Answer, actions: list[str], objections: list[Objection]) -> list[Sentence]:
    """Return what actions cost in PIPs, each in its turn, and how many PIPs are left."""
    given = answer.answer
    costs = [
        f"{action} costs {cost} PIP{'' if cost == 1 else 's'}"
        for action, cost in zip(actions, given["costs"], strict=True)
    ]
    told = listed(costs, "and")
    out = [Sentence(f"{told[:1].upper()}{told[1:]}.", tuple(answer.cites))]
    if objections:
        out = [*refusals(objections), *out]
    left = given["left"]
    return [*out, Sentence(f"{left or 'No'} PIP{' is' if left == 1 else 's are'} left.")]


def fielded(position: HordesPosition, answer: Answer) -> list[Sentence]:
    """Return whether an army may be fielded, and what it costs."""
    given, rules = answer.answer, position.rules
    table, cite = rules.table.army, rules.cite
    low = f"types of {table.low_cost_ap} AP or less"
    if given["legal"]:
        said = f"Yes, this army may be fielded: it has {given['ap']} AP, {given['low_ap']} of them of {low}."
        return [Sentence(said, cite("army_total", "army_low_cost"))]
    out = []
    if given["ap"] != table.total_ap:
        out.append(
            Sentence(f"No: this army has {given['ap']} AP, and an army has {table.total_ap}.", cite("army_total"))
        )
    if given["low_ap"] < table.low_cost_minimum:
        said = f"No: only {given['low_ap']} AP are of {low}, and at least {table.low_cost_minimum} must be."
        out.append(Sentence(said, cite("army_low_cost")))
    return out


def won(position: HordesPosition, answer: Answer) -> list[Sentence]:
    """Return which side has won, and what each has lost."""
    given, rules = answer.answer, position.rules
    out = []
    for army, by in given["beaten"].items():
        titles = [rules.ruleset.rules[rule].summary for rule in by]
        out.append(Sentence(f"{army} is beaten: {' '.join(titles)}", tuple(by)))
    if not out:
        out.append(Sentence("Nobody has won yet.", rules.cite("victory")))
    losses = [f"{army} has lost {lost} AP" for army, lost in given["lost_ap"].items()]
    told = listed(losses, "and")
    return [*out, Sentence(f"{told}.")] if losses else out


def action_said(position: HordesPosition, action: dict[str, Any]) -> str:
    """Return an action in words: its verb, and the elements it names."""
    verb = next((name for name in _DOES if name in action), next(iter(action)))
    named = action.get(verb)
    ids = named if isinstance(named, list) else [named]
    who = [position.side(ident).named if ident in position.field.elements else str(ident) for ident in map(str, ids)]
    return f"{_DOES.get(verb, verb)} {listed(who, 'and')}"


_DOES = {
    "move": "moving",
    "group": "moving as a group",
    "attack": "an attack by",
    "break_off": "breaking off with",
    "activate": "activating",
    "desorcell": "freeing",
    "bespell": "a spell of",
}
