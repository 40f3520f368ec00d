"""Sheets of Law of Titan: one for each character, terrain, hazard, Storm and Spell, and for the charts of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from referee.core.documents.problems import counted, listed
from referee.core.game.sheets import Sheet, TableRows, told
from referee.core.rules.rulesets import Ruleset

from .magic.spell_chart import HEADINGS, spell_chart
from .masterboard.tables import Chart, Shown
from .moments.catalog import moments_of
from .rules import TitanRules, compile_rules
from .tables import TABLES, TRAITS, Battleland, Character, Hazard


def sheets(ruleset: Ruleset) -> Iterator[Sheet]:
    """Yield every sheet of a ruleset under its default options."""
    yield from _Writer(compile_rules(ruleset, {})).sheets()


class _Writer:
    """Writes the sheets of one ruleset."""

    def __init__(self, rules: TitanRules) -> None:
        self.rules = rules
        self.rows = TableRows(rules.ruleset, moments_of(rules.ruleset), TABLES)
        self.terrains = rules.masterboard.terrains

    def sheets(self) -> Iterator[Sheet]:
        for name, character in self.rules.all_characters.items():
            yield Sheet(character.title, "character", told(self.character(name, character)), (character.many, name))
        for name in self.rules.masterchart.masterchart:
            yield Sheet(self.terrain_title(name), "terrain", told(self.terrain(name)), (name,))
        for name, hazard in self.rules.hazards.hazards.items():
            yield Sheet(hazard.title, "hazard", told(self.hazard(name, hazard)), (f"{hazard.title}s", name))
        yield from self.spells()
        for name, effect in self.rules.effects.items():
            if name not in self.rules.spells:
                rows = [f"{effect.title} lies on a {effect.lies}", *self.rows.under("effects", "effects", name)]
                yield Sheet(effect.title, "effect", told(rows), (name,))
        for title, write, also in self.charts():
            yield Sheet(title, "table", told(write()), also)

    # characters

    def character(self, name: str, one: Character) -> Iterator[str]:
        """Yield what a character is, what it can do, where it is native and how it is mustered."""
        rules, cls = self.rules, self.rules.classes[one.cls]
        yield f"{one.title}: {cls.title}, Power {one.power}, Skill {one.skill} ({one.power}-{one.skill})"
        if one.grows is None:
            dice = "" if "adapts_power" in one.traits else f" and strikes with {one.power} dice"
            yield f"It is worth {one.power * one.skill} points{dice}"
            yield f"It is slain by {one.power} hits, and moves up to {one.skill} hexes in battle"
        else:
            yield f"Its Power grows by 1 for every {one.grows} points of its player, and its value with it"
        yield "It flies" if one.flies else "It does not fly"
        reach = min(one.skill, rules.combat.rangestrikes.most)
        if one.rangestrikes:
            strength = f", with {one.power // 2} dice" if one.grows is None else ""
            yield f"It rangestrikes (shoots) up to {reach} hexes{strength}"
        else:
            yield "It does not rangestrike"
        yield f"It is native to {self.hazard_titles(one.native_to)}" if one.native_to else "It is native to no hazard"
        traits = [*cls.traits, *one.traits]
        yield from (TRAITS.get(trait, trait.replace("_", " ")) for trait in dict.fromkeys(traits))
        yield from self.magic_of(one)
        ways = [
            way
            for terrain, chart in self.rules.masterchart.masterchart.items()
            for way in self.ways(terrain, chart, name)
        ]
        yield f"It is mustered {'; '.join(ways)}" if ways else ""
        gives = [
            said
            for terrain, chart in self.rules.masterchart.masterchart.items()
            for said in self.gives(terrain, chart, name)
        ]
        yield f"It helps to muster {'; '.join(gives)}" if gives else ""
        for row in rules.masterplay.acquired:
            if name in row.names:
                yield f"A player may take it for each multiple of {row.every} points"
        start = [*rules.masterplay.start.lords, *rules.masterplay.start.creatures].count(name)
        yield f"Each player begins with {rules.counted(name, start)}" if start and name in rules.characters else ""
        yield f"There are {one.number} counters of it"
        yield from self.rows.under("characters", "characters", name)
        yield from self.rows.naming("always", name)

    def magic_of(self, one: Character) -> Iterator[str]:
        """Yield where a character draws Spells, how many it holds, and which are its own."""
        if one.home:
            lands = listed([self.terrain_title(terrain) for terrain in one.home], "and")
            yield f"Its home is {lands}, where it draws {counted(one.draws, 'Spell')}"
            yield f"It holds {one.spell_limit} Spells at most"
        if one.intrinsic:
            known = self.rules.spells
            yield f"Its own Spells are {listed([known[x].title if x in known else x for x in one.intrinsic], 'and')}"

    def ways(self, terrain: str, chart: Chart, name: str) -> Iterator[str]:
        """Yield how a character is mustered in a terrain."""
        rungs, where = chart.rungs, self.terrain_title(terrain)
        ways: list[str] = []
        if name in rungs:
            place = rungs.index(name)
            before = rungs[place - 1] if place else None
            if before is not None and (needed := chart.ladder[before].next):
                ways.append(self.count(before, needed))
            ways += [self.count(greater, 1) for greater in rungs[place:]]
        for more in (chart.branches, chart.sides):
            ways += [self.count(other, number) for other, number in more.get(name, {}).items()]
        if name in chart.sides:
            ways.append(self.count(name, 1))
        if name in chart.free:
            ways.append("any legion, without showing anything")
        if name in chart.shown:
            ways += self.shown(chart.shown[name])
        if ways:
            yield f"in {where} by {listed(list(dict.fromkeys(ways)), 'or')}"

    def gives(self, terrain: str, chart: Chart, name: str) -> Iterator[str]:
        """Yield what a character helps to muster in a terrain, beyond its like."""
        rungs, where = chart.rungs, self.terrain_title(terrain)
        if name in rungs:
            place = rungs.index(name)
            needed = chart.ladder[name].next
            if needed and place + 1 < len(rungs):
                yield f"{self.count(rungs[place + 1], 1)} in {where} ({needed} needed)"
            if place:
                yield f"{listed([self.many(lesser) for lesser in rungs[:place]], 'and')} in {where}"
        for more in (chart.branches, chart.sides):
            for other, way in more.items():
                if name in way:
                    yield f"{self.count(other, 1)} in {where} ({way[name]} needed)"
        for other, shown in chart.shown.items():
            if (name in shown.one and other != name) or name in shown.several:
                yield f"{self.count(other, 1)} in {where}"

    def shown(self, way: Shown) -> Iterator[str]:
        """Yield the ways in which a character outside a ladder is mustered."""
        yield from (self.count(one, 1) for one in way.one)
        if way.alike is not None:
            yield f"{way.alike.number} of one kind of {self.rules.classes[way.alike.cls].title}"
        yield from (self.count(one, number) for one, number in way.several.items())
        if way.least is not None:
            yield f"{way.least} of the least type of the terrain"
        if way.other is not None:
            yield f"{way.other} of any other type of the terrain"
        if way.victory:
            yield "a victory in that Land"

    def count(self, name: str, number: int) -> str:
        """Return a number of a character in words."""
        one = self.rules.all_characters.get(name)
        if one is None:
            return f"{number} {name}"
        return one.one if number == 1 else f"{number} {one.many}"

    def many(self, name: str) -> str:
        one = self.rules.all_characters.get(name)
        return name if one is None else one.many

    # the ground

    def terrain_title(self, name: str) -> str:
        return self.terrains[name].title if name in self.terrains else name.title()

    def hazard_titles(self, names: list[str]) -> str:
        known = {name: one.title for name, one in self.rules.effects.items()}
        known |= {name: one.title for name, one in self.rules.hazards.hazards.items()}
        return listed([known.get(name, name) for name in names], "and")

    def terrain(self, name: str) -> Iterator[str]:
        """Yield the Lands of a terrain, what they muster, and the Battleland."""
        chart, title = self.rules.masterchart.masterchart[name], self.terrain_title(name)
        lands = [number for number, land in self.rules.masterboard.lands.items() if land.terrain == name]
        yield f"{title} (terrain): {counted(len(lands), 'Land')} of the Masterboard: {', '.join(lands)}"
        rungs = chart.rungs
        ladder = [self.many(rungs[0])] if rungs else []
        for lesser, greater in pairwise(rungs):
            ladder.append(f"{self.many(greater)} (by {self.count(lesser, chart.ladder[lesser].next or 1)})")
        yield f"{title} recruits (musters) {listed(ladder, 'and')}" if ladder else ""
        if chart.free:
            yield f"Any legion musters {listed([self.many(one) for one in chart.free], 'or')} there"
        for more in (chart.branches, chart.sides):
            for other, ways in more.items():
                needed = listed([self.count(one, number) for one, number in ways.items()], "or")
                yield f"{self.count(other, 1)} is mustered by {needed}"
        for other, way in chart.shown.items():
            yield f"{self.count(other, 1)} is mustered by {listed(list(self.shown(way)), 'or')}"
        if chart.draw_or_muster:
            yield "A legion that draws Spells there does not muster"
        yield from self.rows.under("masterboard", "terrains", name)
        yield from self.rows.naming("always", name)
        land = self.rules.battlelands.battlelands.get(name)
        if land is not None:
            yield from self.battleland(name, title, land)

    def battleland(self, name: str, title: str, land: Battleland) -> Iterator[str]:
        """Yield what is on a Battleland, hex by hex."""
        known = self.rules.hazards.hazards
        said = [f"{known[one].title} in {', '.join(hexes)}" for one, hexes in land.hexes.items() if one in known]
        sides = {one: ", ".join(land.hexsides[one]).replace(">", " over ") for one in land.hexsides if one in known}
        said += [f"{known[one].title} along {between}" for one, between in sides.items()]
        yield f"Its Battleland has {'; '.join(said)}" if said else f"The Battleland of {title} is plain ground"
        heights = [f"{', '.join(hexes)} at level {level}" for level, hexes in land.elevation.items()]
        yield f"Raised are {'; '.join(heights)}" if heights else ""
        yield f"The attacker always enters from the side {land.attacker_side}" if land.attacker_side else ""
        yield f"The defender is set up in {', '.join(land.deploy)}" if land.deploy else ""
        yield from self.rows.under("battlelands", "battlelands", name)

    def hazard(self, name: str, one: Hazard) -> Iterator[str]:
        """Yield who is native to a hazard, what it does, and on which Battlelands it is."""
        where = "in a hex" if one.lies == "hex" else "along a hexside"
        yield f"{one.title}: a hazard {where}"
        native = [x.many for x in self.rules.all_characters.values() if (one.natives_of or name) in x.native_to]
        yield f"Native to {one.title} are {listed(native, 'and')}" if native else f"Nobody is native to {one.title}"
        rows = list(self.rows.under("hazards", "hazards", name))
        yield from rows or ["It has no effect on movement, strikes and rangestrikes"]
        on = []
        for terrain, land in self.rules.battlelands.battlelands.items():
            if number := len(land.hexes.get(name, ())):
                on.append(f"{self.terrain_title(terrain)} ({number} {'hex' if number == 1 else 'hexes'})")
            if number := len(land.hexsides.get(name, ())):
                on.append(f"{self.terrain_title(terrain)} ({counted(number, 'hexside')})")
        yield f"It is on the Battlelands {listed(on, 'and')}" if on else ""

    # magic

    def spells(self) -> Iterator[Sheet]:
        """Yield a sheet for each Spell: its row of the chart, and what it lays."""
        chart = spell_chart(self.rules.ruleset).get("spells")
        names = {spell.title: name for name, spell in self.rules.spells.items()}
        for part in chart.parts if chart is not None else ():
            for title, *cells in part.rows:
                name = names[title]
                said = [f"{title}: {part.title}"]
                said += [f"{head}: {cell}" for head, cell in zip(HEADINGS[1:], cells, strict=True) if cell]
                lays = self.rules.laid_by_spells.get(name)
                said += self.rows.under("effects", "effects", lays) if lays is not None else []
                native = [x.many for x in self.rules.all_characters.values() if lays in x.native_to]
                said += [f"Native to it are {listed(native, 'and')}"] if native else []
                yield Sheet(title, "Spell", told(said), (f"{title} Spell", name))

    # charts

    def charts(self) -> Iterator[tuple[str, Callable[[], Iterator[str]], tuple[str, ...]]]:
        """Yield the charts of the game by their titles."""
        yield "Strike Chart", self.strike_chart, ("strike-numbers", "strike number")
        yield "Signs", self.signs, ("Movement Chart", "masterboard signs")
        yield "Start of the game", self.start, ("starting legions", "setup")
        yield "Points", self.points, ("score", "scoring", "acquired characters")
        yield "Numbers of battle", self.battle, ("limits of battle",)
        yield "Numbers of Masterplay", self.masterplay, ("limits of Masterplay", "teleports")
        yield "Character Chart", self.character_chart, ("characters", "values")

    def character_chart(self) -> Iterator[str]:
        for one in self.rules.all_characters.values():
            yield f"{one.title} {one.power}-{one.skill}"

    def strike_chart(self) -> Iterator[str]:
        chart = self.rules.combat.strike_chart
        last = chart.lowest + len(chart.numbers) - 1
        for number, difference in zip(chart.numbers, range(chart.lowest, last + 1), strict=True):
            than = "or more " if difference == chart.lowest else "or less " if difference == last else ""
            how = f"{abs(difference)} {than}{'above' if difference < 0 else 'below'}" if difference else "equal to"
            yield f"Skill {how} that of the target: strike-number {number}"
        die = self.rules.combat.die
        yield f"A die has {die.faces} faces, and a roll below {die.least} never hits"
        yield from self.rows.under("combat", "rangestrikes")

    def signs(self) -> Iterator[str]:
        begins = {
            "only": "must begin with it",
            "may": "may begin with it",
            "tower": "may begin with it on a tower Land",
        }
        goes_on = {"must": "must go on by it", "may": "may go on by it"}
        for sign in self.rules.masterboard.signs.values():
            says = [begins.get(sign.begin, "never begins with it"), goes_on.get(sign.on, "never goes on by it")]
            yield f"{sign.title}: a move {listed(says, 'and')}"

    def start(self) -> Iterator[str]:
        start = self.rules.masterplay.start
        numbers: Mapping[str, int] = {
            name: [*start.lords, *start.creatures].count(name) for name in (*start.lords, *start.creatures)
        }
        yield f"Each player begins with {listed([self.count(one, number) for one, number in numbers.items()], 'and')}"
        yield f"They form {counted(len(start.lords), 'legion')} of {start.legion} characters, with one Lord in each"
        towers = [f"{die}: {land}" for die, land in self.rules.masterboard.starting_towers.items()]
        yield f"The starting Lands by the die are {', '.join(towers)}"
        players = self.rules.masterplay.players
        yield f"{players.least} to {players.most} players"

    def points(self) -> Iterator[str]:
        yield "A character is worth Power times Skill"
        for row in self.rules.masterplay.acquired:
            names = listed([self.count(one, 1) for one in row.names])
            yield f"For each multiple of {row.every} points a player may take {names}"
        yield from self.rows.under("masterplay", "shares")

    def battle(self) -> Iterator[str]:
        combat = self.rules.combat
        yield f"A battle lasts {combat.rounds} rounds; then the attacker is eliminated (time-loss)"
        yield f"The defender may take a reinforcement in round {combat.reinforcement_round}"
        ranged = combat.rangestrikes
        yield f"A rangestrike goes {ranged.nearest} to {ranged.most} hexes, both ends counted"
        yield f"A legion holds {combat.legion_most} characters at most"

    def masterplay(self) -> Iterator[str]:
        play = self.rules.masterplay
        yield f"Each player has {play.markers} Legion Markers"
        yield f"A legion holds {self.rules.combat.legion_most} characters at most"
        yield f"Each part of a split holds {play.split_least} at least"
        yield f"Nobody splits before Game-Turn {play.first_split}"
        yield f"A movement roll may be made again (mulligan) {play.mulligans}"
        tower, titan = play.teleports.tower, play.teleports.titan
        yield f"A teleport from a tower Land needs a roll of {tower.roll}"
        yield f"It goes up to {tower.lands} Lands, or to any other tower Land"
        score = self.rules.titan_teleport_score
        yield f"A teleport to an enemy legion needs a roll of {titan.roll} and a score of {score} points"
