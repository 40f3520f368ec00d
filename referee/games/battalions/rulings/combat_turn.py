"""One combat turn of every running combat: march, contests, blows, retreats, the clock (BN-CMB-6)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.game.recorder import Recorder
from referee.core.game.trace import Change
from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact

from ..board.battlefield import Battalion, Combat, Theatre, Unit, on_grid
from ..board.grid import apart, space_said
from ..rules import BattalionsRules
from ..state import Place
from .aim import Aim, UnitSpaces, aim_of
from .ending import conclude
from .march import Contest, March, Mover
from .retreat import follow_leader, march_all
from .turn_report import CombatTurn, Commands, tell_contests, tell_march, tell_rout
from .unit_rows import allowance, blow_entries, reach_of, wear_of

# the keys of the rules behind the blows of units that hold and of units that moved
HOLDING_KEYS = ("hold_attack", "hold_first")
MOVING_KEYS = ("line_attack", "shape")


def strike(turn: CombatTurn, aims: list[Aim], batch: str) -> None:
    """Apply every blow of a batch at once, those of units destroyed in it included (BN-G-23)."""
    rules, combat, recorder = turn.rules, turn.combat, turn.recorder
    struck: dict[str, tuple[Unit, list[Aim]]] = {}
    for aim in aims:
        for target in aim.targets:
            struck.setdefault(target.id, (target, []))[1].append(aim)
            assert aim.unit.at is not None
            assert target.at is not None
            combat.blows.append((aim.unit, aim.unit.at, target, target.at))
    idle = [aim for aim in aims if not aim.targets]
    # all blows are worked out before any is applied: within a batch no unit is destroyed yet
    weighed = [(*struck[ident], weigh(turn, *struck[ident])) for ident in sorted(struck)]
    for target, blows, (strength, destroyed, worn) in weighed:
        _tell_blow(turn, target, blows, (strength, destroyed, worn), batch)
    for target, _, (_, destroyed, worn) in weighed:
        if destroyed:
            target.status = "destroyed"
            target.at = None
        else:
            target.con = worn.total
    if idle:
        names = ", ".join(f"{aim.unit.id} (reach {aim.reach})" for aim in idle)
        cites = rules.cite(*dict.fromkeys(key for aim in idle for key in aim.keys))
        text = f"{combat.id}, {batch}: nobody is in reach of {names}"
        recorder.write(text, reasons=_reaches(rules, idle), cites=cites, by_referee=True)


def weigh(turn: CombatTurn, target: Unit, blows: list[Aim]) -> tuple[Ledger, bool, Ledger]:
    """Return the Strength against a unit, whether it is destroyed, and its Constitution worn down (BN-HIT-1, -2)."""
    rules, strength = turn.rules, Ledger("Strength", [])
    entries = [Entry("set", target.con, "as it is", ())]
    for aim in blows:
        facts = _blow_facts(turn, aim, target, len(blows))
        strength = _with_blow(rules, strength, aim, target, facts)
        wear = wear_of(rules, aim.unit, aim.command, target, facts)
        entries.append(Entry("add", -wear.total, f"struck by {aim.unit.id}", tuple(wear.cites)))
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


def _blow_facts(turn: CombatTurn, aim: Aim, target: Unit, strikers: int) -> dict[str, Fact]:
    """Return the facts of a blow: how far it goes, how many strike at once, what both have done in this turn."""
    begun, here = turn.starts[aim.unit.id], aim.unit.at
    assert here is not None
    return {
        "distance": aim.distance,
        "strikers": strikers,
        "gone": apart(here, begun),
        "target_command": turn.rules.name_of(turn.commands[target.id].command),
    }


def _with_blow(rules: BattalionsRules, strength: Ledger, aim: Aim, target: Unit, facts: Mapping[str, Fact]) -> Ledger:
    """Return the Strength with a blow: that of the unit, what changes it, no weaker than 0 (REF battalions-7)."""
    who, far = aim.unit.id, _far(aim.distance)
    first = Entry("add", aim.unit.stats["s"], f"Strength of {who}, {far}", rules.cite("strength"))
    changes = blow_entries(rules, aim.unit, aim.command, target, facts)
    if any(entry.op != "add" for entry in changes):
        # of one blow alone, what sets or bounds it does not bear on those before
        own = Ledger("Strength", [first, *changes])
        first, changes = Entry("add", own.total, f"{first.why}: {own.words}", tuple(own.cites)), []
    before = strength.total
    out = strength.plus(first, *changes)
    if out.total < before:
        out = out.plus(Entry("at_least", before, f"the blow of {who} is no weaker than 0", rules.cite("weakest")))
    return out


def _tell_blow(
    turn: CombatTurn, target: Unit, blows: list[Aim], weighed: tuple[Ledger, bool, Ledger], batch: str
) -> None:
    rules, (strength, destroyed, worn) = turn.rules, weighed
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
    turn.recorder.write(
        f"{turn.combat.id}, {batch}: {names} {verb} {target.id}",
        reasons=[*_reaches(rules, blows), strength, *(() if destroyed else (worn,))],
        changes=[change],
        notes=[aim.tie for aim in blows if aim.tie],
        cites=[*rules.cite(*keys), *cites],
        by_referee=True,
    )


def _reaches(rules: BattalionsRules, aims: list[Aim]) -> list[Ledger]:
    """Return how far units strike, of those whose command changes it."""
    told = [reach_of(rules, aim.unit, aim.command) for aim in aims if aim.command is not None]
    return [one for one in told if len(one.entries) > 1]


def _far(distance: int) -> str:
    return "in the Space they contest" if distance == 0 else f"{distance} Space{'s' if distance > 1 else ''} away"


def fight(theatre: Theatre, commands: dict[str, Commands], recorder: Recorder) -> None:
    """Fight one turn of every running combat; `commands` by combat and unit, one for each unit on a grid."""
    rules = theatre.rules
    combats = theatre.running
    for combat in combats:
        combat.turn += 1
        combat.blows = []
    early = rules.chosen("hold_first", "before_movement")
    starts = {unit.id: unit.at for combat in combats for unit in on_grid(combat) if unit.at is not None}
    turns = {one.id: CombatTurn(theatre, one, commands[one.id], starts, recorder) for one in combats}
    held: dict[str, list[Aim]] = {}
    if early:
        for combat in combats:
            held[combat.id] = _hold(turns[combat.id], UnitSpaces(_spaces(combat), on_grid(combat)))
    movers = {combat.id: _movers(rules, combat, commands[combat.id]) for combat in combats}
    marches = march_all(theatre, movers)
    for combat in combats:
        turn, made = turns[combat.id], marches[combat.id]
        tell_march(turn, movers[combat.id], made)
        tell_contests(turn, made)
        _arrive(theatre, made)
        ground = UnitSpaces(_spaces(combat, made), on_grid(combat))
        if not early:
            held[combat.id] = _hold(turn, ground)
        _strike_on(turn, ground, held[combat.id])
        for contest in made.contests:
            _settle_contest(turn, contest)
    for turn in turns.values():
        _close(turn)


def _movers(rules: BattalionsRules, combat: Combat, commands: Commands) -> list[Mover]:
    """Return the units that move, each with the least of its Dexterity and the number (BN-G-14)."""
    out = []
    for unit in on_grid(combat):
        told = commands[unit.id]
        if told.direction is not None:
            steps = min(allowance(rules, unit, told.command).total, told.number)
            out.append(Mover(unit, told.direction, rules.vectors[told.direction], steps))
    return out


def _spaces(combat: Combat, made: March | None = None) -> dict[str, tuple[Place, ...]]:
    """Return the Spaces every unit is in: two for one that contests (BN-COL-1)."""
    out: dict[str, tuple[Place, ...]] = {unit.id: (unit.at,) for unit in on_grid(combat) if unit.at is not None}
    for contest in made.contests if made is not None else []:
        for unit in contest.units:
            out[unit.id] = (*out[unit.id], contest.space)
    return out


def _arrive(theatre: Theatre, made: March) -> None:
    for ident, place in made.at.items():
        theatre.units[ident].at = place
    for ident, beyond in made.left.items():
        unit = theatre.units[ident]
        unit.status, unit.at, unit.field = "retreated", None, beyond


def _hold(turn: CombatTurn, ground: UnitSpaces) -> list[Aim]:
    """Let the units that hold strike, before any that move (BN-CMD-5).

    Return their blows on other units that hold, one for each target: these wait for the blows of the moving units
    where all blows at a standing unit count together (REF battalions-6).
    """
    rules, combat, commands = turn.rules, turn.combat, turn.commands
    standing = {unit.id for unit in on_grid(combat) if commands[unit.id].direction is None}
    holding = [unit for unit in on_grid(combat) if unit.id in standing]
    aims = [aim_of(rules, ground, unit, commands[unit.id].command, None) for unit in holding]
    aims = [a._replace(keys=(*HOLDING_KEYS, *a.keys)) for a in aims]
    held = [aim._replace(targets=[target]) for aim in aims for target in aim.targets if target.id in standing]
    if _wait(rules, commands):
        idle = [aim for aim in aims if not aim.targets]
        first = [aim._replace(targets=[t for t in aim.targets if t.id not in standing]) for aim in aims]
        aims = [*idle, *(aim for aim in first if aim.targets)]
    strike(turn, aims, "first batch")
    return held


def _wait(rules: BattalionsRules, commands: Commands) -> bool:
    """Return whether blows at standing units wait for those of the moving: where any unit was commanded to move."""
    moving = any(told.direction is not None for told in commands.values())
    return moving and rules.chosen("standing_target", "one_total")


def _strike_on(turn: CombatTurn, ground: UnitSpaces, held: list[Aim]) -> None:
    """Let the surviving units that moved strike, together with the blows that have waited."""
    rules, combat, commands = turn.rules, turn.combat, turn.commands
    aims: list[Aim] = []
    for unit in on_grid(combat):
        told = commands[unit.id]
        if told.direction is not None and told.command.strikes is not None:
            aim = aim_of(rules, ground, unit, told.command, told.direction)
            keys = () if told.command.strikes == "around" else MOVING_KEYS
            aims.append(aim._replace(keys=(*keys, *aim.keys)))
    both = {t.id for aim in held for t in aim.targets} & {t.id for aim in aims for t in aim.targets}
    if _wait(rules, commands):
        aims = [*held, *aims]
    aims = [a._replace(keys=(*a.keys, "standing")) if both & {t.id for t in a.targets} else a for a in aims]
    strike(turn, aims, "second batch")


def _settle_contest(turn: CombatTurn, contest: Contest) -> None:
    """Give a contested Space to the one surviving contestant, or to none (BN-COL-2, -3)."""
    rules, combat, recorder = turn.rules, turn.combat, turn.recorder
    alive = [unit for unit in contest.units if unit.status == "alive"]
    place = space_said(contest.space)
    if len(alive) == 1:
        unit = alive[0]
        change = Change(unit.id, "at", unit.at, contest.space, f"takes {place}, the last of its contestants")
        unit.at = contest.space
        recorder.write(
            f"{combat.id}: {place} is won", changes=[change], cites=rules.cite("contest_won"), by_referee=True
        )
    elif alive:
        names = " and ".join(f"{u.id} on {space_said(u.at)}" for u in alive if u.at is not None)
        text = f"{combat.id}: no unit takes {place}; each stays on its own side, {names}"
        recorder.write(text, cites=rules.cite("contest_stands"), by_referee=True)
    else:
        text = f"{combat.id}: no unit is left to take {place}"
        recorder.write(text, cites=rules.cite("contest_won"), by_referee=True)


def _close(turn: CombatTurn) -> None:
    """End the turn: leaders take their battalions along, the Hold ban is set, the clock runs on."""
    theatre, combat, commands, _, recorder = turn
    for battalion in combat.battalions:
        follow_leader(theatre, combat, battalion, commands.keys(), recorder)
        _gone(turn, battalion)
        tell_rout(turn, battalion)
    combat.hold_banned = bool(commands) and all(told.direction is None for told in commands.values())
    if combat.hold_banned:
        text = f"{combat.id}: every battalion held; in the next combat turn none may hold"
        recorder.write(text, cites=turn.rules.cite("hold_ban"), by_referee=True)
    conclude(theatre, combat, recorder)


def _gone(turn: CombatTurn, battalion: Battalion) -> None:
    """Report that a battalion without its leader has retreated, when its last unit has left (BN-RET-3)."""
    left = [unit for unit in battalion.living if unit.id in turn.commands]
    if battalion.living and not battalion.present and left and battalion.leads() is None:
        text = f"{turn.combat.id}: every living unit of {battalion.id} has left; it has retreated without its leader"
        turn.recorder.write(text, cites=turn.rules.cite("retreated"), by_referee=True)
