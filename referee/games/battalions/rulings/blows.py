"""Two batches of blows: units that hold strike first, then the surviving units that moved (BN-CMD-5, BN-HIT)."""

from __future__ import annotations

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Entry, Ledger

from ..board.battlefield import Combat, Unit
from ..rules import BattalionsRules
from .aim import Aim, reach_of

# the keys of the rules behind the blows of units that hold and of units that moved
HOLDING_KEYS = ("hold_attack", "hold_first")
MOVING_KEYS = ("line_attack", "shape")


def strike(rules: BattalionsRules, aims: list[Aim], batch: str, combat: Combat, recorder: Recorder) -> None:
    """Apply every blow of a batch at once, those of units destroyed in it included (BN-G-23)."""
    struck: dict[str, tuple[Unit, list[Aim]]] = {}
    for aim in aims:
        for target in aim.targets:
            struck.setdefault(target.id, (target, []))[1].append(aim)
            assert aim.unit.at is not None
            assert target.at is not None
            combat.blows.append((aim.unit, aim.unit.at, target, target.at))
    idle = [aim for aim in aims if not aim.targets]
    # all blows are worked out before any is applied: within a batch no unit is destroyed yet
    for target, blows in [struck[ident] for ident in sorted(struck)]:
        _blow(rules, target, blows, batch, combat.id, recorder)
    for target, blows in struck.values():
        total, _, worn = weigh(rules, target, blows)
        if total.total > target.con:
            target.status = "destroyed"
            target.at = None
        else:
            target.con = worn.total
    if idle:
        names = ", ".join(f"{aim.unit.id} (reach {aim.reach})" for aim in idle)
        cites = rules.cite(*dict.fromkeys(key for aim in idle for key in aim.keys))
        text = f"{combat.id}, {batch}: nobody is in reach of {names}"
        recorder.write(text, reasons=_reaches(rules, idle), cites=cites, by_referee=True)


def weigh(rules: BattalionsRules, target: Unit, blows: list[Aim]) -> tuple[Ledger, bool, Ledger]:
    """Return the Strength against a unit, whether it is destroyed, and its Constitution worn down (BN-HIT-1, -2)."""
    strength = Ledger("Strength", [])
    for aim in blows:
        strength = _with_blow(rules, strength, aim)
    wear = rules.constants.wear
    entries = [Entry("set", target.con, "as it is", ())]
    entries += [Entry("add", -wear.by, f"struck by {aim.unit.id}", wear.cites) for aim in blows]
    worn = Ledger("Constitution", entries)
    floor = rules.options["con_floor"]
    if worn.total < 0:
        cite = rules.cite("floor")
        worn = worn.plus(
            Entry("add", 0, "there is no floor", cite)
            if floor == "none"
            else Entry("at_least", rules.number("con_floor"), "it does not wear down further", cite)
        )
    return strength, strength.total > target.con, worn


def _with_blow(rules: BattalionsRules, strength: Ledger, aim: Aim) -> Ledger:
    """Return the Strength with a blow: that of the unit, what its command adds, no weaker than 0 (REF battalions-7)."""
    who, command = aim.unit.id, aim.command
    before = strength.total
    out = strength.plus(
        Entry("add", aim.unit.stats["s"], f"Strength of {who}, {_far(aim.distance)}", rules.cite("strength"))
    )
    if command is not None and command.strength:
        out = out.plus(Entry("add", command.strength, f"{command.title} of {who}", command.cites))
    if out.total < before:
        out = out.plus(Entry("at_least", before, f"the blow of {who} is no weaker than 0", rules.cite("weakest")))
    return out


def _blow(rules: BattalionsRules, target: Unit, blows: list[Aim], batch: str, combat: str, recorder: Recorder) -> None:
    strength, destroyed, worn = weigh(rules, target, blows)
    names = " and ".join(aim.unit.id for aim in blows)
    verb = "strikes" if len(blows) == 1 else "strike"
    if destroyed:
        says = f"is destroyed, {strength.total} against Constitution {target.con}"
        change = Change(target.id, "status", "alive", "destroyed", says)
        cites = rules.cite("destroyed")
    else:
        says = f"withstands {strength.total} with Constitution {target.con}, which wears down to {worn.total}"
        change = Change(target.id, "con", target.con, worn.total, says)
        cites = rules.constants.wear.cites
    keys = dict.fromkeys(key for aim in blows for key in aim.keys)
    recorder.write(
        f"{combat}, {batch}: {names} {verb} {target.id}",
        reasons=[*_reaches(rules, blows), strength, *(() if destroyed else (worn,))],
        changes=[change],
        notes=[aim.tie for aim in blows if aim.tie],
        cites=[*rules.cite(*keys), *cites],
        by_referee=True,
    )


def _reaches(rules: BattalionsRules, aims: list[Aim]) -> list[Ledger]:
    """Return how far units strike, of those whose command changes it."""
    changed = ((aim.unit, aim.command) for aim in aims if aim.command is not None and aim.command.range)
    return [reach_of(rules, unit, command) for unit, command in changed]


def _far(distance: int) -> str:
    return "in the Space they contest" if distance == 0 else f"{distance} Space{'s' if distance > 1 else ''} away"
