"""The charts that are printed with the rules that they belong to: characters, natives, musters, casts of Hazards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from referee.core.documents.problems import listed
from referee.core.game.sheets import Chart, ChartPart
from referee.core.rules.rulesets import Ruleset

from .masterboard.tables import Chart as Musters
from .masterboard.tables import Shown
from .rules import TitanRules, compile_rules

Rows = Iterable[list[str]]
_CAST = {"ends": "ends it", "both": "both work", "bars": "no"}


def printed_charts(ruleset: Ruleset) -> dict[str, Chart]:
    """Return each chart whose rule the ruleset cites, by the key of that citation."""
    rules = compile_rules(ruleset, {})
    made: dict[str, Callable[[TitanRules], tuple[str, list[str], list[ChartPart], list[str]]]] = {
        "character_chart": _characters,
        "mustering_chart": _musters,
        "casting_chart": _casts,
        "affinity_chart": _natives,
    }
    out = {}
    for key, make in made.items():
        if cites := rules.cite(key):
            title, headings, parts, notes = make(rules)
            out[key] = Chart(f"{title} of {ruleset.title}", headings, parts, notes, cites)
    return out


def _characters(rules: TitanRules) -> tuple[str, list[str], list[ChartPart], list[str]]:
    def row(name: str) -> list[str]:
        chart, profile = rules.characters[name], rules.profile(name)
        able = ["flies"] * profile.flies + ["rangestrikes"] * profile.rangestrikes
        native = [_hazard(rules, one) for one in chart.native_to]
        factors = f"{profile.power}-{profile.skill}"
        return [chart.title, factors, ", ".join(able), ", ".join(native), str(chart.number), str(profile.value)]

    parts = [
        ChartPart(cls.title, [row(name) for name, chart in rules.characters.items() if chart.cls == key])
        for key, cls in rules.classes.items()
    ]
    headings = ["Character", "Power-Skill", "Able to", "Native to", "Counters", "Points"]
    notes = ["A Mage is worth its Skill-factor more for each of its Spells."] if rules.keeping_spells else []
    return "Characters", headings, [part for part in parts if part.rows], notes


def _natives(rules: TitanRules) -> tuple[str, list[str], list[ChartPart], list[str]]:
    natives: dict[str, list[str]] = {}
    for chart in rules.characters.values():
        for hazard in chart.native_to:
            natives.setdefault(hazard, []).append(chart.title)
    rows = [[_hazard(rules, hazard), ", ".join(sorted(named))] for hazard, named in sorted(natives.items())]
    return "Natives", ["Hazard", "Natives"], [ChartPart("Natural and magical Hazards", rows)], []


def _hazard(rules: TitanRules, name: str) -> str:
    table = rules.hazards.hazards.get(name) or rules.effects.get(name)
    return name.title() if table is None else table.title


def _casts(rules: TitanRules) -> tuple[str, list[str], list[ChartPart], list[str]]:
    hazards = {name: one for name, one in rules.spells.items() if one.spell.ground}
    grounds = list(dict.fromkeys(ground for one in hazards.values() for ground in one.spell.ground))
    grounds = [name for name in rules.hazards.hazards if name in {*grounds, *_printed(rules)}]
    rows = []
    for name, spell in hazards.items():
        effect = rules.effects[rules.laid_by_spells.get(name) or name]
        cells = [
            "no" if one not in spell.spell.ground else "both work" if one in effect.keeps else "yes" for one in grounds
        ]
        over = [
            f"{'any' if below == 'any' else rules.spells[below].title}: {_CAST[what]}"
            for below, what in spell.spell.over.items()
        ]
        occupied = {"never": "no", "natives": "natives"}.get(spell.occupied, "yes")
        raised = "" if spell.spell.elevated else "no"
        rows.append([spell.title, str(spell.number), occupied, *cells, raised, "; ".join(over) or "no"])
    titles = [_hazard(rules, one) for one in grounds]
    headings = ["Spell", "Number", "Occupied", *titles, "Top of a raised hex", "On magical Hazards"]
    notes = [
        "Where both work, the Hazard beneath stays in effect; otherwise it is switched off while the Spell lasts.",
        "Of several Hazards on a hex the topmost is asked about; 'natives' is for occupants native to what is cast.",
    ]
    return "Casting of Hazards", headings, [ChartPart("Hazard Spells", rows)], notes


def _printed(rules: TitanRules) -> set[str]:
    """Return the hazards that hexes of the Battlelands bear."""
    return {hazard for land in rules.battlelands.battlelands.values() for hazard in land.hexes}


def _musters(rules: TitanRules) -> tuple[str, list[str], list[ChartPart], list[str]]:
    parts = []
    for terrain, chart in rules.charts.items():
        names = dict.fromkeys([*chart.shown, *chart.free, *chart.ladder, *chart.sides])
        rows = [[_with_draw(rules, terrain, name), "; ".join(_ways(rules, chart, name))] for name in names]
        parts.append(ChartPart(rules.masterboard.terrains[terrain].title, rows))
    notes = ["Any but a Mage is also mustered by one of its kind, and by one that is greater on the same ladder."]
    return "Mustering", ["Character", "Mustered by"], parts, notes


def _with_draw(rules: TitanRules, terrain: str, name: str) -> str:
    chart = rules.characters[name]
    return f"{chart.title}, draws {chart.draws}" if terrain in chart.home else chart.title


def _ways(rules: TitanRules, chart: Musters, name: str) -> Iterator[str]:
    """Yield in words what musters a character, except one of its kind or a greater one."""
    ladder = list(chart.ladder)
    if name in chart.free:
        yield "nobody"
    if name in ladder[1:]:
        below = ladder[ladder.index(name) - 1]
        needed = chart.ladder[below].next
        if needed is not None:
            yield rules.counted(below, needed)
    for ways in (chart.branches, chart.sides):
        yield from (rules.counted(lesser, number) for lesser, number in ways.get(name, {}).items())
    if name in chart.shown:
        yield from _shown(rules, chart, chart.shown[name])


def _shown(rules: TitanRules, chart: Musters, shown: Shown) -> Iterator[str]:
    if shown.one:
        yield listed([rules.characters[one].one for one in shown.one if one in rules.characters], "or")
    if shown.alike is not None:
        yield f"{shown.alike.number} alike of class {rules.classes[shown.alike.cls].title}"
    yield from (rules.counted(kind, number) for kind, number in shown.several.items())
    if shown.least is not None:
        yield listed([rules.counted(kind, shown.least) for kind in chart.least], "or")
    if shown.other is not None:
        yield f"{shown.other} alike of any other here"
    if shown.victory:
        yield "a victory here"
