"""Checks of the table of Spells beyond its types: names of kinds, rolls, windows, classes, Signs and effects."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from referee.core.documents import Path, nearest
from referee.core.rules.rulesets import Finding

from ..masterboard.lint import unknown
from ..rules import TitanRules
from .cup import MOST_COUNTERS
from .spell_tables import Spell, SpellKind, SpellType

TABLE = "spells"
_unknown = partial(unknown, TABLE)


def lint(rules: TitanRules) -> Iterator[Finding]:
    """Yield every unknown name in the table of Spells, each at its place."""
    table = rules.spell_table
    for name, kind in table.kinds.items():
        yield from _shared(rules, ("kinds", name), kind)
    if table.limits:
        known = [name for name, one in rules.characters.items() if one.cls in rules.classes]
        magi = [name for name in known if "keeps_spells" in rules.profile(name).traits]
        yield from _unknown(("limits",), "Mage", table.limits, magi, keyed=True)
    counters = [f"{name}-{n}" for name, spell in table.spells.items() for n in range(1, spell.count + 1)]
    yield from _unknown(("counters",), "counter", table.counters, counters, keyed=True)
    if len(counters) > MOST_COUNTERS:
        yield TABLE, ("spells",), f"there are {len(counters)} counters, and {MOST_COUNTERS} at most can be drawn from"
    for name, spell in table.spells.items():
        at: Path = ("spells", name)
        yield from _shared(rules, at, spell)
        yield from _unknown((*at, "kind"), "kind of Spells", [spell.kind], table.kinds, one=True)
        if spell.kind in table.kinds:
            kind = table.kinds[spell.kind]
            yield from _deed(rules, at, name, spell, kind)
            if {*(spell.when or kind.when or ())} <= table.windows.keys():
                yield from _brought(rules, at, SpellType(name, spell, kind, None, table.windows))


def _brought(rules: TitanRules, at: Path, spell: SpellType) -> Iterator[Finding]:
    """Yield the effects and characters that a Spell of a battle brings and that there are not."""
    if not spell.phases:
        return
    if spell.spell.lays is not None:
        yield from _unknown((*at, "lays"), "effect", [spell.lays], rules.effects, one=True)
        if spell.lasts in ("immediate", "until-removed"):
            yield TABLE, (*at, "lays"), f"changes nothing: this Spell is {spell.lasts}; say how long it 'lasts'"
    elif spell.at == "hex" and spell.evokes is None and spell.lays not in rules.effects:
        yield TABLE, at, f"it is cast on hexes, and there is no effect '{spell.name}'; give 'lays'"
    if spell.evokes is not None:
        yield from _unknown(at, "character, which it would bring", [spell.evokes], rules.all_characters, one=True)


def _shared(rules: TitanRules, at: Path, row: Spell | SpellKind) -> Iterator[Finding]:
    """Yield the unknown names in what a kind and a Spell may both say."""
    table = rules.spell_table
    if row.roll is not None:
        yield from _unknown((*at, "roll"), "roll", [row.roll], table.rolls, one=True)
    yield from _unknown((*at, "when"), "window", row.when or (), table.windows)
    yield from _unknown((*at, "classes"), "class", row.classes or (), rules.classes)


def _deed(rules: TitanRules, at: Path, name: str, spell: Spell, kind: SpellKind) -> Iterator[Finding]:
    """Yield the unknown names in what a Spell does on the Masterboard, and deeds without their numbers."""
    signs = rules.masterboard.signs
    if spell.moves is not None:
        yield from _unknown((*at, "moves", "reads"), "Sign", spell.moves.reads, signs, keyed=True)
        for sign, read in spell.moves.reads.items():
            yield from _unknown((*at, "moves", "reads", sign), "Sign", [read], signs, one=True)
        yield from _unknown((*at, "moves", "reverses"), "Sign", spell.moves.reverses, signs)
    if spell.captures is not None:
        yield from _unknown((*at, "captures", "spares"), "class", spell.captures.spares, rules.classes)
    does = spell.does if spell.does is not None else kind.does
    needed: dict[str | None, tuple[str, Any]] = {
        "move": ("moves", spell.moves),
        "teleport": ("teleports", spell.teleports),
        "capture": ("captures", spell.captures),
        "muster": ("a row of its name in 'musters' of magic.yaml", rules.magic.musters.get(name)),
    }
    what, given = needed.get(does, ("", True))
    if given is None:
        yield TABLE, at, f"a Spell that does '{does}' needs {what if ' ' in what else repr(what)}"
    if does == "storm" and name not in rules.storms:
        yield TABLE, at, f"'{name}' is no Storm among the effects{nearest(name, rules.storms)}"
