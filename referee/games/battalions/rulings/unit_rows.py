"""What a command and rows change of what a unit does: how far it goes and strikes, how hard, and how blows wear."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.rules.ledger import Entry, Ledger
from referee.core.rules.rows import Fact, entries

from ..board.battlefield import Unit
from ..board.grid import apart
from ..rules import BattalionsRules
from ..tables import CommandKind, UnitRow


def allowance(rules: BattalionsRules, unit: Unit, command: CommandKind) -> Ledger:
    """Return how many Spaces a unit may go by a command: its Dexterity and what changes it (BN-CMD-2)."""
    cite = rules.cite("way")
    out = [Entry("add", unit.stats["d"], f"Dexterity of {unit.id}", cite)]
    out += [Entry("add", command.spaces, command.title, command.cites)] if command.spaces else []
    out += _entries(rules, rules.modifiers.march, "spaces", unit, command)
    return _not_below(Ledger("Spaces", out), "nobody goes less", cite)


def reach_of(rules: BattalionsRules, unit: Unit, command: CommandKind) -> Ledger:
    """Return how many Spaces far a unit strikes by a command: its Intelligence and what changes it."""
    cite = rules.cite("hold_attack" if command.strikes == "around" else "line_attack")
    out = [Entry("add", unit.stats["i"], f"Intelligence of {unit.id}", cite)]
    out += [Entry("add", command.range, command.title, command.cites)] if command.range else []
    out += _entries(rules, rules.modifiers.reach, "reach", unit, command)
    return _not_below(Ledger(f"reach of {unit.id}", out), "nobody reaches less", cite)


def blow_entries(
    rules: BattalionsRules, unit: Unit, command: CommandKind | None, target: Unit, blow: Mapping[str, Fact]
) -> list[Entry]:
    """Return what changes the Strength of a blow at a unit; `blow` are the facts of the blow itself."""
    out = []
    if command is not None and command.strength:
        out = [Entry("add", command.strength, f"{command.title} of {unit.id}", command.cites)]
    rows = rules.modifiers.blows
    return out + (_entries(rules, rows, "strength", unit, command, _struck(rules, target, blow)) if rows else [])


def wear_of(
    rules: BattalionsRules, unit: Unit, command: CommandKind | None, target: Unit, blow: Mapping[str, Fact]
) -> Ledger:
    """Return by how much a blow that does not destroy wears a unit down (BN-HIT-2)."""
    wear, rows = rules.constants.wear, rules.modifiers.wear
    out = [Entry("add", wear.by, "each blow", wear.cites)]
    if rows:
        out += _entries(rules, rows, "wear", unit, command, _struck(rules, target, blow))
    return _not_below(Ledger("wear", out), "no blow mends", wear.cites)


def _not_below(told: Ledger, why: str, cite: tuple[str, ...]) -> Ledger:
    return told.plus(Entry("at_least", 0, why, cite)) if told.total < 0 else told


def _entries(
    rules: BattalionsRules,
    rows: Mapping[str, UnitRow],
    quantity: str,
    unit: Unit,
    command: CommandKind | None,
    further: Mapping[str, Fact] | None = None,
) -> list[Entry]:
    if not rows:
        return []
    facts: dict[str, Fact] = {**_facts(rules, unit, ""), **(further or {})}
    combat = unit.theatre.combat_of(unit.theatre.battalions[unit.battalion])
    if combat is not None:
        # before the first turn is fought it is the first
        facts["turn"] = max(combat.turn, 1)
    if command is not None:
        facts["command"] = rules.name_of(command)
    return entries(rules.ruled(rows.values(), facts), facts, quantity)


def _struck(rules: BattalionsRules, target: Unit, blow: Mapping[str, Fact]) -> dict[str, Fact]:
    return {**_facts(rules, target, "target_"), **blow}


def _facts(rules: BattalionsRules, unit: Unit, role: str) -> dict[str, Fact]:
    theatre = unit.theatre
    leader = theatre.battalions[unit.battalion].leads()
    stands = leader.at if leader is not None else None
    beside = unit.at is not None and stands is not None and apart(unit.at, stands) == 1
    here = theatre.terrain.get(unit.at, frozenset()) if unit.at is not None else frozenset()
    return {
        f"{role}leader": leader is unit,
        f"{role}leaderless": leader is None,
        f"{role}leader_beside": beside,
        f"{role}worn": unit.stats["c"] - unit.con,
        **{f"{role}{stat.fact}": unit.stats[letter] for letter, stat in rules.constants.stats.items()},
        **{f"{role}in_{name}": name in here for name in rules.modifiers.terrains},
    }
