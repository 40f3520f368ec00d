"""The chart of Spells, made from the tables: what each is cast at, when, how far, what is rolled, how long it lasts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.documents import Unreadable
from referee.core.game.sheets import Chart, ChartPart
from referee.core.rules.ledger import cites_of
from referee.core.rules.rulesets import Ruleset

from ..rules import TitanRules, compile_rules
from .spell_tables import Dice, SpellType

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
        raise Unreadable.of("", f"{ruleset.name} has no Spells", "counters")
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


HEADINGS = ("Spell", "Id", "Counters", "Own Spell of", "Cast", "At", "Reach", "Roll", "Lasts", "Rules")

_AT = {
    "piece": "a character",
    "friend": "a friend",
    "enemy": "an enemy",
    "hex": "a hex",
    "spell": "a Spell in effect",
    "land": "the caster's Land",
}
_DICE = {"power": "Power", "half": "half of Power", "printed": "as printed"}


def spell_chart(ruleset: Ruleset) -> dict[str, Chart]:
    """Return the chart of Spells under the name `spells`; nothing for a ruleset without Spells."""
    rules = compile_rules(ruleset, {})
    if not rules.spells:
        return {}
    kinds: dict[str, list[SpellType]] = {}
    for spell in rules.spells.values():
        kinds.setdefault(spell.spell.kind, []).append(spell)
    table = rules.spell_table
    parts = []
    for name, spells in kinds.items():
        kind = table.kinds[name]
        parts.append(ChartPart(f"{kind.title} ({', '.join(cites_of(kind.cite))})", list(_rows(rules, spells))))
    total = sum(spell.spell.count for spell in rules.spells.values())
    notes = [
        f"{total} counters of {len(rules.spells)} types.",
        "Reach is counted in hexes, both ends included; a Spell is proximal at the caster itself and beside it.",
        "Half of Power is rolled at what is farther. Pairs and numbers of single counters are in the table of Spells.",
    ]
    return {"spells": Chart(f"Spells of {ruleset.title}", HEADINGS, parts, notes)}


def _rows(rules: TitanRules, spells: Iterable[SpellType]) -> Iterator[list[str]]:
    for spell in spells:
        own = spell.spell.intrinsic
        yield [
            spell.title,
            spell.name,
            str(spell.spell.count),
            "" if own is None else rules.characters[own].title,
            _when(spell),
            _at(rules, spell),
            _reach(spell, rules.spell_table.most_range),
            _roll(spell),
            _lasts(rules, spell),
            ", ".join(cite for cite in cites_of(spell.spell.cite) if not cite.startswith("REF")),
        ]


def _when(spell: SpellType) -> str:
    """Return when a Spell is cast: in the phases of a battle, in its windows, or where its legion musters."""
    said = ["in battle"] if spell.phases else []
    said += [window.title for window in spell.windows]
    if spell.does == "muster":
        said.append("as its legion musters or reinforces")
    return "; ".join(said)


def _at(rules: TitanRules, spell: SpellType) -> str:
    """Return what a Spell is cast at."""
    if spell.evokes is not None:
        profile = rules.profile(spell.evokes)
        return f"an empty hex: it brings {profile.power}-{profile.skill}"
    if spell.at is None:
        return ""
    said = _AT[spell.at]
    missing = [one.title for name, one in rules.classes.items() if spell.classes and name not in spell.classes]
    if spell.at in ("friend", "enemy", "piece") and len(spell.classes) == 1:
        said = f"{said}: {rules.classes[spell.classes[0]].title}"
    elif missing and spell.classes:
        said += f", no {' or '.join(missing)}"
    return said + {"never": ", unoccupied", "natives": ", of natives only if occupied"}.get(spell.occupied, "")


def _reach(spell: SpellType, most: int) -> str:
    if not spell.phases:
        return ""
    if spell.range == "any":
        return "any"
    farthest = f"up to {most}, by Skill" if spell.range == "skill" else f"up to {spell.strike_skill}"
    return farthest if spell.proximal else f"{farthest}, not proximal"


def _roll(spell: SpellType) -> str:
    """Return what is rolled: the dice, and the factor against which they are."""
    roll = spell.roll
    if roll is None:
        return "none"
    if "printed" in roll.dice.values():
        dice = f"{spell.dice} dice, Skill {spell.strike_skill}"
    else:
        dice = "; ".join(dict.fromkeys(_DICE.get(str(one)) or _counted(one) for one in roll.dice.values()))
    if roll.sum:
        return f"{dice}, added to Power"
    if roll.damage == "pips":
        return f"{dice}, pips are hits"
    against = {"skill": "against Skill", "number": f"against {spell.number}"}.get(roll.against or "", "")
    return ", ".join(one for one in (dice, against, "hits wound" if roll.damage == "hits" else "") if one)


def _counted(dice: Dice) -> str:
    return f"{dice} {'die' if dice == 1 else 'dice'}"


def _lasts(rules: TitanRules, spell: SpellType) -> str:
    said = {"immediate": "at once", "round": "one round", "enduring": "until dispelled"}.get(spell.lasts, spell.lasts)
    ground = rules.hazards.hazards
    more = [f"{_short(lasts)} on {ground[one].title}" for one, lasts in spell.spell.lasts_on.items() if one in ground]
    return "; ".join([said, *more]).replace("until-", "until ")


def _short(lasts: str) -> str:
    return {"round": "one round"}.get(lasts, lasts)
