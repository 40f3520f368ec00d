"""What may not be meant in sound Titan tables: marks that a board does not tell apart, rows of Spells without any."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents import Problem
from referee.core.rules.rulesets import Finding, Ruleset

from .lint_rows import rows_of
from .rules import TitanRules

# the moments of which Spells alone ask for rows
_OF_SPELLS = ("cast", "draw")
# what is drawn: its table, its name, its title, and its mark
_Drawn = tuple[str, str, str, str]


def warnings(ruleset: Ruleset) -> list[Problem]:
    """Return every thing drawn with the mark of another one on its board, and every row that no Spell ever asks for."""
    rules = TitanRules(ruleset, {})
    idle = () if rules.spells else _of_spells(ruleset)
    return ruleset.problems_at((*_alike(_in_hexes(rules)), *_alike(_in_lands(rules)), *idle))


def _of_spells(ruleset: Ruleset) -> Iterator[Finding]:
    """Yield the rows about Spells."""
    for table, placed in rows_of(ruleset):
        if placed.moment in _OF_SPELLS:
            yield table, placed.path, "is never asked for: this ruleset has no Spells"


def _in_hexes(rules: TitanRules) -> Iterator[_Drawn]:
    for name, hazard in rules.hazards.hazards.items():
        if hazard.lies == "hex" and hazard.mark:
            yield "hazards", name, hazard.title, hazard.mark
    for name, effect in rules.effects.items():
        if effect.lies == "hex":
            # what the hex bears with it is drawn before it
            borne = "".join(rules.hazards.hazards[one].mark for one in effect.bears)
            yield "effects", name, effect.title, borne + effect.hex_mark


def _in_lands(rules: TitanRules) -> Iterator[_Drawn]:
    for name, terrain in rules.masterboard.terrains.items():
        yield "terrains", name, terrain.title, terrain.mark
    for name, effect in rules.effects.items():
        if effect.lies == "land":
            yield "effects", name, effect.title, effect.land_mark


def _alike(drawn: Iterator[_Drawn]) -> Iterator[Finding]:
    """Yield each that has the mark of an earlier one."""
    first: dict[str, str] = {}
    for table, name, title, mark in drawn:
        other = first.setdefault(mark, title)
        if other != title:
            said = f"is drawn as '{mark}', as {other} is; give it a 'mark' that nothing else on the board has"
            yield ("masterboard" if table == "terrains" else table), (table, name, "mark"), said
