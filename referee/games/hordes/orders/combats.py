"""Resolving a combat: roll, totals, result, and its effect on the table (P-9 to P-13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.core.game.dice import Throw
from referee.core.game.recorder import Recorder
from referee.core.rules.ledger import Ledger

from ..field.elements import Element
from ..field.ground import sweep
from ..phases import test_victory
from ..position import HordesPosition
from ..rulings.combat_facts import Side, clash_of
from ..rulings.endings import Parties, end_combat, standing_on
from ..rulings.reports import Report
from ..rulings.results import judge, odds
from ..rulings.totals import can_shoot_back, ledgers
from ..state import Kind

# the occasions on which one who acts, and the other, roll
EVENTS: dict[Kind, tuple[str, str]] = {
    "close": ("close", "close_with"),
    "shoot": ("shoot", "shot_by"),
    "bespell": ("bespell", "bespelled_by"),
}
_OLDER: dict[Kind, str] = {"close": "close", "shoot": "shot_at", "bespell": "bespelled"}


def throws(
    position: HordesPosition, a: Side, b: Side, kind: Kind, helpers: Sequence[Element] = ()
) -> tuple[Throw, Throw]:
    """Return the two dice of a combat, that of `a` first.

    Both dice of a shot or spell are named after the first of its makers by id, whatever their leader and target.
    Both dice of a close combat are named after the one of the two that has several enemies to fight; if both have,
    after the one whose turn it is. So no choice of a leader, a target or an enemy changes a die.
    """
    (first, second), older, turn = EVENTS[kind], _OLDER[kind], position.turn
    faces = position.rules.combat.die.faces
    if kind != "close":
        named = min(one.id for one in (a, *helpers))
        leaders = [] if named == a.id else [a.id]
        return (
            Throw(f"{turn}/{first}/{named}", a.army, 1, faces, older=tuple(f"{turn}/{first}/{led}" for led in leaders)),
            Throw(
                f"{turn}/{second}/{named}",
                b.army,
                1,
                faces,
                older=(*(f"{turn}/{second}/{led}" for led in leaders), f"{turn}/{older}/{b.id}"),
            ),
        )
    many = Counter(ident for pair in {frozenset(pair) for pair in position.fights} for ident in pair)
    several = [side for side in (a, b) if many[side.id] > 1]
    named_after = next((side for side in several if side.army == position.active), several[0] if several else None)
    one, other = (
        Throw(f"{turn}/{first}/{side.id}", side.army, 1, faces)
        if named_after in (None, side)
        else Throw(f"{turn}/{second}/{foe.id}", side.army, 1, faces, older=(f"{turn}/{older}/{side.id}",))
        for side, foe in ((a, b), (b, a))
    )
    return one, other


def roller(throw: Throw) -> str:
    """Return the id of the element that rolls a die of a combat, from the older name of an event if need be."""
    return throw.names[-1].rsplit("/", 1)[-1]


def fight(
    position: HordesPosition,
    recorder: Recorder,
    a: Side,
    b: Side,
    kind: Kind,
    given: dict[str, int],
    helpers: list[Element],
) -> None:
    """Resolve one combat: roll, compare, apply the result and everything that follows from it."""
    field, rules = position.field, position.rules
    report = Report()
    rolls = [
        recorder.roll(throw, [given[side.id]] if side.id in given else None)
        for throw, side in zip(throws(position, a, b, kind, helpers), (a, b), strict=True)
    ]
    dice = rolls[0].dice[0], rolls[1].dice[0]
    parties = Parties(a, b, helpers)
    with rules.consulting() as consulted:
        clash = clash_of(field, a, b, kind, aiding=len(helpers), active=position.active)
        both = ledgers(clash, dice, rules)
        ruling = judge(clash, both[0].total, both[1].total, rules)
        if ruling.grade != "draw":
            report.cite(rules.combat.major_defeat.cites)
        report.cite(ruling.cites)
        report.cite(tuple(standing_on(field, clash, parties, position.active)))
        _flags(a, b, kind, helpers)
        ends = end_combat(field, clash, parties, ruling, dice[0] == rules.combat.backfire.face, report)
    says = rules.table.outcomes
    told = f"{a.named} {says[ends[0]].says}, {b.named} {says[ends[1]].says}"
    verb = {"close": "fights", "shoot": "shoots at", "bespell": "bespells"}[kind]
    aided = f" with {', '.join(h.id for h in helpers)}" if helpers else ""
    margin = (
        "a draw" if ruling.grade == "draw" else f"a {ruling.grade} defeat of {a.id if ruling.loser == 'a' else b.id}"
    )
    totals: list[Ledger] = list(both)
    recorder.write(
        f"{a.named}{aided} {verb} {b.named}: {both[0].total} against {both[1].total}, {margin}; {told}",
        reasons=totals,
        rolled=rolls,
        changes=report.changes,
        notes=[f"{ruling.row.why} ({', '.join(ruling.row.cites)})", *report.notes],
        cites=[
            *rules.cite("long_range" if kind != "close" else "close_combat"),
            *report.cites,
            *rules.decided(consulted),
        ],
    )
    if rules.options["victory_check"] == "immediate":
        test_victory(position, recorder)


def alike(
    position: HordesPosition, a: Side, b: Side, kind: Kind, dice: Sequence[int], helpers: Sequence[Element] = ()
) -> tuple[str | bool | None, ...]:
    """Return what two dice of a combat, that of `a` first, decide: throws that decide the same end alike."""
    rules = position.rules
    clash = clash_of(position.field, a, b, kind, aiding=len(helpers), active=position.active)
    both = ledgers(clash, (dice[0], dice[1]), rules)
    found = judge(clash, both[0].total, both[1].total, rules)
    return found.grade, found.loser, found.a, found.b, dice[0] == rules.combat.backfire.face


def _flags(a: Side, b: Side, kind: Kind, helpers: list[Element]) -> None:
    """Record the elements that have fought, shot or been a target in this phase."""
    if kind == "close":
        a.fought = b.fought = True
        return
    for element in (a, *helpers):
        if isinstance(element, Element):
            element.shot = True
    if isinstance(b, Element):
        if kind == "shoot":
            b.shot_at = True
        else:
            b.bespelled = True


def _unhurt(position: HordesPosition, a: Side, b: Side, kind: Kind) -> bool:
    """Return whether no throw of a combat is a defeat of the first of the two."""
    with position.rules.unnoted():
        clash = clash_of(position.field, a, b, kind, active=position.active)
        return all(outcome not in position.rules.defeats for outcome, _, _ in odds(clash, position.rules).outcomes)


def uncertain_after(position: HordesPosition, a: Side, b: Side, kind: Kind) -> set[str]:
    """Return every element whose place or status may depend on a combat: those it may move, push or hold."""
    # a shooter whose target cannot hit back is safe, and stays where it is
    safe = kind == "shoot" and not can_shoot_back(True, a.kind, b.kind) and _unhurt(position, a, b, kind)
    found = {side.id for side in ((b,) if safe else (a, b))}
    waiting = [side for side in (a, b) if side.id in found and isinstance(side, Element) and side.stands]
    field = position.field
    contacts = field.contacts()
    reach = max(field.rules.number("base.width"), field.rules.farthest_recoil)
    while waiting:
        one = waiting.pop()
        way = sweep([one.base.moved(-reach), one.base.moved(reach)])
        pushed = [f for f in field.friends(one.army) if field.ground.covers(way, f.core)]
        for other in (*pushed, *contacts.against(one)):
            if other.id not in found:
                found.add(other.id)
                waiting.append(other)
    return found
