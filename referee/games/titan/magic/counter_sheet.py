"""A table to be filled in with what the counters of Spells and the Spell Card of a table show (REF magi-4, 5 and 8)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.documents import Problem, Unreadable
from referee.core.rules.rulesets import Ruleset

from ..rules import TitanRules, compile_rules

_HEAD = """\
# What the counters of {title} show.
#
# Put this file as spells.yaml into a folder of its own, with a manifest.yaml beside it:
#
#   format: 1
#   ruleset: my-counters
#   title: My counters
#   extends: {name}
#
# Set what your counters show; a line that is the same may be left out. A game has the ruleset my-counters then.
"""


def counter_sheet(ruleset: Ruleset) -> str:
    """Return the table as YAML, with what the ruleset says now; raises Unreadable where there are no Spells."""
    rules = compile_rules(ruleset, {})
    if not rules.spells:
        raise Unreadable([Problem("", 0, 0, "counters", f"{ruleset.name} has no Spells")])
    lines = [_HEAD.format(title=ruleset.title.split(",")[0], name=ruleset.name), "counters:"]
    lines += _counters(rules)
    lines += ["", "# how many Spells a Mage holds at most, as its space on the Spell Card says", "limits:"]
    magi = [name for name in rules.characters if name in rules.keeping_spells]
    return "\n".join([*lines, *(f"  {name}: {rules.spell_limit(name)}" for name in magi)]) + "\n"


def _counters(rules: TitanRules) -> Iterator[str]:
    """Yield a line for each counter that shows dice and a strike-factor, or a number of its own, under its title.

    The number of one that evokes is the Skill-factor of the character, and stands in the table of characters.
    """
    for name, spell in rules.spells.items():
        known = {"dice": spell.dice, "strike_skill": spell.strike_skill}
        known |= {} if spell.evokes else {"number": spell.number}
        fields = [field for field, value in known.items() if value is not None]
        if not fields:
            continue
        what = {"dice": "dice", "strike_skill": "strike-factor", "number": "number to be cast"}
        yield f"  # {spell.title}: {', '.join(what[field] for field in fields)}"
        for serial in range(1, spell.spell.count + 1):
            counter = spell.on_counter(rules.spell_table.counters.get(f"{name}-{serial}"))
            said = ", ".join(f"{field}: {getattr(counter, field)}" for field in fields)
            yield f"  {name}-{serial}: {{{said}}}"
